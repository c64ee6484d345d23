"""`draftproof audit decoder MODULE:CALLABLE`: whatever a decoder drafts inside, its tokens must have the target's law.

The callable is `d(rng, batch, target) -> tokens int64[batch, n]`: the first n tokens of so many independent rows. `target`
is a callable of ours, from prefixes int64[batch, length] to laws float64[batch, vocab] (the empty prefix among them). The
joint law of the first tokens is held against the target's by an anytime-valid test (`sequential`), false alarm at most
1e-9 in all. This finds what only shows end to end, such as a drafter that sees the coins of the verifier.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ...ledger import Verdict
from ...subjects.load import split
from ...subjects.outcome import Audit, Failed, Fault
from ...subjects.subject import Limits, Subject, limit_options
from .drafter import CHAIN, SECONDS, check_options, says_of

if TYPE_CHECKING:
    from ..decoding import Model
    from ..laws import Floats, Ints
    from ..sequential import SequentialTest

DRIVER = "draftproof.gpu_reference.audit.decoder_driver:drive"

DRAWS = 1 << 16
"""Rows for each model by default."""

ALONE = 4
"""First calls, of one row each."""

MOST_ROWS = 1 << 14
"""Rows of one call."""

TO_TELL = 1 << 12
"""Rows of each model drawn after a refutation, to tell the rivals apart."""

UNLIKE = 9.2
"""Log evidence (of 1e4) against a rival's law from which on the decoder is not said to behave as that rival."""


def audit_decoder(
    name: str, *, draws: int = DRAWS, budget: float = SECONDS, seed: int = 0, limits: Limits | None = None
) -> Audit:
    """Hold the decoder that `name` (MODULE:CALLABLE) stands for against the target's law, up to `draws` rows of each model or
    for `budget` seconds. Raises `BadInput`: cannot be loaded, unusable options.
    """
    from ..decoding import MODELS
    from ..sequential import batches

    check_options(draws, budget, seed)
    with Subject.load(name, driver=DRIVER, limits=limits) as subject:
        runs = [_Run(name, subject, model, number, seed) for number, model in enumerate(MODELS)]
        deadline = time.monotonic() + budget
        fault = next((fault for run in runs if (fault := run.opens()) is not None), None)
        for size in batches(draws):
            if fault is not None or time.monotonic() > deadline:
                break
            fault = next((fault for run in runs if (fault := run.grow(size)) is not None), None)
        rivals: tuple[str, ...] = ()
        remarks: tuple[str, ...] = ()
        if (
            fault is not None
            and fault.kind == "biased"
            and all(run.grow(TO_TELL, judged=False) is None for run in runs)
        ):
            alike = _alike(runs)
            rivals = tuple(dict.fromkeys(id_ for id_, _ in alike))
            remarks = tuple(
                f"{id_.removeprefix(CHAIN)}: if it has {drafts}, which is not seen" for id_, drafts in alike
            )
    detail = _detail(runs) if fault is None else {}
    without_fault = Verdict.HOLDS if fault is None and _distance(runs) < 1 else Verdict.UNKNOWN
    explored = {"rows": sum(run.rows for run in runs), "models": len(runs), "seed": seed}
    return Audit("decoder", name, (fault,) if fault else (), says_of(rivals), explored, remarks, without_fault, detail)


