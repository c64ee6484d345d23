"""For each condition of a claim's domain: is it needed, needed for this proof, or redundant?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..derivations.domain import Domain, Interval, Naturals, Sequences, as_conditions
from ..derivations.expr import Node, num, sym
from ..derivations.numbers import against
from .counterexamples import CHOICES, passes_as_claim, separating
from .obligations import Task, provable
from .session import Session
from .terms import negated, show

NATURALS = (2, 0, 1, 3)
"""Literal naturals at which a loosened statement is refuted; 0 among them, for conditions that keep it out."""

FIRST = 2
"""Choices of literal naturals tried before it is asked whether the proof goes through: if it does, no other refutes."""


def judge_hypotheses(task: Task, session: Session) -> dict[str, str]:
    """Condition -> "needed" with exact numbers that refute the claim without it, "redundant" (the proof goes through
    without it), or "needed for this proof" (neither is shown).
    """
    return {
        show(condition): _judge(loose, outside, task, session) for condition, loose, outside in loosened(task.domain)
    }


def _judge(loose: Domain, outside: tuple[Node, ...], task: Task, session: Session) -> str:
    refuted = partial(separating, None, provable(task.statement), loose, session, NATURALS, outside)
    env = refuted(places=slice(FIRST))
    if env is None and passes_as_claim(replace(task, domain=loose), session):
        return "redundant"
    env = env or refuted(places=slice(FIRST, CHOICES))
    return f"needed: {against(task.claim.statement, env)}" if env else "needed for this proof"


def loosened(domain: Domain) -> Iterator[tuple[Node, Domain, tuple[Node, ...]]]:
    """(condition, the domain without it, what holds where it is violated) for each end of each set and each side
    condition.

    That a natural number is at least 0 is no condition. A sequence's elements are left free without saying which is
    outside.
    """
    for name, allowed in domain.sets.items():
        if isinstance(allowed, Naturals):
            if allowed.start > 0:
                least = Node("le", (num(allowed.start), sym(name)))
                yield least, domain.extended({name: replace(allowed, start=0)}), (negated(least),)
            continue
        element = allowed.element if isinstance(allowed, Sequences) else allowed
        for end in as_conditions(name, element):
            freed = _without(element, low=end.args[0].op == "num")
            if isinstance(allowed, Sequences):
                yield end, domain.extended({name: replace(allowed, element=freed)}), ()
            else:
                yield end, domain.extended({name: freed}), (negated(end),)
    for condition in domain.conditions:
        kept = tuple(other for other in domain.conditions if other != condition)
        yield condition, replace(domain, conditions=kept), (negated(condition),)


def _without(element: Interval, *, low: bool) -> Interval:
    return replace(element, low=None, low_open=False) if low else replace(element, high=None, high_open=False)
