"""The ratio accepted / drafted in words (DP103): divided "to get alpha", carried to another draft length, compared across lengths.

In formulas `expected` judges it. Here it is the sentence that says what is done with the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from .. import excuses, matching, roles
from ..contexts import OTHER_FIELDS
from ..document import Document, Formula, Kind, Passage
from ..finding import Finding, Level
from ..refutations import refuted
from ..roles import Strength
from ..spelling import last
from ..splitting import split
from ..words import ACCEPT, ACCEPTS, OVER_TESTED, SPECULATION, spoken
from ._cases import case_of
from ._reading import GAMMA, RATIO

CODE = "DP103"
CLAIM, RIVAL = "acceptance.closed_form", "acceptance.ratio_is_alpha"
ACROSS = ("acceptance.order_flips", "acceptance.compared_across_gamma")
FIX_DIVIDE = (
    "divide by the drafts that were tested (up to and with the first rejection), or invert r at its draft length"
)
FIX_LENGTH = "r belongs to its draft length: find alpha from it, then work r out at the other length"

_TEXTS = frozenset({Kind.PROSE, Kind.MATH, Kind.COMMENT, Kind.DOCSTRING, Kind.STRING, Kind.TABLE})
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.](?=\d)|\n(?!\s*\n))+")

_ALPHA = r"(?:\balpha\b|α|probability of acceptance|acceptance probability|接受概率|수락 ?확률|probabilidad(?:e)? de acep?\w*)"
_DIVIDES = r"(?:\bdivid\w*|\bdividi\w*|\bteil\w*|除以|나누|割|÷)"
_DRAFTED = r"(?:draft(?:ed)?|propos\w*|speculat\w*|candidate|borrador|rascunho|propuest\w*|brouillon|entwurf\w*|草稿|推测|드래프트|초안|ドラフト)"
_BY = (
    rf"{_DIVIDES}[^.]{{0,40}}{ACCEPT}[^.]{{0,60}}{_DRAFTED}|{ACCEPT}[^.]{{0,40}}(?:{_DIVIDES})[^.]{{0,40}}{_DRAFTED}|"
    rf"{_DRAFTED}[^.]{{0,30}}{ACCEPT}[^.]{{0,30}}(?:{_DIVIDES})[^.]{{0,30}}{_DRAFTED}"
)
_TO_GET = re.compile(
    rf"(?:\bto (?:get|obtain|find|compute|estimate|recover)|para (?:obtener|obter|hallar|calcular)|pour obtenir|um)\b[^.]{{0,12}}{_ALPHA}[^.]{{0,20}}(?:{_BY})|"
    rf"(?:{_BY})[^.]{{0,40}}(?:\bto (?:get|obtain)\b|\bgives?\b|\byields?\b|得到|即可得|得出|얻|求ま|得られ|\bobtiene|\bobtém|\bdonne\b|ergibt)[^.]{{0,20}}{_ALPHA}|"
    rf"{_ALPHA}[^.]{{0,16}}(?:得到|求|구하|求める|erhält)[^.]{{0,30}}(?:{_BY})"
)
"""Sentences that tell to divide for the wrong rate."""

_LENGTH = re.compile(
    r"(?:(?:\bat|\bwith|\bfor|\bin|\bof|\ba|\bcom|\bcon|\bmit|\bbei|在)?\s*(?:\b[kKlL]|γ|\bgamma|draft length|draft len|draft tokens|"
    r"num speculative tokens|草稿长度|드래프트 ?길이|longitud de borrador|comprimento de rascunho))\s*(?:=|of|is|为|von|de|:)?\s*(?P<n>\d{1,2})(?![\d.,]*\d)|"
    r"(?<![\d.,])(?P<m>\d{1,2}) (?:draft(?:ed)? tok|drafts\b|speculative tok|个草稿|個のドラフト|개의 초안)"
)
_VALUE = re.compile(r"(?<![\w.,])(?:0?[.,]\d{1,3}|\d{1,2}(?:\.\d)?\s?%)(?!\d)")
_RATIO_WORDS = re.compile(
    rf"\bratio\b|acceptance ratio|draft acceptance rate|of (?:all )?(?:(?:its|the|their) )?draft\w*[^.]{{0,20}}{ACCEPT}|比值|比率|비율|razón|razão|quote\b"
)
_BETTER = re.compile(
    r"\bbetter\b|\bbest\b|\bsuperior\b|\bwins?\b|accepts more|\bbeats\b|more accurate|更好|更优|优于|더 좋|더 낫|우수|良い|優れ|mejor|melhor|meilleur|besser"
)
_MEASURED_AT = re.compile(r"measured|observed|logged|was\b|were\b|drafted with|above|实测|측정|medid|gemessen")


def judge(document: Document) -> Iterator[Finding]:
    """The findings on what a document says of the ratio, by sentence, and on ratios carried to another draft length."""
    for passage in document.passages:
        if passage.kind in _TEXTS:
            yield from _sentences(passage, document)
    for formula in document.formulas:
        yield from _carried(formula, document)
        yield from _misnamed(formula, document)


def _sentences(passage: Passage, document: Document) -> Iterator[Finding]:
    text = spoken(passage.text)
    if not (ACCEPTS.search(text) or _RATIO_WORDS.search(text)) or not (_TO_GET.search(text) or _BETTER.search(text)):
        return
    whole = None
    for sentence in _SENTENCE.finditer(passage.text):
        low = spoken(sentence[0])
        wrong = _to_get(low) or _compared(low) or _concluded(passage.text, sentence)
        if not wrong:
            continue
        whole = whole or spoken(passage.text + passage.around + passage.above)
        if not SPECULATION.search(whole) or OTHER_FIELDS.search(spoken(passage.above) + " " + low):
            continue
        start = sentence.start() + len(sentence[0]) - len(sentence[0].lstrip())
        if _DENIED.match(low.lstrip()) or refuted(low) or excuses.excuse(passage, start, sentence.end(), document):
            continue
        message, fix, claim, rival = wrong
        yield document.finding(
            passage, start, sentence.end(), CODE, Level.WARNING, message, fix, claim=claim, rival=rival
        )


_DENIED = re.compile(
    r"(?:do not|don['’]t|never|you cannot|you can['’]t|one cannot|it is (?:wrong|tempting)|不要|不能|别|nicht|no (?:se|divid)|não|ne )"
)


def _to_get(low: str) -> tuple[str, str, str, str] | None:
    if not _TO_GET.search(low) or OVER_TESTED.search(low):
        return None
    return "accepted / drafted is the ratio r, which falls as the draft grows, and not alpha", FIX_DIVIDE, CLAIM, RIVAL


def _compared(low: str) -> tuple[str, str, str, str] | None:
    """Two ratios at two draft lengths, and a verdict on who is better."""
    lengths = {match["n"] or match["m"] for match in _LENGTH.finditer(low)}
    values = set(_VALUE.findall(low))
    if len(lengths) < 2 or len(values) < 2 or not _BETTER.search(low) or not _RATIO_WORDS.search(low):
        return None
    return "ratios at different draft lengths do not tell which drafter is better", FIX_LENGTH, *ACROSS


def _concluded(text: str, sentence: re.Match[str]) -> tuple[str, str, str, str] | None:
    """The verdict in a sentence of its own, on what the sentences before it say."""
    if not _BETTER.search(spoken(sentence[0])):
        return None
    return _compared(spoken(text[max(0, sentence.start() - _BEFORE) : sentence.end()]))


_BEFORE = 240  # characters before a verdict that it can be on


def _carried(formula: Formula, document: Document) -> Iterator[Finding]:
    """`1 + 7*ratio` where the ratio was measured at draft length 3."""
    case = case_of(formula, document)
    if case is None or case.standing[1]:
        return
    for match in case.rights:
        if RATIO not in match.meant.values() or GAMMA not in match.meant.values():
            continue
        used = {_whole(formula, name, match) for name, node in match.meant.items() if node == GAMMA}
        words = spoken(formula.near + "\n" + formula.passage.around)
        clauses = re.split(r"[.;?!。；？\n]", words)
        measured = {
            int(at["n"] or at["m"]) for one in clauses if _MEASURED_AT.search(one) for at in _LENGTH.finditer(one)
        }
        if len(used) == 1 and None not in used and measured and not used <= measured:
            if not excuses.excuse(formula.passage, formula.start, formula.end, document):
                (length,) = used
                message = f"the ratio was measured at draft length {min(measured)}; at {length} it is another"
                yield document.finding(
                    formula.passage, formula.start, formula.end, CODE, Level.WARNING, message, FIX_LENGTH,
                    claim="acceptance.decreasing_in_gamma", rival="acceptance.ratio_without_gamma",
                )  # fmt: skip
            return


_ALPHA_NAMED = re.compile(r"\b(?:alpha|prob\w*)\b")


def _misnamed(formula: Formula, document: Document) -> Iterator[Finding]:
    """Ruling 4: the identity `1 + k*alpha` with `alpha = accepted / drafted`. It is right, and only the name is off: a note."""
    case = case_of(formula, document)
    if case is None or case.standing[1]:
        return
    ratio = next((name for match in case.rights for name, node in match.meant.items() if node == RATIO), "")
    if ratio in formula.numerals or not _ALPHA_NAMED.search(" ".join(split(last(ratio)))):
        return
    known = roles.meanings(ratio, formula, document)
    if not any(one.symbol == "r" and one.strength == Strength.DEFINED for one in known):
        return
    message = (
        f"{ratio} is accepted / drafted here, the ratio r; alpha is the probability that one draft token is accepted"
    )
    yield document.finding(
        formula.passage,
        formula.start,
        formula.end,
        CODE,
        Level.NOTE,
        message,
        "name it a ratio",
        claim=CLAIM,
        rival=RIVAL,
    )


def _whole(formula: Formula, name: str, match: matching.Match) -> int | None:
    numeral = formula.numerals.get(name)
    value = numeral.values[0] if numeral else None
    return int(value) if value is not None and value == Fraction(int(value)) else None
