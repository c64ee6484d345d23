"""The wrong samplers and drafters that people write, each a small NumPy function under its rival's id.

`SAMPLERS` maps an id to the ways in which its mistake is made, the usual one first: functions with the interface of
`rejection`. They are one right sampler (`verified`) with one place changed. `DRAFTERS` maps an id to a function from the law
that the model gives to (the law sampled, the law declared): the mistake is that they differ. `DECODERS` are mistakes
between drafter and verifier, as a sampler that draws its own drafts. What each says stands beside the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .laws import Bools, Floats, Ints
from .rivals_block import BLOCKS
from .rows import Drafter

Behaviour = Callable[..., Ints]
"""(draft_tokens, draft_probs or None, target_probs, uniforms, *, draft_lens) -> emitted tokens, as in `rejection`."""


class Draft(NamedTuple):
    """A batch while it is verified: tokens [batch, gamma], p of every row, q as given or one at the drafted token."""

    tokens: Ints
    q: Floats
    p: Floats
    coins: Floats
    lens: Ints

    def drafted(self, laws: Floats) -> Floats:
        """The probability of each drafted token, [batch, gamma]."""
        batch, gamma = self.tokens.shape
        found: Floats = laws[np.arange(batch)[:, None], np.arange(gamma), self.tokens]
        return found


def accept_below_ratio(draft: Draft) -> Bools:
    """The right test: u·q(x) < p(x)."""
    return draft.coins[:, :-1] * draft.drafted(draft.q) < draft.drafted(draft.p)


def clamped_residual(p: Floats, q: Floats) -> Floats:
    """The right residual, (p - q)₊, not normalised."""
    return np.maximum(p - q, 0.0)


def first_above(masses: Floats, coins: Floats) -> Ints:
    """The first token whose cumulative mass exceeds coin · total; 0 where none does (NaN among them)."""
    cumulative = np.cumsum(masses, axis=-1)
    found: Ints = np.argmax(cumulative > (coins * cumulative[:, -1])[:, None], axis=-1).astype(np.int64)
    return found


def last_law(draft: Draft, accepted: Ints, residual: Callable[[Floats, Floats], Floats], bonus: str) -> Floats:
    """The masses of the recovered or bonus token. `bonus` says whose they are when everything is accepted."""
    rows, whole = np.arange(len(accepted)), accepted == draft.lens
    p: Floats = draft.p[rows, accepted]
    left: Floats = residual(p, draft.q[rows, np.minimum(accepted, draft.q.shape[1] - 1)])
    if bonus == "residual":
        return np.where((left != 0).any(-1, keepdims=True), left, p)
    if bonus == "residual of the last position":
        last = np.maximum(draft.lens - 1, 0)
        left_last = residual(draft.p[rows, last], draft.q[rows, last])
        return np.where(whole[:, None], np.where((left_last != 0).any(-1, keepdims=True), left_last, p), left)
    if bonus == "blended":  # normalised at every position: an empty residual is 0/0, and 0 · NaN is NaN
        with np.errstate(invalid="ignore"):
            every = residual(draft.p[:, :-1], draft.q)
            every = every / every.sum(-1, keepdims=True)
        here = np.arange(every.shape[1]) == accepted[:, None]
        blended: Floats = whole[:, None] * p + (here[..., None] * every).sum(1)
        return blended
    found: Floats = np.where(whole[:, None], p, left)
    return found


def leading(passed: Bools, lens: Ints) -> Ints:
    """How many drafts pass before the first that does not."""
    passed = passed & (np.arange(passed.shape[1]) < lens[:, None])
    count: Ints = np.cumprod(passed, axis=1, dtype=np.int64).sum(1)
    return count


def kept(draft: Draft, accepted: Ints, last: Ints, after: str) -> Ints:
    """The emitted tokens. `after` says what becomes of the rest: the right way drops it."""
    batch, gamma = draft.tokens.shape
    out = np.full((batch, gamma + 1), -1, np.int64)
    keeps = np.arange(gamma) < (accepted if after in ("dropped", "no bonus") else draft.lens)[:, None]
    out[:, :-1] = np.where(keeps, draft.tokens, -1)
    whole = accepted == draft.lens
    written = np.arange(batch) if after != "no bonus" else np.flatnonzero(~whole)
    out[written, accepted[written]] = last[written]
    if after == "kept, and the bonus":
        refused = np.flatnonzero(~whole)
        out[refused, draft.lens[refused]] = first_above(draft.p[refused, draft.lens[refused]], draft.coins[refused, -1])
    return out


def verified(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
    prepare: Callable[[Draft], Draft] = lambda draft: draft,
    accepts: Callable[[Draft], Bools] = accept_below_ratio,
    residual: Callable[[Floats, Floats], Floats] = clamped_residual,
    bonus: str = "target",
    after: str = "dropped",
    pick: Callable[[Floats, Floats], Ints] = first_above,
) -> Ints:
    """Token-wise rejection sampling, right unless a part is replaced. A test holds it to the oracle."""
    batch, gamma = draft_tokens.shape
    lens = np.full(batch, gamma, np.int64) if draft_lens is None else draft_lens
    q = np.eye(target_probs.shape[2])[draft_tokens] if draft_probs is None else draft_probs
    draft = prepare(Draft(draft_tokens, q, target_probs, uniforms, lens))
    accepted = leading(accepts(draft), draft.lens)
    last = pick(last_law(draft, accepted, residual, bonus), draft.coins[:, -1])
    return kept(draft, accepted, last, after)


def _with_coins(which: Sequence[int], draft: Draft) -> Draft:
    """Coin `which[0]` for every draft position and, if there is a second, that one for the last token."""
    coins = draft.coins.copy()
    coins[:, :-1] = draft.coins[:, which[0]][:, None]
    coins[:, -1] = draft.coins[:, which[-1] if len(which) > 1 else -1]
    return draft._replace(coins=coins)


def _row_moved(by: int, draft: Draft) -> Draft:
    """Every position reads the target row that many places on (the nearest there is at the ends)."""
    rows = np.clip(np.arange(draft.p.shape[1]) + by, 0, draft.p.shape[1] - 1)
    return draft._replace(p=draft.p[:, rows])


def _first_row(fields: Sequence[str], draft: Draft) -> Draft:
    """The first row's laws for all."""
    return draft._replace(
        **{name: np.broadcast_to(getattr(draft, name)[:1], getattr(draft, name).shape) for name in fields}
    )


