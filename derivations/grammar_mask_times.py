"""What a grammar mask costs in time: the step that waits for it, the chance of waiting, the first request, the copy.

Part of the chain `grammar_mask`. Masks are computed on the CPU during the forward pass; sampling needs both. A step of B
sequences waits for the slowest mask of the batch.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, UNIT, Domain, Naturals
from .grammar_mask_rows import SEED, B, gamma
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol
from .units import check_units
from .verify_budget_rows import ROWS, m_verify

t_f, t_m, t_s, t_g, t_r = (symbol(name) for name in ("t_f", "t_m", "t_s", "t_g", "t_r"))
h, cores, BW, k = symbol("ready"), symbol("cores"), symbol("BW"), symbol("k")
q, n, row_bytes = symbol("request"), symbol("requests"), symbol("row_bytes")

step = quantity("T_mask", sp.Max(t_f, t_m) + t_s)
stall = quantity("stall", sp.Max(0, t_m - t_f))
P_stall = quantity("P_stall", sp.Sum(h ** (k - 1) * (1 - h), (k, 1, B)))
mean_stall = quantity("mean_stall", P_stall(h, B) * stall(t_f, t_m))

IN_PARALLEL = "the masks of a step are computed during its forward pass, and sampling needs both"
NOTHING_DRAWN = "times only: nothing is drawn"
EARLY, LATE = le(t_m, t_f), le(t_f, t_m)
TIMES = Domain({"t_f": POSITIVE, "t_m": NONNEGATIVE, "t_s": NONNEGATIVE})
STEP, STALL = step(t_f, t_m, t_s), stall(t_f, t_m)
SERIAL = t_f + t_m + t_s
MS = {"t_f": Fraction(8, 1000), "t_m": Fraction(11, 1000), "t_s": Fraction(1, 1000)}

REGIMES = Claim(
    "grammar_mask.step_regimes",
    title="A mask that is ready in time costs nothing; a late one is waited for",
    statement=both(
        when(EARLY, eq(STEP, t_f + t_s)),
        when(LATE, eq(STEP, t_m + t_s)),
        when(EARLY, eq(STALL, 0)),
        when(LATE, eq(STALL, t_m - t_f)),
        when(EARLY, eq(t_f + t_s + STALL, STEP)),
        when(LATE, eq(t_f + t_s + STALL, STEP)),
        when(EARLY, le(STEP, SERIAL)),
        when(LATE, le(STEP, SERIAL)),
    ),
    domain=TIMES,
    source=f"{SEED}: a mask that arrives after the forward pass finishes stalls the step",
    not_applicable={"simulation": NOTHING_DRAWN},
    assumes=(IN_PARALLEL,),
    example=MS,
    rivals=(
        Rival(
            "grammar_mask.late_mask_costs_all",
            says="a late mask stalls the step for its whole time",
            why_tempting="the forward pass that runs meanwhile is forgotten",
            statement=both(when(EARLY, eq(STALL, 0)), when(LATE, eq(STALL, t_m))),
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

    def taken(start: sp.Expr, given: Statement) -> Argument:
        at, because = (longer, "the longer of both, then sampling") if start == STEP else (waits, "what the mask lacks")
        return (
            Argument(start, TIMES, (given,))
            .by("definition", because, at=at_of(start))
            .by("choose_branch", "which is longer is given", at=at)
        )

    def at_of(start: sp.Expr) -> sp.Expr:
        return STEP if start == STEP else STALL

    def as_step(given: Statement, last: sp.Expr) -> Argument:
        return (
            taken(t_f + t_s + STALL, given)
            .back("choose_branch", "which is longer is given", longer, at=last)
            .back("definition", "the longer of both, then sampling", STEP)
        )

    def at_most_serial(given: Statement) -> Argument:
        return taken(STEP, given).by("monotone_bound", "the other takes some time", by=SERIAL)

    return tuple(
        check_units(argument)
        for argument in (
            *(taken(start, given) for start in (STEP, STALL) for given in (EARLY, LATE)),
            as_step(EARLY, t_f),
            as_step(LATE, t_m),
            at_most_serial(EARLY),
            at_most_serial(LATE),
        )
    )


STALLED = Claim(
    "grammar_mask.step_time",
    title="A step takes the longer of forward pass and mask, then sampling: the stall is what the mask lacks",
    statement=both(
        eq(t_f + t_s + STALL, STEP),
        ge(STEP, t_f + t_s),
        le(STEP, SERIAL),
    ),
    domain=TIMES,
    source=SEED,
    depends_on=("grammar_mask.step_regimes",),
    not_applicable={"simulation": NOTHING_DRAWN},
    assumes=(IN_PARALLEL,),
    example=MS,
    rivals=(
        Rival(
            "grammar_mask.mask_adds_its_time",
            says="the mask adds its whole time to each step",
            why_tempting="it does where the mask is computed after the forward pass",
            statement=both(eq(STEP, SERIAL)),
        ),
        Rival(
            "grammar_mask.mask_is_free",
            says="computed on the CPU, the mask is free: a step takes t_f + t_s",
            why_tempting="CPU and GPU work at the same time; sampling still waits for both",
            statement=both(le(STEP, t_f + t_s)),
        ),
    ),
)


@derives(STALLED.id)
def _step_time() -> tuple[Argument, ...]:
    return (
        check_units(Argument(t_f + t_s + STALL, TIMES).by("lemma", "early or late", claim=REGIMES)),
        check_units(
            Argument(STEP, TIMES)
            .by("definition", "the longer of both, then sampling")
            .by("monotone_bound", "the longer is not shorter", by=t_f + t_s, order=">=")
        ),
        check_units(Argument(STEP, TIMES).by("lemma", "early or late", claim=REGIMES, order="<=")),
    )


CHANCE = P_stall(h, B)
FIRST_LATE = sp.Sum(h ** (k - 1) * (1 - h), (k, 1, B))
BATCH = Domain({"ready": UNIT, "batch": Naturals(1)})

STALL_CHANCE = Claim(
    "grammar_mask.stall_chance",
    title="A batch stalls with probability 1 - h^B: one late mask is enough",
    statement=both(
        eq(CHANCE, 1 - h**B),
        ge(CHANCE, 1 - h),
        le(CHANCE, B * (1 - h)),
        eq(P_stall(h, B + 1), CHANCE + h**B * (1 - h)),
    ),
    domain=BATCH,
    source="own derivation: mask k is the first late one with probability h^(k-1)(1-h)",
    assumes=("masks are late independently of each other, each with probability 1 - h: P(mask time > t_f)",),
    example={"ready": Fraction(99, 100), "batch": Fraction(64)},
    rivals=(
        Rival(
            "grammar_mask.stall_as_miss_rate",
            says="a hit rate of h stalls 1 - h of the steps, whatever the batch",
            why_tempting="it is right for one sequence; a batch waits for its slowest mask",
            statement=both(eq(CHANCE, 1 - h)),
        ),
        Rival(
            "grammar_mask.misses_add_up",
            says="B sequences stall B(1-h) of the steps",
            why_tempting="it is the mean number of late masks; two late masks stall a step once",
            statement=both(eq(CHANCE, B * (1 - h))),
        ),
        Rival(
            "grammar_mask.all_must_be_late",
            says="a step stalls when all its masks are late: (1-h)^B",
            why_tempting="and becomes or",
            statement=both(eq(CHANCE, (1 - h) ** B)),
        ),
    ),
)


@derives(STALL_CHANCE.id)
def _stall_chance() -> tuple[Argument, ...]:
    opened = Argument(CHANCE, BATCH).by("definition", "the first late mask is one of B")
    rest = sp.Sum(h ** (k - 1) * (1 - h), (k, 2, B))
    return (
        opened.by("telescoping", "h^(k-1)(1-h) = h^(k-1) - h^k", antidifference=-(h ** (k - 1))),
        opened.by("split_term", "the first mask", last=False).by(
            "monotone_bound", "the others add to it", by=1 - h, order=">=", gap=rest
        ),
        opened.by("monotone_bound", "no probability exceeds 1", by=1 - h, gap=(1 - h) * (1 - h ** (k - 1)))
        .by("linearity", "B equal terms")
        .by("algebra", "collected", to=B * (1 - h)),
        Argument(P_stall(h, B + 1), BATCH)
        .by("definition", "the first late mask is one of B + 1")
        .by("split_term", "the last one")
        .back("definition", "the first late mask is one of B", CHANCE, at=FIRST_LATE),
    )


MEAN = mean_stall(h, B, t_f, t_m)
STALLS = Domain({"ready": UNIT, "batch": Naturals(1), "t_f": POSITIVE, "t_m": NONNEGATIVE})

HIT_RATE = Claim(
    "grammar_mask.hit_rate",
    title="Hit rate against mean stall",
    statement=both(
        when(LATE, eq(MEAN, (1 - h**B) * (t_m - t_f))),
        when(EARLY, eq(MEAN, 0)),
        le(MEAN, B * (1 - h) * STALL),
    ),
    domain=STALLS,
    source="own derivation: precomputed masks are ready at once, the others after t_m",
    depends_on=("grammar_mask.stall_chance", "grammar_mask.step_regimes"),
    assumes=(*STALL_CHANCE.assumes, "late masks are computed side by side and take t_m"),
    example={"ready": Fraction(99, 100), "batch": Fraction(64), "t_f": MS["t_f"], "t_m": MS["t_m"]},
    rivals=(
        Rival(
            "grammar_mask.hit_rate_hides_all",
            says="at a hit rate of 99% the mean stall is 1% of a late mask's",
            why_tempting="it is right for one sequence",
            statement=both(when(LATE, eq(MEAN, (1 - h) * (t_m - t_f)))),
        ),
        Rival(
            "grammar_mask.stall_is_mask_time",
            says="a late mask costs its whole time t_m",
            why_tempting="the forward pass that runs meanwhile is forgotten",
            statement=both(when(LATE, eq(MEAN, (1 - h**B) * t_m))),
        ),
    ),
)


@derives(HIT_RATE.id)
def _hit_rate() -> tuple[Argument, ...]:
    def opened(*given: Statement) -> Argument:
        return Argument(MEAN, STALLS, given).by("definition", "how often, times how long")

    def by_regime(given: Statement) -> Argument:
        return (
            opened(given)
            .by("lemma", "how often", at=CHANCE, claim=STALL_CHANCE)
            .by("lemma", "how long", at=STALL, claim=REGIMES, values={t_s: sp.S.Zero})
        )

    return (
        by_regime(LATE),
        by_regime(EARLY),
        opened().by("lemma", "at most how often", at=CHANCE, claim=STALL_CHANCE, order="<="),
    )


REQUEST = quantity("T_req", sp.Piecewise((t_g + STEP, q <= 1), (STEP, True)))
MEAN_REQUEST = quantity("T_req_mean", sp.Sum(REQUEST(q, t_g, t_f, t_m, t_s), (q, 1, n)) / n)
EACH, AVERAGE = REQUEST(q, t_g, t_f, t_m, t_s), MEAN_REQUEST(n, t_g, t_f, t_m, t_s)
FIRST = REQUEST(1, t_g, t_f, t_m, t_s)
REQUESTS = Domain({**TIMES.sets, "t_g": POSITIVE, "requests": Naturals(1)})

NEW_SCHEMA = Claim(
    "grammar_mask.new_schema",
    title="A new schema's first request waits for the compile as well; its share in the mean is 1/n",
    statement=both(
        eq(FIRST, t_g + STEP),
        eq(AVERAGE, STEP + t_g / n),
    ),
    domain=REQUESTS,
    source=f"{SEED}: a new schema's first request is slow",
    not_applicable={"simulation": NOTHING_DRAWN},
    assumes=(IN_PARALLEL, "a schema is compiled before its first step, and kept"),
    example={**MS, "t_g": Fraction(1, 2), "requests": Fraction(20)},
    rivals=(
        Rival(
            "grammar_mask.compiled_every_time",
            says="every request of a schema pays for the compile",
            why_tempting="a benchmark of single requests shows it each time",
            statement=both(eq(AVERAGE, STEP + t_g)),
        ),
        Rival(
            "grammar_mask.compile_hidden",
            says="the forward pass hides the compile as it hides the mask",
            why_tempting="both run on the CPU; but the first mask needs the compiled schema",
            statement=both(eq(FIRST, sp.Max(t_g, STEP))),
        ),
    ),
)


@derives(NEW_SCHEMA.id)
def _new_schema() -> tuple[Argument, ...]:
    every = sp.Sum(EACH, (q, 1, n))
    cases = REQUEST.at(q, t_g, t_f, t_m, t_s)
    return (
        check_units(Argument(FIRST, REQUESTS).by("definition", "the first request compiles")),
        check_units(
            Argument(AVERAGE, REQUESTS)
            .by("definition", "all requests over their number")
            .by("split_term", "the first request", at=every, last=False)
            .by("definition", "it compiles", at=FIRST)
            .by("definition", "the others", at=EACH)
            .by("choose_branch", "they find it compiled", at=cases)
            .by("linearity", "n - 1 equal ones", at=sp.Sum(STEP, (q, 2, n)))
            .by("algebra", "the compile over n", to=STEP + t_g / n)
        ),
    )


t_copy = quantity("t_copy", m_verify(B, gamma) * row_bytes / BW)
t_rows = quantity("t_rows", m_verify(B, gamma) * t_r / cores)
COPY, CPU = t_copy(row_bytes, B, gamma, BW), t_rows(B, gamma, t_r, cores)
SMALL, LARGE = lt(row_bytes * cores, BW * t_r), gt(row_bytes * cores, BW * t_r)

BYTES_ARE_SMALL = Claim(
    "grammar_mask.copy_against_cpu",
    title="Copying the masks against computing them: a row's bytes over the link against a row's CPU time",
    statement=both(
        eq(COPY, B * (gamma + 1) * row_bytes / BW),
        when(SMALL, lt(COPY, CPU)),
        when(LARGE, gt(COPY, CPU)),
    ),
    domain=Domain(
        {
            "row_bytes": POSITIVE, "batch": Naturals(1), "gamma": Naturals(0), "BW": POSITIVE, "t_r": POSITIVE,
            "cores": Naturals(1),
        }
    ),
    source=f"{SEED}: the bytes are small; llguidance's page gives 50 µs of CPU time a mask for 128k tokens",
    depends_on=("verify_budget.rows",),
    not_applicable={"simulation": NOTHING_DRAWN},
    assumes=("rows are spread evenly over the cores", "the link runs at its bandwidth, latency left out"),
    example={
        "row_bytes": Fraction(16_032), "batch": Fraction(256), "gamma": Fraction(0), "BW": Fraction(64 * 10**9),
        "t_r": Fraction(50, 10**6), "cores": Fraction(16),
    },
    rivals=(
        Rival(
            "grammar_mask.bytes_are_the_cost",
            says="the masks cost their transfer: copying takes longer than computing",
            why_tempting="4.1 MB a step sounds like much; a link moves it in a fraction of a millisecond",
            statement=both(when(SMALL, gt(COPY, CPU))),
        ),
        Rival(
            "grammar_mask.batch_decides",
            says="whether the copy is the longer depends on the batch",
            why_tempting="the bytes grow with the batch; so does the CPU's work",
            statement=both(when(gt(B * row_bytes * cores, BW * t_r), gt(COPY, CPU))),
        ),
    ),
)  # fmt: skip


@derives(BYTES_ARE_SMALL.id)
def _copy_against_cpu() -> tuple[Argument, ...]:
    rows = m_verify(B, gamma)

    def opened(*given: Statement) -> Argument:
        return (
            Argument(COPY, BYTES_ARE_SMALL.domain, given)
            .by("definition", "bytes over the link")
            .by("lemma", "a row for each verified token", at=rows, claim=ROWS)
        )

    def against(given: Statement, order: str, gap: sp.Expr) -> Argument:
        bound = B * (gamma + 1) * t_r / cores
        return (
            opened(given)
            .by("monotone_bound", "row by row", by=bound, order=order, gap=B * (gamma + 1) * gap / (BW * cores))
            .back("lemma", "a row for each verified token", rows, at=B * (gamma + 1), claim=ROWS)
            .back("definition", "rows over the cores", CPU)
        )

    return (
        opened(),
        against(SMALL, "<", BW * t_r - row_bytes * cores),
        against(LARGE, ">", row_bytes * cores - BW * t_r),
    )


CLAIMS = (REGIMES, STALLED, STALL_CHANCE, HIT_RATE, NEW_SCHEMA, BYTES_ARE_SMALL)
