"""Statements with numbers put in: what is shown, to which digits, and why nothing is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from draftproof.derivations.claims import chain, chain_names, claim
from draftproof.derivations.enclosure import value_at
from draftproof.derivations.export import export
from draftproof.derivations.expr import Env, Node, num, sym
from draftproof.derivations.intervals import Interval
from draftproof.derivations.notation import TEXT
from draftproof.derivations.place import Place
from draftproof.derivations.symbols import unfold
from draftproof.derivations.tree_printing import rounded, written
from draftproof.report.documents import build
from draftproof.report.documents.lines import in_numbers
from draftproof.report.documents.model import At, Shown
from draftproof.report.documents.substituted import NO_LIMIT, at, put, shown, too_long, value_of
from draftproof.report.documents.values import parse


def here(id_: str, **numbers: str) -> At:
    found = claim(id_)
    values = {name: Fraction(value) for name, value in numbers.items()}
    return at(found.statement, {**found.example, **values}, found.domain)


@pytest.mark.parametrize(
    ("id_", "numbers", "put_in", "value"),
    [
        ("tokens.closed_form", {}, "(1 - 0.7^6)/0.3", Shown("2.94117", True)),
        ("tokens.closed_form", {"alpha": "1"}, "5 + 1", Shown("6", True)),
        ("tokens.closed_form", {"alpha": "1/3"}, "3·(1 - (1/3)^6)/2", Shown("1.49794", False)),
        ("tokens.expectation", {}, "Σ_{k=0..5} 0.7^k", Shown("2.94117", True)),
        ("tokens.positions", {}, "1 + Σ_{k=1..5} Π_{i=1..k} a_i", Shown("3.5776", True)),
        ("beam_paging.shared", {}, "1000 + 4·200", Shown("1800", True)),
        ("draft_cost.closed_form", {}, "(1 - 0.7^6)/(0.3·(1 + 5·0.154))", Shown("1.66168", False)),
        ("acceptance.ratio", {}, "(2.94117 - 1)/5", Shown("0.388234", True)),
    ],
)
def test_lines(id_: str, numbers: Mapping[str, str], put_in: str, value: Shown) -> None:
    found = here(id_, **numbers)
    line = found.lines[0]
    assert line.left.put is None  # a quantity: its formula is the other side
    assert line.right.put is not None
    assert written(line.right.put) == put_in
    assert line.left.value == line.right.value == value
    assert (found.holds, found.reason) == (True, "")


def test_a_sign_is_the_verdict_where_the_digits_do_not_tell_the_sides_apart() -> None:
    (line,) = here("tokens.increasing_in_gamma", alpha="0.01", gamma="20").lines
    assert in_numbers(line, TEXT) == "E(α, γ + 1) ≈ 1.0101 > 1.0101 ≈ E(α, γ)"
    assert line.holds is True


def test_a_case_shows_the_branch_that_applies_and_conditions_choose_the_relations() -> None:
    assert len(here("tokens.variance").lines) == 1
    signs = [line.sign for line in here("tokens.bounds").lines]
    assert signs == [">", "<"]  # the weaker ≥ and ≤ of the same sides are not said again


def test_a_quantity_inside_a_formula_is_its_value_and_the_line_says_whether_that_was_cut() -> None:
    exact, cut = here("tokens.recurrence"), here("tokens.recurrence", alpha="0.77")
    assert written(exact.lines[1].right.put) == "1 + 0.7·2.94117"  # type: ignore[arg-type]
    assert not exact.lines[1].right.rounded
    assert cut.lines[1].right.rounded
    assert cut.lines[1].right.sign == "≈"


@pytest.mark.parametrize(
    ("id_", "numbers", "line"),
    [
        ("acceptance.accepted", {"alpha": "1e-6", "gamma": "1"}, "A(α, γ) = 1.000001 - 1 = 10^(-6)"),
        ("acceptance.accepted", {"alpha": "0.37", "gamma": "7"}, "A(α, γ) = 1.586744 - 1 ≈ 0.586744"),
        ("draft_cost.longer_pays", {}, "1.66167797 - 1.71602723 ≈ -0.0543493 < 0"),
        ("draft_cost.longer_pays", {"alpha": "0.999", "gamma": "11", "c": "0.001"}, "12.7690566 - 11.8043714 ≈ 0.964685 > 0"),
    ],
)  # fmt: skip
def test_what_is_printed_comes_to_the_value_beside_it(id_: str, numbers: Mapping[str, str], line: str) -> None:
    lines = [in_numbers(one, TEXT) for one in here(id_, **numbers).lines]
    assert line in lines


@pytest.mark.parametrize("numbers", [{}, {"alpha": "1e-6", "gamma": "1", "c": "0.3"}, {"alpha": "0.37", "gamma": "7"}])
def test_the_arithmetic_of_every_line_follows_from_its_digits(numbers: Mapping[str, str]) -> None:
    """A reader who works out what is printed gets the digits that are printed, but where those say 0."""
    for found in (one for name in chain_names() for one in chain(name).claims):
        env = {**found.example, **{key: Fraction(v) for key, v in numbers.items() if key in found.domain.sets}}
        for statement in (found.statement, *(one.statement for one in found.rivals if one.statement is not None)):
            for side in (side for line in at(statement, env, found.domain).lines for side in (line.left, line.right)):
                if side.put is None or side.value is None or side.value.text == "0":
                    continue
                got = value_of(side.put, env)
                assert got is not None
                if side.sign == "=":
                    assert got.middle == Fraction(side.value.text), (found.id, written(side.put))
                else:
                    size = max(6, len(side.value.text.partition("e")[0].replace("-", "").replace(".", "").lstrip("0")))
                    assert rounded(got.middle, size) == side.value.text, (found.id, written(side.put))


def test_a_point_outside_of_what_is_computed_is_a_reason() -> None:
    found = here("draft_length.floor_or_ceiling", alpha="0.99999999999999", c="1e-99")
    assert (found.lines, found.holds) == ((), None)
    assert (
        found.reason
        == "not computed at these numbers: exp of -10^85 is out of bounds, expected at most 1000 in absolute value"
    )


def test_long_numbers_count_too() -> None:
    long = "0.1234567890123456789012345678"
    assert here("tokens.convex", alpha=long, gamma="255").reason == (
        "a sum of 256 terms of numbers with 28 digits is more than is computed exactly here"
    )
    assert here("tokens.law", alpha=long, n="9000", gamma="9000").reason == (
        "an exponent of 9001 of numbers with 28 digits is more than is computed exactly here"
    )
    assert here("tokens.convex", alpha=long, gamma="60").lines
    assert here("tokens.convex", alpha="0.7", gamma="255").lines


def test_reasons() -> None:
    assert here("tokens.limit").reason == NO_LIMIT
    assert len(here("tokens.limit").lines) == 2
    assert "words" in here("beam_paging.copy_on_write").reason
    assert here("draft_cost.pays_above_c", alpha="0.2", c="0.3").reason == "α = 0.2, c = 0.3 lie outside: c < α"
    assert here("tokens.tail", k="7").reason == "γ = 5, k = 7 lie outside: k ≤ γ"
    assert here("tokens.closed_form", alpha="2").reason == "α = 2 lies outside: α in [0, 1]"
    assert "no element 6 of a" in here("tokens.positions", gamma="25").reason
    assert not here("tokens.tail", k="7").lines


@pytest.mark.parametrize("gamma", ["100000", "1e25"])
def test_what_would_take_long_is_not_computed(gamma: str) -> None:
    assert "more than is computed exactly" in here("tokens.closed_form", gamma=gamma).reason
    assert "more than is computed exactly" in here("grammar_mask.unpack_pack", k="1e25").reason


def test_sums_in_sums_are_counted_together() -> None:
    double = export(unfold(claim("acceptance.rates_add_up").statement.rhs))  # type: ignore[union-attr]
    assert too_long([double], {"gamma": Fraction(100)})
    assert not too_long([double], {"gamma": Fraction(5)})


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (["1/3"], [Shown("0.333333", False)]),
        (["2.94117"], [Shown("2.94117", True)]),
        (["24268800"], [Shown("24268800", True)]),
        (["1.0000001", "1.0000002"], [Shown("1.0000001", True), Shown("1.0000002", True)]),
        (["1/3", "1/3"], [Shown("0.333333", False)] * 2),
    ],
)
def test_digits(values: list[str], texts: list[Shown]) -> None:
    assert list(shown([Interval(Fraction(v), Fraction(v)) for v in values])) == texts


def test_digits_of_an_enclosure_are_those_of_both_ends() -> None:
    assert shown([Interval(Fraction("1.2345651"), Fraction("1.2345749"))])[0].text == "1.23457"
    assert shown([Interval(Fraction("1.23456"), Fraction("1.2349"))])[0].text == "1.235"
    assert shown([Interval(Fraction("-1e-30"), Fraction("1e-30"))])[0] == Shown("0", False)


def test_every_line_of_every_claim_has_the_value_of_its_formula() -> None:
    """The numbers that are put in come to what the formula comes to: exactly, or as near as the cut values allow."""
    seen = 0
    for found in (one for name in chain_names() for one in chain(name).claims):
        for line in at(found.statement, found.example, found.domain).lines:
            for side in (line.left, line.right):
                wanted = value_at(export(unfold(side.formula)), found.example).middle
                assert side.value is not None
                assert abs(Fraction(side.value.text) - wanted) <= abs(wanted) * Fraction("1e-5") + Fraction("1e-24")
                if side.put is not None:
                    got = value_of(side.put, found.example)
                    assert got is not None
                    assert abs(got.middle - wanted) <= Fraction("1e-4") * max(abs(wanted), 1) or side.rounded, found.id
                    seen += 1
    assert seen > 200


def test_a_formula_that_is_only_a_number_is_not_put_in() -> None:
    formula = export(unfold(claim("tokens.tail").statement.rhs))  # type: ignore[union-attr]
    assert put(formula, {"alpha": Fraction(1), "k": Fraction(1)}) is None
    assert put(formula, {"alpha": Fraction(1, 2), "k": Fraction(2)}) is not None


@pytest.mark.parametrize("name", chain_names())
def test_an_example_lies_in_the_domain_and_costs_little(name: str) -> None:
    """So that neither is asked where a claim stands at its own example."""
    for found in chain(name).claims:
        for statement in (found.statement, *(one.statement for one in found.rivals if one.statement is not None)):
            assert at(statement, found.example, found.domain, example=True) == at(
                statement, found.example, found.domain
            )


def test_the_point_has_a_number_for_every_symbol_that_is_written() -> None:
    """Also for one that cancels: its number stands in the line."""
    assert here("acceptance.counts").point.keys() == {"accepted", "drafted", "drafts"}
    rival = claim("acceptance.counts").rivals[0]
    found = at(rival.statement, claim("acceptance.counts").example, claim("acceptance.counts").domain)  # type: ignore[arg-type]
    assert "259" in in_numbers(found.lines[0], TEXT)


def test_a_quantity_inside_a_sum_stands_as_its_definition_says_it() -> None:
    rival = next(one for one in claim("losslessness.block_split").rivals if one.statement is not None)
    found = claim("losslessness.block_split")
    line = at(rival.statement, found.example, found.domain).lines[0]  # type: ignore[arg-type]
    assert written(line.left.put) == "Σ_{i=1..3} q_i·{min(1, 0.8·p_i/q_i) if q_i > 0, 1 otherwise}"  # type: ignore[arg-type]


def test_an_index_is_not_taken_for_the_number_of_its_letter() -> None:
    formula = Node("sum", ("k", num(1), sym("gamma"), Node("mul", (sym("k"), sym("c")))))
    found = put(Node("add", (formula, sym("k"))), {"k": Fraction(7), "gamma": Fraction(3), "c": Fraction(1, 2)})
    assert written(found) == "7 + Σ_{k=1..3} 0.5·k"  # type: ignore[arg-type]


def test_nothing_is_computed_at_a_readers_numbers_before_it_is_found_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """At these, the sums of sums of numbers with 28 digits took minutes; all that is left takes seconds."""
    computed = 0

    def short(self: Place, node: Node) -> Interval:
        nonlocal computed
        computed += 1
        assert not too_long([node], self), written(node)
        return of_tree(self, node)

    def figure(node: Node, env: Env) -> Interval | None:
        assert not too_long([node], env), written(node)
        return value_of(node, env)

    of_tree = Place.of_tree
    monkeypatch.setattr(Place, "of_tree", short)
    monkeypatch.setattr(build, "value_of", figure)
    monkeypatch.setattr(build, "derivation", lambda claim: None)
    made = build.document(
        ("tokens", "draft_length"), values=parse(["alpha=0.1234567890123456789012345678", "gamma=255"])
    )
    refused = [entry.claim.id for entry in made.entries if "more than is computed exactly" in entry.at.reason]
    assert "tokens.convex" in refused
    assert computed > 20


@pytest.mark.parametrize(
    ("id_", "line"),
    [
        ("draft_length.inverse", "y = 5 ≈ 1/ln(0.7) - "),
        ("draft_length.real_peak", "D(α, γ*(α, c), c) ≈ 0"),
    ],
)
def test_the_same_digits_stand_once(id_: str, line: str) -> None:
    """One side is exact there and the other is not, so that they are no one value: not `y = 5 = 5 ≈ ...`."""
    lines = [in_numbers(one, TEXT) for one in here(id_).lines]
    assert [one for one in lines if one.startswith(line)], lines
    assert not [one for one in lines if "= 5 =" in one or "0 = 0" in one]
