"""The case of a rate of 1 that a function returns first, a token off what its formula comes to there (DP102).

`if alpha >= 1: return k` beside `return drafts + 1`. A case that stands in one expression with its formula is read with it, and
judged with it; a case that is a number is for rates that are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from ....derivations.expr import Node, free_names, num, substitute, sym
from .. import excuses, formulas
from ..branches import off_at_one
from ..catalogue import family
from ..document import Document, Formula, How, Kind
from ..evidence import may_mean
from ..finding import Finding, Level
from ..roles import about_decoding
from ._reading import ALPHA, Read, read

CODE = "DP102"
FIX = "at a rate of 1 all γ drafts are accepted, and with the bonus token γ + 1 tokens come out"
CLAIM = "tokens.closed_form"

_CASE = re.compile(
    r"\bif\s*\(?\s*(?P<name>[^\W\d][\w.]*)\s*(?:>=|===?|>)\s*(?:1(?:\.0*)?|0\.999+)(?:f|_?f\d\d)?\s*\)?\s*(?::|then\b)?\s*\{?\s*"
    r"(?:return\s+)(?:(?:float|double|Number|\(double\)|\(float\))\s?\(?\s*)?\(?\Z"
)
_BEFORE = 120  # characters before a value in which its condition stands
_MOST = 20  # formulas of one function that are compared with its case


def judge(document: Document) -> Iterator[Finding]:
    """The findings on the cases of a rate of 1 in a document's functions."""
    for place, case in enumerate(document.formulas):
        if case.how is not How.RETURNED or case.passage.kind is not Kind.CODE:
            continue
        condition = _CASE.search(case.passage.text[max(0, case.start - _BEFORE) : case.start])
        if condition is None or not set(free_names(case.templates[0])) - set(case.numerals):
            continue
        after = (
            one for one in document.formulas[place + 1 :] if one.passage is case.passage and one.how is How.RETURNED
        )
        apart = {off for one in islice(after, _MOST) for off in _apart(case, condition["name"], one, document)}
        # of two formulas it is the case of that with which it agrees
        wrong = bool(apart) and apart <= {1, -1}
        if wrong and not excuses.excuse(case.passage, case.start, case.end, document):
            message = "for a rate of 1 this is one token off what the function's own formula comes to there"
            yield document.finding(case.passage, case.start, case.end, CODE, Level.ERROR, message, FIX, claim=CLAIM)


def _apart(case: Formula, name: str, formula: Formula, document: Document) -> Iterator[Fraction]:
    """By how much a formula of tokens exceeds a case at its rate; nothing where it is no such formula."""
    if not may_mean(formula, document) or not about_decoding(formula, document):
        return
    given = [_worked(one) for one in formulas.inlined(case, document)]
    rates = _also(name, case, document)
    for state in formulas.inlined(formula, document):
        found = read(state, formula, document)
        tree = found.worked
        if not _is_of_tokens(found):
            continue
        for value in (one for one in given if free_names(one) <= free_names(tree)):
            for rate in rates & free_names(tree):
                off = off_at_one(Node("ite", (Node("eq", (sym(rate), num(1))), value, tree)))
                if off is not None:
                    yield off


def _worked(state: formulas.Inlined) -> Node:
    """A tree with its numerals as numbers."""
    return substitute(state.tree, {name: num(numeral.values[0]) for name, numeral in state.numerals.items()})


def _also(name: str, case: Formula, document: Document) -> frozenset[str]:
    """A name and what it is another name of: `alpha = acceptance_rate`."""
    asked = Formula(case.passage, case.start, case.end, (sym(name),), how=How.RETURNED)
    trees = [one.tree for one in formulas.inlined(asked, document)]
    return frozenset(str(tree.args[0]) for tree in trees if tree.op == "sym")


def _is_of_tokens(found: Read) -> bool:
    return any(
        match.entry.right and family(match.entry.quantity) in ("E", "A") and ALPHA in match.meant.values()
        for match in found.found
    )
