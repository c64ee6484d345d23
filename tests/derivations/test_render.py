"""A derivation as text: every step with its rule and reason."""

from __future__ import annotations

import pytest
from draftproof.derivations.domain import UNIT, Domain, Naturals, Sequences
from draftproof.derivations.expr import Node, sym
from draftproof.derivations.render import derivation_text, domain_text
from shown import FOUND

WIDE = """\
shown.split_off  First term
  Σ_{k=0..γ} α^k = 1 + Σ_{k=1..γ} α^k
  Σ_{k=0..γ} α^k ≤ γ + 1
  for α in [0, 1], γ in {0, 1, ...}
  a source & a half, 100%

  Σ_{k=0..γ} α^k
    = 1 + Σ_{k=1..γ} α^k   split term: the token that always comes, α^0

  Where α > 0 and α < 1:
  Σ_{k=0..γ} α^k
    ≤ γ + 1   lemma shown.lemma: used

  2·α

"""


def test_text() -> None:
    written = derivation_text(FOUND, 120)
    for line in WIDE.splitlines()[:14]:
        assert line in written.splitlines()
    assert "algebra [stated]: typed" in written


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_text_keeps_to_the_width(width: int) -> None:
    lines = derivation_text(FOUND, width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)


def test_reasons_stand_beside_the_formulas_where_there_is_room_and_below_where_not() -> None:
    beside, below = (derivation_text(FOUND, width).splitlines() for width in (100, 50))
    formula = "    = 1 + Σ_{k=1..γ} α^k"
    assert f"{formula}   split term: the token that always comes, α^0" in beside
    assert below[below.index(formula) + 1] == "        split term: the token that always comes,"


def test_domains() -> None:
    domain = Domain({"a": Sequences(UNIT), "gamma": Naturals(1)}, (Node("le", (sym("k"), sym("gamma"))),))
    assert domain_text(domain) == "a in sequences in [0, 1], γ in {1, 2, ...}, k ≤ γ"
