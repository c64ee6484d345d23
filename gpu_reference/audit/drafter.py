"""`draftproof audit drafter MODULE:CALLABLE`: the law that a drafter declares must be the law that it samples.

The callable is `g(rng, batch) -> (tokens, probs)`: tokens int64[batch, gamma], and probs float64[batch, gamma, vocab], the
law from which each was drawn, which may depend on everything before it. Rejection sampling is lossless for the declared
law and for no other: greedy drafts declared as a softmax, another temperature or top-k, raw logits, laws rounded to bf16
bias what is emitted. Laws are checked as they come; then each token is held against its own law by an anytime-valid test
(`conditional`), false alarm at most 1e-9.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from ...errors import BadInput
from ...ledger import Verdict
from ...subjects.load import split
from ...subjects.outcome import Audit, Failed, Fault
from ...subjects.subject import Limits, Subject, limit_options

if TYPE_CHECKING:
    from ..conditional import Evidence
    from ..laws import Floats, Ints

DRIVER = "draftproof.gpu_reference.audit.drafter_driver:drive"

DRAWS = 1 << 17
"""Rows by default: sees a total variation distance of about 0.01."""

SECONDS = 20.0
"""What an audit may take by default."""

ALONE = 4
"""First calls, of one row each."""

ENTRIES = 1 << 21
"""Probabilities of one call: 16 megabytes."""

TO_TELL, TOGETHER = 64, 16
"""Calls after a refutation, to tell the rivals apart, and rows of each: few, so that it shows whether they are independent."""

UNLIKE = 9.2
"""Log evidence (of 1e4) for something else from which on the drafter is not said to behave as a rival."""

CHAIN = "losslessness."

DEPENDENT = {
    "after a position": "the tokens of one row are not drawn from their declared laws: they depend on each other",
    "after a row": "the rows of one batch are not independent",
}
"""Which fault it is, where the place of a token beside another one shows it most."""

SHOWN = 8
"""Tokens of a law that are written out."""


def audit_drafter(
    name: str, *, draws: int = DRAWS, budget: float = SECONDS, seed: int = 0, limits: Limits | None = None
) -> Audit:
    """Hold the drafter that `name` (MODULE:CALLABLE) stands for to the laws it declares, up to `draws` rows or for `budget`
    seconds. Raises `BadInput`: cannot be loaded, unusable options.
    """
    check_options(draws, budget, seed)
    with Subject.load(name, driver=DRIVER, limits=limits) as subject:
        return _Drafter(name, subject, seed).audit(draws, time.monotonic() + budget)


def check_options(draws: int, budget: float, seed: int) -> None:
    """Raises `BadInput` for what is out of range."""
    if draws < 1 or seed < 0:
        raise BadInput(f"--draws {draws}, --seed {seed}: expected at least 1 row and a seed from 0")
    if not budget > 0:
        raise BadInput(f"--budget {budget}: expected seconds above 0")


class _Found(Exception):
    """A fault, with the rivals that behave so."""

    def __init__(self, fault: Fault, diagnosis: tuple[str, ...] = ()) -> None:
        super().__init__(fault.says)
        self.fault, self.diagnosis = fault, diagnosis


class _Drafter:
    """The subject, and what it gave so far."""

    def __init__(self, name: str, subject: Subject, seed: int) -> None:
        self.name, self.subject, self.seed = name, subject, seed
        self.calls = self.rows = 0
        self.off = 0.0
        self.evidence: Evidence | None = None

    def audit(self, draws: int, deadline: float) -> Audit:
        from ..sequential import batches

        faults: tuple[Fault, ...] = ()
        diagnosis: Mapping[str, str] = {}
        try:
            for _ in range(ALONE):
                self._take(1)
            self._twice()
            for size in batches(draws):
                self._grow(size, deadline)
                if time.monotonic() > deadline:
                    break
        except _Found as found:
            faults, diagnosis = (found.fault,), says_of(CHAIN + name for name in found.diagnosis)
        explored = {"rows": self.rows, "tokens": self.evidence.draws if self.evidence else 0, "seed": self.seed}
        seen = not faults and self.evidence is not None and self.evidence.smallest_seen()[0] < 1
        without_fault = Verdict.HOLDS if seen else Verdict.UNKNOWN
        return Audit(
            "drafter", self.name, faults, diagnosis, explored, (), without_fault, {} if faults else self._detail()
        )

    def _grow(self, size: int, deadline: float) -> None:
        assert self.evidence is not None
        most = max(1, ENTRIES // (self.evidence.vocab * self.evidence.gamma))
        while size > 0 and time.monotonic() <= deadline:
            self._take(min(size, most))
            size -= most

    def _call(self, batch: int) -> tuple[Ints, Floats]:
        outcome = self.subject.ask({"seed": [self.seed, self.calls], "batch": batch})
        if isinstance(outcome, Failed):
            raise _Found(self._fault(outcome.kind, outcome.says, batch, printed=outcome.printed))
        tokens, probs = outcome.arrays
        says = form_fault(tokens, probs, batch, self.evidence)
        if says:
            raise _Found(self._fault("wrong_result", says, batch))
        return tokens, probs

    def _take(self, batch: int) -> None:
        """One call: the form, the laws, the tokens."""
        from ..conditional import Evidence, laid_out

        self.calls += 1
        tokens, probs = self._call(batch)
        self._laws(probs, batch)
        if self.evidence is None:
            self.evidence = Evidence(probs.shape[2], probs.shape[1], self.seed)
        self.rows += batch
        self.evidence.add(laid_out(tokens, probs))
        if self.evidence.refuted:
            raise self._refuted(tokens, probs, batch)

    def _laws(self, probs: Floats, batch: int) -> None:
        from ..laws import law_fault, slack

        vocab = probs.shape[2]
        says = law_fault("probs", probs, ndim=3, within=slack(vocab, "float32"))
        if says:
            import numpy as np

            shown = {"declared": _some(probs.reshape(-1, vocab)[_first_off(probs)])}
            entries = bool(np.isfinite(probs).all() and (probs >= 0).all() and (probs <= 1).all())
            bf16 = entries and rounded_to_bf16(probs)
            rivals = ("declared_bf16",) if bf16 else ("declared_unnormalised",) if np.isfinite(probs).all() else ()
            raise _Found(self._fault("not_a_law", f"a declared law: {says}", batch, **shown), rivals)
        self.off = max(self.off, float(abs(probs.sum(axis=2) - 1).max()))

    def _refuted(self, tokens: Ints, probs: Floats, batch: int) -> _Found:
        import numpy as np

        evidence = self.evidence
        assert evidence is not None
        vocab = evidence.vocab
        if evidence.impossible:
            row, position = np.argwhere(np.take_along_axis(probs, tokens[..., None], axis=2)[..., 0] == 0)[0]
            law, token = probs[row, position], int(tokens[row, position])
            support = int(np.count_nonzero(law))
            says = (
                f"position {position}: drafts token {token}, of declared probability 0 ({support} of {vocab} have more)"
            )
            rivals = ("declared_other_top_k",) if support > 1 else ()
            return _Found(self._fault("wrong_law", says, batch, declared=_some(law), drafted=token), rivals)
        refuted_after = evidence.draws
        self._tell()
        names = tuple(id_.removeprefix(CHAIN) for id_ in evidence.alike(UNLIKE))
        how = DEPENDENT.get(evidence.shown_by(), "")
        says = how if how and not names else "the drafted tokens are not drawn from their declared laws"
        says = (
            f"{says} (refuted after {refuted_after:,} tokens): the likeliest token of its law came in "
            f"{evidence.top_drawn / evidence.draws:.3%} of {evidence.draws:,} draws, "
            f"where the declared laws have it in {evidence.top_declared / evidence.draws:.3%}"
        )
        shown: dict[str, Any] = {}
        worst = evidence.worst()
        if worst is not None and evidence.all_counted:
            law, counts = worst
            shown = {"declared": _some(law), "drafted": _some(counts / counts.sum()), "drafts": int(counts.sum())}
        return _Found(self._fault("wrong_law", says, batch, **shown), names)

    def _tell(self) -> None:
        """Draw on, to tell the rivals apart; what fails now no longer matters."""
        from ..conditional import laid_out

        assert self.evidence is not None
        most = max(1, ENTRIES // (self.evidence.vocab * self.evidence.gamma))
        for _ in range(TO_TELL):
            self.calls += 1
            try:
                tokens, probs = self._call(min(TOGETHER, most))
                self._laws(probs, len(tokens))
            except _Found:
                return
            self.rows += len(tokens)
            self.evidence.add(laid_out(tokens, probs))

    def _twice(self) -> None:
        """The same seed once more: the same tokens and laws."""
        import numpy as np

        first, second = self._call(8), self._call(8)
        if not all(np.array_equal(one, other) for one, other in zip(first, second, strict=True)):
            says = "called twice with the same seed, it gives other tokens or laws"
            raise _Found(self._fault("not_repeatable", says, 8))

    def _fault(self, kind: str, says: str, batch: int, **shown: Any) -> Fault:
        kept = {"batch": batch, **{name: value for name, value in shown.items() if value != ""}}
        return Fault(kind, says, kept, _snippet(self.name, [self.seed, self.calls], batch))

    def _detail(self) -> dict[str, str]:
        """Law, numerics and determinism, each in a line."""
        from ..laws import slack

        evidence = self.evidence
        assert evidence is not None
        distance, of_tokens = evidence.smallest_seen()
        of = "of the tokens from their declared laws" if of_tokens else "of the tokens' places in their declared laws"
        rounded = f"declared laws miss 1 by up to {self.off:.2g}, as float32 does; they are judged as normalised"
        law = (
            f"a mean total variation distance of {distance:.2g} {of} would have been seen with probability 1 - 1e-6; "
            f"a right drafter is refuted with probability {evidence.false_alarm:g} at most"
        )
        return {
            "law": law if distance < 1 else "not judged: too few draws",
            "numerics": rounded if self.off > slack(evidence.vocab) else "declared laws sum to 1 in float64",
            "determinism": "the same seed, the same tokens and laws",
        }


def form_fault(tokens: Any, probs: Any, batch: int, evidence: Evidence | None) -> str:
    """What is wrong with the type, shape or ids of a reply, in a line; "" for nothing."""
    form = f"{tokens.dtype.name}{list(tokens.shape)} and {probs.dtype.name}{list(probs.shape)}"
    gamma, vocab = (evidence.gamma, evidence.vocab) if evidence else ("gamma", "vocab")
    right = tokens.dtype == "int64" and probs.dtype == "float64" and tokens.ndim == 2 and probs.ndim == 3
    if not right or tokens.shape != probs.shape[:2] or len(tokens) != batch or 0 in probs.shape or probs.shape[2] < 2:
        return f"returned {form}, expected int64[{batch}, {gamma}] and float64[{batch}, {gamma}, {vocab}], vocab from 2"
    if evidence and (gamma, vocab) != probs.shape[1:]:
        return f"returned {form} after gamma {gamma} and vocab {vocab} before: expected the same in every call"
    bad = (tokens < 0) | (tokens >= probs.shape[2])
    if bad.any():
        return f"drafts the token {int(tokens[bad][0])}, expected ids 0..{probs.shape[2] - 1}"
    return ""


def rounded_to_bf16(probs: Floats) -> bool:
    """Whether every probability is one of bfloat16."""
    from ..rivals import to_bf16

    return bool((to_bf16(probs) == probs).all())


def _first_off(probs: Floats) -> int:
    """The first law that is none, or whose sum is furthest from 1."""
    import numpy as np

    flat = probs.reshape(-1, probs.shape[2])
    with np.errstate(invalid="ignore"):
        off = np.abs(flat.sum(axis=1) - 1)
    off[~np.isfinite(off) | (flat < 0).any(axis=1)] = np.inf
    return int(np.argmax(off))


def says_of(ids: Iterable[str]) -> dict[str, str]:
    """What each rival says, by its id."""
    from ...derivations.losslessness import CHAIN as CLAIMS

    says = {rival.id: rival.says for claim in CLAIMS.claims for rival in claim.rivals}
    return {id_: says[id_] for id_ in ids}


def _some(values: Any) -> list[Any]:
    shown = [float(f"{value:.6g}") if value == value else "NaN" for value in values.tolist()[:SHOWN]]
    return shown + ([f"and {len(values) - SHOWN} more"] if len(values) > SHOWN else [])


def _snippet(name: str, seed: list[int], batch: int) -> str:
    module, path = split(name)
    return (
        f"import numpy as np\nfrom {module} import {path.split('.')[0]}\n"
        f"tokens, probs = {path}(np.random.default_rng({seed}), {batch})"
    )


@click.command(short_help="Audit a drafter's declared laws.")
@click.argument("subject", metavar="MODULE:CALLABLE")
@click.option("--draws", type=int, default=DRAWS, show_default=True, help="Rows to draw at most.")
@click.option("--budget", type=float, default=SECONDS, show_default=True, help="Seconds to draw for at most.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the generators it is given.")
@limit_options
def COMMAND(subject: str, draws: int, budget: float, seed: int, limits: Limits) -> Audit:  # noqa: N802
    """Hold a drafter to the laws it declares: they must be the laws it samples.

    MODULE:CALLABLE is g(rng, batch) -> (tokens int64[batch, gamma], probs float64[batch, gamma, vocab]), with rng a
    numpy.random.Generator.
    """
    return audit_drafter(subject, draws=draws, budget=budget, seed=seed, limits=limits)
