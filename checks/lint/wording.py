"""Trees to text, as people write formulas: for messages and fixes, in code's spelling or in mathematics'."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...derivations.decimals import decimal
from ...derivations.expr import Node
from ...derivations.vocabulary import term


@dataclass(frozen=True)
class Spelling:
    """How one kind of text writes operators. `between` are the marks of products, `power` of exponents."""

    times: str
    power: str
    code: bool


CODE = Spelling("*", "**", True)
MATHS = Spelling("·", "^", False)

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)
_CALLS = {"min": "min", "max": "max", "floor": "floor", "ceil": "ceil", "abs": "abs", "log": "log", "exp": "exp"}
_RELATIONS = {"eq": "=", "ne": "≠", "lt": "<", "le": "≤"}


def written(tree: Node, names: Mapping[str, str], spelling: Spelling = MATHS) -> str:
    """The tree in one line, symbols by the names that a reader used for them (else those of the vocabulary)."""
    return _write(tree, names, spelling)[0]


def name_of(symbol: str, names: Mapping[str, str], spelling: Spelling) -> str:
    """What a symbol is called: the reader's own name, the sign in mathematics, the plain name in code."""
    return names.get(symbol) or (symbol if spelling.code else term(symbol).text)


def _write(node: Node, names: Mapping[str, str], to: Spelling) -> tuple[str, int]:
    if node.op == "num":
        return _number(node.args[0])
    if node.op == "sym":
        text = name_of(node.args[0], names, to)
        return text, _ATOM if text.replace("_", "").replace(".", "").isalnum() or not to.code else _PRODUCT
    if node.op == "add":
        return _sum(node, names, to)
    if node.op == "mul":
        return _product(node, names, to), _PRODUCT
    if node.op == "div":
        top, bottom = (_at(child, names, to, level) for child, level in zip(node.args, (_PRODUCT, _POWER), strict=True))
        return f"{top}/{bottom}" if _short(top) and _short(bottom) else f"{top} / {bottom}", _PRODUCT
    if node.op == "pow":
        base, exponent = _at(node.args[0], names, to, _ATOM), _at(node.args[1], names, to, _ATOM)
        return (
            f"{base}{to.power}{exponent.replace(' + ', '+').replace(' - ', '-') if not to.code else exponent}",
            _POWER,
        )
    if node.op in ("sum", "prod"):
        return _fold(node, names, to)
    if node.op == "ite":
        condition, then, other = (_write(child, names, to)[0] for child in node.args)
        return (f"{then} if {condition} else {other}" if to.code else f"{{{then} if {condition}; else {other}}}"), _SUM
    if node.op in _RELATIONS:
        left, right = (_write(child, names, to)[0] for child in node.args)
        sign = _RELATIONS[node.op]
        return f"{left} {'==' if to.code and sign == '=' else sign} {right}", _SUM
    if node.op == "at":
        index = _write(node.args[1], names, to)[0]
        name = name_of(node.args[0], names, to)
        return (f"{name}[{index}]" if to.code else f"{name}_{index}"), _ATOM
    arguments = ", ".join(_write(child, names, to)[0] for child in node.children())
    return f"{_CALLS.get(node.op, node.op)}({arguments})", _ATOM


def _at(node: Node, names: Mapping[str, str], to: Spelling, level: int) -> str:
    text, binds = _write(node, names, to)
    return text if binds >= level else f"({text})"


def _short(text: str) -> bool:
    return " " not in text and len(text) <= 12


def _number(value: Fraction) -> tuple[str, int]:
    text = decimal(value, 12)
    if "e" not in text and Fraction(text) == value:
        return text, _ATOM if value >= 0 else _SIGN
    return f"{value.numerator}/{value.denominator}", _PRODUCT


def _negated(node: Node) -> Node | None:
    """What a term subtracts, if its first factor is a negative number."""
    if node.op == "num" and node.args[0] < 0:
        return Node("num", (-node.args[0],))
    if node.op == "mul" and node.args[0].op == "num" and node.args[0].args[0] < 0:
        first = -node.args[0].args[0]
        rest = node.args[1:] if first == 1 else (Node("num", (first,)), *node.args[1:])
        return rest[0] if len(rest) == 1 else Node("mul", rest)
    return None


def _sum(node: Node, names: Mapping[str, str], to: Spelling) -> tuple[str, int]:
    terms = sorted(node.args, key=lambda part: _negated(part) is not None)  # 1 - x, not -x + 1
    text = ""
    for part in terms:
        subtracted = _negated(part)
        if subtracted is not None:
            text += (" - " if text else "-") + _at(subtracted, names, to, _PRODUCT)
        else:
            text += (" + " if text else "") + _at(part, names, to, _SUM)
    return text, _SUM


def _product(node: Node, names: Mapping[str, str], to: Spelling) -> str:
    subtracted = _negated(node)
    if subtracted is not None:
        return "-" + _at(subtracted, names, to, _PRODUCT)
    return to.times.join(
        _at(factor, names, to, _PRODUCT if place == 0 else _POWER) for place, factor in enumerate(node.args)
    )


def _fold(node: Node, names: Mapping[str, str], to: Spelling) -> tuple[str, int]:
    index, low, high, body = node.args
    inside = {**names, index: index}
    of = _write(body, inside, to)[0]
    start, stop = _write(low, names, to)[0], _write(high, names, to)[0]
    if to.code:
        name = "sum" if node.op == "sum" else "math.prod"
        ends = f"{start}, {stop} + 1" if start != "0" else f"{stop} + 1"
        return f"{name}({of} for {index} in range({ends}))", _ATOM
    sign = "Σ" if node.op == "sum" else "Π"
    return f"{sign}_{{{index}={start}..{stop}}} {of}", _PRODUCT
