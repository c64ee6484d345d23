"""Jupyter notebooks: each cell a source of its own, read as what it is. What cells printed is not read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ....errors import BadInput
from ..document import Kind, Source
from . import MAX_LINE, embedded, reader
from .compose import Item, stretch

MAX_CELLS = 2_000


def read(source: Source, language: str = "ipynb") -> Iterator[Item]:
    """What the cells say; cells count from 0, lines from 1 in a cell's joined source. Raises `BadInput` for no notebook."""
    notebook = _loaded(source.text)
    names = _language(notebook)
    for place, cell in enumerate(_cells(notebook)[:MAX_CELLS]):
        text = _text(cell)
        inner = Source(text, place)
        yield inner
        language = {"markdown": "md", "heading": "md", "code": names}.get(str(cell.get("cell_type")), "txt")
        for item in embedded(stretch(Kind.CODE, inner, 0, len(text)), language) if text.strip() else ():
            yield f"cell {place}: {item}" if isinstance(item, str) else item


def _loaded(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadInput(f"not a notebook: {error}") from None
    except RecursionError:
        raise BadInput("not a notebook: brackets nested too deep") from None
    if not isinstance(found, dict):
        raise BadInput(f"not a notebook: {type(found).__name__} where an object was expected")
    return found


def _cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells, also of the third version of the format, where they stand in worksheets."""
    cells = notebook.get("cells")
    if cells is None:
        sheets = notebook.get("worksheets")
        found = (
            [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)] if isinstance(sheets, list) else None
        )
        cells = [cell for part in found or () if isinstance(part, list) for cell in part] if found else None
    if not isinstance(cells, list):
        raise BadInput("not a notebook: it has no list of cells")
    return [cell if isinstance(cell, dict) else {} for cell in cells]


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        found = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(found, dict) and isinstance(found.get(name), str) and reader(found[name]) is not None:
            return str(found[name]).lower()
    return "python"


def _text(cell: dict[str, Any]) -> str:
    """A cell's source, lines that no person wrote left empty."""
    said = cell.get("source", cell.get("input", ""))
    if isinstance(said, list):
        said = "".join(line for line in said if isinstance(line, str))
    if not isinstance(said, str):
        return ""
    said = said.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return "\n".join(line if len(line) <= MAX_LINE else "" for line in said.split("\n"))
