"""The neutral tree as people write it, numbers and all: `(1 - 0.7^6)/0.3`, `k ≤ γ + 1`.

The order is that of `ordering`: positive terms first, numbers before symbols in a product, powers last in a sum. Where the parts
are numbers it is kept, so that a formula with numbers put in reads like the formula (`arranged`, then the numbers). Values do
not change: the tests read every form back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from .domain import Naturals
from .expr import Node, free_names, num
from .node import keep
from .notation import TEXT, Notation, product
from .vocabulary import TERMS

DIGITS = 6
"""Significant digits up to which an exact decimal is written as one; beyond them a number is a fraction."""

LONGEST = 40
"""Digits of a decimal beyond which it stands as a fraction however long that is: a reader's own number has at most 30."""

WHOLE = 10**9
"""Whole numbers up to which all digits stand; beyond (and for decimals below 10^-4) a power of ten is split off if few remain."""

BIG = frozenset({"sum", "prod", "limit"})
"""Operators that take in what follows them: written last, or in parentheses."""

RELATIONS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<="}
SWAPPED = {"<": ">", "<=": ">="}
WORDS = {"and": " and ", "or": " or ", "implies": " implies ", "iff": " exactly when "}
_BETWEEN = {"floor": ("floor(", ")floor"), "ceil": ("ceil(", ")ceil"), "abs": ("|", "|")}
_NAMED = {"min": "min", "max": "max", "log": "ln"}

LEAVES = frozenset({"num", "sym"})
ONE = num(1)
NO_VALUE = Node("div", (ONE, num(0)))
"""How a tree says that there is no value where none of its cases applies."""


def written(node: Node, to: Notation = TEXT) -> str:
    """A tree on one line (or with stacked fractions, as the notation has it)."""
    return _write(arranged(node), to)


def digits(text: str, to: Notation = TEXT) -> str:
    """A decimal such as `2.94`, `-0.5` or `1.5e-07` in a notation: a power of ten becomes a factor."""
    if text.startswith("-"):
        return to.sign["negative"] + digits(text[1:], to)
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return to.number(text)
    power = to.power(to.number("10"), digits(str(int(exponent)), to))
    return power if mantissa == "1" else to.number(mantissa) + to.dot + power


def decimal(value: Fraction, significant: int = DIGITS) -> str | None:
    """All of a value as a decimal of at most so many significant digits, or as a whole number; None where it is neither."""
    top, bottom = value.as_integer_ratio()
    if bottom == 1 and abs(top) < WHOLE:
        return str(top)
    shown, exact = _divided(top, bottom, significant)
    return shown if exact else str(top) if bottom == 1 else None


def plain(value: Fraction) -> str | None:
    """A number as it stands in a formula, not as a fraction; None where it is one: 1/3, and 1/1024, whose digits would be more."""
    if (short := decimal(value)) is not None:
        return short
    long = decimal(value, LONGEST)
    return long if long is not None and len(long) < len(str(value)) else None


def rounded(value: Fraction, significant: int = DIGITS) -> str:
    """A value to so many significant digits, zeros at the end dropped; with a power of ten where it is large or small."""
    return _divided(*value.as_integer_ratio(), significant)[0]


@lru_cache(
    maxsize=2**12
)  # a value is asked for its digits to see whether they tell it from another, and again to be shown
def _divided(top: int, bottom: int, significant: int) -> tuple[str, bool]:
    """A quotient as `rounded` has it, and whether that is all of it."""
    context = Context(prec=significant)
    found = context.divide(Decimal(top), Decimal(bottom)).normalize(context)
    exact = not context.flags[Inexact]
    if -5 < found.adjusted() < max(7, significant):
        return f"{found:f}", exact
    mantissa = found.scaleb(-found.adjusted())
    return f"{mantissa:f}e{found.adjusted()}", exact


class Ratio(NamedTuple):
    """A term as it is written: a sign, factors above the line, factors below it (empty: there is no line)."""

    negative: bool
    top: tuple[Node, ...]
    bottom: tuple[Node, ...]


def arranged(node: Node) -> Node:
    """The same value, sums and products flat and in written order: a term is a product, a product over one, or its negative.

    What is arranged stays as it is; a node knows, so that a line is arranged once, not again by each format.
    """
    if node.op in LEAVES:
        return node
    found = node._arranged
    if found is None:
        found = _arranged(node)
        keep(node, "_arranged", found)
        keep(found, "_arranged", found)
    return found


