"""A document as one HTML page: it fetches nothing, works without JavaScript, folds every claim, prints, and reads aloud.

page      the shell: head, contents, chains, references
claims    one claim: its statement, derivation, numbers, rivals, figures, evidence
parts     escaping, math that may break, tables
page.css  how it looks; reading.js  what a reader may switch
"""

from __future__ import annotations

from collections.abc import Mapping

from ..formats import Layout
from ..model import Document
from .page import page

WHOLE = "draftproof.html"


def files(document: Document, layout: Layout) -> Mapping[str, str]:
    """The page, whatever the layout."""
    return {WHOLE: page(document)}
