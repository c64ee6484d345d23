"""A graph without cycles as a list with arcs: one node to a row, those that are used above those that use them.

Each name has its row, so that no two overlap, however many there are; an arc leads down from a node to one that uses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ....errors import BadInput
from .markers import SHAPES, mark
from .svg import Markup, drawing, element, number

WIDTH, NODES, ROW, LINE, TOP = 360.0, 96.0, 18.0, 15.0, 6.0
NEAR, FAR = 8.0, 86.0
"""How far an arc bends: between neighbours, and over the whole list."""


class Look(NamedTuple):
    """How a node's state looks: a shape, filled or not, a class for the colour, and the words for it."""

    shape: str
    kind: str
    words: str


class Node(NamedTuple):
    """A node: what stands beside it (the first line is its name, and a link), how it looks."""

    id: str
    lines: tuple[str, ...]
    look: Look
    href: str = ""


def ordered(ids: Sequence[str], uses: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The ids, each after all that it uses, else in the order given. Raises `BadInput` naming a cycle."""
    done: dict[str, None] = {}
    for id_ in ids:
        _visit(id_, uses, frozenset(ids), done, ())
    return tuple(done)


def _visit(
    id_: str, uses: Mapping[str, Sequence[str]], known: frozenset[str], done: dict[str, None], path: tuple[str, ...]
) -> None:
    if id_ in path:
        raise BadInput(f"a cycle: {' uses '.join((*path[path.index(id_) :], id_))}")
    if id_ in done:
        return
    for used in uses.get(id_, ()):
        if used in known:
            _visit(used, uses, known, done, (*path, id_))
    done[id_] = None


def drawn(id_: str, title: str, nodes: Sequence[Node], uses: Mapping[str, Sequence[str]]) -> Markup:
    """The graph: `nodes` in order, each after all that it uses (else `BadInput`)."""
    if tuple(node.id for node in nodes) != ordered([node.id for node in nodes], uses):
        raise BadInput("a node stands above one that it uses")
    looks = list(dict.fromkeys(node.look for node in nodes))
    start = TOP + LINE * len(looks) + 10
    places, y = {}, start + ROW / 2
    for node in nodes:
        places[node.id] = y
        y += ROW + LINE * (len(node.lines) - 1)
    edges = [(used, node.id) for node in nodes for used in uses.get(node.id, ()) if used in places]
    span = max((places[below] - places[above] for above, below in edges), default=1.0)
    return drawing(
        id_,
        title,
        f"{len(nodes)} nodes, {len(edges)} arcs: each leads down to what uses it. The list that follows says the same.",
        WIDTH,
        y,
        *_legend(looks),
        element("path", d="".join(_arc(places[above], places[below], span) for above, below in edges), class_="dp-arc"),
        *(_node(node, places[node.id]) for node in nodes),
        role="group",
    )


def _legend(looks: Sequence[Look]) -> Iterator[Markup]:
    for k, look in enumerate(looks):
        y = TOP + LINE * (k + 0.5)
        yield _sign(look, 8, y)
        yield element("text", look.words, x=20, y=y + 4, class_="dp-text dp-quiet")


def _arc(above: float, below: float, span: float) -> str:
    bend = NEAR + (FAR - NEAR) * ((below - above) / span) ** 0.7
    turn = number(NODES - bend / 0.75)  # a cubic with both handles there reaches three quarters of the way
    start, end = number(above), number(below)
    return f"M{number(NODES)} {start}C{turn} {start} {turn} {end} {number(NODES)} {end}"


def _node(node: Node, y: float) -> Markup:
    name, *more = node.lines
    text = element("text", name, x=NODES + 10, y=y + 4, class_="dp-text")
    lines = [
        element("text", line, x=NODES + 10, y=y + 4 + LINE * k, class_="dp-text dp-quiet")
        for k, line in enumerate(more, 1)
    ]
    title = element("title", node.look.words)
    link = element("a", title, text, href=node.href) if node.href else element("g", title, text)
    return element("g", _sign(node.look, NODES, y), link, *lines)


def _sign(look: Look, x: float, y: float) -> Markup:
    r = 4.5
    if look.shape in SHAPES:
        return element("path", d=mark(look.shape, x, y, r), class_=f"dp-node {look.kind}")
    cross = f"M{number(x - r)} {number(y - r)}l{number(2 * r)} {number(2 * r)}m0 {number(-2 * r)}l{number(-2 * r)} {number(2 * r)}"
    return element("path", d=cross, class_=f"dp-node dp-cross {look.kind}")
