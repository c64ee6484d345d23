"""The floating-point functions against exact arithmetic, by counting ulp."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from draftproof import formulas as f
from draftproof.errors import BadInput
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

ULP = 8  # the most that a short chain of correctly rounded operations may lose; 3 is what was seen
VARIANCE_ULP = 16  # two forms meet at a cancellation of 2; 9 is what was seen

steady = settings(derandomize=True, deadline=None, max_examples=100)

near_one = st.floats(0, 53).map(lambda bits: 1 - 2.0**-bits)
near_zero = st.floats(0, 900).map(lambda bits: 2.0**-bits)
alphas = st.one_of(st.floats(0, 1, allow_subnormal=False), near_one, near_zero).filter(lambda a: a == 0 or a > 1e-280)
inner = alphas.filter(lambda a: 0 < a < 1)
gammas = st.integers(0, 64)
drafted = st.integers(1, 64)
costs = st.floats(1e-6, 2)


def ulps(got: float, exact: Fraction) -> float:
    if exact == 0:
        return 0.0 if got == 0 else math.inf
    return float(abs(Fraction(got) - exact) / Fraction(math.ulp(float(exact))))


def tokens(alpha: float, gamma: int) -> Fraction:
    return sum((Fraction(alpha) ** k for k in range(gamma + 1)), Fraction(0))


def variance(alpha: float, gamma: int) -> Fraction:
    """From the law: P(N > k) = alpha^k, so E[N^2] = sum of (2k + 1) alpha^k."""
    second = sum(((2 * k + 1) * Fraction(alpha) ** k for k in range(gamma + 1)), Fraction(0))
    return second - tokens(alpha, gamma) ** 2


def exactly_best(alpha: Fraction, cost: Fraction, top: int) -> int:
    power, total, values = Fraction(1), Fraction(0), []
    for gamma in range(top + 1):
        total, power = total + power, power * alpha
        values.append(total / (1 + gamma * cost))
    return values.index(max(values))


@steady
@given(alphas, gammas, costs)
@example(1 - 1e-12, 5, 0.154)
@example(0.0, 5, 0.1)
@example(1.0, 5, 0.1)
@example(1e-280, 3, 0.1)
def test_sums_and_ratios_are_accurate(alpha, gamma, cost):
    expected = tokens(alpha, gamma)
    assert ulps(f.expected_tokens(alpha, gamma), expected) <= ULP
    assert ulps(f.expected_accepted(alpha, gamma), expected - 1) <= ULP
    assert ulps(f.speedup(alpha, gamma, cost), expected / (1 + gamma * Fraction(cost))) <= ULP
    assert ulps(f.operations_factor(alpha, gamma, cost), (gamma * Fraction(cost) + gamma + 1) / expected) <= ULP
    if gamma:
        assert ulps(f.acceptance_ratio(alpha, gamma), (expected - 1) / gamma) <= ULP


@steady
@given(alphas, gammas)
@example(1 - 1e-12, 5)
@example(1 - 2**-53, 1)
@example(0.0, 3)
@example(1.0, 3)
@example(0.5, 0)
def test_variance_is_accurate(alpha, gamma):
    assert ulps(f.tokens_variance(alpha, gamma), variance(alpha, gamma)) <= VARIANCE_ULP


@pytest.mark.parametrize("alpha", [1 - 1e-12, 1 - 1e-15, 0.999, 0.3])
@pytest.mark.parametrize("gamma", [10**3, 10**6, 10**12, 2**53 - 1])
def test_huge_gamma(alpha, gamma):
    with localcontext() as context:
        context.prec = 120
        a, m = Decimal(alpha), 2 * gamma + 1
        expected = (1 - a ** (gamma + 1)) / (1 - a)
        spread = a * (1 - a**m - m * a**gamma * (1 - a)) / (1 - a) ** 2
    assert ulps(f.expected_tokens(alpha, gamma), Fraction(expected)) <= ULP
    assert ulps(f.tokens_variance(alpha, gamma), Fraction(spread)) <= VARIANCE_ULP


@pytest.mark.parametrize(
    "wrong",
    [
        lambda a, g: (1 - a ** (g + 1)) / (1 - a),
        lambda a, g: 1 + g * a,
        lambda a, g: (1 - a**g) / (1 - a),
        lambda a, g: a * (1 - a**g) / (1 - a),
        lambda a, g: 1 / (1 - a),
    ],
    ids=["naive closed form", "1 + gamma alpha", "bonus forgotten", "accepted called emitted", "no cap"],
)
def test_the_ulp_count_rejects_wrong_forms(wrong):
    alpha = 1 - 1e-12
    assert ulps(wrong(alpha, 5), tokens(alpha, 5)) > ULP


def test_the_ulp_count_rejects_the_variance_as_printed():
    alpha, gamma = 1 - 1e-6, 5
    m = 2 * gamma + 1
    printed = alpha * (1 - alpha**m - m * alpha**gamma * (1 - alpha)) / (1 - alpha) ** 2
    assert ulps(printed, variance(alpha, gamma)) > VARIANCE_ULP


@steady
@given(inner, drafted)
def test_inverse_brackets_the_exact_root(alpha, gamma):
    r = f.acceptance_ratio(alpha, gamma)
    assume(r > 1e-270)
    got, exact = f.alpha_from_ratio(r, gamma), Fraction(r)
    step = ULP * math.ulp(got)
    assert (tokens(got - step, gamma) - 1) / gamma <= exact
    assert got + step > 1 or (tokens(got + step, gamma) - 1) / gamma >= exact


@pytest.mark.parametrize("gamma", [1, 2, 5, 1000, 2**53])
def test_inverse_at_the_ends(gamma):
    assert f.alpha_from_ratio(0.0, gamma) == 0
    assert f.alpha_from_ratio(1.0, gamma) == 1


def test_inverse_of_the_log_line():
    """llama.cpp's 167 of 259 at gamma 3 inverts to .796; taking r itself for alpha would say .645."""
    assert round(f.alpha_from_ratio(167 / 259, 3), 3) == 0.796


