"""Mathematical text in prose, comments and LaTeX to expression trees: one grammar, nothing evaluated, no SymPy.

`find` scans a text in any language for the longest expressions that have an operator; `parse` reads a text that is one
expression. Names are kept as they are written (`α`, `\\alpha`, `rate.mean`, `E[N]`): which quantity a name is, is not
decided here. How doubtful spellings are read:

=====================  =========================================================================================
`-a^2`                 -(a^2)
`a^b^c`                a^(b^c)
`1-α^γ+1`              as written: (1 - α^γ) + 1; only brackets, braces and raised characters make a longer exponent
`a/b*c`, `a/b c`       (a/b)·c first; the second is also given as a/(b·c)
`1/2x`, `a/b(1+c)`     without a space the product binds: 1/(2x) first, (1/2)·x also given
`γ(1+c)`, `k(1-a)`     products, as 2(1-c) is
`f(x)`, `E[N]`         one name; so is every long name before a bracket, and any name before two arguments
`E(α)(1+c)`            a name and a factor
`gc`                   one name; `letters` gives the tree in which it is g·c
`γ c`, `b c`           products; `2 x`, `rate gamma`, letters that are words (`a b`) are not
`K=8`                  two sides, `K` and `8`, with the relation `=`
`ms_at_K=8 = 2·3`      two sides, the first a name with its setting
`2,94`, `128.256`      one numeral with two values: see `Numeral.values`
`2–3`, `top-k`         a range and a word, no differences
`2.5x`                 the number 2.5; x between two numbers is ×
`Σ α^i`                a sum whose missing parts are names that begin with `?`
`1 + α + … + α^k`      the sum of all powers from 0 to k; with no last term the whole side is the name `…`
`*ratio* r`            emphasis, no products; `avg * rate` is one
`x + α ± β`            `x + α`, marked `cut`: part of a formula that is not read whole
=====================  =========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

from lark import Lark, Token
from lark.exceptions import LarkError
from lark.lexer import Lexer

from ...derivations.expr import Node, free_names, num, number, substitute, sym
from ...errors import BadInput, DraftproofError
from .ellipses import filled
from .mathruns import MAX_TOKENS, OPERATORS, Run, Skipped, runs
from .mathtokens import ELLIPSIS, SPACES, Tok

GRAMMAR = r"""
start: sum (REL sum)*
?sum: product | sum "+" product -> plus | sum "-" product -> minus
?product: signed | product "*" signed -> times | product "/" signed -> over
?signed: adjacent | "-" signed -> negative | "+" signed
?adjacent: power | adjacent JUXT power -> beside | adjacent JUXT folded -> beside | folded
?power: atom | atom "^" exponent -> raised
?exponent: power | "-" exponent -> negative | "+" exponent
?folded: BIG "_" "(" NAME IS sum ")" "^" power JUXT product -> fold
       | BIG "_" "(" NAME ")" JUXT product -> fold_over
       | BIG JUXT product -> fold_all
?atom: NUM -> number | NAME -> name | "(" sum ")" | "⌊" sum ")" -> floor | "⌈" sum ")" -> ceil
     | FUNC "(" sum ("," sum)* ")" -> function | FUNC NUM -> of_number | FUNC NAME -> of_name
     | FRAC "(" sum ")" "(" sum ")" -> fraction
