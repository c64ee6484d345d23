"""Cases of the rule `choose_branch`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.statements import gt, le, tree
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, n, x = (symbol(name) for name in ("alpha", "beta", "gamma", "n", "x"))
DOMAIN = Domain({"alpha": UNIT, "beta": OPEN_UNIT, "gamma": Naturals(0), "n": Naturals(1), "x": REALS})
INSIDE, BEYOND = DOMAIN.given(tree(le(n, gamma))), DOMAIN.given(tree(gt(n, gamma)))
BELOW_ONE = DOMAIN.given(Node("lt", (sym("alpha"), num(1))))
AT_ONE = DOMAIN.given(Node("eq", (sym("alpha"), num(1))))
NOT_ONE = DOMAIN.given(Node("ne", (sym("alpha"), num(1))))

LAW = sp.Piecewise((alpha ** (n - 1) * (1 - alpha), n <= gamma), (alpha**gamma, True))
CAPPED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (1 / (1 - alpha), True))
THREE = sp.Piecewise((1, x < 0), (2, alpha < 1), (3, True))

ACCEPTED = {
    "the case is given": (LAW, "=", alpha ** (n - 1) * (1 - alpha), INSIDE),
    "its opposite is given": (LAW, "=", alpha**gamma, BEYOND),
    "the end is left out": (CAPPED, "=", 1 / (1 - alpha), BELOW_ONE),
    "the value is given": (CAPPED, "=", gamma + 1, AT_ONE),
    "the value is excluded": (CAPPED, "=", 1 / (1 - alpha), NOT_ONE),
    "the larger of two": (sp.Max(beta, 1 + alpha), "=", 1 + alpha, DOMAIN),
    "the smaller of two": (sp.Min(beta, 1 + alpha), "=", beta, DOMAIN),
    "what is never the smallest left out": (sp.Min(alpha, beta, 1 + gamma), "=", sp.Min(alpha, beta), DOMAIN),
    "what is never the largest left out": (sp.Max(x, beta, 1 + alpha), "=", sp.Max(x, 1 + alpha), DOMAIN),
}
REJECTED = {
    "undecided": (LAW, "=", alpha**gamma, DOMAIN),
    "undecided, the first case": (LAW, "=", alpha ** (n - 1) * (1 - alpha), DOMAIN),
    "the other case": (LAW, "=", alpha**gamma, INSIDE),
    "the first case, where the second holds": (LAW, "=", alpha ** (n - 1) * (1 - alpha), BEYOND),
    "alpha may be 1": (CAPPED, "=", 1 / (1 - alpha), DOMAIN),
    "alpha need not be 1": (CAPPED, "=", gamma + 1, DOMAIN),
    "alpha is not 1": (CAPPED, "=", gamma + 1, BELOW_ONE),
    "an earlier case is undecided": (THREE, "=", sp.Integer(2), BELOW_ONE),
    "not a case distinction": (alpha, "=", alpha, DOMAIN),
    "an inequality": (LAW, "<=", alpha ** (n - 1) * (1 - alpha), INSIDE),
    "the larger is undecided": (sp.Max(alpha, beta), "=", alpha, DOMAIN),
    "the larger is undecided, and left so": (sp.Max(alpha, beta), "=", sp.Max(alpha, beta), DOMAIN),
    "the smaller for the larger": (sp.Max(beta, 1 + alpha), "=", beta, DOMAIN),
    "one of three that may be the smallest": (sp.Min(alpha, beta, x), "=", sp.Min(alpha, beta), DOMAIN),
    "the smallest left out": (sp.Min(alpha, beta, 1 + gamma), "=", sp.Min(beta, 1 + gamma), DOMAIN),
    "the largest left out": (sp.Max(x, beta, 1 + alpha), "=", sp.Max(x, beta), DOMAIN),
    "nothing left out": (sp.Min(alpha, beta, 1 + gamma), "=", sp.Min(alpha, beta, 1 + gamma), DOMAIN),
    "a sum is no case distinction": (alpha + beta, "=", alpha, DOMAIN),
    "no case applies": (sp.Piecewise((1, x < 0)), "=", sp.S.One, DOMAIN.given(tree(gt(x, 1)))),
}
REJECTED_BY_KERNEL = {
    "the branch with a new pole": (
        sp.Piecewise((1 + x, alpha < 1), (0, True)), "=", (x + x**2) / x, BELOW_ONE
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
