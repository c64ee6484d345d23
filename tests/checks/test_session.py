"""What a session asks, and what it already knows."""

from __future__ import annotations

from typing import Any

from draftproof.checks.session import Session
from draftproof.checks.solvers import Answer


class Counting:
    """Solvers that answer `unsat` to everything, and keep what they were asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def run(self, engine: str, text: str, **options: Any) -> Answer:
        self.asked.append((engine, text))
        return Answer(engine, "unsat")

    def both(self, text: str) -> tuple[Answer, Answer]:
        return self.run("z3", text), self.run("cvc5", text)


def test_the_same_question_under_another_name_is_not_asked_again():
    solvers = Counting()
    session = Session(solvers)  # type: ignore[arg-type]
    session.both("; one\n(assert p)\n")
    session.both("; another\n(assert p)\n")
    session.z3("; a third\n(assert p)\n", timeout=1.0)
    assert solvers.asked == [("z3", "; one\n(assert p)\n"), ("cvc5", "; one\n(assert p)\n")]


def test_another_question_is_asked_whatever_its_name():
    solvers = Counting()
    session = Session(solvers)  # type: ignore[arg-type]
    for text in ("; one\n(assert p)\n", "; one\n(assert q)\n", "(assert r)\n", "(assert s)\n"):
        session.z3(text)
    session.z3("(assert s)\n", model=True)  # an answer without a model is none to a question for one
    assert len(solvers.asked) == 5


def test_an_answer_within_a_short_limit_is_none_within_a_longer_one():
    solvers = Counting()
    session = Session(solvers)  # type: ignore[arg-type]
    session.z3("(assert p)\n", timeout=1.0)
    session.z3("(assert p)\n", timeout=1.0)
    session.z3("(assert p)\n")
    assert len(solvers.asked) == 2
