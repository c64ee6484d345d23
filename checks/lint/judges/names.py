"""One name for two quantities in one file (DP301): a rate per drafted and per tested token, K with the bonus and without.

Only what a file says in so many words counts: a visible division, or a description of the name. Quantities of other fields
(a learning rate α, an opacity) are none, and one letter may be another thing in each function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ..contexts import OTHER_FIELDS
from ..described import described_at, over
from ..divisions import quantity
from ..document import Document, Formula, How, Kind, Passage
from ..evidence import speculates
from ..excuses import excuse
from ..finding import Finding, Level
from ..inlining import added_to
from ..spelling import last, spelled
from ..splitting import GREEK, key, spoken
from ..stops import over_tested
from ..words import PHRASES, PROBABILITY, speaks

_SAYS = {
    "alpha": "accepted / tested, the probability that a draft is accepted",
    "r": "accepted / drafted",
    "A": "accepted drafts per verification",
    "L": "emitted tokens per verification, the bonus included",
    "gamma": "the draft length",
    "gamma+1": "the draft length and one more",
    "c": "a draft step's time over a target step's",
    "size": "a ratio of the models' sizes",
    "kept": "the candidates that top-k keeps",
}
_PAIRS = frozenset(
    frozenset(pair)
    for pair in (("alpha", "r"), ("A", "L"), ("gamma", "gamma+1"), ("c", "size"), ("gamma", "c"), ("alpha", "c"), ("r", "c"),
                 ("alpha", "gamma"), ("r", "gamma"), ("gamma", "kept"))
)  # fmt: skip
"""Quantities that are mistaken for each other under one name. A count k beside a length K is none."""
_LETTERS = frozenset(GREEK.values())
_INDICES = frozenset({"i", "j"})
"""Letters that count through tokens and positions, and name none of the quantities."""
_MOST = 50  # uses of one name that are compared
_FIX = "give each its own name: acceptance rate (alpha) for accepted / tested, acceptance ratio for accepted / drafted, and so on"
_ONE_MORE = re.compile(
    r"plus one|plus the bonus|one more|"
    r"(?:with|including) the bonus|\brows\b|加一|加1|하나 더|1を足|más uno|"
    r"mais um|plus un\b|plus eins"
)
_SIZES = re.compile(
    r"(?:param\w*|weights?|size|bytes|参数|參數|파라미터|パラメータ|parámetros|"
    r"parâmetros|paramètres)[^.;。]{0,60}(?:divided by|over|÷|/|除以|"
    r"ratio|ratio of|entre|por|par|durch)[^.;。]{0,60}(?:param|"
    r"weight|size|bytes|参数|參數|파라미터|パラメータ|parám|parâm|paramè)"
)
_KEPT = re.compile(
    r"top[- ]?k\b[^.;。]{0,40}(?:keeps?|kept|retain|surviv|candidat|token|保留|候选|候補|留|残|남|유지|후보|conserva|"
    r"mantiene|mantém|garde|behält)|"
    r"(?:candidat|tokens? (?:kept|that remain)|保留|候选|候補|후보|conserva|mantém|garde|behalten)[^.;。]{0,40}\btop[- ]?k\b"
)
"""The candidates that top-k keeps, which a letter may count beside a draft's tokens."""
_TERM = re.compile(
    r"^[\s*_`#>-]{0,6}(?P<term>[^:：\n=(（]{2,48}?)[\s*_`]{0,4}(?:[(（][^)）\n]{1,40}[)）])?\s{0,2}[:：—–]\s{0,2}(?P<text>[^\n].{4,300})",
    re.DOTALL,
)


@dataclass(frozen=True)
class _Use:
    """A name with what a file says that it is, and where."""

    name: str
    symbol: str
    passage: Passage
    start: int
    end: int
    defined: bool

    @property
    def is_local(self) -> bool:
        """Whether the name is one of a function's own, which another function may use otherwise."""
        return self.passage.kind in (Kind.CODE, Kind.DOCSTRING, Kind.COMMENT) and bool(self.passage.scope)


def judge(document: Document) -> Iterator[Finding]:
    """A finding at the second meaning of each name that has two."""
    if not speculates(document):
        return
    uses: dict[str, list[_Use]] = {}
    for use in (*_definitions(document), *_descriptions(document)):
        if use.name in _INDICES:
            continue
        uses.setdefault(use.name, []).append(use)
    for same in uses.values():
        if clash := _clash(same):
            first, second = clash
            if excuse(second.passage, second.start, second.end, document):
                continue
            place = first.passage.place(first.start)
            says = f"{second.name} is here {_SAYS[second.symbol]}; in line {place.line} it is {_SAYS[first.symbol]}"
            level = Level.ERROR if first.defined == second.defined else Level.WARNING
            yield document.finding(
                second.passage, second.start, second.end, "DP301", level, says, _FIX,
                claim="acceptance.between" if {first.symbol, second.symbol} == {"alpha", "r"} else "",
                related=((place, f"{first.name}: {_SAYS[first.symbol]}"),),
            )  # fmt: skip


