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


def test_trees_out_of_use_are_forgotten() -> None:
    before = len(node._KNOWN)
    made = Node("mul", (sym("nowhere"), Node("pow", (sym("nowhere"), num(7919)))))
    assert evaluate(made, {"nowhere": Fraction(1)}) == 1
    assert free_names(made) == {"nowhere"}
    assert operators(made) == {"mul", "pow", "sym", "num"}
    assert len(node._KNOWN) > before
    del made
    gc.collect()
    assert len(node._KNOWN) <= before


def test_a_new_tree_outlives_what_was_said_of_the_old_one() -> None:
    old = Node("neg-like", (sym("nowhere"),))
    key = (old.op, old.args)
    late = node._KNOWN[key]
    node._KNOWN[key] = kept = node._Kept(old, node._forget)
    kept.key = key
    node._forget(late)
    assert node._KNOWN[key] is kept


def test_a_node_is_never_changed() -> None:
    with pytest.raises(AttributeError, match="never changed"):
        X.args = ("y",)  # type: ignore[misc]
    assert sym("x").args == ("x",)
    assert repr(X) == "Node('sym', ('x',))"
