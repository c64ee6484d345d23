"""A whole article of a document: what it is, nomenclature, the chains, the table of evidence, the bibliography.

Beside amsmath it needs array, booktabs, geometry, hyperref and longtable: Debian's texlive-latex-recommended, and what it
depends on, has them all.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....derivations.latex_words import latex_text, plain_text
from ..model import WITHOUT_EVIDENCE, Document
from .claims import whole_claim
from .fragment import chain_heading
from .numbers import point_latex
from .tables import bibliography, evidence_table, nomenclature

PREAMBLE = r"""
\documentclass[10pt]{article}
\usepackage{amsmath}
\usepackage{array,booktabs,longtable}
\usepackage[a4paper,textwidth=400pt,textheight=660pt]{geometry}
\usepackage[hidelinks]{hyperref}
\allowdisplaybreaks
\numberwithin{equation}{section}
\setcounter{tocdepth}{2}
\expandafter\renewcommand\csname @tocrmarg\endcsname{4em plus 1fil}
\raggedbottom
\clubpenalty=10000 \widowpenalty=10000 \displaywidowpenalty=10000
\emergencystretch=3em
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\newcommand{\dpwords}[2]{\texorpdfstring{#1}{#2}}
\newcommand{\dpchain}[1]{\section{#1}}
\newcommand{\dpclaim}[2]{\subsection{#1}}
\newcommand{\dpstatus}[2]{{\small #1\quad\textit{#2}}\par\nobreak}
\newcommand{\dpsaid}[1]{#1\par}
\newcommand{\dphead}[1]{\par\medskip\textit{#1}\enspace}
\newcolumntype{P}[1]{>{\raggedright\arraybackslash}p{#1}}
\newenvironment{dplist}%
  {\csname @beginparpenalty\endcsname=10000
   \begin{list}{\textbullet}{\setlength{\leftmargin}{1.5em}\setlength{\itemsep}{2pt}\setlength{\parsep}{0pt}\setlength{\topsep}{2pt}}}%
  {\end{list}}
\newenvironment{dpbox}%
  {\par\medskip\begin{lrbox}{\dptempting}\begin{minipage}{\dimexpr\linewidth-16pt-2\fboxrule}\raggedright\small}%
  {\end{minipage}\end{lrbox}{\setlength{\fboxsep}{8pt}\noindent\fbox{\usebox{\dptempting}}}\par}
\newsavebox{\dptempting}
\setlength{\LTleft}{0pt}
\newenvironment{dpevidence}%
  {\par\footnotesize\setlength{\LTpre}{8pt}\setlength{\LTpost}{4pt}%
   \longtable{@{}P{62pt}P{44pt}P{164pt}P{90pt}@{}}\multicolumn{4}{@{}l@{}}{\normalsize\textit{Evidence}}\\*[2pt]\toprule}%
  {\bottomrule\endlongtable}
""".strip()

READING = """
Every claim stands with its domain and its premises. Of a derivation each step names its rule and says why it applies; the rule
computed what follows, and checked it, when this document was made. A result marked [stated] or [result given] was handed to the
rule, and only checked. What is tempting and wrong stands in a box, with numbers that reject it. A published figure is judged by
the digits that it prints, with the formula that it should follow.
""".replace("\n", " ").strip()

WITH_LEDGER = """
The evidence is that of one run of draftproof verify: proved (by the rules of the derivation, or by both solvers), exact
(enumerated in exact arithmetic), holds (a statistical test, whose error rates stand beside it).
""".replace("\n", " ").strip()

WITHOUT_LEDGER = """
This document was made without the record of a verification: the derivations were checked, and nothing was proved by solvers or
simulated in this build.
""".replace("\n", " ").strip()


def article(document: Document) -> str:
    """The article, ready for a TeX engine. ASCII; the same document gives the same bytes."""
    known = {entry.claim.id for entry in document.entries}
    title = _title(document)
    blocks = [
        PREAMBLE,
        rf"\hypersetup{{pdftitle={{{plain_text(title)}}}}}",
        rf"\title{{{latex_text(title)}}}",
        rf"\author{{draftproof {latex_text(document.version)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        *_opening(document),
        *nomenclature(document),
        *(
            "\n".join([chain_heading(section), *(whole_claim(entry, known) for entry in section.entries)])
            for section in document.sections
        ),
        *evidence_table(document),
        *bibliography(document),
        r"\end{document}",
    ]
    return "\n".join(blocks) + "\n"


def _title(document: Document) -> str:
    if len(document.entries) == 1:
        claim = document.entries[0].claim
        return claim.title or claim.id
    if len(document.sections) == 1:
        return document.sections[0].title
    return "The arithmetic of LLM decoding, derived and checked"


def _opening(document: Document) -> Iterator[str]:
    without = WITHOUT_EVIDENCE if document.has_ledger else WITHOUT_LEDGER
    yield f"{READING}\n\n{WITH_LEDGER if document.has_evidence else without}\n"
    if document.values:
        yield rf"A reader's own numbers are put in: {point_latex(document.values)}." + "\n"
    if len(document.entries) > 1:
        yield r"{\small\setlength{\parskip}{0pt}\tableofcontents}"
