"""whole_part: a number rounded down to the whole number m where m <= x < m + 1, rounded up to it where m - 1 < x <= m."""

from __future__ import annotations

import sympy as sp

from ..bounds import is_integer
from ..domain import Domain
from ..export import export
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import equal, is_nonnegative, is_positive, need, refuse


def compute(
    before: sp.Expr, domain: Domain, *, to: sp.Expr, beyond: sp.Expr | None = None, short: sp.Expr | None = None
) -> tuple[str, sp.Expr]:
    """`beyond` is how far x lies beyond m (m beyond x, rounding up), `short` how far short of 1 that is: both written so
    that their signs show.
    """
    return "=", to


@rule("whole_part", "the result is a whole number, and the number lies within 1 of it on the right side", compute)
def check(
    before: sp.Expr,
    relation: str,
    after: sp.Expr,
    domain: Domain,
    *,
    to: sp.Expr,
    beyond: sp.Expr | None = None,
    short: sp.Expr | None = None,
) -> tuple[Identity, ...]:
    need(relation == "=", "a whole part is an equality", before, after)
    if not isinstance(before, sp.floor | sp.ceiling):
        refuse("not rounded down or up", before)
    need(is_integer(export(unfold(after)), domain), "not a whole number", after)
    gap = before.args[0] - after if isinstance(before, sp.floor) else after - before.args[0]
    beyond = gap if beyond is None else beyond
    short = 1 - gap if short is None else short
    need(is_nonnegative(beyond, domain), f"{beyond} may be below 0", before, after)
    need(is_positive(short, domain), f"{short} may not be above 0", before, after)
    return (equal("how far beyond", gap, beyond, domain), equal("how far short of 1", 1 - gap, short, domain))
