"""Speculative sampling and the order of the steps: lossless with respect to the processed law. Part of `sampling_order`."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .sampling_order_law import V, i, l
from .statements import both, eq, gt, le, lt, narrow, when
from .symbols import quantity, sequence

p, q, o = sequence("p_l"), sequence("q_l"), sequence("o_l")

ACCEPTED = sp.Min(p[l], q[l])
rest = quantity("rest_l", p[l] - ACCEPTED)
ALL_REST = sp.Sum(rest(i, p, q), (i, 1, V))
REJECTED = sp.Sum(p[i], (i, 1, V)) - sp.Sum(sp.Min(p[i], q[i]), (i, 1, V))
emit = quantity("emit_l", ACCEPTED + REJECTED * rest(l, p, q) / ALL_REST)

LAWS = Sequences(UNIT)
TENTHS = {
    "p_l": tuple(Fraction(n, 10) for n in (5, 3, 2)) + (Fraction(0),) * 21,
    "q_l": tuple(Fraction(n, 10) for n in (2, 2, 6)) + (Fraction(0),) * 21,
}
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"

RESIDUAL = Claim(
    "sampling_order.residual",
    title="What acceptance leaves of the target law is its excess over the draft law",
    statement=both(
        when(le(p[l], q[l]), eq(rest(l, p, q), 0)),
        when(gt(p[l], q[l]), eq(rest(l, p, q), p[l] - q[l])),
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
            statement=both(when(le(p[l], q[l]), eq(rest(l, p, q), p[l] - q[l]))),
        ),
    ),
)


@derives(RESIDUAL.id)
def _residual() -> tuple[Argument, ...]:
    def opened(given: object) -> Argument:
        return (
            Argument(rest(l, p, q), RESIDUAL.domain, (given,))
            .by("definition", "what is not accepted")
            .by("choose_branch", "the smaller of the two", at=ACCEPTED)
        )

    return opened(le(p[l], q[l])), opened(gt(p[l], q[l]))


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
    Domain({"p_l": LAWS, "q_l": LAWS, "o_l": LAWS, "l": Naturals(1), "V": Naturals(1)}), le(l, V), gt(ALL_REST, 0)
)
EMITTED = emit(l, V, p, q)

LOSSLESS = Claim(
    "sampling_order.speculation_follows_the_processed_law",
    title="Speculative sampling emits the processed target law, whatever the order; it matches plain decoding where that has the same law",
    statement=both(
        eq(EMITTED, p[l]),
        when(lt(o[l], p[l]), gt(EMITTED, o[l])),
        when(gt(o[l], p[l]), lt(EMITTED, o[l])),
    ),
    domain=SOME_REJECTED,
    depends_on=("sampling_order.residuals_add_up",),
    source=f"{LEVIATHAN}, sections 2.2 and A.1; p is the target law after all steps, o that of plain decoding",
    assumes=("p and q have the same total (they are laws), so a draft is rejected with probability Σp - Σmin(p, q)",),
    example={**TENTHS, "o_l": (Fraction(3, 5), Fraction(3, 10), Fraction(1, 10)) + (Fraction(0),) * 21, "l": Fraction(1), "V": Fraction(3)},
    rivals=(
        Rival(
            "sampling_order.any_order_is_lossless",
            says="lossless means: the output is that of plain decoding, in whatever order that applies its steps",
            why_tempting="lossless is said without saying with respect to what",
            statement=both(eq(EMITTED, o[l])),
        ),
        Rival(
            "sampling_order.recovered_from_the_target",
            says="a rejected draft is replaced by a token drawn from the target law itself",
            why_tempting="the target law is what is wanted, and it is at hand",
            statement=both(eq(EMITTED, ACCEPTED + REJECTED * p[l])),
        ),
    ),
)  # fmt: skip


@derives(LOSSLESS.id)
def _lossless() -> tuple[Argument, ...]:
    def opened(*given: object) -> Argument:
        return (
            Argument(EMITTED, SOME_REJECTED, given)
            .by("definition", "accepted or recovered")
            .by("definition", "the residual", at=rest(l, p, q))
            .back("lemma", "what is rejected is what the residuals add up to", ALL_REST, at=REJECTED, claim=RESIDUALS)
            .by("algebra", "the residual cancels what normalises it", to=p[l])
        )

    return (
        opened(),
        opened(lt(o[l], p[l])).by("monotone_bound", "plain decoding emits it less often", by=o[l], order=">"),
        opened(gt(o[l], p[l])).by("monotone_bound", "plain decoding emits it more often", by=o[l], order="<"),
    )
