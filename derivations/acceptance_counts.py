"""Counters of an engine, where the draft length varies: L = 1 + (mean length)·r. Part of the chain `acceptance`.

Counters add up over verifications: `accepted` and `drafted` tokens, and `drafts`, one a verification.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..ledger import Verdict
from .acceptance_ratio import VLLM, A, L, alpha, gamma, r
from .claims import Claim, Rival
from .derive import derives
from .domain import OPEN_UNIT, UNIT, Domain, Naturals
from .export import export
from .figures import Expected, Figure
from .kernel import Argument
from .statements import eq, le, narrow
from .symbols import quantity, symbol, unfold

accepted, drafted, drafts, delta, w = (symbol(name) for name in ("accepted", "drafted", "drafts", "delta", "w"))

r_n = quantity("r_n", accepted / drafted)
L_n = quantity("L_n", (accepted + drafts) / drafts)
gamma_bar = quantity("gamma_bar", drafted / drafts)
MEAN_DRAFT = w * gamma + (1 - w) * delta
gamma_w = quantity("gamma_w", MEAN_DRAFT)
r_w = quantity("r_w", (w * A(alpha, gamma) + (1 - w) * A(alpha, delta)) / MEAN_DRAFT)

LLAMA = "llama.cpp log: 167 accepted of 259 drafted tokens in 87 drafts, by position (.805, .632, .483)"
LOG = {"accepted": "167", "drafted": "259", "drafts": "87", "reached": "212", "gamma": "3"}


def logged(id_: str, printed: str, expression: sp.Expr, expected: Expected | None = None) -> Figure:
    """A figure from the counts of the log, which are exact."""
    tree = export(unfold(expression))
    return Figure(id_, printed, LOG, tree, LLAMA, exact_inputs=frozenset(LOG), expected=expected)


RATIO_OF_COUNTS, MEAN_LENGTH = r_n(accepted, drafted), gamma_bar(drafted, drafts)
NOMINAL = 1 + gamma * RATIO_OF_COUNTS

COUNTS = Claim(
    "acceptance.counts",
    title="Draft lengths that vary: L = 1 + γ̄r with γ̄ = drafted/drafts",
    statement=eq(1 + MEAN_LENGTH * RATIO_OF_COUNTS, L_n(accepted, drafts)),
    domain=narrow(
        Domain({"accepted": Naturals(0), "drafted": Naturals(1), "drafts": Naturals(1), "gamma": Naturals(1)}),
        le(accepted, drafted),
    ),
    source=f"{VLLM}: mean acceptance length = 1 + accepted tokens over drafts",
    assumes=("each verification emits one token of the target's own, bonus or recovered",),
    example={name: Fraction(LOG[name]) for name in ("accepted", "drafted", "drafts", "gamma")},
    not_applicable={"simulation": "an identity between counts: it holds in every log, whatever the process"},
    figures=(
        logged("llamacpp.acceptance", "0.64479", RATIO_OF_COUNTS),
        logged("llamacpp.mean_length", "2.920", 1 + MEAN_LENGTH * RATIO_OF_COUNTS),
        logged("llamacpp.nominal_length", "2.934", NOMINAL),
        logged(
            "llamacpp.mean_length_by_nominal_length", "2.920", NOMINAL,
            Expected(Verdict.REFUTED, "259 drafted tokens are not 3 in each of 87 drafts: the length varied"),
        ),
    ),
    rivals=(
        Rival(
            "acceptance.nominal_length",
            says="L = 1 + γr with the configured γ",
            why_tempting="the configuration names one draft length; a draft is shorter where the drafter stops early",
            statement=eq(NOMINAL, L_n(accepted, drafts)),
        ),
        Rival(
            "acceptance.counts_without_bonus",
            says="L = γ̄r: accepted tokens over drafts",
            why_tempting="the counters count drafted tokens only",
            statement=eq(MEAN_LENGTH * RATIO_OF_COUNTS, L_n(accepted, drafts)),
        ),
    ),
)  # fmt: skip


@derives(COUNTS.id)
def _counts() -> tuple[Argument, ...]:
    return (
        Argument(1 + MEAN_LENGTH * RATIO_OF_COUNTS, COUNTS.domain)
        .by("definition", "drafted tokens a draft", at=MEAN_LENGTH)
        .by("definition", "accepted over drafted", at=RATIO_OF_COUNTS)
        .by("algebra", "over one denominator", to=(accepted + drafts) / drafts)
        .back("definition", "emitted tokens over verifications", L_n(accepted, drafts)),
    )


LENGTHS = Domain({"alpha": UNIT, "gamma": Naturals(1), "delta": Naturals(1), "w": OPEN_UNIT})
MIXED_EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5), "delta": Fraction(2), "w": Fraction(1, 2)}
MIXED_RATIO, MIXED_LENGTH = r_w(alpha, gamma, delta, w), gamma_w(gamma, delta, w)
MIXED_ACCEPTED = w * A(alpha, gamma) + (1 - w) * A(alpha, delta)
MEAN_OF_RATIOS = w * r(alpha, gamma) + (1 - w) * r(alpha, delta)

POOLED = Claim(
    "acceptance.pooled_ratio",
    title="With two draft lengths, r is accepted over drafted of all drafts together",
    statement=eq(MIXED_LENGTH * MIXED_RATIO, MIXED_ACCEPTED),
    domain=LENGTHS,
    source="own derivation: the quotient of two counters tends to the quotient of their means",
    assumes=("the draft length is drawn per draft, γ with probability w and else δ, independently of acceptance",),
    example=MIXED_EXAMPLE,
    rivals=(
        Rival(
            "acceptance.mean_of_ratios",
            says="r is the mean of the ratios of the two lengths",
            why_tempting="ratios of drafts are averaged as a matter of course; long drafts have more tokens to count",
            statement=eq(MIXED_LENGTH * MIXED_RATIO, MIXED_LENGTH * MEAN_OF_RATIOS),
        ),
    ),
)


@derives(POOLED.id)
def _pooled() -> tuple[Argument, ...]:
    return (
        Argument(MIXED_LENGTH * MIXED_RATIO, LENGTHS)
        .by("definition", "the mean draft", at=MIXED_LENGTH)
        .by("definition", "expected accepted over expected drafted", at=MIXED_RATIO),
    )


EMITTED = w * L(alpha, gamma) + (1 - w) * L(alpha, delta)

VARYING = Claim(
    "acceptance.varying_length",
    title="With two draft lengths, L = 1 + γ̄r with the mean length γ̄",
    statement=eq(EMITTED, 1 + MIXED_LENGTH * MIXED_RATIO),
    domain=LENGTHS,
    source="own derivation, from the counters' definitions",
    depends_on=("acceptance.pooled_ratio",),
    example=MIXED_EXAMPLE,
    rivals=(
        Rival(
            "acceptance.longest_length",
            says="L = 1 + γr with the longer of the two lengths",
            why_tempting="the configuration names the longest draft",
            statement=eq(EMITTED, 1 + gamma * MIXED_RATIO),
        ),
        Rival(
            "acceptance.averaged_apart",
            says="L = 1 + γ̄ · mean ratio: lengths and ratios may be averaged separately",
            why_tempting="the mean of products is taken for the product of means",
            statement=eq(EMITTED, 1 + MIXED_LENGTH * MEAN_OF_RATIOS),
        ),
    ),
)


@derives(VARYING.id)
def _varying() -> tuple[Argument, ...]:
    return (
        Argument(EMITTED, LENGTHS)
        .by("definition", "the accepted drafts and one token more", at=L(alpha, gamma))
        .by("definition", "the accepted drafts and one token more", at=L(alpha, delta))
        .by("algebra", "the token that always comes apart", to=1 + MIXED_ACCEPTED)
        .back("lemma", "accepted of all drafts", MIXED_LENGTH * MIXED_RATIO, at=MIXED_ACCEPTED, claim=POOLED),
    )
