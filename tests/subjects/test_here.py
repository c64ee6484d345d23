"""An object of this process, asked as one in a child is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from draftproof.subjects.here import Here, name_of
from draftproof.subjects.load import import_line
from draftproof.subjects.outcome import Failed, Returned
from draftproof.subjects.subject import Subject

ARRAY = np.arange(3)


def doubled(values: Any) -> Any:
    return 2 * values


def raising(error: BaseException) -> Callable[..., Any]:
    def called(values: Any) -> Any:
        raise error

    return called


def test_it_answers_as_a_child_does() -> None:
    outcome = Here(doubled).ask(None, ARRAY)
    assert isinstance(outcome, Returned)
    assert outcome.arrays[0].tolist() == [0, 2, 4]
    with Subject.load("draftproof.subjects.load:split") as child:
        inside = child.ask(None, ARRAY)
    from draftproof.subjects.load import split

    outside = Here(split).ask(None, ARRAY)
    assert isinstance(inside, Failed)
    assert isinstance(outside, Failed)
    assert (inside.kind, inside.says.split(" (")[0]) == (outside.kind, outside.says.split(" (")[0])


@pytest.mark.parametrize("error", [ValueError("not\ntoday"), SystemExit(3)])
def test_what_is_raised_is_a_failure(error: BaseException) -> None:
    outcome = Here(raising(error)).ask(None, ARRAY)
    assert isinstance(outcome, Failed)
    assert outcome.kind == "raised"
    assert type(error).__name__ in outcome.says
    assert "test_here.py, line" in outcome.says


@pytest.mark.parametrize("error", [KeyboardInterrupt, pytest.skip.Exception])
def test_what_ends_a_test_comes_through(error: type[BaseException]) -> None:
    with pytest.raises(error):
        Here(raising(error())).ask(None, ARRAY)


def test_a_wrong_result_is_told_apart() -> None:
    outcome = Here(lambda values: None).ask(None, ARRAY)
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.says) == ("wrong_result", "returned a NoneType, expected an array")


def test_names_are_those_of_the_definition() -> None:
    assert name_of(doubled).endswith("test_here:doubled")
    assert name_of(Here(doubled)).endswith("here:Here")


@pytest.mark.parametrize(
    ("name", "line", "called"),
    [
        ("package.module:f", "from package.module import f", "f"),
        ("module:Class.method", "from module import Class", "Class.method"),
        ("test_it:test.<locals>.sampler", "# sampler: the callable test_it:test.<locals>.sampler", "sampler"),
        ("test_it:<lambda>", "# subject: the callable test_it:<lambda>", "subject"),
    ],
)
def test_a_snippet_says_what_cannot_be_imported(name: str, line: str, called: str) -> None:
    assert import_line(name) == (line, called)
