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
Where no law is refuted some points are drawn as well, against breaks that hide a bias.
Halving a cell needs only the corners on the new face, so a break is found to 2^-k in a number of rows that grows with k.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ..ledger import Verdict
from .cells import UNIT_BITS, Cells, Codes, Cube, Times, as_coins, joined
from .instances import Group, Prefix
from .judgement import Judgement, Tally, accepted_excess, completed_excess, judge, judge_acceptance
from .laws import Floats, Ints
from .rows import Drafter, Jobs, Misbehaved, Rows, Sampler, call, emission_fault, jobs_of

ASSUMES = "no break enters and leaves inside a cell whose corners agree"

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

UNCOUNTED = 1 << 16
"""Certain cells that are kept before they are counted, all at once: some megabytes."""

DIGIT = 24
"""Bits of a digit of a sum of volumes."""

MIDDLE = 0.5 - 2.0**-UNIT_BITS

PROBES_A_BIAS = 20
"""Points drawn in certain cells for a bias of 1; for a smaller one as many times more."""

UNACCUSED = 1 << 12
"""Points drawn where no law is refuted: a bias of 1/200 that hides in certain cells escapes them with probability e^-20."""

PROBES_A_ROW = 4
"""Points drawn at most for every row before: a slow sampler is looked into for a time in proportion."""


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
        self._places = base ** np.arange(coins)
        codes = np.arange(base**coins)
        digits = codes[:, None] // self._places % base
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
        digits = out + 1
        if digits.view(np.uint64).max() < self.base:  # what is below 0 is large there
            codes: Codes = digits[:, -1].copy()
            for i in range(digits.shape[1] - 2, -1, -1):  # faster than a product of integer matrices
                codes *= self.base
                codes += digits[:, i]
            length = self._length.take(codes)
            most = self.jobs.coins if self.jobs.lens is None else self.jobs.lens.take(which) + 1
            if length.all() and (self.jobs.lens is None or (length <= most).all()):
                return codes if self.recovered else self._accepted(codes, length)
        raise self._fault(out, which, uniforms)

    def _accepted(self, codes: Codes, length: Ints) -> Codes:
        """The codes with token 0 in the place of the last one."""
        place = self._places.take(length - 1)
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
        return _decoded(code, self.base)


