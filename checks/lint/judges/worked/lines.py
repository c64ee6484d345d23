"""Worked lines (DP201): `0.74 / 4.79 = 0.154`, judged by the digits printed, side by side through a chain.

Only what is read whole is judged: an expression of numbers and units between relations, with nothing beside it that could
belong to it. Where a line can be read in two ways (the comma as decimal or thousands mark, a dash as minus or as punctuation,
`GB` as 10^9 or 2^30 bytes) and one of them holds, it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from .....derivations.expr import Node, free_names, num, sym
from .....derivations.intervals import Interval, decimal_text, point
from ...mathtext import Expression, Numeral, Side, find
from .digits import Claimed, Fit, Given, claimed, fit, given, modest, significant, sums_counts, value_of
from .exponentials import exponentials
from .quantities import GLUES, PLAIN, Read, Unit
from .scales import converts, dims, in_base_units, inverse, mixes, scalings

Marks = Sequence[int]
"""Readings of decimal marks to try: 0 the point, -1 the comma."""

MAX_LINES = 200  # worked lines of one passage that are judged; programs print more, people do not

_MEASURED = 3  # significant digits of a number without a unit that gives one with a unit
MAX_DIGITS = 12  # significant, of a number in a worked line: more are a program's floats, whose last ones are noise


@dataclass(frozen=True)
class Slip:
    """A pair of sides that do not agree: where, and by how much."""

    start: int
    end: int
    fit: Fit
    printed: str
    computed: str
    arrow: bool = False
    compares: str = ""
    """The sign of a comparison that does not hold: `0.665 + 0.245 < 0.9`."""


_EQUALITIES = frozenset({"=", "≈", "→"})
_BEFORE = re.compile(
    r"(?:[-+−–*/^·×÷⋅%&√∑∏±≤≥]|(?<![-=])[<>]|\b(?:log|ln|lg|sqrt|exp|sin|cos|mod|minus|plus|times|over|half|twice|"
    r"double|by|half of|third of|quarter of))"
    r"\s*[`$*_~ \t]*$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"[`$*_ \t]*(?:[-+−–—*/^·×÷⋅±∓]\s?[\d(.\\]|[(\[][^)\]\n]{0,60}[-+*/×·^−]|(?:to|or|or so|bis|oder|ou|o|y|à|"
    r"至|到|~)\s?\d|\.\.|…|!|mod\b|remainder|rem\b|r\s?\d|\+(?!\w)|or (?:more|less)|-ish)"
)
_GLUED = re.compile(rf"(?:{GLUES}|['′)\]])$")
_GOES_ON = re.compile(r"[^.;,\n\d]{0,60}\s[-+−–×*/]\s?\d")
_ELLIPSIS = re.compile(r"[`$*_ \t]*(?:\.\.\.?|…)")
_GROUP_BEFORE, _GROUP = re.compile(r"(?<![\w.,])\d{1,3}(?: \d{3})* $"), re.compile(r"\d{3}(?!\d)")
"""A plain space that may part the groups of one number."""
_CONFIDENCE = re.compile(
    r"(?:\bCI\b|(?i:confidence|rule of three|置信|信頼(?:区間|上限|下限)|신뢰|konfidenz|confiance|confian[zç]a|доверительн))"
    r"(?:[^.;。；\n]|\.\d)*$"
)
"""Before a share that follows: a bound of what was sampled, `1/30 ≈ 17%`, and no quotient."""
_BULLET = re.compile(r"\s*(?:[-*+•–—]|\d{1,2}[.)])\s*")


def slips(text: str, read: Read, marks: Marks) -> Iterator[Slip]:
    """The worked lines of a text whose result does not follow."""
    seen = 0
    for expression in find(read.text):
        if isinstance(expression, Expression) and expression.relations and not expression.cut:
            expression = replace(expression, sides=tuple(map(exponentials, expression.sides)))
            yield from (one for pair in _compared(expression) if (one := _false(pair, text, read, marks)) is not None)
            for pair in _pairs(expression):
                seen += 1
                if seen > MAX_LINES:
                    return
                found = _judged(pair, text, read, marks)
                if found is not None:
                    yield found


@dataclass(frozen=True)
class _Pair:
    """Two sides and the relation between them. `first`, `last`: at the ends of their expression."""

    left: Side
    right: Side
    relation: str
    first: bool
    last: bool


def _pairs(expression: Expression) -> Iterator[_Pair]:
    sides, worked = expression.sides, False
    for place, relation in enumerate(expression.relations):
        left, right = sides[place], sides[place + 1]
        if place and _ends_in_name(sides[place - 1]):
            continue
        numbers = _numbers(left) and _numbers(right)
        if relation in _EQUALITIES and numbers and (_acts(left) or _acts(right) or worked):
            yield _Pair(left, right, relation, place == 0, place == len(sides) - 2)
        worked = relation in _EQUALITIES and _numbers(right) and (worked or _acts(left) or _acts(right))


def _ends_in_name(side: Side) -> bool:
    """Whether a sum's last term is a name: `a=52*8 + b=10*8 = 416 + 80` gives b, and then the sum."""
    tree = side.templates[0]
    return tree.op == "add" and tree.args[-1].op == "sym" and tree.args[-1].args[0] not in side.numerals


