"""Rigorous bounds of an expression over a domain: interval arithmetic on the tree, with open and closed ends.

Part of the trusted base: the rules decide their domain conditions by it (a denominator that is never 0, a term that is never
negative). It may be too wide, never too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from .domain import OPPOSITE, REALS, Domain, Interval, Naturals, Sequences, as_conditions, opposite
from .expr import Node, substitute

End = tuple[Fraction | None, bool]  # (value, open); None is infinity, always open


@lru_cache(maxsize=2**16)
def bounds(node: Node, domain: Domain) -> Interval:
    """An interval that contains every value of a numeric tree over the domain."""
    rule = _RULES.get(node.op)
    return REALS if rule is None else rule(node, domain)


@lru_cache(maxsize=2**15)
def nonnegative(node: Node, domain: Domain) -> bool:
    """Never below 0: by its bounds, by its parts, or because conditions of the domain say so up to something nonnegative."""
    if any((low := bounds(form, domain).low) is not None and low >= 0 for form in _forms(node)):
        return True
    if _by_parts(nonnegative, node, domain):
        return True
    if any(enough(nonnegative(lower, domain) for lower in lowers) for enough, lowers in _below_extremes(node)):
        return True
    if any(nonnegative(factor, domain) and nonnegative(rest, domain) for factor, rest in _factored(node)):
        return True
    return any(nonnegative(excess, rest) for excess, _, rest in _beyond_conditions(node, domain))


@lru_cache(maxsize=2**15)
def positive(node: Node, domain: Domain) -> bool:
    """Always above 0, likewise."""
    if any(_above_zero(bounds(form, domain)) for form in _forms(node)) or _by_parts(positive, node, domain):
        return True
    return any(
        positive(excess, rest) or (strict and nonnegative(excess, rest))
        for excess, strict, rest in _beyond_conditions(node, domain)
    )


def _forms(node: Node) -> Iterator[Node]:
    """The node, and with its products of sums multiplied out, where terms may cancel."""
    yield node
    if node.op == "add" and any(child.op == "mul" for child in node.args):
        terms: dict[tuple[Node, ...], Fraction] = {}
        for factors, coefficient in _multiplied_out(node):
            monomial = tuple(sorted(factors, key=repr))
            terms[monomial] = terms.get(monomial, Fraction(0)) + coefficient
        yield from_linear({_product(monomial): coefficient for monomial, coefficient in terms.items()})


def _product(factors: tuple[Node, ...]) -> Node:
    return ONE if not factors else factors[0] if len(factors) == 1 else Node("mul", factors)


def _multiplied_out(node: Node) -> list[tuple[tuple[Node, ...], Fraction]]:
    """The terms of a tree, each as its factors and a number."""
    if node.op == "num":
        return [((), node.args[0])]
    if node.op == "add":
        return [term for child in node.args for term in _multiplied_out(child)]
    if node.op == "mul":
        terms: list[tuple[tuple[Node, ...], Fraction]] = [((), Fraction(1))]
        for child in node.args:
            terms = [(a + b, x * y) for a, x in terms for b, y in _multiplied_out(child)]
        return terms
    return [((node,), Fraction(1))]


def _below_extremes(node: Node) -> Iterator[tuple[Callable[[Iterator[bool]], bool], tuple[Node, ...]]]:
    """The node with one of its extremes replaced by each of its values, and how many of these must not be negative: one for a
    maximum that is added (a minimum subtracted), all for a minimum that is added, since each may be taken.
    """
    form = linear(node)
    for part, coefficient in form.items():
        if part.op in ("min", "max"):
            lowers = []
            for value in part.args:
                lower = {other: amount for other, amount in form.items() if other != part}
                for other, amount in linear(value).items():
                    lower[other] = lower.get(other, Fraction(0)) + coefficient * amount
                lowers.append(from_linear(lower))
            yield (any if (part.op == "max") == (coefficient > 0) else all), tuple(lowers)


def _factored(node: Node) -> Iterator[tuple[Node, Node]]:
    """A sum as a variable (an element) that every term has as a factor, times the sum of what is left of them."""
    form = {part: amount for part, amount in linear(node).items() if amount}
    for factor in _top(next(iter(form))) if len(form) > 1 else ():
        if factor.op in ("sym", "at") and all(factor in _top(part) for part in form):
            rest: dict[Node, Fraction] = {}
            for part, amount in form.items():
                left = _without(part, factor)
                rest[left] = rest.get(left, Fraction(0)) + amount  # two orders of one product are one
            yield factor, from_linear(rest)


def _top(part: Node) -> tuple[Node, ...]:
    """The factors of a product, or of a quotient's numerator."""
    top = part.args[0] if part.op == "div" else part
    return top.args if top.op == "mul" else (top,)