def _padding_drafted(draft: Draft) -> Draft:
    """Every row is as long as the longest: -1 is looked up as if it were the id of the last token."""
    return draft._replace(lens=np.full_like(draft.lens, draft.tokens.shape[1]))


def _padding_named(draft: Draft) -> Draft:
    """The same, with the id written out."""
    return _padding_drafted(draft)._replace(tokens=draft.tokens % draft.p.shape[2])


def _accepts_leniently(lenience: float, draft: Draft) -> Bools:
    return lenience * draft.coins[:, :-1] * draft.drafted(draft.q) < draft.drafted(draft.p)


def _accepts_in_tries(tries: int, draft: Draft) -> Bools:
    """Some of so many independent tests with the same ratio passes: the coin decides at 1 - (1-ρ)^tries."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.minimum(np.nan_to_num(draft.drafted(draft.p) / draft.drafted(draft.q), nan=0.0, posinf=1.0), 1.0)
    return np.asarray(draft.coins[:, :-1] < 1.0 - (1.0 - ratio) ** tries)


TYPICAL = 0.09, 0.3
"""Medusa's posterior threshold ε and its factor δ, the square root of ε."""


def _accepts_typical(draft: Draft) -> Bools:
    """p(x) > min(ε, δ·e^(-H(p)))."""
    epsilon, delta = TYPICAL
    p = draft.p[:, :-1]
    entropy = -(p * np.log(np.where(p > 0, p, 1.0))).sum(-1)
    return np.asarray(draft.drafted(draft.p) > np.minimum(epsilon, delta * np.exp(-entropy)))


def _first_not_below(masses: Floats, coins: Floats) -> Ints:
    """The first token whose cumulative mass is at least coin · total: at coin 0 that is token 0, with mass or without."""
    cumulative = np.cumsum(masses, axis=-1)
    found: Ints = np.argmax(cumulative >= (coins * cumulative[:, -1])[:, None], axis=-1).astype(np.int64)
    return found


