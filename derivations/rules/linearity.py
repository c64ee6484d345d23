"""linearity: a finite sum of a sum, or of a constant multiple, term by term."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need, need_range, sum_parts


def _distributed(before: sp.Expr) -> sp.Expr:
    body, index, low, high = sum_parts(before)
    total = sp.S.Zero
    for term in sp.Add.make_args(body):
        constant, rest = _factors_out(term).as_independent(index, as_Add=False)
        total += constant * (sp.Sum(rest, (index, low, high)) if rest != 1 else (high - low + 1))
    return total


def _factors_out(term: sp.Expr) -> sp.Expr:
    """alpha^(k+1) as alpha·alpha^k, so that the constant factor shows."""
    return term.replace(
        lambda e: e.is_Pow and e.exp.is_Add and e.exp.as_coeff_Add()[0].is_positive,
        lambda e: e.base ** e.exp.as_coeff_Add()[0] * e.base ** e.exp.as_coeff_Add()[1],
    )


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    return "=", _distributed(before)


@rule("linearity", "the range is not reversed (a constant term counts the terms)", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    _, _, low, high = sum_parts(before)
    need(relation == "=", "linearity gives an equality", before, after)
    need_range(low, high, domain)
    return (equal("term by term", after, _distributed(before), domain),)
