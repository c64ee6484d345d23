"""Cases of the rule `substitution`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.statements import eq, le, tree
from draftproof.derivations.symbols import sequence, symbol

alpha, beta, gamma, k, n, x, i = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "n", "x", "i"))
a = sequence("a")
DOMAIN = Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0), "x": REALS, "k": Naturals(0)})
AT_ONE, AT_ZERO = DOMAIN.given(tree(eq(alpha, 1))), DOMAIN.given(tree(eq(alpha, 0)))
NO_DRAFT, SQUARE = DOMAIN.given(tree(eq(gamma, 0))), DOMAIN.given(tree(eq(x, alpha * beta)))
AS_N = DOMAIN.extended({"n": Naturals(1)}).given(tree(eq(gamma, n)))
AS_K = DOMAIN.given(tree(eq(x, k)))
LAW = Domain({"a": Sequences(UNIT), "n": Naturals(1), "k": Naturals(0)}).given(tree(eq(sp.Sum(a[i], (i, 1, n)), 1)))
ONE_ELEMENT = Domain({"a": Sequences(UNIT), "n": Naturals(1), "i": Naturals(1)}).given(tree(eq(a[i], 1)))
POWERS = sp.Sum(alpha**k, (k, 0, gamma))


def put(**values: sp.Expr) -> dict[str, dict[sp.Symbol, sp.Expr]]:
    return {"values": {symbol(name): value for name, value in values.items()}}


ONE, ZERO = put(alpha=sp.S.One), put(alpha=sp.S.Zero)

ACCEPTED = {
    "alpha is 1": (alpha**gamma + beta, "=", 1 + beta, AT_ONE, ONE),
    "no draft": (POWERS, "=", sp.Sum(alpha**k, (k, 0, 0)), NO_DRAFT, put(gamma=sp.S.Zero)),
    "a condition names the value": (1 + x, "=", 1 + alpha * beta, SQUARE, put(x=alpha * beta)),
    "the terms of a sum": (POWERS, "=", sp.Sum(1, (k, 0, gamma)), AT_ONE, ONE),
    "a natural number that is another": (POWERS, "=", sp.Sum(alpha**k, (k, 0, n)), AS_N, put(gamma=n)),
    "a sum that is given": (
        sp.Sum(a[i], (i, 1, n)),
        "=",
        sp.S.One,
        LAW,
        {"values": {sp.Sum(a[i], (i, 1, n)): sp.S.One}},
    ),
    "one condition of two": (1 + x, "=", 1 + alpha * beta, SQUARE.given(tree(le(beta, alpha))), put(x=alpha * beta)),
}
REJECTED = {
    "another sum than the given one": (
        sp.Sum(a[i], (i, 1, k)), "=", sp.S.One, LAW, {"values": {sp.Sum(a[i], (i, 1, k)): sp.S.One}}
    ),
    "a part of an expression": (
        1 + sp.Sum(a[i], (i, 1, n)), "=", sp.Integer(2), LAW, {"values": {sp.Sum(a[i], (i, 1, n)): sp.S.One}}
    ),
    "an element under another index": (
        sp.Sum(a[i], (i, 1, n)), "=", sp.Sum(1, (i, 1, n)), ONE_ELEMENT, {"values": {a[i]: sp.S.One}}
    ),
    "nothing says so": (alpha**gamma + beta, "=", 1 + beta, DOMAIN, ONE),
    "a bound is no value": (alpha, "=", sp.S.One, DOMAIN.given(tree(le(alpha, sp.Rational(1, 2)))), ONE),
    "another value": (alpha**gamma, "=", sp.S.One, AT_ZERO, ONE),
    "another symbol": (beta**gamma, "=", sp.S.One, AT_ONE, put(beta=sp.S.One)),
    "at half the places": (alpha * (1 + alpha), "=", alpha * 2 + 1, AT_ONE, ONE),
    "a number that need not be": (POWERS, "=", sp.Sum(alpha**k, (k, 0, 1)), NO_DRAFT, put(gamma=sp.S.One)),
    "another expression": (1 + x, "=", 1 + alpha, SQUARE, put(x=alpha)),
    "a value that would be captured": (
        sp.Sum(x * k, (k, 0, 2)), "=", sp.Sum(k**2, (k, 0, 2)), AS_K, put(x=k)
    ),
    "0 to the power 0 taken for 0": (alpha**gamma, "=", sp.S.Zero, AT_ZERO, ZERO),
    "an inequality": (alpha, "<=", sp.S.One, AT_ONE, ONE),
    "a condition that is no equality": (1 + x, "=", 1 + alpha, DOMAIN.given(tree(le(x, alpha))), put(x=alpha)),
    "a natural number that need not be another": (
        POWERS, "=", sp.Sum(alpha**k, (k, 0, n)), DOMAIN.extended({"n": Naturals(1)}), put(gamma=n)
    ),
}  # fmt: skip
REJECTED_BY_KERNEL = {
    "a domain without points": (
        alpha + beta, "=", 1 + beta, AT_ONE.given(tree(le(beta, alpha - 2))), ONE
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
