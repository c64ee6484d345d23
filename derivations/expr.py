"""The neutral expression tree, schema `draftproof/expr/1`: a formula as plain data, with exact evaluation.

Standard library only. A formula is typed once, as SymPy, in its chain; `derivations.export` turns it into this tree, and
bundles, proofs, the linter's matching and the documents' JavaScript read the tree. Nothing here parses text.

A tree is a `Node(op, args)`. Leaves: `num` (a Fraction), `sym` (a name). The other operators:

=============  =====================================  ==================================================
`add mul`      two or more numbers
`pow div`      base, exponent / numerator, denominator  the exponent must evaluate to an integer
`min max`      two or more numbers
`floor ceil`   one number                             `abs` likewise
`ite`          condition, then, else                  the untaken branch is not evaluated
`sum prod`     index name, low, high, body            empty when high < low (no reversed ranges)
`at`           sequence name, index                   the sequence's index starts at 1
`log exp`      one number                             not rational: `evaluate` refuses, see `enclosure`
`lambertw`     argument, branch (0 or -1)             likewise
`limit`        variable name, body                    the limit at infinity: not evaluated, a claim gives its rate
`eq ne lt le`  two numbers                            the result is a truth value, as for all below
`and or`       any number of truth values             `not`: one; `implies iff`: two
=============  =====================================  ==================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..errors import BadInput, DraftproofError
from .node import Node as Node
from .node import free_names as free_names
from .node import keep
from .node import num as num
from .node import operators as operators
from .node import sym as sym

SCHEMA = "draftproof/expr/1"

Value = Fraction | bool
Env = Mapping[str, "Fraction | tuple[Fraction, ...]"]
"""A point: name -> exact value; a sequence a_1, a_2, ... is a tuple of its values."""

MAX_RANGE = 100_000
MAX_EXPONENT = 1_000_000
MAX_DEPTH = 200


class Undefined(DraftproofError):
    """The expression has no value at this point (a division by zero, an index outside its sequence)."""


class NotRational(DraftproofError):
    """The expression's value here need not be rational (a logarithm, an exponential)."""


ARITY: dict[str, tuple[int, int]] = {
    "num": (1, 1), "sym": (1, 1), "add": (2, 10_000), "mul": (2, 10_000), "pow": (2, 2), "div": (2, 2),
    "min": (2, 10_000), "max": (2, 10_000), "floor": (1, 1), "ceil": (1, 1), "abs": (1, 1), "ite": (3, 3),
    "sum": (4, 4), "prod": (4, 4), "at": (2, 2), "log": (1, 1), "exp": (1, 1), "lambertw": (2, 2),
    "eq": (2, 2), "ne": (2, 2), "lt": (2, 2), "le": (2, 2), "and": (0, 10_000), "or": (0, 10_000),
    "not": (1, 1), "implies": (2, 2), "iff": (2, 2), "limit": (2, 2),
}  # fmt: skip
NAMED_FIRST = frozenset({"sym", "sum", "prod", "at", "limit"})
TRUTH = frozenset({"eq", "ne", "lt", "le", "and", "or", "not", "implies", "iff"})


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """`node` with symbols replaced. Bound indices are left alone; a replacement that mentions one is refused (`BadInput`)."""
    if free_names(node).isdisjoint(values):
        return node
    if node.op == "sym":
        return values[node.args[0]]
    if node.op in ("sum", "prod", "limit"):
        index, *ends, body = node.args
        inner = {name: value for name, value in values.items() if name != index and name in free_names(body)}
        if any(index in free_names(value) for value in inner.values()):
            raise BadInput(f"a replacement mentions the bound index {index}")
        return Node(node.op, (index, *(substitute(end, values) for end in ends), substitute(body, inner)))
    return node.rebuild(lambda child: substitute(child, values))


def evaluate(node: Node, env: Env | Point) -> Value:
    """The exact value at a point: a `Fraction`, or a `bool` for a truth operator.

    Raises `Undefined` where there is no value, `NotRational` for log, exp, lambertw and non-integer exponents,
    and `BadInput` past the bounds on ranges and exponents, or for a number where a truth value belongs (and the reverse).
    """
    found = _compiled(node)(env if isinstance(env, Point) else Point.of(env))
    return found if isinstance(found, bool) else Fraction(*found)


def number(node: Node, env: Env | Point) -> Fraction:
    """`evaluate` for a tree that is a number."""
    value = evaluate(node, env)
    if isinstance(value, bool):
        raise BadInput(f"'{node.op}' is a truth value where a number was expected")
    return value


def truth(node: Node, env: Env | Point) -> bool:
    """`evaluate` for a tree that is a truth value."""
    value = evaluate(node, env)
    if not isinstance(value, bool):
        raise BadInput(f"'{node.op}' is a number where a truth value was expected")
    return value


Pair = tuple[int, int]
"""A numerator and a positive denominator, not always in lowest terms: most of exact arithmetic's time is spent on gcds."""


