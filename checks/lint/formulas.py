"""Formulas of passages that the grammar of mathematical text reads. What they come to with definitions put in: `inlining`.

An equation gives one `Formula` a side that says something. `E = 1 + kα = 4.5` is one: result `E`, values `4.5`. A chain of
equalities has one result, its first name alone; sides that are numbers are values of the others. `γ = 5` is a formula
too, of a number or name, and is what definitions are made of. An inequality between two sides that are no
numbers is one formula, the condition as a tree (`lt`, `le`, `ne`), and its sides are none: `E ≤ 1 + γ` says nothing of what
E is. A row or a display that begins with `=` goes on with the chain before it, and is of its result; behind an inequality it is
of a bound.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice

from ...derivations.expr import Node, free_names, substitute, sym
from .document import Formula, How, Kind, Passage, Said
from .ellipses import UNSAID
from .inlining import Inlined, inlined, terms, used
from .mathruns import Skipped, runs
from .mathtext import Expression, Numeral, Side, find
from .phrases import named
from .remarks import left_out
from .spelling import shifted

__all__ = ["Found", "Inlined", "found", "inlined", "plain", "searched", "terms", "used"]

MAX_NEAR = 600  # characters of a sentence on each side of a formula: beyond, what stands there is not beside it
_STEP = 300
"""Formulas of one long sentence have the same words beside them, so that those are judged once: they end at multiples of this."""
_EQUAL = frozenset({"=", "≈", ":=", "→"})
_CONDITIONS = {"<": ("lt", False), ">": ("lt", True), "≤": ("le", False), "≥": ("le", True), "≠": ("ne", False)}
_SHORT = "".join(
    rf"(?<!\b{one})" for one in (r"i\.e", "et al", "cf", "vs", "resp", "approx", "[Ee]q", "[Ss]ec", "[Ff]ig")
)
"""A point behind these ends no sentence."""
_END = re.compile(rf"(?:{_SHORT}\.|[!?…])(?=[\s\"')\]*_])|[。！？；।]|\n[ \t]*\n|\n[ \t]*(?:[-*+•]|\d{{1,3}}[.)])[ \t]")
"""Where a sentence ends, in any script, or an item of a list begins."""
_END_OR_LINE = re.compile(rf"{_END.pattern}|\n(?![ \t])")
_STATED = re.compile(r"[=≈][ \t]?[^\s=]")
_NAMED = re.compile(r"[ \t]*[^\W\d][^:=≈\n]{0,60}(?:[=≈]|:[ \t][^\n]*[=≈])")
"""The beginning of a line by the name of what it gives."""
_ALIGNED = re.compile(r"[^\s.!?:]  +[^\s|]")
"""Words in columns, in a text whose lines are statements of their own."""
_TEXTS = frozenset({"tex", "html", "md", "rst"})
"""Languages whose comments stand by text, not by code."""


@dataclass(frozen=True)
class Found:
    """What the grammar found in one passage."""

    said: tuple[Said, ...] = ()
    formulas: tuple[Formula, ...] = ()
    skipped: tuple[str, ...] = ()
    lead: Lead | None = None


@dataclass(frozen=True)
class Lead:
    """The chain of equalities that stands last: the name of what it is of ("" of a bound), and where in its passage it begins."""

    result: str
    start: int = -1


def found(passage: Passage, most: int | None = None, lead: Lead | None = None) -> Found:
    """The expressions of a passage, at most `most`, and its formulas, by offset. Code has readers of its own: none there.

    `lead` is what a display before it ends with.
    """
    return Found(lead=lead) if passage.kind is Kind.CODE else searched(passage, most, lead)


def searched(passage: Passage, most: int | None = None, lead: Lead | None = None) -> Found:
    """`found`, for a passage of any kind."""
    plain = left_out(passage.text)
    text, names = named(plain)
    said: list[Said] = []
    formulas: list[Formula] = []
    skipped: list[str] = []
    beside = _Beside(passage)
    displayed = passage.kind is Kind.MATH
    if displayed and (name := _alone(text)):
        return Found(lead=Lead(name))
    lead, row = lead and Lead(lead.result), -1
    for one in islice(find(text, math=displayed), most):
        if isinstance(one, Skipped):
            skipped.append(f"line {passage.place(one.offset).line}: {one.reason}")
            continue
        expression = _restored(one, names, passage.text) if names or plain != passage.text else one
        opens = _opens(text, said[-1].expression.end if said else 0, expression.start, displayed)
        before, row = row, text.count("\\\\", 0, expression.start)
        if opens or not displayed or row != before:  # else it stands in a remark on the row
            lead = _lead(expression, opens, lead)
        said.append(Said(passage, expression))
        if not expression.cut:
            formulas += _formulas(passage, expression, beside.near(expression.start, expression.end), opens, lead)
    return Found(tuple(said), tuple(formulas), tuple(skipped), lead)


_OPENS = re.compile(
    r"(?:\A\$*|\\\\(?:\[[^\]\n]{0,20}\]|\*)?|\n)[\s&|]*(?P<relation>[=≈<>≤≥]|\\(?:approx|[lg]eq?|[lg]t)(?![A-Za-z]))[\s&]*\Z"
)
"""At the beginning of a row, a relation to what stands before it."""


def _opens(text: str, last: int, start: int, displayed: bool) -> str:
    """The relation at the beginning of its row that an expression follows: `=`, or `≤` for an inequality; "" where there is none.

    In text it goes on with the line just before.
    """
    match = _OPENS.search(text, max(0, last - 1, start - 60), start)
    if match is None or not (displayed or text.count("\n", last, start) == 1):
        return ""
    return "=" if match["relation"] in ("=", "≈", "\\approx") else "≤"


def _alone(text: str) -> str:
    """The name that a display is, `E(α, γ)`, from which the next ones may go on; "" of any other."""
    text = text.strip("$ ")
    made = runs(text, 0, len(text), math=True)[0] if len(text) <= _LONGEST_NAME else []
    return made[0][0].text if len(made) == len(made[0] if made else ()) == 1 and made[0][0].kind == "NAME" else ""


_LONGEST_NAME = 80


def _lead(expression: Expression, opens: str, before: Lead | None) -> Lead | None:
    """What an expression is of: by its first name, or by the chain that it goes on with; None where it has neither."""
    bounds = opens == "≤" or not _EQUAL.issuperset(expression.relations)
    if opens == "=":
        return before and (Lead("", before.start) if bounds else before)
    first = expression.sides[0]
    name = first.templates[0].args[0] if expression.relations and _name(first) else ""
    unnamed = bounds or any(map(shifted, free_names(first.templates[0]) - {name}))  # E(α, γ + 1) - E(α, γ)
    return Lead("" if unnamed else name, expression.start) if name or unnamed else None


def _restored(expression: Expression, names: Mapping[str, str], text: str) -> Expression:
    """An expression found in the text with names for phrases, with the phrases in their place."""
    codes = re.compile("|".join(sorted(names, key=len, reverse=True)) or "(?!)")

    def written(tree: Node) -> Node:
        new = {name: sym(codes.sub(lambda m: names[m[0]], name)) for name in free_names(tree) if codes.search(name)}
        return substitute(tree, new) if new else tree

    sides = tuple(replace(side, templates=tuple(map(written, side.templates))) for side in expression.sides)
    return replace(expression, text=text[expression.start : expression.end], sides=sides)


class _Beside:
    """The words beside a formula: its sentence; for a comment, the code that it stands by as well."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage

    @cached_property
    def _ends(self) -> list[int]:
        text = self.passage.text
        by_line = self.passage.kind is Kind.PROSE and _ALIGNED.search(text) is not None
        ends = [match.end() for match in (_END_OR_LINE if by_line else _END).finditer(text)]
        if self.passage.kind is Kind.COMMENT:
            ends = sorted({*ends, *_statements(text)})
        return ends

    def near(self, start: int, end: int) -> str:
        text = self.passage.text
        after, before = bisect_left(self._ends, end), bisect_right(self._ends, start) - 1
        first = self._ends[before] if before >= 0 else 0
        last = self._ends[after] if after < len(self._ends) else len(text)
        low, high = (start - MAX_NEAR) // _STEP * _STEP, -(-(end + MAX_NEAR) // _STEP) * _STEP
        sentence = text[max(first, low) : min(last, high)].strip()
        by_code = self.passage.kind is Kind.COMMENT and self.passage.language not in _TEXTS
        return f"{sentence}\n{self._code(start)}".strip() if by_code else sentence

    def _code(self, offset: int) -> str:
        """The line that a comment stands on, and the one after the comment."""
        whole = self.passage.source.text
        here, last = self.passage.at(offset), self.passage.at(max(0, len(self.passage.text) - 1))
        line = whole[whole.rfind("\n", 0, here) + 1 : self.passage.at(0)]  # nothing below the comment's first line
        following = whole.find("\n", last) + 1
        after = whole[following : whole.find("\n", following) + 1 or len(whole)] if following else ""
        return f"{line[-MAX_NEAR:].strip()}\n{after[:MAX_NEAR].strip()}"


