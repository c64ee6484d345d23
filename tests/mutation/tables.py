"""Judges mutants of the rules by the rules' own tables of cases, cheapest first: a checker, then the kernel's exact evaluation."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from draftproof.derivations import rules
from draftproof.derivations.domain import Domain
from draftproof.derivations.expr import Node
from draftproof.derivations.kernel import RULES, Identity, Step, check_step
from draftproof.derivations.rules import common
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
        made: list[Identity] = []
        with recorded(made):
            try:
                found = RULES[self.rule].check(before, relation, after, domain, **(rest[0] if rest else {}))
            except StepRejected:
                return REJECTED
            except Exception:  # a mutant may do anything
                return BROKEN
        return found if found and all(identity in found for identity in made) else BROKEN

    def stepped(self) -> bool | None:
        """Whether the kernel accepts it, None where it breaks down."""
        before, relation, after, domain, *rest = self.case
        parameters = rest[0] if rest else {}
        step = Step(before, relation, after, self.rule, "a case", stated=True, parameters=parameters)
        try:
            check_step(step, domain, domain, before, after)
        except DraftproofError:
            return False
        except Exception:  # a mutant may do anything
            return None
        return True


@contextmanager
def recorded(made: list[Identity]) -> Iterator[None]:
    """Notes every identity that a checker finds to cancel: it must also emit it, for the re-checker."""

    def record(label: str, statement: Node, domain: Domain) -> Identity:
        made.append(Identity(label, statement, domain))
        return made[-1]

    common.Identity = record  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        common.Identity = Identity  # type: ignore[misc]


def as_before(case: Case, usual: Outcome) -> bool:
    """Whether the case ends as its table says. The kernel is asked only where the checker's identities are not the usual ones."""
    found = case.checked()
    if case.table == "REJECTED" or isinstance(found, str):
        return found == REJECTED and case.table == "REJECTED"
    return found == usual or case.stepped() is (case.table == "ACCEPTED")


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


def tests_of(path: Path) -> tuple[Trial, ...]:
    """The tests of a module that need no fixture and draw no examples, each with each of its parameters."""
    module = load(path)
    functions = [value for name, value in vars(module).items() if name.startswith("test_")]
    for group in (value for name, value in vars(module).items() if name.startswith("Test")):
        functions += [getattr(group(), name) for name in vars(group) if name.startswith("test_")]
    return tuple(
        partial(passes, function, arguments)
        for function in functions
        if not hasattr(function, "is_hypothesis_test")
        for arguments in parameters(function)
        if set(arguments) == set(inspect.signature(function).parameters)
    )


def parameters(function: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The arguments that `pytest.mark.parametrize` gives a test, one dictionary a run."""
    axes = []
    for mark in getattr(function, "pytestmark", []):
        names, values = mark.args
        listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        axes.append([dict(zip(listed, value if len(listed) > 1 else [value], strict=True)) for value in values])
    for chosen in product(*axes):
        yield {name: value for part in chosen for name, value in part.items()}


def passes(test: Callable[..., None], arguments: dict[str, Any]) -> bool:
    """Whether a test passes."""
    try:
        test(**arguments)
    except (Exception, pytest.fail.Exception):
        return False
    return True


def killed(trials: list[Trial]) -> bool:
    """Whether some trial no longer ends as it should. What found one is asked first the next time."""
    for place, trial in enumerate(trials):
        if not trial():
            trials.insert(0, trials.pop(place))
            return True
    return False
