"""Published figures about the cost of a draft: the seed's chain, Leviathan's tables 1 and 4, Chen's measured ratio.

Data only: the formulas come from the chain, with the units of what is printed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger import Verdict
from .expr import Node
from .figures import Expected, Figure

SEED = "the seed, chain 'Draft cost from bytes'"
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"
CHEN = "Chen et al. 2023 (arXiv 2302.01318): models of 4 and 70 billion parameters, 1.8 ms and 14.1 ms"

TABLE_1 = (
    ("0.6", "2", "1.53", "1.96"), ("0.7", "3", "1.58", "2.53"), ("0.8", "2", "1.23", "2.44"),
    ("0.8", "5", "1.63", "3.69"), ("0.9", "2", "1.11", "2.71"), ("0.9", "10", "1.60", "6.86"),
)  # fmt: skip
"""alpha, gamma, operations, speedup; c and c_hat are 0."""

TABLE_4 = (
    ("En-De T5-small T=0", "7", "0.75", "0.02", "3.2"), ("En-De T5-base T=0", "7", "0.80", "0.04", "3.3"),
    ("En-De T5-large T=0", "7", "0.82", "0.11", "2.5"), ("En-De T5-small T=1", "7", "0.62", "0.02", "2.3"),
    ("En-De T5-base T=1", "5", "0.68", "0.04", "2.4"), ("En-De T5-large T=1", "3", "0.71", "0.11", "2.0"),
    ("CNN/DM T5-small T=0", "5", "0.65", "0.02", "2.4"), ("CNN/DM T5-base T=0", "5", "0.73", "0.04", "2.6"),
    ("CNN/DM T5-large T=0", "3", "0.74", "0.11", "2.0"), ("CNN/DM T5-small T=1", "5", "0.53", "0.02", "1.9"),
    ("CNN/DM T5-base T=1", "3", "0.55", "0.04", "1.8"), ("CNN/DM T5-large T=1", "3", "0.56", "0.11", "1.6"),
)  # fmt: skip
"""Task and draft, gamma, alpha, c, predicted speedup: alpha and c are measured, so known to their rounding."""


def seed(name: str, printed: str, formula: Node, inputs: dict[str, str], exact: str = "") -> Figure:
    """A figure of the seed's chain; `exact` names the inputs that are settings."""
    return Figure(f"draft_cost.seed.{name}", printed, inputs, formula, SEED, frozenset(exact.split()))


def table_1(column: str, formula: Node) -> Iterator[Figure]:
    """Leviathan's table 1, one column: "operations" or "speedup"."""
    for alpha, gamma, operations, speedup in TABLE_1:
        printed = {"operations": operations, "speedup": speedup}[column]
        inputs = {"alpha": alpha, "gamma": gamma, {"operations": "c_hat", "speedup": "c"}[column]: "0"}
        id_ = f"draft_cost.leviathan_1.{column}.{alpha}.{gamma}"
        yield Figure(id_, printed, inputs, formula, f"{LEVIATHAN}, table 1", frozenset(inputs))


def table_4(formula: Node) -> Iterator[Figure]:
    """Leviathan's table 4, the predicted speedups."""
    for row, gamma, alpha, c, printed in TABLE_4:
        inputs = {"alpha": alpha, "gamma": gamma, "c": c}
        id_ = f"draft_cost.leviathan_4.{row}"
        yield Figure(id_, printed, inputs, formula, f"{LEVIATHAN}, table 4", frozenset({"gamma"}))


def chen_by_time(formula: Node) -> Figure:
    """The draft cost of Chen et al., by their measured times."""
    return Figure("draft_cost.chen.by_time", "0.128", {"t_d": "1.8", "t_t": "14.1"}, formula, CHEN)


def chen_by_size(formula: Node) -> Figure:
    """The same draft cost taken from the sizes of the models: it must not come out."""
    known = Expected(Verdict.REFUTED, "the sizes give 0.057: c is a ratio of times")
    return Figure("draft_cost.chen.by_size", "0.128", {"W_d": "4", "W_t": "70"}, formula, CHEN, expected=known)
