"""A document's tables against the formulas that it states (DP202), whatever these are of: `S = E/(1 + o + K·c)`, over `K | S`.

A column is a formula's by its head: it has the result's name, or is of the same quantity in words; so are those of its inputs.
What no column gives is set in the table's head, in the words over it, or once in the document. A formula is held against a table
only where it is shown to be of tables there: most of their cells follow from it to the digits printed, or the words over it
say so, or it leads to the table and something there is called theoretical, expected or the like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, takewhile

from .....derivations.expr import Node, free_names, num, substitute
from .....derivations.intervals import decimal_text
from ...document import Document, Formula, How, Kind, Passage
from ...excuses import excuse
from ...finding import Level
from ...formulas import inlined
from ...mathtext import Numeral
from ...spelling import spelled
from ...splitting import key
from ...subject import about_decoding
from ...words import spoken
from .._cases import case_of
from .broken import Broken
from .columns import Table, tables
from .digits import Fit, held, significant
from .figures import by_other_means
from .headers import column, worked_out
from .lines import Marks
from .names import Names, meant, names
from .stated import SETTINGS, heard
from .stretches import numbers

MAX_NAMES = 6  # of one formula
MAX_NODES = 80
MAX_FORMULAS = 40  # of one document
MAX_CELLS = 400
SHOWN, SHOWN_BY_NAME = 4, 3  # digits but the first of each cell that must agree, of all together

_FIGURES = frozenset({"E", "A", "S"})
_OPERATORS = frozenset({"add", "mul", "div", "pow", "ite", "num", "sym", "min", "max", "eq", "lt", "le", "sum"})
_APPLIED = re.compile(
    r"\bappl(?:y|ying|ied)\b[^.\n]{0,30}\bformula|\b(?:by|from|with|using) (?:the|this|our|that) (?:formula|equation|model)|"
    r"применя\w+ формул|по (?:этой )?формул|按(?:上述|该|此)?公式|代入(?:公式)?|由公式|公式(?:可得|计算)|"
    r"공식(?:을|에|으로)|式に(?:代入|よる)|"
    r"aplicando la fórmula|(?:con|según) (?:la|esta) fórmula|(?:com|pela) (?:a )?fórmula|aplicando a fórmula|"
    r"(?:avec|selon|par) (?:la|cette) formule|nach (?:der|dieser) formel|mit der formel",
    re.IGNORECASE,
)
"""Words over a table that say what its numbers are of."""


@dataclass(frozen=True)
class Own:
    """A formula that a document states for a result: its trees, with definitions put in as far as they go, and what it is of."""

    formula: Formula
    trees: tuple[Node, ...]
    of: str

    @property
    def result(self) -> str:
        """The result's name, by its `key`."""
        return key(self.formula.result)

    def is_named(self, table: Table) -> bool:
        """Whether a column of a table has the result's name."""
        return any(key(_bare(head)) == self.result for head in table.heads)

    def broken(self, numeral: Numeral, gives: str) -> Broken:
        """A number that is not what the formula gives."""
        line = self.formula.passage.place(self.formula.start).line
        message = f"the formula in line {line} gives {gives} here, not {numeral.text}"
        return Broken(numeral.start, numeral.end, message, f"write {gives}", Level.WARNING, code="DP202")


@dataclass(frozen=True)
class Cell:
    """A cell that a formula is held against: its number, and what the formula gives at the inputs of its row."""

    row: Passage
    numeral: Numeral
    fit: Fit
    value: Fraction
    sure: bool
    """All its inputs stand in the table, over it, or under its heading."""

    @property
    def gives(self) -> str:
        """What the formula gives, with as many digits as the cell."""
        return decimal_text(self.value, max(3, significant(self.numeral.text)))


