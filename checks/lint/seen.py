"""What formulas see of a name or a value, worked out once a document: the names of a number, a name's powers, and headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .document import Document, Formula, Kind, Passage
from .evidence import facts
from .spelling import last
from .splitting import key

UNDER_HEADINGS = frozenset({Kind.PROSE, Kind.MATH, Kind.TABLE})


def heading(passage: Passage) -> tuple[int, str] | None:
    """The heading that a passage of text stands under, which tells it from others; None for what has none."""
    return (id(passage.source), passage.above) if passage.kind in UNDER_HEADINGS else None


def is_under_headings(name: str, document: Document) -> bool:
    """Whether text under headings defines or describes a name: it may then mean something else under each."""
    kept: dict[str, bool] = document.__dict__.setdefault("_under_headings", {})
    if name not in kept:
        known = facts(document)
        described = known.described.get(key(name), []) + known.described.get(f".{key(last(name))}", [])
        passages = [passage for _, passage in described]
        passages += [one.passage for one in known.defined.get(key(last(name)), ())]
        kept[name] = any(passage.kind in UNDER_HEADINGS for passage in passages)
    return kept[name]


class Powers:
    """The formulas with powers of one name, counted by where they stand: every other formula with the name asks."""

    def __init__(self, powers: Sequence[Formula]) -> None:
        self.places = Counter((id(one.passage), one.start) for one in powers)
        self.scopes = Counter(one.passage.scope for one in powers if one.passage.kind is Kind.CODE)
        self.texts = Counter(one.passage.scope for one in powers if one.passage.kind is not Kind.CODE)

    def elsewhere(self, formula: Formula) -> tuple[int, int]:
        """How many there are but for the formula itself; and those in its scope, or in text as it is."""
        passage = formula.passage
        itself = self.places[id(passage), formula.start]
        texts = self.texts.total() if passage.kind is not Kind.CODE else self.texts[passage.scope]
        return self.places.total() - itself, self.scopes[passage.scope] + texts - itself


class Named:
    """The names that are said to be a value, and where: of each the first two, the second where the first is its own."""

    def __init__(self, said: Iterable[tuple[str, Passage]], document: Document) -> None:
        count: Counter[str] = Counter()
        self.names: list[tuple[str, Passage]] = []
        for name, passage in said:
            if count[name] < 2:
                count[name] += 1
                self.names.append((name, passage))
        self.keys = frozenset(one for name in count for one in (key(name), key(last(name))))
        self.under_headings = any(is_under_headings(name, document) for name in count)

    def but_for(self, formula: Formula) -> Iterable[str]:
        """The names, each once, but for the formula's own result."""
        passage = formula.passage
        return dict.fromkeys(name for name, said in self.names if said is not passage or name != formula.result)


def named_so(value: Fraction, scope: str, document: Document) -> Named:
    """The names that are said to be a value where a formula of that scope sees it."""
    kept: dict[tuple[Fraction, str], Named] = document.__dict__.setdefault("_named_so", {})
    if (value, scope) not in kept:
        scopes: dict[Fraction, dict[str, list[tuple[int, str, Passage]]]] = document.__dict__.setdefault(
            "_scopes_of", {}
        )
        if value not in scopes:
            scopes[value] = {}
            for place, (name, said) in enumerate(facts(document).values.get(value, ())):
                scopes[value].setdefault(said.scope, []).append((place, name, said))
        found = [one for own in {scope, ""} for one in scopes[value].get(own, ())]
        found.sort(key=lambda one: one[0])
        kept[value, scope] = Named(((name, said) for _, name, said in found), document)
    return kept[value, scope]
