"""A document's examples against its own formulas (DP202): under `S = E/(1 + o + K·c)`, "with α = 0.8, K = 4, ...: S = 2.9".

A formula is held against a figure that bears the name of its result. A formula that equals no claim and no rival is held against
what is the same quantity in words, too: of the others `figures` judges that. The settings stand in one sentence with the
figure, or in the one that leads to it, close under the formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from .....derivations.expr import Node, free_names
from .....derivations.intervals import decimal_text
from ...document import Document, Kind, Passage
from ...mathtext import Numeral
from ...splitting import key
from .broken import Broken
from .digits import Fit, held, significant
from .figures import by_other_means
from .lines import Marks
from .model import said
from .names import meant, names
from .own import MAX_FORMULAS, Own, excused, set_in, stated
from .stated import SETTINGS, heard
from .stretches import stretches

NEAR = 4  # passages under a formula in which its examples stand
MAX_STRETCHES = 60  # of one passage
_TEXTS = frozenset({Kind.PROSE, Kind.MATH, Kind.COMMENT, Kind.DOCSTRING})


@dataclass(frozen=True)
class _Example:
    """A printed figure, called so or roughly so, with the words that its settings stand in."""

    numeral: Numeral
    loosely: bool
    words: str


def contradicted(document: Document, marks: Marks) -> Iterator[tuple[Passage, Broken]]:
    """The figures of examples that none of the document's formulas for them gives."""
    formulas = list(islice(stated(document), MAX_FORMULAS))
    places = {id(one): place for place, one in enumerate(document.passages)} if formulas else {}
    for own in formulas:
        same = [one for one in formulas if one.result == own.result or (own.of and one.of == own.of)]
        first, lead = places[id(own.formula.passage)], ""
        for passage in document.passages[first : first + 1 + NEAR]:
            if passage.source is not own.formula.passage.source or passage.above != own.formula.passage.above:
                break
            for one in _examples(own, passage, lead, document) if passage.kind in _TEXTS else ():
                gives = _contradicts(one, own, same, document, marks)
                if gives and not by_other_means(one.words) and not excused(own, document):
                    yield passage, own.broken(one.numeral, gives)
            lead = _leading(passage.text)


def _leading(text: str) -> str:
    """A sentence that leads to what comes next; "" of any other."""
    return text if text.rstrip(" *_`").endswith((":", "：")) else ""


def _examples(own: Own, passage: Passage, lead: str, document: Document) -> Iterator[_Example]:
    """The figures of a passage that are said to be the formula's result."""
    in_words = own.of and not any(True for _ in said(own.formula, names(document)))
    for start, end in islice(stretches(passage.text), MAX_STRETCHES):
        beside = passage.text[start:end]
        words = f"{lead}\n{beside}"
        for formula in document.formulas:
            tree = formula.templates[0]
            named = formula.passage is passage and start <= formula.start < end and key(formula.result) == own.result
            if named and tree.op == "sym" and tree.args[0] in formula.numerals:
                yield _Example(formula.numerals[tree.args[0]], formula.relation != "=", words)
        for one in heard(beside, document).figures if in_words else ():
            if one.symbol == own.of and not one.weak:
                at = one.numeral
                moved = Numeral(at.start + start, at.end + start, at.text, at.values, at.units)
                yield _Example(moved, one.loosely, words)
        lead = _leading(beside)


def _contradicts(one: _Example, own: Own, same: Sequence[Own], document: Document, marks: Marks) -> str:
    """What a formula gives at an example's settings, where no formula for the same gives the figure; "" otherwise."""
    fits = [_fits(other, one, document, marks)[0] for other in same]
    how, gives = _fits(own, one, document, marks)
    return gives if how is Fit.NOT and set(fits) <= {Fit.NOT, Fit.UNKNOWN} else ""


def _fits(own: Own, one: _Example, document: Document, marks: Marks) -> tuple[Fit, str]:
    """How a figure follows from a formula at its settings, and what that gives; unknown where one of them lacks."""
    for tree in own.trees:
        settings = _settings(tree, one.words, document)
        if settings is None:
            continue
        how, value = held(tree, settings, one.numeral, marks, loosely=one.loosely)
        return how, decimal_text(value, max(3, significant(one.numeral.text))) if value is not None else ""
    return Fit.UNKNOWN, ""


def _settings(tree: Node, words: str, document: Document) -> Mapping[str, Numeral] | None:
    """The one number that each name of a formula is set to in words; None where one has none, or two."""
    by_name, spoken_of, known = set_in(words), heard(words, document), names(document)
    found: dict[str, Numeral] = {}
    for name in free_names(tree):
        symbols = [one for one in meant(name, known) if one in SETTINGS]
        in_words: list[Numeral | None] = [one.numeral for one in spoken_of.values(symbols[0])] if symbols else []
        values = [by_name[key(name)]] if key(name) in by_name else in_words
        if None in values or len({one.values for one in values if one is not None}) != 1:
            return None
        found[name] = next(one for one in values if one is not None)
    return found
