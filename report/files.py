"""Reading and writing files that the user named: whole, or not at all, and one line when it cannot be done."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath

from ..errors import BadInput

STANDARD = "-"
"""The name that stands for standard input or standard output."""

MAX_BYTES = 64 * 2**20
"""The largest file read: far above any metrics page or log excerpt, far below what exhausts memory."""


def write(path: str, text: str) -> None:
    """Write `text` to `path` (`-`: standard output) so that the file is the old one or the new one, never a part.

    A device or pipe is written to directly. Raises `BadInput` if the path cannot be written.
    """
    if path == STANDARD:
        _to_standard_output(text)
        return
    target = _usable(path)
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        _replace(target, text.encode("utf-8"))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(path, error) from None


def write_bytes(path: str, content: bytes) -> None:
    """Write `content` to a file as `write` writes text. Raises `BadInput` if the path cannot be written."""
    try:
        _replace(_usable(path), content)
    except OSError as error:
        raise _unwritable(path, error) from None


def write_all(directory: str, texts: Mapping[str, str]) -> None:
    """Write each text to the file of its name in a directory, made if need be.

    All are written beside their places before the first is put there, so that a full disk leaves the old ones, all of them. Should
    one not be let into its place after that, the error names those that were.
    """
    place = Path(directory)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(directory, error) from None
    paths = {str(place / name): text for name, text in texts.items()}
    targets = {path: _usable(path) for path in paths}
    devices = [path for path, target in targets.items() if target.exists() and not target.is_file()]
    beside: dict[str, Path] = {}
    replaced: list[str] = []
    path = directory
    try:
        for path in (one for one in paths if one not in devices):
            beside[path] = _beside(targets[path])
            _write_new(beside[path], targets[path], paths[path].encode("utf-8"))
        for path, written in beside.items():
            os.replace(written, targets[path])
            replaced.append(PurePath(path).name)
    except OSError as error:
        after = f"; written before it: {', '.join(replaced)}" if replaced else ""
        raise BadInput(f"{_unwritable(path, error)}{after}") from None
    finally:
        for written in beside.values():
            with suppress(OSError):
                written.unlink()
    for path in devices:
        write(path, paths[path])


def check_writable(*paths: str | None) -> None:
    """Raise `BadInput` now for what `write` would refuse after a long run, and for two outputs on standard output."""
    named = [path for path in paths if path is not None]
    if named.count(STANDARD) > 1:
        raise BadInput("-: two outputs go to standard output, expected at most one")
    for path in named:
        if path != STANDARD:
            _usable(path)


def is_directory(path: str) -> bool:
    """Whether a directory is there under that name. (To `Path` no name is the current one.)"""
    try:
        return bool(path) and Path(path).is_dir()
    except (OSError, ValueError):
        return False


def is_there(path: str) -> bool:
    """Whether anything is there under that name, be it a link that leads nowhere."""
    return os.path.lexists(path)


def check_directory(path: str) -> None:
    """Raise `BadInput` now for what `write_all` would refuse after a long run."""
    place = Path(path)
    try:
        nearest = next(folder for folder in (place, *place.resolve().parents) if folder.exists())
        if not nearest.is_dir():
            raise NotADirectoryError(None, "Not a directory")
        if not os.access(nearest, os.W_OK):
            raise PermissionError(None, "Permission denied")
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritable(path, error) from None


def read(path: str) -> str:
    """The text of `path` (`-`: standard input). Raises `BadInput` if it cannot be read, is too large or is no UTF-8."""
    if path == STANDARD and sys.stdin is None:
        raise BadInput(f"{STANDARD}: standard input is closed, expected it open")
    try:
        if path == STANDARD:
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({_why(error)}), expected a readable file") from None
    if len(content) > MAX_BYTES:
        raise BadInput(f"{path}: more than {MAX_BYTES // 2**20} MiB, expected a smaller file")
    try:
        return content.decode("utf-8-sig")  # an editor's byte order mark is no part of the text
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: byte {error.start} is not UTF-8, expected text") from None


def _to_standard_output(text: str) -> None:
    """In UTF-8 whatever the terminal's encoding, since JSON and XML are."""
    if sys.stdout is None:
        raise BadInput(f"{STANDARD}: standard output is closed, expected it open")
    if not hasattr(sys.stdout, "buffer"):
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))


def _usable(path: str) -> Path:
    """The real target of a path (a link is followed, not replaced)."""
    try:
        if not path:
            raise FileNotFoundError(None, "No name")
        target = Path(path).resolve()
        if target.is_dir():
            raise IsADirectoryError(None, "Is a directory")
        if not target.parent.is_dir():
            raise FileNotFoundError(None, "No such directory")
        if not os.access(target if target.exists() else target.parent, os.W_OK):
            raise PermissionError(None, "Permission denied")
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritable(path, error) from None
    return target


def _replace(target: Path, content: bytes) -> None:
    """Write beside the target, then rename: an interrupt leaves the old file and nothing beside it."""
    beside = _beside(target)
    try:
        _write_new(beside, target, content)
        os.replace(beside, target)
    finally:
        with suppress(OSError):
            beside.unlink()


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:200]}.{os.getpid()}.part")


def _write_new(beside: Path, target: Path, content: bytes) -> None:
    """A file that takes the target's place, and has its permissions where one is there."""
    with open(beside, "xb") as file:
        with suppress(FileNotFoundError):
            os.chmod(beside, stat.S_IMODE(target.stat().st_mode))
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _unwritable(path: str, error: Exception) -> BadInput:
    return BadInput(f"{path or repr(path)}: cannot be written ({_why(error)}), expected a writable path")


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
