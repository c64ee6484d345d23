"""The JavaScript evaluator against the exact one, in a real browser: every operator, and every tree that a page exports."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from draftproof.derivations.enclosure import decide, value_at
from draftproof.derivations.expr import ARITY, TRUTH, NotRational, Undefined, evaluate, from_json
from draftproof.errors import BadInput
from draftproof.report.documents import plots

CLOSE = 1e-12
"""The difference allowed, relative to the value: some thousand roundings of 2^-53."""

n, x, y = ["num", "3"], ["sym", "x"], ["sym", "y"]
k = ["sym", "k"]
POINT = {"x": 0.7, "y": 5.0}

CASES = [
    ["num", "7/10"], ["num", "-989400000000000/3"], x, ["add", x, y, n], ["mul", x, y, n], ["pow", x, y], ["pow", y, x],
    ["pow", ["num", "0"], ["num", "0"]], ["pow", ["num", "-2"], n], ["pow", y, ["num", "-3"]], ["div", x, y],
    ["min", x, y, n], ["max", x, y, n], ["floor", ["mul", ["num", "-1"], x]], ["ceil", x], ["abs", ["mul", ["num", "-1"], x]],
    ["ite", ["lt", x, y], x, ["div", n, ["num", "0"]]], ["sum", "k", ["num", "0"], y, ["pow", x, k]],
    ["prod", "k", ["num", "1"], y, ["add", x, k]], ["sum", "k", y, n, k], ["prod", "k", y, n, k],
    ["sum", "k", ["num", "1"], n, ["sum", "j", ["num", "1"], k, ["mul", ["sym", "j"], k]]],
    ["log", x], ["exp", ["mul", ["num", "-1"], y]], ["exp", ["num", "-700"]],
    ["lambertw", x, ["num", "0"]], ["lambertw", ["num", "50"], ["num", "0"]], ["lambertw", ["num", "-3/10"], ["num", "0"]],
    ["lambertw", ["num", "0"], ["num", "0"]], ["lambertw", ["num", "-3/10"], ["num", "-1"]],
    ["lambertw", ["num", "-1/1000000"], ["num", "-1"]],
    ["lambertw", ["div", ["mul", ["num", "-1"], ["exp", ["num", "-480"]]], x], ["num", "-1"]],
    ["eq", x, x], ["ne", x, y], ["lt", x, y], ["lt", y, x], ["le", x, x], ["le", y, x],
    ["and"], ["or"], ["and", ["lt", x, y], ["lt", y, x]], ["or", ["lt", y, x], ["lt", x, y]], ["not", ["lt", x, y]],
    ["implies", ["lt", y, x], ["lt", y, x]], ["implies", ["lt", x, y], ["lt", y, x]], ["iff", ["lt", x, y], ["lt", y, x]],
    ["implies", ["lt", y, x], ["eq", ["div", x, ["num", "0"]], n]],
    # no value: both say so
    ["div", x, ["num", "0"]], ["sym", "z"], ["pow", ["num", "0"], ["num", "-1"]], ["log", ["num", "0"]], ["log", ["num", "-1"]],
    ["sum", "k", ["num", "0"], x, k], ["limit", "y", ["div", x, y]], ["add", x, ["div", x, ["num", "0"]]],
    ["exp", ["num", "-1001"]], ["lambertw", ["mul", ["num", "-1"], ["exp", ["num", "-600"]]], ["num", "-1"]],
    ["lambertw", ["num", "-1"], ["num", "0"]], ["lambertw", ["num", "-1"], ["num", "-1"]], ["lambertw", x, ["num", "-1"]],
    ["at", "a", ["num", "0"]], ["at", "a", ["num", "4"]], ["at", "a", ["num", "1/2"]],
    ["at", "a", ["num", "3"]], ["sum", "k", ["num", "1"], n, ["at", "a", k]],
]  # fmt: skip


def exactly(tree: Any, numbers: dict[str, Any]) -> float | bool | None:
    """The exact value at the doubles that the browser was given."""
    node = from_json(tree)
    env = {
        name: tuple(map(Fraction, value)) if isinstance(value, list) else Fraction(value)
        for name, value in numbers.items()
    }
    try:
        if node.op in TRUTH:
            try:
                return bool(evaluate(node, env))
            except NotRational:
                return decide(node, {name: value_at(from_json(["sym", name]), env) for name in numbers})
        return float(value_at(node, env).middle)
    except (Undefined, BadInput, OverflowError):
        return None


def agree(ours: float | bool | None, theirs: float | bool | None) -> bool:
    if ours is None or isinstance(ours, bool):
        return ours is theirs
    return isinstance(theirs, int | float) and math.isclose(ours, theirs, rel_tol=CLOSE, abs_tol=0.0)


def in_browser(page: Any, pairs: list[tuple[Any, dict[str, Any]]]) -> list[Any]:
    return page.evaluate("pairs => pairs.map(([tree, numbers]) => draftproof.evaluate(tree, numbers))", pairs)


@pytest.fixture(scope="module")
def page(opened: Callable[..., Any], unchecked: Callable[..., Any]) -> Any:
    return opened(unchecked())


def test_every_operator_has_a_case() -> None:
    seen = {
        part
        for case in CASES
        for part in json.dumps(case).replace('"', " ").replace("[", " ").replace(",", " ").split()
    }
    assert set(ARITY) <= seen


def test_operators(page: Any) -> None:
    numbers = {**POINT, "a": [0.5, 0.25, 0.125]}
    found = in_browser(page, [(case, numbers) for case in CASES])
    for case, theirs in zip(CASES, found, strict=True):
        assert agree(exactly(case, numbers), theirs), (case, exactly(case, numbers), theirs)


def test_another_formula_does_not_pass_for_the_claims(page: Any, unchecked: Callable[..., Any]) -> None:
    """The comparison sees a rival in the claim's place, a last digit, and a value where there is none."""
    data = json.loads(plots.data(unchecked(["tokens"])))
    claim, rival = (data["trees"][one["tree"]] for one in data["values"])
    numbers = data["values"][0]["numbers"]
    assert not agree(exactly(claim, numbers), in_browser(page, [(rival, numbers)])[0])
    assert not agree(2.94, 2.94 * (1 + 1e-11))
    assert not agree(None, 0)
    assert not agree(True, 1)
    assert not agree(0.0, None)


