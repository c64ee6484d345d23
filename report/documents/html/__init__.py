"""A document as one HTML page: it fetches nothing, folds every claim, prints, and reads aloud; in a folder, pages of one chain too.

A page of one chain reads without JavaScript. One of many chains that would be too large is packed (`packing`), and says in place of
what it unpacks with JavaScript where to read it without.

page      the shell: head, contents, chains, references
claims    one claim: its statement, derivation, numbers, rivals, figures, evidence
parts     escaping, math that may break, tables
live      claims' lines that the sliders move, for live.js; exact.js  their values, exact or with a bound on the error
page.css  how it looks; reading.js  what a reader may switch; page.js  plots that the sliders move
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..formats import Layout
from ..model import Document, Section
from ..nomenclature import terms_of
from ..references import bibliography
from .page import page
from .parts import INDEX, page_of

WHOLE = "draftproof.html"


def files(document: Document, layout: Layout) -> Mapping[str, str]:
    """The whole page; with `pages` as an index, with a page for each chain beside it, which it and they link to."""
    if not layout.pages:
        return {WHOLE: page(document)}
    parts = {page_of(section.name): _part(document, section) for section in document.sections}
    return {INDEX: page(document, document), **{name: page(part, document) for name, part in parts.items()}}


def _part(document: Document, section: Section) -> Document:
    """The document of one chain."""
    return replace(
        document, sections=(section,), terms=terms_of(section.entries), references=bibliography(section.entries)
    )
