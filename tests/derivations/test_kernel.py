"""Attempts to get a false conclusion out of the kernel. Each of them must be refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from draftproof.derivations import rules
from draftproof.derivations.claims import Claim
from draftproof.derivations.domain import NONNEGATIVE, OPEN_UNIT, REALS, UNIT, Domain, Naturals
from draftproof.derivations.kernel import Argument, Step, compose, lift, scope
from draftproof.derivations.statements import Statement, eq, ge, gt, le, lt, ne, tree, when
from draftproof.derivations.symbols import symbol
from draftproof.errors import StepRejected, Vacuous

assert rules
alpha, beta, gamma, k, i, n, x, c = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "i", "n", "x", "c"))
DOMAIN = Domain({"alpha": UNIT, "beta": OPEN_UNIT, "gamma": Naturals(0), "x": REALS, "c": NONNEGATIVE})
POWERS = sp.Sum(alpha**k, (k, 0, gamma))


def lemma(statement: Statement, domain: Domain, *given: Statement) -> Claim:
    for condition in given:
        domain = domain.given(tree(condition))
    return Claim("demo.lemma", statement, domain, "a planted lemma")


def test_a_chain_concludes_what_its_steps_show() -> None:
    argument = (
        Argument(POWERS, DOMAIN)
        .by("split_term", "the first term", last=False)
        .by("monotone_bound", "no term is negative", by=sp.S.One, order=">=", gap=sp.Sum(alpha**k, (k, 1, gamma)))
    )
    assert argument.conclusion == ge(POWERS, 1)
    assert not any(step.stated for step in argument.steps)
    assert all(step.identities for step in argument.steps)


class TestTheChainItself:
    def test_steps_cannot_be_handed_in(self) -> None:
        forged = Step(alpha, "=", beta, "algebra", "forged")
        with pytest.raises(TypeError):
            Argument(alpha, DOMAIN, (), (forged,))  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="steps"):
            replace(Argument(alpha, DOMAIN), steps=(forged,))

    def test_steps_do_not_move_to_another_domain(self) -> None:
        narrow = DOMAIN.given(tree(eq(alpha, 1)))
        shown = Argument(alpha**gamma, narrow).by("substitution", "alpha is 1", values={alpha: sp.S.One})
        assert shown.conclusion == eq(alpha**gamma, 1)
        assert replace(shown, domain=DOMAIN).steps == ()

    def test_conditions_are_not_dropped(self) -> None:
        shown = Argument(alpha**gamma, DOMAIN, (eq(alpha, 1),)).by(
            "substitution", "alpha is 1", values={alpha: sp.S.One}
        )
        assert shown.conclusion == when(eq(alpha, 1), eq(alpha**gamma, 1))
        assert replace(shown, given=()).steps == ()

    @pytest.mark.parametrize(("first", "second"), [("<", ">"), ("<=", ">"), ("!=", "!="), ("!=", "<"), (">=", "!=")])
    def test_relations_that_do_not_compose(self, first: str, second: str) -> None:
        with pytest.raises(StepRejected, match="gives no relation"):
            compose(first, second)

    @pytest.mark.parametrize(
        ("first", "second", "both"),
        [("=", "<", "<"), ("<=", "<", "<"), ("<", "<=", "<"), (">=", ">=", ">="), ("!=", "=", "!=")],
    )
    def test_relations_that_compose(self, first: str, second: str, both: str) -> None:
        assert compose(first, second) == both

    def test_contradicting_conditions_pass_nothing(self) -> None:
        nothing = Argument(alpha, DOMAIN, (lt(alpha, beta), lt(beta, alpha)))
        with pytest.raises(Vacuous):
            nothing.by("monotone_bound", "anything follows", by=sp.S.Zero, order="<", gap=sp.S.One)
        with pytest.raises(Vacuous):
            nothing.by("algebra", "even what is true", to=sp.Mul(1, alpha, evaluate=False) + 0 * beta)


class TestValues:
    """A step may not lead to a formula without a value somewhere on the domain."""

    def test_a_pole_read_backwards(self) -> None:
        with pytest.raises(StepRejected, match="may have no value"):
            Argument(x + 2, DOMAIN).back("algebra", "extended", (x**2 - 4) / (x - 2), form="cancel")

    def test_a_power_with_a_negative_exponent(self) -> None:
        product = sp.Mul(x, x ** (gamma - 1), evaluate=False)
        with pytest.raises(StepRejected, match="may have no value"):
            Argument(x**gamma, DOMAIN).by("algebra", "one factor taken out", to=product)

    def test_by_any_rule(self) -> None:
        with pytest.raises(StepRejected, match="may have no value"):
            Argument(sp.Sum(x, (k, 0, gamma)), DOMAIN).stated("linearity", "n equal terms", (x**2 + gamma * x**2) / x)

    def test_the_logarithm_of_what_may_be_0(self) -> None:
        claim = lemma(eq(alpha, alpha + sp.log(c) - sp.log(c)), DOMAIN)
        assert claim  # SymPy cancels it at once, so it is kept apart by a factor
        rest = sp.Mul(0, sp.log(c), evaluate=False)
        with pytest.raises(StepRejected, match="may have no value"):
            Argument(alpha, DOMAIN).by("algebra", "nothing added", to=sp.Add(alpha, rest, evaluate=False))

    def test_what_has_no_value_at_a_corner_of_two_variables(self) -> None:
        quotient = (alpha**2 - c**2) / (alpha + c)  # 0/0 where both are 0
        with pytest.raises(StepRejected):
            Argument(quotient, DOMAIN).by("algebra", "a factor cancels", to=alpha - c)


class TestPlaces:
    """A part is rewritten where what justifies it holds."""

    FAR = DOMAIN.extended({"k": Naturals(5)})
    ONE_FROM_FIVE = lemma(eq(sp.Min(k, 5), 5), Domain({"k": Naturals(5)}))

    def test_an_index_is_not_the_variable_of_its_name(self) -> None:
        inside = sp.Sum(sp.Min(k, 5), (k, 0, gamma))
        with pytest.raises(StepRejected, match="outside the domain"):
            Argument(inside, self.FAR).by("lemma", "k is at least 5", at=sp.Min(k, 5), claim=self.ONE_FROM_FIVE)

    def test_a_part_of_the_terms_neither(self) -> None:
        inside = sp.Sum(sp.Min(k, 5) + alpha + beta, (k, 0, gamma))
        with pytest.raises(StepRejected):
            Argument(inside, self.FAR).by("algebra", "as outside", at=sp.Min(k, 5) + alpha, to=5 + alpha)

    def test_a_part_inside_and_outside(self) -> None:
        both = sp.Min(k, 5) + sp.Sum(sp.Min(k, 5), (k, 0, gamma))
        with pytest.raises(StepRejected, match="under different indices"):
            Argument(both, self.FAR).by("lemma", "k is at least 5", at=sp.Min(k, 5), claim=self.ONE_FROM_FIVE)

    def test_a_condition_on_the_variable_does_not_reach_the_index(self) -> None:
        domain = self.FAR.given(tree(le(k, gamma)))
        inner = scope(sp.Sum(alpha**k, (k, 0, 100)), alpha**k, domain)
        assert not any("gamma" in str(condition) for condition in inner.conditions)

    def test_the_index_itself_is_not_rewritten(self) -> None:
        with pytest.raises(StepRejected, match="a bound index cannot be rewritten"):
            lift(sp.Sum(k, (k, 0, gamma)), k, gamma, "=", DOMAIN)

    def test_the_index_has_its_range(self) -> None:
        inner = scope(sp.Sum(alpha**k, (k, 1, gamma)), alpha**k, DOMAIN)
        assert inner.sets["k"] == Naturals(1)
        assert tree(le(k, gamma)) in inner.conditions

    def test_a_factor_that_stands_twice_is_taken_once(self) -> None:
        product = sp.Mul(x, x, beta, c, evaluate=False)
        assert lift(product, x * beta, sp.S.One, "=", DOMAIN) == x * c

    def test_a_part_that_does_not_occur(self) -> None:
        with pytest.raises(StepRejected, match="does not occur"):
            Argument(alpha, DOMAIN).by("algebra", "elsewhere", at=beta, to=beta)

    def test_a_fixed_variable_does_not_move_to_infinity(self) -> None:
        fixed = Argument(sp.Limit(gamma / (gamma + 1), gamma, sp.oo), DOMAIN, (eq(gamma, 3),))
        with pytest.raises(StepRejected, match="moves"):
            fixed.by("substitution", "gamma is 3", at=gamma / (gamma + 1), values={gamma: sp.S(3)})

    def test_a_condition_on_a_variable_does_not_hold_at_infinity(self) -> None:
        ordered = Argument(sp.Limit(sp.Min(gamma, c), gamma, sp.oo), DOMAIN, (le(gamma, c),))
        with pytest.raises(StepRejected, match="does not decide"):
            ordered.by("choose_branch", "gamma is the smaller", at=sp.Min(gamma, c))

    def test_no_rule_looks_into_an_integral(self) -> None:
        with pytest.raises(StepRejected, match="no rule looks into Integral"):
            Argument(sp.Integral(x, (x, 0, alpha)), DOMAIN).by("algebra", "inside", at=alpha, to=alpha)


class TestInequalities:
    """An inequality goes only where it stays one."""

    UP = lemma(le(alpha, 1), Domain({"alpha": UNIT}))

    @pytest.mark.parametrize(
        "whole",
        [
            -alpha,
            1 / (1 + alpha),
            x * alpha,
            alpha - alpha**2,
            2**-alpha,
            sp.Sum(gamma - 9, (k, 0, sp.floor(alpha))),
            sp.Piecewise((1, alpha > sp.Rational(1, 2)), (0, True)),
            sp.Max(alpha, x),
            sp.Limit(alpha + gamma, gamma, sp.oo),
        ],
    )
    def test_a_falling_or_unknown_place(self, whole: sp.Expr) -> None:
        with pytest.raises(StepRejected, match="cannot be carried"):
            lift(whole, alpha, sp.S.One, "<=", DOMAIN)

    def test_a_place_in_the_terms_and_in_the_range(self) -> None:
        whole = sp.Sum(gamma - 10, (k, 1, gamma))
        with pytest.raises(StepRejected, match="cannot be carried"):
            lift(whole, gamma, gamma + 1, "<=", DOMAIN)

    @pytest.mark.parametrize("whole", [x * alpha, sp.Sum(alpha**k, (k, 0, gamma)), x + alpha])
    def test_unequal_goes_nowhere(self, whole: sp.Expr) -> None:
        part = alpha**k if isinstance(whole, sp.Sum) else alpha
        with pytest.raises(StepRejected, match="cannot be carried"):
            lift(whole, part, sp.S.One, "!=", DOMAIN)

    def test_unequal_as_a_whole(self) -> None:
        apart = lemma(ne(beta, 1), Domain({"beta": OPEN_UNIT}))
        assert Argument(beta, DOMAIN).by("lemma", "below 1", claim=apart, order="!=").conclusion == ne(beta, 1)

    def test_into_a_sum_and_a_nonnegative_factor(self) -> None:
        whole = gamma * sp.Sum(alpha, (k, 0, gamma)) + x
        shown = Argument(whole, DOMAIN).by("lemma", "at most 1", at=alpha, claim=self.UP, order="<=")
        assert shown.end == gamma * sp.Sum(1, (k, 0, gamma)) + x


class TestSymbols:
    """SymPy's assumptions must not say more than the domain."""

    def test_a_natural_number_that_is_none(self) -> None:
        domain = Domain({"gamma": NONNEGATIVE})
        with pytest.raises(StepRejected, match="assumptions"):
            Argument(gamma, domain).by("algebra", "the same", to=gamma)

    def test_a_positive_number_that_may_be_0(self) -> None:
        domain = Domain({"n": Naturals(0)})
        with pytest.raises(StepRejected, match="assumptions"):
            Argument(n + 0, domain).by("algebra", "the same", to=n)

    def test_a_nonnegative_number_that_may_be_negative(self) -> None:
        domain = Domain({"alpha": REALS})
        with pytest.raises(StepRejected, match="assumptions"):
            Argument(sp.Abs(alpha), domain).by("algebra", "the same", to=alpha)

    def test_an_index_too(self) -> None:
        with pytest.raises(StepRejected, match="assumptions"):
            Argument(sp.Sum(x * i, (i, 0, gamma)), DOMAIN).by("linearity", "the factor")

    def test_two_symbols_of_one_name(self) -> None:
        with pytest.raises(StepRejected, match="one name"):
            Argument(x + sp.Symbol("x"), DOMAIN).by("algebra", "not the same", to=2 * x)


