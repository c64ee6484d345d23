"""Run in a process of its own by test_triton_backend: what the interpreted kernels make of some calls, as JSON."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys

import numpy as np
from draftproof.gpu_reference import agreement, backends, calls

SIZES = [(2, 1, 8, 1024), (5, 3, 8, 1024), (7, 2, 18, 2), (1100, 1, 2, 1024)]
"""Vocabulary, gamma, rows, and tokens a block: one block, and several. The interpreter does some tens of rows a second."""


def rounding(dtype, vocab):
    return agreement.Rounding(float(np.finfo(dtype).eps), backends.backend("triton").depth(vocab))


def main():
    reason = backends.backend("triton").unavailable("cpu")
    found = {"reason": reason, "cuda": backends.backend("triton").unavailable("cuda")}
    for kind in ("token_wise", "block_wise"):
        for dtype in backends.DTYPES:
            run = backends.sampler("triton", kind, "cpu", dtype)
            for vocab, gamma, batch, block in SIZES:
                importlib.import_module("draftproof.gpu_reference.triton_backend").BLOCK = block
                dyadic = calls.dyadic_call(vocab, batch, gamma, vocab, dtype=dtype, ragged=True)
                floats = calls.float_call(vocab, batch, gamma, vocab, dtype=dtype)
                found[f"{kind} {dtype} {vocab} dyadic"] = agreement.bit_for_bit(kind, run, dyadic)
                found[f"{kind} {dtype} {vocab} float"] = agreement.near_boundaries(
                    kind, run, floats, rounding(dtype, vocab)
                )
            call = calls.dyadic_call(7, 8, 3, 6, dtype=dtype, ragged=True)
            found[f"{kind} {dtype} alone"] = agreement.alone_as_in_a_batch(run, call, rows=3)
            # The ends of [0, 1), with NaN behind every draft.
            x, q, p = call.draft_tokens.copy(), call.draft_probs.copy(), call.target_probs.copy()
            for row, length in enumerate(call.draft_lens):
                x[row, length:], q[row, length:], p[row, length + 1 :] = -1, np.nan, np.nan
            for name, coin in (("least", 0.0), ("largest", 1 - float(np.finfo(dtype).epsneg))):
                padded = agreement.Call(x, q, p, np.full_like(call.uniforms, coin), call.draft_lens)
                found[f"{kind} {dtype} {name} coin"] = agreement.bit_for_bit(kind, run, padded)
    json.dump(found, sys.stdout, default=dataclasses.asdict)


if __name__ == "__main__":
    main()
