"""The mask audit on a zoo: right packers pass, and each wrong one is caught at a small size and, if it can be, named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from draftproof.checks.audit.mask import SMALL, audit_mask, cases
from draftproof.checks.audit.mask_packers import RIVALS, bits_of, pack, width
from draftproof.derivations.grammar_mask import CHAIN
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.subjects.subject import Limits

ZOO = """
import os
import time
import numpy as np
from draftproof.checks.audit.mask_packers import RIVALS, pack

right = pack
for id_, packer in RIVALS.items():
    globals()[id_.replace(".", "_")] = packer

def _padded(allowed):
    rows, size = allowed.shape
    bits = np.zeros((rows, -(-size // 32) * 32), bool)
    bits[:, :size] = allowed
    return bits

def by_packbits(allowed): return np.packbits(_padded(allowed), axis=1, bitorder="little").view("<i4")
def by_loops(allowed):
    words = np.zeros((len(allowed), -(-allowed.shape[1] // 32)), np.int32)
    for row, token in zip(*allowed.nonzero()):
        words[row, token // 32] |= np.uint32(1 << int(token) % 32).view(np.int32)
    return words
def keeps_its_input_busy(allowed):
    words = pack(allowed)
    allowed[:] = True
    return words
def bytes_from_the_left(allowed): return np.packbits(_padded(allowed), axis=1, bitorder="big").view("<i4")
def sets_padding(allowed):
    words = pack(allowed)
    left = allowed.shape[1] % 32
    if left: words[:, -1] |= np.int32(-1) << np.int32(left)
    return words
def one_word_more(allowed): return np.pad(pack(allowed), ((0, 0), (0, 1)))
def wide(allowed): return pack(allowed).astype(np.int64)
def unsigned(allowed): return pack(allowed).view(np.uint32)
def floats(allowed): return pack(allowed).astype(np.float32)
def flat(allowed): return pack(allowed).ravel()
def unpacked(allowed): return allowed.view(np.int8)
def bytes_object(allowed): return pack(allowed).tobytes()
def nothing(allowed): return None
def needs_a_multiple_of_32(allowed):
    if allowed.shape[1] % 32: raise ValueError("vocabulary must be a multiple of 32")
    return pack(allowed)
def first_row_for_all(allowed): return np.repeat(pack(allowed)[:1], len(allowed), axis=0)
def wrong_from_65536(allowed):
    words = pack(allowed)
    words[:, 2048:] = 0
    return words
seen = {}
def forgets(allowed):
    key = allowed.tobytes()
    seen[key] = seen.get(key, 0) + 1
    return pack(allowed) if seen[key] == 1 else np.zeros_like(pack(allowed))
def hangs_at_40(allowed):
    while allowed.shape[1] == 40: time.sleep(1)
    return pack(allowed)
def dies_at_40(allowed):
    if allowed.shape[1] == 40: os._exit(9)
    return pack(allowed)
def prints(allowed):
    print("packing", allowed.shape)
    return pack(allowed)
"""


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packers.py").write_text(ZOO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


FAST = Limits(timeout=2.0)


@pytest.mark.parametrize("name", ["right", "by_packbits", "by_loops", "keeps_its_input_busy", "prints"])
@pytest.mark.usefixtures("zoo")
def test_a_right_packer_has_no_fault(name: str) -> None:
    found = audit_mask(f"packers:{name}", Limits(timeout=60))
    assert found.verdict is Verdict.HOLDS
    assert found.passes
    assert not found.diagnosis
    assert found.explored["calls"] == sum(1 for _ in cases())
    assert found.explored["sizes"] >= len(SMALL)


@pytest.mark.parametrize("id_", RIVALS)
@pytest.mark.usefixtures("zoo")
def test_a_rival_is_caught_and_named(id_: str) -> None:
    found = audit_mask(f"packers:{id_.replace('.', '_')}", FAST)
    assert found.verdict is Verdict.REFUTED
    assert set(found.diagnosis) == {id_}
    assert all(fault.counterexample["V"] <= 33 for fault in found.faults)


WRONG = [
    ("bytes_from_the_left", "wrong_bits", "B = 1, V = 1: row 0, token 0: bit 0 of word 0 is 0, expected 1"),
    ("sets_padding", "padding", "B = 1, V = 1: row 0 sets bit 1 of a row of 1 tokens"),
    ("one_word_more", "wrong_result", "returned int32[1, 2], expected int32[1, 1]"),
    ("wide", "wrong_result", "returned int64[1, 1], expected int32[1, 1]"),
    ("unsigned", "wrong_result", "returned uint32[1, 1], expected int32[1, 1]"),
    ("floats", "wrong_result", "returned float32[1, 1], expected int32[1, 1]"),
    ("flat", "wrong_result", "returned int32[1], expected int32[1, 1]"),
    ("unpacked", "wrong_result", "returned int8[1, 1], expected int32[1, 1]"),
    ("bytes_object", "wrong_result", "returned a bytes, expected an array"),
    ("nothing", "wrong_result", "returned a NoneType, expected an array"),
    ("needs_a_multiple_of_32", "raised", "raised ValueError: vocabulary must be a multiple of 32"),
    ("first_row_for_all", "wrong_bits", "B = 3, V = 1: row 1, token 0"),
    ("wrong_from_65536", "wrong_bits", "V = 128256: row 0, token 65"),
    ("hangs_at_40", "hung", "V = 40: no answer after 2 s"),
    ("dies_at_40", "died", "V = 40: its process exited with status 9"),
]


@pytest.mark.parametrize(("name", "kind", "says"), WRONG)
@pytest.mark.usefixtures("zoo")
def test_a_wrong_packer_is_caught_at_the_smallest_size(name: str, kind: str, says: str) -> None:
    found = audit_mask(f"packers:{name}", FAST)
    assert not found.passes
    fault = found.faults[0]
    assert fault.kind == kind
    assert says in fault.says
    assert not found.diagnosis


@pytest.mark.usefixtures("zoo")
def test_words_that_change_are_a_fault() -> None:
    """It is right the first time only; an audit that never asks twice would pass it."""
    found = audit_mask("packers:forgets", FAST)
    assert {fault.kind for fault in found.faults} & {"wrong_bits", "not_repeatable"}


@pytest.mark.usefixtures("zoo")
def test_the_snippet_runs_and_shows_the_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (fault,) = audit_mask("packers:grammar_mask_bit_order_reversed", FAST).faults
    monkeypatch.syspath_prepend(str(Path.cwd()))
    exec(compile(fault.snippet, "snippet", "exec"), {})
    assert "[[-2147483648]]" in capsys.readouterr().out
    assert fault.counterexample["allowed_tokens"] == [[0]]
    assert fault.counterexample["returned"] == [["0x80000000"]]
    assert fault.counterexample["expected"] == [["0x00000001"]]


@pytest.mark.usefixtures("zoo")
def test_what_cannot_be_loaded_is_bad_input() -> None:
    with pytest.raises(BadInput, match="packers:absent: cannot be loaded"):
        audit_mask("packers:absent", FAST)


def test_every_behaviour_is_a_rival_of_the_chain_and_differs_from_all_others() -> None:
    known = {rival.id for claim in CHAIN.claims for rival in claim.rivals}
    assert set(RIVALS) <= known
    results = {
        id_: [packer(allowed).tobytes() + str(packer(allowed).shape).encode() for allowed in cases()]
        for id_, packer in (RIVALS | {"right": pack}).items()
    }
    assert len({tuple(found) for found in results.values()}) == len(results)


def test_packing_is_what_shifts_and_masks_read() -> None:
    for allowed in cases():
        words = pack(allowed)
        rows, size = allowed.shape
        assert words.dtype == np.int32
        assert words.shape == (rows, width(size))
        assert (bits_of(words)[:, :size] == allowed).all()
        assert not bits_of(words)[:, size:].any()