GRID = {
    "alpha": (0.0, 0.01, 0.1, 0.3, 0.37, 0.5, 0.7, 0.9, 0.99, 1.0),
    "gamma": (0.0, 1.0, 2.0, 5.0, 11.0, 20.0),
    "c": (0.0, 0.002, 0.004, 0.05, 0.154, 0.3, 0.5),
    "batch": (1.0, 7.0, 64.0, 107.0, 1024.0),
}


def grid_of(formula: dict[str, Any], more: dict[str, list[float]]) -> list[dict[str, float]]:
    axes = {**{name: GRID[name] for name in formula["moved"]}, **more}
    return [
        {**formula["numbers"], **dict(zip(axes, point, strict=True))} for point in itertools.product(*axes.values())
    ]


def test_every_exported_tree_on_a_grid(page: Any, unchecked: Callable[..., Any]) -> None:
    data = json.loads(plots.data(unchecked()))
    formulas = [(value, {}) for value in data["values"]]
    for plot in data["plots"]:
        more = {} if plot["here"] else {plot["name"]: plot["grid"]}
        formulas += [(curve, more) for curve in (*plot["curves"], *filter(None, [plot["since"]]))]
    pairs = [(data["trees"][one["tree"]], numbers) for one, more in formulas for numbers in grid_of(one, more)]
    assert {one["tree"] for one, _ in formulas} == set(range(len(data["trees"])))
    for (tree, numbers), theirs in zip(pairs, in_browser(page, pairs), strict=True):
        ours = exactly(tree, numbers)
        assert agree(ours, theirs), (json.dumps(tree)[:300], numbers, ours, theirs)
