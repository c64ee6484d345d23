"""Cases of the rule `either_order`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import UNIT, Domain, Naturals, Sequences
from draftproof.derivations.symbols import sequence, symbol

V, l, i, p_x, q_x = (symbol(name) for name in ("V", "l", "i", "p_x", "q_x"))  # noqa: E741 - a token's letter
w = symbol("w")
p, q = sequence("p_l"), sequence("q_l")
DOMAIN = Domain(
    {
        "p_x": UNIT,
        "q_x": UNIT,
        "w": UNIT,
        "p_l": Sequences(UNIT),
        "q_l": Sequences(UNIT),
        "V": Naturals(1),
        "i": Naturals(1),
    }
)
SMALL, LARGE, APART = sp.Min(p_x, q_x), sp.Max(p_x, q_x), sp.Abs(p_x - q_x)
EXCESS = sp.Max(p_x - q_x, 0)
BOUND = sp.Sum(sp.Min(p[i], q[i]), (i, 1, V))


def to(result: sp.Expr, of: sp.Expr = p_x, against: sp.Expr = q_x) -> dict[str, sp.Expr]:
    return {"of": of, "against": against, "to": result}


ACCEPTED = {
    "the smaller and the excess": (SMALL + EXCESS, "=", p_x, DOMAIN, to(p_x)),
    "the larger and the smaller": (LARGE * SMALL, "=", p_x * q_x, DOMAIN, to(p_x * q_x)),
    "the absolute difference": (APART, "=", p_x + q_x - 2 * SMALL, DOMAIN, to(p_x + q_x - 2 * SMALL)),
    "elements": (
        sp.Max(p[i] - q[i], 0), "=", p[i] - sp.Min(p[i], q[i]), DOMAIN, to(p[i] - sp.Min(p[i], q[i]), p[i], q[i])
    ),
    "one extreme in another": (sp.Max(EXCESS - p_x, 0), "=", sp.S.Zero, DOMAIN, to(sp.S.Zero)),
}  # fmt: skip
REJECTED = {
    "only where p is the smaller": (SMALL, "=", p_x, DOMAIN, to(p_x)),
    "only where q is the smaller": (EXCESS, "=", p_x - q_x, DOMAIN, to(p_x - q_x)),
    "the difference not halved": (LARGE, "=", (p_x + q_x) / 2 + APART, DOMAIN, to((p_x + q_x) / 2 + APART)),
    "the excess turned round": (EXCESS, "=", q_x - SMALL, DOMAIN, to(q_x - SMALL)),
    "of two other numbers": (SMALL + EXCESS, "=", p_x, DOMAIN, to(p_x, p_x, w)),
    "a number and itself": (SMALL + EXCESS, "=", p_x, DOMAIN, to(p_x, p_x, p_x)),
    "an inequality": (SMALL, "<=", p_x, DOMAIN, to(p_x)),
    "an inequality of what is equal": (SMALL + EXCESS, "<=", p_x, DOMAIN, to(p_x)),
    "the index of a sum is another": (
        BOUND,
        "=",
        sp.Sum(p[i], (i, 1, V)),
        DOMAIN,
        to(sp.Sum(p[i], (i, 1, V)), p[i], q[i]),
    ),
    "no extreme at all": (p_x, "=", q_x, DOMAIN, to(q_x)),
}


def test_case(case: Callable[[], None]) -> None:
    case()
