"""The modules of chains, imported by name: one that cannot be used is named with its line and what is wrong, in one line."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import BrokenModule, DraftproofError

ROOT = Path(__file__).parents[1]

MOST = 300
"""Characters of a stranger's words that a line quotes."""


def imported(name: str, package: str | None = None, **needs: Any) -> ModuleType:
    """The module of that name, which has each of `needs` (name -> type).

    Raises `BrokenModule` where it has not, and from whatever ends its import: `SystemExit` would end ours, with the code of a
    success perhaps. Only the user's interrupt goes through.
    """
    try:
        module = importlib.import_module(name, package)
        missing = [need for need, type_ in needs.items() if not isinstance(getattr(module, need, None), type_)]
    except (BrokenModule, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BrokenModule(f"{_stop(error) or _file(name, package)}: cannot be imported: {_said(error)}") from error
    if missing:
        raise BrokenModule(
            f"{_file(name, package)}: has no {missing[0]}: expected one, a `{needs[missing[0]].__name__}`"
        )
    return module


def ended(error: SystemExit) -> BrokenModule:
    """What to raise where a module, asked for something, ends the program instead."""
    return BrokenModule(f"{_stop(error, '') or 'a module'}: ends the program: {_said(error)}")


def _stop(error: BaseException, function: str = "<module>") -> str:
    """The last file of this package, and the line, where an error passed (through such a function); "" where there is none."""
    where = []
    trace = error.__traceback__ and error.__traceback__.tb_next  # the first is where it was caught
    while trace:
        code = trace.tb_frame.f_code
        if function in ("", code.co_name):
            where.append((code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and isinstance(error.filename, str):
        where.append((error.filename, error.lineno or 1))
    inside = [f"{_relative(file)}:{line}" for file, line in where if Path(file).is_relative_to(ROOT)]
    return inside[-1] if inside else ""


def _file(name: str, package: str | None) -> str:
    """The file of a module of this package; its name where there is none."""
    from importlib.util import find_spec

    spec = find_spec(name, package)
    file = spec.origin if spec else None
    return _relative(file) if file and Path(file).is_relative_to(ROOT) else name.lstrip(".")


def _relative(file: str) -> str:
    return Path(file).relative_to(ROOT).as_posix()


def _said(error: BaseException) -> str:
    """The kind of an error and its own words, as far as it can say them; those of this package need no kind."""
    kind = type(error).__name__
    try:
        words = " ".join(str(error.msg or "" if isinstance(error, SyntaxError) else error).split())
    except KeyboardInterrupt:
        raise
    except BaseException as other:
        words = f"its words cannot be read ({type(other).__name__})"
    said = words if isinstance(error, DraftproofError) and words else f"{kind}: {words}" if words else kind
    return said if len(said) <= MOST else f"{said[:MOST]}..."
