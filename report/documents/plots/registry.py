"""The plots and values there are: a module of each chain's name in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from ....derivations import claims as register
from ....derivations.importing import imported
from ..model import Document
from .model import Plot, Value
from .resolve import resolve


@cache
def plots_of(chain: str) -> tuple[tuple[Plot, ...], tuple[Value, ...]]:
    """The plots and values of a chain; none where it has no module here."""
    name = f"{__package__}.{chain}"
    if chain not in register.chain_names() or not find_spec(name):
        return (), ()
    module = imported(name, PLOTS=tuple, VALUES=tuple)
    return module.PLOTS, module.VALUES


def plots(document: Document) -> Iterator[tuple[str, Plot]]:
    """The plots of a document's chains, of which the document has at least one claim."""
    ids = claim_ids(document)
    for section in document.sections:
        for plot in plots_of(section.name)[0]:
            if any(resolve(curve.formula).claim.id in ids for curve in plot.curves):
                yield section.name, plot


def values(document: Document) -> Iterator[Value]:
    """The reader's values of a document's chains."""
    ids = claim_ids(document)
    for section in document.sections:
        for value in plots_of(section.name)[1]:
            if resolve(value.formula).claim.id in ids:
                yield value


def claim_ids(document: Document) -> frozenset[str]:
    """The ids of the claims that a document has."""
    return frozenset(entry.claim.id for entry in document.entries)
