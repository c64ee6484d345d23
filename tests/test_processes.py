"""Nothing of the current folder is executed, whichever processes a command starts there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from draftproof.processes import forking, spawning, starting

PLANTED = (
    "multiprocessing",
    "z3",
    "cvc5",
    "sympy",
    "numpy",
    "struct",
    "json",
    "resource",
    "pickle",
    "selectors",
    "lark",
)
"""Modules that the processes import, and that a stranger's folder may have under the same names."""

WRONG = "The acceptance rate is 0.7, the draft length 5: expected tokens per verification = 1 + 5*0.7 = 4.5.\n"


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder whose modules leave a trace when they are imported."""
    for name in PLANTED:
        tmp_path.joinpath(f"{name}.py").write_text(f"open('ran_{name}', 'w')\n")
    return tmp_path


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The installed command: `python -P` would hand its -P down."""
    command = [Path(sys.executable).with_name("draftproof"), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_a_process_started_carelessly_runs_it(strange):
    """The fault itself: what the other tests would see."""
    subprocess.run([sys.executable, "-c", "import struct, multiprocessing"], cwd=strange, capture_output=True)
    assert list(strange.glob("ran_*"))


def test_lint_with_processes(strange):
    from draftproof.checks.lint.run import PAYS

    for number in range(PAYS):
        strange.joinpath(f"{number}.md").write_text(WRONG)
    done = _run(strange, "lint", "--no-cache", "--jobs", "2", ".")
    assert done.returncode == 1, done.stderr
    assert f"in {PAYS} files" in done.stdout
    assert not list(strange.glob("ran_*"))


@pytest.mark.parametrize("what", [("verify", "tokens.tail"), ("verify", "tokens", "--workers", "2", "--kind", "proof")])
def test_verify(strange, what):
    done = _run(strange, *what)
    assert done.returncode == 0, done.stderr
    assert ", 0 fail" in done.stdout
    assert not list(strange.glob("ran_*"))


def test_the_signals_and_the_environment_are_as_before(monkeypatch):
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with starting():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    assert "PYTHONSAFEPATH" not in os.environ
    monkeypatch.setenv("PYTHONSAFEPATH", "yes")
    with starting():
        pass
    assert os.environ["PYTHONSAFEPATH"] == "yes"


NOT_HEARD = """
import signal
from draftproof.processes import spawning, starting
with starting():
    spawning().Event()
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


def test_what_a_pool_needs_lets_no_interrupt_through():
    """A first semaphore starts a process of Python's own, which unblocks interrupts here."""
    done = subprocess.run([sys.executable, "-c", NOT_HEARD], capture_output=True, text=True)
    assert done.stdout.split() == ["True", "False"], done.stderr


def test_an_interrupt_that_a_library_s_thread_gets_waits_too():
    """The thread has begun before, and lets interrupts through."""
    go = threading.Event()
    thread = threading.Thread(target=lambda: go.wait() and signal.raise_signal(signal.SIGINT))
    thread.start()
    done = []

    def block():
        with starting():
            go.set()
            thread.join()
            done.append("the block")

    with pytest.raises(KeyboardInterrupt):
        block()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_a_fork_server_processes_are_spawned(monkeypatch):
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert forking(()).get_start_method() == spawning().get_start_method() == "spawn"


@pytest.mark.skipif("forkserver" not in multiprocessing.get_all_start_methods(), reason="no server of processes")
@pytest.mark.parametrize(
    "broken", ["raise RuntimeError", "raise SystemExit", "raise KeyboardInterrupt", "raise GeneratorExit"]
)
def test_a_module_that_fails_is_left_to_the_process_that_needs_it(tmp_path, broken):
    """The server says nothing and goes on, with the modules after it."""
    tmp_path.joinpath("broken.py").write_text(f"{broken}\n")
    told = "import sys; print('colorsys' in sys.modules, 'broken' in sys.modules)"
    code = (
        "from draftproof.processes import forking\n"
        "one = forking(['broken', 'colorsys']).Process(target=exec, args=({told!r},))\none.start()\none.join()"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code.format(told=told)], capture_output=True, text=True, env=environment
    )
    assert (done.stdout, done.stderr) == ("True False\n", "")
