"""The exact audit: the output law of a sampler whose coins are given, as an interval of exact rationals.

For every draft sequence (weighted by q exactly) the cube of coins is cut into cells. The sampler is run at each cell's inner
corners, 2^-45 inside. A cell whose corners agree counts as certain; any other is halved along an axis on which they differ,
down to a width of 2^-36. What is certain, completed by the target to the full length, is a lower bound of the law of the
*completed* sequence; what is undecided may go anywhere. So the law is

- refuted iff some completed sequence has more certain mass than the target gives it: then every law in the interval differs;
- exact iff nothing is undecided and all is equal;
- else not refuted, and its distance from the target is at most the undecided mass. That is never an accusation.

`ASSUMES` is the one thing that is taken for granted. A refutation stands only if a grid twice as fine refutes as well. Beside
that, certain cells can be probed: were a right sampler accused with a bias b, breaks would hide in a volume of b or more, which
20/b points drawn in certain cells miss with probability e^-20; cells that are found out are halved until their corners differ.
Halving a cell needs only the corners on the new face, so a break is found to 2^-k in a number of rows that grows with k.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..ledger import Verdict
from .instances import Group, Prefix
from .judgement import Judgement, Tally, accepted_excess, completed_excess, judge, judge_acceptance
from .laws import Floats, Ints
from .rows import Drafter, Jobs, Misbehaved, Rows, Sampler, call, emission_fault, jobs_of

ASSUMES = "no break enters and leaves inside a cell whose corners agree"

UNIT_BITS = 45
"""Coordinates count in 2^-45, which is how far inside a cell its corners lie: 2^8 times the step of the largest float64 below
1, so that a right sampler may round, and a test may be `<` or `<=`."""

LEAST_BITS = 9
"""A cell of width 2^(9-45) = 2^-36 is halved no more."""

GRID = {2: 8, 3: 4, 4: 4}
"""Cells an axis at first, by the number of coins; a power of two. More coins: 2."""

CHUNK = 1 << 14
"""Rows of one call: their laws fill a few megabytes, and what is done once a call costs little."""

SMALL_CHUNK = 1 << 9
"""Rows of the first call: a sampler written as a loop does these in some milliseconds."""

SLOW, FAST = 0.2, 0.02
"""Seconds of a call above which the next has half as many rows, and below which twice as many."""

LOOKS = 1.5
"""Rows between two looks at the law, as a share of those before: a look costs as much as some thousand rows."""

ENDS = (0.0, 1.0 - 2.0**-53)
"""The least and the largest coin."""

MIDDLE = 0.5 - 2.0**-UNIT_BITS

PROBES_A_BIAS = 20
"""Points drawn in certain cells for a bias of 1; for a smaller one as many times more."""

PROBES_A_ROW = 4
"""Points drawn at most for every row before: a slow sampler is looked into for a time in proportion."""

Codes = npt.NDArray[np.int32]
Times = npt.NDArray[np.int64]


@dataclass
class Calls:
    """Calls the sampler, checks what comes back, and keeps the rows, the seconds spent inside and the size of a call."""

    sampler: Sampler
    jobs: Jobs
    deadline: float = float("inf")
    chunk: int = CHUNK
    recovered: bool = True
    """Whether the last emitted token is read; without it only what was accepted is."""
    rows: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.base = self.jobs.vocab + 1
        self._memory: Rows | None = None
        base, coins = self.base, self.jobs.coins
        codes = np.arange(base**coins)
        digits = codes[:, None] // base ** np.arange(coins) % base
        lengths = (digits > 0).sum(1)
        ended = (digits > 0) == (np.arange(coins) < lengths[:, None])
        self._most_rows = max(self.chunk, CHUNK)
        self._length = np.where(ended.all(1), lengths, 0)  # a code of length 0 is none that may be emitted

    @property
    def out_of_time(self) -> bool:
        return time.monotonic() >= self.deadline

    def codes(self, which: npt.NDArray[np.integer[Any]], uniforms: Floats) -> Codes:
        """One number for what each row emits: token i plus 1 as the digit i. Raises `Misbehaved`."""
        if self._memory is None or len(self._memory.draft_tokens) < len(which):
            self._memory = self.jobs.rows(which, uniforms)
        rows = self.jobs.rows(which, uniforms, self._memory)
        began = time.perf_counter()
        out = call(self.sampler, rows)
        took = time.perf_counter() - began
        self.rows, self.seconds = self.rows + len(uniforms), self.seconds + took
        if took > SLOW:
            self.chunk = max(self.chunk // 2, SMALL_CHUNK >> 3)
        elif took < FAST and self.chunk <= len(uniforms):
            self.chunk = min(2 * self.chunk, self._most_rows)
        return self.encoded(out, which, uniforms)

    def encoded(self, out: Ints, which: npt.NDArray[np.integer[Any]], uniforms: Floats) -> Codes:
        """The codes of what came back. Raises `Misbehaved` for what is no emission."""
        base = self.base
        if out.min() >= -1 and out.max() < self.jobs.vocab:
            digits = out.astype(np.int32)
            codes = digits[:, -1] + np.int32(1)
            for i in range(digits.shape[1] - 2, -1, -1):
                codes *= base
                codes += digits[:, i]
                codes += 1
            length = self._length.take(codes)
            most = self.jobs.coins if self.jobs.lens is None else self.jobs.lens.take(which) + 1
            if length.all() and (self.jobs.lens is None or (length <= most).all()):
                return codes if self.recovered else self._accepted(codes, length)
        raise self._fault(out, which, uniforms)

    def _accepted(self, codes: Codes, length: Ints) -> Codes:
        """The codes with token 0 in the place of the last one."""
        place = (self.base ** (length - 1)).astype(np.int32)
        return codes - (codes // place - 1) * place

    def _fault(self, out: Ints, which: npt.NDArray[np.integer[Any]], uniforms: Floats) -> Misbehaved:
        for row, emitted in enumerate(out.tolist()):
            most = self.jobs.coins if self.jobs.lens is None else int(self.jobs.lens[which[row]]) + 1
            says = emission_fault(emitted, self.jobs.vocab, most)
            if says:
                return Misbehaved(
                    "not_an_emission", says, self.jobs.rows(which[row : row + 1], uniforms[row : row + 1])
                )
        raise AssertionError("a fault that no row has")

    def decoded(self, code: int) -> Prefix:
        """The tokens that a code stands for."""
        base, tokens = self.base, []
        while code:
            code, digit = divmod(code, base)
            tokens.append(digit - 1)
        return tuple(tokens)


class _Cells(NamedTuple):
    """Cells of the cube: job [n], lower corner [n, coins] in 2^-45, log2 of the widths in 2^-45, codes at the corners."""

    job: Times
    low: Times
    size: Times
    out: Codes

    def take(self, which: Any) -> _Cells:
        return _Cells(*(array[which] for array in self))


def _joined(cells: Sequence[_Cells]) -> _Cells:
    return _Cells(*map(np.concatenate, zip(*cells, strict=True)))


@dataclass(frozen=True)
class Exploration:
    """The tallies of a group, and what they took: rows, seconds inside the sampler, whether it ended before time ran out."""

    tallies: tuple[Tally, ...]
    rows: int
    seconds: float
    in_time: bool


@dataclass
class _Cube:
    """The corners of a cell of that many coins: bit a of a corner's number says on which side of axis a it lies."""

    coins: int
    bits: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        corners, axes = np.arange(1 << self.coins), np.arange(self.coins)
        self.bits = corners[:, None] >> axes & 1
        self.end_of = 2 * axes + self.bits
        self.across = corners ^ (1 << axes)[:, None]
        self.low_side = [np.flatnonzero(self.bits[:, axis] == 0) for axis in axes]

    def uniforms(self, first: Times, second: Times) -> Floats:
        """The coins at every corner, [cells · corners, coins], from the two ends of every axis, [cells, coins]."""
        ends = np.stack([first, second], axis=2).astype(np.float64) * 2.0**-UNIT_BITS
        found = ends.reshape(len(ends), -1).take(self.end_of, axis=1)
        return found.reshape(-1, self.coins)

    def axis_to_split(self, cells: _Cells) -> tuple[Times, npt.NDArray[np.bool_]]:
        """The widest axis on which corners differ (of all, where none does), and whether it may still be halved."""
        differs = np.empty(cells.low.shape, np.bool_)
        for axis, side in enumerate(self.low_side):
            differs[:, axis] = (cells.out[:, side] != cells.out[:, side | 1 << axis]).any(1)
        differs |= ~differs.any(1, keepdims=True)
        width = np.where(differs & (cells.size > LEAST_BITS), cells.size, 0)
        axis = width.argmax(1)
        return axis, width[np.arange(len(axis)), axis] > 0


