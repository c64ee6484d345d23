"""Counters of a loop that ends at the first rejection: it counts what was tested, not what was drafted; accepted over that is α.

Read from the text, by lines and their indentation, in any language: a counter at the level of the loop's own statements, before the
`break` that a rejection leads to, counts the rejected draft too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .divisions import core
from .document import Document, Formula, Kind
from .spelling import last, spelled
from .splitting import key

_BREAK = re.compile(r"\bbreak\b")
_LOOP = re.compile(r"\s*(?:async\s+)?(?:for|while|loop|do|foreach)\b")
_ADDS = re.compile(
    r"(?<![\w.])(?P<a>[A-Za-z_][\w.]*)\s*(?:\+=\s*1\b|\+\+)|\+\+(?P<b>[A-Za-z_][\w.]*)|"
    r"(?<![\w.])(?P<c>[A-Za-z_][\w.]*)\s*=\s*(?P=c)\s*\+\s*1\b"
)
_REJECTS = re.compile(
    r"accept|reject|agree|match|verif|surviv|draft\w*[^\n]*(?:!=|==)[^\n]*target|target\w*[^\n]*(?:!=|==)[^\n]*draft|"
    r"(?:rand\w*|uniform|\bu|coin)\b[^\n]*[<>]|[<>][^\n]*(?:rand\w*|uniform|\bu|coin)\b|(?:prop|guess|cand)\w*[^\n]*!=",
    re.IGNORECASE,
)
_OVER_DRAFTS = re.compile(r"draft|propos|candidat|guess|\bspec", re.IGNORECASE)
_COMPARES = re.compile(r"!==?|===?|<|>|\bnot\b")
_ENDS = re.compile(r"\beos\b|stop_token|max_(?:len|tokens|new)|\bdone\b|finished|\bempty\b", re.IGNORECASE)
_MOST = 80  # lines above a `break` in which its loop begins


def over_tested(definition: Formula, document: Document) -> str:
    """How a quotient of counters shows that it is accepted over tested; "" where it does not."""
    if definition.passage.kind is not Kind.CODE or not definition.templates:
        return ""
    tree = core(definition.templates[0], definition.numerals)
    if tree.op != "div":
        return ""
    top, bottom = (core(part, definition.numerals) for part in tree.args)
    if top.op != "sym" or bottom.op != "sym" or spelled(bottom.args[0])[0][:1] == ("drafts",):
        return ""
    counted = _counters(document)
    if _bare(bottom.args[0]) not in counted or _bare(top.args[0]) in counted:
        return ""
    return f"{top.args[0]} / {bottom.args[0]}, where counting stops at the first rejection"


def is_tested(name: str, formula: Formula, document: Document) -> bool:
    """Whether a name in code is a counter of tested drafts."""
    return formula.passage.kind is Kind.CODE and _bare(name) in _counters(document)


def counts_one_more(name: str, document: Document) -> bool:
    """Whether a counter grows by a count and one more: the token of the target's own is in it.

    `accepted += n + 1`, or `accepted += len(kept)` after `kept = drafts[:n] + [bonus]`.
    """
    own = rf"(?<!\w){re.escape(name)}[\"'\]]*\s*"
    grows = re.compile(rf"{own}(?:\+=|=[^=\n]{{1,40}}\+)[^\n;]*(?:\+\s*1\b(?!\.?\d)|\b1\s*\+)")
    by_length = re.compile(rf"{own}\+=\s*len\(\s*(\w+)\s*\)")
    for source in document.sources:
        lists = {match[1] for match in by_length.finditer(source.text)}
        if grows.search(source.text) or any(_one_longer(one, source.text) for one in lists):
            return True
    return False


def _one_longer(name: str, text: str) -> bool:
    """Whether a list is made of another and one element more, `a + [b]`, or of drafts and the bonus token."""
    made = rf"(?<!\w){re.escape(name)}\s*(?::[^=\n]+)?=[^=\n]*"
    longer = rf"{made}(?:[\w\])]\s*\+\s*\[[^,\n]+\]\s*$|\bcat\w*\([^\n]*bonus|concat\w*\([^\n]*bonus)"
    return re.search(longer, text, re.MULTILINE) is not None


def _bare(name: str) -> str:
    return key(last(name.lstrip("?")))


def _counters(document: Document) -> frozenset[str]:
    """The names of a document's counters of tested drafts; kept with it."""
    found: frozenset[str] | None = document.__dict__.get("_tested")
    if found is None:
        names = (name for source in document.sources if _BREAK.search(source.text) for name in counters(source.text))
        found = frozenset(key(last(name)) for name in names)
        object.__setattr__(document, "_tested", found)
    return found


def counters(text: str) -> Iterator[str]:
    """The counters of tested drafts in a program's text."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if not _BREAK.search(line):
            continue
        start = _header(lines, place)
        if start is None:
            continue
        body = lines[start + 1 : place + 1]
        level = min((_indent(one) for one in body if one.strip()), default=0)
        for at, one in enumerate(body):
            match = _ADDS.search(one) if _indent(one) == level else None
            after = "\n".join(body[at + 1 :])
            rejects = _REJECTS.search(after) or (_OVER_DRAFTS.search(lines[start]) and _COMPARES.search(after))
            if match and rejects and not _ENDS.search(after):
                yield match["a"] or match["b"] or match["c"]


def _header(lines: list[str], place: int) -> int | None:
    """The line that opens the loop which a `break` ends."""
    indent = _indent(lines[place])
    for at in range(place - 1, max(-1, place - _MOST), -1):
        if lines[at].strip() and _indent(lines[at]) < indent:
            if _LOOP.match(lines[at]):
                return at
            indent = _indent(lines[at])
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
