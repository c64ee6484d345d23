"""What a grammar mask does to the law of the next token: conditioning, its order among the sampling steps, the empty mask.

Part of the chain `grammar_mask`. y_l is the weight of token l, exp of its logit; a_l is 1 where it is allowed and 0 where
it is not. A masked logit is -inf, so its weight is 0. Sums run over a vocabulary of any size V.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import OPEN_UNIT, POSITIVE, POSITIVE_UNIT, UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, sequence, symbol

V, l, k, x, T, Z, flag = (symbol(name) for name in ("V", "l", "k", "x", "T", "Z", "flag"))  # noqa: E741 - a rank's letter
p_1, z, p_top = symbol("p_1"), symbol("share"), symbol("p_top")
y, a, p = sequence("y_l"), sequence("allow_l"), sequence("p_l")

A = quantity("A_y", sp.Sum(y[k] * a[k], (k, 1, V)))
P = quantity("P_y", y[l] / Z)
P_a = quantity("P_a_l", y[l] * a[l] / A(V, y, a))
p_allowed = quantity("p_allowed", sp.Sum(p[k] * a[k], (k, 1, V)))
n_allowed = quantity("n_allowed", sp.Sum(a[k], (k, 1, V)))

MASKED = "a masked logit is -inf: its token has weight 0"
LOGITS: dict[str, Any] = {
    "y_l": (Fraction(6), Fraction(3), Fraction(2), Fraction(1)),
    "Z": Fraction(12),
    "V": Fraction(4),
    "l": Fraction(2),
}
ALLOWED: dict[str, Any] = {"allow_l": (Fraction(0), Fraction(1), Fraction(1), Fraction(0))}

NONE_ALLOWED: dict[str, Any] = {
    "V": Fraction(4),
    "p_l": (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)),
    "allow_l": (Fraction(0),) * 4,
}

ROW = Domain(
    {"V": Naturals(1), "l": Naturals(1), "Z": POSITIVE, "y_l": Sequences(POSITIVE), "allow_l": Sequences(UNIT)}
)
SOME_ALLOWED = narrow(ROW, le(l, V), gt(A(V, y, a), 0))
CONDITIONAL_SUM = sp.Sum(P(k, Z, y) * a[k], (k, 1, V))

ALLOWED_MASS = Claim(
    "grammar_mask.allowed_mass",
    title="A drawn token is allowed with probability A/Z: the weight of the allowed tokens over that of all",
    statement=eq(CONDITIONAL_SUM, A(V, y, a) / Z),
    domain=Domain({"V": Naturals(1), "Z": POSITIVE, "y_l": Sequences(POSITIVE), "allow_l": Sequences(UNIT)}),
    source="own derivation: every term has the softmax's constant",
    assumes=(MASKED,),
    example={name: value for name, value in {**LOGITS, **ALLOWED}.items() if name != "l"},
    rivals=(
        Rival(
            "grammar_mask.share_of_tokens",
            says="half of the tokens allowed is half of the probability",
            why_tempting="the mask counts tokens, and the law is not looked at",
            statement=eq(CONDITIONAL_SUM, n_allowed(V, a) / V),
        ),
    ),
)


@derives(ALLOWED_MASS.id)
def _allowed_mass() -> tuple[Argument, ...]:
    return (
        Argument(CONDITIONAL_SUM, ALLOWED_MASS.domain)
        .by("definition", "the softmax", at=P(k, Z, y))
        .by("linearity", "the same constant for every token")
        .back("definition", "the weight of the allowed tokens", A(V, y, a), at=sp.Sum(y[k] * a[k], (k, 1, V))),
    )


CONDITIONAL = Claim(
    "grammar_mask.conditional_law",
    title="The softmax of masked logits is the law, given that the token is allowed",
    statement=eq(P(l, Z, y) * a[l] / CONDITIONAL_SUM, P_a(l, V, y, a)),
    domain=SOME_ALLOWED,
    source="own derivation: the constant Z of the softmax cancels, whatever it is",
    depends_on=("grammar_mask.allowed_mass",),
    assumes=(MASKED, "some token is allowed"),
    example={**LOGITS, **ALLOWED},
    rivals=(
        Rival(
            "grammar_mask.not_renormalised",
            says="forbidden tokens get probability 0 and the others keep theirs",
            why_tempting="zeroing probabilities looks like masking; what is left no longer sums to one",
            statement=both(eq(P(l, Z, y) * a[l] / CONDITIONAL_SUM, P(l, Z, y) * a[l])),
        ),
        Rival(
            "grammar_mask.logit_zero",
            says="a masked logit is 0: a forbidden token has weight 1",
            why_tempting="multiplying by a mask is how gradients and attention outputs are masked",
            statement=both(
                eq(
                    P(l, Z, y) * a[l] / CONDITIONAL_SUM,
                    (y[l] * a[l] + 1 - a[l]) / sp.Sum(y[k] * a[k] + 1 - a[k], (k, 1, V)),
                )
            ),
        ),
        Rival(
            "grammar_mask.flags_inverted",
            says="the set bits are the forbidden tokens",
            why_tempting="masks elsewhere mark what is masked out",
            statement=both(
                eq(
                    P(l, Z, y) * a[l] / CONDITIONAL_SUM,
                    y[l] * (1 - a[l]) / sp.Sum(y[k] * (1 - a[k]), (k, 1, V)),
                )
            ),
        ),
    ),
)


@derives(CONDITIONAL.id)
def _conditional_law() -> tuple[Argument, ...]:
    return (
        Argument(P(l, Z, y) * a[l] / CONDITIONAL_SUM, SOME_ALLOWED)
        .by("lemma", "the mass of the allowed tokens", at=CONDITIONAL_SUM, claim=ALLOWED_MASS)
        .by("definition", "the softmax", at=P(l, Z, y))
        .back("definition", "the masked softmax", P_a(l, V, y, a)),
    )


EMPTY_MASS, COUNT = p_allowed(V, p, a), n_allowed(V, a)
FORBIDDEN = sp.Sum(p[k] - p[k] * a[k], (k, 1, V))
LAW_ROW = Domain({"V": Naturals(1), "p_l": Sequences(UNIT), "allow_l": Sequences(UNIT)})

EMPTY = Claim(
    "grammar_mask.empty_state",
    title="Where no token is allowed there is no law: nothing may be sampled, token 0 neither",
    statement=both(
        ge(EMPTY_MASS, 0),
        le(EMPTY_MASS, COUNT),
        eq(EMPTY_MASS + FORBIDDEN, sp.Sum(p[k], (k, 1, V))),
    ),
    domain=LAW_ROW,
    source="own derivation: the masked law divides by the mass of the allowed tokens, which is 0",
    assumes=(MASKED,),
    example=NONE_ALLOWED,
    rivals=(
        Rival(
            "grammar_mask.empty_is_token_0",
            says="where no token is allowed, token 0 is: the mass that may be sampled is at least its probability",
            why_tempting="argmax over a row of -inf returns 0, and nothing complains",
            statement=both(ge(EMPTY_MASS, 0), ge(EMPTY_MASS, p[1] * (1 - COUNT))),
        ),
        Rival(
            "grammar_mask.empty_is_unmasked",
            says="where no token is allowed, all are: an empty mask is no mask",
            why_tempting="a missing constraint is often coded as an empty one",
            statement=both(ge(EMPTY_MASS, sp.Sum(p[k], (k, 1, V)) * (1 - COUNT))),
        ),
    ),
)


@derives(EMPTY.id)
def _empty_state() -> tuple[Argument, ...]:
    flags = sp.Sum(a[k], (k, 1, V))

    def opened() -> Argument:
        return Argument(EMPTY_MASS, LAW_ROW).by("definition", "the mass of the allowed tokens")

    return (
        opened().by("monotone_bound", "no term is negative", by=sp.S.Zero, order=">=").by("linearity", "all are 0"),
        opened()
        .by("monotone_bound", "no probability exceeds 1", by=a[k], gap=a[k] * (1 - p[k]))
        .back("definition", "the number of allowed tokens", COUNT, at=flags),
        Argument(EMPTY_MASS + FORBIDDEN, LAW_ROW)
        .by("linearity", "all of the law but the allowed tokens", at=FORBIDDEN)
        .by("definition", "the mass of the allowed tokens, which cancels", at=EMPTY_MASS),
    )


TEMPERED = Domain({"x": POSITIVE, "T": POSITIVE, "flag": Naturals(0, 1)})

TEMPERATURE = Claim(
    "grammar_mask.commutes_with_temperature",
    title="Masking before or after temperature gives the same weights",
    statement=both(
        when(eq(flag, 1), eq((flag * x) ** (1 / T), flag * x ** (1 / T))),
        when(eq(flag, 0), eq((flag * x) ** (1 / T), flag * x ** (1 / T))),
    ),
    domain=TEMPERED,
    source="own derivation: temperature T takes a weight to the power 1/T, which leaves 0 and 1 alone",
    not_applicable={
        "simulation": "an identity of weights, token by token: nothing is drawn",
    },
    assumes=(MASKED, "T > 0; the greedy limit is taken after masking"),
    example={"x": Fraction(4), "T": Fraction(1, 2), "flag": Fraction(0)},
    rivals=(
        Rival(
            "grammar_mask.bias_not_infinite",
            says="a large negative bias on the logits masks as well: it commutes with temperature too",
            why_tempting="e^-100 is as good as 0 at T = 1; a high temperature brings it back",
            statement=both(
                when(eq(flag, 1), eq((flag * x) ** (1 / T), flag * x ** (1 / T))),
                when(eq(flag, 0), eq((x / 100) ** (1 / T), x ** (1 / T) / 100)),
            ),
        ),
    ),
)


@derives(TEMPERATURE.id)
def _commutes_with_temperature() -> tuple[Argument, ...]:
    before, after = (flag * x) ** (1 / T), flag * x ** (1 / T)
    return tuple(
        Argument(before, TEMPERED, (eq(flag, value),))
        .by("substitution", because, values={flag: sp.Integer(value)})
        .back("substitution", because, after, values={flag: sp.Integer(value)})
        for value, because in ((1, "the token is allowed"), (0, "the token is forbidden"))
    )


TWO = p_1 + z * (1 - p_1)
"""Mass of the two most probable tokens: the second has the share z of what the first one leaves."""

F = quantity("mask_first", sp.Piecewise((1, p_top <= z), (z, True)))
G = quantity("cut_first", sp.Piecewise((0, p_top <= p_1), (1, p_top <= TWO), (z, True)))
MASK_FIRST, CUT_FIRST = F(p_1, z, p_top), G(p_1, z, p_top)
THREE = narrow(Domain({"p_1": OPEN_UNIT, "share": OPEN_UNIT, "p_top": POSITIVE_UNIT}), le(z * (1 - p_1), p_1))
ALONE = both(gt(p_top, p_1), le(p_top, TWO), gt(p_top, z))
BEYOND = both(gt(p_top, TWO), gt(p_top, z))

TOP_P = Claim(
    "grammar_mask.not_with_top_p",
    title="Masking does not commute with top-p: masked after the cut, nothing may be left",
    statement=both(
        when(le(p_top, p_1), eq(CUT_FIRST, 0)),
        when(gt(p_top, z), gt(MASK_FIRST, 0)),
        when(le(p_top, z), eq(MASK_FIRST, 1)),
        when(both(gt(p_top, p_1), le(p_top, TWO)), eq(CUT_FIRST, 1)),
        when(ALONE, lt(MASK_FIRST, CUT_FIRST)),
        when(BEYOND, eq(CUT_FIRST, z)),
        when(BEYOND, eq(MASK_FIRST, z)),
    ),
    domain=THREE,
    source="own derivation: three tokens, the most probable one forbidden; masked, the others have z and 1 - z",
    assumes=(
        MASKED,
        "top-p keeps the smallest set of most probable tokens that reaches p, the crossing token included",
    ),
    example={"p_1": Fraction(1, 2), "share": Fraction(3, 5), "p_top": Fraction(2, 5)},
    rivals=(
        Rival(
            "grammar_mask.commutes_with_top_p",
            says="masking commutes with top-p",
            why_tempting="it commutes with temperature, and top-p is a mask as well",
            statement=both(eq(MASK_FIRST, CUT_FIRST)),
        ),
        Rival(
            "grammar_mask.cut_leaves_something",
            says="after a top-p cut the allowed tokens still have their share: G ≥ z",
            why_tempting="top-p always keeps a token; it need not be an allowed one",
            statement=both(ge(CUT_FIRST, z)),
        ),
    ),
)


@derives(TOP_P.id)
def _not_with_top_p() -> tuple[Argument, ...]:
    last = G.at(p_1, z, p_top)

    def chosen(start: sp.Expr, given: Statement, because: str) -> Argument:
        opened = Argument(start, THREE, (given,)).by("definition", "the cut and the mask, one after the other")
        return opened.by("choose_branch", because)

    return (
        chosen(CUT_FIRST, le(p_top, p_1), "the forbidden token alone reaches p"),
        chosen(MASK_FIRST, gt(p_top, z), "both are kept").by(
            "monotone_bound", "the second token has some mass", by=sp.S.Zero, order=">"
        ),
        chosen(MASK_FIRST, le(p_top, z), "the second token alone reaches p"),
        chosen(CUT_FIRST, both(gt(p_top, p_1), le(p_top, TWO)), "two are kept, one of them forbidden"),
        chosen(MASK_FIRST, ALONE, "p is not reached by the second token alone")
        .by("monotone_bound", "it is not the only one left", by=sp.S.One, order="<", gap=1 - z)
        .back("choose_branch", "after the cut it is", last, at=sp.S.One)
        .back("definition", "the cut and the mask, one after the other", CUT_FIRST, at=last),
        chosen(CUT_FIRST, BEYOND, "all three are kept"),
        chosen(MASK_FIRST, BEYOND, "both that are left are kept"),
    )


CLAIMS = (ALLOWED_MASS, CONDITIONAL, EMPTY, TEMPERATURE, TOP_P)
