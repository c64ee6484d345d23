"""The processor audit on a real peer: the logits warpers of `transformers`, in the order in which it applies them."""

from __future__ import annotations

from pathlib import Path

import pytest
from draftproof.checks.audit.processor import audit_processor
from draftproof.derivations.engines import ENGINES
from draftproof.ledger import Verdict

pytest.importorskip("torch", reason="the peer's torch is not installed: pip install 'draftproof[peers]'")
pytest.importorskip("transformers", reason="the peer transformers is not installed: pip install 'draftproof[peers]'")

PEER = '''
import torch
from transformers import GenerationConfig
from transformers.generation.logits_process import LogitsProcessorList, MinPLogitsWarper, TemperatureLogitsWarper
from transformers.generation.logits_process import TopKLogitsWarper, TopPLogitsWarper

def _law(logits, *warpers):
    scores = torch.tensor(logits, dtype=torch.float64)[None]
    return LogitsProcessorList(warpers)(None, scores).softmax(-1)[0]

def usual(logits):
    return _law(logits, TemperatureLogitsWarper(0.5), TopKLogitsWarper(5), TopPLogitsWarper(0.85), MinPLogitsWarper(0.05))

def colder_last(logits): return _law(logits, TopPLogitsWarper(0.85), TemperatureLogitsWarper(0.5))
def half(logits): return _law(logits, TopPLogitsWarper(0.5))
def all_of_it(logits): return _law(logits, TopPLogitsWarper(1.0))
def tiny(logits): return _law(logits, TopPLogitsWarper(1e-3))
def two(logits): return _law(logits, TopKLogitsWarper(2))
def share(logits): return _law(logits, MinPLogitsWarper(0.2))

def single(logits):
    scores = torch.tensor(logits, dtype=torch.float32)[None]
    return LogitsProcessorList([TemperatureLogitsWarper(0.7), TopPLogitsWarper(0.9)])(None, scores).softmax(-1)[0]

def as_generate_applies_them(logits):
    """What `generate` itself would put together."""
    from transformers import GPT2Config, GPT2LMHeadModel
    global model
    if "model" not in globals():
        model = GPT2LMHeadModel(GPT2Config(n_layer=1, n_head=1, n_embd=8, vocab_size=16))
    config = GenerationConfig(do_sample=True, temperature=0.5, top_k=5, top_p=0.85, min_p=0.05)
    config._eos_token_tensor = None
    found = model._get_logits_processor(config, input_ids_seq_length=1)
    return found(torch.zeros((1, 1), dtype=torch.long), torch.tensor(logits)[None]).softmax(-1)[0]
'''

RIGHT = {
    "usual": "temperature:0.5,top_k:5:keep_ties,top_p:0.85,min_p:0.05",
    "as_generate_applies_them": "temperature:0.5,top_k:5:keep_ties,top_p:0.85,min_p:0.05",
    "half": "top_p:0.5",
    "all_of_it": "top_p:1",
    "tiny": "top_p:0.001",
    "share": "min_p:0.2",
    "single": "temperature:0.7,top_p:0.9",
}


@pytest.fixture
def _peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "peer.py").write_text(PEER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_peer")
@pytest.mark.parametrize("subject", RIGHT)
def test_the_warpers_do_what_they_say(subject: str) -> None:
    found = audit_processor(f"peer:{subject}", RIGHT[subject], examples=100)
    assert found.passes, found.faults


@pytest.mark.usefixtures("_peer")
def test_the_other_order_is_caught_and_named() -> None:
    found = audit_processor("peer:colder_last", "temperature:0.5,top_p:0.85")
    assert found.verdict is Verdict.REFUTED
    assert "sampling_order.temperature_after_truncation" in found.diagnosis


@pytest.mark.usefixtures("_peer")
def test_the_warper_keeps_ties_at_top_k() -> None:
    found = audit_processor("peer:two", "top_k:2")
    assert found.verdict is Verdict.REFUTED
    assert "it behaves as top_k:2:keep_ties" in found.remarks


def test_the_convention_on_record_was_read_at_a_release() -> None:
    assert ENGINES["transformers"].version == "5.24.0"