_HOLDS = {"<": lambda gap: gap < 0, ">": lambda gap: gap > 0, "≤": lambda gap: gap <= 0, "≥": lambda gap: gap >= 0}
_SUPPOSED = re.compile(
    r"\b(?:if|whether|until|unless|while|when|needs?|si|cuando|hasta que|quando|caso|até|jusqu\w*|wenn|falls|"
    r"bis|если|пока)\b[^.;,]*$|"
    r"(?:如果|若|直到|当|要求|니까|면)[^。；]*$",
    re.IGNORECASE,
)
"""A comparison that is not stated, but asked for or supposed."""


def _compared(expression: Expression) -> Iterator[_Pair]:
    """A sum of numbers and the one that it is compared with."""
    if len(expression.relations) == 1 and expression.relations[0] in _HOLDS:
        left, right = expression.sides
        sums = left.templates[0].op == "add" and all(part.op == "sym" for part in left.templates[0].args)
        if sums and not _acts(right) and _numbers(left) and _numbers(right):
            yield _Pair(left, right, expression.relations[0], True, True)


def _false(pair: _Pair, text: str, read: Read, marks: Marks) -> Slip | None:
    """A comparison of numbers that fails whatever the terms of the sum were before rounding; the other number is a bound."""
    if not _whole(pair, text) or _SUPPOSED.search(text[max(0, pair.left.start - 40) : pair.left.start]):
        return None
    numerals = {**pair.left.numerals, **pair.right.numerals}
    if any(read.unit(one.end).text for one in numerals.values()):
        return None
    shown = ""
    for mark in marks:
        inputs = {name: given(one, mark) for name, one in numerals.items()}
        total, bound = (value_of(side.templates[0], inputs) for side in (pair.left, pair.right))
        slack = sum((inputs[name].unit / 2 for name in pair.left.numerals), Fraction(0))
        if (
            total is None
            or bound is None
            or any(_HOLDS[pair.relation](total - bound + by) for by in (-slack, Fraction(0), slack))
        ):
            return None
        shown = shown or decimal_text(total, 3)
    printed = text[pair.right.start : pair.right.end]
    return Slip(pair.left.start, pair.right.end, Fit.NOT, printed, shown, compares=pair.relation)


def _numbers(side: Side) -> bool:
    return bool(side.numerals) and free_names(side.templates[0]) <= set(side.numerals)


def _acts(side: Side) -> bool:
    return side.templates[0].op != "sym"


def _judged(pair: _Pair, text: str, read: Read, marks: Marks) -> Slip | None:
    if not _whole(pair, text):
        return None
    if not (_acts(pair.left) or _acts(pair.right)) and text[pair.left.end : pair.right.start].strip() == "~":
        return None  # `k=3 ~2%`: about so much at that setting
    if pair.relation != "=" and _CONFIDENCE.search(text[max(0, pair.left.start - 80) : pair.left.start]):
        return None
    arrow = pair.relation == "→"
    if arrow and not _is_result_of_arrow(pair, text):
        return None
    if pair.relation == "≈" and _acts(pair.left) and _acts(pair.right):
        return _by_terms(pair, text, read, marks)
    if any(significant(one.text) > MAX_DIGITS for side in (pair.left, pair.right) for one in side.numerals.values()):
        return None
    best = min((_fit(one, read, mark, marks) for one in _readings(pair, read) for mark in marks), default=Fit.UNKNOWN)
    if best <= Fit.UNKNOWN:
        return None
    loosely = pair.relation != "=" or _called_about(pair, read) or _ELLIPSIS.match(text, pair.right.end)
    if best is Fit.CUT and loosely:
        return None
    result = pair.right if not _acts(pair.right) or _acts(pair.left) else pair.left
    other = pair.left if result is pair.right else pair.right
    printed = text[result.start : result.end]
    return Slip(pair.left.start, pair.right.end, best, printed, _computed(other, result, read, marks[0]), arrow)


