"""Models of a step's time: a roofline with weights, KV caches and rows, and what a verification costs under it.

Part of the chain `verify_budget`. A step takes the longer of its memory time (all weights once, every sequence's KV
cache once) and its arithmetic time (each row). It is a bound to reason with, at peak rates. Three times stand for model
and hardware: t_w reads the weights, t_kv reads one sequence's KV cache, t_c computes one row.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, Domain, Naturals, Set
from .kernel import Argument
from .statements import Statement, both, eq, ge, le, when
from .symbols import quantity, symbol
from .verify_budget_rows import AT_64, BW, H100, LLAMA_8B, NOT_DRAWN, READING, B, F, N, b_w, gamma, m

b_kv, n_kv, s = (symbol(name) for name in ("b_kv", "n_kv", "context"))
t_w, t_kv, t_c = (symbol(name) for name in ("t_w", "t_kv", "t_c"))

T = quantity("T_step", sp.Max(t_w + B * t_kv, m * t_c))

ROOFLINE_MODEL = "roofline: a step takes the longer of its memory time and its arithmetic time, both at peak rates"
LEFT_OUT = "attention's arithmetic, activations, launches and sampling are left out"
CACHE_READ_ONCE = "a step reads each sequence's KV cache once, however many rows it verifies"

CACHE_8B = {"b_kv": Fraction(2), "n_kv": Fraction(65536)}  # 2·32 layers·8 heads·128
MS_8B = {"t_w": Fraction("16.06") / Fraction("3.35"), "t_c": Fraction("16.06") / Fraction("989.4")}
"""Milliseconds of Llama 3.1 8B in BF16 on an H100: its 16.06 GB are read, and its 16.06 GFLOP a row computed."""

CACHE = s * n_kv * b_kv
MEMORY, ROW = t_w + B * t_kv, 2 * N / F
STEP_SETS: dict[str, Set] = {"batch": Naturals(1), "t_w": POSITIVE, "t_kv": NONNEGATIVE, "t_c": POSITIVE}

ROOFLINE = Claim(
    "verify_budget.roofline",
    title="Roofline time of a step: weights and KV caches read, or rows computed",
    statement=eq(T(m, B, READING, CACHE / BW, ROW), sp.Max((N * b_w + B * CACHE) / BW, 2 * N * m / F)),
    domain=Domain(
        {
            "rows": Naturals(1), "batch": Naturals(1), "n_params": POSITIVE, "b_w": POSITIVE, "context": Naturals(0),
            "n_kv": POSITIVE, "b_kv": POSITIVE, "flops": POSITIVE, "BW": POSITIVE,
        }
    ),
    source="the roofline model (Williams, Waterman, Patterson 2009), with dtypes as inputs",
    assumes=(ROOFLINE_MODEL, LEFT_OUT, CACHE_READ_ONCE),
    not_applicable=NOT_DRAWN,
    example={**LLAMA_8B, **CACHE_8B, **H100, "rows": Fraction(384), "batch": Fraction(64), "context": Fraction(2000)},
    rivals=(
        Rival(
            "verify_budget.kv_read_by_row",
            says="each verified row reads the KV cache anew",
            why_tempting="attention is defined query by query; a kernel loads a sequence's cache once for all its rows",
            statement=eq(T(m, B, READING, CACHE / BW, ROW), sp.Max((N * b_w + m * CACHE) / BW, 2 * N * m / F)),
        ),
        Rival(
            "verify_budget.times_add_up",
            says="memory time and arithmetic time add up",
            why_tempting="both have to be done; but they overlap",
            statement=eq(T(m, B, READING, CACHE / BW, ROW), (N * b_w + B * CACHE) / BW + 2 * N * m / F),
        ),
        Rival(
            "verify_budget.kv_is_free",
            says="a step's memory time is that of the weights",
            why_tempting="at batch 1 and a short context it nearly is",
            statement=eq(T(m, B, READING, CACHE / BW, ROW), sp.Max(N * b_w / BW, 2 * N * m / F)),
        ),
    ),
)  # fmt: skip


@derives(ROOFLINE.id)
def _roofline() -> tuple[Argument, ...]:
    memory = READING + B * CACHE / BW
    return (
        Argument(T(m, B, READING, CACHE / BW, ROW), ROOFLINE.domain)
        .by("definition", "the longer of memory time and arithmetic time")
        .by("algebra", "over the bandwidth", at=memory, to=(N * b_w + B * CACHE) / BW),
    )


PLAIN, VERIFY = T(B, B, t_w, t_kv, t_c), T(B * (gamma + 1), B, t_w, t_kv, t_c)
STEPS = Domain({**STEP_SETS, "gamma": Naturals(0)})
VERIFY_ARITHMETIC, PLAIN_ARITHMETIC = B * (gamma + 1) * t_c, B * t_c
BELOW, ABOVE = le(VERIFY_ARITHMETIC, MEMORY), le(MEMORY, PLAIN_ARITHMETIC)
BETWEEN = both(le(PLAIN_ARITHMETIC, MEMORY), le(MEMORY, VERIFY_ARITHMETIC))

VERIFY_REGIMES = Claim(
    "verify_budget.verify_regimes",
    title="Verification against a plain step, below the ridge, between, and above",
    statement=both(
        when(BELOW, eq(VERIFY, PLAIN)),
        when(BETWEEN, eq(VERIFY, VERIFY_ARITHMETIC)),
        when(ABOVE, eq(VERIFY, (gamma + 1) * PLAIN)),
        *(when(regime, ge(VERIFY, PLAIN)) for regime in (BELOW, BETWEEN, ABOVE)),
        *(when(regime, le(VERIFY, (gamma + 1) * PLAIN)) for regime in (BELOW, BETWEEN, ABOVE)),
    ),
    domain=STEPS,
    source="own derivation, from the roofline",
    assumes=(ROOFLINE_MODEL, LEFT_OUT, CACHE_READ_ONCE),
    not_applicable=NOT_DRAWN,
    example={**AT_64, **MS_8B, "t_kv": Fraction(0)},
    rivals=(
        Rival(
            "verify_budget.past_ridge_all_rows_cost",
            says="once verification is past the ridge it costs γ + 1 plain steps",
            why_tempting="every row costs arithmetic there; but the plain step still waits for memory",
            statement=both(when(BELOW, eq(VERIFY, PLAIN)), when(BETWEEN, eq(VERIFY, (gamma + 1) * PLAIN))),
        ),
    ),
)


@derives(VERIFY_REGIMES.id)
def _verify_regimes() -> tuple[Argument, ...]:
    def opened(regime: Statement) -> Argument:
        return (
            Argument(VERIFY, STEPS, (regime,))
            .by("definition", "the longer of memory time and arithmetic time")
            .by("choose_branch", "the regime says which")
        )

    def as_plain(shown: Argument, regime: Statement) -> Argument:
        plain = MEMORY if regime is not ABOVE else PLAIN_ARITHMETIC
        return shown.back("choose_branch", "the regime says which", sp.Max(MEMORY, PLAIN_ARITHMETIC), at=plain).back(
            "definition", "a plain step", PLAIN, at=sp.Max(MEMORY, PLAIN_ARITHMETIC)
        )

    gaps = {
        (BELOW, ">="): sp.S.Zero,
        (BETWEEN, ">="): VERIFY_ARITHMETIC - MEMORY,
        (ABOVE, ">="): gamma * PLAIN_ARITHMETIC,
        (BELOW, "<="): gamma * MEMORY,
        (BETWEEN, "<="): (gamma + 1) * (MEMORY - PLAIN_ARITHMETIC),
        (ABOVE, "<="): sp.S.Zero,
    }

    def bounded(regime: Statement, order: str) -> Argument:
        plain = MEMORY if regime is not ABOVE else PLAIN_ARITHMETIC
        bound = plain if order == ">=" else sp.Mul(gamma + 1, plain, evaluate=False)
        shown = opened(regime).by("monotone_bound", "within the regime", by=bound, order=order, gap=gaps[regime, order])
        return as_plain(shown, regime)

    regimes = (BELOW, BETWEEN, ABOVE)
    above = opened(ABOVE).by(
        "algebra", "a plain step's arithmetic", to=sp.Mul(gamma + 1, PLAIN_ARITHMETIC, evaluate=False)
    )
    return (
        as_plain(opened(BELOW), BELOW),
        opened(BETWEEN),
        as_plain(above, ABOVE),
        *(bounded(regime, ">=") for regime in regimes),
        *(bounded(regime, "<=") for regime in regimes),
    )


VERIFY_TIME = Claim(
    "verify_budget.verify_time",
    title="Verification takes between one and γ + 1 plain steps",
    statement=both(ge(VERIFY, PLAIN), le(VERIFY, (gamma + 1) * PLAIN)),
    domain=STEPS,
    source="own derivation, from the roofline",
    depends_on=("verify_budget.verify_regimes",),
    assumes=VERIFY_REGIMES.assumes,
    not_applicable=NOT_DRAWN,
    example=VERIFY_REGIMES.example,
    rivals=(
        Rival(
            "verify_budget.constant_verify_cost",
            says="verifying γ drafts takes the time of one plain step, at every batch",
            why_tempting="it does below the ridge, and the common speedup formula takes it for granted",
            statement=both(eq(VERIFY, PLAIN)),
        ),
        Rival(
            "verify_budget.verify_is_gamma_plus_one_steps",
            says="verifying takes γ + 1 plain steps",
            why_tempting="it computes γ + 1 tokens; but reads the weights once",
            statement=both(eq(VERIFY, (gamma + 1) * PLAIN)),
        ),
    ),
)


@derives(VERIFY_TIME.id)
def _verify_time() -> tuple[Argument, ...]:
    def by_regime(order: str) -> Argument:
        return Argument(VERIFY, STEPS).by("lemma", "in each regime", claim=VERIFY_REGIMES, order=order)

    return by_regime(">="), by_regime("<=")
