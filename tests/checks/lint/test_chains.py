"""What a text must have to be about the sampling law or a cache: its words, and numbers that can be judged."""

from __future__ import annotations

import pytest
from draftproof.checks.lint.words import about

ABOUT = (
    "temperature sampling: softmax([3, 1]) = [0.88, 0.12]",
    "next-token softmax at a temperature: oak (72.6%), elm (20.5%)",
    "temperature of the sampler, P(a) = 0.66, P(b) = 0.24 by the softmax over tokens",
    "softmax of a token at a temperature: e^{2.0} / (e^{2.0} + e^{1.0})",
    "温度采样：softmax = [0.66, 0.24, 0.10]",
    "the KV cache takes 320 KB per token",
    "KV 缓存：每个词元 320 字节",
)
NOT_ABOUT = (
    "softmax over tokens, divided by the temperature",
    "softmax with a temperature over classes: [0.66, 0.24, 0.10]",
    "positional embedding with a temperature; softmax over 100 queries; image_mean=[1, 2, 3]; token",
    "softmax over experts: shares 0.66, 0.24, 0.10 of the tokens",
    "the KV cache of each layer has a key and a value",
)


@pytest.mark.parametrize("text", ABOUT)
def test_what_shows_its_numbers_passes(text: str) -> None:
    assert about(text)


@pytest.mark.parametrize("text", NOT_ABOUT)
def test_what_has_nothing_to_judge_falls_out(text: str) -> None:
    assert not about(text)
