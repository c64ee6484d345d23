"""The speedup at a batch under a roofline: by regime, by memory time per sequence, and in the limit of large batch.

Part of the chain `verify_budget`. A cycle is gamma draft steps and one verification; both models run at the same batch
and context. Under a roofline the batch enters only through the memory time per sequence, u = t_kv + t_w/B: the weights'
share of one sequence, and its own KV cache. As u falls from (gamma + 1)·t_c to t_c, the speedup falls from
E/(1 + gamma c) to E/(gamma + 1 + gamma c); outside it is constant.

tau is the number of emitted tokens per verification, whatever the law of acceptance; E(alpha, gamma) is put for it
where acceptance is constant.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, UNIT, Domain, Interval, Naturals, Set
from .draft_cost import S
from .kernel import Argument
from .statements import Statement, both, eq, ge, le, narrow, when
from .symbols import quantity, symbol
from .tokens_law import E
from .verify_budget_measured import S_cycle, tau
from .verify_budget_roofline import (
    ABOVE,
    BELOW,
    BETWEEN,
    MEMORY,
    MS_8B,
    PLAIN,
    PLAIN_ARITHMETIC,
    ROOFLINE,
    STEP_SETS,
    VERIFY,
    VERIFY_ARITHMETIC,
    t_c,
    t_kv,
    t_w,
)  # fmt: skip
from .verify_budget_rows import NOT_DRAWN, B, gamma

alpha, c, u, v = (symbol(name) for name in ("alpha", "c", "u", "v"))

S_B = quantity("S_B", tau * PLAIN / (gamma * c * PLAIN + VERIFY))
S_u = quantity("S_u", tau * sp.Max(u, t_c) / (gamma * c * sp.Max(u, t_c) + sp.Max(u, (gamma + 1) * t_c)))

SAME_SHARE = (
    "one draft step takes c plain steps at the same batch and context: "
    "a drafter with that share of weights, KV cache and arithmetic"
)
ASSUMES = (*ROOFLINE.assumes, SAME_SHARE)
PLANS: dict[str, Set] = {"tau": Interval(Fraction(1)), "gamma": Naturals(0), "c": NONNEGATIVE}
E_SEED = Fraction("2.941")
SEED_PLAN = {"tau": E_SEED, "gamma": Fraction(5), "c": Fraction("0.154")}
SEED_64 = {**SEED_PLAN, **MS_8B, "batch": Fraction(64), "t_kv": Fraction(0)}
"""The seed's models at batch 64, times in ms, the KV cache left out: speedup 1.42, against 1.66 at batch 1."""

SEED_2000 = {**SEED_64, "t_kv": Fraction("0.0783")}
"""The same with 2000 tokens of context a sequence, of 131072 bytes each."""


def at_batch(batch: sp.Expr, tokens: sp.Expr = tau, cache: sp.Expr = t_kv, row: sp.Expr = t_c) -> sp.Expr:
    """The speedup at a batch."""
    return S_B(tokens, gamma, c, batch, t_w, cache, row)


def per_sequence(memory: sp.Expr, row: sp.Expr = t_c) -> sp.Expr:
    """The speedup at a memory time per sequence."""
    return S_u(tau, gamma, c, memory, row)


SHARED = t_kv + t_w / B
HIGH, LOW = tau / (1 + gamma * c), tau / (gamma + 1 + gamma * c)

PER_SEQUENCE = Claim(
    "verify_budget.per_sequence",
    title="Batch enters only through the memory time per sequence",
    statement=both(
        eq(at_batch(B), per_sequence(SHARED)),
        eq(at_batch(B), S_cycle(tau, PLAIN, gamma * c * PLAIN, VERIFY)),
    ),
    domain=Domain({**PLANS, **STEP_SETS}),
    source="own derivation: both times of the roofline divided by the batch",
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example=SEED_2000,
    rivals=(
        Rival(
            "verify_budget.kv_shared_by_batch",
            says="larger batches share the KV reads as they share the weights",
            why_tempting="both are memory traffic; but each sequence has a cache of its own",
            statement=both(eq(at_batch(B), per_sequence((t_kv + t_w) / B))),
        ),
    ),
)


