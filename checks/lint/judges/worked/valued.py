"""Formulas in symbols with a wrong number behind them (DP202): `E = (1-α^(γ+1))/(1-α) = 4.95` at α 0.7, γ 5.

The settings are those that the formula's sentence names, or else its passage, one value each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .....derivations.expr import Node, free_names, num, substitute
from .....derivations.intervals import decimal_text
from ...document import Document, Formula, Kind
from ...finding import Level
from ...words import MEASURED, OVER_DRAFTED, spoken
from .broken import Broken
from .digits import Fit, claimed, fit, given, significant, value_of
from .lines import Marks
from .model import defines
from .names import meant, names
from .stated import SETTINGS, Stated, heard

_CLAIMS = {"E": "tokens.closed_form", "A": "acceptance.ratio", "S": "draft_cost.closed_form"}


def contradicted(formula: Formula, document: Document, marks: Marks) -> Iterator[Broken]:
    """The numbers behind a formula that it does not give at the settings beside it."""
    if formula.passage.kind is Kind.CODE or not formula.values or MEASURED.search(spoken(formula.near)):
        return
    if OVER_DRAFTED.search(spoken(formula.near)):
        return
    quantities = defines(formula, names(document)) or _of_numbers(formula)
    if len(quantities) != 1:
        return
    settings = _settings(formula, document)
    if not settings:
        return
    numbers = {name: num(one.values[0]) for name, one in formula.numerals.items()}
    tree = substitute(formula.templates[0], numbers)
    for printed in formula.values:
        fits, right = [], None
        for mark in marks:
            inputs = {name: given(one.numeral, mark) for name, one in settings.items()}
            claim = claimed(printed, mark, loosely=formula.relation != "=", zeros=True)
            fits.append(fit(tree, inputs, claim))
            right = right if right is not None else value_of(tree, inputs)
        if min(fits) is Fit.NOT and right is not None:
            shown = decimal_text(right, max(3, significant(printed.text)))
            quantity = next(iter(quantities))
            yield Broken(
                printed.start, printed.end, f"the formula before it gives {shown} at {_at(settings)}, not {printed.text}",
                f"write {shown}", Level.WARNING, claim=_CLAIMS.get(quantity, ""), code="DP202",
            )  # fmt: skip


def _of_numbers(formula: Formula) -> frozenset[str]:
    """`(1-α^6)/(1-α)`: the closed form at a draft length that stands in it."""
    tree = formula.templates[0]
    free = free_names(tree) - set(formula.numerals)
    return (
        frozenset({"E"}) if tree.op == "div" and len(free) == 1 and any(map(_powered, tree.children())) else frozenset()
    )


def _powered(tree: Node) -> bool:
    return tree.op == "pow" or any(map(_powered, tree.children()))


def _at(settings: Mapping[str, Stated]) -> str:
    return ", ".join(f"{name} {one.numeral.text}" for name, one in settings.items())


def _settings(formula: Formula, document: Document) -> Mapping[str, Stated]:
    """The one value that each name of the formula has beside it; none at all where one lacks, or has two."""
    found: dict[str, Stated] = {}
    for name in sorted(free_names(formula.templates[0]) - set(formula.numerals)):
        symbols = [one for one in meant(name, names(document)) if one in SETTINGS]
        stated = _stated(symbols[0], formula, document) if symbols else ()
        if len({one.numeral.values for one in stated}) != 1:
            return {}
        found[name] = stated[0]
    return found


def _stated(symbol: str, formula: Formula, document: Document) -> Sequence[Stated]:
    for text in (formula.near, formula.passage.text, formula.passage.around):
        if values := heard(text, document).values(symbol):
            return values
    return ()