class _Run:
    """One model: what the decoder gave so far."""

    def __init__(self, name: str, subject: Subject, model: Model, number: int, seed: int) -> None:
        import numpy as np

        from ..decoding import first_tokens

        self.name, self.subject, self.model, self.seed = name, subject, model, [seed, number]
        self.calls = self.rows = self.length = 0
        self.rivals = first_tokens(model)
        self.tests: tuple[SequentialTest, SequentialTest] | None = None
        self.counts = np.zeros(0, np.int64)
        self.pairs = np.zeros(model.vocab**2, np.int64)
        self.first = np.zeros(model.vocab, np.int64)

    def opens(self) -> Fault | None:
        """Some calls with one row, and one twice with the same seed."""
        import numpy as np

        for _ in range(ALONE):
            if (fault := self.grow(1)) is not None:
                return fault
        first, second = self._call(8), self._call(8)
        if isinstance(first, np.ndarray) and isinstance(second, np.ndarray) and (first != second).any():
            return self._fault("not_repeatable", "called twice with the same seed, it gives other tokens", 8)
        return None

    def grow(self, size: int, judged: bool = True) -> Fault | None:
        """So many more rows."""
        while size > 0:
            self.calls += 1
            batch = min(size, MOST_ROWS)
            size -= batch
            tokens = self._call(batch)
            if isinstance(tokens, Failed):
                return self._fault(tokens.kind, tokens.says, batch, printed=tokens.printed)
            fault = self._take(tokens)
            if fault is not None and judged:
                return fault
        return None

    def _call(self, batch: int) -> Ints | Failed:
        outcome = self.subject.ask({"seed": [*self.seed, self.calls], "batch": batch}, self.model.table())
        if isinstance(outcome, Failed):
            return outcome
        (tokens,) = outcome.arrays
        expected = f"expected int64[{batch}, {self.length or 'n'}]"
        if tokens.dtype != "int64" or tokens.ndim != 2 or len(tokens) != batch or tokens.shape[1] == 0:
            return Failed("wrong_result", f"returned {tokens.dtype.name}{list(tokens.shape)}, {expected}")
        if self.length and tokens.shape[1] != self.length:
            return Failed("wrong_result", f"returned {tokens.shape[1]} tokens a row, {self.length} before: {expected}")
        bad = (tokens < 0) | (tokens >= self.model.vocab)
        if bad.any():
            says = f"returned the token {int(tokens[bad][0])}, expected ids 0..{self.model.vocab - 1}"
            return Failed("wrong_result", says)
        return tokens

    def _take(self, tokens: Ints) -> Fault | None:
        import numpy as np

        from ..sequential import refutes

        if self.tests is None:
            self.length = tokens.shape[1]
            self.tests = self._tests()
            self.counts = np.zeros(len(self.tests[0].null), np.int64)
        law, neighbours = self.tests
        vocab = self.model.vocab
        self.rows += len(tokens)
        self.counts = self.counts + np.bincount(self.depth_model.codes(tokens), minlength=len(self.counts))
        self.first = self.first + np.bincount(tokens[:, 0], minlength=vocab)
        even = tokens[: len(tokens) // 2 * 2, 0].reshape(-1, 2)
        self.pairs = self.pairs + np.bincount(even[:, 0] * vocab + even[:, 1], minlength=vocab**2)
        if refutes(law, self.counts):
            return self._biased(law.null)
        if refutes(neighbours, self.pairs):
            return self._fault("dependent_rows", "the rows of one batch are not independent", len(tokens))
        return None

    @property
    def depth_model(self) -> Model:
        """The model, with no more tokens tested than the decoder gives."""
        from dataclasses import replace

        return replace(self.model, depth=min(self.model.depth, self.length))

    def _tests(self) -> tuple[SequentialTest, SequentialTest]:
        import numpy as np

        from ..decoding import MODELS
        from ..sequential import FALSE_ALARM, sequential_test

        model, first = self.depth_model, np.array(self.model.first, np.float64)
        rivals = {f"{id_} {number}": model.joint(law) for number, (id_, _, law) in enumerate(self.rivals)}
        vocab, depth = model.vocab, model.depth
        codes = np.arange(vocab**depth)
        alone = [codes // vocab ** (depth - 1 - i) % vocab for i in range(depth)]
        beside = [codes // vocab ** (depth - 2 - i) % vocab**2 for i in range(depth - 1)]
        each = FALSE_ALARM / (2 * len(MODELS))
        return (
            sequential_test(model.joint(), rivals, (*alone, *beside), each),
            sequential_test(np.outer(first, first).ravel(), false_alarm=each),
        )

    def _biased(self, null: Any) -> Fault:
        import numpy as np

        model = self.depth_model
        total = int(self.counts.sum())
        shares = self.counts / total
        impossible = (null == 0) & (self.counts > 0)
        worst = int(np.argmax(np.where(impossible, 1.0, 0.0) + shares - null))
        tokens = [int(token) for token in np.unravel_index(worst, (model.vocab,) * model.depth)]
        says = (
            f"vocab {model.vocab}: of {total:,} rows {shares[worst]:.4g} begin with {' '.join(map(str, tokens))}, where the "
            f"target has {null[worst]:.4g}; total variation distance about {np.abs(shares - null).sum() / 2:.2g}"
        )
        shown = {
            "law of the first token": [str(p) for p in model.first],
            "first tokens drawn": [round(float(x), 6) for x in self.first / total],
            "rows": total,
        }
        return self._fault("biased", says, 1, **shown)

    def _fault(self, kind: str, says: str, batch: int, **shown: Any) -> Fault:
        kept = {"vocab": self.model.vocab, **{name: value for name, value in shown.items() if value != ""}}
        return Fault(kind, says, kept, _snippet(self.name, [*self.seed, self.calls], batch, self.model))


def _alike(runs: Sequence[_Run]) -> list[tuple[str, str]]:
    """The rivals, with the drafts supposed, whose law of the first token the draws do not refute on any model.

    None where that token has the target's law: the mistake is then a later one, and the rivals' laws of those are not known.
    """
    import numpy as np

    if all(_against(np.array(run.model.first, np.float64), run.first) < UNLIKE for run in runs):
        return []
    against: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        for id_, drafts, law in run.rivals:
            against.setdefault((id_, drafts), []).append(_against(law, run.first))
    fitting = {key: found for key, found in against.items() if len(found) == len(runs) and max(found) < UNLIKE}
    return sorted(fitting, key=lambda key: sum(fitting[key]))


def _against(law: Floats, counts: Ints) -> float:
    """Log evidence of the draws against a law that is known up to 2^-10."""
    import numpy as np
    from scipy.special import logsumexp

    from ..sequential import CONCENTRATIONS, dirichlet

    if (counts[law < 2.0**-10] > counts.sum() * 2.0**-9).any():
        return float("inf")
    law = np.maximum(law, 2.0**-12)
    return float(logsumexp(dirichlet(law / law.sum(), counts)) - np.log(len(CONCENTRATIONS)))


def _distance(runs: Sequence[_Run]) -> float:
    """The total variation distance that would have been seen on every model; 1: none."""
    from ..sequential import smallest_seen

    return max(smallest_seen(run.tests[0], run.rows) for run in runs if run.tests is not None)


def _detail(runs: Sequence[_Run]) -> dict[str, str]:
    """Law and determinism, each in a line."""
    from ..sequential import FALSE_ALARM

    distance = _distance(runs)
    depths = ", ".join(f"{run.depth_model.depth} at vocab {run.model.vocab}" for run in runs)
    law = (
        f"a total variation distance of {distance:.2g} would have been seen with probability 1 - 1e-6 on every model, "
        f"in the joint law of the first tokens ({depths}); a right decoder is refuted with probability {FALSE_ALARM:g} at most"
    )
    return {
        "law": law if distance < 1 else "not judged: too few draws",
        "determinism": f"the same seed, the same tokens ({runs[0].length} a row)",
    }


def _snippet(name: str, seed: list[int], batch: int, model: Model) -> str:
    module, path = split(name)
    laws = {prefix: [float(p) for p in model.after(prefix)] for prefix in [(), *((x,) for x in range(model.vocab))]}
    return (
        f"import numpy as np\nfrom {module} import {path.split('.')[0]}\n"
        f"# the target after no token: {laws[()]}; after one: {[laws[x,] for x in range(model.vocab)]}\n"
        f"from draftproof.gpu_reference.audit.decoder_driver import target_of\n"
        f"from draftproof.gpu_reference.decoding import MODELS\n"
        f"target = target_of(MODELS[{seed[1]}].table())\n"
        f"tokens = {path}(np.random.default_rng({seed}), {batch}, target)"
    )


@click.command(short_help="Audit a whole decoder.")
@click.argument("subject", metavar="MODULE:CALLABLE")
@click.option("--draws", type=int, default=DRAWS, show_default=True, help="Rows to draw at most, for each model.")
@click.option("--budget", type=float, default=SECONDS, show_default=True, help="Seconds to draw for at most.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the generators it is given.")
@limit_options
def COMMAND(subject: str, draws: int, budget: float, seed: int, limits: Limits) -> Audit:  # noqa: N802
    """Hold a decoder, with its drafting inside, to the target's law.

    MODULE:CALLABLE is d(rng, batch, target) -> tokens int64[batch, n], with rng a numpy.random.Generator and target a
    callable from prefixes int64[batch, length] to laws float64[batch, vocab].
    """
    return audit_decoder(subject, draws=draws, budget=budget, seed=seed, limits=limits)
