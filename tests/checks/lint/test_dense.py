"""Work on a dense file grows with the file: twice the formulas, calls or questions are twice the steps that any function takes.

Steps are counted, not seconds. A function that looks at every other formula for each takes four times as many.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from draftproof.checks import lint
from draftproof.checks.lint.onefile import lint_bytes

N = 40
AT_MOST = 2.5
"""Times the steps at twice the size; a little more than 2, as sorting takes more."""
FREE = 40
"""Steps an item that are no matter: caches that are warm for one file and not for the other."""
HOME = str(Path(lint.__file__).parent)


def docstrings(n: int) -> tuple[str, str]:
    one = (
        "def expected_tokens_{0}(p_accept, gamma):\n"
        '    """Expected tokens per step, 1 + gamma * p_accept."""\n'
        "    # (1 - p_accept**gamma) / (1 - p_accept) tokens per step\n"
        "    return (1 - p_accept ** gamma) / (1 - p_accept)\n\n"
    )
    return "a.py", '"""Speculative decoding."""\n' + "".join(one.format(number) for number in range(n))


def settings(n: int) -> tuple[str, str]:
    one = (
        "With acceptance rate alpha_{0} = 0.{1} and draft length k = 3, the expected tokens per step are "
        "$E_{{{0}}} = (1 - 0.{1}^4)/(1 - 0.{1})$.\n\n"
    )
    return "a.md", "# Speculative decoding\n\n" + "".join(one.format(number, 6 + number % 2) for number in range(n))


def cells(n: int) -> tuple[str, str]:
    one = (
        "gamma = {1}\nalpha_{0} = 0.7\nexpected_tokens_{0} = (1 - alpha_{0} ** (gamma + 1)) / (1 - alpha_{0})\n"
        "speedup_{0} = expected_tokens_{0} / (1 + gamma * 0.1)\n"
    )
    source = [one.format(number, 1 + number % 2) for number in range(n)]
    code = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": one} for one in source]
    text = {"cell_type": "markdown", "metadata": {}, "source": "# Speculative decoding, alpha the acceptance rate"}
    return "a.ipynb", json.dumps({"cells": [text, *code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def calls(n: int) -> tuple[str, str]:
    head = (
        '"""Speculative decoding."""\ndef expected_tokens(alpha, gamma):\n'
        "    return (1 - alpha ** (gamma + 1)) / (1 - alpha)\n\n"
    )
    one = "ratio_{0} = accepted_{0} / drafted_{0}\ntokens_{0} = expected_tokens(ratio_{0}, gamma)\n"
    return "a.py", head + "".join(one.format(number) for number in range(n))


def carried(n: int) -> tuple[str, str]:
    head = '"""Speculative decoding: accepted over drafted."""\nratio = accepted / drafted\n'
    one = "tokens_per_step_{0} = 1 + {1} * ratio\n"
    return "a.py", head + "".join(one.format(number, 2 + number % 6) for number in range(n))


def questions(n: int) -> tuple[str, str]:
    one = "### With acceptance rate alpha, is it 1 + {1} * alpha tokens per step, {0}?\n\nNo, it is not.\n\n"
    return "a.md", "# Speculative decoding\n\n" + "".join(one.format(number, 2 + number % 6) for number in range(n))


def drafters(n: int) -> tuple[str, str]:
    one = "Draft model A{0} has an acceptance ratio of 6{1}% and B{0} of 4{1}%, so A{0} is better.\n\n"
    head = "# Speculative decoding\n\nThe ratio is accepted / drafted. A0 ran with k = 3, B0 with k = 5.\n\n"
    return "a.md", head + "".join(one.format(number, number % 9) for number in range(n))


def nested(n: int) -> tuple[str, str]:
    lines = [f"{' ' * depth}while drafted_{depth}:" for depth in range(n)]
    return "a.py", "\n".join(('"""Speculative decoding."""', *lines, f"{' ' * n}accepted = 1", ""))


def steps(path: str, text: str) -> Counter[CodeType]:
    """The steps that each function of the linter takes on a file: lines, and within a comprehension its single operations."""
    count: Counter[CodeType] = Counter()

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        count[frame.f_code] += 1
        return local

    def called(frame: FrameType, event: str, arg: Any) -> Any:
        if not frame.f_code.co_filename.startswith(HOME):
            return None
        if frame.f_code.co_name[0] == "<":
            frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return local(frame, event, arg)

    before = sys.gettrace()
    sys.settrace(called)
    try:
        assert not lint_bytes(path, text.encode()).broken
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "dense",
    [docstrings, settings, cells, calls, carried, questions, drafters, nested],
    ids=lambda dense: dense.__name__,
)
def test_work_grows_with_the_file(dense: Callable[[int], tuple[str, str]]) -> None:
    steps(*dense(3))  # loads what is loaded late
    once, twice = steps(*dense(N)), steps(*dense(2 * N))
    assert once, "nothing was read"
    steep = {
        f"{code.co_filename.removeprefix(HOME)}:{code.co_firstlineno} {code.co_name}": (once[code], found)
        for code, found in twice.items()
        if found > AT_MOST * once[code] + FREE * N
    }
    assert not steep
