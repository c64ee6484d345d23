"""The verify-token budget at batch: what is left of the speedup at a batch, and where speculation stops paying.

What a step sends is in `verify_budget_rows`, what it costs in `verify_budget_roofline` and (measured)
`verify_budget_measured`, the speedup by batch in `verify_budget_speedup`; here it is held against 1. It crosses 1
where the memory time per sequence, t_kv + t_w/B, is (gamma + 1)·t_c/g with g = tau - gamma c: at a batch, unless the KV cache
of a long context alone takes that long.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Chain, Claim, Rival
from .derive import derives
from .domain import POSITIVE, Domain, Interval, Naturals, Set
from .kernel import Argument
from .statements import both, eq, ge, gt, le, lt, narrow, when
from .symbols import symbol
from .verify_budget_measured import CYCLE, LINEAR, TABLE, tau
from .verify_budget_roofline import (
    BELOW,
    CACHE,
    CACHE_8B,
    MEMORY,
    MS_8B,
    ROOFLINE,
    ROW,
    STEP_SETS,
    VERIFY_ARITHMETIC,
    VERIFY_REGIMES,
    VERIFY_TIME,
    b_kv,
    n_kv,
    s,
    t_c,
    t_kv,
    t_w,
)  # fmt: skip
from .verify_budget_rows import (
    BW,
    FIRST_BATCH,
    H100,
    INTENSITY,
    INTENSITY_LIMITS,
    LLAMA_8B,
    NOT_DRAWN,
    RIDGE,
    RIDGE_ROWS,
    ROWS,
    SEED,
    B,
    F,
    N,
    gamma,
)  # fmt: skip
from .verify_budget_speedup import (
    ASSUMES,
    BOUNDS,
    CONSTANT_RATE,
    ENDLESS,
    LIMIT,
    LOW,
    NON_INCREASING,
    PER_SEQUENCE,
    REGIMES,
    RISE,
    RISE_BY_REGIME,
    SEED_64,
    SEED_PLAN,
    SHARED,
    at_batch,
    c,
    per_sequence,
    u,
    v,
)  # fmt: skip

ORDER = 5

g = symbol("g")

REACH = (gamma + 1) * t_c - g * t_kv
CROSSING_BATCH = g * t_w / REACH
ABOVE_ONE = Interval(Fraction(1), low_open=True)
PAYING: dict[str, Set] = {"tau": Interval(Fraction(1)), "gamma": Naturals(1), "c": POSITIVE, "g": ABOVE_ONE}
PAYS = (eq(tau, g + gamma * c), le(g, gamma + 1))
"""Speculation pays below the ridge, τ > 1 + γc, and a cycle emits at most γ + 1 tokens (so that g is at most that)."""
SEED_PAYS = {**SEED_PLAN, "g": SEED_PLAN["tau"] - SEED_PLAN["gamma"] * SEED_PLAN["c"]}


def crossing_share(row: sp.Expr = t_c) -> sp.Expr:
    """The memory time per sequence at which the speedup is 1."""
    return (gamma + 1) * row / g


CROSSING_POINT = Claim(
    "verify_budget.crossing_point",
    title="The memory time per sequence at which speculation breaks even",
    statement=eq(per_sequence(crossing_share()), 1),
    domain=narrow(Domain({**PAYING, "t_c": POSITIVE}), *PAYS),
    source="own derivation: γ + 1 rows of arithmetic take g plain steps",
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example={**SEED_PAYS, "t_c": MS_8B["t_c"]},
    rivals=(
        Rival(
            "verify_budget.crossing_without_drafting",
            says="speculation breaks even where a verification takes τ plain steps",
            why_tempting="verification is what grows with the batch; but drafting takes its share of every cycle",
            statement=eq(per_sequence((gamma + 1) * t_c / tau), 1),
        ),
    ),
)


@derives(CROSSING_POINT.id)
def _crossing_point() -> tuple[Argument, ...]:
    share = crossing_share()
    over_row, under_rows = t_c * (gamma + 1 - g) / g, t_c * (gamma + 1) * (g - 1) / g
    return (
        Argument(per_sequence(share), CROSSING_POINT.domain)
        .by("definition", "tau plain steps over a cycle, per sequence")
        .by("substitution", "g net tokens", values={tau: g + gamma * c})
        .by("algebra", "at least one row", at=share, to=t_c + over_row)
        .by("choose_branch", "a plain step waits for memory", at=sp.Max(t_c, t_c + over_row))
        .by("algebra", "at most gamma + 1 rows", at=(gamma + 1) * t_c, to=t_c + over_row + under_rows)
        .by(
            "choose_branch",
            "a verification waits for arithmetic",
            at=sp.Max(t_c + over_row, t_c + over_row + under_rows),
        )
        .by("algebra", "both sides take the same time", to=sp.S.One),
    )


CROSSED = narrow(Domain({**PAYING, **STEP_SETS}), *PAYS, gt(REACH, 0))
UP_TO, FROM = le(B, CROSSING_BATCH), ge(B, CROSSING_BATCH)

CROSSING = Claim(
    "verify_budget.crossing",
    title="The batch up to which speculation pays, and from which it does not",
    statement=both(when(UP_TO, ge(at_batch(B), 1)), when(FROM, ge(1, at_batch(B)))),
    domain=CROSSED,
    source=f"own derivation; {SEED}: its batch 64 is past the ridge, and still 1.42x (the crossing is at 107)",
    depends_on=("verify_budget.per_sequence", "verify_budget.rise", "verify_budget.crossing_point"),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example={**SEED_64, **SEED_PAYS},
    rivals=(
        Rival(
            "verify_budget.past_ridge_is_slower",
            says="past the ridge speculation is slower than plain decoding",
            why_tempting="every verified token costs arithmetic there; but a plain step still waits for memory",
            statement=both(when(BELOW, ge(at_batch(B), 1)), when(gt(VERIFY_ARITHMETIC, MEMORY), ge(1, at_batch(B)))),
        ),
    ),
)


def pays(start: Argument, memory: sp.Expr, excess: sp.Expr, row: sp.Expr = t_c) -> Argument:
    """From the speedup at `memory`, which exceeds the crossing's by `excess`, down to 1."""
    share = crossing_share(row)
    return (
        start.by("algebra", "beyond the crossing", at=memory, to=share + excess)
        .by(
            "lemma",
            "less memory time per sequence",
            claim=RISE,
            values={u: share, v: share + excess, t_c: row},
            order=">=",
        )
        .by("lemma", "break-even", claim=CROSSING_POINT, values={t_c: row})
    )


