"""What quantity a name or a numeral is, and how well that is known: by definition, by words about it, by words around, by spelling.

A rate is α only on positive evidence (per token, a probability, a sum of mins, α^k in scope, accepted ÷ tested) and r on its own
(accepted ÷ drafted, measured, a dashboard's name); else it is `rate`, which is either. Names of one letter mean nothing alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from ...derivations.expr import free_names, sym
from .contexts import OTHER_FIELDS, of_round
from .definitions import called_ratio, in_docstring_of_ratio, of_a_round
from .described import described_in, over, rate_of
from .divisions import by_identity, core, is_parameter, mean_of, parameters, ratio, sees
from .document import Document, Formula, How, Kind, Passage
from .evidence import bases, facts, hears
from .meaning import RATES, best, telling
from .meaning import Meaning as Meaning
from .meaning import Strength as Strength
from .said import bonus as bonus
from .said import limit as limit
from .said import other_models as other_models
from .said import relaxed as relaxed
from .said import result as result
from .said import whole as whole
from .seen import UNDER_HEADINGS, Powers, heading, is_under_headings, named_so
from .shares import is_share
from .spelling import last, of_length, shifted, spelled
from .splitting import GREEK, key, spoken
from .stops import is_tested, over_tested
from .subject import about_decoding as about_decoding
from .tallies import counts_in, is_counted
from .terms import rate_by_term
from .words import ACCEPTS, PHRASES, speaks


def meanings(name: str, formula: Formula, document: Document) -> tuple[Meaning, ...]:
    """What a name, or a numeral `#0`, may be in the formula, strongest first. () where nothing is known."""
    if not about_decoding(formula, document) or shifted(name):
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
    if is_tested(name, formula, document):
        yield Meaning("reached", Strength.DEFINED, "counting stops at the first rejection")
        return
    symbols, full = spelled(name)
    sought = _found(name, formula, document, depth)
    if sought is None:
        return
    found = list(sought)
    if (not symbols or not RATES.isdisjoint(symbols)) and not any(one.symbol in ("r", "share") for one in found):
        found += _by_powers(name, formula, document)
    yield from found
    if any(one.symbol == "share" for one in found):  # its spelling tells no more of it than its definition
        return
    if is_share(name, found, document):
        yield Meaning("r", Strength.STATED, "a share of the drafts")
    told = any(one.symbol in ("alpha", "r") and one.strength >= Strength.NEAR for one in found)
    if not told and full and "rate" in symbols and (term := rate_by_term(last(name), document)):
        yield Meaning(term, Strength.STATED, "the document's own term")
        told = True
    if not told and full and "rate" in symbols and _elsewhere(name, document) - {""} == {"alpha"}:
        yield Meaning("alpha", Strength.STATED, "what the module works out under this name")
        told = True
    if not told and not full and in_docstring_of_ratio(formula, document) and not RATES.isdisjoint(symbols):
        yield Meaning("r", Strength.NEAR, "what the function returns")
    for symbol in symbols:
        if symbol != "c" or not of_a_round(name, formula, document):
            yield from _by_spelling(symbol, name, full, formula, told)


def _found(name: str, formula: Formula, document: Document, depth: int) -> tuple[Meaning, ...] | None:
    """What definitions and descriptions make of a name; None where it is another field's.

    Formulas of one scope, and under one heading where the name is spoken of under headings, see the same, so it is worked out
    once for them: but for a formula that is itself a definition of the name, and not on the way to what a definition says, where
    some say nothing yet.
    """
    passage, definitions = formula.passage, _definitions(key(last(name)), document)
    if document.__dict__.get("_defining") or (id(passage), formula.start) in definitions:
        return _sought(name, formula, document, depth)
    kept: dict[tuple[object, ...], tuple[Meaning, ...] | None] = document.__dict__.setdefault("_found", {})
    hidden = bool(definitions) and is_parameter(name, passage)
    under = heading(passage) if is_under_headings(name, document) else None
    asked = name, depth, passage.kind, passage.scope, under, hidden
    if asked not in kept:
        kept[asked] = _sought(name, formula, document, depth)
    return kept[asked]


def measured_elsewhere(name: str, document: Document) -> bool:
    """Whether a function's parameter has the name of what the module divides, accepted over drafted, wherever it does so."""
    return spelled(name)[1] and _elsewhere(name, document) == {"r"}


