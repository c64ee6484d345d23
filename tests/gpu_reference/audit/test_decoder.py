"""`draftproof audit decoder`: right decoders pass, those that are wrong only as a whole are found."""

import json
from pathlib import Path

import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference.audit.decoder import audit_decoder
from draftproof.ledger import Verdict
from draftproof.subjects.subject import Limits

DECODERS = Path(__file__).with_name("decoders.py")


@pytest.fixture(autouse=True)
def _beside_the_decoders(monkeypatch):
    monkeypatch.chdir(DECODERS.parent)


def audit(name, **options):
    return audit_decoder(f"decoders:{name}", **{"draws": 10_000, "limits": Limits(timeout=5), **options})


@pytest.mark.parametrize("name", ["plain", "speculative", "warm", "short", "writes_into_laws"])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_right_decoder_passes(name, seed):
    found = audit(name, seed=seed)
    assert found.passes, found.faults
    assert found.explored["rows"] >= 40_000
    assert "total variation distance" in found.detail["law"]


WRONG = {
    "sees_coins": ("biased", ["draft_sees_coins"]),
    "sees_coins_warm": ("biased", ["draft_sees_coins"]),
    "same_seed": ("biased", ["draft_sees_coins"]),
    "resample_from_target": ("biased", ["resample_from_target"]),
    "stale_prefix": ("biased", []),
    "one_coin_a_batch": ("biased", []),
    "neighbours": ("dependent_rows", []),
    "unseeded": ("not_repeatable", []),
    "floats": ("wrong_result", []),
    "transposed": ("wrong_result", []),
    "beyond": ("wrong_result", []),
    "lengthens": ("wrong_result", []),
    "wrong_prefix": ("wrong_result", []),
    "flat_prefix": ("wrong_result", []),
    "nothing": ("wrong_result", []),
    "raises": ("raised", []),
    "dies": ("died", []),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_decoder_is_at_fault(name):
    found = audit(name)
    kind, rivals = WRONG[name]
    assert [fault.kind for fault in found.faults] == [kind]
    assert "\n" not in found.faults[0].says
    assert list(found.diagnosis) == [f"losslessness.{rival}" for rival in rivals]


def test_drafts_that_are_not_seen_are_supposed():
    found = audit("accept_always")
    assert "losslessness.accept_always" in found.diagnosis
    assert any("even drafts, which is not seen" in remark for remark in found.remarks)


def test_too_few_draws_to_see_anything_are_unknown():
    found = audit("plain", draws=1)
    assert found.verdict is Verdict.UNKNOWN
    assert not found.passes
    assert found.detail["law"] == "not judged: too few draws"


def test_a_decoder_that_hangs_is_killed():
    assert [fault.kind for fault in audit("hangs", limits=Limits(timeout=0.5)).faults] == ["hung"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("wrong_prefix", "called the target with a prefix of ids -1..-1, not 0..1"),
        ("flat_prefix", "called the target with int64[1], expected prefixes int64[batch, length]"),
        ("floats", "returned float64[1, 6], expected int64[1, n]"),
        ("sees_coins", "where the target has"),
    ],
)
def test_the_fault_says_what_is_wrong(name, says):
    assert says in audit(name).faults[0].says


def test_the_snippet_runs():
    import subprocess
    import sys

    snippet = audit("stale_prefix").faults[0].snippet
    assert subprocess.run([sys.executable, "-c", snippet], check=False).returncode == 0


@pytest.mark.parametrize("options", [{"draws": 0}, {"budget": 0.0}, {"seed": -1}])
def test_unusable_options_are_refused(options):
    with pytest.raises(BadInput, match="expected"):
        audit("plain", **options)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["decoders:plain", "--draws", "1000"], 0),
        (["decoders:stale_prefix"], 1),
        (["decoders:none"], 2),
        (["plain"], 2),
    ],
)
def test_exit_codes(arguments, code, call):
    assert call("audit", "decoder", *arguments)[0] == code


def test_json(call):
    found = json.loads(call("audit", "decoder", "decoders:stale_prefix", "--json", "-")[1])
    assert (found["schema"], found["kind"], found["passes"]) == ("draftproof/audit/1", "decoder", False)
