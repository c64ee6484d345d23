"""reStructuredText by its lines: paragraphs, items, headings, tables, directives, literal blocks and comments.

No docutils: its trees say only in which line a paragraph begins, and it stops to complain. `rst_inline` reads what is inside
a paragraph, and serves docstrings as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ..document import Kind, Passage, Source
from . import embedded
from .compose import MAX_AROUND, Item, Writer, composed
from .listings import display, listing
from .texmath import Macros

MAX_DEPTH = 20  # directives in directives
_UNDERLINE = re.compile(r"""([!-/:-@\[-`{-~])\1{2,}\s*\Z""")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|\n]{1,80}\|\s+)?(?P<name>[A-Za-z][\w:+.-]{0,60})::(?:\s+|\Z)(?P<args>.*)\Z")
_TARGET = re.compile(r"\.\.\s+(?:_|\[[#*\w.-]{1,80}\]|__)")
_ITEM = re.compile(r"(?:[-*+•]|\(?(?:\d{1,3}|[A-Za-z]|#)[.)]|:[^:\n]{1,80}:)\s+(?=\S)|\|\s+")
_OPTION = re.compile(r"\s*:[\w-]{1,40}:")
_GRID = re.compile(r"\+[-=+]{3,}\+?\s*\Z")
_SIMPLE = re.compile(r"={2,}(?:\s+={2,})+\s*\Z")
_CODE = frozenset(
    {"code", "code-block", "sourcecode", "ipython", "jupyter-execute", "testcode", "parsed-literal", "prompt"}
)
_TITLED = frozenset({"note", "table", "list-table", "figure", "admonition", "topic", "tip"})
"""Directives whose own name says nothing about what is in them."""
_SILENT = frozenset(
    {"image", "toctree", "contents", "automodule", "autoclass", "autofunction", "include", "literalinclude", "index",
     "meta", "module", "currentmodule", "highlight", "default-role", "role", "plot", "graphviz", "mermaid", "bibliography"}
)  # fmt: skip
_INLINE = re.compile(
    r"""
    \\(?P<escaped>[^\w\s])
  | (?P<role>:[A-Za-z][\w:+.-]{0,40}:)`(?P<inside>[^`]{1,2000})`
  | ``(?P<literal>[^`\n](?:[^`]|`(?!`)){0,2000})``
  | `(?P<link>[^`<>]{1,400}?)\s*(?:<[^`<>]{0,400}>)?`_{0,2}
  | (?<![\w)\]*])(?P<strong>\*{1,2})(?=\S)(?P<strongly>[^*\n]{1,400}?)(?<=\S)(?P=strong)(?!\w)
  | (?P<substitution>\|)(?=[^|\s])
  | \[(?:\#\w{0,40}|\*|\d{1,4})\]_
    """,
    re.VERBOSE,
)


def rst_inline(text: str) -> Passage:
    """The text of a paragraph as people read it, over the source `text`: mathematics in dollars, literals in backquotes."""
    out = Writer(Source(text))
    place = 0
    for match in _INLINE.finditer(text):
        start, end = match.span()
        out.copy(place, start)
        place = end
        if match["escaped"]:
            out.copy(start + 1, end)
        elif match["role"]:
            _role(out, match)
        elif match["literal"]:
            out.say("`", start)
            out.copy(*match.span("literal"))
            out.say("`", end - 1)
        elif match["link"]:
            out.copy(*match.span("link"))
        elif match["strong"]:
            out.copy(*match.span("strongly"))
        elif match["substitution"]:
            out.copy(start, end)
    out.copy(place, len(text))
    return out.passage(Kind.PROSE)


def _role(out: Writer, match: re.Match[str]) -> None:
    start, end = match.span("inside")
    role = match["role"].strip(":").rpartition(":")[2]
    inside = match["inside"]
    if role == "math":
        out.say("$", start - 1)
        Macros().write(out, start, end)
        out.say("$", end)
    elif role in ("code", "literal", "samp", "kbd", "attr", "data", "obj", "func", "meth", "class", "param", "py"):
        out.say("`", start - 1)
        out.copy(start + len(inside) - len(inside.lstrip("~!")), end)
        out.say("`", end)
    elif role in ("sup", "sub", "superscript", "subscript"):
        mark = role[:3]
        out.say(f"<{mark}>", start - 1)
        out.copy(start, end)
        out.say(f"</{mark}>", end)
    else:
        out.copy(start, start + len(re.sub(r"\s*<[^<>]*>\Z", "", inside)))


@dataclass
class _Leaf:
    passage: Passage
    held: tuple[str, ...] = ()
    beside: bool = False  # a display or table: the paragraphs around it are read with it


def read(source: Source, language: str) -> Iterator[Item]:
    """Passages of a reStructuredText, and what its blocks of code say."""
    page = _Page(source)
    page.block(0, len(page.lines), 0, ())
    leaves = page.leaves
    for place, leaf in enumerate(leaves):
        own = leaf.passage.text
        parts = [*leaf.held, leaf.passage.around or own]
        if leaf.beside:
            parts += [leaves[at].passage.text[:MAX_AROUND] for at in (place - 1, place + 1) if 0 <= at < len(leaves)]
        elif place and (before := leaves[place - 1].passage.text).endswith((":", "：")):
            parts.insert(0, before[-MAX_AROUND:])
        yield replace(leaf.passage, around="\n".join(dict.fromkeys(parts)))
    yield from page.others


class _Page:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.macros = Macros()
        self.lines = source.text.split("\n")
        self.leaves: list[_Leaf] = []
        self.others: list[Item] = []
        self.heading = ""
        self.highlight = ""

    def indent(self, line: int) -> int:
        """How far a line is indented; a blank line belongs to what is around it."""
        text = self.lines[line]
        return len(text) - len(text.lstrip()) if text.strip() else 1 << 30

    def body(self, first: int, last: int, indent: int) -> int:
        """Behind the lines from `first` on that are indented more."""
        while first < last and self.indent(first) > indent:
            first += 1
        return first

    def stands(self, kind: Kind, first: int, last: int, column: int = 0, begin: int = -1) -> Passage:
        """Some lines without the indentation that they share; of the first, what stands from `begin` on."""
        out = Writer(self.source)
        shared = min((self.indent(at) for at in range(first + (begin >= 0), last)), default=0)
        for at in range(first, last):
            offset = self.source.offset(at + 1)
            from_ = begin if at == first and begin >= 0 else min(max(column, min(shared, 1 << 20)), len(self.lines[at]))
            out.copy(offset + from_, offset + len(self.lines[at]))
            if at + 1 < last:
                out.copy(offset + len(self.lines[at]), offset + len(self.lines[at]) + 1)
        return out.passage(kind, above=self.heading)

    def block(self, first: int, last: int, depth: int, held: tuple[str, ...]) -> None:
        """What stands in some lines, at whatever indentation."""
        at = first
        while at < last:
            line = self.lines[at]
            bare = line.strip()
            if not bare:
                at += 1
            elif bare.startswith("..") and (len(bare) == 2 or bare[2].isspace()):
                at = self.explicit(at, last, depth, held)
            elif _GRID.match(bare) or _SIMPLE.match(bare):
                at = self.table(at, last, held)
            elif bare.startswith(">>> "):
                end = next((n for n in range(at, last) if not self.lines[n].strip()), last)
                self.listing(self.stands(Kind.CODE, at, end), "pycon")
                at = end
            elif (end := self.title(at, last)) > at:
                at = end
            else:
                at = self.paragraph(at, last, depth, held)

    def title(self, at: int, last: int) -> int:
        """Behind a heading that begins here; the place itself where none does."""
        if self.lines[at][:1].isspace():
            return at
        over = _UNDERLINE.match(self.lines[at].strip())
        text = at + 1 if over else at
        under = text + 1
        if under >= last or not self.lines[text].strip() or not _UNDERLINE.match(self.lines[under].rstrip()):
            return at + 1 if over else at
        bare = self.lines[text].strip()
        if _UNDERLINE.match(bare) or (len(self.lines[under].rstrip()) < len(bare) and len(bare) < 4):
            return at
        self.leaf(self.stands(Kind.HEADING, text, under), ())
        self.heading = self.leaves[-1].passage.text
        return under + 1

    def paragraph(self, at: int, last: int, depth: int, held: tuple[str, ...]) -> int:
        """A paragraph or an item of a list, and a literal block that it announces."""
        indent = self.indent(at)
        item = _ITEM.match(self.lines[at].strip())
        end = at + 1
        defines = not item and end < last and indent < self.indent(end) < 1 << 30  # a term, and what it means under it
        while end < last and self.lines[end].strip():
            bare = self.lines[end].strip()
            if defines and self.indent(end) <= indent:
                break
            if self.indent(end) <= indent and (_ITEM.match(bare) or bare.startswith(".. ")):
                break
            if not item and not defines and self.indent(end) != indent and end > at + 1:
                break
            end += 1
        text = self.stands(Kind.PROSE, at, end, begin=indent + (item.end() if item and item[0][0] != ":" else 0))
        literal = text.text.endswith("::")
        self.leaf(replace(text, text=text.text[:-1]) if literal else text, held)
        if not literal:
            return end
        body = end
        while body < last and not self.lines[body].strip():
            body += 1
        behind = self.body(body, last, indent)
        if body < behind:
            self.listing(self.stands(Kind.CODE, body, behind), self.highlight)
        return max(behind, end)

    def listing(self, outer: Passage, info: str) -> None:
        before = self.leaves[-1].passage.text if self.leaves else ""
        self.others += listing(replace(outer, around=before), info, self.macros)

    def explicit(self, at: int, last: int, depth: int, held: tuple[str, ...]) -> int:
        """A directive, comment or target, and its body."""
        indent = self.indent(at)
        end = self.body(at + 1, last, indent)
        while end > at + 1 and not self.lines[end - 1].strip():
            end -= 1
        bare = self.lines[at].strip()
        match = _DIRECTIVE.match(bare)
        if match is None:
            if not _TARGET.match(bare):
                out = self.stands(Kind.COMMENT, at, end, begin=indent + 2)
                self.others.append(replace(out, around=out.text[:MAX_AROUND], language="rst"))
            elif bare.startswith(".. ["):
                self.block(at + 1, end, depth + 1, held)
            return end
        name, args = match["name"].rpartition(":")[2], match["args"].strip()
        first = at + 1
        while first < end and _OPTION.match(self.lines[first]):
            first += 1
        begin = indent + match.start("args")
        if name == "highlight":
            self.highlight = args
        elif name == "math":
            outer = self.stands(Kind.MATH, at if args else first, end, begin=begin if args else -1)
            if outer.text:
                self.leaf(display(outer, self.macros), held, beside=True)
        elif name in _CODE:
            self.listing(self.stands(Kind.CODE, first, end), args or self.highlight)
        elif name == "raw":
            self.others += embedded(self.stands(Kind.CODE, first, end), args.replace("latex", "tex"))
        elif name == "csv-table":
            for row in range(first, end):
                if self.lines[row].strip():
                    self.leaf(self.stands(Kind.TABLE, row, row + 1), (args,))
        elif name not in _SILENT and depth < MAX_DEPTH:
            if args:
                self.leaf(self.stands(Kind.PROSE, at, at + 1, begin=begin), held)
            said = (args if name in _TITLED else f"{name}: {args}").strip(": ")
            leads = (*held, said) if said else held
            self.block(first, end, depth + 1, leads[-4:])
        return end

    def table(self, at: int, last: int, held: tuple[str, ...]) -> int:
        """The rows of a grid or simple table."""
        grid = _GRID.match(self.lines[at].strip()) is not None
        end = at + 1
        while end < last and self.lines[end].strip() and (not grid or self.lines[end].strip()[0] in "|+"):
            end += 1
        columns = [match.span() for match in re.finditer(r"=+", self.lines[at])]
        header: list[str] = []
        whole = "\n".join(self.lines[at:end])[:MAX_AROUND]
        for row in range(at, end):
            bare = self.lines[row].strip()
            if not re.search(r"\w", bare) or _UNDERLINE.match(bare):
                continue
            cells = self.cells(row, grid, columns)
            passage = self.row(row, cells)
            texts = [self.lines[row][a:b].strip() for a, b in cells]
            pairs = "; ".join(f"{a} = {b}" for a, b in zip(header, texts, strict=False) if a)
            self.leaf(replace(passage, around="\n".join(filter(None, (pairs, whole)))), held, beside=True)
            header = header or texts
        return end

    def cells(self, row: int, grid: bool, columns: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Where the cells of a row begin and end in its line."""
        line = self.lines[row]
        if grid:
            bars = [match.start() for match in re.finditer(r"[|+]", line) if match[0] == "|"]
            return [(a + 1, b) for a, b in pairwise(bars)] or [(0, len(line))]
        starts = [start for start, _ in columns]
        return [(a, min(b, len(line))) for a, b in zip(starts, [*starts[1:], len(line)], strict=True) if a < len(line)]

    def row(self, row: int, cells: list[tuple[int, int]]) -> Passage:
        out = Writer(self.source)
        offset = self.source.offset(row + 1)
        for place, (start, end) in enumerate(cells):
            text = self.lines[row][start:end]
            if place:
                out.say(" | ", offset + start)
            lead = len(text) - len(text.lstrip())
            out.copy(offset + min(start + lead, end), offset + start + len(text.rstrip()) if text.strip() else 0)
        return out.passage(Kind.TABLE, above=self.heading)

    def leaf(self, passage: Passage, held: tuple[str, ...], *, beside: bool = False) -> None:
        if passage.kind is not Kind.MATH:
            passage = replace(
                composed(rst_inline(passage.text), passage),
                kind=passage.kind,
                around=passage.around,
                above=self.heading,
            )
        self.leaves.append(_Leaf(replace(passage, above=self.heading), held, beside))
