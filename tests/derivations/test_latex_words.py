"""Words in LaTeX: every character is set, and none is read by TeX."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from draftproof.derivations import latex_words
from draftproof.derivations.latex_words import LONGEST_WORD, foreign, latex_code, latex_text, plain_text


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("100% of ab_1 & #2", r"100\% of ab\_\allowbreak{}1 \& \#2"),
        (
            "a_1, α_λ is W_-1; min(p_k, m_(k+1))",
            r"\(a_{1}\), \(\alpha_{\lambda}\) is \(W_{-1}\); min(\(p_{k}\), \(m_{k+1}\))",
        ),
        (
            "t_plain, a_b_c, _x, x_",
            r"\(t_{\mathrm{plain}}\), a\_\allowbreak{}b\_\allowbreak{}c, \_\allowbreak{}x, x\_\allowbreak{}",
        ),
        ("(1-h)^B, (1-alpha), (2n-1)", r"(1\(-\)h\()^{B}\), (1\(-\)alpha), (2n\(-\)1)"),
        ("(1-bit), (GPT-1), i-th", "(1-bit), (GPT-1), i-th"),
        ("n > k, |z| < 1", r"n \(>\) k, \(|\)z\(|\) \(<\) 1"),  # in text, pdfLaTeX prints other signs for these
        ("α^(γ+1)(1+γc), alpha^k", r"\(\alpha^{\gamma +1}\)(1+\(\gamma\)c), \(\alpha^{k}\)"),
        ("W^-1, 2^10, x^", r"\(W^{-1}\), \(2^{10}\), x\textasciicircum{}"),
        ("λ²", r"\(\lambda\)\(^2\)"),
        ("α ≤ λ, Σ over Γ", r"\(\alpha\) \(\le\) \(\lambda\), \(\Sigma\) over \(\Gamma\)"),
        (r"a\b~ ^ {x} $", r"a\textbackslash{}b\textasciitilde{} \textasciicircum{} \{x\} \$"),
        ("naïve, Žid", r"na\"{i}ve, \v{Z}id"),
        ("c′ ≤ c", r"c\('\) \(\le\) c"),
        ("γ\u0304r, α\u0302", r"\(\bar{\gamma}\)r, \(\hat{\alpha}\)"),  # pdfLaTeX knows no combining accents
        ("Αο", "Ao"),  # Greek capitals that look Latin, and omicron, have no command
        ('"so" it `runs --x_y`', r"``so'' it \texttt{runs -{}-x\_\allowbreak{}y}"),
        ('a ` and a "', "a \\`{} and a ''"),
        ("1 - α, 8-bit, γ-1", r"1 \(-\) \(\alpha\), 8-bit, \(\gamma\)\(-\)1"),
        ("a\n\n b\t\x00\u202e", "a b [U+0000][U+202E]"),
        ("\u6f22", "[U+6F22]"),
    ],
)
def test_words_in_latex(words: str, written: str) -> None:
    assert latex_text(words) == written


def test_words_without_anything_special_are_left_as_they_are() -> None:
    """The look for what is special misses none: of all characters that it passes over, no two in a row are written otherwise."""
    plain = [chr(code) for code in range(0x500) if not latex_words._UNUSUAL.search(chr(code))]
    words = "".join(one + other for one in plain for other in plain)
    assert len(plain) > 70
    assert latex_words._SPECIAL.sub("?", words) == " ".join(words.split(" ")) == words


HOSTILE = [
    r"\input{/etc/passwd}", r"\write18{id}", r"\immediate\write18{id}", "100% $x$ #1 &", "a^^5cinput b", "x^(\\input{a})",
    r"}\end{document}",
    "^" * 9, "`" * 9, '"' * 9, "_" * 9, "\\" * 9, "α^(" * 9, "\n\n\\par\r\n", "\x07\x1b[31m", "`\\input`", '"$"',
]  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("written", [latex_text, foreign, latex_code])
def test_nothing_of_a_stranger_is_a_command(words: str, written: Callable[[str], str]) -> None:
    found = written(words)
    assert found.isascii()
    assert "\n" not in found
    for harmless in (
        r"\textbackslash{}",
        r"\textasciicircum{}",
        r"\textasciitilde{}",
        r"\allowbreak{}",
        r"\`{}",
        r"\hspace{0pt}",
    ):
        found = found.replace(harmless, "")
    for harmless in (r"\texttt{", r"\(\alpha\)", *(f"\\{c}" for c in "%$#&{}_")):
        found = found.replace(harmless, "")
    assert not set(found) & set("\\%$#&^_~"), found


def test_a_long_word_of_a_stranger_may_be_broken() -> None:
    assert foreign("x" * 13 + " " + "x" * 20).count(r"\hspace{0pt}") == 3
    assert foreign("x" * LONGEST_WORD) == "x" * LONGEST_WORD
    assert foreign("1." * 10).count(r"\hspace{0pt}") == 9
    assert foreign("\x1b" * 4) == r"[U+001B]\hspace{0pt}" * 4
    assert foreign("a.b 0.6") == r"a.\hspace{0pt}b 0.6"


def test_words_without_math_for_a_bookmark() -> None:
    assert plain_text("1 + γα ≤ E, α^2 → ∞") == "1 + gammaalpha  E, alpha2  infinity"