def test_length_identities():
    assert f.mean_acceptance_length(0.4, 5) == 3.0
    assert round(f.mean_acceptance_length_from_counts(167, 87), 2) == 2.92
    alpha, gamma = np.meshgrid([0.0, 0.3, 0.7, 1.0], [1, 3, 8])
    length = f.mean_acceptance_length(f.acceptance_ratio(alpha, gamma), gamma)
    np.testing.assert_allclose(length, f.expected_tokens(alpha, gamma), rtol=4e-16)


BEST = {
    0.01: [5, 7, 9, 14, 24, 40],
    0.02: [4, 6, 8, 11, 19, 31],
    0.05: [3, 4, 6, 8, 13, 21],
    0.1: [2, 3, 4, 6, 10, 15],
    0.2: [1, 2, 3, 4, 7, 10],
}


@pytest.mark.parametrize("cost", BEST)
def test_best_draft_length_table(cost):
    got = f.best_draft_length([0.5, 0.6, 0.7, 0.8, 0.9, 0.95], cost)
    assert got.tolist() == BEST[cost]


@steady
@given(st.floats(0, 0.97), st.floats(0.02, 1.5))
@example(0.5, 0.5)
@example(0.5, 0.2)
@example(0.7, 0.05)
def test_best_is_the_first_maximum_in_exact_arithmetic(alpha, cost):
    best = f.best_draft_length(alpha, cost)
    assert best == exactly_best(Fraction(alpha), Fraction(cost), best + 10)
    assert isinstance(best, int)


@pytest.mark.parametrize("gamma", range(1, 12))
@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(7, 10), Fraction(9, 10)])
def test_exact_ties_go_to_the_shorter_draft(alpha, gamma):
    """c is chosen so that gamma and gamma + 1 are equally good; a hair's breadth to either side decides."""
    power, total = alpha ** (gamma + 1), tokens(alpha, gamma)
    cost = power / (total - gamma * power)
    hair = Fraction(1, 10**50)
    assert f.best_draft_length(alpha, cost) == gamma
    assert f.best_draft_length(alpha, cost - hair) == gamma + 1
    assert f.best_draft_length(alpha, cost + hair) == gamma
    nearest = float(cost)
    assert f.best_draft_length(float(alpha), nearest) == exactly_best(
        Fraction(float(alpha)), Fraction(nearest), gamma + 3
    )


def test_floats_alone_would_get_ties_wrong():
    """What the exact decision is for: somewhere the argmax over float speedups differs."""
    wrong = 0
    for gamma in range(1, 30):
        alpha = Fraction(7, 10)
        power = alpha ** (gamma + 1)
        a, c = float(alpha), float(power / (tokens(alpha, gamma) - gamma * power))
        by_floats = int(np.argmax(f.speedup(a, np.arange(gamma + 5), c)))
        wrong += by_floats != f.best_draft_length(a, c)
    assert wrong > 0


def test_the_exact_maximum_rejects_the_nearest_integer():
    alpha, cost = 0.7, 0.05
    nearest = round(f.optimal_gamma_real(alpha, cost))
    assert nearest == 5
    assert exactly_best(Fraction(alpha), Fraction(cost), 20) == 6 == f.best_draft_length(alpha, cost)