def _arranged(node: Node) -> Node:
    if node.op == "add":
        ordered = _ascending([arranged(term) for term in _flat("add", node)])
        first = next((i for i, term in enumerate(ordered) if not ratio(term).negative), 0)
        made = Node("add", (ordered[first], *ordered[:first], *ordered[first + 1 :]))
    elif node.op in ("mul", "div"):
        made = _product(_turned(ratio(node.rebuild(arranged))))
    else:
        return node.rebuild(arranged)
    return node if made == node else made  # which knows its names, and more


def _turned(parts: Ratio) -> Ratio:
    """The term with its sums turned the way they are written: 1 - α, not α - 1; one stays, where a minus would be left."""
    sides = [*parts.top, *parts.bottom]
    turned = [i for i, factor in enumerate(sides) if factor.op == "add" and _is_turned(factor)]
    negative = parts.negative != (len(turned) % 2 == 1)
    if negative and turned:
        turned, negative = turned[1:], False
    for i in turned:
        sides[i] = arranged(Node("add", tuple(_negated(term) for term in sides[i].args)))
    return Ratio(negative, tuple(sides[: len(parts.top)]), tuple(sides[len(parts.top) :]))


@lru_cache(maxsize=2**14)
def _is_turned(node: Node) -> bool:
    return not _counts(node.args) and ratio(_ascending(node.args)[0]).negative


def _negated(term: Node) -> Node:
    parts = ratio(term)
    return _product(Ratio(not parts.negative, parts.top, parts.bottom))


def _product(parts: Ratio) -> Node:
    top, bottom = _in_order(parts.top), _in_order(parts.bottom)
    if parts.negative:
        first = top[0] if top else num(-1)
        signed = first.op == "num" and first.args[0].numerator > 0  # -0 would lose its sign
        top = [num(-first.args[0]), *top[1:]] if signed else [num(-1), *top]
    above = _joined("mul", top)
    return Node("div", (above, _joined("mul", bottom))) if bottom else above


def _in_order(factors: tuple[Node, ...]) -> list[Node]:
    return sorted(factors, key=_factor_key) if len(factors) > 1 else [*factors]


def _joined(op: str, nodes: Iterable[Node]) -> Node:
    nodes = tuple(nodes)
    return ONE if not nodes else nodes[0] if len(nodes) == 1 else Node(op, nodes)


def _flat(op: str, node: Node) -> list[Node]:
    return [part for child in node.args for part in (_flat(op, child) if child.op == op else [child])]


@lru_cache(maxsize=2**14)
def ratio(term: Node) -> Ratio:
    """The sign of a term, and its factors above and below the line; those that are 1 left out."""
    if term.op not in ("num", "mul", "div"):
        return Ratio(False, (term,), ())
    top: list[Node] = []
    bottom: list[Node] = []
    negative = False
    for factor, below in _factors(term, below=False):
        if factor.op != "num":
            (bottom if below else top).append(factor)
            continue
        value = factor.args[0]
        if value.numerator < 0:  # Python compares and negates fractions slowly
            negative, value = not negative, -value
        for part, other in _in_decimals(value):
            if part != ONE:
                (bottom if other != below else top).append(part)
    return Ratio(negative, tuple(top), tuple(bottom))


def _factors(node: Node, *, below: bool) -> Iterable[tuple[Node, bool]]:
    """The factors of nested products and quotients, each with whether it stands below the line."""
    if node.op == "mul":
        for child in node.args:
            yield from _factors(child, below=below)
    elif node.op == "div":
        yield from _factors(node.args[0], below=below)
        yield from _factors(node.args[1], below=not below)
    else:
        yield node, below


def _in_decimals(value: Fraction) -> tuple[tuple[Node, bool], ...]:
    """A positive number as it stands above a line, or as a numerator and a denominator."""
    if plain(value) is not None:
        return ((num(value), False),)
    return (num(value.numerator), False), (num(value.denominator), True)


def _ascending(terms: Sequence[Node]) -> list[Node]:
    """The order of a sum's terms. Of whole numbers (symbols of counts, and a number) the number is last: γ + 1."""
    if _counts(terms):
        return sorted(terms, key=lambda term: (term.op == "num", _names(term)))
    return sorted(terms, key=_term_key)


def _counts(terms: Sequence[Node]) -> bool:
    """Whether the terms are multiples of counts, and numbers."""
    symbols = [factor for term in terms for factor in ratio(term).top if factor.op != "num"]
    return bool(symbols) and all(map(_is_count, symbols)) and all(map(_whole, terms))


def _whole(term: Node) -> bool:
    parts = ratio(term)
    return not parts.bottom and sum(factor.op != "num" for factor in parts.top) <= 1


