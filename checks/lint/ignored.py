"""What git ignores: .gitignore of every folder from the repository's root down, and .git/info/exclude.

The machine's own list (core.excludesFile) is not read, so that a run says the same everywhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

MAX_STARS = 6
"""Runs of stars in a pattern: each is a loop in a loop when it is matched, and people write three at most."""
MAX_BYTES = 2**20

_STARS = re.compile(r"\*+")


@dataclass(frozen=True)
class Patterns:
    """Lines as .gitignore has them, and the folder that they are relative to. A line that is no pattern says nothing."""

    folder: str
    lines: tuple[str, ...]

    def decides(self, path: str, *, folder: bool = False) -> bool | None:
        """Whether a path below the folder is ignored (True), taken back (False), or not spoken of: its last pattern says."""
        below = os.path.relpath(path, self.folder).replace(os.sep, "/") + "/" * folder
        name = below[below.rfind("/", 0, -1) + 1 :]
        told = (ignores for pattern, ignores in _compiled(self.lines) if _matches(pattern, below, name))
        return next(told, None)

    def covers(self, path: str) -> bool:
        """Whether a file below the folder, or a folder that it is in, is spoken of."""
        parts = os.path.relpath(path, self.folder).split(os.sep)
        above = (os.path.join(self.folder, *parts[:end]) for end in range(1, len(parts)))
        return any(self.decides(one, folder=True) for one in above) or self.decides(path) is True


def is_pattern(line: str) -> bool:
    """Whether a line is a pattern that can be used."""
    try:
        _patterns([line])
    except ValueError:
        return False
    return len(_STARS.findall(line)) <= MAX_STARS


@cache
def _compiled(lines: tuple[str, ...]) -> tuple[tuple[GitIgnoreSpecPattern, bool], ...]:
    """The patterns, last first, each with whether it ignores."""
    usable = [pattern for pattern in _patterns(filter(is_pattern, lines)) if pattern.include is not None]
    return tuple((pattern, bool(pattern.include)) for pattern in reversed(usable))


def _patterns(lines: Iterable[str]) -> list[GitIgnoreSpecPattern]:
    from pathspec import GitIgnoreSpec  # loaded where there are patterns

    return cast("list[GitIgnoreSpecPattern]", list(GitIgnoreSpec.from_lines(lines).patterns))


def _matches(pattern: GitIgnoreSpecPattern, path: str, name: str) -> bool:
    """Whether a pattern speaks of this very path. The library's also match all that is below a folder, which is asked on the way.

    One without a slash, but at its end, is of a name in any folder.
    """
    written = str(pattern.pattern).strip().removeprefix("!").rstrip("/")
    found = pattern.match_file(path if "/" in written else name)
    folder = found.match.groupdict().get("ps_d") if found else None
    return found is not None and (folder is None or found.match.end("ps_d") == len(found.match.string))


@dataclass(frozen=True)
class Ignored:
    """What is ignored in a folder: the patterns of the folders above it, outermost first, and its own."""

    patterns: tuple[Patterns, ...] = ()

    def within(self, folder: str) -> Ignored:
        """What is ignored in a folder below."""
        lines = _lines(os.path.join(folder, ".gitignore"))
        return Ignored((*self.patterns, Patterns(folder, lines))) if lines else self

    def ignores(self, path: str, *, folder: bool = False) -> bool:
        """Whether a path is ignored: as the innermost patterns that speak of it say."""
        told = (patterns.decides(path, folder=folder) for patterns in reversed(self.patterns))
        return next((decided for decided in told if decided is not None), False)


def above(folder: str) -> Ignored:
    """What the folders above `folder` (an absolute path), to the root of its repository, say about what is in it.

    Nothing where they ignore `folder` itself: who names it wants it read.
    """
    line = [folder]
    while not os.path.lexists(os.path.join(line[-1], ".git")):
        line.append(os.path.dirname(line[-1]))
        if line[-1] == line[-2]:
            return Ignored()
    line.reverse()
    lines = _lines(os.path.join(_git_folder(line[0]), "info", "exclude"))
    found = Ignored((Patterns(line[0], lines),) if lines else ())
    for parent, child in pairwise(line):
        found = found.within(parent)
        if found.ignores(child, folder=True):
            return Ignored()
    return found


def _git_folder(root: str) -> str:
    """Where a repository keeps its data. In a work tree `.git` is a file that leads there."""
    git = os.path.join(root, ".git")
    if told := _lines(git):
        git = os.path.normpath(os.path.join(root, told[0].removeprefix("gitdir:").strip()))
    common = _lines(os.path.join(git, "commondir"))
    return os.path.normpath(os.path.join(git, common[0].strip())) if common else git


def _lines(path: str) -> tuple[str, ...]:
    """The lines of a file; none where it is missing, is no file, or cannot be read."""
    try:
        if not os.path.isfile(path):
            return ()
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
            return tuple(file.read(MAX_BYTES).splitlines())
    except OSError:
        return ()