%declare NUM NAME FUNC FRAC BIG JUXT REL IS
PLUS: "+"
MINUS: "-"
TIMES: "*"
SLASH: "/"
POW: "^"
UNDER: "_"
COMMA: ","
LPAR: "("
RPAR: ")"
LFLOOR: "⌊"
LCEIL: "⌈"
"""

MAX_CHUNK = 20_000  # characters of a paragraph, and of a line in a longer one: nobody writes such, programs do
MAX_EXPONENT = 10_000  # of a power of numbers alone, and of e-notation
MAX_NESTED = 64  # levels of a tree


@dataclass(frozen=True)
class Numeral:
    """A printed number: where, as what, and what it may mean.

    `values` is one number, or two where the marks allow both: first with the point as decimal mark, last with the comma
    (`128,256`: 128256 and 128.256). `units` are the values of one in the last printed digit, for each.
    """

    start: int
    end: int
    text: str
    values: tuple[Fraction, ...]
    units: tuple[Fraction, ...]


@dataclass(frozen=True)
class Side:
    """What stands between two relations. `templates` are its trees, the likeliest first, numerals as names `#0`, `#1`, ..."""

    start: int
    end: int
    templates: tuple[Node, ...]
    numerals: Mapping[str, Numeral]

    @property
    def tree(self) -> Node:
        """The likeliest tree, with the point as decimal mark where both could be."""
        return self.trees[0]

    @property
    def trees(self) -> tuple[Node, ...]:
        """Every reading: templates, and within each the point and the comma as decimal mark."""
        found = (
            substitute(template, {name: num(numeral.values[mark]) for name, numeral in self.numerals.items()})
            for mark in (0, -1)
            for template in self.templates
        )
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Expression:
    """An expression or a chain of relations in a text: `sides[0] relations[0] sides[1] ...`, at offsets start to end."""

    start: int
    end: int
    text: str
    sides: tuple[Side, ...]
    relations: tuple[str, ...] = ()
    cut: bool = False
    """Part of a formula that could not be read whole, so that it says nothing on its own."""

    @property
    def tree(self) -> Node:
        """The likeliest tree: of the only side, or of the relations as truth values (`≈`, `:=` and `→` as equalities)."""
        pairs = zip(self.relations, self.sides, self.sides[1:], strict=False)
        found = [_relation(kind, a.tree, b.tree) for kind, a, b in pairs]
        return self.sides[0].tree if not found else found[0] if len(found) == 1 else Node("and", tuple(found))


def find(text: str, *, math: bool = False) -> Iterator[Expression | Skipped]:
    """The longest expressions with an operator or a relation in a text of any kind, by offset; what is too large is named.

    Never raises, and takes time in proportion to the text. What a function by a long name is given is found as well.
    `math`: the text is mathematics alone, in which no letter is a word.
    """
    for start, end in _chunks(text):
        if not _HINT.search(text, start, end):
            continue
        if end - start > MAX_CHUNK:
            yield Skipped(start, f"a line of more than {MAX_CHUNK} characters")
            continue
        found, skipped = runs(text, start, end, math=math)
        read: list[Expression | Skipped] = [*skipped]
        read += (made for run in found if (made := _expression(text, run)) is not None)
        yield from sorted(read, key=lambda one: one.start if isinstance(one, Expression) else one.offset)


def parse(text: str) -> Expression:
    """The expression that the whole text is. Raises `BadInput` where it is none, or more than one."""
    if len(text) > MAX_CHUNK:
        raise BadInput(f"an expression of more than {MAX_CHUNK} characters")
    found, skipped = runs(text, 0, len(text))
    made = _expression(text, found[0]) if len(found) == 1 and not skipped else next(iter(skipped), None)
    if isinstance(made, Skipped):
        raise BadInput(f"at {made.offset}: {made.reason}")
    if made is None or made.cut or made.text != text.strip():
        raise BadInput(f"not one expression: {text[:60]!r}")
    return made


def numeral(text: str, start: int, end: int) -> Numeral | None:
    """The printed number that stretch of a text is; None where its marks fit no custom."""
    values, units = _values(text[start:end])
    return Numeral(start, end, text[start:end], values, units) if values else None


def letters(tree: Node) -> Node:
    """The tree in which every name of two or three bare Latin letters, such as `gc`, is the product of its letters."""
    names = (name for name in free_names(tree) if name.isascii() and name.isalpha() and len(name) in (2, 3))
    return substitute(tree, {name: _joined("mul", *[sym(letter) for letter in name]) for name in names})


_HINT = re.compile(
    r"[Α-ω=×·⋅∙∗*÷^⁰-ⁿ²³¹≈≃≅∼≤≥<>→⇒+/−–Σ∑∏＋＝＊／－⌊]|[\w)\]}] ?- ?[\w(\\{]|-\d|\\[a-z]"
    r"|(?:min|max|exp|log|sqrt|floor|ceil)\("
)
"""Without one of these a paragraph has no expression: most prose is passed over at the speed of a search."""
_BLANK = re.compile(r"\n[^\S\n]*\n")
_LINE = re.compile(r"[^\n]+")


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs; of a long one, its lines."""
    start = 0
    for match in (*_BLANK.finditer(text), None):
        end = match.start() if match else len(text)
        if end - start <= MAX_CHUNK:
            yield start, end
        else:
            yield from (line.span() for line in _LINE.finditer(text, start, end))
        start = match.end() if match else end


