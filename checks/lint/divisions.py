"""Visible divisions: accepted ÷ drafted is r, accepted ÷ tested is α, accepted ÷ drafts is A; which definition a name sees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from ...derivations.expr import Node
from .document import Formula, How, Kind, Passage
from .mathtext import Numeral
from .spelling import last, spelled
from .splitting import split

_SCALES = frozenset({Fraction(1), Fraction(100), Fraction(1, 100)})
_GUARD = Fraction(1, 1000)
_TEXTS = frozenset({Kind.DOCSTRING, Kind.COMMENT})


def core(tree: Node, numerals: Mapping[str, Numeral]) -> Node:
    """The tree without guards and scales: `a / max(b, 1)`, `a / b if b else 0`, `100 * a / b`, `a / (b + 1e-9)`, `min(1, x)`."""
    for _ in range(6):
        inner = _inner(tree, numerals)
        if inner is None:
            return tree
        tree = inner
    return tree


def _inner(tree: Node, numerals: Mapping[str, Numeral]) -> Node | None:
    inner: Node | None = None
    if tree.op == "ite":
        return next((branch for branch in tree.args[1:] if _value(branch, numerals) is None), None)
    if tree.op == "sum" and tree.args[3].op == "sym" and tree.args[1] == Node("sym", ("?low",)):
        inner = tree.args[3]
    elif tree.op == "div" and _value(tree.args[1], numerals) in _SCALES:
        inner = tree.args[0]
    if tree.op not in ("max", "min", "mul", "add"):
        return inner
    values = [value for child in tree.args if (value := _value(child, numerals)) is not None]
    rest = [child for child in tree.args if _value(child, numerals) is None]
    drops = {"mul": _SCALES.issuperset(values), "add": all(abs(value) < _GUARD for value in values)}
    return rest[0] if values and len(rest) == 1 and drops.get(tree.op, True) else None


def _value(tree: Node, numerals: Mapping[str, Numeral]) -> Fraction | None:
    """The number that a leaf is, the point taken as its decimal mark."""
    if tree.op == "num":
        return Fraction(tree.args[0])
    return numerals[tree.args[0]].values[0] if tree.op == "sym" and tree.args[0] in numerals else None


def ratio(formula: Formula) -> tuple[str, str]:
    """What a visible division makes: r, alpha, A or per_position, and the division; ("", "") where there is none.

    `share` is accepted over tokens of which nobody knows which: it may be r or α, and is no formula's fault.
    """
    numerals = formula.numerals
    for template in formula.templates:
        if is_sum_of_mins(template, numerals):
            return "alpha", "a sum of mins"
        tree = core(template, numerals)
        if tree.op == "div":
            top, bottom = (core(part, numerals) for part in tree.args)
            if top.op == bottom.op == "sym" and (found := _divided(top.args[0], bottom.args[0], formula.result)):
                return found, f"{top.args[0]} / {bottom.args[0]}"
            if (
                top.op == "sym"
                and _are_all_drafted(bottom)
                and not {"accepted", "A"}.isdisjoint(spelled(top.args[0])[0])
            ):
                return "r", f"{top.args[0]} / the drafts of all rounds"
    return "", ""


def _are_all_drafted(tree: Node) -> bool:
    """Rounds times the draft length."""
    if tree.op != "mul" or len(tree.args) != 2 or not all(part.op == "sym" for part in tree.args):
        return False
    one, other = (spelled(part.args[0])[0] for part in tree.args)
    return ("drafts" in one and other[:1] == ("gamma",)) or ("drafts" in other and one[:1] == ("gamma",))


def is_sum_of_mins(tree: Node, numerals: Mapping[str, Numeral]) -> bool:
    """Σ min(p, q), which is α, as a tree or as a call that is not read further."""
    if tree.op == "sum":
        return core(tree.args[3], numerals).op == "min"
    return tree.op == "sym" and re.search(r"sum\([^=]*min(?:imum)?\(|minimum\(.*\)\.sum", tree.args[0]) is not None


def by_identity(formula: Formula) -> bool:
    """Whether it is a step's tokens, less the bonus token, over its drafted ones: `(mean_length - 1) / k` is r by definition."""
    for template in formula.templates:
        tree = core(template, formula.numerals)
        if tree.op != "div" or tree.args[1].op != "sym" or "gamma" not in spelled(tree.args[1].args[0])[0]:
            continue
        tokens = less_one(tree.args[0], formula.numerals)
        if tokens is not None and tokens.op == "sym":
            symbols, full = spelled(tokens.args[0])
            return "tau" in symbols or (full and not {"E", "L"}.isdisjoint(symbols))
    return False


def less_one(tree: Node, numerals: Mapping[str, Numeral]) -> Node | None:
    """What one is taken away from."""
    if tree.op != "add" or len(tree.args) != 2:
        return None
    kept, taken = tree.args
    negative = taken.op == "mul" and taken.args[0] == Node("num", (Fraction(-1),)) and len(taken.args) == 2
    one = _value(taken.args[1], numerals) == 1 if negative else _value(taken, {}) == -1
    return kept if one else None


def lengths_in(formula: Formula) -> bool:
    """Whether it is a product with a draft length among its factors, divided by something or not."""
    tree = core(formula.templates[0], formula.numerals) if formula.templates else None
    top = tree.args[0] if tree is not None and tree.op == "div" else tree
    factors = top.args if top is not None and top.op == "mul" else ()
    return any(one.op == "sym" and "gamma" in spelled(one.args[0])[0] for one in factors)


