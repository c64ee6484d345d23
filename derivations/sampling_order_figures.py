"""The published figures of the chain `sampling_order`: the seed's three tokens, and the engines' cuts of one law.

Data only: the formulas come from the chain, evaluated at a vocabulary of three or four tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from .export import export
from .expr import Node
from .figures import Figure
from .symbols import unfold

SEED = "the seed, chain 'Temperature, then top-p'"
ORDERS = "the field's facts on sampling order: p = (.4, .3, .2, .1), k = 2, top-p = .5"

LOGITS = {"x_1": "2", "x_2": "1", "x_3": "0"}
SOFTMAX = (("1.0", ("0.665", "0.245", "0.090")), ("0.5", ("0.867", "0.117", "0.016")))
"""Temperature, and the law of the three tokens at it."""

KEPT = (("1.0", "2"), ("0.5", "1"))
"""Temperature, and how many tokens top-p = .85 keeps at it."""


def at(expression: sp.Expr, values: dict[sp.Symbol, int], ratios: dict[sp.Expr, sp.Expr]) -> sp.Expr:
    """A formula of the chain for a vocabulary of a few tokens, its sums written out and its ratios put in."""
    return unfold(expression.subs(values)).doit().subs(ratios)


def softmax_figures(laws: Sequence[sp.Expr]) -> tuple[Figure, ...]:
    """The seed's probabilities by temperature; `laws` are the chain's formulas for the three tokens."""
    return tuple(
        Figure(f"sampling_order.seed.T={T}.token_{n}", printed, {**LOGITS, "T": T}, export(law), SEED, _exact())
        for T, law_printed in SOFTMAX
        for n, (printed, law) in enumerate(zip(law_printed, laws, strict=True), 1)
    )


def kept_figures(masses: Sequence[sp.Expr]) -> tuple[Figure, ...]:
    """How many tokens top-p keeps: one, and one more for each prefix whose mass (of `masses`) falls short of p."""
    short = [Node("ite", (Node("lt", (export(m), Node("sym", ("p",)))), _ONE, _ZERO)) for m in masses]
    count = Node("add", (_ONE, *short))
    return tuple(
        Figure(f"sampling_order.seed.T={T}.kept", printed, {**LOGITS, "T": T, "p": "0.85"}, count, SEED, _exact("p"))
        for T, printed in KEPT
    )


def joint_figures(distance: sp.Expr, law: Sequence[sp.Expr]) -> tuple[Figure, ...]:
    """The law that top-k and top-p cut jointly, and its distance from the sequential one, which keeps one token."""
    inputs = {"p_1": "0.4", "p_2": "0.3"}
    tokens = zip(("4/7", "3/7"), law, strict=True)
    return (
        *(
            Figure(f"sampling_order.joint.token_{n}", printed, inputs, export(one), ORDERS, frozenset(inputs))
            for n, (printed, one) in enumerate(tokens, 1)
        ),
        Figure("sampling_order.joint.distance", "3/7", inputs, export(distance), ORDERS, frozenset(inputs)),
    )


def _exact(*more: str) -> frozenset[str]:
    return frozenset((*LOGITS, "T", *more))


_ONE, _ZERO = export(sp.S.One), export(sp.S.Zero)
