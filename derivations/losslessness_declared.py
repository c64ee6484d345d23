"""Drafts from another law than the declared one: what is emitted then, and that only the declared law itself will do.

Part of the chain `losslessness`. Drafts are drawn from s; the ratio of acceptance and the residual use the declared law q.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .losslessness_position import (
    ALL_REST,
    ALPHA,
    AT_TOKEN,
    EMITTED,
    LAWS,
    ONE_POSITION,
    REST,
    TOKEN,
    Law,
    V,
    accept,
    alpha,
    emit,
    emitted,
    l,
    p,
    q,
    summed,
    tenths,
)
from .statements import eq, gt, le, narrow
from .symbols import quantity, sequence

s = sequence("s_l")

declared = quantity("declared_l", emitted(lambda x: s[x] * accept(p[x], q[x])))
DECLARED = declared(l, V, p, q, s)
alpha_s = quantity("alpha_s", summed(lambda x: s[x] * accept(p[x], q[x])))
DRAWN = alpha_s(V, p, q, s)

THREE_LAWS = narrow(TOKEN.extended({"s_l": LAWS}), eq(summed(lambda x: s[x]), 1))


@dataclass(frozen=True)
class Mistaken:
    """Drafts drawn from one law, declared to be from another: both by token."""

    drawn: Law
    shown: Law

    @property
    def law(self) -> sp.Expr:
        """Law of the token l that is emitted."""
        return emitted(lambda x: self.drawn(x) * accept(p[x], self.shown(x)), lambda x: sp.Max(p[x] - self.shown(x), 0))


def _declared(x: sp.Expr) -> sp.Expr:
    return q[x]


EIGHT_BITS = sp.Integer(2**8)
"""bf16 keeps 8 significant bits: steps of 2^-8 between 1/2 and 1."""

SQUARES = summed(lambda x: q[x] ** 2)

MISTAKEN: dict[str, Mistaken] = {
    "losslessness.declared_argmax": Mistaken(lambda x: sp.Piecewise((1, sp.Eq(x, 1)), (0, True)), _declared),
    "losslessness.declared_other_temperature": Mistaken(lambda x: q[x] ** 2 / SQUARES, _declared),
    "losslessness.declared_other_top_k": Mistaken(
        lambda x: sp.Piecewise((q[x] / (q[1] + q[2]), x <= 2), (0, True)), _declared
    ),
    "losslessness.declared_unnormalised": Mistaken(_declared, lambda x: 2 * q[x]),
    "losslessness.declared_bf16": Mistaken(
        _declared, lambda x: sp.floor(EIGHT_BITS * q[x] + sp.Rational(1, 2)) / EIGHT_BITS
    ),
}
"""What is drawn and what is declared, by rival."""


def _rival(name: str, says: str, why_tempting: str, **blind: str) -> Rival:
    return Rival(name, says, why_tempting, eq(MISTAKEN[name].law, p[l]), blind)


BIAS = Claim(
    "losslessness.declared",
    title="Drafts from another law than the declared one: the bias of every token, exactly",
    statement=eq(DECLARED - p[l], (s[l] - q[l]) * accept(p[l], q[l]) - (DRAWN - ALPHA) * REST / ALL_REST),
    domain=narrow(THREE_LAWS, gt(ALL_REST, 0)),
    source="own derivation: what is emitted less what would be, had q been drawn from",
    depends_on=(ONE_POSITION.id,),
    example={**AT_TOKEN, "q_l": tenths(6, 3, 1), "s_l": tenths(1, 2, 7), "l": Fraction(2)},
    rivals=(
        _rival(
            "losslessness.declared_argmax",
            "greedy drafts may be declared by the softmax that they are the mode of (token 1 is the likeliest)",
            "the draft model's probabilities are at hand, and greedy drafts are accepted more often",
        ),
        _rival(
            "losslessness.declared_other_temperature",
            "drafts drawn at temperature 1/2 may be declared at temperature 1",
            "a cooler draft model is accepted more often, and its logits are the same",
        ),
        _rival(
            "losslessness.declared_other_top_k",
            "drafts drawn from the two likeliest tokens (top-k, token 1 and 2) may be declared by the law before the cut",
            "the cut happens in the sampler, the probabilities were stored before it",
        ),
        _rival(
            "losslessness.declared_unnormalised",
            "what is declared need not sum to one: weights twice as large will do",
            "a ratio of two weights looks as if constants cancelled",
        ),
        _rival(
            "losslessness.declared_bf16",
            "the declared law may be rounded to bf16 (8 bits)",
            "drafts are only proposals, so their probabilities need no precision",
            simulation="a rounding moves no token by more than 2^-9: to see it takes thirty times the draws of a run",
        ),
    ),
)


@derives(BIAS.id)
def _bias() -> tuple[Argument, ...]:
    shown = (s[l] - q[l]) * accept(p[l], q[l]) - (DRAWN - ALPHA) * REST / ALL_REST
    return (
        Argument(DECLARED - p[l], BIAS.domain)
        .back("lemma", "what q would have emitted", EMITTED, at=p[l], claim=ONE_POSITION)
        .by("definition", "accepted, or recovered", at=DECLARED)
        .by("choose_branch", "there is a residual", at=declared.definition)
        .by("definition", "accepted, or recovered", at=EMITTED)
        .by("choose_branch", "there is a residual", at=emit.definition)
        .back("definition", "accepted drafts from s", DRAWN, at=alpha_s.definition)
        .back("definition", "accepted drafts from q", ALPHA, at=alpha.definition)
        .by("algebra", "by what drafts differ", to=shown),
    )


ONLY = Claim(
    "losslessness.declared_is_sampled",
    title="Lossless for every target means drawn from the declared law: for the target q itself, s is emitted",
    statement=eq(declared(l, V, q, q, s), s[l]),
    domain=narrow(
        Domain({"q_l": LAWS, "s_l": Sequences(UNIT), "V": Naturals(1), "l": Naturals(1)}),
        eq(summed(lambda x: q[x]), 1),
        eq(summed(lambda x: s[x]), 1),
        le(l, V),
    ),
    source="own derivation: where target and declared law are equal, every draft is accepted, whatever it was drawn from",
    example={"q_l": tenths(5, 3, 2), "s_l": tenths(2, 2, 6), "V": Fraction(3), "l": Fraction(1)},
    rivals=(
        Rival(
            "losslessness.verifier_repairs_drafts",
            says="the verifier corrects whatever the drafter does: for the target q, q is emitted",
            why_tempting="lossless is said of the verifier, and the drafter may be any model",
            statement=eq(declared(l, V, q, q, s), q[l]),
        ),
    ),
)


@derives(ONLY.id)
def _only() -> tuple[Argument, ...]:
    start = declared(l, V, q, q, s)
    whole = declared.at(l, V, q, q, s)
    return (
        Argument(start, ONLY.domain)
        .by("definition", "accepted, or recovered")
        .by("choose_branch", "nothing is left to recover", at=whole)
        .by("definition", "accepted for certain", at=accept(q[l], q[l])),
    )


CLAIMS = (BIAS, ONLY)
