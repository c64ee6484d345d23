"""A run: the same report however it is run, what fails, and what is unusable."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from draftproof.checks.lint import run
from draftproof.checks.lint.cache import Cache
from draftproof.checks.lint.files import File
from draftproof.checks.lint.result import Result
from draftproof.checks.lint.run import Report, lint
from draftproof.checks.lint.settings import choice
from draftproof.errors import BadInput

WRONG = '''\
"""Speculative decoding. alpha: probability that one draft token is accepted, per token. gamma: draft length."""


def expected_tokens(alpha, gamma):
    """Expected tokens per verification step, bonus token included."""
    return 1 + gamma * alpha
'''
UNUSED = "x = 1  # draftproof: ignore[DP101]\n"
"""A warning that needs no judge."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plant(**files: str) -> None:
    for name, text in files.items():
        Path(name.replace("__", "/")).with_suffix(".py").parent.mkdir(parents=True, exist_ok=True)
        Path(name.replace("__", "/")).with_suffix(".py").write_text(text)


def said(report: Report) -> list[tuple[str, int, str, str]]:
    return [(one.path, one.place.line, one.code, str(one.level)) for one in report.findings]


def test_a_wrong_formula_is_found() -> None:
    plant(a=WRONG, b="x = 1\n")
    report = lint(["."])
    assert [(path, line, code) for path, line, code, _ in said(report)] == [("a.py", 6, "DP101")]
    assert report.lines[("a.py", None, 6)] == "    return 1 + gamma * alpha"
    assert (report.read, report.complaints, report.exit_code, report.usable) == (2, (), 1, True)


def test_findings_are_in_order() -> None:
    plant(b=UNUSED * 2, a__c=UNUSED, a=UNUSED)
    assert [place[:2] for place in said(lint(["b.py", "."]))] == [("a.py", 1), ("a/c.py", 1), ("b.py", 1), ("b.py", 2)]


def test_the_cache_changes_nothing(here: Path) -> None:
    plant(src__a=WRONG, src__b=UNUSED, src__c="x = 1\n")
    first = lint(["src"])
    path = here / "cache" / "lint-1.json"
    assert lint(["src"], cache=Cache(path)) == first
    assert path.exists()
    assert lint(["src"], cache=Cache(path)) == first
    Path("src/b.py").write_text("x = 1\n")
    assert len(lint(["src"], cache=Cache(path)).findings) == 1
    assert lint(["src"], choice(["DP9"], []), cache=Cache(path)).findings == ()


def test_a_changed_selection_is_heard_from_the_cache(here: Path) -> None:
    plant(b=UNUSED)
    path = here / "lint-1.json"
    assert lint(["b.py"], choice(["DP1"], []), cache=Cache(path)).findings == ()
    assert len(lint(["b.py"], cache=Cache(path)).findings) == 1


def test_processes_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(**{f"src__f{number}": UNUSED if number % 3 else "x = 1\n" for number in range(40)})
    Path("src/bad.py").write_bytes(b"\xff")
    alone = lint(["src"], jobs=1)
    monkeypatch.setattr(run, "PAYS", 1)
    assert lint(["src"], jobs=2) == alone
    assert (len(alone.findings), len(alone.complaints), alone.read) == (26, 1, 40)


class Pool:
    """Processes that give one result, and then what a test plants."""

    then: BaseException = BrokenProcessPool()
    closed = False
    size = 0

    def __init__(self, size: int, *arguments: object, **settings: object) -> None:
        Pool.closed, Pool.size = False, size

    def map(self, function: object, files: list[File], chunksize: int) -> Iterator[Result]:
        yield Result(files[0].path)
        raise self.then

    def shutdown(self, *, cancel_futures: bool) -> None:
        Pool.closed = cancel_futures


def test_a_process_that_ends_is_a_fault_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor", Pool)
    monkeypatch.setattr(run, "PAYS", 1)
    plant(a="x = 1\n", b="x = 1\n", c="x = 1\n")
    report = lint(["."], jobs=2)
    assert report.complaints == ("b.py: internal error: a process ended at this file or one of the 1 after it",)
    assert (report.exit_code, report.usable, Pool.closed) == (2, False, True)


def test_no_more_processes_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor", Pool)
    monkeypatch.setattr(run, "PAYS", 1)
    monkeypatch.setattr(run, "_cores", lambda: 3)
    plant(a="x = 1\n", b="x = 1\n")
    for jobs, size in ((2, 2), (1_000, 3), (None, 3)):
        lint(["."], jobs=jobs)
        assert Pool.size == size


def test_an_interrupt_cancels_what_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor", Pool)
    monkeypatch.setattr(Pool, "then", KeyboardInterrupt())
    monkeypatch.setattr(run, "PAYS", 1)
    plant(a="x = 1\n", b="x = 1\n")
    with pytest.raises(KeyboardInterrupt):
        lint(["."], jobs=2)
    assert Pool.closed


