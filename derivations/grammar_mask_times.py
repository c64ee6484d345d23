"""What a grammar mask costs in time: the step that waits for it, the chance of waiting, the first request, the copy.

Part of the chain `grammar_mask`. Masks are computed on the CPU during the forward pass; sampling needs both. A step of B
sequences waits for the slowest mask of the batch.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, UNIT, Domain, Interval, Naturals
from .grammar_mask_rows import ROW_BYTES, SEED, B, V, W, gamma, mask_bytes
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol
from .units import check_units
from .verify_budget_rows import ROWS, m_verify

t_f, t_m, t_s, t_g, t_r = (symbol(name) for name in ("t_f", "t_m", "t_s", "t_g", "t_r"))
h, cores, BW, k = symbol("ready"), symbol("cores"), symbol("BW"), symbol("k")
q, n = symbol("request"), symbol("requests")

step = quantity("T_mask", sp.Max(t_f, t_m) + t_s)
stall = quantity("stall", sp.Max(0, t_m - t_f))
P_stall = quantity("P_stall", sp.Sum(h ** (k - 1) * (1 - h), (k, 1, B)))
mean_stall = quantity("mean_stall", P_stall(h, B) * stall(t_f, t_m))

IN_PARALLEL = "the masks of a step are computed during its forward pass, and sampling needs both"
NOTHING_DRAWN = "times only: nothing is drawn"
EARLY, LATE = le(t_m, t_f), le(t_f, t_m)
TIMES = Domain({"t_f": POSITIVE, "t_m": NONNEGATIVE, "t_s": NONNEGATIVE})
STEP, STALL = step(t_f, t_m, t_s), stall(t_f, t_m)
MS = {"t_f": Fraction(8, 1000), "t_m": Fraction(11, 1000), "t_s": Fraction(1, 1000)}

REGIMES = Claim(
    "grammar_mask.step_regimes",
    title="A mask that is ready in time costs nothing; a late one is waited for",
    statement=both(
        when(EARLY, eq(STEP, t_f + t_s)),
        when(LATE, eq(STEP, t_m + t_s)),
        when(EARLY, eq(STALL, 0)),
        when(LATE, eq(STALL, t_m - t_f)),
        when(EARLY, eq(STEP, t_f + t_s + STALL)),
        when(LATE, eq(STEP, t_f + t_s + STALL)),
    ),
    domain=TIMES,
    source=f"{SEED}: a mask that arrives after the forward pass finishes stalls the step",
    not_applicable={"simulation": NOTHING_DRAWN},
    assumes=(IN_PARALLEL,),
    example=MS,
    rivals=(
        Rival(
            "grammar_mask.stall_may_be_negative",
            says="the stall is t_m - t_f",
            why_tempting="it is, where the mask is late; an early mask saves nothing",
            statement=both(when(EARLY, eq(STALL, t_m - t_f)), when(LATE, eq(STALL, t_m - t_f))),
        ),
        Rival(
            "grammar_mask.forward_hides_mask",
            says="the forward pass hides the mask: a step takes t_f + t_s",
            why_tempting="it does as long as the mask is the faster of the two",
            statement=both(when(EARLY, eq(STEP, t_f + t_s)), when(LATE, eq(STEP, t_f + t_s))),
        ),
    ),
)


@derives(REGIMES.id)
def _step_regimes() -> tuple[Argument, ...]:
    longer, waits = sp.Max(t_f, t_m), sp.Max(0, t_m - t_f)

    def taken(start: sp.Expr, given: Statement, of: sp.Expr) -> Argument:
        return (
            Argument(start, TIMES, (given,))
            .by("definition", "the longer of both, then sampling" if start == STEP else "what the mask lacks")
            .by("choose_branch", "which is longer is given", at=of)
        )

    def with_stall(given: Statement, wait: sp.Expr) -> Argument:
        opened = taken(STEP, given, longer)
        parted = opened if opened.end == t_f + t_s else opened.by(
            "algebra", "the forward pass and the rest", to=sp.Add(t_f, t_s, t_m - t_f, evaluate=False)
        )
        return parted

    return (
        taken(STEP, EARLY, longer),
        taken(STEP, LATE, longer),
        taken(STALL, EARLY, waits),
        taken(STALL, LATE, waits),
    )


CLAIMS = (REGIMES,)
