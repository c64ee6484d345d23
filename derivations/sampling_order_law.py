"""Sorted laws and temperature: a lower temperature never takes mass from the most probable tokens.

A law with the tokens sorted from the most probable down is given by the ratios s_1, s_2, ... in (0, 1] of neighbouring
weights; the weight of the most probable token is 1, since a common factor cancels. A temperature T gives the ratio
exp(-gap / T) to two tokens whose logits lie `gap` apart, so a lower one multiplies every ratio by some f_i in (0, 1]:
nothing else about temperature is used, and what follows holds for every T and every vocabulary size. Part of the chain
`sampling_order`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import POSITIVE, POSITIVE_UNIT, Domain, Interval, Naturals, Sequences
from .kernel import Argument
from .sampling_order_figures import at, kept_figures, softmax_figures
from .statements import Statement, both, eq, ge, gt, le, narrow, when
from .symbols import Quantity, quantity, sequence, symbol

V, k, rank, h, i = (symbol(name) for name in ("V", "k", "l", "h", "i"))
T, T_2, gap, p_top, x, z = (symbol(name) for name in ("T", "T_2", "logit_gap", "p_top", "x", "z"))
s, f = sequence("s"), sequence("f")

w = quantity("w_s", sp.Product(s[i], (i, 1, rank - 1)))
G = quantity("G_s", sp.Sum(w(rank, s), (rank, 1, k)))
R = quantity("R_s", sp.Sum(w(rank, s), (rank, k + 1, V)))
Q = quantity("Q_s", G(k, s) / G(V, s))
phi = quantity("w_f", sp.Product(f[i], (i, 1, rank - 1)))
COLD = w(rank, s) * phi(rank, f)
G_f = quantity("G_f", sp.Sum(COLD, (rank, 1, k)))
R_f = quantity("R_f", sp.Sum(COLD, (rank, k + 1, V)))
Q_f = quantity("Q_f", G_f(k, s, f) / G_f(V, s, f))

RATIOS = Sequences(POSITIVE_UNIT)
SORTED = Domain({"s": RATIOS})
PREFIX = narrow(SORTED.extended({"k": Naturals(1), "V": Naturals(1)}), le(k, V))
COLDER = narrow(SORTED.extended({"f": RATIOS, "k": Naturals(1), "V": Naturals(1)}), le(k, V))

FACTS: Any = (Fraction(3, 4), Fraction(2, 3), *(Fraction(1, 2),) * 22)
"""The law (.4, .3, .2, .1), by its ratios; the ratios beyond are not used."""

Example = Mapping[str, Any]
"""A point: numbers, and sequences as tuples of them."""

NUMBERS_ONLY = {"simulation": "an inequality between numbers: nothing is drawn"}
OWN = "own derivation"

RATIO = sp.exp(-gap / T)

LOGITS = [sp.Symbol(f"x_{n}") for n in (1, 2, 3)]


def _of_logits(formula: sp.Expr) -> sp.Expr:
    """A formula about three tokens as one of their logits and the temperature."""
    return at(formula, {}, {s[n]: RATIO.subs(gap, LOGITS[n - 1] - LOGITS[n]) for n in (1, 2)})


TEMPERATURE = Claim(
    "sampling_order.temperature",
    title="A lower temperature makes every ratio of neighbouring probabilities smaller, or leaves it",
    statement=le(sp.exp(-gap / T_2), RATIO),
    domain=narrow(Domain({"logit_gap": Interval(Fraction(0)), "T": POSITIVE, "T_2": POSITIVE}), le(T_2, T)),
    source="definition of the softmax of logits over T",
    example={"logit_gap": Fraction(1), "T": Fraction(1), "T_2": Fraction(1, 2)},
    not_applicable=NUMBERS_ONLY,
    figures=softmax_figures([_of_logits(w(n, s) / G(3, s)) for n in (1, 2, 3)]),
    rivals=(
        Rival(
            "sampling_order.probabilities_divided",
            says="temperature divides the probabilities by T and renormalises: every ratio stays what it was",
            why_tempting="the logits are divided by T, and logits and probabilities are easily mixed up",
            statement=eq(sp.exp(-gap / T_2), RATIO),
        ),
        Rival(
            "sampling_order.temperature_upside_down",
            says="a lower temperature makes every ratio larger: the logits are multiplied by T",
            why_tempting="a factor is as easily multiplied by as divided by, and at T = 1 the two agree",
            statement=ge(sp.exp(-gap / T_2), RATIO),
        ),
    ),
)


@derives(TEMPERATURE.id)
def _temperature() -> tuple[Argument, ...]:
    return (
        Argument(sp.exp(-gap / T_2), TEMPERATURE.domain).by(
            "derivative_sign", "the exponent rises with the temperature", of=T_2, to=T, order="<="
        ),
    )


DESCENDING = Claim(
    "sampling_order.descending",
    title="Weights of a sorted law never rise, nor do the factors of a lower temperature",
    statement=both(le(w(rank + h, s), w(rank, s)), le(phi(rank + h, f), phi(rank, f))),
    domain=SORTED.extended({"f": RATIOS, "l": Naturals(1), "h": Naturals(0)}),
    source=f"{OWN}, by induction over the ranks",
    example={"s": FACTS, "f": FACTS, "l": Fraction(1), "h": Fraction(2)},
    not_applicable=NUMBERS_ONLY,
)


@derives(DESCENDING.id)
def _descending() -> tuple[Argument, ...]:
    def falls(weight: Quantity, ratios: sp.IndexedBase) -> Argument:
        here, there = weight.at(rank, ratios), weight.at(rank + h, ratios)
        return (
            Argument(weight(rank + h, ratios), DESCENDING.domain)
            .by("definition", "a product of ratios")
            .by("induction", "no ratio exceeds 1", to=here, over=h, order="<=", rest=there * (1 - ratios[rank + h]))
            .back("definition", "the same at rank l", weight(rank, ratios))
        )

    return falls(w, s), falls(phi, f)


SPLIT = Claim(
    "sampling_order.split",
    title="The weight of all tokens is that of the kept and that of the rest",
    statement=eq(G(k + h, s), G(k, s) + R(k, k + h, s)),
    domain=SORTED.extended({"k": Naturals(0), "h": Naturals(0)}),
    source=f"{OWN}, by induction over the rest",
    example={"s": FACTS, "k": Fraction(2), "h": Fraction(2)},
    not_applicable={"simulation": "an identity of finite sums: nothing is drawn"},
)

SPLIT_COLD = replace(
    SPLIT,
    id="sampling_order.split_colder",
    title="The same at a lower temperature",
    statement=eq(G_f(k + h, s, f), G_f(k, s, f) + R_f(k, k + h, s, f)),
    domain=SPLIT.domain.extended({"f": RATIOS}),
    example={**SPLIT.example, "f": FACTS},
)


def _parted(claim: Claim, total: sp.Expr, weight: sp.Expr, top: sp.Expr, rest: sp.Expr) -> tuple[Argument, ...]:
    kept, others = sp.Sum(weight, (rank, 1, k)), sp.Sum(weight, (rank, k + 1, k + h))
    return (
        Argument(total, claim.domain)
        .by("definition", "all tokens")
        .by("induction", "one token more on both sides", to=kept + others, over=h)
        .back("definition", "the kept tokens", top, at=kept)
        .back("definition", "the rest", rest, at=others),
    )


@derives(SPLIT.id)
def _split() -> tuple[Argument, ...]:
    return _parted(SPLIT, G(k + h, s), w(rank, s), G(k, s), R(k, k + h, s))


@derives(SPLIT_COLD.id)
def _split_cold() -> tuple[Argument, ...]:
    return _parted(SPLIT_COLD, G_f(k + h, s, f), COLD, G_f(k, s, f), R_f(k, k + h, s, f))


POSITIVE_WEIGHT = Claim(
    "sampling_order.positive_weight",
    title="Kept tokens have a positive weight",
    statement=both(ge(G(k, s), 0), when(ge(k, 1), gt(G(k, s), 0))),
    domain=SORTED.extended({"k": Naturals(0)}),
    source=f"{OWN}: the softmax of finite logits is positive",
    example={"s": FACTS, "k": Fraction(2)},
    not_applicable=NUMBERS_ONLY,
)

POSITIVE_WEIGHT_COLD = replace(
    POSITIVE_WEIGHT,
    id="sampling_order.positive_weight_colder",
    title="The same at a lower temperature",
    statement=both(ge(G_f(k, s, f), 0), when(ge(k, 1), gt(G_f(k, s, f), 0))),
    domain=POSITIVE_WEIGHT.domain.extended({"f": RATIOS}),
    example={**POSITIVE_WEIGHT.example, "f": FACTS},
)


def _positive(claim: Claim, weight: sp.Expr, some: Statement) -> tuple[Argument, ...]:
    def above(order: str, *given: Statement) -> Argument:
        return Argument(weight, claim.domain, given).by(
            "monotone_bound", "every weight is positive", by=sp.S.Zero, order=order
        )

    return above(">="), above(">", some)


@derives(POSITIVE_WEIGHT.id)
def _positive_weight() -> tuple[Argument, ...]:
    return _positive(POSITIVE_WEIGHT, G(k, s), ge(k, 1))


@derives(POSITIVE_WEIGHT_COLD.id)
def _positive_weight_cold() -> tuple[Argument, ...]:
    return _positive(POSITIVE_WEIGHT_COLD, G_f(k, s, f), ge(k, 1))


POSITIVE_REST = Claim(
    "sampling_order.positive_rest",
    title="Tokens that are not kept have a positive weight, if there are any",
    statement=both(ge(R(k, k + h, s), 0), when(ge(h, 1), gt(R(k, k + h, s), 0))),
    domain=SPLIT.domain,
    source=POSITIVE_WEIGHT.source,
    example=SPLIT.example,
    not_applicable=NUMBERS_ONLY,
)


@derives(POSITIVE_REST.id)
def _positive_rest() -> tuple[Argument, ...]:
    return _positive(POSITIVE_REST, R(k, k + h, s), ge(h, 1))


COMMON = Claim(
    "sampling_order.common_divisor",
    title="What divides every weight divides their sum",
    statement=both(
        eq(sp.Sum(w(rank, s) / x, (rank, 1, k)), G(k, s) / x),
        eq(sp.Sum(w(rank, s) / x - w(rank, s) / z, (rank, 1, k)), G(k, s) / x - G(k, s) / z),
    ),
    domain=SORTED.extended({"x": POSITIVE, "z": POSITIVE, "k": Naturals(0)}),
    source=f"{OWN}, by induction over k",
    example={"s": FACTS, "x": Fraction(3), "z": Fraction(2), "k": Fraction(2)},
    not_applicable=SPLIT.not_applicable,
)

COMMON_COLD = Claim(
    "sampling_order.common_factor",
    title="What multiplies every weight multiplies their sum",
    statement=eq(sp.Sum(x * COLD, (rank, 1, k)), x * G_f(k, s, f)),
    domain=SORTED.extended({"f": RATIOS, "x": POSITIVE, "k": Naturals(0)}),
    source=f"{OWN}, by induction over k",
    example={"s": FACTS, "f": FACTS, "x": Fraction(3), "k": Fraction(2)},
    not_applicable=SPLIT.not_applicable,
)


def _taken_out(claim: Claim, start: sp.Expr, weight: sp.Expr, kept: sp.Expr) -> Argument:
    return (
        Argument(start, claim.domain)
        .by("linearity", "taken out of the sum")
        .back("definition", "the kept weight", kept, at=sp.Sum(weight, (rank, 1, k)))
    )


@derives(COMMON.id)
def _common() -> tuple[Argument, ...]:
    starts = (sp.Sum(w(rank, s) / x, (rank, 1, k)), sp.Sum(w(rank, s) / x - w(rank, s) / z, (rank, 1, k)))
    return tuple(_taken_out(COMMON, start, w(rank, s), G(k, s)) for start in starts)


@derives(COMMON_COLD.id)
def _common_cold() -> tuple[Argument, ...]:
    return (_taken_out(COMMON_COLD, sp.Sum(x * COLD, (rank, 1, k)), COLD, G_f(k, s, f)),)


EDGE = phi(k + 1, f)

TOP = Claim(
    "sampling_order.top_loses_least",
    title="A lower temperature takes less from the top k than from the rank after them",
    statement=le(EDGE * G(k, s), G_f(k, s, f)),
    domain=SORTED.extended({"f": RATIOS, "k": Naturals(0)}),
    source=f"{OWN}, by induction over k",
    example={"s": FACTS, "f": FACTS, "k": Fraction(2)},
    not_applicable=NUMBERS_ONLY,
)


@derives(TOP.id)
def _top() -> tuple[Argument, ...]:
    cold = G_f.at(k, s, f)
    edge = phi.at(k + 1, f)
    grown = G.at(k + 1, s)
    return (
        Argument(EDGE * G(k, s), TOP.domain)
        .by("definition", "the kept weight", at=G(k, s))
        .by("definition", "a product of factors", at=EDGE)
        .by("definition", "a product of ratios", at=w(rank, s))
        .by(
            "induction",
            "one rank more: the edge falls by its own factor",
            to=cold.xreplace({w(rank, s): w.at(rank, s), phi(rank, f): phi.at(rank, f)}),
            over=k,
            order="<=",
            rest=edge * (1 - f[k + 1]) * grown.xreplace({w(rank, s): w.at(rank, s)}),
        )
        .back("definition", "the factors", phi(rank, f), at=phi.at(rank, f))
        .back("definition", "the weight of a rank", w(rank, s), at=w.at(rank, s))
        .back("definition", "the kept weight at the lower temperature", G_f(k, s, f)),
    )


REST = Claim(
    "sampling_order.rest_loses_most",
    title="A lower temperature takes at least as much from the rest as from its first rank",
    statement=le(R_f(k, V, s, f), EDGE * R(k, V, s)),
    domain=COLDER,
    source=f"{OWN}, rank by rank",
    depends_on=("sampling_order.descending",),
    example={"s": FACTS, "f": FACTS, "k": Fraction(2), "V": Fraction(4)},
    not_applicable=NUMBERS_ONLY,
)


@derives(REST.id)
def _rest() -> tuple[Argument, ...]:
    others = R.at(k, V, s)
    return (
        Argument(R_f(k, V, s, f), COLDER)
        .by("definition", "the ranks after k")
        .by(
            "lemma",
            "no factor after rank k + 1 exceeds its own",
            at=phi(rank, f),
            claim=DESCENDING,
            values={rank: k + 1, h: rank - k - 1},
            order="<=",
        )
        .by("linearity", "the common factor taken out")
        .back("definition", "the ranks after k", R(k, V, s), at=others),
    )


CROSS = Claim(
    "sampling_order.cross",
    title="Kept and total weights, crosswise",
    statement=le(G(k, s) * G_f(V, s, f), G_f(k, s, f) * G(V, s)),
    domain=COLDER,
    source=f"{OWN}: what the edge takes bounds both sides",
    depends_on=(
        "sampling_order.split",
        "sampling_order.split_colder",
        "sampling_order.top_loses_least",
        "sampling_order.rest_loses_most",
    ),
    example={"s": FACTS, "f": FACTS, "k": Fraction(2), "V": Fraction(4)},
    not_applicable=NUMBERS_ONLY,
)


@derives(CROSS.id)
def _cross() -> tuple[Argument, ...]:
    warm, cold = G(k, s), G_f(k, s, f)
    rest, rest_cold = R(k, V, s), R_f(k, V, s, f)
    beyond = {h: V - k}
    return (
        Argument(warm * G_f(V, s, f), COLDER)
        .by("lemma", "kept and rest", at=G_f(V, s, f), claim=SPLIT_COLD, values=beyond)
        .by("lemma", "the rest by its first rank", at=rest_cold, claim=REST, order="<=")
        .by("algebra", "multiplied out", to=warm * cold + EDGE * warm * rest)
        .by("lemma", "the kept by the rank after them", at=EDGE * warm, claim=TOP, order="<=")
        .by("algebra", "collected", to=sp.Mul(cold, warm + rest, evaluate=False))
        .back("lemma", "kept and rest", G(V, s), at=warm + rest, claim=SPLIT, values=beyond),
    )


MASS_EXAMPLE: Example = {"s": FACTS, "f": FACTS, "k": Fraction(2), "V": Fraction(4)}

MAJORISATION = Claim(
    "sampling_order.majorisation",
    title="The mass of the k most probable tokens never falls as the temperature falls",
    statement=le(Q(k, V, s), Q_f(k, V, s, f)),
    domain=COLDER,
    source=f"{OWN}; the colder law majorises the warmer one (Marshall, Olkin, Arnold, Inequalities, 5.B)",
    depends_on=("sampling_order.cross",),
    example=MASS_EXAMPLE,
    rivals=(
        Rival(
            "sampling_order.mass_unmoved",
            says="temperature leaves the mass of the top k as it is: it only sharpens among them",
            why_tempting="the order of the tokens does not change with the temperature",
            statement=eq(Q(k, V, s), Q_f(k, V, s, f)),
        ),
        Rival(
            "sampling_order.colder_spreads",
            says="a lower temperature moves mass from the top k to the others",
            why_tempting="hot and cold are easily swapped, 1/T being what the logits are multiplied by",
            statement=ge(Q(k, V, s), Q_f(k, V, s, f)),
        ),
    ),
)


@derives(MAJORISATION.id)
def _majorisation() -> tuple[Argument, ...]:
    warm, all_warm, all_cold = G(k, s), G(V, s), G_f(V, s, f)
    under = 1 / (all_warm * all_cold)
    return (
        Argument(Q(k, V, s), COLDER)
        .by("definition", "kept over all")
        .by("algebra", "over both totals", to=sp.Mul(warm * all_cold, under, evaluate=False))
        .by("lemma", "crosswise: one total cancels", at=warm * all_cold, claim=CROSS, order="<=")
        .back("definition", "kept over all at the lower temperature", Q_f(k, V, s, f)),
    )


NEVER_MORE = Claim(
    "sampling_order.never_more",
    title="The same p never keeps more tokens at a lower temperature",
    statement=when(ge(Q(k, V, s), p_top), ge(Q_f(k, V, s, f), p_top)),
    domain=COLDER.extended({"p_top": POSITIVE_UNIT}),
    source=f"{OWN}: where the top k reach p, they reach it at every lower temperature; the seed's 'keeps fewer' made true",
    depends_on=("sampling_order.majorisation",),
    example={**MASS_EXAMPLE, "k": Fraction(1), "p_top": Fraction(2, 5)},
    figures=kept_figures([_of_logits(Q(n, 3, s)) for n in (1, 2)]),
    rivals=(
        Rival(
            "sampling_order.keeps_fewer",
            says="the same p keeps fewer tokens at a lower temperature: one fewer reaches it",
            why_tempting="it is so in the example at hand; but one token is the least there is, and a small step moves no cut",
            statement=both(when(ge(Q(k, V, s), p_top), ge(Q_f(k - 1, V, s, f), p_top))),
        ),
        Rival(
            "sampling_order.keeps_as_many",
            says="temperature does not change how many tokens top-p keeps: p is a share, and shares are normalised",
            why_tempting="the order of the tokens stays, and so does p",
            statement=both(when(ge(Q_f(k, V, s, f), p_top), ge(Q(k, V, s), p_top))),
        ),
    ),
)


@derives(NEVER_MORE.id)
def _never_more() -> tuple[Argument, ...]:
    reached = ge(Q(k, V, s), p_top)
    return (
        Argument(Q_f(k, V, s, f), NEVER_MORE.domain, (reached,))
        .by("lemma", "never less at a lower temperature", claim=MAJORISATION, order=">=")
        .by("monotone_bound", "the top k reach p", by=p_top, order=">="),
    )
