"""The linter's readers and judges under a coverage-guided fuzzer (atheris, where it is installed), each kind of file in turn.

A kind is fuzzed in a process of its own, from pieces of the fixtures of the tests: small ones, as the fuzzer makes more of them.
What raises is counted and the run goes on; the slowest input is run again here, without the fuzzer's instruments, for its
processor time. Texts that are nothing but formulas, or what looks like them, are timed beside: no fuzzer makes them. An input
of notebooks that is no JSON is put into a notebook, as text and as code: few changed ones are read.
"""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import BadInput
from . import Row

FUZZER = "atheris"
SECONDS = 20
LONGEST = 8_192
"""Bytes of an input. Longer ones are tried by hand, and by the tests: a fuzzer makes few of them."""
PIECE = 1_500
"""Bytes of a seed at most, where a fixture has blank lines to part it at."""
HANG = 60
"""Seconds after which the fuzzer ends an input, and the input counts as a crash."""
FIXTURES = Path(__file__).parents[1] / "tests" / "checks" / "lint" / "fixtures"
KINDS = {
    "markdown": ".md",
    "latex": ".tex",
    "rst": ".rst",
    "html": ".html",
    "plain": ".txt",
    "python": ".py",
    "notebook": ".ipynb",
    "code": ".ts",
    "config": ".yaml",
}
"""Each reader, and the suffix of the files that it is tried on."""
DENSE = (
    "1 + γ*α tokens, ",  # draftproof: ignore[DP101]
    "α > 0.5 at γ = 4 and c = 0.1 break-even. ",
    "1+Σ_{k=1}^{9} α^k ",
    "| α γ ",
    "| α \\ γ ",
    "r = (a) ",
    "alpha = ",
    "1 + α + ",
    "from α = 0.6 ",
    "3.5 / 0.7 = 5 ",
    "α, γ, c ",
    "acceptance rate 70% ",
    "\\frac{",
)
"""What a file is full of that asks for the most work: each is repeated up to the length of an input."""
LARGE = ("1+Σ_{k=1}^{9999} α^(γ^k)", "Σ_{k=0}^{100γ} α^(9999-k)", "Σ_{k=1}^{γ^7} α^k", "Π_{k=1}^{9999} α^(γ^k)",
         "Σ_{i=0}^{99}Σ_{k=0}^{99}Σ_{j=0}^{99} α^(i+j+k)")  # fmt: skip
"""Formulas that are short and take long to work out."""
_HEAD = "Speculative decoding: α is the probability that a draft token is accepted, γ = 5 the draft length, E tokens per round."
_FULL = {
    ".md": "{head}\n\n{text}\n",
    ".tex": "{head}\n\n{text}\n",
    ".html": "<p>{head}</p><p>{text}</p>",
    ".py": "# {head}\nE = (1 - alpha**(gamma + 1)) / (1 - alpha)\n# {text}\n",
    ".ts": "// {head}\nlet E = (1 - alpha**(gamma + 1)) / (1 - alpha);\n// {text}\n",
}
_SLOW, _CRASH = "slow", "crash"  # files in the folder of a run
_CHILD = f"from {__name__} import child; import sys; child(*sys.argv[1:])"


@dataclass(frozen=True)
class Fuzzed:
    """What came of one kind: inputs run, those that raised, what the first of them raised, and the slowest in seconds."""

    kind: str
    runs: int
    crashes: int
    first: str
    slowest: float


def lint(path: str, data: bytes) -> None:
    """Read and judge a file as a run does, but for what shields the run from faults: they are raised."""
    from ..checks.lint.onefile import judged
    from ..checks.lint.readers import read

    if path.endswith(KINDS["notebook"]) and data[:1] != b"{":
        data = _notebook(data.decode("utf-8", "replace"))
    try:
        document = read(path, data)
    except BadInput:
        return
    _, _, faults = judged(document)
    if faults:
        raise AssertionError(faults[0])


def _notebook(text: str) -> bytes:
    """A notebook with a cell of text and one of code, both the same."""
    cells: list[dict[str, Any]] = [{"cell_type": kind, "metadata": {}, "source": text} for kind in ("markdown", "code")]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def seeds(suffix: str) -> Iterator[bytes]:
    """The fixtures of a kind, each whole if it is small, else in pieces parted at blank lines."""
    whole = [path.read_bytes() for path in sorted(FIXTURES.rglob(f"*{suffix}"))]
    for data in whole:
        piece = b""
        for paragraph in data.split(b"\n\n"):
            if piece and len(piece) + len(paragraph) > PIECE:
                yield piece[:LONGEST]
                piece = b""
            piece += paragraph + b"\n\n"
        yield piece[:LONGEST]
    if suffix == KINDS["notebook"]:
        yield from seeds(KINDS["markdown"])
        yield from seeds(KINDS["python"])


