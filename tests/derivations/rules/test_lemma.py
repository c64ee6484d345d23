"""Cases of the rule `lemma`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.claims import Claim
from draftproof.derivations.domain import NONNEGATIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.statements import Statement, both, eq, ge, gt, le, lt, tree, when
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, n, k, x, c = (symbol(name) for name in ("alpha", "beta", "gamma", "n", "k", "x", "c"))
DOMAIN = Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0), "n": Naturals(1), "x": REALS, "c": NONNEGATIVE})
INSIDE, BEYOND = DOMAIN.given(tree(le(n, gamma))), DOMAIN.given(tree(gt(n, gamma)))


def claim(statement: Statement, domain: Domain, *given: Statement) -> dict[str, Claim]:
    for condition in given:
        domain = domain.given(tree(condition))
    return {"claim": Claim("demo.lemma", statement, domain, "a case")}


UNIT_ONLY = Domain({"alpha": UNIT, "gamma": Naturals(0)})
SPLIT = claim(eq(alpha ** (gamma + 1), alpha * alpha**gamma), UNIT_ONLY)
BOUND = claim(le(alpha**gamma, 1), UNIT_ONLY)
ORDERED = claim(le(alpha, beta), Domain({"alpha": UNIT, "beta": UNIT}), le(alpha, beta))
SMALLER = claim(
    both(when(le(n, gamma), eq(sp.Min(n, gamma), n)), when(gt(n, gamma), eq(sp.Min(n, gamma), gamma))),
    Domain({"n": Naturals(1), "gamma": Naturals(0)}),
)
SQUARES = claim(when(lt(alpha, 1), ge(alpha, alpha**2)), UNIT_ONLY)
MULTIPLE = claim(eq(sp.Sum(x * k, (k, 0, 2)), 3 * x), Domain({"x": REALS}))
CASES = claim(both(when(le(n, gamma), le(n, n + gamma)), when(gt(n, gamma), le(n, n + gamma))), DOMAIN)

SURE = claim(
    both(when(le(alpha, 1), le(alpha, 1 + gamma)), when(gt(n, gamma + 5), le(alpha, 1 + gamma))),
    Domain({"alpha": UNIT, "n": Naturals(1), "gamma": Naturals(0)}),
)
APART = claim(
    both(when(le(n, gamma), le(n, n + gamma)), when(gt(n, gamma + 5), le(n, n + gamma))),
    Domain({"n": Naturals(1), "gamma": Naturals(0)}),
)

ACCEPTED = {
    "as it stands": (alpha ** (gamma + 1), "=", alpha * alpha**gamma, DOMAIN, SPLIT),
    "at another value": (beta ** (gamma + 1), "=", beta * beta**gamma, DOMAIN, {**SPLIT, "values": {alpha: beta}}),
    "a bound": (alpha**gamma, "<=", sp.S.One, DOMAIN, {**BOUND, "order": "<="}),
    "one draft longer": (alpha ** (gamma + 1), "<=", sp.S.One, DOMAIN, {**BOUND, "values": {gamma: gamma + 1}}),
    "its condition is given": (sp.Min(n, gamma), "=", n, INSIDE, SMALLER),
    "its other condition is given": (sp.Min(n, gamma), "=", gamma, BEYOND, SMALLER),
    "its domain's condition is given": (alpha, "<=", beta, DOMAIN.given(tree(lt(alpha, beta))), ORDERED),
    "its cases cover the domain": (n, "<=", n + gamma, DOMAIN, CASES),
    "a bound from above, read from its right side": (sp.S.One, ">=", alpha**gamma, DOMAIN, BOUND),
    "a bound from below, read from its right side": (alpha**2, "<=", alpha, DOMAIN.given(tree(lt(alpha, 1))), SQUARES),
    "below, read from its right side": (1 + alpha, ">", alpha, DOMAIN, claim(lt(alpha, 1 + alpha), UNIT_ONLY)),
    "above, read from its right side": (alpha, "<", 1 + alpha, DOMAIN, claim(gt(1 + alpha, alpha), UNIT_ONLY)),
    "one of its conditions is given": (n, "<=", n + gamma, INSIDE, APART),
    "a logarithm": (
        sp.log((2 + c) ** 2 + x**2),
        "=",
        sp.log(4 + 4 * c + c**2 + x**2),
        DOMAIN,
        claim(eq(sp.log((2 + c) ** 2 + x**2), sp.log(4 + 4 * c + c**2 + x**2)), DOMAIN),
    ),
    "one of its conditions follows from the sets": (alpha, "<=", 1 + gamma, DOMAIN, SURE),
}
REJECTED = {
    "another right side": (alpha ** (gamma + 1), "=", alpha**gamma, DOMAIN, SPLIT),
    "another relation": (alpha**gamma, "=", sp.S.One, DOMAIN, BOUND),
    "strict where it is not": (alpha**gamma, "<", sp.S.One, DOMAIN, BOUND),
    "turned round": (alpha * alpha**gamma, "=", alpha ** (gamma + 1), DOMAIN, SPLIT),
    "a value outside its domain": (x ** (gamma + 1), "=", x * x**gamma, DOMAIN, {**SPLIT, "values": {alpha: x}}),
    "a value that may lie outside": ((2 * alpha) ** gamma, "<=", sp.S.One, DOMAIN, {**BOUND, "values": {alpha: 2 * alpha}}),
    "a cost for a rate": (c**gamma, "<=", sp.S.One, DOMAIN, {**BOUND, "values": {alpha: c}}),
    "a natural number that may be negative": (
        alpha ** (gamma - 1), "<=", sp.S.One, DOMAIN, {**BOUND, "values": {gamma: gamma - 1}}
    ),
    "a natural number that may be none": (alpha**beta, "<=", sp.S.One, DOMAIN, {**BOUND, "values": {gamma: beta}}),
    "on a wider domain": (alpha**gamma, "<=", sp.S.One, Domain({"alpha": REALS, "gamma": Naturals(0)}), BOUND),
    "without its condition": (sp.Min(n, gamma), "=", n, DOMAIN, SMALLER),
    "under the other condition": (sp.Min(n, gamma), "=", n, BEYOND, SMALLER),
    "under a condition that is nearly it": (alpha, ">=", alpha**2, DOMAIN.given(tree(le(alpha, 1))), SQUARES),
    "without its domain's condition": (alpha, "<=", beta, DOMAIN, ORDERED),
    "under the reverse of its domain's condition": (alpha, "<=", beta, DOMAIN.given(tree(lt(beta, alpha))), ORDERED),
    "a condition at the values put in": (
        sp.Min(n + 1, gamma), "=", n + 1, INSIDE, {**SMALLER, "values": {n: n + 1}}
    ),
    "a value that would be captured": (
        sp.Sum(k**2, (k, 0, 2)), "=", 3 * k, DOMAIN.extended({"k": Naturals(0)}), {**MULTIPLE, "values": {x: k}}
    ),
    "something else": (alpha + beta, "=", alpha, DOMAIN, SPLIT),
    "none of its conditions is given": (n, "<=", n + gamma, DOMAIN, APART),
    "an equality read from its right side": (alpha * alpha**gamma, "=", alpha ** (gamma + 1), DOMAIN, SPLIT),
}  # fmt: skip
REJECTED_BY_KERNEL = {
    "a lemma that is false": (alpha**gamma, "=", sp.S.One, DOMAIN, claim(eq(alpha**gamma, 1), UNIT_ONLY)),
    "a bound that no point decides": (
        sp.log(2 + c),
        "<=",
        sp.log(2 + c),
        DOMAIN,
        claim(le(sp.log(2 + c), sp.log(2 + c)), DOMAIN),
    ),
}


def test_case(case: Callable[[], None]) -> None:
    case()