def explore(
    sampler: Sampler,
    group: Group,
    *,
    grid: int | None = None,
    deadline: float = float("inf"),
    max_rows: float = float("inf"),
    until_refuted: bool = False,
    chunk: int = CHUNK,
    recovered: bool = True,
    drafter: Drafter | None = None,
    probes: int = 0,
) -> Exploration:
    """Run the sampler over the cube of coins of every draft sequence of a group.

    `grid` (a power of two) cells an axis at first. It ends when nothing can be halved, at `deadline` (of
    `time.monotonic`), after `max_rows`, and, with `until_refuted`, once some law is. With `recovered` false the last token of an
    emission is not read, for samplers that take it from noise of their own. `drafter` may draw from another law than it declares.
    Before a law is called refuted, up to `probes` points are drawn in certain cells (for samplers whose rows do not see each
    other). Raises `Misbehaved`.
    """
    jobs = jobs_of(group, drafter)
    calls = Calls(sampler, jobs, deadline, chunk, recovered)
    search = _Search(calls, _Cube(jobs.coins), grid or GRID.get(jobs.coins, 2), max_rows, probes)
    search.run(until_refuted)
    return Exploration(search.tallies(), calls.rows, calls.seconds, not search.stopped)


@dataclass
class _Search:
    calls: Calls
    cube: _Cube
    grid: int
    max_rows: float
    probes: int = 0
    leaves: list[_Cells] = field(default_factory=list)
    """The certain cells, kept only to be probed."""
    certain: dict[tuple[int, int], int] = field(default_factory=dict)
    """(job, code) -> volume in 2^-(45·coins)."""

    @property
    def stopped(self) -> bool:
        return self.calls.out_of_time or self.calls.rows >= self.max_rows

    def run(self, until_refuted: bool) -> None:
        frontier = self._rounds(self._first())
        look = 0.0
        while True:
            ends = self.stopped or not len(frontier.job)
            if ends or (until_refuted and self.calls.rows >= look):
                look = LOOKS * self.calls.rows
                excess = max(self._excess(tally) for tally in self.tallies())
                found_out = self._hidden(excess) if excess > 0 and self.probes else None
                if found_out is not None:
                    frontier = _joined([frontier, found_out])
                elif excess > 0 or ends:
                    return
            if not self.stopped:
                frontier = self._rounds(self._halved(frontier))

    def _hidden(self, excess: Fraction) -> _Cells | None:
        """The certain cells in which a break was found, no longer certain; None if there was none."""
        jobs = self.calls.jobs
        leaves = _joined(self.leaves)
        volume = np.exp2(leaves.size.sum(1) - float(UNIT_BITS * self.cube.coins))
        share = volume * np.array([float(weight) for weight in jobs.weight])[leaves.job]
        count = min(self.probes, math.ceil(PROBES_A_BIAS / excess), max(SMALL_CHUNK, PROBES_A_ROW * self.calls.rows))
        rng = np.random.default_rng(count)
        picked = rng.choice(len(leaves.job), count, p=share / share.sum())
        found_out = np.zeros(len(leaves.job), np.bool_)
        for start in range(0, count, self.calls.chunk):
            if self.calls.out_of_time:  # an accusation that could not be looked into is none
                self.certain.clear()
                return leaves
            which = picked[start : start + self.calls.chunk]
            inside = (rng.random((len(which), self.cube.coins)) * ((1 << leaves.size[which]) - 1)).astype(np.int64)
            uniforms = (leaves.low[which] + inside).astype(np.float64) * 2.0**-UNIT_BITS
            out = self.calls.codes(leaves.job[which], uniforms)
            found_out[which[out != leaves.out[which, 0]]] = True
        if not found_out.any():
            return None
        self.leaves = [leaves.take(~found_out)]
        hidden = leaves.take(found_out)
        self._count(hidden, np.ones(len(hidden.job), np.bool_), -1)
        return hidden

    def _excess(self, tally: Tally) -> Fraction:
        """What the certain mass of some sequence exceeds the target by; above 0 the law is refuted."""
        return (completed_excess(tally) if self.calls.recovered else accepted_excess(tally))[1]

    def _rounds(self, made: Iterator[_Cells]) -> _Cells:
        """The cells of one round: those whose corners agree are counted, the others are joined."""
        none = np.empty((0, self.cube.coins), np.int64)
        left = [_Cells(np.empty(0, np.int64), none, none, np.empty((0, len(self.cube.bits)), np.int32))]
        for cells in made:
            agree = (cells.out == cells.out[:, :1]).all(1)
            self._count(cells, agree)
            if self.probes:
                self.leaves.append(cells.take(np.flatnonzero(agree)))
            left.append(cells.take(np.flatnonzero(~agree)))
        return _joined(left)

    def _count(self, cells: _Cells, agree: npt.NDArray[np.bool_], sign: int = 1) -> None:
        """Add (or take away) the volumes of cells, in integers: equal ones are counted, then shifted."""
        where = np.flatnonzero(agree)
        volume = cells.size[where].sum(1)
        codes = self.calls.base**self.cube.coins
        kind = cells.job[where] * codes + cells.out[where, 0]
        for shift in np.flatnonzero(np.bincount(volume)).tolist():  # cells of one round have few volumes
            counts = np.bincount(kind[volume == shift])
            for key in np.flatnonzero(counts).tolist():
                at = divmod(key, codes)
                self.certain[at] = self.certain.get(at, 0) + sign * (int(counts[key]) << shift)

    def _first(self) -> Iterator[_Cells]:
        """The grid; the jobs take turns, so that neighbouring rows of a batch have different laws."""
        jobs, coins = len(self.calls.jobs.weight), self.cube.coins
        bits = self.grid.bit_length() - 1
        start, end = 0, self.grid**coins * jobs
        while start < end and not self.stopped:
            index = np.arange(start, min(start + self._cells(), end))
            job, cell = index % jobs, index // jobs
            start += len(index)
            low = (cell[:, None] >> bits * np.arange(coins) & self.grid - 1) << UNIT_BITS - bits
            out = self._corners(job, low + 1, low + (1 << UNIT_BITS - bits) - 1)
            yield _Cells(job, low, np.full_like(low, UNIT_BITS - bits), out)

    def _halved(self, frontier: _Cells) -> Iterator[_Cells]:
        """Both halves of each cell that can be halved; only the corners on the new face are run."""
        start = 0
        while start < len(frontier.job) and not self.stopped:
            cells = frontier.take(slice(start, start + self._cells()))
            start += len(cells.job)
            axis, able = self.cube.axis_to_split(cells)
            cells, axis = cells.take(able), axis[able]
            if not len(axis):
                continue
            row = np.arange(len(axis))
            size = cells.size.copy()
            size[row, axis] -= 1
            middle = cells.low[row, axis] + (1 << size[row, axis])
            first, second = cells.low + 1, cells.low + (1 << cells.size) - 1
            first[row, axis], second[row, axis] = middle - 1, middle + 1
            fresh = self._corners(cells.job, first, second)
            fresh = np.take_along_axis(fresh, self.cube.across[axis], 1)
            above = self.cube.bits.T[axis] == 1
            high = cells.low.copy()
            high[row, axis] = middle
            yield _Cells(cells.job, cells.low, size, np.where(above, fresh, cells.out))
            yield _Cells(cells.job, high, size, np.where(above, cells.out, fresh))

    def _cells(self) -> int:
        """Cells of one call."""
        return max(1, self.calls.chunk >> self.cube.coins)

    def _corners(self, job: Times, first: Times, second: Times) -> Codes:
        corners = len(self.cube.bits)
        codes = self.calls.codes(job.repeat(corners), self.cube.uniforms(first, second))
        return codes.reshape(-1, corners)

    def tallies(self) -> tuple[Tally, ...]:
        jobs = self.calls.jobs
        common = math.lcm(*(weight.denominator for weight in jobs.weight))
        weights = [int(weight * common) for weight in jobs.weight]
        found: list[dict[int, int]] = [{} for _ in jobs.group]
        for (job, code), volume in self.certain.items():
            masses = found[jobs.owner[job]]
            masses[code] = masses.get(code, 0) + weights[job] * volume
        whole = common << UNIT_BITS * self.cube.coins
        return tuple(
            Tally(instance, {self.calls.decoded(code): Fraction(mass, whole) for code, mass in masses.items() if mass})
            for instance, masses in zip(jobs.group, found, strict=True)
        )


