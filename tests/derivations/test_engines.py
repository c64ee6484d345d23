"""The engines' conventions: every row says where it was read, and is a pipeline."""

from __future__ import annotations

import pytest
from draftproof.derivations.engines import ENGINES, SETTINGS, named_or_written, pipeline
from draftproof.derivations.pipelines import text
from draftproof.errors import BadInput

ALL = {"temperature": "0.5", "top_k": "50", "top_p": "0.9", "min_p": "0.05"}

WRITTEN = {
    "vllm": "temperature:0.5,min_p:0.05,top_k:50,top_p:0.9",
    "transformers": "temperature:0.5,top_k:50:keep_ties,top_p:0.9,min_p:0.05",
    "eagle": "temperature:0.5,top_p:0.9,top_k:50:keep_ties",
    "gpt-fast": "temperature:0.5,top_k:50:keep_ties",
    "llama.cpp": "top_k:50,top_p:0.9,min_p:0.05,temperature:0.5",
}


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_has_its_order_and_its_source(name: str) -> None:
    engine = ENGINES[name]
    assert engine.version
    assert engine.source
    assert text(pipeline(engine, ALL)) == WRITTEN[name]


def test_a_step_without_a_parameter_is_off() -> None:
    assert text(named_or_written("llama.cpp", SETTINGS)[0]) == "top_k:50,top_p:0.85,temperature:0.5"


def test_steps_may_be_written_out() -> None:
    found, engine = named_or_written("greedy", SETTINGS)
    assert (text(found), engine) == ("greedy", None)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(BadInput, match=r"unknown engine 'sglang': expected one of vllm, transformers, .* or steps"):
        named_or_written("sglang", SETTINGS)


def test_a_bad_setting_is_refused() -> None:
    with pytest.raises(BadInput, match="top_p:2"):
        named_or_written("vllm", {"top_p": "2"})