@lru_cache(maxsize=2**14)
def _term_key(term: Node) -> tuple[Any, ...]:
    """Numbers, then by degree, then what has a symbolic exponent, then big operators."""
    factors = [factor for factor in ratio(term).top if factor.op != "num"]
    powers = [factor.args if factor.op == "pow" else (factor, ONE) for factor in factors]
    symbolic = any(free_names(base) and free_names(exponent) for base, exponent in powers)
    degree = sum(int(e.args[0]) for b, e in powers if free_names(b) and e.op == "num" and e.args[0].denominator == 1)
    big = any(factor.op in BIG for factor in factors)
    return big, term.op != "num", symbolic, degree, _names(term)


@lru_cache(maxsize=2**14)
def _factor_key(factor: Node) -> tuple[Any, ...]:
    """Numbers, counts, other symbols, powers, elements, sums of terms, functions, big operators: γ·α^k·(1 - α)·max(...)."""
    base, exponent = factor.args if factor.op == "pow" else (factor, ONE)
    ranks = {"num": 0, "sym": 1, "at": 2, "add": 3, "exp": 1}
    rank = 6 if factor.op in BIG else ranks.get(base.op, 5)
    if base.op == "num" and factor.op == "pow" and free_names(exponent):
        rank = 1
    named = bool(free_names(factor))
    return rank, named and not _is_count(base), named and bool(free_names(exponent)), _names(factor)


def _is_count(node: Node) -> bool:
    return node.op == "sym" and node.args[0] in TERMS and isinstance(TERMS[node.args[0]].domain, Naturals)


@lru_cache(maxsize=2**14)
def _names(node: Node) -> str:
    """A name to sort by; numbers have none, and keep their order."""
    if not free_names(node):
        return ""
    return " ".join(str(arg) if isinstance(arg, str | Fraction) else _names(arg) for arg in node.args)


def _write(node: Node, to: Notation) -> str:
    if node.op in RELATIONS:
        return _relation(node, to)
    if node.op in WORDS:
        return to.words(WORDS[node.op]).join(_truth(child, node, to) for child in node.args) or _constant(node, to)
    if node.op in _BETWEEN:
        left, right = _BETWEEN[node.op]
        return to.between(to.sign[left], _write(node.args[0], to), to.sign[right])
    if node.op in _NAMED:
        return to.call(to.sign[_NAMED[node.op]], to.sign[","].join(_write(child, to) for child in node.args))
    return _WRITERS[node.op](node, to)


def _relation(node: Node, to: Notation) -> str:
    """A number stands on the right: x > 0 rather than 0 < x."""
    sign, (left, right) = RELATIONS[node.op], node.args
    if left.op == "num" and right.op != "num":
        sign, left, right = SWAPPED.get(sign, sign), right, left
    return f"{_write(left, to)} {to.sign[sign]} {_write(right, to)}"


def _constant(node: Node, to: Notation) -> str:
    return to.words("true" if node.op == "and" else "false")


def _truth(node: Node, outer: Node, to: Notation) -> str:
    """A part of a condition: in parentheses where it is joined by words itself."""
    body = _write(node, to)
    return to.group(body) if node.op in WORDS and node.args else body


def _number(node: Node, to: Notation) -> str:
    value = node.args[0]
    whole = plain(value)
    if whole is not None:
        return digits(whole, to)
    top, bottom = (num(part) for part in abs(value).as_integer_ratio())
    return (to.sign["negative"] if value < 0 else "") + _ratio(Ratio(False, (top,), (bottom,)), to)


def _sum_of_terms(node: Node, to: Notation) -> str:
    written = ""
    for position, term in enumerate(node.args):
        parts = ratio(term)
        body = _ratio(parts, to)
        if _opens(term) and position < len(node.args) - 1:
            body = to.group(body)
        sign = to.sign["-" if parts.negative else "+"]
        written += f" {sign} {body}" if position else (to.sign["negative"] if parts.negative else "") + body
    return written


def _opens(term: Node) -> bool:
    """Whether what follows the term would be read as a part of it."""
    parts = ratio(term)
    last = parts.top[-1] if parts.top and not parts.bottom else None
    return last is not None and last.op in BIG


def _signed(node: Node, to: Notation) -> str:
    parts = ratio(node)
    return (to.sign["negative"] if parts.negative else "") + _ratio(parts, to)