def _without(part: Node, factor: Node) -> Node:
    factors = list(_top(part))
    factors.remove(factor)
    left = _product(tuple(factors))
    return Node("div", (left, part.args[1])) if part.op == "div" else left


def _by_parts(sign: Callable[[Node, Domain], bool], node: Node, domain: Domain) -> bool:
    """Whether a product (quotient) has the sign because each factor has it, a sum because no term is below 0.

    What is divided by must be positive; for a sum to be positive, one term must be.
    """
    if node.op == "add":
        return all(nonnegative(term, domain) for term in node.args) and any(sign(term, domain) for term in node.args)
    if node.op == "mul":
        return all(sign(factor, domain) for factor in node.args)
    return node.op == "div" and sign(node.args[0], domain) and positive(node.args[1], domain)


def _beyond_conditions(node: Node, domain: Domain) -> Iterator[tuple[Node, bool, Domain]]:
    """For each condition a <= b (a < b) of the domain: node - (b - a) as a linear form, whether it is strict, and the domain
    without it (each condition is used once, so that this ends)."""
    for used, condition in enumerate(domain.conditions):
        if condition.op in ("le", "lt"):
            small, large = condition.args
            rest = replace(domain, conditions=domain.conditions[:used] + domain.conditions[used + 1 :])
            yield difference(node, difference(large, small)), condition.op == "lt", rest


ONE = Node("num", (Fraction(1),))


def linear(node: Node) -> dict[Node, Fraction]:
    """A tree as a linear combination of parts that are not sums or numeric multiples (`ONE` for the constant)."""
    return dict(_linear(node))


@lru_cache(maxsize=2**14)
def _linear(node: Node) -> Mapping[Node, Fraction]:
    if node.op == "num":
        return {ONE: node.args[0]}
    if node.op == "add":
        total: dict[Node, Fraction] = {}
        for child in node.args:
            for monomial, coefficient in _linear(child).items():
                total[monomial] = total.get(monomial, Fraction(0)) + coefficient
        return total
    if node.op == "mul":
        factor = math.prod((child.args[0] for child in node.args if child.op == "num"), start=Fraction(1))
        rest = tuple(child for child in node.args if child.op != "num")
        inner = (
            {ONE: Fraction(1)}
            if not rest
            else (_linear(rest[0]) if len(rest) == 1 else {Node("mul", rest): Fraction(1)})
        )
        return {monomial: factor * coefficient for monomial, coefficient in inner.items()}
    if node.op == "div" and node.args[1].op != "num":
        top, bottom = node.args
        return {Node("div", (monomial, bottom)): coefficient for monomial, coefficient in _linear(top).items()}
    if node.op == "div" and node.args[1].op == "num" and node.args[1].args[0]:
        return {monomial: coefficient / node.args[1].args[0] for monomial, coefficient in _linear(node.args[0]).items()}
    return {node: Fraction(1)}


def from_linear(form: dict[Node, Fraction]) -> Node:
    """The tree of a linear combination."""
    terms = [
        Node("num", (coefficient,)) if monomial == ONE else Node("mul", (Node("num", (coefficient,)), monomial))
        for monomial, coefficient in form.items()
        if coefficient
    ]
    return Node("add", tuple(terms)) if terms else Node("num", (Fraction(0),))


def nonzero(node: Node, domain: Domain) -> bool:
    """Never 0 on the domain: by its sign, by a condition of the domain that says so, or as a product of such factors."""
    if positive(node, domain) or positive(Node("mul", (Node("num", (Fraction(-1),)), node)), domain):
        return True
    if node.op == "mul":
        return all(nonzero(factor, domain) for factor in node.args)
    if node.op == "pow":
        return nonzero(node.args[0], domain)
    return any(c.op == "ne" and _proportional(linear(node), linear(difference(*c.args))) for c in domain.conditions)