@derives(PER_SEQUENCE.id)
def _per_sequence() -> tuple[Argument, ...]:
    opened = Argument(at_batch(B), PER_SEQUENCE.domain).by(
        "definition", "tau plain steps over gamma draft steps and a verification"
    )
    plain, verify = sp.Max(MEMORY, PLAIN_ARITHMETIC), sp.Max(MEMORY, VERIFY_ARITHMETIC)
    return (
        opened.back("definition", "the speedup of a cycle", S_cycle(tau, PLAIN, gamma * c * PLAIN, VERIFY)),
        opened.by("definition", "a plain step", at=PLAIN)
        .by("definition", "a verification", at=VERIFY)
        .by("scale_extreme", "each sequence's part", at=plain, factor=B)
        .by("scale_extreme", "each sequence's part", at=verify, factor=B)
        .by("algebra", "the batch cancels", to=S_u.at(tau, gamma, c, SHARED, t_c))
        .back("definition", "the speedup by memory time per sequence", per_sequence(SHARED)),
    )


def on_slope(memory: sp.Expr, row: sp.Expr = t_c) -> sp.Expr:
    """The speedup where verification waits for arithmetic and a plain step for memory."""
    return tau * memory / (gamma * c * memory + (gamma + 1) * row)


def regimes(memory: sp.Expr, row: sp.Expr = t_c) -> tuple[Statement, Statement, Statement]:
    """Below the ridge, between (verification past it, a plain step not), and above."""
    return le((gamma + 1) * row, memory), both(le(row, memory), le(memory, (gamma + 1) * row)), le(memory, row)


U = regimes(u)
REGIMES = Claim(
    "verify_budget.regimes",
    title="Speedup below the ridge, between, and above; always between the outer two",
    statement=both(
        *(when(regime, eq(per_sequence(u), form)) for regime, form in zip(U, (HIGH, on_slope(u), LOW), strict=True)),
        *(when(regime, le(per_sequence(u), HIGH)) for regime in U),
        *(when(regime, ge(per_sequence(u), LOW)) for regime in U),
    ),
    domain=Domain({**PLANS, "u": NONNEGATIVE, "t_c": POSITIVE}),
    source="own derivation, from the roofline",
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example={**SEED_PLAN, "u": MS_8B["t_w"] / 400, "t_c": MS_8B["t_c"]},
    rivals=(
        Rival(
            "verify_budget.row_of_bonus_is_free",
            says="above the ridge a verification computes the drafts alone: τ/(γ + γc)",
            why_tempting="the bonus token is emitted for free; its row is not",
            statement=both(when(U[2], eq(per_sequence(u) * (gamma + gamma * c), tau))),
        ),
    ),
)


@derives(REGIMES.id)
def _regimes() -> tuple[Argument, ...]:
    slope, whole = gamma * c * u + (gamma + 1) * t_c, (1 + gamma * c) * (gamma + 1 + gamma * c)
    under = (sp.S.Zero, tau * ((gamma + 1) * t_c - u) / ((1 + gamma * c) * slope), tau * gamma / whole)
    over = (tau * gamma / whole, tau * (gamma + 1) * (u - t_c) / ((gamma + 1 + gamma * c) * slope), sp.S.Zero)

    forms, longer = (HIGH, on_slope(u), LOW), (sp.Max(u, t_c), sp.Max(u, (gamma + 1) * t_c))

    def here(regime: int) -> Argument:
        shown = Argument(per_sequence(u), REGIMES.domain, (U[regime],)).by(
            "definition", "tau plain steps over a cycle, per sequence"
        )
        for part in longer:
            shown = shown.by("choose_branch", "the regime says which", at=part)
        return shown if shown.end == forms[regime] else shown.by("algebra", "simplified", to=forms[regime])

    def bounded(bound: sp.Expr, order: str, gaps: tuple[sp.Expr, ...]) -> tuple[Argument, ...]:
        return tuple(
            here(regime).by("monotone_bound", "within the regime", by=bound, order=order, gap=gap)
            for regime, gap in enumerate(gaps)
        )

    return (*(here(regime) for regime in range(3)), *bounded(HIGH, "<=", under), *bounded(LOW, ">=", over))