def loses(start: Argument, memory: sp.Expr, deficit: sp.Expr, row: sp.Expr = t_c) -> Argument:
    """From 1 down to the speedup at `memory`, which falls short of the crossing's by `deficit`."""
    share = crossing_share(row)
    return (
        start.back("lemma", "break-even", per_sequence(share, row), claim=CROSSING_POINT, values={t_c: row})
        .by("algebra", "short of the crossing", at=share, to=memory + deficit)
        .by(
            "lemma",
            "less memory time per sequence",
            claim=RISE,
            values={u: memory, v: memory + deficit, t_c: row},
            order=">=",
        )
    )


@derives(CROSSING.id)
def _crossing() -> tuple[Argument, ...]:
    scale, shared, batch = REACH / (g * B), "by memory time per sequence", at_batch(B)
    before = Argument(batch, CROSSED, (UP_TO,)).by("lemma", shared, claim=PER_SEQUENCE)
    beyond = loses(Argument(sp.S.One, CROSSED, (FROM,)), SHARED, scale * (B - CROSSING_BATCH))
    return pays(before, SHARED, scale * (CROSSING_BATCH - B)), beyond.back("lemma", shared, batch, claim=PER_SEQUENCE)


SHORT_CONTEXT = narrow(
    Domain({name: PAYING[name] for name in ("tau", "gamma", "c")} | STEP_SETS), le(tau, gamma + 1), le(t_kv, t_c)
)

LARGE_BATCH = Claim(
    "verify_budget.large_batch",
    title="With short contexts speculation loses at large batch",
    statement=both(
        eq(ENDLESS, LOW),
        lt(ENDLESS, 1),
        when(le(SHARED, t_c), lt(at_batch(B), 1)),
    ),
    domain=SHORT_CONTEXT,
    source="own derivation: τ ≤ γ + 1 < γ + 1 + γc",
    depends_on=("verify_budget.per_sequence", "verify_budget.regimes"),
    assumes=(*ASSUMES, "KV time per sequence is at most the arithmetic time of one row"),
    not_applicable=NOT_DRAWN,
    example={**SEED_64, "batch": Fraction(512)},
    rivals=(
        Rival(
            "verify_budget.drafting_free_at_large_batch",
            says="at large batch speculation breaks even at worst when all drafts are accepted: the limit is τ/(γ + 1)",
            why_tempting="the arithmetic of verified tokens is not lost if they are accepted; that of the drafter is",
            statement=both(eq(ENDLESS, tau / (gamma + 1))),
        ),
    ),
)


