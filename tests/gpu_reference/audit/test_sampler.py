"""`draftproof audit sampler` in its child: what fails there, options, exit codes, and what a person is told."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference.audit import sampler_search
from draftproof.gpu_reference.audit.sampler import _verdict, audit_sampler
from draftproof.gpu_reference.audit.sampler_report import beside, number, simplest_between
from draftproof.ledger import Verdict
from draftproof.subjects.subject import Limits

SAMPLERS = Path(__file__).with_name("samplers.py")
NEEDS_TORCH = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")


@pytest.fixture(autouse=True)
def _beside_the_samplers(monkeypatch):
    monkeypatch.chdir(SAMPLERS.parent)


@pytest.fixture
def few(monkeypatch):
    """An audit without fault ends after so many groups, whatever the machine's speed."""
    monkeypatch.setattr(sampler_search, "GROUPS", 12)
    monkeypatch.setattr(sampler_search, "ROWS", 1 << 15)


@pytest.fixture
def run(call):
    """The audit's command line: what it prints, and its exit code."""

    def command(*arguments):
        code, out, err = call("audit", "sampler", *arguments)
        return out + err, code

    return command


@pytest.mark.usefixtures("few")
def test_a_right_sampler():
    audit = audit_sampler("samplers:right", budget=60.0)
    assert audit.passes
    assert audit.verdict is Verdict.HOLDS
    assert not audit.faults
    assert not audit.diagnosis
    assert audit.detail["law"].startswith("exact on")
    assert audit.detail["rate"] == "accepts as many drafts as token-wise sampling"
    assert audit.detail["numerics"] == "the same tokens in float32"
    assert "emits as token-wise on everything compared" in audit.remarks
    assert any("no break enters and leaves" in remark for remark in audit.remarks)


@pytest.mark.usefixtures("few")
def test_point_mass_drafts_by_annotation():
    audit = audit_sampler("samplers:annotated", budget=60.0)
    assert audit.passes
    assert audit.detail["rate"].startswith("slow, not biased")


@pytest.mark.usefixtures("few")
@NEEDS_TORCH
def test_tensors():
    assert audit_sampler("samplers:on_tensors", budget=60.0, torch=True, limits=Limits(timeout=30)).passes


FAULTS = {
    "lenient": "biased",
    "raises": "raised",
    "dies": "died",
    "narrow": "wrong_result",
    "flat": "wrong_result",
    "listed": "wrong_result",
    "beyond": "not_an_emission",
    "forgetful": "not_repeatable",
    "single_rows_only": "batch",
    "silent_without_drafts": "not_an_emission",
}


@pytest.mark.parametrize(("name", "kind"), FAULTS.items())
def test_a_fault_and_its_kind(name, kind):
    audit = audit_sampler(f"samplers:{name}", budget=30.0)
    (fault,) = audit.faults
    assert fault.kind == kind
    assert not audit.passes
    assert fault.counterexample or kind == "died"


@pytest.mark.parametrize("name", ["lenient", "beyond", "forgetful"])
def test_two_workers_find_what_one_finds(name):
    one, two = (audit_sampler(f"samplers:{name}", budget=30.0, workers=workers) for workers in (1, 2))
    assert (two.faults, two.diagnosis, two.verdict) == (one.faults, one.diagnosis, one.verdict)


@pytest.mark.usefixtures("few")
def test_two_workers_join_what_they_find_in_order(monkeypatch):
    found, join = [], sampler_search._join
    monkeypatch.setattr(sampler_search, "_join", lambda search, part: found.append(part) or join(search, part))
    laws = []
    for workers in (1, 2):
        found.clear()
        assert audit_sampler("samplers:right", budget=60.0, workers=workers).passes
        laws.append([one for part in found for one, in_time in part.judged if in_time])
    shared = min(map(len, laws))
    assert shared > 20
    assert laws[0][:shared] == laws[1][:shared]


@pytest.mark.usefixtures("few")
def test_what_was_not_tried_is_told():
    audit = audit_sampler("samplers:with_or_without_laws", budget=60.0)
    assert any(remark.startswith("not tried: draft laws") for remark in audit.remarks)
    assert audit.explored["rows at most in a call"] > 1


def test_exact_is_what_is_so_on_every_instance():
    exact, undecided = (SimpleNamespace(verdict=verdict) for verdict in (Verdict.EXACT, Verdict.HOLDS))
    cases = {
        Verdict.EXACT: [(exact, True), (exact, True)],
        Verdict.HOLDS: [(exact, True), (undecided, False)],
        Verdict.UNKNOWN: [(undecided, False)],
    }
    assert all(_verdict(SimpleNamespace(judged=judged)) is verdict for verdict, judged in cases.items())