def test_best_and_its_limit():
    assert f.best_draft_length(0.0, 0.0) == 0
    assert f.best_draft_length(0.7, 0.7) == 0
    assert f.best_draft_length(1, 1) == 0
    assert f.best_draft_length(0.7, 0.01, 4) == 4
    assert f.best_draft_length(0.7, 0.154, 100) == 3
    assert f.best_draft_length([1, 0.5, 1, 0], [0.5, 0, 1, 0], 7).tolist() == [7, 7, 0, 0]
    assert f.best_draft_length(Decimal("0.5"), Decimal("0.2")) == 1


def test_best_far_out_is_where_the_speedup_turns():
    alpha, cost = 1 - 1e-13, 0.3
    best = f.best_draft_length(alpha, cost)
    with localcontext() as context:
        context.prec = 80
        a, c = Decimal(alpha), Decimal(cost)
        before, peak, after = ((1 - a ** (g + 1)) / (1 + g * c) for g in (best - 1, best, best + 1))
    assert before < peak >= after


@steady
@given(st.floats(0.01, 0.999), st.floats(1e-4, 0.99))
def test_best_is_beside_the_real_optimum(alpha, cost):
    assume(alpha > cost)
    optimum = f.optimal_gamma_real(alpha, cost)
    assert f.best_draft_length(alpha, cost) in (math.floor(optimum), math.ceil(optimum))


@steady
@given(inner, st.floats(0, 1000).map(lambda bits: 2.0**-bits))
@example(0.7, 0.154)
@example(1 - 1e-12, 0.5)
@example(0.5, 5e-324)
@example(0.9, 1e-310)
def test_real_optimum_solves_its_equation(alpha, cost):
    """alpha^-G - 1 - lambda G = lambda (1 / c - 1) at G = gamma + 1: its left crosses the right within a few ulp."""
    assume(cost < alpha)
    length = 1 + f.optimal_gamma_real(alpha, cost)
    step = ULP * math.ulp(length)
    with localcontext() as context:
        context.prec = 120
        rate, c = -Decimal(alpha).ln(), Decimal(cost)
        low, high = (
            (rate * (Decimal(length) + Decimal(shift))).exp() - 1 - rate * (Decimal(length) + Decimal(shift))
            for shift in (-step, step)
        )
        assert low <= rate * (1 / c - 1) <= high


def test_real_optimum_in_places():
    assert round(f.optimal_gamma_real(0.7, 0.154), 2) == 3.19
    assert round(f.optimal_gamma_real(0.7, 0.05), 2) == 5.48
    assert f.optimal_gamma_real([0.0, 0.3, 0.5, 1.0], [0.0, 0.3, 0.55, 1.0]).tolist() == [0, 0, 0, 0]


def test_seed_speedups_of_one_cost():
    """One cost, .155, gives all five printed cells; the printed cost, .154, gives 1.72 for the fourth."""
    printed = ["1.47", "1.67", "1.73", "1.71", "1.66"]
    gammas = np.arange(1, 6)
    assert [f"{s:.2f}" for s in f.speedup(0.7, gammas, 0.155)] == printed
    assert [f"{s:.2f}" for s in f.speedup(0.7, gammas, 0.154)] == [*printed[:3], "1.72", printed[4]]


def test_leviathan_table_1():
    rows = [(0.6, 2, 1.53, 1.96), (0.7, 3, 1.58, 2.53), (0.8, 5, 1.63, 3.69), (0.9, 10, 1.60, 6.86)]
    for alpha, gamma, operations, speed in rows:
        assert round(f.operations_factor(alpha, gamma, 0), 2) == operations
        assert round(f.speedup(alpha, gamma, 0), 2) == speed


def test_verification_budget():
    assert f.verify_tokens([8, 64], 5).tolist() == [48, 384]
    h100 = f.ridge(989.4e12, 3.35e12)
    assert round(h100) == 295
    assert f.first_batch_past_ridge(5, h100, 2) == 50
    assert f.first_batch_past_ridge(5, h100, [2, 1]).tolist() == [50, 25]
    for batch, past in ((49, False), (50, True)):
        assert (f.weight_intensity(f.verify_tokens(batch, 5), 2) > h100) is past
    assert f.first_batch_past_ridge(5, 300, 2) == 51  # batch 50 lands on the ridge, not past it


