"""`draftproof audit processor MODULE:CALLABLE --pipeline STEPS`: code that turns logits into probabilities.

The callable is `process(logits: float64[V]) -> float[V]` and must give the law of the pipeline. Laws of small integer weights are
drawn by hypothesis and shrunk, then some fixed laws are tried: even ones of up to 1,024 tokens, steep ones, ones with masked
tokens. Expected is what exact arithmetic says. Where a mass comes so near to p that rounding decides, nothing is asked;
on even laws of 2^n tokens no float is rounded, so there equality counts. Of tokens with equal logits any may be kept.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ...errors import BadInput
from ...subjects.load import split
from ...subjects.outcome import Audit, Failed, Fault
from ...subjects.subject import Limits, Subject, limit_options
from . import need_hypothesis

if TYPE_CHECKING:
    from ...derivations.pipelines import Law, Pipeline
    from ...sampling import Floats
    from .samplers import Behaviour

EXAMPLES = 500
"""Laws drawn: each costs a call of the user's code, about a millisecond for a vector of a few tokens."""

TOLERANCE = 1e-4
"""Total variation distance that is put down to rounding: float32 errs by some 1e-5 at these logits."""

VISIBLE = 1e-6
"""A probability from which on a token that is kept must be seen to be kept, in float32 as well."""

NEAR = Fraction(1, 100_000)
"""How near to p a mass may come before rounding decides, in float32 and over some hundred tokens."""

MOST_TOKENS = 8
"""Tokens of a drawn law, beyond the largest k of the pipeline."""

LARGEST_WEIGHT = 30

FIRST = ((1,),)
"""What is tried before anything is drawn: code that fails on every law is shown to do so on the smallest one."""

LAWS = ("wrong_law", "not_a_law")
"""The kinds of fault that are compared with the rivals."""

PROBES = (
    (1, 1),
    (2, 1),
    (3, 1),
    (7, 1),
    (20, 1),
    (4, 3, 2, 1),
    (3, 2, 2, 1),
    (9, 3, 1, 1),
    (1, 2, 3, 4, 5, 6),
    (1,) * 7,
)
"""Laws that tell the rivals apart, tried after a fault: one that shows at the first law is no diagnosis yet."""

COMPARED = 400
"""Calls that are kept, to see which rival the subject behaves as."""

SHOWN = 16
"""Numbers of a counterexample that are written out."""


class _Found(Exception):
    """A law on which the subject is at fault."""


class _Ended(BaseException):
    """The subject's process is gone: the search ends, and nothing is shrunk."""


@dataclass
class _Search:
    """The subject's fault so far (the last one found is the smallest), and what it returned for the laws tried."""

    name: str
    pipeline: Pipeline
    tolerance: float
    fault: Fault | None = None
    returned: list[tuple[Floats, Any]] = field(default_factory=list)
    calls: int = 0
    near: int = 0
    at_equality: int = 0


def audit_processor(
    name: str,
    written: str,
    *,
    examples: int = EXAMPLES,
    tolerance: float = TOLERANCE,
    limits: Limits | None = None,
) -> Audit:
    """Hold the callable that `name` stands for against the pipeline. Raises `BadInput`: cannot be loaded, unusable options."""
    from ...derivations.engines import SETTINGS, named_or_written
    from ...derivations.pipelines import text

    pipeline, engine = named_or_written(written, SETTINGS)
    if not 0 < tolerance < 1:
        raise BadInput(f"--tolerance {tolerance}: expected a number between 0 and 1")
    if examples < 1:
        raise BadInput(f"--examples {examples}: expected at least 1")
    need_hypothesis("processor")
    search = _Search(name, pipeline, tolerance)
    with Subject.load(name, limits=limits) as subject:
        try:
            _fixed(subject, search, FIRST)
            if search.fault is None:
                _drawn(subject, search, examples)
            if search.fault is None:
                _fixed(subject, search, fixed_laws())
        except _Ended:
            pass  # the fault that ended it is kept
        else:
            if search.fault and search.fault.kind in LAWS:
                _probe(subject, search)
    diagnosis = _diagnosis(search) if search.fault and search.fault.kind in LAWS else {}
    return Audit(
        "processor",
        f"{name} against {text(pipeline)}",
        (search.fault,) if search.fault else (),
        diagnosis,
        {"laws": search.calls, "left out, too near to a cut": search.near},
        tuple(_remarks(search, engine.version if engine else "")),
    )


