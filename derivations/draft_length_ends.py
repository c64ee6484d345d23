"""Where a best draft length lies, and where there is none: no draft at all, a largest length worth trying, no bound."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .draft_cost_times import S
from .draft_length_steps import CONCAVE, DOMAIN, TIME, alpha, c, gamma, here, j, k, longer, tokens_here, tokens_longer
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .tokens_growth import INCREASING_GAMMA
from .tokens_law import CLOSED, CLOSED_FORM, EXPECTATION, LEVIATHAN, E

BELOW_ONE = narrow(DOMAIN, lt(alpha, 1))
TOO_LONG = gamma * c * (1 - alpha)

LONGEST = Claim(
    "draft_length.longest_worth_trying",
    title="No draft of α/(c(1-α)) tokens or more beats plain decoding",
    statement=when(ge(TOO_LONG, alpha), le(here, 1)),
    domain=BELOW_ONE,
    source="own derivation: E stays below 1/(1-α); so for c > 0 and α < 1 there is a best length, and the search ends",
    depends_on=("tokens.closed_form",),
    example={"alpha": Fraction(1, 2), "gamma": Fraction(4), "c": Fraction(1, 4)},
    rivals=(
        Rival(
            "draft_length.always_faster",
            says="where some draft is faster than plain decoding, a longer one is too",
            why_tempting="E is above 1 whatever the draft length; the time of the drafts is forgotten",
            statement=ge(here, 1),
        ),
    ),
)


@derives(LONGEST.id)
def _longest() -> tuple[Argument, ...]:
    general = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return (
        Argument(here, BELOW_ONE, (ge(TOO_LONG, alpha),))
        .by("definition", "the speedup")
        .by("lemma", "the closed form", at=tokens_here, claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1", at=CLOSED)
        .by(
            "monotone_bound",
            "the limit for long drafts",
            at=general,
            by=1 / (1 - alpha),
            gap=alpha ** (gamma + 1) / (1 - alpha),
        )
        .by("monotone_bound", "what is given", by=sp.S.One, gap=(TOO_LONG - alpha) / ((1 - alpha) * TIME)),
    )


one_draft = S(alpha, 1, c)

CLIPPED = Claim(
    "draft_length.clipped",
    title="Not drafting at all is best exactly where α ≤ c",
    statement=both(
        eq(S(alpha, 0, c), 1),
        when(le(alpha, c), le(here, 1)),
        when(gt(alpha, c), gt(one_draft, 1)),
    ),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, corollary 3.9, and its converse",
    depends_on=("tokens.expectation", "draft_length.concave"),
    example={"alpha": Fraction(1, 2), "gamma": Fraction(3), "c": Fraction(3, 5)},
    rivals=(
        Rival(
            "draft_length.at_least_one",
            says="one draft is always worth it, since a verification comes free with it",
            why_tempting="the bonus token is counted, the draft's time is not",
            statement=ge(one_draft, 1),
        ),
    ),
)


@derives(CLIPPED.id)
def _clipped() -> tuple[Argument, ...]:
    one_token = E(alpha, 0)

    def single(start: sp.Expr, *given: Statement) -> Argument:
        """An argument about a speedup at a fixed length, with the tail sum put in and written out."""
        return Argument(start, DOMAIN, given).by("definition", "the speedup")

    first, second = sp.Sum(alpha**k, (k, 0, 0)), sp.Sum(alpha**k, (k, 0, 1))
    return (
        single(S(alpha, 0, c))
        .by("lemma", "the tail sum at gamma = 0", at=one_token, claim=EXPECTATION, values={gamma: sp.S.Zero})
        .by("split_term", "its one term", at=first),
        Argument(here, DOMAIN, (le(alpha, c),))
        .by("definition", "the speedup")
        .by(
            "lemma",
            "no added power is above alpha",
            at=tokens_here,
            claim=CONCAVE,
            values={gamma: sp.S.Zero, j: gamma},
            order="<=",
        )
        .by("lemma", "the tail sum at gamma = 0", at=one_token, claim=EXPECTATION, values={gamma: sp.S.Zero})
        .by("split_term", "its one term", at=first)
        .by("monotone_bound", "what is given", by=sp.S.One, gap=gamma * (c - alpha) / TIME),
        single(one_draft, gt(alpha, c))
        .by("lemma", "the tail sum at gamma = 1", at=E(alpha, 1), claim=EXPECTATION, values={gamma: sp.S.One})
        .by("split_term", "the bonus token apart", at=second)
        .by("split_term", "its one term", at=first)
        .by("monotone_bound", "what is given", by=sp.S.One, order=">", gap=(alpha - c) / (1 + c)),
    )


UNBOUNDED = Claim(
    "draft_length.unbounded",
    title="No best length where drafts are free or never rejected",
    statement=both(
        when(both(eq(c, 0), gt(alpha, 0)), gt(longer, here)),
        when(both(eq(alpha, 1), lt(c, 1)), gt(longer, here)),
    ),
    domain=DOMAIN,
    source="own derivation: every further draft gains, so there is no best length, and none is returned",
    depends_on=("tokens.increasing_in_gamma", "tokens.closed_form"),
    example={"alpha": Fraction(7, 10), "gamma": Fraction(5), "c": Fraction(0)},
    rivals=(
        Rival(
            "draft_length.always_a_best",
            says="every drafter has a best draft length, be it a large one",
            why_tempting="a search up to some largest length always returns one: that largest length",
            statement=both(when(both(eq(c, 0), gt(alpha, 0)), le(longer, here))),
        ),
    ),
)


@derives(UNBOUNDED.id)
def _unbounded() -> tuple[Argument, ...]:
    free, sure = both(eq(c, 0), gt(alpha, 0)), both(eq(alpha, 1), lt(c, 1))
    next_time = 1 + (gamma + 1) * c
    return (
        Argument(longer, DOMAIN, (free,))
        .by("definition", "the speedup one draft longer")
        .by("substitution", "drafts are free", values={c: sp.S.Zero})
        .by("lemma", "a longer draft brings more tokens", claim=INCREASING_GAMMA, order=">")
        .back("substitution", "drafts are free", S.definition, values={c: sp.S.Zero})
        .back("definition", "the speedup", here),
        Argument(longer, DOMAIN, (sure,))
        .by("definition", "the speedup one draft longer")
        .by("lemma", "the closed form", at=tokens_longer, claim=CLOSED_FORM, values={gamma: gamma + 1})
        .by("choose_branch", "alpha is 1", at=CLOSED.subs(gamma, gamma + 1))
        .by(
            "monotone_bound",
            "one draft costs less than one token",
            by=(gamma + 1) / TIME,
            order=">",
            gap=(1 - c) / (TIME * next_time),
        )
        .back("choose_branch", "alpha is 1", CLOSED, at=gamma + 1)
        .back("lemma", "the closed form", tokens_here, at=CLOSED, claim=CLOSED_FORM)
        .back("definition", "the speedup", here),
    )
