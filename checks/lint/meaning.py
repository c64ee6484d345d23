"""What a name may mean, and how well that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

RATES = frozenset({"alpha", "r", "rate"})


class Strength(IntEnum):
    """How a meaning is known."""

    NAME = 1  # only its spelling
    NEAR = 2  # words around, or a name that is words
    STATED = 3  # explicit words about this very name
    DEFINED = 4  # a definition


@dataclass(frozen=True)
class Meaning:
    """One quantity that a name may be.

    `symbol` is a vocabulary name, or: `rate`, α or r; `per_position`, accepted at a position ÷ drafts; `emitted`, a counter of
    emitted tokens; `throughput`, tokens per second; `share`, accepted over tokens of which nobody knows which. `why` are the
    words that say so.
    """

    symbol: str
    strength: Strength
    why: str


def telling(found: Iterable[Meaning]) -> Iterator[Meaning]:
    """Those stronger than all before them of their quantity, which is all that `best` goes by."""
    kept: dict[str, Strength] = {}
    for meaning in found:
        if meaning.symbol not in kept or meaning.strength > kept[meaning.symbol]:
            kept[meaning.symbol] = meaning.strength
            yield meaning


def best(found: Iterable[Meaning]) -> tuple[Meaning, ...]:
    """Of each quantity its strongest meaning; `rate` only where neither α nor r is known as well as it is."""
    kept = {meaning.symbol: meaning for meaning in telling(found)}
    rate = kept.get("rate")
    if rate and any(symbol in kept and kept[symbol].strength >= rate.strength for symbol in ("alpha", "r")):
        del kept["rate"]
    return tuple(sorted(kept.values(), key=lambda meaning: -meaning.strength))
