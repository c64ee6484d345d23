"""All that is drawn in a document."""

from __future__ import annotations

from typing import NamedTuple

from ..model import Document
from .charts import charts
from .estimates import estimates
from .graphs import chain_graph, claim_graphs


class Drawn(NamedTuple):
    """A figure of a page: `html` is a `figure` element with its drawing, its caption and, folded, its data."""

    id: str
    chain: str
    html: str
    is_plot: bool = False  # curves that the sliders may move; else measured values, or a graph of claims


def figures(document: Document) -> tuple[Drawn, ...]:
    """The figures of each chain: its plots, what simulations measured, the graph of its claims (`BadInput` for a cycle)."""
    plots = [Drawn(id_, chain, html, is_plot=True) for chain, id_, html in charts(document)]
    others = [Drawn(id_, chain, html) for chain, id_, html in (*estimates(document), *claim_graphs(document))]
    return (*plots, *others)


def graph(document: Document) -> str:
    """The graph of the chains, a `figure`; "" for a document of one chain."""
    return chain_graph(document)
