"""Formulas with numbers put in: `S = (1 + 3·0.7)/(1 + 3·0.1)` after `S = (1 + kα)/(1 + kc)` says what each number is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...derivations.expr import Node, free_names
from .document import Document, Formula, How
from .evidence import facts
from .mathtext import Numeral
from .spelling import last
from .splitting import key

_MOST = 4  # equations of one name that are compared


def instance_of(formula: Formula, document: Document) -> tuple[Formula, Mapping[str, str]] | None:
    """The formula of the same result that this one is with numbers put in, and the name that each of its numerals stands for."""
    tree = formula.templates[0]
    if not formula.result or tree.op == "sym" or not free_names(tree) <= set(formula.numerals):
        return None
    others = (one for one in facts(document).defined.get(key(last(formula.result)), ()) if one.how is How.SAID)
    for other in [one for one in others if not free_names(one.templates[0]) <= set(one.numerals)][:_MOST]:
        names: dict[str, str] = {}
        values: dict[str, tuple[Fraction, ...]] = {}
        if _fits(other.templates[0], tree, other.numerals, formula.numerals, names, values):
            return other, names
    return None


def _fits(
    named: Node,
    worked: Node,
    own: Mapping[str, Numeral],
    numerals: Mapping[str, Numeral],
    names: dict[str, str],
    values: dict[str, tuple[Fraction, ...]],
) -> bool:
    """Whether the second tree is the first with numbers for its names, each name one number. Fills `names` and `values`."""
    if named.op == "sym":
        if worked.op != "sym" or worked.args[0] not in numerals:  # the index of a sum is no number
            return False
        name, number = named.args[0], numerals[worked.args[0]].values
        if name in own:
            return own[name].values == number
        names[worked.args[0]] = name
        return values.setdefault(name, number) == number
    left, right = list(named.children()), list(worked.children())
    if (named.op, len(left), len(named.args)) != (worked.op, len(right), len(worked.args)):
        return False
    if not left:
        return named == worked
    return all(_fits(a, b, own, numerals, names, values) for a, b in zip(left, right, strict=True))