def _statements(text: str) -> Iterator[int]:
    """Where a line of a comment ends that has an equation, before another that begins with the name of what it gives."""
    first, end = 0, text.find("\n")
    while end >= 0:
        if _STATED.search(text, first, end) and _NAMED.match(text, end + 1):
            yield end + 1
        first, end = end + 1, text.find("\n", end + 1)


def _formulas(passage: Passage, expression: Expression, near: str, opens: str, lead: Lead | None) -> Iterator[Formula]:
    """The formulas of an expression: those of each chain of equalities, and the conditions between chains."""
    sides, relations = expression.sides, expression.relations
    cuts = [place for place, relation in enumerate(relations, 1) if relation not in _EQUAL]
    chains = [(sides[a:b], relations[a : b - 1]) for a, b in zip((0, *cuts), (*cuts, len(sides)), strict=True)]
    bounded = len(chains) > 1
    of = lead.result if lead is not None and opens == "=" else None
    for chain, said in chains:
        if chain[0] is sides[0] and (opens == "≤" or (of == "" and not bounded)):
            continue  # of a bound
        by_numbers = all(other is chain or _numeral(other[0]) for other, _ in chains)
        term = len(chain) == 1 and chain[0].templates[0].op == "mul"  # of `5a > 2.1` the rest was brought over
        if not bounded or len(chain) > 1 or (by_numbers and not term):
            begins = lead.start if of and lead else chain[0].start
            yield from (replace(one, chain=begins) for one in _chain(passage, chain, said, near, of or ""))
    for cut in cuts:
        left, right = sides[cut - 1], sides[cut]
        numbers = [one for one in map(_numeral, (left, right)) if one is not None]
        if not numbers or (left.templates[0].op == "mul" and numbers[0].values[0] == 1):  # `α·k > 1`
            op, swapped = _CONDITIONS[relations[cut - 1]]
            a, b = (right, left) if swapped else (left, right)
            tree = Node(op, (a.templates[0], b.templates[0]))
            yield Formula(passage, left.start, right.end, (tree,), {**left.numerals, **right.numerals}, near=near)


