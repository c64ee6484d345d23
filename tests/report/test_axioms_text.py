"""What a claim rests on, with what is outside the allow-list plainly marked."""

from __future__ import annotations

import pytest
from draftproof.derivations.axioms import Axioms, Finding
from draftproof.report.axioms_text import axioms_text

FOUND = Axioms(
    "demo.top",
    ("demo.lemma", "demo.top"),
    (
        Finding("demo.top", "premise", "no KV cache"),
        Finding("demo.lemma", "premise", "batch 1", "the setting of the figure"),
    ),
    {"finite_sum": 2},
    ("sympy", "z3"),
)


def test_text() -> None:
    assert axioms_text(FOUND, 100) == (
        "demo.top rests on\n"
        "  claims   demo.lemma\n"
        "  rules    finite sum x2\n"
        "  engines  sympy, z3\n"
        "  allowed  premise of demo.lemma: batch 1 (the setting of the figure)\n"
        "  FAIL     premise of demo.top: no KV cache (not in the allow-list)\n"
    )


def test_a_claim_that_rests_on_nothing_says_so() -> None:
    written = axioms_text(Axioms("demo.top", ("demo.top",), (), {}, ()))
    assert "claims   none but itself\n" in written
    assert written.endswith("  ok       nothing outside the allow-list\n")


@pytest.mark.parametrize("width", [30, 40, 80])
def test_text_keeps_to_the_width(width: int) -> None:
    assert max(map(len, axioms_text(FOUND, width).splitlines())) <= width