def _drawn(subject: Subject, search: _Search, examples: int) -> None:
    """Laws that hypothesis draws, and the smallest of those that show a fault."""
    import hypothesis
    from hypothesis import strategies as st

    most = MOST_TOKENS + _largest_rank(search.pipeline)
    weights = st.lists(st.integers(0, LARGEST_WEIGHT), min_size=1, max_size=most).filter(any)

    @hypothesis.settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
    )
    @hypothesis.given(weights, st.integers(-20, 20))
    def holds(drawn: list[int], shift: int) -> None:
        _try(subject, search, drawn, shift)

    with contextlib.suppress(_Found):
        holds()


def _largest_rank(pipeline: Pipeline) -> int:
    ranks = [int(part.value) for step in pipeline for part in (step.parts or (step,)) if part.name == "top_k"]
    return min(max(ranks, default=0), 256)


def _fixed(subject: Subject, search: _Search, laws: Iterable[Sequence[int]]) -> None:
    with contextlib.suppress(_Found):
        for weights in laws:
            _try(subject, search, weights, 0)


def _probe(subject: Subject, search: _Search) -> None:
    """What the subject makes of some laws that tell the rivals apart; whether it is right is not asked."""
    import numpy as np

    for weights in PROBES:
        logits = np.log(np.array(weights, np.float64))
        outcome = subject.ask(None, logits)
        if isinstance(outcome, Failed):
            return
        search.returned.append((logits, outcome.arrays[0]))


def fixed_laws() -> Iterator[list[int]]:
    """Laws beyond the reach of small drawn ones, those with few tokens first."""
    for power in range(11):
        yield [1] * 2**power
        if power:
            yield [0] * 2 ** (power - 1) + [1] * 2**power
            yield list(range(2**power, 0, -1))
    yield [2**power for power in range(40)]
    yield [2**power for power in range(60, 0, -3)]
    yield [10**12, *[1] * 511]


def _try(subject: Subject, search: _Search, weights: Sequence[int], shift: int) -> None:
    """One law: raises `_Found` where the subject is at fault, `_Ended` where its process is gone as well."""
    import numpy as np

    from ...derivations.pipelines import Undecided, process

    exact = [Fraction(weight) for weight in weights]
    even = _even(weights) and shift == 0
    try:
        expected = process(exact, search.pipeline)
        if _near(exact, expected, search.pipeline):
            if not even:
                search.near += 1
                return
            search.at_equality += 1
    except Undecided:
        search.near += 1
        return
    logits = np.array([math.log(weight) + shift if weight else -math.inf for weight in weights])
    search.calls += 1
    outcome = subject.ask(None, logits)
    found = outcome if isinstance(outcome, Failed) else outcome.arrays[0]
    if not isinstance(found, Failed):
        search.returned = [*search.returned[-COMPARED:], (logits, found)]
    fault = _judge(found, expected, logits, search)
    if fault is None:
        return
    search.fault = replace(fault, counterexample={"weights": _some(list(weights)), **fault.counterexample})
    if isinstance(found, Failed) and found.ends_child:
        raise _Ended
    raise _Found


def _even(weights: Sequence[int]) -> bool:
    """Equal weights of 2^n tokens: no float of their law is rounded."""
    kept = [weight for weight in weights if weight]
    return len(set(kept)) == 1 and len(kept) & (len(kept) - 1) == 0 and kept[0] == 1