def _clash(uses: list[_Use]) -> tuple[_Use, _Use] | None:
    ordered = sorted(uses, key=lambda use: (use.passage.source.cell or 0, use.passage.at(use.start)))
    for first, second in combinations(ordered[:_MOST], 2):
        if frozenset((first.symbol, second.symbol)) not in _PAIRS:
            continue
        telling = len(first.name) > 2 and spelled(first.name)[1]
        apart = first.is_local and second.is_local and first.passage.scope != second.passage.scope
        if telling or not apart:
            return first, second
    return None


def _definitions(document: Document) -> Iterator[_Use]:
    """Names that are given a visible division."""
    for formula in document.formulas:
        symbol = quantity(formula) if formula.result and not added_to(formula) else ""
        if symbol and over_tested(formula, document):
            symbol = "alpha"
        if symbol in _SAYS and formula.how in (How.ASSIGNED, How.RETURNED, How.ENTRY, How.SAID):
            yield _Use(_named(formula), symbol, formula.passage, formula.start, formula.end, True)


def _named(formula: Formula) -> str:
    return key(last(formula.result)) or formula.result


def _descriptions(document: Document) -> Iterator[_Use]:
    """Names that a text says what they are: `alpha: ...`, "let K be the number of ...", an entry of a glossary."""
    for passage in document.passages:
        if passage.kind in (Kind.CODE, Kind.STRING):  # a string says what its reader sees, not what names are
            continue
        text = passage.text[:20_000]
        for name, start, end in described_at(text):
            symbol = (
                _quantity(text[start:end]) if _is_symbol(name) and not text[start:end].lstrip()[:1].isdigit() else ""
            )
            if symbol:
                yield _Use(key(name), symbol, passage, start, end, False)
        match = _TERM.match(text)
        if match and " " not in match["term"].strip("*_` ").replace(" ", "", 3) and spelled(match["term"])[1]:
            symbol = _quantity(match["text"])
            if symbol and speaks(match["term"]):
                yield _Use(
                    " ".join(spoken(match["term"]).strip("*_` ").split()),
                    symbol,
                    passage,
                    match.start("term"),
                    match.end("text"),
                    False,
                )


def _is_symbol(name: str) -> bool:
    """Whether a name is one of mathematics or of code, no word of a sentence."""
    bare = key(name)
    letter = (len(bare) == 1 and bare < "\u2e80") or bare in _LETTERS
    return letter or (
        ("_" in name.strip("_") or name[:1] == "\\") and "{" not in name.split("_")[0]
    )  # no `\emph{term}`


_ID = re.compile(r"\b[a-z]\w*(?:\.\w+)+")
"""A dotted id, of which nothing is said by its parts."""
_ASIDE = re.compile(
    r"[:：;；]\s|\b(?:where|when|if|si|cuando|quando|wo|wenn|falls|où|donde|onde)\b|其中|当|だが|であれば|에서는"
)
"""Where a description goes on to what else there is to say."""
_HEAD = re.compile(r"[,，、]")
"""Before it stands the noun that a name is."""


@lru_cache(maxsize=1024)
def _quantity(text: str) -> str:
    """The quantity that a description defines, where it does; "" for words that only touch one."""
    text = _ID.sub("", text)
    low = spoken(text)
    if OTHER_FIELDS.search(low):
        return ""
    rate, _ = over(text)
    if rate:
        return rate
    low = _ASIDE.split(low, maxsplit=1)[0]
    if _KEPT.search(low) and not PHRASES["gamma"].search(low):
        return "kept"
    said = speaks(low)
    symbol = said[0][0] if said and said[0][1] < min(60, len(_HEAD.split(low, maxsplit=1)[0])) else ""
    if symbol == "E" and (drafts := PHRASES["gamma"].search(low)) and (emitted := PHRASES["E"].search(low)):
        symbol = "gamma" if drafts.start() < emitted.end() else symbol  # 每轮的草稿 token 数
    if symbol == "rate":
        return "alpha" if PROBABILITY.search(low) else ""
    if _SIZES.search(low):
        return "size"
    if _ONE_MORE.search(low) and PHRASES["gamma"].search(low) and symbol in ("gamma", ""):
        return "gamma+1"
    return symbol if symbol in ("gamma", "c") else ""