def divides_to_ratio(document: Document) -> bool:
    """Whether the document works a rate of acceptance out as accepted over drafted, and no other rate: which one it means."""
    known: set[str] | None = document.__dict__.get("_divided_to")
    if known is None:
        rates = (one for one in document.formulas if one.result and "rate" in spelled(one.result)[0])
        known = document.__dict__["_divided_to"] = {ratio(one)[0] for one in rates} - {""}
    return known == {"r"}


def _elsewhere(name: str, document: Document) -> set[str]:
    """What the module works out under a name, in any function; "" among it where a definition makes it nothing known."""
    own = key(last(name))
    functions = (one for verb in _WORKS_OUT for one in facts(document).defined.get(f"{verb}_{own}", ()))
    return {
        ratio(one)[0]
        for one in (*facts(document).defined.get(own, ()), *functions)
        if one.templates[0].op != "sym" or ratio(one)[0]
    }


_WORKS_OUT = ("compute", "calculate", "calc", "measure", "get", "draft")
"""What functions are called that return something: `compute_acceptance_rate`."""


def _definitions(own: str, document: Document) -> frozenset[tuple[int, int]]:
    """Where the definitions of a name stand, by its `key`."""
    kept: dict[str, frozenset[tuple[int, int]]] = document.__dict__.setdefault("_definitions_at", {})
    if own not in kept:
        kept[own] = frozenset((id(one.passage), one.start) for one in facts(document).defined.get(own, ()))
    return kept[own]


def _sought(name: str, formula: Formula, document: Document, depth: int) -> tuple[Meaning, ...] | None:
    known = facts(document)
    symbols, full = spelled(name)
    is_rate = not symbols or not RATES.isdisjoint(symbols)
    described = [(text, passage) for text, passage in known.described.get(key(name), ()) if hears(formula, passage)]
    if of_length(name):  # what is said of `α(γ)` is kept as that of α
        described += [
            (text, passage)
            for text, passage in known.described.get(key(name.partition("(")[0]), ())
            if hears(formula, passage)
        ]
    if "." in name:  # a field of an object: what its declaration says holds anywhere
        described += known.described.get(f".{key(last(name))}", ())
    defined = [one for one in known.defined.get(key(last(name)), ()) if sees(formula, one, name)]
    if len(name.lstrip("\\")) == 1 or key(name) in GREEK.values():  # `α(x)`, at one position, is that letter
        defined += [one for at in _POSITIONS for one in known.defined.get(f"{key(name)}_{at}", ()) if "(" in one.result]
    if _says_here(formula, described):
        described = [(text, passage) for text, passage in described if not _under_another(formula, passage)]
        defined = [one for one in defined if not _under_another(formula, one.passage)]
    defined = _nearest(defined, formula)
    heard = [text for text, _ in described]
    if any(map(_is_elsewhere, heard)):
        return None
    found = [meaning for one in defined for meaning in _defined_as(one, document, depth)]
    if any(passage.kind is Kind.TABLE and counts_in(passage.text, document) for _, passage in described):
        found.append(Meaning("r", Strength.STATED, "accepted / drafted, which are counted beside"))
    for text in heard:
        said = _by_description(text, Strength.STATED, document)
        found += [one for one in said if not full or is_rate or one.symbol in symbols]
    return tuple(telling(found))


_POSITIONS = ("x", "t", "i", "j", "s", "x_t")
"""What a rate of one position is of, `α(x)`."""


