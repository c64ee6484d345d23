"""Quantities opened on trees: the values and the variables are those of SymPy's unfolding."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import claims, opened, statements
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.exact import holds_at
from draftproof.derivations.export import export, with_calls
from draftproof.derivations.expr import Node, NotRational, Undefined, free_names, num, number, sym
from draftproof.derivations.place import Place
from draftproof.derivations.statements import Statement, eq, expressions, gt, parts, relations, when
from draftproof.derivations.symbols import sequence, symbol, unfold
from draftproof.derivations.tokens_law import E
from draftproof.errors import BadInput

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
POINT = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}


def said(name: str) -> Iterator[tuple[Claim, Statement]]:
    """Every part with a formula that the claims and rivals of a chain state."""
    for claim in chain(name).claims:
        for whole in (claim.statement, *(rival.statement for rival in claim.rivals if rival.statement)):
            yield from ((claim, part) for part in parts(whole) if relations(part))


@pytest.mark.parametrize("name", chain_names())
def test_every_formula_has_the_truth_that_sympy_gives_it(name: str) -> None:
    for claim, part in said(name):
        place, tree = Place(claim.example), statements.tree(part)
        assert free_names(opened.tree(part)) >= free_names(tree), f"{claim.id}: {part}"
        assert place.holds(part) == holds_at(tree, claim.example), f"{claim.id}: {part}"


@pytest.mark.parametrize("name", chain_names())
def test_every_formula_has_the_value_that_sympy_gives_it(name: str) -> None:
    """At the corners too: there a factor that SymPy cancels is 0, and the value is SymPy's."""
    compared = 0
    for claim, part in said(name):
        for env in (claim.example, *list(claim.domain.corners())[:4]):
            for side in expressions(part):
                try:
                    wanted = number(export(unfold(side)), env)
                except (Undefined, NotRational, BadInput):
                    continue
                assert Place(env).value(side).middle == wanted, f"{claim.id} at {env}: {side}"
                compared += 1
    assert compared > 20


def test_only_primitive_symbols_are_left() -> None:
    assert free_names(opened.opened(1 + gamma * E(alpha, gamma + 1))) == {"alpha", "gamma"}
    assert opened.opened(alpha + 1) == with_calls(alpha + 1)


def test_a_sequence_stands_for_a_sequence() -> None:
    from draftproof.derivations.sampling_order_law import G

    f, s = sequence("f"), sequence("s")
    assert free_names(opened.opened(G(k, s))) == {"k", "s"}
    assert free_names(opened.opened(G(k, f))) == {"k", "f"}


def test_named_gives_each_quantity_a_name() -> None:
    node, quantities = opened.named(1 + gamma * E(alpha, gamma))
    assert free_names(node) == {"gamma", "~0"}
    assert quantities == {"~0": opened.opened(E(alpha, gamma))}
    assert opened.named(E(alpha, gamma))[0] == sym("~0")


def test_a_quantity_of_an_index_is_opened_where_it_stands() -> None:
    node, quantities = opened.named(sp.Sum(E(alpha, k), (k, 0, gamma)))
    assert not quantities
    assert free_names(node) == {"alpha", "gamma"}
    assert node == Node("sum", ("k", num(0), sym("gamma"), opened.opened(E(alpha, k))))


def test_a_quantity_of_another_name_than_the_index_keeps_its_name_inside_a_sum() -> None:
    node, quantities = opened.named(sp.Sum(k * E(alpha, gamma), (k, 0, gamma)))
    assert free_names(node) == {"gamma", "~0"}
    assert quantities == {"~0": opened.opened(E(alpha, gamma))}


def test_a_statement_is_written_with_its_symbols_also_where_they_cancel() -> None:
    """The number of γ stands in γ·r(α, γ), whatever comes of it; a bound index has none, and a quantity is no symbol."""
    said = when(gt(gamma, 0), eq(gamma * E(alpha, gamma) / gamma, sp.Sum(alpha**k, (k, 0, 5))))
    assert opened.written_names(said) == {"alpha", "gamma"}
    assert opened.written_names(claims.claim("acceptance.counts").statement) == {"accepted", "drafted", "drafts"}


def test_what_is_no_quantity_is_refused() -> None:
    unknown = sp.Function("unknown", real=True)(alpha)
    with pytest.raises(BadInput, match="unknown"):
        opened.opened(unknown)
    with pytest.raises(BadInput, match="not unfolded"):
        export(E(alpha, gamma))


def test_the_tree_of_a_statement_is_built_as_statements_does() -> None:
    for statement in (eq(alpha, 1), gt(alpha, 0), when(gt(alpha, 0), eq(alpha, 1)), statements.both(eq(alpha, 1))):
        assert opened.tree(statement) == statements.tree(statement)
    with pytest.raises(BadInput):
        opened.tree(statements.Words("what a program does"))
