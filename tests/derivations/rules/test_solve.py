"""Cases of the rule `solve`: expression, what is claimed of it, accepted or not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from draftproof.derivations import rules
from draftproof.derivations.domain import OPEN_UNIT, REALS, UNIT, Domain, Naturals
from draftproof.derivations.kernel import Argument
from draftproof.derivations.symbols import symbol
from draftproof.errors import StepRejected

assert rules
alpha, a, m, x = symbol("alpha"), symbol("accepted"), symbol("reached"), symbol("x")
DOMAIN = Domain({"alpha": OPEN_UNIT, "accepted": Naturals(1), "reached": Naturals(2), "x": REALS})
CLOSED = DOMAIN.extended({"alpha": UNIT})

SCORE = a / alpha - (m - a) / (1 - alpha)
WEIGHT = m / (alpha * (1 - alpha))

FOR_ALPHA = {"unknown": alpha}

ACCEPTED = {
    "a line": (2 - 4 * alpha, "=", 4 * (sp.Rational(1, 2) - alpha), DOMAIN, FOR_ALPHA),
    "a line with a symbol": (a - m * alpha, "=", m * (a / m - alpha), DOMAIN, FOR_ALPHA),
    "the score": (SCORE, "=", WEIGHT * (a / m - alpha), DOMAIN, FOR_ALPHA),
    "a factor without a root here": (
        (1 + alpha) * (1 - 2 * alpha),
        "=",
        2 * (1 + alpha) * (sp.Rational(1, 2) - alpha),
        DOMAIN,
        FOR_ALPHA,
    ),
    "a root outside the domain": (3 - alpha, "=", 3 - alpha, DOMAIN, FOR_ALPHA),
    "the smaller of two roots": ((1 - alpha) * (3 - alpha), "=", (1 - alpha) * (3 - alpha), CLOSED, FOR_ALPHA),
}
REJECTED = {
    "a wrong root": (a - m * alpha, "=", m * ((a + 1) / m - alpha), DOMAIN, FOR_ALPHA),
    "a wrong cofactor": (a - m * alpha, "=", a * (a / m - alpha), DOMAIN, FOR_ALPHA),
    "the root of another count": (SCORE, "=", WEIGHT * (a / (m + 1) - alpha), DOMAIN, FOR_ALPHA),
    "the sign turned": (2 - 4 * alpha, "=", -4 * (sp.Rational(1, 2) - alpha), DOMAIN, FOR_ALPHA),
    "falling written as rising": (4 * alpha - 2, "=", -4 * (sp.Rational(1, 2) - alpha), DOMAIN, FOR_ALPHA),
    "a cofactor that vanishes": (
        alpha * (1 - 2 * alpha),
        "=",
        2 * alpha * (sp.Rational(1, 2) - alpha),
        CLOSED,
        FOR_ALPHA,
    ),
    "a cofactor of either sign": (x * (1 - alpha), "=", x * (1 - alpha), DOMAIN, FOR_ALPHA),
    "a new pole": (1 - 2 * alpha, "=", (2 * alpha / alpha**2) * (sp.Rational(1, 2) - alpha), CLOSED, FOR_ALPHA),
    "an inequality": (2 - 4 * alpha, "<=", 4 * (sp.Rational(1, 2) - alpha), DOMAIN, FOR_ALPHA),
    "not solved": (SCORE, "=", SCORE, DOMAIN, FOR_ALPHA),
    "no factor with the unknown": (2 - 4 * alpha, "=", m * a, DOMAIN, FOR_ALPHA),
}
REJECTED_BY_KERNEL = {
    "a root with a new pole": (x + 1 - alpha, "=", (x**2 - 1) / (x - 1) - alpha, DOMAIN, FOR_ALPHA),
}


def test_case(case: Callable[[], None]) -> None:
    case()


@pytest.mark.parametrize(
    ("name", "expression"),
    {
        "two roots": (2 * alpha - 1) * (3 * alpha - 1),
        "no root": m,
        "a double root": (2 * alpha - 1) ** 2,
    }.items(),
)
def test_compute_refuses(name: str, expression: sp.Expr) -> None:
    with pytest.raises(StepRejected):
        Argument(expression, DOMAIN).by("solve", name, unknown=alpha)


def test_the_root_is_found_not_typed() -> None:
    found = Argument(SCORE, DOMAIN).by("solve", "its one root", unknown=alpha)
    assert found.end.subs(alpha, a / m) == 0
    assert not found.steps[-1].stated
