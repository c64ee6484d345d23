"""The language of the system: what is parsed, put in and run is what the text says."""

from __future__ import annotations

import pytest
from draftproof.checks.paging.terms import compiled, names, parse, parse_all, put, show, unfolded


class Counters:
    """A state with one function: ref(b) = 10 b, and table(s, i) = s + i."""

    def value(self, function, arguments):
        return 10 * arguments[0] if function == "ref" else sum(arguments)


@pytest.mark.parametrize("text", ["s", "(ref (tab s (- (nb s) 1)))", "(and (live s) (not (= c s)))"])
def test_a_term_is_shown_as_it_was_written(text):
    assert show(parse(text)) == text


@pytest.mark.parametrize("text", ["", "(a", "a)", "a b", "(a))"])
def test_what_is_not_one_term_is_refused(text):
    with pytest.raises((ValueError, IndexError)):
        parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("(+ x 1)", 4),
        ("(- x 1)", 2),
        ("(ref x)", 30),
        ("(table x 4)", 7),
        ("(ite (< x 3) 1 2)", 2),
        ("(=> (< x 3) false)", True),
        ("(=> (<= x 3) false)", False),
        ("(and true (= x 3) (>= x 3))", True),
        ("(and true (> x 3) true)", False),
        ("(or false (> x 3) (= x 3))", True),
        ("(not (= x 3))", False),
    ],
)
def test_a_term_has_the_value_that_smt_lib_gives_it(text, value):
    assert compiled(parse(text))({"x": 3}, Counters()) == value


def test_names_are_put_in_and_definitions_unfolded():
    assert show(put(parse("(ref (last s))"), {"s": parse("(f c)"), "ref": "ref+"})) == "(ref+ (last (f c)))"
    definitions = {"end": (("s",), parse("(- (nb s) 1)")), "last": (("s",), parse("(tab s (end s))"))}
    assert show(unfolded(parse("(ref (last c))"), definitions)) == "(ref (tab c (- (nb c) 1)))"
    assert set(names(parse("(ref (last s))"))) == {"ref", "last", "s"}
    assert parse_all("(f a) := b") == (("f", "a"), ":=", "b")