@dataclass(frozen=True)
class Audited:
    """The judgements of a group, its tallies, and the rows and seconds inside the sampler that they took."""

    judgements: tuple[Judgement, ...]
    tallies: tuple[Tally, ...]
    rows: int
    seconds: float
    in_time: bool

    @property
    def refuted(self) -> tuple[Judgement, ...]:
        return tuple(judged for judged in self.judgements if judged.verdict is Verdict.REFUTED)


def audit(
    sampler: Sampler,
    group: Group,
    *,
    grid: int | None = None,
    deadline: float = float("inf"),
    max_rows: float = float("inf"),
    chunk: int = CHUNK,
    recovered: bool = True,
    drafter: Drafter | None = None,
    probes: int = 0,
) -> Audited:
    """Explore and judge a group; what is refuted must be so again on a grid twice as fine. Raises `Misbehaved`.

    `max_rows` is for the first grid; the second gets as many times more as it has more cells.
    """
    of = judge if recovered else judge_acceptance
    coins = max(instance.gamma for instance in group) + 1
    grid = grid or GRID.get(coins, 2)
    rows, seconds = 0, 0.0
    for cells in (grid, 2 * grid):
        found = explore(
            sampler,
            group,
            grid=cells,
            deadline=deadline,
            max_rows=max_rows * (cells // grid) ** coins,
            until_refuted=True,
            chunk=chunk,
            recovered=recovered,
            drafter=drafter,
            probes=probes,
        )
        rows, seconds = rows + found.rows, seconds + found.seconds
        audited = Audited(tuple(of(tally) for tally in found.tallies), found.tallies, rows, seconds, found.in_time)
        if not audited.refuted:
            break
    return audited


def end_points(sampler: Sampler, group: Group) -> str:
    """The first emission at the least and largest coins that the target rules out, in words, or "". Raises `Misbehaved`."""
    fault = end_point_fault(sampler, group)
    return fault[0] if fault else ""


def end_point_fault(sampler: Sampler, group: Group) -> tuple[str, Rows] | None:
    """As `end_points`, with the row that shows it: a token of target probability 0 is emitted where a coin is 0 or 1 - 2^-53."""
    jobs = jobs_of(group)
    calls = Calls(sampler, jobs)
    places = np.stack(np.meshgrid(*[(*ENDS, MIDDLE)] * jobs.coins, indexing="ij"), -1).reshape(-1, jobs.coins)
    which = np.arange(len(jobs.weight)).repeat(len(places))
    uniforms = np.tile(places, (len(jobs.weight), 1))
    for row, code in enumerate(calls.codes(which, uniforms).tolist()):
        emitted, instance = calls.decoded(code), group[jobs.owner[which[row]]]
        for i, token in enumerate(emitted):
            law = instance.target.get(emitted[:i])
            if law is not None and law[token] == 0:
                says = (
                    f"emits token {token}, of target probability 0, at position {i} with coins {uniforms[row].tolist()}"
                )
                return says, jobs.rows(which[row : row + 1], uniforms[row : row + 1])
    return None
