"""Judges mutants of the rules by the rules' own tables of cases, cheapest first: a checker, then the kernel's exact evaluation."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from draftproof.derivations import rules
from draftproof.derivations.kernel import RULES, Identity, Step, check_step
from draftproof.errors import DraftproofError, StepRejected

assert rules
TESTS = Path(__file__).parents[1]
REJECTED, BROKEN = "rejected", "broken"

Outcome = tuple[Identity, ...] | str
Trial = Callable[[], bool]
"""Whether all is as it is without a mutant."""


@dataclass(frozen=True)
class Case:
    """A case of a rule's table."""

    rule: str
    table: str
    title: str
    case: tuple[Any, ...]

    def checked(self) -> Outcome:
        """What the checker says: its identities, or that it rejects, or that it breaks down."""
        before, relation, after, domain, *rest = self.case
        try:
            return RULES[self.rule].check(before, relation, after, domain, **(rest[0] if rest else {})) or BROKEN
        except StepRejected:
            return REJECTED
        except Exception:  # a mutant may do anything
            return BROKEN

    def stepped(self) -> bool:
        """Whether the kernel accepts it."""
        before, relation, after, domain, *rest = self.case
        parameters = rest[0] if rest else {}
        step = Step(before, relation, after, self.rule, "a case", stated=True, parameters=parameters)
        try:
            check_step(step, domain, domain, before, after)
        except DraftproofError:
            return False
        return True


def as_before(case: Case, usual: Outcome) -> bool:
    """Whether the case ends as its table says. The kernel is asked only where the checker's identities are not the usual ones."""
    found = case.checked()
    if isinstance(found, str) or case.table == "REJECTED":
        return found == usual
    return found == usual or case.stepped() == (case.table == "ACCEPTED")


def load(path: Path) -> ModuleType:
    """A test module."""
    spec = importlib.util.spec_from_file_location(f"mutated_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def trials(rule: str) -> tuple[Trial, ...]:
    """The cases of a rule's table, rejections first."""
    module = load(TESTS / "derivations" / "rules" / f"test_{rule}.py")
    cases = [
        Case(rule, table, title, case)
        for table in ("REJECTED", "ACCEPTED", "REJECTED_BY_KERNEL")
        for title, case in getattr(module, table, {}).items()
    ]
    return tuple(partial(as_before, case, case.checked()) for case in cases)
