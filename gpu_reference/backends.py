"""The samplers three times, by name: NumPy (the oracle), torch (any device), Triton (CUDA; interpreted on a CPU).

`BACKENDS` says where each one runs and why it does not; `sampler` gives one as a function of NumPy arrays with the interface of
`rejection`. torch and triton are imported when they are first asked for.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import BadInput
from . import rejection
from .laws import Floats, Ints

Sampler = Callable[..., Ints]
"""(draft_tokens, draft_probs, target_probs, uniforms, *, draft_lens) -> emitted tokens; shapes in `rejection`."""

BACKENDS: dict[str, Backend] = {}

DTYPES = ("float64", "float32")

ORACLE = "numpy"


@dataclass(frozen=True)
class Backend:
    """One implementation of the samplers."""

    name: str
    says: str
    unavailable: Callable[[str], str | None]
    """device -> the reason why it does not run there, or None: it does."""
    samplers: Callable[[], Mapping[str, Callable[..., Any]]]
    """Its samplers by name, on its own kind of arrays; needs what `unavailable` asks for."""
    depth: Callable[[int], int]
    """vocab -> through how many additions a mass goes at most on its way into a cumulative mass (what rounding grows with)."""


def enrol(backend: Backend) -> Backend:
    """Registers a backend under its name."""
    BACKENDS[backend.name] = backend
    return backend


def backend(name: str) -> Backend:
    """The backend of a name. Raises `BadInput` for an unknown one."""
    if name not in BACKENDS:
        raise BadInput(f"backend {name!r}: expected one of {', '.join(BACKENDS)}")
    return BACKENDS[name]


def available(device: str = "cpu") -> dict[str, str | None]:
    """Every backend by name, with the reason why it does not run on a device ("cpu", "cuda"), or None."""
    return {name: found.unavailable(device) for name, found in BACKENDS.items()}


def sampler(name: str, kind: str, device: str = "cpu", dtype: str = "float64") -> Sampler:
    """A backend's sampler (`token_wise`, `block_wise`, ...) as a function of NumPy arrays, computing in `dtype` on `device`.

    Raises `BadInput` for an unknown name or dtype, for a sampler that the backend lacks, and with its reason where it cannot run.
    """
    found = backend(name)
    if dtype not in DTYPES or (name == ORACLE and dtype != "float64"):
        raise BadInput(
            f"backend {name}: dtype {dtype!r}: expected {'float64' if name == ORACLE else ' or '.join(DTYPES)}"
        )
    if reason := found.unavailable(device):
        raise BadInput(f"backend {name} on {device}: {reason}")
    samplers = found.samplers()
    if kind not in samplers:
        raise BadInput(f"backend {name}: no sampler {kind!r}: expected one of {', '.join(samplers)}")
    return samplers[kind] if name == ORACLE else on_arrays(samplers[kind], device, dtype)


def on_arrays(function: Callable[..., Any], device: str, dtype: str) -> Sampler:
    """A sampler of tensors as one of NumPy arrays."""

    def run(
        draft_tokens: Ints,
        draft_probs: Floats | None,
        target_probs: Floats,
        uniforms: Floats,
        *,
        draft_lens: Ints | None = None,
    ) -> Ints:
        sent = [tensor(a, device, dtype) for a in (draft_tokens, draft_probs, target_probs, uniforms, draft_lens)]
        found: Ints = function(*sent[:4], draft_lens=sent[4]).cpu().numpy()
        return found

    return run


def tensor(array: Any, device: str, dtype: str) -> Any:
    """A NumPy array as a tensor on a device, floats in `dtype`; None stays None."""
    import torch

    if array is None:
        return None
    values = np.ascontiguousarray(array, dtype if array.dtype.kind == "f" else np.int64)
    return torch.from_numpy(values if values.flags.writeable else values.copy()).to(device)


def _lacking(*modules: str) -> str | None:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    return f"{' and '.join(missing)} not installed" if missing else None


def _no_device(device: str) -> str | None:
    import torch

    try:
        if torch.device(device).type == "cuda" and not torch.cuda.is_available():
            return "torch sees no CUDA device"
    except RuntimeError as error:
        return f"no such device: {str(error).splitlines()[0]}"
    return None


def _numpy_unavailable(device: str) -> str | None:
    return None if device == "cpu" else "NumPy runs on the CPU alone"


def _torch_unavailable(device: str) -> str | None:
    return _lacking("torch") or _no_device(device)


def _triton_unavailable(device: str) -> str | None:
    """Compiled or interpreted is settled when triton is first imported; on a CPU that is done here."""
    if reason := _lacking("torch", "triton") or _no_device(device):
        return reason
    if device == "cpu" and "triton" not in sys.modules:
        os.environ["TRITON_INTERPRET"] = "1"
    interpreted = type(importlib.import_module("triton.language").sum).__name__ == "InterpretedFunction"
    if device == "cpu" and not interpreted:
        return "triton was imported for compiled kernels; a CPU needs TRITON_INTERPRET=1 before that"
    if device != "cpu" and interpreted:
        return "triton was imported under TRITON_INTERPRET=1, so its kernels would not be compiled"
    return None


def _triton_samplers() -> Mapping[str, Callable[..., Any]]:
    found: Mapping[str, Callable[..., Any]] = importlib.import_module(".triton_backend", __package__).SAMPLERS
    return found


def _torch_samplers() -> Mapping[str, Callable[..., Any]]:
    found: Mapping[str, Callable[..., Any]] = importlib.import_module(".torch_backend", __package__).SAMPLERS
    return found


def _triton_depth(vocab: int) -> int:
    """Blocks one after the other; inside a block any order, at worst token by token."""
    size = importlib.import_module(".triton_backend", __package__).block(vocab)
    return int(size - (-vocab // size))


enrol(Backend(ORACLE, "NumPy, the oracle", _numpy_unavailable, lambda: rejection.SAMPLERS, lambda vocab: vocab))
enrol(
    Backend("torch", "torch, any device", _torch_unavailable, _torch_samplers, lambda vocab: (vocab - 1).bit_length())
)
enrol(Backend("triton", "Triton kernels", _triton_unavailable, _triton_samplers, _triton_depth))
