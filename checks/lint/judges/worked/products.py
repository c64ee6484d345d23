"""Worked lines of the linear form with its product multiplied out: `α = 0.6: (1 + 2.4) / 1.06 = 3.2` at a draft length of 4.

Looked for only where a formula of the document is found to be the linear form: the numbers alone may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .....derivations.expr import Node
from ...document import Document, Formula, Kind
from ...finding import Level
from .broken import CONTEXT, Broken
from .factors import found_wrong
from .stated import heard

CLAIM, RIVAL = "tokens.closed_form", "tokens.one_plus_gamma_alpha"
_LINEAR = frozenset({RIVAL, "draft_cost.linear_tokens"})


def multiplied_out(formula: Formula, document: Document) -> Iterator[Broken]:
    """A worked line that begins with 1 + γα in numbers, at the α of its own sentence and a γ that the document states."""
    if formula.passage.kind is Kind.CODE or not formula.values or not (linear := _one_more(formula)):
        return
    rates = {value for one in heard(formula.near, document).values("alpha") for value in one.numeral.values}
    if len(rates) != 1 or not found_wrong(document) & _LINEAR:
        return
    (rate,) = rates
    length = linear / rate if rate else Fraction(0)
    if length.denominator == 1 and length > 1 and length in _lengths(formula, document):
        right = sum((rate**power for power in range(int(length) + 1)), start=Fraction(0))
        message = (
            f"tokens per verification at α {float(rate):g}, γ {length}: {float(right):.3g}, not 1 + {float(linear):g}"
        )
        fix = f"write {float(right):.3g} for 1 + {float(linear):g}"
        yield Broken(formula.start, formula.end, message, fix, Level.WARNING, CLAIM, RIVAL, "DP101")


def _one_more(formula: Formula) -> Fraction | None:
    """The number that is added to 1 in a sum, or above the line of a quotient."""
    tree = formula.templates[0]
    tree = tree.args[0] if tree.op == "div" else tree
    if tree.op != "add" or len(tree.args) != 2:
        return None
    values = [_value(part, formula) for part in tree.args]
    return next((other for one, other in (values, values[::-1]) if one == 1 and other is not None), None)


def _value(part: Node, formula: Formula) -> Fraction | None:
    numeral = formula.numerals.get(part.args[0]) if part.op == "sym" else None
    return numeral.values[0] if numeral is not None and len(numeral.values) == 1 else None


def _lengths(formula: Formula, document: Document) -> set[Fraction]:
    """The draft lengths that a passage and those under the same heading state."""
    own = formula.passage
    texts = (one.text[:CONTEXT] for one in document.passages if one.source is own.source and one.above == own.above)
    return {value for text in texts for one in heard(text, document).values("gamma") for value in one.numeral.values}
