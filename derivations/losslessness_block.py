"""Block verification: positions are judged by what is kept of the whole draft so far. Part of the chain `losslessness`.

With w the draft law's mass of the tokens so far and P their running min(P·p/q, 1), the mass w·P is kept: every position is
tested, with probability h, and the last success counts. What is kept before a token, times p, less what is kept after it, is
recovered: so `any_kept_mass` says that the completed law is the target's, for every draft length.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .claims import Claim, Rival
from .derive import derives
from .domain import OPEN_UNIT, POSITIVE_UNIT, UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .losslessness_position import ACCEPTED as ONE_DRAFT
from .losslessness_position import COINS, NOTHING_DRAWN, V, accept, i, l, p_x, q_x, tenths
from .losslessness_position import p as p_l
from .losslessness_position import q as q_l
from .losslessness_sequence import EXAMPLE, p, q
from .statements import Statement, both, eq, gt, le, lt, narrow, when
from .symbols import quantity, symbol

w, P, R, P_next, a, b = (symbol(name) for name in ("w_blk", "P_blk", "R_blk", "P_next", "a_blk", "a_tok"))

SUN = "Sun et al. 2024 (arXiv 2403.10444), block verification"

DRAFTED = q_l[i] * accept(P * p_l[i], q_l[i])
PASSES = sp.Sum(DRAFTED, (i, 1, V))
"""The share that is kept one draft later, whatever that draft is."""

rest = quantity("rest_blk", sp.Sum(sp.Max(P * p_l[i] - q_l[i], 0), (i, 1, V)))
REST = rest(P, V, p_l, q_l)
TOTAL = sp.Sum(p_l[i], (i, 1, V))
ANY = Domain({"P_blk": UNIT, "p_l": Sequences(UNIT), "q_l": Sequences(UNIT), "V": Naturals(1)})
AT_LAWS: dict[str, Any] = {
    "P_blk": Fraction(4, 5),
    "p_l": tenths(5, 3, 2),
    "q_l": tenths(2, 2, 6),
    "V": Fraction(3),
}

SPLIT = Claim(
    "losslessness.block_split",
    title="One draft later P less the residual is kept: Σq·min(P·p/q, 1) = P·Σp - Σ(P·p - q)₊, and Σp is 1",
    statement=eq(PASSES, P * TOTAL - REST),
    domain=ANY,
    source=f"{SUN}; for every vocabulary, term by term",
    depends_on=(ONE_DRAFT.id,),
    example=AT_LAWS,
    rivals=(
        Rival(
            "losslessness.kept_share_stays",
            says="the share kept stays P from one draft to the next, on average",
            why_tempting="P·p/q averages to P under the draft law; the cap at 1 takes the residual away",
            statement=eq(PASSES, P * TOTAL),
        ),
    ),
)


@derives(SPLIT.id)
def _split() -> tuple[Argument, ...]:
    smaller, excess = sp.Min(P * p_l[i], q_l[i]), sp.Max(P * p_l[i] - q_l[i], 0)
    at = {p_x: P * p_l[i], q_x: q_l[i]}
    return (
        Argument(PASSES, ANY)
        .by("lemma", "the smaller of P·p and q", at=DRAFTED, claim=ONE_DRAFT, values=at)
        .by(
            "either_order",
            "less what P·p has beyond q",
            at=smaller,
            of=P * p_l[i],
            against=q_l[i],
            to=P * p_l[i] - excess,
        )
        .by("linearity", "term by term")
        .back("definition", "the residual", REST, at=sp.Sum(excess, (i, 1, V))),
    )


h = quantity("h_blk", sp.Piecewise((1, sp.Eq(P, 1)), (R / (R + 1 - P), True)))
H = h(P, R)
kept = quantity("kept_blk", w * (H + (1 - H) * (P - R)))
KEPT = kept(w, P, R)
SHARES = narrow(Domain({"w_blk": UNIT, "P_blk": UNIT, "R_blk": UNIT}), le(R, P))
BELOW, WHOLE = lt(P, 1), eq(P, 1)

KEPT_MASS = Claim(
    "losslessness.block_kept",
    title="With h = R/(R + 1 - P) a draft that begins with some tokens keeps them with probability w·P",
    statement=both(when(BELOW, eq(KEPT, w * P)), when(WHOLE, eq(KEPT, w * P))),
    domain=SHARES,
    source=f"{SUN}; by induction from the last draft, whose test passes with probability P, to the first: the test passes, or a "
    "later one does, which the drafts that follow leave at P - R. Where P = 1 the test passes (0/0 is 1)",
    depends_on=("losslessness.block_split",),
    assumes=(COINS,),
    example={"w_blk": Fraction(2, 5), "P_blk": Fraction(3, 5), "R_blk": Fraction(1, 5)},
    rivals=(
        Rival(
            "losslessness.stop_at_first_failure",
            says="a position is kept where its own test passes: w·h",
            why_tempting="tests one by one end at the first failure, and so does the loop that was there before",
            statement=both(when(BELOW, eq(KEPT, w * H)), when(WHOLE, eq(KEPT, w * P))),
        ),
        Rival(
            "losslessness.tested_with_kept_share",
            says="each test passes with probability P, and a later success counts all the same",
            why_tempting="P is the probability of being kept; the chances of later tests come on top",
            statement=both(when(BELOW, eq(KEPT, w * (P + (1 - P) * (P - R)))), when(WHOLE, eq(KEPT, w * P))),
        ),
    ),
)


@derives(KEPT_MASS.id)
def _kept_mass() -> tuple[Argument, ...]:
    def opened(given: Statement) -> Argument:
        return (
            Argument(KEPT, SHARES, (given,))
            .by("definition", "this test passes, or a later one does")
            .by("definition", "the test", at=H)
            .by("choose_branch", "whether all is kept", at=h.definition)
        )

    return (
        opened(BELOW).by("algebra", "R + 1 - P cancels", to=w * P),
        opened(WHOLE).back("substitution", "P is 1", w * P, values={P: sp.S.One}),
    )


then = quantity("kept_then", w * q_x * (H + (1 - H) * P_next))
THEN = then(w, q_x, P, R, P_next)
MORE, LESS = gt(P_next, P - R), lt(P_next, P - R)

LATER = Claim(
    "losslessness.block_looks_ahead",
    title="Whether a draft is kept depends on the drafts after it: acceptance by position does not hold, the completed law does",
    statement=both(
        when(MORE, gt(THEN, w * P * q_x)),
        when(LESS, lt(THEN, w * P * q_x)),
        when(eq(P_next, P - R), eq(THEN, w * P * q_x)),
    ),
    domain=narrow(
        Domain({"w_blk": POSITIVE_UNIT, "q_x": POSITIVE_UNIT, "P_blk": UNIT, "R_blk": UNIT, "P_next": UNIT}),
        le(R, P),
        lt(P, 1),
    ),
    source="own derivation: a next draft q(x) that keeps more than the average P - R saves drafts before it",
    depends_on=("losslessness.block_kept",),
    example={name: Fraction(n, 5) for name, n in {"w_blk": 2, "q_x": 1, "P_blk": 3, "R_blk": 1, "P_next": 5}.items()},
    rivals=(
        Rival(
            "losslessness.block_conditional",
            says="given the drafts before it, a draft is kept independently of those after it: w·P·q",
            why_tempting="it is so where drafts are tested one by one, and what audits by position take for granted",
            statement=eq(THEN, w * P * q_x),
        ),
    ),
)


@derives(LATER.id)
def _later() -> tuple[Argument, ...]:
    def opened(given: Statement) -> Argument:
        return (
            Argument(THEN, LATER.domain, (given,))
            .by("definition", "this test passes, or a later one does")
            .by("definition", "the test", at=H)
            .by("choose_branch", "less than all is kept", at=h.definition)
        )

    weight = w * q_x * ((1 - P) / (R + 1 - P))
    return (
        opened(MORE).by("monotone_bound", "more is kept", by=w * P * q_x, order=">", gap=weight * (P_next - P + R)),
        opened(LESS).by("monotone_bound", "less is kept", by=w * P * q_x, order="<", gap=weight * (P - R - P_next)),
        opened(eq(P_next, P - R))
        .by("substitution", "the average is kept", values={P_next: P - R})
        .by("algebra", "R + 1 - P cancels", to=w * P * q_x),
    )


LEFT = w * (P - PASSES)
"""What is kept up to here and not one draft further."""

recovered = quantity("recovered_blk", LEFT * sp.Max(P * p_l[l] - q_l[l], 0) / REST)
RECOVERED = recovered(w, P, l, V, p_l, q_l)
SOME_LEFT = narrow(ANY.extended({"w_blk": UNIT, "l": Naturals(1)}), le(l, V), eq(TOTAL, 1), gt(REST, 0))

RECOVERS = Claim(
    "losslessness.block_recovered",
    title="What block verification recovers at a token is kept mass times p, less what is kept there",
    statement=eq(RECOVERED, w * P * p_l[l] - sp.Min(w * P * p_l[l], w * q_l[l])),
    domain=SOME_LEFT,
    source=f"{SUN}; the recovered token is drawn in proportion to (P·p - q)₊ after the last success",
    depends_on=("losslessness.block_split",),
    example={**AT_LAWS, "w_blk": Fraction(2, 5), "l": Fraction(1)},
    rivals=(
        Rival(
            "losslessness.block_recovers_as_token",
            says="the recovered token is drawn in proportion to (p - q)₊, as where drafts are tested one by one",
            why_tempting="the function that recovers is there already, and right where P = 1",
            statement=eq(
                RECOVERED, w * REST * sp.Max(p_l[l] - q_l[l], 0) / sp.Sum(sp.Max(p_l[i] - q_l[i], 0), (i, 1, V))
            ),
        ),
    ),
)


@derives(RECOVERS.id)
def _recovers() -> tuple[Argument, ...]:
    there, excess = P * p_l[l], sp.Max(P * p_l[l] - q_l[l], 0)
    smaller = sp.Min(there, q_l[l])
    return (
        Argument(RECOVERED, SOME_LEFT)
        .by("definition", "kept up to here and no further, and the token drawn in proportion to the residual")
        .by("lemma", "what the next draft keeps", at=PASSES, claim=SPLIT)
        .by("substitution", "the target law sums to 1, and the residual cancels", at=TOTAL, values={TOTAL: sp.S.One})
        .by("either_order", "P·p less the smaller one", at=excess, of=there, against=q_l[l], to=there - smaller)
        .by("algebra", "w times both", to=w * there - w * smaller)
        .back("scale_extreme", "w times both", sp.Min(w * there, w * q_l[l]), at=w * smaller, factor=w),
    )


LATER_MASS = w * (q_x * accept(P * p_x, q_x))

STEP = Claim(
    "losslessness.block_step",
    title="Of the kept mass m = w·P, min(m·p, w·q) is kept one draft later: these are masses that `any_kept_mass` completes",
    statement=both(eq(LATER_MASS, sp.Min(w * P * p_x, w * q_x)), le(LATER_MASS, w * P * p_x)),
    domain=Domain({"w_blk": UNIT, "P_blk": UNIT, "p_x": UNIT, "q_x": UNIT}),
    source=f"{SUN}; drafts that begin so go on with the token at w·q, and keep the share min(P·p/q, 1). What is missing of m·p is "
    "not negative, and `block_recovered` recovers just that: so the completed law is the target's for every draft length",
    depends_on=(ONE_DRAFT.id,),
    example={name: Fraction(n, 5) for name, n in {"w_blk": 2, "P_blk": 4, "p_x": 3, "q_x": 2}.items()},
    not_applicable=NOTHING_DRAWN,
    rivals=(
        Rival(
            "losslessness.block_keeps_as_token",
            says="of the kept mass m the next draft keeps m·min(p, q), as where drafts are tested one by one",
            why_tempting="it is right for the first draft, where m and w are 1",
            statement=both(eq(LATER_MASS, w * P * sp.Min(p_x, q_x))),
        ),
    ),
)


@derives(STEP.id)
def _step() -> tuple[Argument, ...]:
    smaller, whole = sp.Min(P * p_x, q_x), sp.Min(w * P * p_x, w * q_x)

    def opened() -> Argument:
        drafted = Argument(LATER_MASS, STEP.domain).by(
            "lemma", "the smaller of P·p and q", at=q_x * accept(P * p_x, q_x), claim=ONE_DRAFT, values={p_x: P * p_x}
        )
        return drafted.back("scale_extreme", "w times both", whole, at=w * smaller, factor=w)

    return opened(), opened().by("monotone_bound", "the smaller one is no larger", by=w * P * p_x)


def _kept_along(length: int) -> list[sp.Expr]:
    """What block verification keeps of a sequence: after no draft, one, ... `length` drafts."""
    masses = [sp.S.One]
    for place in range(1, length + 1):
        masses.append(sp.Min(masses[-1] * p[place], sp.Mul(*(q[j] for j in range(1, place + 1)))))
    return masses


def _three(missing: list[sp.Expr], last: sp.Expr) -> sp.Expr:
    """Three drafts and the bonus token, recovered mass by position."""
    return sum((part * sp.Mul(*(p[j] for j in range(k, 5))) for k, part in enumerate(missing, 2)), last * p[4])


MASSES = _kept_along(3)
completed = quantity("completed_3", _three([MASSES[k] * p[k + 1] - MASSES[k + 1] for k in range(3)], MASSES[3]))
COMPLETE = completed(p, q)
FOUR = sp.Mul(*(p[j] for j in range(1, 5)))

COMPLETED = Claim(
    "losslessness.block_completed",
    title="Block verification is lossless as a whole: three drafts written out",
    statement=eq(COMPLETE, FOUR),
    domain=Domain({"p_seq": Sequences(UNIT), "q_seq": Sequences(UNIT)}),
    source=f"{SUN}; for every draft length by `losslessness.any_kept_mass`, with the masses of `losslessness.block_step`",
    depends_on=("losslessness.block_kept", "losslessness.block_recovered", "losslessness.block_step"),
    assumes=("where the last draft is kept, the bonus token is drawn from the target's row γ + 1",),
    example={name: EXAMPLE[name] for name in ("p_seq", "q_seq")},
    rivals=(
        Rival(
            "losslessness.block_kept_token_recovered",
            says="after the drafts that are kept, a token gets back p - min(p, q) of their mass",
            why_tempting="it is what a rejection leaves where drafts are tested one by one",
            statement=eq(
                COMPLETE, _three([MASSES[k] * (p[k + 1] - sp.Min(p[k + 1], q[k + 1])) for k in range(3)], MASSES[3])
            ),
        ),
    ),
)


@derives(COMPLETED.id)
def _completed() -> tuple[Argument, ...]:
    return (
        Argument(COMPLETE, COMPLETED.domain)
        .by("definition", "recovered after no draft, one or two, or none recovered")
        .by("algebra", "neighbouring terms cancel", to=FOUR),
    )


BLOCK_NEXT, TOKEN_NEXT = sp.Min(a * p_x, w * q_x), b * sp.Min(p_x, q_x)
FIRST, SECOND = le(a * p_x, w * q_x), gt(a * p_x, w * q_x)
MORE_FIRST, MORE_SECOND = both(FIRST, lt(q_x, p_x), lt(0, b)), both(SECOND, lt(q_x, p_x), lt(b, w), lt(0, q_x))

NEVER_FEWER = Claim(
    "losslessness.block_accepts_more",
    title="Block verification keeps at least what tests one by one accept, and more where p > q follows p < q",
    statement=both(
        when(FIRST, le(TOKEN_NEXT, BLOCK_NEXT)),
        when(SECOND, le(TOKEN_NEXT, BLOCK_NEXT)),
        when(MORE_FIRST, lt(TOKEN_NEXT, BLOCK_NEXT)),
        when(MORE_SECOND, lt(TOKEN_NEXT, BLOCK_NEXT)),
    ),
    domain=narrow(Domain({"a_blk": UNIT, "a_tok": UNIT, "w_blk": UNIT, "p_x": UNIT, "q_x": UNIT}), le(b, a), le(a, w)),
    source=f"{SUN}; by induction on the position: b ≤ a and a ≤ w hold before the first draft, where all three are 1",
    example={name: Fraction(n, 6) for name, n in {"a_blk": 2, "a_tok": 2, "w_blk": 4, "p_x": 4, "q_x": 2}.items()},
    rivals=(
        Rival(
            "losslessness.block_accepts_as_many",
            says="both keep the same mass: being lossless, they accept alike",
            why_tempting="acceptance is 1 - TV at one position, and no test can do better there",
            statement=both(eq(TOKEN_NEXT, BLOCK_NEXT)),
        ),
    ),
)


@derives(NEVER_FEWER.id)
def _never_fewer() -> tuple[Argument, ...]:
    smaller = sp.Min(p_x, q_x)

    def argument(given: Statement, bound: sp.Expr, gap: sp.Expr) -> Argument:
        return (
            Argument(TOKEN_NEXT, NEVER_FEWER.domain, (given,))
            .by("monotone_bound", "by its own mass", by=bound, gap=gap)
            .back("choose_branch", "the smaller of the two", BLOCK_NEXT)
        )

    def strict(given: Statement, bound: sp.Expr, gap: sp.Expr) -> Argument:
        return (
            Argument(TOKEN_NEXT, NEVER_FEWER.domain, (given,))
            .by("choose_branch", "the draft's is the smaller", at=smaller)
            .by("monotone_bound", "by more than nothing", by=bound, order="<", gap=gap)
            .back("choose_branch", "the smaller of the two", BLOCK_NEXT)
        )

    return (
        argument(FIRST, a * p_x, (a - b) * p_x + b * (p_x - smaller)),
        argument(SECOND, w * q_x, (w - b) * q_x + b * (q_x - smaller)),
        strict(MORE_FIRST, a * p_x, (a - b) * p_x + b * (p_x - q_x)),
        strict(MORE_SECOND, w * q_x, (w - b) * q_x),
    )


def _later_share(after: Callable[..., sp.Expr]) -> sp.Expr:
    """The share kept on average of two tokens, of which each leaves `after` of what it keeps."""
    tokens = ((p_x, q_x), (1 - p_x, 1 - q_x))
    return sum((draft * after(sp.Min(1, P * target / draft), p_x, q_x) for target, draft in tokens), sp.S.Zero)


_FIRST = quantity("share_1", _later_share(lambda share, *_: share))
_SECOND = quantity("share_2", _later_share(_FIRST))
_THIRD = quantity("share_3", _later_share(_SECOND))
SHARE = (_FIRST, _SECOND, _THIRD, quantity("share_4", _later_share(_THIRD)))
"""What is kept on average one, two, three and four drafts later: the chances that so many are accepted, from P = 1."""

TOY = {
    2: (sp.Rational(10, 9), sp.Rational(11, 9)),
    3: (sp.Rational(38, 27), sp.Rational(5, 3)),
    4: (sp.Rational(130, 81), sp.Rational(166, 81)),
}
"""Accepted drafts of p = (1/3, 2/3), q = (2/3, 1/3) by draft length: tested one by one, and by block verification."""

AT_TOY = (sp.S.One, sp.Rational(1, 3), sp.Rational(2, 3))
EXCHANGED = (sp.S.One, sp.Rational(2, 3), sp.Rational(1, 3))
"""All is kept so far, and the first token's probabilities: of the toy, and with its two tokens exchanged."""