def _nearest(defined: list[Formula], formula: Formula) -> list[Formula]:
    """Of the values that paragraphs give a name, where they differ, that of the nearest: another one's is another case."""
    own = formula.passage
    settings = [one for one in defined if _is_setting(one) and one.passage.source is own.source]
    if own.kind not in UNDER_HEADINGS or len({one.text for one in settings}) < 2:
        return defined
    here = own.at(0)
    nearest = min(abs(one.passage.at(0) - here) for one in settings)
    far = {id(one) for one in settings if abs(one.passage.at(0) - here) != nearest}
    return [one for one in defined if id(one) not in far]


def _is_setting(one: Formula) -> bool:
    tree = one.templates[0]
    return (
        one.how is How.SAID and one.passage.kind in UNDER_HEADINGS and tree.op == "sym" and tree.args[0] in one.numerals
    )


def _says_here(formula: Formula, described: Iterable[tuple[str, Passage]]) -> bool:
    """Whether the text under a formula's own heading says what a name is: another heading's is then another thing."""
    return formula.passage.kind in UNDER_HEADINGS and any(
        (speaks(text) or over(text)[0]) for text, passage in described if not _under_another(formula, passage)
    )


def _under_another(formula: Formula, said: Passage) -> bool:
    own = formula.passage
    return said.kind in UNDER_HEADINGS and said.source is own.source and said.above != own.above


@lru_cache(maxsize=1024)
def _is_elsewhere(text: str) -> bool:
    """Whether a description is of another field's quantity."""
    return OTHER_FIELDS.search(spoken(text)) is not None and not speaks(text)


def _by_powers(name: str, formula: Formula, document: Document) -> Iterator[Meaning]:
    """A name with powers elsewhere is α there: in the same scope or in prose so it is here, in another function it is likely."""
    kept: dict[str, Powers] = document.__dict__.setdefault("_powers", {})
    own = key(name)
    if own not in kept:
        kept[own] = Powers(facts(document).powers.get(own, ()))
    total, seen = kept[own].elsewhere(formula)
    if total:
        yield Meaning("alpha", Strength.STATED if seen else Strength.NEAR, f"powers of {name}")


def _defined_as(definition: Formula, document: Document, depth: int) -> tuple[Meaning, ...]:
    """`_by_definition`, worked out once a definition: names are given on from one to the next."""
    known: dict[tuple[int, int], tuple[Meaning, ...]] = document.__dict__.setdefault("_defined_as", {})
    asked = (id(definition), depth)
    if asked not in known:
        known[asked] = ()  # a definition by way of itself says nothing
        outer, document.__dict__["_defining"] = document.__dict__.get("_defining", False), True
        known[asked] = tuple(telling(_by_definition(definition, document, depth)))
        document.__dict__["_defining"] = outer
    return known[asked]


def _by_definition(definition: Formula, document: Document, depth: int) -> Iterator[Meaning]:
    if why := over_tested(definition, document):
        yield Meaning("alpha", Strength.DEFINED, why)
        return
    symbol, why = ratio(definition)
    if symbol:
        yield Meaning(symbol, Strength.DEFINED, why)
        return
    if (called := called_ratio(definition, document))[0]:
        yield Meaning(called[0], Strength.DEFINED, called[1])
        return
    if by_identity(definition):
        yield Meaning("r", Strength.STATED, definition.text[:60])
        return
    tree = core(definition.templates[0], definition.numerals) if definition.templates else None
    if tree is not None and (listed := mean_of(tree)):
        tree = sym(listed)
    if tree is not None and tree.op == "sym" and depth < 4:
        name = tree.args[0]
        if re.search(rf"[(,]{re.escape(name)}[,)]", definition.result):
            return  # `r(α, γ) = α` is so at one draft length
        if name in definition.numerals:
            yield from _fitting(_of_numeral(name, definition, document, depth + 1), definition.result)
        else:
            yield from _of_name(name, definition, document, depth + 1)
    elif tree is not None and definition.how is How.SAID and definition.passage.kind is not Kind.CODE:
        for meaning in result(definition, document)[:1]:  # "Acceptance length: `AL = ...`"
            if meaning.symbol in _TOKENS and meaning.strength >= Strength.NEAR:
                yield Meaning(meaning.symbol, Strength.NEAR, meaning.why)
    beside = tuple(_by_description(definition.near, Strength.STATED, document)) if definition.near else ()
    if beside and _is_beside(definition):
        yield from _fitting(beside, definition.result, definition.passage.kind is Kind.CODE)


