"""Whole drafts: the law of the completed sequence is the target's, for every draft length. Part of the chain `losslessness`.

*Completed*: what a verification emits, then tokens of the target up to position gamma + 1. Everything is said along one
sequence of tokens, whose i-th has the probabilities p_i and q_i given those before it; so the laws may depend on the prefix
in any way, and what holds along every sequence holds for the law. Accepted drafts that end at token k leave the mass
p_k - min(p_k, q_k) to be recovered there, by the claims about one position.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .losslessness_position import ACCEPTED as ONE_DRAFT
from .losslessness_position import COINS, OVERLAP, OVERLAPPING, PAIR, V, accept, p_x, q_x
from .losslessness_position import EXAMPLE as LAWS
from .losslessness_position import p as p_l
from .losslessness_position import q as q_l
from .statements import eq, le, narrow, when
from .symbols import quantity, sequence
from .tokens_law import EXPECTATION, LEVIATHAN, E, alpha, gamma, i, k

p, q, m = sequence("p_seq"), sequence("q_seq"), sequence("m_seq")

DRAFTED = q[i] * accept(p[i], q[i])
BOTH = sp.Min(p[i], q[i])


def _along(*values: str) -> tuple[Fraction, ...]:
    """Probabilities along a sequence; what no draft of this length reaches is 1."""
    return (*map(Fraction, values), *(Fraction(1),) * (24 - len(values)))


EXAMPLE: dict[str, Any] = {
    "p_seq": _along("1/2", "1/5", "3/5", "1/4"),
    "q_seq": _along("3/10", "2/5", "1/5", "1/5"),
    "gamma": Fraction(3),
}
"""Tokens that the target likes more than the draft does, and less; the fourth is the bonus token's place."""

kept = quantity("kept_seq", sp.Product(DRAFTED, (i, 1, k)))
KEPT = kept(k, p, q)

ACCEPTED = Claim(
    "losslessness.accepted_drafts",
    title="A draft begins like a sequence and is accepted so far with probability Πmin(p, q)",
    statement=eq(KEPT, sp.Product(BOTH, (i, 1, k))),
    domain=Domain({"p_seq": Sequences(UNIT), "q_seq": Sequences(UNIT), "k": Naturals(0)}),
    source=f"{LEVIATHAN}, section 2.3, position by position: every draft meets a coin of its own",
    depends_on=(ONE_DRAFT.id,),
    assumes=(COINS,),
    example={"p_seq": _along("1/5", "1/4"), "q_seq": _along("2/5", "1/2"), "k": Fraction(2)},
    rivals=(
        Rival(
            "losslessness.coins_shared",
            says="one coin serves all positions: of two drafts both are accepted where it lies below the smaller ratio",
            why_tempting="one uniform a request is cheaper, and at each position by itself the probability is right",
            statement=when(eq(k, 2), eq(KEPT, q[1] * q[2] * sp.Min(*(accept(p[j], q[j]) for j in (1, 2))))),
        ),
        Rival(
            "losslessness.draft_sees_coins",
            says="the uniform that drew the draft (its law's first token, below q) also tests it: min(q, p/q)",
            why_tempting="drafter and verifier are seeded alike, so that runs repeat",
            statement=eq(KEPT, sp.Product(sp.Min(q[i], accept(p[i], q[i])), (i, 1, k))),
        ),
    ),
)


@derives(ACCEPTED.id)
def _accepted() -> tuple[Argument, ...]:
    return (
        Argument(KEPT, ACCEPTED.domain)
        .by("definition", "drawn from the draft law, and accepted by its coin, at each position")
        .by("lemma", "the smaller of the two", at=DRAFTED, claim=ONE_DRAFT, values={p_x: p[i], q_x: q[i]}),
    )


WHOLE = sp.Product(p[i], (i, 1, gamma + 1))
AFTER = sp.Product(p[i], (i, k + 1, gamma + 1))
"""The target's probability of the tokens after position k."""

made_up = quantity("made_up", sp.Sum((m[k] * p[k] - m[k + 1]) * AFTER, (k, 1, gamma)) + m[gamma + 1] * p[gamma + 1])
MADE_UP = made_up(m, p, gamma)

