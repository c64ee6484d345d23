"""Published figures, judged by the digits they print, never by a tolerance somebody chose. Standard library only.

Some inputs of a figure are *exact* (a chosen setting: alpha = 0.7, gamma = 5), the others are *printed*, so known only
to their own rounding. With the inputs taken as printed the result may miss the figure's last digit although the figure
is right: 1.24e9 x 2 B is 2.48 GB, and 2.47 GB was printed from 1.236e9. The judgement tells these cases apart:

=========  ================================================================================================
`exact`    evaluated at the inputs as printed, the result rounds to the printed digits (a tie, either way)
`holds`    some inputs that round to the printed ones give a result that does: the witness is kept
`refuted`  none does: the figure does not follow from its inputs
`unknown`  neither was settled within the search's bound; never passes
=========  ================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..errors import BadInput
from ..ledger import Verdict
from .enclosure import enclose, value_at
from .expr import Node, NotRational, Undefined, free_names, num, number, substitute
from .intervals import Interval, Printed, decimal_text, point
from .search import MAX_SPLITS, Cell, Outcome, Point, feasible_part, search

SETTLED = (Verdict.EXACT, Verdict.HOLDS, Verdict.REFUTED)
"""The judgements that may be expected: nobody expects not to know."""


@dataclass(frozen=True)
class Expected:
    """A judgement on record, with its reason: a published figure known not to follow from its inputs, say."""

    verdict: Verdict
    reason: str

    def __post_init__(self) -> None:
        """Refuse what would let a figure pass unjudged."""
        if self.verdict not in SETTLED or not self.reason:
            raise BadInput(f"expected judgement '{self.verdict}': must be exact, holds or refuted, and give its reason")

    def met(self, verdict: Verdict) -> bool:
        """Whether the computed judgement is the recorded one."""
        return verdict == self.verdict


@dataclass(frozen=True)
class Figure:
    """A published number: what was printed, from which inputs as printed, by which expression, and where.

    `inputs` gives every free name of `expression` as text (`Printed.parse`); those in `exact_inputs` are settings, not
    measurements. `significant` says how many leading digits of `printed` are meant, for "about 300".
    """

    id: str
    printed: str
    inputs: Mapping[str, str]
    expression: Node
    source: str
    exact_inputs: frozenset[str] = frozenset()
    expected: Expected | None = None
    significant: int | None = None

    def __post_init__(self) -> None:
        """Refuse inputs that do not fit the expression."""
        if missing := free_names(self.expression) - set(self.inputs):
            raise BadInput(f"figure {self.id}: no printed input for {', '.join(sorted(missing))}")
        if unknown := self.exact_inputs - set(self.inputs):
            raise BadInput(f"figure {self.id}: {', '.join(sorted(unknown))} is called exact but is no input")
        if ranges := sorted(name for name, text in self.inputs.items() if Printed.parse(text).is_range):
            raise BadInput(f"figure {self.id}: the input {ranges[0]} is a range, expected one number")

    @cached_property
    def target(self) -> Interval:
        """What rounds to the printed figure."""
        return Printed.parse(self.printed, significant=self.significant).interval

    @cached_property
    def as_printed(self) -> Mapping[str, Fraction]:
        """The inputs that the expression uses, taken as printed."""
        used = free_names(self.expression)
        return {name: Printed.parse(text).value for name, text in self.inputs.items() if name in used}

    @property
    def box(self) -> dict[str, Interval]:
        """The inputs that the expression uses, each to its rounding; exact ones as points."""
        return {
            name: point(value) if name in self.exact_inputs else Printed.parse(self.inputs[name]).interval
            for name, value in self.as_printed.items()
        }


@dataclass(frozen=True)
class Judged:
    """A figure with its judgement.

    `computed` is the value at the inputs as printed (None where there is none; for a logarithm or the like, to 20
    digits), `interval` what rounds to the print, `witness` the inputs that reproduce it, `value` the enclosure of `computed`.
    """

    figure: Figure
    verdict: Verdict
    computed: Fraction | None
    interval: Interval
    witness: Mapping[str, Fraction] | None
    passes: bool
    reason: str
    value: Interval | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for the ledger's `detail`: exact numbers as text."""
        return {
            "id": self.figure.id,
            "printed": self.figure.printed,
            "inputs": dict(self.figure.inputs),
            "exact_inputs": sorted(self.figure.exact_inputs),
            "source": self.figure.source,
            "verdict": str(self.verdict),
            "passes": self.passes,
            "computed": None if self.computed is None else decimal_text(self.computed),
            "interval": [str(end) for end in self.interval],
            "witness": None if self.witness is None else {name: str(value) for name, value in self.witness.items()},
            "expected": _expected_dict(self.figure.expected),
            "reason": self.reason,
        }


def judge(figure: Figure, *, max_splits: int = MAX_SPLITS) -> Judged:
    """The judgement on one figure; it passes if it is the expected one, by default `exact` or `holds`.

    Raises `BadInput` where a text is no printed number or the expression is malformed.
    """
    target, box = figure.target, figure.box
    witness: Point | None = figure.as_printed
    computed = _value(figure.expression, figure.as_printed)
    if computed is not None and target.covers(computed):
        verdict, reason = Verdict.EXACT, ""
    else:
        outcome = search(figure.expression, box, target, max_splits=max_splits)
        verdict, witness = _verdict(outcome), outcome.witness
        reason = _explain(figure, verdict, computed, box, witness, outcome.splits)
    middle = None if computed is None else computed.middle
    return Judged(figure, verdict, middle, target, witness, _passes(verdict, figure.expected), reason, computed)


