"""An anytime-valid test of "each token is a draw from its own declared law", where no two laws need be the same.

Each drafted token comes with the law that it is said to be drawn from, which may depend on everything before it. The
evidence E multiplies over tokens, so it is an e-process whatever the laws are (`sequential` says what that buys). It mixes

- likelihood ratios Q(x)/p(x) against what people draw from instead, made from the declared law p: its argmax, p^(1/T), its
  top k, p rounded to bf16; at full strength and thinned;
- Dirichlet mixtures on counts that have a known law if the declared ones are right. A token's place in its own law, the
  mass before it plus a random part of its own mass, is uniform on [0, 1): it is counted in bins, with the tokens in order
  of id and in order of probability, alone, by position, by the bin of the position before and by that of the row before.
  Tokens are counted directly for the first declared laws that come again and again.

A token of declared probability 0 refutes at once. Order: position by position, and row by row within a position; a row's
laws are declared before it is drawn, and rows are independent given their laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy.special import logsumexp

from .laws import Floats, Ints
from .rivals import to_bf16
from .sequential import CONCENTRATIONS, FALSE_ALARM, MISS, RIVALS, ROUNDING, dirichlet, distance_seen

TEMPERATURES = (0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 1.05, 1.1, 1.25, 1.5, 2.0, 4.0)
"""What people set, relative to the declared law, and both ways."""

CUTS = (2, 3, 4, 5, 8, 10, 20, 40, 50, 64, 100)
"""What people set as k; k = vocab - 1 is tried too."""

STRENGTHS = (1.0, 0.5, 0.25, 2.0**-4, 2.0**-6)
"""A mistake on every row, and on some."""

BINS, COARSE = 16, 4
"""Bins of a place alone, and of a pair of places: few enough that a table fills up."""

CONTEXTS, VOCAB = 64, 256
"""How many declared laws, and of how many tokens at most, are counted token by token."""

TRIED = "losslessness.declared_"


def _argmax(p: Floats, ranks: Ints) -> Floats:
    found: Floats = (ranks == 0).astype(np.float64)
    return found


def _tempered(temperature: float) -> Callable[[Floats, Ints], Floats]:
    def law(p: Floats, ranks: Ints) -> Floats:
        with np.errstate(divide="ignore"):
            return _normal(np.exp((np.log(p) - np.log(p.max(axis=1, keepdims=True))) / temperature))

    return law


def _cut(k: int) -> Callable[[Floats, Ints], Floats]:
    return lambda p, ranks: _normal(np.where(ranks < k, p, 0.0))


def _normal(masses: Floats) -> Floats:
    found: Floats = masses / masses.sum(axis=1, keepdims=True)
    return found


def alternatives(vocab: int) -> Iterator[tuple[str, Callable[[Floats, Ints], Floats]]]:
    """What is drawn from instead, from the declared laws [laws, vocab] and the ranks of their tokens, with the rival's id."""
    yield TRIED + "argmax", _argmax
    for temperature in TEMPERATURES:
        yield TRIED + "other_temperature", _tempered(temperature)
    for k in sorted({*CUTS, vocab - 1}):
        if 2 <= k < vocab:
            yield TRIED + "other_top_k", _cut(k)
    yield TRIED + "bf16", lambda p, ranks: _normal(to_bf16(p))


@dataclass(frozen=True)
class Batch:
    """The distinct laws of a batch [laws, vocab], their order by falling probability, and which law each token has."""

    laws: Floats
    order: Ints
    which: Ints
    """[rows, positions]"""
    tokens: Ints


def laid_out(tokens: Ints, probs: Floats) -> Batch:
    """Tokens int64[rows, positions] with laws float64[rows, positions, vocab] that sum to 1 up to rounding."""
    flat = probs.reshape(-1, probs.shape[-1])
    signs = np.random.default_rng(0).random(flat.shape[1])  # a hash; equality is checked
    _, first, which = np.unique(flat @ signs, return_index=True, return_inverse=True)
    if not (flat[first][which] == flat).all():
        first, which = np.arange(len(flat)), np.arange(len(flat))
    laws = _normal(flat[first])
    return Batch(laws, np.argsort(-laws, axis=1, kind="stable"), which.reshape(tokens.shape), tokens)


