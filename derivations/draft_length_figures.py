"""Published figures about the best draft length: the seed's two tables, what it says of them, and the best lengths.

Data only: the formulas come from the chain. A column of a table shares one draft cost, so it is judged jointly: one
value of c must reproduce all of its cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger import Verdict
from .claims import Joint
from .expr import Node, num
from .figures import Expected, Figure

SEED = "the seed, chain 'The best draft length'"
RECOMPUTED = "facts of the field, table of the best γ (recomputed)"
OWN = "own computation, for the seed's drafters"

COLUMNS = {
    "0.154": {"1": "1.47", "2": "1.67", "3": "1.73", "4": "1.71", "5": "1.66"},
    "0.05": {"3": "2.20", "4": "2.31", "5": "2.35", "6": "2.35", "7": "2.33"},
}
"""Draft cost -> draft length -> speedup, at alpha 0.7."""

RATES = ("0.5", "0.6", "0.7", "0.8", "0.9", "0.95")
BEST = {
    "0.01": (5, 7, 9, 14, 24, 40),
    "0.02": (4, 6, 8, 11, 19, 31),
    "0.05": (3, 4, 6, 8, 13, 21),
    "0.1": (2, 3, 4, 6, 10, 15),
    "0.2": (1, 2, 3, 4, 7, 10),
}
"""Draft cost -> best length at each of `RATES`."""

LONGEST = 64
"""Lengths counted for a best one: more than the table's largest; no value unless this one is past the peak."""

SETTINGS = frozenset({"alpha", "gamma", "c"})
COST, OFF_COST, OFF_LENGTH = "c", "c_2", "delta"


def tables(speedup: Node) -> Iterator[Joint]:
    """The seed's two columns of speedups; c = 0.154 is 2.47/16.06 and so measured, c = 0.05 is rounded as printed."""
    for cost, cells in COLUMNS.items():
        yield Joint(tuple(_cell(cost, length, printed, speedup) for length, printed in cells.items()), COST)


def _cell(cost: str, length: str, printed: str, speedup: Node) -> Figure:
    inputs = {"alpha": "0.7", "gamma": length, COST: cost}
    return Figure(f"draft_length.seed.{cost}.{length}", printed, inputs, speedup, SEED, frozenset({"alpha", "gamma"}))


def counted(gains: Node, past: Node) -> Node:
    """The best length: how many lengths k = 0, 1, ... gain (`gains`, of k), if `past` says that no later one does."""
    steps = Node("sum", ("k", num(0), num(LONGEST - 1), Node("ite", (gains, num(1), num(0)))))
    return Node("ite", (past, steps, Node("div", (num(1), num(0)))))


def best_lengths(best: Node) -> Iterator[Figure]:
    """The table of best lengths, and the two that the seed names."""
    for cost, lengths in BEST.items():
        for rate, length in zip(RATES, lengths, strict=True):
            inputs = {"alpha": rate, COST: cost}
            yield Figure(
                f"draft_length.best.{cost}.{rate}", str(length), inputs, best, RECOMPUTED, SETTINGS & set(inputs)
            )
    for cost, printed in (("0.154", "3"), ("0.05", "5 to 6")):
        inputs = {"alpha": "0.7", COST: cost}
        yield Figure(f"draft_length.seed.peak.{cost}", printed, inputs, best, SEED, frozenset({"alpha"}))


def steps_off(loss: Node, gain: Node) -> Iterator[Figure]:
    """One step off the peak, and a cheaper drafter: `loss` of length delta against gamma, `gain` of c_2 and delta."""
    near_tie = Expected(
        Verdict.REFUTED, "lengths 5 and 6 differ by 1.7e-6 at c = 0.05: the curve is flatter there than the seed says"
    )
    for cost, peak, off, expected in (
        ("0.154", "3", "2", None), ("0.154", "3", "4", None), ("0.05", "6", "5", near_tie), ("0.05", "6", "7", None),
    ):  # fmt: skip
        inputs = {"alpha": "0.7", "gamma": peak, COST: cost, OFF_LENGTH: off}
        exact = frozenset({"alpha", "gamma", OFF_LENGTH, COST})
        yield Figure(f"draft_length.seed.step.{cost}.{off}", "1 to 4%", inputs, loss, SEED, exact, expected)
    inputs = {"alpha": "0.7", "gamma": "3", COST: "0.154", OFF_LENGTH: "6", OFF_COST: "0.05"}
    yield Figure(
        "draft_length.seed.cheaper", "36%", inputs, gain, OWN, frozenset({"alpha", "gamma", OFF_LENGTH, OFF_COST})
    )


def real_lengths(peak: Node, principal: Node) -> Iterator[Figure]:
    """gamma* at the seed's two drafters, and what the principal branch gives at the first."""
    for cost, printed, formula in (("0.154", "3.19", peak), ("0.05", "5.48", peak), ("0.154", "-9.1", principal)):
        inputs = {"alpha": "0.7", COST: cost}
        yield Figure(f"draft_length.real.{cost}.{printed}", printed, inputs, formula, OWN, SETTINGS & set(inputs))


def near_tie(difference: Node) -> Figure:
    """By how much length 6 beats the nearest whole number to gamma* = 5.48."""
    inputs = {"alpha": "0.7", "gamma": "5", COST: "0.05"}
    return Figure("draft_length.near_tie", "1.7e-6", inputs, difference, OWN, SETTINGS)