def _acts(run: Run) -> bool:
    """Whether something is done in a run: one name or number, bracketed or not, is no expression to judge."""
    if run and run[0].kind in ("FUNC", "FRAC", "BIG"):
        return True
    return any(token.kind in OPERATORS or token.kind in ("JUXT", "FUNC", "FRAC", "BIG") for token in run[1:])


def _relation(kind: str, a: Node, b: Node) -> Node:
    table = {"<": ("lt", a, b), ">": ("lt", b, a), "≤": ("le", a, b), "≥": ("le", b, a), "≠": ("ne", a, b)}
    op, *args = table.get(kind, ("eq", a, b))
    return Node(op, tuple(args))


def _expression(text: str, run: Run) -> Expression | Skipped | None:
    """What the grammar makes of a run; None where it is none of its sentences."""
    cut = bool(run) and run[-1].kind == "CUT"
    if cut:
        run = run[:-1]
    while run and run[0].kind == "REL":
        run = run[1:]
    run = _with_settings(run)
    if not run or not _acts(run):
        return None
    start, end = run[0].start, run[-1].end
    if len(run) > MAX_TOKENS:
        return Skipped(start, f"an expression of more than {MAX_TOKENS} tokens")
    numerals: dict[str, Numeral] = {}
    named: Run = []
    for token in run:
        if token.kind == "NUM":
            values, units = _values(token.text)
            if not values:
                return None
            name = f"#{len(numerals)}"
            numerals[name] = Numeral(token.start, token.end, token.text, values, units)
            token = Tok("NUM", name, token.start, token.end)
        named.append(token)
    forms = dict.fromkeys(tuple((token.kind, token.text) for token in one) for one in (_scientific(named, run), named))
    readings = [_parsed(form, tight) for form in forms for tight in _bindings(named)]
    if not all(readings):
        return None
    if any(token.text == ELLIPSIS for token in run):
        known = {name: one.values[0] for name, one in numerals.items()}
        readings = [tuple(filled(tree, known) for tree in reading) for reading in readings]
    spans = list(_sides(run))
    sides = []
    for place, (first, last) in enumerate(spans):
        templates = tuple(
            dict.fromkeys(reading[place] for reading in readings if len(run) <= MAX_NESTED or _shallow(reading[place]))
        )
        if not templates:
            return Skipped(start, f"an expression nested deeper than {MAX_NESTED}")
        inside = {name: n for name, n in numerals.items() if first <= n.start < last}
        sides.append(Side(first, last, templates, inside))
    powers = any(token.kind == "POW" or token.text == "pow" for token in run)
    if powers and any(weight(tree) > MAX_EXPONENT for side in sides for tree in side.trees):
        return Skipped(start, f"a power of numbers with an exponent above {MAX_EXPONENT}")
    relations = tuple(token.text for token, depth in _depths(run) if token.kind == "REL" and not depth)
    return Expression(start, end, text[start:end], tuple(sides), relations, cut)


def _scientific(named: Run, run: Run) -> Run:
    """The run with brackets around each `3 × 10^12` behind a division sign, which is one number; `3 * 10^12` may be a product."""
    made = [*named]
    for place in range(len(run) - 6, -1, -1):
        slash, mantissa, times, ten, raised = run[place : place + 5]
        kinds = [token.kind for token in (slash, mantissa, times, ten, raised)]
        ascii_sign = times.text == "*" and times.end - times.start == 1
        if kinds == ["SLASH", "NUM", "TIMES", "NUM", "POW"] and ten.text == "10" and not ascii_sign:
            last = place + 5
            if run[last].kind == "LPAR":
                last = next((at for at in range(last, len(run)) if run[at].kind == "RPAR"), last)
            made.insert(last + 1, Tok("RPAR", ")", run[last].end, run[last].end))
            made.insert(place + 1, Tok("LPAR", "(", mantissa.start, mantissa.start))
    return made


