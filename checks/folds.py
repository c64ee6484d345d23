"""Finite sums and products on their way to atoms.

A fold is cut where a comparison of its index with the induction variable turns, its terms are separated into a factor
that knows the induction variable and one that knows the index, and what is left is an atom plus the terms written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..derivations.bounds import bounds, implies, is_integer, nonzero, positive, with_index
from ..derivations.domain import Domain
from ..derivations.expr import Node, free_names, num, substitute, sym
from ..errors import BadInput
from .terms import (
    FALSE,
    TRUE,
    choice,
    from_form,
    joined,
    linear_form,
    negated,
    over,
    plus,
    show,
    times,
    with_indices_named,
)

if TYPE_CHECKING:
    from .abstraction import Abstraction

MAX_TERMS = 80
"""Terms or factors written out: base cases and ground instances stay far below it, a benchmark writes out 65."""


@dataclass(frozen=True)
class Fold:
    """One sum or product on its way to atoms."""

    scope: Abstraction
    op: str
    index: str
    low: Node
    high: Node
    body: Node

    @classmethod
    def of(cls, scope: Abstraction, node: Node) -> Fold:
        index, low, high, body = with_indices_named(node).args
        return cls(scope, node.op, index, low, high, body)

    @property
    def node(self) -> Node:
        return Node(self.op, (self.index, self.low, self.high, self.body))

    def join(self, parts: list[Node]) -> Node:
        return plus(parts) if self.op == "sum" else times(parts)

    def rewrite(self) -> Node:
        count = self.scope.naturals_in(_difference(self.high, self.low, 1))
        if count is None:
            raise BadInput(f"{show(self.node)}: expected ends linear in natural variables")
        multiples, constant = count
        if not multiples:  # a fixed number of terms; no reversed ranges
            return self.join([self.term(j) for j in range(bounded(max(0, constant)))])
        if self.scope.whole:
            return self.scope.atom(self.node, ours=True)
        if self.scope.over in free_names(self.low):
            return self.from_zero().rewrite()
        if self.scope.over in free_names(self.body):
            guard = self.guard()
            return self.cut(*guard) if guard else self.separated()
        return self.with_atom(multiples, constant)

    def term(self, j: int) -> Node:
        return self.scope.rewrite(self.at(plus((self.low, num(j)))))

    def at(self, index: Node) -> Node:
        form = self.scope.naturals_in(index)
        return substitute(self.body, {self.index: from_form(*form) if form else index})

    def from_zero(self) -> Fold:
        """The same terms counted from 0, for a fold that starts at the induction variable."""
        body = substitute(self.body, {self.index: plus((self.low, sym(self.index)))})
        return replace(self, low=num(0), high=_difference(self.high, self.low, 0), body=body)

    def with_atom(self, multiples: dict[str, int], constant: int) -> Node:
        """The terms that the naturals count are the atom's, the `constant` ones after them are written out."""
        if constant < 0 or any(multiple < 0 for multiple in multiples.values()):
            if self.scope.over in multiples:
                raise BadInput(f"{show(self.node)}: ends before it starts for small {self.scope.over}")
            return self.scope.atom(self.node)
        last = plus((self.low, from_form(multiples, -1)))
        form = self.scope.naturals_in(last)
        body = Node(self.op, (self.index, self.low, from_form(*form) if form else last, self.body))
        atom = self.scope.atom(body, ours=True)
        written = [self.scope.rewrite(self.at(plus((last, num(j))))) for j in range(1, bounded(constant) + 1)]
        return self.join([atom, *written])

    def guard(self) -> tuple[Node, Node, bool] | None:
        """A comparison of the index with the induction variable in the body, as (comparison, last index before it
        turns, its value up to there).
        """
        for found in _relations(self.body):
            free = free_names(found)
            if (
                self.index in free
                and self.scope.over in free
                and not any(n[0] == "_" and n != self.index for n in free)
            ):
                return found, *self.turn(found)
        return None

    def turn(self, found: Node) -> tuple[Node, bool]:
        """The last index at which `i <= p`, `i < p`, `p <= i` or `p < i` has the value that it has far below p, and
        that value: by the sign of the index, on whichever side it stands.
        """
        form = linear_form(_difference(found.args[1], found.args[0], 0))
        others = {} if form is None else form[0].keys() - {self.index}
        if form is None or abs(form[0].get(self.index, 0)) != 1 or not all(map(self.scope.natural, others)):
            raise BadInput(f"{show(found)}: expected a comparison of the index with a natural number")
        multiples, constant = form
        sign = multiples.pop(self.index)  # of the index in right - left: -1 for i <= p, +1 for p <= i
        bound = from_form({n: -sign * m for n, m in multiples.items()}, -sign * constant)
        return (bound if (found.op == "le") == (sign < 0) else plus((bound, num(-1)))), sign < 0

    def cut(self, found: Node, last: Node, below_is: bool) -> Node:
        """The fold as the part up to `last` and the part after it, the comparison decided in each."""
        if found.op in ("eq", "ne"):
            return self.with_guard(found, _both_ways(found)).rewrite()
        domain, before = self.scope.domain, plus((self.low, num(-1)))
        below, above = (self.with_guard(found, TRUE if is_true else FALSE) for is_true in (below_is, not below_is))
        if implies(domain, Node("le", (self.high, last))):
            return below.rewrite()
        if implies(domain, Node("le", (last, before))):
            return above.rewrite()
        if not all(implies(domain, Node("le", pair)) for pair in ((before, last), (last, self.high))):
            raise BadInput(f"{show(self.node)}: cannot tell on which side of its range {show(found)} turns")
        return self.join([replace(below, high=last).rewrite(), replace(above, low=plus((last, num(1)))).rewrite()])

    def with_guard(self, found: Node, value: Node) -> Fold:
        return replace(self, body=_decided(self.body, found, value))

    def separated(self) -> Node:
        """A sum whose body is a combination of terms free of the induction variable: the factors that have it go
        outside. There they are evaluated even where the sum is empty, so they must have a value everywhere.
        """
        if self.op == "prod":
            raise BadInput(f"{show(self.node)}: the factors depend on {self.scope.over}")
        part, written = self.counted() if self.grows(self.body) else (self, [])
        pairs = part.separate(part.body)
        for outer, _ in pairs:
            if not total(outer, self.scope.domain):
                raise BadInput(f"{show(outer)}: may have no value, which an empty sum would not ask for")
        return plus([*(times((self.scope.rewrite(outer), part.summed(inner))) for outer, inner in pairs), *written])

    def grows(self, node: Node) -> bool:
        """Whether a product occurs that knows the index and the induction variable: from the one on up to the other."""
        within = {self.index, self.scope.over} <= free_names(node)
        return within and (node.op == "prod" or any(self.grows(child) for child in node.children()))

    def counted(self) -> tuple[Fold, list[Node]]:
        """The terms that the naturals count, and those after them written out."""
        count = self.scope.naturals_in(_difference(self.high, self.low, 1))
        if count is None or count[1] < 0 or any(multiple < 0 for multiple in count[0].values()):
            raise BadInput(f"{show(self.node)}: expected as many terms as naturals say, and some more")
        last = plus((self.low, from_form(count[0], -1)))
        written = [self.scope.rewrite(self.at(plus((last, num(j))))) for j in range(1, bounded(count[1]) + 1)]
        return replace(self, high=last), written

    def summed(self, inner: Node) -> Node:
        """The sum of what is left inside; products there run up to the last index, so that they grow with the sum."""
        made = replace(self, body=inner)
        return self.scope.atom(made.node, ours=True) if self.scope.over in free_names(inner) else made.rewrite()

    def separate(self, body: Node) -> list[tuple[Node, Node]]:
        """The body as a sum of (factor without the index) * (factor without the induction variable)."""
        free = free_names(body)
        if self.scope.over not in free:
            return [(num(1), body)]
        if self.index not in free:
            return [(body, num(1))]
        if body.op == "add":
            return [pair for part in body.args for pair in self.separate(part)]
        if body.op == "mul":
            pairs = [(num(1), num(1))]
            for factor in body.args:
                found = self.separate(factor)
                pairs = [(times((a, c)), times((b, d))) for a, b in pairs for c, d in found]
            return pairs
        if body.op == "div" and self.index not in free_names(body.args[1]) and nonzero(body.args[1], self.scope.domain):
            return [(over(outer, body.args[1]), inner) for outer, inner in self.separate(body.args[0])]
        if body.op == "pow":
            return self.separate_power(body)
        if body.op == "prod":
            return self.separate_product(body)
        raise BadInput(f"{show(body)}: cannot separate {self.index} from {self.scope.over}")

    def separate_power(self, body: Node) -> list[tuple[Node, Node]]:
        base, exponent = body.args
        form = linear_form(exponent)
        if form is not None and not form[0] and 0 <= form[1] <= MAX_TERMS:
            return self.separate(Node("mul", (base,) * form[1]))
        signs_known = implies(self.scope.domain, Node("le", (num(0), self.low)))  # base^(v + i) splits where i >= 0
        if form is None or self.index in free_names(base) or min(*form[0].values(), form[1]) < 0 or not signs_known:
            raise BadInput(f"{show(body)}: cannot separate {self.index} from {self.scope.over}")
        outside = {name: multiple for name, multiple in form[0].items() if name != self.index}
        inside = {self.index: form[0][self.index]}
        return [(Node("pow", (base, from_form(outside, form[1]))), Node("pow", (base, from_form(inside, 0))))]

    def separate_product(self, body: Node) -> list[tuple[Node, Node]]:
        """A product from the index on: its factors up to the sum's last index, and those beyond it outside."""
        index, low, high, factor = body.args
        offset = linear_form(_difference(low, sym(self.index), 0))
        fixed = not {self.index, self.scope.over} & free_names(factor) and self.index not in free_names(high)
        if offset is None or offset[0] or not fixed:
            raise BadInput(f"{show(body)}: cannot separate {self.index} from {self.scope.over}")
        beyond = plus((self.high, num(offset[1])))  # at the last index the product within is empty
        count = linear_form(_difference(high, beyond, 1))
        if count is None or count[0] or count[1] < 0:
            raise BadInput(f"{show(body)}: expected it to end a fixed number of factors after the sum")
        within = Node("prod", (index, low, plus((beyond, num(-1))), factor))
        return [(Node("prod", (index, beyond, high, factor)), within)]


