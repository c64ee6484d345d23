"""Worked lines with e in them: a share of a softmax, `e^2 / (e^2 + e^1 + 1)`. Elsewhere e may be any quantity."""

from __future__ import annotations

from dataclasses import replace

from .....derivations.expr import Node, free_names, sym
from ...mathtext import Side


def exponentials(side: Side) -> Side:
    """A share of a softmax that is written by e: `e^2 / (e^2 + e^1 + 1)`. Elsewhere e may be any quantity."""
    shares = [_share(template) for template in side.templates]
    return replace(side, templates=tuple(one for one in shares if one)) if all(shares) and shares else side


def _share(tree: Node) -> Node | None:
    if tree.op != "div" or tree.args[1].op != "add":
        return None
    top, terms = _power_of_e(tree.args[0]), [_power_of_e(one) or one for one in tree.args[1].args]
    if (
        top is None
        or sum(one.op == "exp" for one in terms) < len(terms) - 1
        or "e" in free_names(Node("add", tuple(terms)))
    ):
        return None
    return Node("div", (top, Node("add", tuple(terms))))


def _power_of_e(tree: Node) -> Node | None:
    return Node("exp", tree.args[1:]) if tree.op == "pow" and tree.args[0] == sym("e") else None
