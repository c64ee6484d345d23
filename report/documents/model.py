"""What a document says, as data. Formulas are the claims' own objects; a format prints them in its notation.

Nothing here is typed by hand: statements, steps, rivals and figures come from the claims, verdicts from the ledger that was
given, and where none was given there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import sympy as sp

from ...derivations.claims import Claim, Rival
from ...derivations.derive import Derivation
from ...derivations.expr import Env, Node
from ...derivations.figures import Figure
from ...derivations.vocabulary import Term


@dataclass(frozen=True)
class Shown:
    """A value for a reader: its digits (`2.94`, `1.5e-7`: `tree_printing.digits` writes them), and whether they are all of it."""

    text: str
    exact: bool


@dataclass(frozen=True)
class Side:
    """One side of a relation at a point.

    `formula` is as the claim writes it. `put` is the same with the numbers put in, sums and differences of numbers added up; None
    where that shows nothing new (a number, or a quantity whose formula is the other side). `value` is None where there is none.
    `rounded` says that `put` holds values of quantities that are cut to some digits, so that it only comes close to `value`.
    """

    formula: sp.Expr
    put: Node | None = None
    value: Shown | None = None
    rounded: bool = False

    @property
    def sign(self) -> str:
        """What stands between `put` and `value`, or between the formula and `value` where nothing is put."""
        exact = self.value is not None and self.value.exact
        return "=" if exact and not (self.rounded and self.put is not None) else "≈"


@dataclass(frozen=True)
class Line:
    """A relation of a statement at a point: `left sign right`, sign one of = != < <= > >=; `holds` is None where that is open."""

    left: Side
    sign: str
    right: Side
    holds: bool | None = None


@dataclass(frozen=True)
class At:
    """A statement at a point. `holds` is None where exact arithmetic does not decide; `reason` says why there is no line."""

    point: Env
    lines: tuple[Line, ...] = ()
    holds: bool | None = None
    reason: str = ""


@dataclass(frozen=True)
class Tempting:
    """A rival: what it says, why it tempts, and the numbers that reject it ("" where none are at hand).

    `at` is the rival's statement at the same point as the claim's; None for a behaviour, which no formula states. The numbers
    are looked for when a format asks for them: most show the lines of `at` instead.
    """

    rival: Rival
    at: At | None
    find: Callable[[], str] = field(compare=False, repr=False)

    @cached_property
    def numbers(self) -> str:
        return self.find()


@dataclass(frozen=True)
class Published:
    """A published figure: the formula with the printed inputs put in, its value, and the judgement on its digits."""

    figure: Figure
    put: Node
    value: Shown | None
    verdict: str
    note: str


@dataclass(frozen=True)
class Row:
    """One piece of evidence, for a table: nothing in it but what the ledger says. `rates` is "" where none are stated."""

    kind: str
    verdict: str
    passes: bool
    engine: str
    extent: str  # how much of it: "3 obligations", "5 steps, 133 points", "4,194,304 draws"
    rates: str  # "false alarm ≤ 2e-13, miss ≤ 1e-9"
    rejected: tuple[str, ...]  # ids of rivals
    reason: str


@dataclass(frozen=True)
class Estimate:
    """What a simulation measured at one setting, with the radius of its interval, and what the claim predicts."""

    at: str
    relation: str
    measured: float
    radius: float
    predicted: str


@dataclass(frozen=True)
class Recorded:
    """What the given ledger says of a claim.

    `missing` are the kinds of evidence that apply to the claim and that the run did not obtain; `all_rejected` says that the claim
    has rivals, and that the run's exact evidence rejects each.
    """

    rows: tuple[Row, ...]
    estimates: tuple[Estimate, ...] = ()
    not_run: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    all_rejected: bool = False

    @property
    def state(self) -> str:
        """A key of `STATES`: nothing is checked of which a kind that applies is missing, nor by a published figure alone."""
        if self.faults:
            return "failed"
        if all(row.kind == "figure" for row in self.rows):
            return "unchecked"
        return "partly" if self.missing else "passed"

    @property
    def status(self) -> str:
        """The state in words: which kinds of evidence are there and which are not, and of rivals only what was obtained."""
        words, state = STATES[self.state], self.state
        if state == "passed":
            return words + ", every rival rejected" * self.all_rejected
        if state == "failed":
            return words
        kinds = ", ".join(dict.fromkeys(row.kind for row in self.rows))
        parts = [f"with {kinds}" * bool(kinds), f"without {', '.join(self.missing)}" * bool(self.missing)]
        return ": ".join(filter(None, (words, ", ".join(filter(None, parts)))))


STATES: Mapping[str, str] = {
    "passed": "checked",
    "partly": "partly checked",
    "unchecked": "not checked in that run",
    "failed": "does not pass",
}
"""What may be said of a claim that a ledger has."""


@dataclass(frozen=True)
class Entry:
    """A claim in a document. `derivation` was built, and so checked, in this run; None where `no_derivation` says why.

    `uses` are the claims that its steps or its proof use, `used_by` those that use it, of the whole project. `recorded` is None
    where no ledger was given, or the ledger does not have this claim.
    """

    claim: Claim
    derivation: Derivation | None
    no_derivation: str
    at: At
    rivals: tuple[Tempting, ...]
    figures: tuple[Published, ...]
    assumes: Mapping[str, str]  # premise -> why it may be assumed
    uses: tuple[str, ...]
    used_by: tuple[str, ...]
    references: tuple[str, ...]  # keys of `Document.references`
    recorded: Recorded | None

    @property
    def status(self) -> str:
        """What may be said of the claim in this document, in words: never more than was obtained."""
        if self.recorded is not None:
            return self.recorded.status
        if self.derivation is None:
            return "not proved in this build"
        return "derivation checked; not proved in this build"


@dataclass(frozen=True)
class Section:
    """A chain, with the claims that were asked for."""

    name: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Reference:
    """A work that a source names."""

    key: str
    text: str
    url: str = ""


WITHOUT_EVIDENCE = "The ledger that was given holds none of these claims, so no claim is shown as proved."
"""What a document says of a ledger of other claims."""


@dataclass(frozen=True)
class Document:
    """Everything that a format prints. `environment` holds the versions that the ledger names; empty without one."""

    sections: tuple[Section, ...]
    terms: tuple[Term, ...]  # the symbols that occur, in the vocabulary's order
    references: tuple[Reference, ...]
    version: str
    environment: Mapping[str, str] = field(default_factory=dict)
    values: Env = field(default_factory=dict)

    @property
    def has_ledger(self) -> bool:
        return bool(self.environment)

    @property
    def has_evidence(self) -> bool:
        """Whether the ledger that was given holds a claim of the document."""
        return any(entry.recorded is not None for entry in self.entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for section in self.sections for entry in section.entries)
