"""The prefilter lets through what can be about decoding and little else; names of any convention come apart into words."""

from __future__ import annotations

import json

import pytest
from draftproof.checks.lint.words import about, key, speaks, split, spoken

ABOUT = (
    "Speculative decoding emits 1 + k*alpha tokens per step.",
    "E = 1 + gamma * alpha  # speculative decoding",
    "num_speculative_tokens = 5",
    "class SpecDecodingStats: num_accepted_tokens = 0",
    "The draft model proposes five tokens.",
    "each draft is accepted or rejected by the target",
    "the bonus token",
    "Medusa heads",
    "EAGLE-3 reaches 6.65",
    "n_spec * p_accept",
    "acceptance rate 70%, 4.2 tokens per round",
    "assistant_model.generate(num_assistant_tokens=5)",
    "投机解码的接受率为 70%",
    "草稿长度为 5，每轮期望 token 数",
    "投機解碼",
    "추측 디코딩에서 수락률",
    "드래프트 모델",
    "ドラフトモデルの受理率",
    "decodificación especulativa con un borrador",
    "decodificação especulativa, o rascunho",
    "décodage spéculatif",
    "spekulatives Dekodieren mit Entwurf und Zielmodell",
    "A grammar bitmask of the vocabulary takes V/8 bytes",
    "The ridge of an H100 is 295 FLOP/byte, 989 TFLOP/s over 3.35 TB/s",
    "copy-on-write of a KV block shared by beams",
    "apply temperature before top-p",
    "温度与 top_p 的顺序",
    json.dumps({"cells": [{"source": ["投机解码：接受率 α，草稿长度 γ"]}]}),
)
NOT_ABOUT = (
    "",
    "def focal_loss(p, alpha=0.25, gamma=2): return -alpha * (1 - p) ** gamma",
    "returns = (1 - gamma ** (n + 1)) / (1 - gamma)  # discounted rewards",
    "jsonschema Draft 7 validator; the draft accepts any token in the header",
    "This is a draft of the document.",
    "Speculative execution of loads in the CPU",
    "Accept-Encoding: gzip; tokens of the Authorization header",
    "Metropolis-Hastings acceptance rate 0.234",
    "acceptance rate of the university: 7%",
    "best-of-n: accept the answer with the highest reward",
    "from sklearn.linear_model import Ridge; ridge regression",
    "plt.plot(x, y, alpha=0.5)",
    "kv cache of a transformer",
    "top_k experts of a router, softmax over experts",
    "ordinary text about nothing in particular " * 100,
)


@pytest.mark.parametrize("text", ABOUT)
def test_what_can_be_about_decoding_passes(text: str) -> None:
    assert about(text)


@pytest.mark.parametrize("text", NOT_ABOUT)
def test_other_fields_fall_out(text: str) -> None:
    assert not about(text)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("num_spec_tokens", ("num", "spec", "tokens")),
        ("numSpecTokens", ("num", "spec", "tokens")),
        ("NUM_SPEC_TOKENS", ("num", "spec", "tokens")),
        ("acceptanceRate", ("acceptance", "rate")),
        ("p_accept", ("p", "accept")),
        (r"\alpha", ("alpha",)),
        (r"\alpha_{target}", ("alpha", "target")),
        ("α_target", ("alpha", "target")),
        (r"\hat{\alpha}", ("alpha",)),
        (r"p_{\mathrm{accept}}", ("p", "accept")),
        ("γ₁", ("gamma", "1")),
        ("𝛼", ("alpha",)),
        ("E[N]", ("e", "n")),
        ("接受率", ("接受率",)),
        ("taxa_de_aceitação", ("taxa", "de", "aceitação")),
        ("KVCache", ("kv", "cache")),
    ],
)
def test_a_name_comes_apart(name: str, words: tuple[str, ...]) -> None:
    assert split(name) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("α", r"\alpha"),
        ("alpha", "α"),
        ("self.rate", "rate"),
        ("numDrafts", "num_drafts"),
        (r"\gamma", "gamma"),
        ("α_t", r"\alpha_{t}"),
    ],
)
def test_two_spellings_have_one_key(one: str, other: str) -> None:
    assert key(one) == key(other)


def test_capital_letters_are_other_names() -> None:
    assert key("k") != key("K")


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("each draft token is accepted with probability 0.7", "rate"),
        ("probability that the target accepts one draft token", "rate"),
        ("number of draft tokens per verification", "gamma"),
        ("acceptance rate of draft tokens", "rate"),
        ("expected tokens per verification with k draft tokens", "E"),
        ("tokens accepted per step", "A"),
        ("tokens per target pass", "E"),
        ("mean acceptance length", "L"),
        ("speedup over plain decoding", "S"),
        ("the time of one draft step divided by the time of one target step", "c"),
        ("每个草稿 token 的接受概率", "rate"),
        ("草稿长度", "gamma"),
        ("一轮的期望 token 数", "E"),
        ("加速比", "S"),
        ("초안 토큰 하나가 수락될 확률", "rate"),
        ("토큰 수의 기댓값", "E"),
        ("初期のドラフトトークン数", "gamma"),
        ("la probabilidad de que se acepte un token del borrador", "rate"),
        ("número esperado de tokens por passo", "E"),
        ("taux d'acceptation", "rate"),
        ("die Entwurfslänge", "gamma"),
    ],
)
def test_a_phrase_speaks_first_of_what_it_is_about(text: str, symbol: str) -> None:
    assert speaks(text)[0][0] == symbol


@pytest.mark.parametrize("text", ["", "the quick brown fox", "learning rate", "kv length"])
def test_other_phrases_speak_of_nothing(text: str) -> None:
    assert speaks(text) == ()


def test_spoken_text_has_no_humps_and_no_underscores() -> None:
    assert spoken("numSpec_tokens") == "num spec tokens"


@pytest.mark.parametrize(
    "piece", ["draft ", "speculative ", "accept ", "a" * 50, "token per ", "\\u0041{", "𝛼", "\ud800", "草稿"]
)
def test_long_texts_are_read(piece: str) -> None:
    text = piece * 20_000
    about(text)
    about("{" + text)
    speaks(text[:20_000])
