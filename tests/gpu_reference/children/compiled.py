"""Run in a process of its own by test_triton_backend: the kernels compiled ahead of time, for GPUs that are not here."""

from __future__ import annotations

import json
import sys

import triton
from draftproof.gpu_reference import triton_backend
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

INTS = ("draft_tokens", "draft_lens", "out")
FLOATS = ("draft_probs", "target_probs", "uniforms")


def compiled(kernel, dtype, capability, gamma, vocab, fused=triton_backend.FUSED):
    signature = dict.fromkeys(INTS, "*i64") | dict.fromkeys(FLOATS, f"*{dtype}") | {"vocab": "i32"}
    constants = {"GAMMA": gamma, "BLOCK": triton_backend.block(vocab)}
    signature = {name: signature.get(name, "constexpr") for name in kernel.arg_names}
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants)
    options = {"num_warps": triton_backend.WARPS, "enable_fp_fusion": fused}
    return triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)


def words(made):
    """The instructions of interest."""
    lines = [line.split() for line in made.asm["ptx"].splitlines()]
    return sorted({line[0] for line in lines if line and line[0].split(".")[0] in ("mul", "fma", "div", "add", "sub")})


def main():
    found = []
    for name, kernel in triton_backend.KERNELS.items():
        for dtype in ("fp64", "fp32"):
            for capability, gamma, vocab in ((80, 5, 128_256), (90, 1, 2), (90, 5, 128_256)):
                made = compiled(kernel, dtype, capability, gamma, vocab)
                about = {"kernel": name, "dtype": dtype, "capability": capability, "gamma": gamma, "vocab": vocab}
                found.append(about | {"cubin": len(made.asm["cubin"]), "words": words(made)})
    fused = words(compiled(triton_backend.token_wise_kernel, "fp64", 90, 5, 128_256, fused=True))
    json.dump({"kernels": found, "fused": fused}, sys.stdout)


if __name__ == "__main__":
    main()
