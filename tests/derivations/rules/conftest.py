"""Tables of cases for the rules: every `test_NAME.py` has them, and its one test is run once a case.

A case is `(before, relation, after, domain)` or `(before, relation, after, domain, parameters)`, with `after` typed by hand.
`ACCEPTED` must pass the rule's checker and the kernel. `REJECTED` must fail the checker itself, `REJECTED_BY_KERNEL` pass
it and fail the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from draftproof.derivations import rules
from draftproof.derivations.kernel import RULES, Step, check_step
from draftproof.errors import DraftproofError, StepRejected

assert rules
TABLES = ("ACCEPTED", "REJECTED", "REJECTED_BY_KERNEL")


def judge(name: str, table: str, case: tuple[Any, ...]) -> None:
    """Run one case; an `after` that passes where it must not is named."""
    before, relation, after, domain, *rest = case
    parameters = rest[0] if rest else {}
    checked = partial(RULES[name].check, before, relation, after, domain, **parameters)
    step = Step(before, relation, after, name, "a case", stated=True, parameters=parameters)
    stepped = partial(check_step, step, domain, domain, before, after)
    if table == "ACCEPTED":
        assert checked(), "the checker emits no identity"
        stepped()
        return
    run, refusal = (checked, StepRejected) if table == "REJECTED" else (stepped, DraftproofError)
    if table == "REJECTED_BY_KERNEL":
        checked()
    try:
        run()
    except refusal:
        return
    pytest.fail(f"expected to FAIL but PASSED: {before} {relation} {after}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    name = Path(str(metafunc.module.__file__)).stem.removeprefix("test_")
    cases: dict[str, Callable[[], None]] = {
        f"{table.lower()}: {title}": partial(judge, name, table, case)
        for table in TABLES
        for title, case in getattr(metafunc.module, table, {}).items()
    }
    metafunc.parametrize("case", list(cases.values()), ids=list(cases))
