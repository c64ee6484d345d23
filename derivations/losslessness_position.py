"""One position: a draft is accepted with probability min(1, p/q), else a token is drawn from what the target has beyond q.

Part of the chain `losslessness`. p is the target law and q the draft law, over a vocabulary of any size V. What happens where
drafts are drawn from another law than the declared one is in `losslessness_declared`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .statements import Rel, Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, sequence, symbol

V, l, i, k = (symbol(name) for name in ("V", "l", "i", "k"))  # noqa: E741 - a token's letter
p_x, q_x = symbol("p_x"), symbol("q_x")
p, q = sequence("p_l"), sequence("q_l")

accept = quantity("accept_x", sp.Piecewise((sp.Min(1, p_x / q_x), q_x > 0), (1, True)))
"""A token that is never drafted (q = 0) may be given any probability of acceptance."""

rest = quantity("rest_l", sp.Max(p[l] - q[l], 0))
alpha = quantity("alpha_pq", sp.Sum(q[i] * accept(p[i], q[i]), (i, 1, V)))
tv = quantity("tv", sp.Sum(sp.Abs(p[i] - q[i]), (i, 1, V)) / 2)

ALPHA, TV = alpha(V, p, q), tv(V, p, q)
REST, ALL_REST = rest(l, p, q), sp.Sum(rest(i, p, q), (i, 1, V))
EXCESS = sp.Max(p_x - q_x, 0)
"""The residual of a token, from its two probabilities."""

SMALLER, OVERLAP = sp.Min(p[l], q[l]), sp.Sum(sp.Min(p[i], q[i]), (i, 1, V))
TOTAL_P, TOTAL_Q = sp.Sum(p[i], (i, 1, V)), sp.Sum(q[i], (i, 1, V))

Law = Callable[[sp.Expr], sp.Expr]
"""The probability of a token, given its number."""


def summed(law: Law) -> sp.Expr:
    """The sum of a law over the vocabulary."""
    return sp.Sum(law(i), (i, 1, V))


def emitted(accepted: Law, residual: Law = lambda x: rest(x, p, q)) -> sp.Expr:
    """Law of the token l that is emitted: x is drafted and accepted with probability `accepted(x)`, else a token is drawn in
    proportion to `residual(x)`, if that is anywhere above 0.
    """
    whole = summed(residual)
    recovered = (1 - summed(accepted)) * residual(l) / whole
    return sp.Piecewise((accepted(l) + recovered, whole > 0), (accepted(l), True))


emit = quantity("emit_l", emitted(lambda x: q[x] * accept(p[x], q[x])))
EMITTED = emit(l, V, p, q)

LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"
LAWS = Sequences(UNIT)
NUMBERS = Domain({"p_x": UNIT, "q_x": UNIT})
SUMS = Domain({"p_l": LAWS, "q_l": LAWS, "V": Naturals(1)})
PAIR = narrow(SUMS, eq(TOTAL_P, 1), eq(TOTAL_Q, 1))
TOKEN = narrow(PAIR.extended({"l": Naturals(1)}), le(l, V))


def tenths(*parts: int) -> tuple[Fraction, ...]:
    """A law in tenths, with zeros after it."""
    return tuple(Fraction(n, 10) for n in parts) + (Fraction(0),) * (24 - len(parts))


EXAMPLE: dict[str, Any] = {"p_l": tenths(5, 3, 2), "q_l": tenths(2, 2, 6), "V": Fraction(3)}
AT_TOKEN = {**EXAMPLE, "l": Fraction(1)}
COINS = "each coin is uniform and independent of the drafts and of the other coins"
NOTHING_DRAWN = {"simulation": "an identity of numbers: nothing is drawn"}

ACCEPTED = Claim(
    "losslessness.accepted",
    title="A token is drafted and accepted with probability min(p, q)",
    statement=both(
        when(gt(q_x, 0), eq(q_x * accept(p_x, q_x), sp.Min(p_x, q_x))),
        when(le(q_x, 0), eq(q_x * accept(p_x, q_x), sp.Min(p_x, q_x))),
    ),
    domain=NUMBERS,
    source=f"{LEVIATHAN}, section 2.3: a draft x is accepted with probability min(1, p(x)/q(x))",
    example={"p_x": Fraction(1, 5), "q_x": Fraction(3, 5)},
    not_applicable=NOTHING_DRAWN,
    rivals=(
        Rival(
            "losslessness.ratio_above_one",
            says="a token is drafted and accepted with probability q·p/q = p",
            why_tempting="the q cancels, and the min with 1 looks like a guard for the coin",
            statement=eq(q_x * accept(p_x, q_x), p_x),
        ),
    ),
)


@derives(ACCEPTED.id)
def _accepted() -> tuple[Argument, ...]:
    def opened(given: Statement) -> Argument:
        return (
            Argument(q_x * accept(p_x, q_x), NUMBERS, (given,))
            .by("definition", "the probability of acceptance", at=accept(p_x, q_x))
            .by("choose_branch", "whether it is ever drafted", at=accept.definition)
        )

    smaller = sp.Min(p_x, q_x)
    return (
        opened(gt(q_x, 0)).back("scale_extreme", "q times both", smaller, factor=q_x),
        opened(le(q_x, 0)).back("choose_branch", "nothing is below 0", smaller),
    )


POINTWISE = Claim(
    "losslessness.pointwise",
    title="min(p, q) + (p - q)₊ = p: what acceptance leaves of the target is its excess over the draft",
    statement=eq(SMALLER + REST, p[l]),
    domain=Domain({"p_l": LAWS, "q_l": LAWS, "l": Naturals(1)}),
    source=f"{LEVIATHAN}, appendix A.1",
    example={name: AT_TOKEN[name] for name in ("p_l", "q_l")} | {"l": Fraction(3)},
    not_applicable=NOTHING_DRAWN,
    rivals=(
        Rival(
            "losslessness.residual_not_clamped",
            says="the residual is p - q for every token",
            why_tempting="the clamp at 0 looks like a guard against rounding",
            statement=eq(SMALLER + p[l] - q[l], p[l]),
        ),
    ),
)


@derives(POINTWISE.id)
def _pointwise() -> tuple[Argument, ...]:
    return (
        Argument(SMALLER + REST, POINTWISE.domain)
        .by("definition", "the residual", at=REST)
        .by("either_order", "p or q is the smaller one", of=p[l], against=q[l], to=p[l]),
    )


ADDS_UP = Claim(
    "losslessness.residuals_add_up",
    title="The residuals add up to what the target has beyond the overlap",
    statement=eq(ALL_REST, TOTAL_P - OVERLAP),
    domain=SUMS,
    source=f"{LEVIATHAN}, appendix A.1; by induction over the vocabulary",
    example=EXAMPLE,
    not_applicable=NOTHING_DRAWN,
    rivals=(
        Rival(
            "losslessness.residual_of_sums",
            says="the residuals add up to the difference of the sums",
            why_tempting="a sum of differences is a difference of sums; the clamp comes in between",
            statement=eq(ALL_REST, TOTAL_P - TOTAL_Q),
        ),
    ),
)


@derives(ADDS_UP.id)
def _adds_up() -> tuple[Argument, ...]:
    excess = sp.Max(p[i] - q[i], 0)
    return (
        Argument(ALL_REST, SUMS)
        .by("definition", "the residual", at=rest(i, p, q))
        .by("either_order", "p less the smaller one", at=excess, of=p[i], against=q[i], to=p[i] - sp.Min(p[i], q[i]))
        .by("linearity", "term by term"),
    )


SOME_REST = sp.Sum(rest(i, p, q), (i, 1, k))

NOT_NEGATIVE = Claim(
    "losslessness.residual_not_negative",
    title="The residual of any number of tokens is never negative",
    statement=ge(SOME_REST, 0),
    domain=Domain({"p_l": LAWS, "q_l": LAWS, "k": Naturals(0)}),
    source="own derivation: no term is",
    example={name: EXAMPLE[name] for name in ("p_l", "q_l")} | {"k": Fraction(3)},
    not_applicable=NOTHING_DRAWN,
)


@derives(NOT_NEGATIVE.id)
def _not_negative() -> tuple[Argument, ...]:
    return (
        Argument(SOME_REST, NOT_NEGATIVE.domain)
        .by("monotone_bound", "no residual is negative", by=sp.S.Zero, order=">=")
        .by("linearity", "all are 0"),
    )


NO_MORE = Claim(
    "losslessness.one_of_all",
    title="The residual of one token is never more than that of all",
    statement=ge(ALL_REST, REST),
    domain=narrow(SUMS.extended({"l": Naturals(1)}), le(l, V)),
    source="own derivation: the others are never negative",
    depends_on=(NOT_NEGATIVE.id,),
    example=AT_TOKEN,
    not_applicable=NOTHING_DRAWN,
)


@derives(NO_MORE.id)
def _no_more() -> tuple[Argument, ...]:
    before, after = (sp.Sum(rest(i, p, q), (i, low, high)) for low, high in ((1, l - 1), (l + 1, V)))
    return (
        Argument(ALL_REST, NO_MORE.domain)
        .by("split_range", "those before it, and the rest", after_index=l - 1)
        .by("split_term", "itself, and those after it", at=sp.Sum(rest(i, p, q), (i, l, V)), last=False)
        .by("monotone_bound", "the others are not negative", by=REST, order=">=", gap=before + after),
    )


OVERLAPPING = Claim(
    "losslessness.overlap",
    title="The acceptance rate of two laws is their overlap",
    statement=eq(ALPHA, OVERLAP),
    domain=SUMS,
    source=f"{LEVIATHAN}, Theorem 3.5 and Corollary 3.6",
    depends_on=(ACCEPTED.id,),
    example=EXAMPLE,
    rivals=(
        Rival(
            "losslessness.chance_of_agreement",
            says="the acceptance rate is the chance that a draft and a target sample agree, Σpq",
            why_tempting="a draft is right if the target would have said the same",
            statement=eq(ALPHA, summed(lambda x: p[x] * q[x])),
        ),
    ),
)


@derives(OVERLAPPING.id)
def _overlapping() -> tuple[Argument, ...]:
    at, drafted = {p_x: p[i], q_x: q[i]}, q[i] * accept(p[i], q[i])
    return (
        Argument(ALPHA, SUMS)
        .by("definition", "drafted and accepted, token by token")
        .by("lemma", "the smaller of the two", at=drafted, claim=ACCEPTED, values=at),
    )


DIFFERENCES = Claim(
    "losslessness.differences",
    title="Half of all differences is half of both totals, less the overlap",
    statement=eq(TV, TOTAL_P / 2 + TOTAL_Q / 2 - OVERLAP),
    domain=SUMS,
    source="own derivation: |p - q| = p + q - 2 min(p, q)",
    example=EXAMPLE,
    not_applicable=NOTHING_DRAWN,
)


@derives(DIFFERENCES.id)
def _differences() -> tuple[Argument, ...]:
    small, apart = sp.Min(p[i], q[i]), sp.Abs(p[i] - q[i])
    return (
        Argument(TV, SUMS)
        .by("definition", "half of all differences")
        .by(
            "either_order",
            "the sum less twice the smaller",
            at=apart,
            of=p[i],
            against=q[i],
            to=p[i] + q[i] - 2 * small,
        )
        .by("linearity", "term by term", at=summed(lambda x: p[x] + q[x] - 2 * sp.Min(p[x], q[x]))),
    )


ACCEPTANCE = Claim(
    "losslessness.acceptance",
    title="A draft is rejected with the total variation distance of the two laws: α = 1 - TV",
    statement=eq(TV, 1 - ALPHA),
    domain=PAIR,
    source=f"{LEVIATHAN}, Theorem 3.5",
    depends_on=(OVERLAPPING.id, DIFFERENCES.id),
    example=EXAMPLE,
    not_applicable={"simulation": "an identity of sums; the acceptance rate is measured for `losslessness.overlap`"},
    rivals=(
        Rival(
            "losslessness.distance_not_halved",
            says="a draft is rejected with probability Σ|p - q|",
            why_tempting="the distance of two laws is often written without the half",
            statement=eq(TV, (1 - ALPHA) / 2),
        ),
    ),
)


@derives(ACCEPTANCE.id)
def _acceptance() -> tuple[Argument, ...]:
    return (
        Argument(TV, PAIR)
        .by("lemma", "half of both totals, less the overlap", claim=DIFFERENCES)
        .by("substitution", "p is a law", at=TOTAL_P, values={TOTAL_P: sp.S.One})
        .by("substitution", "q is a law", at=TOTAL_Q, values={TOTAL_Q: sp.S.One})
        .back("lemma", "the overlap is accepted", ALPHA, at=OVERLAP, claim=OVERLAPPING),
    )


RESIDUAL_MASS = Claim(
    "losslessness.residual_mass",
    title="The residual is as large as the chance of a rejection, so it is never empty when it is reached",
    statement=both(eq(ALL_REST, 1 - ALPHA), when(lt(ALPHA, 1), gt(ALL_REST, 0))),
    domain=PAIR,
    source=f"{LEVIATHAN}, appendix A.1: Σ(p - q)₊ = 1 - Σmin(p, q)",
    depends_on=(ADDS_UP.id, OVERLAPPING.id),
    example={**EXAMPLE, "q_l": EXAMPLE["p_l"]},
    rivals=(
        Rival(
            "losslessness.nan_residual",
            says="the residual can be normalised before anyone knows whether it is needed",
            why_tempting="on a GPU it costs nothing to compute both branches; where p = q it is 0/0",
            statement=both(eq(summed(lambda x: rest(x, p, q) / ALL_REST), 1)),
            blind={"simulation": "a draft is never rejected where p = q, so what is never used is not measured"},
        ),
    ),
)


@derives(RESIDUAL_MASS.id)
def _residual_mass() -> tuple[Argument, ...]:
    def rejected(*given: Statement) -> Argument:
        return (
            Argument(ALL_REST, PAIR, given)
            .by("lemma", "beyond the overlap", claim=ADDS_UP)
            .by("substitution", "p is a law", at=TOTAL_P, values={TOTAL_P: sp.S.One})
            .back("lemma", "the overlap is accepted", ALPHA, at=OVERLAP, claim=OVERLAPPING)
        )

    return (
        rejected(),
        rejected(lt(ALPHA, 1)).by("monotone_bound", "a draft may be rejected", by=sp.S.Zero, order=">"),
    )


def _wrong(law: sp.Expr) -> Rel:
    return eq(EMITTED, law)


def _accepting(accepted: Law) -> Rel:
    """A sampler that accepts otherwise and recovers rightly."""
    return _wrong(emitted(accepted))


def _recovering(residual: Law) -> Rel:
    """A sampler that accepts rightly and recovers otherwise."""
    return _wrong(emitted(lambda x: q[x] * accept(p[x], q[x]), residual))


MEDUSA_THRESHOLD = sp.Rational(9, 100)
"""Medusa's epsilon; its other bound, 0.3 e^-H, lies above it for laws of entropy up to ln(0.3/0.09) = 1.2."""

