"""Laws, coins and drafts as a sampler gets them: what is valid, said in one line, and dyadic laws as exact numbers.

p is the target law and q the draft law. A float64 is a dyadic rational, so a law of floats that sums to 1 exactly is an
exact law: `fractions` reads it and `dyadic` makes one. Shapes throughout: draft_tokens [batch, gamma], draft_probs
[batch, gamma, vocab], target_probs [batch, gamma+1, vocab], uniforms [batch, gamma+1], draft_lens [batch].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import BadInput

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

LEAST_VOCAB = 2
"""A vocabulary of one token has one law: nothing can be lost."""


def slack(vocab: int, dtype: npt.DTypeLike = np.float64) -> float:
    """The most by which a law of `vocab` rounded entries may miss 1: an ulp of 1 for each entry and each addition."""
    return vocab * float(np.finfo(np.dtype(dtype)).eps)


def law_fault(name: str, probs: object, *, ndim: int, within: float | None = None) -> str:
    """What is wrong with an array of laws over its last axis, or "" for nothing.

    `probs` is float64 (or float32) with `ndim` axes; every law has at least two tokens, no entry is NaN or negative, and each
    sum is 1 up to `within` (default: `slack`, the rounding of its entries). The line names the argument and the row.
    """
    fault = _array_fault(name, probs, ndim)
    return fault or _entry_fault(name, np.asarray(probs), within)


def call_fault(
    draft_tokens: object,
    draft_probs: object,
    target_probs: object,
    uniforms: object,
    draft_lens: object = None,
    *,
    within: float | None = None,
) -> str:
    """What is wrong with a sampler's arguments (shapes as above; draft_probs may be None), or "" for nothing.

    Ids of drafted tokens are in 0..vocab-1, coins in [0, 1), lengths in 0..gamma. Behind a row's draft length anything goes.
    """
    if fault := _array_fault("target_probs", target_probs, 3):
        return fault
    assert isinstance(target_probs, np.ndarray)
    batch, rows, vocab = target_probs.shape
    gamma = rows - 1
    if batch < 1 or gamma < 1:
        return f"target_probs of shape {[batch, rows, vocab]}: expected [batch, gamma+1, vocab], batch and gamma from 1"
    shapes: tuple[tuple[str, object, tuple[int, ...], npt.DTypeLike], ...] = (
        ("draft_tokens", draft_tokens, (batch, gamma), np.int64),
        ("draft_probs", draft_probs, (batch, gamma, vocab), target_probs.dtype),
        ("uniforms", uniforms, (batch, gamma + 1), target_probs.dtype),
        ("draft_lens", draft_lens, (batch,), np.int64),
    )
    for name, value, shape, dtype in shapes:
        if value is None and name in ("draft_probs", "draft_lens"):
            continue
        if not isinstance(value, np.ndarray) or value.dtype != dtype:
            return f"{name}: {_kind(value)}: expected an array of {np.dtype(dtype).name}"
        if value.shape != shape:
            return f"{name} of shape {list(value.shape)}: expected {list(shape)} beside the target's {[batch, rows, vocab]}"
    assert isinstance(draft_tokens, np.ndarray)
    assert isinstance(uniforms, np.ndarray)
    lens = np.full(batch, gamma) if draft_lens is None else np.asarray(draft_lens)
    drafted = np.arange(gamma) < lens[:, None]
    for name, values, bad, expected in (
        ("draft_lens", lens, (lens < 0) | (lens > gamma), f"a length in 0..{gamma}"),
        ("draft_tokens", draft_tokens, drafted & ((draft_tokens < 0) | (draft_tokens >= vocab)), f"ids 0..{vocab - 1}"),
        ("uniforms", uniforms, ~((uniforms >= 0) & (uniforms < 1)), "coins in [0, 1)"),
    ):
        if bad.any():
            at = _first(bad)
            return f"{name}{_where(at)}: {values[at].item()!r}: expected {expected}"
    read = np.arange(gamma + 1) <= lens[:, None]
    return _entry_fault("target_probs", target_probs, within, read) or (
        _entry_fault("draft_probs", draft_probs, within, drafted) if isinstance(draft_probs, np.ndarray) else ""
    )


def check_law(name: str, probs: object, *, ndim: int, within: float | None = None) -> None:
    """Raises `BadInput` with the line of `law_fault`."""
    _refuse(law_fault(name, probs, ndim=ndim, within=within))


def check_call(
    draft_tokens: object,
    draft_probs: object,
    target_probs: object,
    uniforms: object,
    draft_lens: object = None,
    *,
    within: float | None = None,
) -> None:
    """Raises `BadInput` with the line of `call_fault`."""
    _refuse(call_fault(draft_tokens, draft_probs, target_probs, uniforms, draft_lens, within=within))


def fractions(law: Iterable[float] | Floats) -> tuple[Fraction, ...]:
    """The exact values of the floats of one law, in token order."""
    return tuple(Fraction(float(value)) for value in law)


def is_exact(law: Iterable[float] | Floats) -> bool:
    """Whether the floats of one law are nonnegative and sum to 1 exactly."""
    values = fractions(law)
    return min(values) >= 0 and sum(values) == 1


def dyadic(law: Iterable[Fraction | int]) -> Floats:
    """An exact law as floats, float64[vocab]. Raises `BadInput` where an entry is no float, or the law no law."""
    values = [Fraction(value) for value in law]
    floats = np.array([float(value) for value in values], np.float64)
    for token, (value, rounded) in enumerate(zip(values, floats, strict=True)):
        if Fraction(float(rounded)) != value:
            raise BadInput(f"law, token {token}: {value} is not exactly a float64: expected a dyadic rational")
    if len(values) < LEAST_VOCAB or min(values) < 0 or sum(values) != 1:
        raise BadInput(
            f"law ({', '.join(map(str, values))}): expected {LEAST_VOCAB} or more entries from 0 that sum to 1"
        )
    return floats


def _array_fault(name: str, probs: object, ndim: int) -> str:
    """What is wrong with the type or shape of an array of laws."""
    if not isinstance(probs, np.ndarray) or probs.dtype not in (np.float64, np.float32):
        return f"{name}: {_kind(probs)}: expected an array of float64"
    if probs.ndim != ndim:
        return f"{name} of shape {list(probs.shape)}: expected {ndim} axes, the last the vocabulary"
    if probs.shape[-1] < LEAST_VOCAB:
        return f"{name}: a vocabulary of {probs.shape[-1]}: expected at least {LEAST_VOCAB} tokens"
    return ""


def _entry_fault(
    name: str, probs: npt.NDArray[np.floating[Any]], within: float | None, read: Bools | None = None
) -> str:
    """What is wrong with the numbers, in the laws that `read` marks."""
    marked = np.ones(probs.shape[:-1], np.bool_) if read is None else read
    for bad, word in ((np.isnan(probs), "NaN"), (probs < 0, "negative"), (np.isinf(probs), "infinite")):
        bad &= marked[..., None]
        if bad.any():
            at = _first(bad)
            return f"{name}{_where(at)}: {float(probs[at])!r} is {word}: expected probabilities"
    with np.errstate(invalid="ignore", over="ignore"):  # in laws that nobody reads
        sums = probs.sum(axis=-1, dtype=np.float64)
        off = marked & (np.abs(sums - 1.0) > (slack(probs.shape[-1], probs.dtype) if within is None else within))
    if off.any():
        at = _first(off)
        total = float(sums[at])
        return f"{name}{_where(at)}: sums to {total:.10g}, {total - 1.0:+.3g} from 1: expected a law"
    return ""


def _refuse(fault: str) -> None:
    if fault:
        raise BadInput(fault)


def _kind(value: object) -> str:
    """An argument's type in a word or two."""
    return f"an array of {value.dtype.name}" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"


def _first(bad: Bools) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))


def _where(at: tuple[int, ...]) -> str:
    """The place of an entry: batch row, position, token, as far as the array has them."""
    words = ("row", "position", "token")
    return "".join(f", {word} {index}" for word, index in zip(words, at, strict=False))
