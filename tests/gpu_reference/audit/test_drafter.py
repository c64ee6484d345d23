"""`draftproof audit drafter`: right drafters pass, each wrong one is at fault for what is wrong with it."""

import json
from pathlib import Path

import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference.audit.drafter import audit_drafter
from draftproof.ledger import Verdict
from draftproof.subjects.subject import Limits

DRAFTERS = Path(__file__).with_name("drafters.py")


@pytest.fixture(autouse=True)
def _beside_the_drafters(monkeypatch):
    monkeypatch.chdir(DRAFTERS.parent)


def audit(name, **options):
    return audit_drafter(f"drafters:{name}", **{"draws": 40_000, "limits": Limits(timeout=5), **options})


@pytest.mark.parametrize("name", ["right", "right_random_laws", "right_float32", "right_top_k", "right_greedy"])
def test_a_right_drafter_passes(name):
    found = audit(name)
    assert found.passes, found.faults
    assert found.explored["rows"] >= 40_000
    assert "total variation distance" in found.detail["law"]
    assert ("float32" in found.detail["numerics"]) == (name == "right_float32")


WRONG = {
    "argmax": ("wrong_law", ["declared_argmax"]),
    "colder": ("wrong_law", ["declared_other_temperature"]),
    "hotter": ("wrong_law", ["declared_other_temperature"]),
    "slightly_colder": ("wrong_law", ["declared_other_temperature"]),
    "colder_random_laws": ("wrong_law", ["declared_other_temperature"]),
    "cut": ("wrong_law", ["declared_other_top_k"]),
    "cut_declared": ("wrong_law", ["declared_other_top_k"]),
    "logits": ("not_a_law", ["declared_unnormalised"]),
    "unnormalised": ("not_a_law", ["declared_unnormalised"]),
    "half_precision": ("not_a_law", ["declared_bf16"]),
    "nan": ("not_a_law", []),
    "wrong_position": ("wrong_law", []),
    "one_coin": ("wrong_law", []),
    "one_coin_a_batch": ("wrong_law", []),
    "last_token_low": ("wrong_law", []),
    "unseeded": ("not_repeatable", []),
    "not_two": ("wrong_result", []),
    "narrow": ("wrong_result", []),
    "flat": ("wrong_result", []),
    "too_few": ("wrong_result", []),
    "beyond": ("wrong_result", []),
    "raises": ("raised", []),
    "dies": ("died", []),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_drafter_is_at_fault_and_named(name):
    found = audit(name)
    kind, rivals = WRONG[name]
    assert [fault.kind for fault in found.faults] == [kind]
    assert "\n" not in found.faults[0].says
    assert list(found.diagnosis) == [f"losslessness.{rival}" for rival in rivals]


def test_too_few_draws_to_see_anything_are_unknown():
    found = audit("right", draws=1)
    assert found.verdict is Verdict.UNKNOWN
    assert not found.passes
    assert found.detail["law"] == "not judged: too few draws"


def test_a_drafter_that_hangs_is_killed():
    assert [fault.kind for fault in audit("hangs", limits=Limits(timeout=0.5)).faults] == ["hung"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("unnormalised", "sums to 0.99, -0.01 from 1"),
        ("logits", "is negative"),
        ("cut_declared", "of declared probability 0"),
        ("one_coin", "depend on each other"),
        ("one_coin_a_batch", "rows of one batch are not independent"),
        ("narrow", "int32"),
        ("not_two", "expected (tokens, probs)"),
        ("raises", "ZeroDivisionError: on purpose (drafters.py, line"),
    ],
)
def test_the_fault_says_what_is_wrong(name, says):
    assert says in audit(name).faults[0].says


def test_by_how_much_a_law_is_off_is_said_with_the_law():
    fault = audit("half_precision").faults[0]
    assert "sums to 1.0" in fault.says
    assert len(fault.counterexample["declared"]) == 8


def test_the_snippet_runs(monkeypatch):
    import subprocess
    import sys

    snippet = audit("argmax").faults[0].snippet
    assert subprocess.run([sys.executable, "-c", snippet], check=False).returncode == 0


@pytest.mark.parametrize("options", [{"draws": 0}, {"budget": 0.0}, {"seed": -1}, {"budget": float("nan")}])
def test_unusable_options_are_refused(options):
    with pytest.raises(BadInput, match="expected"):
        audit("right", **options)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["drafters:right", "--draws", "2000"], 0),
        (["drafters:argmax"], 1),
        (["drafters:none"], 2),
        (["nothing:g"], 2),
        (["g"], 2),
    ],
)
def test_exit_codes(arguments, code, call):
    assert call("audit", "drafter", *arguments)[0] == code


def test_json(call):
    found = json.loads(call("audit", "drafter", "drafters:argmax", "--json", "-")[1])
    assert found["schema"] == "draftproof/audit/1"
    assert found["diagnosis"][0]["id"] == "losslessness.declared_argmax"