ONE_POSITION = Claim(
    "losslessness.one_position",
    title="One position is lossless: what is emitted follows the target law, for every vocabulary and every draft law",
    statement=both(when(gt(ALL_REST, 0), eq(EMITTED, p[l])), when(le(ALL_REST, 0), eq(EMITTED, p[l]))),
    domain=TOKEN,
    source=f"{LEVIATHAN}, appendix A.1; Chen et al. 2023 (arXiv 2302.01318, letters swapped), Theorem 1",
    depends_on=(ACCEPTED.id, POINTWISE.id, RESIDUAL_MASS.id),
    assumes=(COINS,),
    example=AT_TOKEN,
    rivals=(
        Rival(
            "losslessness.accept_always",
            says="every draft is accepted",
            why_tempting="the draft model is good, and nothing is faster",
            statement=_wrong(q[l]),
        ),
        Rival(
            "losslessness.accept_if_likelier",
            says="a draft is accepted if and only if p ≥ q",
            why_tempting="it is the sure part of the rule, and needs no coin",
            statement=_accepting(lambda x: sp.Piecewise((q[x], p[x] >= q[x]), (0, True))),
        ),
        Rival(
            "losslessness.ratio_inverted",
            says="a draft is accepted with probability min(1, q/p)",
            why_tempting="papers swap the letters p and q",
            statement=_accepting(lambda x: q[x] * accept(q[x], p[x])),
        ),
        Rival(
            "losslessness.resample_from_target",
            says="a rejected draft is replaced by a token drawn from the target law itself",
            why_tempting="the target law is what is wanted, and it is at hand",
            statement=_recovering(lambda x: p[x]),
        ),
        Rival(
            "losslessness.residual_absolute",
            says="the recovered token is drawn in proportion to |p - q|",
            why_tempting="an absolute value keeps probabilities from being negative, too",
            statement=_recovering(lambda x: sp.Abs(p[x] - q[x])),
        ),
        Rival(
            "losslessness.residual_reversed",
            says="the recovered token is drawn in proportion to (q - p)₊",
            why_tempting="papers swap the letters p and q",
            statement=_recovering(lambda x: rest(x, q, p)),
        ),
        Rival(
            "losslessness.typical_acceptance",
            says="a draft is accepted if and only if p > min(ε, δ e^(-H)); at Medusa's values and a low entropy, if p > .09",
            why_tempting="a token that the target finds likely looks as good as its own",
            statement=_accepting(lambda x: sp.Piecewise((q[x], p[x] > MEDUSA_THRESHOLD), (0, True))),
        ),
    ),
)


