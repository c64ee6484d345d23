"""A claim's rivals, each put in the claim's place: its obligations must not all be unsat, and exact numbers must refute
it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..derivations.claims import Rival
from ..derivations.numbers import against
from ..derivations.statements import tree
from ..ledger import RivalOutcome
from . import ground
from .counterexamples import passes_as_claim, separates, separating
from .obligations import Task, provable
from .session import Session

NATURALS = (5, 2, 3, 4, 6)
"""Literal naturals at which rivals are refuted: at 0 and 1 most coincide with the claim."""

SAMPLES = 40
"""Exact points that are tried where no ground question is rational (a logarithm in the claim)."""


def judge_rivals(task: Task, session: Session) -> tuple[RivalOutcome, dict[str, Any]]:
    """What the proof makes of the rivals that are statements, and details: rivals listed as blind in vain, z3's own
    models.
    """
    rejected: dict[str, str] = {}
    models: dict[str, str] = {}
    survived: list[str] = []
    blind = {rival.id: rival.blind["proof"] for rival in task.claim.rivals if "proof" in rival.blind}
    for rival in task.claim.rivals:
        if rival.statement is None:
            continue
        shown, model = reject(rival, task, session)
        if shown:
            rejected[rival.id] = shown
        elif rival.id not in blind:
            survived.append(rival.id)
        if model:
            models[rival.id] = model
    detail = {"not_blind": sorted(blind.keys() & rejected.keys()), "rival_models": models}
    return RivalOutcome(rejected, tuple(survived), blind), {key: value for key, value in detail.items() if value}


def reject(rival: Rival, task: Task, session: Session) -> tuple[str, str]:
    """The numbers that reject a rival (at the claim's example if it separates) and those of z3's model; empty if none
    do.
    """
    assert rival.statement is not None  # behaviours are run elsewhere
    wrong, right = provable(tree(rival.statement)), provable(task.statement)
    if passes_as_claim(replace(task, statement=wrong), session):
        return "", ""
    inner = ground.interior(task.domain)  # strict inequalities: no rival is rejected at an edge if it is wrong inside
    model = separating(right, wrong, inner, session, NATURALS) or separating(
        right, wrong, task.domain, session, NATURALS
    )
    example = task.claim.example
    if example and separates(right, wrong, example):
        shown: ground.Point | None = example
    else:
        shown = model or next((p for p in task.domain.points(SAMPLES) if separates(right, wrong, p)), None)
    return (against(rival.statement, shown) if shown else ""), (against(rival.statement, model) if model else "")
