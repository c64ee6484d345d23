"""Which files a run reads: those that are named, and in named folders what people wrote by hand.

What is named is always read, whatever it is called; of a named folder only its content is chosen. Found on the way, these are
passed over: what git ignores, what the settings exclude, other people's code, what programs made, what is no text, and more than
5 MB, or 1 MB of code: what people write is far below. Links to folders are not followed, so that a run stays in what was named
and ends.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .ignored import Ignored, above
from .readers import READERS
from .settings import Settings

MAX_BYTES = 5_000_000
MAX_PROGRAM = 1_000_000
"""Bytes of code: what is longer was put together by a program, whose parts are elsewhere."""

_KINDS = {
    "other people's code": "node_modules bower_components jspm_packages vendor vendored _vendor third_party thirdparty 3rdparty "
    "site-packages dist-packages Pods",
    "an environment": ".venv venv .tox .nox",
    "version control": ".git .hg .svn .jj CVS",
    "what a build made": "dist build .eggs .next .nuxt .svelte-kit htmlcov",
    "a cache": "__pycache__ .mypy_cache .pytest_cache .ruff_cache .hypothesis .ipynb_checkpoints .cache",
}
_FOLDERS = {name: why for why, names in _KINDS.items() for name in names.split()}
_MARKS = {"pyvenv.cfg": "an environment", "CACHEDIR.TAG": "a cache"}
"""Files that say what the folder is that they stand in."""

_MADE = re.compile(
    r"package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|.*\.min\.\w+|.*[.-]bundle\.js|.*_pb2(?:_grpc)?\.pyi?|.*\.pb\.(?:go|cc|h)"
)
_SAYS_MADE = re.compile(rb"@generated\b|\bCode generated\b.{0,200}\bDO NOT EDIT\b", re.DOTALL)
_HEAD = 2_000  # bytes in which a generated file says so
_START = 8_000  # bytes in which a binary file shows, as git looks
_PACKED = frozenset(("js", "mjs", "cjs", "css"))
_PROGRAMS = frozenset(suffix[1:] for suffix, reader in READERS.items() if reader in ("code", "python"))
_PACKED_LINE = 500  # bytes a line on average; people write 30
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


@dataclass(frozen=True)
class File:
    """A file to read, by the path to report, and whether it was named (and so is not passed over for what is in it)."""

    path: str
    named: bool = False


@dataclass
class Found:
    """What a run is to read, what it passes over and why, and one line for each that cannot be read."""

    files: list[File] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    missing: bool = False
    """Whether something was named that does not exist."""


def find(paths: Iterable[str], settings: Callable[[str], Settings], *, filtered: bool = False) -> Found:
    """The files of the paths named. `settings`: those of a folder. `filtered`: named files are chosen like others too.

    Each file is read once, whatever the ways to it. Raises `BadInput` for settings that are not understood.
    """
    walk = _Walk(settings, filtered)
    for path in sorted(paths, key=os.path.isdir):  # a file that is named is one, whatever names its folder
        walk.name(path)
    walk.follow()
    walk.found.files.sort(key=lambda file: file.path)
    return walk.found


def left_out(path: str, settings: Callable[[str], Settings]) -> str:
    """Why a file of that name would be left out of what is found, whether it is there or not; "" where it would not."""
    walk = _Walk(settings, True)
    return "" if walk._wanted(_shown(path)) else walk.found.skipped[-1][1]


def made(path: str, data: bytes) -> str:
    """Why a file found on the way is passed over for its content, or ""."""
    head = data[:_START]
    if b"\0" in head and not head.startswith(_TEXT_MARKS):
        try:
            getincrementaldecoder("utf-8")().decode(head)  # a character that is cut off at the end is no fault
        except UnicodeDecodeError:
            return "binary"
    if _SAYS_MADE.search(data, 0, _HEAD):
        return "generated, as it says"
    suffix = path.rpartition(".")[2].lower()
    if suffix in _PROGRAMS and len(data) > MAX_PROGRAM:
        return f"a program of more than {MAX_PROGRAM // 10**6} MB"
    if suffix in _PACKED and len(data) > _PACKED_LINE * (data.count(b"\n") + 1):
        return "minified"
    return ""


class _Walk:
    def __init__(self, settings: Callable[[str], Settings], filtered: bool) -> None:
        self.found = Found()
        self._settings, self._filtered = settings, filtered
        self._seen: set[str] = set()
        self._links: list[str] = []

    def name(self, path: str) -> None:
        """A path of the command line."""
        shown = _shown(path)
        try:
            mode = os.stat(path).st_mode
        except (OSError, ValueError) as error:
            self.found.missing = True
            self._complain(shown if path else "''", path, error)
            return
        if stat.S_ISDIR(mode):
            self._folder(shown)
        elif not self._filtered or self._wanted(shown):
            self._add(shown, os.path.realpath(path), named=not self._filtered)

    def _wanted(self, path: str) -> bool:
        """Whether a named file would be read if it were found on the way from here; what git ignores nobody names for nothing."""
        below = _shown(os.path.relpath(path))
        parts = below.split("/")[:-1] if not below.startswith("../") else []
        folders = ("/".join(parts[: end + 1]) for end in range(len(parts)))
        why = next((why for folder in folders if (why := self._why(folder, Ignored(), folder=True))), "")
        return self._passed(path, why or self._why(path, Ignored()))

    def _folder(self, path: str) -> None:
        """What is in a named folder, without recursion: folders may be nested deeper than Python recurses."""
        waiting = [(path, above(os.path.abspath(path)))]
        while waiting:
            folder, ignored = waiting.pop()
            here = os.path.realpath(folder)
            if here in self._seen:
                continue
            self._seen.add(here)
            ignored = ignored.within(os.path.abspath(folder))
            try:
                with os.scandir(folder) as opened:
                    entries = sorted(opened, key=lambda entry: entry.name)
            except OSError as error:
                self._complain(folder, folder, error)
                continue
            for entry in entries:
                below = _shown(os.path.join(folder, entry.name))
                if entry.is_dir(follow_symlinks=False):
                    if self._passed(below, self._why(below, ignored, folder=True)):
                        waiting.append((below, ignored))
                elif entry.is_symlink() and not os.path.isfile(below):
                    self._link(below, ignored)
                elif self._passed(below, self._why(below, ignored)):
                    self._file(below, entry, os.path.join(here, entry.name))

    def _why(self, path: str, ignored: Ignored, *, folder: bool = False) -> str:
        """Why a file or folder found on the way is passed over before it is looked into, or ""."""
        whole = os.path.abspath(path)
        if why := _folder_kind(path) if folder else _name_kind(path):
            return why
        if ignored.ignores(whole, folder=folder):
            return "git ignores it"
        excluded = self._settings(os.path.dirname(whole)).excludes(whole, folder=folder)
        return "the settings exclude it" if excluded else ""

    def _passed(self, path: str, why: str) -> bool:
        """Whether a path is not passed over; if it is, it is listed."""
        if why:
            self.found.skipped.append((path, why))
        return not why

    def _file(self, path: str, entry: os.DirEntry[str], real: str) -> None:
        """A file found on the way that its name does not rule out."""
        try:
            status = entry.stat()
        except OSError as error:
            self._complain(path, path, error)
            return
        if not stat.S_ISREG(status.st_mode):
            self.found.skipped.append((path, "no file: a pipe, a socket or a device"))
        elif status.st_size > MAX_BYTES:
            self.found.skipped.append((path, f"more than {MAX_BYTES // 10**6} MB"))
        elif entry.is_symlink():
            self._links.append(path)
        else:
            self._add(path, real)

    def _link(self, path: str, ignored: Ignored) -> None:
        """A link that leads to no file."""
        if not self._passed(path, self._why(path, ignored, folder=True)):
            return
        try:
            os.stat(path)
        except OSError as error:
            self._complain(path, path, error)
            return
        target, within = os.path.realpath(path), os.path.realpath(os.path.dirname(path))
        if os.path.commonpath((target, within)) == target:
            self.found.complaints.append(f"{path}: a link to a folder that it is in, passed over")
        else:
            self.found.skipped.append((path, "a link that is not followed"))

    def follow(self) -> None:
        """Links to files, last: under its own name a file is read rather than under that of a link."""
        for path in self._links:
            if not self._add(path, os.path.realpath(path)):
                self.found.skipped.append((path, "a link to a file that is read"))

    def _add(self, path: str, real: str, *, named: bool = False) -> bool:
        if real in self._seen:
            return False
        self._seen.add(real)
        self.found.files.append(File(path, named))
        return True

    def _complain(self, shown: str, path: str, error: OSError | ValueError) -> None:
        self.found.complaints.append(f"{shown}: {_fault(path, error)}")


def _folder_kind(path: str) -> str:
    """Why a folder is passed over for its name, or for a file that says what it is; else ""."""
    marks = (why for mark, why in _MARKS.items() if os.path.lexists(os.path.join(path, mark)))
    return _FOLDERS.get(path.rpartition("/")[2]) or next(marks, "")


def _name_kind(path: str) -> str:
    """Why a file is passed over for its name, or ""."""
    name = path.rpartition("/")[2]
    if _MADE.fullmatch(name):
        return "generated"
    known = name in READERS or os.path.splitext(name)[1].lower() in READERS
    return "" if known else "no kind of file that is read"


def _fault(path: str, error: OSError | ValueError) -> str:
    """What is wrong with a path, in a few words."""
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return "a link that leads back to itself"
    if isinstance(error, FileNotFoundError):
        return "a link to nothing" if os.path.islink(path) else "no such file or folder"
    return f"cannot be read ({getattr(error, 'strerror', None) or error})"


def _shown(path: str) -> str:
    """A path as it is reported: `a/b.py` for `./a//b.py`, and for `link/../b.py` where it really is."""
    shown = os.path.normpath(path)
    if os.pardir in path.split(os.sep) and os.path.realpath(shown) != os.path.realpath(path):
        shown = os.path.relpath(os.path.realpath(path))
    return shown.replace(os.sep, "/")