def _proportional(one: dict[Node, Fraction], other: dict[Node, Fraction]) -> bool:
    """Whether two linear forms are multiples of each other, by a number that is not 0."""
    one, other = ({part: amount for part, amount in form.items() if amount} for form in (one, other))
    return bool(one) and one.keys() == other.keys() and len({one[part] / other[part] for part in one}) == 1


def _symbol(node: Node, domain: Domain) -> Interval:
    values = domain.sets.get(node.args[0], REALS)
    if isinstance(values, Naturals):
        return Interval(Fraction(values.start), None if values.stop is None else Fraction(values.stop))
    return REALS if isinstance(values, Sequences) else values


def _element(node: Node, domain: Domain) -> Interval:
    values = domain.sets.get(node.args[0])
    return values.element if isinstance(values, Sequences) else REALS


def _add(node: Node, domain: Domain) -> Interval:
    total = Interval(Fraction(0), Fraction(0))
    for child in node.args:
        total = plus(total, bounds(child, domain))
    return total


def plus(a: Interval, b: Interval) -> Interval:
    """Sums of the ends; an end is attained where both are."""
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    return Interval(low, high, a.low_open or b.low_open, a.high_open or b.high_open)


def _mul(node: Node, domain: Domain) -> Interval:
    total = Interval(Fraction(1), Fraction(1))
    for child in node.args:
        total = times(total, bounds(child, domain))
    return total


def times(a: Interval, b: Interval) -> Interval:
    """Products of the ends; an end at 0 stays attained unless both 0 ends are open."""
    products = [_end_product(x, y) for x in _ends(a) for y in _ends(b)]
    low = min(products, key=lambda e: (e[0], e[1]))
    high = max(products, key=lambda e: (e[0], not e[1]))
    return Interval(
        None if low[0] == -_INF else Fraction(low[0]), None if high[0] == _INF else Fraction(high[0]), low[1], high[1]
    )


_INF = float("inf")


def _ends(a: Interval) -> list[tuple[Fraction | float, bool]]:
    low = (-_INF, True) if a.low is None else (a.low, a.low_open)
    high = (_INF, True) if a.high is None else (a.high, a.high_open)
    return [low, high]


def _end_product(x: tuple[Fraction | float, bool], y: tuple[Fraction | float, bool]) -> tuple[Fraction | float, bool]:
    if x[0] == 0 or y[0] == 0:
        attained = (x[0] == 0 and not x[1]) or (y[0] == 0 and not y[1])
        return (Fraction(0), not attained)
    if isinstance(x[0], float) or isinstance(y[0], float):
        return ((_INF if (x[0] > 0) == (y[0] > 0) else -_INF), True)
    return (x[0] * y[0], x[1] or y[1])


def _div(node: Node, domain: Domain) -> Interval:
    bottom = bounds(node.args[1], domain)
    above = bottom.low is not None and (bottom.low > 0 or (bottom.low == 0 and bottom.low_open))
    below = bottom.high is not None and (bottom.high < 0 or (bottom.high == 0 and bottom.high_open))
    if not above and not below:
        return REALS
    ends = [
        (None, True) if end == 0 else ((Fraction(0), True) if end is None else (1 / end, is_open))
        for end, is_open in ((bottom.high, bottom.high_open), (bottom.low, bottom.low_open))
    ]
    (low, low_open), (high, high_open) = ends
    return times(bounds(node.args[0], domain), Interval(low, high, low_open, high_open))


def _pow(node: Node, domain: Domain) -> Interval:
    base, exponent = bounds(node.args[0], domain), bounds(node.args[1], domain)
    if not is_integer(node.args[1], domain) or exponent.low is None or exponent.low < 0:
        return Interval(Fraction(0), None, True) if _above_zero(base) else REALS
    if node.args[1].op == "num":
        return _fixed_power(base, int(node.args[1].args[0]))
    if base.low is None or base.low < 0:
        return REALS
    at_least_once = exponent.low >= 1
    low: End = (base.low, base.low_open) if base.low >= 1 else (Fraction(0), _above_zero(base))
    if base.low >= 1 and not at_least_once:
        low = (Fraction(1), False)
    high: End = (None, True)
    if base.high is not None and base.high <= 1:
        high = (base.high, base.high_open) if at_least_once else (Fraction(1), False)
    return Interval(low[0], high[0], low[1], high[1])


