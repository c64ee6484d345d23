"""The article's tables, which break between pages: nomenclature, the verdicts of all claims; and the bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ....derivations.latex_words import foreign, latex_code, latex_text, plain_text
from ....derivations.notation import LATEX
from ....derivations.vocabulary import Term
from ....ledger import KINDS
from ..model import Document, Entry, Recorded

ABSENT = "--"


def nomenclature(document: Document) -> Iterator[str]:
    """Symbol, meaning, domain and unit."""
    if not document.terms:
        return
    yield r"\section*{Nomenclature}"
    yield from _head(r"P{92pt}P{178pt}P{68pt}P{44pt}", ("Symbol", "Meaning", "Domain", "Unit"))
    yield from kept(map(_term, document.terms))
    yield r"\end{longtable}}"


def _term(term: Term) -> str:
    inner = r", \allowbreak ".join(map(LATEX.name, term.parameters))
    arguments = f"({inner})" if inner else ""
    symbol = rf"\({LATEX.name(term.name)}{arguments}\)"
    unit = "" if term.unit == "1" else latex_text(term.unit)
    return rf"{symbol} & {latex_text(term.meaning)} & {latex_text(str(term.domain))} & {unit}"


def kept(rows: Iterable[str]) -> Iterator[str]:
    """The rows of a table that breaks between pages: its first two stay together, and its last two, so that none stands alone."""
    lines = list(rows)
    for place, line in enumerate(lines):
        yield line + (r" \\*" if place in (0, len(lines) - 2) else r" \\")


def evidence_table(document: Document) -> Iterator[str]:
    """The verdicts of all claims, kind by kind, and the versions they were obtained with."""
    if not document.has_evidence:
        return
    yield r"\section*{Evidence}"
    versions = ", ".join(f"{name} {version}" for name, version in document.environment.items())
    yield rf"\noindent Obtained with {foreign(versions)}. Two verdicts in a cell stand for several pieces of evidence."
    yield from _head(r"P{164pt}" + r"P{41pt}" * len(KINDS), ("Claim", *(kind.capitalize() for kind in KINDS)))
    yield from kept(
        rf"{latex_code(entry.claim.id)}~\eqref{{dp:{entry.claim.id}}} & {' & '.join(_verdicts(entry))}"
        for entry in document.entries
    )
    yield r"\end{longtable}}"


def _verdicts(entry: Entry) -> Iterator[str]:
    for kind in KINDS:
        yield _verdict(kind, entry.recorded) if entry.recorded else ABSENT


def _verdict(kind: str, recorded: Recorded) -> str:
    found = dict.fromkeys(row.verdict for row in recorded.rows if row.kind == kind)
    return foreign(", ".join(found)) or ("not run" if kind in recorded.missing or kind in recorded.not_run else ABSENT)


def bibliography(document: Document) -> Iterator[str]:
    """The works that the claims' sources name, each with its address."""
    if not document.references:
        return
    yield r"\begin{thebibliography}{99}"
    for work in document.references:
        url = rf" \url{{{_url(work.url)}}}" if work.url else ""
        yield rf"\bibitem{{{work.key}}} {latex_text(work.text.removesuffix('.'))}.{url}"
    yield r"\end{thebibliography}"


def _url(url: str) -> str:
    """Within \\url, a percent sign and a hash are escaped; what else TeX reads has no place in an address."""
    return re.sub(r"[^\w.:/?=&~+-]", "", plain_text(url) and url, flags=re.ASCII)


def _head(columns: str, titles: tuple[str, ...]) -> Iterator[str]:
    yield r"{\footnotesize\setlength{\tabcolsep}{3pt}"
    yield rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}"
    yield r"\toprule"
    yield " & ".join(titles) + r" \\ \midrule \endhead"
    yield r"\bottomrule \endfoot"
