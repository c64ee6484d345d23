"""Coins on a grid: which comparison accepts with probability min(1, ρ), and what happens at u = 0.

Part of the chain `losslessness`. A coin takes M equally likely values: 0, 1/M, ..., (M-1)/M, as generators give them, or
1/M, ..., 1, which is 1 - u of those. The ratio of acceptance is ρ = j/M.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import Domain, Naturals
from .kernel import Argument
from .statements import both, eq
from .symbols import Quantity, quantity, symbol

j, M, h, i, k = (symbol(name) for name in ("level", "cells", "h", "i", "k"))


def _counted(cell: sp.Basic, first: int) -> sp.Expr:
    """Share of the coin's M values, from first/M on, at which a comparison of the cell's number k holds."""
    return sp.Sum(sp.Piecewise((1, cell), (0, True)), (k, first, M - 1 + first)) / M


less = quantity("coin_less", _counted(k < j, 0))
most = quantity("coin_most", _counted(k <= j, 0))
upper = quantity("coin_upper", _counted(k <= j, 1))

GRID = Domain({"level": Naturals(1), "h": Naturals(0)})


def _counted_by(domain: Domain, of: Quantity, level: sp.Expr, cells: sp.Expr, cut: sp.Expr | None = None) -> Argument:
    """The cells up to `cut` accept and those beyond it do not; without a cut all are alike."""
    shown = Argument(of(level, cells), domain).by("definition", "cells that accept, over all cells")
    (whole,) = shown.end.atoms(sp.Sum)
    if cut is not None:
        (_, _, last), cell = whole.limits[0], whole.function
        shown = shown.by("split_range", "up to the ratio, and beyond it", at=whole, after_index=cut)
        beyond = sp.Sum(cell, (k, cut + 1, last))
        shown = shown.by("index_shift", "numbers of their own", at=beyond, by=0, to=i)
    for cell in sorted(shown.end.atoms(sp.Piecewise), key=sp.default_sort_key):
        shown = shown.by("choose_branch", "these cells are alike", at=cell)
    for alike in sorted(shown.end.atoms(sp.Sum), key=sp.default_sort_key):
        shown = shown.by("linearity", "counted", at=alike)
    return shown


AT = {"level": Fraction(3), "h": Fraction(5)}

CERTAIN = Claim(
    "losslessness.certain",
    title="A ratio of 1 or more accepts for certain, by every comparison",
    statement=both(eq(less(j + h, j), 1), eq(upper(j + h, j), 1), eq(most(j + h, j), 1)),
    domain=GRID,
    source="own derivation, by counting",
    example=AT,
    rivals=(
        Rival(
            "losslessness.last_cell_rejects",
            says="u < ρ rejects in the last cell even where ρ = 1",
            why_tempting="< is strict, and 1 looks as if it could be drawn",
            statement=both(eq(less(j + h, j), 1 - 1 / j)),
        ),
    ),
)


@derives(CERTAIN.id)
def _certain() -> tuple[Argument, ...]:
    return tuple(_counted_by(GRID, of, j + h, j) for of in (less, upper, most))


BOUNDARY = Claim(
    "losslessness.boundary",
    title="u < ρ on [0, 1) accepts with probability ρ, and so does u ≤ ρ on (0, 1]; u ≤ ρ on [0, 1) does a cell too often",
    statement=both(
        eq(less(j, j + h), j / (j + h)),
        eq(upper(j, j + h), j / (j + h)),
        eq(most(j, j + h + 1), (j + 1) / (j + h + 1)),
    ),
    domain=GRID,
    source="own derivation, by counting; Leviathan et al. 2023, Algorithm 1, compares by ≤",
    depends_on=(CERTAIN.id,),
    example=AT,
    rivals=(
        Rival(
            "losslessness.boundary_does_not_matter",
            says="u ≤ ρ on [0, 1) accepts with probability ρ as well",
            why_tempting="a single point has probability 0, on the real line",
            statement=both(eq(most(j, j + h + 1), j / (j + h + 1))),
        ),
    ),
)


@derives(BOUNDARY.id)
def _boundary() -> tuple[Argument, ...]:
    return (
        _counted_by(GRID, less, j, j + h, j - 1),
        _counted_by(GRID, upper, j, j + h, j),
        _counted_by(GRID, most, j, j + h + 1, j),
    )


AT_ZERO = Claim(
    "losslessness.boundary_at_zero",
    title="A token of target probability 0 is never accepted by u < ρ on [0, 1); by u ≤ ρ it is, at u = 0",
    statement=both(eq(less(0, j), 0), eq(upper(0, j), 0), eq(most(0, j), 1 / j)),
    domain=Domain({"level": Naturals(1)}),
    source="own derivation, by counting",
    example={"level": Fraction(8)},
    rivals=(
        Rival(
            "losslessness.zero_at_u_zero",
            says="u ≤ ρ on [0, 1) never accepts a token whose target probability is 0",
            why_tempting="the paper writes ≤, and u = 0 is rare: one in 2^24 for a float32 coin",
            statement=both(eq(most(0, j), 0)),
        ),
    ),
)


@derives(AT_ZERO.id)
def _at_zero() -> tuple[Argument, ...]:
    domain, zero = AT_ZERO.domain, sp.S.Zero
    return (
        _counted_by(domain, less, zero, j),
        _counted_by(domain, upper, zero, j),
        _counted_by(domain, most, zero, j, zero),
    )


CLAIMS = (CERTAIN, BOUNDARY, AT_ZERO)