def _clipped(masses: Floats, coins: Floats) -> Ints:
    """As `first_above`, and the last token where none exceeds."""
    cumulative = np.cumsum(masses, axis=-1)
    count = np.count_nonzero(cumulative <= (coins * cumulative[:, -1])[:, None], axis=-1)
    found: Ints = np.minimum(count, masses.shape[1] - 1).astype(np.int64)
    return found


def _unclamped(p: Floats, q: Floats) -> Floats:
    return p - q


def _target(p: Floats, q: Floats) -> Floats:
    return p


def _coins_seen(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
) -> Ints:
    """Draft position i is drawn with coin i, which then tests it. Only laws that do not look at tokens make sense here."""
    assert draft_probs is not None
    gamma = draft_tokens.shape[1]
    tokens = np.stack([first_above(draft_probs[:, i], uniforms[:, i]) for i in range(gamma)], axis=1)
    return verified(tokens, draft_probs, target_probs, uniforms, draft_lens=draft_lens)


def _recovered_everywhere(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
) -> Ints:
    """Every draft that fails its test is replaced by a recovered token, all with the one last coin, and the rest goes on."""
    batch, gamma = draft_tokens.shape
    lens = np.full(batch, gamma, np.int64) if draft_lens is None else draft_lens
    q = np.eye(target_probs.shape[2])[draft_tokens] if draft_probs is None else draft_probs
    draft = Draft(draft_tokens, q, target_probs, uniforms, lens)
    passed = accept_below_ratio(draft)
    out = np.full((batch, gamma + 1), -1, np.int64)
    for i in range(gamma):
        recovered = first_above(clamped_residual(draft.p[:, i], draft.q[:, i]), uniforms[:, -1])
        out[:, i] = np.where(i < lens, np.where(passed[:, i], draft_tokens[:, i], recovered), -1)
    rows = np.arange(batch)
    out[rows, lens] = first_above(draft.p[rows, lens], uniforms[:, -1])
    return out


def _as_point_mass(draft: Draft) -> Draft:
    """The draft law is not read: all of it stands on the drafted token."""
    return draft._replace(q=np.eye(draft.p.shape[2])[draft.tokens])


def _accepts_greedy(draft: Draft) -> Bools:
    """The target's argmax, with the probability that the draft gave it."""
    best = draft.p[:, :-1].argmax(-1) == draft.tokens
    return np.asarray(best & (draft.coins[:, :-1] < draft.drafted(draft.q)))


def _ways(*changes: Mapping[str, Any]) -> tuple[Behaviour, ...]:
    return tuple(partial(verified, **change) for change in changes)


LENIENCE = (0.999, 0.9999, 0.99, 0.9, 0.5)