class TestBack:
    def test_the_rule_must_give_the_end(self) -> None:
        with pytest.raises(StepRejected, match="does not give this"):
            Argument(beta, DOMAIN).back("algebra", "nothing", alpha, form="expand")

    def test_the_rule_s_condition_holds_backwards_too(self) -> None:
        law = sp.Piecewise((alpha, n <= gamma), (beta, True))
        domain = DOMAIN.extended({"n": Naturals(1)})
        with pytest.raises(StepRejected, match="does not decide"):
            Argument(alpha, domain).back("choose_branch", "undecided", law)

    def test_a_range_that_may_be_empty(self) -> None:
        later = sp.Sum(alpha**k, (k, 2, gamma))
        with pytest.raises(StepRejected, match="may be empty"):
            Argument(alpha + later, DOMAIN).back(
                "split_term", "the first draft", sp.Sum(alpha**k, (k, 1, gamma)), last=False
            )

    def test_an_inequality_is_not_read_backwards(self) -> None:
        with pytest.raises(StepRejected, match="does not give this"):
            Argument(sp.S.One, DOMAIN).back("monotone_bound", "turned round", beta, by=sp.S.One, order="<")

    def test_a_lemma_without_its_condition(self) -> None:
        claim = lemma(when(gt(x, 1), eq(sp.Max(x, 1), x)), Domain({"x": REALS}))
        with pytest.raises(StepRejected, match="do not hold here"):
            Argument(x, DOMAIN).back("lemma", "not known here", sp.Max(x, 1), claim=claim)


def test_stated_steps_are_labelled_and_checked() -> None:
    shown = Argument(alpha * 2, DOMAIN).stated("algebra", "typed", alpha + alpha)
    assert shown.steps[-1].stated
    with pytest.raises(StepRejected, match="does not cancel") as rejected:
        Argument(alpha * 2, DOMAIN).stated("algebra", "typed wrong", alpha * 3)
    assert rejected.value.witness


def test_a_wrong_step_has_a_witness() -> None:
    with pytest.raises(StepRejected) as rejected:
        Argument(POWERS, DOMAIN).stated("geometric_sum", "independent drafts", 1 + gamma * alpha)
    assert set(rejected.value.witness) == {"alpha", "gamma"}
