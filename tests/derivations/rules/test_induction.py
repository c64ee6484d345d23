"""Cases of the rule `induction`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals
from draftproof.derivations.statements import eq, ge, tree
from draftproof.derivations.symbols import symbol

alpha, gamma, k, n, x = (symbol(name) for name in ("alpha", "gamma", "k", "n", "x"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "n": Naturals(1), "x": REALS})
POWERS = sp.Sum(alpha**k, (k, 0, gamma))
LAST = (gamma + 1) * alpha**gamma


def on(over: sp.Symbol, to: sp.Expr, **more: sp.Expr) -> dict[str, sp.Expr]:
    return {"over": over, "to": to, **more}


ODD = sp.Sum(2 * k + 1, (k, 0, gamma))
BERNOULLI = on(gamma, 1 + gamma * x, multiplier=1 + x, rest=gamma * x**2)
AT_LEAST_MINUS_ONE = DOMAIN.given(tree(ge(x, -1)))

QUOTIENT = (alpha**2 - 4) / (alpha - 2)

ACCEPTED = {
    "a sum and its closed form": (ODD, "=", (gamma + 1) ** 2, DOMAIN, on(gamma, (gamma + 1) ** 2)),
    "a lower bound": (
        POWERS, ">=", LAST, DOMAIN, on(gamma, LAST, rest=(gamma + 1) * alpha**gamma * (1 - alpha))
    ),
    "Bernoulli": ((1 + x) ** gamma, ">=", 1 + gamma * x, AT_LEAST_MINUS_ONE, BERNOULLI),
    "from 1 on": (n**2, ">=", 2 * n - 1, DOMAIN, on(n, 2 * n - 1, rest=2 * n - 1)),
    "an upper bound": (alpha**gamma, "<=", sp.S.One, DOMAIN, on(gamma, sp.S.One, multiplier=alpha, rest=1 - alpha)),
    "with room at the base": (alpha**gamma, "<=", sp.S(2), DOMAIN, on(gamma, sp.S(2), multiplier=alpha, rest=2 - 2 * alpha)),
    "a base that cancels": (gamma + QUOTIENT, ">=", alpha + 2, DOMAIN, on(gamma, alpha + 2, rest=sp.S.One)),
}  # fmt: skip
REJECTED = {
    "a wrong closed form": (ODD, "=", gamma**2 + 1, DOMAIN, on(gamma, gamma**2 + 1)),
    "the base fails": (ODD, "=", (gamma + 1) ** 2 + 1, DOMAIN, on(gamma, (gamma + 1) ** 2 + 1)),
    "the base of a bound fails": (gamma, ">=", sp.S.One, DOMAIN, on(gamma, sp.S.One, rest=sp.S.One)),
    "a rest that may be negative": (gamma * x, ">=", sp.S.Zero, DOMAIN, on(gamma, sp.S.Zero, rest=x)),
    "a multiplier that may be negative": ((1 + x) ** gamma, ">=", 1 + gamma * x, DOMAIN, BERNOULLI),
    "the bound the wrong way": ((1 + x) ** gamma, "<=", 1 + gamma * x, AT_LEAST_MINUS_ONE, BERNOULLI),
    "a step that does not hold": (alpha**gamma, "<=", sp.S.One, DOMAIN, on(gamma, sp.S.One, multiplier=alpha, rest=alpha)),
    "an equality with a rest": (ODD, "=", gamma**2, DOMAIN, on(gamma, gamma**2, rest=sp.S.One)),
    "a strict bound": (alpha**gamma, "<", sp.S(2), DOMAIN, on(gamma, sp.S(2), multiplier=alpha, rest=2 - 2 * alpha)),
    "over a real variable": (x, "=", x, DOMAIN, on(x, x)),
    "over a bounded range": (ODD, "=", (gamma + 1) ** 2, DOMAIN.extended({"gamma": Naturals(0, 9)}), on(gamma, (gamma + 1) ** 2)),
    "a sum whose terms depend on the variable": (
        sp.Sum(gamma - k, (k, 0, gamma)), "=", gamma * (gamma + 1) / 2, DOMAIN, on(gamma, gamma * (gamma + 1) / 2)
    ),
    "a sum that starts late": (sp.Sum(k, (k, 3, gamma)), "=", gamma * (gamma + 1) / 2 - 3, DOMAIN,
                               on(gamma, gamma * (gamma + 1) / 2 - 3)),
    "a rest that a condition on the variable makes good": (
        # Where gamma = n the rest gamma - n is 0; on the way there it is negative.
        sp.S.Zero, "<=", gamma * (gamma - 1) / 2 - n * gamma, DOMAIN.given(tree(ge(gamma, n))),
        on(gamma, gamma * (gamma - 1) / 2 - n * gamma, rest=gamma - n),
    ),
    "a base that a condition on the variable makes good": (
        n, ">=", gamma, DOMAIN.given(tree(eq(n, gamma + 1))), on(gamma, gamma, multiplier=sp.S.One, rest=-sp.S.One)
    ),
    "an equality that drifts by its rest": (sp.S.Zero, "=", gamma, DOMAIN, on(gamma, gamma, rest=sp.S.One)),
    # SymPy's `doit` makes -1 of the sum of k over 2..0; here a reversed range has no terms.
    "a reversed sum": (sp.Sum(k, (k, 2, 0)), "=", -sp.S.One, DOMAIN, on(gamma, -sp.S.One)),
    "a reversed sum in another one": (sp.Sum(k, (k, 2, 0), (n, 0, 1)), "=", -sp.S(2), DOMAIN, on(gamma, -sp.S(2))),
    "more than a few terms, not written out": (sp.Sum(k, (k, 0, 9)), "=", sp.S(45), DOMAIN, on(gamma, sp.S(45))),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