@derives(LARGE_BATCH.id)
def _large_batch() -> tuple[Argument, ...]:
    gap = (gamma + 1 - tau + gamma * c) / (gamma + 1 + gamma * c)

    def below_one(shown: Argument) -> Argument:
        return shown.by("monotone_bound", "τ ≤ γ + 1 < γ + 1 + γc", by=sp.S.One, order="<", gap=gap)

    endless = Argument(ENDLESS, SHORT_CONTEXT).by("lemma", "above the ridge", claim=REGIMES, values={u: t_kv})
    above = (
        Argument(at_batch(B), SHORT_CONTEXT, (le(SHARED, t_c),))
        .by("lemma", "by memory time per sequence", claim=PER_SEQUENCE)
        .by("lemma", "above the ridge", claim=REGIMES, values={u: SHARED})
    )
    return endless, below_one(endless), below_one(above)


CROSSING_CONTEXT = 2 * N * (gamma + 1) * BW / (F * n_kv * b_kv * g)
KV_TIME = CACHE / BW
HARDWARE: dict[str, Set] = dict.fromkeys(("n_params", "n_kv", "b_kv", "flops", "BW"), POSITIVE)
CONTEXTS = narrow(Domain({**PAYING, **HARDWARE, "context": Naturals(0)}), *PAYS)
LONG, SHORT = ge(s, CROSSING_CONTEXT), le(s, CROSSING_CONTEXT)
CONTEXT_EXAMPLE = {**SEED_PAYS, **H100, **CACHE_8B, "n_params": LLAMA_8B["n_params"], "context": Fraction(4000)}

CONTEXT = Claim(
    "verify_budget.context",
    title="The context from which speculation pays in the limit of large batch",
    statement=both(
        when(LONG, ge(per_sequence(KV_TIME, ROW), 1)),
        when(SHORT, ge(1, per_sequence(KV_TIME, ROW))),
    ),
    domain=CONTEXTS,
    source="own derivation: where the KV reads alone leave room for verification's arithmetic",
    depends_on=("verify_budget.rise", "verify_budget.crossing_point"),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example=CONTEXT_EXAMPLE,
    rivals=(
        Rival(
            "verify_budget.always_loses_at_large_batch",
            says="at large batch speculation always loses",
            why_tempting="the weights' reading is shared by more sequences; but KV reads are not shared",
            statement=both(lt(per_sequence(KV_TIME, ROW), 1)),
        ),
    ),
)


@derives(CONTEXT.id)
def _context() -> tuple[Argument, ...]:
    scale, endless = n_kv * b_kv / BW, per_sequence(KV_TIME, ROW)
    return (
        pays(Argument(endless, CONTEXTS, (LONG,)), KV_TIME, scale * (s - CROSSING_CONTEXT), ROW),
        loses(Argument(sp.S.One, CONTEXTS, (SHORT,)), KV_TIME, scale * (CROSSING_CONTEXT - s), ROW),
    )


LONG_CONTEXTS = narrow(CONTEXTS.extended({"batch": Naturals(1), "t_w": POSITIVE}), LONG)
LONG_BATCH = at_batch(B, tau, KV_TIME, ROW)

NEVER_LOSES = Claim(
    "verify_budget.never_loses",
    title="From that context on speculation loses at no batch",
    statement=ge(LONG_BATCH, 1),
    domain=LONG_CONTEXTS,
    source="own derivation: no batch has less memory time per sequence than the KV cache takes",
    depends_on=("verify_budget.limit", "verify_budget.context"),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example={**CONTEXT_EXAMPLE, "batch": Fraction(1000), "t_w": Fraction("0.0048")},
    rivals=(
        Rival(
            "verify_budget.large_batch_loses_in_the_end",
            says="some batch is large enough for speculation to lose: B > g·t_w/((γ + 1)·t_c)",
            why_tempting="it is the crossing batch without a KV cache",
            statement=both(when(gt(B * (gamma + 1) * ROW, g * t_w), lt(LONG_BATCH, 1))),
        ),
    ),
)


@derives(NEVER_LOSES.id)
def _never_loses() -> tuple[Argument, ...]:
    return (
        Argument(LONG_BATCH, LONG_CONTEXTS)
        .by("lemma", "never below its limit", claim=LIMIT, values={t_kv: KV_TIME, t_c: ROW}, order=">=")
        .by("lemma", "the limit from the crossing context on", claim=CONTEXT, order=">="),
    )


CHAIN = Chain(
    "verify_budget",
    "The verify-token budget at batch",
    (
        ROWS, INTENSITY, INTENSITY_LIMITS, RIDGE, RIDGE_ROWS, FIRST_BATCH, ROOFLINE, VERIFY_REGIMES, VERIFY_TIME, CYCLE,
        LINEAR, TABLE, PER_SEQUENCE, REGIMES, BOUNDS, CONSTANT_RATE, RISE_BY_REGIME, RISE, NON_INCREASING, LIMIT,
        CROSSING_POINT, CROSSING, LARGE_BATCH, CONTEXT, NEVER_LOSES,
    ),
)  # fmt: skip
