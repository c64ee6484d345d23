"""Results of files that have not changed, by their content: one JSON file in the user's cache folder.

It is read and written once a run, as a whole, and holds results of one version of this package only. What cannot be read,
or is not what was written, counts as not there; what cannot be written is not written. It holds no setting: results are
kept as they are before codes are selected.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ... import __version__
from .result import Result, from_json, to_json

SCHEMA = "draftproof/lint-cache/1"
MAX_RESULTS = 50_000
"""Results kept, the last used first: some 4 MB, as nearly all of them are empty."""
MAX_BYTES = 64 * 2**20
VERSIONS = 3
"""Files kept: environments beside each other may have a version each."""

_ROOT = Path(__file__).parents[2]
_DECIDES = ("checks/lint", "derivations")
"""Folders of this package whose files decide what is found."""


def in_use(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether results are kept at all: not where CI is set, whose machines start anew and must not trust what lies about."""
    return environment.get("CI", "").lower() in ("", "0", "false", "no")


def folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The user's cache folder (XDG base directories), or None where there is no home."""
    given = environment.get("XDG_CACHE_HOME", "")
    try:
        return (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / "draftproof"
    except RuntimeError:
        return None


def version() -> str:
    """What a result depends on besides the file: this version, Python's, and the files that decide, the catalogue among them."""
    told = hashlib.sha256(f"{__version__} {sys.version_info[:2]}".encode())
    for below in _DECIDES:
        for file in sorted((_ROOT / below).rglob("*")):
            if file.suffix in (".py", ".json", ".lark"):
                status = file.stat()
                told.update(f"{file.relative_to(_ROOT)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return told.hexdigest()[:16]


def key(path: str, data: bytes) -> str:
    """The key of a file: its content, and its path, whose name and folders say how it is read."""
    return hashlib.sha256(os.fsencode(path) + b"\0" + data).hexdigest()[:32]


class Cache:
    """The results kept of earlier runs, and those of this one. `path`: the file; None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.kept: dict[str, Any] = _load(path) if path is not None else {}

    def get(self, path: str, key: str) -> Result | None:
        """The result of a file, by its key."""
        return result_of(self.kept, path, key)

    def save(self, results: Iterable[Result]) -> None:
        """Write the results of this run before those of others, and take the files of other versions away."""
        if self.path is None:
            return
        now = {result.key: to_json(result) for result in results if result.key}
        if now.keys() <= self.kept.keys():
            return
        others = _load(self.path)  # a run beside this one may have written since
        entries = {**now, **{key: entry for key, entry in others.items() if key not in now}}
        bounded = dict(list(entries.items())[:MAX_RESULTS])
        text = json.dumps({"schema": SCHEMA, "results": bounded}, separators=(",", ":"))
        if len(text) <= MAX_BYTES:
            with suppress(OSError):
                _write(self.path, text)


def opened() -> Cache | None:
    """The cache of this version, or None where none is in use."""
    place = folder() if in_use() else None
    return None if place is None else Cache(place / f"lint-{version()}.json")


def result_of(kept: Mapping[str, Any], path: str, key: str) -> Result | None:
    """The result kept under a key; None where there is none, or what is kept is none."""
    entry = kept.get(key)
    if entry is None:
        return None
    try:
        return from_json(entry, path, key)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None


def _load(path: Path) -> dict[str, Any]:
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            return {}
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    results = data.get("results") if isinstance(data, dict) and data.get("schema") == SCHEMA else None
    return results if isinstance(results, dict) else {}


def _write(path: Path, text: str) -> None:
    """Beside the file, then renamed: another run reads the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink()
    kept = sorted(path.parent.glob("lint-*.json"), key=lambda file: file.stat().st_mtime_ns)
    for old in kept[:-VERSIONS]:
        old.unlink()
