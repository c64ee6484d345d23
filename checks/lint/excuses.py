"""Whether a mistake is stated as a mistake: by words in its clause, sentence, paragraph or table, by names, headings, quizzes, diffs.

A refutation must be about the formula. "E is not 1 + γα", "the tempting answer is 1 + γα", "1 + γα overestimates" excuse it; "not
just for experts: E = 1 + γα", "when the draft is wrong", "than naive decoding" do not, nor does what is called right:
"the old formula was wrong; use 1 + γα".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .contexts import said_around
from .document import Document, Kind, Passage
from .keptcode import in_code, named, struck, taken_away
from .quizzes import wrong_option
from .refutations import COLLECTION, ENDORSES, EXERCISE, MISTAKES, OTHERWISE, calls_wrong, refuted
from .sentences import Shape, Spot, denies, endorsed, fits, in_text, sentences, shape

_MAX = 2_000  # characters on each side that are read: a paragraph
_PROSE = frozenset({Kind.PROSE, Kind.HEADING, Kind.MATH, Kind.TABLE})
_CODE = frozenset({Kind.CODE, Kind.STRING, Kind.COMMENT})
_IDENTIFIER = re.compile(r"\b(?=\w*(?:_|[a-z][A-Z]))[^\W\d]\w{2,80}")


def excuse(passage: Passage, start: int, end: int, document: Document) -> str:
    """Why the mistake at an offset of the passage is stated as a mistake; "" where it is not. `document` gives the title above all."""
    return next(filter(None, _reasons(passage, start, end, document)), "")


def _reasons(passage: Passage, start: int, end: int, document: Document) -> Iterator[str]:
    yield struck(passage, start, end)
    yield taken_away(passage, start)
    yield _mended(passage, start, end)
    own = _asked(Spot(passage.text, start, end).within(max(0, start - _MAX), end + _MAX))
    located = None if passage.kind is Kind.CODE else _located(passage, own)
    spots = [] if passage.kind is Kind.CODE else [own] if located is None else [own, located]
    for spot in spots:
        yield in_text(spot)
    if passage.kind in _CODE:
        yield from in_code(passage, start, end)
    yield wrong_option(passage, start, end)
    yield _given_to(passage, start)
    if any(endorsed(spot) for spot in spots):
        return
    if passage.kind is Kind.TABLE:
        yield _header(passage, own)
    elif located is None and passage.around.strip() not in ("", passage.text.strip()):
        yield _beside(said_around(passage), shape(own.formula))
    yield _titled(passage.above, passage.kind in _PROSE)
    yield _answered_below(passage, document)
    yield _collection(passage, document)


_QUESTION = re.compile(
    r"(?m:^)[ \t>*_-]{0,6}(?:Q\d{0,3}|Question(?: \d{1,3})?|问题?\d{0,3}|問題?\d{0,3}|質問|질문|문|Pregunta|Pergunta|Frage)\s?[.:：)]",
    re.IGNORECASE,
)


def _asked(spot: Spot) -> Spot:
    """The formula in its own question and answer, where a text has several: what another one calls wrong is not this."""
    starts = [match.start() for match in _QUESTION.finditer(spot.text)]
    first = max((at for at in starts if at <= spot.start), default=0)
    last = min((at for at in starts if at >= spot.end), default=len(spot.text))
    return spot.within(first, last) if len(starts) > 1 else spot


def _answered_below(passage: Passage, document: Document) -> str:
    """A heading, or a paragraph that asks, whose question the text just below answers with no: "Isn't it 1 + kα?" - "No, ..."."""
    text = passage.text.rstrip(' \t\n*_`」』"”')
    if passage.kind not in _PROSE or not (passage.kind is Kind.HEADING or text[-1:] in "?？"):
        return ""
    here = _places(document).get(id(passage), len(document.passages))
    below = next(
        (
            one
            for one in document.passages[here + 1 : here + 1 + _BELOW]
            if one.source is passage.source and one.text.strip()
        ),
        None,
    )
    if below is None or below.kind not in (Kind.PROSE, Kind.MATH):
        return ""
    first = next((one for one in sentences(below.text[:_MAX]) if one.strip()), "")
    return denies(first) if first else ""


def _places(document: Document) -> dict[int, int]:
    """Where each passage stands among those of a document, by its id; kept with it."""
    found: dict[int, int] | None = document.__dict__.get("_passage_places")
    if found is None:
        found = {id(one): place for place, one in enumerate(document.passages)}
        document.__dict__["_passage_places"] = found
    return found


_BELOW = 3  # passages after a question of which one has the answer: a formula of its own may stand between

_CALLEE = re.compile(r"([^\W\d]\w{2,60})\($")


def _given_to(passage: Passage, start: int) -> str:
    """In a text that quotes code, the call that the formula is an argument of, where it is named after a mistake: `Rival("...")`."""
    if passage.kind not in (Kind.DOCSTRING, Kind.COMMENT) or "(" not in passage.text:
        return ""
    text, depth = passage.text[max(0, start - _ARGUMENTS) : start], 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth < 0:
            depth = 0
            callee = _CALLEE.search(text[: place + 1])
            if callee and named(callee[1]):
                return callee[1]
    return ""


_ARGUMENTS = 600  # characters before an argument in which its call begins
_FIXED = re.compile(r"\W{0,8}(?:bug ?)?fix(?:ed|es)?\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:now|became|becomes|instead|replaced)\b", re.IGNORECASE)


def _mended(passage: Passage, start: int, end: int) -> str:
    """In a line of a changelog, what was before it was mended: what it is now stands behind it."""
    text = passage.text
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    behind = text[end : last if last >= 0 else len(text)][:_MAX]
    return "a fixed line" if _FIXED.match(text, first) and _NOW.search(behind) else ""


def _located(passage: Passage, own: Spot) -> Spot | None:
    """The formula in the passage's surroundings, where they quote it."""
    around = passage.around
    if not around or around == passage.text or passage.kind == Kind.TABLE:
        return None
    piece = own.text if len(own.text) < 400 else own.formula
    place = around.find(piece)
    if place < 0:
        return None
    start = place + (own.start if piece is own.text else 0)
    return _asked(Spot(around, start, start + own.end - own.start).within(max(0, start - _MAX), start + _MAX))


