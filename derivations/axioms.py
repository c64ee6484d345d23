"""What a claim rests on: premises, lemmas, stated steps, rules and engines, transitively, against an allow-list.

The derivations are built (and so checked) anew. What is not in the allow-list is found, never passed over: a premise,
an `after` typed by hand, a lemma that the claim does not declare, an argument on less than the claim's domain. A circle
of claims that use each other is an error: it would prove anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import DraftproofError
from .assumptions import ASSUMPTIONS
from .bounds import covers
from .claims import Claim
from .claims import claim as claim_of
from .derive import Derivation, derivation
from .expr import sym
from .kernel import Step
from .printing import text

SCHEMA = "draftproof/axioms/1"

ENGINES: Mapping[str, tuple[str, ...]] = {
    "derivation": ("sympy",),
    "proof": ("z3", "cvc5"),
    "simulation": ("numpy",),
    "reference": ("numpy",),
}
"""What each kind of evidence trusts, beside Python itself."""


@dataclass(frozen=True)
class Allowed:
    """The allow-list: premise -> why it may be assumed, claim id -> why its stated steps may stand."""

    premises: Mapping[str, str] = field(default_factory=dict)
    stated: Mapping[str, str] = field(default_factory=dict)


ALLOWED = Allowed(ASSUMPTIONS)


@dataclass(frozen=True)
class Finding:
    """Something that a claim rests on beside the rules. `reason` says why it is allowed; empty: it is not."""

    claim: str
    kind: str
    what: str
    reason: str = ""


@dataclass(frozen=True)
class Axioms:
    """All that a claim rests on. `claims` stand in the order of their use, the claim itself last.

    `given` counts the steps whose result was handed to a rule that can compute (`kernel.Step.given`).
    """

    claim: str
    claims: tuple[str, ...]
    findings: tuple[Finding, ...]
    rules: Mapping[str, int]
    engines: tuple[str, ...]
    given: int = 0

    @property
    def refused(self) -> tuple[Finding, ...]:
        """The findings that the allow-list does not have."""
        return tuple(finding for finding in self.findings if not finding.reason)

    def to_json(self) -> dict[str, Any]:
        """Schema `draftproof/axioms/1`."""
        return {
            "schema": SCHEMA,
            "claim": self.claim,
            "claims": list(self.claims),
            "findings": [vars(finding) | {"allowed": bool(finding.reason)} for finding in self.findings],
            "rules": dict(self.rules),
            "given": self.given,
            "engines": list(self.engines),
            "passes": not self.refused,
        }


def axioms(id_: str, *, allowed: Allowed = ALLOWED, find: Callable[[str], Claim] = claim_of) -> Axioms:
    """What the claim of that id rests on. `find` gives the claim of an id (the registered ones by default).

    Raises `BadInput` for an unknown claim, `StepRejected` where a derivation does not hold, and `DraftproofError` where
    claims use each other in a circle.
    """
    order: dict[str, tuple[Claim, Derivation | None]] = {}
    _visit(find(id_), find, (), order)
    steps = [step for _, found in order.values() for step in _steps(found)]
    findings = [finding for claim, found in order.values() for finding in _findings(claim, found, allowed)]
    kinds = {kind for claim, _ in order.values() for kind in ENGINES if kind not in claim.not_applicable}
    engines = dict.fromkeys(engine for kind, names in ENGINES.items() if kind in kinds for engine in names)
    rules = dict(sorted(Counter(step.rule for step in steps).items()))
    given = sum(step.given for step in steps)
    return Axioms(id_, tuple(order), tuple(findings), rules, tuple(engines), given)


def _steps(found: Derivation | None) -> list[Step]:
    return [step for argument in (found.arguments if found else ()) for step in argument.steps]


def _lemmas(found: Derivation | None) -> dict[str, Claim]:
    """The claims that the steps use, by id."""
    used = [value for step in _steps(found) for value in step.parameters.values() if isinstance(value, Claim)]
    return {claim.id: claim for claim in used}


def _visit(
    claim: Claim,
    find: Callable[[str], Claim],
    above: tuple[str, ...],
    order: dict[str, tuple[Claim, Derivation | None]],
) -> None:
    if claim.id in above:
        circle = " <- ".join((*above[above.index(claim.id) :], claim.id))
        raise DraftproofError(f"claims use each other in a circle: {circle}")
    if claim.id in order:
        return
    found = derivation(claim)
    used = {id_: find(id_) for id_ in claim.depends_on} | _lemmas(found)
    for below in used.values():
        _visit(below, find, (*above, claim.id), order)
    order[claim.id] = (claim, found)


def _findings(claim: Claim, found: Derivation | None, allowed: Allowed) -> Iterator[Finding]:
    for premise in claim.assumes:
        yield Finding(claim.id, "premise", premise, allowed.premises.get(premise, ""))
    if found is None:
        reason = claim.not_applicable.get("derivation", "")
        yield Finding(claim.id, "not derived", "no derivation is registered", reason)
        return
    for step in _steps(found):
        if step.stated:
            shown = f"{text(step.before)} {step.relation} {text(step.after)} ({step.rule})"
            yield Finding(claim.id, "stated step", shown, allowed.stated.get(claim.id, ""))
    for lemma in _lemmas(found):
        if lemma not in claim.depends_on:
            yield Finding(claim.id, "undeclared lemma", f"{lemma} is used and not in depends_on")
    for number, argument in enumerate(found.arguments, start=1):
        further = set(argument.domain.sets) - set(claim.domain.sets)
        same = {name: sym(name) for name in argument.domain.sets}
        if further or not covers(claim.domain, argument.domain, same):
            yield Finding(claim.id, "narrower domain", f"argument {number} holds on {argument.domain} only")
