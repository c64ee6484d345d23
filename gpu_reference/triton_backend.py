"""Token-wise and block verification as Triton kernels: one program a row, blocks over the vocabulary.

Compiled on CUDA; on a CPU only under TRITON_INTERPRET=1, which must be set before triton is first imported
(`backends` sees to it). Interface and shapes are those of `rejection`; tensors are contiguous, of one floating dtype.

The recovered token is found in two passes over the row's law, (w p - q)₊: the total, then the block in which the cumulative
mass first exceeds u·total, and the token inside that block. Both passes add the same block sums in the same order, so some
block always exceeds.
"""

# The kernels are Triton's language, in Python's syntax: constants in capitals, no annotations.
# ruff: noqa: ANN001, ANN201, ANN202, N803
# mypy: allow-untyped-defs, allow-incomplete-defs

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from .torch_backend import Sampler

BLOCK = 1024
"""Tokens a block: 8 KiB of float64, and 126 blocks for a vocabulary of 128,256."""

WARPS = 4
"""128 threads a program, 8 tokens a thread: enough loads in flight for a row that is read once."""

FUSED = False
"""Fused multiply-adds would round w p - q otherwise than the oracle."""


@triton.jit
def _masses(p, q, weight, taken, start, vocab, BLOCK: tl.constexpr):
    """(weight·p - q)₊ of one block, 0 past the vocabulary, and its token ids; q has `taken` tokens: all, or none for a bonus."""
    tokens = start + tl.arange(0, BLOCK)
    drafted = tl.load(q + tokens, mask=tokens < taken, other=0.0)
    return tl.maximum(weight * tl.load(p + tokens, mask=tokens < vocab, other=0.0) - drafted, 0.0), tokens


@triton.jit
def _total(p, q, weight, taken, vocab, BLOCK: tl.constexpr):
    """Σ (weight·p - q)₊, block by block."""
    total = weight * 0
    for start in range(0, vocab, BLOCK):
        mass, _ = _masses(p, q, weight, taken, start, vocab, BLOCK)
        total += tl.sum(mass, axis=0)
    return total


@triton.jit
def _final(p, q, weight, taken, coin, vocab, BLOCK: tl.constexpr):
    """The token by inverse CDF from (weight·p - q)₊, or from p where rounding leaves nothing of it."""
    total = _total(p, q, weight, taken, vocab, BLOCK)
    if total <= 0:
        weight = weight * 0 + 1
        taken = taken * 0
        total = _total(p, q, weight, taken, vocab, BLOCK)
    threshold = coin * total
    carry = total * 0
    below = carry
    chosen = 0
    for start in range(0, vocab, BLOCK):
        mass, _ = _masses(p, q, weight, taken, start, vocab, BLOCK)
        reached = carry + tl.sum(mass, axis=0)
        # The last block that adds mass, as long as what stands before it does not exceed the threshold.
        here = (carry <= threshold) & (reached > carry)
        chosen = tl.where(here, start, chosen)
        below = tl.where(here, carry, below)
        carry = reached
    mass, tokens = _masses(p, q, weight, taken, chosen, vocab, BLOCK)
    cumulative = below + tl.cumsum(mass, axis=0)
    first = tl.min(tl.where((mass > 0) & (cumulative > threshold), tokens, vocab), axis=0)
    last = tl.max(tl.where(mass > 0, tokens, 0), axis=0)  # where rounding keeps every sum in the block at the threshold
    return tl.minimum(first, last)


@triton.jit
def _divided(mass, by):
    """The quotient rounded to nearest; the plain division of float32 is only close to it."""
    if mass.dtype == tl.float32:
        return tl.div_rn(mass, by)
    else:
        return mass / by


@triton.jit
def _emit(out, draft_tokens, row, accepted, final, GAMMA: tl.constexpr):
    """The accepted drafts, the final token, then -1."""
    for i in range(0, GAMMA + 1):
        drafted = tl.load(draft_tokens + row * GAMMA + i, mask=i < accepted, other=-1)
        tl.store(out + row * (GAMMA + 1) + i, tl.where(i == accepted, final.to(tl.int64), drafted))


