"""What the claims and rivals give at printed inputs, and which of their formulas stand in a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice, product

from .....derivations.expr import Node, evaluate, free_names
from .....errors import DraftproofError
from ...catalogue import Entry, entries, entry, family, sayings
from ...document import Document, Formula, Kind
from ...excuses import excuse
from ...mathtext import Expression, Numeral, find
from ...shapes import number
from ...spelling import spelled
from .digits import Claimed, Fit, Given, exact, fit, value_of
from .names import Names, meant, names

_SETTINGS = frozenset({"alpha", "gamma", "c"})
LIKELY = ("tokens.closed_form", "draft_cost.closed_form", "tokens.one_plus_gamma_alpha", "tokens.gamma_alpha",
          "tokens.bonus_forgotten", "tokens.accepted_called_emitted", "acceptance.accepted_gamma_alpha", "draft_cost.linear_tokens",
          "draft_cost.bonus_forgotten", "draft_cost.cost_once", "draft_cost.draft_is_free")  # fmt: skip
"""Where two rivals give one number, the likelier mistake is named: these first, then in the catalogue's order. The others are
told from a coincidence only by three digits, or where their formula stands in the document."""
_POINT = {"alpha": Fraction(3, 7), "gamma": Fraction(4), "c": Fraction(2, 11)}
"""Where a document's formulas are told apart: at it all rivals of a quantity differ from each other, or are one formula."""

_SPEEDUP = re.compile(r"E(?:\[\w*\])? ?/ ?\( ?1 ?\+ ?(?:gamma|γ|k|K) ?[x×*·]? ?c ?\)")
"""As the chains print it, `E[tokens] / (1 + gamma x c)`, where the letter x between names is no sign to the grammar."""


_SUM = re.compile(
    r"1\s?\+\s?(?P<a>\\?\w{1,12})\s?\+[^=\n]{0,60}?(?:\.\.\.|…|⋯|\\[lc]?dots)[^=\n]{0,8}?\+\s?(?P=a)\s?(?:\^|\*\*)\s?"
    r"(?:\{\s?\\?\w+\s?\}|\\?\w+)|"
    r"(?:\\sum|[Σ∑])\s?_\s?\{?\s?(?P<i>[a-z])\s?=\s?0\s?\}?\s?\^\s?(?:\{\s?\\?\w+\s?\}|\\?\w+)\s?\\?\w{1,12}\s?\^\s?\{?\s?(?P=i)\b"
)
"""The closed form before it is closed, `1 + α + ... + α^γ` and `\\sum_{i=0}^{γ} α^i`: the grammar reads no dots."""


@dataclass(frozen=True)
class Version:
    """A claim or rival over the settings alone."""

    entry: Entry
    tree: Node


@cache
def versions(quantity: str, right: bool) -> tuple[Version, ...]:
    """The formulas for a quantity that take the settings and nothing else, likeliest first."""
    found = [
        Version(one, one.tree)
        for one in entries()
        if one.right is right
        and not one.where
        and family(one.quantity) == quantity
        and free_names(one.tree) <= _SETTINGS
        and (right or not _of_ratio(one.id))
    ]
    found.sort(key=lambda one: (LIKELY.index(one.entry.id) if one.entry.id in LIKELY else len(LIKELY), _size(one.tree)))
    return tuple(found[:1] if right else found)


def _of_ratio(id_: str) -> bool:
    """Whether a rival is said of accepted / drafted: nobody works that out from the acceptance rate first."""
    return "r" in free_names(entry(id_).tree)


def _size(tree: Node) -> int:
    return 1 + sum(map(_size, tree.children()))


def settings_of(quantity: str) -> frozenset[str]:
    """The settings that a quantity depends on."""
    return frozenset().union(*(free_names(one.tree) for one in versions(quantity, True)))


def gives(quantity: str, right: bool, inputs: Mapping[str, Given], claim: Claimed) -> Iterator[Version]:
    """The claims that may give a printed figure, or the rivals that give it at the settings as printed."""
    for one in versions(quantity, right):
        needed = free_names(one.tree)
        if not needed <= set(inputs):
            continue
        if exact(one.tree, inputs, claim) or (
            right and fit(one.tree, {name: inputs[name] for name in needed}, claim) < Fit.NOT
        ):
            yield one


def value(quantity: str, inputs: Mapping[str, Given]) -> Fraction | None:
    """The quantity at the settings as printed."""
    for one in versions(quantity, True):
        if free_names(one.tree) <= set(inputs):
            return value_of(one.tree, inputs)
    return None


