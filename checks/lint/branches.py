"""The cheap tell: a case for x = 1 that disagrees with the formula beside it, `K if a == 1 else (1 - a**(K+1))/(1 - a)`."""

from __future__ import annotations

from fractions import Fraction

from ...derivations.expr import Node, evaluate, free_names
from ...errors import DraftproofError
from .series import limit_at_one
from .shapes import plain

TELLS = 4
"""Points at all of which a branch must disagree with its formula."""


def branch_disagrees(tree: Node) -> bool:
    """Whether a case distinction gives at x = 1 another value than its formula's limit there, numbers put in.

    Names other than x are put at natural numbers from 2; where the limit cannot be had, nothing is said. Blind where both are
    wrong alike: for accepted drafts `(1 - p**k)/(1 - p)` with `k` at 1 agrees with itself.
    """
    apart = _apart(tree)
    return bool(apart) and 0 not in apart


def off_at_one(tree: Node) -> Fraction | None:
    """By how much a formula's limit at x = 1 exceeds its case there, where that is the same at every point: 1, where the case is k
    and the formula comes to k + 1. None where it is not, or the case is a number.
    """
    cases = _cases(tree)
    if cases is None or not free_names(cases[1]):
        return None
    apart = set(_apart(tree))
    return apart.pop() if len(apart) == 1 else None


def beside_one(tree: Node, worked: Node) -> Node | None:
    """The formula beside a case for x = 1, which may have names of its own: `1/(1 - a)` of `1/(1 - a) if a < 1 else k`.

    `worked` is the tree with numbers put in. None where it is no such case distinction.
    """
    cases = _cases(worked)
    return None if cases is None else tree.args[2 if cases[2] is worked.args[2] else 1]


def _apart(tree: Node) -> tuple[Fraction | None, ...]:
    """Limit less case at the points that are tried, None where there is no limit; nothing where a point has no values."""
    cases = _cases(tree)
    if cases is None:
        return ()
    name, value_there, formula = cases
    others = sorted((free_names(value_there) | free_names(formula)) - {name})
    found: list[Fraction | None] = []
    for shift in range(TELLS):
        env = {other: Fraction(2 + (shift + 3 * place) % 5) for place, other in enumerate(others)}
        try:
            there = evaluate(value_there, {**env, name: Fraction(1)})
            limit = limit_at_one(formula, name, env)
        except DraftproofError:
            return ()
        if isinstance(there, bool):
            return ()
        found.append(None if limit is None else limit - there)
    return tuple(found)


def _cases(tree: Node) -> tuple[str, Node, Node] | None:
    """The name that a case distinction singles 1 out for, the value there, and the formula elsewhere."""
    if tree.op != "ite" or len(free_names(tree.args[0])) != 1 or plain(tree) is None:
        return None
    (name,) = free_names(tree.args[0])
    condition, then, other = tree.args
    try:
        at_one, at_half = (evaluate(condition, {name: value}) for value in (Fraction(1), Fraction(1, 2)))
    except DraftproofError:
        return None
    if at_one is at_half or name not in free_names(other if at_one else then):
        return None
    return (name, then, other) if at_one else (name, other, then)
