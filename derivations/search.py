"""Does an expression, over a box of inputs, take a value inside a target interval? Decided by splitting the box.

Standard library only. A yes is a certificate: a rational point of the box whose value, by `expr.evaluate`, is in the
target. A no is an exclusion: enclosures of pieces that cover the box, each of them off the target. After a stated
number of splits the answer is neither.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .enclosure import enclose, value_at
from .expr import Node, Undefined
from .intervals import Interval

Point = Mapping[str, Fraction]
Cell = Mapping[str, Interval]
Condition = tuple[Node, Interval]
"""An expression and the target that its value must lie in."""

MAX_SPLITS = 2_000
"""Boxes split before `search` gives up (about a second); the figures of the chains need fewer than 50."""

MAX_CORNERS = 64  # corners of the box are tried first: a monotone expression has its extremes there
MAX_HALVINGS = 200  # of a segment from a point below the target to one above it: 60 decimal digits


MAX_DEPTH = 40  # halvings by `feasible_part`: its ends are known to 2^-40 of the printed rounding
MAX_PIECES = (
    2_000  # looked at by `feasible_part`, the rest is left open; each end of the feasible part takes about 2 * 40
)


@dataclass(frozen=True)
class Outcome:
    """What a search found: a witness (yes), an exclusion (no), or neither. `splits` is the work it took.

    From `feasible_part` also the widest stretch of certified values, and the stretch outside of which there are none.
    """

    witness: Point | None
    excluded: bool
    splits: int
    feasible: Interval | None = None
    possible: Interval | None = None


def search(node: Node, box: Cell, target: Interval, *, max_splits: int = MAX_SPLITS) -> Outcome:
    """Whether `node` takes a value in `target` somewhere in `box`; see `Outcome`.

    A point below the target and one above it settle a continuous expression: the segment between them is halved to a
    witness. Where the expression jumps over the target, the splitting goes on. A piece on which there is no enclosure
    (a pole inside, say) is never excluded. Raises what `enclose` raises for a malformed tree.
    """
    sides: dict[int, Point] = {}

    def witness_at(points: list[Point]) -> Point | None:
        """The first point in the target; else one between two on opposite sides, the first time there are such."""
        settled = len(sides) == 2
        for candidate in points:
            side = _side(node, candidate, target)
            if side == 0:
                return candidate
            if side is not None:
                sides.setdefault(side, candidate)
        return _between(node, sides[-1], sides[1], target) if len(sides) == 2 and not settled else None

    found = witness_at(_corners(box))
    pieces, splits = deque([box]), 0
    while found is None and pieces:
        piece = pieces.popleft()
        if _fit(node, piece, target) is False:
            continue
        found = witness_at([_middle(piece)])
        if found is None:
            if splits == max_splits or not any(side.width for side in piece.values()):
                return Outcome(None, False, splits)
            pieces.extend(split(piece, box))
            splits += 1
    return Outcome(found, found is None, splits)


def split(piece: Cell, box: Cell) -> tuple[Cell, Cell]:
    """The two halves of a piece of `box` (which has some width), across the side that has been split least."""
    share = {name: side.width / box[name].width for name, side in piece.items() if side.width}
    name = max(share, key=lambda key: share[key])
    low, high = piece[name].halves()
    return {**piece, name: low}, {**piece, name: high}


def _corners(box: Cell) -> list[Point]:
    ends = (set(side) for side in box.values())
    points = itertools.islice(itertools.product(*(sorted(end) for end in ends)), MAX_CORNERS)
    return [dict(zip(box, corner, strict=True)) for corner in points]


def _middle(piece: Cell) -> Point:
    return {name: side.middle for name, side in piece.items()}


def _side(node: Node, candidate: Point, target: Interval) -> int | None:
    """0 in the target, -1 below it, 1 above; None where there is no value, or its enclosure straddles an end."""
    try:
        value = value_at(node, candidate)
    except Undefined:
        return None
    if target.covers(value):
        return 0
    return -1 if value.high < target.low else 1 if value.low > target.high else None


def _between(node: Node, below: Point, above: Point, target: Interval) -> Point | None:
    for _ in range(MAX_HALVINGS):
        middle = {name: (below[name] + above[name]) / 2 for name in below}
        side = _side(node, middle, target)
        if side == 0:
            return middle
        if side is None:
            return None
        below, above = (middle, above) if side < 0 else (below, middle)
    return None


def feasible_part(conditions: Sequence[Condition], name: str, whole: Interval) -> Outcome:
    """Which values of `name` in `whole` satisfy all conditions: each expression (in `name` alone) inside its target.

    The witness is the middle of the widest stretch that is certified as a whole by enclosures; where there is none, a
    single point that an exact evaluation confirms, if one is met.
    """
    inside: list[Interval] = []
    open_: list[Interval] = []
    pieces, looked = deque([(whole, 0, conditions)]), 0
    while pieces:
        piece, depth, undecided = pieces.popleft()
        looked += 1
        if (left := _undecided(undecided, {name: piece})) is None:
            continue
        if not left:
            inside.append(piece)
        elif piece.width and depth < MAX_DEPTH and looked < MAX_PIECES:
            pieces.extend((half, depth + 1, left) for half in piece.halves())
        else:
            open_.append(piece)
    feasible = max(_stretches(inside), key=lambda stretch: stretch.width, default=None)
    candidates = [feasible.middle] if feasible else [value for piece in open_ for value in (*piece, piece.middle)]
    good = (v for v in candidates if all(_side(node, {name: v}, target) == 0 for node, target in conditions))
    value = next(good, None)
    rest = [*inside, *open_]
    possible = Interval(min(p.low for p in rest), max(p.high for p in rest)) if rest else None
    return Outcome(None if value is None else {name: value}, not rest, looked, feasible, possible)


def _undecided(conditions: Sequence[Condition], piece: Cell) -> list[Condition] | None:
    """The conditions that do not hold on the whole piece, and so may fail on a part of it; None where one holds nowhere."""
    left = []
    for node, target in conditions:
        fit = _fit(node, piece, target)
        if fit is False:
            return None
        if fit is None:
            left.append((node, target))
    return left


def _fit(node: Node, piece: Cell, target: Interval) -> bool | None:
    """Whether the expression is in the target on the whole piece (True), nowhere on it (False), or not decided."""
    try:
        value = enclose(node, piece)
    except Undefined:
        return None
    return True if target.covers(value) else False if value.meet(target) is None else None


def _stretches(pieces: list[Interval]) -> list[Interval]:
    """Adjacent pieces joined."""
    joined: list[Interval] = []
    for piece in sorted(pieces):
        if joined and joined[-1].high == piece.low:
            joined[-1] = Interval(joined[-1].low, piece.high)
        else:
            joined.append(piece)
    return joined
