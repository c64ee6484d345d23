"""A relation with its numbers, as one chain in a notation: `E(α, γ) = (1 - 0.7^6)/0.3 = 2.94117`, `2.94 ≤ 6`."""

from __future__ import annotations

from ...derivations.notation import Notation
from ...derivations.printing import lines
from ...derivations.tree_printing import digits, written
from .model import Line, Published, Side

_FALSE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def in_numbers(line: Line, to: Notation) -> str:
    """The relation at its point: an equation as one chain to its value, else the values between what they are values of.

    Where it is false the sign says so: `E(α, γ) = 2.94117 ≠ 4.5 = 1 + 5·0.7`.
    """
    left, right = line.left.value, line.right.value
    if left is None or right is None:
        return f"{_formula(line.left, to)} {to.sign[line.sign]} {_formula(line.right, to)}"
    if line.sign == "=" and left == right and not is_false(line):
        return _equation(line, digits(left.text, to), to)
    before, after = _with_value(line.left, to), _with_value(line.right, to, backwards=True)
    value = digits(left.text, to)
    if line.sign == "=" and left.text == right.text and not is_false(line):
        return before + after.removeprefix(value)  # exact on one side, and the same digits on the other
    return f"{before} {to.sign[_FALSE[line.sign] if is_false(line) else line.sign]} {after}"


def is_false(line: Line) -> bool:
    """Whether the relation is false at its numbers, by the verdict on them: digits on a page may be too few to tell them apart."""
    return line.holds is False


def _equation(line: Line, value: str, to: Notation) -> str:
    """What is stated, the numbers of its right side, and the value, which they come to as exactly as the sign says."""
    chain = dict.fromkeys((_formula(line.left, to), *_chains(line.right, to)))
    return _joined([part for part in chain if part != value] or [value], line.right.sign, value, to)


def figure_in_numbers(figure: Published, to: Notation) -> str:
    """A figure's formula, with the printed inputs put in, and its value."""
    chain = list(dict.fromkeys((written(figure.figure.expression, to), written(figure.put, to))))
    if figure.value is None:
        return _equal(chain, to)
    value = digits(figure.value.text, to)
    return _joined([part for part in chain if part != value] or [value], "=" if figure.value.exact else "≈", value, to)


def _with_value(side: Side, to: Notation, *, backwards: bool = False) -> str:
    assert side.value is not None  # the caller asked
    value = digits(side.value.text, to)
    chain = [part for part in _chains(side, to) if part != value]
    if not chain:
        return value
    if backwards:
        return f"{value} {to.sign[side.sign]} {_equal(list(reversed(chain)), to)}"
    return _joined(chain, side.sign, value, to)


def _chains(side: Side, to: Notation) -> list[str]:
    """The side with numbers put in; as the claim writes it, where there are none."""
    return [_formula(side, to) if side.put is None else written(side.put, to)]


def _formula(side: Side, to: Notation) -> str:
    return lines(side.formula, to)[0]


def _joined(chain: list[str], sign: str, value: str, to: Notation) -> str:
    return value if chain == [value] else f"{_equal(chain, to)} {to.sign[sign]} {value}"


def _equal(chain: list[str], to: Notation) -> str:
    return f" {to.sign['=']} ".join(chain)
