"""Trees of code, whatever the language: numerals that know where they are printed, sums and products, conditions.

While a file is read a printed number is the name `#` and its offset in the source, so that trees of several places can be
put together. `formula` gives them the names `#0`, `#1`, ... of `document.Formula`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ....derivations.expr import Node, free_names, num, substitute, sym
from ....errors import BadInput
from ..document import Formula, How, Passage
from ..mathtext import MAX_EXPONENT, Numeral, weight
from ..mathtokens import MAX_CALL, MAX_DIGITS

MAX_DEPTH = 48  # levels of an expression; people write ten
MAX_NODES = 400  # of one tree, after what it is made of was put in
LOW, HIGH = sym("?low"), sym("?high")
"""The limits of a sum that are not said, as `mathtext` names them."""


class Unread(Exception):
    """An expression too deep or too large to be one that a person judges."""


@dataclass
class Numerals:
    """The numbers printed in one source, by name."""

    found: dict[str, Numeral] = field(default_factory=dict)

    def leaf(self, text: str, start: int) -> Node | None:
        """The leaf of a printed number; None where it is no number that a formula has."""
        made = _value(text)
        if made is None:
            return None
        name = f"#{start}"
        self.found[name] = Numeral(start, start + len(text), text, (made[0],), (made[1],))
        return sym(name)

    def value(self, tree: Node) -> Fraction | None:
        """What a leaf, or the negative of one, is as a number."""
        if tree.op == "num":
            found: Fraction = tree.args[0]
            return found
        if tree.op == "sym" and tree.args[0] in self.found:
            return self.found[tree.args[0]].values[0]
        if tree.op == "mul" and len(tree.args) == 2 and tree.args[0] == num(-1):
            inner = self.value(tree.args[1])
            return None if inner is None else -inner
        return None


_NUMBER = re.compile(r"(?P<whole>\d*)\.?(?P<part>\d*)(?:[eE](?P<power>[-+]?\d{1,2}))?")


def _value(text: str) -> tuple[Fraction, Fraction] | None:
    """A number and one in its last printed digit."""
    plain = text.replace("_", "").replace("'", "")
    match = _NUMBER.fullmatch(plain)
    if match is None or not match["whole"] + match["part"] or len(plain) > MAX_DIGITS:
        return None
    scale = Fraction(10) ** (int(match["power"] or 0) - len(match["part"]))
    return int(match["whole"] + match["part"]) * scale, scale


def words(text: str) -> frozenset[str]:
    """A table of names, written as a line of words."""
    return frozenset(text.split())


def joined(op: str, parts: Iterable[Node]) -> Node:
    """A sum or product, sums in sums and products in products opened; of one part, that part."""
    opened = tuple(inner for part in parts for inner in (part.args if part.op == op else (part,)))
    return opened[0] if len(opened) == 1 else Node(op, opened)


def add(*parts: Node) -> Node:
    """A sum, without the zeros that are written by no one: those of a range that begins at 0."""
    return joined("add", [part for part in parts if part != num(0)] or [num(0)])


def mul(*parts: Node) -> Node:
    """A product."""
    return joined("mul", parts)


def negative(tree: Node) -> Node:
    """Minus a tree."""
    return mul(num(-1), tree)


def minus_one(tree: Node) -> Node:
    """One less: the last index of a range that ends before `tree`."""
    return num(tree.args[0] - 1) if tree.op == "num" else add(tree, num(-1))


def power(base: Node, exponent: Node) -> Node:
    """A power."""
    return Node("pow", (base, exponent))


def quotient(top: Node, bottom: Node) -> Node:
    """A division."""
    return Node("div", (top, bottom))


def floor_quotient(top: Node, bottom: Node) -> Node:
    """Division to the integer below; `-(-a // b)` is that to the integer above, see `minus`."""
    return Node("floor", (quotient(top, bottom),))


def minus(tree: Node) -> Node:
    """A minus sign as it is written: before `-a // b` it makes the division one to the integer above."""
    if tree.op == "floor" and tree.args[0].op == "div":
        top, bottom = tree.args[0].args
        if top.op == "mul" and top.args[0] == num(-1):
            return Node("ceil", (quotient(joined("mul", top.args[1:]), bottom),))
    return negative(tree)


def exponential(tree: Node) -> Node:
    """The exponential; of a logarithm, or a multiple of one, the power that it is."""
    factors = tree.args if tree.op == "mul" else (tree,)
    logs = [part for part in factors if part.op == "log"]
    if len(logs) != 1:
        return Node("exp", (tree,))
    rest = [part for part in factors if part is not logs[0]]
    return power(logs[0].args[0], joined("mul", rest)) if rest else logs[0].args[0]


def folded(op: str, index: str, low: Node, high: Node, body: Node) -> Node:
    """A sum or product over an index."""
    return Node(op, (index, low, high, body))


def over_all(op: str, body: Node) -> Node:
    """A sum or product over things that are not numbered: its limits are not said, and no name is bound."""
    return Node(op, ("?", LOW, HIGH, body))


def small(tree: Node) -> bool:
    """Whether a tree is of a size and depth that a person writes."""
    level, count = [tree], 1
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in node.children()]
        count += len(level)
        if not level or count > MAX_NODES:
            break
    return not level and count <= MAX_NODES


def put_in(tree: Node, values: Mapping[str, Node]) -> Node:
    """`tree` with names replaced. Raises `Unread` where that makes it too large, or a bound index would catch a name."""
    try:
        made = substitute(tree, values)
    except BadInput:
        raise Unread from None
    if not small(made):
        raise Unread
    return made


_JOINED = re.compile("[αβγ][A-Za-zα-ω]|[A-Za-zα-ω][αβγ]")


def named(name: str, source: str) -> Node:
    """A variable of a source; two letters side by side that it gives no value, `γα`, are a product, as in texts with formulas."""
    if not _JOINED.fullmatch(name) or re.search(_BOUND.replace("NAME", name), source):
        return sym(name)
    return Node("mul", (sym(name[0]), sym(name[1])))


_BOUND = (
    r"(?<!\w)NAME\s*(?::?=(?!=)|:\s)|(?<!\w)NAME\b[^\n()]{0,80}\)?\s*=>|"
    r"\b(?:def|fn|func|function|lambda|for)\b[^\n]{0,200}(?<!\w)NAME(?!\w)"
)
"""Where a name is given a value, or is an argument."""


def squeezed(text: str) -> str:
    """What cannot be read further, as a name."""
    plain = "".join(text[: 4 * MAX_CALL].split())
    return plain if len(plain) <= MAX_CALL else plain[:MAX_CALL] + "…"


def formula(
    passage: Passage, start: int, end: int, templates: Iterable[Node], numerals: Numerals, *, result: str = "",
    how: How = How.BARE, near: str = "",
) -> Formula | None:  # fmt: skip
    """A formula at offsets of the source in a passage that is a stretch of it. None where no template is of any size."""
    trees = [tree for tree in dict.fromkeys(templates) if small(tree) and not _heavy(tree, numerals)]
    if not trees:
        return None
    first = passage.spots[0][1]
    names = sorted({name for tree in trees for name in free_names(tree) if name in numerals.found}, key=_offset)
    new = {name: f"#{place}" for place, name in enumerate(names)}
    kept = {new[name]: _moved(numerals.found[name], passage, start) for name in names}
    renamed = {name: sym(plain) for name, plain in new.items()}
    return Formula(
        passage, start - first, end - first, tuple(substitute(tree, renamed) for tree in trees), kept, result, how, near
    )


def _heavy(tree: Node, numerals: Numerals) -> bool:
    """Whether working a tree out takes a power of numbers that no formula has."""
    if not any(node.op == "pow" for node in walked(tree)):
        return False
    values = {name: num(numerals.found[name].values[0]) for name in free_names(tree) if name in numerals.found}
    return weight(substitute(tree, values)) > MAX_EXPONENT


def _offset(name: str) -> int:
    return int(name[1:])


def _moved(numeral: Numeral, passage: Passage, start: int) -> Numeral:
    """A numeral at its offset in the passage; one that stands elsewhere, in a function that is called, at the formula's start."""
    first = passage.spots[0][1]
    inside = first <= numeral.start and numeral.end <= first + len(passage.text)
    at, to = (numeral.start, numeral.end) if inside else (start, start)
    return Numeral(at - first, to - first, numeral.text, numeral.values, numeral.units)


def walked(tree: Node) -> Iterator[Node]:
    """Every node of a tree."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children())