ANY_MASS = Claim(
    "losslessness.any_kept_mass",
    title="Whatever is kept: recovering what is missing of m·p at each token makes the completed law the target's",
    statement=eq(MADE_UP, m[1] * WHOLE),
    domain=Domain({"m_seq": Sequences(UNIT), "p_seq": Sequences(UNIT), "gamma": Naturals(0)}),
    source="own derivation; m_k is what is kept before token k (m_1 = 1 for a whole draft). Tests one by one have "
    "m_(k+1) = m_k min(p_k, q_k); block verification has m_(k+1) = min(m_k p_k, q_1...q_k)",
    assumes=("where all drafts are kept, the bonus token is drawn from the target's row γ + 1",),
    example={"m_seq": _along("1", "3/10", "3/50", "3/125"), "p_seq": EXAMPLE["p_seq"], "gamma": Fraction(3)},
    rivals=(
        Rival(
            "losslessness.all_lost_is_recovered",
            says="a sequence gets back m_k - m_(k+1) at token k: all that was rejected there",
            why_tempting="it is what all tokens together get back; one of them is due what its own m·p lacks",
            statement=eq(MADE_UP, sp.Sum((m[k] - m[k + 1]) * AFTER, (k, 1, gamma)) + m[gamma + 1] * p[gamma + 1]),
        ),
    ),
)


@derives(ANY_MASS.id)
def _any_mass() -> tuple[Argument, ...]:
    from_k = sp.Product(p[i], (i, k, gamma + 1))
    opened = Argument(MADE_UP, ANY_MASS.domain).by("definition", "recovered after each number of kept tokens, or none")
    recovered = next(iter(opened.end.atoms(sp.Sum)))
    return (
        opened.by(
            "telescoping",
            "recovered at token k: kept mass times target, at k less at k + 1; the bonus term cancels the last",
            at=recovered,
            antidifference=-m[k] * from_k,
        ),
    )


def _completed(accepted: sp.Expr, tested: sp.Expr, after: sp.Expr, bonus: sp.Expr) -> sp.Expr:
    """The law of the completed sequence; `tested` is the target probability by which position i is judged, `after` what
    becomes of the tokens after a rejection at k, `bonus` the factor of the last token where all drafts are accepted.
    """
    before, here = sp.Product(accepted, (i, 1, k - 1)), (tested - accepted).subs(i, k)
    return sp.Sum(before * here * after, (k, 1, gamma)) + sp.Product(accepted, (i, 1, gamma)) * bonus


LAST = p[gamma + 1]
completed = quantity("completed", _completed(BOTH, p[i], AFTER, LAST))
COMPLETE = completed(p, q, gamma)
DRAFTED_ON = sp.Product(q[i], (i, k + 1, gamma)) * LAST
NEXT_ROW, LAST_ROW = p[i + 1], LAST
OVER = LAST - sp.Min(LAST, q[gamma + 1])
FROM_RESIDUAL = sp.Piecewise((sp.S.One, OVER > 0), (sp.S.Zero, True))
PADDED = sp.Piecewise((OVER / (1 - q[gamma + 1]), q[gamma + 1] < 1), (sp.S.Zero, True))
"""The last token's factor, for the first of two tokens: the residual has one token, and the other one stands for -1."""

