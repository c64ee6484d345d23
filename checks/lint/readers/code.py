"""Code in any language, by a scan that needs no valid program: comments, strings and formulas, with what stands around.

`codesyntax` is the table of languages, `codetokens` and `codeexpr` read expressions, `codeblocks` finds functions,
`codeformulas` says what is given which name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ..document import Formula, Source
from . import codeblocks, codesyntax, jsx
from .blocks import Blocks, Comment, innermost
from .codeformulas import MAX_LABEL, Scanner
from .codesyntax import Syntax
from .codetokens import MAX_TOKENS, Tokens
from .codetrees import Numerals
from .compose import JOINS, MAX_AROUND, Item
from .pyscan import Literal
from .texts import comments, side_by_side, strings

MAX_FORMULAS = 5_000  # of one file: a long one has hundreds
MAX_MARKS = 20_000  # comments and strings of one file
_MARK = re.compile(r"/\*+!?[^\S\n]?|//+[/!<]?[^\S\n]?|#+[:!=]?[^\S\n]?|--+(?:\[\[)?[^\S\n]?|<#|[;%]+[^\S\n]?|\{-|\(\*")
_MARGIN = re.compile(r"(?<=\n)[^\S\n]*\*(?!/)[^\S\n]?|[^\S\n]*(?:\*+/|=#|\]\]|#>|-\}|\*\))\Z")
"""What begins the lines of a long comment, and what closes it."""


def read(source: Source, language: str) -> Iterator[Item]:
    """What a program says, in the language that its suffix names."""
    language = codesyntax.spoken_in(language, source.text)
    syntax = codesyntax.syntax(language)
    elements = jsx.pieces(source.text) if syntax.markup else []
    text = jsx.blanked(source.text, elements)
    marks = list(islice(codesyntax.scan(text, syntax), MAX_MARKS))
    text = text if len(marks) < MAX_MARKS else text[: marks[-1].end]
    tokens = Tokens(text, marks, language)
    blocks = Blocks(source, codeblocks.blocks(tokens, syntax), [m for m in marks if isinstance(m, Comment)], language)
    literals = [mark for mark in marks if isinstance(mark, Literal)]
    numerals = Numerals()
    scanner = Scanner(tokens, blocks, numerals, syntax, language)
    formulas = list(islice(scanner.formulas(), MAX_FORMULAS))
    for literal in literals:
        if len(formulas) < MAX_FORMULAS:
            formulas += _placeholders(literal, blocks, numerals, syntax, language)
    if len(formulas) >= MAX_FORMULAS or len(tokens.all) == MAX_TOKENS or len(marks) == MAX_MARKS:
        last = tokens.all[-1].start if tokens.all else 0
        yield f"line {blocks.line(last)}: code behind more expressions, strings or comments than a person writes in a file"
    yield from blocks.passages()
    yield from comments(blocks, _MARK, _MARGIN)
    yield from _strings(source, blocks, tokens, literals)
    yield from jsx.read(source, elements)
    # In a broken file a bracket may run on past the block that it began in.
    yield from (formula for formula in formulas if formula.end <= len(formula.passage.text))


def _placeholders(
    literal: Literal, blocks: Blocks, numerals: Numerals, syntax: Syntax, language: str
) -> Iterator[Formula]:
    """The formulas in a string's placeholders, each with the words beside it."""
    text = blocks.source.text
    for one in literal.fields:
        before = text[max(literal.first, one.opens - MAX_LABEL) : one.opens]
        after = text[one.close : min(literal.last, one.close + MAX_LABEL)]
        tokens = Tokens(text, (), language, (one.start, one.end))
        yield from Scanner(tokens, blocks, numerals, syntax, language, f"{before} … {after}").formulas()


def _strings(source: Source, blocks: Blocks, tokens: Tokens, literals: list[Literal]) -> Iterator[Item]:
    """String literals; around each is the object that it is an entry of, with the entries beside it, or its call."""
    every = tokens.all
    objects: list[tuple[int, int, str]] = []
    names: list[tuple[int, int, str]] = []
    for place, close in tokens.pairs.items():
        if place > close:
            continue
        start, end = every[place].start, every[close].end
        if end - start <= MAX_AROUND // 2 and _is_object(tokens, place):
            objects.append((start, end, _question(tokens, place)))
        before = tokens.before(place)
        named = tokens.before(before)
        if named >= 0 and every[before].text in ("=", ":=", "<-", ":") and every[named].kind == "name":
            names.append((start, end, every[named].text))
    said = side_by_side(source.text, literals)
    starts = [group[0].start for group in said]
    held, owned = innermost(objects, starts), innermost(names, starts)
    for group in said:
        start, end = group[0].start, group[-1].end
        first, last, question = held.get(start, (start, end, ""))
        block = blocks.at(start)
        above = JOINS.join(part for part in (block.above, owned.get(start, (0, 0, ""))[2]) if part)
        around = f"{question}\n{source.text[first:last]}\n{blocks.texts(block)}"
        yield from strings(source, group, around.strip(), above, block.scope)


MAX_OPTIONS = 40  # tokens and objects of a list before one of its objects
_BEFORE_OBJECT = frozenset({"(", "[", ",", ":", "=", "return", "?", "=>", "&&", "||", "{"})


def _is_object(tokens: Tokens, place: int) -> bool:
    """Whether a bracket holds the entries of an object or the arguments of a call, and no statements."""
    before = tokens.before(place)
    token = tokens.all[before] if before >= 0 else None
    if tokens.all[place].text == "{":
        return token is None or token.text in _BEFORE_OBJECT or (token.kind == "name" and token.text[:1].isupper())
    return tokens.all[place].text == "(" and token is not None and token.kind == "name"


def _question(tokens: Tokens, place: int) -> str:
    """What an object that holds this one in a list says before the list: a quiz's question before its options."""
    at = tokens.before(place)
    for _ in range(MAX_OPTIONS):
        if at < 0 or tokens.all[at].text == "[":
            break
        at = tokens.before(tokens.pairs.get(at, at) if tokens.all[at].kind == "close" else at)
    else:
        return ""
    start, steps = at, 0
    while start > 0 and steps < 40 and tokens.all[start].text not in ("{", "}", ";"):
        start, steps = tokens.before(start), steps + 1
    return tokens.text[tokens.all[start].start : tokens.all[at].start][-1_000:] if at > 0 and start >= 0 else ""
