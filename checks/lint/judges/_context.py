"""What the surroundings of a formula say, beyond the meanings of its names: is a draft length given, a cost, are drafts free."""

from __future__ import annotations

import re

from .. import russian
from ..contexts import LIMIT
from ..described import numbers_in
from ..document import Document, Formula, Kind
from ..evidence import facts
from ..spelling import spelled
from ..words import PHRASES, speaks, spoken

_FREE = re.compile(
    rf"{russian.FREE}|"
    r"\b(?:free|negligible|no extra cost|zero[ -]cost|costs? nothing|in parallel|parallel (?:heads?|drafts?)|draft heads?|"
    r"medusa|heads|single (?:draft )?(?:forward|pass)|one (?:draft )?(?:forward )?pass|at once|n-?gram|prompt[ -]lookup)\b|"
    r"免费|忽略|可忽略|并行|並行|무시|병렬|並列|無視|gratis|grátis|gratuit|kostenlos|despreciable|desprezível|négligeable|vernachlässig"
)
_IN_TURN = re.compile(
    rf"{russian.IN_TURN}|"
    r"\bsequential\w*|\bin sequence\b|one after (?:another|the other)|\bone by one\b|\bin turn\b|\bin a row\b|\bback to back\b|"
    r"\btimes (?:per|a|each|in) |auto-?regressive draft|\b(?:runs|called|invoked) (?:\w+ ){0,2}times\b|"
    r"\beach (?:draft|costing|at)\b|"
    r"依次|逐个|顺序|串行|顺次|순차|차례로|順番|逐次|secuencial|en secuencia|em sequência|sequencial|séquentiel|en séquence|"
    r"nacheinander|sequenziell|sequentiell"
)
_TEXTS = frozenset({Kind.PROSE, Kind.MATH, Kind.TABLE})
_NUMBER = re.compile(r"\d")
_MAX_NAMES = 60  # of a function that are looked at
_NAMES = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def _around(formula: Formula) -> str:
    passage = formula.passage
    return spoken(" ".join((formula.near, passage.around, passage.above)))


def described(symbol: str, document: Document) -> bool:
    """Whether the document's text says of a name that it is the quantity."""
    known: dict[str, bool] = document.__dict__.setdefault("_described_as", {})
    if symbol not in known:
        texts = (text for said in facts(document).described.values() for text, _ in said)
        known[symbol] = any(what == symbol for text in texts for what, _ in speaks(text)[:1])
    return known[symbol]


def length_given(formula: Formula, document: Document) -> bool:
    """Whether a draft length is spoken of beside the formula, or said of a name in the text that it stands in."""
    if formula.passage.kind in _TEXTS and described("gamma", document):
        return True
    if PHRASES["gamma"].search(_around(formula)) is not None:
        return True
    return formula.passage.kind in (Kind.CODE, Kind.DOCSTRING, Kind.COMMENT) and "gamma" in _spelled_in(formula)


def _spelled_in(formula: Formula) -> frozenset[str]:
    """The quantities that the names of a formula's function may be by their spelling."""
    names = _NAMES.findall(formula.passage.around)[:_MAX_NAMES]
    return frozenset(symbol for name in names for symbol in spelled(name)[0][:1])


def cost_given(formula: Formula, document: Document) -> bool:
    """Whether a draft's cost is spoken of beside the formula, with a number or a name for it, or in the text it stands in."""
    if formula.passage.kind in _TEXTS and described("c", document):
        return True
    if formula.passage.kind is Kind.CODE and "c" in _spelled_in(formula):
        return True
    around = _around(formula)
    said = PHRASES["c"].search(around)
    return said is not None and _NUMBER.search(around, said.start()) is not None


def free_drafts(formula: Formula) -> bool:
    """Whether drafts are said to cost nothing, or to come all from one pass: E/(1 + c) is then right.

    Where drafts that follow on each other are spoken of too, what stands nearer to the formula counts.
    """
    words = _around(formula)
    place = words.rfind(spoken(formula.text))
    before = words[:place] if place > 0 else words
    free, in_turn = _last(_FREE, before), _last(_IN_TURN, before)
    if place > 0 and free < 0 and in_turn < 0:
        return _FREE.search(words) is not None
    return free > in_turn


def _last(pattern: re.Pattern[str], words: str) -> int:
    return max((match.start() for match in pattern.finditer(words)), default=-1)


_IS = r"\s*(?:=|==|is|of|为|是|:)\s*"
_LENGTH = re.compile(
    rf"(?:\bgamma|γ|\bk|\bK|draft length|draft len|num speculative tokens){_IS}(?P<n>\d{{1,2}})(?![\d.,]*\d)"
)


def length_in_words(formula: Formula) -> int | None:
    """The draft length that the sentence of a formula gives, if it gives one."""
    low = spoken(formula.near)
    found = {int(match["n"]) for match in _LENGTH.finditer(low)}
    found = found or {int(value) for value, symbol, _ in numbers_in(low) if symbol == "gamma" and value > 1}
    return found.pop() if len(found) == 1 else None


def fixed_length(formula: Formula) -> bool:
    """Whether the formula's own sentence gives the draft length as a number, and speaks of no limit: `at γ = 5 it is 1/(1-α)`."""
    low = spoken(formula.near)
    return not LIMIT.search(low) and (
        length_in_words(formula) is not None or any(symbol == "gamma" for _, symbol, _ in numbers_in(low))
    )


def one_draft(formula: Formula, document: Document, lengths: frozenset[str]) -> bool:
    """Whether the draft length is 1 there, in words or by a definition: r is then alpha, and E is 1 + alpha."""
    if length_in_words(formula) == 1 or any(
        re.search(rf"(?<!\w){re.escape(name)}{_IS}1(?![\d.,]*\d)", formula.near) for name in lengths
    ):
        return True
    passage = formula.passage
    counted = "|".join(map(re.escape, sorted(lengths)))
    if passage.kind is Kind.CODE and re.search(
        rf"\bfor\b[^\n]{{0,40}}\b(?:{counted})\b|\b(?:{counted})\s*(?:\+\+|\+=)", passage.text
    ):
        return False
    return any(
        other.result in lengths
        and other.passage.source is passage.source
        and (other.passage is passage or (passage.scope and other.passage.scope == passage.scope))
        for other in _ones(document)
    )


def _ones(document: Document) -> tuple[Formula, ...]:
    """The formulas that are the number 1; kept with the document."""
    found: tuple[Formula, ...] | None = document.__dict__.get("_ones")
    if found is None:
        found = tuple(one for one in document.formulas if one.result and _is_one(one))
        object.__setattr__(document, "_ones", found)
    return found


def _is_one(formula: Formula) -> bool:
    tree = formula.templates[0]
    return tree.op == "sym" and tree.args[0] in formula.numerals and 1 in formula.numerals[tree.args[0]].values
