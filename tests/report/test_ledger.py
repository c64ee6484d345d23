"""The ledger in its three forms: text, JSON and JUnit say the same."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from draftproof.ledger import ChainRecord, ClaimRecord, Evidence, Ledger, RivalOutcome, RivalRecord, Verdict
from draftproof.report.junit import Case, junit, ledger_cases
from draftproof.report.ledger_json import json_text, ledger_json, plain
from draftproof.report.text import ledger_text

REJECTED = RivalOutcome({"demo.linear": "4.5 against 2.94 at α .7, γ 5"})
LINEAR = RivalRecord("demo.linear", "E = 1 + γα: independent drafts", "it is simple")
GOOD = ClaimRecord(
    "demo.good",
    "1 ≤ E(α, γ) ≤ γ + 1; E(α, γ) = 1 where α = 0",
    r"1 \le E",
    "a source",
    evidence=(
        Evidence("simulation", Verdict.HOLDS, "numpy", seconds=1.5, seed=1, draws=9, false_alarm=1e-9, rivals=REJECTED),
        Evidence("derivation", Verdict.PROVED, "sympy", seconds=0.25, rivals=REJECTED, detail={"at": Fraction(7, 10)}),
        Evidence("figure", Verdict.EXACT, "digits"),
        Evidence("figure", Verdict.EXACT, "digits"),
        Evidence("figure", Verdict.HOLDS, "digits", "2.47 needs 1.236"),
    ),
    rivals=(LINEAR,),
    not_applicable={"proof": "a demonstration"},
)
BAD = ClaimRecord(
    "demo.bad",
    "L = 1 + γ·r",
    "L",
    "own",
    assumes=("batch 1",),
    evidence=(Evidence("derivation", Verdict.REFUTED, "sympy", "no argument concludes it"),),
    rivals=(RivalRecord("demo.other", "r = α", "", {"derivation": "none"}),),
    not_run={"proof": "no z3", "reference": "no GPU"},
)
LEDGER = Ledger("0.1.0", {"python": "3.11"}, (ChainRecord("demo", "A demonstration", (GOOD, BAD)),))
FAILURES = LEDGER.faults()
TEXT = """\
demo: A demonstration

ok   demo.good
    1 ≤ E(α, γ) ≤ γ + 1
    E(α, γ) = 1 where α = 0
    derivation proved   simulation holds   figure exact x2   figure holds
    figure: 2.47 needs 1.236
    rejects E = 1 + γα: 4.5 against 2.94 at α .7, γ 5

FAIL demo.bad
    L = 1 + γ·r
    derivation refuted
    not run: proof (no z3)
    not run: reference (no GPU)
    fails: derivation: refuted: no argument concludes it
    fails: simulation: no evidence, and no reason why there is none