_TOKENS = frozenset({"E", "L", "tau", "A"})


def _fitting(found: Iterable[Meaning], name: str, commented: bool = False) -> Iterator[Meaning]:
    """Of meanings that words around a definition give, those that its name's spelling does not deny; a comment may a letter's."""
    symbols, full = spelled(name)
    rate = not RATES.isdisjoint(symbols)
    letter = commented and not full and _is_letter(name)
    for meaning in found:
        if not symbols or letter or meaning.symbol in symbols or (meaning.symbol in RATES and rate):
            yield meaning


def _is_letter(name: str) -> bool:
    """Whether a name is a sign that may be anything: `gamma`, `self.c`."""
    return len(own := key(last(name))) == 1 or own in _GREEK


_GREEK = frozenset(GREEK.values())


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


def _by_description(text: str, strength: Strength, document: Document) -> Iterator[Meaning]:
    symbol, why = over(text)
    if symbol:
        yield Meaning(symbol, strength, why)
        return
    said = speaks(text)
    if said and said[0][1] <= 80:
        symbol = said[0][0]
        if symbol == "rate":
            symbol = rate_of(text)[0]
            symbol = (rate_by_term(text, document) or symbol) if symbol == "rate" else symbol
        if symbol != "c" or not of_round(text):
            yield Meaning(symbol, strength, text[:60])


def _by_spelling(symbol: str, name: str, full: bool, formula: Formula, told: bool) -> Iterator[Meaning]:
    """What the spelling says; of a rate, what the words beside the formula make of it. A probability's name states it.

    Powers of a name in the formula itself say nothing where it is `told` which rate it is: a ratio in the closed form is no α.
    """
    why = f"the name {name}"
    if symbol == "alpha" and full:
        yield Meaning(symbol, Strength.STATED, why)
        return
    yield Meaning(symbol, Strength.NEAR if full else Strength.NAME, why)
    near = formula.near
    if symbol in RATES and not (full and symbol != "rate") and ACCEPTS.search(spoken(near)):
        found, words = rate_of(near)
        yield Meaning(found, Strength.NEAR, words or why)
    if symbol == "rate" and not told and any(name in bases(template) for template in formula.templates):
        yield Meaning("alpha", Strength.NEAR, f"powers of {name}")


def acceptance(document: Document) -> str:
    """What the file says that it calls acceptance: "acceptance is the probability that ...", 接受率 = 接受数 / 草稿数."""
    found: str | None = document.__dict__.get("_acceptance")
    if found is None:
        known = facts(document)
        names = {name for name in (*known.described, *known.defined) if _is_acceptance(name)}
        texts = [text for name in names for text, _ in known.described.get(name, ())]
        rates = {rate_of(text)[0] for text in texts if ACCEPTS.search(spoken(text))}
        divided = (ratio(one)[0] for name in names for one in known.defined.get(name, ()))
        rates |= {symbol for symbol in divided if symbol in RATES}
        found = rates.pop() if len(rates) == 1 else "rate"
        object.__setattr__(document, "_acceptance", found)
    return found


def _is_acceptance(name: str) -> bool:
    """Whether a name is the words for acceptance or its rate, in any language, and nothing more of which."""
    return name in _ACCEPTANCE or (name[:1] > "\u2e80" and len(name) <= 6 and spelled(name)[0][:1] == ("rate",))


_ACCEPTANCE = frozenset(
    {"acceptance", "acceptance_rate", "acceptance_rates", "draft_acceptance_rate", "acceptance_ratio", "tasa_de_aceptacion",
     "tasa_de_aceptación", "taxa_de_aceitação", "taxa_de_aceitacao", "taux_dacceptation", "akzeptanzrate"}
)  # fmt: skip


