"""`draftproof audit sampler MODULE:CALLABLE`: a sampler of speculative decoding against the target's law.

The keyword names decide the mode. With `uniforms` the coins are given and the audit is exact (`exact`); with `rng` it is
statistical (`statistical`); with both, what is accepted is audited exactly and what is recovered statistically. Four things
are told apart: the *law* (biased or not), the *rate* (slow is not biased), *numerics* (what rounding does) and *determinism*
(the same input twice; the other rows of a batch). Instances grow until a fault is found or the budget is spent.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from ...errors import BadInput
from ...ledger import Verdict
from ...subjects.outcome import Audit, Failed, Fault, Returned
from ...subjects.subject import Limits, Subject, limit_options

if TYPE_CHECKING:
    from ...subjects.here import Asked
    from .sampler_report import Form
    from .sampler_search import Search

BUDGET = 20.0
"""Seconds: a sampler written as a loop does 10^5 rows a second at best, and the instances written by hand take as many."""

MOST_WORKERS = 256
"""Processes of one audit: more than that is a slip."""

DRIVERS = {
    False: "draftproof.gpu_reference.audit.sampler_driver:drive",
    True: "draftproof.gpu_reference.tensor_driver:drive",
}
"""For arrays, and for tensors."""

REQUIRED = ("draft_tokens", "target_probs")
OPTIONAL = ("draft_probs", "draft_lens")
RANDOMNESS = ("uniforms", "rng")
KNOWN = (
    "draft_tokens, draft_probs, target_probs and uniforms (exact) or rng (statistical), and draft_lens if it takes them"
)

FIRST = 10
"""Groups on which a sampler without fault is compared with the right ones, to name its form."""

DRAWN = 8
"""Groups written by hand that are drawn from: the larger ones need more draws than a budget has."""

COMPARED = ("biased", "numerics", "impossible_token", "not_an_emission", "batch", "rate")
"""The kinds of fault that rivals are compared in."""


def audit_sampler(
    name: str,
    *,
    budget: float = BUDGET,
    torch: bool = False,
    seed: int = 0,
    workers: int = 1,
    limits: Limits | None = None,
) -> Audit:
    """Hold the sampler that `name` (MODULE:CALLABLE) stands for against the target's law, for `budget` seconds.

    The exact audit runs it in as many processes as there are `workers`; their number does not change what is found, only how
    far it comes. Raises `BadInput` where it cannot be loaded, has parameters of other names, or an option is unusable.
    """
    _check_options(budget, torch, seed)
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"--workers {workers}: expected 1 to {MOST_WORKERS}")
    with ExitStack() as stack:
        subject = stack.enter_context(Subject.load(name, driver=DRIVERS[torch], limits=limits))
        form = form_of(name, subject.ask({"do": "signature"}), torch)
        subjects = [subject, *(_loaded(stack, workers - 1, name, torch, limits) if form.exact else ())]
        return _audited(subjects, form, budget, seed, (limits or Limits()).timeout)


def audit_here(sampler: Callable[..., Any], *, budget: float = BUDGET, torch: bool = False, seed: int = 0) -> Audit:
    """The same for a callable of this process, in this process: no limits hold. Raises `BadInput`, too."""
    from ...subjects.here import Here

    _check_options(budget, torch, seed)
    subject = Here(sampler, DRIVERS[torch])
    form = form_of(subject.name, subject.ask({"do": "signature"}), torch)
    return _audited([subject], form, budget, seed, Limits.timeout)


def _check_options(budget: float, torch: bool, seed: int) -> None:
    if not 0 < budget <= 86_400:
        raise BadInput(f"--budget {budget}: expected seconds above 0, at most a day")
    if seed < 0:
        raise BadInput(f"--seed {seed}: expected an integer from 0")
    if torch and find_spec("torch") is None:
        raise BadInput("--torch needs torch, which is not installed")


def _audited(subjects: Sequence[Asked], form: Form, budget: float, seed: int, timeout: float) -> Audit:
    from .sampler_search import Search

    share = budget / 2 if form.exact and form.noise else budget
    search = Search(subjects[0], form, seed, timeout, time.monotonic() + share)
    if not form.exact:
        return _statistically(search, share)
    exact = _exactly(search, subjects)
    return exact if exact.faults or not form.noise else _joined(exact, _statistically(search, share))


def _loaded(stack: ExitStack, count: int, name: str, torch: bool, limits: Limits | None) -> list[Subject]:
    """More children with the same sampler, loaded side by side."""

    def load(_: int) -> Subject:
        return Subject.load(name, driver=DRIVERS[torch], limits=limits)

    with ThreadPoolExecutor(max(count, 1)) as pool:
        return [stack.enter_context(subject) for subject in pool.map(load, range(count))]


def form_of(name: str, answer: Returned | Failed, torch: bool = False) -> Form:
    """How the callable wants to be called, from its parameters. Raises `BadInput` for parameters that are not known."""
    from .sampler_report import Form

    parameters = answer.data if isinstance(answer, Returned) else None
    if parameters is None:
        raise BadInput(f"{name}: its parameters cannot be read: expected a function of {KNOWN}")
    names = tuple(parameter for parameter, _, _ in parameters)
    for parameter, by_name, _ in parameters:
        if parameter not in REQUIRED + OPTIONAL + RANDOMNESS or not by_name:
            raise BadInput(f"{name}: unknown parameter {parameter!r}: expected {KNOWN}")
    missing = [parameter for parameter in REQUIRED if parameter not in names]
    if missing or not set(names) & set(RANDOMNESS):
        raise BadInput(f"{name}: no parameter {(missing or ['uniforms'])[0]!r}: expected {KNOWN}")
    declared_none = {parameter: none for parameter, _, none in parameters}
    return Form(name, names, declared_none.get("draft_probs", True), torch)


def _exactly(search: Search, subjects: Sequence[Asked]) -> Audit:
    """The exact audit, and the rivals or right samplers that do the same."""
    from ..diagnosis import alike, same_as
    from .sampler_search import probe, search_until_fault

    search_until_fault(search, subjects)
    fault, form = search.fault, search.form
    diagnosis: dict[str, str] = {}
    right = ""
    if fault is None:
        right = ", ".join(same_as(search.trials[:FIRST], point_mass=form.point_mass, recovered=not form.noise))
    elif fault.kind in COMPARED:
        probe(search)
        says = _says()
        found = alike(search.trials, point_mass=form.point_mass, recovered=not form.noise)
        diagnosis = {id_: says[id_] for id_ in found}
    largest = max((one.instance.vocab for one, _ in search.judged), default=0)
    longest = max((one.instance.gamma for one, _ in search.judged), default=0)
    explored = {
        "rows": search.rows,
        "rows at most in a call": search.most_rows,
        "instances": len(search.judged),
        "tokens": largest,
        "draft positions": longest,
    }
    return Audit(
        "sampler",
        form.subject,
        (fault,) if fault else (),
        diagnosis,
        {**explored, "seed": search.seed},
        tuple(_remarks(search, right)),
        _verdict(search),
        _aspects(search),
    )


def _verdict(search: Search) -> Verdict:
    """Without a fault: what no instance was finished for is unknown, and exact only what is so on every one."""
    if not any(in_time for _, in_time in search.judged):
        return Verdict.UNKNOWN
    return Verdict.EXACT if all(judged.verdict is Verdict.EXACT for judged, _ in search.judged) else Verdict.HOLDS


def _remarks(search: Search, right: str) -> Iterator[str]:
    from ..exact import ASSUMES

    form = search.form
    if right:
        yield f"emits as {right} on everything compared"
    yield f"assumed: {ASSUMES}; coins are told apart to 2^-45; no call depends on those before it"
    if search.written:
        yield f"it writes into its arguments: {', '.join(sorted(search.written))}"
    if form.noise:
        yield "it draws its recovered tokens itself: what it accepts is audited exactly, what it recovers statistically"
    yield from _not_tried(form)


def _not_tried(form: Form) -> Iterator[str]:
    if not form.draft_lens:
        yield "not tried: drafts of different lengths in a batch (it does not take draft_lens)"
    if form.point_mass and "draft_probs" in form.names:
        yield "not tried: draft laws (it declares draft_probs None, so it was given none)"


def _aspects(search: Search) -> dict[str, str]:
    """Law, rate, numerics and determinism, each in a line."""
    from .sampler_report import law_line, rate_line
    from .sampler_search import single_precision

    kind = search.fault.kind if search.fault else ""
    law = {"biased": "biased", "numerics": "biased within rounding"}
    rate = "at fault" if kind == "rate" else rate_line([judged for judged, _ in search.judged])
    repeats = f"the same tokens again, alone, and in another order of the batch ({search.composed:,} rows)"
    return {
        "law": law.get(kind) or law_line(search.judged),
        "rate": rate,
        "numerics": single_precision(search),
        "determinism": "at fault"
        if kind in ("not_repeatable", "batch")
        else repeats
        if search.composed
        else "not judged",
    }


def _says() -> dict[str, str]:
    """What each rival says, from beside its claim."""
    from ...derivations.losslessness import CHAIN

    return {rival.id: rival.says for claim in CHAIN.claims for rival in claim.rivals}


def _statistically(search: Search, seconds: float) -> Audit:
    """The statistical audit of a sampler that draws its own randomness."""
    from .. import statistical
    from ..instances import fixed, ragged
    from ..rivals import SAMPLERS
    from ..sequential import FALSE_ALARM

    def sample(draft_tokens: Any, draft_probs: Any, target_probs: Any, draft_lens: Any, seed: Any) -> Any:
        seeds = [int(part) for part in seed]
        outcome = search.ask("sample", draft_tokens, draft_probs, target_probs, draft_lens, seed=seeds)
        return outcome if isinstance(outcome, Failed) else outcome.arrays[0]

    groups = [
        *itertools.islice(fixed(), DRAWN),
        statistical.small_residuals(),
        *(ragged() if search.form.draft_lens else ()),
    ]
    found = statistical.audit_statistically(
        sample, groups, SAMPLERS, draws=statistical.DRAWS, seconds=seconds, seed=search.seed
    )
    says, fault = _says(), found.found
    seen = found.distance < 1 and fault is None
    law = f"a total variation distance of {found.distance:.2g} would have been seen on every instance"
    instances = [instance for group in groups for instance in group]
    return Audit(
        "sampler",
        search.form.subject,
        (Fault(fault.kind, fault.says, {**fault.instance.to_json(), **fault.shown}),) if fault else (),
        {id_: says[id_] for id_ in found.alike} if fault else {},
        {
            "draws": found.draws,
            "instances": found.instances,
            "tokens": max(instance.vocab for instance in instances),
            "draft positions": max(instance.gamma for instance in instances),
            "seed": search.seed,
        },
        (f"a right sampler is refuted with probability {FALSE_ALARM:g} at most", *_not_tried(search.form)),
        Verdict.HOLDS if seen else Verdict.UNKNOWN,
        {
            "law": "biased" if fault and fault.kind == "biased" else law if seen else "not judged",
            "rate": found.rate.removeprefix("rate: "),
            "numerics": "not judged",
            "determinism": "at fault"
            if fault and fault.kind in ("not_repeatable", "dependent_rows")
            else "the same seed, the same tokens; of the rows of a batch, neighbours are independent",
        },
    )


def _joined(exact: Audit, drawn: Audit) -> Audit:
    """One audit of both: acceptance exactly, recovery statistically."""
    return Audit(
        "sampler",
        exact.subject,
        drawn.faults,
        drawn.diagnosis,
        {**exact.explored, "draws": drawn.explored["draws"]},
        tuple(dict.fromkeys((*exact.remarks, *drawn.remarks))),
        Verdict.UNKNOWN if Verdict.UNKNOWN in (exact.verdict, drawn.without_fault) else Verdict.HOLDS,
        {
            "law": f"accepted: {exact.detail['law']}; recovered: {drawn.detail['law']}",
            "rate": exact.detail["rate"],
            "numerics": exact.detail["numerics"],
            "determinism": f"accepted: {exact.detail['determinism']}; recovered: {drawn.detail['determinism']}",
        },
    )


@click.command(short_help="Audit a sampler of speculative decoding.")
@click.argument("subject", metavar="MODULE:CALLABLE")
@click.option("--budget", type=float, default=BUDGET, show_default=True, help="Seconds to search for.")
@click.option("--torch", is_flag=True, help="Pass torch tensors, not NumPy arrays.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random instances.")
@click.option("--workers", type=int, default=1, show_default=True, help="Processes that run it in the exact audit.")
@limit_options
def COMMAND(subject: str, budget: float, torch: bool, seed: int, workers: int, limits: Limits) -> Audit:  # noqa: N802
    """Audit a sampler of speculative decoding: is it lossless?

    The keyword names decide how. f(draft_tokens, draft_probs, target_probs, uniforms) is audited exactly,
    f(draft_tokens, draft_probs, target_probs, rng) statistically; with both, acceptance exactly and recovery statistically.

    Tokens are int64[batch, gamma], draft_probs float64[batch, gamma, vocab], target_probs float64[batch, gamma+1, vocab],
    uniforms float64[batch, gamma+1] in [0, 1): one coin a draft position, the last for the recovered or bonus token. It returns
    int64[batch, gamma+1]: the emitted tokens, then -1. draft_lens[batch] is given if it is named; draft_probs=None declares
    point-mass drafts.
    """
    return audit_sampler(subject, budget=budget, torch=torch, seed=seed, workers=workers, limits=limits)
