"""What the claims and their rivals say a quantity is, as trees: written once to `catalogue.json`, read without SymPy.

    python -m draftproof.checks.lint.collect

writes the file anew, after a change of a claim or rival in `derivations`. `collect` makes its content.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

from ...derivations.expr import Node, from_json, to_json
from ...derivations.vocabulary import TERMS
from ...errors import BadInput

SCHEMA = "draftproof/catalogue/1"
FILE = "catalogue.json"
COMMAND = "python -m draftproof.checks.lint.collect"


@dataclass(frozen=True)
class Saying:
    """A claim or a rival, whether a formula says it or words do. `text` is its statement, "" for what a program does."""

    id: str
    claim: str
    right: bool
    says: str
    why_tempting: str
    source: str
    title: str
    text: str


@dataclass(frozen=True)
class Entry:
    """A formula that a claim (`right`) or a rival gives for a quantity.

    `tree` is over vocabulary names. Quantities in it may stand for themselves (`E/(1+γc)`) or be written out: a claim has an
    entry for each. `where` is the condition under which a claim's formula holds, "" for its whole domain; a point that the
    formula leaves out, alpha = 1, is none. `text` is the formula as people write it.
    """

    id: str
    claim: str
    quantity: str
    tree: Node
    right: bool
    says: str
    why_tempting: str
    source: str
    title: str
    text: str
    where: str


@dataclass(frozen=True)
class Condition:
    """A condition under which a claim (`right`) or a rival says that speculation pays. `pays` is a truth-valued tree."""

    id: str
    claim: str
    pays: Node
    right: bool
    says: str
    why_tempting: str
    source: str
    title: str
    text: str


def entries() -> tuple[Entry, ...]:
    """Every formula, in the order of the chains; within a claim what is right first."""
    return _catalogue().entries


def conditions() -> tuple[Condition, ...]:
    """Every condition under which speculation is said to pay."""
    return _catalogue().conditions


def sayings() -> Mapping[str, Saying]:
    """Every claim and rival by id, those without a formula for a quantity included."""
    return _catalogue().sayings


def entry(id_: str) -> Entry:
    """The first entry of a claim or rival. Raises `BadInput` where it gives no quantity a formula."""
    for found in entries():
        if found.id == id_:
            return found
    raise BadInput(f"'{id_}' gives no formula for a quantity")


def family(quantity: str) -> str:
    """The quantity that one stands for where a file does not say from what it is computed: `S` for `S_t`, `E` for `L`."""
    if quantity in _ALIKE:
        return _ALIKE[quantity]
    base = quantity.split("_")[0]
    if base in TERMS and TERMS[base].is_quantity:
        own, other = TERMS[quantity], TERMS[base]
        if (own.text, own.unit) == (other.text, other.unit):
            return _ALIKE.get(base, base)
    return quantity


_ALIKE = {"L": "E", "tau": "E", "c_t": "c", "alpha_pq": "alpha", "L_n": "E"}
"""Tokens per verification have three letters; c and α are symbols in most claims and quantities in some."""


@dataclass(frozen=True)
class _Catalogue:
    entries: tuple[Entry, ...]
    conditions: tuple[Condition, ...]
    sayings: Mapping[str, Saying]


@cache
def _catalogue() -> _Catalogue:
    text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    data = json.loads(text)
    said = {one["id"]: Saying(**one) for one in data["sayings"]}

    def about(id_: str) -> dict[str, Any]:
        one = said[id_]
        return {
            name: getattr(one, name) for name in ("id", "claim", "right", "says", "why_tempting", "source", "title")
        }

    return _Catalogue(
        tuple(
            Entry(**about(one["id"]), quantity=one["quantity"], tree=from_json(one["tree"]), text=one["text"],
                  where=one["where"])
            for one in data["entries"]
        ),
        tuple(
            Condition(**about(one["id"]), pays=from_json(one["pays"]), text=one["text"]) for one in data["conditions"]
        ),
        said,
    )  # fmt: skip


def written(said: tuple[Saying, ...], found: tuple[Entry, ...], conditions: tuple[Condition, ...]) -> str:
    """The content of the file: one claim, rival or formula a line, so that a change shows as a line."""
    groups = {
        "sayings": [{field.name: getattr(one, field.name) for field in fields(one)} for one in said],
        "entries": [
            {"id": e.id, "quantity": e.quantity, "tree": to_json(e.tree), "text": e.text, "where": e.where}
            for e in found
        ],
        "conditions": [{"id": c.id, "pays": to_json(c.pays), "text": c.text} for c in conditions],
    }
    return "".join(_lines(groups))


def _lines(groups: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    yield f'{{"schema": "{SCHEMA}", "note": "@generated by {COMMAND}"'
    for name, rows in groups.items():
        yield f',\n"{name}": [\n'
        yield ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
        yield "\n]"
    yield "}\n"
