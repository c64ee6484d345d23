"""A derivation as LaTeX: amsmath alone compiles it, and no line is wider than the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sympy as sp
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.derive import Derivation, derivation
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import Words, both, eq
from draftproof.derivations.typeset import derivation_latex, domain_latex, fitted, statement_latex
from shown import DOMAIN, FOUND, alpha, gamma

LONG = sum((alpha**power for power in range(2, 30)), sp.S.One)
FACTORED = 1 + alpha**2 * sum((alpha**power for power in range(1, 28)), sp.S.One)
FRACTION = LONG / (LONG + gamma + 1)
WIDE = Derivation(
    Claim("typeset.wide", eq(LONG, FACTORED), DOMAIN, "own"),
    (
        Argument(LONG, DOMAIN).stated("algebra", "too wide for a line", FACTORED),
        Argument(FRACTION, DOMAIN).stated("algebra", "so are its parts", 1 - (gamma + 1) / (LONG + gamma + 1)),
    ),
)


COMMANDS = {  # LaTeX itself, and amsmath
    "paragraph", "(", ")", "[", "]", "begin", "end", "left", "right", "sum", "alpha", "gamma", "le", "text", "frac",
    "notag", "label", "parbox", "linewidth", "raggedright", "textasciicircum", "\\", "{", "}", "&", "%", "_",
    "usepackage", "allowdisplaybreaks", "allowbreak", "noindent", "quad", "qquad", "lineskip", "hangindent",
    "displaystyle", "emph", "penalty", "biggl", "biggr",
}  # fmt: skip


@pytest.mark.parametrize("found", [FOUND, WIDE])
def test_latex_uses_amsmath_only(found: Derivation) -> None:
    written = derivation_latex(found)
    assert set(re.findall(r"\\([A-Za-z]+|.)", written, re.DOTALL)) <= COMMANDS
    assert re.findall(r"\\begin{(\w+)}", written) == re.findall(r"\\end{(\w+)}", written)
    assert set(re.findall(r"\\begin{(\w+)}", written)) == {"aligned", "align"} - (
        set() if "aligned" in written else {"aligned"}
    )
    assert written.isascii()


def test_latex_labels_are_ours_and_unique() -> None:
    labels = re.findall(r"\\label{([^}]*)}", derivation_latex(FOUND))
    assert labels == [
        "dp:shown.split_off",
        "dp:shown.split_off.2",
        "dp:shown.split_off.3",
        "dp:shown.split_off.4",
    ]


def test_latex_braces_balance_and_each_row_is_aligned() -> None:
    written = re.sub(r"\\[{}]", "", derivation_latex(FOUND))
    assert written.count("{") == written.count("}")
    assert written.count(r"\(") == written.count(r"\)")
    rows = re.findall(r"^.*\\parbox.*$", written, re.MULTILINE)
    assert len(rows) == 4
    assert all(len(re.findall(r"(?<!\\)&", row)) == 3 for row in rows)


def test_a_domain() -> None:
    domain = Domain({"alpha": UNIT, "k": Naturals(1)}, (Node("le", (sym("k"), Node("add", (sym("gamma"), num(1))))),))
    assert domain_latex(domain) == r"\(\alpha\) in [0, 1], \(k\) in \{1, 2, ...\}, \(k \le \gamma + 1\)"


def test_a_reason_stands_beside_a_short_formula_and_below_a_long_one() -> None:
    assert r" && \parbox[t]{.4\linewidth}" in derivation_latex(FOUND)
    written = derivation_latex(WIDE)
    assert "&&" not in written
    assert (
        "\n&\\qquad \\parbox[t]{.8\\linewidth}{\\raggedright \\emph{algebra [stated]}: too wide for a line}" in written
    )
    assert written.count(r"\hangindent") == 5, "the statement, and both arguments, start and end"


def test_a_page_does_not_end_between_a_formula_and_its_reason() -> None:
    rows = re.findall(r"^&.*$", derivation_latex(WIDE), re.MULTILINE)
    assert [row.endswith(r"\notag \\*") for row in rows] == [True, True, False] * 2
    assert not any(r"\\*" in row for row in re.findall(r"^.*&&.*$", derivation_latex(FOUND), re.MULTILINE))


def test_a_statement_is_displayed_numbered_where_it_has_a_label() -> None:
    assert statement_latex(eq(alpha, gamma)) == r"\[ \alpha = \gamma \]"
    assert statement_latex(eq(alpha, gamma), "dp:x") == (
        "\\begin{equation} \\label{dp:x}\n\\alpha = \\gamma\n\\end{equation}"
    )
    assert "nothing is lost, 100\\%" in statement_latex(Words("nothing is lost, 100%"))


def test_words_among_the_parts_of_a_statement_break_between_words() -> None:
    row, _ = fitted(both(Words("a block that is shared is copied " * 3), eq(alpha, gamma)))
    assert r"\text{block }\allowbreak \text{that }" in row


PDFLATEX = shutil.which("pdflatex")
PREAMBLE = "\\documentclass{article}\\usepackage{amsmath}\\allowdisplaybreaks\\begin{document}\n"
MAX_OVERFULL = 3.0
"""Points by which a line may stand out: nobody sees a millimetre."""


def faults(fragments: str, folder: Path) -> list[str]:
    """What pdfLaTeX has to say against a document of these fragments."""
    assert PDFLATEX is not None
    (folder / "page.tex").write_text(PREAMBLE + fragments + "\\end{document}\n", encoding="utf-8")
    run = [PDFLATEX, "-interaction=nonstopmode", "-no-shell-escape", "page.tex"]
    subprocess.run(run, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=120, check=False)
    log = (folder / "page.log").read_text("latin-1")
    found = re.findall(r"^!.*|^LaTeX Warning: (?!Label|There were|Reference).*|^Missing character.*", log, re.MULTILINE)
    boxes = re.findall(r"^Overfull \\hbox \(([\d.]+)pt too wide\).*", log, re.MULTILINE)
    found += [f"overfull by {box}pt" for box in boxes if float(box) > MAX_OVERFULL]
    return found if (folder / "page.pdf").exists() else [*found, "no page"]


@pytest.mark.skipif(PDFLATEX is None and not os.environ.get("CI"), reason="pdflatex is not installed")
@pytest.mark.parametrize("name", chain_names())
def test_pdflatex_sets_every_derivation_within_its_page(name: str, tmp_path: Path) -> None:
    found = [derivation(claim) for claim in chain(name).claims]
    assert faults("\n".join(derivation_latex(one) for one in found if one), tmp_path) == []


@pytest.mark.skipif(PDFLATEX is None and not os.environ.get("CI"), reason="pdflatex is not installed")
def test_pdflatex_sets_the_widest(tmp_path: Path) -> None:
    assert faults(derivation_latex(FOUND) + derivation_latex(WIDE), tmp_path) == []


@pytest.mark.skipif(PDFLATEX is None and not os.environ.get("CI"), reason="pdflatex is not installed")
@pytest.mark.parametrize(
    ("fragment", "fault"),
    [
        (r"\[ \alpha", "!"),
        (r"\unknown", "!"),
        (r"\[ " + "x + " * 50 + r"x \]", "overfull"),
        (r"\(\textbackslash\)", "LaTeX Warning"),
    ],
)
def test_a_faulty_page_is_noticed(fragment: str, fault: str, tmp_path: Path) -> None:
    assert any(line.startswith(fault) for line in faults(fragment, tmp_path))
