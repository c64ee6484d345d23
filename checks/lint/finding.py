"""What the linter says: a finding at a place, under a stable code. Plain data, schema `draftproof/lint/1`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

SCHEMA = "draftproof/lint/1"


class Level(StrEnum):
    """How sure a finding is that something is wrong. Errors and warnings fail; a note says what could not be told."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def fails(self) -> bool:
        """Whether a run with such a finding exits 1."""
        return self is not Level.NOTE


@dataclass(frozen=True, order=True)
class Place:
    """Where something stands: lines and columns from 1, cells of a notebook from 0 (None elsewhere, lines then of the file)."""

    line: int
    column: int
    cell: int | None = None


@dataclass(frozen=True)
class Finding:
    """One finding. `claim` is the id of the right version in `derivations`, `rival` of the wrong one; "" where there is none."""

    path: str
    place: Place
    end: Place
    code: str
    level: Level
    message: str
    expression: str
    fix: str
    claim: str = ""
    rival: str = ""
    related: tuple[tuple[Place, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The entry of `findings` in `draftproof/lint/1`."""
        return {
            "path": self.path,
            "line": self.place.line,
            "column": self.place.column,
            "cell": self.place.cell,
            "code": self.code,
            "level": str(self.level),
            "message": self.message,
            "expression": self.expression,
            "fix": self.fix,
        }
