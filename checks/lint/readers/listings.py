"""Blocks of code in a text, by the name of their language as Markdown and reStructuredText give it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import replace

from ..document import Kind, Passage, Source
from . import embedded
from .compose import Item, Writer, composed
from .mermaid import labels
from .texmath import Macros

MAX_TRIED = 4_000  # characters of a block that names no language and is tried as Python
_MATHS = frozenset({"math", "katex", "tex-math", "latex-math"})
_TEXTS = frozenset({"text", "txt", "plain", "plaintext", "none", "output", "ascii", "pseudocode", "algorithm", "log"})
_NOT_CODE = re.compile(r"[·×⋅∙−÷√≈≤≥²³⁰-ₜ]")
"""Signs of mathematics. To Python `·` is a letter, and `²` in a name is 2."""
_POWER = re.compile(r"^[^#\n'\"]*[\w)]\^[\w({]", re.MULTILINE)
_STATEMENT = re.compile(r"^\s*(?:def|class|import|from|for|while|if|return)\b", re.MULTILINE)
"""A power by `^`, which Python would take for an exclusive or, in a block without statements is mathematics."""
_PYTHON = frozenset({"python", "py", "python3"})
_RESULT = re.compile(r"(?:[)\]]|(?<![\w.])\d[\d,._]*)\s?(?:=(?!=)|≈)\s?[\[(]?\d")
"""A list, a call's value or a number that is said to be another one: no code, whatever the block is called."""
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |(?=\n)|\Z)")


def listing(outer: Passage, info: str, macros: Macros) -> Iterator[Item]:
    """What a block says. One that names no language is Python if it is that, else text."""
    name = re.split(r"[\s,{:;(]", info.strip().lstrip("{.").lower(), maxsplit=1)[0].rstrip("}")
    if name in _MATHS:
        yield display(outer, macros)
    elif name in ("diff", "patch"):
        yield from embedded(_kept(outer), "text")
    elif name == "pycon" or (name in ("", "python", "py") and outer.text.lstrip().startswith(">>> ")):
        yield from embedded(_typed(outer), "py")
    elif name == "mermaid":
        yield from embedded(labels(outer), "text")
    elif name in _TEXTS:
        yield from embedded(outer, "text")
    elif name in _PYTHON and (lines := _worked(outer.text)):
        yield from embedded(_only(outer, lines), "text")
        yield from embedded(_only(outer, lines, others=True), "py")
    elif name:
        yield from embedded(outer, name)
    else:
        yield from embedded(outer, "py" if _is_python(outer.text) else "text")


def display(outer: Passage, macros: Macros) -> Passage:
    """Mathematics on lines of its own, in TeX."""
    out = Writer(Source(outer.text))
    macros.write(out, 0, len(outer.text))
    inner = out.passage(Kind.MATH)
    around = f"{inner.text}\n{outer.around}"
    return replace(composed(inner, outer), around=around, above=outer.above, scope=outer.scope, language="tex")


def _kept(diff: Passage) -> Passage:
    """A quoted diff without what it takes out: the lines as they are after it. `around` is the whole."""
    text = re.sub(r"^-[^\n]*", lambda match: " " * len(match[0]), diff.text, flags=re.MULTILINE)
    text = re.sub(r"^\+", " ", text, flags=re.MULTILINE)
    return replace(diff, text=text, around=f"{diff.text}\n{diff.around}")


def _typed(session: Passage) -> Passage:
    """What was typed in a session at the prompt, each line where it stands; what was printed is left out."""
    pieces: list[str] = []
    spots: list[tuple[int, int]] = []
    written = place = 0
    for line in session.text.splitlines(keepends=True):
        prompt = _PROMPT.match(line)
        kept = line[prompt.end() :] if prompt else "\n"
        spots.append((written, session.at(place + (prompt.end() if prompt else len(line) - 1))))
        pieces.append(kept)
        written += len(kept)
        place += len(line)
    return replace(session, text="".join(pieces), spots=tuple(spots) or session.spots)


def _worked(text: str) -> frozenset[int]:
    """The lines of a block called Python that is none at which something is worked out; empty where it parses."""
    if len(text) > MAX_TRIED or not _RESULT.search(text) or _parses(text):
        return frozenset()
    lines = text.split("\n")
    return frozenset(
        place
        for place, line in enumerate(lines)
        if _RESULT.search(line) and "#" not in line and not _parses(line.strip())
    )


def _only(outer: Passage, lines: frozenset[int], *, others: bool = False) -> Passage:
    """A block with the rest of it blank: some of its lines, or the others."""
    kept = (
        line if (place in lines) != others else " " * len(line) for place, line in enumerate(outer.text.split("\n"))
    )
    return replace(outer, text="\n".join(kept))


def _is_python(text: str) -> bool:
    """Whether a block that names no language parses as Python and does something in it."""
    if len(text) > MAX_TRIED or not re.search(r"=|\(", text) or _NOT_CODE.search(text):
        return False
    if _POWER.search(text) and not _STATEMENT.search(text):
        return False
    return _parses(text)


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
