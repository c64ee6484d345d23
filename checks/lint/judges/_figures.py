"""What printed numbers of a worked speed-up are, by the figures of the document: its tokens per verification, its draft cost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from ....derivations.expr import free_names
from .. import roles
from ..document import Document, Formula, Kind
from ..meaning import Meaning, Strength
from ..words import PHRASES, spoken

_QUOTIENT = re.compile(
    r"[^.;\n\d]{0,40}[\d.,]+\s?[^\W\d]{0,3}\s?[/÷]\s?[\d.,]+\s?[^\W\d]{0,3}\s?[=≈]\s?(?P<value>0?[.,]\d{1,4})(?!\d)"
)
"""A worked quotient behind a word: `draft cost: 2.4 ms / 24 ms = 0.1`."""
_MAX_TEXT = 8_000  # characters of a passage in which figures are looked for


def of_figures(formula: Formula, document: Document) -> Mapping[str, Meaning]:
    """The numerals of a worked speed-up that are the document's tokens or cost: `3.36 / (1 + 0.1)`; none of another formula.

    Tokens of 2 or fewer are left alone: with one draft E/(1 + c) is right.
    """
    names = {name for template in formula.templates for name in free_names(template)}
    if not names <= set(formula.numerals) or not any(one.symbol == "S" for one in roles.result(formula, document)):
        return {}
    tokens, costs = _figures(document)
    found = {}
    for name in names:
        values = set(formula.numerals[name].values)
        if values & tokens and min(values) > 2:
            found[name] = Meaning("E", Strength.NEAR, "a figure of tokens")
        elif values & costs:
            found[name] = Meaning("c", Strength.NEAR, "a figure of the cost")
    return found


def _figures(document: Document) -> tuple[frozenset[Fraction], frozenset[Fraction]]:
    """The figures of tokens per verification and of a draft's cost that the text of a document gives; kept with it."""
    found: tuple[frozenset[Fraction], frozenset[Fraction]] | None = document.__dict__.get("_figures")
    if found is None:
        from .worked.stated import heard  # the judges of worked lines look at cases, which look at this

        tokens: set[Fraction] = set()
        costs: set[Fraction] = set()
        for passage in document.passages:
            if passage.kind is Kind.CODE:
                continue
            said = heard(passage.text, document)
            tokens |= {value for one in said.figures if one.symbol == "E" for value in one.numeral.values}
            costs |= {value for one in said.values("c") for value in one.numeral.values}
            low = spoken(passage.text[:_MAX_TEXT])
            for phrase in PHRASES["c"].finditer(low):
                if match := _QUOTIENT.match(low, phrase.end()):
                    costs.add(Fraction(match["value"].replace(",", ".")))
        found = frozenset(tokens), frozenset(costs)
        object.__setattr__(document, "_figures", found)
    return found