_SUM = re.compile(
    r"(?:\w+\.)?f?sum\((?P<of>[\w.]+)\)|(?P<list>[\w.]+?)(?:\.iter\(\))?\.(?:reduce|sum|fold|inject)\b.*", re.DOTALL
)
_LATEST = re.compile(r"(?:\w+\.)?f?sum\((?P<of>[\w.]+)\[-[\w.]+:\]\)")
_COUNT = re.compile(r"(?:len|length|size)\((?P<of>[\w.]+)\)|(?P<list>[\w.]+?)\.(?:length|size|len|count)(?:\(\))?")


def mean_of(tree: Node) -> str:
    """The list that a quotient is the mean of, `sum(xs) / len(xs)`, `sum(xs[-n:]) / n`; "" where it is none."""
    if tree.op != "div" or not all(part.op == "sym" for part in tree.args):
        return ""
    if latest := _LATEST.fullmatch(tree.args[0].args[0]):
        return latest["of"]
    total, count = _SUM.fullmatch(tree.args[0].args[0]), _COUNT.fullmatch(tree.args[1].args[0])
    of = [match["of"] or match["list"] for match in (total, count) if match]
    return of[0] if len(of) == 2 and of[0] == of[1] else ""


def quantity(formula: Formula) -> str:
    """What a visible division defines: r, alpha, A, per_position; L for accepted ÷ drafts and one. "" where there is none."""
    symbol, _ = ratio(formula)
    tree = formula.templates[0] if formula.templates else None
    if symbol or tree is None or tree.op != "add" or len(tree.args) != 2:
        return symbol
    parts = [part for part in tree.args if _value(part, formula.numerals) != 1]
    return "L" if len(parts) == 1 and ratio(replace(formula, templates=(parts[0],)))[0] == "A" else ""


def _divided(top: str, bottom: str, name: str) -> str:
    above, below = spelled(top)[0], spelled(bottom)[0]
    if "per_position" in above and "drafts" in below:
        return "alpha" if re.search(r"(?:\[|\.)0\]?$|first", top) else "per_position"
    if not {"accepted", "A"}.isdisjoint(above):
        for symbol, found in (("reached", "alpha"), ("drafts", "A"), ("drafted", "r"), ("gamma", "r")):
            if symbol in below:
                return found
        return "share" if "emitted" in below or _OF_ALL.fullmatch(" ".join(split(last(bottom)))) else ""
    called_rate = (
        "rate" in spelled(name)[0] and spelled(name)[1]
    )  # whatever is over the drafts, `acceptance = ok / drafted`
    return "r" if called_rate and not above and below[:1] == ("drafted",) else ""


_OF_ALL = re.compile(
    r"(?:(?:n|num|total|all|sum|count)(?: of)? )?(?:tokens?|toks?)(?: (?:total|count|sum|seen|processed|checked))?|"
    r"(?:total|all) count"
)
"""Tokens of which it is not said whether they were drafted, tested or emitted."""


def sees(formula: Formula, definition: Formula, name: str) -> bool:
    """Whether a definition is one of that name in the formula: of an attribute or a call anywhere, else in an enclosing scope."""
    if definition.passage is formula.passage and definition.start == formula.start:
        return False
    if "." in name or "(" in name or "[" in name:
        return True
    if definition.passage.kind == Kind.CODE:
        if formula.passage.kind in _TEXTS and (definition.how is How.RETURNED or "." in definition.result):
            return True  # a text names a property or an attribute without its object
        if formula.passage.kind in _TEXTS and _of_one_class(formula.passage.scope, definition.passage.scope):
            return True  # and its class's letters, `alpha = self.rate` in another method
        if definition.how is How.RETURNED and formula.passage.kind is not Kind.CODE:
            return True  # code that a text quotes
        if definition.how in (How.RETURNED, How.ENTRY, How.ARGUMENT, How.DEFAULT):
            return False
    told = definition.passage.kind in _TEXTS and spelled(name)[1]  # what a text says of words holds for a parameter too
    own, other = formula.passage.scope, definition.passage.scope
    inside = not other or own == other or own.startswith(other + ".")
    return inside and (own == other or told or not is_parameter(name, formula.passage))


def _of_one_class(scope: str, other: str) -> bool:
    """Whether two scopes are methods of one class."""
    return "." in scope and scope != other and scope.rpartition(".")[0] == other.rpartition(".")[0]


def is_parameter(name: str, passage: Passage) -> bool:
    """Whether a name is a parameter of the function that the passage is: it then hides what is defined outside."""
    listed = parameters(passage)
    return name in listed and re.search(rf"(?<![\w.]){re.escape(name)}\b", listed) is not None


def parameters(passage: Passage) -> str:
    """The parameters of the function that the passage is, as they are written; "" where it is none."""
    return _parameters(passage.text[:2000]) if passage.kind is Kind.CODE else ""


@lru_cache(maxsize=256)
def _parameters(text: str) -> str:
    """The first list of parameters in a text, as it is written."""
    head = re.search(
        r"\b(?:def|fun|func|fn) \w+\(([^)]{0,600})\)|\bfunction\b[^(]{0,60}\(([^)]{0,600})\)|\blambda ([^:]{0,200}):",
        text,
    )
    return next(filter(None, head.groups()), "") if head is not None else ""
