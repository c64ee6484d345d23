"""What must stand in a text for it to be about a chain that speaks of no drafts: masks, ridges, caches, sampling. Plain data.

A worked softmax shows its numbers, a cache its bytes: without them nothing in the text can be judged, and nearly every file of a
tree that has the words is passed over.
"""

from __future__ import annotations

import re

from .sieve import sieved
from .splitting import bounded

Chain = tuple[tuple[str, ...] | re.Pattern[str], ...]
"""What must all stand in a text in lower case: of words one, or a pattern. What is cheap to look for and rare comes first."""


def _any(*parts: str) -> re.Pattern[str]:
    return sieved(bounded("|".join(parts)))


SAMPLING_LAW: Chain = (
    ("softmax",),
    ("temperatur", "température", "温度", "溫度", "온도", "температур"),
    (
        *("token", "sampling", "decod", "next word", "next-word", "vocab", "amostra", "muestre", "échantillon"),
        *("采样", "採樣", "抽样", "词元", "샘플링", "サンプリング"),
    ),
    re.compile(  # two shares in a row, of a list or by their names; or powers of e. Each begins with a character, which is fast
        r"\.\d+\)?\s?[,;]\s?(?:\w{1,16}(?:\([^()\n]{0,20}\))?(?:\s?[(:]\s?|(?<=\))\s?=\s?))?(?:0?\.\d|1\.0)|"
        r"%\)?\s?[,;]\s?(?:\w{1,16}\s?[(:=]?\s?)?\d{1,3}(?:\.\d+)?\\?%|"
        r"e(?<!\we)\^\{?[-−]?\d[^\n]{0,80}e\^\{?[-−]?\d"
    ),
)
OTHERS: tuple[Chain, ...] = (
    (
        ("bitmask", "token mask", "token_mask", "grammar mask", "logit mask", "掩码", "마스크"),
        _any(r"vocab|grammar|词表|어휘"),
    ),
    (
        ("ridge", "roofline", "flop/b", "flops/b", "flop per byte"),
        _any(r"tflop|flop/|flops? per|tb/s|roofline|\bhbm\b"),
    ),
    (
        (
            *("kv block", "kv cache", "kv_block", "kv-cache", "kv_cache", "paged", "copy-on-write", "num_blocks"),
            *("kv 缓存", "kv缓存", "kv 캐시", "kvキャッシュ"),
        ),
        _any(
            r"beam|\bblocks?[ _]?(?:size|table|per|of)|copy.on.write",
            r"\d ?(?:[kmgt]i?b|bytes?)\b|\d ?(?:字节|바이트|バイト|байт)",
        ),
    ),
    (("top-p", "top_p", "top p", "nucleus"), _any(r"temperatur|softmax|温度|온도|température")),
    SAMPLING_LAW,
)


def stands(chain: Chain, low: str) -> bool:
    """Whether all that a chain needs stands in a text in lower case."""
    return all(any(word in low for word in one) if isinstance(one, tuple) else one.search(low) for one in chain)
