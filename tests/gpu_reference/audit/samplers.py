"""Samplers that fail in ways that need a process of their own; the zoo has the others."""

import os
import time

import numpy as np
from draftproof.gpu_reference.rejection import token_wise
from draftproof.gpu_reference.rivals import SAMPLERS


def right(draft_tokens, draft_probs, target_probs, uniforms):
    print("verifying", len(draft_tokens))
    return token_wise(draft_tokens, draft_probs, target_probs, uniforms)


def annotated(draft_tokens, target_probs, uniforms, draft_probs: None):
    assert draft_probs is None
    return token_wise(draft_tokens, None, target_probs, uniforms)


def lenient(draft_tokens, draft_probs, target_probs, uniforms):
    return SAMPLERS["losslessness.lenience"][0](draft_tokens, draft_probs, target_probs, uniforms)


def raises(draft_tokens, draft_probs, target_probs, uniforms):
    if (draft_tokens == 1).any():
        raise ValueError("no kernel for token 1")
    return token_wise(draft_tokens, draft_probs, target_probs, uniforms)


def hangs(draft_tokens, draft_probs, target_probs, uniforms):
    while draft_tokens.shape[1] == 2:
        time.sleep(1)
    return token_wise(draft_tokens, draft_probs, target_probs, uniforms)


def dies(draft_tokens, draft_probs, target_probs, uniforms):
    if target_probs.shape[2] == 3:
        os._exit(3)
    return token_wise(draft_tokens, draft_probs, target_probs, uniforms)


def silent_without_drafts(draft_tokens, draft_probs, target_probs, uniforms, draft_lens):
    out = token_wise(draft_tokens, draft_probs, target_probs, uniforms, draft_lens=draft_lens)
    out[draft_lens == 0] = -1
    return out


def with_or_without_laws(draft_tokens, target_probs, uniforms, draft_probs=None):
    return token_wise(draft_tokens, draft_probs, target_probs, uniforms)


def narrow(draft_tokens, draft_probs, target_probs, uniforms):
    return right(draft_tokens, draft_probs, target_probs, uniforms).astype(np.int32)


def flat(draft_tokens, draft_probs, target_probs, uniforms):
    return right(draft_tokens, draft_probs, target_probs, uniforms)[:, 0]


def listed(draft_tokens, draft_probs, target_probs, uniforms):
    return right(draft_tokens, draft_probs, target_probs, uniforms).tolist()


def beyond(draft_tokens, draft_probs, target_probs, uniforms):
    out = right(draft_tokens, draft_probs, target_probs, uniforms)
    return np.where(out >= 0, out + (out == target_probs.shape[2] - 1), out)


noise = np.random.default_rng(3)


def forgetful(draft_tokens, draft_probs, target_probs, uniforms):
    return token_wise(draft_tokens, draft_probs, target_probs, noise.random(uniforms.shape))


def single_rows_only(draft_tokens, draft_probs, target_probs, uniforms):
    out = token_wise(draft_tokens, draft_probs, target_probs, uniforms)
    return out if len(out) > 1 else np.zeros_like(out)


def needs_float64(draft_tokens, draft_probs, target_probs, uniforms):
    if target_probs.dtype != np.float64:
        raise TypeError("expected float64")
    return token_wise(draft_tokens, draft_probs, target_probs, uniforms)


def on_tensors(draft_tokens, draft_probs, target_probs, uniforms):
    import torch

    assert isinstance(draft_tokens, torch.Tensor)
    arrays = (a.numpy() for a in (draft_tokens, draft_probs, target_probs, uniforms))
    return torch.from_numpy(token_wise(*arrays))


def unknown_parameter(draft_tokens, draft_probs, target_probs, uniforms, temperature=1.0): ...


def anything(**arguments): ...


def by_place(draft_tokens, draft_probs, target_probs, uniforms, /): ...


def no_randomness(draft_tokens, draft_probs, target_probs): ...


def no_target(draft_tokens, draft_probs, uniforms): ...


not_callable = 3