def _ratio(parts: Ratio, to: Notation) -> str:
    if not parts.bottom:
        body = _product_text(parts.top, to)
        return to.group(body) if parts.negative and len(parts.top) == 1 and parts.top[0].op == "add" else body
    single = [len(side) == 1 and not _is_loose(side[0]) for side in (parts.top, parts.bottom)]
    # A product stands on a line as it is above, not below: α·β/γ, but α/(β·γ).
    top_whole = single[0] or (len(parts.top) != 1 and not any(factor.op in BIG for factor in parts.top))
    return to.fraction(_alone(parts.top, to), _alone(parts.bottom, to), not top_whole, not single[1])


def _is_loose(node: Node) -> bool:
    """Whether a numerator or denominator on one line needs parentheses: sums, big operators, 1.5·10^7."""
    return node.op in {"add", *BIG} or (node.op == "num" and "e" in (plain(node.args[0]) or ""))


def _alone(factors: tuple[Node, ...], to: Notation) -> str:
    return _write(factors[0], to) if len(factors) == 1 else _product_text(factors, to)


def _product_text(factors: tuple[Node, ...], to: Notation) -> str:
    if len(factors) == 1:
        return _write(factors[0], to)
    written = []
    for position, factor in enumerate(factors):
        loose = factor.op == "add" or (factor.op in BIG and position < len(factors) - 1)
        body = _write(factor, to)
        sign = to.dot if _starts_with_digit(factor) else to.times
        written.append((sign, to.group(body) if loose else body))
    return product(written, to) or to.number("1")


def _starts_with_digit(factor: Node) -> bool:
    return factor.op == "num" or (factor.op == "pow" and _starts_with_digit(factor.args[0]))


def _power(node: Node, to: Notation) -> str:
    base, exponent = node.args
    if exponent == num(Fraction(1, 2)):
        return to.root(_write(base, to))
    body = _write(base, to)
    return to.power(body if _is_simple(base) else to.group(body), _write(exponent, to.raised or to))


def _is_simple(base: Node) -> bool:
    """Whether a power's base stands without parentheses: a symbol, an element, a plain decimal."""
    if base.op == "num":
        shown = plain(base.args[0])
        return shown is not None and base.args[0] >= 0 and "e" not in shown
    return base.op in ("sym", "at")


def _exponential(node: Node, to: Notation) -> str:
    return to.name("e") if node.args[0] == ONE else to.power(to.name("e"), _write(node.args[0], to.raised or to))


def _fold(node: Node, to: Notation) -> str:
    index, low, high, body = node.args
    return to.fold(node.op, to.name(index), _write(low, to), _write(high, to)) + _operand(body, to)


def _limit(node: Node, to: Notation) -> str:
    return to.fold("lim", to.name(node.args[0]), to.sign["oo"], "") + _operand(node.args[1], to)


def _operand(node: Node, to: Notation) -> str:
    """What a big operator acts on: grouped if it is a sum of terms, or starts with a minus."""
    body = _write(node, to)
    return to.group(body) if node.op == "add" or ratio(node).negative else body


def _cases(node: Node, to: Notation) -> str:
    rows = []
    while node.op == "ite":
        condition, then, node = node.args
        rows += [(_write(value, to), to.words("if ") + _write(when, to)) for when, value in _branches(condition, then)]
    value = to.words("no value") if node == NO_VALUE else _write(node, to)
    return to.cases([*rows, (value, to.words("otherwise"))])


def _branches(condition: Node, value: Node) -> Iterator[tuple[Node, Node]]:
    """The values under a condition; cases within a case stand beside it, each under both conditions."""
    if value.op != "ite":
        yield condition, value
        return
    inner, then, otherwise = value.args
    yield from _branches(Node("and", (*_conjuncts(condition), *_conjuncts(inner))), then)
    yield from _branches(condition, otherwise)


def _conjuncts(condition: Node) -> tuple[Node, ...]:
    return condition.args if condition.op == "and" else (condition,)


def _lambert(node: Node, to: Notation) -> str:
    return to.call(to.element(to.name("W"), _write(node.args[1], to)), _write(node.args[0], to))


def _not(node: Node, to: Notation) -> str:
    return to.words("not ") + to.group(_write(node.args[0], to))


_WRITERS: dict[str, Callable[[Node, Notation], str]] = {
    "num": _number,
    "sym": lambda node, to: to.name(node.args[0]),
    "at": lambda node, to: to.element(to.name(node.args[0]), _write(node.args[1], to)),
    "add": _sum_of_terms,
    "mul": _signed,
    "div": _signed,
    "pow": _power,
    "exp": _exponential,
    "sum": _fold,
    "prod": _fold,
    "limit": _limit,
    "ite": _cases,
    "lambertw": _lambert,
    "not": _not,
}
