"""Derivations: arguments registered for a claim, and the judgement that they conclude the claim and none of its rivals."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import BadInput, StepRejected
from . import exact, rules
from .claims import Claim
from .kernel import Argument
from .statements import Statement, parts, tree

Builder = Callable[[], tuple[Argument, ...]]
_BUILDERS: dict[str, Builder] = {}


@dataclass(frozen=True)
class Derivation:
    """The arguments of a claim; together they conclude every part of its statement."""

    claim: Claim
    arguments: tuple[Argument, ...]

    def _repr_html_(self) -> str:
        return str(_notebook().derivation_html(self))

    def _repr_latex_(self) -> str:
        return str(_notebook().derivation_latex(self))


def _notebook() -> Any:
    """What shows derivations in notebooks: it needs this module, and is known by name alone."""
    return importlib.import_module(".notebook", __package__)


def derives(claim_id: str) -> Callable[[Builder], Builder]:
    """Register the function that builds the arguments of a claim."""

    def register(build: Builder) -> Builder:
        if claim_id in _BUILDERS:
            raise BadInput(f"the claim {claim_id} has two derivations")
        _BUILDERS[claim_id] = build
        return build

    return register


def derivation(claim: Claim) -> Derivation | None:
    """Build (and so check) the derivation of a claim; None when none is registered. Raises `StepRejected`."""
    build = _BUILDERS.get(claim.id)
    return None if build is None else Derivation(claim, build())


def conclude(statement: Statement, found: Derivation) -> exact.Outcome:
    """Judge that the derivation concludes `statement`: every part is an argument's conclusion, and exact points agree.

    The claim and its rivals go through this same function. Raises `StepRejected` with an exact witness.
    """
    for argument in found.arguments:
        if argument.domain != found.claim.domain:
            raise StepRejected("an argument stands on another domain than the claim", step=found.claim.id)
        if not argument.steps:
            raise StepRejected("an argument without steps shows nothing", step=found.claim.id)
    shown = [conclusion for argument in found.arguments for conclusion in parts(argument.conclusion)]
    outcome = exact.check(tree(statement), found.claim.domain, first=found.claim.example or None)
    witness = exact.show(outcome.witness or {}) if outcome.holds is False else {}
    for part in parts(statement):
        if part not in shown:
            raise StepRejected(f"no argument concludes {part}", step=found.claim.id, witness=witness)
    if outcome.holds is not True:
        raise StepRejected("exact evaluation does not confirm the statement", step=found.claim.id, witness=witness)
    return outcome


__all__ = ["Derivation", "conclude", "derivation", "derives", "rules"]
