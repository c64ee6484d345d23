"""What a finding on a formula shows: the numbers that tell a rival from its claim, and the right formula in the reader's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from ....derivations.decimals import apart
from ....derivations.expr import Node, evaluate, free_names
from ....derivations.vocabulary import term
from ....errors import DraftproofError
from ..catalogue import Entry, entries, family
from ..document import Formula, Kind
from ..matching import Match
from ..wording import CODE, MATHS, written

EXAMPLE: Mapping[str, Fraction] = {
    "alpha": Fraction(7, 10),
    "gamma": Fraction(5),
    "r": Fraction(388_234, 1_000_000),
    "c": Fraction(1, 10),
}
"""Where rival and claim are shown apart if the reader gave no numbers: the example of most published tables."""
_ORDER = ("alpha", "r", "gamma", "c")


@lru_cache(maxsize=256)
def right_for(wrong: Entry) -> Entry | None:
    """The claim's own formula for what the rival gives, over the same names where there is one."""
    own = [one for one in entries() if one.right and not one.where and family(one.quantity) == family(wrong.quantity)]
    own.sort(
        key=lambda one: (free_names(one.tree) != free_names(wrong.tree), one.claim != wrong.claim, _size(one.tree))
    )
    return own[0] if own and free_names(own[0].tree) <= free_names(wrong.tree) | {"gamma"} else None


def _size(tree: Node) -> int:
    return 1 + sum(_size(child) for child in tree.children())


def repaired(match: Match, formula: Formula) -> str:
    """The right formula with the names and numbers that the reader used; "" where the catalogue has none over them."""
    right = right_for(match.entry)
    if right is None:
        return ""
    spelling = CODE if formula.passage.kind is Kind.CODE else MATHS
    return written(right.tree, dict(_named(match, formula)), spelling)


def _named(match: Match, formula: Formula) -> Iterator[tuple[str, str]]:
    for name, meant in match.meant.items():
        shown = formula.numerals[name].text if name in formula.numerals else name
        if meant.op == "sym":
            yield meant.args[0], shown
        elif meant.op == "add" and meant.args[0].op == "sym":  # a name for gamma + 1
            yield meant.args[0].args[0], f"({shown} - 1)"
    if match.gamma is not None:
        yield "gamma", str(match.gamma)


def against(match: Match, formula: Formula) -> str:
    """ "4.5 where 2.94 is right, at α 0.7 and γ 5": with the reader's own numbers where they are printed."""
    right, wrong = right_for(match.entry), match.entry
    if right is None:
        return ""
    point = {name: EXAMPLE[name] for name in free_names(wrong.tree) | free_names(right.tree) if name in EXAMPLE}
    for name, meant in match.meant.items():
        if meant.op == "sym" and name in formula.numerals:
            point[meant.args[0]] = formula.numerals[name].values[0]
    if match.gamma is not None:
        point["gamma"] = Fraction(match.gamma)
    try:
        values = [evaluate(tree, point) for tree in (wrong.tree, right.tree)]
    except DraftproofError:
        return ""
    if any(isinstance(one, bool) for one in values) or values[0] == values[1]:
        return ""
    gives, truth = apart([Fraction(one) for one in values])
    at = " and ".join(f"{term(name).text} {apart([point[name]])[0]}" for name in _ORDER if name in point)
    return f"{gives} where {truth} is right, at {at}"
