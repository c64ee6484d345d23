"""What a verification step sends through the target: rows, their arithmetic intensity, and the ridge.

Part of the chain `verify_budget`. Verification sends gamma + 1 rows a sequence: the token before the drafts, and the
drafts. Past the ridge the arithmetic of a weight GEMM outlasts the reading of its weights.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, Domain, Naturals, Set
from .export import export
from .figures import Figure
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol, unfold

gamma, B, m, k = (symbol(name) for name in ("gamma", "batch", "rows", "k"))
N, F, BW, b_w, b_a = (symbol(name) for name in ("n_params", "flops", "BW", "b_w", "b_a"))
d_in, d_out, d = (symbol(name) for name in ("d_in", "d_out", "d"))

m_verify = quantity("m_verify", sp.Sum(1 + gamma, (k, 1, B)))
I = quantity("I", 2 * m * d_in * d_out / (b_w * d_in * d_out + b_a * m * (d_in + d_out)))  # noqa: E741 - intensity
m_ridge = quantity("m_ridge", F * b_w / (2 * BW))

SEED = "the seed's chain 5, the verify-token budget at batch"
DATA_SHEET = "NVIDIA H100 SXM data sheet: 989.4 TFLOP/s BF16 dense, 3.35 TB/s"
WEIGHTS_ONLY = "bytes are those of the weights; activations are counted by `verify_budget.intensity`"

H100 = {"flops": Fraction("989.4e12"), "BW": Fraction("3.35e12")}
LLAMA_8B = {"n_params": Fraction("8.03e9"), "b_w": Fraction(2)}
NOT_DRAWN = {"simulation": "nothing is drawn: rows and times are computed, and tokens per verification are given"}
AT_64 = {"gamma": Fraction(5), "batch": Fraction(64)}


def figure(
    name: str, printed: str, expression: sp.Expr, inputs: dict[str, str], source: str, *, exact: str = ""
) -> Figure:
    """A published number of this chain; `exact` names the inputs that are settings."""
    tree = export(unfold(expression))
    return Figure(f"verify_budget.{name}", printed, inputs, tree, source, frozenset(exact.split()))


ROWS = Claim(
    "verify_budget.rows",
    title="A verification step sends B(γ + 1) tokens through the target",
    statement=eq(m_verify(B, gamma), B * (gamma + 1)),
    domain=Domain({"batch": Naturals(1), "gamma": Naturals(0)}),
    source=f"{SEED}; Leviathan, Kalman, Matias 2023 (arXiv 2211.17192), algorithm 1: gamma + 1 evaluations in parallel",
    assumes=("all sequences of the batch have the same draft length",),
    not_applicable=NOT_DRAWN,
    example=AT_64,
    rivals=(
        Rival(
            "verify_budget.bonus_row_forgotten",
            says="a verification sends γ rows a sequence: the drafts",
            why_tempting="only drafts are verified; but the token before them, which judges the first, has a row too",
            statement=eq(m_verify(B, gamma), B * gamma),
        ),
        Rival(
            "verify_budget.one_row_a_sequence",
            says="a step sends one row a sequence, verification as well",
            why_tempting="verification is called one forward pass",
            statement=eq(m_verify(B, gamma), B),
        ),
    ),
    figures=tuple(
        figure(f"rows_{batch}", printed, B * (gamma + 1), {"batch": batch, "gamma": "5"}, SEED, exact="batch gamma")
        for batch, printed in (("8", "48"), ("64", "384"))
    ),
)


@derives(ROWS.id)
def _rows() -> tuple[Argument, ...]:
    return (
        Argument(m_verify(B, gamma), ROWS.domain)
        .by("definition", "each sequence: the token before the drafts, and the drafts")
        .by("linearity", "the same for each of B sequences")
        .by("algebra", "collected", to=B * (gamma + 1)),
    )


LAYER = I(m, d_in, d_out, b_w, b_a)
IDEAL = 2 * m / b_w
CEILING = 2 * d_in * d_out / (b_a * (d_in + d_out))
LAYER_SETS: dict[str, Set] = {
    "rows": Naturals(1), "d_in": POSITIVE, "d_out": POSITIVE, "b_w": POSITIVE, "b_a": NONNEGATIVE,
}  # fmt: skip
LAYER_EXAMPLE = {
    "rows": Fraction(384), "d_in": Fraction(4096), "d_out": Fraction(14336), "b_w": Fraction(2), "b_a": Fraction(2),
}  # fmt: skip
TRAFFIC = b_w * d_in * d_out + b_a * m * (d_in + d_out)

INTENSITY = Claim(
    "verify_budget.intensity",
    title="Arithmetic intensity of a linear layer, against 2 rows over bytes per weight",
    statement=both(
        when(eq(b_a, 0), eq(LAYER, IDEAL)),
        when(gt(b_a, 0), lt(LAYER, IDEAL)),
        when(gt(b_a, 0), lt(LAYER, CEILING)),
    ),
    domain=Domain(LAYER_SETS),
    source="own derivation: 2 FLOP a weight and row, over the bytes of weights, inputs and outputs, each moved once",
    assumes=("inputs and outputs are moved once each, and nothing is kept in cache between layers",),
    not_applicable=NOT_DRAWN,
    example=LAYER_EXAMPLE,
    rivals=(
        Rival(
            "verify_budget.intensity_of_weights_only",
            says="the intensity is 2·rows/bytes per weight, whatever the layer's shape",
            why_tempting="it is right for the weights alone, and close while rows are few against the layer's width",
            statement=both(eq(LAYER, IDEAL)),
        ),
        Rival(
            "verify_budget.multiply_add_once",
            says="with weights alone the intensity is rows/bytes per weight",
            why_tempting="a multiply-add is one instruction; peak rates count it as two operations",
            statement=both(when(eq(b_a, 0), eq(LAYER, m / b_w)), when(gt(b_a, 0), lt(LAYER, m / b_w))),
        ),
    ),
)


def _over_ideal(rows: sp.Expr) -> sp.Expr:
    return 2 * rows * b_a * rows * (d_in + d_out) / (b_w * TRAFFIC.subs(m, rows))


@derives(INTENSITY.id)
def _intensity() -> tuple[Argument, ...]:
    def opened(*given: Statement) -> Argument:
        return Argument(LAYER, INTENSITY.domain, given).by("definition", "operations over bytes moved")

    below_ceiling = 2 * d_in * d_out * b_w * d_in * d_out / (b_a * (d_in + d_out) * TRAFFIC)
    return (
        opened(eq(b_a, 0))
        .by("substitution", "activations cost nothing", values={b_a: sp.S.Zero})
        .by("algebra", "the layer's shape cancels", to=IDEAL),
        opened(gt(b_a, 0)).by("monotone_bound", "bytes left out", by=IDEAL, order="<", gap=_over_ideal(m)),
        opened(gt(b_a, 0)).by(
            "monotone_bound", "the weights' bytes left out", by=CEILING, order="<", gap=below_ceiling
        ),
    )


MANY_ROWS = 2 * d_in**2 * d_out**2 * b_w / (b_a**2 * (d_in + d_out) ** 2 * m)
WIDE = 4 * b_a * m**2 / (b_w**2 * d)
SQUARE = I(m, d, d, b_w, b_a)

INTENSITY_LIMITS = Claim(
    "verify_budget.intensity_limits",
    title="For many rows the activations cap the intensity, for a wide layer the weights give it",
    statement=both(
        ge(LAYER, CEILING - MANY_ROWS),
        eq(sp.Limit(LAYER, m, sp.oo), CEILING),
        ge(SQUARE, IDEAL - WIDE),
        eq(sp.Limit(SQUARE, d, sp.oo), IDEAL),
    ),
    domain=Domain({**LAYER_SETS, "b_a": POSITIVE, "d": Naturals(1)}),
    source="own derivation, with the rates of approach",
    assumes=INTENSITY.assumes,
    not_applicable=NOT_DRAWN,
    example={**LAYER_EXAMPLE, "d": Fraction(4096)},
    rivals=(
        Rival(
            "verify_budget.intensity_has_no_cap",
            says="with rows enough the intensity passes any bound",
            why_tempting="2·rows/bytes per weight has none",
            statement=both(ge(LAYER, IDEAL)),
        ),
    ),
)


@derives(INTENSITY_LIMITS.id)
def _intensity_limits() -> tuple[Argument, ...]:
    domain, both_ways = INTENSITY_LIMITS.domain, d_in + d_out
    many = 2 * d_in**3 * d_out**3 * b_w**2 / (b_a**2 * both_ways**2 * m * TRAFFIC)
    wide = 8 * b_a**2 * m**3 / (b_w**2 * d * (b_w * d + 2 * b_a * m))
    return (
        Argument(LAYER, domain)
        .by("definition", "operations over bytes moved")
        .by(
            "monotone_bound",
            "the weights' bytes against the activations'",
            by=CEILING - MANY_ROWS,
            order=">=",
            gap=many,
        ),
        Argument(sp.Limit(LAYER, m, sp.oo), domain)
        .by("definition", "operations over bytes moved", at=LAYER)
        .by("limit", "the weights' bytes count less and less", rate=MANY_ROWS),
        Argument(SQUARE, domain)
        .by("definition", "operations over bytes moved")
        .by("monotone_bound", "the activations' bytes against the weights'", by=IDEAL - WIDE, order=">=", gap=wide),
        Argument(sp.Limit(SQUARE, d, sp.oo), domain)
        .by("definition", "operations over bytes moved", at=SQUARE)
        .by("limit", "the activations' bytes count less and less", rate=WIDE),
    )


ARITHMETIC, READING = 2 * N * m / F, N * b_w / BW
PAST, NOT_PAST = gt(IDEAL, F / BW), le(IDEAL, F / BW)

RIDGE = Claim(
    "verify_budget.ridge",
    title="Arithmetic outlasts reading the weights exactly where the intensity exceeds the ridge",
    statement=both(when(PAST, gt(ARITHMETIC, READING)), when(NOT_PAST, le(ARITHMETIC, READING))),
    domain=Domain({"n_params": POSITIVE, "rows": Naturals(1), "b_w": POSITIVE, "flops": POSITIVE, "BW": POSITIVE}),
    source=f"the roofline model (Williams, Waterman, Patterson 2009); {SEED}",
    assumes=(WEIGHTS_ONLY,),
    not_applicable=NOT_DRAWN,
    example={**LLAMA_8B, **H100, "b_w": Fraction(1), "rows": Fraction(200)},
    rivals=(
        Rival(
            "verify_budget.rows_against_ridge",
            says="a GEMM is past the ridge when its rows exceed FLOP/s over B/s, whatever the bytes per weight",
            why_tempting="with two bytes a weight the intensity is the number of rows",
            statement=both(when(gt(m, F / BW), gt(ARITHMETIC, READING)), when(le(m, F / BW), le(ARITHMETIC, READING))),
        ),
    ),
    figures=(
        figure("ridge_h100", "about 295", F / BW, {"flops": "989.4e12", "BW": "3.35e12"}, f"{SEED}; {DATA_SHEET}"),
        figure(
            "ridge_h200", "206", F / BW, {"flops": "989.4e12", "BW": "4.8e12"}, "NVIDIA H200 SXM data sheet: 4.8 TB/s"
        ),
    ),
)


@derives(RIDGE.id)
def _ridge() -> tuple[Argument, ...]:
    excess = N * b_w * (IDEAL - F / BW) / F

    def against(given: Statement, order: str, gap: sp.Expr) -> Argument:
        why = "N·b_w/F times the excess over the ridge"
        return Argument(ARITHMETIC, RIDGE.domain, (given,)).by("monotone_bound", why, by=READING, order=order, gap=gap)

    return against(PAST, ">", excess), against(NOT_PAST, "<=", N * b_w * (F / BW - IDEAL) / F)


RIDGE_ROWS = Claim(
    "verify_budget.ridge_rows",
    title="Rows at the ridge: half with 8-bit weights, unchanged if the arithmetic is 8-bit as well",
    statement=both(
        eq(2 * m_ridge(F, BW, b_w) / b_w, F / BW),
        eq(m_ridge(F, BW, b_w / 2), m_ridge(F, BW, b_w) / 2),
        eq(m_ridge(2 * F, BW, b_w / 2), m_ridge(F, BW, b_w)),
    ),
    domain=Domain({"b_w": POSITIVE, "flops": POSITIVE, "BW": POSITIVE}),
    source="own derivation: intensity 2·rows/b_w against the ridge",
    assumes=(WEIGHTS_ONLY, "8-bit arithmetic runs at twice the rate of 16-bit arithmetic"),
    not_applicable=NOT_DRAWN,
    example={**H100, "b_w": Fraction(2)},
    rivals=(
        Rival(
            "verify_budget.ridge_survives_weight_quantisation",
            says="quantising the weights alone leaves the ridge where it was in tokens",
            why_tempting="FLOP/s and B/s are the hardware's; but each byte now holds more weights to compute with",
            statement=both(eq(m_ridge(F, BW, b_w / 2), m_ridge(F, BW, b_w))),
        ),
        Rival(
            "verify_budget.ridge_halves_with_both",
            says="8-bit weights halve the ridge in tokens, with 8-bit arithmetic as well",
            why_tempting="half the bytes; but twice the arithmetic rate makes up for them",
            statement=both(eq(m_ridge(2 * F, BW, b_w / 2), m_ridge(F, BW, b_w) / 2)),
        ),
    ),
    figures=(
        figure("ridge_rows_8_bit", "148", m_ridge(F, BW, b_w), {"flops": "989.4e12", "BW": "3.35e12", "b_w": "1"},
               f"{DATA_SHEET}; 8-bit weights, 16-bit arithmetic", exact="b_w"),
    ),
)  # fmt: skip


@derives(RIDGE_ROWS.id)
def _ridge_rows() -> tuple[Argument, ...]:
    here, halved, fast = m_ridge(F, BW, b_w), m_ridge(F, BW, b_w / 2), m_ridge(2 * F, BW, b_w / 2)
    full = F * b_w / (2 * BW)
    opened = Argument(2 * here / b_w, RIDGE_ROWS.domain).by("definition", "F·b_w over 2·BW", at=here)
    return (
        opened if opened.end == F / BW else opened.by("algebra", "bytes per weight cancel", to=F / BW),
        Argument(halved, RIDGE_ROWS.domain)
        .by("definition", "half the bytes per weight")
        .by("algebra", "half the rows", to=sp.Mul(sp.Rational(1, 2), full, evaluate=False))
        .back("definition", "the rows at full bytes", here, at=full),
        Argument(fast, RIDGE_ROWS.domain)
        .by("definition", "half the bytes per weight, twice the rate")
        .back("definition", "the same product", here),
    )


SENT, AT_RIDGE = m_verify(B, gamma), m_ridge(F, BW, b_w)
SHARE = AT_RIDGE / (gamma + 1)

FIRST_BATCH = Claim(
    "verify_budget.first_batch",
    title="The first batch whose verification has more rows than the ridge",
    statement=both(
        when(ge(B, sp.floor(SHARE) + 1), gt(SENT, AT_RIDGE)),
        when(le(B, sp.floor(SHARE)), le(SENT, AT_RIDGE)),
        when(ge(B, sp.ceiling(SHARE)), ge(SENT, AT_RIDGE)),
    ),
    domain=Domain({"batch": Naturals(1), "gamma": Naturals(0), "b_w": POSITIVE, "flops": POSITIVE, "BW": POSITIVE}),
    source=f"{SEED}; strictly past: floor + 1, at the ridge or past it: ceil",
    depends_on=("verify_budget.rows",),
    assumes=(WEIGHTS_ONLY,),
    not_applicable=NOT_DRAWN,
    example={**H100, "b_w": Fraction(2), "gamma": Fraction(5), "batch": Fraction(55)},
    rivals=(
        Rival(
            "verify_budget.first_batch_by_drafts",
            says="the first batch past the ridge has B·γ rows past it (60 at γ = 5 on an H100)",
            why_tempting="the drafts are what is verified; the bonus token's row is forgotten",
            statement=both(
                when(gt(B * gamma, AT_RIDGE), gt(SENT, AT_RIDGE)),
                when(le(B * gamma, AT_RIDGE), le(SENT, AT_RIDGE)),
            ),
        ),
        Rival(
            "verify_budget.first_batch_is_ridge",
            says="a batch is past the ridge when it has more sequences than the ridge has rows",
            why_tempting="without speculation each sequence is one row",
            statement=both(
                when(gt(B, AT_RIDGE), gt(SENT, AT_RIDGE)),
                when(le(B, AT_RIDGE), le(SENT, AT_RIDGE)),
            ),
        ),
    ),
    figures=(
        figure("first_batch_h100", "50", sp.floor(SHARE) + 1,
               {"flops": "989.4e12", "BW": "3.35e12", "b_w": "2", "gamma": "5"}, f"{SEED}; {DATA_SHEET}",
               exact="b_w gamma"),
    ),
)  # fmt: skip


@derives(FIRST_BATCH.id)
def _first_batch() -> tuple[Argument, ...]:
    def rounded(given: Statement, to: sp.Expr, order: str, tight: str) -> Argument:
        """From the batch to the rounded share of the ridge, from there to the share itself."""
        gap = (gamma + 1) * (B - to if order == ">=" else to - B)
        whole = sp.ceiling(SHARE) if to.has(sp.ceiling) else sp.floor(SHARE)
        return (
            Argument(SENT, FIRST_BATCH.domain, (given,))
            .by("lemma", "batch times gamma + 1", claim=ROWS)
            .by("monotone_bound", "the batch against the rounded share", by=(gamma + 1) * to, order=order, gap=gap)
            .by("rounding", "the share itself", at=whole, order=tight)
            .by("algebra", "gamma + 1 cancels", to=AT_RIDGE)
        )

    down, up = sp.floor(SHARE), sp.ceiling(SHARE)
    return (
        rounded(ge(B, down + 1), down + 1, ">=", ">"),
        rounded(le(B, down), down, "<=", "<="),
        rounded(ge(B, up), up, ">=", ">="),
    )
