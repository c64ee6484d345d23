"""Mermaid's flow charts: the words in nodes and on edges are text, `A1["Tokens per step: ..."]` no call.

Other diagrams (sequences, states) have their words behind a colon and are read as they stand.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..document import Passage

_FLOW = re.compile(r"\s*(?:---\n.*?\n---\s*|%%[^\n]*\n\s*)*(?:flowchart|graph|mindmap|block(?:-beta)?)\b", re.DOTALL)
_CLOSED = {
    "[[": "]]", "([": "])", "[(": ")]", "(((": ")))", "((": "))", "{{": "}}", "[/": "]", "[\\": "]", "[": "]", "(": ")", "{": "}",
    ">": "]",
}  # fmt: skip
_NODE = re.compile(
    r"(?<![\w.-])[^\W\d][\w-]{0,60}(?P<open>\[\[|\(\[|\[\(|\({2,3}|\{\{|\[/|\[\\|[\[({]|>(?=\S))(?P<quote>\"?)"
)
_BREAK = re.compile(r"<br ?/?>|\\n")
_LONGEST = 1_000  # characters of a label


def labels(chart: Passage) -> Passage:
    """The text with what stands around its labels blanked, a blank line between two; what is no flow chart as it is."""
    text = chart.text
    if not _FLOW.match(text):
        return chart
    pieces: list[str] = []
    done = 0
    for node in _NODE.finditer(text):
        if node.start() < done:
            continue
        closing = '"' if node["quote"] else _CLOSED[node["open"]]
        end = text.find(closing, node.end(), node.end() + _LONGEST)
        inner = text[node.end() : end] if end >= 0 else ""
        if not inner.strip() or (not node["quote"] and "\n" in inner):
            continue
        behind = end + len(closing)
        if node["quote"]:
            behind += next(len(one) for one in (_CLOSED[node["open"]], "") if text.startswith(one, behind))
        pieces += (text[done : node.start()], _parted(node.end() - node.start()))
        pieces += (_BREAK.sub(lambda match: "\n" + " " * (len(match[0]) - 1), inner), _parted(behind - end))
        done = behind
    return replace(chart, text="".join((*pieces, text[done:])))


def _parted(length: int) -> str:
    """As many characters, in which what stands before and behind is parted by a blank line where there is room."""
    return "\n\n"[:length].ljust(length)