SAMPLERS: Mapping[str, tuple[Behaviour, ...]] = {
    "losslessness.accept_always": _ways({"accepts": lambda d: np.ones(d.tokens.shape, np.bool_)}),
    "losslessness.accept_if_likelier": _ways({"accepts": lambda d: d.drafted(d.p) >= d.drafted(d.q)}),
    "losslessness.ratio_inverted": _ways({"accepts": lambda d: d.coins[:, :-1] * d.drafted(d.p) < d.drafted(d.q)}),
    "losslessness.resample_from_target": _ways({"residual": _target}),
    "losslessness.residual_not_clamped": _ways({"residual": _unclamped}, {"residual": _unclamped, "pick": _clipped}),
    "losslessness.residual_absolute": _ways({"residual": lambda p, q: np.abs(p - q)}),
    "losslessness.residual_reversed": _ways({"residual": lambda p, q: np.maximum(q - p, 0.0)}),
    "losslessness.bonus_from_residual": _ways({"bonus": "residual"}, {"bonus": "residual of the last position"}),
    "losslessness.bonus_omitted": _ways({"after": "no bonus"}),
    "losslessness.drafts_kept_after_rejection": _ways({"after": "kept"}, {"after": "kept, and the bonus"}),
    "losslessness.coins_shared": _ways(
        {"prepare": partial(_with_coins, (0,))},
        {"prepare": partial(_with_coins, (0, 0))},
        {"prepare": partial(_with_coins, (-1, -1))},
    ),
    "losslessness.wrong_row": _ways({"prepare": partial(_row_moved, 1)}, {"prepare": partial(_row_moved, -1)}),
    "losslessness.rows_aliased": _ways(
        {"prepare": partial(_first_row, ("p",))},
        {"prepare": partial(_first_row, ("q",))},
        {"prepare": partial(_first_row, ("p", "q"))},
    ),
    "losslessness.nan_residual": _ways({"bonus": "blended"}),
    "losslessness.zero_at_u_zero": _ways(
        {"accepts": lambda d: d.coins[:, :-1] * d.drafted(d.q) <= d.drafted(d.p)},
        {"pick": _first_not_below},
        {"accepts": lambda d: d.coins[:, :-1] * d.drafted(d.q) <= d.drafted(d.p), "pick": _first_not_below},
    ),
    "losslessness.padding_as_token": _ways({"prepare": _padding_drafted}, {"prepare": _padding_named}),
    "losslessness.lenience": _ways(*({"accepts": partial(_accepts_leniently, lenience)} for lenience in LENIENCE)),
    "losslessness.typical_acceptance": _ways(
        {"accepts": _accepts_typical, "residual": _target}, {"accepts": _accepts_typical}
    ),
    "losslessness.independent_tries": _ways(*({"accepts": partial(_accepts_in_tries, tries)} for tries in (2, 3, 4))),
    "losslessness.recovered_at_every_rejection": (_recovered_everywhere,),
    "losslessness.draft_drawn_again": _ways({"prepare": _as_point_mass, "residual": _target}),
    "losslessness.point_mass_leans": _ways(
        {"prepare": _as_point_mass, "accepts": lambda d: d.coins[:, :-1] < (1 + d.drafted(d.p)) / 2}
    ),
    "losslessness.greedy_by_draft_probability": _ways({"accepts": _accepts_greedy}),
    **BLOCKS,
}


def _greedy(law: Sequence[Fraction]) -> list[Fraction]:
    best = max(range(len(law)), key=law.__getitem__)
    return [Fraction(int(token == best)) for token in range(len(law))]


def _sharpened(law: Sequence[Fraction]) -> list[Fraction]:
    """The law at temperature 1/2."""
    return _normalised([p * p for p in law])


def _top(law: Sequence[Fraction], k: int) -> list[Fraction]:
    """The k likeliest tokens, the others 0; not normalised."""
    best = sorted(range(len(law)), key=lambda token: (-law[token], token))[:k]
    return [p if token in best else Fraction(0) for token, p in enumerate(law)]


def _normalised(masses: Sequence[Fraction]) -> list[Fraction]:
    total = sum(masses, Fraction(0))
    return [mass / total for mass in masses]


def _floats(law: Sequence[Fraction]) -> Floats:
    return np.array([float(p) for p in law])


def to_bf16(values: npt.ArrayLike) -> Floats:
    """Rounded to bfloat16, 8 bits of significand, ties to even; nonnegative values."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    found: Floats = rounded.astype(np.uint32).view(np.float32).astype(np.float64)
    return found


DRAFTERS: Mapping[str, Drafter] = {
    "losslessness.declared_argmax": lambda law: (_greedy(law), _floats(law)),
    "losslessness.declared_other_temperature": lambda law: (_sharpened(law), _floats(law)),
    "losslessness.declared_other_top_k": lambda law: (_normalised(_top(law, len(law) - 1)), _floats(law)),
    "losslessness.declared_unnormalised": lambda law: (
        _normalised(_top(law, len(law) - 1)),
        _floats(_top(law, len(law) - 1)),
    ),
    "losslessness.declared_bf16": lambda law: (list(law), to_bf16(_floats(law))),
}

DECODERS: Mapping[str, Behaviour] = {"losslessness.draft_sees_coins": _coins_seen}

BEHAVIOURS = (*SAMPLERS, *DRAFTERS, *DECODERS)
"""Every id that has a behaviour."""
