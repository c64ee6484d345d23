"""Quotients taken apart: what is above and below the line, what may be tokens over a cost, and lost brackets put back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....derivations.expr import Node, free_names, num


def of_tokens(tree: Node) -> Iterator[tuple[Node, Node | None]]:
    """What may be the tokens of a quotient or product, and what they are divided by."""
    if tree.op == "mul":
        yield from ((part, None) for part in tree.args if part.op in ("add", "div"))
    if tree.op != "div":
        return
    above, below = factors(tree)
    top, bottom = tree.args
    if top.op in _COUNTS:
        yield top, bottom
    if bottom.op == "add":  # `tokens * t_t / (k*t_d + t_t)`, the times of both
        times_of_both = [one for one in above if one.op == "sym" and one in bottom.args]
        rest = [one for one in above if one not in times_of_both]
        under = [one for one in below if one is not bottom]  # of the tokens themselves
        if len(times_of_both) == 1 and rest:
            tokens = Node("div", (times(rest), times(under))) if under else times(rest)
            yield tokens, Node("div", (bottom, times_of_both[0]))
    for place, cost in enumerate(below if len(below) > 1 else ()):
        if cost.op == "add" and len(free_names(cost)) > 1:
            yield Node("div", (times(above), times([*below[:place], *below[place + 1 :]]))), cost


def counts(tree: Node) -> Iterator[tuple[Node, bool]]:
    """What may be a count of tokens, and whether it stands over something: `1 + k*a` of `base * (1 + k*a) / t` and, in a time, of
    `n / (1 + k*a) * t`, and `k*a`, `(k + 1)*a` over a sum.
    """
    if tree.op not in ("mul", "div"):
        return
    above, below = factors(tree)
    yield from ((one, bool(below)) for one in above if one.op == "add")
    yield from ((one, False) for one in below if one.op == "add" and len(above) > 1)
    if len(below) == 1 and below[0].op == "add" and len(above) > 1 and all(one.op in ("sym", "add") for one in above):
        yield times(above), True


_COUNTS = frozenset({"add", "div", "sum", "ite"})
"""Operators at the top of what may be a number of tokens."""


def factors(tree: Node) -> tuple[list[Node], list[Node]]:
    """The factors above and below the line."""
    if tree.op == "mul":
        pairs = [factors(part) for part in tree.args]
        return [one for above, _ in pairs for one in above], [one for _, below in pairs for one in below]
    if tree.op == "div":
        (above, below), (under, over) = factors(tree.args[0]), factors(tree.args[1])
        return above + over, below + under
    return [tree], []


def times(factors: list[Node]) -> Node:
    return factors[0] if len(factors) == 1 else Node("mul", tuple(factors)) if factors else num(1)


def bracketed(tree: Node, worked: Node) -> Iterator[Node]:
    """What `1 - n/d` and `1 + n/d` are with brackets around their numerators: (1 - n)/d, (1 + n)/d. `worked`: its numerals put in.

    Any of the divisors may be d. Nothing of the signs is taken for granted: the reader may have moved one into a divisor.
    """
    if tree.op != "add" or len(tree.args) != 2 or worked.op != "add" or len(worked.args) != 2:
        return
    for place in (0, 1):
        quotient = tree.args[1 - place]
        if worked.args[place] != num(1) or not free_names(quotient):
            continue
        below = [part for part in factors(quotient)[1] if free_names(part)][:_MOST]
        for count in range(len(below), 0, -1):
            for chosen in combinations(below, count):
                for divisor in (times([*chosen]), Node("mul", (num(-1), times([*chosen])))):
                    yield Node("div", (Node("add", (num(1), Node("mul", (quotient, divisor)))), divisor))


_MOST = 4  # divisors of one quotient that are tried
