"""A proof by induction covers every gamma at one price; trying gamma = 0, 1, 2, ... pays each and stops."""

from __future__ import annotations

import time
from collections.abc import Callable

from draftproof.checks import ground
from draftproof.checks.obligations import Task, generate
from draftproof.checks.solvers import Solvers
from draftproof.checks.tokens import PROOFS

from . import Row

LARGEST = 64
CLAIM = "tokens.closed_form"


def rows() -> list[Row]:
    """The induction (base, step and the bounds it uses) against z3 on the claim written out at each gamma."""
    task = Task.of(PROOFS[CLAIM])
    with Solvers(timeout=60) as solvers:
        solvers.run("z3", "(set-logic QF_LRA)(check-sat)")  # started before the clock is

        def by_induction() -> bool:
            return all(solvers.run("z3", o.text).status == "unsat" for o in generate(task))

        def one_by_one(last: int) -> Callable[[], bool]:
            asked = (ground.instance((), task.statement, task.domain, {"gamma": g}) for g in range(last + 1))
            return lambda: all(q is not None and solvers.run("z3", q.script.text).status == "unsat" for q in asked)

        induction = _seconds(by_induction)
        return [
            Row(
                f"proof, gamma <= {last}",
                induction / _seconds(one_by_one(last)),
                f"{CLAIM}: induction for every gamma ÷ z3 at each gamma up to {last}",
                goal=1.0 if last == LARGEST else None,
            )
            for last in (8, LARGEST)
        ]


def _seconds(work: Callable[[], bool]) -> float:
    begun = time.perf_counter()
    if not work():
        raise RuntimeError("an obligation that must hold was not shown")
    return time.perf_counter() - begun
