"""What is asked of a run: `[tool.draftproof.lint]` of pyproject.toml, and the choice of codes on the command line.

A file's settings are those of the nearest pyproject.toml above it that has the table. Codes are given whole (DP101) or by their
beginning (DP1); patterns as .gitignore has them, relative to the folder of the pyproject.toml.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...errors import BadInput
from .ignored import Patterns, is_pattern

FILE = "pyproject.toml"
TABLE = "tool.draftproof.lint"
MAX_BYTES = 2**18
"""Of a file with settings: the largest that people write are a fifth of it, and TOML is read slowly."""


@dataclass(frozen=True)
class Settings:
    """What is selected (None: everything), ignored, left out, and whether findings fail. `root`: what patterns are relative to."""

    root: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exit_zero: bool = False

    def excludes(self, path: str, *, folder: bool = False) -> bool:
        """Whether a file or folder, by its absolute path, is left out."""
        return bool(self.exclude) and Patterns(self.root, self.exclude).decides(path, folder=folder) is True

    def wants(self, path: str, code: str) -> bool:
        """Whether findings of a code are wanted in a file, by its absolute path."""
        if self.select is not None and not code.startswith(self.select):
            return False
        return not code.startswith(self.ignore) and not any(
            code.startswith(codes) and Patterns(self.root, (pattern,)).covers(path)
            for pattern, codes in self.per_file_ignores
        )


@dataclass(frozen=True)
class Choice:
    """What the command line says. `select` stands in place of the settings' `select` and `ignore`; `ignore` comes on top."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    exit_zero: bool = False

    def over(self, settings: Settings) -> Settings:
        """The settings with the choice over them."""
        if self.select is not None:
            settings = replace(settings, select=self.select, ignore=())
        return replace(
            settings, ignore=(*settings.ignore, *self.ignore), exit_zero=settings.exit_zero or self.exit_zero
        )


class Nearest:
    """The settings of each folder, read once. Calling it raises `BadInput` for a table that says what is not understood."""

    def __init__(self, choice: Choice | None = None) -> None:
        self._choice = choice or Choice()
        self._known: dict[str, Settings] = {}

    def __call__(self, folder: str) -> Settings:
        """The settings of the files in a folder, by its absolute path."""
        line = [folder]
        while line[-1] not in self._known:
            own = read(line[-1])
            parent = os.path.dirname(line[-1])
            if own is not None or parent == line[-1]:
                self._known[line[-1]] = self._choice.over(own or Settings(line[-1]))
            else:
                line.append(parent)
        for one in line:
            self._known[one] = self._known[line[-1]]
        return self._known[folder]


def read(folder: str) -> Settings | None:
    """The settings that the pyproject.toml of a folder has; None without one, or without the table.

    Raises `BadInput`, in one line with file and key, for a key or value that is not understood.
    """
    file = os.path.join(folder, FILE)
    if not os.path.isfile(file):  # nothing, or a pipe that would keep us waiting
        return None
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as opened:
            text = opened.read(MAX_BYTES + 1)
    except OSError:
        return None
    if "draftproof" not in text:  # most have nothing to do with us, and some, as tests keep them, are no TOML
        return None
    shown = os.path.relpath(file) if not os.path.relpath(file).startswith(os.pardir) else file
    if len(text) > MAX_BYTES:
        raise BadInput(f"{shown}: more than {MAX_BYTES // 2**10} KiB, expected a smaller file")
    try:
        table: Any = tomllib.loads(text)
    except ValueError as error:
        raise BadInput(f"{shown}: {error}, expected TOML") from None
    except RecursionError:
        raise BadInput(f"{shown}: nested too deep, expected TOML that people write") from None
    for key in TABLE.split("."):
        if not isinstance(table, Mapping) or key not in table:
            return None
        table = table[key]
    return _settings(folder, shown, table)


def _settings(folder: str, file: str, table: Any) -> Settings:
    if not isinstance(table, Mapping):
        raise BadInput(f"{file}: {TABLE}: expected a table")
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise BadInput(f"{file}: {TABLE}.{key}: unknown key, expected one of {', '.join(sorted(_KEYS))}")
        try:
            values[key.replace("-", "_")] = _KEYS[key](value)
        except BadInput as error:
            raise BadInput(f"{file}: {TABLE}.{key}: {error}") from None
    return Settings(folder, **values)


def codes(given: Any) -> tuple[str, ...]:
    """Codes, or their beginnings. Raises `BadInput` for what begins no rule's code."""
    from .rules import RULES

    listed = _strings(given)
    for one in listed:
        if not one.startswith("DP") or not any(code.startswith(one) for code in RULES):
            raise BadInput(f"'{one}' is no rule, expected codes such as {', '.join(list(RULES)[:3])}, or DP1")
    return listed


def choice(select: Iterable[str], ignore: Iterable[str], *, exit_zero: bool = False) -> Choice:
    """What the command line says, codes as it has them: `DP101,DP102`, as often as one likes. Raises `BadInput`."""
    return Choice(_listed("select", select), _listed("ignore", ignore) or (), exit_zero)


def _listed(option: str, given: Iterable[str]) -> tuple[str, ...] | None:
    texts = list(given)
    try:
        return _selected([one.strip() for text in texts for one in text.split(",") if one.strip()]) if texts else None
    except BadInput as error:
        raise BadInput(f"{option}: {error}") from None


def _selected(given: Any) -> tuple[str, ...]:
    if found := codes(given):
        return found
    raise BadInput("no code, expected at least one")


def _strings(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise BadInput("expected a list of strings")
    return tuple(given)


def _patterns(given: Any) -> tuple[str, ...]:
    listed = _strings(given)
    for one in listed:
        if not is_pattern(one):
            raise BadInput(f"'{one}' is no pattern, expected one as .gitignore has it")
    return listed


def _per_file(given: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(given, Mapping):
        raise BadInput("expected a table of patterns, each with a list of codes")
    return tuple((_patterns([pattern])[0], codes(ignored)) for pattern, ignored in given.items())


def _truth(given: Any) -> bool:
    if not isinstance(given, bool):
        raise BadInput("expected true or false")
    return given


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "select": _selected,
    "ignore": codes,
    "exclude": _patterns,
    "per-file-ignores": _per_file,
    "exit-zero": _truth,
}
