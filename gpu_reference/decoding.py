"""Target models for auditing whole decoders: laws by prefix, the joint law of the first tokens, and what rivals make of it.

A model's law of the next token depends on the last two; all laws are dyadic, some tokens have probability 0. What a decoder
drafts is not seen, so a rival's law is known only for a supposed draft law (`DRAFTS`), and only for the first token, which
does not depend on how many tokens are drafted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from .exact import explore
from .instances import Instance, Law, Prefix, law, prefixes
from .laws import Floats, Ints
from .rivals import DECODERS, SAMPLERS
from .rows import Misbehaved


@dataclass(frozen=True)
class Model:
    """A target: `first` is the law of the first token, `others` the laws in turn of those that follow."""

    first: Law
    others: tuple[Law, ...]
    depth: int
    """Tokens whose joint law is tested."""

    @property
    def vocab(self) -> int:
        return len(self.first)

    def after(self, prefix: tuple[int, ...]) -> Law:
        """The law after a prefix: by its last two tokens."""
        if not prefix:
            return self.first
        earlier, last = prefix[-2] + 1 if len(prefix) > 1 else 0, prefix[-1]
        return self.others[(earlier * self.vocab + last) % len(self.others)]

    def table(self) -> Floats:
        """float64[vocab+1, vocab+1, vocab]: the law after (one before last, last), counted from 1, 0 for none."""
        size = self.vocab
        found = np.zeros((size + 1, size + 1, size))
        for earlier, last in itertools.product(range(-1, size), range(-1, size)):
            found[earlier + 1, last + 1] = self.after(tuple(x for x in (earlier, last) if x >= 0))
        return found

    def joint(self, first: Floats | None = None) -> Floats:
        """The law of the first `depth` tokens, float64[vocab^depth]; with another law of the first one, if given."""
        masses = np.array(self.first, np.float64) if first is None else first
        for length in range(1, self.depth):
            laws = np.array([self.after(prefix) for prefix in prefixes(self.vocab, length)], np.float64)
            masses = (masses[:, None] * laws).ravel()
        return masses

    def codes(self, tokens: Ints) -> Ints:
        """Which outcome of `joint` the first tokens of each row are."""
        found = np.zeros(len(tokens), np.int64)
        for column in tokens[:, : self.depth].T:
            found = found * self.vocab + column
        return found


MODELS = (
    Model(law(3, 5), (law(1, 3), law(7, 1), law(1, 1), law(0, 1), law(13, 3)), 5),
    Model(law(1, 7), (law(5, 3), law(1, 7), law(3, 1)), 5),
    Model(law(2, 5, 1), (law(4, 1, 3), law(0, 1, 1), law(1, 1, 6), law(3, 3, 2), law(6, 2, 0)), 4),
    Model(law(1, 6, 0, 9), (law(4, 2, 1, 1), law(1, 1, 1, 1), law(0, 3, 4, 1), law(9, 1, 5, 1), law(1, 2, 4, 9)), 3),
)
"""Small models: two tokens (one likely, one unlikely), three and four; 32 to 81 outcomes each."""

ROWS_TO_LEARN = 3_000
"""Rows of the exact audit that a rival's law may cost: it then errs by some 2^-10, and in a mixture any law will do."""

DIFFERS = 2.0**-9
"""Rivals whose law is no further from the target's are left out."""

UNITS = 1 << 20
"""Drafts are supposed in units of 2^-20, so that their laws are exact."""


def _powered(power: float) -> Callable[[Law], Law]:
    def drafted(target: Law) -> Law:
        weights = np.array([float(p) ** power if p else 0.0 for p in target])
        units = np.floor(weights / weights.sum() * UNITS).astype(np.int64)
        units[int(units.argmax())] += UNITS - units.sum()
        return tuple(Fraction(int(unit), UNITS) for unit in units)

    return drafted


def _even(target: Law) -> Law:
    units = [UNITS // len(target)] * len(target)
    units[0] += UNITS - sum(units)
    return tuple(Fraction(unit, UNITS) for unit in units)


DRAFTS: Mapping[str, Callable[[Law], Law]] = {
    "even drafts": _even,
    "drafts at twice the temperature": _powered(0.5),
    "drafts at half the temperature": _powered(2.0),
}
"""Draft laws that a decoder is supposed to have, from the target's."""


@cache
def first_tokens(model: Model) -> tuple[tuple[str, str, Floats], ...]:
    """(the rival, its supposed drafts, its law of the first token), for each that differs from the target."""
    return tuple(_first_tokens(model))


def _first_tokens(model: Model) -> Iterator[tuple[str, str, Floats]]:
    target = np.array(model.first, np.float64)
    laws: dict[Prefix, Law] = {(token,): model.after((token,)) for token in range(model.vocab)}
    for drafts, of in DRAFTS.items():
        instance = Instance(drafts, model.vocab, 1, {(): model.first, **laws}, {(): of(model.first)})
        for id_, way in {**{id_: ways[0] for id_, ways in SAMPLERS.items()}, **DECODERS}.items():
            found = _first_token(instance, way)
            if found is not None and np.abs(found - target).max() > DIFFERS:
                yield id_, drafts, found


def _first_token(instance: Instance, way: Callable[..., Ints]) -> Floats | None:
    try:
        with np.errstate(all="ignore"):
            (tally,) = explore(way, (instance,), max_rows=ROWS_TO_LEARN).tallies
    except Misbehaved:
        return None
    found = np.zeros(instance.vocab)
    for emitted, mass in tally.emitted.items():
        found[emitted[0]] += float(mass)
    normal: Floats = found / found.sum()
    return normal
