"""The modules of chains, imported by name: one that fails while it is imported is named with the line that fails."""

from __future__ import annotations

import importlib
import traceback
from pathlib import Path
from types import ModuleType

from ..errors import BrokenModule, DraftproofError

ROOT = Path(__file__).parents[1]


def imported(name: str, package: str | None = None) -> ModuleType:
    """The module of that name. Raises `BrokenModule`, from the error itself, where importing it raises one."""
    try:
        return importlib.import_module(name, package)
    except BrokenModule:
        raise
    except Exception as error:
        raise BrokenModule(f"{_place(error) or name.lstrip('.')}: cannot be imported: {_said(error)}") from error


def _place(error: Exception) -> str:
    """The file of this package and the line where a module stopped; "" where it did in none."""
    if isinstance(error, SyntaxError) and error.filename:
        where = [(error.filename, error.lineno)]
    else:
        frames = traceback.extract_tb(error.__traceback__)
        where = [(frame.filename, frame.lineno) for frame in frames if frame.name == "<module>"]
    inside = [(Path(file), line) for file, line in where if Path(file).is_relative_to(ROOT)]
    return f"{inside[-1][0].relative_to(ROOT).as_posix()}:{inside[-1][1]}" if inside else ""


def _said(error: Exception) -> str:
    if isinstance(error, DraftproofError):
        return str(error)
    said = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
