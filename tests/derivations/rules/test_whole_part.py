"""Cases of the rule `whole_part`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Interval, Naturals
from draftproof.derivations.statements import lt, narrow
from draftproof.derivations.symbols import symbol

n, k, x, c, alpha = (symbol(name) for name in ("n", "k", "x", "c", "alpha"))
BELOW_ONE = Interval(UNIT.low, UNIT.high, high_open=True)
FROM_ONE = Interval(Fraction(1), Fraction(2), high_open=True)
ABOVE_ZERO = Interval(UNIT.low, UNIT.high, low_open=True)
DOMAIN = Domain({"n": Naturals(1), "k": Naturals(0), "x": REALS, "c": FROM_ONE, "alpha": BELOW_ONE})
UP = Domain({"n": Naturals(1), "alpha": ABOVE_ZERO})
CLOSED = Domain({"n": Naturals(1), "alpha": UNIT})
FITS = narrow(Domain({"n": Naturals(1), "k": Naturals(0)}), lt(n, 2**k))

zero = {"to": sp.S.Zero}
less = {"to": sp.S.Zero, "beyond": n / 2**k, "short": (2**k - n) / 2**k}

ACCEPTED = {
    "a proper fraction is 0": (sp.floor(alpha), "=", sp.S.Zero, DOMAIN, zero),
    "up it is 1": (sp.ceiling(alpha), "=", sp.S.One, UP, {"to": sp.S.One}),
    "bits that hold the value": (sp.floor(n / 2**k), "=", sp.S.Zero, FITS, less),
    "a whole number and a fraction": (sp.floor(alpha + x / 2 - x / 2 + alpha * 0), "=", sp.S.Zero, DOMAIN, zero),
    "down to 1": (sp.floor(c), "=", sp.S.One, DOMAIN, {"to": sp.S.One}),
}

REJECTED = {
    "the fraction may be 1": (sp.floor(alpha), "=", sp.S.Zero, CLOSED, zero),
    "up, the fraction may be 0": (sp.ceiling(alpha), "=", sp.S.One, CLOSED, {"to": sp.S.One}),
    "up, to the number below": (sp.ceiling(alpha), "=", sp.S.Zero, UP, zero),
    "down, to the number above": (sp.floor(alpha), "=", sp.S.One, DOMAIN, {"to": sp.S.One}),
    "not a whole number": (sp.floor(alpha), "=", alpha, DOMAIN, {"to": alpha}),
    "the value may not fit": (sp.floor(n / 2**k), "=", sp.S.Zero, Domain(FITS.sets), less),
    "an inequality": (sp.floor(alpha), "<=", sp.S.Zero, DOMAIN, zero),
    "nothing is rounded": (alpha, "=", sp.S.Zero, DOMAIN, zero),
    "a gap that is not the gap": (sp.floor(alpha), "=", sp.S.Zero, DOMAIN, {**zero, "beyond": alpha / 2}),
    "a room that is not the room": (
        sp.floor(x),
        "=",
        sp.S.Zero,
        DOMAIN,
        {**zero, "beyond": sp.S.Zero, "short": sp.S.One},
    ),
    "any number": (sp.floor(x), "=", sp.S.Zero, DOMAIN, zero),
    "a room that is not the room, the gap right": (
        sp.floor(2 * alpha),
        "=",
        sp.S.Zero,
        DOMAIN,
        {**zero, "short": sp.S.One},
    ),
    "down to the number below": (sp.floor(c), "=", sp.S.Zero, DOMAIN, zero),
}


def test_case(case: Callable[[], None]) -> None:
    case()
