"""What was checked, and what came of it: verdicts, evidence, and the ledger that holds them.

Standard library only, so that every folder can import it and a ledger can be read without the engines that made it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

SCHEMA = "draftproof/ledger/1"

KINDS = ("derivation", "proof", "simulation", "reference", "figure")
"""The kinds of evidence, in the order in which a reader meets them."""

EXACT_KINDS = ("derivation", "proof", "reference")
"""The kinds that reject a rival for certain (a simulation rejects it with a stated error rate)."""


class Verdict(StrEnum):
    """What one piece of evidence says. Only the first three pass."""

    PROVED = "proved"
    EXACT = "exact"
    HOLDS = "holds"
    REFUTED = "refuted"
    NOT_INDUCTIVE = "not_inductive"
    VACUOUS = "vacuous"
    UNKNOWN = "unknown"
    TIMEOUT = "timeout"
    DISAGREEMENT = "disagreement"

    @property
    def passes(self) -> bool:
        return self in (Verdict.PROVED, Verdict.EXACT, Verdict.HOLDS)


@dataclass(frozen=True)
class RivalOutcome:
    """What one piece of evidence made of the claim's rivals.

    `rejected` maps a rival's id to the numbers that reject it, for a person to read; `survived` lists those that passed
    the check in the claim's place (a fault of the check); `miss` is the probability of missing a rival, for statistics.
    """

    rejected: Mapping[str, str] = field(default_factory=dict)
    survived: tuple[str, ...] = ()
    blind: Mapping[str, str] = field(default_factory=dict)
    miss: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
    """One check of one claim, with its verdict and what it rejected. `seconds` is the time it took."""

    kind: str
    verdict: Verdict
    engine: str
    reason: str = ""
    seconds: float = 0.0
    seed: int | None = None
    draws: int | None = None
    false_alarm: float | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    rivals: RivalOutcome = field(default_factory=RivalOutcome)

    @property
    def passes(self) -> bool:
        """Whether the verdict passes and no rival got past the check."""
        return self.verdict.passes and not self.rivals.survived


@dataclass(frozen=True)
class NotRun:
    """What could not be had in this run: a kind of evidence, or a part of one ("reference on cuda"), and why."""

    part: str
    reason: str


@dataclass(frozen=True)
class RivalRecord:
    """A rival as the ledger keeps it: its id and the two sentences written beside the claim."""

    id: str
    says: str
    why_tempting: str
    blind: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimRecord:
    """A claim with all the evidence that a run obtained for it."""

    id: str
    statement: str
    latex: str
    source: str
    assumes: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    rivals: tuple[RivalRecord, ...] = ()
    not_run: Mapping[str, str] = field(default_factory=dict)
    not_applicable: Mapping[str, str] = field(default_factory=dict)

    def rejected(self) -> dict[str, str]:
        """Rivals that an exact kind of evidence rejected, each with its numbers."""
        found: dict[str, str] = {}
        for evidence in self.evidence:
            if evidence.kind in EXACT_KINDS:
                for rival, numbers in evidence.rivals.rejected.items():
                    found.setdefault(rival, numbers)
        return found

    def faults(self) -> list[str]:
        """Why this claim does not pass, one line each; empty when it does.

        A rival must be rejected by an exact kind and by every kind that ran and is not in the rival's `blind` map.
        """
        faults = [
            f"{e.kind}: {e.verdict}{': ' + e.reason if e.reason else ''}" for e in self.evidence if not e.verdict.passes
        ]
        present = {e.kind for e in self.evidence}
        faults += [
            f"{kind}: no evidence, and no reason why there is none"
            for kind in ("derivation", "proof", "simulation")
            if kind not in present and kind not in self.not_applicable and kind not in self.not_run
        ]
        if not self.evidence and not self.not_run:
            faults.append("no evidence of any kind")
        known = {rival.id for rival in self.rivals}
        faults += [f"{e.kind}: {id_} survived" for e in self.evidence for id_ in e.rivals.survived if id_ not in known]
        certain = self.rejected()
        for rival in self.rivals:
            faults += [
                f"{e.kind}: the rival {rival.id} survived" for e in self.evidence if rival.id in e.rivals.survived
            ]
            faults += [
                f"{e.kind}: listed as blind to the rival {rival.id}, but rejects it"
                for e in self.evidence
                if e.kind in rival.blind and rival.id in e.rivals.rejected
            ]
            able = [kind for kind in EXACT_KINDS if kind in present and kind not in rival.blind]
            waiting = not able and any(kind in self.not_run for kind in EXACT_KINDS)
            if rival.id not in certain and not waiting:
                faults.append(f"the rival {rival.id} is rejected by no derivation, proof or reference")
            for kind in sorted(present - {"figure"}):
                seen = [e.rivals for e in self.evidence if e.kind == kind]
                judged = any(rival.id in r.rejected or rival.id in r.survived for r in seen)
                if not judged and kind not in rival.blind:
                    faults.append(f"{kind}: never tried against the rival {rival.id}")
        return faults


@dataclass(frozen=True)
class ChainRecord:
    """A chain: its name (one name in every folder), its title, its claims."""

    name: str
    title: str
    claims: tuple[ClaimRecord, ...]


@dataclass(frozen=True)
class Ledger:
    """Everything that one run established, with the versions of what established it."""

    draftproof: str
    environment: Mapping[str, str]
    chains: tuple[ChainRecord, ...]

    @property
    def claims(self) -> tuple[ClaimRecord, ...]:
        return tuple(claim for chain in self.chains for claim in chain.claims)

    def faults(self) -> dict[str, list[str]]:
        """Claim id -> why it does not pass, for the claims that do not."""
        return {claim.id: faults for claim in self.claims if (faults := claim.faults())}

    def summary(self) -> dict[str, int]:
        """The counts of the last line. `passed` and `failed` count evidence, `rivals_rejected` what must reject them."""
        evidence = [e for claim in self.claims for e in claim.evidence]
        passed = sum(e.passes for e in evidence)
        return {
            "claims": len(self.claims),
            "evidence": len(evidence),
            "passed": passed,
            "failed": len(evidence) - passed,
            "not_run": sum(len(claim.not_run) for claim in self.claims),
            "rivals": sum(len(claim.rivals) for claim in self.claims),
            "rivals_rejected": sum(
                1 for claim in self.claims for rival in claim.rivals if rival.id in claim.rejected()
            ),
        }