@dataclass
class Evidence:
    """What was drawn so far, for a given vocabulary and gamma. `add` batches; then read `log_evidence`."""

    vocab: int
    gamma: int
    seed: int = 0
    false_alarm: float = FALSE_ALARM
    draws: int = 0
    """Tokens."""
    impossible: int = 0
    """Tokens of declared probability 0."""
    top_drawn: int = 0
    """Tokens that are the likeliest of their law."""
    top_declared: float = 0.0
    """Their expected number."""
    ratios: Floats = field(init=False)
    """Log likelihood ratios, [alternatives, strengths]."""
    tables: dict[str, Ints] = field(init=False)
    """Counts [contexts, bins], uniform under the null."""
    contexts: dict[bytes, Ints] = field(default_factory=dict)
    """Declared law -> counts of its tokens."""

    def __post_init__(self) -> None:
        self.named = tuple(alternatives(self.vocab))
        self.rng = np.random.default_rng([self.seed, 0, 1])
        self.ratios = np.zeros((len(self.named), len(STRENGTHS)))
        self.tables = {
            "by rank": np.zeros((1, BINS), np.int64),
            "by rank and position": np.zeros((self.gamma, BINS), np.int64),
            "by id and position": np.zeros((self.gamma, BINS), np.int64),
            "after a position": np.zeros((self.gamma * COARSE, COARSE), np.int64),
            "after a row": np.zeros((self.gamma * COARSE, COARSE), np.int64),
        }

    @property
    def threshold(self) -> float:
        return float(np.log(1 / self.false_alarm)) + ROUNDING

    @property
    def refuted(self) -> bool:
        return self.log_evidence >= self.threshold

    @property
    def log_evidence(self) -> float:
        """log E; infinite once a token of declared probability 0 was drawn."""
        if self.impossible:
            return float("inf")
        against = self.ratios + np.log(RIVALS / self.ratios.size)
        return float(logsumexp(np.concatenate([against.ravel(), self._generic().ravel()])))

    def _generic(self) -> Floats:
        """Weighted log E of each table, and of the counts of tokens, by concentration."""
        parts = [sum(dirichlet(np.full(t.shape[1], 1 / t.shape[1]), row) for row in t) for t in self.tables.values()]
        by_token = [dirichlet(np.frombuffer(law), counts) for law, counts in self.contexts.items()]
        parts.append(sum(by_token, np.zeros(len(CONCENTRATIONS))))
        return np.array(parts) + self._log_weight

    @property
    def _log_weight(self) -> float:
        return float(np.log((1 - RIVALS) / ((len(self.tables) + 1) * len(CONCENTRATIONS))))

    def add(self, batch: Batch) -> None:
        """Take in a batch."""
        own = batch.laws[batch.which, batch.tokens]
        self.draws += own.size
        self.impossible += int((own == 0).sum())
        if self.impossible:
            return
        ranks = np.argsort(batch.order, axis=1)
        self.top_drawn += int((ranks[batch.which, batch.tokens] == 0).sum())
        self.top_declared += float(batch.laws.max(axis=1)[batch.which].sum())
        for i, (_, law) in enumerate(self.named):
            ratio = law(batch.laws, ranks)[batch.which, batch.tokens] / own
            for j, strength in enumerate(STRENGTHS):
                with np.errstate(divide="ignore"):
                    self.ratios[i, j] += np.log((1 - strength) + strength * ratio).sum()
        self._place(batch, own, ranks)
        self._count(batch)

    def _place(self, batch: Batch, own: Floats, ranks: Ints) -> None:
        part = self.rng.random(own.shape) * own
        before_by_id = np.cumsum(batch.laws, axis=1) - batch.laws
        by_rank = np.take_along_axis(batch.laws, batch.order, axis=1)
        before_by_rank = np.cumsum(by_rank, axis=1) - by_rank
        by_id = np.clip(before_by_id[batch.which, batch.tokens] + part, 0, 1)
        ranked = np.clip(before_by_rank[batch.which, ranks[batch.which, batch.tokens]] + part, 0, 1)
        positions = np.broadcast_to(np.arange(self.gamma), by_id.shape)
        coarse = _bins(by_id, COARSE)
        self._tally("by rank", np.zeros_like(positions), _bins(ranked, BINS))
        self._tally("by rank and position", positions, _bins(ranked, BINS))
        self._tally("by id and position", positions, _bins(by_id, BINS))
        self._tally("after a position", (positions * COARSE)[:, 1:] + coarse[:, :-1], coarse[:, 1:])
        self._tally("after a row", (positions * COARSE)[1:] + coarse[:-1], coarse[1:])

    def _tally(self, name: str, context: Ints, found: Ints) -> None:
        table = self.tables[name]
        size = table.shape[1]
        table += np.bincount((context * size + found).ravel(), minlength=table.size).reshape(table.shape)

    def _count(self, batch: Batch) -> None:
        """Token by token, for laws met before and, while there is room, new ones.

        Whether a law is counted must not depend on the tokens drawn from it: so position by position, and a position with
        too many laws not at all.
        """
        for i in range(self.gamma):
            met = np.unique(batch.which[:, i])
            if self.vocab > VOCAB or len(met) > 4 * CONTEXTS:
                continue
            for number in met:
                key = batch.laws[number].tobytes()
                if key not in self.contexts and len(self.contexts) < CONTEXTS:
                    self.contexts[key] = np.zeros(self.vocab, np.int64)
                if key in self.contexts:
                    drawn = batch.tokens[batch.which[:, i] == number, i]
                    self.contexts[key] += np.bincount(drawn, minlength=self.vocab)

    def worst(self) -> tuple[Floats, Ints] | None:
        """The declared law whose tokens are furthest from it, and their counts; None where none is counted."""
        found = [(np.frombuffer(law), counts) for law, counts in self.contexts.items()]
        return max(found, key=lambda pair: float(dirichlet(*pair).max()), default=None)

    @property
    def all_counted(self) -> bool:
        """Whether every token is counted under its declared law."""
        return 0 < self.draws == sum(int(counts.sum()) for counts in self.contexts.values())

    def smallest_seen(self, miss: float = MISS) -> tuple[float, bool]:
        """The total variation distance from which on it refutes, but for a probability `miss`, and of what.

        True: of the tokens from their declared laws, on average over the draws, when these came again and again.
        False: of the places in their laws, in 16 bins and by position, which is at most that of the tokens.
        """
        needed = self.threshold - self._log_weight
        uniform = np.full(BINS, 1 / BINS)
        table = self.tables["by rank and position"]
        binned = distance_seen([(uniform, int(row.sum())) for row in table], needed, miss)
        if not self.all_counted:
            return binned, False
        by_token = [(np.frombuffer(law), int(counts.sum())) for law, counts in self.contexts.items()]
        return distance_seen(by_token, needed, miss), True

    def alike(self, unlike: float) -> tuple[str, ...]:
        """The rivals at work on every row against which nothing here has log evidence `unlike`, the likeliest first."""
        best = max(float(self.ratios.max()), float(self._generic().max()))
        found: dict[str, float] = {}
        for (id_, _), (ratio, *_) in zip(self.named, self.ratios, strict=True):
            if ratio > max(best - unlike, 0.0):
                found[id_] = max(float(ratio), found.get(id_, 0.0))
        return () if self.impossible else tuple(sorted(found, key=lambda id_: -found[id_]))

    def shown_by(self) -> str:
        """Where the draws differ most from what was declared: the name of a table, or "" for the tokens themselves."""
        names = [*self.tables, ""]
        return names[int(self._generic().max(axis=1).argmax())]


def _bins(places: Floats, bins: int) -> Ints:
    return np.minimum((places * bins).astype(np.int64), bins - 1)
