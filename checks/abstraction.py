"""Powers, finite sums and products over natural variables become atoms, and their recurrences come from their
structure.

Every natural variable runs from 0 here (`obligations.frame` sees to that). A fold with m + 3 terms is the atom with m
terms and three terms written out; base^(m + k + 3) is base^m * base^k * base^3. So the statement at m + 1 comes out
over the atoms at m: that *is* the recurrence, and none is ever declared. At m = 0 nothing of the atom is left. Part of
the trusted base, and tested by exact evaluation: with every atom given its exact value, the rewritten tree has the
value of the tree.

What cannot be rewritten is refused with `BadInput`; an atom that hides the induction variable is never made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..derivations.bounds import implies, positive
from ..derivations.domain import Domain, Naturals, Sequences, as_conditions
from ..derivations.expr import Node, free_names, num, sym
from ..errors import BadInput
from .folds import Fold, bounded, total
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
    tidied,
    times,
    with_indices_named,
)

NO_VALUE = Node("div", (num(1), num(0)))


@dataclass
class Abstraction:
    """Rewrites trees over one set of atoms. `over` is the induction variable: no atom but its own may depend on it.

    `whole`: folds of symbolic length are atoms as they stand, for obligations that compare nothing at over + 1.
    """

    domain: Domain
    over: str | None = None
    whole: bool = False
    atoms: dict[str, Node] = field(default_factory=dict)
    """Name of an atom -> what it stands for."""

    _rewritten: dict[Node, Node] = field(default_factory=dict)

    def rewrite(self, node: Node) -> Node:
        """The tree over plain symbols and atoms, equal to it at every point of the domain."""
        found = self._rewritten.get(node)  # premises and goals share most of their parts
        if found is None:
            found = self._rewritten[node] = _REWRITE.get(node.op, _refuse)(self, node)
        return found

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

    def atom(self, stands_for: Node, *, ours: bool = False, where: Node = TRUE) -> Node:
        """The atom for a tree; `ours` when its value at over + 1 is known from its structure, `where` the condition
        under which alone it is used.
        """
        stands_for = with_indices_named(stands_for)
        if not total(stands_for, self.domain.given(where)):
            raise BadInput(f"{show(stands_for)}: may have no value somewhere in the domain, which an atom would hide")
        if not ours and self.over in free_names(stands_for):
            raise BadInput(f"{show(stands_for)}: no recurrence in {self.over} follows from its structure")
        form = tidied(stands_for)
        for name, known in self.atoms.items():
            if known == stands_for or tidied(known) == form:
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

    def symbol(self, node: Node) -> Node:
        if node.args[0] not in self.domain.sets:
            raise BadInput(f"{node.args[0]}: expected a variable of the domain {self.domain}")
        return node

    def power(self, node: Node) -> Node:
        base, exponent = node.args
        form = self.naturals_in(exponent)
        if form is None:
            return self.real_power(node)
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
        return times((atom,) * bounded(multiple))

    def literal(self, base: Node, exponent: int) -> Node:
        if exponent == 0 and partial(base):
            raise BadInput(f"{show(base)}^0: the base may have no value")
        if base.op == "num":
            return num(base.args[0] ** exponent)
        return times((self.rewrite(base),) * bounded(exponent))

    def where_positive(self, inside: Node, node: Node) -> Node:
        """The atom of `node` where `inside` is positive, and no value elsewhere."""
        condition = Node("lt", (num(0), inside))
        atom = self.atom(node, where=condition)
        return atom if implies(self.domain, condition) else choice(self.rewrite(condition), atom, NO_VALUE)

    def real_power(self, node: Node) -> Node:
        """A power with a real exponent, as evaluation has it: an atom where its base is positive; of 0 it is 1 with exponent 0
        and 0 with a positive one.
        """
        base, exponent = node.args
        above = Node("lt", (num(0), base))
        if implies(self.domain, above):
            return self.atom(node, where=above)
        if not implies(self.domain, Node("le", (num(0), base))):
            raise BadInput(f"{show(node)}: the base may be negative, and no natural number is its exponent")
        empty, vanishes = (self.rewrite(Node(op, (num(0), exponent))) for op in ("eq", "lt"))
        of_zero = choice(empty, num(1), choice(vanishes, num(0), NO_VALUE))
        return choice(self.rewrite(above), self.atom(node, where=above), of_zero)

    def element(self, node: Node) -> Node:
        name, index = node.args
        form = self.naturals_in(index)
        if form is None:
            raise BadInput(f"{show(node)}: expected an index linear in natural variables")
        return self.atom(Node("at", (name, from_form(*form))), ours=True)

    def opaque(self, node: Node) -> Node:
        return self.where_positive(node.args[0], node) if node.op == "log" else self.atom(node)

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


def _name(stands_for: Node, count: int) -> str:
    if stands_for.op == "pow" and all(part.op == "sym" for part in stands_for.args):
        return f"{stands_for.args[0].args[0]}_to_{stands_for.args[1].args[0]}"
    if stands_for.op == "at" and stands_for.args[1].op == "num":
        return f"{stands_for.args[0]}_{stands_for.args[1].args[0]}"
    return f"{stands_for.args[0] if stands_for.op == 'at' else stands_for.op}_{count + 1}_"


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
    return Node(node.op, tuple(sorted(found, key=show)))  # one order, so that equal extremes are equal trees


_REWRITE: dict[str, Callable[[Abstraction, Node], Node]] = {
    "num": lambda scope, node: node,
    "sym": Abstraction.symbol,
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
