"""What quantity a name or a numeral is, and how well that is known: by definition, by words about it, by words around, by spelling.

A rate is α only on positive evidence (per token, a probability, a sum of mins, α^k in scope, accepted ÷ tested) and r on its own
(accepted ÷ drafted, measured, a dashboard's name); else it is `rate`, which is either. Names of one letter mean nothing alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ...derivations.expr import free_names
from .contexts import OTHER_FIELDS
from .described import described_in, over, rate_of
from .divisions import core, ratio, sees
from .document import Document, Formula, Kind
from .evidence import Facts, bases, facts, hears, speculates
from .meaning import RATES, best
from .meaning import Meaning as Meaning
from .meaning import Strength as Strength
from .said import bonus as bonus
from .said import limit as limit
from .said import relaxed as relaxed
from .said import result as result
from .spelling import last, spelled
from .splitting import key, spoken
from .words import ACCEPTS, PHRASES, SPECULATION, speaks

_NEARBY = 3_000  # characters of it, and of the passage, that tell what field it is of


def meanings(name: str, formula: Formula, document: Document) -> tuple[Meaning, ...]:
    """What a name, or a numeral `#0`, may be in the formula, strongest first. () where nothing is known."""
    if not about_decoding(formula, document):
        return ()
    if name in formula.numerals:
        return best(_of_numeral(name, formula, document, 0))
    known: dict[tuple[str, int, int, str], tuple[Meaning, ...]] = document.__dict__.setdefault("_meanings", {})
    # what a name is found from, whether definitions are put in or not
    asked = name, id(formula.passage), formula.start, formula.near
    if asked not in known:
        known[asked] = best(_of_name(name, formula, document, 0))
    return known[asked]


def _of_name(name: str, formula: Formula, document: Document, depth: int) -> Iterator[Meaning]:
    known = facts(document)
    symbols, full = spelled(name)
    is_rate = not symbols or not RATES.isdisjoint(symbols)
    heard = [text for text, passage in known.described.get(key(name), ()) if hears(formula, passage)]
    if any(map(_is_elsewhere, heard)):
        return
    found = [
        meaning
        for definition in known.defined.get(key(last(name)), ())
        if sees(formula, definition, name)
        for meaning in _defined_as(definition, document, depth)
    ]
    for text in heard:
        found += [one for one in _by_description(text, Strength.STATED) if not full or is_rate or one.symbol in symbols]
    if is_rate and not any(meaning.symbol == "r" for meaning in found):
        found += _by_powers(name, formula, known)
    yield from found
    for symbol in symbols:
        yield from _by_spelling(symbol, name, full, formula)


@lru_cache(maxsize=1024)
def _is_elsewhere(text: str) -> bool:
    """Whether a description is of another field's quantity."""
    return OTHER_FIELDS.search(spoken(text)) is not None and not speaks(text)


def _by_powers(name: str, formula: Formula, known: Facts) -> Iterator[Meaning]:
    """A name with powers elsewhere is α there: in the same scope or in prose so it is here, in another function it is likely."""
    for power in known.powers.get(key(name), ()):
        if power.passage is formula.passage and power.start == formula.start:
            continue
        seen = power.passage.scope == formula.passage.scope or Kind.CODE not in (
            power.passage.kind,
            formula.passage.kind,
        )
        yield Meaning("alpha", Strength.STATED if seen else Strength.NEAR, f"powers of {name}")


def _defined_as(definition: Formula, document: Document, depth: int) -> tuple[Meaning, ...]:
    """`_by_definition`, worked out once a definition: names are given on from one to the next."""
    known: dict[tuple[int, int], tuple[Meaning, ...]] = document.__dict__.setdefault("_defined_as", {})
    asked = (id(definition), depth)
    if asked not in known:
        known[asked] = ()  # a definition by way of itself says nothing
        known[asked] = tuple(_by_definition(definition, document, depth))
    return known[asked]


def _by_definition(definition: Formula, document: Document, depth: int) -> Iterator[Meaning]:
    symbol, why = ratio(definition)
    if symbol:
        yield Meaning(symbol, Strength.DEFINED, why)
        return
    tree = core(definition.templates[0], definition.numerals) if definition.templates else None
    if tree is not None and tree.op == "sym" and depth < 4:
        name = tree.args[0]
        if name in definition.numerals:
            yield from _fitting(_of_numeral(name, definition, document, depth + 1), definition.result)
        else:
            yield from _of_name(name, definition, document, depth + 1)
    beside = tuple(_by_description(definition.near, Strength.STATED)) if definition.near else ()
    if beside and _is_beside(definition):
        yield from _fitting(beside, definition.result)


def _fitting(found: Iterable[Meaning], name: str) -> Iterator[Meaning]:
    """Of meanings that the words around a definition give, those that the name's spelling does not deny."""
    symbols, _ = spelled(name)
    rate = not RATES.isdisjoint(symbols)
    for meaning in found:
        if not symbols or meaning.symbol in symbols or (meaning.symbol in RATES and rate):
            yield meaning


def _is_beside(definition: Formula) -> bool:
    """Whether the words beside a definition are about its name: what is worked out from names is no rate, and comments that
    describe another name are about that one.
    """
    tree = definition.templates[0] if definition.templates else None
    if (
        tree is not None
        and tree.op not in ("sym", "num", "at")
        and any(name not in definition.numerals for name in free_names(tree))
    ):
        return False
    names = [name for name, _ in described_in(definition.near)]
    return not names or key(definition.result) in map(key, names)


