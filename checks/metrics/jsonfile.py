"""Counters as a small JSON document, for engines that print neither of the other formats.

    {"schema": "draftproof/counters/1",
     "engines": [{"engine": "0", "drafts": 87, "drafted": 259, "accepted": 167,
                  "per_position": [70, 55, 42], "reached": [87, 70, 54], "gamma": 3}]}

`drafted` and `accepted` are tokens, bonus and recovered tokens not among them. Optional: `per_position` (drafts whose
first i tokens were all accepted), `reached` (drafts whose token i existed and whose tokens before it were accepted: it
tells a rejection from a draft that was too short), `gamma` (the longest draft). Other keys are refused. The counts are
running totals, so two documents can be subtracted.
"""

from __future__ import annotations

import json
from typing import Any

from ...errors import BadInput
from .counters import MAX_ENGINES, MAX_POSITIONS, Counters, printable

SCHEMA = "draftproof/counters/1"
EXAMPLE = f'{{"schema": "{SCHEMA}", "engines": [{{"engine": "0", "drafts": 200, "drafted": 1000, "accepted": 600}}]}}'
"""The smallest document: what a complaint about another shape shows."""

_REQUIRED = ("engine", "drafts", "drafted", "accepted")
_LISTS = ("per_position", "reached")
_OPTIONAL = (*_LISTS, "gamma")


def read_json(text: str, name: str) -> tuple[Counters, ...]:
    """The counters of every engine in the document; `BadInput` says what is wrong with it, and where."""
    try:
        document = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadInput(f"{name}: line {error.lineno} column {error.colno}: {error.msg}, expected JSON") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name}: {printable(str(error), 80)}, expected JSON of schema {SCHEMA}") from error
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise BadInput(f'{name}: no "schema": "{SCHEMA}", expected JSON such as {EXAMPLE}')
    engines = document.get("engines")
    if set(document) != {"schema", "engines"} or not isinstance(engines, list) or not 1 <= len(engines) <= MAX_ENGINES:
        raise BadInput(
            f"{name}: expected the keys schema and engines, a list of 1 to {MAX_ENGINES} engines, such as {EXAMPLE}"
        )
    counted = tuple(_engine(entry, f"{name}: engines[{i}]", name) for i, entry in enumerate(engines))
    if len({counters.engine for counters in counted}) != len(counted):
        raise BadInput(f"{name}: two engines of the same name, expected each once")
    return counted


def _engine(entry: object, where: str, name: str) -> Counters:
    if not isinstance(entry, dict) or not set(_REQUIRED) <= set(entry) <= {*_REQUIRED, *_OPTIONAL}:
        raise BadInput(f"{where}: expected the keys {', '.join(_REQUIRED)} and optionally {', '.join(_OPTIONAL)}")
    if not isinstance(entry["engine"], str):
        raise BadInput(f"{where}: engine is {printable(repr(entry['engine']), 40)}, expected a text")
    counts = {key: _whole(entry[key], f"{where}: {key}") for key in ("drafts", "drafted", "accepted")}
    gamma = _whole(entry["gamma"], f"{where}: gamma") if "gamma" in entry else None
    lists = {key: _list(entry[key], f"{where}: {key}") if key in entry else None for key in _LISTS}
    return Counters(
        engine=entry["engine"],
        where=name,
        source="JSON",
        drafted=counts["drafted"],
        accepted=counts["accepted"],
        drafts=counts["drafts"],
        gamma=gamma,
        per_position=lists["per_position"],
        reached=lists["reached"],
    )


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"{where} is {printable(repr(value), 40)}, expected a whole number")
    return value


def _list(value: object, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MAX_POSITIONS:
        raise BadInput(f"{where} is {printable(repr(value), 40)}, expected a list of at most {MAX_POSITIONS} numbers")
    return tuple(_whole(item, f"{where}[{i}]") for i, item in enumerate(value))


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key twice in one object")
    return dict(pairs)


def _no_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON number")
