"""Tokens per verification: the law of the number of emitted tokens N, and its expectation E.

The process: gamma tokens are drafted; each is accepted with probability alpha given that it is reached; the first rejection
discards every draft after it and emits one recovered token instead; when all are accepted, the bonus token is emitted. So
1 <= N <= gamma + 1, and N - 1 drafts are accepted.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Chain, Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .statements import both, either, eq, ge, gt, le, lt, when
from .symbols import quantity, sequence, symbol

ORDER = 1

alpha, beta, gamma, w = (symbol(name) for name in ("alpha", "beta", "gamma", "w"))
n, k, i = (symbol(name) for name in ("n", "k", "i"))
a = sequence("a")

P = quantity("P_N", sp.Piecewise((alpha ** (n - 1) * (1 - alpha), n <= gamma), (alpha**gamma, True)))
E = quantity("E", sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma + 1)))
T = quantity("T_N", sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma + 1)))
M = quantity("M_N", sp.Sum(n**2 * P(n, alpha, gamma), (n, 1, gamma + 1)))
V = quantity("V_N", M(alpha, gamma) - E(alpha, gamma) ** 2)

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
WITH_K = DOMAIN.extended({"k": Naturals(0)}).given_that(le(k, gamma))
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"

TAIL_SUM = sp.Sum(alpha**k, (k, 0, gamma))
RATIO = (1 - alpha ** (gamma + 1)) / (1 - alpha)
CLOSED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (RATIO, True))


def capped(general: sp.Expr, at_one: sp.Expr) -> sp.Expr:
    """A formula that divides by 1 - alpha, with its value at alpha = 1."""
    return sp.Piecewise((at_one, sp.Eq(alpha, 1)), (general, True))