def residual_is_rejection(argument: Argument) -> Argument:
    """The chance of a rejection put as the mass of the residual."""
    reason = "the residual is as large as the chance of a rejection"
    return argument.back("lemma", reason, ALL_REST, at=1 - ALPHA, claim=RESIDUAL_MASS)


def accepted_or_recovered(argument: Argument) -> Argument:
    """What is accepted and what is recovered are together the target."""
    return residual_is_rejection(argument).by("lemma", "the smaller one and the excess", claim=POINTWISE)


@derives(ONE_POSITION.id)
def _one_position() -> tuple[Argument, ...]:
    drafted, at = q[l] * accept(p[l], q[l]), {p_x: p[l], q_x: q[l]}

    def opened(given: Statement) -> Argument:
        return (
            Argument(EMITTED, TOKEN, (given,))
            .by("definition", "accepted, or recovered")
            .by("choose_branch", "whether there is a residual")
            .by("lemma", "drafted and accepted", at=drafted, claim=ACCEPTED, values=at)
        )

    return (
        accepted_or_recovered(
            opened(gt(ALL_REST, 0)).back("definition", "the acceptance rate", ALPHA, at=alpha.definition)
        ),
        opened(le(ALL_REST, 0))
        .by("either_order", "p less its excess", of=p[l], against=q[l], to=p[l] - sp.Max(p[l] - q[l], 0))
        .back("definition", "the residual", REST, at=sp.Max(p[l] - q[l], 0))
        .by("zero_term", "no token has an excess", at=REST, total=ALL_REST, place=l),
    )