def standing(document: Document) -> frozenset[str]:
    """Ids of the claims and rivals whose formula for E, A or S stands in a document; kept with it."""
    found: frozenset[str] | None = document.__dict__.get("_standing")
    if found is None:
        found = frozenset(
            id_
            for formula in document.formulas
            for _, id_ in said(formula, names(document))
            if _stated(id_, formula, document)
        )
        if any(_SPEEDUP.search(passage.text) for passage in document.passages):
            found |= {"draft_cost.closed_form"}
        if any(_SUM.search(passage.text) for passage in document.passages):
            found |= {"tokens.closed_form"}
        object.__setattr__(document, "_standing", found)
    return found


def defined(document: Document) -> frozenset[str]:
    """The quantities, E, A, S, that a formula of a document is for, right or wrong, or for S its two parts; kept with it."""
    found: frozenset[str] | None = document.__dict__.get("_defined")
    if found is None:
        known, stand, costs = names(document), standing(document), False
        quantities = {quantity for quantity in _RIGHT if not _RIGHT[quantity].isdisjoint(stand)}
        for formula in document.formulas:
            ids = {one for one in said(formula, known) if one[1] in stand}
            right = {quantity for quantity, id_ in ids if sayings()[id_].right}
            quantities |= right or {quantity for quantity, _ in ids}
            costs = costs or _COST in valued(formula, known)
        found = frozenset(quantities | ({"S"} if costs and "E" in quantities else set()))
        object.__setattr__(document, "_defined", found)
    return found


CALLED_ACCEPTED = "acceptance.emitted_called_accepted"
_RIGHT = {"E": {"tokens.closed_form"}, "A": {"tokens.closed_form"}, "S": {"draft_cost.closed_form"}}
_COST = 1 + _POINT["gamma"] * _POINT["c"]


def _stated(id_: str, formula: Formula, document: Document) -> bool:
    """A rival that is stated as a mistake does not stand."""
    return sayings()[id_].right or not excuse(formula.passage, formula.start, formula.end, document)


@cache
def _at_point() -> Mapping[Fraction, tuple[tuple[str, str], ...]]:
    """The quantities and ids of the claims and rivals that have a value at the point."""
    found: dict[Fraction, list[tuple[str, str]]] = {}
    for quantity in ("E", "A", "S"):
        for one in (*versions(quantity, True), *versions(quantity, False)):
            try:
                value = evaluate(one.tree, _POINT)
            except DraftproofError:
                continue
            if isinstance(value, Fraction):
                found.setdefault(value, []).append((quantity, one.entry.id))
    return {value: tuple(ids) for value, ids in found.items()}


def _templates(formula: Formula) -> Iterator[tuple[Node, Mapping[str, Numeral]]]:
    """The formula's trees; where it stands in code without a language of its own, `^` is a power as well."""
    yield from ((template, formula.numerals) for template in formula.templates)
    if formula.passage.kind is Kind.CODE and "^" in formula.text:
        for one in find(formula.text[:400]):
            if isinstance(one, Expression) and not one.cut:
                yield from ((template, side.numerals) for side in one.sides for template in side.templates)


def defines(formula: Formula, known: Names) -> frozenset[str]:
    """The quantities, E, A, S, that a formula is a right one for."""
    return frozenset(quantity for quantity, id_ in said(formula, known) if sayings()[id_].right)


def said(formula: Formula, known: Names) -> Iterator[tuple[str, str]]:
    """The quantities and ids of the claims and rivals that a formula is, by the first meanings of its names by which it is any."""
    yield from next((_at_point()[value] for value in valued(formula, known) if value in _at_point()), ())


def valued(formula: Formula, known: Names) -> Iterator[Fraction]:
    """The values of a formula at the point, by the meanings that its names may have, likeliest first."""
    for template, numerals in _templates(formula):
        free = free_names(template) - set(numerals)
        if template.op in ("sym", "num") or not free or len(free) > 6:
            continue
        written = {name: one.values[0] for name, one in numerals.items() if name in free_names(template)}
        values = [_values(name, known) for name in sorted(free)]
        for chosen in islice(product(*values), _MAX_READINGS):
            value = number(template, written | dict(zip(sorted(free), chosen, strict=True)))
            if value is not None:
                yield value


_MAX_READINGS = 8  # of one formula's names


def _values(name: str, known: Names) -> tuple[Fraction, ...]:
    """The values at the point of what a name may be, likeliest first: by the document's words, its spelling, custom."""
    symbols = meant(name, known)
    if symbols and symbols[0] != "other":
        values = (_POINT.get("alpha" if one == "r" else one) for one in symbols)
        return tuple(dict.fromkeys(value for value in values if value is not None))
    if {"E", "L", "tau"} & set(spelled(name)[0]) or name.startswith("E["):
        found = evaluate(versions("E", True)[0].tree, _POINT)
        return (found,) if isinstance(found, Fraction) else ()
    return ()
