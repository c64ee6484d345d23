"""Which figures of a table are worked out, where its heads do not say so: those of which one is what the formula over it gives.

Under `E = (1-α^(γ+1))/(1-α)` stands a table with `γ=3 | γ=5` over its columns: nothing calls them tokens per verification, and
they may be speed-ups, or measured. Where one of its cells is what that formula gives, wrong or right, they all are its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from ...catalogue import family, sayings
from ...document import Document, Formula, Kind, Passage
from ...words import speaks
from .digits import claimed, given, significant
from .figure import Figure
from .lines import Marks
from .model import gives, said, standing
from .names import names

_FACTOR = re.compile(r"[\s$`*]{0,3}(?:[x×]|\\times)")
_BETWEEN = 3  # passages of text between a formula and its table
_DIGITS = {False: 2, True: 3}  # significant, of a cell that shows it; more where the table says what was run


def shown(figures: Sequence[Figure], document: Document, marks: Marks) -> Iterator[Figure]:
    """The figures of one table: the nameless ones as what they are shown to be, and without those that may be measured."""
    named = [one for one in figures if not one.stated.weak]
    for symbol in sorted({one.stated.symbol for one in named if one.run}):
        if not any(_given(one, symbol, document, marks) for one in named if one.run and one.stated.symbol == symbol):
            named = [one for one in named if not (one.run and one.stated.symbol == symbol)]
    nameless = [one for one in figures if one.stated.weak]
    factors = {id(one) for one in nameless if _FACTOR.match(one.passage.text, one.stated.numeral.end)}
    symbol, of_speed = _over(nameless[0].passage, document) if nameless else ("", False)
    nameless = [one for one in nameless if of_speed or id(one) not in factors]
    if symbol and any(_given(one, symbol, document, marks) for one in nameless):
        named += [replace(one, stated=replace(one.stated, symbol=symbol, weak=False)) for one in nameless]
        nameless = []
    kept = {id(one.stated.numeral): one for one in (*named, *nameless)}
    yield from (kept[id(one.stated.numeral)] for one in figures if id(one.stated.numeral) in kept)


def _given(figure: Figure, symbol: str, document: Document, marks: Marks) -> bool:
    """Whether a figure is what the claim gives at its settings as printed, or a rival that stands in the document."""
    numeral = figure.stated.numeral
    if significant(numeral.text) < _DIGITS[figure.run]:
        return False
    for mark in marks:
        inputs = {name: replace(given(values[0].numeral, mark), exact=True) for name, values in figure.settings.items()}
        claim = claimed(numeral, mark, loosely=False, zeros=True)
        rivals = (one for one in gives(symbol, False, inputs, claim) if one.entry.id in standing(document))
        if next(gives(symbol, True, inputs, claim), None) or next(rivals, None):
            return True
    return False


def _over(row: Passage, document: Document) -> tuple[str, bool]:
    """E or A, where the formula that stands last before a table is for it: in its section, or in the one that ends above it.

    With it whether that formula calls it a speed-up.
    """
    before = [*takewhile(lambda one: one is not row, document.passages)]
    texts = headings = 0
    for passage in dropwhile(lambda one: one.kind is Kind.TABLE, reversed(before)):  # its own rows, and its head
        formula, of = _quantity(passage, document)
        if formula is not None:
            return (of, "S" in (family(one) for one, _ in speaks(formula.result))) if of != "S" else ("", False)
        headings += passage.kind is Kind.HEADING
        texts += passage.kind is not Kind.HEADING
        if texts > _BETWEEN or headings > 1 or passage.kind is Kind.TABLE:
            return "", False
    return "", False


def _quantity(passage: Passage, document: Document) -> tuple[Formula | None, str]:
    """The last formula of a passage that is a claim's or a rival's for tokens, accepted drafts or speed-up, and which."""
    known = names(document)
    own = (one for one in reversed(document.formulas) if one.passage is passage)
    return next(((one, of) for one in own if (of := _of(one, set(said(one, known))))), (None, ""))


def _of(formula: Formula, ids: set[tuple[str, str]]) -> str:
    right = [quantity for quantity, id_ in ids if sayings()[id_].right]
    if len(right) == 1 or not ids:
        return right[0] if right else ""
    named = next((family(symbol) for symbol, _ in speaks(formula.result)), "")
    of = {quantity for quantity, _ in ids}
    return named if named in of else "E" if "E" in of else ""