def _near(weights: list[Fraction], expected: Law, pipeline: Pipeline) -> bool:
    """Whether a p or a share that is a little smaller or larger would keep other tokens."""
    from ...derivations.pipelines import process

    return any(process(weights, _moved(pipeline, by)).kept != expected.kept for by in (-NEAR, NEAR))


def _moved(pipeline: Pipeline, by: Fraction) -> Pipeline:
    return tuple(
        replace(
            step,
            value=min(step.value * (1 + by), Fraction(1)) if step.value < 1 else step.value,
            parts=_moved(step.parts, by),
        )
        if step.name in ("top_p", "min_p", "joint")
        else step
        for step in pipeline
    )


def _diagnosis(search: _Search) -> dict[str, str]:
    """The rivals that give what the subject gave on every law that was tried, where rounding does not decide what they give."""
    from ...derivations.claims import chain
    from .samplers import RIVALS

    says = {rival.id: rival.says for claim in chain("sampling_order").claims for rival in claim.rivals}
    return {id_: says[id_] for id_, ways in RIVALS.items() if any(_behaves(way, search) for way in ways)}


def _behaves(way: Behaviour, search: _Search) -> bool:
    import numpy as np

    from ...sampling import run

    beside = [_moved(search.pipeline, by) for by in (-NEAR, NEAR)]
    differs = False
    with np.errstate(all="ignore"):
        for logits, found in search.returned:
            expected = way(logits, search.pipeline)
            differs |= not _same(run(logits, search.pipeline), expected, logits, search)
            if _same(expected, found, logits, search):
                continue
            if len(set(logits)) == 1 and len(logits) & (len(logits) - 1) == 0:  # an even law: nothing is rounded
                return False
            less, more = (way(logits, pipeline) for pipeline in beside)
            if _same(less, more, logits, search):
                return False
    return differs


def _judge(found: Floats | Failed, expected: Law, logits: Floats, search: _Search) -> Fault | None:
    import numpy as np

    if isinstance(found, Failed):
        shown = {"printed": found.printed} if found.printed else {}
        return Fault(found.kind, found.says, shown, _snippet(search.name, logits))
    law = np.array([float(sum(_ends(p)) / 2) for p in expected.probabilities()])
    given = {"logits": _some(logits.tolist()), "expected": _some(law.tolist()), "returned": _some(_plain(found))}
    says = _form(found, len(law))
    if says is not None:
        return Fault("not_a_law", says, given, _snippet(search.name, logits))
    if _same(law, found, logits, search):
        return None
    apart = float(np.abs(_by_ties(law, logits) - _by_ties(found, logits)).sum() / 2)
    kept = int(np.count_nonzero(found > 0))
    says = (
        f"V = {len(law)}: keeps {kept} tokens where the pipeline keeps {len(expected.kept)}; "
        f"total variation distance {apart:.6g}"
    )
    return Fault("wrong_law", says, given, _snippet(search.name, logits))


def _ends(number: Any) -> tuple[Fraction, Fraction]:
    from ...derivations.pipelines import ends

    return ends(number)


def _form(found: Any, size: int) -> str | None:
    """Why what came back is no law of so many tokens; None if it is one, up to rounding."""
    import numpy as np

    if found.dtype.kind != "f" or found.shape != (size,):
        shape = ", ".join(map(str, found.shape))
        return f"returned {found.dtype.name}[{shape}], expected floats of the shape [{size}]"
    if not np.isfinite(found).all():
        return "returned NaN or an infinity"
    if (found < 0).any():
        return f"returned a negative probability, {found.min():g}"
    return None


def _same(law: Floats, found: Any, logits: Floats, search: _Search) -> bool:
    """Whether two vectors are the same law, up to rounding and the choice among tokens with equal logits."""
    import numpy as np

    if found.shape != law.shape or found.dtype.kind != "f":
        return False
    if _empty(law) or _empty(found):
        return _empty(law) and _empty(found)
    if not np.isfinite(found).all():
        return False
    one, other = _by_ties(law, logits), _by_ties(found.astype(np.float64), logits)
    seen = bool((((one > VISIBLE) <= (other > 0)) & ((other > VISIBLE) <= (one > 0))).all())
    return seen and float(np.abs(one - other).sum() / 2) <= search.tolerance


