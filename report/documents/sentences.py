"""Words at the beginning of a sentence."""

from __future__ import annotations

import re

_WORD = re.compile(r"(?:a(?= [a-z])|[a-z]{2,}(?=[ ,:;.'/-]|$))(?! [=<>≤≥≠])")
"""What may stand with a capital: a word, where no relation makes it a symbol. `γ = 0` begins as it is: Γ would be another."""


def opening(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:] if _WORD.match(words) else words


def sentence(words: str) -> str:
    """A whole sentence."""
    return f"{opening(words)}."