def child(suffix: str, folder: str, seconds: str) -> None:
    """Fuzz one kind, from the seeds in `folder`/seeds, and leave the crashes and the slowest input in `folder`. Never returns."""
    atheris: Any = importlib.import_module(FUZZER)
    with atheris.instrument_imports(include=["draftproof.checks.lint"]):
        importlib.import_module("draftproof.checks.lint.onefile")
        lint("x" + suffix, b"Speculative decoding: E = 1 + k * alpha")  # loads what is loaded late
    home, slowest = Path(folder), 0.0

    def once(data: bytes) -> None:
        nonlocal slowest
        began = time.process_time()
        try:
            lint("x" + suffix, data)
        except Exception as error:
            with open(home / _CRASH, "a", encoding="utf-8") as file:
                file.write(f"{type(error).__name__}: {error} {data[:200]!r}\n")
        if (took := time.process_time() - began) > slowest:
            slowest = took
            (home / _SLOW).write_bytes(data)

    options = {"max_total_time": seconds, "max_len": LONGEST, "timeout": HANG, "artifact_prefix": f"{folder}/"}
    atheris.Setup([sys.argv[0], f"{folder}/seeds", *(f"-{name}={value}" for name, value in options.items())], once)
    atheris.Fuzz()


def fuzzed(kind: str, seconds: int = SECONDS) -> Fuzzed:
    """Fuzz one kind for so many seconds."""
    suffix = KINDS[kind]
    with TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "seeds").mkdir()
        for number, seed in enumerate(seeds(suffix)):
            (home / "seeds" / str(number)).write_bytes(seed)
        command = [sys.executable, "-c", _CHILD, suffix, folder, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        told = re.findall(r"Done (\d+) runs", done.stderr)
        crashes = (home / _CRASH).read_text("utf-8").splitlines() if (home / _CRASH).exists() else []
        if done.returncode:
            crashes.append(f"the fuzzer ended with {done.returncode}: {done.stderr[-300:]!r}")
        slowest = _seconds("x" + suffix, (home / _SLOW).read_bytes()) if (home / _SLOW).exists() else 0.0
    return Fuzzed(kind, int(told[-1]) if told else 0, len(crashes), crashes[0] if crashes else "", slowest)


def _seconds(path: str, data: bytes) -> float:
    """Processor time of one input. The first of two counts for nothing: it loads what is loaded late."""
    took = 0.0
    for _ in range(2):
        began = time.process_time()
        try:
            lint(path, data)
        except Exception:  # counted where it was found
            return took
        took = time.process_time() - began
    return took


def dense() -> Iterator[tuple[str, bytes]]:
    """Names and contents of files that are full of what asks for the most work."""
    texts = [piece * (LONGEST // len(piece.encode())) for piece in DENSE] + [f"E = {one} = 4.5" for one in LARGE]
    for suffix, whole in _FULL.items():
        for text in texts:
            yield f"x{suffix}", whole.format(head=_HEAD, text=text).encode()
            lines = "\n".join(re.findall(r".{1,100}\s|.+", text))
            if suffix in (".py", ".ts"):
                yield (
                    f"x{suffix}",
                    whole.format(head=_HEAD, text=lines.replace("\n", "\n# " if suffix == ".py" else "\n// ")).encode(),
                )


def measured(results: Sequence[Fuzzed]) -> list[Row]:
    """The rows of what was fuzzed: inputs that crashed, and the slowest of all."""
    runs = ", ".join(f"{result.kind} {result.runs}" for result in results)
    worst = max(results, key=lambda result: result.slowest)
    return [
        Row("lint, fuzz", sum(result.crashes for result in results), f"crashes; inputs: {runs}", "<=", 0),
        Row("lint, slowest", worst.slowest, f"seconds of the slowest of these inputs ({worst.kind})", "<=", 1.0),
    ]


def rows() -> list[Row]:
    """Time the dense files, and fuzz every kind. Where atheris is not installed, the ratio is no number."""
    took = max(_seconds(*one) for one in dense())
    full = Row(
        "lint, dense", took, f"seconds of the slowest file of {LONGEST} bytes that is nothing but formulas", "<=", 1.0
    )
    if find_spec(FUZZER) is None:
        why = f"not run: {FUZZER} is not installed (pip install {FUZZER})"
        return [full, Row("lint, fuzz", float("nan"), why, "<=", 0)]
    results = []
    for kind in KINDS:
        results.append(fuzzed(kind))
        print(f"  {results[-1]}", file=sys.stderr)
    return [full, *measured(results)]
