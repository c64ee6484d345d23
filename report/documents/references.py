"""The bibliography of a document: the works that the sources of its claims and figures name."""

from __future__ import annotations

from collections.abc import Iterable

from ...derivations.claims import Claim
from ...derivations.figures import Figure
from ...derivations.works import WORKS, works_in
from .model import Entry, Reference


def keys(claim: Claim) -> tuple[str, ...]:
    """The keys of the works that a claim and its figures name, the claim's own first."""
    figures = [one for figure in claim.figures for one in ((figure,) if isinstance(figure, Figure) else figure.figures)]
    sources = [claim.source, *(figure.source for figure in figures)]
    return tuple(dict.fromkeys(work.key for source in sources for work in works_in(source)))


def bibliography(entries: Iterable[Entry]) -> tuple[Reference, ...]:
    """The works that the entries name, in the order of the register."""
    named = {key for entry in entries for key in entry.references}
    return tuple(Reference(work.key, work.text, work.url) for work in WORKS if work.key in named)
