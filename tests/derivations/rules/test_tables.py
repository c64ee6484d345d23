"""Every rule has a table of cases with at least 1.4 times as many rejections as acceptances."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import sympy as sp
from draftproof.derivations import rules
from draftproof.derivations.domain import Domain
from draftproof.derivations.kernel import RULES, Rule, rule

assert rules
HERE = Path(__file__).parent


def table_of(name: str) -> tuple[int, int]:
    """How many acceptances and rejections the rule's table has."""
    path = HERE / f"test_{name}.py"
    spec = importlib.util.spec_from_file_location(f"table_of_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return len(module.ACCEPTED), len(module.REJECTED) + len(getattr(module, "REJECTED_BY_KERNEL", {}))


@pytest.mark.parametrize("name", sorted(RULES))
def test_rejections_outnumber_acceptances(name: str) -> None:
    accepted, rejected = table_of(name)
    assert accepted >= 2
    assert rejected >= 1.4 * accepted


def test_no_table_without_a_rule() -> None:
    files = {path.stem.removeprefix("test_") for path in HERE.glob("test_*.py")} - {"tables"}
    assert files == set(RULES)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_rule_says_what_it_needs(name: str) -> None:
    assert RULES[name].condition


def test_a_rule_without_a_checker_cannot_be_registered() -> None:
    def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
        return "=", before

    rule("planted", "nothing", compute)  # the decorator alone registers nothing
    assert "planted" not in RULES
    with pytest.raises(TypeError):
        Rule("planted", "nothing", compute)  # type: ignore[call-arg]


def test_a_rule_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        rule("algebra", "nothing", RULES["algebra"].compute)(lambda *_: ())
