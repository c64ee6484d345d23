"""How languages write comments, strings and powers: one table, and one scan by it that needs no valid program.

Every match of the scan consumes what it looked at, so that the time is in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from .blocks import Comment
from .pyscan import Field, Literal


@dataclass(frozen=True)
class Syntax:
    """One family of languages. Marks are regular expressions."""

    line: str = "//"  # a comment to the end of its line
    block: str = r"/\*.*?(?:\*/|\Z)"
    strings: str = ""  # long literals, before the plain ones: their first group is the body
    quotes: str = "\"'"
    characters: bool = False  # single quotes are for one character, and an apostrophe may be a lifetime
    field: str = ""  # a placeholder in a string: group 1 is its expression
    backticks: bool = False  # a string between backticks
    power: str = "**"  # the operator that is one; `^` elsewhere is none
    ends: bool = False  # a statement ends with its line
    indents: bool = False  # a function ends where the indent does
    markup: bool = False  # text stands between tags


_JS = Syntax(field=r"\$\{([^{}]*)\}", backticks=True, markup=True)
_C = Syntax(characters=True, strings=r'R"\w{0,16}\((.*?)(?:\)\w{0,16}"|\Z)', power="")
_TRIPLE = r'"""((?:[^\\]|\\.)*?)(?:"""|\Z)'
_BRACED = r"\{(\w[^{}:]*)(?::[^{}]*)?\}"
_DOLLAR = r"\$\{([^{}]*)\}|\$(\w+)"
_HASH = Syntax(line="#", block="", ends=True, indents=True)
_SHELL = Syntax(line=r"(?<![\w${])#", block="", field=_DOLLAR, power="**", ends=True)

_FAMILIES: dict[str, Syntax] = {
    "js jsx mjs cjs ts tsx mts cts vue svelte": _JS,
    "c h cc cpp cxx hpp hh hxx inl cu cuh m mm metal comp vert frag glsl wgsl hlsl proto zig": _C,
    "rs": Syntax(characters=True, strings=r'r#*"(.*?)(?:"#*|\Z)', field=_BRACED, power=""),
    "go": Syntax(characters=True, backticks=True, power="", ends=True),
    "java scala": Syntax(characters=True, strings=_TRIPLE, field=r"\$\{([^{}]*)\}", power=""),
    "kt kts swift": Syntax(
        characters=True, strings=_TRIPLE, field=_DOLLAR + r"|\\\(([^()]*)\)", power="", ends=True, quotes='"'
    ),
    "cs": Syntax(characters=True, strings=r'\$?@\$?"((?:[^"]|"")*)(?:"|\Z)|' + _TRIPLE, field=_BRACED, power=""),
    "dart": Syntax(strings=_TRIPLE, field=_DOLLAR, power=""),
    "php": Syntax(line="//|#", field=r"\{?(\$\w+)\}?"),
    "scss less css": Syntax(power=""),
    "py pyi pyw sage": Syntax(
        line="#", block="", strings=_TRIPLE + "|" + _TRIPLE.replace('"', "'"), field=r"\{(\w[^{}:!]*)(?:[:!][^{}]*)?\}",
        ends=True, indents=True,
    ),
    "r": Syntax(line="#", block="", power="^ **", ends=True),
    "jl": Syntax(
        line="#(?!=)", block=r"#=.*?(?:=#|\Z)", strings=_TRIPLE, field=r"\$\(([^()]*)\)|\$(\w+)", power="^", ends=True,
        characters=True, indents=True,
    ),
    "lua": Syntax(
        line=r"--(?!\[\[)", block=r"--\[\[.*?(?:\]\]|\Z)", strings=r"\[\[(.*?)(?:\]\]|\Z)", power="^", ends=True, indents=True
    ),
    "rb ex exs": Syntax(line="#(?!\\{)", block=r"(?m:^=begin.*?(?:^=end|\Z))", field=r"#\{([^{}]*)\}", ends=True, indents=True),
    "pl": Syntax(line=r"(?<![\w$])#", block="", field=r"(\$\w+)"),
    "sh bash zsh makefile dockerfile jenkinsfile": _SHELL,
    "ps1": Syntax(line="#(?!>)", block=r"<#.*?(?:#>|\Z)", field=r"(\$\w+)", power="", ends=True),
    "sql": Syntax(line="--|#", power="^ **"),
    "hs": Syntax(line="--(?!>)", block=r"\{-.*?(?:-\}|\Z)", quotes='"', characters=True, power="^ **", ends=True, indents=True),
    "ml": Syntax(line="(?!)", block=r"\(\*.*?(?:\*\)|\Z)", quotes='"', characters=True, ends=True, indents=True),
    "fs": Syntax(block=r"\(\*(?!\)).*?(?:\*\)|\Z)", strings=_TRIPLE, quotes='"', characters=True, ends=True, indents=True),
    "clj": Syntax(line=";", block="", quotes='"', power=""),
    "matlab octave": Syntax(
        line=r"%(?!\{)|(?m:^)[^\S\n]*#", block=r"(?m:^)[^\S\n]*%\{.*?(?:%\}|\Z)", strings=r"(?<![\w)\]}.'])'((?:[^'\n]|'')*)'",
        quotes='"', power="^ .^", ends=True, indents=True,
    ),
    "erl": Syntax(line="%", block="", quotes='"', power="", ends=True),
    "nim": _HASH,
    "toml": Syntax(line="#", block="", strings=_TRIPLE + "|" + _TRIPLE.replace('"', "'"), power="", ends=True),
    "env ini cfg conf": Syntax(line=r"(?m:^)[^\S\n]*[#;]|(?<=\s)[#;]", block="", power="", ends=True),
    "promql": Syntax(line="#", block="", power="^"),
}  # fmt: skip
_BY_SUFFIX = {suffix: syntax for suffixes, syntax in _FAMILIES.items() for suffix in suffixes.split()}


_MATLAB = re.compile(r"(?m:^)[^\S\n]*(?:%|function\b[^\n{;]*(?:\n|$)|end(?:function)?\s*$|classdef\b)")
_OBJECTIVE_C = re.compile(r"(?m:^)[^\S\n]*(?:#import|#include|@(?:interface|implementation|property|import)\b|//)")


def spoken_in(language: str, text: str) -> str:
    """The language of a file by its suffix; of `.m` by its text, which is MATLAB's where it has its comments and functions."""
    is_matlab = language == "m" and _MATLAB.search(text) and not _OBJECTIVE_C.search(text)
    return "matlab" if is_matlab else language


def syntax(language: str) -> Syntax:
    """The syntax of a language by its suffix; that of C for one that is not known."""
    return _BY_SUFFIX.get(language.lower(), _C)


@cache
def _scanner(kind: Syntax) -> re.Pattern[str]:
    parts = [rf"(?P<comment>{kind.block})"] if kind.block else []
    parts += [rf"(?P<line>(?:{kind.line})[^\n]*)"]
    if kind.strings:
        parts.append(rf"(?P<long>{kind.strings})")
    if kind.backticks:
        parts.append(r"`(?P<ticked>(?:[^`\\]|\\.)*)(?:`|\Z)")
    if '"' in kind.quotes:
        parts.append(r'"(?P<double>(?:[^"\\\n]|\\.)*)"?')
    if kind.characters:
        parts.append(r"'(?:[^'\\\n]|\\[^\n]{1,8}?)'")
    elif "'" in kind.quotes:
        parts.append(r"'(?P<single>(?:[^'\\\n]|\\.)*)'?")
    return re.compile("|".join(parts), re.DOTALL)


def scan(text: str, kind: Syntax) -> Iterator[Comment | Literal]:
    """The comments and string literals of a text, in order."""
    field = re.compile(kind.field) if kind.field else None
    for match in _scanner(kind).finditer(text):
        start, end = match.span()
        if match.lastgroup in ("comment", "line"):
            line = text.rfind("\n", 0, start) + 1
            after = text.find("\n", end)
            alone = not text[line:start].strip() and not text[end : after if after >= 0 else len(text)].strip()
            yield Comment(start, end, alone)
            continue
        group = next(
            (
                place
                for place in range(1, match.re.groups + 1)
                if match[place] is not None and match.span(place) != (start, end)
            ),
            None,
        )
        if group is None:
            continue
        first, last = match.span(group)
        fields = tuple(_fields(field, text, first, last)) if field else ()
        yield Literal(start, end, first, last, False, fields)


def _fields(field: re.Pattern[str], text: str, first: int, last: int) -> Iterator[Field]:
    for match in field.finditer(text, first, last):
        group = next((place for place in range(1, field.groups + 1) if match[place]), None)
        if group is not None:
            yield Field(match.start(), *match.span(group), match.end())
