"""Other samplers at one position: point-mass drafts, further tries, greedy targets; and one noise row for a whole draft.

Part of the chain `losslessness`. What is lossless without the draft law is slow, not biased.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import POSITIVE_UNIT, UNIT, Domain, Interval, Naturals, Sequences
from .kernel import Argument
from .losslessness_position import (
    ACCEPTED,
    ALL_REST,
    ALPHA,
    AT_TOKEN,
    COINS,
    EXAMPLE,
    EXCESS,
    LAWS,
    NOTHING_DRAWN,
    OVERLAP,
    OVERLAPPING,
    POINTWISE,
    RESIDUAL_MASS,
    REST,
    SUMS,
    TOKEN,
    TOTAL_Q,
    V,
    accept,
    accepted_or_recovered,
    i,
    k,
    l,
    p,
    p_x,
    q,
    q_x,
    summed,
)
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, ne, when
from .symbols import quantity, sequence, symbol
from .tokens_law import gamma

without = quantity("without_x", p[l] / (1 - p[i]))
joint = quantity("point_xl", sp.Piecewise((q[i] * p[l], sp.Eq(i, l)), (q[i] * (1 - p[i]) * without(l, i, p), True)))
JOINT, INDEPENDENT = joint(i, l, p, q), q[i] * p[l]
EMITTED_POINT = summed(lambda x: joint(x, l, p, q))

NOT_CERTAIN = Sequences(Interval(Fraction(0), Fraction(1), False, True))
"""Target laws without a certain token: beside one there is nothing to draw (see `losslessness.greedy`)."""

DRAFTED = Domain({"p_l": NOT_CERTAIN, "q_l": LAWS, "i": Naturals(1), "l": Naturals(1)})
POINTS = Domain({"p_l": NOT_CERTAIN, "q_l": LAWS, "l": Naturals(1), "V": Naturals(1)})
LOSSLESS_ANY = (
    "own derivation: p(x) to accept it, and (1 - p(x)) · p(l)/(1 - p(x)) for every other token; where one is certain, nothing is "
    "drawn beside it"
)

SAMPLE = Claim(
    "losslessness.point_mass_or_sample",
    title="To accept a draft x with probability p(x), else draw from p without x, is to emit the target's own sample",
    statement=both(when(eq(i, l), eq(JOINT, INDEPENDENT)), when(ne(i, l), eq(JOINT, INDEPENDENT))),
    domain=DRAFTED,
    source=f"{LOSSLESS_ANY}: draft and emitted token are independent, as when the target's sample is emitted, accepted if equal",
    assumes=(COINS,),
    example={"p_l": EXAMPLE["p_l"], "q_l": EXAMPLE["q_l"], "i": Fraction(3), "l": Fraction(1)},
    rivals=(
        Rival(
            "losslessness.draft_drawn_again",
            says="after a rejection the token is drawn from p itself, the rejected draft included",
            why_tempting="a rejected draft says nothing about the target",
            statement=both(when(ne(i, l), eq(JOINT, INDEPENDENT * (1 - p[i])))),
        ),
    ),
)


@derives(SAMPLE.id)
def _sample() -> tuple[Argument, ...]:
    def opened(given: Statement) -> Argument:
        return (
            Argument(JOINT, DRAFTED, (given,))
            .by("definition", "accepted, or drawn from the other tokens")
            .by("choose_branch", "whether the draft is emitted")
        )

    return (
        opened(eq(i, l)),
        opened(ne(i, l)).by("definition", "the target without the draft", at=without(l, i, p)),
    )


POINT_SUM = Claim(
    "losslessness.point_mass_sum",
    title="A token is emitted with its target probability times the total of the draft law",
    statement=eq(EMITTED_POINT, p[l] * TOTAL_Q),
    domain=POINTS,
    source=f"{LOSSLESS_ANY}; by induction over the vocabulary",
    depends_on=(SAMPLE.id,),
    example=AT_TOKEN,
    not_applicable=NOTHING_DRAWN,
)


@derives(POINT_SUM.id)
def _point_sum() -> tuple[Argument, ...]:
    return (
        Argument(EMITTED_POINT, POINTS)
        .by("lemma", "independent of the draft", at=JOINT, claim=SAMPLE)
        .by("linearity", "the same target probability for every draft"),
    )


POINT_MASS = Claim(
    "losslessness.point_mass",
    title="Verified as point masses, without their law, drafts of any law are lossless",
    statement=eq(EMITTED_POINT, p[l]),
    domain=narrow(POINTS, eq(TOTAL_Q, 1)),
    source=LOSSLESS_ANY,
    depends_on=(POINT_SUM.id,),
    example=AT_TOKEN,
    rivals=(
        Rival(
            "losslessness.point_mass_leans",
            says="without the draft law the output leans towards the drafts: halfway",
            why_tempting="a test that ignores q looks as if it could not make up for it",
            statement=eq(EMITTED_POINT, (p[l] + q[l]) / 2),
        ),
    ),
)


@derives(POINT_MASS.id)
def _point_mass() -> tuple[Argument, ...]:
    return (
        Argument(EMITTED_POINT, POINT_MASS.domain)
        .by("lemma", "the target probability times all drafts", claim=POINT_SUM)
        .by("substitution", "q is a law", at=TOTAL_Q, values={TOTAL_Q: sp.S.One}),
    )


agree = quantity("agree_pq", summed(lambda x: p[x] * q[x]))
AGREE = agree(V, p, q)
LOST = summed(lambda x: sp.Min(p[x], q[x]) * (1 - sp.Max(p[x], q[x])))

SLOW = Claim(
    "losslessness.slow_not_biased",
    title="Point-mass verification is slow, not biased: each token loses min(p, q)·(1 - max(p, q)) of its acceptance",
    statement=both(eq(AGREE, ALPHA - LOST), le(AGREE, ALPHA)),
    domain=SUMS,
    source="own derivation: pq = min·max; nothing is lost where every token is impossible in one law or certain in one, as "
    "with a deterministic drafter whose law is that one token",
    depends_on=(OVERLAPPING.id,),
    example=EXAMPLE,
    rivals=(
        Rival(
            "losslessness.point_mass_as_fast",
            says="the draft law is not needed for speed either: as many drafts are accepted",
            why_tempting="the output is the same",
            statement=both(eq(AGREE, ALPHA)),
        ),
    ),
)


@derives(SLOW.id)
def _slow() -> tuple[Argument, ...]:
    small, large = sp.Min(p[i], q[i]), sp.Max(p[i], q[i])

    def opened(to: sp.Expr) -> Argument:
        return (
            Argument(AGREE, SUMS)
            .by("definition", "the draft is the target's sample")
            .by("either_order", "pq = min·max", at=p[i] * q[i], of=p[i], against=q[i], to=to)
        )

    return (
        opened(small - small * (1 - large))
        .by("linearity", "term by term")
        .back("lemma", "the overlap is accepted", ALPHA, at=OVERLAP, claim=OVERLAPPING),
        opened(small * large)
        .by("monotone_bound", "no probability is above 1", by=small, gap=small * (1 - large))
        .back("lemma", "the overlap is accepted", ALPHA, claim=OVERLAPPING),
    )


tries = quantity("tries", sp.Sum((1 - p_x) ** (i - 1) * p_x, (i, 1, k)))
TRIES, COIN = tries(p_x, k), sp.Rational(1, 2)

INDEPENDENT_TRIES = Claim(
    "losslessness.independent_tests",
    title="K tests of drafts without renormalising accept 1 - (1-p)^K of a token that is always drafted: not its probability p",
    statement=both(
        eq(TRIES, 1 - (1 - p_x) ** k),
        when(eq(p_x, COIN), eq(TRIES, 1 - sp.Integer(2) ** -k)),
        when(both(ge(k, 2), gt(p_x, 0), lt(p_x, 1)), gt(TRIES, p_x)),
    ),
    domain=Domain({"p_x": UNIT, "k": Naturals(1)}),
    source="Sun et al. 2023, SpecTr (arXiv 2310.15141): the draft is always a, the target a coin; a is emitted at least so often",
    assumes=(COINS,),
    example={"p_x": Fraction(1, 2), "k": Fraction(3)},
    rivals=(
        Rival(
            "losslessness.independent_tries",
            says="each of K drafts is tested against the target on its own: a is emitted with its target probability",
            why_tempting="every single test is the lossless one",
            statement=both(eq(TRIES, p_x)),
        ),
    ),
)


@derives(INDEPENDENT_TRIES.id)
def _independent_tests() -> tuple[Argument, ...]:
    domain = INDEPENDENT_TRIES.domain

    def counted(*given: Statement) -> Argument:
        return (
            Argument(TRIES, domain, given)
            .by("definition", "all earlier tests failed, this one accepts")
            .by("telescoping", "the chance that none has accepted yet", antidifference=-((1 - p_x) ** (i - 1)))
        )

    beyond = sp.Sum((1 - p_x) ** (i - 1) * p_x, (i, 2, k))
    return (
        counted(),
        counted(eq(p_x, COIN)).by("substitution", "the target is a coin", values={p_x: COIN}),
        Argument(TRIES, domain, (both(ge(k, 2), gt(p_x, 0), lt(p_x, 1)),))
        .by("definition", "all earlier tests failed, this one accepts")
        .by("split_term", "the first test", last=False)
        .by("monotone_bound", "the others accept too", by=p_x, order=">", gap=beyond),
    )


x = symbol("try_p")
ANOTHER = q[l] * accept(p[l], q[l]) + (1 - ALPHA) * x
TRIED = narrow(TOKEN.extended({"try_p": UNIT}), gt(ALL_REST, 0), eq(x, REST / ALL_REST))

ANOTHER_TRY = Claim(
    "losslessness.another_try",
    title="A further try that is lossless for the renormalised residual keeps the whole lossless: K tries by induction",
    statement=eq(ANOTHER, p[l]),
    domain=TRIED,
    source="SpecTr; Miao et al. 2023, SpecInfer (arXiv 2305.09781), multi-step speculative sampling: the residual is what the "
    "next draft is tested against",
    depends_on=(ACCEPTED.id, POINTWISE.id, RESIDUAL_MASS.id),
    example={**AT_TOKEN, "try_p": Fraction(3, 4)},
    rivals=(
        Rival(
            "losslessness.tries_not_renormalised",
            says="the further try is tested against the target itself",
            why_tempting="the target's probabilities are at hand, and the second draft is a draft like the first",
            statement=eq(ANOTHER, q[l] * accept(p[l], q[l]) + (1 - ALPHA) * p[l]),
        ),
    ),
)


@derives(ANOTHER_TRY.id)
def _another_try() -> tuple[Argument, ...]:
    at = {p_x: p[l], q_x: q[l]}
    return (
        accepted_or_recovered(
            Argument(ANOTHER, TRIED)
            .by("substitution", "it emits the residual's law", at=x, values={x: REST / ALL_REST})
            .by("lemma", "drafted and accepted", at=q[l] * accept(p[l], q[l]), claim=ACCEPTED, values=at)
        ),
    )


GREEDY = Claim(
    "losslessness.greedy",
    title="Greedy, the T → 0 case: a draft is accepted if and only if it is the target's argmax; only that is recovered",
    statement=both(
        when(eq(p_x, 1), eq(accept(p_x, q_x), 1)),
        when(eq(p_x, 0), eq(accept(p_x, q_x), 0)),
        when(eq(p_x, 1), eq(EXCESS, 1 - q_x)),
        when(eq(p_x, 0), eq(EXCESS, 0)),
    ),
    domain=Domain({"p_x": UNIT, "q_x": POSITIVE_UNIT}),
    source="own derivation: the target is 1 at its argmax and 0 elsewhere, the limit of `sampling_order.greedy`",
    example={"p_x": Fraction(1), "q_x": Fraction(3, 10)},
    not_applicable={"simulation": "accepted for certain, or never: nothing is drawn"},
    rivals=(
        Rival(
            "losslessness.greedy_by_draft_probability",
            says="at temperature 0 the argmax is accepted with the probability that the draft gave it",
            why_tempting="the test compares with q at every other temperature",
            statement=both(when(eq(p_x, 1), eq(accept(p_x, q_x), q_x))),
        ),
    ),
)


@derives(GREEDY.id)
def _greedy() -> tuple[Argument, ...]:
    def opened(value: int) -> Argument:
        known = {p_x: sp.Integer(value)}
        return (
            Argument(accept(p_x, q_x), GREEDY.domain, (eq(p_x, value),))
            .by("definition", "the ratio, at most 1")
            .by("choose_branch", "it was drafted")
            .by("substitution", "whether it is the argmax", values=known)
        )

    def residual(value: int) -> Argument:
        return Argument(EXCESS, GREEDY.domain, (eq(p_x, value),)).by(
            "substitution", "whether it is the argmax", values={p_x: sp.Integer(value)}
        )

    return (
        opened(1).by("choose_branch", "1/q is at least 1"),
        opened(0),
        residual(1).by("choose_branch", "what the draft leaves of it"),
        residual(0),
    )


a = sequence("a")
recovered = quantity("recovered", sp.Sum(sp.Product(a[i], (i, 1, k - 1)) * (1 - a[k]), (k, 1, gamma)))
RECOVERED = recovered(a, gamma)

NOISE_ROW = Claim(
    "losslessness.one_noise_row",
    title="One noise row serves all positions of a draft: at most one token is recovered, where the first rejection is",
    statement=both(eq(RECOVERED, 1 - sp.Product(a[i], (i, 1, gamma))), le(RECOVERED, 1)),
    domain=Domain({"a": Sequences(UNIT), "gamma": Naturals(0)}),
    source="own derivation: which position is recovered depends on the coins of acceptance alone, and the row is read only there",
    assumes=("the noise row is independent of the coins of acceptance",),
    example={"a": tuple(Fraction(n, 10) for n in (9, 8, 7, 6, 5)), "gamma": Fraction(5)},
    rivals=(
        Rival(
            "losslessness.recovered_at_every_rejection",
            says="every draft that would be rejected brings a recovered token: Σ(1 - a) of them",
            why_tempting="kernels compute a recovered token at every position, side by side",
            statement=both(eq(RECOVERED, sp.Sum(1 - a[k], (k, 1, gamma)))),
        ),
    ),
)


@derives(NOISE_ROW.id)
def _one_noise_row() -> tuple[Argument, ...]:
    survive = sp.Product(a[i], (i, 1, k - 1))

    def counted() -> Argument:
        return (
            Argument(RECOVERED, NOISE_ROW.domain)
            .by("definition", "all before it accepted, and it is not")
            .by("telescoping", "neighbouring products", antidifference=-survive)
        )

    return counted(), counted().by("monotone_bound", "a product of rates is not negative", by=sp.S.One, order="<=")


CLAIMS = (
    SAMPLE, POINT_SUM, POINT_MASS, SLOW, INDEPENDENT_TRIES, ANOTHER_TRY, GREEDY, NOISE_ROW,
)  # fmt: skip
