"""Speculative sampling and the order of the steps: lossless with respect to the processed law. Part of `sampling_order`."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .sampling_order_law import OWN, Example, V, i, rank
from .statements import Statement, both, eq, gt, le, narrow, when
from .symbols import quantity, sequence

p, q, o = sequence("p_l"), sequence("q_l"), sequence("o_l")

ACCEPTED = sp.Min(p[rank], q[rank])
rest = quantity("rest_l", p[rank] - ACCEPTED)
ALL_REST = sp.Sum(rest(i, p, q), (i, 1, V))
REJECTED = sp.Sum(p[i], (i, 1, V)) - sp.Sum(sp.Min(p[i], q[i]), (i, 1, V))
emit = quantity("emit_l", ACCEPTED + REJECTED * rest(rank, p, q) / ALL_REST)

LAWS = Sequences(UNIT)
TENTHS: Example = {
    "p_l": tuple(Fraction(n, 10) for n in (5, 3, 2)) + (Fraction(0),) * 21,
    "q_l": tuple(Fraction(n, 10) for n in (2, 2, 6)) + (Fraction(0),) * 21,
    "o_l": tuple(Fraction(n, 10) for n in (6, 3, 1)) + (Fraction(0),) * 21,
}
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"

RESIDUAL = Claim(
    "sampling_order.residual",
    title="What acceptance leaves of the target law is its excess over the draft law",
    statement=both(
        when(le(p[rank], q[rank]), eq(rest(rank, p, q), 0)),
        when(gt(p[rank], q[rank]), eq(rest(rank, p, q), p[rank] - q[rank])),
    ),
    domain=Domain({"p_l": LAWS, "q_l": LAWS, "l": Naturals(1)}),
    source=f"{LEVIATHAN}, section 2.3: p = min(p, q) + (p - q)+",
    example={**TENTHS, "l": Fraction(1)},
    not_applicable={"simulation": "an identity of two numbers: nothing is drawn"},
    rivals=(
        Rival(
            "sampling_order.residual_not_clipped",
            says="the residual is p - q for every token",
            why_tempting="the clip at 0 looks like a safeguard against rounding",
            statement=both(when(le(p[rank], q[rank]), eq(rest(rank, p, q), p[rank] - q[rank]))),
        ),
    ),
)


@derives(RESIDUAL.id)
def _residual() -> tuple[Argument, ...]:
    def opened(given: Statement) -> Argument:
        return (
            Argument(rest(rank, p, q), RESIDUAL.domain, (given,))
            .by("definition", "what is not accepted")
            .by("choose_branch", "the smaller of the two", at=ACCEPTED)
        )

    return opened(le(p[rank], q[rank])), opened(gt(p[rank], q[rank]))


RESIDUALS = Claim(
    "sampling_order.residuals_add_up",
    title="The residuals add up to the probability of a rejection",
    statement=eq(ALL_REST, REJECTED),
    domain=Domain({"p_l": LAWS, "q_l": LAWS, "V": Naturals(1)}),
    source=f"{LEVIATHAN}, appendix A.1",
    example={**TENTHS, "V": Fraction(3)},
    not_applicable={"simulation": "an identity of finite sums: nothing is drawn"},
)


@derives(RESIDUALS.id)
def _residuals() -> tuple[Argument, ...]:
    return (
        Argument(ALL_REST, RESIDUALS.domain)
        .by("definition", "what is not accepted", at=rest(i, p, q))
        .by("linearity", "term by term"),
    )


SOME_REJECTED = narrow(
    Domain({"p_l": LAWS, "q_l": LAWS, "l": Naturals(1), "V": Naturals(1)}), le(rank, V), gt(ALL_REST, 0)
)
EMITTED = emit(rank, V, p, q)
ARE_LAWS = "p and q have the same total (they are laws), so a draft is rejected with probability Σp - Σmin(p, q)"

LOSSLESS = Claim(
    "sampling_order.speculation_follows_the_processed_law",
    title="Speculative sampling emits the processed target law, whatever the order of the steps",
    statement=eq(EMITTED, p[rank]),
    domain=SOME_REJECTED,
    source=f"{LEVIATHAN}, sections 2.2 and A.1; p is the target law after all steps",
    depends_on=("sampling_order.residuals_add_up",),
    assumes=(ARE_LAWS,),
    example={**TENTHS, "l": Fraction(1), "V": Fraction(3)},
    rivals=(
        Rival(
            "sampling_order.recovered_from_the_target",
            says="a rejected draft is replaced by a token drawn from the target law itself",
            why_tempting="the target law is what is wanted, and it is at hand",
            statement=eq(EMITTED, ACCEPTED + REJECTED * p[rank]),
        ),
    ),
)


@derives(LOSSLESS.id)
def _lossless() -> tuple[Argument, ...]:
    return (
        Argument(EMITTED, SOME_REJECTED)
        .by("definition", "accepted or recovered")
        .by("definition", "the residual", at=rest(rank, p, q))
        .back("lemma", "what is rejected is what the residuals add up to", ALL_REST, at=REJECTED, claim=RESIDUALS),
    )


MATCHES = Claim(
    "sampling_order.matches_where_the_laws_agree",
    title="It differs from plain decoding as the two processed laws do: it matches exactly where they are one law",
    statement=eq(EMITTED - o[rank], p[rank] - o[rank]),
    domain=SOME_REJECTED.extended({"o_l": LAWS}),
    source=f"{OWN}; o is the law of plain decoding after its own steps. The same order suffices and is not needed: at T = 1, or "
    "where both orders keep one token, the laws agree",
    depends_on=("sampling_order.speculation_follows_the_processed_law",),
    assumes=(ARE_LAWS,),
    example={**LOSSLESS.example, "o_l": TENTHS["o_l"]},
    rivals=(
        Rival(
            "sampling_order.any_order_is_lossless",
            says="lossless means: the output is that of plain decoding, in whatever order that applies its steps",
            why_tempting="lossless is said without saying with respect to what",
            statement=eq(EMITTED - o[rank], 0),
        ),
    ),
)


@derives(MATCHES.id)
def _matches() -> tuple[Argument, ...]:
    return (Argument(EMITTED - o[rank], MATCHES.domain).by("lemma", "the processed law", at=EMITTED, claim=LOSSLESS),)
