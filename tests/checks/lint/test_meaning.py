"""Meanings of one name: which of them count."""

from draftproof.checks.lint.meaning import Meaning, Strength, best, telling

NAMED, NEAR, STATED = (
    Meaning("alpha", strength, strength.name) for strength in (Strength.NAME, Strength.NEAR, Strength.STATED)
)
OTHER = Meaning("r", Strength.NEAR, "r")


def test_only_what_is_stronger_than_all_before_it_tells() -> None:
    assert list(telling([NEAR, NAMED, OTHER, NEAR, STATED, NEAR])) == [NEAR, OTHER, STATED]


def test_the_best_of_what_tells_is_the_best_of_all() -> None:
    found = [NAMED, OTHER, STATED, NEAR, OTHER]
    assert best(telling(found)) == best(found) == (STATED, OTHER)
