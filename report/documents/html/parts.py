"""Pieces of the page: text made harmless, formulas that may break before a relation, tables with a caption and scopes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

import sympy as sp

from ....derivations.domain import Domain
from ....derivations.expr import Node
from ....derivations.mathml import MATHML, pieces, wrapped
from ....derivations.printing import lines
from ....derivations.statements import Statement
from ....derivations.tree_printing import written
from ..drawing.scale import raised

_LEADING = ("<math><mo>+", "<math><mo>−")
"""A sign that a line may begin with is still one between two terms."""

INDEX = "index.html"
"""The whole page, where pages of single chains stand beside it."""

_CODE = re.compile(r"`([^`]+)`")
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@lru_cache(maxsize=2**12)  # rules, verdicts and ids are said again and again
def text(words: str) -> str:
    """Words for the page: escaped, what steers a page or a terminal shown by its code."""
    return escape(_HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", words))


@lru_cache(maxsize=2**12)
def prose(words: str) -> str:
    """Our own words: with `names` set as code, and powers with their exponents raised."""
    return "".join(
        f"<code>{text(part)}</code>" if k % 2 else text(raised(part)) for k, part in enumerate(_CODE.split(words))
    )


@lru_cache(maxsize=2**6)
def unbroken(values: str) -> str:
    """A set, none of whose commas ends a line: `(0, ∞)`."""
    return text(values.replace(", ", ",\u00a0"))


@lru_cache(maxsize=2**14)  # the sides of a step, a line in numbers and a statement are often the same
def math(body: str) -> str:
    """A run of MathML as inline formulas, one after the other, so that the line may break between them."""
    cut = pieces(body)
    first, *others = map(wrapped, _of_one_height(cut) if len(cut) > 1 and "<mo>(</mo>" in body else cut)
    return "".join(
        [first, *(f'<math><mo form="infix">{piece[10:]}' if piece.startswith(_LEADING) else piece for piece in others)]
    )


def _of_one_height(cut: list[str]) -> list[str]:
    """Where a line may break inside parentheses, each is as tall as the other one: alone, it would be as tall as its own piece."""
    found = [re.split("(<mo>[()]</mo>)", piece) for piece in cut]
    open_: list[tuple[int, int]] = []
    for place, parts_ in enumerate(found):
        for k, part in enumerate(parts_):
            if part == "<mo>(</mo>":
                open_.append((place, k))
            elif part == "<mo>)</mo>" and open_:
                before, at = open_.pop()
                if before != place:
                    found[before][at], parts_[k] = (f"{_TALL}{sign}</mo>" for sign in "()")
    return ["".join(parts_) for parts_ in found]


_TALL = '<mo minsize="2.4em" maxsize="2.4em">'
"""A parenthesis around fractions, as tall as they mostly are."""


def rows(said: sp.Basic | Statement) -> str:
    """A formula, or the parts of a statement, each in a block of its own."""
    return "".join(f"<div class=m>{math(line)}</div>" for line in lines(said, MATHML))


def tree(node: Node) -> str:
    """A tree, inline."""
    return math(written(node, MATHML))


def domain(given: Domain) -> str:
    """The sets of the variables and the conditions on them, inline."""
    sets = [f"{math(MATHML.name(name))} in {unbroken(str(values))}" for name, values in given.sets.items()]
    return ", ".join([*sets, *map(tree, given.conditions)])


def page_of(chain: str) -> str:
    """The file of a chain's own page, where it has one."""
    return f"{chain}.html"


def link(id_: str, here: Mapping[str, str]) -> str:
    """A claim's id, linked to where it stands, on this page or another one; not linked where `here` has no place for it."""
    name = f"<code>{text(id_)}</code>"
    return f'<a href="{text(here[id_])}">{name}</a>' if id_ in here else name


def table(caption: str, head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already; each has its column's name, for narrow screens."""
    heads = "".join(f'<th scope="col">{name}</th>' for name in head)
    lines_ = "".join(
        "<tr>" + "".join(f'<td data-name="{name}">{cell}</td>' for name, cell in zip(head, row, strict=True)) + "</tr>"
        for row in body
    )
    return f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{lines_}</tbody></table>"
