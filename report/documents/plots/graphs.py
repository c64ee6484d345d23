"""How claims lean on each other: a graph of each chain's claims, and one of the chains."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..drawing.arcs import Look, Node, drawn, ordered
from ..drawing.svg import Markup, element, joined
from ..model import Document, Entry, Section
from .page_parts import figure
from .registry import claim_ids

LOOKS = {
    "failed": Look("cross", "dp-failed", "does not pass"),
    "proved": Look("circle", "dp-proved", "proved"),
    "exact": Look("square", "dp-exact", "exact (enumerated, not proved for all)"),
    "holds": Look("triangle", "dp-holds", "holds statistically"),
    "partly": Look("triangle", "dp-open", "checked in part"),
    "nothing": Look("diamond", "dp-open", "nothing says that it holds"),
    "checked": Look("circle", "dp-open", "derivation checked (no verdict of a ledger)"),
    "unproved": Look("diamond", "dp-open", "not proved in this build (no verdict of a ledger)"),
    "elsewhere": Look("square", "dp-open", "of another chain, or not in this document"),
}
"""How a claim's state looks: a shape as well as a colour."""

VERDICTS = ("proved", "exact", "holds")
"""From the strongest down: a claim shows the strongest that it has."""

COLUMNS = 40
"""Characters in a line beside a node."""


def state(entry: Entry) -> str:
    """The state of a claim in this document (a key of `LOOKS`): what the ledger says, or else what this run checked."""
    if entry.recorded is None:
        return "checked" if entry.derivation is not None else "unproved"
    if entry.recorded.state != "passed":
        return {"failed": "failed", "partly": "partly", "unchecked": "nothing"}[entry.recorded.state]
    found = {row.verdict for row in entry.recorded.rows if row.kind != "figure"}
    return next((verdict for verdict in VERDICTS if verdict in found), "nothing")


def claim_graphs(document: Document) -> Iterator[tuple[str, str, Markup]]:
    """Chain, id and figure of each chain's graph, where its claims use any. Raises `BadInput` for a cycle of claims."""
    uses = {entry.claim.id: entry.uses for entry in document.entries}
    ordered(list(uses), uses)
    ids = claim_ids(document)
    for section in document.sections:
        own = {entry.claim.id: entry for entry in section.entries}
        foreign = dict.fromkeys(used for entry in section.entries for used in entry.uses if used not in own)
        if not any(entry.uses for entry in section.entries):
            continue
        order = ordered([*foreign, *own], {id_: uses[id_] for id_ in own})
        nodes = [_claim_node(own[id_]) if id_ in own else _stub(id_, section.name, ids) for id_ in order]
        id_ = f"dp-graph-{section.name}"
        title = f"{section.title}: which claims use which"
        note = "Each arc leads down from a claim to one whose derivation or proof uses it."
        svg = drawn(id_, title, nodes, {one: uses[one] for one in own})
        yield section.name, id_, figure(id_, svg, title, [note], _claim_list(section, ids), "As a list")


def chain_graph(document: Document) -> str:
    """The figure of the chains, which one uses claims of which; "" where there is only one."""
    if len(document.sections) < 2:
        return ""
    counts = {section.name: _chains_used(section) for section in document.sections}
    names = [section.name for section in document.sections]
    forward = {name: [used for used in counts[name] if used in names] for name in names}
    sections = {section.name: section for section in document.sections}
    nodes = [_chain_node(sections[name], counts[name]) for name in ordered(names, forward)]
    title = "Which chains use claims of which"
    note = "Each arc leads down from a chain to one that uses claims of it."
    items = [_chain_item(sections[name], counts[name], names) for name in names]
    svg = drawn("dp-graph-chains", title, nodes, forward)
    return figure("dp-graph-chains", svg, title, [note], element("ul", *items), "As a list")


def _claim_node(entry: Entry) -> Node:
    return Node(entry.claim.id, (entry.claim.id.split(".", 1)[1],), LOOKS[state(entry)], f"#{entry.claim.id}")


def _stub(id_: str, chain: str, ids: frozenset[str]) -> Node:
    name = id_.removeprefix(f"{chain}.")
    return Node(id_, (name,), LOOKS["elsewhere"], f"#{id_}" if id_ in ids else "")


def _claim_list(section: Section, ids: frozenset[str]) -> Markup:
    return element("ul", *(_claim_item(entry, ids) for entry in section.entries))


def _claim_item(entry: Entry, ids: frozenset[str]) -> Markup:
    links = [_link(used, ids) for used in entry.uses]
    uses = joined(": uses ", *_listed(links)) if links else ": uses no other claim"
    return element("li", _link(entry.claim.id, ids), f" ({LOOKS[state(entry)].words})", uses)


def _link(id_: str, ids: frozenset[str]) -> Markup:
    return element("a", id_, href=f"#{id_}") if id_ in ids else joined(id_)


def _listed(parts: Sequence[Markup]) -> Iterator[Markup]:
    for k, part in enumerate(parts):
        yield joined(", ", part) if k else part


def _chains_used(section: Section) -> Mapping[str, int]:
    """The other chains that a chain's claims use, and how often."""
    used = Counter(used.split(".")[0] for entry in section.entries for used in entry.uses)
    return {name: count for name, count in used.items() if name != section.name}


def _chain_node(section: Section, counts: Mapping[str, int]) -> Node:
    lines = (*textwrap.wrap(section.title, COLUMNS), *textwrap.wrap(_summary(section, counts), COLUMNS))
    return Node(section.name, lines, LOOKS[_weakest(section)], f"#{section.name}")


def _weakest(section: Section) -> str:
    """The state of the claim that least is known of."""
    found = {state(entry) for entry in section.entries}
    return next(
        name
        for name in ("failed", "nothing", "unproved", "partly", "checked", "holds", "exact", "proved")
        if name in found
    )


def _summary(section: Section, counts: Mapping[str, int]) -> str:
    claims = Counter(state(entry) for entry in section.entries)
    count = f"{len(section.entries)} claim{'s' * (len(section.entries) != 1)}"
    known = [f"{number} {LOOKS[name].words.split(' (')[0]}" for name, number in claims.items()]
    used = [f"{name} ({number})" for name, number in counts.items()]
    return f"{count}: {', '.join(known)}" + (f"; uses {', '.join(used)}" if used else "")


def _chain_item(section: Section, counts: Mapping[str, int], names: Sequence[str]) -> Markup:
    return element("li", element("a", section.name, href=f"#{section.name}"), f", {_summary(section, counts)}")
