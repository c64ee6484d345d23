"""Formulas of passages, and the words beside them."""

import pytest
from draftproof.checks.lint.document import Kind, Passage, Source
from draftproof.checks.lint.formulas import found


def shown(tree):
    if tree.op in ("num", "sym"):
        return str(tree.args[0])
    return f"({tree.op} {' '.join(arg if isinstance(arg, str) else shown(arg) for arg in tree.args)})"


def passage(text, kind=Kind.PROSE, source=None, start=0, language=""):
    return Passage(kind, text, Source(source or text), ((0, start),), language=language)


CHAINS = [
    ("E = 1 + kα = 4.5 tokens", [("1 + kα", "E", "said", ["4.5"], "=")]),
    ("so 1 + γα tokens", [("1 + γα", "", "bare", [], "=")]),
    ("1 + γα = E ≈ 4.5", [("1 + γα", "E", "said", ["4.5"], "≈")]),
    ("E ≈ 1 + γα", [("1 + γα", "E", "said", [], "≈")]),
    ("E = 1 + γα = 1 + 5*0.7 = 4.5", [("1 + γα", "E", "said", ["4.5"], "="), ("1 + 5*0.7", "E", "said", ["4.5"], "=")]),
    ("(1 + 5*0.7) = 4.5", [("(1 + 5*0.7)", "", "bare", ["4.5"], "=")]),
    ("γ = 5", [("5", "γ", "said", [], "=")]),
    ("γ = num_spec", [("num_spec", "γ", "said", [], "=")]),
    ("E → 1/(1-α) as γ → ∞", [("1/(1-α)", "E", "said", [], "→")]),
    ("α > γ c", [("α > γ c", "", "bare", [], "=")]),
    ("E = 1 + γα ≤ γ + 1", [("1 + γα", "E", "said", [], "="), ("1 + γα ≤ γ + 1", "", "bare", [], "=")]),
    ("1 + γα > 3", [("1 + γα", "", "bare", [], "=")]),
    ("S > 1", []),
    ("E ≤ γ + 1", [("E ≤ γ + 1", "", "bare", [], "=")]),
    ("x + α ± β", []),  # cut
    ("预期 token 数 = 1 + 草稿长度 × 接受率。", [("1 + 草稿长度 × 接受率", "预期 token 数", "said", [], "=")]),
]


@pytest.mark.parametrize(("text", "formulas"), CHAINS)
def test_chains(text, formulas):
    read = [
        (f.text, f.result, str(f.how), [v.text for v in f.values], f.relation) for f in found(passage(text)).formulas
    ]
    assert read == formulas


def test_words_are_names_as_written():
    (formula,) = found(passage("tokens per step = 1 + draft length (k) × acceptance rate")).formulas
    assert shown(formula.templates[0]) == "(add #0 (mul draft length (k) acceptance rate))"
    assert formula.result == "tokens per step"


def test_conditions_are_trees():
    (formula,) = found(passage("pays when α > 2γc")).formulas
    assert shown(formula.templates[0]) == "(lt (mul #0 γ c) α)"
    assert list(formula.numerals) == ["#0"]


def test_cut_expressions_are_said_and_no_formulas():
    one = found(passage("x + α ± β"))
    assert [said.expression.cut for said in one.said] == [True]
    assert not one.formulas


def test_code_is_not_searched():
    assert not found(passage("E = 1 + k*a", Kind.CODE)).said


def test_what_is_too_large_is_named():
    assert found(passage("a = 1 + " + "(" * 90 + "1 + 2" + ")" * 90)).skipped == (
        "line 1: brackets nested deeper than 64",
    )


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("One. It is 1 + γα here. Two.", "It is 1 + γα here."),
        ("一。这是 1 + γα 吗？二。", "这是 1 + γα 吗？"),
        ("- one\n- 1 + γα it\n- two", "1 + γα it\n-"),
        ("a\n\n1 + γα b\n\nc", "1 + γα b"),
        ("by 0.5 e.g. 1.5 + γα", "1.5 + γα"),
    ],
)
def test_near_is_the_sentence(text, near):
    assert found(passage(text)).formulas[-1].near == near


def test_near_a_comment_is_its_code():
    source = "x = 1\ne = f(k)  # 1 + k*a\ny = g(e)\n"
    comment = passage("1 + k*a", Kind.COMMENT, source, source.index("1 + k"), "py")
    assert found(comment).formulas[0].near == "1 + k*a\ne = f(k)  #\ny = g(e)"
    assert found(passage("1 + k*a", Kind.COMMENT, source, 10, "html")).formulas[0].near == "1 + k*a"
