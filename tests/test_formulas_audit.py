"""The numeric functions against the claims, in exact arithmetic: the claim's right side is what they must compute.

The hand-written, stable versions share no code with the claims. Each is held to a few units in the last place of the
exact value, at points where the naive forms lose digits too; and each rival that is a formula for the same quantity
fails.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import draftproof
import pytest
from draftproof.derivations.claims import Claim, claim
from draftproof.derivations.domain import Domain
from draftproof.derivations.export import export
from draftproof.derivations.expr import Node, free_names, number
from draftproof.derivations.statements import asserted
from draftproof.derivations.symbols import unfold

ULPS = 8  # of the exact value; the variance subtracts squares and is given twice that


@dataclass(frozen=True)
class Audit:
    """A function, the claim that says what it computes, and the quantity on the left of the relation."""

    function: Callable[..., float]
    claim: str
    quantity: str
    arguments: tuple[str, ...]
    ulps: int = ULPS


AUDITS = (
    Audit(draftproof.expected_tokens, "tokens.closed_form", "E", ("alpha", "gamma")),
    Audit(draftproof.tokens_variance, "tokens.variance", "V_N", ("alpha", "gamma"), 2 * ULPS),
    Audit(draftproof.acceptance_ratio, "acceptance.closed_form", "r", ("alpha", "gamma")),
    Audit(draftproof.speedup, "draft_cost.closed_form", "S", ("alpha", "gamma", "c")),
)
ALPHAS = (0.0, 1e-300, 1e-9, 0.3, 0.7, 0.9, 1 - 1e-6, 1 - 1e-12, 1.0)
GAMMAS = (1, 2, 5, 17, 64)
COSTS = (0.0, 0.05, 0.154, 1.0)


def points(arguments: tuple[str, ...]) -> list[dict[str, Fraction]]:
    costs = COSTS if "c" in arguments else (0.0,)
    return [
        {"alpha": Fraction(a), "gamma": Fraction(g), "c": Fraction(c)} for a in ALPHAS for g in GAMMAS for c in costs
    ]


def right_side(audit: Audit, statement: object, point: dict[str, Fraction]) -> Node | None:
    for rel in asserted(statement, point):  # type: ignore[arg-type]
        if rel.op == "=" and str(rel.lhs).startswith(f"{audit.quantity}("):
            return export(unfold(rel.rhs))
    return None


def off(audit: Audit, expected: Fraction, point: dict[str, Fraction]) -> Fraction:
    """How many units in the last place the function is off."""
    got = audit.function(*(float(point[name]) if name != "gamma" else int(point[name]) for name in audit.arguments))
    scale = Fraction(math.ulp(float(expected))) or Fraction(5e-324)
    return abs(Fraction(float(got)) - expected) / scale


@pytest.mark.parametrize("audit", AUDITS, ids=lambda audit: audit.claim)
def test_the_function_computes_what_the_claim_says(audit: Audit) -> None:
    said: Claim = claim(audit.claim)
    tried = 0
    for point in points(audit.arguments):
        if not inside(said.domain, point):
            continue
        right = right_side(audit, said.statement, point)
        if right is None:
            continue
        assert off(audit, number(right, point), point) <= audit.ulps, point
        tried += 1
    assert tried >= len(ALPHAS)


@pytest.mark.parametrize("audit", AUDITS, ids=lambda audit: audit.claim)
def test_every_rival_formula_fails_the_same_audit(audit: Audit) -> None:
    said = claim(audit.claim)
    rivals = [rival for rival in said.rivals if rival.statement is not None]
    assert rivals
    for rival in rivals:
        judged = [
            off(audit, number(right, point), point) > audit.ulps
            for point in points(audit.arguments)
            if inside(said.domain, point) and (right := right_side(audit, rival.statement, point)) is not None
        ]
        assert not judged or any(judged), rival.id


def inside(domain: Domain, point: dict[str, Fraction]) -> bool:
    """Whether the point lies in the domain; conditions on other variables are not for this audit."""
    return all(values.contains(point[name]) for name, values in domain.sets.items() if name in point) and all(
        free_names(condition) <= point.keys() for condition in domain.conditions
    )
