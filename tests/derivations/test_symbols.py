"""Symbols, quantities and their definitions; no argument is captured by an index of the definition."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import acceptance_ratio, symbols, tokens_law, tokens_moments
from draftproof.derivations.export import export
from draftproof.derivations.expr import evaluate, number
from draftproof.derivations.symbols import Quantity, definition_of, put, quantity, sequence, symbol, unfold
from draftproof.errors import BadInput, StepRejected

alpha, beta, gamma, n, k, i, x, c = (symbol(name) for name in ("alpha", "beta", "gamma", "n", "k", "i", "x", "c"))
a = sequence("a")
P, E, T, V = tokens_law.P, tokens_law.E, tokens_law.T, tokens_moments.V


@pytest.mark.parametrize(
    ("name", "assumptions"),
    [
        ("alpha", {"nonnegative": True, "integer": None, "positive": None}),
        ("gamma", {"nonnegative": True, "integer": True, "positive": None}),
        ("n", {"positive": True, "integer": True}),
        ("x", {"real": True, "nonnegative": None}),
        ("unheard_of", {"real": True, "nonnegative": None}),
    ],
)
def test_assumptions_are_those_that_the_set_allows(name: str, assumptions: dict[str, bool | None]) -> None:
    assert {key: getattr(symbol(name), f"is_{key}") for key in assumptions} == assumptions


def test_a_sequence_is_declared() -> None:
    with pytest.raises(BadInput, match="not a sequence"):
        sequence("alpha")


def test_a_quantity_is_opaque_until_it_is_unfolded() -> None:
    assert E(alpha, gamma) != tokens_law.TAIL_SUM
    assert definition_of(E(alpha, gamma)) == sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma + 1))
    assert definition_of(alpha) is None
    assert definition_of(sp.Function("nothing")(alpha)) is None
    assert not unfold(V(alpha, gamma)).atoms(sp.core.function.AppliedUndef)


def test_arguments_are_counted() -> None:
    with pytest.raises(BadInput, match="takes 2 arguments, not 1"):
        E(alpha)


def test_a_quantity_is_defined_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbols, "_QUANTITIES", dict(symbols._QUANTITIES))
    assert quantity("E", E.definition) == E
    with pytest.raises(BadInput, match="already defined otherwise"):
        quantity("E", gamma + 1)
    with pytest.raises(BadInput, match="not a quantity"):
        quantity("alpha", gamma)


def test_definitions_that_nest_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = Quantity("E", (alpha, gamma), E(alpha, gamma + 1))
    monkeypatch.setitem(symbols._QUANTITIES, "E", circle)
    with pytest.raises(BadInput, match="without end"):
        unfold(E(alpha, gamma))


CAPTURED = {
    "a rate that mentions the index of the law": (E.definition, {alpha: alpha * n}),
    "a length that mentions it": (E.definition, {gamma: n}),
    "in a product": (sp.Product(x + i, (i, 1, 3)), {x: i}),
    "in a nested sum": (sp.Sum(sp.Sum(x, (k, 0, 1)), (i, 1, 2)), {x: i}),
    "in a limit": (sp.Limit(x / gamma, gamma, sp.oo), {x: gamma}),
    "one of two values": (sp.Sum(x * alpha, (k, 0, 1)), {alpha: beta, x: k}),
    "a sequence's index": (sp.Sum(a[k] * x, (k, 1, 2)), {x: a[k]}),
}


@pytest.mark.parametrize("name", CAPTURED)
def test_captures_are_refused(name: str) -> None:
    expression, values = CAPTURED[name]
    with pytest.raises(StepRejected, match="captured"):
        put(expression, values)


def test_a_quantity_inside_a_sum_over_an_index_of_its_definition() -> None:
    with pytest.raises(StepRejected, match="captured"):
        unfold(sp.Sum(E(alpha / n, gamma), (n, 1, 3)))


def test_a_sum_with_cases_inside_a_sum_over_the_same_index() -> None:
    """E(r(α, γ), γ), where E and r both sum over n. SymPy takes the cases of the inner sum for the outer one's: 1.557."""
    env, ratio = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}, acceptance_ratio.r(alpha, gamma)
    inner = number(export(unfold(ratio)), env)
    right = sum((inner**i for i in range(6)), Fraction(0))
    assert number(export(unfold(E(ratio, gamma))), env) == right
    cases = sp.Sum(sp.Piecewise((x, n <= 2), (1, True)), (n, 1, 3))
    whole = put(sp.Sum(n * alpha, (n, 1, 3)), {alpha: cases})
    assert number(export(whole), {"x": Fraction(5)}) == 6 * 11


def test_indices_are_renamed_only_where_they_would_meet() -> None:
    inner = sp.Sum(n, (n, 1, gamma))
    assert put(sp.Sum(n, (n, 1, 3)) + alpha, {alpha: inner}) == sp.Sum(n, (n, 1, 3)) + inner
    nested = put(sp.Sum(n * alpha, (n, 1, 3)), {alpha: inner})
    assert {limit[0].name for fold in nested.atoms(sp.Sum) for limit in fold.limits} == {"n", "n_1"}


def test_what_is_not_captured() -> None:
    assert put(sp.Sum(x, (k, 0, gamma)), {x: i}) == sp.Sum(i, (k, 0, gamma))
    assert put(sp.Sum(k, (k, 0, gamma)), {k: sp.S(3)}) == sp.Sum(k, (k, 0, gamma))  # the index is another k
    assert put(sp.Sum(alpha, (k, 0, gamma)), {gamma: k}) == sp.Sum(alpha, (k, 0, k))  # its end is outside
    assert put(x + alpha, {x: alpha, alpha: x}) == alpha + x
    assert put(x / (1 + alpha), {x: alpha, alpha: x}) == alpha / (1 + x)


def test_sequences_are_put_all_at_once() -> None:
    b = sequence("s")
    assert put(a[i] - b[i], {a: b, b: a}) == b[i] - a[i]
    assert put(sp.Sum(a[i] * x, (i, 1, n)), {a: b, x: a[1]}) == sp.Sum(b[i] * a[1], (i, 1, n))
    assert put(P(n, alpha, gamma) * a[n], {a: b}) == P(n, alpha, gamma) * b[n]


def test_the_tail_inside_a_sum_over_its_parameter() -> None:
    """sum_k P(N > k): the index k goes into the range of the law's sum, where it is no index."""
    total = sp.Sum(T(k, alpha, gamma), (k, 0, gamma))
    env = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
    assert evaluate(export(unfold(total)), env) == evaluate(export(unfold(E(alpha, gamma))), env)
