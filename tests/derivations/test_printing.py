"""Formulas come out in the order people write, and mean what they meant."""

from __future__ import annotations

import pytest
import sympy as sp
from draftproof.derivations.notation import BREAKABLE
from draftproof.derivations.printing import latex, text, written
from draftproof.derivations.statements import Statement, both, either, eq, ge, gt, le, lt, when
from draftproof.derivations.symbols import sequence, symbol
from hypothesis import given, settings
from hypothesis import strategies as st

alpha, gamma, c, k, n, i = (symbol(name) for name in ("alpha", "gamma", "c", "k", "n", "i"))
a = sequence("a")
E, r, P = (sp.Function(name, real=True) for name in ("E", "r", "P_N"))
e = E(alpha, gamma)

FORMULAS = [
    (1 - alpha ** (gamma + 1), "1 - α^(γ+1)"),
    ((alpha ** (gamma + 1) - 1) / (alpha - 1), "(1 - α^(γ+1))/(1 - α)"),
    (alpha * (alpha**gamma - 1) / (gamma * (alpha - 1)), "α·(1 - α^γ)/(γ·(1 - α))"),
    ((alpha - alpha ** (gamma + 2)) / (alpha - 1) ** 2, "(α - α^(γ+2))/(1 - α)^2"),
    (-alpha * (alpha - 1), "α·(1 - α)"),
    (alpha * (alpha - 1) * (c - 1), "α·(1 - α)·(1 - c)"),
    (gamma + 1, "γ + 1"),
    (n - 1, "n - 1"),
    (1 - n, "1 - n"),
    (1 + gamma * alpha, "1 + γ·α"),
    (1 + gamma * r(alpha, gamma), "1 + γ·r(α, γ)"),
    ((e - 1) / gamma, "(E(α, γ) - 1)/γ"),
    (e / (1 + gamma * c), "E(α, γ)/(1 + γ·c)"),
    (alpha - 1, "α - 1"),
    (1 - 2 * alpha + alpha**2, "1 - 2·α + α^2"),
    (-1 - alpha, "-1 - α"),
    (-e, "-E(α, γ)"),
    (-alpha / 2, "-α/2"),
    (sp.Rational(-3, 4), "-3/4"),
    (2 / (3 * alpha), "2/(3·α)"),
    (1 / alpha, "1/α"),
    (alpha ** (-gamma), "α^(-γ)"),
    (sp.Rational(1, 2) ** gamma, "(1/2)^γ"),
    ((1 - alpha) ** gamma, "(1 - α)^γ"),
    (e**2, "E(α, γ)^2"),
    (sp.sqrt(alpha), "√α"),
    (sp.exp(-alpha), "e^(-α)"),
    (sp.Sum(alpha**k, (k, 0, gamma)), "Σ_{k=0..γ} α^k"),
    (sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma + 1)), "Σ_{n=1..γ+1} n·P(n, α, γ)"),
    (1 + sp.Sum(sp.Product(a[i], (i, 1, k)), (k, 1, gamma)), "1 + Σ_{k=1..γ} Π_{i=1..k} a_i"),
    (sp.Sum(sp.Sum(alpha**k, (k, 1, n)), (n, 1, gamma)), "Σ_{n=1..γ} Σ_{k=1..n} α^k"),
    (2 * alpha * sp.Sum(1 - alpha, (k, 1, gamma)), "2·α·Σ_{k=1..γ} (1 - α)"),
    (sp.Sum(k * c, (k, 1, n)) - sp.Sum(k, (k, 1, n)) * 2, "(Σ_{k=1..n} k·c) - 2·Σ_{k=1..n} k"),
    (a[i + 1], "a_(i+1)"),
    (sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (alpha, True)), "{γ + 1 if α = 1, α otherwise}"),
    (sp.Limit(e, gamma, sp.oo), "lim_{γ→∞} E(α, γ)"),
    (sp.Derivative(sp.Sum(alpha**k, (k, 0, gamma)), alpha), "d/dα Σ_{k=0..γ} α^k"),
    (sp.LambertW(-c, -1) / sp.log(alpha), "W_-1(-c)/ln(α)"),
    (sp.Max(0, alpha - c), "max(0, α - c)"),
    (sp.floor(alpha * c) + sp.Abs(alpha - c), "|α - c| + ⌊α·c⌋"),
    (sp.ceiling(alpha * c), "⌈α·c⌉"),
    (-sp.oo, "-∞"),
    (sp.And(sp.Lt(alpha, c), sp.Gt(alpha, 0), evaluate=False), "α > 0 and α < c"),
    (sp.Or(sp.Ge(alpha, c), sp.Ne(alpha, 1)), "α ≥ c or α ≠ 1"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "written"), FORMULAS)
