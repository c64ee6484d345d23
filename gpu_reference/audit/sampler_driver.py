"""The sampler audit's half that runs in the child: whole groups of instances for one message.

A message's `do` is one of `OPERATIONS`, its `form` how the sampler is called. Groups of instances are named by their place
in `growing(seed)`, which is the same here as in the parent. Replies have exact numbers as text. Where the sampler raises or
returns what it must not, `failed` gives the one row that shows it. Imports neither SymPy nor torch (unless asked for).
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...subjects.drive import WrongResult, as_array
from ...subjects.wire import Array, Message
from ..exact import SMALL_CHUNK, audit, end_point_fault, explore
from ..instances import Group, growing
from ..judgement import Tally
from ..laws import Floats, Ints
from ..rows import Misbehaved, Rows, Sampler, call, emission_fault, part

TRIED_ALONE = 64
"""Rows of a failed batch that are run one by one, in search of the one that fails."""

PROBES = 1 << 17
"""Points drawn in certain cells before a law is called refuted, at most: a second for a sampler written as a loop."""

_groups: dict[tuple[int, bool], tuple[list[Group], Iterator[Group]]] = {}
_failed: list[Rows] = []
"""The last row that failed, if a single one did."""

_most_rows = [0]
"""Rows of the largest call."""


def group_at(seed: int, draft_lens: bool, index: int) -> Group:
    """The group at a place of `growing`."""
    if (seed, draft_lens) not in _groups:
        _groups[seed, draft_lens] = [], growing(seed, draft_lens=draft_lens)
    made, more = _groups[seed, draft_lens]
    while len(made) <= index:
        made.append(next(more))
    return made[index]


def drive(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """Answer one message."""
    return OPERATIONS[data["do"]](target, data, arrays)


def _signature(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """Each parameter: its name, whether it can be given by name, and whether it is declared None. An audit begins with it."""
    _most_rows[0], _failed[:] = 0, []
    try:
        parameters = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return None, ()
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [[p.name, p.kind in by_name, p.default is None or p.annotation in (None, "None")] for p in parameters], ()


def sampler_of(target: Any, form: Any, seed: Any = 0) -> Sampler:
    """What the user named as an exact sampler: arguments by name, tensors if asked for, an array of integers back."""
    names = set(form["names"])

    def once(rows: Rows) -> Ints:
        lens = (
            np.full(len(rows.draft_tokens), rows.draft_tokens.shape[1]) if rows.draft_lens is None else rows.draft_lens
        )
        given: dict[str, Any] = {**rows._asdict(), "draft_lens": lens}
        if form["point_mass"]:
            given["draft_probs"] = None
        if form["torch"]:
            import torch

            given = {name: value if value is None else torch.from_numpy(value) for name, value in given.items()}
        given["rng"] = np.random.default_rng(seed)
        out = target(**{name: value for name, value in given.items() if name in names})
        return as_array(out.detach().cpu() if hasattr(out, "detach") else out)

    def sampler(
        draft_tokens: Ints,
        draft_probs: Floats | None,
        target_probs: Floats,
        uniforms: Floats,
        *,
        draft_lens: Ints | None = None,
    ) -> Ints:
        assert draft_probs is not None
        rows = Rows(draft_tokens, draft_probs, target_probs, uniforms, draft_lens)
        kept = part(rows, slice(TRIED_ALONE))
        _most_rows[0] = max(_most_rows[0], len(uniforms))
        try:
            return once(rows)
        except Exception as error:
            _failed[:] = [row for row in _single(kept) if _fails(once, row, type(error))][:1]
            raise

    return sampler


def _single(rows: Rows) -> Iterator[Rows]:
    for i in range(len(rows.uniforms)):
        yield part(rows, [i])


def _fails(once: Callable[[Rows], Ints], row: Rows, like: type[Exception]) -> bool:
    try:
        once(row)
    except like:
        return True
    except Exception:
        return False
    return False


def _failing(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """The row that the last failure comes from, if one alone shows it."""
    found, _failed[:] = list(_failed), []
    return None, tuple(array for row in found for array in row if array is not None)


def _law(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """The tallies of a group: `until_refuted` stops there (and looks twice), else all is run."""
    group = group_at(data["seed"], data["draft_lens"], data["index"])
    sampler, deadline = sampler_of(target, data["form"]), time.monotonic() + data["seconds"]
    recovered = not data["form"]["noise"]
    try:
        if data["until_refuted"]:
            found = audit(
                sampler,
                group,
                deadline=deadline,
                max_rows=data["rows"],
                chunk=SMALL_CHUNK,
                recovered=recovered,
                probes=PROBES,
            )
            tallies, rows, in_time = found.tallies, found.rows, found.in_time
        else:
            whole = explore(
                sampler, group, deadline=deadline, max_rows=data["rows"], chunk=SMALL_CHUNK, recovered=recovered
            )
            tallies, rows, in_time = whole.tallies, whole.rows, whole.in_time
    except Misbehaved as error:
        return _misbehaved(error)
    found_by = {"rows": rows, "in_time": in_time, "most_rows": _most_rows[0]}
    return {"tallies": [_plain(tally) for tally in tallies], **found_by}, ()


def _plain(tally: Tally) -> list[list[Any]]:
    return [[list(emitted), str(mass)] for emitted, mass in tally.emitted.items()]


def _misbehaved(error: Misbehaved) -> Message:
    """The row goes back as arrays: the arguments of a call."""
    return {"kind": error.kind, "says": error.says}, tuple(array for array in error.rows if array is not None)


def _ends(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """The least and the largest coins."""
    group, deadline = group_at(data["seed"], data["draft_lens"], data["index"]), time.monotonic() + data["seconds"]
    try:
        found = end_point_fault(sampler_of(target, data["form"]), group, deadline)
    except Misbehaved as error:
        return _misbehaved(error)
    if found is None:
        return None, ()
    return _misbehaved(Misbehaved("impossible_token", *found))


def _batch(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """The rows together, again, in reverse order and each alone: four arrays, in the order of the rows; and the names of the
    arguments that it wrote into.
    """
    rows = rows_of(arrays)
    sampler = sampler_of(target, data["form"])
    written: set[str] = set()

    def run(which: Any) -> Ints:
        chosen, given = part(rows, which), part(rows, which)
        out = call(sampler, chosen).copy()  # the next call may be answered in the same memory
        written.update(n for n, a in given._asdict().items() if a is not None and (getattr(chosen, n) != a).any())
        vocab = rows.target_probs.shape[2]
        for i, emitted in enumerate(out.tolist()):
            most = out.shape[1] if given.draft_lens is None else int(given.draft_lens[i]) + 1
            if says := emission_fault(emitted, vocab, most):
                raise Misbehaved("not_an_emission", says, part(given, [i]))
        return out

    everything = np.arange(len(rows.uniforms))
    try:
        alone = np.concatenate([run([i]) for i in everything])  # first, so that a row that fails alone is named
        found = run(everything), run(everything), run(everything[::-1])[::-1].copy(), alone
        return {"written": sorted(written)}, found
    except Misbehaved as error:
        return _misbehaved(error)


def _sample(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """One call with a seeded generator, and coins from another where the sampler takes them."""
    tokens, q, p, *lens = arrays
    uniforms = np.random.default_rng([*data["seed"], 1]).random((len(p), p.shape[1]))
    sampler = sampler_of(target, data["form"], data["seed"])
    try:
        return None, (call(sampler, Rows(tokens, q, p, uniforms, lens[0] if lens else None)),)
    except Misbehaved as error:
        raise WrongResult(error.says) from None


def _emitted(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """The tokens of the rows, whatever they are."""
    return None, (call(sampler_of(target, data["form"]), rows_of(arrays)),)


def _single_precision(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """The rows as they are, and with laws and coins in float32: two arrays, or why there is no second."""
    rows, sampler = rows_of(arrays), sampler_of(target, data["form"])
    narrow = Rows(
        rows.draft_tokens,
        rows.draft_probs.astype(np.float32),
        rows.target_probs.astype(np.float32),
        rows.uniforms.astype(np.float32),
        rows.draft_lens,
    )
    wide = call(sampler, part(rows, slice(None))).copy()  # it may write into its arguments, and into this again
    try:
        return None, (wide, call(sampler, narrow))
    except Misbehaved as error:
        return str(error), ()
    except WrongResult as error:
        return str(error), ()
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"[:200], ()


def rows_of(arrays: tuple[Array, ...]) -> Rows:
    """Arguments from a message: the draft lengths are left out where all are equal."""
    tokens, q, p, uniforms, *lens = arrays
    return Rows(tokens, q, p, uniforms, lens[0] if lens else None)


OPERATIONS: dict[str, Callable[[Any, Any, tuple[Array, ...]], Message]] = {
    "signature": _signature,
    "law": _law,
    "ends": _ends,
    "batch": _batch,
    "sample": _sample,
    "emitted": _emitted,
    "single_precision": _single_precision,
    "failing": _failing,
}
