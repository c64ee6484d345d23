"""Cases of the rule `lambert`: expressions with w = W(z), accepted or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, UNIT, Domain
from draftproof.derivations.kernel import RULES
from draftproof.derivations.symbols import symbol
from draftproof.errors import StepRejected

alpha, c = symbol("alpha"), symbol("c")
INSIDE = Domain({"alpha": OPEN_UNIT, "c": OPEN_UNIT})
DEAR = INSIDE.extended({"c": UNIT})
RATE = -sp.log(alpha)
Z = -sp.exp(-1 - RATE * (1 - c) / c)
FAR = -sp.exp(RATE * (1 - c) / c)
LOWER, UPPER = sp.LambertW(Z, -1), sp.LambertW(Z)
PEAK = (-LOWER - 1) / RATE - 1 / c


def case(before: sp.Expr, after: sp.Expr, relation: str = "=", domain: Domain = INSIDE) -> tuple[Any, ...]:
    return (before, relation, after, domain, {"to": after})


ACCEPTED = {
    "the equation of the lower branch": case(LOWER * sp.exp(LOWER), Z),
    "the equation of the upper branch": case(UPPER * sp.exp(UPPER), Z),
    "a power at the peak": case(alpha ** (PEAK + 1), -1 / LOWER),
    "a power as an exponential": case(alpha**c, sp.exp(c * sp.log(alpha))),
}
REJECTED = {
    "the sign turned": case(LOWER * sp.exp(LOWER), -Z),
    "the exponential alone": case(sp.exp(LOWER), Z),
    "the branches mixed": case(UPPER * sp.exp(LOWER), Z),
    "one branch for the other": case(LOWER, UPPER),
    "the peak's power on the wrong branch": case(alpha ** (PEAK + 1), -1 / UPPER),
    "one exponent off": case(alpha**PEAK, -1 / LOWER),
    "the sign of the power": case(alpha ** (PEAK + 1), 1 / LOWER),
    "an inequality": case(LOWER * sp.exp(LOWER), Z, "<="),
    "an argument below -1/e": case(sp.LambertW(FAR, -1) * sp.exp(sp.LambertW(FAR, -1)), FAR),
    "a positive argument": case(sp.LambertW(c, -1) * sp.exp(sp.LambertW(c, -1)), c),
    "an argument that may reach -1/e": case(LOWER * sp.exp(LOWER), Z, domain=DEAR),
    "a base that may be 0": case(alpha**c, sp.exp(c * sp.log(alpha)), domain=INSIDE.extended({"alpha": UNIT})),
}


def test_the_peak_of_the_principal_branch_is_told_from_the_true_one() -> None:
    wrong = PEAK.subs(LOWER, UPPER)
    with pytest.raises(StepRejected):
        RULES["lambert"].check(alpha ** (wrong + 1), "=", -1 / LOWER, INSIDE, to=-1 / LOWER)


def test_case(case: Callable[[], None]) -> None:
    case()
