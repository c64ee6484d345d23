"""Readers that bring the statistics of three engines into one table."""

from __future__ import annotations

import abc
import json
import re
from dataclasses import dataclass


class Reader(abc.ABC):
    @abc.abstractmethod
    def mean_length(self) -> float: ...


@dataclass
class VllmReader(Reader):
    drafts: int
    drafted: int
    accepted: int

    @classmethod
    def from_json(cls, text: str) -> "VllmReader":
        raw = json.loads(text)
        return cls(raw["num_drafts"], raw["num_draft_tokens"], raw["num_accepted_tokens"])

    def row(self) -> dict[str, float]:
        acceptance_rate = self.accepted / self.drafted
        return {"acceptance_rate": acceptance_rate, "length": self.mean_length()}

    def mean_length(self) -> float:
        return 1 + self.accepted / self.drafts  # draftproof: ignore[DP101]


@dataclass
class EagleReader(Reader):
    """The research script logs every single accept test."""

    draft_len: int
    tests: list[bool]

    def row(self) -> dict[str, float]:
        accepted, tested = sum(self.tests), len(self.tests)
        acceptance_rate = accepted / tested

        return {"acceptance_rate": acceptance_rate, "length": self.mean_length()}

    def mean_length(self) -> float:
        a, k = sum(self.tests) / len(self.tests), self.draft_len
        return (1 - a ** (k + 1)) / (1 - a)


class LlamaCppReader(Reader):
    PATTERN = re.compile(r"\(\s*(\d+) accepted /\s*(\d+) (?:drafted|generated)\)")

    def __init__(self, log: str, drafts: int):
        matches = [tuple(map(int, m)) for m in self.PATTERN.findall(log)]
        if not matches:
            raise ValueError("no draft acceptance line in the log")
        self.accepted = sum(m[0] for m in matches)
        self.drafted = sum(m[1] for m in matches)
        self.drafts = drafts

    def mean_length(self) -> float:
        per_draft = self.drafted / self.drafts
        return 1 + per_draft * (self.accepted / self.drafted)


def first_position_rate(per_pos: list[int], drafts: int) -> float:
    return per_pos[0] / drafts


def extrapolate(per_pos: list[int], drafts: int, k: int) -> float:
    """Length at k drafts if every position accepted like the first."""
    a = first_position_rate(per_pos, drafts)
    return (1 - a ** (k + 1)) / (1 - a)


def table(readers: dict[str, Reader]) -> str:
    width = max(map(len, readers))
    return "\n".join(f"{name:{width}}  {r.mean_length():.2f}" for name, r in readers.items())
