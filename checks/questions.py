"""Obligations written as SMT-LIB, for theories that a claim's tree has not (bit-vectors, functions)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Question:
    """Do the premises imply the goal? `setting` are SMT-LIB declarations and definitions, the rest are terms over them.

    `rivals` maps a rival's id to what it says in the goal's place.
    """

    name: str
    logic: str
    setting: str
    goal: str
    premises: tuple[str, ...] = ()
    rivals: Mapping[str, str] = field(default_factory=dict)
    role: str = "direct"
    expected: str = "unsat"

    @property
    def text(self) -> str:
        """The text that is unsatisfiable iff the premises imply the goal."""
        return self.denying(self.goal)

    def denying(self, goal: str | None) -> str:
        """The same with another goal denied; None: the premises alone."""
        denied = [] if goal is None else [f"(assert (not {goal})) ; the goal, denied"]
        asserted = [f"(assert {premise})" for premise in self.premises]
        lines = [f"; {self.name}", f"(set-logic {self.logic})", self.setting.strip(), *asserted, *denied, "(check-sat)"]
        return "\n".join(lines) + "\n"
