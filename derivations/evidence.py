"""Evidence that needs nothing but the chain itself: of kind `derivation` and of kind `figure`.

A derivation is evidence if its arguments conclude the claim and none of its rivals, by the same judgement.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import sympy as sp

from ..errors import StepRejected
from ..ledger import Evidence, RivalOutcome, Verdict
from . import exact
from .claims import Claim, Joint, Rival
from .derive import Derivation, conclude, derivation
from .figures import Expected, Figure, JointlyJudged, Judged, judge, judge_jointly
from .numbers import against
from .statements import tree

ENGINE = f"sympy {sp.__version__}"
FIGURE_ENGINE = "digit intervals"


def derive_evidence(claim: Claim) -> Evidence | None:
    """Build the claim's derivation, judge it, and put every rival that is a statement in the claim's place.

    A rival is rejected if the judgement refuses it *and* an exact point shows it false; `detail["undecided"]` names
    those that are refused without a point (a limit, say). None when no derivation is registered.
    """
    began = time.perf_counter()
    try:
        found = derivation(claim)
        if found is None:
            return None
        outcome = conclude(claim.statement, found)
    except StepRejected as error:
        return Evidence("derivation", Verdict.REFUTED, ENGINE, str(error), time.perf_counter() - began)
    rivals, undecided = _judge_rivals(claim, found)
    detail = _detail(found) | {"points": outcome.points} | ({"undecided": undecided} if undecided else {})
    return Evidence("derivation", Verdict.PROVED, ENGINE, "", time.perf_counter() - began, detail=detail, rivals=rivals)


def _judge_rivals(claim: Claim, found: Derivation) -> tuple[RivalOutcome, dict[str, str]]:
    rejected: dict[str, str] = {}
    undecided: dict[str, str] = {}
    survived: list[str] = []
    for rival in claim.rivals:
        if rival.statement is None:
            continue
        try:
            conclude(rival.statement, found)
        except StepRejected as error:
            # That no argument concludes it does not make it wrong: a point must.
            numbers, holds = _numbers(claim, rival)
            if numbers is not None:
                rejected[rival.id] = numbers
            elif holds:
                survived.append(rival.id)
            elif "derivation" not in rival.blind:
                undecided[rival.id] = error.reason
        else:
            survived.append(rival.id)
    blind = {rival.id: rival.blind["derivation"] for rival in claim.rivals if "derivation" in rival.blind}
    lost = tuple(id_ for id_ in survived if id_ not in blind)
    return RivalOutcome(rejected, lost, blind), undecided


def _numbers(claim: Claim, rival: Rival) -> tuple[str | None, bool | None]:
    """The numbers that reject a rival, at the claim's example if it separates there; and what the points said of it."""
    assert rival.statement is not None  # behaviours are not tried here
    outcome = exact.check(tree(rival.statement), claim.domain, first=claim.example or None)
    if outcome.witness is None:
        return None, outcome.holds
    return against(rival.statement, outcome.witness), False


def _detail(found: Derivation) -> dict[str, Any]:
    steps = [step for argument in found.arguments for step in argument.steps]
    return {
        "arguments": len(found.arguments),
        "steps": len(steps),
        "stated": sum(step.stated for step in steps),
        "identities": sum(len(step.identities) for step in steps),
        "rules": dict(sorted(Counter(step.rule for step in steps).items())),
    }


def figure_evidence(claim: Claim) -> tuple[Evidence, ...]:
    """Evidence of kind `figure` for every published number of the claim, judged by the digits it prints.

    A figure that is known not to follow passes when it is judged so (`expected`); the reason then says it.
    """
    return tuple(_figure_evidence(figure) for figure in claim.figures)


def _figure_evidence(figure: Figure | Joint) -> Evidence:
    began = time.perf_counter()
    judged: Judged | JointlyJudged
    if isinstance(figure, Joint):
        judged = judge_jointly(figure.figures, figure.shared, expected=figure.expected)
        label = ", ".join(part.id for part in figure.figures)
    else:
        judged = judge(figure)
        label = figure.id
    verdict, reason = _as_expected(judged, figure.expected)
    detail = judged.to_dict()
    return Evidence(
        "figure",
        verdict,
        FIGURE_ENGINE,
        f"{label}: {reason}" if reason else "",
        time.perf_counter() - began,
        detail=detail,
    )


def _as_expected(judged: Judged | JointlyJudged, expected: Expected | None) -> tuple[Verdict, str]:
    """The verdict for the ledger: whether the judgement is the one on record, by default a passing one."""
    if judged.passes and expected is not None:
        verdict = judged.verdict if judged.verdict.passes else Verdict.HOLDS
        return verdict, f"{judged.verdict}, as recorded ({expected.reason})"
    if expected is not None and judged.verdict.passes:
        return Verdict.REFUTED, f"judged {judged.verdict}, but {expected.verdict} is on record ({expected.reason})"
    return judged.verdict, judged.reason