def _whole(pair: _Pair, text: str) -> bool:
    """Whether nothing beside the pair could belong to it."""
    if pair.first:
        before = text[max(0, pair.left.start - 40) : pair.left.start].rsplit("\n", 1)[-1]
        if text[pair.left.start] in "+-−–" or (_BEFORE.search(before) and not _BULLET.fullmatch(before)):
            return False
        if _GROUP_BEFORE.search(before) and _GROUP.match(text, pair.left.start):  # `1 000 / 16`
            return False
        if _GLUED.search(before):  # f'(1 - 0) = -1
            return False
    if pair.last:
        follows = _AFTER.match(text, pair.right.end)
        if follows and not _ELLIPSIS.match(text, pair.right.end):
            return False
        if _acts(pair.right) and _GOES_ON.match(text, pair.right.end):
            return False
        if re.match(r"[ \t]?\d", text[pair.right.end : pair.right.end + 2]):
            return False
    return True


def _is_result_of_arrow(pair: _Pair, text: str) -> bool:
    """`(1 + 5*0.7) → 4.5`: an arrow is an equality only after an expression that is no shape or setting, before one number."""
    written = text[pair.left.start : pair.left.end]
    return _acts(pair.left) and not _acts(pair.right) and ("+" in written or "/" in written) and "." in written


def _readings(pair: _Pair, read: Read) -> Iterator[_Pair]:
    """The pair, and what it is if a dash is punctuation or what follows the result goes on from it."""
    for left in pair.left.templates:
        for right in pair.right.templates:
            yield replace(
                pair, left=replace(pair.left, templates=(left,)), right=replace(pair.right, templates=(right,))
            )
    if pair.first and (after := _after_dash(pair.left)) is not None and _compares(after, pair.right, read):
        yield replace(pair, left=after)
    if _acts(pair.left) and _acts(pair.right) and (first := _first(pair.right)) is not None:
        yield replace(pair, right=first)


def _after_dash(side: Side) -> Side | None:
    """`batch 8 - 8 x 6`: the last term of a difference, on its own."""
    tree = side.templates[0]
    last = tree.args[-1] if tree.op == "add" else None
    if last is None or last.op != "mul" or last.args[0] != num(-1):
        return None
    rest = last.args[1:]
    return replace(side, templates=(rest[0] if len(rest) == 1 else Node("mul", rest),))


def _compares(after: Side, right: Side, read: Read) -> bool:
    """Whether what stands behind a dash can be what the line is about: a number of another unit than the result is not."""
    if _acts(after) or _acts(right):
        return True
    numbers = [side.numerals[side.templates[0].args[0]] for side in (after, right)]
    return _alike(numbers[0], numbers[1], read)


def _by_terms(pair: _Pair, text: str, read: Read, marks: Marks) -> Slip | None:
    """`7·4096 + 2·512 ≈ 2.9e4 + 1.0e3`: a sum whose terms were worked out, each in its place."""
    left, right = pair.left.templates[0], pair.right.templates[0]
    if left.op != "add" or right.op != "add" or len(left.args) != len(right.args):
        return None
    for a, b in zip(left.args, right.args, strict=True):
        if b.op != "sym" or b.args[0] not in pair.right.numerals or a.op == "sym":
            return None
        printed = pair.right.numerals[b.args[0]]
        own = {name: one for name, one in pair.left.numerals.items() if name in free_names(a)}
        if not own or any(read.unit(one.end).text for one in own.values()):
            return None
        term = Side(min(one.start for one in own.values()), max(one.end for one in own.values()), (a,), own)
        result = Side(printed.start, printed.end, (b,), {b.args[0]: printed})
        one = replace(pair, left=term, right=result)
        if min((_fit(one, read, mark, marks) for mark in marks), default=Fit.UNKNOWN) is Fit.NOT:
            computed = _computed(term, result, read, marks[0])
            return Slip(printed.start, printed.end, Fit.NOT, printed.text, computed)
    return None