@triton.jit
def token_wise_kernel(
    draft_tokens, draft_probs, target_probs, uniforms, draft_lens, out, vocab, GAMMA: tl.constexpr, BLOCK: tl.constexpr
):
    """Token-wise verification of one row a program."""
    row = tl.program_id(0).to(tl.int64)
    length = tl.load(draft_lens + row).to(tl.int32)
    accepted = 0
    for i in range(0, GAMMA):
        drafted = i < length
        x = tl.load(draft_tokens + row * GAMMA + i, mask=drafted, other=0)
        p_x = tl.load(target_probs + (row * (GAMMA + 1) + i) * vocab + x, mask=drafted, other=0.0)
        q_x = tl.load(draft_probs + (row * GAMMA + i) * vocab + x, mask=drafted, other=0.0)
        coin = tl.load(uniforms + row * (GAMMA + 1) + i)
        accepted += ((accepted == i) & (coin * q_x < p_x)).to(tl.int32)
    p = target_probs + (row * (GAMMA + 1) + accepted) * vocab
    q = draft_probs + (row * GAMMA + tl.minimum(accepted, GAMMA - 1)) * vocab
    coin = tl.load(uniforms + row * (GAMMA + 1) + GAMMA)
    final = _final(p, q, coin * 0 + 1, tl.where(accepted < length, vocab, 0), coin, vocab, BLOCK)
    _emit(out, draft_tokens, row, accepted, final, GAMMA)


@triton.jit
def block_wise_kernel(
    draft_tokens, draft_probs, target_probs, uniforms, draft_lens, out, vocab, GAMMA: tl.constexpr, BLOCK: tl.constexpr
):
    """Block verification of one row a program."""
    row = tl.program_id(0).to(tl.int64)
    length = tl.load(draft_lens + row).to(tl.int32)
    last_coin = tl.load(uniforms + row * (GAMMA + 1) + GAMMA)
    weight = last_coin * 0 + 1
    kept = weight
    accepted = 0
    for i in range(0, GAMMA):
        drafted = i < length
        x = tl.load(draft_tokens + row * GAMMA + i, mask=drafted, other=0)
        q_x = tl.load(draft_probs + (row * GAMMA + i) * vocab + x, mask=drafted, other=1.0)
        mass = weight * tl.load(target_probs + (row * (GAMMA + 1) + i) * vocab + x, mask=drafted, other=0.0)
        below = mass < q_x
        weight = tl.where(below, _divided(mass, tl.where(below, q_x, 1.0)), (mass > 0).to(mass.dtype))
        coin = tl.load(uniforms + row * (GAMMA + 1) + i)
        passed = coin < weight
        if i + 1 < length:
            p = target_probs + (row * (GAMMA + 1) + i + 1) * vocab
            left = _total(p, draft_probs + (row * GAMMA + i + 1) * vocab, weight, vocab, vocab, BLOCK)
            passed = (weight >= 1) | (coin * (left + (1 - weight)) < left)
        passed = passed & drafted
        accepted = tl.where(passed, i + 1, accepted)
        kept = tl.where(passed, weight, kept)
    refused = accepted < length
    p = target_probs + (row * (GAMMA + 1) + accepted) * vocab
    q = draft_probs + (row * GAMMA + tl.minimum(accepted, GAMMA - 1)) * vocab
    final = _final(p, q, tl.where(refused, kept, 1.0), tl.where(refused, vocab, 0), last_coin, vocab, BLOCK)
    _emit(out, draft_tokens, row, accepted, final, GAMMA)


def token_wise(
    draft_tokens: Tensor,
    draft_probs: Tensor,
    target_probs: Tensor,
    uniforms: Tensor,
    *,
    draft_lens: Tensor | None = None,
) -> Tensor:
    """`rejection.token_wise` as a Triton kernel (shapes as there)."""
    return _launch(token_wise_kernel, draft_tokens, draft_probs, target_probs, uniforms, draft_lens)


def block_wise(
    draft_tokens: Tensor,
    draft_probs: Tensor,
    target_probs: Tensor,
    uniforms: Tensor,
    *,
    draft_lens: Tensor | None = None,
) -> Tensor:
    """`rejection.block_wise` as a Triton kernel (shapes as there)."""
    return _launch(block_wise_kernel, draft_tokens, draft_probs, target_probs, uniforms, draft_lens)


SAMPLERS: dict[str, Sampler] = {"token_wise": token_wise, "block_wise": block_wise}

KERNELS: dict[str, Any] = {"token_wise": token_wise_kernel, "block_wise": block_wise_kernel}


def _launch(kernel: Any, x: Tensor, q: Tensor, p: Tensor, coins: Tensor, lens: Tensor | None) -> Tensor:
    """One program for each row."""
    batch, gamma = x.shape
    if lens is None:
        lens = torch.full((batch,), gamma, dtype=torch.int64, device=x.device)
    out = torch.empty((batch, gamma + 1), dtype=torch.int64, device=x.device)
    x, q, p, coins, lens = (t.contiguous() for t in (x, q, p, coins, lens))
    kernel[(batch,)](
        x,
        q,
        p,
        coins,
        lens,
        out,
        p.shape[2],
        GAMMA=gamma,
        BLOCK=block(p.shape[2]),
        num_warps=WARPS,
        enable_fp_fusion=FUSED,
    )
    return out


def block(vocab: int) -> int:
    """Tokens a block for a vocabulary: a power of two, no more than it needs."""
    return min(BLOCK, int(triton.next_power_of_2(vocab)))
