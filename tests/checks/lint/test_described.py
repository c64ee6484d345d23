"""Descriptions of names and numbers beside phrases, in the ways people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.checks.lint.described import described_in, numbers_in, over, rate_of
from draftproof.checks.lint.words import key, spoken

DESCRIBED = (
    ("alpha: per-token acceptance probability", "alpha", "per-token acceptance probability"),
    ("alpha (float): acceptance rate", "alpha", "acceptance rate"),
    (":param alpha: acceptance rate", "alpha", "acceptance rate"),
    ("where α is the acceptance rate.", "alpha", "the acceptance rate"),
    (
        "`p`, the probability that a draft is accepted; `k`, the draft length",
        "p",
        "the probability that a draft is accepted",
    ),
    ("`p`, the probability that a draft is accepted; `k`, the draft length", "k", "the draft length"),
    (
        "Let $\\alpha$ denote the acceptance rate and $K$ the number of drafted tokens.",
        "K",
        "the number of drafted tokens",
    ),
    ("Seja α a probabilidade de aceitação e γ o número de tokens", "γ", "o número de tokens"),
    ("Soit α la probabilité d'acceptation et γ la longueur", "α", "la probabilité d'acceptation"),
    ("| α | probability that a draft is accepted |", "α", "probability that a draft is accepted"),
    ("the acceptance rate (α)", "α", "acceptance rate"),
    ("draft length k and cost c", "k", "draft length"),
    ("草稿长度为 $\\gamma$", "gamma", "草稿长度"),
    ("초안 길이를 $k$ 라 하자", "k", "초안 길이"),
    ("比值 $r$（接受数 / 草稿数）", "r", "接受数 / 草稿数"),
    ("its learning rate is alpha", "alpha", "learning rate"),
    # with what probability, in how many drafts
    ("each draft token is accepted with probability p", "p", "acceptance probability"),
    ("jedes wird mit Wahrscheinlichkeit $\\alpha$ angenommen", "alpha", "acceptance probability"),
    ("cada token se acepta con probabilidad p", "p", "acceptance probability"),
    ("每个以概率 p 被接受", "p", "acceptance probability"),
    ("각 토큰은 확률 p로 수락된다", "p", "acceptance probability"),
    ("the target keeps each with probability `a`", "a", "acceptance probability"),
    ("the draft model proposes K tokens", "K", "draft tokens"),
    ("ドラフトモデルは γ 個のトークンを提案する", "γ", "draft tokens"),
    # a sign with its particle, other words of definition
    ("设α为接受率", "α", "接受率"),
    ("토큰이 수락될 확률을 α라 하면", "α", "수락될 확률"),
    ("受理される確率を α とします", "α", "受理される確率"),
    ("We write d for the cost of a draft", "d", "the cost of a draft"),
    ("On note β la probabilité d'acceptation", "β", "la probabilité d'acceptation"),
    ("accepted ÷ drafted, r.", "r", "accepted ÷ drafted"),
)
NOT_DESCRIBED = (
    ("a: acceptance probability\nn: draft length", "n", "acceptance probability"),
    ("a per-token acceptance probability, n draft length", "n", "acceptance probability"),
    ("γ = 4 gives 2.31 tokens per step", "γ", "tokens per step"),
    ("α=65% → 3,6 tokens por ciclo", "α", "tokens"),
    ("L = 7: 26% of drafted tokens accepted", "L", "accepted"),
    ("Soit α la probabilité d'acceptation", "d", "probabilité"),
    ("with probability a token is accepted", "a", "acceptance probability"),
    ("a step emits k tokens", "k", "draft tokens"),
)


@pytest.mark.parametrize(("text", "name", "description"), NOT_DESCRIBED)
def test_what_is_said_of_another_name_or_of_a_value_describes_none(text: str, name: str, description: str) -> None:
    assert not any(key(name) == key(found) and description in said for found, said in described_in(text))


@pytest.mark.parametrize(("text", "name", "description"), DESCRIBED)
def test_a_name_is_described(text: str, name: str, description: str) -> None:
    found = [said for other, said in described_in(text) if key(other) == key(name)]
    assert any(description in said for said in found), found


@pytest.mark.parametrize("text", ["k * r tokens", "the acceptance rate a week ago", "x", ""])
def test_what_describes_no_name(text: str) -> None:
    assert not [name for name, said in described_in(text) if len(said) > 3 and key(name) in ("k", "r", "a", "x")]


@pytest.mark.parametrize(
    ("text", "value", "symbol"),
    [
        ("70% acceptance", Fraction(7, 10), "rate"),
        ("an acceptance rate of 0.7", Fraction(7, 10), "rate"),
        ("acceptance rate 0,7", Fraction(7, 10), "rate"),
        ("the probability that the target accepts one draft token is about 0.7", Fraction(7, 10), "rate"),
        ("5 draft tokens", Fraction(5), "gamma"),
        ("draft length 5", Fraction(5), "gamma"),
        ("草稿长度为 5", Fraction(5), "gamma"),
        ("a draft cost of 0.1", Fraction(1, 10), "c"),
    ],
)
def test_a_number_beside_a_phrase(text: str, value: Fraction, symbol: str) -> None:
    assert (value, symbol) in [(number, kind) for number, kind, _ in numbers_in(spoken(text))]


@pytest.mark.parametrize("text", ["0.7 seconds", "acceptance rate in 2024: 7 of 10", "draft length 0.5", "5 tokens"])
def test_other_numbers_speak_of_nothing(text: str) -> None:
    assert not [one for one in numbers_in(spoken(text)) if one[0] in (Fraction(7, 10), Fraction(1, 2), Fraction(2024))]


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("accepted / drafted", "r"),
        ("accepted tokens divided by drafted tokens", "r"),
        ("accepted ÷ proposed tokens", "r"),
        ("the fraction of draft tokens that are accepted", "r"),
        ("accepted draft tokens over draft tokens that the target tested before the first rejection", "alpha"),
        ("accepted / reached, the count stops at the first rejection", "alpha"),
        ("接受的草稿 token 数除以草稿 token 总数", "r"),
        ("接受的草稿 token 数除以首次拒绝之前被检验的草稿 token 数", "alpha"),
        ("tokens aceptados entre los propuestos", "r"),
        ("the acceptance rate", ""),
        ("a probability", ""),
    ],
)
def test_what_is_divided_by_what(text: str, rate: str) -> None:
    assert over(text)[0] == rate


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("measured acceptance rate", "r"),
        ("acceptance rate of the dashboard", "r"),
        ("assumed acceptance rate", "alpha"),
        ("per-token acceptance rate", "alpha"),
        ("probability of acceptance", "alpha"),
        ("measured per-token acceptance rate", "alpha"),
        ("acceptance rate", "rate"),
        ("实测接受率", "r"),
        ("假设接受率", "alpha"),
        ("측정된 수락률", "r"),
        ("tasa de aceptación medida", "r"),
    ],
)
def test_which_rate_a_text_speaks_of(text: str, rate: str) -> None:
    assert rate_of(text)[0] == rate


@pytest.mark.parametrize(
    "piece", ["alpha: ", "α, the ", "a(", "acceptance rate 0.", "is ", "`" * 20, "let k the ", "{\\", "x = "]
)
def test_long_texts_are_read(piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    list(described_in(text))
    list(numbers_in(text))
