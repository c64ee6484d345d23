"""A table's column that the other columns explain in every row but one: `S = E/(1 + γc)`, bytes of V, a product, a quotient.

Nothing has to say what a column holds. Where a law gives the printed digits of three rows or more, by the intervals that their
inputs round to, it is no coincidence that it does; the row that it does not give is then a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice, product

from .....derivations.expr import Node, free_names, num, sym
from .....derivations.intervals import decimal_text
from ...catalogue import entries, family
from ...document import Document, Kind, Passage
from ...finding import Level
from ...mathtext import Numeral
from ...words import OVER_DRAFTED, spoken
from .broken import Broken
from .digits import Fit, Given, claimed, fit, given, significant, value_of
from .headers import column as kind
from .headers import columns
from .lines import Marks
from .names import meant
from .outcomes import known as known_names
from .stated import SETTINGS, fits, heard
from .stretches import numbers

MAX_COLUMNS = 8
MAX_ROWS = 60
MAX_TABLES = 20  # of one document
MAX_TRIES = 400  # of laws, with what their inputs may be, for one column
AGREE = 3  # rows that a law must give
NAMED = 2  # of those, where the table's head says what the law takes and gives
DIGITS = 3  # significant ones in each of them
LEAST_VOCABULARY = 1_000


_TOTAL = re.compile(
    r"total|\bsum\b|\bmean\b|average|\bavg|overall|\ball\b|median|geo|平均|合计|合計|总|総|전체|평균|합계|media\b|média|promedio|moyenne|"
    r"durchschnitt|gesamt|mittel|soma\b|suma\b"
)
"""A row that sums up the others follows laws of its own."""


@dataclass(frozen=True)
class Law:
    """What a column may be worked out by, from others and from numbers in the table's head; and the rule that a slip breaks."""

    inputs: tuple[str, ...]
    tree: Node
    code: str
    claim: str = ""
    gives: str = ""
    """What its column is called, of a law that is tried under such heads alone."""


@cache
def laws() -> tuple[Law, ...]:
    """The laws that are tried: those of tokens, of speed-up, of a mask's row, and what people multiply and divide."""
    of_claims = (("E", ("alpha", "gamma"), "tokens.closed_form"), ("S", ("E", "gamma", "c"), "draft_cost.speedup"),
                 ("S", ("alpha", "gamma", "c"), "draft_cost.closed_form"))  # fmt: skip
    words = Node("ceil", (Node("div", (sym("V"), num(32))),))
    x, y = sym("x"), sym("y")
    mean = Node("add", (num(1), Node("mul", (sym("gamma"), sym("r")))))
    return (
        *(Law(inputs, _tree(quantity, inputs, claim), "DP202", claim) for quantity, inputs, claim in of_claims),
        Law(("r", "gamma"), mean, "DP202", "acceptance.length", "E"),
        Law(("V",), words, "DP203", "grammar_mask.words"),
        Law(("V",), Node("mul", (num(4), words)), "DP203", "grammar_mask.words"),
        Law(("x", "y"), Node("mul", (x, y)), "DP201"),
        Law(("x", "y"), Node("div", (x, y)), "DP201"),
    )


def _tree(quantity: str, inputs: tuple[str, ...], claim: str) -> Node:
    return next(
        one.tree
        for one in entries()
        if one.claim == claim and one.right and free_names(one.tree) == set(inputs) and family(one.quantity) == quantity
    )


@dataclass(frozen=True)
class Table:
    """A table's rows: the passage of each, its cells' numbers (None where a cell is no number); what its columns are called; and
    numbers beside it: those in its head, and for a rate and a cost those that the document sets.
    """

    rows: Sequence[tuple[Passage, Sequence[Numeral | None]]]
    heads: Sequence[str]
    beside: Mapping[str, Sequence[Numeral]]


