"""Fields and parameters that are declared without a value, by the comment on their line: `rate: float  # accepted / drafted`.

A declaration with a value is a formula, and has its comment beside it.
"""

from __future__ import annotations

import re

from .document import Kind, Passage

_MODIFIER = (
    r"(?:pub(?:\(\w+\))?|public|private|protected|internal|readonly|const|constexpr|final|static|export|declare|let|var|val|mut|"
    r"mutable|unsigned|volatile)\s+"
)
_TYPE = r"[A-Za-z_][\w.:<>\[\]|,? ]{0,60}"
_DECLARES = tuple(
    re.compile(rf"\s*(?:{_MODIFIER}){{0,4}}{rest}\s*")
    for rest in (
        rf"(?P<name>[^\W\d]\w*)\??\s*:\s*{_TYPE}?[,;]?",  # Python, Rust, TypeScript, Kotlin, Swift
        r"(?:double|float|auto|int|long|size_t|u?int\d\d(?:_t)?|[A-Z]\w{2,30}(?:<\w+>)?)\??\s+"
        r"(?P<name>[^\W\d]\w*)\s*;",  # C, Java, C#
        r"(?P<name>[^\W\d]\w*)\s+\*?(?:float(?:32|64)|u?int(?:8|16|32|64)?)(?:\s+`[^`]*`)?",  # Go
    )
)


def declared(comment: Passage) -> str:
    """The name that the code before a comment on its line declares; "" where it declares none."""
    if comment.kind is not Kind.COMMENT:
        return ""
    text, place = comment.source.text, comment.at(0)
    line = text[text.rfind("\n", 0, place) + 1 : place]
    code = _MARK.sub("", line)
    if not code.strip():
        return ""
    return next((match["name"] for pattern in _DECLARES if (match := pattern.fullmatch(code))), "")


_MARK = re.compile(r"(?:/[/*]+[!<]*|#+:?|--+)\s*$")
"""What a comment begins with, before its text."""
