"""Numbers as a person compares them: "4.5 against 2.94 at α .7, γ 5"."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from ..errors import DraftproofError
from .decimals import apart
from .expr import Env
from .notation import TEXT
from .opened import written_names
from .place import Place
from .statements import Rel, Statement, When, parts
from .tree_printing import digits, plain
from .vocabulary import term


def against(statement: Statement, env: Env | Place) -> str:
    """Why a false statement is false at a point: the value it gives against the true one, and the point.

    The left side of a claim is what is measured, so "right against left" for an equation; an inequality is written out.
    """
    place = Place.of(env)
    for part in parts(statement):
        if place.holds(part) is False:
            return f"{_failing(part, place)}{_at(statement, place)}"
    return f"false{_at(statement, place)}"


def _at(statement: Statement, place: Place) -> str:
    """ " at " the point, a number for every symbol that the statement is written with; nothing where it has none."""
    point = point_text(place.env, written_names(statement))
    return f" at {point}" if point else ""


def _failing(part: Statement, place: Place) -> str:
    rel = part.then if isinstance(part, When) else part
    values = _values(rel, place) if isinstance(rel, Rel) else None
    if values is None or not isinstance(rel, Rel):
        return "false"
    left, right = apart(values)
    return f"{right} against {left}" if rel.op == "=" else f"{left} {TEXT.sign[rel.op]} {right} fails"


def _values(rel: Rel, place: Place) -> tuple[Fraction, Fraction] | None:
    """Both sides at a point, in the order written; the middle of a narrow enclosure where a side is irrational."""
    try:
        return place.value(rel.lhs).middle, place.value(rel.rhs).middle
    except DraftproofError:
        return None


def point_text(env: Env, names: frozenset[str] | None = None) -> str:
    """A point as people write it: "α .7, γ 5"."""
    return ", ".join(
        f"{term(name).text} {_value_text(value)}" for name, value in env.items() if names is None or name in names
    )


def _value_text(value: Fraction | tuple[Fraction, ...]) -> str:
    if isinstance(value, tuple):
        shown = [_value_text(element) for element in value[:4]]
        return f"({', '.join(shown)}{', ...' if len(value) > len(shown) else ''})"
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        return str(value)  # no decimal: 3/7
    if value.denominator > 10**6:
        whole = plain(value)
        return str(value) if whole is None else digits(whole)
    written = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return written.removeprefix("0") if written != "0" else "0"
