"""What a callable gave at a point, held against the claim's formula or a rival's: exactly, or within derived rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from ...derivations.claims import Rival
from ...derivations.domain import Naturals
from ...derivations.enclosure import value_at
from ...derivations.export import export
from ...derivations.expr import Node, NotRational, Undefined, number
from ...derivations.floating import UNIT, rounded
from ...derivations.given import Given
from ...derivations.symbols import unfold
from ...ledger import Verdict
from ...subjects.outcome import Failed, Outcome
from .formula_names import Names
from .formula_points import At

UNITS = {
    "float16": Fraction(1, 2**11),
    "bfloat16": Fraction(1, 2**8),
    "float32": Fraction(1, 2**24),
}
"""Unit roundoff by the type that is returned; of every other one, double precision, in which its inputs are."""

SINGLE = UNITS["float32"]


@dataclass(frozen=True)
class Got:
    """What the callable gave at a point: a number with its type; or `special` (nan, inf); or how the call failed."""

    at: At
    number: Fraction | None = None
    type: str = ""
    rational: bool = False
    special: str = ""
    failed: Failed | None = None

    @property
    def what(self) -> str:
        """What it gave that is no number."""
        return f"returned {self.special}" if self.special else self.failed.says if self.failed else ""

    @property
    def ends_child(self) -> bool:
        """Whether the call ended the process that ran it."""
        return self.failed is not None and self.failed.ends_child

    def same(self, other: Got) -> bool:
        """Whether a second call came to the same (of failures, to the same kind: their texts may hold addresses)."""
        if self.failed is not None and other.failed is not None:
            return self.failed.kind == other.failed.kind
        return (self.number, self.special, self.failed) == (other.number, other.special, other.failed)

    @property
    def unit(self) -> Fraction:
        return UNITS.get(self.type, UNIT)


def got(at: At, outcome: Outcome) -> Got:
    """The driver's answer at a point."""
    if isinstance(outcome, Failed):
        return Got(at, failed=outcome)
    data = outcome.data
    if "special" in data:
        return Got(at, type=data["type"], special=data["special"])
    value = Fraction(int(data["top"], 16), int(data["bottom"], 16))
    return Got(at, value, data["type"], data.get("rational", False))


@dataclass(frozen=True)
class Comparison:
    """How results are compared: `exact_inputs` where the callable was given the very numbers of the points."""

    given: Given
    exact_inputs: bool

    def compared_exactly(self, result: Got) -> bool:
        """Whether nothing was rounded: exact numbers in, an exact number out."""
        return result.rational and (self.exact_inputs or not self.given_reals())

    def given_reals(self) -> bool:
        """Whether the callable has any argument that is no natural number."""
        sets = self.given.claim.domain.sets
        return not all(isinstance(sets.get(name), Naturals) for name in self.given.names)

    def claim(self, result: Got, unit: Fraction | None = None) -> bool | None:
        """Whether a number is what the claim says; None where rounding leaves that open."""
        found = self._agrees(result, self.claim_trees(result.at), unit)
        if found is not False or self.compared_exactly(result):
            return found
        equal = [self.given.definition(), *self._trees(self.given.elsewhere(result.at.env))]
        return self._agrees(result, equal, unit)  # the same value, which rounds otherwise

    def claim_trees(self, at: At) -> list[Node]:
        """The claim's formulas for the quantity at a point; its definition at a corner where the claim has none."""
        return self._trees(self.given.formulas(self.given.claim.statement, at.env)) or [self.given.definition()]

    def rival(self, result: Got, rival: Rival) -> bool | None:
        """Whether a number is what a rival says; None where it says nothing, or rounding leaves it open."""
        if rival.statement is None:
            return None
        formulas = self.given.formulas(rival.statement, result.at.env)
        return self._agrees(result, self._trees(formulas)) if formulas else None

    def expected(self, at: At, rival: Rival | None = None) -> Fraction | None:
        """The value that the claim, or a rival, has at a point (its enclosure's middle where it is irrational)."""
        if rival is None:
            trees = self.claim_trees(at)
        else:
            trees = self._trees(() if rival.statement is None else self.given.formulas(rival.statement, at.env))
        for tree in trees:
            try:
                return value_at(tree, at.env).middle
            except Undefined:
                continue
        return None

    @staticmethod
    def _trees(formulas: Sequence[sp.Expr]) -> list[Node]:
        return [export(unfold(formula)) for formula in formulas]

    def _agrees(self, result: Got, trees: Sequence[Node], unit: Fraction | None = None) -> bool | None:
        """Whether some formula gives the number; None where none has a finite bound."""
        found = [self._is(result, tree, unit or result.unit) for tree in trees]
        return True if True in found else False if False in found else None

    def _is(self, result: Got, tree: Node, unit: Fraction) -> bool | None:
        assert result.number is not None
        env = result.at.env
        try:
            if self.compared_exactly(result):
                try:
                    return number(tree, env) == result.number
                except NotRational:
                    pass  # no exact number equals it, but a rounded one may
            exact_inputs = self.exact_inputs and result.rational  # a float may have been made of the inputs
            bound = rounded(tree, env, self.given.claim.domain, unit, exact_inputs=exact_inputs)
        except Undefined:
            return None
        return result.number in bound


