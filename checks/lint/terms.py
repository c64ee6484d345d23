"""Terms for rates that a document itself defines: "draft acceptance rate: accepted tokens divided by proposed tokens".

Where a name is then said to be "the draft acceptance rate", it is that. A term with two definitions defines nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .described import over
from .divisions import ratio
from .document import Document, Kind
from .meaning import RATES
from .refutations import refuted
from .splitting import spoken
from .words import PHRASES

_MAX_TEXT = 20_000  # characters of a passage that are read
_SENTENCE = re.compile(r"[.;!?](?=\s|$)|[。；！？]|\n\s*\n")
_DENIES = re.compile(
    r"\b(?:not|no|nor|never|unlike|differ\w*|confus\w*|rather than|instead|versus|vs)\b|n't\b|不是|不同|不等|并非|区别|아니|다르|"
    r"ではな|異な|違|\bno\b|\bnão\b|\bnicht\b|\bpas\b|\bdistint|\bdiferent|\bdiffér|\bне\b"
)
"""A sentence that tells two rates apart defines neither."""
_DIGIT = re.compile(r"\d")
"""A term with its value, "an acceptance rate of 60% (accepted / drafted)", is said of one case, and not of the term."""
_LABEL = re.compile(r"^[\s*_`-]*(?P<term>[^:：\n]{3,60})[\s*_`]*[:：]\s*$")
_LABEL_LINES = 2  # of what stands around a formula in which its label is


def rate_by_term(text: str, document: Document) -> str:
    """The rate, alpha or r, that the document defines the term of a description to be; "" where it does not."""
    found = PHRASES["rate"].search(spoken(text))
    return _terms(document).get(_plain(found[0]), "") if found else ""


def _terms(document: Document) -> Mapping[str, str]:
    found: dict[str, str] | None = document.__dict__.get("_terms")
    if found is None:
        said: dict[str, set[str]] = {}
        for passage in document.passages:
            if passage.kind is Kind.CODE:
                continue
            for sentence in _SENTENCE.split(passage.text[:_MAX_TEXT]):
                symbol, words = over(sentence) if sentence else ("", "")
                low = spoken(sentence) if symbol else ""
                term = PHRASES["rate"].search(low) if symbol else None
                between = _with(low, term.start(), words) if term else ""
                if term and not _DENIES.search(between) and not _DIGIT.search(between) and not refuted(low):
                    said.setdefault(_plain(term[0]), set()).add(symbol)
        for formula in document.formulas:
            symbol = ratio(formula)[0] if not formula.result else ""
            if symbol not in RATES:
                continue
            for line in formula.passage.around.split("\n")[-_LABEL_LINES:]:
                label = _LABEL.match(line)
                term = PHRASES["rate"].search(spoken(label["term"])) if label else None
                if term:
                    said.setdefault(_plain(term[0]), set()).add(symbol)
        found = {term: symbols.pop() for term, symbols in said.items() if len(symbols) == 1}
        object.__setattr__(document, "_terms", found)
    return found


def _with(low: str, start: int, words: str) -> str:
    """The sentence up to the words that say what is divided by what."""
    end = low.find(words)
    return low[: end + len(words)] if end >= start else low


def _plain(term: str) -> str:
    return " ".join(term.split())
