"""Whether a formula is about speculative decoding: by its own surroundings, its section, or the file as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from ...derivations.expr import free_names
from .contexts import OTHER_FIELDS
from .document import Document, Formula, Kind
from .evidence import facts, speculates
from .seen import UNDER_HEADINGS
from .splitting import spoken
from .words import ACCEPTS, PHRASES, SPECULATION

_NEARBY = 3_000  # characters of it, and of the passage, that tell what field it is of


def about_decoding(formula: Formula, document: Document) -> bool:
    """Whether the formula is about speculative decoding: its own surroundings say so, or the file does and they do not differ."""
    known: dict[tuple[int, int, int, str], bool] = document.__dict__.setdefault("_about", {})
    asked = id(formula.passage), formula.start, formula.end, formula.near
    if asked not in known:
        known[asked] = _about(formula, document)
    return known[asked]


def _about(formula: Formula, document: Document) -> bool:
    passage, places = formula.passage, speculates(document)
    title = spoken(passage.above)
    own = [title, *map(spoken, (formula.near, formula.text, formula.result))]
    if OTHER_FIELDS.search(title) and not SPECULATION.search(title):
        return False
    if places and any(map(SPECULATION.search, own)):
        return True
    around = _surroundings(formula)

    def accepts() -> bool:
        return all(one.search(around) for one in (ACCEPTS, PHRASES["gamma"]))

    if not (places or accepts()) or any(map(OTHER_FIELDS.search, own)):
        return False
    if places and SPECULATION.search(around):
        return True
    if _is_of_numbers(formula) and not _has_a_role(formula, around, document):
        return False
    told = places > 1 or accepts() or _under_accepting(formula, document)
    return told and not OTHER_FIELDS.search(around) and not _in_another_section(formula, document)


def _under_accepting(formula: Formula, document: Document) -> bool:
    """Whether the text under the formula's heading speaks of drafts, of their number and of accepting them."""
    passage = formula.passage
    text = sections(document).get(passage.above, "") if passage.kind in UNDER_HEADINGS and passage.above else ""
    return all(one.search(text) for one in (SPECULATION, ACCEPTS, PHRASES["gamma"]))


def _in_another_section(formula: Formula, document: Document) -> bool:
    """Whether a text of many subjects has a heading for decoding, and the formula stands under another that says nothing of it."""
    own = formula.passage
    if own.kind not in UNDER_HEADINGS or not own.above:
        return False
    (own_sections,) = _decoding_sections(document)
    return own_sections is not None and own.above not in own_sections


def _decoding_sections(document: Document) -> tuple[frozenset[str] | None]:
    """The headings whose text speaks of decoding in a document of many subjects, None in another; kept with it."""
    found: tuple[frozenset[str] | None] | None = document.__dict__.get("_decoding_sections")
    if found is None:
        title = spoken(next((one.text for one in document.passages if one.kind is Kind.HEADING), ""))
        said = sections(document) if title and not SPECULATION.search(title) else {}
        apart = any(SPECULATION.search(spoken(above)) for above in said)
        told = frozenset(above for above, text in said.items() if any(one.search(text) for one in _DECODING))
        found = (told if apart else None,)
        object.__setattr__(document, "_decoding_sections", found)
    return found


def sections(document: Document) -> Mapping[str, str]:
    """The text under each heading of a document, with the heading; kept with it."""
    found: dict[str, str] | None = document.__dict__.get("_sections")
    if found is None:
        texts: dict[str, list[str]] = {}
        for one in document.passages:
            if one.above and one.kind in UNDER_HEADINGS:
                texts.setdefault(one.above, [one.above]).append(one.text[:_NEARBY])
        found = document.__dict__["_sections"] = {above: spoken(" ".join(some)) for above, some in texts.items()}
    return found


_DECODING = (SPECULATION, ACCEPTS, PHRASES["gamma"], PHRASES["E"])


def _is_of_numbers(formula: Formula) -> bool:
    return all(name in formula.numerals for template in formula.templates for name in free_names(template))


def _has_a_role(formula: Formula, around: str, document: Document) -> bool:
    """Whether the words around numbers speak of a role, or one of them is named beside, as in "with α = 0.65"."""
    within, own = facts(document).within, id(formula.passage)
    values = (value for numeral in formula.numerals.values() for value in numeral.values)
    return any((value, own) in within for value in values if value != 1) or any(
        PHRASES[symbol].search(around) for symbol in ("rate", "gamma", "E")
    )


def _surroundings(formula: Formula) -> str:
    """The passage's words and those around it, kept with the passage."""
    passage = formula.passage
    found: str | None = passage.__dict__.get("_surroundings")
    if found is None:
        found = spoken(" ".join((passage.around[:_NEARBY], passage.text[:_NEARBY], passage.above)))
        object.__setattr__(passage, "_surroundings", found)
    return found
