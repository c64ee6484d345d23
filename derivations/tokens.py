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
from .domain import UNIT, Domain, Naturals
from .kernel import Argument
from .statements import both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol
from .vocabulary import TERMS

ORDER = 1

alpha, gamma, n, k = (symbol(name) for name in ("alpha", "gamma", "n", "k"))

P = quantity("P_N", sp.Piecewise((alpha ** (n - 1) * (1 - alpha), n <= gamma), (alpha**gamma, True)))
E = quantity("E", sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma + 1)))
T = quantity("T_N", sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma + 1)))

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"

TAIL_SUM = sp.Sum(alpha**k, (k, 0, gamma))
CLOSED_FORM = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), ((1 - alpha ** (gamma + 1)) / (1 - alpha), True))


def _tail(g: Argument) -> Argument:
    """From sum_{n=k+1}^{gamma+1} P(n) to alpha^k."""
    g = g.by("split_term", "the last term is the bonus token's")
    last, rest = P(gamma + 1, alpha, gamma), sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma))
    return g


@derives("tokens.closed_form")
def _closed_form():
    start = Argument(TAIL_SUM, DOMAIN).by("geometric_sum", "a finite geometric sum")
    return (start,)