def test_what_is_selected_ignored_and_let_through() -> None:
    plant(a=UNUSED, sub__b=UNUSED)
    assert lint(["."], choice(["DP1"], [])).exit_code == 0
    assert lint(["."], choice([], ["DP900"])).findings == ()
    letting = lint(["."], choice([], [], exit_zero=True))
    assert (len(letting.findings), letting.failing, letting.exit_code) == (2, 0, 0)
    Path("sub/pyproject.toml").write_text("[tool.draftproof.lint]\nexit-zero = true\n")
    some = lint(["."])
    assert (len(some.findings), some.failing, some.exit_code) == (2, 1, 1)


def test_settings_that_are_not_understood_are_refused_wherever_they_stand() -> None:
    plant(sub__b=UNUSED)
    Path("sub/pyproject.toml").write_text("[tool.draftproof.lint]\nselct = []\n")
    with pytest.raises(BadInput, match=r"sub/pyproject.toml: tool.draftproof.lint.selct: unknown key"):
        lint(["."])


@pytest.mark.parametrize(
    ("paths", "code", "read", "lines"),
    [
        (["good.py"], 0, 1, 0),
        (["good.py", "bad.py"], 0, 1, 1),
        (["bad.py"], 2, 0, 1),
        (["bad.py", "unused.py"], 1, 1, 1),
        (["gone.py"], 2, 0, 1),
        (["good.py", "gone.py"], 2, 1, 1),  # what does not exist was not meant
        (["empty"], 2, 0, 1),
        (["nothing"], 2, 0, 1),
    ],
)
def test_what_is_unusable(paths: list[str], code: int, read: int, lines: int) -> None:
    plant(good="x = 1\n", unused=UNUSED)
    Path("bad.py").write_bytes(b"\xff")
    os.mkdir("empty")
    os.mkdir("nothing")
    Path("nothing/a.png").touch()
    report = lint(paths)
    assert (report.exit_code, report.read, len(report.complaints)) == (code, read, lines)


def test_only_excluded_files_are_nothing_to_complain_of_when_filtered() -> None:
    plant(vendor__a=WRONG)
    report = lint(["vendor/a.py"], filtered=True)
    assert (report.exit_code, report.complaints, report.skipped) == (0, (), (("vendor/a.py", "other people's code"),))
    assert lint(["vendor/a.py"]).exit_code == 1


def test_what_was_passed_over_is_listed() -> None:
    plant(a="x = 1\n", gen="# @generated\n", vendor__b="x = 1\n")
    assert lint(["."]).skipped == (("gen.py", "generated, as it says"), ("vendor", "other people's code"))


def test_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    given(UNUSED)
    assert said(lint(["-"], standard_name="src/a.py")) == [("src/a.py", 1, "DP900", "warning")]
    given(UNUSED)
    assert said(lint(["-"])) == [("-", 1, "DP900", "warning")]  # plain text
    plant(a=UNUSED)
    given(UNUSED)
    assert [path for path, *_ in said(lint(["-", "a.py"], standard_name="b.py"))] == ["a.py", "b.py"]
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="standard input is closed"):
        lint(["-"])


def test_standard_input_is_left_out_as_its_file_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def said_of(name: str, *, filtered: bool = True) -> list[tuple[str, str]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNUSED.encode())))
        found = lint(["-"], filtered=filtered, standard_name=name)
        assert found.exit_code == (0 if found.skipped else 1)
        return list(found.skipped)

    plant(a="x = 1\n")
    Path("pyproject.toml").write_text('[tool.draftproof.lint]\nexclude = ["old/*.py"]\n')
    assert said_of("vendor/a.py") == [("vendor/a.py", "other people's code")]
    assert said_of("old/a.py") == [("old/a.py", "the settings exclude it")]
    assert said_of("src/a.py") == []
    assert said_of("vendor/a.py", filtered=False) == []


def test_jobs_are_checked() -> None:
    with pytest.raises(BadInput, match="jobs is 0, expected an integer of at least 1"):
        lint(["."], jobs=0)


def loaded_by(*names: str) -> set[str]:
    code = (
        f"from draftproof.checks.lint.run import lint; import sys; lint({list(names)!r}, jobs=1); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


HEAVY = {"sympy", "numpy", "scipy", "z3", "cvc5", "torch", "rich"}


def test_a_file_about_something_else_loads_no_grammar() -> None:
    plant(a="def f(x):\n    return 1 + x\n")
    assert not loaded_by("a.py") & {
        *HEAVY,
        "lark",
        "markdown_it",
        "pathspec",
        "multiprocessing",
        "draftproof.checks.lint.judges",
    }


def test_a_file_without_a_candidate_loads_no_sympy() -> None:
    plant(a='"""Speculative decoding: a draft model proposes, the target model verifies."""\nnumber = 3\n')
    assert not loaded_by("a.py") & HEAVY
