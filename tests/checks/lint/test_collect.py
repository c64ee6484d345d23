"""Which equations of a statement give a quantity, and which do not: planted claims."""

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.checks.lint import collect
from draftproof.derivations.acceptance_ratio import r
from draftproof.derivations.claims import Claim, Rival
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.statements import both, eq, ge, gt, le, lt, when
from draftproof.derivations.symbols import symbol
from draftproof.derivations.tokens_law import E, alpha, gamma

c = symbol("c")
BELOW = lt(alpha, 1)
LINEAR = 1 + gamma * alpha


def given(statement, rival=None):
    """What a claim with this statement, or a rival of it, says of quantities: pairs of a quantity and its formula."""
    claim = Claim("tokens.planted", statement, Domain({"alpha": UNIT, "gamma": Naturals(0)}), "a test",
                  example={"alpha": Fraction(1, 2), "gamma": Fraction(2)})  # fmt: skip
    found = collect._given(claim, statement if rival is None else rival, rival is None)
    return [(one.quantity, one.formula, one.where) for one in found]


GIVEN = [
    ("an equation", eq(E(alpha, gamma), LINEAR), [("E", LINEAR, "")]),
    ("the quantity on the right", eq(LINEAR, E(alpha, gamma)), [("E", LINEAR, "")]),
    ("a number times the quantity", eq(2 * E(alpha, gamma), LINEAR), [("E", LINEAR / 2, "")]),
    ("a name times the quantity", eq(gamma * E(alpha, gamma), LINEAR), []),
    ("of parts only the equation", both(gt(E(alpha, gamma), 0), eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "")]),
    ("an end left out", when(BELOW, eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "")]),
    ("an end left out from below", when(gt(alpha, 0), eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "")]),
    ("a first number left out", when(ge(gamma, 1), eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "")]),
    ("two ends left out", when(both(BELOW, ge(gamma, 1)), eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "")]),
    ("an end and a regime", when(both(BELOW, ge(gamma, 2)), eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "α < 1; γ ≥ 2")]),
    ("an end by itself", when(eq(alpha, 1), eq(E(alpha, gamma), LINEAR)), []),
    ("a regime", when(le(alpha, sp.Rational(1, 2)), eq(E(alpha, gamma), LINEAR)), [("E", LINEAR, "α ≤ 1/2")]),
    ("both cases", both(when(BELOW, eq(E(alpha, gamma), LINEAR)), when(eq(alpha, 1), eq(E(alpha, gamma), gamma))),
     [("E", sp.Piecewise((gamma, sp.Eq(alpha, 1)), (LINEAR, True)), "")]),
    ("one draft longer", eq(E(alpha, gamma + 1), LINEAR), [("E", 1 + (gamma - 1) * alpha, "")]),
    ("at a number", eq(E(alpha, 1), 1 + alpha), []),
    ("two values of one quantity", eq(E(alpha, gamma + 1), E(alpha, gamma) + alpha), []),
    ("another quantity in the formula", eq(r(alpha, gamma), E(alpha, gamma) / gamma), [("r", E(alpha, gamma) / gamma, "")]),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "expected"), [row[1:] for row in GIVEN], ids=[row[0] for row in GIVEN])
def test_equations_of_a_claim(statement, expected):
    assert given(statement) == expected


def test_rival_of_one_regime_is_no_wrong_formula():
    assert given(eq(E(alpha, gamma), LINEAR), when(le(alpha, sp.Rational(1, 2)), eq(E(alpha, gamma), gamma))) == []


def test_rival_speaks_of_another_quantity_only_where_that_stands_on_the_left():
    assert given(eq(E(alpha, gamma), LINEAR), eq(LINEAR, r(alpha, gamma))) == []
    assert given(eq(E(alpha, gamma), LINEAR), eq(r(alpha, gamma), LINEAR)) == [("r", LINEAR, "")]


def test_a_new_rival_is_collected(monkeypatch):
    plain = collect._claims()
    new = Rival("tokens.planted", "E = γ: all drafts come out", "a test", eq(E(alpha, gamma), gamma * (2 - alpha)))
    place = next(k for k, claim in enumerate(plain) if claim.id == "tokens.closed_form")
    claim = plain[place]
    changed = Claim(**{**vars(claim), "rivals": (*claim.rivals, new)})
    monkeypatch.setattr(collect, "_claims", lambda: (*plain[:place], changed, *plain[place + 1 :]))
    found = [entry for entry in collect.collected()[1] if entry.id == "tokens.planted"]
    assert [(entry.text, entry.right, entry.claim) for entry in found] == [
        ("E = γ·(2 - α)", False, "tokens.closed_form")
    ]
