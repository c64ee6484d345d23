"""`draftproof audit mask MODULE:CALLABLE`: a packer of grammar masks against the layout that engines read.

The callable is `pack(allowed: bool[B, V]) -> int32[B, ceil(V/32)]`. Every vocabulary size up to two words and a bit is
tried with each token allowed alone, with none and with all, as a batch and, around the edges of words, row by row; then
sizes around a power of two and those of real models, with random rows. The smallest sizes come first, so that the first
fault is a small one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from ...subjects.load import split
from ...subjects.outcome import Audit, Failed, Fault, returned_array
from ...subjects.subject import Limits, Subject, limit_options

if TYPE_CHECKING:
    from .mask_packers import Mask, Packer, Words

SMALL = range(1, 67)
"""Sizes tried with each token allowed alone: up to two words and two tokens, so that every bit and edge of a word occurs."""

ROW_BY_ROW = (*range(1, 35), *range(63, 67))
"""The small sizes whose rows are also packed one by one, for a counterexample of one row: around the edges of words."""

LARGE = (127, 128, 129, 1_000, 32_000, 128_256, 151_665)
"""Sizes tried with random rows: around a power of two, and of Mistral, Llama 3 and Qwen 2.5 (no multiple of 32)."""

SEED = 7
"""Any will do: rows that are random only have to differ from each other."""

SHOWN = 8
"""Words of a counterexample that are written out."""


@dataclass
class _Search:
    """What was tried, the first fault of each kind, and the rivals that have behaved as the subject so far."""

    name: str
    behaves_as: dict[str, Packer]
    faults: dict[str, Fault] = field(default_factory=dict)
    calls: int = 0
    rows: int = 0
    sizes: set[int] = field(default_factory=set)


def audit_mask(name: str, limits: Limits | None = None) -> Audit:
    """Hold the packer that `name` (MODULE:CALLABLE) stands for against the layout. Raises `BadInput`: cannot be loaded."""
    from .mask_packers import RIVALS

    search = _Search(name, dict(RIVALS))
    with Subject.load(name, limits=limits) as subject:
        for allowed in cases():
            if _call(subject, allowed, search):
                break
        else:
            _twice(subject, search)
    faults = tuple(search.faults.values())
    diagnosis = {id_: _says(id_) for id_ in search.behaves_as} if faults else {}
    explored = {"calls": search.calls, "rows": search.rows, "sizes": len(search.sizes)}
    return Audit("mask", name, faults, diagnosis, explored)


def cases() -> Iterator[Mask]:
    """The masks to pack, `bool[B, V]`, small ones first."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    for size in SMALL:
        rows = np.vstack([np.zeros((1, size), bool), np.ones((1, size), bool), np.eye(size, dtype=bool)])
        yield from (rows[i : i + 1] for i in range(len(rows)) if size in ROW_BY_ROW)
        yield rows
        yield rng.random((3, size)) < 0.5
    for size in LARGE:
        yield np.vstack([rng.random((2, size)) < 0.5, rng.random((1, size)) < 0.001, np.zeros((1, size), bool)])


def _call(subject: Subject, allowed: Mask, search: _Search) -> bool:
    """Pack one mask and judge the words; whether the search must end, since the child is gone."""
    from .mask_packers import pack

    rows, size = allowed.shape
    expected = pack(allowed)
    search.calls, search.rows = search.calls + 1, search.rows + rows
    search.sizes.add(size)
    outcome = subject.ask(None, allowed)
    words = outcome if isinstance(outcome, Failed) else outcome.arrays[0]
    search.behaves_as = {id_: packer for id_, packer in search.behaves_as.items() if _same(packer(allowed), words)}
    judged = returned_array(outcome, "int32", expected.shape)
    if isinstance(judged, Failed):
        _note(search, judged.kind, judged.says, allowed, words, expected)
        return judged.ends_child
    if not _same(judged, expected):
        kind, says = _difference(judged, expected, size)
        _note(search, kind, says, allowed, judged, expected)
    return False


