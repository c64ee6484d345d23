"""The rails: whatever the user's code does in its child, the parent gets one clear outcome."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.subjects.outcome import Failed, Returned, returned_array
from draftproof.subjects.subject import Limits, Subject

ZOO = """
import os, signal, sys, threading, time
import numpy as np

calls = 0
def double(x): return x * 2
def counts(x):
    global calls
    calls += 1
    return np.array([calls])
def chatters(x):
    print("\\0garbage" * 100_000); os.write(1, b"raw garbage"); sys.stderr.write("more\\n")
    return x
def closes_stdout(x): sys.stdout.close(); os.closerange(1, 3); return x
def closes_stdin(x): os.closerange(0, 1); return x
def reads_stdin(x): return np.array([len(sys.stdin.read())])
def raises(x): raise ValueError("two\\nlines")
def raises_unprintable(x):
    class Odd(Exception):
        def __str__(self): raise RuntimeError
    raise Odd
def leaves(x): sys.exit(3)
def interrupts(x): raise KeyboardInterrupt
def exits(x): print("goodbye"); sys.stdout.flush(); os._exit(3)
def is_killed(x): os.kill(os.getpid(), signal.SIGSEGV)
def hangs(x):
    while True: pass
def hangs_deaf(x):
    signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True: time.sleep(1)
def garbles(x):
    for descriptor in range(3, 64):
        try: os.write(descriptor, b"garbage" * 10)
        except OSError: pass
    return x
def closes_all(x): os.closerange(0, 64); return x
def forks(x): os.fork(); return x
def starts_a_sleeper(x):
    import subprocess
    child = subprocess.Popen(["sleep", "600"])
    return np.array([child.pid])
def nothing(x): return None
def a_list(x): return [1, 2]
def objects(x): return np.array([object()])
def hungry(x): return np.ones(1 << 40)
def changes_input(x): x[:] = 7; return x
class Deep:
    class Down:
        @staticmethod
        def identity(x): return x
