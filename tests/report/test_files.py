"""Files are written whole or not at all, and what cannot be done is one line."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from draftproof.errors import BadInput
from draftproof.report import files


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    for text in ("α", "γ"):
        files.write(str(path), text)
        assert path.read_text("utf-8") == text
    assert os.listdir(tmp_path) == ["out.json"]


def test_an_interrupt_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.json"
    path.write_text("old")

    def interrupt(file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write(str(path), "new")
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["out.json"])


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadInput, match=r"cannot be written \(No space left on device\), expected a writable path"):
        files.write(str(tmp_path / "out"), "text")
    assert os.listdir(tmp_path) == []


def test_of_several_files_none_is_replaced_where_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")
    kept, written = os.fsync, []

    def full(file: int) -> None:
        written.append(file)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        kept(file)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match=r"c: cannot be written \(No space left on device\), expected a writable path$"):
        files.write_all(str(tmp_path), {"a": "new", "b": "new", "c": "new"})
    assert os.listdir(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_what_was_replaced_before_a_failure_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = os.replace

    def refuse(source: Path, target: Path) -> None:
        if target.name == "c":
            raise OSError(1, "Operation not permitted")
        kept(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(
        BadInput, match=r"c: cannot be written \(.*\), expected a writable path; written before it: a, b$"
    ):
        files.write_all(str(tmp_path), {"a": "1", "b": "2", "c": "3"})
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o600)
    files.write(str(path), "new")
    files.write_all(str(tmp_path), {"out": "newer"})
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("newer", 0o600)


def test_a_link_is_followed_and_a_device_is_not_replaced(tmp_path: Path) -> None:
    target, link, fifo = tmp_path / "target", tmp_path / "link", tmp_path / "fifo"
    link.symlink_to(target)
    files.write(str(link), "text")
    assert (link.is_symlink(), target.read_text()) == (True, "text")
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.write(str(fifo), "text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(fifo.stat().st_mode)


@pytest.mark.parametrize("path", ["missing/out", ".", "file/out", "nul\0byte", "x" * 300])
def test_an_unwritable_path_is_refused_before_and_at_the_writing(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        files.write(path, "text")
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("path", ["missing/out", ".", "file/out", "nul\0byte"])
def test_an_unwritable_path_is_seen_early(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        files.check_writable(None, path)


def test_a_folder_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(BadInput, match="Permission denied"):
        files.check_writable(str(tmp_path / "out"))


def test_standard_output_takes_one_output(capsys: pytest.CaptureFixture[str]) -> None:
    files.check_writable("-", None)
    with pytest.raises(BadInput, match="expected at most one"):
        files.check_writable("-", "-")
    files.write("-", "text")
    assert capsys.readouterr().out == "text"


def test_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in"
    path.write_text("α", "utf-8")
    assert files.read(str(path)) == "α"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("γ".encode())))
    assert files.read("-") == "γ"


def test_what_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "binary").write_bytes(b"ab\xff")
    (tmp_path / "large").write_bytes(b"a" * 11)
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    for name, why in (
        ("missing", r"cannot be read \(No such file"),
        ("", r"cannot be read \(Is a directory"),
        ("nul\0byte", "cannot be read"),
        ("binary", "byte 2 is not UTF-8, expected text"),
        ("large", "expected a smaller file"),
    ):
        with pytest.raises(BadInput, match=why):
            files.read(str(tmp_path / name))


def test_standard_output_gets_utf_8_whatever_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", errors="replace"))
    files.write("-", "γ")
    assert raw.getvalue() == "γ".encode()


def test_closed_standard_streams_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match=r"^-: standard output is closed, expected it open$"):
        files.write("-", "text")
    with pytest.raises(BadInput, match=r"^-: standard input is closed, expected it open$"):
        files.read("-")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"\xef\xbb\xbf{}")
    assert files.read(str(tmp_path / "in")) == "{}"


@pytest.mark.parametrize("refuse", [files.check_writable, lambda path: files.write(path, "text")])
def test_no_name_is_refused(refuse: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not the current folder."""
    monkeypatch.chdir(tmp_path)
    assert not files.is_directory("")
    with pytest.raises(BadInput, match=r"^'': cannot be written \(No name\), expected a writable path$"):
        refuse("")
