"""Packing and unpacking as a machine does it, in bit-vectors: a word of 32 bits, a row of words, rows of any length.

A word is proved bit by bit for all 2^32 values. A row is proved twice: for token numbers of 64 bits, with shift and mask
as code finds a token's word and bit, and for every length by induction over its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .questions import Question

WORD = 32
BITS = range(WORD)


def _number(value: int, width: int = WORD) -> str:
    return f"(_ bv{value} {width})"


def _shifted(bit: str, by: int) -> str:
    return f"(bvshl ((_ zero_extend {WORD - 1}) {bit}) {_number(by)})"


def _packed(bits: Iterable[str], place: Callable[[int], int] = lambda j: j) -> str:
    """Bits set one after the other: word |= bit << place."""
    word = _number(0)
    for j, bit in enumerate(bits):
        word = f"(bvor {word} {_shifted(bit, place(j))})"
    return word


def _unpacked(word: str, j: int) -> str:
    """(word >> j) & 1, a bit."""
    return f"((_ extract 0 0) (bvlshr {word} {_number(j)}))"


def _bits_agree(
    word: str, read: Callable[[int], int] = lambda j: j, bit: Callable[[int], str] = lambda j: f"b{j}"
) -> str:
    return "(and " + " ".join(f"(= {_unpacked(word, read(j))} {bit(j)})" for j in BITS) + ")"


PACK_UNPACK = (
    Question(
        "grammar_mask.pack_unpack: every word",
        "QF_BV",
        f"(declare-const w (_ BitVec {WORD}))",
        f"(= w {_packed(_unpacked('w', j) for j in BITS)})",
        rivals={
            "grammar_mask.packed_reversed": f"(= w {_packed((_unpacked('w', j) for j in BITS), lambda j: WORD - 1 - j)})",
            "grammar_mask.sign_bit_lost": f"(= w {_packed(_unpacked('w', j) for j in BITS[:-1])})",
        },
    ),
)

_FLAGS = "\n".join(f"(declare-const b{j} (_ BitVec 1))" for j in BITS)
_WORD_OF_FLAGS = f"{_FLAGS}\n(define-fun w () (_ BitVec {WORD}) {_packed(f'b{j}' for j in BITS)})"

_TOKEN = 64
"""Bits of a token's number in the question about rows: more than any code uses."""

_FIRST = f"(bvshl (bvlshr t {_number(5, _TOKEN)}) {_number(5, _TOKEN)})"
"""The first token of t's word: 32 (t >> 5)."""

_ALLOWED = [f"(allowed (bvadd {_FIRST} {_number(j, _TOKEN)}))" for j in BITS]
_ROW = (
    f"(declare-fun allowed ((_ BitVec {_TOKEN})) (_ BitVec 1))\n(declare-const t (_ BitVec {_TOKEN}))\n"
    f"(define-fun w () (_ BitVec {WORD}) {_packed(_ALLOWED)})\n"
    f"(define-fun j () (_ BitVec {WORD}) ((_ extract {WORD - 1} 0) (bvand t {_number(31, _TOKEN)})))"
)

_LENGTH = "(declare-fun same (Int) Bool)\n(declare-const t Int)\n(declare-const words Int)"


def _agrees_below(words: str) -> str:
    """Every token of the first `words` words reads as it was packed: what is shown of the one token t, which is any."""
    return f"(=> (and (<= 0 t) (< t (* {WORD} {words}))) (same t))"


UNPACK_PACK = (
    Question(
        "grammar_mask.unpack_pack: every word",
        "QF_BV",
        _WORD_OF_FLAGS,
        _bits_agree("w"),
        rivals={
            "grammar_mask.zero_is_allowed": _bits_agree("w", bit=lambda j: f"(bvnot b{j})"),
            "grammar_mask.bit_above": _bits_agree("w", read=lambda j: j + 1),
        },
    ),
    Question(
        "grammar_mask.unpack_pack: every token of a row, by shift and mask",
        "QF_UFBV",
        _ROW,
        "(= ((_ extract 0 0) (bvlshr w j)) (allowed t))",
    ),
    Question(
        "grammar_mask.unpack_pack: rows of any length, base",
        "QF_UFLIA",
        _LENGTH,
        _agrees_below("0"),
        role="base",
    ),
    Question(
        "grammar_mask.unpack_pack: rows of any length, step",
        "QF_UFLIA",
        f"{_LENGTH}\n(define-fun j () Int (- t (* {WORD} words)))",
        _agrees_below("(+ words 1)"),
        premises=(
            "(<= 0 words)",
            _agrees_below("words"),
            f"(=> (and (<= 0 j) (< j {WORD})) (same (+ (* {WORD} words) j)))",  # the new word: shown above
        ),
        role="step",
    ),
)