def _chain(
    passage: Passage, sides: tuple[Side, ...], relations: tuple[str, ...], near: str, of: str
) -> Iterator[Formula]:
    """The formulas of `a = b = c`: each side that is neither the name of the result nor a number. `of`: what it goes on to be."""
    kinds = [_numeral(side) for side in sides]
    names = [place for place, side in enumerate(sides) if _name(side)]
    values = tuple(number for number in kinds if number is not None)
    first = next((relations[place - 1] for place, number in enumerate(kinds) if number and place), "=")
    named = names[0] if names and len(sides) > 1 else None
    result = sides[named].templates[0].args[0] if named is not None else of
    relation = relations[max(named - 1, 0)] if named is not None else "="
    relation = relation if relation != "=" else first
    how = How.SAID if result else How.BARE
    said = False
    for place, side in enumerate(sides):
        if (
            place != named
            and kinds[place] is None
            and side.templates[0] != UNSAID
            and not (_name(side) and (relation == "→" or not result))
        ):
            said = True
            yield Formula(
                passage, side.start, side.end, side.templates, side.numerals, result, how, near, values, relation
            )
    if not said and result and values and relation != "→":  # γ = 5
        side = next(side for side, number in zip(sides, kinds, strict=True) if number)
        yield Formula(passage, side.start, side.end, side.templates, side.numerals, result, how, near, (), relation)


def _name(side: Side) -> bool:
    tree = side.templates[0]
    return tree.op == "sym" and not tree.args[0].startswith("#") and tree != UNSAID


def _numeral(side: Side) -> Numeral | None:
    """The number that a side is and nothing more (a sign is more)."""
    tree = side.templates[0]
    return side.numerals.get(tree.args[0]) if tree.op == "sym" else None


def plain(formula: Formula) -> bool:
    """A name or number, one of its powers, `α^3`, a condition, a place some numbers on, `P + 2`, or a sum of one term."""
    numerals = formula.numerals
    return all(
        template.op in ("sym", "num", "at", "lt", "le", "ne", "eq")
        or _numbers_on(template, numerals)
        or (
            template.op == "pow"
            and _printed(template.args[1], numerals) != ()
            and template.args[0].op in ("sym", "num")
        )
        or (template.op == "sum" and _printed(template.args[1], numerals) == _printed(template.args[2], numerals) != ())
        for template in formula.templates
    )


def _printed(tree: Node, numerals: Mapping[str, Numeral]) -> Sequence[Fraction]:
    """The values of a printed number; () of anything else."""
    if tree.op == "num":
        return (tree.args[0],)
    return tuple(numerals[tree.args[0]].values) if tree.op == "sym" and tree.args[0] in numerals else ()


def _numbers_on(tree: Node, numerals: Mapping[str, Numeral]) -> bool:
    if tree.op != "add" or len(tree.args) != 2:
        return False
    return any(
        part.op == "sym" and part.args[0] in numerals and min(numerals[part.args[0]].values) > 1 for part in tree.args
    )
