"""Obligations that are written as SMT-LIB instead of generated from the claim: for theories that a claim's tree has not.

Bit-vectors, say: a word is packed and unpacked by shifts, whatever the arithmetic of the claim. They are judged as the
generated ones are: the premises must have a model, both solvers must answer `unsat`, and each rival, put in the goal's
place, must have a model (z3) and be refuted by exact numbers.
"""

from __future__ import annotations

import time

from ..derivations.claims import Claim
from ..derivations.numbers import against
from ..derivations.statements import tree
from ..ledger import Evidence, RivalOutcome, Verdict
from .counterexamples import separates
from .questions import Question
from .session import Session
from .solvers import Answer, versions

SAMPLES = 40
"""Exact points that are tried to refute a rival where the claim's example does not."""


def prove_written(claim: Claim, questions: tuple[Question, ...], session: Session) -> Evidence:
    """The evidence that written obligations give for their claim."""
    begun = time.monotonic()
    judged = [(question, *_judge(question, session)) for question in questions]
    failed = {question.name: f"{verdict}: {reason}" for question, verdict, reason in judged if not verdict.passes}
    verdict, reason = next(((v, f"{q.name}: {why}") for q, v, why in judged if not v.passes), (Verdict.PROVED, ""))
    detail = {
        "obligations": len(judged),
        **{engine: {"unsat": len(judged)} for engine in ("z3", "cvc5") if not failed},
        "each": [[question.name, question.logic, str(found), why] for question, found, why in judged],
        **({"failed": failed} if failed else {}),
    }
    engine = " + ".join(f"{name} {version}" for name, version in versions().items())
    outcome = _rivals(claim, questions, session)
    return Evidence("proof", verdict, engine, reason, time.monotonic() - begun, detail=detail, rivals=outcome)


def _judge(question: Question, session: Session) -> tuple[Verdict, str]:
    answers = session.both(question.text)
    if {"sat", "unsat"} <= {answer.status for answer in answers}:
        return Verdict.DISAGREEMENT, f"z3 says {answers[0].status}, cvc5 says {answers[1].status}"
    if any(answer.status == "sat" for answer in answers):
        kind = Verdict.NOT_INDUCTIVE if question.role == "step" else Verdict.REFUTED
        return kind, "the goal's denial has a model"
    if silent := next((answer for answer in answers if answer.status != "unsat"), None):
        return _silence(silent)
    given = session.z3(question.denying(None))
    if given.status != "sat":
        return Verdict.VACUOUS, f"the premises have no model: z3 says {given.status}"
    return Verdict.PROVED, ""


def _silence(answer: Answer) -> tuple[Verdict, str]:
    kind = Verdict.TIMEOUT if answer.status == "timeout" else Verdict.UNKNOWN
    return kind, f"{answer.engine}: {answer.status} {answer.reason}".strip()


def _rivals(claim: Claim, questions: tuple[Question, ...], session: Session) -> RivalOutcome:
    """Each rival must fail in some question it speaks in, with a model; its numbers are exact and of the claim's own."""
    blind = {rival.id: rival.blind["proof"] for rival in claim.rivals if "proof" in rival.blind}
    rejected: dict[str, str] = {}
    survived: list[str] = []
    for rival in claim.rivals:
        if rival.statement is None:
            continue
        texts = [question.denying(question.rivals[rival.id]) for question in questions if rival.id in question.rivals]
        wrong, right = tree(rival.statement), tree(claim.statement)
        points = [*([claim.example] if claim.example else []), *claim.domain.points(SAMPLES)]
        shown = next((point for point in points if separates(right, wrong, point)), None)
        if shown is not None and any(session.z3(text).status == "sat" for text in texts):
            rejected[rival.id] = against(rival.statement, shown)
        elif rival.id not in blind:
            survived.append(rival.id)
    return RivalOutcome(rejected, tuple(survived), blind)
