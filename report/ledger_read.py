"""A ledger from a file, for documents: read back whole, or refused in one line.

A ledger is as good as where it comes from: nobody can tell from the file whether its runs took place. What can be told is:
that it is complete and of this schema, that nobody changed it since it was written (`digest`), that its summary and failures
follow from its evidence, and that its claims and rivals are this build's, word for word.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from .. import __version__
from ..derivations import claims as register
from ..derivations.claims import Claim
from ..derivations.printing import latex, text
from ..errors import BadInput
from ..ledger import (
    KINDS,
    SCHEMA,
    ChainRecord,
    ClaimRecord,
    Evidence,
    Ledger,
    RivalOutcome,
    RivalRecord,
    Verdict,
)
from . import files
from .ledger_json import digest

MAX_CHARACTERS = 2**23
"""Of a ledger: that of all chains has a million, and what is longer takes memory before it can be refused."""

MAX_INTEGER = 2**128
"""Of draws and seeds."""

MAX_DEPTH = 40
"""Levels of nested data: a ledger has about ten."""


def read(path: str) -> Ledger:
    """The ledger in a file ('-': standard input). Raises `BadInput` for anything that is no ledger of this build."""
    return parsed(files.read(path), path)


def parsed(content: str, name: str) -> Ledger:
    """The ledger in a JSON text; `name` is what messages call it."""
    return _Reader(name).ledger(_data(content, name))


def _data(content: str, name: str) -> Any:
    def constant(value: str) -> NoReturn:
        raise BadInput(f"{name}: the number {value}, expected JSON")

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in found}) != len(found):
            raise BadInput(f"{name}: a key stands twice in an object, expected each once")
        return dict(found)

    if len(content) > MAX_CHARACTERS:
        raise BadInput(f"{name}: more than {MAX_CHARACTERS // 2**20} MiB, expected a ledger")
    try:
        data = json.loads(content, parse_constant=constant, object_pairs_hook=pairs)
    except BadInput:
        raise  # it is a ValueError too
    except RecursionError:
        raise BadInput(f"{name}: nested too deeply, expected a ledger") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"{name}:{error.lineno}:{error.colno}: {error.msg}, expected JSON") from None
    except ValueError:  # a number of thousands of digits
        raise BadInput(f"{name}: a number too long to read, expected a ledger") from None
    if _depth(data) > MAX_DEPTH:
        raise BadInput(f"{name}: nested too deeply, expected a ledger")
    return data


def _depth(data: Any) -> int:
    depth, level = 0, [data]
    while level:
        depth += 1
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
    return depth


class _Reader:
    """Reads one file's data; every refusal names the file, and where in it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refuse(self, where: str, what: str) -> NoReturn:
        raise BadInput(f"{self.name}: {where}: {what}")

    def take(self, data: Any, key: str, kind: type | tuple[type, ...], where: str) -> Any:
        """What stands under a key, of that kind (a truth value is no number)."""
        if not isinstance(data, dict):
            self.refuse(where, "expected an object")
        if key not in data:
            self.refuse(where, f"lacks '{key}'")
        value = data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.refuse(where, f"'{key}' is of the wrong kind")
        return value

    def words(self, data: Any, key: str, where: str) -> tuple[str, ...]:
        return tuple(self._strings(self.take(data, key, list, where), key, where))

    def by_name(self, data: Any, key: str, where: str) -> dict[str, str]:
        found: dict[str, str] = self.take(data, key, dict, where)
        self._strings(list(found.values()), key, where)
        return found

    def _strings(self, values: list[Any], key: str, where: str) -> list[str]:
        if not all(isinstance(value, str) for value in values):
            self.refuse(where, f"'{key}' holds something that is no text")
        return values

    def number(self, data: Any, key: str, where: str, most: float = math.inf) -> float | None:
        value: float | None = self.take(data, key, (int, float, type(None)), where)
        if value is not None and not 0 <= value <= most:
            self.refuse(where, f"'{key}' is {_cut(str(value))}, expected a number from 0 to {most:g}")
        return value

    def ledger(self, data: Any) -> Ledger:
        schema = self.take(data, "schema", str, "the ledger")
        if schema != SCHEMA:
            self.refuse("the ledger", f"schema '{schema[:60]}', expected {SCHEMA}")
        if self.take(data, "digest", str, "the ledger") != digest(data):
            self.refuse("the ledger", "changed after it was written (its digest does not fit)")
        chains = tuple(self.chain(chain) for chain in self.take(data, "chains", list, "the ledger"))
        found = Ledger(
            self.take(data, "draftproof", str, "the ledger"), self.by_name(data, "environment", "the ledger"), chains
        )
        if found.draftproof != __version__:
            made = found.draftproof[:60]
            self.refuse("the ledger", f"of draftproof {made!r}, expected one of this build's, {__version__}")
        if not found.environment:
            self.refuse("environment", "empty, expected the versions of what was run")
        ids = [claim.id for claim in found.claims]
        for id_ in ids:
            if ids.count(id_) > 1:
                self.refuse(id_, "stands twice")
        if self.take(data, "summary", dict, "the ledger") != found.summary():
            self.refuse("summary", "does not follow from the evidence")
        failures = self.take(data, "failures", dict, "the ledger")
        for id_, reasons in found.faults().items():
            if not set(reasons) <= set(failures.get(id_, ())):
                self.refuse("failures", f"does not say what fails of {id_}")
        return found

    def chain(self, data: Any) -> ChainRecord:
        name = self.take(data, "name", str, "a chain")
        claims = tuple(self.claim(claim) for claim in self.take(data, "claims", list, f"chain {name[:60]}"))
        for claim in claims:
            if claim.id.split(".")[0] != name:
                self.refuse(claim.id, f"stands in the chain '{name[:60]}'")
        return ChainRecord(name, self.take(data, "title", str, name), claims)

    def claim(self, data: Any) -> ClaimRecord:
        id_ = self.take(data, "id", str, "a claim")
        try:
            claim = register.claim(id_)
        except BadInput:
            self.refuse(repr(id_[:60]), "no claim of this build")
        rivals = tuple(self.rival(rival, id_) for rival in self.take(data, "rivals", list, id_))
        found = ClaimRecord(
            id_,
            self.take(data, "statement", str, id_),
            self.take(data, "latex", str, id_),
            self.take(data, "source", str, id_),
            self.words(data, "assumes", id_),
            tuple(self.evidence(evidence, claim) for evidence in self.take(data, "evidence", list, id_)),
            rivals,
            self.by_name(data, "not_run", id_),
            self.by_name(data, "not_applicable", id_),
        )
        for what, here in _SAID.items():
            if getattr(found, what) != here(claim):
                self.refuse(
                    id_, f"its {what.replace('_', ' ')} is not this build's: made by another build of draftproof"
                )
        return found

    def rival(self, data: Any, where: str) -> RivalRecord:
        blind = self.by_name(data, "blind", where)
        says, why = (self.take(data, key, str, where) for key in ("says", "why_tempting"))
        return RivalRecord(self.take(data, "id", str, where), says, why, blind)

    def evidence(self, data: Any, claim: Claim) -> Evidence:
        where = claim.id
        kind = self.take(data, "kind", str, where)
        verdict = self.take(data, "verdict", str, where)
        if kind not in KINDS:
            self.refuse(where, f"the kind of evidence '{kind[:60]}', expected one of {', '.join(KINDS)}")
        if verdict not in set(Verdict):
            self.refuse(where, f"the verdict '{verdict[:60]}', expected one of {', '.join(Verdict)}")
        draws, seed = (self.take(data, key, (int, type(None)), where) for key in ("draws", "seed"))
        if not all(abs(whole or 0) < MAX_INTEGER for whole in (draws, seed)):
            self.refuse(where, "'draws' or 'seed' is longer than any is")
        return Evidence(
            kind, Verdict(verdict), self.take(data, "engine", str, where), self.take(data, "reason", str, where),
            self.number(data, "seconds", where) or 0.0, seed, draws, self.number(data, "false_alarm", where, most=1),
            self.take(data, "detail", dict, where), self.outcome(self.take(data, "rivals", dict, where), claim),
        )  # fmt: skip

    def outcome(self, data: Any, claim: Claim) -> RivalOutcome:
        where = claim.id
        numbers, blind = self.by_name(data, "numbers", where), self.by_name(data, "blind", where)
        rejected, survived = self.words(data, "rejected", where), self.words(data, "survived", where)
        miss = self.take(data, "miss", dict, where)
        known = {rival.id for rival in claim.rivals}
        for id_ in (*rejected, *miss):
            if id_ not in known:
                self.refuse(where, f"the rival '{id_[:60]}' is none of the claim")
        if list(rejected) != list(numbers):
            self.refuse(where, "the rivals rejected are not those with numbers")
        return RivalOutcome(
            numbers, survived, blind, {id_: self.number(miss, id_, where, most=1) or 0.0 for id_ in miss}
        )


def _cut(words: str) -> str:
    return words if len(words) <= 60 else words[:60] + "..."


def _rivals(claim: Claim) -> tuple[RivalRecord, ...]:
    return tuple(RivalRecord(rival.id, rival.says, rival.why_tempting, dict(rival.blind)) for rival in claim.rivals)


_SAID: Mapping[str, Callable[[Claim], Any]] = {
    "statement": lambda claim: text(claim.statement),
    "latex": lambda claim: latex(claim.statement),
    "source": lambda claim: claim.source,
    "assumes": lambda claim: claim.assumes,
    "rivals": _rivals,
    "not_applicable": lambda claim: dict(claim.not_applicable),
}
"""What a ledger says of a claim that this build says too."""
