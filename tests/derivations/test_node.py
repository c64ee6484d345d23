"""Equal trees are one object, as long as one of them is in use."""

from __future__ import annotations

import gc
import pickle
from fractions import Fraction

import pytest
from draftproof.derivations import node
from draftproof.derivations.expr import Node, evaluate, free_names, from_json, num, operators, substitute, sym, to_json

X, Y = sym("x"), sym("y")


def test_equal_trees_are_one_object() -> None:
    made = Node("add", (X, num(Fraction(2, 4))))
    assert made is Node("add", (sym("x"), num("0.5")))
    assert made is substitute(Node("add", (Y, num(Fraction(1, 2)))), {"y": X})
    assert made is pickle.loads(pickle.dumps(made))
    assert made is from_json(to_json(made))
    assert made != Node("add", (num(Fraction(1, 2)), X)), "in another order it is another tree"


def test_a_number_is_a_fraction_whoever_made_it_first() -> None:
    first = Node("num", (104_729,))
    assert num(104_729) is first
    assert type(first.args[0]) is Fraction


def test_trees_out_of_use_are_forgotten() -> None:
    node._tidy()
    before = len(node._KNOWN)
    made = Node("mul", (sym("nowhere"), Node("pow", (sym("nowhere"), num(7919)))))
    assert evaluate(made, {"nowhere": Fraction(1)}) == 1
    assert free_names(made) == {"nowhere"}
    assert operators(made) == {"mul", "pow", "sym", "num"}
    node._tidy()
    assert len(node._KNOWN) == before + 4
    del made
    gc.collect()
    node._tidy()
    assert len(node._KNOWN) <= before


def test_it_tidies_up_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    node._tidy()
    in_use = len(node._KNOWN)
    monkeypatch.setattr(node, "_most", in_use + 100)
    monkeypatch.setattr(node, "FEWEST", 0)
    for number in range(1000):
        num(Fraction(1, 10**9 + number))
        assert len(node._KNOWN) <= 2 * in_use + 101
    kept = [num(Fraction(1, 10**9 + number)) for number in range(2 * in_use + 200)]
    assert len({id(one) for one in kept}) == len(kept)
    assert all(one is num(one.args[0]) for one in kept)


def test_a_node_is_never_changed() -> None:
    with pytest.raises(AttributeError, match="never changed"):
        X.args = ("y",)  # type: ignore[misc]
    assert sym("x").args == ("x",)
    assert repr(X) == "Node('sym', ('x',))"
