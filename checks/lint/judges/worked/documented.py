"""Docstrings and comments that round, count rows or cost otherwise than the code under them, which is right (DP303, ruling 15).

`vocab_size // 32` over a ceiling division, `batch * gamma` over `batch * (gamma + 1)`, `1 + c` over `1 + gamma * c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

from .....derivations.expr import Node, free_names, num, substitute, sym
from ... import formulas, matching, roles
from ...document import Document, Formula, How, Kind, Passage
from ...finding import Level
from ...shapes import number
from ...splitting import key
from .._under import under
from .broken import Broken

CODE = "DP303"
_TEXTS = frozenset({Kind.DOCSTRING, Kind.COMMENT})
_FLOORS = re.compile(r"(?<![\w./])(?P<a>[A-Za-z_]\w{2,40})\s?//\s?(?P<n>\d{1,4}|[A-Za-z_]\w{2,40})(?!\w)")
_UP = re.compile(
    r"(?i:round\w* up|\bceil\w*|-\s?\(\s?-|aufgerundet|arrondi|向上取整|올림|切り上げ|"
    r"redonde\w+ hacia arriba|arredond\w+ para cima)"
)
"""Words by which a text means the whole number above."""
_UP_TO = range(1, 70)  # values at which code is compared: past one and two words of 32


def rounding(passage: Passage, document: Document) -> Iterator[Broken]:
    """A text that divides and rounds down, over code that divides the same and rounds up."""
    if passage.kind not in _TEXTS or "//" not in passage.text:
        return
    for match in _FLOORS.finditer(passage.text):
        if _UP.search(passage.text[max(0, match.start() - 40) : match.end() + 40]) or _is_added_to(passage.text, match):
            continue
        said = Formula(passage, match.start(), match.end(), (sym(match["a"]),), near=match[0])
        for code in under(said, document):
            if code.how is How.RETURNED and _rounds_up(code, match["a"], match["n"], document):
                line = code.passage.place(code.start).line
                yield Broken(
                    match.start(), match.end(),
                    f"the {passage.kind.value} rounds down; the code at line {line} rounds up, which is right",
                    f"write ceil({match['a']} / {match['n']})", Level.ERROR, claim="grammar_mask.words", code=CODE,
                )  # fmt: skip
                break


def _is_added_to(text: str, match: re.Match[str]) -> bool:
    """`n // 32 + 1`, `(n + 31) // 32`: another way of rounding up."""
    return re.match(r"\s?\+\s?(?:1\b|\()", text[match.end() : match.end() + 6]) is not None


def _rounds_up(code: Formula, name: str, by: str, document: Document) -> bool:
    for given in formulas.inlined(code, document):
        names = [one for one in free_names(given.tree) if one not in given.numerals]
        own = [one for one in names if key(one) == key(name)]
        size = [one for one in names if key(one) == key(by)]
        constants = _constants(names, document)
        if len(own) != 1 or set(names) - set(own) - set(size) - set(constants):
            continue
        put = {one: num(numeral.values[0]) for one, numeral in given.numerals.items()} | constants
        for n in (int(by),) if by.isdecimal() else (16, 32):
            fixed = substitute(given.tree, put | {one: num(n) for one in size})
            if not all(number(fixed, {own[0]: Fraction(value)}) == ceil(Fraction(value, n)) for value in _UP_TO):
                break
        else:
            return True
    return False


def _constants(names: Iterable[str], document: Document) -> dict[str, Node]:
    """Those of the names that the document sets to one number, each in capitals: `WORD_BITS = 32`."""
    found: dict[str, set[Fraction]] = {}
    for formula in document.formulas:
        tree = formula.templates[0]
        if (
            formula.result in names
            and formula.result.isupper()
            and tree.op == "sym"
            and tree.args[0] in formula.numerals
        ):
            found.setdefault(formula.result, set()).add(formula.numerals[tree.args[0]].values[0])
    return {name: num(values.pop()) for name, values in found.items() if len(values) == 1}


def counting(found: Broken, formula: Formula, document: Document) -> Broken:
    """Rows that a text counts without the bonus token's, over code that counts them all: the text contradicts the code."""
    if formula.passage.kind not in _TEXTS:
        return found
    for code in under(formula, document):
        tree = formula.templates[0]
        put = {one: num(numeral.values[0]) for one, numeral in code.numerals.items()}
        counted = substitute(code.templates[0], put)
        if any(matching.same(counted, Node("add", (tree, sym(name)))) for name in free_names(tree)):
            line = code.passage.place(code.start).line
            message = (
                f"the {formula.passage.kind.value} contradicts the code at line {line}, which is right: {found.message}"
            )
            return replace(found, message=message, level=Level.ERROR, code=CODE)
    return found


_COSTS = re.compile(
    r"\bcost|duration|\btime|latency|denominator|耗时|成本|代价|비용|시간|コスト|時間|coste|custo|coût|kosten|"
    r"dauer",
    re.IGNORECASE,
)


def costing(formula: Formula, document: Document) -> Broken | None:
    """`1 + c` in a text on what a round costs, over code that pays for every draft."""
    tree = formula.templates[0]
    if formula.passage.kind not in _TEXTS or tree.op != "add" or len(tree.args) != 2:
        return None
    costs = [one.args[0] for one in tree.args if one.op == "sym" and one.args[0] not in formula.numerals]
    ones = [
        one
        for one in tree.args
        if one.op == "sym" and one.args[0] in formula.numerals and formula.numerals[one.args[0]].values[0] == 1
    ]
    if len(costs) != 1 or len(ones) != 1 or not _COSTS.search(formula.near):
        return None
    if not any(one.symbol == "c" for one in roles.meanings(costs[0], formula, document)):
        return None
    for code in under(formula, document):
        put = {one: num(numeral.values[0]) for one, numeral in code.numerals.items()}
        other = substitute(code.templates[0], put)
        lengths = [one for one in free_names(other) if key(one) != key(costs[0])]
        same = [one for one in free_names(other) if key(one) == key(costs[0])]
        if (
            len(lengths) == 1
            and len(same) == 1
            and matching.same(other, Node("add", (num(1), Node("mul", (sym(lengths[0]), sym(same[0]))))))
        ):
            line = code.passage.place(code.start).line
            says = f"the {formula.passage.kind.value} contradicts the code at line {line}, which is right"
            return Broken(
                formula.start, formula.end, f"{says}: every draft is paid for, not one", f"write 1 + {lengths[0]} * {same[0]}",
                claim="draft_cost.closed_form", rival="draft_cost.cost_once", code=CODE,
            )  # fmt: skip
    return None
