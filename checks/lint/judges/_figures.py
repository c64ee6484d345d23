"""What printed numbers of a worked speed-up are, by the figures of the document: its tokens per verification, its draft cost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....derivations.expr import free_names
from .. import roles
from ..document import Document, Formula, Kind
from ..meaning import Meaning, Strength


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
        found = frozenset(tokens), frozenset(costs)
        object.__setattr__(document, "_figures", found)
    return found
