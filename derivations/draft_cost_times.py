"""Draft cost in times: bytes over bandwidth give the step times, and their ratio is c.

A cycle is gamma draft steps, one after another, and one verification, which takes the time of one target step. It
emits E tokens, so the speedup is E/(1 + gamma c). Units are carried through every step.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import draft_cost_figures as published
from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, UNIT, Domain, Naturals
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, symbol
from .tokens_law import LEVIATHAN, E
from .units import check_units, scaled

alpha, gamma, c, i = (symbol(name) for name in ("alpha", "gamma", "c", "i"))
W, W_d, W_t, BW, t_d, t_t, t_o = (symbol(name) for name in ("W", "W_d", "W_t", "BW", "t_d", "t_t", "t_o"))
m_d, m_t, b_d, b_t = (symbol(name) for name in ("m_d", "m_t", "b_d", "b_t"))

CYCLE_COST = 1 + gamma * c
DRAFT_BYTES, TARGET_BYTES = m_d * b_d, m_t * b_t
DRAFTING = sp.Sum(t_d, (i, 1, gamma))

S = quantity("S", E(alpha, gamma) / CYCLE_COST)
read_time = quantity("t_W", W / BW)
c_t = quantity("c_t", t_d / t_t)
T_c = quantity("T_c", DRAFTING + t_t)
S_t = quantity("S_t", E(alpha, gamma) * t_t / T_c(gamma, t_d, t_t))

STEP_TIME = scaled(read_time(W, BW), {"W": "GB", "BW": "TB/s"}, "ms")
TIME_RATIO = scaled(c_t(t_d, t_t), {"t_d": "ms", "t_t": "ms"}, "1")
BYTES_RATIO = scaled(W_d / W_t, {"W_d": "GB", "W_t": "GB"}, "1")
TIMES = {"t_d": POSITIVE, "t_t": POSITIVE}
SEED_TIMES = {"gamma": Fraction(5), "t_d": Fraction("0.00074"), "t_t": Fraction("0.00479")}

BANDWIDTH_BOUND = "batch 1: a step takes the time to read the weights once (below the ridge, KV small)"
ONE_STEP = "verifying γ + 1 tokens takes the time of one target step"
CONSTANT = "the acceptance rate is α at every position"
NOTHING_RANDOM = "sizes and times only: nothing is drawn"
SAME_TOKENIZER = "draft and target share the tokenizer"


BY_BYTES = c_t(read_time(DRAFT_BYTES, BW), read_time(TARGET_BYTES, BW))

FROM_BYTES = Claim(
    "draft_cost.from_bytes",
    title="Bytes give seconds, seconds give c",
    statement=both(
        eq(BY_BYTES, DRAFT_BYTES / TARGET_BYTES),
        when(eq(b_t, b_d), eq(BY_BYTES, m_d / m_t)),
    ),
    domain=Domain(dict.fromkeys(("m_d", "b_d", "m_t", "b_t", "BW"), POSITIVE)),
    source=f"{LEVIATHAN}, definition 3.7, with the step times of a bandwidth-bound model",
    not_applicable={"simulation": NOTHING_RANDOM},
    assumes=(BANDWIDTH_BOUND, SAME_TOKENIZER, "both models run on the same hardware"),
    example={
        "m_d": Fraction("1.236e9"),
        "b_d": Fraction(2),
        "m_t": Fraction("8.03e9"),
        "b_t": Fraction(1),
        "BW": Fraction("3.35e12"),
    },
    figures=(
        published.seed("bytes", "2.47", scaled(DRAFT_BYTES, {}, "GB"), {"m_d": "1.24e9", "b_d": "2"}, "b_d"),
        published.seed("draft_step", "0.74", STEP_TIME, {"W": "2.47", "BW": "3.35"}),
        published.seed("target_step", "4.79", STEP_TIME, {"W": "16.06", "BW": "3.35"}),
        published.seed("c", "0.154", TIME_RATIO, {"t_d": "0.74", "t_t": "4.79"}),
    ),
    rivals=(
        Rival(
            "draft_cost.c_from_parameters",
            says="c is the ratio of the parameter counts",
            why_tempting="models are named by parameters; differently quantised, their bytes are in another ratio",
            statement=eq(BY_BYTES, m_d / m_t),
        ),
        Rival(
            "draft_cost.c_upside_down",
            says="c is the target's bytes over the draft's",
            why_tempting="a ratio of two models is often quoted as how many times larger the target is",
            statement=eq(BY_BYTES, TARGET_BYTES / DRAFT_BYTES),
        ),
    ),
)


@derives(FROM_BYTES.id)
def _from_bytes() -> tuple[Argument, ...]:
    draft, target = read_time(DRAFT_BYTES, BW), read_time(TARGET_BYTES, BW)

    def ratio(*given: Statement) -> Argument:
        return (
            Argument(BY_BYTES, FROM_BYTES.domain, given)
            .by("definition", "draft step over target step")
            .by("definition", "bytes over bandwidth", at=draft)
            .by("definition", "bytes over bandwidth, which cancels", at=target)
        )

    same = ratio(eq(b_t, b_d)).by("substitution", "the same bytes per parameter", values={b_t: b_d})
    return check_units(ratio()), check_units(same)


WITH_REST = c_t(read_time(W_d, BW) + t_o, read_time(W_t, BW) + t_o)

TIMES_NOT_SIZES = Claim(
    "draft_cost.times_not_sizes",
    title="c is a ratio of times: what every step takes besides its weights raises it above the ratio of sizes",
    statement=both(
        ge(WITH_REST, W_d / W_t),
        when(both(gt(t_o, 0), lt(W_d, W_t)), gt(WITH_REST, W_d / W_t)),
        when(eq(t_o, 0), eq(WITH_REST, W_d / W_t)),
    ),
    domain=narrow(Domain({**dict.fromkeys(("W_d", "W_t", "BW"), POSITIVE), "t_o": NONNEGATIVE}), le(W_d, W_t)),
    source="own derivation; Chen et al. 2023 (arXiv 2302.01318) measure .128 where the sizes give .057",
    not_applicable={"simulation": NOTHING_RANDOM},
    assumes=("a step takes the time to read the weights once and a time that is the same for both models",),
    example={
        "W_d": Fraction("2.47e9"),
        "W_t": Fraction("16.06e9"),
        "BW": Fraction("3.35e12"),
        "t_o": Fraction(1, 1000),
    },
    figures=(
        published.seed("c_by_bytes", "0.154", BYTES_RATIO, {"W_d": "2.47", "W_t": "16.06"}),
        published.chen_by_time(TIME_RATIO),
        published.chen_by_size(BYTES_RATIO),
    ),
    rivals=(
        Rival(
            "draft_cost.sizes_decide",
            says="c is the ratio of the weights' sizes, whatever else a step does",
            why_tempting="it is right where reading the weights is all that a step does",
            statement=eq(WITH_REST, W_d / W_t),
        ),
    ),
)


@derives(TIMES_NOT_SIZES.id)
def _times_not_sizes() -> tuple[Argument, ...]:
    draft, target = read_time(W_d, BW), read_time(W_t, BW)
    gap = t_o * BW * (W_t - W_d) / (W_t * (W_t + t_o * BW))

    def opened(*given: Statement) -> Argument:
        return (
            Argument(WITH_REST, TIMES_NOT_SIZES.domain, given)
            .by("definition", "draft step over target step")
            .by("definition", "bytes over bandwidth", at=draft)
            .by("definition", "bytes over bandwidth", at=target)
        )

    def above(order: str, *given: Statement) -> Argument:
        because = "the same time added to both brings the ratio nearer to 1"
        return opened(*given).by("monotone_bound", because, by=W_d / W_t, order=order, gap=gap)

    nothing_else = opened(eq(t_o, 0)).by("substitution", "reading the weights is all", values={t_o: sp.S.Zero})
    strictly = above(">", both(gt(t_o, 0), lt(W_d, W_t)))
    return check_units(above(">=")), check_units(strictly), check_units(nothing_else)


CYCLE = Claim(
    "draft_cost.cycle",
    title="Drafting costs γc target steps per verification",
    statement=both(
        eq(DRAFTING / t_t, gamma * c_t(t_d, t_t)),
        eq(T_c(gamma, t_d, t_t), t_t * (1 + gamma * c_t(t_d, t_t))),
    ),
    domain=Domain({"gamma": Naturals(0), **TIMES}),
    source=f"{LEVIATHAN}, theorem 3.8: γ draft steps, then one target step",
    not_applicable={"simulation": NOTHING_RANDOM},
    assumes=(ONE_STEP, "the draft model runs γ times, once a token"),
    example=SEED_TIMES,
    rivals=(
        Rival(
            "draft_cost.one_draft_step",
            says="a cycle costs 1 + c target steps",
            why_tempting="the draft is thought of as one pass; the model runs once for every drafted token",
            statement=both(eq(DRAFTING / t_t, c_t(t_d, t_t)), eq(T_c(gamma, t_d, t_t), t_t * (1 + c_t(t_d, t_t)))),
        ),
        Rival(
            "draft_cost.verification_forgotten",
            says="a cycle costs γc target steps",
            why_tempting="verification is called free; it is the target step that the plain step would also have taken",
            statement=eq(T_c(gamma, t_d, t_t), t_t * (gamma * c_t(t_d, t_t))),
        ),
    ),
)


@derives(CYCLE.id)
def _cycle() -> tuple[Argument, ...]:
    ratio = t_d / t_t
    drafting = (
        Argument(DRAFTING / t_t, CYCLE.domain)
        .by("linearity", "gamma equal steps", at=DRAFTING)
        .back("definition", "the draft cost", c_t(t_d, t_t), at=ratio)
    )
    whole = (
        Argument(T_c(gamma, t_d, t_t), CYCLE.domain)
        .by("definition", "the steps of a cycle")
        .by("linearity", "gamma equal steps", at=DRAFTING)
        .by("algebra", "one target step taken out", to=t_t * (1 + gamma * ratio))
        .back("definition", "the draft cost", c_t(t_d, t_t), at=ratio)
    )
    return check_units(drafting), check_units(whole)


SPEEDUP = Claim(
    "draft_cost.speedup",
    title="Speedup: emitted tokens over the cost of a cycle",
    statement=eq(S_t(alpha, gamma, t_d, t_t), S(alpha, gamma, c_t(t_d, t_t))),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0), **TIMES}),
    source=f"{LEVIATHAN}, theorem 3.8",
    depends_on=("draft_cost.cycle",),
    assumes=(ONE_STEP, CONSTANT),
    example={"alpha": Fraction(7, 10), **SEED_TIMES},
    rivals=(
        Rival(
            "draft_cost.times_add_up",
            says="speedup is E/((γ+1)(1+c)): every token costs a draft step and a target step",
            why_tempting="each drafted token is verified; all of them are verified in the same target step",
            statement=eq(S_t(alpha, gamma, t_d, t_t), E(alpha, gamma) / ((gamma + 1) * (1 + c_t(t_d, t_t)))),
        ),
    ),
)


@derives(SPEEDUP.id)
def _speedup() -> tuple[Argument, ...]:
    cycle, cost = T_c(gamma, t_d, t_t), c_t(t_d, t_t)
    return (
        check_units(
            Argument(S_t(alpha, gamma, t_d, t_t), SPEEDUP.domain)
            .by("definition", "a cycle's tokens at one target step each, over the cycle's time")
            .by("lemma", "the time of a cycle", at=cycle, claim=CYCLE)
            .back("definition", "the speedup at this draft cost", S(alpha, gamma, cost))
        ),
    )