def test_text(formula: sp.Expr, written: str) -> None:
    assert text(formula) == written


LATEX = [
    ((alpha ** (gamma + 1) - 1) / (alpha - 1), r"\frac{1 - \alpha^{\gamma + 1}}{1 - \alpha}"),
    (1 + gamma * alpha, r"1 + \gamma \alpha"),
    (sp.Sum(alpha**k, (k, 0, gamma)), r"\sum_{k=0}^{\gamma} \alpha^{k}"),
    (sp.sqrt(alpha), r"\sqrt{\alpha}"),
    (gamma * alpha * r(alpha, gamma) ** 2, r"\gamma \alpha \, r\left(\alpha, \gamma\right)^{2}"),
    ((1 - alpha) * r(alpha, gamma), r"\left(1 - \alpha\right) r\left(\alpha, \gamma\right)"),
    (2 * (1 - alpha) ** 2, r"2 \left(1 - \alpha\right)^{2}"),
    (sp.LambertW(-c, -1), r"W_{-1}\left(-c\right)"),
    (sp.Limit(e, gamma, sp.oo), r"\lim_{\gamma \to \infty} E\left(\alpha, \gamma\right)"),
    (
        sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (alpha, True)),
        r"\begin{cases} \gamma + 1 & \text{if }\alpha = 1 \\ \alpha & \text{otherwise} \end{cases}",
    ),
    (le(1, e), r"1 \le E\left(\alpha, \gamma\right)"),
    (
        both(ge(e, 1), lt(alpha, c)),
        r"\begin{aligned} & E\left(\alpha, \gamma\right) \ge 1 \\ & \alpha < c \end{aligned}",
    ),
]


@pytest.mark.parametrize(("formula", "written"), LATEX)
def test_latex(formula: sp.Expr | Statement, written: str) -> None:
    assert latex(formula) == written


STATEMENTS = [
    (both(le(1, e), le(e, gamma + 1)), "1 ≤ E(α, γ) ≤ γ + 1"),
    (both(eq(e, 1), ge(c, 0)), "E(α, γ) = 1; c ≥ 0"),
    (when(both(gt(alpha, 0), lt(alpha, 1)), lt(e, gamma)), "E(α, γ) < γ where α > 0 and α < 1"),
    (either(eq(alpha, 0), both(eq(gamma, 1), lt(alpha, c))), "α = 0 or (γ = 1 and α < c)"),
]


@pytest.mark.parametrize(("statement", "written"), STATEMENTS)
def test_statements(statement: Statement, written: str) -> None:
    assert text(statement) == written


def test_what_has_no_entry_is_left_to_sympy() -> None:
    assert text(sp.factorial(n)) == sp.sstr(sp.factorial(n))
    assert latex(sp.Symbol("atom_1")) == "atom_{1}"
    assert text(sp.Derivative(alpha**3, alpha, 2, evaluate=False)) == "Derivative(alpha**3, (alpha, 2))"


small = st.integers(-3, 3)
factors = st.sampled_from([alpha, c, gamma, n, 1 - alpha, alpha - 1, 1 + gamma * c, gamma + 1, n - 1, alpha**2 - c])
products = st.builds(
    lambda sign, parts: sp.Mul(sign, *(base**exponent for base, exponent in parts)),
    st.sampled_from([1, -1, sp.Rational(2, 3), -2]),
    st.lists(st.tuples(factors, st.sampled_from([1, 2, -1, -2, gamma, gamma + 1])), max_size=3),
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(products, min_size=1, max_size=3))
def test_the_text_reads_back_as_the_same_formula(parts: list[sp.Expr]) -> None:
    formula = sp.Add(*parts)
    names = {"α": alpha, "γ": gamma, "c": c, "n": n}
    source = text(formula).replace("·", "*").replace("^", "**")
    assert sp.simplify(sp.parse_expr(source, local_dict=names) - formula) == 0


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (sp.floor(symbol("s") / symbol("gamma")), r"\left\lfloor \frac{s}{\gamma}\right\rfloor"),
        (sp.ceiling(symbol("gamma") / 2), r"\left\lceil \frac{\gamma}{2}\right\rceil"),
        (sp.floor(symbol("alpha")), r"\lfloor \alpha \rfloor"),
    ],
)
def test_a_rounding_that_may_stand_in_a_paragraph_is_as_tall_as_what_is_rounded(
    formula: sp.Expr, expected: str
) -> None:
    assert written(formula, BREAKABLE) == expected