@dataclass
class Point:
    """A point prepared for many evaluations. What a sum or product comes to is kept, however far it has been added up."""

    values: dict[str, Pair | list[Pair]]
    partial: dict[Any, list[Pair]] = field(default_factory=dict)

    @staticmethod
    def of(env: Env) -> Point:
        return Point(
            {
                name: [v.as_integer_ratio() for v in value] if isinstance(value, tuple) else value.as_integer_ratio()
                for name, value in env.items()
            }
        )


Run = Callable[[Point], Any]
"""A compiled tree: its value at a point, a `Pair` or a `bool`."""

_WIDE = 2**256  # a denominator beyond it is brought to lowest terms: below, a gcd costs more than it saves


def _reduced(top: int, bottom: int) -> Pair:
    if bottom < _WIDE:
        return top, bottom
    common = math.gcd(top, bottom)
    return top // common, bottom // common


def _plus(a: Pair, b: Pair) -> Pair:
    return (a[0] + b[0], a[1]) if a[1] == b[1] else _reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])


def _times(a: Pair, b: Pair) -> Pair:
    return _reduced(a[0] * b[0], a[1] * b[1])


def _less(a: Pair, b: Pair) -> bool:
    return a[0] * b[1] < b[0] * a[1]


def _whole(value: Pair) -> int:
    if value[0] % value[1]:
        raise Undefined(f"{Fraction(*value)} where an integer was expected")
    return value[0] // value[1]


def _compiled(node: Node) -> Run:
    """The compiled tree, which a node keeps."""
    found = node._run
    if found is None:
        found = _COMPILERS[node.op](node)
        keep(node, "_run", found)
    return found


def _is_truth(node: Node) -> bool:
    return node.op in TRUTH or (node.op == "ite" and _is_truth(node.args[1]))


def _numbers(nodes: Iterable[Node]) -> list[Run]:
    nodes = list(nodes)
    for node in nodes:
        if _is_truth(node):
            raise BadInput(f"'{node.op}' is a truth value where a number was expected")
    return [_compiled(node) for node in nodes]


def _truths(nodes: Iterable[Node]) -> list[Run]:
    nodes = list(nodes)
    for node in nodes:
        if not _is_truth(node):
            raise BadInput(f"'{node.op}' is a number where a truth value was expected")
    return [_compiled(node) for node in nodes]


def _constant(node: Node) -> Run:
    value = node.args[0].as_integer_ratio()
    return lambda point: value


def _symbol(node: Node) -> Run:
    name = node.args[0]

    def run(point: Point) -> Any:
        value = point.values.get(name)
        if type(value) is tuple:
            return value
        if value is None:
            raise Undefined(f"no value for {name}")
        raise BadInput(f"{name} is a sequence where a number was expected")

    return run


def _element(node: Node) -> Run:
    name, (index,) = node.args[0], _numbers(node.args[1:])

    def run(point: Point) -> Pair:
        place, sequence = _whole(index(point)), point.values.get(name)
        if not isinstance(sequence, list) or not 1 <= place <= len(sequence):
            raise Undefined(f"no element {place} of {name}")
        return sequence[place - 1]

    return run


def _joined(join: Callable[[Pair, Pair], Pair]) -> Callable[[Node], Run]:
    def compiler(node: Node) -> Run:
        first, *others = _numbers(node.args)
        if len(others) == 1:
            (second,) = others
            return lambda point: join(first(point), second(point))

        def run(point: Point) -> Any:
            total = first(point)
            for other in others:
                total = join(total, other(point))
            return total

        return run

    return compiler


def _power(node: Node) -> Run:
    base, exponent = _numbers(node.args)

    def run(point: Point) -> Pair:
        (top, bottom), (times, parts) = base(point), exponent(point)
        if times % parts:
            raise NotRational(f"exponent {Fraction(times, parts)}")
        n = times // parts
        if abs(n) > MAX_EXPONENT:
            raise BadInput(f"exponent {n} exceeds {MAX_EXPONENT}")
        if n >= 0:
            return _reduced(top**n, bottom**n)  # 0 ** 0 is 1: an empty product
        if top == 0:
            raise Undefined("0 to a negative power")
        return _reduced(bottom**-n, top**-n) if top > 0 else _reduced((-bottom) ** -n, (-top) ** -n)

    return run


def _quotient(node: Node) -> Run:
    top, bottom = _numbers(node.args)

    def run(point: Point) -> Pair:
        (a, b), (c, d) = top(point), bottom(point)
        if c == 0:
            raise Undefined("division by zero")
        return _reduced(a * d, b * c) if c > 0 else _reduced(-a * d, -b * c)

    return run


