"""In which order engines apply their sampling steps: data, each row with where and at which version it was read.

Standard library only. A row gives the order alone; `pipeline` puts parameters in. Steps that change the law by what was generated
before (penalties), or that are off by default, have no place in a pipeline and are named in `leaves_out`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import BadInput
from .pipelines import KEEP_TIES, Pipeline, parse, step


@dataclass(frozen=True)
class Engine:
    """One engine's convention. `ties`: whether a cut keeps every token that equals the last one kept."""

    name: str
    order: tuple[str, ...]
    version: str
    source: str
    ties: Mapping[str, str]
    leaves_out: tuple[str, ...] = ()
    remark: str = ""


ENGINES = {
    engine.name: engine
    for engine in (
        Engine(
            "vllm",
            ("temperature", "min_p", "top_k", "top_p"),
            "v0.32.0",
            "vllm/v1/sample/sampler.py",
            {},
            ("penalties",),
            "top-p is taken of the softmax of the top-k-masked logits; at ties its Triton path keeps exactly k (as here), its "
            "PyTorch path keeps them all",
        ),
        Engine(
            "transformers",
            ("temperature", "top_k", "top_p", "min_p"),
            "5.24.0",
            "transformers/generation/utils.py, _get_logits_processor",
            {"top_k": KEEP_TIES},
            ("penalties", "top_h", "typical_p", "epsilon_cutoff", "eta_cutoff"),
        ),
        Engine(
            "eagle",
            ("temperature", "top_p", "top_k"),
            "commit 08dc06c",
            "SafeAILab/EAGLE, eagle/model/utils.py, prepare_logits_processor",
            {"top_k": KEEP_TIES},
            ("repetition_penalty",),
        ),
        Engine(
            "gpt-fast",
            ("temperature", "top_k"),
            "commit 0055c42",
            "pytorch-labs/gpt-fast, generate.py, logits_to_probs",
            {"top_k": KEEP_TIES},
        ),
        Engine(
            "llama.cpp",
            ("top_k", "top_p", "min_p", "temperature"),
            "commit 001d906",
            "ggml-org/llama.cpp, common/common.h, common_params_sampling.samplers",
            {},
            ("penalties", "dry", "top_n_sigma", "typical_p", "xtc"),
            "temperature comes last",
        ),
    )
}

SETTINGS = {"temperature": "0.5", "top_k": "50", "top_p": "0.85"}
"""Parameters for which two engines are compared where none are given: the seed's temperature and p, and a usual k."""


def pipeline(engine: Engine, settings: Mapping[str, str]) -> Pipeline:
    """The engine's steps at these parameters, in its order; a step without a parameter is off."""
    return tuple(step(name, settings[name], engine.ties.get(name, "")) for name in engine.order if name in settings)


def named_or_written(name: str, settings: Mapping[str, str]) -> tuple[Pipeline, Engine | None]:
    """The pipeline of an engine of that name at the settings, or the one that is written out. Raises `BadInput`."""
    if name in ENGINES:
        return pipeline(ENGINES[name], settings), ENGINES[name]
    if name.replace("-", "").replace(".", "").isalnum() and ":" not in name and name != "greedy":
        raise BadInput(
            f"unknown engine '{name}': expected one of {', '.join(ENGINES)}, or steps such as top_k:50,top_p:0.9"
        )
    return parse(name), None
