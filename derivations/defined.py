"""Where a formula has a value: shown by rigorous bounds, not by trying points.

Part of the trusted base: no step may lead from a formula that has a value on the whole domain to one that has none somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .bounds import implies, is_integer, nonnegative, nonzero, positive, with_index
from .domain import Domain
from .expr import Node, free_names, num, sym


def undefined_parts(node: Node, domain: Domain) -> frozenset[Node]:
    """What bounds do not show to have a value on the domain: powers, logarithms, elements, and quotients (as 1 over a factor)."""
    found = frozenset(_without_value(node, domain))
    if node.op in ("ite", "implies"):
        condition, *cases = node.args
        found |= undefined_parts(condition, domain)
        denied = Node("not", (condition,))
        for case, holds, fails in zip(cases, (condition, denied), (denied, condition), strict=False):
            inside = undefined_parts(case, domain.given(holds))
            found |= inside if inside and not implies(domain, fails) else frozenset()
        return found
    return found.union(*(undefined_parts(part, where) for part, where in _parts(node, domain)))


def _parts(node: Node, domain: Domain) -> Iterator[tuple[Node, Domain]]:
    """Each child with the domain that holds where it is evaluated."""
    if node.op in ("sum", "prod"):
        _, low, high, body = node.args
        yield from ((low, domain), (high, domain), (body, within(node, domain)))
    elif node.op == "limit":
        yield node.args[1], domain.without(node.args[0])
    else:
        yield from ((child, domain) for child in node.children())


def within(node: Node, domain: Domain) -> Domain:
    """The domain inside a sum or product: the index lies in the range."""
    index, low, high, _ = node.args
    inside = with_index(node, domain)
    if index in free_names(low) | free_names(high):
        return inside
    return inside.given(Node("le", (low, sym(index)))).given(Node("le", (sym(index), high)))


def _without_value(node: Node, domain: Domain) -> Iterator[Node]:
    """What in the operator itself may have no value where its arguments have theirs."""
    if node.op == "div":
        factors = node.args[1].args if node.args[1].op == "mul" else (node.args[1],)
        yield from (Node("div", (num(1), factor)) for factor in factors if not nonzero(factor, domain))
    elif node.op in _CONDITIONS and not _CONDITIONS[node.op](node, domain):
        yield node


def _power(node: Node, domain: Domain) -> bool:
    base, exponent = node.args
    if is_integer(exponent, domain):
        return nonnegative(exponent, domain) or nonzero(base, domain)
    return positive(base, domain) or (nonnegative(base, domain) and positive(exponent, domain))


_CONDITIONS: dict[str, Callable[[Node, Domain], bool]] = {
    "pow": _power,
    "log": lambda node, domain: positive(node.args[0], domain),
    "at": lambda node, domain: nonnegative(Node("add", (node.args[1], num(-1))), domain),
}
