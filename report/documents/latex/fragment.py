r"""A chain to `\input` into anybody's article: its claims, each with its domain, premises and derivation. amsmath is all it needs.

The macros are ours by their names, and given with \providecommand: an article that defines them before sets the headings its
own way, as ours does. Labels: `dp:ID` is the equation of a claim's result (`dp:ID.2` that of its second argument), or of its
statement where no derivation is.

In a column narrower than LaTeX's usual line (345 pt), as in an article of two columns, some formulas stand out of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....derivations.latex_words import latex_code, latex_text, plain_text
from ....derivations.typeset import arguments_latex, domain_latex, label, statement_latex
from ..model import Entry, Section

MACROS = r"""
\providecommand{\dpwords}[2]{#1}
\providecommand{\dpchain}[1]{\subsection*{#1}}
\providecommand{\dpclaim}[2]{\paragraph{#1}}
\providecommand{\dpsaid}[1]{{\noindent\emergencystretch=3em #1\par}}
\providecommand{\dphead}[1]{\par\smallskip\noindent\textit{#1}\enspace}
""".strip()
r"""\dpwords{WITH MATH}{WITHOUT}, \dpchain{TITLE}, \dpclaim{TITLE}{ID}, \dpsaid{SENTENCES}, \dphead{WORDS}."""


def fragment(section: Section) -> str:
    """The chain's claims, as a file of its own."""
    head = [
        rf"% {section.name}: needs \usepackage{{amsmath}}; with \allowdisplaybreaks it breaks between pages",
        MACROS,
        chain_heading(section),
    ]
    return "\n".join([*head, *(f"\n{claim_latex(entry)}" for entry in section.entries)]) + "\n"


def chain_heading(section: Section) -> str:
    """The chain's title, as the article that takes it in sets one."""
    return rf"\dpchain{{{heading_words(section.title)}}}"


def claim_latex(entry: Entry, *, about: str = "", cites: str = "", premises: str = "") -> str:
    """A claim with its derivation. The article adds a line about it, citations, and why the premises may be made."""
    claim = entry.claim
    blocks = [
        rf"\dpclaim{{{heading_words(claim.title or claim.id)}}}{{{latex_code(claim.id)}}}",
        about,
        statement_latex(claim.statement, "" if entry.derivation else label(claim)),
        _said_of(entry, cites),
        premises or _premises(entry),
        *_derivation(entry),
    ]
    return "\n".join(filter(None, blocks))


def heading_words(words: str) -> str:
    """Words of a heading: where there is math among them, a bookmark has them without."""
    found = latex_text(words)
    return found if "\\" not in found else rf"\dpwords{{{found}}}{{{plain_text(words)}}}"


def _said_of(entry: Entry, cites: str) -> str:
    domain = domain_latex(entry.claim.domain)
    where = f"For {domain}. " if domain else ""
    return rf"\dpsaid{{{where}Source: {latex_text(entry.claim.source)}{cites}.}}"


def _premises(entry: Entry) -> str:
    return rf"\dphead{{Assuming}} {'; '.join(map(latex_text, entry.assumes))}." if entry.assumes else ""


def _derivation(entry: Entry) -> Iterator[str]:
    if entry.derivation is None:
        yield rf"\dphead{{No derivation:}} {latex_text(entry.no_derivation)}."
    else:
        yield r"\dphead{Derivation.}\nopagebreak"
        yield from arguments_latex(entry.derivation)