def contradicted(document: Document, marks: Marks) -> Iterator[tuple[Passage, Broken]]:
    """The cells that are not what the formula of their table gives: of a row, the first."""
    formulas = list(islice(stated(document), MAX_FORMULAS))
    found = list(islice(tables(document), MAX_FORMULAS)) if formulas else []
    tried = [
        (own, [(table, list(islice(_cells(own, table, document, marks), MAX_CELLS))) for table in found])
        for own in formulas
    ]
    follows = {id(one.numeral) for _, under in tried for _, cells in under for one in cells if one.fit is not Fit.NOT}
    said: set[int] = set()
    for own, under in tried:
        shown = _is_shown([one for _, cells in under for one in cells])
        for table, cells in under:
            here = _is_shown(cells, own.is_named(table))
            told = (shown and not _is_of_more(own, table)) or _told(own, table, document)
            if not cells or not (here or (told and not _are_scaled(cells))) or excused(own, document):
                continue
            for one in cells:
                alike = (here and _is_alike(one, cells, table, own, document)) or (not here and one.sure)
                if alike and id(one.numeral) not in follows and id(one.row) not in said:
                    said.add(id(one.row))
                    yield one.row, own.broken(one.numeral, one.gives)


def _is_of_more(own: Own, table: Table) -> bool:
    """Whether a table of which nothing agrees with a formula may be of another model, by its words."""
    row = table.rows[0][0]
    above = row.above if row.above != own.formula.passage.above else ""
    return _OTHER_MODEL.search(spoken(f"{above}\n{_over(table)}\n{' '.join(table.heads)}")) is not None


def _is_alike(cell: Cell, cells: Sequence[Cell], table: Table, own: Own, document: Document) -> bool:
    """Whether what else stands in a cell's row stands in rows that agree too: a batch, a drafter may tell them apart."""
    agree = {id(one.row) for one in cells if one.fit is not Fit.NOT}
    texts = {id(row): row.text.split(" | ") for row, _ in table.rows}
    for place, head in enumerate(table.heads):
        kind = column(head, names(document))
        if kind in _FIGURES or any(_is_named(head, name, document) for tree in own.trees for name in free_names(tree)):
            continue
        if key(_bare(head)) == own.result or set_in(head):
            continue
        others = {texts[one][place].strip() for one in agree}
        numeric = all(row[place] is not None for _, row in table.rows)
        mine = texts[id(cell.row)][place].strip()
        if mine not in others and (numeric or len(others) == 1):
            return False
    return True


_OTHER_MODEL = re.compile(
    r"\btrees?\b|\bbranch\w*|\blenien\w*|\btypical|\brelax\w*|\boverhead|\bschedul\w*|\bbatch|\bconcurren\w*|\basync\w*|\bparallel|"
    r"\bpipelin\w*|\bactual|\breal|\badaptive|\bdynamic|\bensemble|树|批|并发|実|实际|트리|배치|실제|árbol|árvore|lote|"
    r"\bcorrelat\w*|\bvar(?:iance|ying)\b|\bquantil|\bp\d\d\b"
)


def _told(own: Own, table: Table, document: Document) -> bool:
    """Whether words say that a table is of a formula, and it has no column of numbers that the formula does not know."""
    if not (_APPLIED.search(_over(table)) or _leads_to(own, table, document)):
        return False
    known = {key(name) for tree in own.trees for name in free_names(tree)}
    for place, head in enumerate(table.heads):
        numeric = all(cells[place] is not None for _, cells in table.rows)
        kind = column(head, names(document))
        of_formula = any(_is_named(head, name, document) for tree in own.trees for name in free_names(tree))
        if numeric and kind not in _FIGURES and not of_formula and not (set(set_in(head)) & known):
            return False
    return True


def _are_scaled(cells: Sequence[Cell]) -> bool:
    """Whether all cells are the formula's values in another unit."""
    factors = [one.value / one.numeral.values[0] for one in cells if one.numeral.values[0]]
    return len(factors) > 1 and max(factors) <= min(factors) * _SAME if factors and min(factors) > 0 else False


_SAME = Fraction(103, 100)


