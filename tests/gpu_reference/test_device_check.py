"""The script as on a bare machine: a copy under another folder name, torch, triton and NumPy, no installed package."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from draftproof.gpu_reference import device_check

ROOT = Path(device_check.__file__).parents[1]

BARE = """
import runpy, sys
sys.path.append({site!r})  # the libraries, without the .pth files that would make an installed draftproof importable
sys.modules.update(dict.fromkeys({blocked!r}))
sys.argv = [{script!r}, *{arguments!r}]
runpy.run_path({script!r}, run_name="__main__")
"""

NOT_ON_A_BARE_MACHINE = ["sympy", "scipy", "z3", "cvc5", "click", "rich", "hypothesis", "draftproof"]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """The sources under a name that is no module's."""
    copy = tmp_path_factory.mktemp("bare") / "a check-out"
    beside = shutil.ignore_patterns(".*", "tests", "benchmarks", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=beside)
    return copy


def run(checkout: Path, *arguments: str, without: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    program = BARE.format(
        site=str(Path(np.__file__).parents[1]),
        blocked=[*NOT_ON_A_BARE_MACHINE, *without],
        script=str(checkout / "gpu_reference" / "device_check.py"),
        arguments=list(arguments),
    )
    environment = {"PATH": os.environ.get("PATH", ""), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-I", "-S", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, cwd=checkout.parent)


def test_the_package_is_not_installed_there(checkout: Path) -> None:
    program = f"import sys; sys.path.append({str(Path(np.__file__).parents[1])!r}); import draftproof"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, timeout=60, cwd=checkout
    )
    assert "No module named 'draftproof'" in done.stderr


def test_a_small_size_passes_on_a_cpu(checkout: Path, tmp_path: Path) -> None:
    if not all(importlib.util.find_spec(name) for name in ("torch", "triton")):
        pytest.skip("torch and triton are optional")
    out = tmp_path / "device.json"
    done = run(checkout, "--device", "cpu", "--out", str(out))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    report = json.loads(out.read_text("utf-8"))
    assert report["schema"] == "draftproof/device/1"
    assert report["verdict"] == "pass"
    assert {a["backend"] for a in report["agreement"]} == {"torch", "triton"}
    assert max(a["vocab"] for a in report["agreement"]) > 1024, "more than one block"
    assert report["device"]["compiled"] is False
    assert "Triton kernels interpreted" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("pass after")


@pytest.mark.parametrize("arguments", [(), ("--device", "cuda")])
def test_without_a_gpu_it_says_not_run_and_why(checkout: Path, arguments: tuple[str, ...]) -> None:
    torch = pytest.importorskip("torch", reason="torch is optional")
    if torch.cuda.is_available():
        pytest.skip("there is one here")
    done = run(checkout, *arguments, "--out", "-")
    assert done.returncode == 2
    assert json.loads(done.stdout)["verdict"] == "not run"
    assert done.stderr == "not run: torch sees no CUDA device\n"


def test_without_torch_it_says_not_run_and_why(checkout: Path) -> None:
    done = run(checkout, "--device", "cpu", without=("torch",))
    assert (done.returncode, "torch not installed" in done.stdout + done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--device", "abacus"], "device 'abacus': expected cuda or cpu"),
        (["--minutes", "0"], "--minutes 0.0: expected a positive number"),
        (["--minutes", "nan"], "expected a positive number"),
        (["--out"], "expected one argument"),
    ],
)
def test_bad_arguments(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = device_check.main(arguments)
    except SystemExit as stopped:
        code = stopped.code
    assert code == 2
    assert says in capsys.readouterr().err


def test_every_verdict_has_its_exit_code() -> None:
    assert device_check.EXIT_CODES == {"pass": 0, "fault": 1, "incomplete": 1, "not run": 2}
