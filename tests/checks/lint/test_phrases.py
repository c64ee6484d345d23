"""Quantities in words: which become names, in which languages, and what stays as it is."""

import pytest
from draftproof.checks.lint.mathtext import Expression, find
from draftproof.checks.lint.phrases import named
from hypothesis import given
from hypothesis import strategies as st

NAMED = [
    ("expected tokens = 1 + draft length × acceptance rate", ["expected tokens", "draft length", "acceptance rate"]),
    ("Tokens per step = 1 + number of draft tokens * acceptance rate (α), roughly",
     ["Tokens per step", "number of draft tokens", "acceptance rate (α)"]),
    ("so the expected tokens/step = 1 + k*alpha", ["expected tokens/step"]),
    ("acceptance rate (`alpha`) × k", ["acceptance rate (`alpha`)"]),
    ("预期 token 数 = 1 + 草稿长度 × 接受率", ["预期 token 数", "草稿长度", "接受率"]),
    ("所以每步token数=接受率*草稿长度+1。", ["每步token数", "接受率", "草稿长度"]),
    ("預期 token 數 = 1 + 草稿長度 × 接受率", ["預期 token 數", "草稿長度", "接受率"]),
    ("기대 토큰 수 = 1 + 드래프트 길이 × 수락률", ["기대 토큰 수", "드래프트 길이", "수락률"]),
    ("期待トークン数 = 1 + ドラフト長 × 採択率", ["期待トークン数", "ドラフト長", "採択率"]),
    ("tokens esperados = 1 + longitud del borrador × tasa de aceptación",
     ["tokens esperados", "longitud del borrador", "tasa de aceptación"]),
    ("tokens esperados = 1 + comprimento do rascunho × taxa de aceitação",
     ["tokens esperados", "comprimento do rascunho", "taxa de aceitação"]),
    ("taux d'acceptation × longueur du brouillon", ["taux d'acceptation", "longueur du brouillon"]),
    ("Erwartete Tokens pro Schritt = 1 + Entwurfslänge × Akzeptanzrate", ["Erwartete Tokens pro Schritt"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "phrases"), NAMED)
def test_phrases_become_names(text, phrases):
    new, codes = named(text)
    assert list(codes.values()) == phrases
    assert len(new) == len(text)
    (found,) = find(new)
    assert isinstance(found, Expression)
    assert not found.cut
    start, end = min(new.find(code) for code in codes), max(new.find(code) + len(code) for code in codes)
    assert found.start <= start
    assert found.end >= end


@pytest.mark.parametrize(
    "text",
    [
        "the acceptance rate of a draft token depends on the target model",
        "expected tokens: see below",
        "tokens = 1 + k*alpha",  # a word alone is a name already
        "reject_draft length_of x = 3",
        "f(draft length, acceptance rate)",
        "max_draft length",
    ],
)
def test_other_words_stay(text):
    assert named(text) == (text, {})


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("1 + 8 drafted tokens × 0.65", "1 + 8                × 0.65"),
        ("0.65 acceptance × 8 tokens = 5.2", "0.65            × 8        = 5.2"),
        ("1 + gamma x alpha, k x p", "1 + gamma × alpha, k × p"),
        ("8 x 128, a speedup of 2.5x over", "8 × 128, a speedup of 2.5x over"),
        ("f(x) = 2 x and x x y", "f(x) = 2 x and x x y"),
    ],
)
def test_units_and_the_letter_x(text, new):
    assert named(text) == (new, {})


@given(st.text(st.sampled_from("draft length acceptance rate 接受率 = +×(α)1 xk\n")))
def test_every_place_stays(text):
    new, codes = named(text)
    assert len(new) == len(text)
    assert [place for place, character in enumerate(new) if character == "\n"] == [
        n for n, c in enumerate(text) if c == "\n"
    ]
    assert all(len(code) >= len(phrase) for code, phrase in codes.items())


def test_many_phrases_of_two_characters_do_no_harm():
    new, _ = named(" + ".join(["接受", "长度", "令牌"] * 3000))
    assert len(new) == 5 * 9000 - 3