def _leads_to(own: Own, table: Table, document: Document) -> bool:
    """Whether a formula is the last over a table, under one heading, and words there say that something is worked out."""
    row, passage = table.rows[0][0], own.formula.passage
    if passage.source is not row.source or passage.above != row.above:
        return False
    after = document.passages[document.passages.index(passage) :]
    between = list(takewhile(lambda one: one is not row, after))
    texts = [one for one in between if one.kind is not Kind.TABLE]
    others = (one for one in document.formulas if one.templates[0].op not in ("sym", "num"))
    later = any(one.passage in texts[1:] or (one.passage is passage and one.start > own.formula.end) for one in others)
    if len(between) == len(after) or len(texts) > _BETWEEN or later:
        return False
    before = document.passages[: document.passages.index(passage)][-1:]
    words = [
        own.formula.result,
        _over(table),
        *table.heads,
        *(one.text for one in (*before, *texts) if one.above == row.above),
    ]
    return any(map(worked_out, words))


_BETWEEN = 3  # passages from a formula to its table, itself among them


def _is_shown(cells: Sequence[Cell], named: bool = False) -> bool:
    """Whether enough cells follow from a formula for it to be no coincidence, and more than do not; fewer under its name."""
    agree = [one for one in cells if one.fit is not Fit.NOT]
    digits = sum(significant(one.numeral.text) - 1 for one in agree)
    return digits >= (SHOWN_BY_NAME if named else SHOWN) and 2 * len(agree) > len(cells)


def excused(own: Own, document: Document) -> bool:
    """Whether the formula is stated as a mistake."""
    formula = own.formula
    return bool(excuse(formula.passage, formula.start, formula.end, document))


def _over(table: Table) -> str:
    """The words over a table."""
    rest = table.rows[0][0].around.partition("\n")[2]
    return "\n".join(line for line in rest.split("\n") if " | " not in line)


# Formulas


def stated(document: Document) -> Iterator[Own]:
    """The formulas of a document for a result, in what is text, but for those that are found wrong."""
    known = names(document)
    for formula in document.formulas:
        if not formula.result or formula.how is not How.SAID or formula.passage.kind is Kind.CODE:
            continue
        if formula.templates[0].op in ("sym", "num") or formula.relation == "→":  # `a → b` leads to it
            continue
        if not about_decoding(formula, document) or not any(_has_role(name, known) for name in _names(formula)):
            continue
        case = case_of(formula, document)
        if case is not None and any(verdict.level.fails for verdict in case.standing[1]):
            continue  # it is found wrong itself
        trees = tuple(dict.fromkeys(tree for tree in _trees(formula, document) if _may_be_worked(tree)))
        if trees:
            of = column(formula.result, known)
            yield Own(formula, trees, of if of in _FIGURES else "")


def _names(formula: Formula) -> frozenset[str]:
    return free_names(formula.templates[0]) - formula.numerals.keys()


def _has_role(name: str, known: Names) -> bool:
    """Whether a name is a quantity of decoding."""
    return bool(set(meant(name, known)) & set(SETTINGS)) or bool(spelled(name)[0])


def _trees(formula: Formula, document: Document) -> Iterator[Node]:
    for one in islice(inlined(formula, document), MAX_NAMES):
        yield substitute(one.tree, {name: num(numeral.values[0]) for name, numeral in one.numerals.items()})


def _may_be_worked(tree: Node) -> bool:
    named = free_names(tree)
    return 0 < len(named) <= MAX_NAMES and not any(name[0] in "?…" for name in named) and _nodes(tree) <= MAX_NODES


def _nodes(tree: Node) -> int:
    """The nodes of a tree; more than any may have where one is of another kind."""
    return 1 + sum(map(_nodes, tree.children())) if tree.op in _OPERATORS else MAX_NODES + 1


# Tables

