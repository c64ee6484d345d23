"""Conditions that cover a domain, and some that nearly do."""

from __future__ import annotations

import pytest
from draftproof.derivations.coverage import exhaustive
from draftproof.derivations.domain import REALS, Domain
from draftproof.derivations.statements import Statement, both, either, eq, ge, gt, le, lt, narrow, ne, tree
from draftproof.derivations.symbols import symbol

u, v, x = (symbol(name) for name in ("u", "v", "x"))
PLANE = Domain({"u": REALS, "v": REALS, "x": REALS})

COVERING = {
    "a comparison and its opposite": (le(u, v), gt(u, v)),
    "overlapping": (le(u, v), ge(u, v)),
    "three signs": (lt(u, v), eq(u, v), gt(u, v)),
    "differences written otherwise": (le(u - v, 0), gt(2 * u, v + u)),
    "regimes": (le(x, u), both(ge(x, u), le(x, v)), ge(x, v)),
    "an alternative": (either(lt(u, v), gt(u, v)), eq(u, v)),
}

LEAKING = {
    "nothing": (),
    "one side": (le(u, v),),
    "equality left out": (lt(u, v), gt(u, v)),
    "equality alone left out of unequal": (ne(u, v), lt(u, v)),
    "a gap between regimes": (lt(x, u), both(gt(x, u), le(x, v)), ge(x, v)),
    "the middle regime missing": (le(x, u), ge(x, v)),
    "another difference": (le(u, v), gt(u, x)),
    "other multiples are not seen": (le(u, v), gt(u, 2 * v)),
}


@pytest.mark.parametrize("name", COVERING)
def test_covers(name: str) -> None:
    assert exhaustive([tree(condition) for condition in COVERING[name]], PLANE)


@pytest.mark.parametrize("name", LEAKING)
def test_does_not_cover(name: str) -> None:
    assert not exhaustive([tree(condition) for condition in LEAKING[name]], PLANE)


def test_the_domain_may_close_the_gap() -> None:
    cases: tuple[Statement, ...] = (le(x, u), ge(x, v))
    assert exhaustive([tree(c) for c in cases], narrow(PLANE, either(le(x, u), ge(x, v))))


def test_too_many_differences_are_not_tried() -> None:
    cases = [tree(le(u, number * v)) for number in range(9)] + [tree(gt(u, 0 * v))]
    assert not exhaustive(cases, PLANE)
