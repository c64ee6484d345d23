"""A speculative cycle from its times, and measured models of the verification time: a line, a table.

Part of the chain `verify_budget`. A roofline is a bound; where the time of a verification was measured, that goes in.
Times of a cycle: all its draft steps, and one verification. tau tokens come out of it.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, REALS, UNIT, Domain, Interval, Naturals, Set
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, symbol
from .verify_budget_roofline import LEFT_OUT, MEMORY, ROOFLINE_MODEL, STEP_SETS, T, t_c, t_kv, t_w
from .verify_budget_rows import NOT_DRAWN, B, figure

gamma, tau, w, x = (symbol(name) for name in ("gamma", "tau", "w", "x"))
m_1, m_2, accepted = (symbol(name) for name in ("m_1", "m_2", "accepted"))
t_plain, t_draft, t_verify, t_0, t_1 = (symbol(name) for name in ("t_plain", "t_draft", "t_verify", "t_0", "t_1"))

S_cycle = quantity("S_cycle", tau * t_plain / (t_draft + t_verify))

CYCLE_SPEEDUP = S_cycle(tau, t_plain, t_draft, t_verify)
CYCLE_SETS: dict[str, Set] = {
    "tau": Interval(Fraction(1)), "t_plain": POSITIVE, "t_draft": NONNEGATIVE, "t_verify": POSITIVE,
}  # fmt: skip

CYCLE = Claim(
    "verify_budget.cycle",
    title="A cycle pays exactly when its tokens take longer to decode one at a time",
    statement=both(
        when(gt(tau * t_plain, t_draft + t_verify), gt(CYCLE_SPEEDUP, 1)),
        when(eq(t_verify, tau * t_plain - t_draft), eq(CYCLE_SPEEDUP, 1)),
        when(lt(tau * t_plain, t_draft + t_verify), lt(CYCLE_SPEEDUP, 1)),
        eq(tau / CYCLE_SPEEDUP - 1, (t_draft + t_verify) / t_plain - 1),
    ),
    domain=Domain(CYCLE_SETS),
    source="own derivation: τ plain steps over one cycle; τ/speedup - 1 is what a cycle costs beyond one plain step",
    not_applicable=NOT_DRAWN,
    example={"tau": Fraction(3), "t_plain": Fraction(303), "t_draft": Fraction(196), "t_verify": Fraction(845)},
    rivals=(
        Rival(
            "verify_budget.any_accepted_draft_pays",
            says="a cycle pays as soon as more than one token comes out of it",
            why_tempting="plain decoding yields one token a step; but a cycle takes longer than a step",
            statement=both(when(gt(tau, 1), gt(CYCLE_SPEEDUP, 1))),
        ),
    ),
)


@derives(CYCLE.id)
def _cycle() -> tuple[Argument, ...]:
    cycle = t_draft + t_verify

    def against_one(relation: Statement, order: str, sign: int) -> Argument:
        shown = Argument(CYCLE_SPEEDUP, CYCLE.domain, (relation,)).by("definition", "tau plain steps over one cycle")
        return shown.by(
            "monotone_bound", "the cycle's time", by=sp.S.One, order=order, gap=sign * (tau * t_plain - cycle) / cycle
        )

    equal = (
        Argument(CYCLE_SPEEDUP, CYCLE.domain, (eq(t_verify, tau * t_plain - t_draft),))
        .by("definition", "tau plain steps over one cycle")
        .by("substitution", "the two times are equal", values={t_verify: tau * t_plain - t_draft})
    )
    return (
        against_one(gt(tau * t_plain, cycle), ">", 1),
        equal,
        against_one(lt(tau * t_plain, cycle), "<", -1),
        Argument(tau / CYCLE_SPEEDUP - 1, CYCLE.domain)
        .by("definition", "tau plain steps over one cycle", at=CYCLE_SPEEDUP)
        .by("algebra", "tau cancels", to=cycle / t_plain - 1),
    )


LINE = t_0 + t_1 * gamma
MEASURED = S_cycle(tau, t_plain, t_draft, LINE)
BREAK_EVEN = (t_draft + LINE) / t_plain
LINE_SETS: dict[str, Set] = {
    **{name: values for name, values in CYCLE_SETS.items() if name != "t_verify"},
    "gamma": Naturals(0), "t_0": POSITIVE, "t_1": NONNEGATIVE,
}  # fmt: skip
MEASURED_EXAMPLE = {
    "tau": Fraction(3), "gamma": Fraction(5), "t_plain": Fraction(303), "t_draft": Fraction(196), "t_0": Fraction(300),
    "t_1": Fraction(109),
}  # fmt: skip
MEASUREMENT = (
    "a published measurement: verify 300 ms + 109 ms a draft, 5 drafts, drafting 196 ms a cycle, plain step 303 ms"
)

LINEAR = Claim(
    "verify_budget.linear",
    title="Break-even where verification takes an intercept and a slope",
    statement=both(when(gt(tau, BREAK_EVEN), gt(MEASURED, 1)), when(lt(tau, BREAK_EVEN), lt(MEASURED, 1))),
    domain=Domain(LINE_SETS),
    source="own derivation, with the verification time measured as t_0 + t_1·γ",
    assumes=("the measured line holds at this draft length and batch",),
    not_applicable=NOT_DRAWN,
    example=MEASURED_EXAMPLE,
    rivals=(
        Rival(
            "verify_budget.intercept_only",
            says="verification costs its intercept at any draft length: break-even at (T_draft + t_0)/T_plain",
            why_tempting="the intercept is nearly a plain step, as theory has it; the slope shows only when measured",
            statement=both(
                when(gt(tau, (t_draft + t_0) / t_plain), gt(MEASURED, 1)),
                when(lt(tau, (t_draft + t_0) / t_plain), lt(MEASURED, 1)),
            ),
        ),
    ),
    figures=tuple(
        figure(
            f"linear_{name}", printed, S_cycle(accepted + 1, t_plain, t_draft, LINE),
            {"accepted": drafts, "gamma": "5", "t_plain": "303", "t_draft": "196", "t_0": "300", "t_1": "109"},
            MEASUREMENT, exact="gamma",
        )
        for name, drafts, printed in (
            ("5_0", "5.0", "1.75"), ("4_1", "4.1", "1.49"), ("2_0", "2.0", ".87"), ("0_9", "0.9", ".55"),
        )
    ),
)  # fmt: skip


@derives(LINEAR.id)
def _linear() -> tuple[Argument, ...]:
    def against_one(relation: Statement, order: str, excess: sp.Expr) -> Argument:
        gap = t_plain * excess / (t_draft + LINE)
        return (
            Argument(MEASURED, LINEAR.domain, (relation,))
            .by("definition", "tau plain steps over one cycle")
            .by("monotone_bound", "the tokens against break-even", by=sp.S.One, order=order, gap=gap)
        )

    return against_one(gt(tau, BREAK_EVEN), ">", tau - BREAK_EVEN), against_one(
        lt(tau, BREAK_EVEN), "<", BREAK_EVEN - tau
    )


READ_OFF = w * T(m_1, B, t_w, t_kv, t_c) + (1 - w) * T(m_2, B, t_w, t_kv, t_c)
TRUE_TIME = T(x, B, t_w, t_kv, t_c)
ROWS_BETWEEN = w * m_1 + (1 - w) * m_2

TABLE = Claim(
    "verify_budget.table",
    title="A table of measured times, read between its entries, never understates a roofline",
    statement=both(
        when(le(x * t_c, MEMORY), ge(READ_OFF, TRUE_TIME)),
        when(gt(x * t_c, MEMORY), ge(READ_OFF, TRUE_TIME)),
    ),
    domain=narrow(
        Domain({**STEP_SETS, "m_1": Naturals(1), "m_2": Naturals(1), "w": UNIT, "x": REALS}), eq(x, ROWS_BETWEEN)
    ),
    source="own derivation: the longer of a constant and a line is convex, so it lies under its chords",
    assumes=(ROOFLINE_MODEL, LEFT_OUT, "the entries lie on one roofline; between them the table is read along a line"),
    not_applicable=NOT_DRAWN,
    example={
        "m_1": Fraction(64), "m_2": Fraction(384), "w": Fraction(1, 2), "x": Fraction(224), "batch": Fraction(64),
        "t_w": Fraction("4.8"), "t_kv": Fraction(0), "t_c": Fraction("0.0162"),
    },
    rivals=(
        Rival(
            "verify_budget.table_is_exact",
            says="between two entries of the table the time is what the straight line says",
            why_tempting="it is, on either side of the ridge; not across it",
            statement=both(
                when(le(x * t_c, MEMORY), eq(READ_OFF, TRUE_TIME)), when(gt(x * t_c, MEMORY), eq(READ_OFF, TRUE_TIME))
            ),
        ),
    ),
)  # fmt: skip


@derives(TABLE.id)
def _table() -> tuple[Argument, ...]:
    ends = [sp.Max(MEMORY, rows * t_c) for rows in (m_1, m_2)]

    def chord(given: Statement, at_least: tuple[sp.Expr, sp.Expr], why: str) -> Argument:
        shown = Argument(READ_OFF, TABLE.domain, (given,))
        for rows, end, value in zip((m_1, m_2), ends, at_least, strict=True):
            shown = shown.by("definition", "an entry", at=T(rows, B, t_w, t_kv, t_c)).by(
                "monotone_bound", why, at=end, by=value, order=">=", gap=end - value
            )
        return shown

    inside, beyond = le(x * t_c, MEMORY), gt(x * t_c, MEMORY)
    longer = sp.Max(MEMORY, x * t_c)
    return (
        chord(inside, (MEMORY, MEMORY), "no step is shorter than its memory time")
        .by("algebra", "the weights add up to 1", to=MEMORY)
        .back("choose_branch", "memory time is the longer", longer)
        .back("definition", "the time at x rows", TRUE_TIME),
        chord(beyond, (m_1 * t_c, m_2 * t_c), "no step is shorter than its arithmetic time")
        .by("algebra", "the rows between", to=ROWS_BETWEEN * t_c)
        .back("substitution", "x is the rows between", x * t_c, values={x: ROWS_BETWEEN})
        .back("choose_branch", "arithmetic time is the longer", longer)
        .back("definition", "the time at x rows", TRUE_TIME),
    )
