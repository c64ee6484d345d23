"""Markdown: `markdown-it-py` finds the blocks, `inline` reads what is in them, other languages go to their readers.

A paragraph, heading and row of a table is a passage each; mathematics on lines of its own is one. `around` is what a
reader has in view: the item of a list with what leads to it, the quotation, the paragraphs before and after a display or a
block of code, a row's cells by their headers with the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..document import Kind, Passage, Source
from . import embedded
from .compose import MAX_AROUND, Item, composed, joined
from .inline import inline
from .listings import display, listing
from .texmath import Macros

MAX_DISPLAY = 100  # lines of one display
_FRONT = re.compile(r"(?:---|\+\+\+)[ \t]*\n(?:(?!---|\+\+\+)[^\n]*\n){0,500}(?:---|\+\+\+)[ \t]*(?:\n|\Z)")
_OPENS = re.compile(r"\$\$|\\{1,2}\[|\\begin\{((?:equation|align|aligned|gather|multline|eqnarray|split|cases)\*?)\}")
_CLOSES = {"$": "$$", "\\[": "\\]", "\\\\[": "\\\\]"}
_ANNOUNCES = (":", "：", "?", "？")
"""What a paragraph ends with that leads to a list."""
_STRUCK = re.compile(r"~~|</?(?:del|s|strike)>")


@dataclass(frozen=True)
class _Block:
    """A leaf of the document: its kind, its lines (from 0), its text as markdown-it gives it, and what leads to it."""

    kind: str  # "paragraph", "heading", "display", "code", "html", "row"
    first: int
    last: int
    content: str = ""
    info: str = ""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    holder: tuple[int, int] | None = None
    leads: tuple[str, ...] = ()
    table: tuple[int, int] | None = None


def read(source: Source, language: str) -> Iterator[Item]:
    """Passages of a Markdown text, and what its blocks of code and HTML say."""
    front = _FRONT.match(source.text)
    text = source.text.replace("\r", " ")  # to markdown-it it ends a line
    if front is not None:
        text = "\n" * front[0].count("\n") + text[front.end() :]
        yield from embedded(Passage(Kind.CODE, front[0], source), "yaml")
    env: dict[str, Any] = {}
    blocks = list(_blocks(_parser().parse(text, env)))
    yield from _Reading(source, blocks, env.get("references", {})).items()


class _Reading:
    def __init__(self, source: Source, blocks: list[_Block], references: dict[str, Any]) -> None:
        self.source, self.blocks, self.references = source, blocks, references
        self.macros = Macros(source.text)
        self.lines = source.text.replace("\r", " ").split("\n")
        self._held: dict[tuple[int, int], str] = {}

    def items(self) -> Iterator[Item]:
        heading = ""
        for place, block in enumerate(self.blocks):
            if block.kind == "row":
                row = self.row(block)
                yield replace(row, above=heading, around=self.about_row(block, place))
                continue
            outer = self.stands(block)
            if block.kind in ("paragraph", "heading"):
                kind = Kind.HEADING if block.kind == "heading" else Kind.PROSE
                passage = replace(composed(inline(outer.text, self.references), outer), kind=kind, above=heading)
                yield replace(passage, around=self.about(block, place, passage.text))
                heading = passage.text if kind is Kind.HEADING else heading
                continue
            outer = replace(outer, above=heading, around=self.beside(block, place))
            if block.kind == "display":
                yield display(outer, self.macros)
            elif block.kind == "html":
                yield from embedded(outer, "html")
            else:
                yield from listing(outer, block.info, self.macros)

    def stands(self, block: _Block) -> Passage:
        """A block's text, with where each of its lines stands."""
        spots: list[tuple[int, int]] = []
        written = 0
        lines = block.content.split("\n")
        begins = self.source.offset(block.first + 1)
        for place, content in enumerate(lines):
            number = block.first + place
            line = self.lines[number] if number < len(self.lines) else ""
            spots.append((written, begins + min(_column(line, content), len(line))))
            written += len(content) + 1
            begins += len(line) + 1
        return Passage(Kind.CODE, block.content, self.source, tuple(spots))

    def row(self, block: _Block) -> Passage:
        """A row of a table, its cells between bars."""
        line, begins = self.lines[block.first], self.source.offset(block.first + 1)
        cells, cursor = [], 0
        for cell in block.cells:
            written = cell if line.find(cell, cursor) >= 0 else cell.replace("|", "\\|")
            column = max(line.find(written, cursor), cursor)
            cursor = min(column + len(written), len(line))
            bars = [match.start() for match in re.finditer(r"\|", cell)] if written != cell else []
            stands = [(0, begins + column)] + [(bar, begins + column + bar + n) for n, bar in enumerate(bars, 1)]
            outer = Passage(Kind.TABLE, cell, self.source, tuple(stands))
            cells.append(replace(composed(inline(cell, self.references), outer), kind=Kind.TABLE))
        return joined(cells, " | ")

    def clean(self, first: int, last: int) -> str:
        """Some lines as people read them, without marks of quotations."""
        text = "\n".join(line.lstrip("> \t") for line in self.lines[first:last])
        return inline(text, self.references).text

    def about(self, block: _Block, place: int, text: str) -> str:
        """What a paragraph stands in: its item or quotation, with what leads to that; and its deletions as they are marked."""
        parts = [text]
        if block.holder is not None:
            if block.holder not in self._held:
                first, last = block.holder
                size = sum(map(len, self.lines[first:last]))
                self._held[block.holder] = self.clean(first, last) if size < MAX_AROUND else ""
            parts = [self._held[block.holder] or text]
        if _STRUCK.search(block.content):
            parts.append(block.content)
        before = self.blocks[place - 1] if place else None
        if before is not None and before.kind == "paragraph" and before.content.rstrip("*_ ").endswith((":", "：")):
            parts.insert(0, before.content[-MAX_AROUND:])
        return "\n".join(dict.fromkeys((*block.leads, *parts)))

    def beside(self, block: _Block, place: int) -> str:
        """The paragraphs before and after a block, and what leads to it."""
        near = [self.blocks[at] for at in (place - 1, place + 1) if 0 <= at < len(self.blocks)]
        said = [inline(one.content[:MAX_AROUND], self.references).text for one in near if one.kind == "paragraph"]
        return "\n".join(dict.fromkeys((*block.leads, *said)))

    def about_row(self, block: _Block, place: int) -> str:
        """A row's cells by their headers, and the table with the paragraph before it."""
        cells = [[inline(cell, self.references).text for cell in row] for row in (block.header, block.cells)]
        pairs = "; ".join(f"{head} = {cell}" for head, cell in zip(*cells, strict=False) if head)
        if block.table is None:
            return pairs
        if block.table not in self._held:
            first, last = block.table
            before = next(
                (one for one in reversed(self.blocks[max(0, place - 1) : place]) if one.kind == "paragraph"), None
            )
            said = before.content[-MAX_AROUND // 2 :] if before else ""
            self._held[block.table] = self.clean_table(said, first, last)
        return f"{pairs}\n{self._held[block.table]}"

    def clean_table(self, before: str, first: int, last: int) -> str:
        rows = "\n".join(self.lines[first:last])[:MAX_AROUND]
        return inline(f"{before}\n{rows}", self.references).text


def _column(line: str, content: str) -> int:
    """Where a line's content begins in it: at its end, unless marks close it."""
    bare = content.rstrip()
    if line.rstrip().endswith(bare):
        return len(line.rstrip()) - len(bare)
    return max(line.find(bare), 0)


def _blocks(tokens: list[Any]) -> Iterator[_Block]:
    """The leaves among markdown-it's tokens, with the item or quotation that each stands in."""
    holders: list[tuple[int, int]] = []
    leads: list[str] = []
    header: tuple[str, ...] = ()
    cells: list[str] = []
    table: tuple[int, int] | None = None
    within = before = ""  # before: the paragraph just before, if it leads to what follows
    for token in tokens:
        kind = token.type
        first, last = token.map or (0, 0)
        holder = holders[-1] if holders else None
        led = tuple(filter(None, leads[:-1]))
        if kind in ("list_item_open", "blockquote_open"):
            holders.append((first, last))
            leads.append("")
        elif kind in ("list_item_close", "blockquote_close"):
            holders.pop()
            leads.pop()
        elif kind in ("bullet_list_open", "ordered_list_open"):
            leads.append(before)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            leads.pop()
        elif kind == "table_open":
            table, header = (first, last), ()
        elif kind == "table_close":
            table = None
        elif kind == "tr_open":
            cells, row = [], (first, last)
        elif kind == "tr_close":
            yield _Block("row", *row, cells=tuple(cells), header=header, holder=holder, leads=led, table=table)
            header = header or tuple(cells)
        elif kind in ("paragraph_open", "heading_open"):
            within = kind.removesuffix("_open")
        elif kind == "inline" and table is not None:
            cells.append(token.content)
        elif kind == "inline":
            before = inline(token.content[-MAX_AROUND:]).text
            if leads:
                leads[-1] = leads[-1] or before
            before = before if before.rstrip().endswith(_ANNOUNCES) else ""
            yield _Block(within, first, last, token.content, holder=holder, leads=led)
        elif kind in ("fence", "code_block", "html_block", "math_block") and token.content.strip():
            before = ""
            block = {"html_block": "html", "math_block": "display"}.get(kind, "code")
            leading = tuple(filter(None, leads))
            yield _Block(
                block, first + (kind == "fence"), last, token.content, token.info, holder=holder, leads=leading
            )


@cache
def _parser() -> Any:
    """markdown-it's parser of blocks with displays of mathematics; what is in a block is read here."""
    from markdown_it import MarkdownIt  # only when a Markdown file comes

    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    parser.block.ruler.before(
        "fence", "math_block", _display, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser


def _display(state: Any, start: int, end: int, silent: bool) -> bool:
    """A rule of markdown-it's: `$$`, `\\[` or an environment at a line's beginning, up to the line that it closes at."""
    if state.is_code_block(start):
        return False
    begins = state.bMarks[start] + state.tShift[start]
    opened = _OPENS.match(state.src, begins, state.eMarks[start])
    if opened is None:
        return False
    closing = rf"\end{{{opened[1]}}}" if opened[1] else _CLOSES["$" if opened[0] == "$$" else opened[0]]
    for line in range(start, min(end, start + MAX_DISPLAY)):
        if line > start and state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            return False
        first = opened.end() if line == start else state.bMarks[line]
        found = state.src.find(closing, first, state.eMarks[line])
        if found < 0:
            continue
        if state.src[found + len(closing) : state.eMarks[line]].strip(" .,;"):
            return False
        if not silent:
            token = state.push("math_block", "math", 0)
            token.content = state.getLines(start, line + 1, state.sCount[start], False)
            token.map = [start, line + 1]
            state.line = line + 1
        return True
    return False
