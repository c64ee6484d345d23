"""empty_sum: a finite sum that ends one before it starts has no terms, so it is 0."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need, sum_parts


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    return "=", sp.S.Zero


@rule("empty_sum", "the range ends exactly one before it starts", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    _, _, low, high = sum_parts(before)
    need(relation == "=" and after is sp.S.Zero, "an empty sum equals 0", before, after)
    return (equal("the number of terms", high - low + 1, after, domain),)
