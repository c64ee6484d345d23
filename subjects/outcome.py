"""What one call of the user's code came to, and what an audit found: schema `draftproof/audit/1`.

The JSON has `kind` (of audit), `subject`, `verdict`, `passes`, `faults` (each with `kind`, `says`, `counterexample`,
`snippet`), `diagnosis` (the rivals that behave as the subject does: `id` and `says`), `explored` (counts), `remarks`, and
`detail` where an audit judges several aspects one by one (aspect -> what was found).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from textwrap import wrap
from typing import Any

from ..ledger import Verdict
from .wire import Array

SCHEMA = "draftproof/audit/1"

WORDS = {
    Verdict.PROVED: "equal, proved",
    Verdict.EXACT: "no fault found, exact",
    Verdict.HOLDS: "no fault found",
    Verdict.REFUTED: "FAULT",
}
"""How a verdict is put to a person; the others are their own words."""

COMPARISONS = {"pipeline": ("DIFFERENT", "refutes")}
"""Kinds of audit that compare two things, neither of which need be wrong: what stands for FAULT and `behaves as`."""

UNBROKEN: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}

WIDTH = 100
"""Columns that prose is wrapped to, unless given: what is to be copied (snippets, inputs) is never broken."""


@dataclass(frozen=True)
class Returned:
    """The driver's answer: data as JSON has it, and arrays."""

    data: Any = None
    arrays: tuple[Array, ...] = ()


@dataclass(frozen=True)
class Failed:
    """The call did not return what can be used. `says` is one line; `printed` the end of what the code printed.

    `kind` is `raised`, `wrong_result` (an object, a shape or a type that was not asked for), `hung` (killed at its
    limit), `died` (the process ended) or `garbled` (what came back is no message).
    """

    kind: str
    says: str
    printed: str = ""

    @property
    def ends_child(self) -> bool:
        """Whether the next call needs a fresh process: do not shrink such a failure."""
        return self.kind in ("hung", "died", "garbled")


Outcome = Returned | Failed


@dataclass(frozen=True)
class Fault:
    """Misbehaviour on valid input: one line, the smallest input that shows it (JSON), and a snippet that runs it."""

    kind: str
    says: str
    counterexample: Mapping[str, Any] = field(default_factory=dict)
    snippet: str = ""


@dataclass(frozen=True)
class Audit:
    """What an audit found. `subject` is what the user named; `diagnosis` maps the id of each rival that behaves as the
    subject does to what it says; `explored` counts what was tried; `remarks` say what could not be observed; `detail` says
    what was found of each aspect, where there are several.

    Without a fault the verdict is `holds` unless given: something was proved (`proved`), or could not be decided.
    """

    kind: str
    subject: str
    faults: tuple[Fault, ...] = ()
    diagnosis: Mapping[str, str] = field(default_factory=dict)
    explored: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    without_fault: Verdict = Verdict.HOLDS
    detail: Mapping[str, str] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        return Verdict.REFUTED if self.faults else self.without_fault

    @property
    def passes(self) -> bool:
        return self.verdict.passes


def returned_array(outcome: Outcome, dtype: str, shape: Sequence[int]) -> Array | Failed:
    """The one array that the default driver gives back, if it has this dtype and shape."""
    if isinstance(outcome, Failed):
        return outcome
    (array,) = outcome.arrays
    if array.dtype == dtype and array.shape == tuple(shape):
        return array
    return Failed("wrong_result", f"returned {_form(array.dtype.name, array.shape)}, expected {_form(dtype, shape)}")


def _form(dtype: str, shape: Sequence[int]) -> str:
    return f"{dtype}[{', '.join(map(str, shape))}]"


def to_json(audit: Audit) -> dict[str, Any]:
    """The audit as plain data, ready for `json.dumps`."""
    return {
        "schema": SCHEMA,
        "kind": audit.kind,
        "subject": audit.subject,
        "verdict": str(audit.verdict),
        "passes": audit.passes,
        "faults": [asdict(fault) for fault in audit.faults],
        "diagnosis": [{"id": id_, "says": says} for id_, says in audit.diagnosis.items()],
        "explored": dict(audit.explored),
        "remarks": list(audit.remarks),
        **({"detail": dict(audit.detail)} if audit.detail else {}),
    }


def to_text(audit: Audit, width: int = WIDTH) -> str:
    """The audit for a person: the verdict, each fault with its counterexample and snippet, and what was tried."""
    at_fault, matches = COMPARISONS.get(audit.kind, (WORDS[Verdict.REFUTED], "behaves as"))
    verdict = at_fault if audit.faults else WORDS.get(audit.verdict, str(audit.verdict))
    lines = [f"{audit.kind} {audit.subject}: {verdict}"]

    def prose(text: str) -> None:
        lines.extend(wrap(text, width, initial_indent="  ", subsequent_indent="    ", **UNBROKEN) or [""])

    for fault in audit.faults:
        prose(f"{fault.kind}: {fault.says}")
        lines += [
            f"    {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fault.counterexample.items()
        ]
        lines += [f"    | {line}" for line in fault.snippet.splitlines()]
    for id_, says in audit.diagnosis.items():
        prose(f"{matches} {id_}: {says}")
    for aspect, found in audit.detail.items():
        prose(f"{aspect}: {found}")
    for remark in audit.remarks:
        prose(remark)
    if audit.explored:
        prose("explored: " + ", ".join(_counted(name, count) for name, count in audit.explored.items()))
    return "\n".join(lines) + "\n"


def _counted(name: str, count: int) -> str:
    return f"seed {count}" if name == "seed" else f"{count:,} {name}"
