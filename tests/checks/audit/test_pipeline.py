"""The pipeline audit: what is equal is proved, what differs is shown on the smallest law, and nothing else passes."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from draftproof.checks.audit.pipeline import CHANGES, audit_pipeline, runs, shown
from draftproof.checks.audit.pipeline_search import Search, search
from draftproof.cli import cli
from draftproof.derivations.intervals import Interval
from draftproof.derivations.pipelines import parse, process
from draftproof.errors import BadInput
from draftproof.ledger import Verdict

BY_Z3 = "no law of fewer tokens tells them apart (z3)"

DIFFER = {
    "temperature and top-p": (
        "temperature:0.5,top_p:0.85", "top_p:0.85,temperature:0.5", ["3", "1"], "1/10", BY_Z3,
        ["sampling_order.temperature_after_truncation"],
    ),
    "top-k and top-p, joint and sequential": (
        "joint(top_k:2,top_p:0.5)", "top_k:2,top_p:0.5", ["1", "1", "1"], "1/2", BY_Z3,
        ["sampling_order.sequential_taken_for_joint"],
    ),
    "two engines": ("vllm", "llama.cpp", ["3", "1"], "1/10", BY_Z3, ["sampling_order.temperature_after_truncation"]),
    "ties": ("top_k:2", "top_k:2:keep_ties", ["1", "1", "1"], "1/3", BY_Z3, []),
    "another p": ("top_p:0.8", "top_p:0.7", ["3", "1"], "1/4", BY_Z3, []),
    "another k, beyond the reach of z3": ("top_k:20", "top_k:30", ["21 times 1"], "1/21", "smallest found", []),
    "a tiny p": ("top_p:0.01", "top_p:0.02", ["51 times 1"], "1/2", "smallest found", []),
    "min-p and temperature": ("min_p:0.5,temperature:0.5", "temperature:0.5,min_p:0.5", ["2", "1"], "1/5", BY_Z3, [
        "sampling_order.share_kept_past_temperature"
    ]),
    "an irrational power": ("temperature:0.7", "top_k:9", ["2", "1"], "0.062463", BY_Z3, []),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFER)
def test_what_differs_is_shown_on_the_smallest_law(name: str) -> None:
    one, other, weights, apart, smallest, rivals = DIFFER[name]
    found = audit_pipeline(one, other)
    (fault,) = found.faults
    assert found.verdict is Verdict.REFUTED
    assert fault.counterexample["weights"] == weights
    assert fault.counterexample["total variation distance"] == apart
    assert fault.says.endswith(smallest)
    assert list(found.diagnosis) == rivals


EQUAL = [
    ("top_k:50,temperature:0.5", "temperature:0.5,top_k:50"),
    ("min_p:0.25,temperature:0.5", "temperature:0.5,min_p:1/16"),
    ("top_p:0.9,top_k:5", "joint(top_k:5,top_p:0.9)"),
    ("vllm", "temperature:0.5,top_k:50,top_p:0.85"),
    ("greedy", "top_k:3,temperature:0.1,top_k:1"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_what_is_equal_is_proved_and_never_found_to_differ(one: str, other: str) -> None:
    found = audit_pipeline(one, other)
    assert found.verdict is Verdict.PROVED
    assert any(remark.startswith("for every law of every vocabulary size both are ") for remark in found.remarks)


def test_equal_names_the_rewrites_that_were_used_and_their_claims() -> None:
    found = audit_pipeline("top_k:50,temperature:0.5", "temperature:0.5,top_k:50")
    assert found.remarks == (
        "for every law of every vocabulary size both are top_k:50,temperature:0.5",
        "temperature and top-k commute: sampling_order.top_k_commutes, sampling_order.temperatures_multiply",
    )
    assert audit_pipeline("top_p:1", "min_p:0").remarks[0].endswith("both are the law itself")


def test_an_engine_is_described_once() -> None:
    assert sum("v0.32.0" in remark for remark in audit_pipeline("vllm", "vllm").remarks) == 1


LONG = [
    ("temperature:0.12345678901234567,min_p:0.1", "min_p:0.1,temperature:0.12345678901234567"),
    ("temperature:0.00000000000000000001", "temperature:99999999999999999999"),
    ("top_p:0.5,temperature:99999999999999999999", "temperature:99999999999999999999,top_p:0.5"),
]


@pytest.mark.parametrize(("one", "other"), LONG)
def test_numbers_of_many_digits_take_no_longer(one: str, other: str) -> None:
    assert audit_pipeline(one, other).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("one", "other"), [pair for pair in EQUAL if "vllm" not in pair])
def test_the_search_finds_no_difference_in_what_is_equal(one: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draftproof.checks.audit.pipeline_search.FAMILY_SIZES", range(7, 12))
    found = search(parse(one), parse(other))
    assert found.difference is None
    assert found.proved_up_to == 4


def test_z3_alone_finds_what_no_small_law_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draftproof.checks.audit.pipeline_search.LARGEST_SUM", {1: 1, 2: 3, 3: 3, 4: 4})
    found = search(parse("top_p:0.71"), parse("top_p:0.7")).difference
    assert found is not None
    assert found.none_below
    first, second = found.weights
    assert Fraction(7, 10) <= first / (first + second) < Fraction(71, 100)


def test_neither_equal_nor_different_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draftproof.checks.audit.pipeline_search.search", lambda one, other: Search(None, 7, 3))
    found = audit_pipeline("top_p:0.8", "top_p:0.7")
    assert found.verdict is Verdict.UNKNOWN
    assert not found.passes
    assert "none of up to 3 tokens, by z3" in found.remarks[-1]


def test_a_difference_in_ties_alone_is_said_to_be_one() -> None:
    assert "differ only in which tokens of equal weight" in audit_pipeline("vllm", "transformers").remarks[-1]


def test_the_settings_of_engines_can_be_given() -> None:
    assert audit_pipeline("vllm", "transformers", {"temperature": "0.5"}).verdict is Verdict.PROVED


def test_the_snippet_runs_and_shows_two_laws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fault,) = audit_pipeline("top_k:20", "top_k:30").faults
    script = tmp_path / "snippet.py"
    script.write_text(fault.snippet, encoding="utf-8")
    runpy.run_path(str(script))
    one, other = capsys.readouterr().out.splitlines()
    assert one != other


def test_every_change_is_a_rival_of_the_chain() -> None:
    from draftproof.derivations.claims import chain

    assert set(CHANGES) <= {rival.id for claim in chain("sampling_order").claims for rival in claim.rivals}


def test_long_laws_are_written_short() -> None:
    assert runs(["1/2", "1/2"]) == ["1/2", "1/2"]
    assert runs(["2", *["1"] * 9]) == ["2", "9 times 1"]
    assert shown(Interval(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30))) == "0.333333"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["top_k:2,temperature:2", "temperature:2,top_k:2"], 0, "equal, proved"),
        (["vllm", "llama.cpp", "--top-k", "3", "--temperature", "2"], 1, "llama.cpp: DIFFERENT"),
        (["vllm", "nothing"], 2, "unknown engine 'nothing'"),
        (["top_p:7", "vllm"], 2, "expected a value in (0, 1]"),
    ],
)
def test_the_command_line(arguments: list[str], code: int, says: str) -> None:
    done = CliRunner().invoke(cli, ["audit", "pipeline", *arguments], standalone_mode=False)
    said = done.output + str(done.exception or "")
    assert says in said
    assert (2 if isinstance(done.exception, BadInput) else done.return_value) == code


def test_a_law_on_which_they_differ_is_confirmed_by_hand() -> None:
    weights = [Fraction(3), Fraction(1)]
    first, last = (process(weights, parse(p)) for p in ("temperature:0.5,top_p:0.85", "top_p:0.85,temperature:0.5"))
    assert first.probabilities() == (1, 0)
    assert last.probabilities() == (Fraction(9, 10), Fraction(1, 10))
