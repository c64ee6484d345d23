"""A node of a tree, and what is true of it wherever it stands: its names, its operators. Equal trees are one object.

Standard library only; `expr` says what the operators mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from operator import is_
from typing import Any
from weakref import ref


class Node:
    """One node of a tree. `args` holds child nodes, and names (str) or a Fraction where the operator says so.

    Equal trees are one object as long as one of them is in use, so that to compare them or to look them up takes no walk through
    them, and what a node knows of itself (its names, its value's code) is found out once.
    """

    __slots__ = ("__weakref__", "_arranged", "_free", "_operators", "_run", "args", "op")

    op: str
    args: tuple[Any, ...]
    _free: frozenset[str] | None
    _operators: frozenset[str] | None
    _run: Callable[[Any], Any] | None  # its value at a point, as `expr` compiled it
    _arranged: Node | None  # as `tree_printing` writes it

    def __new__(cls, op: str, args: tuple[Any, ...] = ()) -> Node:
        key = (op, args) if op != "num" else args[0].as_integer_ratio()
        kept = _KNOWN.get(key)
        found = None if kept is None else kept()
        if found is None:
            if op == "num" and type(args[0]) is not Fraction:
                args = (Fraction(args[0]),)  # whoever asks for it next finds what `num` makes
            found = object.__new__(cls)
            _OP(found, op)
            _ARGS(found, args)
            for fact in _FACTS:
                fact(found, None)
            if len(_KNOWN) >= _most:
                _tidy()
            _KNOWN[key] = ref(found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a node is never changed, not its {name} either")

    def __repr__(self) -> str:
        return f"Node({self.op!r}, {self.args!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Node, (self.op, self.args)

    def children(self) -> Iterator[Node]:
        return (arg for arg in self.args if type(arg) is Node)

    def rebuild(self, change: Callable[[Node], Node]) -> Node:
        """This node with `change` applied to its children; itself, with what is known of it, where that changes none."""
        args = tuple([change(arg) if type(arg) is Node else arg for arg in self.args])
        return self if all(map(is_, args, self.args)) else Node(self.op, args)


_SET = {name: Node.__dict__[name].__set__ for name in Node.__slots__ if name != "__weakref__"}
_OP, _ARGS, *_FACTS = (_SET[name] for name in ("op", "args", "_arranged", "_free", "_operators", "_run"))


def keep(node: Node, fact: str, found: Any) -> None:
    """Write down on a node what was found out of it: `_arranged`, `_free`, `_operators` or `_run`, None before."""
    _SET[fact](node, found)


_KNOWN: dict[Any, ref[Node]] = {}
"""The nodes by what they are made of, which holds their children; some of them may be out of use."""

FEWEST = 2**16
_most = FEWEST  # of them before those out of use are looked for: it doubles with what is in use


def _tidy() -> None:
    """Forget the nodes that are out of use; with each go those that only it used."""
    global _most  # a number beside the one table
    while dead := [key for key, kept in _KNOWN.items() if kept() is None]:
        for key in dead:
            del _KNOWN[key]
        del dead, key  # they hold what they were made of
    _most = max(FEWEST, 2 * len(_KNOWN))


def num(value: int | str | Fraction) -> Node:
    """The leaf of a number."""
    return Node("num", (value if type(value) is Fraction else Fraction(value),))


def sym(name: str) -> Node:
    """The leaf of a symbol."""
    return Node("sym", (name,))


def free_names(node: Node) -> frozenset[str]:
    """The names a point must give values to (symbols and sequences, bound indices excepted). Computed once a node."""
    found = node._free
    if found is None:
        found = _free_names(node)
        keep(node, "_free", found)
    return found


def _free_names(node: Node) -> frozenset[str]:
    if node.op == "num":
        return _NONE
    if node.op == "sym":
        return frozenset({node.args[0]})
    if node.op == "at":
        return frozenset({node.args[0]}) | free_names(node.args[1])
    if node.op == "limit":
        return free_names(node.args[1]) - {node.args[0]}
    if node.op in ("sum", "prod"):
        index, low, high, body = node.args
        return free_names(low) | free_names(high) | (free_names(body) - {index})
    return _NONE.union(*[free_names(child) for child in node.children()])


_NONE: frozenset[str] = frozenset()


def operators(node: Node) -> frozenset[str]:
    """The operators that a tree has anywhere. Computed once a node."""
    found = node._operators
    if found is None:
        found = frozenset((node.op,)).union(*map(operators, node.children()))
        keep(node, "_operators", found)
    return found
