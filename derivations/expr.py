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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import BadInput, DraftproofError

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


@dataclass(frozen=True)
class Node:
    """One node of a tree. `args` holds child nodes, and names (str) or a Fraction where the operator says so."""

    op: str
    args: tuple[Any, ...] = ()

    def children(self) -> Iterator[Node]:
        return (arg for arg in self.args if isinstance(arg, Node))

    def rebuild(self, change: Callable[[Node], Node]) -> Node:
        """This node with `change` applied to its children."""
        return Node(self.op, tuple(change(arg) if isinstance(arg, Node) else arg for arg in self.args))


ARITY: dict[str, tuple[int, int]] = {
    "num": (1, 1), "sym": (1, 1), "add": (2, 10_000), "mul": (2, 10_000), "pow": (2, 2), "div": (2, 2),
    "min": (2, 10_000), "max": (2, 10_000), "floor": (1, 1), "ceil": (1, 1), "abs": (1, 1), "ite": (3, 3),
    "sum": (4, 4), "prod": (4, 4), "at": (2, 2), "log": (1, 1), "exp": (1, 1), "lambertw": (2, 2),
    "eq": (2, 2), "ne": (2, 2), "lt": (2, 2), "le": (2, 2), "and": (0, 10_000), "or": (0, 10_000),
    "not": (1, 1), "implies": (2, 2), "iff": (2, 2), "limit": (2, 2),
}  # fmt: skip
NAMED_FIRST = frozenset({"sym", "sum", "prod", "at", "limit"})
TRUTH = frozenset({"eq", "ne", "lt", "le", "and", "or", "not", "implies", "iff"})


def num(value: int | str | Fraction) -> Node:
    return Node("num", (Fraction(value),))


def sym(name: str) -> Node:
    return Node("sym", (name,))


def free_names(node: Node) -> frozenset[str]:
    """The names a point must give values to (symbols and sequences, bound indices excepted)."""
    if node.op == "sym":
        return frozenset({node.args[0]})
    if node.op == "at":
        return frozenset({node.args[0]}) | free_names(node.args[1])
    if node.op == "limit":
        return free_names(node.args[1]) - {node.args[0]}
    if node.op in ("sum", "prod"):
        index, low, high, body = node.args
        return free_names(low) | free_names(high) | (free_names(body) - {index})
    return frozenset().union(*(free_names(child) for child in node.children()))


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """`node` with symbols replaced. Bound indices are left alone; a replacement must not mention one."""
    if node.op == "sym":
        return values.get(node.args[0], node)
    if node.op in ("sum", "prod"):
        index, low, high, body = node.args
        inner = {name: value for name, value in values.items() if name != index}
        return Node(node.op, (index, substitute(low, values), substitute(high, values), substitute(body, inner)))
    return node.rebuild(lambda child: substitute(child, values))


def evaluate(node: Node, env: Env) -> Value:
    """The exact value at a point: a `Fraction`, or a `bool` for a truth operator.

    Raises `Undefined` where there is no value, `NotRational` for log, exp, lambertw and non-integer exponents,
    and `BadInput` past the bounds on ranges and exponents.
    """
    return _EVALUATORS[node.op](node, env)


def number(node: Node, env: Env) -> Fraction:
    """`evaluate` for a tree that is a number."""
    value = evaluate(node, env)
    if isinstance(value, bool):
        raise BadInput(f"'{node.op}' is a truth value where a number was expected")
    return value


def truth(node: Node, env: Env) -> bool:
    """`evaluate` for a tree that is a truth value."""
    value = evaluate(node, env)
    if not isinstance(value, bool):
        raise BadInput(f"'{node.op}' is a number where a truth value was expected")
    return value


def _symbol(node: Node, env: Env) -> Value:
    try:
        value = env[node.args[0]]
    except KeyError:
        raise Undefined(f"no value for {node.args[0]}") from None
    if isinstance(value, tuple):
        raise BadInput(f"{node.args[0]} is a sequence where a number was expected")
    return value


def _element(node: Node, env: Env) -> Value:
    index = _integer(node.args[1], env)
    sequence = env.get(node.args[0])
    if not isinstance(sequence, tuple) or not 1 <= index <= len(sequence):
        raise Undefined(f"no element {index} of {node.args[0]}")
    return sequence[index - 1]


def _integer(node: Node, env: Env) -> int:
    value = number(node, env)
    if value.denominator != 1:
        raise Undefined(f"{value} where an integer was expected")
    return int(value)


def _power(node: Node, env: Env) -> Value:
    base, exponent = number(node.args[0], env), number(node.args[1], env)
    if exponent.denominator != 1:
        raise NotRational(f"exponent {exponent}")
    if abs(exponent) > MAX_EXPONENT:
        raise BadInput(f"exponent {exponent} exceeds {MAX_EXPONENT}")
    if base == 0 and exponent < 0:
        raise Undefined("0 to a negative power")
    return base ** int(exponent)  # 0 ** 0 is 1: an empty product


def _quotient(node: Node, env: Env) -> Value:
    top, bottom = number(node.args[0], env), number(node.args[1], env)
    if bottom == 0:
        raise Undefined("division by zero")
    return top / bottom


def _fold(node: Node, env: Env) -> Value:
    index, low, high, body = node.args
    start, stop = _integer(low, env), _integer(high, env)
    if stop - start > MAX_RANGE:
        raise BadInput(f"range of {stop - start} terms exceeds {MAX_RANGE}")
    terms = (number(body, {**env, index: Fraction(k)}) for k in range(start, stop + 1))
    return sum(terms, Fraction(0)) if node.op == "sum" else math.prod(terms, start=Fraction(1))


def _irrational(node: Node, env: Env) -> Value:
    raise NotRational(node.op)


def _branch(node: Node, env: Env) -> Value:
    return evaluate(node.args[1] if truth(node.args[0], env) else node.args[2], env)


def _numbers(node: Node, env: Env) -> list[Fraction]:
    return [number(child, env) for child in node.args]


_EVALUATORS: dict[str, Callable[[Node, Env], Value]] = {
    "num": lambda node, env: node.args[0],
    "sym": _symbol,
    "at": _element,
    "add": lambda node, env: sum(_numbers(node, env), Fraction(0)),
    "mul": lambda node, env: math.prod(_numbers(node, env), start=Fraction(1)),
    "pow": _power,
    "div": _quotient,
    "min": lambda node, env: min(_numbers(node, env)),
    "max": lambda node, env: max(_numbers(node, env)),
    "floor": lambda node, env: Fraction(math.floor(number(node.args[0], env))),
    "ceil": lambda node, env: Fraction(math.ceil(number(node.args[0], env))),
    "abs": lambda node, env: abs(number(node.args[0], env)),
    "ite": _branch,
    "sum": _fold,
    "prod": _fold,
    "log": _irrational,
    "exp": _irrational,
    "lambertw": _irrational,
    "limit": _irrational,
    "eq": lambda node, env: number(node.args[0], env) == number(node.args[1], env),
    "ne": lambda node, env: number(node.args[0], env) != number(node.args[1], env),
    "lt": lambda node, env: number(node.args[0], env) < number(node.args[1], env),
    "le": lambda node, env: number(node.args[0], env) <= number(node.args[1], env),
    "and": lambda node, env: all(truth(child, env) for child in node.args),
    "or": lambda node, env: any(truth(child, env) for child in node.args),
    "not": lambda node, env: not truth(node.args[0], env),
    "implies": lambda node, env: not truth(node.args[0], env) or truth(node.args[1], env),
    "iff": lambda node, env: truth(node.args[0], env) == truth(node.args[1], env),
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