BOUNDS = Claim(
    "verify_budget.bounds",
    title="At every batch the speedup lies between τ/(γ + 1 + γc) and τ/(1 + γc)",
    statement=both(le(at_batch(B), HIGH), ge(at_batch(B), LOW)),
    domain=PER_SEQUENCE.domain,
    source="own derivation, regime by regime",
    depends_on=("verify_budget.per_sequence", "verify_budget.regimes"),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example=SEED_64,
    rivals=(
        Rival(
            "verify_budget.speedup_independent_of_batch",
            says="the speedup is τ/(1 + γc) at every batch",
            why_tempting="it is measured at batch 1, where verification is as good as free",
            statement=both(eq(at_batch(B), HIGH)),
        ),
    ),
)


@derives(BOUNDS.id)
def _bounds() -> tuple[Argument, ...]:
    def bounded(order: str) -> Argument:
        return (
            Argument(at_batch(B), BOUNDS.domain)
            .by("lemma", "by memory time per sequence", claim=PER_SEQUENCE, values={})
            .by("lemma", "in each regime", claim=REGIMES, values={u: SHARED}, order=order)
        )

    return bounded("<="), bounded(">=")


ACCEPTANCE: dict[str, Set] = {"alpha": UNIT, "gamma": Naturals(0), "c": NONNEGATIVE}
CONSTANT = "the acceptance rate is α at every position"

CONSTANT_RATE = Claim(
    "verify_budget.constant_acceptance",
    title="With constant acceptance: E/(1 + γc) below the ridge, less past it",
    statement=both(
        when(BELOW, eq(at_batch(B, E(alpha, gamma)), S(alpha, gamma, c))),
        when(
            BETWEEN,
            eq(at_batch(B, E(alpha, gamma)), E(alpha, gamma) * MEMORY / (gamma * c * MEMORY + VERIFY_ARITHMETIC)),
        ),
        when(ABOVE, eq(at_batch(B, E(alpha, gamma)), E(alpha, gamma) / (gamma + 1 + gamma * c))),
    ),
    domain=Domain({**ACCEPTANCE, **STEP_SETS}),
    source="Leviathan, Kalman, Matias 2023 (arXiv 2211.17192), theorem 3.8 below the ridge; own derivation past it",
    assumes=(*ASSUMES, CONSTANT),
    example={"alpha": Fraction(7, 10), **{name: value for name, value in SEED_64.items() if name != "tau"}},
    rivals=(
        Rival(
            "verify_budget.ridge_ignored",
            says="the speedup is E/(1 + γc), past the ridge as well",
            why_tempting="theorem 3.8 has no batch in it: that γ + 1 evaluations cost one run is its assumption",
            statement=both(
                when(BELOW, eq(at_batch(B, E(alpha, gamma)), S(alpha, gamma, c))),
                when(BETWEEN, eq(at_batch(B, E(alpha, gamma)), S(alpha, gamma, c))),
            ),
        ),
    ),
)


@derives(CONSTANT_RATE.id)
def _constant_acceptance() -> tuple[Argument, ...]:
    tokens = E(alpha, gamma)
    forms: dict[Statement, sp.Expr] = {
        BELOW: tokens / (1 + gamma * c),
        BETWEEN: tokens * MEMORY / (gamma * c * MEMORY + VERIFY_ARITHMETIC),
        ABOVE: tokens / (gamma + 1 + gamma * c),
    }

    def shown(regime: Statement) -> Argument:
        return (
            Argument(at_batch(B, tokens), CONSTANT_RATE.domain, (regime,))
            .by("definition", "E plain steps over gamma draft steps and a verification")
            .by("definition", "a plain step", at=PLAIN)
            .by("definition", "a verification", at=VERIFY)
            .by("choose_branch", "the regime says which", at=sp.Max(MEMORY, PLAIN_ARITHMETIC))
            .by("choose_branch", "the regime says which", at=sp.Max(MEMORY, VERIFY_ARITHMETIC))
        )

    below, between, above = (shown(regime) for regime in forms)
    return (
        below.by("algebra", "the memory time cancels", to=forms[BELOW]).back(
            "definition", "the speedup at batch 1", S(alpha, gamma, c)
        ),
        between if between.end == forms[BETWEEN] else between.by("algebra", "simplified", to=forms[BETWEEN]),
        above.by("algebra", "the arithmetic time cancels", to=forms[ABOVE]),
    )