2 claims: 1 pass, 1 fail | evidence: 5 pass, 1 fail | rivals: 1 of 2 rejected | not run: 2
"""


def test_text() -> None:
    assert ledger_text(LEDGER, {**FAILURES}, 100) == TEXT


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_text_keeps_to_the_width(width: int) -> None:
    lines = ledger_text(LEDGER, FAILURES, width).splitlines()
    assert max(map(len, lines)) <= width


def test_a_name_and_its_value_stay_together() -> None:
    for width in range(40, 90):
        assert "γ 5" in ledger_text(LEDGER, FAILURES, width)


def test_a_very_narrow_terminal_breaks_lines_itself() -> None:
    assert "    rejects E = 1 + γα: 4.5 against 2.94 at α .7, γ 5" in ledger_text(LEDGER, FAILURES, 10).splitlines()


def test_colour_only_adds_colour() -> None:
    coloured = ledger_text(LEDGER, FAILURES, 100, colour=True)
    assert "\033[31;1mFAIL\033[0m" in coloured
    for code in ("\033[0m", "\033[1m", "\033[2m", "\033[32m", "\033[31;1m"):
        coloured = coloured.replace(code, "")
    assert coloured == TEXT


def test_json_has_the_shape_of_the_schema() -> None:
    data = json.loads(ledger_json(LEDGER, FAILURES))
    assert list(data) == ["schema", "draftproof", "environment", "chains", "failures", "unmet", "summary", "digest"]
    assert (data["schema"], data["draftproof"]) == ("draftproof/ledger/1", "0.1.0")
    good, bad = data["chains"][0]["claims"]
    assert list(good) == [
        "id", "statement", "latex", "source", "assumes", "evidence", "rivals", "not_run", "not_applicable"
    ]  # fmt: skip
    simulation, derivation = good["evidence"][:2]
    assert list(simulation) == [
        "kind", "verdict", "reason", "engine", "seconds", "seed", "draws", "false_alarm", "detail", "rivals"
    ]  # fmt: skip
    assert simulation["rivals"] == {
        "rejected": ["demo.linear"], "survived": [], "blind": {}, "miss": {},
        "numbers": {"demo.linear": "4.5 against 2.94 at α .7, γ 5"},
    }  # fmt: skip
    assert derivation["detail"] == {"at": "7/10"}
    assert good["rivals"][0]["why_tempting"] == "it is simple"
    assert (bad["assumes"], bad["not_run"]) == (["batch 1"], {"proof": "no z3", "reference": "no GPU"})
    assert data["failures"] == {"demo.bad": FAILURES["demo.bad"]}
    assert data["summary"] == {
        "claims": 2, "evidence": 6, "passed": 5, "failed": 1, "not_run": 2, "rivals": 2, "rivals_rejected": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (Fraction(7, 10), "7/10"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (0.5, 0.5),
        (True, True),
        (None, None),
        (Verdict.HOLDS, "holds"),
        ({1: (Fraction(1), {"x"})}, {"1": ["1", ["x"]]}),
        (complex(1, 2), "(1+2j)"),
    ],
)
def test_data_that_json_lacks_becomes_text(value: object, data: object) -> None:
    assert plain(value) == data
    json.dumps(plain(value), allow_nan=False)


def test_junit_has_a_suite_a_chain_and_a_case_a_claim_and_kind() -> None:
    root = ET.fromstring(junit(ledger_cases(LEDGER, FAILURES)))
    (suite,) = root
    assert (suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("skipped")) == (
        "demo",
        "9",
        "2",
        "2",
    )
    assert root.get("failures") == "2"
    cases = {(case.get("classname"), case.get("name")): case for case in suite}
    assert [key for key in cases if key[0] == "demo.good"] == [
        ("demo.good", "derivation"), ("demo.good", "simulation"), ("demo.good", "figure"), ("demo.good", "rivals")
    ]  # fmt: skip
    assert cases["demo.good", "simulation"].get("time") == "1.500"
    assert cases["demo.bad", "proof"].find("skipped").get("message") == "no z3"
    failure = cases["demo.bad", "derivation"].find("failure")
    assert failure.get("message") == "derivation: refuted: no argument concludes it"
    assert cases["demo.bad", "simulation"].find("failure") is not None


def test_junit_loses_no_failure() -> None:
    extra = {"demo.good": ["proof: required, but not run (x)", "something else"], **FAILURES}
    written = junit(ledger_cases(LEDGER, extra))
    for reasons in extra.values():
        for reason in reasons:
            assert reason in written


def test_junit_survives_characters_that_xml_lacks() -> None:
    written = junit([Case("a\0b", "c", "d<&\x1b", failures=("\x07 & <",))])
    assert ET.fromstring(written)[0].get("name") == "a\ufffdb"


def test_json_text_is_always_utf_8() -> None:
    """Half of a surrogate pair may stand in a stranger's JSON; it stays that, escaped."""
    shown = json_text({"engine": "γ\ud800"})
    assert "γ\\ud800" in shown
    assert json.loads(shown.encode("utf-8")) == {"engine": "γ\ud800"}
