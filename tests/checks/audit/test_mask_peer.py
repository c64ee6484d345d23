"""The mask audit on a real grammar engine: llguidance computes each row from a grammar that allows just its tokens."""

from __future__ import annotations

from pathlib import Path

import pytest
from draftproof.checks.audit.mask import audit_mask
from draftproof.subjects.subject import Limits

pytest.importorskip("llguidance", reason="the peer llguidance is not installed: pip install 'draftproof[test]'")

PEER = '''
from functools import cache
import numpy as np
from llguidance import LLMatcher, LLTokenizer, TokenizerWrapper
from llguidance.numpy import allocate_token_bitmask, apply_token_bitmask_inplace, fill_next_token_bitmask

class Vocabulary:
    """Tokens named by their number, and the end of the sequence after them."""

    def __init__(self, size):
        self.tokens = [b"<%d>" % token for token in range(size)] + [b"<end>"]
        self.eos_token_id, self.bos_token_id, self.special_token_ids = size, None, []

    def __call__(self, text):
        return []

@cache
def tokenizer(size):
    return LLTokenizer(TokenizerWrapper(Vocabulary(size)), slices=[])

def with_end(allowed):
    """The engine's own rows: of V tokens and the end, which is allowed where no token is."""
    rows, size = allowed.shape
    masks = allocate_token_bitmask(rows, size + 1)
    for row in range(rows):
        tokens = allowed[row].nonzero()[0]
        grammar = "start: <[%s]>" % ",".join(map(str, tokens)) if len(tokens) else 'start: ""'
        matcher = LLMatcher(tokenizer(size), LLMatcher.grammar_from_lark(grammar))
        if matcher.is_error():
            raise RuntimeError(matcher.get_error())
        fill_next_token_bitmask(matcher, masks, row)
    return masks

def pack(allowed):
    """The rows of the V tokens alone."""
    size = allowed.shape[1]
    masks = with_end(allowed)
    masks[:, size // 32] &= ~np.uint32(1 << size % 32).view(np.int32)
    return masks[:, : -(-size // 32)]

def pack_by_applying(allowed):
    """Whether the engine reads the reference's words as they were meant: masked logits are -inf."""
    from draftproof.checks.audit.mask_packers import pack as reference
    logits = np.zeros(allowed.shape, np.float32)
    apply_token_bitmask_inplace(logits, reference(allowed))
    return reference(np.isfinite(logits))
'''


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "peer.py").write_text(PEER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", ["pack", "pack_by_applying"])
@pytest.mark.usefixtures("peer")
def test_llguidance_has_no_fault(name: str) -> None:
    found = audit_mask(f"peer:{name}", Limits(timeout=60))
    assert found.passes, found.faults


@pytest.mark.usefixtures("peer")
def test_a_row_that_counts_the_end_as_a_token_is_caught() -> None:
    found = audit_mask("peer:with_end", Limits(timeout=60))
    assert not found.passes
    assert found.faults[0].kind == "padding"