def test_a_bias_is_not_put_down_to_float32():
    assert audit_sampler("samplers:lenient", budget=10.0).detail["numerics"] == "not judged"


def test_hangs():
    audit = audit_sampler("samplers:hangs", budget=30.0, limits=Limits(timeout=2.0))
    assert [fault.kind for fault in audit.faults] == ["hung"]


@pytest.mark.usefixtures("few")
def test_what_takes_no_float32_is_told_so():
    audit = audit_sampler("samplers:needs_float64", budget=60.0)
    assert audit.passes
    assert "takes no float32 laws" in audit.detail["numerics"]


@pytest.mark.parametrize("name", ["lenient", "raises", "beyond"])
def test_snippets_run(name):
    (fault,) = audit_sampler(f"samplers:{name}", budget=30.0).faults
    done = subprocess.run([sys.executable, "-c", fault.snippet], capture_output=True, text=True, cwd=SAMPLERS.parent)
    assert {"lenient": "refuted", "raises": "no kernel", "beyond": "2"}[name] in done.stdout + done.stderr


def test_what_a_person_is_told(run):
    printed, code = run("samplers:lenient", "--budget", "10")
    assert code == 1
    for told in (
        "FAULT",
        "vocab: 2",
        '"": "1/4, 3/4"',
        "behaves as losslessness.lenience",
        "≈ 625/3996",
        "law: biased",
    ):
        assert told in " ".join(printed.split())


def test_json(tmp_path, run):
    path = tmp_path / "audit.json"
    printed, code = run("samplers:beyond", "--budget", "5", "--json", str(path))
    found = json.loads(path.read_text())
    assert code == 1
    assert "FAULT" in printed
    assert (found["schema"], found["kind"], found["verdict"]) == ("draftproof/audit/1", "sampler", "refuted")
    assert set(found["detail"]) == {"law", "rate", "numerics", "determinism"}
    assert found["faults"][0]["counterexample"]["uniforms"]


@pytest.mark.usefixtures("few")
def test_exit_code_of_a_right_one(run):
    printed, code = run("samplers:right", "--budget", "60", "--seed", "4")
    assert code == 0
    assert "no fault found" in printed
    assert "seed 4" in " ".join(printed.split())


UNUSABLE = {
    "an unknown parameter": (("samplers:unknown_parameter",), "unknown parameter 'temperature'"),
    "any keyword": (("samplers:anything",), "unknown parameter 'arguments'"),
    "by place only": (("samplers:by_place",), "unknown parameter 'draft_tokens'"),
    "no randomness": (("samplers:no_randomness",), "no parameter 'uniforms'"),
    "no target": (("samplers:no_target",), "no parameter 'target_probs'"),
    "no callable": (("samplers:not_callable",), "expected a callable"),
    "no such name": (("samplers:nobody",), "cannot be loaded"),
    "no name": (("samplers",), "MODULE:CALLABLE"),
    "no budget": (("samplers:right", "--budget", "0"), "--budget 0"),
    "no worker": (("samplers:right", "--workers", "0"), "--workers 0"),
    "a negative seed": (("samplers:right", "--seed", "-1"), "--seed -1"),
}


@pytest.mark.parametrize(("arguments", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable(arguments, says, run):
    printed, code = run(*arguments)
    assert code == 2
    assert says in printed
    assert len(printed.strip().splitlines()) == 1


def test_without_torch(monkeypatch):
    monkeypatch.setattr("draftproof.gpu_reference.audit.sampler.find_spec", lambda name: None)
    with pytest.raises(BadInput, match="not installed"):
        audit_sampler("samplers:right", torch=True)


def test_nothing_finished_is_unknown():
    audit = audit_sampler("samplers:right", budget=1e-6)
    assert audit.verdict is Verdict.UNKNOWN
    assert not audit.passes
    assert audit.detail["law"] == "not judged"


SIMPLEST = {
    ("1/3", "1/3"): "1/3",
    ("3333/10000", "3334/10000"): "1/3",
    ("0", "1/7"): "0",
    ("5/2", "7/2"): "3",
    ("4142/10000", "4143/10000"): "29/70",
}


@pytest.mark.parametrize(("ends", "simplest"), SIMPLEST.items())
def test_simplest_between(ends, simplest):
    assert simplest_between(*map(Fraction, ends)) == Fraction(simplest)


def test_numbers():
    assert number(Fraction(3, 8)) == "3/8"
    assert number(Fraction(3333, 10000), Fraction(1, 10000)) == "≈ 1/3"
    assert number(Fraction(2**40 + 1, 2**41)) == "≈ 0.5"
    assert beside(Fraction(2**40 + 1, 2**41), Fraction(1, 2), Fraction(0)) == "1/2 + 4.55e-13"
    assert beside(Fraction(3, 8), Fraction(1, 2), Fraction(0)) == "3/8"