def total(node: Node, domain: Domain) -> bool:
    """Whether bounds show that a tree has a value at every point of the domain (an atom then hides nothing)."""
    if node.op == "ite":
        condition, then, otherwise = node.args
        branches = ((then, condition), (otherwise, Node("not", (condition,))))
        return total(condition, domain) and all(total(part, domain.given(when)) for part, when in branches)
    if node.op in ("sum", "prod"):
        return total(node.args[3], with_index(node, domain))
    if not all(total(child, domain) for child in node.children()):
        return False
    if node.op == "div":
        return nonzero(node.args[1], domain)
    if node.op == "log":
        return positive(node.args[0], domain)
    if node.op == "at":  # sequences start at 1
        return implies(domain, Node("le", (num(1), node.args[1])))
    if node.op == "pow":
        base, exponent = node.args
        low = bounds(exponent, domain).low
        whole = is_integer(exponent, domain)
        return positive(base, domain) or (whole and ((low is not None and low >= 0) or nonzero(base, domain)))
    return True


def bounded(count: int) -> int:
    """The count, if so many terms may be written out."""
    if count > MAX_TERMS:
        raise BadInput(f"{count} terms to write out: expected at most {MAX_TERMS}")
    return count


def _difference(high: Node, low: Node, more: int) -> Node:
    return plus((high, times((num(-1), low)), num(more)))


def _relations(node: Node) -> Iterator[Node]:
    if node.op in ("eq", "ne", "lt", "le"):
        yield node
    for child in node.children():
        yield from _relations(child)


def _both_ways(found: Node) -> Node:
    left, right = found.args
    equal = Node("and", (Node("le", (left, right)), Node("le", (right, left))))
    return equal if found.op == "eq" else Node("not", (equal,))


def _decided(node: Node, found: Node, value: Node) -> Node:
    """`node` with one comparison replaced by its value, and the case distinctions that this decides."""
    if node == found:
        return value
    made = node.rebuild(lambda child: _decided(child, found, value))
    return _SIMPLIFY[made.op](made) if made.op in _SIMPLIFY else made


_SIMPLIFY: dict[str, Callable[[Node], Node]] = {
    "ite": lambda node: choice(*node.args),
    "and": lambda node: joined("and", node.args),
    "or": lambda node: joined("or", node.args),
    "not": lambda node: negated(node.args[0]),
}