@dataclass
class Run:
    """A callable as one quantity of a claim: how it is called, and what it gave at every point tried."""

    name: str
    given: Given
    names: Names
    form: str
    results: list[Got]
    again: list[tuple[Got, Got]] = field(default_factory=list)
    calls: int = 0

    @property
    def comparison(self) -> Comparison:
        return Comparison(self.given, self.form == "fraction")


@dataclass(frozen=True)
class Judged:
    """What came of a run: results by what they are, and what each rival makes of them."""

    run: Run
    right: tuple[Got, ...]
    wrong: tuple[Got, ...]
    open: tuple[Got, ...]
    without: tuple[Got, ...]
    rejected: Mapping[str, Got]
    equal: tuple[Rival, ...]
    survived: tuple[str, ...]
    silent: tuple[str, ...]


def judge(run: Run) -> Judged:
    """Hold every result against the claim, and against each rival in the claim's place."""
    comparison, numbers = run.comparison, [result for result in run.results if result.number is not None]
    verdicts = [(result, comparison.claim(result)) for result in numbers]
    right, wrong, undecided = (tuple(r for r, found in verdicts if found is which) for which in (True, False, None))
    rejected: dict[str, Got] = {}
    equal: dict[str, Rival] = {}
    survived: list[str] = []
    silent: list[str] = []
    own, near = run.given.claim.rivals, [result for result in numbers if result.at.place != "large"]
    at_fault = {id(result) for result in wrong}
    for rival in (*own, *(run.given.rivals() if wrong else ())):
        holds: list[Got] = []
        for result in near:  # a rival's powers of a quotient of powers have too many digits at large numbers
            found = comparison.rival(result, rival)
            holds += [result] if found else []
            if found is False:
                rejected |= {rival.id: result} if rival in own else {}
                break
        else:
            if any(id(result) in at_fault for result in holds):
                equal[rival.id] = rival
            elif rival in own:
                (survived if holds else silent).append(rival.id)
    named = tuple(rival for rival in equal.values() if rival in own) or tuple(equal.values())
    without = tuple(result for result in run.results if result.number is None)
    return Judged(run, right, wrong, undecided, without, rejected, named, tuple(survived), tuple(silent))


def verdict(judged: Judged) -> Verdict:
    """Of a callable without fault: exact where every number is, unknown where rounding leaves all of them open."""
    if not judged.right:
        return Verdict.UNKNOWN
    exact = all(judged.run.comparison.compared_exactly(result) for result in judged.right) and not judged.open
    return Verdict.EXACT if exact else Verdict.HOLDS