def _with_settings(run: Run) -> Run:
    """A name with its setting as one, `time_at_M=5` of `time_at_M=5 ≈ 7.4 × 1.1`: behind the space it goes on to its value."""
    for place in range(len(run) - 3):
        name, equals, number, then = run[place : place + 4]
        if (
            [token.kind for token in (name, equals, number, then)] == ["NAME", "REL", "NUM", "REL"]
            and (equals.text, "_" in name.text, number.text.isdecimal()) == ("=", True, True)
            and not (equals.spaced or number.spaced)
            and then.spaced
            and then.text in ("=", "≈")
        ):
            whole = name._replace(text=f"{name.text}={number.text}", end=number.end)
            return [*run[:place], whole, *run[place + 3 :]]
    return run


def _bindings(run: Run) -> tuple[frozenset[str], ...]:
    """Which products by juxtaposition bind tighter than a division: two answers where there is a division to ask for."""
    written = {token.text for token in run if token.kind == "JUXT"}
    if not any(token.kind == "SLASH" for token in run) or written <= {"body"}:
        return (frozenset({"", "spaced", "body"}),)
    return frozenset({"", "body"}), frozenset({"", "spaced", "body"} if "spaced" in written else {"body"})


def _depths(run: Run) -> Iterator[tuple[Tok, int]]:
    depth = 0
    for token in run:
        depth += (token.kind in ("LPAR", "LFLOOR", "LCEIL")) - (token.kind == "RPAR")
        yield token, depth


def _sides(run: Run) -> Iterator[tuple[int, int]]:
    first = last = run[0].start
    for token, depth in _depths(run):
        if token.kind == "REL" and not depth:
            yield first, last
            first = -1
        elif first < 0:
            first = token.start
        last = token.end
    yield first, last


_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """What a printed number may be, and one in its last digit. Empty where its marks fit no custom (`1,2,3`)."""
    percent = text[-1] in "%％"
    plain = SPACES.sub("", text.rstrip("%％\\ \t\u00a0")).replace("_", "")
    digits, _, power = plain.replace("E", "e").partition("e")
    digits, latex = digits.replace("{,}", "٬"), "{,}" in digits  # in LaTeX the braces only take away the space after it
    digits = digits.replace("٬", ",")
    scale = Fraction(10) ** int(power or 0) / (100 if percent else 1)
    readings: list[tuple[Fraction, Fraction]] = []
    for mark, grouping in ((".", ","), (",", ".")):
        whole, found, part = digits.partition(mark)
        if grouping in part or mark in part or (grouping in whole and not _GROUPED.fullmatch(whole)):
            continue
        if grouping in digits and latex and not found and grouping == "." and len(whole) < 4:
            continue
        if grouping in whole and whole.lstrip("0") != whole and whole[0] == "0":
            continue  # 0.125 is not 125
        unit = scale / 10 ** len(part)
        readings.append((int(whole.replace(grouping, "") + part) * unit, unit))
    found_values = dict(readings)
    return tuple(found_values), tuple(found_values.values())


def weight(tree: Node) -> int:
    """A bound of the largest power that working the tree out takes: exponents of numbers, multiplied along each path."""
    weights = [weight(child) for child in tree.children()]  # of each child once: a tower is as deep as it is long
    inner = max(weights, default=1)
    if tree.op != "pow" or free_names(tree.args[1]):
        return inner
    if weights[1] > 1:
        return MAX_EXPONENT + 1  # a tower
    try:
        exponent = number(tree.args[1], {})
    except DraftproofError:
        return inner
    return inner * max(1, int(abs(exponent)))


