"""Many formulas read at one point."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
import sympy as sp
from draftproof.derivations import place as module
from draftproof.derivations.acceptance_ratio import r
from draftproof.derivations.enclosure import value_at
from draftproof.derivations.export import export
from draftproof.derivations.expr import Undefined
from draftproof.derivations.place import Place
from draftproof.derivations.statements import Statement, both, either, eq, ge, gt, le, lt, ne, when
from draftproof.derivations.symbols import symbol, unfold
from draftproof.derivations.tokens_law import E

alpha, gamma = symbol("alpha"), symbol("gamma")
POINT = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
NO_VALUE = eq(1 / (gamma - 5), 0)
LOG = sp.log(alpha)


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        (eq(gamma, 5), True),
        (ne(gamma, 5), False),
        (lt(alpha, 1), True),
        (gt(alpha, 1), False),
        (le(alpha, 1), True),
        (ge(gamma, 6), False),
        (lt(LOG, 0), True),
        (eq(LOG, 0), False),
        (eq(LOG, LOG + alpha - alpha), None),
        (NO_VALUE, False),
        (both(eq(gamma, 5), lt(LOG, 0)), True),
        (both(eq(gamma, 5), eq(LOG, LOG)), None),
        (both(eq(gamma, 6), NO_VALUE), False),
        (either(eq(gamma, 5), NO_VALUE), True),
        (either(eq(gamma, 6), NO_VALUE), False),
        (when(eq(gamma, 6), eq(alpha, 1)), True),
        (when(eq(gamma, 5), eq(alpha, 1)), False),
        (when(eq(LOG, LOG), eq(alpha, 1)), None),
    ],
)
def test_truth(statement: Statement, holds: bool | None) -> None:
    assert Place(POINT).holds(statement) is holds


def test_a_value_is_computed_once() -> None:
    place = Place(POINT)
    first = place.value(E(alpha, gamma))
    assert first == value_at(export(unfold(E(alpha, gamma))), POINT)
    with patch.object(module, "number", side_effect=AssertionError):
        assert place.value(E(alpha, gamma)) is first


def test_a_value_that_only_sympy_finds() -> None:
    """Where a factor that it cancels is 0."""
    place = Place({**POINT, "gamma": Fraction(0)})
    assert place.value(gamma * r(alpha, gamma)) == value_at(export(unfold(gamma * r(alpha, gamma))), place.env)


def test_no_value_has_a_reason() -> None:
    with pytest.raises(Undefined, match="division by zero"):
        Place(POINT).value(1 / (gamma - 5))


def test_a_place_stays_one() -> None:
    place = Place(POINT)
    assert Place.of(place) is place
    assert Place.of(POINT).env == POINT
