"""Rates beside their counts (DP201): `acceptance rate 0.39 (194 accepted / 500 drafted)`, judged by the digits printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .....derivations.expr import Node, sym
from .....derivations.intervals import decimal_text
from ...mathtext import numeral
from .digits import Fit, claimed, fit, given, significant, value_of

_RATE = re.compile(
    r"(?:rate|ratio|accept\w*|接受率|수락률|tasa|taxa|taux)\s?(?:=|:|of|is|为|:)?\s?(?P<rate>\d*\.\d+|"
    r"\d+(?:\.\d+)?\s?%)\s?[(（\[]\s?(?P<a>\d{1,12})\s?(?:accepted|accept|acc)?"
    r"(?:\s(?:draft )?tokens?)?\s?(?:/|of|out of)\s?(?P<b>\d{1,12})\s?(?:drafted|proposed|"
    r"draft(?:ed)? tokens?|generated|speculated|tokens?)?\s?[)）\]]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Miscounted:
    """A rate that its counts do not give."""

    start: int
    end: int
    printed: str
    computed: str


def miscounted(text: str) -> Iterator[Miscounted]:
    """The rates of a text that do not follow from the counts in brackets behind them."""
    for match in _RATE.finditer(text):
        rate, a, b = (numeral(text, *match.span(name)) for name in ("rate", "a", "b"))
        if rate is None or a is None or b is None or not b.values[0]:
            continue
        inputs = {"a": given(a, 0), "b": given(b, 0)}
        tree = Node("div", (sym("a"), sym("b")))
        if fit(tree, inputs, claimed(rate, 0, loosely=False, zeros=True)) >= Fit.NOT:
            value = value_of(tree, inputs)
            if value is not None:
                yield Miscounted(
                    rate.start, match.end(), rate.text, decimal_text(value, max(3, significant(rate.text)))
                )
