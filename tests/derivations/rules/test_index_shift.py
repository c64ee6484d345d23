"""Cases of the rule `index_shift`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

alpha, gamma, k, i, j, n = (symbol(name) for name in ("alpha", "gamma", "k", "i", "j", "n"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "k": Naturals(0), "i": Naturals(1)})


def powers(exponent: sp.Expr, low: sp.Expr | int, high: sp.Expr, index: sp.Symbol = k) -> sp.Sum:
    return sp.Sum(alpha**exponent, (index, low, high))


WHOLE = powers(k, 1, gamma + 1)

ACCEPTED = {
    "down by one": (WHOLE, "=", powers(k + 1, 0, gamma), DOMAIN, {"by": 1}),
    "up by two": (WHOLE, "=", powers(k - 2, 3, gamma + 3), DOMAIN, {"by": -2}),
    "with a new index": (WHOLE, "=", powers(j + 1, 0, gamma, j), DOMAIN, {"by": 1, "to": j}),
    "an index renamed only": (WHOLE, "=", powers(i, 1, gamma + 1, i), DOMAIN, {"by": 0, "to": i}),
    "a body that cancels": (
        sp.Sum((j**2 + 3 * j + 2) / (j + 1) - j, (j, 1, gamma)),
        "=",
        sp.Sum(2, (j, 1, gamma)),
        DOMAIN,
        {"by": 0},
    ),
}
REJECTED = {
    "the body left behind": (WHOLE, "=", powers(k, 0, gamma), DOMAIN, {"by": 1}),
    "the upper end left behind": (WHOLE, "=", powers(k + 1, 0, gamma + 1), DOMAIN, {"by": 1}),
    "the lower end left behind": (WHOLE, "=", powers(k + 1, 1, gamma), DOMAIN, {"by": 1}),
    "the other way": (WHOLE, "=", powers(k - 1, 0, gamma), DOMAIN, {"by": 1}),
    "an index in use": (
        sp.Sum(alpha**k * i, (k, 1, gamma)), "=", sp.Sum(alpha**i * i, (i, 1, gamma)), DOMAIN, {"by": 0, "to": i}
    ),
    "an index in use in the range": (
        sp.Sum(alpha**k, (k, 1, i)), "=", sp.Sum(alpha**i, (i, 1, i)), DOMAIN, {"by": 0, "to": i}
    ),
    "an index bound inside": (
        sp.Sum(sp.Sum(k * i, (i, 1, 3)), (k, 1, gamma)), "=", sp.Sum(sp.Sum(i**2, (i, 1, 3)), (i, 1, gamma)),
        DOMAIN, {"by": 0, "to": i},
    ),
    "half a step": (WHOLE, "=", powers(k + sp.Rational(1, 2), sp.Rational(1, 2), gamma + sp.Rational(1, 2)), DOMAIN,
                    {"by": sp.Rational(1, 2)}),
    "a symbol for a step": (WHOLE, "=", powers(k + alpha, 1 - alpha, gamma + 1 - alpha), DOMAIN, {"by": alpha}),
    "a product": (sp.Product(alpha, (k, 1, gamma)), "=", sp.Product(alpha, (k, 0, gamma - 1)), DOMAIN, {"by": 1}),
    "an inequality": (WHOLE, "<=", powers(k + 1, 0, gamma), DOMAIN, {"by": 1}),
    "a range that mentions its index": (powers(k, 1, k), "=", powers(k + 1, 0, k - 1), DOMAIN, {"by": 1}),
}  # fmt: skip
REJECTED_BY_KERNEL = {
    # SymPy takes k to be a natural number, and makes 0^(k+3) of it 0, though k runs from -3 on here.
    "an index that starts below its assumptions": (WHOLE, "=", powers(n + 1, 0, gamma, n), DOMAIN, {"by": 1, "to": n}),
    "an index that runs below its assumptions": (
        sp.Sum(alpha**k, (k, 0, gamma)), "=", powers(k + 3, -3, gamma - 3), DOMAIN, {"by": 3}
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