STEEPEST = tau / ((gamma + 1) * t_c)
ENDS = (t_c, (gamma + 1) * t_c)
"""Where the speedup starts to rise with the memory time per sequence, and where it stops."""

PAIRS: tuple[tuple[Statement, sp.Expr, sp.Expr], ...] = (
    (le(v, t_c), t_c, t_c),
    (both(le(u, t_c), le(t_c, v), le(v, ENDS[1])), t_c, v),
    (both(le(u, t_c), le(ENDS[1], v)), *ENDS),
    (both(le(t_c, u), le(v, ENDS[1])), u, v),
    (both(le(t_c, u), le(u, ENDS[1]), le(ENDS[1], v)), u, ENDS[1]),
    (le(ENDS[1], u), ENDS[1], ENDS[1]),
)
"""For u <= v: where they lie, and both clipped to the ends of the slope."""
SHARES = narrow(Domain({**PLANS, "u": NONNEGATIVE, "v": NONNEGATIVE, "t_c": POSITIVE}), le(u, v))
LIPSCHITZ = per_sequence(u) + STEEPEST * (v - u)
SHARES_EXAMPLE = {**SEED_PLAN, "u": MS_8B["t_w"] / 128, "v": MS_8B["t_w"] / 64, "t_c": MS_8B["t_c"]}

RISE_BY_REGIME = Claim(
    "verify_budget.rise_by_regime",
    title="Speedup at two memory times per sequence, for every pair of regimes",
    statement=both(
        *(when(where, ge(per_sequence(v), per_sequence(u))) for where, *_ in PAIRS),
        *(when(where, le(per_sequence(v), LIPSCHITZ)) for where, *_ in PAIRS),
    ),
    domain=SHARES,
    source="own derivation: the slope is steepest where it starts",
    depends_on=("verify_budget.regimes",),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example=SHARES_EXAMPLE,
)


@derives(RISE_BY_REGIME.id)
def _rise_by_regime() -> tuple[Argument, ...]:
    floor = (gamma + 1) * t_c

    def pair(where: Statement, low: sp.Expr, high: sp.Expr, order: str) -> Argument:
        """Both values in their regimes; low and high are u and v, clipped to the ends of the slope."""
        low_time, high_time = gamma * c * low + floor, gamma * c * high + floor
        here, there = (
            Argument(per_sequence(memory), SHARES, (where,)).by(
                "lemma", "its regime", claim=REGIMES, values={u: memory}
            )
            for memory in (u, v)
        )
        if order == ">=":
            bound, gap = here.end, tau * floor * (high - low) / (low_time * high_time)
        else:
            curved = (gamma**2 * c**2 * low * high + floor * gamma * c * (low + high)) / (low_time * high_time)
            bound, gap = (
                here.end + STEEPEST * (v - u),
                STEEPEST * ((v - high) + (low - u)) + STEEPEST * (high - low) * curved,
            )
        return there.by("monotone_bound", "along the slope", by=bound, order=order, gap=gap).back(
            "lemma", "its regime", per_sequence(u), at=here.end, claim=REGIMES
        )

    return (*(pair(*row, ">=") for row in PAIRS), *(pair(*row, "<=") for row in PAIRS))


RISE = Claim(
    "verify_budget.rise",
    title="Speedup rises with the memory time per sequence, at a bounded rate",
    statement=both(ge(per_sequence(v), per_sequence(u)), le(per_sequence(v), LIPSCHITZ)),
    domain=SHARES,
    source="own derivation, pair of regimes by pair of regimes",
    depends_on=("verify_budget.rise_by_regime",),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example=SHARES_EXAMPLE,
    rivals=(
        Rival(
            "verify_budget.memory_traffic_hurts",
            says="the more memory a step reads per sequence, the less speculation brings",
            why_tempting="it slows every step; but a plain step more than a verification, which has more rows for it",
            statement=both(le(per_sequence(v), per_sequence(u))),
        ),
    ),
)