def _empty(law: Any) -> bool:
    """No token is left: zeros throughout, or what dividing by their sum gives."""
    import numpy as np

    return bool(np.isnan(law).all() or (law == 0).all())


def _by_ties(law: Any, logits: Floats) -> Floats:
    """The probabilities sorted by logit, and among equal logits by size."""
    import numpy as np

    found: Floats = np.asarray(law, np.float64)[np.lexsort((-np.asarray(law, np.float64), -logits))]
    return found


def _remarks(search: _Search, version: str) -> Iterator[str]:
    from ...derivations.pipelines import text

    cuts = [part for step in search.pipeline for part in (step.parts or (step,))]
    if version:
        yield f"the convention as read at {version}"
    if search.fault is None:
        if any(part.name == "top_p" and part.value < 1 for part in cuts) and not search.at_equality:
            yield "not observable at this p: whether a mass equal to p counts as reaching it (p = 0.5 shows it)"
    elif search.fault.kind in LAWS:
        for other in _otherwise_tied(search.pipeline):
            if _behaves(_as(other), search):
                yield f"it behaves as {text(other)}"


def _otherwise_tied(pipeline: Pipeline) -> Iterator[Pipeline]:
    """The pipeline with ties kept by every cut that can, by top-k alone, and by none."""
    from ...derivations.pipelines import KEEP_TIES

    for names in (("top_k",), ("top_k", "top_p"), ()):
        changed = tuple(
            replace(
                step,
                ties=KEEP_TIES if step.name in names else "",
                parts=tuple(replace(part, ties=KEEP_TIES if part.name in names else "") for part in step.parts),
            )
            for step in pipeline
        )
        if changed != pipeline:
            yield changed


def _as(pipeline: Pipeline) -> Behaviour:
    """What is right for that pipeline, whatever was asked for."""
    from ...sampling import run

    return lambda logits, _: run(logits, pipeline)


def _some(values: list[Any]) -> list[Any]:
    """The first numbers, as JSON has them, and how many follow."""
    shown = [value if not isinstance(value, float) or math.isfinite(value) else str(value) for value in values[:SHOWN]]
    return shown + ([f"and {len(values) - SHOWN} more"] if len(values) > SHOWN else [])


def _plain(found: Any) -> list[Any]:
    return (
        [float(value) for value in found.reshape(-1)[: SHOWN + 1]] if found.dtype.kind in "fiub" else [str(found.dtype)]
    )


def _snippet(name: str, logits: Floats) -> str:
    module, path = split(name)
    values = logits.tolist()
    listed = (
        repr(values).replace("inf", "np.inf")
        if len(set(values)) > 1 or len(values) < SHOWN
        else f"[{values[0]}] * {len(values)}"
    )
    top, *_ = path.split(".")
    return f"import numpy as np\nfrom {module} import {top}\nprint({path}(np.array({listed})))"


@click.command()
@click.argument("subject", metavar="MODULE:CALLABLE")
@click.option("--pipeline", required=True, metavar="STEPS", help="The steps it should apply, or the name of an engine.")
@click.option("--examples", type=int, default=EXAMPLES, show_default=True, help="Laws to draw.")
@click.option(
    "--tolerance", type=float, default=TOLERANCE, show_default=True, help="Total variation distance of rounding."
)
@limit_options
def COMMAND(subject: str, pipeline: str, examples: int, tolerance: float, limits: Limits) -> Audit:  # noqa: N802
    """Audit a sampler's processing of logits.

    The callable is process(logits: float64[V]) -> probabilities: float[V]. The steps are such as
    temperature:0.5,top_p:0.85 or joint(top_k:50,top_p:0.9).
    """
    return audit_processor(subject, pipeline, examples=examples, tolerance=tolerance, limits=limits)
