"""Judges: a `Document` to findings. One module a kind of mistake; none knows of file formats.

Every public module of this package that has a function `judge(document) -> Iterator[Finding]` is one: there is no list to keep.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache

from ..document import Document
from ..finding import Finding

Judge = Callable[[Document], Iterator[Finding]]


@cache
def judges() -> tuple[Judge, ...]:
    """The judges there are, by the names of their modules."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
    modules = (importlib.import_module(f".{name}", __package__) for name in names)
    return tuple(module.judge for module in modules if hasattr(module, "judge"))
