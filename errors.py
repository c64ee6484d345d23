"""The errors that draftproof raises. Every one is a `DraftproofError`; bad input is also a `ValueError`."""

from __future__ import annotations


class DraftproofError(Exception):
    """Base of every error of this package."""


class BadInput(DraftproofError, ValueError):
    """The call or the input is unusable: one line saying what, where, and what was expected (exit code 2)."""


class BrokenModule(BadInput):
    """A module of this package, a chain's say, raises an error when it is imported: its file, the line and that error."""


class StepRejected(DraftproofError):
    """A derivation step does not hold: the rule refused it, or an exact point separates its two sides.

    `witness` is that point (variable -> exact value as text), empty when the refusal is structural.
    """

    def __init__(
        self, reason: str, *, step: str = "", lhs: str = "", rhs: str = "", witness: dict[str, str] | None = None
    ) -> None:
        self.reason, self.step, self.lhs, self.rhs = reason, step, lhs, rhs
        self.witness = witness or {}
        where = f"{step}: " if step else ""
        sides = f" [{lhs}  against  {rhs}]" if lhs or rhs else ""
        at = " at " + ", ".join(f"{k} = {v}" for k, v in self.witness.items()) if self.witness else ""
        super().__init__(f"{where}{reason}{sides}{at}")


class Vacuous(DraftproofError):
    """The premises of an obligation cannot be met, so proving it would say nothing."""


class SolverUnknown(DraftproofError):
    """A solver gave no verdict (`unknown`, or stopped at its limit)."""


class SolverDisagreement(DraftproofError):
    """One solver calls an obligation unsatisfiable and the other satisfiable."""