def _shallow(tree: Node) -> bool:
    level: Sequence[Node] = [tree]
    for _ in range(MAX_NESTED):
        level = [child for node in level for child in node.children()]
        if not level:
            return True
    return False


class _Given(Lexer):
    """The tokens come ready-made."""

    def __init__(self, conf: Any) -> None:
        """Lark makes it, and tells it of the grammar's terminals."""

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        return iter(lexer_state)


def _joined(op: str, *args: Node) -> Node:
    """A sum or product of what is given, sums in sums and products in products opened."""
    return Node(op, tuple(part for arg in args for part in (arg.args if arg.op == op else (arg,))))


def _negative(a: Node) -> Node:
    return _joined("mul", num(-1), a)


def _called(name: str, args: tuple[Node, ...]) -> Node:
    if name == "same" or (len(args) == 1 and name in ("min", "max")):
        return args[0]
    if name == "sqrt":
        return Node("pow", (args[0], num(Fraction(1, 2))))
    if name == "log" and len(args) == 2:
        return Node("div", (Node("log", args[:1]), Node("log", args[1:])))
    if name == "pow" and len(args) != 2:
        raise LarkError(f"pow of {len(args)} arguments")
    return Node(name, args if name in ("min", "max", "pow") else args[:1])


def _folded(parts: list[Any]) -> Node:
    """A sum or product with its limits; `?low` and the like for those that are not said."""
    fold, *said, body = [part for part in parts if getattr(part, "type", "") not in ("JUXT", "IS")]
    unsaid = ["?", sym("?low"), sym("?high")]
    index, low, high = said + unsaid[len(said) :]
    return Node(str(fold), (str(index), low, high, _indexed(body, str(index))))


def _indexed(body: Node, index: str) -> Node:
    """A sum's body with what is applied to its index written as an element: `a(i)` is a_i, and no one number."""
    applied = re.compile(rf"(.+)\((?:.*(?:[^\w\\]|\\[gl]eq?))?{re.escape(index)}\)")
    found = {name: match[1] for name in free_names(body) if (match := applied.fullmatch(name))}
    return substitute(body, {name: sym(f"{of}_{index}") for name, of in found.items()}) if found else body


_TREES: dict[str, Callable[[list[Any]], Any]] = {
    "start": lambda p: [part for part in p if isinstance(part, Node)],
    "number": lambda p: sym(str(p[0])),
    "name": lambda p: sym(str(p[0])),
    "plus": lambda p: _joined("add", *p),
    "minus": lambda p: _joined("add", p[0], _negative(p[1])),
    "times": lambda p: _joined("mul", *p),
    "beside": lambda p: _joined("mul", p[0], p[-1]),
    "over": lambda p: Node("div", tuple(p)),
    "fraction": lambda p: Node("div", tuple(p[1:])),
    "negative": lambda p: _negative(p[0]),
    "raised": lambda p: Node("pow", tuple(p)),
    "floor": lambda p: Node("floor", tuple(p)),
    "ceil": lambda p: Node("ceil", tuple(p)),
    "function": lambda p: _called(str(p[0]), tuple(p[1:])),
    "of_number": lambda p: _called(str(p[0]), (sym(str(p[1])),)),
    "of_name": lambda p: _called(str(p[0]), (sym(str(p[1])),)),
    "fold": _folded,
    "fold_over": _folded,
    "fold_all": _folded,
}
"""The tree of each form of the grammar."""


@cache
def _grammar() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer=_Given, transformer=SimpleNamespace(**_TREES))


@lru_cache(maxsize=2**12)
def _parsed(form: tuple[tuple[str, str], ...], tight: frozenset[str]) -> tuple[Node, ...]:
    """The sides of a run by its tokens' kinds and texts; none where it is none of the grammar's sentences.

    Numbers have names by then, so that the lines of a table or a log are one form.
    """
    stream = [Token("TIMES" if kind == "JUXT" and text not in tight else kind, text) for kind, text in form]
    try:
        return tuple(_grammar().parse(stream))  # type: ignore[arg-type]
    except LarkError:
        return ()