CHANCE = (1 - ALPHA) * REST / ALL_REST
RECOVERED = Claim(
    "losslessness.recovered",
    title="A token is recovered with probability p - min(p, q): just what acceptance leaves of its target probability",
    statement=eq(CHANCE, p[l] - SMALLER),
    domain=narrow(TOKEN, gt(ALL_REST, 0)),
    source=f"{LEVIATHAN}, appendix A.1; where no residual is left both are 0, by `losslessness.one_position`",
    depends_on=(RESIDUAL_MASS.id,),
    example=AT_TOKEN,
    rivals=(
        Rival(
            "losslessness.recovered_as_residual",
            says="a token is recovered with its probability in the residual, (p - q)₊/Σ(p - q)₊",
            why_tempting="that is the law it is drawn from; but it is drawn after a rejection only",
            statement=eq(CHANCE, REST / ALL_REST),
        ),
    ),
)


@derives(RECOVERED.id)
def _recovered() -> tuple[Argument, ...]:
    return (
        residual_is_rejection(Argument(CHANCE, RECOVERED.domain))
        .by("definition", "the residual", at=REST)
        .by("either_order", "p less the smaller one", of=p[l], against=q[l], to=p[l] - SMALLER),
    )


CLAIMS = (
    ACCEPTED, POINTWISE, ADDS_UP, NOT_NEGATIVE, NO_MORE, OVERLAPPING, DIFFERENCES, ACCEPTANCE, RESIDUAL_MASS, ONE_POSITION,
    RECOVERED,
)  # fmt: skip
