"""Speed-ups that a document takes for tokens per verification: it writes `speedup = 1 + k*alpha`, and no cost of drafting.

A figure of such a speed-up, without a cost beside it, is held against what the claims give for tokens.
"""

from __future__ import annotations

from ...catalogue import family
from ...document import Document, Formula
from ...excuses import excuse
from ...meaning import Strength
from ...roles import result
from ...splitting import key
from .._cases import case_of
from .model import defined


def are_tokens(document: Document) -> bool:
    """Whether each formula of a document that is for a speed-up is one for tokens; kept with it. False where it has none."""
    found: bool | None = document.__dict__.get("_speedups_are_tokens")
    if found is None:
        speedups = [one for one in document.formulas if _is_speedup(one, document)]
        tokens = {key(one.result) for one in document.formulas if one.result and "E" in _quantities(one, document)}
        of = [_of(one, document, tokens) for one in speedups] if speedups else []
        found = "E" in of and "S" not in of
        object.__setattr__(document, "_speedups_are_tokens", found)
    return found


def says_no_speedup(document: Document) -> bool:
    """Whether a document has a formula for tokens per verification, and none for a speed-up; kept with it."""
    found: bool | None = document.__dict__.get("_says_no_speedup")
    if found is None:
        found = "E" in defined(document) and not any(_is_speedup(one, document) for one in document.formulas)
        object.__setattr__(document, "_says_no_speedup", found)
    return found


def found_wrong(document: Document) -> frozenset[str]:
    """Ids of the rivals that formulas of a document are found to be and are not stated as mistakes; kept with it.

    Other than `standing`, the identity of accepted / drafted is none of them.
    """
    found: frozenset[str] | None = document.__dict__.get("_found_wrong")
    if found is None:
        cases = (case for one in document.formulas if (case := case_of(one, document)) is not None)
        found = frozenset(
            verdict.match.entry.id
            for case in cases
            for verdict in case.standing[1]
            if verdict.level.fails and not excuse(case.formula.passage, case.formula.start, case.formula.end, document)
        )
        object.__setattr__(document, "_found_wrong", found)
    return found


def _is_speedup(formula: Formula, document: Document) -> bool:
    return any(one.symbol == "S" and one.strength >= Strength.STATED for one in result(formula, document))


def _quantities(formula: Formula, document: Document) -> frozenset[str]:
    """What a formula gives, rightly or not; of counts, whose rate is accepted / drafted, what no α gives."""
    case = case_of(formula, document)
    if case is None:
        return frozenset()
    if case.of_counts:
        return frozenset({"r"})
    right, wrong = case.standing
    found = right | {family(verdict.match.entry.quantity) for verdict in wrong}
    return found or frozenset(family(match.entry.quantity) for match in case.rights)  # tokens, called a speedup


def _of(formula: Formula, document: Document, tokens: set[str]) -> str:
    """E for a formula for tokens or a name of them, S for any other; "" for what says nothing of it: a number, a call."""
    tree = formula.templates[0]
    if tree.op == "sym":
        return "E" if key(tree.args[0]) in tokens else ""
    given = _quantities(formula, document)
    return "E" if given == {"E"} else "S" if given or tree.op == "div" else ""