def test_step_time():
    llama = {"parameters": 8.03e9, "bytes_per_weight": 2, "flops_per_s": 989.4e12, "bytes_per_s": 3.35e12}
    assert f"{1e3 * f.step_time_roofline(1, **llama):.2f}" == "4.79"
    past = f.step_time_roofline([384, 768], **llama)
    assert past[1] == 2 * past[0] == 2 * 2 * 8.03e9 * 384 / 989.4e12
    assert f.step_time_roofline(1, kv_bytes=16.06e9, **llama) == 2 * f.step_time_roofline(1, **llama)


def test_measured_linear_cost():
    """Published: verify(n) = 300 + 109 n ms, n = 5, drafts 196 ms, plain step 303 ms."""
    verify = f.verify_time(5, intercept=0.300, slope=0.109)
    got = f.cycle_speedup(np.array([6.0, 5.1, 3.0, 1.9]), plain_time=0.303, draft_time=0.196, verify_time=verify)
    np.testing.assert_allclose(got, [1.75, 1.49, 0.87, 0.55], atol=0.01)


def test_broadcasting_and_kinds():
    assert type(f.expected_tokens(0.7, 5)) is float
    assert type(f.verify_tokens(np.int64(3), 5)) is int
    grid = f.expected_tokens(np.linspace(0, 1, 4)[:, None], [0, 1, 2])
    assert grid.shape == (4, 3)
    assert grid[-1].tolist() == [1, 2, 3]
    assert f.expected_tokens([], 3).shape == (0,)
    assert f.best_draft_length(np.zeros((0,)), 0.5).shape == (0,)


BAD = {
    "alpha above 1": (lambda: f.expected_tokens(1.2, 3), "alpha: 1.2"),
    "alpha below 0": (lambda: f.speedup(-0.1, 3, 0.1), "alpha: -0.1"),
    "NaN": (lambda: f.expected_accepted(math.nan, 3), "alpha: nan"),
    "place in an array": (lambda: f.expected_tokens([[0.1, 0.2], [0.3, 7]], 3), "alpha[1, 1]: 7"),
    "gamma fractional": (lambda: f.tokens_variance(0.5, 2.5), "gamma: 2.5"),
    "gamma negative": (lambda: f.expected_tokens(0.5, -1), "gamma: -1"),
    "gamma infinite": (lambda: f.expected_tokens(0.5, math.inf), "gamma: inf"),
    "gamma beyond floats": (lambda: f.expected_tokens(0.5, 10**400), "gamma"),
    "no drafts": (lambda: f.acceptance_ratio(0.5, 0), "gamma: 0"),
    "text": (lambda: f.expected_tokens("0.5", 3), "alpha: '0.5'"),
    "truth value": (lambda: f.expected_tokens(True, 3), "alpha: True"),
    "nothing": (lambda: f.expected_tokens(None, 3), "alpha: None"),
    "complex": (lambda: f.expected_tokens(1j, 3), "alpha"),
    "ragged": (lambda: f.expected_tokens([[0.1], [0.1, 0.2]], 3), "alpha"),
    "many lines": (lambda: f.expected_tokens(np.full((30, 30), "x"), 3), "alpha"),
    "shapes": (lambda: f.expected_tokens([0.1, 0.2, 0.3], [1, 2]), "alpha (3,), gamma (2,)"),
    "cost negative": (lambda: f.speedup(0.5, 3, -1), "draft_cost: -1"),
    "cost infinite": (lambda: f.best_draft_length(0.5, math.inf), "draft_cost: inf"),
    "unbounded at c = 0": (lambda: f.best_draft_length(0.5, 0), "unbounded"),
    "unbounded at alpha = 1": (lambda: f.optimal_gamma_real(1, 0.5), "unbounded"),
    "best beyond counting": (lambda: f.best_draft_length(1 - 2**-53, 5e-324), "2**53"),
    "limit": (lambda: f.best_draft_length(0.5, 0.1, -1), "max_gamma: -1"),
    "r above 1": (lambda: f.alpha_from_ratio(1.01, 3), "r: 1.01"),
    "no verifications": (lambda: f.mean_acceptance_length_from_counts(0, 0), "drafts: 0"),
    "batch 0": (lambda: f.verify_tokens(0, 3), "batch: 0"),
    "tokens beyond counting": (lambda: f.verify_tokens(2**40, 2**40), "2**53"),
    "batch beyond counting": (lambda: f.first_batch_past_ridge(0, 1e30, 2), "2**53"),
    "rate 0": (lambda: f.ridge(1.0, 0.0), "bytes_per_s: 0"),
    "one number wanted": (lambda: f.natural("context", [1, 2]), "context: 2 values"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line(case):
    call, says = BAD[case]
    with pytest.raises(BadInput) as caught:
        call()
    message = str(caught.value)
    assert says in message
    assert "\n" not in message
    assert len(message) < 200
