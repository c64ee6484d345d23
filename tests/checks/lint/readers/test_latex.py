"""LaTeX: macros, displays and their rows, tables, headings, comments, listings, and the bounds on expansion."""

import pytest
from draftproof.checks.lint.readers import parse
from draftproof.checks.lint.readers.texmath import MAX_GROWTH, Macros, group_end


def told(text):
    return [(str(p.kind), p.place(0).line, p.place(0).column, p.text) for p in parse("a.tex", text).passages]


def stated(text):
    found = parse("a.tex", text).formulas
    return [(f.passage.place(f.start).line, f.passage.place(f.start).column, f.text, f.result) for f in found]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\newcommand{\al}{\alpha}$1+\al$", r"$1+\alpha$"),
        (r"\newcommand\al{\alpha} $1+\al$", r"$1+\alpha$"),
        (r"\renewcommand*{\E}[1]{\mathbb{E}[#1]}$\E{N} = 2$", r"$\mathbb{E}[N] = 2$"),
        (r"\newcommand{\f}[2][k]{#1 + #2}$\f{a}$, $\f[b]{c}$", r"$k + a$, $b + c$"),
        (r"\def\f#1#2{\frac{#1}{#2}}$\f{1}{2} + \f ab$", r"$\frac{1}{2} + \frac{a}{b}$"),
        (r"\DeclareMathOperator{\E}{E}$\E[N] = 1$", r"$\operatorname{E}[N] = 1$"),
        (r"\def\a{\b}\def\b{k+1}$\a$", r"$k+1$"),
        (r"\newcommand{\EE}[1]{E\left[#1\right]}$\EE{N}$", r"$E[N]$"),
        (r"$\nicefrac{a}{b}$ and $\boxed{1 + k}$", r"$\frac{a}{b}$ and $1 + k$"),
        (r"1 + k % a remark", r"1 + k"),
        (r"65\% of \emph{drafted} tokens~\cite{a} \& more", r"65% of drafted tokens  & more"),
        (r"\verb|1 + k*a| and \texttt{1 + n\_spec}", r"1 + k*a and 1 + n_spec"),
        (r"$\underbrace{1+k}_{\text{linear}} = 2$", r"${1+k} = 2$"),
        (r"costs \$5 and \$6", r"costs $5 and $6"),
    ],
)
def test_paragraphs(written, read):
    assert [text for kind, _, _, text in told(written) if kind == "prose"] == [read]


PAGE = r"""
\documentclass{article}
\newcommand{\al}{\alpha} % of each draft
\title{Speculation}
\begin{document}
\section{Expected \emph{tokens}}
It is $E = 1 + \gamma\al$:
\begin{align}
  E &= 1 + \gamma\al \label{eq:e} \\
  S &= \frac{E}{1 + \gamma c}, \qquad T = 2 + \gamma
\end{align}
which is wrong.

\begin{itemize}
  \item one $1+k$
  \item two
\end{itemize}
% E = 1 + k*p
% goes on
\begin{table}
\begin{tabular}{l|c}
$\gamma$ & tokens \\ \hline
5 & $1 + 5\cdot 0.7$ \\
\end{tabular}
\caption{At 0.7}
\end{table}
\begin{lstlisting}[language=Python]
e = 1 + k * a
\end{lstlisting}
\begin{minted}{python}
f = 2 + k
\end{minted}
\end{document}
"""


def test_a_page_by_its_passages():
    assert told(PAGE) == [
        ("comment", 3, 28, "of each draft"),
        ("heading", 4, 8, "Speculation"),
        ("heading", 6, 10, "Expected tokens"),
        ("prose", 7, 1, r"It is $E = 1 + \gamma\alpha$:"),
        ("math", 9, 3, r"E  = 1 + \gamma\alpha  \\ S  = \frac{E}{1 + \gamma c},  ;  T = 2 + \gamma"),
        ("prose", 12, 1, "which is wrong."),
        ("prose", 15, 9, "one $1+k$"),
        ("prose", 16, 9, "two"),
        ("comment", 18, 3, "E = 1 + k*p\ngoes on"),
        ("table", 22, 1, r"$\gamma$  |  tokens"),
        ("table", 23, 1, r"5  |  $1 + 5\cdot 0.7$"),
        ("prose", 25, 10, "At 0.7"),
        ("code", 28, 1, "e = 1 + k * a\n"),
        ("code", 31, 1, "f = 2 + k\n"),
    ]  # fmt: skip


def test_formulas_of_a_page():
    assert stated(PAGE) == [
        (7, 12, r"1 + \gamma\alpha", "E"),
        (9, 8, r"1 + \gamma\alpha", "E"),
        (10, 8, r"\frac{E}{1 + \gamma c}", "S"),
        (10, 43, r"2 + \gamma", "T"),
        (15, 14, "1+k", ""),
        (18, 7, "1 + k*p", "E"),
        (23, 6, r"1 + 5\cdot 0.7", ""),
        (28, 5, "1 + k * a", "e"),
        (31, 5, "2 + k", "f"),
    ]


def test_a_display_is_read_with_the_paragraphs_beside_it():
    (display,) = [p for p in parse("a.tex", PAGE).passages if p.kind == "math"]
    assert "It is" in display.around
    assert "which is wrong" in display.around
    assert display.above == "Expected tokens"


def test_a_row_is_read_with_its_table():
    row = [p for p in parse("a.tex", PAGE).passages if p.kind == "table"][1]
    assert row.around.startswith(r"$\gamma$ = 5; tokens = $1 + 5\cdot 0.7$")
    assert "At 0.7" in row.around


def test_branches_are_apart():
    assert stated(r"\[ E = \begin{cases} k + 1 & a = 1 \\ 2k & a < 1 \end{cases} \]")[0][2:] == ("k + 1", "E")


def test_expansion_is_bounded():
    doubling = "".join(rf"\def\a{chr(97 + n)}{{\a{chr(98 + n)}\a{chr(98 + n)}}}" for n in range(20))
    macros = Macros(doubling + r"\def\x{\x}")
    assert len(macros.flat(r"\aa" * 50)) < MAX_GROWTH
    assert macros.flat(r"\x") == r"\x"


@pytest.mark.parametrize(
    ("text", "end"), [("{a}", 3), (" {a{b}c} d", 8), (r"{\}}", 4), ("{a", -1), ("a", -1), ("{" * 9, -1)]
)
def test_groups(text, end):
    assert group_end(text, 0) == end
