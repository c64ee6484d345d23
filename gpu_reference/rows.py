"""Rows that a sampler is called with, and what comes back: every draft sequence of a group of instances is a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from .instances import Group, Instance, Law, Prefix, prefixes
from .laws import Floats, Ints


class Sampler(Protocol):
    """What is audited; shapes as in `rejection`. `draft_lens` is given only where lengths differ, `draft_probs` may be None."""

    def __call__(
        self,
        draft_tokens: Ints,
        draft_probs: Any,
        target_probs: Floats,
        uniforms: Floats,
        *,
        draft_lens: Ints | None = None,
    ) -> Ints:
        """Emitted tokens int64[batch, gamma+1], then -1."""


class Rows(NamedTuple):
    """Arguments of one call."""

    draft_tokens: Ints
    draft_probs: Floats
    target_probs: Floats
    uniforms: Floats
    draft_lens: Ints | None


def part(rows: Rows, which: Any) -> Rows:
    """Some of the rows, copied: an index, a list of them, or a slice."""
    lens = rows.draft_lens
    return Rows(
        rows.draft_tokens[which].copy(),
        rows.draft_probs[which].copy(),
        rows.target_probs[which].copy(),
        rows.uniforms[which].copy(),
        None if lens is None else lens[which].copy(),
    )


class Misbehaved(Exception):
    """The sampler returned what it must not; `rows` holds the one row that shows it."""

    def __init__(self, kind: str, says: str, rows: Rows) -> None:
        super().__init__(says)
        self.kind, self.says, self.rows = kind, says, rows


@dataclass(frozen=True)
class Jobs:
    """Every draft sequence of every instance of a group, as rows: the tables that a batch is taken from."""

    group: Group
    owner: tuple[int, ...]
    weight: tuple[Fraction, ...]
    tokens: Ints
    draft_probs: Floats
    target_probs: Floats
    lens: Ints | None

    @property
    def vocab(self) -> int:
        return int(self.target_probs.shape[2])

    @property
    def coins(self) -> int:
        return int(self.target_probs.shape[1])

    def rows(self, which: npt.NDArray[np.integer[Any]], uniforms: Floats, into: Rows | None = None) -> Rows:
        """One row for each job that is named; `into`, of at least as many rows, is written over (fresh memory costs more than
        what is written to it)."""
        lens = None if self.lens is None else self.lens.take(which)
        if into is None:
            return Rows(
                self.tokens.take(which, 0),
                self.draft_probs.take(which, 0),
                self.target_probs.take(which, 0),
                uniforms,
                lens,
            )
        rows = len(which)
        tokens, q, p = into.draft_tokens[:rows], into.draft_probs[:rows], into.target_probs[:rows]
        self.tokens.take(which, 0, tokens, "clip")  # without clip, NumPy buffers what it writes
        self.draft_probs.take(which, 0, q, "clip")
        self.target_probs.take(which, 0, p, "clip")
        return Rows(tokens, q, p, uniforms, lens)


Drafter = Callable[[Law], tuple[Sequence[Fraction], Floats]]
"""The draft law of an instance -> the law that drafts are drawn from (exact), the law that is declared (floats)."""


def jobs_of(group: Group, drafter: Drafter | None = None) -> Jobs:
    """The rows of a group. Behind a shorter draft stand -1 and even laws, which nobody may read.

    A drafter may draw drafts from another law than the one that it declares.
    """
    vocab, gamma = group[0].vocab, max(instance.gamma for instance in group)
    ragged = any(instance.gamma < gamma for instance in group)
    found = [(i, x, weight) for i, instance in enumerate(group) for x, weight in _drafts(instance, drafter)]
    tokens = np.full((len(found), gamma), -1, np.int64)
    draft_probs = np.full((len(found), gamma, vocab), 1 / vocab)
    target_probs = np.full((len(found), gamma + 1, vocab), 1 / vocab)
    for row, (i, x, _) in enumerate(found):
        tokens[row, : len(x)] = x
        draft_probs[row, : len(x)], target_probs[row, : len(x) + 1] = group[i].laws_along(x)
        if drafter is not None:
            draft_probs[row, : len(x)] = [drafter(group[i].draft[x[:position]])[1] for position in range(len(x))]
    lens = np.array([len(x) for _, x, _ in found], np.int64)
    owner, weights = tuple(i for i, _, _ in found), tuple(weight for _, _, weight in found)
    return Jobs(group, owner, weights, tokens, draft_probs, target_probs, lens if ragged else None)


def _drafts(instance: Instance, drafter: Drafter | None) -> Iterator[tuple[Prefix, Fraction]]:
    """Every draft sequence that can be drawn, with its probability."""
    if drafter is None:
        yield from instance.drafts()
        return
    for x in prefixes(instance.vocab, instance.gamma):
        weight = math.prod((drafter(instance.draft[x[:i]])[0][token] for i, token in enumerate(x)), start=Fraction(1))
        if weight:
            yield x, weight


def call(sampler: Sampler, rows: Rows) -> Ints:
    """One call. Raises `Misbehaved` for another type, dtype or shape than int64[batch, gamma+1]."""
    tokens, q, p, uniforms, lens = rows
    out: Any = sampler(tokens, q, p, uniforms) if lens is None else sampler(tokens, q, p, uniforms, draft_lens=lens)
    if isinstance(out, np.ndarray) and out.dtype == np.int64 and out.shape == uniforms.shape:
        return out
    found = f"{out.dtype}{list(out.shape)}" if isinstance(out, np.ndarray) else type(out).__name__
    raise Misbehaved("wrong_result", f"returned {found}, expected int64{list(uniforms.shape)}", part(rows, slice(1)))


def emission_fault(emitted: Sequence[int], vocab: int, most: int) -> str:
    """What is wrong with the tokens of one row, which has at most `most` of them, or ""."""
    for token in emitted:
        if not -1 <= token < vocab:
            return f"emits the token {token}, expected ids 0..{vocab - 1}, then -1"
    length = next((i for i, token in enumerate(emitted) if token < 0), len(emitted))
    if any(token >= 0 for token in emitted[length:]):
        return f"emits {list(emitted)}: a token after -1"
    if length == 0:
        return "emits no token, expected at least one"
    return f"emits {length} tokens, expected at most {most}" if length > most else ""
