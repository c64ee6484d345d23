"""Cases of the rule `scale_extreme`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import NONNEGATIVE, POSITIVE, REALS, Domain, Naturals
from draftproof.derivations.symbols import symbol

B, t_w, t_kv, t_c, x = (symbol(name) for name in ("batch", "t_w", "t_kv", "t_c", "x"))
DOMAIN = Domain({"batch": Naturals(1), "t_w": POSITIVE, "t_kv": NONNEGATIVE, "t_c": POSITIVE, "x": REALS})
longer = sp.Max(t_w + B * t_kv, B * t_c)
shorter = sp.Min(B * t_w, B * t_c)

ACCEPTED = {
    "the batch out of a step's time": (longer, "=", B * sp.Max(t_w / B + t_kv, t_c), DOMAIN, {"factor": B}),
    "a minimum": (shorter, "=", B * sp.Min(t_w, t_c), DOMAIN, {"factor": B}),
    "a number": (sp.Max(2 * t_w, 2 * t_c), "=", 2 * sp.Max(t_w, t_c), DOMAIN, {"factor": sp.Integer(2)}),
}

REJECTED = {
    "one value not divided": (longer, "=", B * sp.Max(t_w + B * t_kv, t_c), DOMAIN, {"factor": B}),
    "the other value not divided": (longer, "=", B * sp.Max(t_w / B + t_kv, B * t_c), DOMAIN, {"factor": B}),
    "a factor that may be negative": (sp.Max(x * t_w, x * t_c), "=", x * sp.Max(t_w, t_c), DOMAIN, {"factor": x}),
    "a negative number": (sp.Max(-t_w, -t_c), "=", -sp.Max(t_w, t_c), DOMAIN, {"factor": sp.Integer(-1)}),
    "a maximum becomes a minimum": (longer, "=", B * sp.Min(t_w / B + t_kv, t_c), DOMAIN, {"factor": B}),
    "a value lost": (sp.Max(B * t_w, B * t_c, B * x), "=", B * sp.Max(t_w, t_c), DOMAIN, {"factor": B}),
    "an inequality": (longer, "<=", B * sp.Max(t_w / B + t_kv, t_c), DOMAIN, {"factor": B}),
    "no maximum": (B * t_w, "=", B * t_w, DOMAIN, {"factor": B}),
}


def test_case(case: Callable[[], None]) -> None:
    case()
