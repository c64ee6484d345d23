"""Powers, finite sums and products over natural variables become atoms, and their recurrences come from their structure.

Every natural variable runs from 0 here (`obligations.frame` sees to that). A fold with m + 3 terms is the atom with m terms
and three terms written out; base^(m + k + 3) is base^m * base^k * base^3. So the statement at m + 1 comes out over the atoms at m:
that *is* the recurrence, and none is ever declared. At m = 0 nothing of the atom is left. Part of the trusted base, and tested
by exact evaluation: with every atom given its exact value, the rewritten tree has the value of the tree.

What cannot be rewritten is refused with `BadInput`; an atom that hides the induction variable is never made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ..derivations.bounds import bounds, implies, nonzero, positive, with_index
from ..derivations.domain import Domain, Naturals, Sequences, as_conditions
from ..derivations.expr import Node, free_names, num, substitute, sym
from ..errors import BadInput
from .terms import (
    FALSE,
    TRUE,
    choice,
    from_form,
    implied,
    joined,
    linear_form,
    negated,
    over,
    partial,
    plus,
    relation,
    show,
    times,
    with_indices_named,
)

MAX_TERMS = 64
"""Terms or factors written out: base cases and ground instances stay far below it."""

NO_VALUE = Node("div", (num(1), num(0)))


@dataclass
class Abstraction:
    """Rewrites trees over one set of atoms. `over` is the induction variable: no atom but its own may depend on it."""

    domain: Domain
    over: str | None = None
    atoms: dict[str, Node] = field(default_factory=dict)
    """Name of an atom -> what it stands for."""

    def rewrite(self, node: Node) -> Node:
        """The tree over plain symbols and atoms, equal to it at every point of the domain."""
        return _REWRITE.get(node.op, _refuse)(self, node)

    def facts(self, names: frozenset[str]) -> Iterator[Node]:
        """What the domain says of sequence elements among `names`."""
        for name in sorted(names):
            stands_for = self.atoms.get(name)
            if stands_for is not None and stands_for.op == "at":
                values = self.domain.sets.get(stands_for.args[0])
                if not isinstance(values, Sequences):
                    raise BadInput(f"{stands_for.args[0]}: expected a sequence in the domain")
                yield from as_conditions(name, values.element)

    def natural(self, name: str) -> bool:
        return isinstance(self.domain.sets.get(name), Naturals)

    def atom(self, stands_for: Node, *, ours: bool = False) -> Node:
        """The atom for a tree; `ours` when its value at over + 1 is known from its structure."""
        stands_for = with_indices_named(stands_for)
        if not total(stands_for, self.domain):
            raise BadInput(f"{show(stands_for)}: may have no value somewhere in the domain, which an atom would hide")
        if not ours and self.over in free_names(stands_for):
            raise BadInput(f"{show(stands_for)}: no recurrence in {self.over} follows from its structure")
        for name, known in self.atoms.items():
            if known == stands_for:
                return sym(name)
        name = _name(stands_for, len(self.atoms))
        while name in self.atoms or name in self.domain.sets:
            name += "_"
        self.atoms[name] = stands_for
        return sym(name)

    def naturals_in(self, node: Node) -> tuple[dict[str, int], int] | None:
        """The tree as a combination of natural variables; None when it is something else."""
        form = linear_form(node)
        return form if form is not None and all(self.natural(name) for name in form[0]) else None

    def power(self, node: Node) -> Node:
        base, exponent = node.args
        form = self.naturals_in(exponent)
        if form is None:  # a real exponent: the power has a value where its base is positive
            return self.guarded(Node("lt", (num(0), base)), self.atom(node))
        multiples, constant = form
        if all(m >= 0 for m in (constant, *multiples.values())):
            return times((*(self.symbolic(base, u, m) for u, m in multiples.items()), self.literal(base, constant)))
        if multiples and not positive(base, self.domain):
            raise BadInput(f"{show(node)}: the exponent may be negative and the base 0")
        down = from_form({u: -m for u, m in multiples.items() if m < 0}, max(0, -constant))
        up = from_form({u: m for u, m in multiples.items() if m > 0}, max(0, constant))
        return over(self.power(Node("pow", (base, up))), self.power(Node("pow", (base, down))))

    def symbolic(self, base: Node, exponent: str, multiple: int) -> Node:
        if self.over in free_names(base):
            raise BadInput(f"{show(base)}: the base of a power depends on {self.over}, its exponent on {exponent}")
        atom = self.atom(Node("pow", (base, sym(exponent))), ours=True)
        return times((atom,) * _bounded(multiple))

    def literal(self, base: Node, exponent: int) -> Node:
        if exponent == 0 and partial(base):
            raise BadInput(f"{show(base)}^0: the base may have no value")
        if base.op == "num":
            return num(base.args[0] ** exponent)
        return times((self.rewrite(base),) * _bounded(exponent))

    def guarded(self, condition: Node, value: Node) -> Node:
        """`value` where `condition` holds, and no value elsewhere."""
        return value if implies(self.domain, condition) else choice(self.rewrite(condition), value, NO_VALUE)

    def element(self, node: Node) -> Node:
        name, index = node.args
        form = self.naturals_in(index)
        if form is None:
            raise BadInput(f"{show(node)}: expected an index linear in natural variables")
        return self.atom(Node("at", (name, from_form(*form))), ours=True)

    def opaque(self, node: Node) -> Node:
        atom = self.atom(node)
        return self.guarded(Node("lt", (num(0), node.args[0])), atom) if node.op == "log" else atom

    def branch(self, node: Node) -> Node:
        condition, then, otherwise = node.args
        if not partial(condition):
            if implies(self.domain, condition):
                return self.rewrite(then)
            if implies(self.domain, Node("not", (condition,))):
                return self.rewrite(otherwise)
        test = self.rewrite(condition)
        if test in (TRUE, FALSE):  # what is not reached need have no value
            return self.rewrite(then if test == TRUE else otherwise)
        return choice(test, self.rewrite(then), self.rewrite(otherwise))

    def fold(self, node: Node) -> Node:
        """A sum or product: its terms written out, or an atom with as many terms as the naturals say, and the rest."""
        return Fold.of(self, node).rewrite()


def _bounded(count: int) -> int:
    if count > MAX_TERMS:
        raise BadInput(f"{count} terms to write out: expected at most {MAX_TERMS}")
    return count


def _name(stands_for: Node, count: int) -> str:
    if stands_for.op == "pow" and all(part.op == "sym" for part in stands_for.args):
        return f"{stands_for.args[0].args[0]}_to_{stands_for.args[1].args[0]}"
    if stands_for.op == "at" and stands_for.args[1].op == "num":
        return f"{stands_for.args[0]}_{stands_for.args[1].args[0]}"
    return f"{stands_for.args[0] if stands_for.op == 'at' else stands_for.op}_{count + 1}_"


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
            return self.join([self.term(j) for j in range(_bounded(max(0, constant)))])
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
        written = [self.scope.rewrite(self.at(plus((last, num(j))))) for j in range(1, _bounded(constant) + 1)]
        return self.join([atom, *written])

    def guard(self) -> tuple[Node, Node] | None:
        """A comparison of the index with the induction variable in the body, as (comparison, last index before it turns)."""
        for found in _relations(self.body):
            free = free_names(found)
            if self.index in free and self.scope.over in free and not any(n[0] == "_" and n != self.index for n in free):
                return found, self.turn(found)
        return None

    def turn(self, found: Node) -> Node:
        """The last index at which a comparison `i <= p`, `i < p`, `p <= i` or `p < i` has the value it has far below p."""
        form = linear_form(_difference(found.args[1], found.args[0], 0))
        if form is None or abs(form[0].get(self.index, 0)) != 1:
            raise BadInput(f"{show(found)}: expected a comparison of the index with a natural number")
        multiples, constant = form
        sign = multiples.pop(self.index)  # of the index in right - left: -1 for i <= p, +1 for p <= i
        bound = from_form({n: -sign * m for n, m in multiples.items()}, -sign * constant)
        return bound if (found.op == "le") == (sign < 0) else plus((bound, num(-1)))

    def cut(self, found: Node, last: Node) -> Node:
        """The fold as the part up to `last` and the part after it, the comparison decided in each."""
        if found.op in ("eq", "ne"):
            return self.with_guard(found, _both_ways(found)).rewrite()
        below_is = found.op in ("le", "lt") and self.index in free_names(found.args[0])
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
        """A sum whose body is a combination of terms free of the induction variable: the factors that have it go outside."""
        if self.op == "prod":
            raise BadInput(f"{show(self.node)}: the factors depend on {self.scope.over}")
        return plus(
            times((self.scope.rewrite(outer), replace(self, body=inner).rewrite()))
            for outer, inner in self.separate(self.body)
        )

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
        raise BadInput(f"{show(body)}: cannot separate {self.index} from {self.scope.over}")

    def separate_power(self, body: Node) -> list[tuple[Node, Node]]:
        base, exponent = body.args
        form = linear_form(exponent)
        if form is not None and not form[0] and 0 <= form[1] <= MAX_TERMS:
            return self.separate(Node("mul", (base,) * form[1]))
        if form is None or self.index in free_names(base) or min(form[0].values()) < 0 or form[1] < 0:
            raise BadInput(f"{show(body)}: cannot separate {self.index} from {self.scope.over}")
        outside = {name: multiple for name, multiple in form[0].items() if name != self.index}
        inside = {self.index: form[0][self.index]}
        return [(Node("pow", (base, from_form(outside, form[1]))), Node("pow", (base, from_form(inside, 0))))]


def total(node: Node, domain: Domain) -> bool:
    """Whether bounds show that a tree has a value at every point of the domain (so that an atom for it hides nothing)."""
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
    if node.op == "pow":
        low = bounds(node.args[1], domain).low
        return (low is not None and low >= 0) or nonzero(node.args[0], domain)
    return True


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


def _refuse(scope: Abstraction, node: Node) -> Node:
    raise BadInput(f"'{node.op}' has no SMT form: {show(node)[:80]}")


def _parts(scope: Abstraction, node: Node) -> list[Node]:
    return [scope.rewrite(child) for child in node.args]


def _as_is(scope: Abstraction, node: Node) -> Node:
    return Node(node.op, tuple(_parts(scope, node)))


def _extreme(scope: Abstraction, node: Node) -> Node:
    found = _parts(scope, node)
    if all(part.op == "num" for part in found):
        return num((min if node.op == "min" else max)(part.args[0] for part in found))
    return Node(node.op, tuple(found))


_REWRITE: dict[str, Callable[[Abstraction, Node], Node]] = {
    "num": lambda scope, node: node,
    "sym": lambda scope, node: node,
    "at": Abstraction.element,
    "add": lambda scope, node: plus(_parts(scope, node)),
    "mul": lambda scope, node: times(_parts(scope, node)),
    "div": lambda scope, node: over(*_parts(scope, node)),
    "pow": Abstraction.power,
    "sum": Abstraction.fold,
    "prod": Abstraction.fold,
    "ite": Abstraction.branch,
    "min": _extreme,
    "max": _extreme,
    "floor": _as_is,
    "ceil": _as_is,
    "abs": _as_is,
    "log": Abstraction.opaque,
    "exp": Abstraction.opaque,
    "lambertw": Abstraction.opaque,
    "eq": lambda scope, node: relation("eq", *_parts(scope, node)),
    "ne": lambda scope, node: relation("ne", *_parts(scope, node)),
    "lt": lambda scope, node: relation("lt", *_parts(scope, node)),
    "le": lambda scope, node: relation("le", *_parts(scope, node)),
    "and": lambda scope, node: joined("and", _parts(scope, node)),
    "or": lambda scope, node: joined("or", _parts(scope, node)),
    "not": lambda scope, node: negated(scope.rewrite(node.args[0])),
    "implies": lambda scope, node: implied(*_parts(scope, node)),
    "iff": _as_is,
}