def _fixed_power(base: Interval, exponent: int) -> Interval:
    if exponent == 0:
        return Interval(Fraction(1), Fraction(1))
    if exponent % 2 == 0 and (base.low is None or base.low < 0):
        return Interval(Fraction(0))
    result = base
    for _ in range(exponent - 1):
        result = times(result, base)
    return result


def _above_zero(a: Interval) -> bool:
    return a.low is not None and (a.low > 0 or (a.low == 0 and a.low_open))


def is_integer(node: Node, domain: Domain) -> bool:
    """Whether a tree is a whole number at every point, as far as its shape shows."""
    if node.op == "num":
        return bool(node.args[0].denominator == 1)
    if node.op == "sym":
        return isinstance(domain.sets.get(node.args[0]), Naturals)
    return node.op in ("add", "mul", "floor", "ceil") and (
        node.op in ("floor", "ceil") or all(is_integer(child, domain) for child in node.args)
    )


def with_index(node: Node, domain: Domain) -> Domain:
    """The domain inside a sum or product: the index runs over the naturals from the range's lower bound on.

    What the domain says of another variable of the index's name does not hold for the index.
    """
    low = bounds(node.args[1], domain).low
    domain = domain.without(node.args[0])
    if low is None:
        return domain.extended({node.args[0]: REALS})
    if low < 0:
        return domain.extended({node.args[0]: Interval(low)})
    return domain.extended({node.args[0]: Naturals(-(-low.numerator // low.denominator))})


def _written_out(node: Node) -> Node | None:
    """A sum or product of a few terms between literal ends as the terms themselves."""
    index, low, high, body = node.args
    if low.op != "num" or high.op != "num" or not 0 <= high.args[0] - low.args[0] < 16 or low.args[0].denominator != 1:
        return None
    places = range(int(low.args[0]), int(high.args[0]) + 1)
    terms = tuple(substitute(body, {index: Node("num", (Fraction(place),))}) for place in places)
    return Node("add" if node.op == "sum" else "mul", terms)


def _sum(node: Node, domain: Domain) -> Interval:
    if (terms := _written_out(node)) is not None:
        return bounds(terms, domain)
    body = bounds(node.args[3], with_index(node, domain))
    low = Fraction(0) if body.low is not None and body.low >= 0 else None
    high = Fraction(0) if body.high is not None and body.high <= 0 else None
    strict = low == 0 and _above_zero(body) and _never_empty(node, domain)
    return Interval(low, high, strict)


def _never_empty(node: Node, domain: Domain) -> bool:
    _, low, high, _ = node.args
    return nonnegative(Node("add", (high, Node("mul", (Node("num", (Fraction(-1),)), low)))), domain)


def _prod(node: Node, domain: Domain) -> Interval:
    if (terms := _written_out(node)) is not None:
        return bounds(terms, domain)
    body = bounds(node.args[3], with_index(node, domain))
    if body.low is None or body.low < 0:
        return REALS
    high = Fraction(1) if body.high is not None and body.high <= 1 else None
    return Interval(Fraction(0), high, _above_zero(body))


def _ite(node: Node, domain: Domain) -> Interval:
    condition, then, otherwise = node.args
    return hull(bounds(then, domain.given(condition)), bounds(otherwise, domain.given(Node("not", (condition,)))))


def hull(a: Interval, b: Interval) -> Interval:
    """The smallest interval that contains both."""
    low = min(_ends(a)[0], _ends(b)[0], key=lambda e: (e[0], e[1]))
    high = max(_ends(a)[1], _ends(b)[1], key=lambda e: (e[0], not e[1]))
    return Interval(
        None if low[0] == -_INF else Fraction(low[0]), None if high[0] == _INF else Fraction(high[0]), low[1], high[1]
    )


def _exp(_node: Node, _domain: Domain) -> Interval:
    return Interval(Fraction(0), None, True)


def _log(node: Node, domain: Domain) -> Interval:
    inside = bounds(node.args[0], domain)
    low = Fraction(0) if inside.low is not None and inside.low >= 1 else None
    high = Fraction(0) if inside.high is not None and inside.high <= 1 else None
    return Interval(low, high, low == 0 and inside.low_open, high == 0 and inside.high_open)


def _lambertw(node: Node, domain: Domain) -> Interval:
    """The lower branch lies at or below -1, the upper one at or above it; apart from it where the argument is above -1/e."""
    apart = above_branch_point(node.args[0], domain)
    lower = node.args[1] == Node("num", (Fraction(-1),))
    return Interval(None, Fraction(-1), True, apart) if lower else Interval(Fraction(-1), None, apart, True)


def above_branch_point(node: Node, domain: Domain) -> bool:
    """Whether a tree is -e^u with u < -1: strictly between -1/e and 0."""
    minus = Node("num", (Fraction(-1),))
    if node.op != "mul" or len(node.args) != 2 or node.args[0] != minus or node.args[1].op != "exp":
        return False
    return positive(difference(minus, node.args[1].args[0]), domain)


def _min(node: Node, domain: Domain) -> Interval:
    found = [bounds(child, domain) for child in node.args]
    low = min((_ends(a)[0] for a in found), key=lambda e: (e[0], e[1]))
    high = min((_ends(a)[1] for a in found), key=lambda e: (e[0], not e[1]))
    return Interval(
        None if low[0] == -_INF else Fraction(low[0]), None if high[0] == _INF else Fraction(high[0]), low[1], high[1]
    )


def _max(node: Node, domain: Domain) -> Interval:
    negated = Node("min", tuple(Node("mul", (Node("num", (Fraction(-1),)), child)) for child in node.args))
    return times(Interval(Fraction(-1), Fraction(-1)), _min(negated, domain))


_RULES: dict[str, Callable[[Node, Domain], Interval]] = {
    "num": lambda node, domain: Interval(node.args[0], node.args[0]),
    "sym": _symbol,
    "at": _element,
    "add": _add,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sum": _sum,
    "prod": _prod,
    "ite": _ite,
    "exp": _exp,
    "log": _log,
    "lambertw": _lambertw,
    "min": _min,
    "max": _max,
    "abs": lambda node, domain: Interval(Fraction(0)),
}


_SIGNS: dict[str, Callable[[Node, Domain], bool]] = {"le": nonnegative, "lt": positive, "ne": nonzero}
"""What right - left must be for a comparison to hold."""


def implies(domain: Domain, condition: Node) -> bool:
    """Whether the domain makes a condition true at every point, as far as bounds and its own conditions show."""
    if condition in domain.conditions:
        return True
    if condition.op in ("and", "or"):
        return (all if condition.op == "and" else any)(implies(domain, part) for part in condition.args)
    if condition.op == "not":
        (denied,) = condition.args
        if denied.op in ("and", "or"):
            parts = (implies(domain, Node("not", (part,))) for part in denied.args)
            return (any if denied.op == "and" else all)(parts)
        return denied.op in OPPOSITE and implies(domain, opposite(denied))
    if condition.op not in OPPOSITE:
        return False
    left, right = condition.args
    gap = difference(right, left)
    if condition.op == "eq":
        return not any(linear(gap).values()) or _always(gap, domain)
    return _SIGNS[condition.op](gap, domain)


def covers(domain: Domain, other: Domain, values: Mapping[str, Node]) -> bool:
    """Whether every point of `domain`, with `values` put for the variables of `other`, lies in `other`."""
    for name, allowed in other.sets.items():
        value = values[name]
        if isinstance(allowed, Sequences):
            if domain.sets.get(name) != allowed or value != Node("sym", (name,)):
                return False
            continue
        if isinstance(allowed, Naturals) and not is_integer(value, domain):
            return False
        if not all(implies(domain, substitute(c, {name: value})) for c in as_conditions(name, allowed)):
            return False
    return all(implies(domain, substitute(condition, values)) for condition in other.conditions)


def difference(a: Node, b: Node) -> Node:
    """a - b as a linear form, so that what is equal cancels."""
    form = linear(a)
    for monomial, coefficient in linear(b).items():
        form[monomial] = form.get(monomial, Fraction(0)) - coefficient
    return from_linear(form)


def _always(gap: Node, domain: Domain) -> bool:
    found = bounds(gap, domain)
    return found.low == 0 == found.high