@functools.cache
def _decoded(code: int, base: int) -> Prefix:
    return (code % base - 1, *_decoded(code // base, base)) if code else ()


@dataclass(frozen=True)
class Exploration:
    """The tallies of a group, and what they took: rows, seconds inside the sampler, whether it ended before time ran out."""

    tallies: tuple[Tally, ...]
    rows: int
    seconds: float
    in_time: bool


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
    search = _Search(calls, Cube(jobs.coins), grid or GRID.get(jobs.coins, 2), max_rows, probes)
    search.run(until_refuted)
    return Exploration(search.tallies(), calls.rows, calls.seconds, not search.stopped)


@dataclass
class _Search:
    calls: Calls
    cube: Cube
    grid: int
    max_rows: float
    probes: int = 0
    leaves: list[Cells] = field(default_factory=list)
    """The certain cells, kept only to be probed."""
    uncounted: list[Cells] = field(default_factory=list)
    """Certain cells since the last count."""

    def __post_init__(self) -> None:
        digits = UNIT_BITS * self.cube.coins // DIGIT + 1
        self.certain = np.zeros((digits, len(self.calls.jobs.weight) * self.calls.base**self.cube.coins), np.int64)
        """The volume in 2^-(45·coins) at job · codes + code, its digits of 24 bits (the least first) without carries."""

    @property
    def stopped(self) -> bool:
        return self.calls.out_of_time or self.calls.rows >= self.max_rows

    def run(self, until_refuted: bool) -> None:
        frontier = self._rounds(self._first())
        look = 0.0
        while True:
            ends = self.stopped or not len(frontier.job)
            if ends and not self.probes:
                return
            if ends or (until_refuted and self.calls.rows >= look):
                look = LOOKS * self.calls.rows
                excess = max(self._excess(tally) for tally in self.tallies())
                accused = excess > 0
                looked_into = self.probes and (accused or (ends and self.leaves and not self.calls.out_of_time))
                found_out = self._hidden(excess) if looked_into else None
                if found_out is not None:
                    frontier = joined([frontier, found_out])
                if (ends and self.stopped and not accused) or (found_out is None and (accused or ends)):
                    return
            if not self.stopped:
                frontier = self._rounds(self._halved(frontier))

    def _hidden(self, excess: Fraction) -> Cells | None:
        """The certain cells in which a break was found, no longer certain; None if there was none."""
        jobs, coins = self.calls.jobs, self.cube.coins
        leaves = joined(self.leaves)
        share = np.exp2(leaves.volume - float(UNIT_BITS * coins))
        share *= np.array([float(weight) for weight in jobs.weight])[leaves.job]
        wanted = math.ceil(PROBES_A_BIAS / excess) if excess > 0 else UNACCUSED
        count = min(self.probes, wanted, max(SMALL_CHUNK, PROBES_A_ROW * self.calls.rows))
        rng = np.random.default_rng([count, self.calls.rows])
        picked = rng.choice(len(leaves.job), count, p=share / share.sum())
        found_out = np.zeros(len(leaves.job), np.bool_)
        step = self.calls.chunk  # which changes as the calls are timed
        for start in range(0, count, step):
            if self.calls.out_of_time and excess > 0:  # an accusation that could not be looked into is none
                self.certain[:] = 0
                return leaves
            if self.calls.out_of_time:
                break
            which = picked[start : start + step]
            cells = leaves.take(which)
            inside = rng.random((len(cells.job), coins)) * (cells.inside + 1)
            uniforms = as_coins(cells.ends[:, :coins] - 1 + inside.astype(np.int64))
            out = self.calls.codes(cells.job, uniforms)
            found_out[which[out != cells.out[:, 0]]] = True
        if not found_out.any():
            return None
        hidden = leaves.take(np.flatnonzero(found_out))
        self.leaves = [leaves.take(np.flatnonzero(~found_out))]
        self._count(hidden, -1)
        return hidden

    def _excess(self, tally: Tally) -> Fraction:
        """What the certain mass of some sequence exceeds the target by; above 0 the law is refuted."""
        return (completed_excess(tally) if self.calls.recovered else accepted_excess(tally))[1]

    def _rounds(self, made: Iterator[Cells]) -> Cells:
        """The cells of one round: those whose corners agree are to be counted, the others are joined."""
        left = []
        for cells in made:
            agree = (cells.out == cells.out[:, :1]).all(1)
            self.uncounted.append(cells.take(np.flatnonzero(agree)))
            left.append(cells.take(np.flatnonzero(~agree)))
            if len(self.uncounted) * self._at_once() > UNCOUNTED:
                self._count_all()
        coins, corners = self.cube.coins, self.cube.corners
        return joined(left or [Cells(np.empty((0, 1 + 2 * coins + corners), np.int64), coins)])

    def _count_all(self) -> None:
        """Count what was found certain since the last time."""
        if self.uncounted:
            cells = joined(self.uncounted)
            self.uncounted = []
            self._count(cells)
            if self.probes:
                self.leaves.append(cells)

    def _count(self, cells: Cells, sign: int = 1) -> None:
        """Add (or take away) the volumes of cells: sums of a digit are exact in float64 for 2^28 cells and more."""
        digit, bit = np.divmod(cells.volume, DIGIT)
        at = cells.job * self.calls.base**self.cube.coins + cells.out[:, 0]
        sums = np.bincount(digit * self.certain.shape[1] + at, np.exp2(bit), self.certain.size)
        self.certain += sign * sums.astype(np.int64).reshape(self.certain.shape)

    def _first(self) -> Iterator[Cells]:
        """The grid; the jobs take turns, so that neighbouring rows of a batch have different laws."""
        jobs, coins = len(self.calls.jobs.weight), self.cube.coins
        bits = self.grid.bit_length() - 1
        start, end = 0, self.grid**coins * jobs
        while start < end and not self.stopped:
            index = np.arange(start, min(start + self._at_once(), end))
            job, cell = index % jobs, index // jobs
            start += len(index)
            low = (cell[:, None] >> bits * np.arange(coins) & self.grid - 1) << UNIT_BITS - bits
            yield self._cells(job, np.hstack([low + 1, low + (1 << UNIT_BITS - bits) - 1]))

    def _halved(self, frontier: Cells) -> Iterator[Cells]:
        """Both halves of each cell that can be halved; only the corners on the new face are run."""
        coins, start = self.cube.coins, 0
        while start < len(frontier.job) and not self.stopped:
            cells = Cells(frontier.table[start : start + self._at_once()], coins)
            start += len(cells.job)
            axis, able = self.cube.axis_to_split(cells)
            if not able.all():
                cells, axis = cells.take(np.flatnonzero(able)), axis[able]
                if not len(axis):
                    continue
            row, least, greatest = np.arange(len(axis)), 1 + axis, 1 + coins + axis
            middle = cells.table[row, least] + cells.table[row, greatest] >> 1
            faces = cells.ends.copy()
            faces[row, axis], faces[row, coins + axis] = middle - 1, middle + 1
            out = np.concatenate([cells.out, self._corners(cells.job, faces)], 1)
            halves, width = cells.table.repeat(2, 0).reshape(len(axis), -1), cells.table.shape[1]
            halves[row, greatest], halves[row, width + least] = middle - 1, middle + 1
            made = Cells(halves.reshape(-1, width), coins)
            made.out[:] = out.take(self.cube.halves[axis] + row[:, None] * out.shape[1]).reshape(made.out.shape)
            yield made

    def _at_once(self) -> int:
        """Cells of one call."""
        return max(1, self.calls.chunk >> self.cube.coins)

    def _cells(self, job: Times, ends: Times) -> Cells:
        """Cells with the codes at their corners."""
        return Cells(np.hstack([job[:, None], ends, self._corners(job, ends)]), self.cube.coins)

    def _corners(self, job: Times, ends: Times) -> Codes:
        corners = self.cube.corners
        return self.calls.codes(job.repeat(corners), self.cube.uniforms(ends)).reshape(-1, corners)

    def tallies(self) -> tuple[Tally, ...]:
        self._count_all()
        jobs = self.calls.jobs
        common = math.lcm(*(weight.denominator for weight in jobs.weight))
        weights = [int(weight * common) for weight in jobs.weight]
        found: list[dict[int, int]] = [{} for _ in jobs.group]
        places = np.flatnonzero(self.certain.any(0))
        volumes = sum(row.astype(object) << i * DIGIT for i, row in enumerate(self.certain[:, places]))
        for at, volume in zip(places.tolist(), volumes, strict=True):
            job, code = divmod(at, self.calls.base**self.cube.coins)
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


def end_point_fault(sampler: Sampler, group: Group, deadline: float = float("inf")) -> tuple[str, Rows] | None:
    """As `end_points`, with the row that shows it: a token of target probability 0 is emitted where a coin is 0 or 1 - 2^-53."""
    jobs = jobs_of(group)
    calls = Calls(sampler, jobs, deadline, SMALL_CHUNK)
    places = np.stack(np.meshgrid(*[(*ENDS, MIDDLE)] * jobs.coins, indexing="ij"), -1).reshape(-1, jobs.coins)
    which = np.arange(len(jobs.weight)).repeat(len(places))
    uniforms = np.tile(places, (len(jobs.weight), 1))
    start = 0
    while start < len(which) and not calls.out_of_time:
        some = slice(start, start + calls.chunk)
        for row, code in enumerate(calls.codes(which[some], uniforms[some].copy()).tolist(), start):
            emitted, instance, coins = calls.decoded(code), group[jobs.owner[which[row]]], uniforms[row].tolist()
            for i, token in enumerate(emitted):
                law = instance.target.get(emitted[:i])
                if law is not None and law[token] == 0:
                    says = f"emits token {token}, of target probability 0, at position {i} with coins {coins}"
                    return says, jobs.rows(which[row : row + 1], uniforms[row : row + 1])
        start = some.stop
    return None