COMPLETED = Claim(
    "losslessness.completed",
    title="The completed sequence has the target's law, for every draft length and laws that depend on the prefix",
    statement=eq(COMPLETE, WHOLE),
    domain=Domain({"p_seq": Sequences(UNIT), "q_seq": Sequences(UNIT), "gamma": Naturals(0)}),
    source=f"{LEVIATHAN}, appendix A.1, by induction on the draft length; the bonus token comes from the target's row γ + 1",
    depends_on=("losslessness.accepted_drafts", "losslessness.recovered"),
    assumes=(
        "along a sequence the drafts accepted before token k have mass Πmin(p, q), and p_k - min(p_k, q_k) is recovered",
        "where all drafts are accepted, the bonus token is drawn from the target's row γ + 1",
    ),
    example=EXAMPLE,
    rivals=(
        Rival(
            "losslessness.bonus_from_residual",
            says="the bonus token too is drawn from the residual (of two tokens: the one with p > q)",
            why_tempting="one call recovers a token for every request, and the mask for the bonus is forgotten",
            statement=eq(COMPLETE, _completed(BOTH, p[i], AFTER, FROM_RESIDUAL)),
        ),
        Rival(
            "losslessness.bonus_omitted",
            says="the rejections at 1 to γ are the whole law: nothing is emitted after the last accepted draft",
            why_tempting="the draft has γ tokens, and the bonus token is not in it",
            statement=eq(COMPLETE, _completed(BOTH, p[i], AFTER, sp.S.Zero)),
        ),
        Rival(
            "losslessness.drafts_kept_after_rejection",
            says="after a rejection the drafts that follow stay, and the target adds the last token",
            why_tempting="each draft is judged by a coin of its own; but those later ones were drafted after another token",
            statement=eq(COMPLETE, _completed(BOTH, p[i], DRAFTED_ON, LAST)),
        ),
        Rival(
            "losslessness.wrong_row",
            says="position i is judged by the target's row i + 1 (where laws go by position and one token repeats)",
            why_tempting="row i of the logits is the law of token i + 1, and it is easy to be off by one",
            statement=eq(COMPLETE, _completed(sp.Min(NEXT_ROW, q[i]), NEXT_ROW, AFTER, LAST)),
        ),
        Rival(
            "losslessness.rows_aliased",
            says="the target's rows are views of one buffer: every position is judged by the row that was written last",
            why_tempting="a buffer that is used again saves memory, and in a batch of one row nothing shows",
            statement=eq(COMPLETE, _completed(sp.Min(LAST_ROW, q[i]), LAST_ROW, AFTER, LAST)),
        ),
        Rival(
            "losslessness.padding_as_token",
            says="the -1 after the last draft is tested as the last (of two) tokens: what passes is lost, what fails is recovered",
            why_tempting="padded drafts have one length, and -1 as an index is the last token",
            statement=eq(COMPLETE, _completed(BOTH, p[i], AFTER, PADDED)),
        ),
    ),
)


@derives(COMPLETED.id)
def _complete() -> tuple[Argument, ...]:
    before, from_k = sp.Product(BOTH, (i, 1, k - 1)), sp.Product(p[i], (i, k, gamma + 1))
    opened = Argument(COMPLETE, COMPLETED.domain).by("definition", "rejected at each position, or at none")
    rejected = next(iter(opened.end.atoms(sp.Sum)))
    return (
        opened.by(
            "telescoping",
            "accepted mass times target, at k less at k + 1; the bonus term cancels the last",
            at=rejected,
            antidifference=-before * from_k,
        ),
    )


EMITTED = E(OVERLAP, gamma)
AGREE = sp.Sum(p_l[i] * q_l[i], (i, 1, V))

TOKENS = Claim(
    "losslessness.tokens",
    title="Tokens per verification, where the laws do not depend on the prefix: E at α = Σmin(p, q)",
    statement=eq(EMITTED, sp.Sum(OVERLAP**k, (k, 0, gamma))),
    domain=narrow(PAIR.extended({"gamma": Naturals(0)}), le(OVERLAP, 1)),
    source=f"{LEVIATHAN}, equation 1 and Corollary 3.6",
    depends_on=(EXPECTATION.id, OVERLAPPING.id),
    assumes=("the laws are the same at every position, whatever the prefix",),
    example={**LAWS, "gamma": Fraction(3)},
    rivals=(
        Rival(
            "losslessness.tokens_by_agreement",
            says="a draft is accepted where a target sample would have been the same token: α = Σpq",
            why_tempting="it is the rate of greedy drafts and of engines that draw the target's token and compare",
            statement=eq(EMITTED, sp.Sum(AGREE**k, (k, 0, gamma))),
        ),
        Rival(
            "losslessness.tokens_add_up",
            says="1 + γ·Σmin(p, q) tokens: every draft has this chance",
            why_tempting="the overlap of the laws is known at each position, and expectations add up",
            statement=eq(EMITTED, 1 + gamma * OVERLAP),
        ),
    ),
)


@derives(TOKENS.id)
def _tokens() -> tuple[Argument, ...]:
    return (
        Argument(EMITTED, TOKENS.domain).by(
            "lemma", "position k + 1 is reached with probability α^k", claim=EXPECTATION, values={alpha: OVERLAP}
        ),
    )


CLAIMS = (ACCEPTED, ANY_MASS, COMPLETED, TOKENS)