def _first(side: Side) -> Side | None:
    """`8 x 5 = 40 + 8 = 48`: the number that a result begins with."""
    name, numeral = min(side.numerals.items(), key=lambda one: one[1].start)
    return replace(side, templates=(sym(name),)) if numeral.start == side.start else None


def _called_about(pair: _Pair, read: Read) -> bool:
    return any(numeral.start in read.about for numeral in pair.right.numerals.values())


def _fit(pair: _Pair, read: Read, mark: int, marks: Marks) -> Fit:
    left, right = pair.left.templates[0], pair.right.templates[0]
    if right.op != "sym" and left.op == "sym":
        left, right = right, left
    numerals = {**pair.left.numerals, **pair.right.numerals}
    inputs = {name: _given(numeral, mark, read) for name, numeral in numerals.items()}
    if _broken_up(pair):
        inputs |= {name: replace(inputs[name], exact=False) for name in free_names(left)}
    inputs |= {name: replace(inputs[name], exact=True) for name in _exponents(left) if _is_chosen(inputs[name])}
    units = {name: read.unit(numeral.end) for name, numeral in numerals.items()}
    if not (modest(left, inputs) and modest(right, inputs)):
        return Fit.UNKNOWN
    if right.op == "sym":
        return min(_against(left, right.args[0], pair, numerals, inputs, units, mark, read), default=Fit.UNKNOWN)
    return min(_balanced(left, right, inputs, units), default=Fit.UNKNOWN)


def _broken_up(pair: _Pair) -> bool:
    """Whether a total comes before its terms, `1928 = 919 + 4 + 1004`: as programs print what was measured, each rounded."""
    left, right = pair.left.templates[0], pair.right.templates[0]
    return (
        left.op == "sym" and right.op == "add" and len(right.args) > 2 and all(part.op == "sym" for part in right.args)
    )


def _exponents(tree: Node) -> frozenset[str]:
    """The numbers that stand in exponents of e."""
    if tree.op == "exp":
        return free_names(tree)
    return frozenset().union(*map(_exponents, tree.children()))


def _is_chosen(one: Given) -> bool:
    """Whether a logit was chosen, and not rounded: 2.0 and 1.5."""
    return (one.value * 2).denominator == 1


def _given(numeral: Numeral, mark: int, read: Read) -> Given:
    unit = read.unit(numeral.end)
    bytes_ = unit.dims == (1, 0, 0) and unit.scale == 1 and not unit.loose
    measured = not unit.counts and not bytes_
    factor = numeral.end in read.factors and significant(numeral.text) > 1
    rough = numeral.start in read.rough
    return given(numeral, mark, measured=measured or factor or numeral.start in read.about, rough=rough)


