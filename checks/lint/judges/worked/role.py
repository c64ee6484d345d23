"""Whether a line of numbers is about decoding: speculation, masks, KV blocks, the ridge, the sampling law."""

from __future__ import annotations

import re

from ...contexts import OTHER_FIELDS
from ...document import Document, Passage
from ...evidence import facts
from ...words import SPECULATION, about, spoken

_NEAR = 400  # characters on each side that are read as beside a line
_BEFORE = (
    600  # characters of the file before a line of numbers in which its subject may stand: the question, the list's head
)
_BEHIND = 300  # characters of the file behind it in which it may: what the next lines of the same block go on with
_CHAINS = re.compile(
    r"\bkv\b|kv[- ]?cache|paged|\bbeams?\b|\bbeam search|bitmask|(?:grammar|token|logits?) masks?|\bsoftmax\b|"
    r"\blogits\b|\be\^\{?[-−]?\d[^\n]{0,60}\be\^|"
    r"\btop[- ]?[pk]\b|nucleus|\bridge\b|roofline|flops? ?(?:/|per) ?b|"
    r"tokens? (?:per|/|a) (?:step|verif|round|pass|target)|\bdecod(?:e|ing)\b|\bverif\w*|掩码|掩膜|缓存块|kv ?缓存|屋脊|"
    r"解码|验证|마스크|디코딩|검증|kv ?캐시|マスク|デコード|検証|decodifica\w*|máscara|dekodier\w*|décodage"
)


def decoding(passage: Passage, start: int, end: int, document: Document) -> bool:
    """Whether what stands at a place is about decoding: by the words beside it, its passage and heading, or the whole file.

    Another field's words beside it keep it out, unless drafts are spoken of there too.
    """
    text = passage.text
    beside = spoken(f"{text[max(0, start - _NEAR) : end + _NEAR]} {passage.around[: 4 * _NEAR]} {passage.above}")
    if SPECULATION.search(beside):
        return True
    if OTHER_FIELDS.search(beside):
        return False
    known = facts(document).speculation
    if known >= 2:
        return True
    if not (known or about(_whole(document))):
        return False
    if _CHAINS.search(beside):
        return True
    at = passage.at(start)
    close = spoken(passage.source.text[max(0, at - _BEFORE) : at + _BEHIND])
    return _CHAINS.search(close) is not None and OTHER_FIELDS.search(close) is None


def _whole(document: Document) -> str:
    """What the document says, as far as it is needed to tell its field."""
    found: str | None = document.__dict__.get("_beginning")
    if found is None:
        found = "\n".join(passage.text[:4_000] for passage in document.passages[:400])
        object.__setattr__(document, "_beginning", found)
    return found