_COUNTED = 4  # significant digits of a rate that nobody assumes


def _of_numeral(name: str, formula: Formula, document: Document, depth: int) -> Iterator[Meaning]:
    """What a literal is: what a name of that value is, what a phrase says it is, what the words beside it speak of."""
    numeral = formula.numerals[name]
    for value in numeral.values:
        if value in (0, 1):
            continue
        if not depth:
            yield from _by_names(value, numeral.text, formula, document)
        yield from _phrases(value, document).of(formula)
        if is_counted(numeral, document):
            yield Meaning("r", Strength.STATED, "accepted / drafted, which are counted beside")
        low = spoken(formula.near)
        if 0 < value < 1 and ACCEPTS.search(low):
            symbol, why = rate_of(low)
            yield Meaning(symbol, Strength.NEAR, why or "acceptance")
            if symbol == "rate" and len(numeral.text.strip("%0. ").replace(".", "")) >= _COUNTED:
                yield Meaning("share", Strength.NEAR, f"{numeral.text}: so many digits were measured, or worked out")
        if 0 < value < 1 and PHRASES["c"].search(low):
            yield Meaning("c", Strength.NEAR, "cost")
        if 2 <= value <= 128 and value.denominator == 1 and PHRASES["gamma"].search(low):
            yield Meaning("gamma", Strength.NEAR, "a draft length")


def _by_names(value: Fraction, text: str, formula: Formula, document: Document) -> Iterable[Meaning]:
    """What the names that are said to be a value say of a numeral.

    It is the same for all formulas that see the same and of which none is about one of these names, so it is worked out once.
    """
    named = named_so(value, formula.passage.scope, document)
    if not named.names:
        return ()
    own = {key(base) for template in formula.templates for base in bases(template)} | {key(last(formula.result))}
    if not own.isdisjoint(named.keys) or document.__dict__.get("_defining"):
        return _said_by(named.but_for(formula), text, formula, document)
    kept: dict[tuple[object, ...], tuple[Meaning, ...]] = document.__dict__.setdefault("_by_names", {})
    passage, near = formula.passage, formula.near
    under = heading(passage) if named.under_headings else None
    rate = rate_of(near)[0] if ACCEPTS.search(spoken(near)) else ""
    asked = (value, text, passage.kind, passage.scope, under, parameters(passage), rate)
    if asked not in kept:
        kept[asked] = tuple(telling(_said_by(named.but_for(formula), text, formula, document)))
    return kept[asked]


def _said_by(names: Iterable[str], text: str, formula: Formula, document: Document) -> Iterator[Meaning]:
    for name in names:
        for meaning in _of_name(name, formula, document, 3):
            yield Meaning(meaning.symbol, min(meaning.strength, Strength.STATED), f"{name} = {text}")


class _Phrases:
    """What phrases say that a value is: of each quantity the first in the file, and the first under each heading of a scope."""

    def __init__(self, value: Fraction, document: Document) -> None:
        self.first: dict[str, str] = {}
        self.under: dict[tuple[str, str], dict[str, str]] = {}
        for symbol, text, passage in facts(document).spoken.get(value, ()):
            if symbol == "rate":
                symbol, _ = rate_of(text)
            if symbol == "rate":
                symbol = acceptance(document)
            why = " ".join(text.split())[:60]
            self.first.setdefault(symbol, why)
            self.under.setdefault((passage.scope, passage.above), {}).setdefault(symbol, why)

    def of(self, formula: Formula) -> Iterator[Meaning]:
        """What they say to a formula: stated where they stand under its own heading."""
        near = self.under.get((formula.passage.scope, formula.passage.above), {})
        for symbol, why in self.first.items():
            yield Meaning(symbol, *((Strength.STATED, near[symbol]) if symbol in near else (Strength.NEAR, why)))


def _phrases(value: Fraction, document: Document) -> _Phrases:
    kept: dict[Fraction, _Phrases] = document.__dict__.setdefault("_phrases", {})
    if value not in kept:
        kept[value] = _Phrases(value, document)
    return kept[value]
