"""From the names in a plot to the claims' own formulas and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import sympy as sp

from ....derivations import claims as register
from ....derivations.claims import Claim, Joint
from ....derivations.domain import as_conditions
from ....derivations.enclosure import at_point, enclose, value_at
from ....derivations.export import export
from ....derivations.expr import Env, Node, NotRational, Point, Undefined, free_names, num, number
from ....derivations.figures import Figure
from ....derivations.printing import text
from ....derivations.statements import Rel, Statement, relations
from ....derivations.symbols import unfold
from ....errors import BadInput
from .model import SLIDERS, Formula


class Resolved(NamedTuple):
    """A formula of a plot: its tree, the numbers for its symbols, and where those come from.

    The tree has no value outside the domain of the claim. `formula` is None for a figure's expression and for a domain.
    """

    claim: Claim
    tree: Node
    formula: sp.Expr | None
    wrong: bool
    numbers: Mapping[str, Fraction]
    held: frozenset[str]
    sources: tuple[str, ...]

    @property
    def label(self) -> str:
        """The formula in one line, or the claim's title where there is only an expression."""
        return self.claim.title if self.formula is None else text(self.formula)

    def moved(self, name: str) -> bool:
        """Whether a slider moves this symbol here."""
        return name in _MOVABLE and name in self.numbers and name not in self.held

    def at(self, values: Env) -> dict[str, Fraction]:
        """The numbers, with the reader's own for those that may move, as far as their sliders go."""
        own = {
            name: value
            for name, value in values.items()
            if self.moved(name) and isinstance(value, Fraction) and _MOVABLE[name].reaches(value)
        }
        return {**self.numbers, **own}


_MOVABLE = {slider.name: slider for slider in SLIDERS}


@cache
def resolve(formula: Formula) -> Resolved:
    """What a plot's formula stands for. Raises `BadInput` for an id that nothing has, and a symbol without a number."""
    owner, said = _owned(formula.of)
    expression, tree = _tree(formula, owner, said)
    numbers: dict[str, Fraction] = {}
    sources = []
    for id_ in formula.at or (formula.of,):
        given, source = _numbers(id_)
        numbers.update(given)
        sources.append(source)
    if missing := sorted(free_names(tree) - set(numbers)):
        raise BadInput(f"{formula.of}: no number is given for {', '.join(missing)}")
    used = {name: value for name, value in numbers.items() if name in free_names(tree)}
    wrong = not isinstance(said, Figure) and said is not owner.statement
    return Resolved(owner, tree, expression, wrong, used, frozenset(formula.held), tuple(sources))


def value(tree: Node, env: Env) -> float | None:
    """The value at a point, computed exactly and rounded once; None where there is none, or none within bounds."""
    try:
        return float(value_at(tree, env).middle)
    except (Undefined, BadInput, OverflowError):
        return None


def is_beyond(tree: Node, env: Env) -> bool:
    """Whether the only reason why there is no value is that it is beyond the bounds of what is computed."""
    try:
        value_at(tree, env)
    except Undefined:
        return False
    except (BadInput, OverflowError):
        return True
    return False


def _enclosed(tree: Node, env: Env) -> float | None:
    try:
        return float(enclose(tree, at_point(env)).middle)
    except (Undefined, BadInput, OverflowError):
        return None


def along(tree: Node, env: Env, name: str) -> Callable[[Fraction], float | None]:
    """The value of a tree for each number that is put for one name. What sums come to is kept from one to the next."""
    exact_for = exactly_along(tree, env, name)

    def value_for(at: Fraction) -> float | None:
        try:
            found = exact_for(at)
            return None if found is None else float(found)
        except NotRational:
            return _enclosed(tree, {**env, name: at})
        except OverflowError:
            return None

    return value_for


def exactly_along(tree: Node, env: Env, name: str) -> Callable[[Fraction], Fraction | None]:
    """The same, not rounded; raises `NotRational` for a value that is no quotient of whole numbers."""
    point = Point.of(env)

    def exact_for(at: Fraction) -> Fraction | None:
        point.values[name] = at.as_integer_ratio()
        try:
            return number(tree, point)
        except NotRational:
            raise
        except (Undefined, BadInput, OverflowError):
            return None

    return exact_for


def _owned(id_: str) -> tuple[Claim, Statement | Figure]:
    for owner, said_id, said in _sayings(id_.split(".")[0]):
        if said_id == id_ and said is not None:
            return owner, said
    raise BadInput(f"'{id_}' is no claim, rival with a statement, or published figure")


def _sayings(name: str) -> Iterator[tuple[Claim, str, Statement | Figure | None]]:
    for owner in register.chain(name).claims:
        yield owner, owner.id, owner.statement
        yield from ((owner, rival.id, rival.statement) for rival in owner.rivals)
        for figure in owner.figures:
            yield from ((owner, one.id, one) for one in (figure.figures if isinstance(figure, Joint) else (figure,)))


def _tree(formula: Formula, owner: Claim, said: Statement | Figure) -> tuple[sp.Expr | None, Node]:
    if isinstance(said, Figure):
        return None, said.expression
    if formula.side == "domain":
        return None, Node("ite", (Node("and", owner.domain.conditions), num(0), num(1)))
    expression, tree = _side(formula, said)
    return expression, _within(owner, tree)


def _side(formula: Formula, statement: Statement) -> tuple[sp.Expr, Node]:
    rel: Rel = relations(statement)[formula.relation]
    side = rel.lhs if formula.side == "left" else rel.rhs
    return side, export(unfold(side))


def _within(claim: Claim, tree: Node) -> Node:
    """The tree, without a value outside the claim's domain."""
    sets = {name: values for name, values in claim.domain.sets.items() if name in free_names(tree)}
    bounds = [bound for name, values in sets.items() for bound in as_conditions(name, values)]
    bounds += [condition for condition in claim.domain.conditions if free_names(condition) <= set(sets)]
    return Node("ite", (Node("and", tuple(bounds)), tree, _NOTHING)) if bounds else tree


_NOTHING = Node("div", (num(1), num(0)))


def _numbers(id_: str) -> tuple[Mapping[str, Fraction], str]:
    """The numbers of a figure's inputs or of a claim's example, and what they are called."""
    owner, said = _owned(id_)
    given = said.as_printed if isinstance(said, Figure) else owner.example
    numbers = {name: value for name, value in given.items() if isinstance(value, Fraction)}
    return numbers, said.source if isinstance(said, Figure) else f"the example of {owner.id}"