def _folded(join: Callable[[Pair, Pair], Pair], empty: Pair) -> Callable[[Node], Run]:
    def compiler(node: Node) -> Run:
        index, (low, high, body) = node.args[0], _numbers(node.args[1:])
        names, this = sorted(_symbols(node.args[3]) - {index}), object()

        def run(point: Point) -> Pair:
            start, stop = _whole(low(point)), _whole(high(point))
            if stop - start > MAX_RANGE:
                raise BadInput(f"range of {stop - start} terms exceeds {MAX_RANGE}")
            key = (this, start, *(point.values.get(name) for name in names))
            totals = point.partial.setdefault(key, [empty])
            outer = point.values.get(index)
            try:
                for k in range(start + len(totals) - 1, stop + 1):
                    point.values[index] = (k, 1)
                    totals.append(join(totals[-1], body(point)))
            finally:
                if outer is None:
                    point.values.pop(index, None)
                else:
                    point.values[index] = outer
            return totals[max(stop - start + 1, 0)]

        return run

    return compiler


def _symbols(node: Node) -> frozenset[str]:
    """The symbols anywhere in a tree, sequences left out: at one point they do not change."""
    own = {node.args[0]} if node.op == "sym" else frozenset()
    return frozenset(own).union(*(_symbols(child) for child in node.children()))


def _branch(node: Node) -> Run:
    (condition,) = _truths(node.args[:1])
    join = _truths if _is_truth(node) else _numbers
    then, otherwise = join(node.args[1:])
    return lambda point: then(point) if condition(point) else otherwise(point)


def _unary(change: Callable[[Pair], Pair]) -> Callable[[Node], Run]:
    def compiler(node: Node) -> Run:
        (inner,) = _numbers(node.args)
        return lambda point: change(inner(point))

    return compiler


def _irrational(node: Node) -> Run:
    def run(point: Point) -> Any:
        raise NotRational(node.op)

    return run


def _compared(holds: Callable[[Pair, Pair], bool]) -> Callable[[Node], Run]:
    def compiler(node: Node) -> Run:
        left, right = _numbers(node.args)
        return lambda point: holds(left(point), right(point))

    return compiler


def _logical(join: Callable[[list[Run], Point], bool]) -> Callable[[Node], Run]:
    def compiler(node: Node) -> Run:
        parts = _truths(node.args)
        return lambda point: join(parts, point)

    return compiler


_COMPILERS: dict[str, Callable[[Node], Run]] = {
    "num": _constant,
    "sym": _symbol,
    "at": _element,
    "add": _joined(_plus),
    "mul": _joined(_times),
    "pow": _power,
    "div": _quotient,
    "min": _joined(lambda a, b: b if _less(b, a) else a),
    "max": _joined(lambda a, b: b if _less(a, b) else a),
    "floor": _unary(lambda a: (a[0] // a[1], 1)),
    "ceil": _unary(lambda a: (-(-a[0] // a[1]), 1)),
    "abs": _unary(lambda a: (abs(a[0]), a[1])),
    "ite": _branch,
    "sum": _folded(_plus, (0, 1)),
    "prod": _folded(_times, (1, 1)),
    "log": _irrational,
    "exp": _irrational,
    "lambertw": _irrational,
    "limit": _irrational,
    "eq": _compared(lambda a, b: a[0] * b[1] == b[0] * a[1]),
    "ne": _compared(lambda a, b: a[0] * b[1] != b[0] * a[1]),
    "lt": _compared(_less),
    "le": _compared(lambda a, b: not _less(b, a)),
    "and": _logical(lambda parts, point: all(part(point) for part in parts)),
    "or": _logical(lambda parts, point: any(part(point) for part in parts)),
    "not": _logical(lambda parts, point: not parts[0](point)),
    "implies": _logical(lambda parts, point: not parts[0](point) or parts[1](point)),
    "iff": _logical(lambda parts, point: parts[0](point) == parts[1](point)),
}


def to_json(node: Node) -> list[Any]:
    """The tree as nested lists, numbers as text ("7/10")."""
    return [node.op, *(to_json(a) if isinstance(a, Node) else str(a) for a in node.args)]


def from_json(data: Any, *, depth: int = 0) -> Node:
    """The tree that nested lists describe. Foreign data: checked against the whitelist and bounds, never evaluated."""
    if depth > MAX_DEPTH:
        raise BadInput(f"expression nested deeper than {MAX_DEPTH}")
    if not isinstance(data, list) or not data or data[0] not in ARITY:
        raise BadInput(f"not an expression of {SCHEMA}: {str(data)[:60]}")
    op, *rest = data
    low, high = ARITY[op]
    if not low <= len(rest) <= high:
        raise BadInput(f"'{op}' with {len(rest)} arguments")
    if op == "num":
        return num(_digits(rest[0]))
    named = op in NAMED_FIRST
    if named and not (isinstance(rest[0], str) and rest[0].isidentifier()):
        raise BadInput(f"'{op}' needs a name first")
    return Node(op, tuple(a if named and i == 0 else from_json(a, depth=depth + 1) for i, a in enumerate(rest)))


def _digits(text: Any) -> Fraction:
    if not isinstance(text, str) or len(text) > 10_000:
        raise BadInput("a number is a text of at most 10000 digits")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"not a rational number: {text[:40]}") from None