_SETS = re.compile(
    r"(?<![\w·*×/^@\\-])(?<![-−–+·*×/@]\s)(?P<name>\\?[^\W\d]\w{0,30})[$`*}]{0,2}\s?[=＝]\s?[$`]?(?P<value>\d[\d.,]*%?)"
    r"(?!\s?[-–−~/÷^·*×]\s?[\w(]|\s?(?:to|or|bis|до|至|到)\s?\d|[.,]?\w|,\s?\d+(?:[.,]\d+)?(?:\s?,|\s|$|[)$]))"
)
"""`K=5`, and nothing that is done to either."""
_SETS_SOMEHOW = re.compile(r"(?<![\w\\])(?P<name>\\?[^\W\d]\w{0,30})[$`*}]{0,2}\s?[=＝]\s?[$`]?\d")
_BRACKETED = re.compile(r"[(（]\s?[$`]?(?P<name>\\?[^\W\d]\w{0,20})[$`]?\s?[)）]")


_QUALIFIED = re.compile(
    r"[(（@,]\s*(?!(?:theor|predict|expect|comput|model|formula|tokens?|draft|per|ideal|calc)\w*)[^\W\d_]{3,}(?![^()]*[=＝])",
    re.IGNORECASE,
)
"""A head that says of whom, `S (vLLM)`."""


@dataclass(frozen=True)
class _Afar:
    """A number that the document sets a name to under another heading."""

    numeral: Numeral


_Inputs = Mapping[str, int | Numeral | _Afar]
"""What the names of a formula are in a table: a column, or a number."""


def _cells(own: Own, table: Table, document: Document, marks: Marks) -> Iterator[Cell]:
    """The cells of a table's columns that a formula is for, at every row."""
    named = [place for place, head in enumerate(table.heads) if key(_bare(head)) == own.result]
    for tree in own.trees:  # the last has the most definitions put in; a result that is not, is a column
        results = free_names(tree) - free_names(own.trees[-1])
        places = named or range(len(table.heads))
        found = [(place, taken) for place in places if (taken := _inputs(own, tree, table, place, document))]
        found = [one for one in found if all(isinstance(one[1][name], int) for name in results)]
        if found:
            for place, taken in found:
                yield from _of_column(tree, table, place, taken, marks)
            return


def _of_column(tree: Node, table: Table, place: int, taken: _Inputs, marks: Marks) -> Iterator[Cell]:
    for row, cells in table.rows:
        target = cells[place]
        inputs = {name: _taken(one, cells) for name, one in taken.items()}
        read = {name: one for name, one in inputs.items() if one is not None}
        if target is None or len(read) < len(inputs) or _is_bound(row.text, target):
            continue
        loosely = any(sign in row.text[max(0, target.start - 4) : target.start] for sign in "~≈")
        how, value = held(tree, read, target, marks, loosely=loosely)
        if value is not None:
            yield Cell(row, target, how, value, not any(isinstance(one, _Afar) for one in taken.values()))


def _is_bound(row: str, target: Numeral) -> bool:
    """Whether a cell says at least, or at most."""
    return row[: target.start].rstrip(" $`*")[-1:] in ("<", ">", "≤", "≥") or row[target.end : target.end + 1] == "+"


def _taken(one: int | Numeral | _Afar, cells: Sequence[Numeral | None]) -> Numeral | None:
    return cells[one] if isinstance(one, int) else one.numeral if isinstance(one, _Afar) else one


def _inputs(own: Own, tree: Node, table: Table, place: int, document: Document) -> _Inputs:
    """What the names of a formula are for a column of a table; none where one is not known, or the column is not of the formula."""
    head = table.heads[place]
    if by_other_means(head, _over(table)) or _QUALIFIED.search(head):
        return {}
    set_here = set_in(head)
    wanted = free_names(tree)
    if not set(set_here) <= set(map(key, wanted)):
        return {}  # it depends on more
    if not _is_of(own, head, table, document) and not (set_here and not _named(own, table, document)):
        return {}
    found: dict[str, int | Numeral | _Afar] = {}
    for name in wanted:
        inside = [at for at in range(len(table.heads)) if at != place and _is_named(table.heads[at], name, document)]
        value: int | Numeral | _Afar | None = set_here.get(key(name)) or (inside[0] if len(inside) == 1 else None)
        value = value if value is not None else _constant(name, table, document)
        if value is None or len(inside) > 1:
            return {}
        found[name] = value
    return found if set_here or any(isinstance(one, int) for one in found.values()) else {}


