"""Trees -> SMT-LIB text, in the tightest logic that their operators need. Part of the trusted base.

What reaches this module is arithmetic over plain symbols; powers, sums and products are atoms by then (`abstraction`).
A division becomes a variable d with `bottom != 0 -> bottom*d = top`, and a floor an integer with its two bounds. A
statement means *it has a value and is true*, exactly as in exact evaluation: a goal that divides by something that can
be 0 is not proved, whatever the solvers make of x/0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..derivations.expr import Node, free_names
from ..errors import BadInput

MAX_FACTORS = 80
"""Factors of an expanded power x^k: beyond it the text of one obligation is no longer readable."""


@dataclass(frozen=True)
class Script:
    """SMT-LIB text that ends with (check-sat), and the logic that it declares."""

    text: str
    logic: str


def script(
    premises: Iterable[Node], goal: Node | None, integers: frozenset[str] = frozenset(), notes: Iterable[str] = ()
) -> Script:
    """The text that is unsatisfiable iff the premises imply the goal (without a goal: iff they contradict each other).

    Symbols are reals, those in `integers` integers. `notes` are put in front as comments. Raises `BadInput` for an
    operator that has no translation.
    """
    premises = tuple(premises)
    writer = _Writer(integers)
    claimed = [(f"premise {i}", writer.holds(premise)) for i, premise in enumerate(premises, 1)]
    if goal is not None:
        claimed.append(("the goal, denied", f"(not {writer.holds(goal)})"))
    names = sorted(frozenset().union(*(free_names(node) for node in (*premises, *([goal] if goal else [])))))
    declared = [f"(declare-const {name} {'Int' if name in integers else 'Real'})" for name in names]
    logic = f"QF_{'N' if writer.nonlinear else 'L'}{'I' if writer.has_integers else ''}RA"
    lines = [
        *(f"; {note}" for note in notes),
        f"(set-logic {logic})",
        *declared,
        *writer.definitions,
        *(f"(assert {text}) ; {what}" for what, text in claimed if text != "true"),
        "(check-sat)",
    ]
    return Script("\n".join(lines) + "\n", logic)


def rational(value: Fraction) -> str:
    """A number as SMT-LIB writes it, of sort Real in every logic."""
    size = abs(value)
    text = f"{size.numerator}.0" if size.denominator == 1 else f"(/ {size.numerator}.0 {size.denominator}.0)"
    return f"(- {text})" if value < 0 else text


def _call(op: str, args: Iterable[str]) -> str:
    return f"({op} {' '.join(args)})"


def _conjunction(parts: Iterable[str]) -> str:
    kept = [part for part in dict.fromkeys(parts) if part != "true"]
    return "true" if not kept else kept[0] if len(kept) == 1 else _call("and", kept)


def _implication(condition: str, then: str) -> str:
    return "true" if then == "true" else f"(=> {condition} {then})"


class _Writer:
    """Writes terms and truth values; collects the definitions of quotients and floors, once each."""

    def __init__(self, integers: frozenset[str]) -> None:
        self.integers = integers
        self.definitions: list[str] = []
        self.nonlinear = False
        self.has_integers = False
        self._made: dict[tuple[str, tuple[Node, ...]], str] = {}
        self._written: dict[Node, str] = {}
        self._defined: dict[Node, str] = {}

    def holds(self, node: Node) -> str:
        """The statement has a value and is true."""
        return _conjunction((self.defined(node), self.write(node)))

    def write(self, node: Node) -> str:
        """A term or truth value as text."""
        if node not in self._written:
            if node.op not in _WRITE:
                raise BadInput(f"'{node.op}' has no SMT form here: expected arithmetic over atoms")
            self._written[node] = _WRITE[node.op](self, node)
        return self._written[node]

    def defined(self, node: Node) -> str:
        """The condition under which the node has a value, along the branches that evaluation takes."""
        if node not in self._defined:
            self._defined[node] = self._has_value(node)
        return self._defined[node]

    def _has_value(self, node: Node) -> str:
        if node.op == "ite":
            condition, then, otherwise = node.args
            test = self.write(condition)
            return _conjunction(
                (
                    self.defined(condition),
                    _implication(test, self.defined(then)),
                    _implication(f"(not {test})", self.defined(otherwise)),
                )
            )
        if node.op in ("and", "or", "implies"):  # evaluation stops at the part that decides
            condition = "true"
            for part in reversed(node.args):
                test = f"(not {self.write(part)})" if node.op == "or" else self.write(part)
                condition = _conjunction((self.defined(part), _implication(test, condition)))
            return condition
        parts = [self.defined(child) for child in node.children()]
        if node.op == "div":
            bottom = node.args[1]
            if bottom.op == "num":
                parts.append("false" if bottom.args[0] == 0 else "true")
            else:
                parts.append(f"(not (= {self.write(bottom)} 0.0))")
        return _conjunction(parts)

    def symbol(self, node: Node) -> str:
        name: str = node.args[0]
        if name not in self.integers:
            return name
        self.has_integers = True
        return f"(to_real {name})"

    def product(self, node: Node) -> str:
        self.nonlinear |= sum(bool(free_names(factor)) for factor in node.args) > 1
        return _call("*", (self.write(factor) for factor in node.args))

    def power(self, node: Node) -> str:
        base, exponent = node.args
        if exponent.op != "num" or exponent.args[0].denominator != 1 or not 0 <= exponent.args[0] <= MAX_FACTORS:
            raise BadInput(
                f"a power with the exponent {exponent}: expected a number from 0 to {MAX_FACTORS}, or an atom"
            )
        factors = int(exponent.args[0])
        if factors < 2:
            return self.write(base) if factors else rational(Fraction(1))
        return self.product(Node("mul", (base,) * factors))

    def quotient(self, node: Node) -> str:
        top, bottom = (self.write(child) for child in node.args)
        if node.args[1].op == "num" and node.args[1].args[0] != 0:
            return f"(/ {top} {bottom})"
        self.nonlinear |= bool(free_names(node.args[1]))
        definition = "(=> (not (= {bottom} 0.0)) (= (* {bottom} {new}) {top}))"
        return self._new("quotient", "Real", definition, node, top=top, bottom=bottom)

    def floor(self, node: Node) -> str:
        inside = self.write(node.args[0])
        self.has_integers = True
        definition = "(and (<= (to_real {new}) {inside}) (< {inside} (+ (to_real {new}) 1.0)))"
        return f"(to_real {self._new('floor', 'Int', definition, node, inside=inside)})"

    def ceiling(self, node: Node) -> str:
        inside = self.write(node.args[0])
        self.has_integers = True
        definition = "(and (< (- (to_real {new}) 1.0) {inside}) (<= {inside} (to_real {new})))"
        return f"(to_real {self._new('ceil', 'Int', definition, node, inside=inside)})"

    def extreme(self, node: Node) -> str:
        sign = "<=" if node.op == "min" else ">="
        first, *rest = (self.write(child) for child in node.args)
        for other in rest:
            first = f"(ite ({sign} {first} {other}) {first} {other})"
        return first

    def absolute(self, node: Node) -> str:
        inside = self.write(node.args[0])
        return f"(ite (< {inside} 0.0) (- {inside}) {inside})"

    def _new(self, kind: str, sort: str, definition: str, node: Node, **parts: str) -> str:
        """The variable of one quotient or floor: the same for the same parts (their terms and factors in any order),
        declared and defined at its first use.
        """
        key = (kind, tuple(map(_in_order, node.args)))
        if key not in self._made:
            name = self._made[key] = f"{kind}.{len(self._made) + 1}"
            self.definitions += [
                f"(declare-const {name} {sort})",
                f"(assert {definition.format(new=name, **parts)})",
            ]
        return self._made[key]


@lru_cache(maxsize=2**14)
def _in_order(node: Node) -> Node:
    """The tree with the operands of its sums and products in one order, the same for what differs in that alone."""
    node = node.rebuild(_in_order)
    return Node(node.op, tuple(sorted(node.args, key=repr))) if node.op in ("add", "mul") else node


def _fixed(op: str) -> Callable[[_Writer, Node], str]:
    return lambda writer, node: _call(op, (writer.write(child) for child in node.args))


def _many(op: str, empty: str) -> Callable[[_Writer, Node], str]:
    def write(writer: _Writer, node: Node) -> str:
        parts = [writer.write(child) for child in node.args]
        return empty if not parts else parts[0] if len(parts) == 1 else _call(op, parts)

    return write


_WRITE: Mapping[str, Callable[[_Writer, Node], str]] = {
    "num": lambda writer, node: rational(node.args[0]),
    "sym": _Writer.symbol,
    "add": _fixed("+"),
    "mul": _Writer.product,
    "pow": _Writer.power,
    "div": _Writer.quotient,
    "floor": _Writer.floor,
    "ceil": _Writer.ceiling,
    "min": _Writer.extreme,
    "max": _Writer.extreme,
    "abs": _Writer.absolute,
    "ite": _fixed("ite"),
    "eq": _fixed("="),
    "ne": lambda writer, node: f"(not {_call('=', (writer.write(child) for child in node.args))})",
    "lt": _fixed("<"),
    "le": _fixed("<="),
    "and": _many("and", "true"),
    "or": _many("or", "false"),
    "not": _fixed("not"),
    "implies": _fixed("=>"),
    "iff": _fixed("="),
}
