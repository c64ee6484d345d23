"""Elements of SVG and HTML as text: everything that is put in is escaped, and a coordinate has one decimal."""

from __future__ import annotations

import math
import re
from html import escape

_SPECIAL = re.compile("[&<>\"']")


class Markup(str):
    """Text that is markup already. What is not `Markup` is escaped where it is put into an element."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | None) -> Markup:
    """An element. `class_` is `class`, `aria_label` is `aria-label`; an attribute that is None is left out, "" stands alone."""
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    if not children and name in _EMPTY:
        return Markup(f"<{name}{written}/>" if name in _SHAPES else f"<{name}{written}>")
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*parts: str) -> Markup:
    """Parts one after the other, escaped where they are no markup."""
    return Markup("".join(part if isinstance(part, Markup) else _escaped(part) for part in parts))


def _escaped(text: str) -> str:
    return escape(text) if _SPECIAL.search(text) else text


def number(value: float) -> str:
    """A coordinate, rounded to one decimal, half up as JavaScript's `Math.round` does."""
    tenths = math.floor(value * 10 + 0.5)
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{rest}' if rest else ''}"


def drawing(
    id_: str, title: str, description: str, width: float, height: float, *children: str, role: str = "img"
) -> Markup:
    """An `svg` that scales to its place, with a title and a description; `role` is "group" where it has links."""
    return element(
        "svg",
        element("title", title, id=f"{id_}-title"),
        element("desc", description, id=f"{id_}-desc"),
        *children,
        id=id_,
        class_="dp-drawing",
        role=role,
        aria_labelledby=f"{id_}-title {id_}-desc",
        viewBox=f"0 0 {number(width)} {number(height)}",
    )


def _attribute(key: str, value: str | float | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if isinstance(value, int | float):
        return f' {name}="{number(value)}"'
    return f' {name}="{_escaped(str(value))}"' if value else f" {name}"


_SHAPES = frozenset({"path", "line", "rect", "circle"})
_EMPTY = _SHAPES | {"input"}
