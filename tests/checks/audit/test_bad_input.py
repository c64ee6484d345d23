"""What the audits make of what cannot be used, and of code that misbehaves: one line each, and never a pass.

Exit code 2 where nothing could be judged (an option, a step, a name that cannot be loaded), 1 where valid input met a
fault.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from draftproof.cli import main

ZOO = """
import os, time
import numpy as np
from draftproof.checks.audit.mask_packers import pack
from draftproof.checks.paging.allocator import PagedAllocator
from draftproof.sampling import process_logits

def right(logits): return process_logits(logits, "top_k:3")
def raises(values): raise ValueError("not\\ntoday")
def hangs(values): time.sleep(60)
def exits(values): os._exit(3)
def killed(values): os.kill(os.getpid(), 9)
def nothing(values): return None
def wide(values): return np.zeros((values.size + 1, 2))
def nan(values): return np.full(len(values), np.nan)
def text(values): return np.array(["a"] * len(values))

class Raises(PagedAllocator):
    def append(self, seq, token): raise ValueError("not\\ntoday")
class Hangs(PagedAllocator):
    def append(self, seq, token): time.sleep(60)
class Exits(PagedAllocator):
    def append(self, seq, token): os._exit(3)
class Killed(PagedAllocator):
    def append(self, seq, token): os.kill(os.getpid(), 9)
class Nothing(PagedAllocator):
    def read(self, seq): return None
class Wide(PagedAllocator):
    def read(self, seq): return [*super().read(seq), 0]
no_code = 3
"""

STEPS = {
    "temperature:0": "the limit T -> 0 is the step 'greedy'",
    "temperature:-0.5": "unknown step",
    "temperature:nan": "unknown step",
    "temperature:1e-9": "unknown step",
    "top_p:0": "expected a value in (0, 1]",
    "top_p:1.01": "expected a value in (0, 1]",
    "top_p:-0.1": "unknown step",
    "top_k:0": "expected a value in {1, 2, ...}",
    "top_k:1.5": "expected a value in {1, 2, ...}",
    "top_k:": "expected a number in",
    "min_p:1.01": "expected a value in [0, 1]",
    "top_q:0.9": "unknown step 'top_q:0.9'",
    "": "unknown step ''",
    "vlm": "unknown engine 'vlm'",
    "joint(greedy,top_k:2)": "is no cut",
    "joint()": "unknown step ''",
    "top_k:2,,top_p:1": "unknown step ''",
    "top_k:2\nx": "unknown step",
}
UNUSABLE = {
    **{f"pipeline, first {step!r}": (["pipeline", step, "top_k:2"], says) for step, says in STEPS.items()},
    **{f"pipeline, second {step!r}": (["pipeline", "top_k:2", step], says) for step, says in STEPS.items()},
    **{f"processor, {step!r}": (["processor", "zoo:right", "--pipeline", step], says) for step, says in STEPS.items()},
    "engine, T = 0": (["pipeline", "vllm", "eagle", "--temperature", "0"], "expected a value in (0, ∞)"),
    "engine, T < 0": (["pipeline", "vllm", "eagle", "--temperature", "-1"], "expected a"),
    "engine, k = 0": (["pipeline", "vllm", "eagle", "--top-k", "0"], "expected a value in {1, 2, ...}"),
    "engine, p = 0": (["pipeline", "vllm", "eagle", "--top-p", "0"], "expected a value in (0, 1]"),
    "engine, no number": (["pipeline", "vllm", "eagle", "--min-p", "x"], "expected a number in [0, 1]"),
    "processor, no laws": (["processor", "zoo:right", "--pipeline", "top_k:2", "--examples", "0"], "at least 1"),
    "processor, tolerance": (
        ["processor", "zoo:right", "--pipeline", "top_k:2", "--tolerance", "nan"],
        "between 0 and 1",
    ),
    **{
        f"{kind}, {name}": ([kind, name, *options], says)
        for kind, options in (("processor", ["--pipeline", "top_k:2"]), ("mask", []), ("allocator", []))
        for name, says in (
            ("zoo:absent", "cannot be loaded"),
            ("nowhere:right", "cannot be loaded"),
            ("zoo:no_code", "cannot be"),
            ("zoo", "expected MODULE:CALLABLE"),
            (":right", "expected MODULE:CALLABLE"),
            ("zoo:", "expected MODULE:CALLABLE"),
        )
    },
}


@pytest.fixture(autouse=True)
def _zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "zoo.py").write_text(ZOO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def code(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["audit", *arguments])
    return int(left.value.code or 0)


@pytest.mark.parametrize("name", UNUSABLE)
def test_what_cannot_be_used_is_one_line_and_exit_code_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, says = UNUSABLE[name]
    assert code(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.startswith("draftproof: ")
    assert err.count("\n") == 1


MISBEHAVES = {
    "raises": "raised ValueError: not today",
    "hangs": "no answer after 1 s",
    "exits": "its process exited with status 3",
    "killed": "its process was killed by SIGKILL",
    "nothing": "returned a NoneType, expected an array",
    "wide": "returned float64[",
    "nan": "returned ",
    "text": "returned ",
}
FAULTS = {
    **{
        f"{kind}, {name}": ([kind, f"zoo:{name}", *options], says)
        for kind, options in (("processor", ["--pipeline", "top_k:2"]), ("mask", []))
        for name, says in MISBEHAVES.items()
    },
    "allocator, raises": (["allocator", "zoo:Raises"], "raised ValueError: not today"),
    "allocator, hangs": (["allocator", "zoo:Hangs"], "no answer after 1 s"),
    "allocator, exits": (["allocator", "zoo:Exits"], "its process exited with status 3"),
    "allocator, killed": (["allocator", "zoo:Killed"], "its process was killed by SIGKILL"),
    "allocator, nothing": (["allocator", "zoo:Nothing"], "read(s0) raised TypeError"),
    "allocator, too much": (["allocator", "zoo:Wide"], "expected"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_misbehaves_is_a_line_and_exit_code_1(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, says = FAULTS[name]
    assert code(*arguments, "--timeout", "1") == 1
    out, err = capsys.readouterr()
    first, fault, *_ = out.splitlines()
    assert err == ""
    assert first.endswith(": FAULT")
    assert says in fault
