"""What an audit found, as text and JSON."""

from __future__ import annotations

import json

from draftproof.ledger import Verdict
from draftproof.subjects.outcome import Audit, Failed, Fault, to_json, to_text

FAULT = Fault("wrong_bits", "V = 1: bit 0 is 0", {"allowed": [[0]]}, "import m\nprint(m.f())")
FAULTY = Audit("mask", "m:f", (FAULT,), {"chain.rival": "it is wrong"}, {"calls": 1200}, ("waste: not observable",))


def test_a_fault_fails_whatever_else_was_shown() -> None:
    assert FAULTY.verdict is Verdict.REFUTED
    assert not Audit("pipeline", "a b", (FAULT,), without_fault=Verdict.PROVED).passes


def test_without_a_fault_it_is_what_was_shown() -> None:
    assert Audit("mask", "m:f").verdict is Verdict.HOLDS
    assert Audit("pipeline", "a b", without_fault=Verdict.PROVED).passes
    assert not Audit("pipeline", "a b", without_fault=Verdict.UNKNOWN).passes


def test_the_text_has_every_part_in_reading_order() -> None:
    assert to_text(FAULTY).splitlines() == [
        "mask m:f: FAULT",
        "  wrong_bits: V = 1: bit 0 is 0",
        "    allowed: [[0]]",
        "    | import m",
        "    | print(m.f())",
        "  behaves as chain.rival: it is wrong",
        "  waste: not observable",
        "  explored: 1,200 calls",
    ]
    assert to_text(Audit("mask", "m:f")) == "mask m:f: no fault found\n"
    assert to_text(Audit("mask", "m:f", explored={"calls": 2, "seed": 0})).endswith("  explored: 2 calls, seed 0\n")


def test_prose_is_wrapped_and_what_is_to_be_copied_is_not() -> None:
    text = to_text(Audit("mask", "m:f", (FAULT,), remarks=("seen " * 9 + "v0.32.0",)), 24)
    assert "    | print(m.f())" in text.splitlines()
    assert max(len(line) for line in text.splitlines()[-4:]) <= 24
    assert text.endswith("    seen v0.32.0\n")


def test_a_comparison_finds_a_difference_and_no_fault() -> None:
    lines = to_text(Audit("pipeline", "a against b", (FAULT,), {"chain.rival": "they are equal"})).splitlines()
    assert lines[0] == "pipeline a against b: DIFFERENT"
    assert lines[-1] == "  refutes chain.rival: they are equal"


def test_the_json_says_the_same() -> None:
    data = json.loads(json.dumps(to_json(FAULTY)))
    assert data == {
        "schema": "draftproof/audit/1",
        "kind": "mask",
        "subject": "m:f",
        "verdict": "refuted",
        "passes": False,
        "faults": [
            {
                "kind": "wrong_bits",
                "says": "V = 1: bit 0 is 0",
                "counterexample": {"allowed": [[0]]},
                "snippet": "import m\nprint(m.f())",
            }
        ],
        "diagnosis": [{"id": "chain.rival", "says": "it is wrong"}],
        "explored": {"calls": 1200},
        "remarks": ["waste: not observable"],
    }


def test_only_a_child_that_is_gone_ends_it() -> None:
    assert {kind for kind in ("raised", "wrong_result", "hung", "died", "garbled") if Failed(kind, "").ends_child} == {
        "hung",
        "died",
        "garbled",
    }


def test_aspects_stand_in_both_where_there_are_some() -> None:
    audit = Audit("sampler", "m:f", remarks=("seen",), detail={"law": "exact", "rate": "slow"})
    assert to_text(audit).splitlines() == ["sampler m:f: no fault found", "  law: exact", "  rate: slow", "  seen"]
    assert to_json(audit)["detail"] == {"law": "exact", "rate": "slow"}
    assert "detail" not in to_json(FAULTY)
