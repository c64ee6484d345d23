"""Names that are a share of the drafts by what a file does with them: "accepts α of the k drafts", a table's own columns.

A share of what was drafted is the ratio r. It is said loosely, and many who say so mean a probability: a name that has powers
anywhere, or that is called a probability, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from .described import SIGN, STOPS
from .document import Document, Kind, Passage
from .evidence import facts
from .meaning import Meaning, Strength
from .spelling import spelled
from .splitting import bounded, key, spoken
from .words import ACCEPTS

_SHARE = (
    r"(?:fraction|share|proportion|portion|percentage|fracción|proporción|parte|fração|proporção|parcela|part|anteil|bruchteil|"
    r"дол[яию]|част[ьи])"
)
_S = rf"[`$*(]{{0,2}}(?P<name>{SIGN})[`$*)]{{0,2}}"
_OF_SHARES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w.\\*/+^-]){_S}[-\s]{_SHARE}\b",
        rf"\b{_SHARE}\s(?:of\s|de\s)?{_S}(?![\w(])",
        rf"(?<![\w.\\*/+^-]){_S}\sof\s(?:the|its|all|these|those|[`$]{{0,2}}[kγn]\b)",
        rf"\b(?:ratio|rapport|quotient|cociente|quociente|razón|razão|verhältnis|отношение)\s{_S}\s(?:between|entre|zwischen|of|de|von|между)\b",
        rf"(?:比例|占比|割合|비율)\s?{_S}(?!\s?[-+*/^=·×])",
        rf"{_S}\s?(?:的|の|의\s)?(?:比例|部分|占比|割合|비율|만큼)",
    )
)
_DRAFTS = re.compile(
    bounded(
        r"\bdraft\w*|\bpropos\w*|\bspeculat\w*|\bcandidates?\b|\bguess\w*|草稿|候选|候選|推测|초안|드래프트|후보|ドラフト|下書き|候補|\bborrador\w*|"
        r"\bprop(?:one|uest|õe|ost)\w*|\brascunho\w*|\bbrouillons?\b|\bentw[uü]rf\w*|\bvorgeschlagen\w*|чернов\w*|предл(?:ож|аг)\w*"
    )
)
_OF_OTHERS = re.compile(
    bounded(
        r"\s?of (?:the |all )?(?:requests?|steps?|rounds?|users?|prompts?|sequences?|queries|time|cases|runs?|traffic|batch\w*)\b"
    )
)
_SENTENCE = re.compile(r"[.。!?！？](?=\s|$|[^\d\w])|\n\s*\n")
_AROUND = 160  # characters on each side in which something is said to be accepted
_MAX_TEXT = 20_000  # characters of a passage that are read


def shares(document: Document) -> frozenset[str]:
    """The keys of the names that the document treats as a share of the drafts; kept with it."""
    found: frozenset[str] | None = document.__dict__.get("_shares")
    if found is None:
        texts = (one for one in document.passages if one.kind is not Kind.CODE)
        found = frozenset(key(name) for one in texts for name in (*said(one.text[:_MAX_TEXT]), *_tabulated(one)))
        object.__setattr__(document, "_shares", found)
    return found


def said(text: str) -> Iterator[str]:
    """The names that a text says are the share of the drafts that is accepted."""
    if not ACCEPTS.search(spoken(text)):
        return
    for pattern in _OF_SHARES:
        for match in pattern.finditer(text):
            if match["name"] in STOPS or _OF_OTHERS.match(text.lower(), match.end()):
                continue
            before = _SENTENCE.split(text[max(0, match.start() - _AROUND) : match.start()])[-1]
            after = _SENTENCE.split(text[match.end() : match.end() + _AROUND])[0]
            clause = spoken(f"{before}{match[0]}{after}")
            if ACCEPTS.search(clause) and _DRAFTS.search(clause):
                yield match["name"]


def is_share(name: str, found: Iterable[Meaning], document: Document) -> bool:
    """Whether the document treats a name as a share of the drafts, and nothing `found` of it makes it a probability."""
    if key(name) not in shares(document) or facts(document).powers.get(key(name)):
        return False
    return not any(one.symbol == "alpha" and one.strength >= Strength.NEAR for one in found)


_NUMBER = re.compile(r"[*_`~≈]*(?P<digits>\d[\d,_]*(?:\.\d+)?)\s?(?P<percent>%?)[*_`]*")


def _tabulated(row: Passage) -> Iterator[str]:
    """The headers of a row's cells that are the quotient of its accepted and drafted cells, to the printed digits."""
    if row.kind is not Kind.TABLE:
        return
    pairs = [pair.partition(" = ") for pair in row.around.partition("\n")[0].split("; ")]
    cells = [(head.strip("`*$ "), number) for head, _, cell in pairs if (number := _NUMBER.fullmatch(cell.strip()))]
    counts = {
        symbol: Fraction(number["digits"].replace(",", "").replace("_", ""))
        for head, number in cells
        for symbol in spelled(head)[0][:1]
        if symbol in ("accepted", "drafted") and "." not in number["digits"] and not number["percent"]
    }
    if len(counts) < 2 or not counts["drafted"]:
        return
    ratio = counts["accepted"] / counts["drafted"]
    for head, number in cells:
        digits = number["digits"].replace("_", "")
        if "," in digits or ("." not in digits and not number["percent"]):
            continue
        scale = 100 if number["percent"] else 1
        unit = Fraction(1, scale * 10 ** len(digits.partition(".")[2]))
        if abs(Fraction(digits) / scale - ratio) < unit:
            yield head
