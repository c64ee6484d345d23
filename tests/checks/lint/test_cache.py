"""The cache: results that come back as they were, and nothing that a broken or foreign file can do."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import pytest
from draftproof.checks.lint import cache as module
from draftproof.checks.lint.cache import Cache, folder, in_use, key, opened, version
from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.result import Result

FOUND = Finding("a.py", Place(3, 5, 2), Place(3, 9, 2), "DP101", Level.WARNING, "m ≠ n", "1 + γα", "f", "c", "r",
                related=((Place(1, 1), "t\udc80"),))  # fmt: skip
RESULT = Result("a.py", (FOUND,), ((2, 3, "x = 1 + γα"), (None, 4, "")), ("a.py: passed over",), key=key("a.py", b"x"))


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    Cache(tmp_path / "deep" / "lint-1.json").save([RESULT, Result("b.py", key="k2")])
    again = Cache(tmp_path / "deep" / "lint-1.json")
    assert again.get("a.py", RESULT.key) == RESULT
    assert again.get("b.py", "k2") == Result("b.py", key="k2")
    assert again.get("a.py", "k3") is None
    assert os.listdir(tmp_path / "deep") == ["lint-1.json"]


def test_the_key_is_of_the_content_and_the_path() -> None:
    keys = {key("a.py", b"x"), key("a.py", b"y"), key("b.py", b"x"), key("a.py\udcff", b"x")}
    assert len(keys) == 4
    assert key("a.py", b"x") in keys


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"schema": "other/1", "results": {"k": {}}}',
        '{"schema": "draftproof/lint-cache/1", "results": []}',
        "[" * 10**5,
    ],
)
def test_a_broken_file_counts_as_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "lint-1.json"
    path.write_text(text)
    kept = Cache(path)
    assert kept.get("a.py", "k") is None
    kept.save([RESULT])
    assert Cache(path).get("a.py", RESULT.key) == RESULT


@pytest.mark.parametrize(
    "entry",
    [1, None, {}, {"findings": [{}], "lines": [], "complaints": []}, {"findings": 3, "lines": [], "complaints": []},
     {"findings": [], "lines": [[1, 2]], "complaints": []}, {"findings": [], "lines": [[1, math.inf, ""]], "complaints": []},
     {"findings": [{"level": "fatal"}], "lines": [], "complaints": []}],
)  # fmt: skip
def test_a_broken_entry_counts_as_none(entry: object, tmp_path: Path) -> None:
    path = tmp_path / "lint-1.json"
    path.write_text(json.dumps({"schema": module.SCHEMA, "results": {"k": entry}}))
    assert Cache(path).get("a.py", "k") is None


def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lint-1.json")
    assert Cache(tmp_path / "lint-1.json").kept == {}


def test_what_cannot_be_written_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    Cache(tmp_path / "file" / "lint-1.json").save([RESULT])
    Cache(None).save([RESULT])
    assert Cache(None).get("a.py", RESULT.key) is None


def test_results_of_a_run_beside_are_kept_and_the_number_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lint-1.json"
    mine, other = Cache(path), Cache(path)
    other.save([Result("b.py", key="k2"), Result("c.py", key="k3")])
    monkeypatch.setattr(module, "MAX_RESULTS", 2)
    mine.save([RESULT])
    again = Cache(path)
    assert (again.get("a.py", RESULT.key), again.get("b.py", "k2")) == (RESULT, Result("b.py", key="k2"))
    assert again.get("c.py", "k3") is None


def test_a_result_without_a_key_is_not_kept_and_nothing_new_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lint-1.json"
    Cache(path).save([Result("a.py", read=False, complaints=("a.py: not UTF-8",))])
    assert not path.exists()
    Cache(path).save([RESULT])
    before = path.stat().st_mtime_ns
    Cache(path).save([RESULT])
    assert path.stat().st_mtime_ns == before


def test_a_file_that_is_too_large_is_neither_read_nor_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lint-1.json"
    Cache(path).save([RESULT])
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    assert Cache(path).get("a.py", RESULT.key) is None
    Cache(tmp_path / "lint-2.json").save([RESULT])
    assert not (tmp_path / "lint-2.json").exists()


def test_old_versions_are_taken_away(tmp_path: Path) -> None:
    for number in range(5):
        Cache(tmp_path / f"lint-{number}.json").save([RESULT])
        os.utime(tmp_path / f"lint-{number}.json", (number, number))
    Cache(tmp_path / "lint-9.json").save([RESULT])
    assert sorted(os.listdir(tmp_path)) == ["lint-3.json", "lint-4.json", "lint-9.json"]


@pytest.mark.parametrize(
    ("environment", "used"),
    [({}, True), ({"CI": "true"}, False), ({"CI": "1"}, False), ({"CI": ""}, True), ({"CI": "false"}, True)],
)
def test_no_cache_in_ci(environment: dict[str, str], used: bool) -> None:
    assert in_use(environment) is used


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    assert folder({"XDG_CACHE_HOME": "/c"}) == Path("/c/draftproof")
    assert folder({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache" / "draftproof"

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert folder({}) is None


def test_the_cache_of_this_version_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    found = opened()
    assert found is not None
    assert found.path == tmp_path / "draftproof" / f"lint-{version()}.json"
    monkeypatch.setenv("CI", "true")
    assert opened() is None


def test_another_version_of_what_decides_is_another_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for below in ("checks/lint", "derivations"):
        (tmp_path / below).mkdir(parents=True)
    catalogue = tmp_path / "checks/lint/catalogue.json"
    catalogue.write_text("{}")
    monkeypatch.setattr(module, "_ROOT", tmp_path)
    before = version()
    assert version() == before
    catalogue.write_text('{"more": 1}')
    assert version() != before