def _named(own: Own, table: Table, document: Document) -> bool:
    """Whether a head says that its column is of the formula's result."""
    return any(_is_of(own, head, table, document) for head in table.heads)


def _is_of(own: Own, head: str, table: Table, document: Document) -> bool:
    bare = _bare(head)
    if key(bare) == own.result:
        return True
    return bool(own.of) and column(_SETS.sub("", head), names(document)) == own.of


def _bare(head: str) -> str:
    return re.split(r"[(（@,，]", head.strip(" $`*_~|:"))[0].strip(" $`*_")


def _is_named(head: str, name: str, document: Document) -> bool:
    """Whether a column holds what a name stands for: by the name, else by what both are."""
    bracketed = _BRACKETED.search(head)
    bare = _bare(head)
    if key(name) in {key(bare), key(bare.rpartition(" ")[2]), key(bracketed["name"]) if bracketed else ""}:
        return True
    known = names(document)
    kind = column(head, known)
    return kind in SETTINGS and meant(name, known)[:1] == (kind,) and not bracketed


def set_in(text: str) -> Mapping[str, Numeral | None]:
    """The numbers that names are set to in a text, by their `key`; None for one that is set to two, or to more than a number."""
    found: dict[str, Numeral | None] = {}
    strictly = {match.start("name"): match for match in _SETS.finditer(text)}
    for loose in _SETS_SOMEHOW.finditer(text):
        if (match := strictly.get(loose.start("name"))) is None:
            found[key(loose["name"])] = None
            continue
        inside = list(numbers(text, *match.span("value")))
        one, own = inside[0] if len(inside) == 1 else None, key(match["name"])
        first = found.get(own, one)
        found[own] = one if one is not None and first is not None and first.values == one.values else None
    return found


def _constant(name: str, table: Table, document: Document) -> Numeral | _Afar | None:
    """The one number that a name is set to: in the words over a table, else under its heading, else in the whole document."""
    row = table.rows[0][0]
    for words in (_over(table), row.above):
        if key(name) in (here := set_in(words)):
            return here[key(name)]
    set_to = [one for one in _numbers_of(document).get(key(name), ()) if one[0].source is row.source]
    near = [one for one in set_to if one[0].above == row.above]
    if len({one.values for _, one in near or set_to}) != 1:
        return _by_words(name, table, document) if not set_to else None
    return near[0][1] if near else _by_words(name, table, document) or _Afar(set_to[0][1])


def _by_words(name: str, table: Table, document: Document) -> Numeral | None:
    """The one number that the words over a table give what a name stands for: "at a draft cost of 0.1"."""
    symbols = [one for one in meant(name, names(document)) if one in SETTINGS]
    values = [one.numeral for one in heard(_over(table), document).values(symbols[0])] if symbols else []
    return values[0] if len({one.values for one in values}) == 1 else None


def _numbers_of(document: Document) -> Mapping[str, Sequence[tuple[Passage, Numeral]]]:
    """The numbers that names are set to outside of tables; kept with the document."""
    found: dict[str, list[tuple[Passage, Numeral]]] | None = document.__dict__.get("_numbers_of")
    if found is None:
        found = document.__dict__["_numbers_of"] = {}
        for formula in document.formulas:
            tree = formula.templates[0]
            if (
                formula.result
                and tree.op == "sym"
                and tree.args[0] in formula.numerals
                and formula.passage.kind is not Kind.TABLE
            ):
                found.setdefault(key(formula.result), []).append((formula.passage, formula.numerals[tree.args[0]]))
    return found
