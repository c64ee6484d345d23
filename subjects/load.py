"""What the user names: MODULE:CALLABLE, checked as text here and imported in the child alone."""

from __future__ import annotations

import importlib
from typing import Any

from ..errors import BadInput


def split(name: str) -> tuple[str, str]:
    """The module and the path within it. Raises `BadInput` for what is not MODULE:CALLABLE."""
    module, colon, path = name.partition(":")
    if not colon or not all(part.isidentifier() for part in (*module.split("."), *path.split("."))):
        raise BadInput(f"{name!r}: expected MODULE:CALLABLE, such as package.module:function")
    return module, path


def import_line(name: str) -> tuple[str, str]:
    """The line of a snippet that imports what is named, and what it is called after it.

    An object of a running test may have no such name (`test_it.<locals>.sampler`): then the line is a comment.
    """
    module, _, path = name.partition(":")
    if all(part.isidentifier() for part in (*module.split("."), *path.split("."))):
        return f"from {module} import {path.split('.')[0]}", path
    called = path.split(".")[-1]
    called = called if called.isidentifier() else "subject"
    return f"# {called}: the callable {name}", called


def load(name: str) -> Any:
    """Import what is named. Whatever the import raises comes through; `TypeError` if it cannot be called."""
    module, path = split(name)
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{name} is a {type(found).__name__}, expected a callable")
    return found