def _same(found: Any, other: Any) -> bool:
    """The same type, shape and values (a failure is like nothing)."""
    if isinstance(other, Failed):
        return False
    return bool(found.dtype == other.dtype and found.shape == other.shape and (found == other).all())


def _twice(subject: Subject, search: _Search) -> None:
    """The same mask once more: what is right must stay so."""
    import numpy as np

    from .mask_packers import pack

    allowed = np.eye(SMALL[-1], dtype=bool)
    judged = returned_array(subject.ask(None, allowed), "int32", pack(allowed).shape)
    if not search.faults and not _same(pack(allowed), judged):
        _note(search, "not_repeatable", "packed again, the same mask gives other words", allowed, judged, pack(allowed))


def _difference(words: Words, expected: Words, size: int) -> tuple[str, str]:
    """The kind of fault, and the first bit that differs."""
    import numpy as np

    from .mask_packers import bits_of

    row, token = (int(index) for index in np.argwhere(bits_of(words) != bits_of(expected))[0])
    if (bits_of(words)[:, :size] == bits_of(expected)[:, :size]).all():
        return "padding", f"row {row} sets bit {token} of a row of {size} tokens: it allows a token that does not exist"
    is_set, place = bool(bits_of(words)[row, token]), f"bit {token % 32} of word {token // 32}"
    return "wrong_bits", f"row {row}, token {token}: {place} is {int(is_set)}, expected {int(not is_set)}"


def _note(search: _Search, kind: str, says: str, allowed: Mask, words: Any, expected: Words) -> None:
    """Keep the first fault of each kind, which is that of the smallest size."""
    if kind not in search.faults:
        rows, size = allowed.shape
        example: dict[str, Any] = {
            "B": rows,
            "V": size,
            "allowed_tokens": _tokens(allowed),
            "expected": _hexadecimal(expected),
        }
        if isinstance(words, Failed):
            example |= {"printed": words.printed} if words.printed else {}
        elif words.dtype.kind in "iu" and words.ndim == 2:
            example["returned"] = _hexadecimal(words)
        search.faults[kind] = Fault(kind, f"B = {rows}, V = {size}: {says}", example, _snippet(search.name, allowed))


def _tokens(allowed: Mask) -> list[list[int]]:
    """The allowed tokens of each row, as many as are shown."""
    return [[int(token) for token in row.nonzero()[0][:SHOWN]] for row in allowed[:SHOWN]]


def _hexadecimal(words: Any) -> list[list[str]]:
    """Words as people compare them, as many as are shown."""
    digits = 2 * words.dtype.itemsize
    return [[f"{int(word) % (1 << (4 * digits)):#0{digits + 2}x}" for word in row[:SHOWN]] for row in words[:SHOWN]]


def _snippet(name: str, allowed: Mask) -> str:
    """Lines that make the call again, for masks small enough to be written out."""
    module, path = split(name)
    rows, size = allowed.shape
    if rows > SHOWN or allowed.sum() > 4 * SHOWN:
        return ""
    sets = [f"allowed[{row}, {[int(t) for t in flags.nonzero()[0]]}] = True" for row, flags in enumerate(allowed)]
    return "\n".join(
        [
            "import numpy as np",
            f"from {module} import {path.split('.')[0]}",
            f"allowed = np.zeros(({rows}, {size}), bool)",
            *(line for line, flags in zip(sets, allowed, strict=True) if flags.any()),
            f"print({path}(allowed))",
        ]
    )


def _says(id_: str) -> str:
    from ...derivations.claims import chain

    return next(rival.says for claim in chain("grammar_mask").claims for rival in claim.rivals if rival.id == id_)


@click.command(short_help="Audit a packer of grammar masks.")
@click.argument("subject", metavar="MODULE:CALLABLE")
@limit_options
def COMMAND(subject: str, limits: Limits) -> Audit:  # noqa: N802  (what the group looks for)
    """Hold a packer of grammar masks against the layout that engines read.

    MODULE:CALLABLE is pack(allowed: bool[B, V]) -> int32[B, ceil(V/32)]; bit j of word i is 1 where token 32 i + j is
    allowed, and the bits past the last token are 0.
    """
    return audit_mask(subject, limits)
