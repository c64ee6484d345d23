"""Graphs of claims and chains: derived from what they use, coloured only by what a ledger says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from draftproof.derivations.claims import chain
from draftproof.derivations.derive import Derivation
from draftproof.errors import BadInput
from draftproof.report.documents.model import Recorded, Row
from draftproof.report.documents.plots.graphs import LOOKS, chain_graph, claim_graphs, state

NAMES = [claim.id for claim in chain("tokens").claims]


def recorded(verdict: str, passes: bool = True) -> Recorded:
    return Recorded((Row("proof", verdict, passes, "z3", "", "", (), ""),), (), {}, () if passes else ("refuted",))


def graph_of(document: Any, name: str) -> str:
    return next(html for chain_name, _, html in claim_graphs(document) if chain_name == name)


def test_a_cycle_of_claims_is_refused(unchecked: Callable[..., Any]) -> None:
    uses = {"tokens.law": ("tokens.tail",), "tokens.tail": ("tokens.total",), "tokens.total": ("tokens.law",)}
    with pytest.raises(BadInput, match=r"a cycle: tokens\.law uses tokens\.tail uses tokens\.total uses tokens\.law"):
        list(claim_graphs(unchecked(["tokens"], uses=uses)))


def test_a_cycle_through_another_chain_is_refused(unchecked: Callable[..., Any]) -> None:
    uses = {"tokens.law": ("acceptance.ratio",), "acceptance.ratio": ("tokens.law",)}
    with pytest.raises(BadInput, match=r"tokens\.law uses acceptance\.ratio uses tokens\.law"):
        list(claim_graphs(unchecked(["tokens", "acceptance"], uses=uses)))


def test_the_claims_themselves_have_no_cycle(unchecked: Callable[..., Any]) -> None:
    assert list(claim_graphs(unchecked()))


def test_every_claim_is_a_node_and_a_line_of_the_list(unchecked: Callable[..., Any]) -> None:
    html = graph_of(unchecked(["tokens"]), "tokens")
    parsed = ElementTree.fromstring(html)
    drawing, listed = parsed.find("svg"), parsed.find("details/ul")
    assert drawing is not None
    assert listed is not None
    assert {link.get("href") for link in drawing.iter("a")} == {f"#{name}" for name in NAMES}
    assert len(listed) == len(NAMES)


def test_a_lemma_of_another_chain_is_a_stub(unchecked: Callable[..., Any]) -> None:
    uses = {"draft_length.added": ("tokens.recurrence",)}
    alone = graph_of(unchecked(["draft_length"], uses=uses), "draft_length")
    assert ">tokens.recurrence</text>" in alone
    assert 'href="#tokens.recurrence"' not in alone, "it is not in this document"
    assert LOOKS["elsewhere"].words in alone
    both = graph_of(unchecked(["tokens", "draft_length"], uses=uses), "draft_length")
    assert 'href="#tokens.recurrence"' in both


@pytest.mark.parametrize(("found", "expected"), [
    (recorded("proved"), "proved"), (recorded("exact"), "exact"), (recorded("holds"), "holds"), (Recorded(()), "nothing"),
    (recorded("proved", passes=False), "failed"), (None, "unproved"),
    (replace(recorded("proved"), missing=("simulation",)), "partly"),
    (Recorded((Row("figure", "exact", True, "own", "", "", (), ""),), missing=("proof",)), "nothing"),
])  # fmt: skip
def test_the_state_is_what_the_ledger_says(
    unchecked: Callable[..., Any], found: Recorded | None, expected: str
) -> None:
    (entry,) = unchecked(["tokens.law"], recorded={"tokens.law": found} if found else None).entries
    assert state(entry) == expected


def test_without_a_ledger_there_is_no_verdict(unchecked: Callable[..., Any]) -> None:
    (entry,) = unchecked(["tokens.law"]).entries
    checked = replace(entry, derivation=Derivation(entry.claim, ()))
    assert (state(entry), state(checked)) == ("unproved", "checked")
    assert "no verdict of a ledger" in LOOKS["unproved"].words
    assert "no verdict of a ledger" in LOOKS["checked"].words
    html = graph_of(unchecked(["tokens"]), "tokens") + chain_graph(unchecked())
    assert "dp-proved" not in html
    assert "no verdict of a ledger" in html


def test_states_differ_in_more_than_colour() -> None:
    shapes = [
        (look.shape, look.kind == "dp-open")
        for name, look in LOOKS.items()
        if name not in ("checked", "unproved", "nothing")
    ]
    assert len(set(shapes)) == len(shapes)


def test_the_chains_with_what_they_use(unchecked: Callable[..., Any]) -> None:
    uses = {"acceptance.ratio": ("tokens.law", "tokens.tail"), "draft_cost.cycle": ("tokens.law",)}
    html = chain_graph(unchecked(["tokens", "acceptance", "draft_cost"], uses=uses))
    assert "3 nodes, 2 arcs" in html
    assert "uses tokens (2)" in html
    assert chain_graph(unchecked(["tokens"])) == ""
