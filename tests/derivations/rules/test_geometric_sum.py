"""Cases of the rule `geometric_sum`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, UNIT, Domain, Naturals
from draftproof.derivations.export import export
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, k = (symbol(name) for name in ("alpha", "beta", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "beta": OPEN_UNIT, "gamma": Naturals(0)})
NOT_ONE = DOMAIN.given(Node("ne", (sym("alpha"), num(1))))


def powers(base: sp.Expr, low: int = 0, high: sp.Expr = gamma) -> sp.Sum:
    return sp.Sum(base**k, (k, low, high))


def capped(general: sp.Expr, at_one: sp.Expr) -> sp.Piecewise:
    return sp.Piecewise((at_one, sp.Eq(alpha, 1)), (general, True))


CLOSED = (1 - alpha ** (gamma + 1)) / (1 - alpha)

ACCEPTED = {
    "with its value at ratio 1": (powers(alpha), "=", capped(CLOSED, gamma + 1), DOMAIN),
    "ratio 1 excluded by the set": (powers(beta), "=", CLOSED.subs(alpha, beta), DOMAIN),
    "ratio 1 excluded by a condition": (powers(alpha), "=", CLOSED, NOT_ONE),
    "from 1 on, perhaps empty": (
        powers(alpha, 1),
        "=",
        capped(alpha * (1 - alpha**gamma) / (1 - alpha), gamma),
        DOMAIN,
    ),
    "up to gamma + 1": (powers(beta, 0, gamma + 1), "=", (1 - beta ** (gamma + 2)) / (1 - beta), DOMAIN),
    "a constant factor": (sp.Sum(3 * beta**k, (k, 0, gamma)), "=", 3 * CLOSED.subs(alpha, beta), DOMAIN),
}
REJECTED = {
    "alpha may be 1": (powers(alpha), "=", CLOSED, DOMAIN),
    "the wrong value at ratio 1": (powers(alpha), "=", capped(CLOSED, gamma), DOMAIN),
    "ratio 0 told apart instead": (
        powers(alpha), "=", sp.Piecewise((1, sp.Eq(alpha, 0)), (CLOSED, True)), DOMAIN
    ),
    "no default": (powers(alpha), "=", sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (CLOSED, alpha < 1)), DOMAIN),
    "the bonus forgotten": (powers(beta), "=", (1 - beta**gamma) / (1 - beta), DOMAIN),
    "the first term forgotten": (powers(beta), "=", beta * (1 - beta**gamma) / (1 - beta), DOMAIN),
    "no cap": (powers(beta), "=", 1 / (1 - beta), DOMAIN),
    "a constant too much": (powers(beta), "=", 1 + CLOSED.subs(alpha, beta), DOMAIN),
    "one plus gamma beta": (powers(beta), "=", 1 + gamma * beta, DOMAIN),
    "a range that may be reversed": (powers(beta, 3), "=", beta**3 * (1 - beta ** (gamma - 2)) / (1 - beta), DOMAIN),
    "a ratio that depends on the index": (sp.Sum(k * beta**k, (k, 0, gamma)), "=", gamma * CLOSED.subs(alpha, beta), DOMAIN),
    "terms that depend on the upper end": (
        sp.Sum(gamma * beta**k, (k, 0, gamma)), "=", gamma * CLOSED.subs(alpha, beta), DOMAIN
    ),
    "a ratio that may be 1 and is no symbol": (powers(2 * alpha), "=", (1 - (2 * alpha) ** (gamma + 1)) / (1 - 2 * alpha), DOMAIN),
    "an inequality": (powers(beta), "<=", CLOSED.subs(alpha, beta), DOMAIN),
    "an upper end of two symbols": (
        powers(beta, 0, gamma + k), "=", (1 - beta ** (gamma + k + 1)) / (1 - beta), DOMAIN.extended({"k": Naturals(0)})
    ),
    "not a sum": (CLOSED, "=", CLOSED, NOT_ONE),
    # k is also a variable here, of which the domain says that (k + 1)/k is not 1; the index is another k.
    "a ratio that depends on an index of a variable's name": (
        sp.Sum(k, (k, 1, gamma)), "=", gamma * (gamma + 1) / 2,
        DOMAIN.extended({"k": Naturals(1)}).given(Node("ne", (export((k + 1) / k), num(1)))),
    ),
    "terms that depend on the upper end, summed as if they did not": (
        sp.Sum(gamma * 2**k, (k, 0, gamma)), "=", (gamma - 2) * 2 ** (gamma + 1) + 3, DOMAIN
    ),
    "a ratio that is no symbol, told apart": (
        powers(2 * alpha),
        "=",
        sp.Piecewise(
            (gamma + 1, sp.Eq(2 * alpha, 1)),
            ((1 - (2 * alpha) ** (gamma + 1)) / (1 - 2 * alpha), True),
            evaluate=False,
        ),
        DOMAIN,
    ),
    "two drafts a step": (powers(beta), "=", (1 - beta ** (2 * gamma + 2)) / (1 - beta), DOMAIN),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
