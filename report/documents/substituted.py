"""A statement with numbers put in: (1 - 0.7^6)/0.3 = 2.94117.

What stands on the page is computed in exact arithmetic; a logarithm or the like by enclosures, to digits that both of their ends
share. Sums and differences of numbers are added up (`1 - 0.7` is 0.3, `5 + 1` is 6), powers, quotients and products of decimals
stay, sums over an index stay sums, and of a formula with cases only the one that applies here is left.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import sympy as sp

from ...derivations.domain import Domain
from ...derivations.enclosure import value_at
from ...derivations.expr import Env, Node, Undefined, free_names, num, operators, substitute
from ...derivations.intervals import Interval
from ...derivations.notation import TEXT
from ...derivations.opened import named, tree, written_names
from ...derivations.place import Place
from ...derivations.printing import text
from ...derivations.statements import Rel, Some, Statement, When, parts, relations
from ...derivations.tree_printing import DIGITS, arranged, decimal, digits, rounded, written
from ...derivations.vocabulary import term
from ...errors import BadInput
from .folding import put_in
from .model import At, Line, Shown, Side

MAX_DIGITS = 20
"""Digits up to which different values are told apart."""

MAX_POWER, MAX_WORK = 10_000, 2**16
"""The largest exponent that is computed exactly for a reader, and the most terms of sums times the longest of them, which is what
their digits grow with: 256 terms, or 40 in 40. It takes tenths of a second.
"""

EXACT_DIGITS = 10
"""Digits up to which a quantity's value inside a formula is rather written out than cut, where the result is exact."""

MAX_BITS, MAX_BITS_WORK = 2**17, 2**32
"""The longest power, and the terms of sums times the square of the longest of them, in bits: what long numbers cost."""

SMALL = 1000
"""A quantity's value inside a formula stands as a fraction where its numerator and denominator are below this."""

IN_WORDS = "said in words: no formula states it"
NOT_HERE = "none of its cases applies at these numbers"
NO_LIMIT = "a limit is not a matter of one point"


def at(statement: Statement, where: Env | Place, domain: Domain, *, example: bool = False) -> At:
    """The relations that a statement asserts at a point, both sides with numbers put in.

    `reason` says why there is no line: words, a point outside the domain, no value; or which relation has none. An `example` is
    the claim's own: it lies in the domain, and costs little to compute.
    """
    if not relations(statement):
        return At({}, reason=IN_WORDS)
    place = Place.of(where)
    here = _only(place.env, (written_names(part) for part in parts(statement) if relations(part)))
    try:
        if refused := "" if example else too_long(_trees(statement), place) or _refused(place, domain):
            return At(here, reason=refused)
        return _at(statement, place, here)
    except (Undefined, BadInput) as error:
        return At(here, reason=_not_computed(error))


def _at(statement: Statement, place: Place, here: Env) -> At:
    lines: list[Line] = []
    holds: list[bool | None] = []
    reasons = []
    for rel in _asserted(statement, place):
        line = _line(rel, place)
        if isinstance(line, str):
            reasons.append(line)
        else:
            lines.append(line)
            holds.append(line.holds)
    if not lines and not reasons:
        reasons = [NOT_HERE]
    return At(here, _strongest(lines), _all(holds), "; ".join(dict.fromkeys(reasons)))


def _not_computed(error: Exception) -> str:
    return f"not computed at these numbers: {_brief(error)}"


def _brief(error: Exception) -> str:
    """What an error says, without the digits of a number that nobody counts."""
    return re.sub(r"\d{20,}", lambda found: digits(rounded(Fraction(int(found[0])), 4)), str(error))


def _only(env: Env, names: Iterable[frozenset[str]]) -> Env:
    used = frozenset[str]().union(*names)
    return {name: value for name, value in env.items() if name in used}