def odd(document: Document, marks: Marks) -> Iterator[tuple[Passage, Broken]]:
    """The cells that break the law of their column: of a row, the last, which is worked out from the others."""
    for table in islice(tables(document), MAX_TABLES):
        found = dict(filter(None, (_odd(table, column, marks) for column in range(len(table.rows[0][1])))))
        yield from ((table.rows[row][0], broken) for row, broken in found.items())


def tables(document: Document) -> Iterator[Table]:
    """The tables of numbers, without rows that sum up others."""
    rows = (one for one in document.passages if one.kind is Kind.TABLE)
    for heads, group in groupby(rows, key=_heads):  # () of the head itself
        passages = list(islice(group, MAX_ROWS))
        cells = [(one, _numbers(one.text)) for one in passages]
        wide = [
            (one, found) for one, found in cells if len(found) == len(heads) and not _TOTAL.search(one.text.lower())
        ]
        if len(wide) > NAMED and 2 <= len(heads) <= MAX_COLUMNS:
            head = [one for head in heads for one in numbers(head)][:MAX_COLUMNS]
            beside = {name: [*head, *_set(name, document)] for name in ("alpha", "c")}
            yield Table(wide, heads, {"": head, **beside})


def _heads(row: Passage) -> tuple[str, ...]:
    """The headers of a row's cells; a column without one has an empty header."""
    line = row.around.partition("\n")[0]
    named = tuple(columns(line))
    pairs = [pair.rpartition(" = ") for pair in line.split("; ")]
    every = tuple(head.strip() for head, relation, _ in pairs if relation)
    return every if len(every) == row.text.count(" | ") + 1 > len(named) else named


def _set(symbol: str, document: Document) -> list[Numeral]:
    """The values that a document sets a rate or a cost to, where they are few: `p_accept = 0.75`, "with α = 0.8"."""
    known: dict[str, list[Numeral]] = document.__dict__.setdefault("_set_to", {})
    if symbol not in known:
        found = [one.numeral for passage in document.passages if passage.kind is not Kind.CODE and passage.kind is not Kind.TABLE
                 for one in heard(passage.text, document).values(symbol)]  # fmt: skip
        for formula in document.formulas:
            value, tree = None, formula.templates[0]
            if tree.op == "sym" and symbol in meant(formula.result, known_names(document)):
                value = formula.numerals.get(tree.args[0])
            found += [value] if value is not None and fits(symbol, value) else []
        distinct = list({one.values: one for one in found}.values())
        known[symbol] = distinct if len(distinct) <= MAX_SET else []
    return known[symbol]


MAX_SET = 3  # values of one setting in a document that a table may be of


def _numbers(row: str) -> list[Numeral | None]:
    found: list[Numeral | None] = []
    start = 0
    for cell in row.split(" | "):
        inside = list(numbers(row, start, start + len(cell)))
        found.append(inside[0] if len(inside) == 1 else None)
        start += len(cell) + 3
    return found


def _odd(table: Table, column: int, marks: Marks) -> tuple[int, Broken] | None:
    """The row of a column that a law does not give, which gives all others; None where one gives all, or none does."""
    targets = [cells[column] for _, cells in table.rows]
    telling = {one.text for one in targets if one is not None and significant(one.text) >= DIGITS}
    if len(telling) < NAMED or None in targets:
        return None
    found: tuple[int, Broken] | None = None
    tries = ((law, chosen, mark) for mark in marks for law in laws() for chosen in _choices(table, law, column, mark))
    for law, chosen, mark in islice(tries, MAX_TRIES):
        failed = _failed(table, column, law, chosen, mark)
        if failed == []:
            return None
        if failed and found is None:
            found = failed[0], _broken(table, column, law, chosen, failed[0], mark)
    return found


_Chosen = Sequence[int | Numeral]