def _against(
    tree: Node, result: str, pair: _Pair, numerals: Mapping[str, Numeral], inputs: Mapping[str, Given],
    units: Mapping[str, Unit], mark: int, read: Read,
) -> Iterator[Fit]:  # fmt: skip
    """How the printed result follows from the tree, in each reading of the units."""
    printed = numerals[result]
    used = {name: inputs[name] for name in free_names(tree)}
    if tree.op == "sym":  # a result that is printed again: 0.154 = 15.4%
        if not _alike(numerals[tree.args[0]], printed, read):
            return
        used = {name: replace(one, exact=False) for name, one in used.items()}
    elif units[result].dims[1] and all(units[name].counts for name in used) and any(units[name].text for name in used):
        return  # so many tokens are so many milliseconds: no arithmetic on the line
    elif units[result].counts and units[result].text and dims(tree, units) not in (None, PLAIN):
        return  # so many tokens are so many bytes: the line goes on from what they take
    elif inverse(dims(tree, units), units[result].dims):
        return  # so many ms a token are so many tokens a second: a reciprocal is left out
    elif mixes(tree, units) and not 0 < (value_of(tree, used) or 0) * 2 < inputs[result].value * 3:
        return  # terms in units of different sizes, some of which are not printed
    if units[result].dims[1] and all(units[name].counts and not units[name].text for name in used):
        # so many GB/s over so many GB, their units left out: measured, as they would be with them
        used = {name: replace(one, exact=one.exact and significant(one.text) < _MEASURED) for name, one in used.items()}
    loosely = pair.relation != "=" or printed.start in read.about
    exact = not loosely and sums_counts(tree, used.values()) and all(units[name].counts for name in (*used, result))
    claim = claimed(printed, mark, loosely=loosely, zeros=exact)
    for scaled, factor in scalings(tree, result, used, inputs[result].value, units):
        yield fit(scaled, used, _times(claim, factor))
    if "%" in printed.text:  # 66% faster, 13% less
        yield fit(Node("add", (tree, num(-1))), used, claim)
        yield fit(Node("add", (num(1), Node("mul", (num(-1), tree)))), used, claim)
        if any(one.value == 100 for one in used.values()):  # 100 × 2.36 / 4 = 59%
            yield fit(tree, used, _times(claim, Fraction(100)))
    if inputs[result].unit >= 1 and all(one.exact and one.value.denominator == 1 for one in used.values()):
        for rounded in ("floor", "ceil"):  # whole blocks, whole words
            yield fit(Node(rounded, (tree,)), used, claim)


def _alike(one: Numeral, other: Numeral, read: Read) -> bool:
    """Whether two numbers can be one quantity printed twice: `3.36 tokens = 2.4x` is a step left out."""
    units = read.unit(one.end), read.unit(other.end)
    if not (units[0].counts and units[1].counts):
        return units[0].dims == units[1].dims
    factors = [number.end in read.factors for number in (one, other)]
    return factors[0] == factors[1] and (units[0].text == units[1].text or not (units[0].text and units[1].text))


def _times(claim: Claimed, factor: Fraction) -> Claimed:
    def scaled(interval: Interval) -> Interval:
        return Interval(interval.low * factor, interval.high * factor)

    return Claimed(scaled(claim.rounded), scaled(claim.cut)) if factor != 1 else claim


def _balanced(left: Node, right: Node, inputs: Mapping[str, Given], units: Mapping[str, Unit]) -> Iterator[Fit]:
    """How two worked sides agree: whether their difference can be nothing."""
    names = free_names(left) | free_names(right)
    zero = Claimed(point(Fraction(0)), point(Fraction(0)))
    used = {name: inputs[name] for name in names}
    for binary in (False, True):
        a, b = in_base_units(left, units, binary), in_base_units(right, units, binary)
        yield fit(Node("add", (a, Node("mul", (num(-1), b)))), used, zero)
    if not all(units[name].counts for name in names):
        yield Fit.UNKNOWN


def _computed(side: Side, result: Side, read: Read, mark: int) -> str:
    """What a side comes to, for a message: to one digit more than the result prints, in the result's unit."""
    inputs = {name: _given(numeral, mark, read) for name, numeral in (*side.numerals.items(), *result.numerals.items())}
    units = {name: read.unit(n.end) for name, n in (*side.numerals.items(), *result.numerals.items())}
    tree, wanted = side.templates[0], result.templates[0]
    value = value_of(tree, inputs)
    if value is None:
        return ""
    used = {name: inputs[name] for name in side.numerals}
    if (
        wanted.op == "sym"
        and not all(unit.counts for unit in units.values())
        and not converts(tree, wanted.args[0], used, units)
    ):
        scale = units[wanted.args[0]].scale
        if dims(tree, units) == units[wanted.args[0]].dims:
            in_base = value_of(in_base_units(tree, units, False), inputs)
            value = in_base / scale if in_base is not None else value
        else:
            printed = inputs[wanted.args[0]].value
            powers = [value * Fraction(1000) ** p for p in range(-5, 6)]
            value = min(powers, key=lambda v: max(v / printed, printed / v) if v * printed > 0 else abs(v - printed))
    digits = max((significant(n.text) for n in result.numerals.values()), default=3)
    return decimal_text(value, max(digits, 3) + (0 if value.denominator == 1 else 1))
