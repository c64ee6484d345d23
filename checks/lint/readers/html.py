"""HTML, SVG and single-file components: the text of blocks, rows of tables, MathML, and scripts by their own reader.

A passage is what a browser shows as one block; a row of a table is one, and so is a line of text in a drawing. Tags inside a
block are left out but `<sup>` and `<sub>`, which the grammar of mathematical text reads. `around` is the list's item, the
quotation, figure or table that a block stands in; for a text in a drawing, the texts beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..document import Kind, Passage, Source
from . import embedded
from .compose import MAX_AROUND, Item, Writer, stretch
from .markup import Tag, Words, pieces, write
from .mathml import MathML

_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        """
        address article aside blockquote body button caption center dd desc details dialog div dl dt fieldset figcaption figure
        footer foreignobject form h1 h2 h3 h4 h5 h6 head header hr html label legend li main nav ol optgroup option p pre section
        select slot summary svg table tbody td template text textarea tfoot th thead title tr ul
        """,
    )
)
_HOLDERS = frozenset({"li", "dd", "blockquote", "figure", "details", "table", "svg", "fieldset", "option", "td"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_SHOWN = ("title", "alt", "aria-label", "placeholder", "label", "summary", "data-tooltip")
"""Attributes whose values people read."""
_HEADING = re.compile(r"h[1-6]|title|legend|caption|summary")
_BOUND = re.compile(r":[a-z]|v-|bind:|\[")
MAX_HOLDERS = 30  # items in items
BESIDE = 8  # texts of a drawing on each side: a figure's labels are read together
_SCRIPTS = {
    "": "js", "module": "js", "text/babel": "jsx", "text/typescript": "ts", "text/x-python": "py", "text/python": "py", "py": "py",
}  # fmt: skip

_OBJECT_IN_BRACES = re.compile(
    r"\{\{(?P<code>[^{}]{0,200}\(\s*(?:[^{}()]{0,100},\s*)?\{[^{}]{1,300}:[^{}]{1,300}\}\s*\)[^{}]{0,100})\}\}"
)
"""A call with an object in a template, `{{ t('gain', { speedup: 1 + a * k }) }}`: a value by its name."""


@dataclass
class _Holder:
    """An element that is read as one, and which of the blocks stand in it."""

    name: str
    first: int
    last: int = -1


@dataclass
class _Leaf:
    passage: Passage
    holders: tuple[_Holder, ...]
    header: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    struck: bool = False


def read(source: Source, language: str) -> Iterator[Item]:
    """Passages of a page or drawing, and what its scripts say."""
    page = _Page(source)
    for piece in pieces(source.text):
        page.take(piece)
    page.flush()
    yield from page.items()


class _Page:
    """What has been read of a page: the blocks so far, and the one that is being written."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.leaves: list[_Leaf] = []
        self.others: list[Item] = []
        self.holders: list[_Holder] = []
        self.open: dict[str, int] = {}
        self.out = Writer(source)
        self.kind = Kind.PROSE
        self.heading = ""
        self.script: Tag | None = None
        self.hidden: tuple[str, int] | None = None  # the element that is not shown, and how deep in it we are
        self.code: str | None = None  # the language of preformatted code, "" unknown
        self.row: list[int] | None = None  # where the cells of a row begin in its text
        self.header: tuple[str, ...] = ()
        self.raised: list[str] = []
        self.struck = 0
        self.maths: MathML | None = None

    def take(self, piece: Tag | Words) -> None:
        if isinstance(piece, Words):
            self.words(piece)
        elif self.maths is not None:
            if not self.maths.tag(piece):
                self.maths.write(self.out)
                self.maths = None
        elif self.hidden is not None:
            name, depth = self.hidden
            if piece.name == name and not piece.empty:
                depth += -1 if piece.closing else 1
                self.hidden = (name, depth) if depth else None
        else:
            self.tag(piece)

    def words(self, piece: Words) -> None:
        text = self.source.text
        if piece.kind == "comment":
            out = Writer(self.source)
            out.copy(piece.start, piece.end)
            if text[piece.start : piece.end].strip():
                self.others.append(out.passage(Kind.COMMENT, above=self.heading, language="html"))
        elif self.script is not None:
            self._script(piece)
        elif self.hidden is not None:
            return
        elif self.maths is not None:
            self.maths.words(piece)
        elif piece.kind == "raw":
            self.out.copy(piece.start, piece.end)
        else:
            write(self.out, piece.start, piece.end, lines=self.code is not None)

    def _script(self, piece: Words) -> None:
        tag, self.script = self.script, None
        if tag is None or tag.name == "style":
            return
        kind = tag.get("lang").lower() or tag.get("type").lower()
        outer = stretch(Kind.CODE, self.source, piece.start, piece.end, above=self.heading)
        if kind.startswith("math/"):
            self.others.append(replace(outer, kind=Kind.MATH))
        elif "json" in kind:
            self.others += embedded(outer, "json")
        else:
            language = _SCRIPTS.get(kind, "" if "/" in kind and "script" not in kind else kind.rpartition("/")[2])
            self.others += embedded(outer, language.removeprefix("x-"))

    def tag(self, tag: Tag) -> None:
        name = tag.name
        if name in ("script", "style"):
            self.script = None if tag.closing or tag.empty else tag
            return
        self._attributes(tag)
        shown = tag.get("aria-hidden") != "true" and "katex-html" not in tag.get("class")
        if not shown and not tag.closing and not tag.empty and name not in _VOID:
            self.hidden = (name, 1)
        elif name == "math":
            self.maths = None if tag.closing or tag.empty else MathML(self.source)
        elif name in ("sup", "sub"):
            self.out.say(f"</{name}>" if tag.closing else f"<{name}>", tag.start)
        elif name == "tspan":
            self._span(tag)
        elif name == "br":
            self.out.say("\n", tag.start)
        elif name in ("del", "s", "strike"):
            self.struck += not tag.closing
        elif name == "code" and self.code is not None:
            match = re.search(r"lang(?:uage)?-([\w+#-]+)", tag.get("class"))
            self.code = match[1] if match and not tag.closing else self.code
        elif name in ("td", "th") and self.row is not None:
            if not tag.closing:
                if self.row:
                    self.out.say(" | ", tag.start)
                self.row.append(self.out.length)
        elif name in _BLOCKS and not (self.row is not None and name in ("p", "div", "label")):
            self._block(tag)

    def _attributes(self, tag: Tag) -> None:
        """What attributes say to people, and expressions that a component binds."""
        for name, (value, start) in tag.attributes.items():
            if name in _SHOWN and len(value) > 2:
                out = Writer(self.source)
                write(out, start, start + len(value))
                self.others.append(out.passage(Kind.STRING, above=self.heading, language="html"))
            elif _BOUND.match(name) and re.search(r"[-+*/]", value):
                self.others += embedded(stretch(Kind.CODE, self.source, start, start + len(value)), "js")

    def _span(self, tag: Tag) -> None:
        """A piece of a line in a drawing: raised where it is moved up, a new line where it has a place of its own."""
        if tag.closing:
            if self.raised and (mark := self.raised.pop()):
                self.out.say(f"</{mark}>", tag.start)
            return
        shift, moved = tag.get("baseline-shift"), tag.get("dy")
        raised = shift == "super" or (moved.startswith("-") and "x" not in tag.attributes)
        mark = "sup" if raised else "sub" if shift == "sub" else ""
        if "x" in tag.attributes and self.out.length:
            self.out.say("\n", tag.start)
        if mark:
            self.out.say(f"<{mark}>", tag.start)
        if not tag.empty:
            self.raised.append(mark)

    def _block(self, tag: Tag) -> None:
        name, opens = tag.name, not tag.closing and not tag.empty
        self.flush()
        if name in _HOLDERS:
            if name in ("li", "dd", "option", "td") and opens and self.holders and self.holders[-1].name == name:
                self._leave(name)
            if opens:
                self._enter(name)
            elif tag.closing:
                self._leave(name)
        if name == "table":
            self.header, self.row = (), None
        elif name == "tr":
            self.row = [] if opens else None
        elif name == "pre":
            match = re.search(r"lang(?:uage)?-([\w+#-]+)|brush:\s*(\w+)", tag.get("class"))
            self.code = (match[1] or match[2] if match else tag.get("lang")) if opens else None
        self.kind = Kind.PROSE
        if opens and _HEADING.fullmatch(name):
            self.kind = Kind.HEADING
        elif name == "tr" and opens:
            self.kind = Kind.TABLE

    def _enter(self, name: str) -> None:
        if len(self.holders) < MAX_HOLDERS:
            self.holders.append(_Holder(name, len(self.leaves)))
            self.open[name] = self.open.get(name, 0) + 1

    def _leave(self, name: str) -> None:
        while self.open.get(name):
            holder = self.holders.pop()
            holder.last = len(self.leaves)
            self.open[holder.name] -= 1
            if holder.name == name:
                break

    def flush(self) -> None:
        """End the block that is being written."""
        out, self.out = self.out, Writer(self.source)
        struck, self.struck, self.raised = self.struck > 0, 0, []
        text = out.text
        row, self.row = self.row, None if self.row else self.row
        if not text.strip():
            return
        if self.code is not None:
            outer = out.passage(Kind.CODE, around=self._before(), above=self.heading)
            self.others += embedded(outer, self.code or "text")
            return
        cells: tuple[str, ...] = ()
        if row:
            ends = [start - 3 for start in row[1:]] + [len(text)]
            cells = tuple(text[a:b].strip() for a, b in zip(row, ends, strict=True))
        passage = out.passage(self.kind, above=self.heading)
        for held in _OBJECT_IN_BRACES.finditer(
            text
        ):  # any other expression between braces is read with the words beside it
            start, end = passage.at(held.start("code")), passage.end(held.end("code"))
            code = stretch(Kind.CODE, self.source, start, end, around=text[:MAX_AROUND], above=self.heading)
            self.others += embedded(code, "js")
        self.leaves.append(_Leaf(passage, tuple(self.holders), self.header, cells, struck))
        if cells and not self.header:
            self.header = cells
        if self.kind is Kind.HEADING:
            self.heading = " ".join(text.split())

    def _before(self) -> str:
        return self.leaves[-1].passage.text[-MAX_AROUND:] if self.leaves else ""

    def items(self) -> Iterator[Item]:
        """Everything read, in the order of the source, each block with what it stands in."""
        held: dict[int, str] = {}
        for place, leaf in enumerate(self.leaves):
            yield replace(leaf.passage, around=self._around(place, leaf, held))
        yield from self.others

    def _around(self, place: int, leaf: _Leaf, held: dict[int, str]) -> str:
        own = leaf.passage.text
        parts = [own]
        if leaf.holders:
            holder = leaf.holders[-1]
            if holder.name == "svg":
                parts = [self._joined(max(holder.first, place - BESIDE), min(self._last(holder), place + BESIDE + 1))]
            else:
                if id(holder) not in held:
                    held[id(holder)] = self._lead(holder, leaf.holders) + self._joined(holder.first, self._last(holder))
                parts = [held[id(holder)]]
        elif place and self.leaves[place - 1].passage.text.rstrip().endswith((":", "：")):
            parts.insert(0, self.leaves[place - 1].passage.text[-MAX_AROUND:])
        if re.match(r"\s*(?:\$\$|\\\[|\\begin)", own) and not leaf.holders:
            parts.append(self._joined(max(0, place - 1), place + 2))
        if leaf.struck:
            parts.append(f"~~{own}~~")
        if leaf.cells and leaf.header:
            parts.insert(0, "; ".join(f"{a} = {b}" for a, b in zip(leaf.header, leaf.cells, strict=False) if a))
        return "\n".join(parts)

    def _lead(self, holder: _Holder, holders: tuple[_Holder, ...]) -> str:
        """What leads to an item, table or figure: the block before where it announces it, and the first of each item above."""
        above = [self.leaves[outer.first].passage.text for outer in holders[:-1] if outer.first < holder.first]
        before = self.leaves[holder.first - 1].passage.text if holder.first else ""
        if holder.name in ("table", "figure") or before.rstrip().endswith((":", "：")):
            above.append(before)
        return "".join(f"{one[:MAX_AROUND]}\n" for one in dict.fromkeys(above) if one)

    def _last(self, holder: _Holder) -> int:
        return holder.last if holder.last >= 0 else len(self.leaves)

    def _joined(self, first: int, last: int) -> str:
        """The text of some blocks, as much of it as is read as one."""
        found: list[str] = []
        size = 0
        for leaf in self.leaves[first:last]:
            found.append(leaf.passage.text)
            size += len(found[-1])
            if size > MAX_AROUND:
                break
        return "\n".join(found)[:MAX_AROUND]