def _by_description(text: str, strength: Strength) -> Iterator[Meaning]:
    symbol, why = over(text)
    if symbol:
        yield Meaning(symbol, strength, why)
        return
    said = speaks(text)
    if said and said[0][1] <= 80:
        symbol = said[0][0]
        yield Meaning(rate_of(text)[0] if symbol == "rate" else symbol, strength, text[:60])


def _by_spelling(symbol: str, name: str, full: bool, formula: Formula) -> Iterator[Meaning]:
    """What the spelling says; of a rate, what the words beside the formula make of it. A probability's name states it."""
    why = f"the name {name}"
    if symbol == "alpha" and full:
        yield Meaning(symbol, Strength.STATED, why)
        return
    yield Meaning(symbol, Strength.NEAR if full else Strength.NAME, why)
    near = formula.near
    if symbol in RATES and not (full and symbol != "rate") and ACCEPTS.search(spoken(near)):
        found, words = rate_of(near)
        yield Meaning(found, Strength.NEAR, words or why)
    if symbol == "rate" and any(name in bases(template) for template in formula.templates):
        yield Meaning("alpha", Strength.NEAR, f"powers of {name}")


def _acceptance(known: Facts) -> str:
    """What the file says that it calls acceptance: "in these examples acceptance is the probability that ..."."""
    texts = [
        text
        for name in ("acceptance", "acceptance_rate", "acceptance_rates")
        for text, _ in known.described.get(name, ())
    ]
    rates = {rate_of(text)[0] for text in texts if ACCEPTS.search(spoken(text))}
    return rates.pop() if len(rates) == 1 else "rate"


def _of_numeral(name: str, formula: Formula, document: Document, depth: int) -> Iterator[Meaning]:
    """What a literal is: what a name of that value is, what a phrase says it is, what the words beside it speak of."""
    numeral = formula.numerals[name]
    known = facts(document)
    for value in numeral.values:
        if value in (0, 1):
            continue
        for other, passage in known.values.get(value, ()) if not depth else ():
            own = passage is formula.passage and formula.result == other
            if not own and (passage.scope == formula.passage.scope or not passage.scope):
                for meaning in _of_name(other, formula, document, 3):
                    yield Meaning(meaning.symbol, min(meaning.strength, Strength.STATED), f"{other} = {numeral.text}")
        for symbol, text, passage in known.spoken.get(value, ()):
            near = passage is formula.passage or (passage.scope, passage.above) == (
                formula.passage.scope,
                formula.passage.above,
            )
            strength = Strength.STATED if near else Strength.NEAR
            if symbol == "rate":
                symbol, _ = rate_of(text)
            if symbol == "rate":
                symbol = _acceptance(known)
            yield Meaning(symbol, strength, " ".join(text.split())[:60])
        low = spoken(formula.near)
        if 0 < value < 1 and ACCEPTS.search(low):
            symbol, why = rate_of(low)
            yield Meaning(symbol, Strength.NEAR, why or "acceptance")
        if 0 < value < 1 and PHRASES["c"].search(low):
            yield Meaning("c", Strength.NEAR, "cost")
        if 2 <= value <= 128 and value.denominator == 1 and PHRASES["gamma"].search(low):
            yield Meaning("gamma", Strength.NEAR, "a draft length")


def about_decoding(formula: Formula, document: Document) -> bool:
    """Whether the formula is about speculative decoding: its own surroundings say so, or the file does and they do not differ."""
    known: dict[tuple[int, int, int, str], bool] = document.__dict__.setdefault("_about", {})
    asked = id(formula.passage), formula.start, formula.end, formula.near
    if asked not in known:
        known[asked] = _about(formula, document)
    return known[asked]


def _about(formula: Formula, document: Document) -> bool:
    passage, places = formula.passage, speculates(document)
    own = spoken(" ".join((formula.near, formula.text, formula.result, passage.above)))
    title = spoken(passage.above)
    if OTHER_FIELDS.search(title) and not SPECULATION.search(title):
        return False
    if places and SPECULATION.search(own):
        return True
    around = _surroundings(formula)

    def accepts() -> bool:
        return _finds(ACCEPTS, around) and _finds(PHRASES["gamma"], around)

    if not (places or accepts()) or _finds(OTHER_FIELDS, own):
        return False
    if places and _finds(SPECULATION, around):
        return True
    if _is_of_numbers(formula) and not _has_a_role(formula, around, document):
        return False
    return (places > 1 or accepts()) and not _finds(OTHER_FIELDS, around)


@lru_cache(maxsize=512)  # the formulas of a passage have the same words around them
def _finds(pattern: re.Pattern[str], around: str) -> bool:
    return pattern.search(around) is not None


def _is_of_numbers(formula: Formula) -> bool:
    return all(name in formula.numerals for template in formula.templates for name in free_names(template))


def _has_a_role(formula: Formula, around: str, document: Document) -> bool:
    """Whether the words around numbers speak of a role, or one of them is named beside, as in "with α = 0.65"."""
    within, own = facts(document).within, id(formula.passage)
    values = (value for numeral in formula.numerals.values() for value in numeral.values)
    return any((value, own) in within for value in values if value != 1) or any(
        _finds(PHRASES[symbol], around) for symbol in ("rate", "gamma", "E")
    )


def _surroundings(formula: Formula) -> str:
    """The passage's words and those around it, kept with the passage."""
    passage = formula.passage
    found: str | None = passage.__dict__.get("_surroundings")
    if found is None:
        found = spoken(" ".join((passage.around[:_NEARBY], passage.text[:_NEARBY], passage.above)))
        object.__setattr__(passage, "_surroundings", found)
    return found
