"""Options of a quiz that are marked as wrong: by a flag or feedback of their own, or by the number of the right one."""

from __future__ import annotations

import re

from .document import Passage
from .refutations import refuted

_WINDOW = 3_000  # characters on each side of an option in which its object is looked for
_TRUTH = (
    r"(?:is_?)?(?:correct[oa]?|correct[ea]|corret[oa]|right|valid|"
    r"richtig|korrekt|juste|cert[oa]|verdader[oa]|正确|正確|정답|正解)"
)
_WRONG = re.compile(
    rf"['\"]?\b{_TRUTH}['\"]?\s*[:=]\s*(?:false|no\b|n\b|0\b)|['\"]?\b(?:ok|true|answer)['\"]?\s*[:=]\s*(?:false|no\b)|"
    r"['\"]?\b(?:is_?)?(?:wrong|incorrect[oa]?|incorret[oa]|errad[oa]|falsch|distractor|"
    r"mistake)['\"]?\s*[:=]\s*(?:true|1\b|yes\b)|"
    r"['\"]?(?:status|verdict|type|kind|result|label|grade|estado|tipo)['\"]?\s*[:=]\s*['\"](?:wrong|"
    r"incorrect|mistake|misconception|distractor|error|false)",
    re.IGNORECASE,
)
_RIGHT = re.compile(rf"['\"]?\b(?:{_TRUTH}|answer)['\"]?\s*[:=]\s*(?:true|1\b|yes\b)", re.IGNORECASE)
_INDEX = re.compile(
    r"['\"]?(?:answers?|correct|correct_?(?:answers?|index|indices|indexes|options?|choices?)|answer_?(?:index|indices)|"
    r"solutions?)['\"]?\s*[:=]\s*(?:(?P<one>\d{1,2})\b|\[(?P<some>\s*\d{1,2}(?:\s*,\s*\d{1,2}){0,9})\s*,?\s*\])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`")
_FEEDBACK = re.compile(
    r"['\"]?(?:feedback|explanation|explain|why|hint|comment|"
    r"rationale|reason|note|nota|comentari\w*|explicaci[oó]n|"
    r"explicação|justific\w*|erklärung|begründung|解析|说明|해설|설명|"
    r"解説)['\"]?\s*[:=]\s*['\"`](.{0,400})",
    re.IGNORECASE,
)


def wrong_option(passage: Passage, start: int, end: int) -> str:
    """Why the string at an offset is a quiz's wrong option; "" where it is none."""
    text = passage.source.text
    first, last = passage.at(start), passage.at(max(start, end - 1)) + 1
    low = max(0, first - _WINDOW)
    if _unticked(text, first):
        return "an option that is not ticked"
    inside = _enclosing(text[low : last + _WINDOW], first - low, last - low)
    if inside is None:
        return _by_lines(passage)
    opened, own = inside
    if found := _by_number(own, first - low - opened):
        return found
    if _RIGHT.search(own):
        return ""
    if match := _WRONG.search(own):
        return match[0]
    for feedback in _FEEDBACK.finditer(own):
        if re.match(
            r"(?:no|not|wrong|incorrect\w*|close|não|non|nein|falsch|faux|"
            r"errad[oa])\b|不|错|아니|틀|いいえ|違",
            feedback[1].lower(),
        ) or refuted(feedback[1]):
            return "its feedback"
    return ""


_BOX = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\[([ xX✓])\]\s")


def _unticked(text: str, first: int) -> bool:
    """`- [ ] ...` in a list in which another option is ticked."""
    line_start = text.rfind("\n", 0, first) + 1
    own = _BOX.match(text, line_start)
    if own is None or own[1] != " ":
        return False
    lines = text[max(0, line_start - _WINDOW) : line_start].split("\n")[-2::-1]
    after = text[line_start : line_start + _WINDOW].split("\n")
    for side in (lines, after):
        for line in side:
            box = _BOX.match(line + " ")
            if box is None and line.strip() and not line.startswith((" ", "\t")):
                break
            if box and box[1] != " ":
                return True
    return False


_BRACE = re.compile(r"[{}]")


def _enclosing(text: str, first: int, last: int) -> tuple[int, str] | None:
    """The innermost braces around a place: where they open, and what is in them. Braces in strings are taken as they come."""
    opened: list[int] = []
    for brace in _BRACE.finditer(text, 0, first):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            opened.pop()
    if not opened:
        return None
    depth = 0
    for brace in _BRACE.finditer(text, last):
        depth += 1 if brace[0] == "{" else -1
        if depth < 0:
            return opened[-1], text[opened[-1] : brace.end()]
    return opened[-1], text[opened[-1] :]


def _by_number(own: str, place: int) -> str:
    """`options: [...], answer: 1`, `correct: [1, 3]`: the options are counted from 0, and so is the feedback on each."""
    index = _INDEX.search(own)
    opened, closed = own.rfind("[", 0, place), own.find("]", place)
    if (
        index is None
        or opened < 0
        or closed < 0
        or opened < index.start() < closed
        or index.start() < opened < index.end()
    ):
        return ""
    spans = [match.span() for match in _QUOTED.finditer(own, opened, closed)]
    number = next((number for number, (first, last) in enumerate(spans) if first <= place < last), None)
    right = {int(one) for one in re.findall(r"\d+", index["one"] or index["some"])}
    stands = number is not None and number not in right and max(right) < len(spans)
    return "not the option that is the answer" if stands else ""


def _by_lines(passage: Passage) -> str:
    match = _WRONG.search(passage.around[:2_000])
    return match[0] if match and not _RIGHT.search(passage.around[:2_000]) else ""
