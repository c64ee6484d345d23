"""Exact counterexamples: points that a solver finds on ground instances and exact evaluation confirms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..derivations import exact
from ..derivations.domain import Domain
from ..derivations.expr import Node
from ..derivations.numbers import against
from ..errors import BadInput
from . import ground
from .obligations import Task, each, provable
from .session import Session

SHORT = 1.0
"""Seconds for the questions whose answer may be missing: whether a rival's or a loosened obligation is still unsat, and
each ground instance of a search.
"""

CHOICES = 6
"""Choices of literal naturals that are tried before a search gives up."""


def separating(
    claimed: Node | None,
    denied: Node,
    domain: Domain,
    session: Session,
    naturals: Sequence[int],
    extra: Sequence[Node] = (),
    places: slice = slice(CHOICES),
) -> ground.Point | None:
    """A point of the domain (with `extra` conditions) at which `denied` is false and `claimed` true, both exactly.

    `places` says which choices of literal naturals are tried.
    """
    for chosen in islice(ground.choices(domain, naturals, CHOICES), places.start, places.stop):
        try:
            asked = ground.instance(extra, denied, domain, chosen)
        except BadInput:  # a division by a literal 0, say: no rational question at these naturals
            continue
        if asked is None:
            break
        answer = session.z3(asked.script.text, model=True, timeout=SHORT)
        env = asked.point(answer.model) if answer.status == "sat" and answer.model is not None else None
        if (
            env is not None
            and ground.lies_in(domain, env)
            and ground.holds(extra, env)
            and separates(claimed, denied, env)
        ):
            return env
    return None


def separates(claimed: Node | None, denied: Node, env: ground.Point) -> bool:
    """At the point, `denied` is false and `claimed` (if any) true, in exact arithmetic or by enclosures."""
    return exact.holds_at(denied, env) is False and (claimed is None or exact.holds_at(claimed, env) is True)


def refutation(task: Task, session: Session) -> str:
    """The numbers that refute the statement itself, or nothing."""
    env = separating(None, provable(task.statement), task.domain, session, (0, 1, 2, 3, 4))
    return against(task.claim.statement, env) if env is not None else ""


def passes_as_claim(task: Task, session: Session) -> bool:
    """Whether every obligation of a statement is unsat (z3 decides, with a short limit): the first that is not settles
    it.
    """
    try:
        return all(session.z3(obligation.text, timeout=SHORT).status == "unsat" for obligation in each(task))
    except BadInput:
        return False
