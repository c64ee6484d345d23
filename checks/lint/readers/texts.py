"""The texts in code as passages: comments, docstrings and string literals, each character where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..document import Kind, Passage, Source
from .blocks import Blocks, Comment
from .compose import MAX_AROUND, Writer
from .pyscan import Field, Literal, write

SHORT = 300  # characters: a longer string is read by paragraphs
_NOTHING = re.compile(r"(?!)")
_BETWEEN = re.compile(r"(?:\s|\\\n|#[^\n]*\n){0,400}")
SAYS = re.compile(r"\S\s+\S{0,40}\w|[=*/^×·≈]|[Α-ωℓ]")
"""What a string must have to be text or a formula: two words, or a sign of mathematics. Keys have neither."""
_BREAK = re.compile(r"\n[^\S\n]*(?=\n)|\n(?=[^\S\n]*(?:[-*•]|\d{1,2}[.)]|:\w)\s?\S)")


def comments(blocks: Blocks, mark: re.Pattern[str], margin: re.Pattern[str] = _NOTHING) -> Iterator[Passage]:
    """Comments: those alone on adjacent lines are one passage, each other its own.

    `mark` is what they begin with, `margin` what else in them is none of their text.
    """
    text = blocks.source.text
    group: list[Comment] = []
    for comment in blocks.comments:
        if group and not (comment.alone and group[-1].alone and _adjacent(text, group[-1], comment)):
            yield _comment(blocks, group, mark, margin)
            group = []
        group.append(comment)
    if group:
        yield _comment(blocks, group, mark, margin)


def _adjacent(text: str, first: Comment, second: Comment) -> bool:
    """Whether nothing but a line's end is between two comments, at the same indent."""
    between = text[first.end : second.start]
    column = first.start - text.rfind("\n", 0, first.start)
    return between.count("\n") == 1 and not between.strip() and len(between) == column


def _comment(blocks: Blocks, group: list[Comment], mark: re.Pattern[str], margin: re.Pattern[str]) -> Passage:
    writer = Writer(blocks.source)
    for place, comment in enumerate(group):
        if place:
            writer.copy(group[place - 1].end, group[place - 1].end + 1)
        found = mark.match(blocks.source.text, comment.start, comment.end)
        start = found.end() if found else comment.start
        for left_out in margin.finditer(blocks.source.text, start, comment.end):
            writer.copy(start, left_out.start())
            start = left_out.end()
        writer.copy(start, comment.end)
    home = blocks.home(group[-1])
    around = blocks.texts(home)
    return writer.passage(Kind.COMMENT, around=around, above=home.above, scope=home.scope, language=blocks.language)


def side_by_side(text: str, literals: Sequence[Literal]) -> list[list[Literal]]:
    """Literals that say something, those with nothing between them but white space together: one string to Python and C."""
    groups: list[list[Literal]] = []
    for literal in literals:
        if groups and (match := _BETWEEN.match(text, groups[-1][-1].end)) and match.end() == literal.start:
            groups[-1].append(literal)
        else:
            groups.append([literal])
    return [group for group in groups if SAYS.search(text, group[0].first, group[-1].last)]


def strings(source: Source, group: list[Literal], around: str, above: str, scope: str) -> Iterator[Passage]:
    """String literals side by side as one passage; a long one as its paragraphs."""
    if len(group) == 1 and group[0].last - group[0].first > SHORT:
        yield from paragraphs(source, group[0], Kind.STRING, around, above, scope)
        return
    writer = Writer(source)
    for literal in group:
        write(writer, literal)
    yield writer.passage(Kind.STRING, around=around[:MAX_AROUND], above=above, scope=scope)


def paragraphs(source: Source, literal: Literal, kind: Kind, around: str, above: str, scope: str) -> Iterator[Passage]:
    """The paragraphs and list items of a literal. Its placeholders stay whole."""
    ends = [match.start() for match in _BREAK.finditer(source.text, literal.first, literal.last)]
    fields = iter(literal.fields)
    field = next(fields, None)
    start = literal.first
    inside: list[Field] = []
    for end in (*ends, literal.last):
        while field is not None and field.close <= end:
            inside.append(field)
            field = next(fields, None)
        if field is not None and field.opens < end < field.close:
            continue
        if source.text[start:end].strip():
            writer = Writer(source)
            write(writer, Literal(start, end, start, end, literal.raw, tuple(inside)))
            yield writer.passage(kind, around=around[:MAX_AROUND], above=above, scope=scope)
        start, inside = end, []