def _choices(table: Table, law: Law, column: int, mark: int) -> Iterator[_Chosen]:
    """What the law's inputs may be: other columns, and numbers in the head; not all of them from the head."""
    places = [place for place in range(len(table.rows[0][1])) if place != column]
    of_name: list[list[int | Numeral]] = [
        [*(one for one in places if all(_may_be(name, cells[one], mark) for _, cells in table.rows)),
         *(one for one in table.beside.get(name, table.beside[""]) if _may_be(name, one, mark))]
        for name in law.inputs
    ]  # fmt: skip
    for chosen in product(*of_name):
        inside = [one for one in chosen if isinstance(one, int)]
        once = len(inside) == len(set(inside)) and inside
        if once and not (law.tree.op == "mul" and len(inside) == len(law.inputs) == 2 and inside[0] > inside[1]):
            yield chosen


def _may_be(name: str, one: Numeral | None, mark: int) -> bool:
    """Whether a number can be what a law takes by that name."""
    if one is None or one.values[mark] <= 0:
        return False
    if name == "V":
        return one.values[mark].denominator == 1 and one.values[mark] >= LEAST_VOCABULARY
    if name == "r":
        return one.values[mark] < 1
    return name not in SETTINGS or fits(name, one)


def _inputs(table: Table, law: Law, chosen: _Chosen, row: int, mark: int) -> Mapping[str, Given]:
    """A row's inputs in a reading of the marks."""
    cells = table.rows[row][1]
    taken = ((name, cells[one] if isinstance(one, int) else one) for name, one in zip(law.inputs, chosen, strict=True))
    return {
        name: given(
            numeral, mark, measured=name not in SETTINGS and numeral.units[mark] < 1
        )  # 0.8 in a column with 1.9
        for name, numeral in taken
        if numeral is not None
    }


def _failed(table: Table, column: int, law: Law, chosen: _Chosen, mark: int) -> list[int] | None:
    """The row that the law does not give, where that is at most one; None where it is no law of the column."""
    failed: list[int] = []
    agreed = 0
    for row, (_, cells) in enumerate(table.rows):
        target = cells[column]
        if target is None:
            return None
        if not _gives(law.tree, _inputs(table, law, chosen, row, mark), target, mark):
            failed.append(row)
            if len(failed) > 1:
                return None
        elif significant(target.text) >= DIGITS:
            agreed += 1
    return failed if agreed >= _needed(table, column, law, chosen) else None


def _needed(table: Table, column: int, law: Law, chosen: _Chosen) -> int:
    """How many rows a law must give: fewer where the heads say what is in the columns."""
    if not law.gives:
        return AGREE
    named = zip(law.inputs, chosen, strict=True)
    told = all(isinstance(one, int) and kind(table.heads[one]) == _COLUMNS[name] for name, one in named)
    ratio = any(_RATIO.search(spoken(table.heads[one])) for one in chosen if isinstance(one, int))
    return NAMED if told and ratio and kind(table.heads[column]) == law.gives else MAX_ROWS + 1


_COLUMNS = {"r": "alpha", "gamma": "gamma"}
"""What `kind` calls the column of a law's input: it tells no ratio from a rate."""
_RATIO = re.compile(rf"{OVER_DRAFTED.pattern}|\bratio\b|\bdraft acceptance rate\b|比|비율|razón|razão|quote\b")


def _gives(tree: Node, inputs: Mapping[str, Given], target: Numeral, mark: int) -> bool:
    value, printed = value_of(tree, inputs), target.values[mark]
    if value is None or abs(value - printed) > abs(printed) / 4:  # no rounding of inputs makes up for that
        return False
    return fit(tree, inputs, claimed(target, mark, loosely=False, zeros=True)) in (Fit.EXACT, Fit.ROUNDED, Fit.CUT)


def _broken(table: Table, column: int, law: Law, chosen: _Chosen, row: int, mark: int) -> Broken:
    passage, cells = table.rows[row]
    target, right = cells[column], value_of(law.tree, _inputs(table, law, chosen, row, mark))
    start, end, printed = (target.start, target.end, target.text) if target else (0, len(passage.text), passage.text)
    shown = decimal_text(right, max(DIGITS, significant(printed))) if right is not None else "another number"
    message = f"one law gives this column in every other row of the table; here it gives {shown}, not {printed}"
    return Broken(start, end, message, f"write {shown}", Level.WARNING, law.claim, code=law.code)
