"""Documents as LaTeX: fragments to `\\input`, or a whole article, which `pdf` sets.

fragment  a chain's claims and derivations; needs amsmath, and nothing else
numbers   statements and figures with numbers put in
claims    what the article says of a claim beside its derivation: what tempts, figures, evidence, links
tables    nomenclature, the table of evidence, the bibliography
article   all of it, with geometry, array, booktabs, longtable and hyperref
pdf       the article set by pdflatex, lualatex or tectonic, and what their log complains of
"""

from __future__ import annotations

from collections.abc import Mapping

from ..formats import Layout
from ..model import Document
from .article import article
from .fragment import fragment

WHOLE = "draftproof.tex"


def files(document: Document, layout: Layout) -> Mapping[str, str]:
    """A file for each chain, or one article. ASCII."""
    if layout.standalone:
        return {WHOLE: article(document)}
    return {f"{section.name}.tex": fragment(section) for section in document.sections}
