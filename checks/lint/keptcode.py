"""Whether code or mark-up keeps a formula as a mistake: names, comments and openers of its block, a diff's minus, struck text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .document import Kind, Passage
from .refutations import ENDORSES, EXERCISE, NAMED, NAMED_OTHERWISE, calls_wrong
from .sentences import bound
from .splitting import split

_LINES = 60  # above a line in which its block's openers are looked for
_RIVAL = re.compile(
    r"\bRival\(|\bsays\s*=|\bwhy_tempting\s*=|\bmutants?\b|assertNotEqual|assertLess|pytest\.raises|"
    r"assert\s+not\b|assertFalse"
)
_CALLED = re.compile(r"[^\W\d]\w{2,80}(?=\()")
_COMMENT = re.compile(r"\s*(?:#|//|--|%|/?\*+|<!--|;)\s?")


def named(text: str) -> str:
    """The word by which an identifier in a text says that it is kept as a mistake: `naive_tokens`, `WRONG_FORMULAS`."""
    identifiers: list[str] = re.findall(r"[^\W\d]\w{2,80}", text)
    for identifier in identifiers:
        words = split(identifier)
        for place, word in enumerate(words):
            otherwise = NAMED_OTHERWISE.get(word, NAMED_OTHERWISE[""])
            if word in NAMED and otherwise.isdisjoint(words[place + 1 : place + 2]):
                return word
        if (
            {"upper", "bound"} <= set(words)
            or ("is" in words and "not" in words)
            or words[:2] in (("test", "not"), ("not", "linear"))
        ):
            return identifier
    return ""


def struck(passage: Passage, start: int, end: int) -> str:
    """Whether the source strikes the formula through: `~~...~~`, `<del>`, `\\sout{...}`."""
    text = passage.source.text
    first, last = passage.at(start), passage.at(max(start, end - 1)) + 1
    line_start, line_end = text.rfind("\n", 0, first) + 1, text.find("\n", last)
    before = text[max(line_start, first - 300) : first]
    after = text[last : line_end if 0 <= line_end < last + 300 else last + 300]
    if before.count("~~") % 2 and "~~" in after:
        return "struck through"
    tags = re.findall(r"<(/?)(?:s|del|strike)>|\\(?:sout|cancel|xcancel|st)\{", before)
    return "struck through" if tags and tags[-1] != "/" and re.search(r"</(?:s|del|strike)>|\}", after) else ""


def taken_away(passage: Passage, start: int) -> str:
    """A line that a quoted diff takes away."""
    text, first = passage.source.text, passage.at(start)
    line = text[text.rfind("\n", 0, first) + 1 : first]
    if not line.startswith("-") or line.startswith("--"):
        return ""
    around = text[max(0, first - 1500) : first + 1500]
    quoted = passage.language in ("diff", "patch") or re.search(
        r"^(?:@@ |diff --git|```diff|--- a/)", around, re.MULTILINE
    )
    return "taken away by a diff" if quoted else ""


def in_code(passage: Passage, start: int, end: int) -> Iterator[str]:
    """The words of the line's names and comments, of the comments just above, and of the lines that open its block."""
    text = passage.source.text
    first, last = passage.at(start), passage.at(max(start, end - 1)) + 1
    line_start = text.rfind("\n", 0, first) + 1
    stop = text.find("\n", last)
    before, after = text[line_start:first], text[last : stop if stop >= 0 else len(text)]
    if match := _RIVAL.search(before):
        yield match[0]
    yield bound(before.lower(), after.lower()) if passage.kind == Kind.CODE and "assert" in before else ""
    yield named(before)
    yield named(" ".join(_CALLED.findall(text[first:last])))
    comment = re.search(r"(?:#|//|/\*|--|%)(.*)", after)
    if comment and not ENDORSES.match(comment[1].strip().lower()):
        yield calls_wrong(comment[1])
    yield from _above(text[max(0, line_start - 4_000) : line_start], before)


_FIXED = re.compile(r"\b(?:now|fixed|was|used to)\b")


def _above(text: str, before: str) -> Iterator[str]:
    """The comments just above a line, and the lines that open the blocks that it is in, with theirs, from the nearest up."""
    indent = len(before) - len(before.lstrip()) if before.strip() else len(before)
    comments = True
    for line in reversed(text.split("\n")[:-1][-_LINES:]):
        mark = _COMMENT.match(line) if comments else None
        if mark:
            said = line[mark.end() :]
            if found := calls_wrong(said):
                yield "" if _FIXED.search(said.lower()) else found
            elif match := EXERCISE.search(said.lower()):
                yield match[0]
            elif ENDORSES.search(said.lower()):
                comments = False
            continue
        comments = False
        here = len(line) - len(line.lstrip())
        if line.strip() and here < indent and line.rstrip()[-1] in "[{(:,>":
            yield named(line)
            if match := _RIVAL.search(line):
                yield match[0]
            indent, comments = here, True
