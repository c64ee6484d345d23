"""One mistake, one finding."""

from __future__ import annotations

from dataclasses import replace

from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.settle import settled


def at(line: int, code: str = "DP101", *, start: int = 1, end: int = 9, level: Level = Level.ERROR) -> Finding:
    return Finding("a.py", Place(line, start), Place(line, end), code, level, "m", "e", "f")


def test_of_one_code_at_one_place_the_surest_stays() -> None:
    note, warning, error = (at(1, level=level) for level in (Level.NOTE, Level.WARNING, Level.ERROR))
    assert settled([note, error, warning]) == [error]
    assert settled([warning, note]) == [warning]


def test_two_codes_at_one_place_and_two_places_are_two_findings() -> None:
    findings = [at(1), at(1, "DP102"), at(2), at(2, start=3)]
    assert settled(findings) == findings
    cell = replace(at(1), place=Place(1, 1, 0))
    assert settled([cell, replace(cell, place=Place(1, 1, 1))]) == [cell, replace(cell, place=Place(1, 1, 1))]


def test_where_the_code_is_right_the_text_is_the_finding() -> None:
    text = replace(at(2, "DP303"), related=((Place(5, 1), "the code here"),))
    assert settled([at(2, start=3, end=7), at(2, "DP202", start=9, end=12), text, at(3)]) == [
        at(2, "DP202", start=9, end=12),
        at(3),
        text,
    ]


def test_where_the_code_is_wrong_it_is_the_finding_and_names_the_text() -> None:
    code, text = at(5, start=12, end=30), replace(at(2, "DP303"), related=((Place(5, 1), "the code here"),))
    (found,) = settled([text, code])
    assert found == replace(code, related=((Place(2, 1), "the text here says otherwise"),))


def test_a_formula_and_the_number_that_it_gives_are_one_finding() -> None:
    formula = replace(at(1), expression="1 + 5*0.7")
    number = replace(at(1, start=12, end=15, level=Level.WARNING), expression="4.5")
    elsewhere = replace(at(2, start=12, end=15, level=Level.WARNING), expression="4.5")
    assert settled([formula, number, elsewhere]) == [formula, elsewhere]
    assert settled([replace(formula, level=Level.NOTE), number]) == [replace(formula, level=Level.NOTE), number]