def one_by_one(length: int) -> sp.Expr:
    """Expected accepted drafts of the two laws above: α + α² + ..."""
    return sum((SHARE[0](*AT_TOY) ** count for count in range(1, length + 1)), sp.S.Zero)


def by_block(length: int, at: tuple[sp.Expr, ...] = AT_TOY) -> sp.Expr:
    """Expected accepted drafts of the two laws above: the chances of one, two, ... together."""
    return sum((share(*at) for share in SHARE[:length]), sp.S.Zero)


def _counts(*places: int) -> Statement:
    """What both ways accept, `places` being where each one's number stands in `TOY`; that exchanging the two tokens changes
    nothing, and that of equal laws all is kept.
    """
    toy = (
        eq(accepted(length), counts[place])
        for length, counts in TOY.items()
        for accepted, place in zip((one_by_one, by_block), places, strict=True)
    )
    exchanged = (eq(by_block(length, EXCHANGED), counts[places[1]]) for length, counts in TOY.items())
    return both(*toy, *exchanged, *(eq(share(P, p_x, p_x), P) for share in SHARE))


COUNTS = Claim(
    "losslessness.block_counts",
    title="p = (1/3, 2/3), q = (2/3, 1/3): of 2, 3, 4 drafts 10/9, 38/27, 130/81 accepted one by one, 11/9, 5/3, 166/81 as a block",
    statement=_counts(0, 1),
    domain=Domain({"P_blk": UNIT, "p_x": OPEN_UNIT}),
    source=f"{SUN}; own count, over all drafts of two tokens",
    depends_on=("losslessness.block_kept",),
    assumes=("the laws are the same at every position, whatever the prefix",),
    example={"P_blk": Fraction(1), "p_x": Fraction(1, 3)},
    rivals=(
        Rival(
            "losslessness.block_counts_alike",
            says="block verification accepts as many drafts as tests one by one, α + α² + ... + α^γ",
            why_tempting="the acceptance rate is a property of the two laws",
            statement=_counts(0, 0),
        ),
    ),
)


@derives(COUNTS.id)
def _counted() -> tuple[Argument, ...]:
    def opened(start: sp.Expr) -> Argument:
        """Unfolded, the last draft first, until no share is left."""
        found = Argument(start, COUNTS.domain)
        while shares := sorted(found.end.atoms(AppliedUndef), key=sp.default_sort_key):
            found = found.by("definition", "what each token keeps", at=shares[-1])
            for smaller in sorted(found.end.atoms(sp.Min), key=sp.default_sort_key):
                found = found.by("choose_branch", "the smaller of the two", at=smaller)
        return found

    return (
        *(opened(accepted(length)) for length in TOY for accepted in (one_by_one, by_block)),
        *(opened(by_block(length, EXCHANGED)) for length in TOY),
        *(opened(share(P, p_x, p_x)).by("algebra", "both tokens together", to=P) for share in SHARE),
    )


CLAIMS = (SPLIT, KEPT_MASS, LATER, RECOVERS, STEP, COMPLETED, NEVER_FEWER, COUNTS)
