"""Cases of the rule `definition`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations import tokens_law as law
from draftproof.derivations import tokens_moments as moments
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

assert law
alpha, gamma, n, k, x = (symbol(name) for name in ("alpha", "gamma", "n", "k", "x"))
P, T, V, E, M = law.P, law.T, moments.V, law.E, moments.M
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "n": Naturals(1), "k": Naturals(0), "x": REALS})
LAW = sp.Piecewise((alpha ** (n - 1) * (1 - alpha), n <= gamma), (alpha**gamma, True))

ACCEPTED = {
    "the law": (P(n, alpha, gamma), "=", LAW, DOMAIN),
    "one level only": (V(alpha, gamma), "=", M(alpha, gamma) - E(alpha, gamma) ** 2, DOMAIN),
    "an argument put in": (T(0, alpha, gamma), "=", sp.Sum(P(n, alpha, gamma), (n, 1, gamma + 1)), DOMAIN),
    "at a sum's end": (P(gamma + 1, alpha, gamma), "=", alpha**gamma, DOMAIN),
}
REJECTED = {
    "the bonus forgotten": (E(alpha, gamma), "=", sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma)), DOMAIN),
    "what is equal, but not the definition": (E(alpha, gamma), "=", sp.Sum(alpha**k, (k, 0, gamma)), DOMAIN),
    "another order of the parameters": (P(n, alpha, gamma), "=", LAW.subs({gamma: n, n: gamma}, simultaneous=True), DOMAIN),
    "not a quantity": (alpha, "=", alpha, DOMAIN),
    "a quantity inside": (1 + E(alpha, gamma), "=", 1 + E.definition, DOMAIN),
    "an unknown function": (sp.Function("nothing")(alpha), "=", alpha, DOMAIN),
    "an inequality": (P(n, alpha, gamma), "<=", LAW, DOMAIN),
    "the quantity itself": (E(alpha, gamma), "=", E(alpha, gamma), DOMAIN),
    "an argument that would be captured": (
        E(x * n, gamma), "=", sp.Sum(n * P(n, x * n, gamma), (n, 1, gamma + 1)), DOMAIN
    ),
    "the definition multiplied out": (
        V(alpha, gamma),
        "=",
        (M(alpha, gamma) ** 2 - E(alpha, gamma) ** 4) / (M(alpha, gamma) + E(alpha, gamma) ** 2),
        DOMAIN,
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