def _beside(around: str, of: Shape) -> str:
    """The refutation in a docstring, a comment or a paragraph beside a formula that stands on its own."""
    return _refuted_beside(around[:_MAX], of)


@lru_cache(maxsize=64)  # the formulas of a function have the same words beside them
def _refuted_beside(around: str, of: Shape) -> str:
    for sentence in sentences(around):
        low = sentence.lower()
        if match := EXERCISE.search(low):
            return match[0]
        if not ENDORSES.search(low) and (found := calls_wrong(sentence)) and fits(sentence, of):
            return found
    return ""


def _header(passage: Passage, own: Spot) -> str:
    """The header of the formula's own cell, and the caption where it names mistakes."""
    for pair in re.split(r"[|\n;]", passage.around[:_MAX]):
        header, relation, cell = pair.partition(" = ")
        if relation and own.formula in cell and (found := refuted(header)):
            return found
    first = passage.around[:300].lower()
    match = MISTAKES.search(first)
    return match[0] if match and not OTHERWISE.search(first) else ""


def _collection(passage: Passage, document: Document) -> str:
    """A title of the whole text that says that it collects mistakes: "Common pitfalls". Code under it is not meant."""
    if passage.kind not in _PROSE:
        return ""
    found: str | None = document.__dict__.get("_collection")
    if found is None:
        first = next((one for one in document.passages if one.kind is Kind.HEADING), None)
        title = first.text[:200].lower() if first is not None else ""
        match = COLLECTION.search(title)
        found = match[0] if match and not OTHERWISE.search(title) else ""
        object.__setattr__(document, "_collection", found)
    return found


def _titled(above: str, is_heading: bool) -> str:
    """A heading that names mistakes, or a function, class or test that is named after one."""
    if match := EXERCISE.search(above.lower()):
        return match[0]
    return refuted(above) or named(" ".join(_IDENTIFIER.findall(above)) if is_heading else above)