def _value(expression: Node, inputs: Point) -> Interval | None:
    try:
        return value_at(expression, inputs)
    except Undefined:
        return None


def _verdict(outcome: Outcome) -> Verdict:
    if outcome.witness is not None:
        return Verdict.HOLDS
    return Verdict.REFUTED if outcome.excluded else Verdict.UNKNOWN


def _passes(verdict: Verdict, expected: Expected | None) -> bool:
    return verdict.passes if expected is None else expected.met(verdict)


def _expected_dict(expected: Expected | None) -> dict[str, str] | None:
    return None if expected is None else {"verdict": str(expected.verdict), "reason": expected.reason}


def _explain(
    figure: Figure, verdict: Verdict, computed: Interval | None, box: Cell, witness: Point | None, splits: int
) -> str:
    """Why the figure is not `exact`, in one line."""
    at = "no value" if computed is None else decimal_text(computed.middle)
    as_printed = f"{at} at the inputs as printed, against {figure.printed}"
    if witness is not None:
        moved = [f"{name} = {decimal_text(value)}" for name, value in witness.items() if box[name].width]
        return f"{as_printed}; reproduced at {', '.join(moved)}"
    if verdict == Verdict.UNKNOWN:
        return f"{as_printed}; undecided after {splits} splits"
    if not any(side.width for side in box.values()):
        return f"{as_printed}; all inputs are exact"
    try:
        low, high = enclose(figure.expression, box)
    except Undefined:
        return f"{as_printed}; no inputs that round to the printed ones give it"
    return f"{as_printed}; their rounding keeps it within {decimal_text(low)} to {decimal_text(high)}"


@dataclass(frozen=True)
class JointlyJudged:
    """Figures that share one unknown input, judged together.

    `computed` gives each figure's value at the input as printed, `witness` a value of it that reproduces them all.
    Every value in `feasible` does (certified); none outside `possible` does.
    """

    figures: tuple[Figure, ...]
    shared: str
    verdict: Verdict
    computed: tuple[Fraction | None, ...]
    witness: Fraction | None
    feasible: Interval | None
    possible: Interval | None
    passes: bool
    reason: str
    expected: Expected | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for the ledger's `detail`: exact numbers as text."""
        return {
            "ids": [figure.id for figure in self.figures],
            "printed": [figure.printed for figure in self.figures],
            "shared": {self.shared: self.figures[0].inputs[self.shared]},
            "verdict": str(self.verdict),
            "passes": self.passes,
            "computed": [None if value is None else decimal_text(value) for value in self.computed],
            "witness": None if self.witness is None else str(self.witness),
            "feasible": None if self.feasible is None else [str(end) for end in self.feasible],
            "possible": None if self.possible is None else [str(end) for end in self.possible],
            "expected": _expected_dict(self.expected),
            "reason": self.reason,
        }


def judge_jointly(figures: Sequence[Figure], shared: str, *, expected: Expected | None = None) -> JointlyJudged:
    """Whether one single value of the printed input `shared` reproduces all the figures; all other inputs are exact.

    `exact` if the value as printed does, `holds` if another that rounds to it does, `refuted` if none. Raises
    `BadInput` if the figures print the shared input differently, or have another input that is not exact.
    """
    texts = {figure.inputs.get(shared) for figure in figures}
    if len(texts) != 1 or None in texts:
        raise BadInput(f"figures judged jointly must print the same input '{shared}', got {sorted(map(str, texts))}")
    for figure in figures:
        if loose := sorted(set(figure.as_printed) - figure.exact_inputs - {shared}):
            raise BadInput(f"figure {figure.id}: '{loose[0]}' must be exact for a joint judgement over '{shared}'")
    printed = Printed.parse(figures[0].inputs[shared])
    conditions = [(_with_exact(figure, shared), figure.target) for figure in figures]
    values = [_value(expression, {shared: printed.value}) for expression, _ in conditions]
    misses = [
        figure.id
        for figure, value in zip(figures, values, strict=True)
        if value is None or not figure.target.covers(value)
    ]
    part = feasible_part(conditions, shared, printed.interval)
    witness: Fraction | None = printed.value
    if not misses:
        verdict, reason = Verdict.EXACT, ""
    else:
        verdict, witness = _verdict(part), None if part.witness is None else part.witness[shared]
        reason = f"{shared} = {printed.text} itself misses {', '.join(misses)}; " + (
            f"no value that rounds to it gives all {len(figures)}"
            if verdict == Verdict.REFUTED
            else "undecided within the bound of the search"
            if witness is None
            else f"{shared} = {decimal_text(witness)} gives all {len(figures)}"
        )
    computed = tuple(None if value is None else value.middle for value in values)
    passes = _passes(verdict, expected)
    return JointlyJudged(
        tuple(figures), shared, verdict, computed, witness, part.feasible, part.possible, passes, reason, expected
    )


def _with_exact(figure: Figure, shared: str) -> Node:
    """The figure's expression in the shared input alone."""
    return _computed(substitute(figure.expression, {k: num(v) for k, v in figure.as_printed.items() if k != shared}))


def _computed(node: Node) -> Node:
    """The tree with its rational parts without symbols computed: the search reads it on hundreds of pieces."""
    if not free_names(node):
        with suppress(Undefined, NotRational, BadInput):
            return num(number(node, {}))
    return node.rebuild(_computed)