number = 3
"""
FAST = Limits(timeout=1.0)


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "zoo.py").write_text(ZOO, encoding="utf-8")
    (tmp_path / "leaving.py").write_text("import sys; print('bye'); sys.exit(4)", encoding="utf-8")
    (tmp_path / "hanging.py").write_text("import time; time.sleep(600)", encoding="utf-8")
    (tmp_path / "dying.py").write_text("import os; os._exit(5)", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("this is no Python", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


X = np.array([[1.5, -2.0]])


@pytest.mark.parametrize(
    "name", ["double", "chatters", "closes_stdout", "closes_stdin", "forks", "Deep.Down.identity", "changes_input"]
)
@pytest.mark.usefixtures("zoo")
def test_what_returns_is_returned(name: str) -> None:
    given = X.copy()
    expected = {"double": X * 2, "changes_input": np.full_like(X, 7)}.get(name, X)
    with Subject.load(f"zoo:{name}", limits=Limits(timeout=20)) as subject:
        for _ in range(3):
            outcome = subject.ask(None, given)
            assert isinstance(outcome, Returned), outcome
            np.testing.assert_array_equal(outcome.arrays[0], expected)
    np.testing.assert_array_equal(given, X)


FAILURES = [
    ("raises", "raised", "raised ValueError: two lines (zoo.py, line"),
    ("raises_unprintable", "raised", "raised Odd: an error whose text cannot be had"),
    ("leaves", "raised", "raised SystemExit: 3"),
    ("interrupts", "raised", "raised KeyboardInterrupt"),
    ("exits", "died", "its process exited with status 3"),
    ("is_killed", "died", "its process was killed by SIGSEGV"),
    ("hangs", "hung", "no answer after 1 s"),
    ("hangs_deaf", "hung", "no answer after 1 s"),
    ("garbles", "garbled", "no message"),
    ("closes_all", "died", "its process exited with status 1"),
    ("nothing", "wrong_result", "returned a NoneType, expected an array"),
    ("a_list", "wrong_result", "returned a list, expected an array"),
    ("objects", "wrong_result", "returned an array of Python objects"),
    ("hungry", "raised", "MemoryError"),
]


@pytest.mark.parametrize(("name", "kind", "says"), FAILURES)
@pytest.mark.usefixtures("zoo")
def test_each_failure_is_its_own_outcome(name: str, kind: str, says: str) -> None:
    with Subject.load(f"zoo:{name}", limits=FAST) as subject:
        outcome = subject.ask(None, X)
        assert isinstance(outcome, Failed)
        assert outcome.kind == kind
        assert says in outcome.says
        assert "\n" not in outcome.says


@pytest.mark.usefixtures("zoo")
def test_the_next_call_after_a_death_is_answered_by_a_fresh_child() -> None:
    with Subject.load("zoo:exits", limits=FAST) as subject:
        for _ in range(2):
            assert isinstance(first := subject.ask(None, X), Failed)
            assert first.kind == "died"
            assert first.ends_child
    with Subject.load("zoo:counts", limits=FAST) as subject:
        found = [subject.ask(None, X) for _ in range(3)]
    assert [f.arrays[0].tolist() for f in found if isinstance(f, Returned)] == [[1], [2], [3]]


@pytest.mark.usefixtures("zoo")
def test_what_it_prints_is_kept_off_ours_and_its_end_is_kept(capfd: pytest.CaptureFixture[str]) -> None:
    with Subject.load("zoo:chatters", limits=Limits(timeout=20)) as subject:
        subject.ask(None, X)
    with Subject.load("zoo:exits", limits=FAST) as subject:
        failed = subject.ask(None, X)
    assert isinstance(failed, Failed)
    assert failed.printed == "goodbye"
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("zoo")
def test_standard_input_is_empty() -> None:
    with Subject.load("zoo:reads_stdin", limits=FAST) as subject:
        outcome = subject.ask(None, X)
    assert isinstance(outcome, Returned)
    assert outcome.arrays[0].tolist() == [0]


@pytest.mark.usefixtures("zoo")
def test_leaving_kills_what_the_code_started() -> None:
    with Subject.load("zoo:starts_a_sleeper", limits=FAST) as subject:
        outcome = subject.ask(None, X)
        assert isinstance(outcome, Returned)
        started = Path("/proc", str(outcome.arrays[0][0]))
    if not Path("/proc/self").exists():
        pytest.skip("no /proc on this system, so what is still running cannot be seen")
    for _ in range(100):  # the kernel takes it away shortly after the kill
        if not started.exists() or "Z" in (started / "stat").read_text().rpartition(")")[2]:
            return
        time.sleep(0.05)
    pytest.fail("the sleeper still runs")


UNUSABLE = [
    ("zoo", "expected MODULE:CALLABLE"),
    ("zoo:", "expected MODULE:CALLABLE"),
    ("zoo:double()", "expected MODULE:CALLABLE"),
    ("../zoo:double", "expected MODULE:CALLABLE"),
    ("zoo:double:twice", "expected MODULE:CALLABLE"),
    ("nowhere:double", "raised ModuleNotFoundError"),
    ("zoo:absent", "raised AttributeError"),
    ("zoo:number", "raised TypeError: zoo:number is a int, expected a callable"),
    ("leaving:f", "raised SystemExit: 4"),
    ("dying:f", "its process exited with status 5"),
    ("wrong:f", "raised SyntaxError"),
]


@pytest.mark.parametrize(("name", "says"), UNUSABLE)
@pytest.mark.usefixtures("zoo")
def test_what_cannot_be_loaded_is_bad_input(name: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        Subject.load(name)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.usefixtures("zoo")
def test_an_import_that_hangs_is_bad_input() -> None:
    with pytest.raises(BadInput, match="hanging:f: cannot be loaded: still importing after 2 s"):
        Subject.load("hanging:f", limits=Limits(load=2.0))


def test_the_array_must_have_its_type_and_shape() -> None:
    given = np.zeros((2, 3), np.int32)
    assert returned_array(Returned(None, (given,)), "int32", (2, 3)) is given
    for dtype, shape, form in (("int64", (2, 3), "int64[2, 3]"), ("int32", (2, 4), "int32[2, 4]")):
        failed = returned_array(Returned(None, (given,)), dtype, shape)
        assert failed == Failed("wrong_result", f"returned int32[2, 3], expected {form}")
    assert returned_array(Failed("hung", "no answer"), "int32", (2, 3)) == Failed("hung", "no answer")


@pytest.mark.usefixtures("zoo")
def test_a_child_whose_parent_is_gone_ends() -> None:
    code = (
        "import os, sys\nfrom draftproof.subjects.subject import Subject\n"
        "subject = Subject.load('zoo:double')\nprint(subject._child.process.pid, flush=True)\nos._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    child = Path("/proc", done.stdout.strip())
    if not Path("/proc/self").exists():
        pytest.skip("no /proc on this system, so what is still running cannot be seen")
    for _ in range(200):
        if not child.exists() or "Z" in (child / "stat").read_text().rpartition(")")[2]:
            return
        time.sleep(0.05)
    pytest.fail("the child still runs")
