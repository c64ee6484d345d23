"""Calls of Python that record a number under a name: `MEAN_LEN.set(x)` of a gauge, `writer.add_scalar("mean_len", x)`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import codetrees as t
from .pytrees import walk

_OF_ITS_OWN = t.words("set observe record set_value")
"""Methods of what is named itself: a gauge, a histogram."""
_BY_NAME = t.words(
    "add_scalar scalar log log_metric log_scalar gauge histogram distribution timing record observe set_gauge report emit track "
    "record_value set_metric add_metric report_scalar"
)
"""Functions and methods that are given the name first."""
_MAX = 300  # characters of what a gauge is described by


@dataclass(frozen=True)
class Record:
    """A value that is recorded: what under, the words on it, and which argument it is."""

    name: str
    words: str
    place: int


def recorded(node: ast.Call, described: Callable[[], Mapping[str, str]]) -> Record | None:
    """What a call records; None where it is no such call. `described` gives, asked last, the words that gauges were made with."""
    called = (
        node.func.attr
        if isinstance(node.func, ast.Attribute)
        else node.func.id
        if isinstance(node.func, ast.Name)
        else ""
    )
    first = node.args[0] if node.args else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        if called not in _BY_NAME or len(node.args) < 2:
            return None
        name = first.value.replace("/", ".").replace(":", ".").rpartition(".")[2]
        return Record(t.squeezed("_".join(name.split())), first.value[:_MAX], 1)
    if called in _OF_ITS_OWN and len(node.args) == 1 and isinstance(node.func, ast.Attribute):
        name = _named(node.func.value)
        return Record(name, described()[name], 0) if name and name in described() else None
    return None


def _named(node: ast.expr) -> str:
    """The name of a gauge, its labels aside: `LENGTH` of `LENGTH.labels(model).set(x)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "labels":
        node = node.func.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def gauges(tree: ast.Module) -> Mapping[str, str]:
    """The strings that calls are given whose results have a name: `LENGTH = Gauge("mean_len", "the bonus included")`."""
    found: dict[str, str] = {}
    for node in walk(tree):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.value, ast.Call):
            continue
        parts = [*node.value.args, *(keyword.value for keyword in node.value.keywords)]
        words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        if words and (name := _named(node.targets[0])):
            found[name] = ". ".join(words)[:_MAX]
    return found
