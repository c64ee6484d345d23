"""An inequality is carried into a place only where it stays true there."""

from __future__ import annotations

import pytest
import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, POSITIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.kernel import lift
from draftproof.derivations.symbols import symbol
from draftproof.errors import StepRejected

alpha, beta, gamma, x, k, c = (symbol(name) for name in ("alpha", "beta", "gamma", "x", "k", "c"))
DOMAIN = Domain({"alpha": OPEN_UNIT, "beta": UNIT, "gamma": Naturals(0), "x": REALS, "c": POSITIVE})
TERMS = sp.Sum(alpha**k, (k, 1, gamma))

ACCEPTED = {
    "as it stands": (alpha, "<"),
    "a term of a sum": (x + alpha, "<"),
    "under a positive factor": (c * alpha, "<"),
    "over a positive denominator": (alpha / (1 + gamma), "<"),
    "under a factor that may be 0, not strictly": (gamma * alpha, "<="),
    "in the terms of a finite sum, not strictly": (TERMS, "<="),
}

REJECTED = {
    "under a factor that may be 0": (gamma * alpha, "<"),
    "over a denominator under a factor that may be 0": (beta * alpha / (1 + gamma), ">"),
    "in the terms of a sum that may be empty": (TERMS, "<"),
    "in a sum under a factor that may be 0": (gamma * (x + alpha), "<"),
    "under a factor of either sign": (x * alpha, "<="),
    "under a negative factor": (-alpha, "<="),
    "in a denominator": (1 / (1 + alpha), "<="),
    "in an exponent": (2**alpha, "<"),
    "in two places": (alpha * (1 + alpha), "<="),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_carried(name: str) -> None:
    whole, relation = ACCEPTED[name]
    part = alpha**k if whole is TERMS else alpha
    assert lift(whole, part, sp.S.One, relation, DOMAIN) == whole.xreplace({part: sp.S.One})


@pytest.mark.parametrize("name", REJECTED)
def test_not_carried(name: str) -> None:
    whole, relation = REJECTED[name]
    with pytest.raises(StepRejected, match="an inequality cannot be carried into this place"):
        lift(whole, alpha**k if whole is TERMS else alpha, sp.S.One, relation, DOMAIN)