def _strongest(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines without those that another one says more strictly of the same sides."""
    said = {(line.left.formula, line.sign, line.right.formula): line for line in lines}
    return tuple(
        line for (left, sign, right), line in said.items() if (left, sign[0], right) not in said or len(sign) == 1
    )


@lru_cache(maxsize=1)  # a claim and its rivals
def _refused(place: Place, domain: Domain) -> str:
    return too_long(domain.conditions, place) or why_outside(place.env, domain)


def why_outside(env: Env, domain: Domain) -> str:
    """Why a point does not lie in a domain, for a reader; "" where it does."""
    if domain.admits(env):
        return ""
    for name, values in domain.sets.items():
        if name not in env:
            return f"no number is given for {term(name).text}"
        if not Domain({name: values}).admits(env):
            return f"{_given(name, env)} lies outside: {term(name).text} in {values}"
    for condition in domain.conditions:
        if not Domain({}, (condition,)).admits(env):
            names = [name for name in domain.sets if name in free_names(condition)]
            given, verb = ", ".join(_given(name, env) for name in names), "lie" if len(names) > 1 else "lies"
            return f"{given} {verb} outside: {written(condition)}"
    return ""


def too_long(formulas: Iterable[Node], where: Env | Place) -> str:
    """Why a point costs too much to compute exactly, for a reader; "" where it does not."""
    place = Place.of(where)
    for formula in formulas:
        terms, longest = _terms(formula, place, 1)
        bits = _bits(formula, place)
        if terms * longest > MAX_WORK or terms * (longest * bits) ** 2 > MAX_BITS_WORK:
            return _refusal("a sum of {} terms", terms, bits if terms * longest <= MAX_WORK else 0)
        exponent = _exponent(formula, place)
        if exponent > MAX_POWER or exponent * bits > MAX_BITS:
            return _refusal("an exponent of {}", exponent, bits if exponent <= MAX_POWER else 0)
    return ""


def _refusal(of: str, size: int, bits: int) -> str:
    """Why that is too much: by the size alone, or with numbers that are so long."""
    long = f" of numbers with {math.ceil(bits * math.log10(2))} digits" if bits else ""
    return f"{of.format(digits(rounded(Fraction(size), 4)))}{long} is more than is computed exactly here"


def _bits(formula: Node, place: Place) -> int:
    """The length of the longest number in a tree that is not whole: counts are no bases of powers."""
    values = (place.env.get(name, ()) for name in free_names(formula))
    numbers = [number for value in values for number in (value if isinstance(value, tuple) else (value,))]
    return max(
        (max(abs(one.numerator), one.denominator).bit_length() for one in numbers if one.denominator > 1), default=1
    )


def _terms(formula: Node, place: Place, outer: int) -> tuple[int, int]:
    """How many terms the sums of a tree have, each counted for every term of those around it, and the longest of them; an inner
    end that depends on an index is as large as the outer one.
    """
    if formula.op not in _WITH_TERMS:
        found = [_terms(child, place, outer) for child in formula.children() if _has_terms(child)]
        return max(found, default=(0, 0), key=lambda size: size[0] * size[1])
    low, high, body = formula.args[1:]
    size = place.rational(high)
    terms = outer if size is None else max(0, math.ceil(size - (place.rational(low) or 0)) + 1)
    inner, longest = _terms(body, place, terms) if _has_terms(body) else (0, 0)
    return terms * max(1, inner), max(terms, longest)


def _exponent(formula: Node, place: Place) -> int:
    """The largest exponent in a tree that no index is part of: those are no larger than the ends of its range."""
    own = place.rational(formula.args[1]) if formula.op == "pow" else None
    inner = [_exponent(child, place) for child in formula.children() if "pow" in operators(child)]
    return max([math.ceil(abs(own or Fraction(0))), *inner])


def _has_terms(formula: Node) -> bool:
    return not _WITH_TERMS.isdisjoint(operators(formula))


_WITH_TERMS = frozenset({"sum", "prod"})


def put(formula: Node, env: Env) -> Node | None:
    """A tree with the numbers of a point put in, for a reader; None where only a number is left that says nothing new."""
    return _put(formula, env, {})


def shown(values: Sequence[Interval]) -> tuple[Shown, ...]:
    """Values to six digits, or to as many as tell different ones apart."""
    return tuple(_digits(value, _places(values)) for value in values)


def _places(values: Sequence[Interval]) -> int:
    """The digits to which values are shown together."""
    if all(value == values[0] for value in values):
        return DIGITS
    different = [value for place, value in enumerate(values) if value not in values[:place]]
    for places in range(DIGITS, MAX_DIGITS):
        if len({_digits(value, places).text for value in different}) == len(different):
            return places
    return DIGITS


def value_of(formula: Node, env: Env) -> Interval | None:
    """The value of a tree at a point, None where it has none."""
    try:
        return value_at(formula, env)
    except (Undefined, BadInput):
        return None


def evaluated(formula: Node, env: Env) -> Interval | str:
    """The value of a tree at a point; "" where it has none, and why where it is not computed."""
    try:
        return value_at(formula, env)
    except Undefined:
        return ""
    except BadInput as error:
        return _not_computed(error)


def _given(name: str, env: Env) -> str:
    value = env[name]
    written_value = ", ".join(map(_plain, value)) if isinstance(value, tuple) else _plain(value)
    return f"{term(name).text} = {written_value}"


def _plain(value: Fraction) -> str:
    return written(num(value), TEXT)


def _digits(value: Interval, places: int) -> Shown:
    """The digits that both ends of a value share."""
    whole = decimal(value.low, places) if value.is_point else None
    if whole is not None:
        return Shown(whole, True)
    if value.low < 0 < value.high:
        return Shown("0", False)
    while places > 1 and rounded(value.low, places) != rounded(value.high, places):
        places -= 1
    return Shown(rounded(value.middle, places), False)


def _all(holds: Sequence[bool | None]) -> bool | None:
    return False if False in holds else None if None in holds or not holds else True


@lru_cache(maxsize=1024)
def _trees(statement: Statement) -> tuple[Node, ...]:
    """The trees of the parts that are no words."""
    return tuple(tree(part) for part in parts(statement) if relations(part))


def _asserted(statement: Statement, place: Place) -> Iterator[Rel]:
    """The relations of the parts whose conditions hold at a point, also where only enclosures decide that."""
    for part in parts(statement):
        if isinstance(part, Rel):
            yield part
        elif isinstance(part, When) and place.holds(part.condition):
            yield from _asserted(part.then, place)
        elif isinstance(part, Some):
            yield from (rel for one in part.parts if place.holds(one) for rel in _asserted(one, place))


def _line(rel: Rel, place: Place) -> Line | str:
    """A relation with numbers put in; or why it has none."""
    if any("limit" in operators(named(side)[0]) for side in (rel.lhs, rel.rhs)):
        return NO_LIMIT
    found = []
    for side in (rel.lhs, rel.rhs):
        try:
            found.append(place.value(side))
        except (Undefined, BadInput) as error:
            return f"{text(side)} has no value at these numbers: {_brief(error)}"
    places = _places(found)
    return Line(_side(rel.lhs, places, place), rel.op, _side(rel.rhs, places, place), place.holds(rel))


@lru_cache(maxsize=2**6)  # a claim and its rivals have sides in common
def _side(formula: sp.Expr, places: int, place: Place) -> Side:
    """A side with numbers put in: its quantities to so many digits that what is printed comes to the value that is printed.

    Nothing is put in where they would be too long for a reader.
    """
    node, quantities = named(formula)
    digits = _digits(place.value(formula), places)
    if node.op in ("sym", "at", "num"):
        return Side(formula, None, digits)  # a number, or a quantity: its formula stands on the other side
    numbers = {}
    for name, quantity in quantities.items():
        with suppress(Undefined, BadInput):
            numbers[name] = place.of_tree(quantity)
    for size in range(DIGITS, MAX_DIGITS + 1):
        inner = {name: _Inner.of(number, size) for name, number in numbers.items()}
        cut = any(number.rounded for number in inner.values())
        if cut and digits.exact and size < EXACT_DIGITS and not _cut(numbers, EXACT_DIGITS):
            continue  # some digits more, and nothing is cut
        put_in = _put(node, place.env, {name: number.node for name, number in inner.items()})
        if not cut or put_in is None or _comes_to(put_in, digits, places, place):
            return Side(formula, put_in, digits, rounded=cut)
    return Side(formula, None, digits)


def _cut(numbers: Mapping[str, Interval], size: int) -> bool:
    return any(_Inner.of(number, size).rounded for number in numbers.values())


def _comes_to(node: Node, value: Shown, places: int, place: Place) -> bool:
    """Whether a reader who works out a tree gets the digits of a value. Where the value is 0, that cannot be asked."""
    found = value_of(node, place.env)
    return value.text == "0" or (found is not None and _digits(found, places).text == value.text)


@dataclass(frozen=True)
class _Inner:
    """A quantity's value as it stands inside a formula."""

    node: Node
    rounded: bool

    @classmethod
    def of(cls, value: Interval, size: int) -> _Inner:
        """To so many digits, or as a fraction of small numbers."""
        exact = value.low if value.is_point else None
        if exact is not None and (
            decimal(exact, size) is not None or max(abs(exact.numerator), exact.denominator) < SMALL
        ):
            return cls(num(exact), False)
        digits = _digits(value, size)
        return cls(num(Fraction(digits.text)), not digits.exact)


def _put(formula: Node, env: Env, quantities: Mapping[str, Node]) -> Node | None:
    values = {name: value if isinstance(value, tuple) else num(value) for name, value in env.items()}
    node = arranged(substitute(put_in(arranged(formula), values), quantities))
    return None if node.op == "num" else node
