"""Cases of the rule `rounding`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, Domain
from draftproof.derivations.symbols import symbol

x = symbol("x")
DOMAIN = Domain({"x": REALS})
down, up = sp.floor(x), sp.ceiling(x)

ACCEPTED = {
    "down is at most the number": (down, "<=", x, DOMAIN, {"order": "<="}),
    "down is more than the number less 1": (down, ">", x - 1, DOMAIN, {"order": ">"}),
    "up is at least the number": (up, ">=", x, DOMAIN, {"order": ">="}),
    "up is less than the number and 1": (up, "<", x + 1, DOMAIN, {"order": "<"}),
    "a scaled number": (sp.floor(x / 2), "<=", x / 2, DOMAIN, {"order": "<="}),
}

REJECTED = {
    "down equals the number": (down, "=", x, DOMAIN, {"order": "="}),
    "down is less than the number": (down, "<", x, DOMAIN, {"order": "<"}),
    "down is at least the number": (down, ">=", x, DOMAIN, {"order": ">="}),
    "down is at least the number less 1, another relation": (down, ">=", x - 1, DOMAIN, {"order": ">"}),
    "down is more than the number": (down, ">", x, DOMAIN, {"order": ">"}),
    "up is at most the number": (up, "<=", x, DOMAIN, {"order": "<="}),
    "up is more than the number": (up, ">", x, DOMAIN, {"order": ">"}),
    "up is less than the number": (up, "<", x, DOMAIN, {"order": "<"}),
    "up is at least the number and 1": (up, ">=", x + 1, DOMAIN, {"order": ">="}),
    "nothing is rounded": (x, "<=", x, DOMAIN, {"order": "<="}),
    "rounded, then scaled": (2 * down, "<=", 2 * x, DOMAIN, {"order": "<="}),
}


def test_case(case: Callable[[], None]) -> None:
    case()