@derives(RISE.id)
def _rise() -> tuple[Argument, ...]:
    def by_regime(order: str) -> Argument:
        return Argument(per_sequence(v), SHARES).by("lemma", "every pair of regimes", claim=RISE_BY_REGIME, order=order)

    return by_regime(">="), by_regime("<=")


NON_INCREASING = Claim(
    "verify_budget.non_increasing",
    title="One sequence more never raises the speedup",
    statement=ge(at_batch(B), at_batch(B + 1)),
    domain=PER_SEQUENCE.domain,
    source="own derivation: one sequence more, and each has a smaller share of the weights' reading",
    depends_on=("verify_budget.per_sequence", "verify_budget.rise"),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example=SEED_64,
    rivals=(
        Rival(
            "verify_budget.batch_has_no_effect",
            says="one sequence more leaves the speedup as it is",
            why_tempting="plain steps and verifications both grow with the batch; but not at the same rows",
            statement=eq(at_batch(B), at_batch(B + 1)),
        ),
    ),
)


@derives(NON_INCREASING.id)
def _non_increasing() -> tuple[Argument, ...]:
    fewer, more = t_kv + t_w / (B + 1), t_kv + t_w / (B + 1) + t_w / (B * (B + 1))
    return (
        Argument(at_batch(B), NON_INCREASING.domain)
        .by("lemma", "by memory time per sequence", claim=PER_SEQUENCE)
        .by("algebra", "what one sequence more takes off", at=SHARED, to=more)
        .by("lemma", "less memory time per sequence", claim=RISE, values={u: fewer, v: more}, order=">=")
        .back("lemma", "by memory time per sequence", at_batch(B + 1), claim=PER_SEQUENCE, values={B: B + 1}),
    )


ENDLESS = per_sequence(t_kv)
RATE = tau * t_w / ((gamma + 1) * t_c * B)

LIMIT = Claim(
    "verify_budget.limit",
    title="Limit for large batch: the KV cache alone is the memory time per sequence",
    statement=both(
        ge(at_batch(B), ENDLESS),
        le(at_batch(B), ENDLESS + RATE),
        eq(sp.Limit(at_batch(B), B, sp.oo), ENDLESS),
    ),
    domain=PER_SEQUENCE.domain,
    source="own derivation, with the rate of approach",
    depends_on=("verify_budget.per_sequence", "verify_budget.rise"),
    assumes=ASSUMES,
    not_applicable=NOT_DRAWN,
    example={**SEED_2000, "batch": Fraction(2000)},
    rivals=(
        Rival(
            "verify_budget.batch_removes_all_memory_time",
            says="with batch enough memory time vanishes: the limit is that without a KV cache",
            why_tempting="the weights' share per sequence does vanish",
            statement=both(ge(at_batch(B), ENDLESS), le(at_batch(B), per_sequence(sp.S.Zero) + RATE)),
        ),
    ),
)


@derives(LIMIT.id)
def _limit() -> tuple[Argument, ...]:
    domain, ends = LIMIT.domain, {u: t_kv, v: SHARED}

    def shared() -> Argument:
        return Argument(at_batch(B), domain).by("lemma", "by memory time per sequence", claim=PER_SEQUENCE)

    batch = at_batch(B)
    return (
        shared().by("lemma", "the weights' share only adds", claim=RISE, values=ends, order=">="),
        shared().by("lemma", "at a bounded rate", claim=RISE, values=ends, order="<="),
        Argument(sp.Limit(batch, B, sp.oo), domain)
        .by("lemma", "by memory time per sequence", at=batch, claim=PER_SEQUENCE)
        .by("definition", "tau plain steps over a cycle, per sequence", at=per_sequence(SHARED))
        .by("limit", "the weights' share vanishes", rate=RATE)
        .by("algebra", "in the usual order", to=S_u.at(tau, gamma, c, t_kv, t_c))
        .back("definition", "the KV cache alone", ENDLESS),
    )
