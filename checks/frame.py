"""The variables of one induction: every natural number from 0 up, the induction variable counted from its lower bound.

For a domain with k <= gamma the induction over gamma is one over m with gamma = k + m, k held fixed: so a tail sum from
k + 1 to gamma + 1 has m + 1 terms. The substitution is made from the domain's own conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..derivations.bounds import implies
from ..derivations.domain import Domain, Naturals
from ..derivations.expr import Node, free_names, num, substitute, sym
from ..errors import BadInput
from .terms import from_form, linear_form, plus, with_indices_named


@dataclass(frozen=True)
class Frame:
    """`domain` holds the new variables and the conditions free of `over`; `moving` are the conditions that mention it.

    `back` gives each variable of the claim as a tree over the new ones.
    """

    domain: Domain
    over: str | None
    moving: tuple[Node, ...]
    back: dict[str, Node]

    def put(self, node: Node) -> Node:
        """A tree over the claim's variables, over the new ones."""
        return substitute(with_indices_named(node), self.back)

    def moved(self, node: Node, by: int) -> Node:
        """A tree over the new variables at over + `by`."""
        return node if self.over is None else substitute(node, {self.over: plus((sym(self.over), num(by)))})

    def at_start(self, node: Node) -> Node:
        return node if self.over is None else substitute(node, {self.over: num(0)})


def frame(domain: Domain, over: str | None) -> Frame:
    """The frame of an induction over the natural variable `over`; None: no induction. `BadInput` if it is not one."""
    if over is not None and not isinstance(domain.sets.get(over), Naturals):
        raise BadInput(f"induction over {over}: expected a natural variable of the domain {domain}")
    names = {name: values for name, values in domain.sets.items() if isinstance(values, Naturals)}
    back: dict[str, Node] = {}
    sets = dict(domain.sets)
    for name, values in names.items():
        if values.start == values.stop:  # one value only: nothing to induct over
            back[name] = num(values.start)
            del sets[name]
            over = None if name == over else over
            continue
        if name == over or values.start == 0:
            continue
        shifted = f"{name}_from_{values.start}"
        del sets[name]
        sets[shifted] = Naturals(0, None if values.stop is None else values.stop - values.start)
        back[name] = plus((sym(shifted), num(values.start)))
    moving: list[Node] = []
    if over is not None:
        low = _lower_bound(domain, over)
        if low != num(0):
            counted = f"{over}_beyond"
            del sets[over]
            back[over] = plus((substitute(low, back), sym(counted)))
            over_name = counted
        else:
            over_name = over
        sets[over_name] = Naturals(0)
        stop = names[over].stop
        if stop is not None:
            moving.append(Node("le", (back.get(over, sym(over)), num(stop))))
    else:
        over_name = None
    conditions = [substitute(with_indices_named(condition), back) for condition in domain.conditions]
    known = Domain(sets)
    conditions = [condition for condition in conditions if not implies(known, condition)]
    moving += [condition for condition in conditions if over_name in free_names(condition)]
    fixed = tuple(condition for condition in conditions if condition not in moving)
    return Frame(replace(known, conditions=fixed), over_name, tuple(moving), back)


def _lower_bound(domain: Domain, over: str) -> Node:
    """A lower bound of `over` that a condition gives as a combination of the other naturals, else its start."""
    values = domain.sets[over]
    assert isinstance(values, Naturals)
    return next(_bounds_by_condition(domain, over, values.start), num(values.start))


def _bounds_by_condition(domain: Domain, over: str, start: int) -> Iterator[Node]:
    for condition in domain.conditions:
        if condition.op not in ("le", "lt"):
            continue
        small, large = condition.args
        form = linear_form(plus((large, Node("mul", (num(-1), small)))))
        if form is None or form[0].get(over) != 1:
            continue
        multiples, constant = form
        others = {name: -multiple for name, multiple in multiples.items() if name != over}
        if not others or not all(isinstance(domain.sets.get(name), Naturals) for name in others):
            continue
        low = from_form(others, (1 if condition.op == "lt" else 0) - constant)
        if implies(Domain(domain.sets), Node("le", (num(start), low))):
            yield low
