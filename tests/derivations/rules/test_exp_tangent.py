"""Cases of the rule `exp_tangent`: the power, its bound, accepted or not."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import NONNEGATIVE, OPEN_UNIT, UNIT, Domain
from draftproof.derivations.symbols import symbol

alpha, y, y_2, c = (symbol(name) for name in ("alpha", "y", "y_2", "c"))
INSIDE = Domain({"alpha": OPEN_UNIT, "y": NONNEGATIVE, "y_2": NONNEGATIVE, "c": OPEN_UNIT})
CLOSED = INSIDE.extended({"alpha": UNIT})
LOG = sp.log(alpha)
AT_ZERO = {"base": alpha, "exponent": y, "around": sp.S.Zero}
AT_OTHER = {"base": alpha, "exponent": y + 1, "around": y_2 + 1}
RATE = {"base": alpha, "exponent": sp.S.One, "around": sp.S.Zero}
TANGENT = alpha ** (y_2 + 1) * (1 + (y - y_2) * LOG)

ACCEPTED = {
    "at no draft": (alpha**y, ">=", 1 + y * LOG, INSIDE, AT_ZERO),
    "at another length": (alpha ** (y + 1), ">=", TANGENT, INSIDE, AT_OTHER),
    "with a negative factor": (-(alpha**y), "<=", -1 - y * LOG, INSIDE, AT_ZERO | {"factor": sp.S.NegativeOne}),
    "alpha itself": (alpha, ">=", 1 + LOG, INSIDE, RATE),
    "with a factor of the domain": (c * alpha**y, ">=", c * (1 + y * LOG), INSIDE, AT_ZERO | {"factor": c}),
    "with a factor that may be 0": (y_2 * alpha**y, ">=", y_2 * (1 + y * LOG), INSIDE, AT_ZERO | {"factor": y_2}),
}
REJECTED = {
    "from above": (alpha**y, "<=", 1 + y * LOG, INSIDE, AT_ZERO),
    "a negative factor, not turned round": (
        -(alpha**y),
        ">=",
        -1 - y * LOG,
        INSIDE,
        AT_ZERO | {"factor": sp.S.NegativeOne},
    ),
    "an equality": (alpha**y, "=", 1 + y * LOG, INSIDE, AT_ZERO),
    "strictly, though they touch": (alpha**y, ">", 1 + y * LOG, INSIDE, AT_ZERO),
    "the slope's sign turned": (alpha**y, ">=", 1 - y * LOG, INSIDE, AT_ZERO),
    "the slope forgotten": (alpha**y, ">=", sp.S.One, INSIDE, AT_ZERO),
    "the logarithm forgotten": (alpha**y, ">=", 1 + y, INSIDE, AT_ZERO),
    "the slope at another place": (alpha ** (y + 1), ">=", TANGENT / alpha, INSIDE, AT_OTHER),
    "another power": (alpha ** (y + 2), ">=", TANGENT, INSIDE, AT_OTHER),
    "a base that may be 0": (alpha**y, ">=", 1 + y * LOG, CLOSED, AT_ZERO),
    "a factor of either sign": (
        (c - alpha) * alpha**y,
        ">=",
        (c - alpha) * (1 + y * LOG),
        INSIDE,
        AT_ZERO | {"factor": c - alpha},
    ),
    "an equality, with a negative factor": (
        -(alpha**y),
        "=",
        -1 - y * LOG,
        INSIDE,
        AT_ZERO | {"factor": sp.S.NegativeOne},
    ),
    "unequal, with a negative factor": (
        -(alpha**y),
        "!=",
        -1 - y * LOG,
        INSIDE,
        AT_ZERO | {"factor": sp.S.NegativeOne},
    ),
    "a factor that may be negative": (-y_2 * alpha**y, ">=", -y_2 * (1 + y * LOG), INSIDE, AT_ZERO | {"factor": -y_2}),
}


def test_case(case: Callable[[], None]) -> None:
    case()
