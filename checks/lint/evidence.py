"""What a file says of its names: definitions, descriptions, powers and values, collected once a document (module-wide)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ...derivations.expr import Node, free_names
from .described import STOPS, described_after, described_in, numbers_in
from .document import Document, Formula, How, Kind, Passage, Said
from .fields import declared
from .pseudocode import function_of
from .spelling import last, spelled
from .splitting import GREEK, key, spoken
from .words import ACCEPTS, PHRASES, speculation

_MOST = 200  # definitions or descriptions of one name that are kept: no file means it so many ways
_TITLE = 300  # characters at the top of a file that say what it is about
_MAX_TEXT = 20_000  # characters of one passage that are looked through


@dataclass(frozen=True)
class Facts:
    """A document's evidence by `key` of a name; what is said of a field is `described` under `.name` too, for any object's.

    `powers` are the formulas with α^k of a name; `values` the names that are said to be a number, `within` the passages (by
    id) in which one is; `spoken` the phrases that speak of a number ("70% acceptance", "5 draft tokens"): the quantity and the
    words; `speculation` what `speculates` counts.
    """

    defined: Mapping[str, list[Formula]]
    described: Mapping[str, list[tuple[str, Passage]]]
    powers: Mapping[str, list[Formula]]
    values: Mapping[Fraction, list[tuple[str, Passage]]]
    within: frozenset[tuple[Fraction, int]]
    spoken: Mapping[Fraction, list[tuple[str, str, Passage]]]
    speculation: int


def facts(document: Document) -> Facts:
    """What the document says of its names; kept with the document, as every judge asks."""
    found: Facts | None = document.__dict__.get("_facts")
    if found is None:
        found = _collected(document)
        object.__setattr__(document, "_facts", found)
    return found


def speculates(document: Document) -> int:
    """In how many places the document is about speculative decoding; kept with it."""
    found: int | None = document.__dict__.get("_speculation")
    if found is None:
        found = sum(speculation(source.text) for source in document.sources)
        if found == 1 and any(speculation(source.text[:_TITLE]) for source in document.sources[:1]):
            found = 2  # the title or first docstring is about the whole
        object.__setattr__(document, "_speculation", found)
    return found


def _collected(document: Document) -> Facts:
    defined: defaultdict[str, list[Formula]] = defaultdict(list)
    powers: defaultdict[str, list[Formula]] = defaultdict(list)
    values: defaultdict[Fraction, list[tuple[str, Passage]]] = defaultdict(list)
    for formula in document.formulas:
        if formula.result:
            defined[key(last(formula.result))].append(formula)
            for value in _printed(formula):
                values[value].append((formula.result, formula.passage))
        elif name := function_of(formula):
            defined[key(name)].append(formula)
        own = formula.templates[:1] if formula.how is not How.CALLED else ()  # a call repeats what the function says
        for base in {base for template in own for base in bases(template)}:
            if last(base) in formula.text or formula.how is How.LOOPED or not _CALLS.search(formula.text):
                powers[key(base)].append(formula)
    for said in document.said:
        for name, value in _said_to_be(said):
            values[value].append((name, said.passage))
    described: defaultdict[str, list[tuple[str, Passage]]] = defaultdict(list)
    spoken_of: defaultdict[Fraction, list[tuple[str, str, Passage]]] = defaultdict(list)
    signs = _signs(document)
    for passage in document.passages:
        if passage.kind is Kind.CODE:
            continue
        text = passage.text[:_MAX_TEXT]
        named = described_in(text) if signs is not None and signs.search(text) else described_after(text)
        for name, description in named:
            described[key(name)].append((description, passage))
        if name := declared(passage):
            described[key(name)].append((text, passage))
            described[f".{key(name)}"].append((text, passage))
        if _DIGIT.search(text):
            for value, symbol, phrase in numbers_in(spoken(text)):
                spoken_of[value].append((symbol, phrase, passage))
    distinct = {
        value: list({(name, id(passage)): (name, passage) for name, passage in said}.values())
        for value, said in values.items()
    }
    for key_, texts in described.items():
        described[key_] = list({(text, one.scope, one.kind): (text, one) for text, one in texts[:_MOST]}.values())
    for key_, formulas in defined.items():
        once = {(one.templates, one.text, one.near, one.passage.scope, one.how): one for one in formulas}
        defined[key_] = list(once.values())[-_MOST:]
    within = frozenset((value, id(passage)) for value, said in distinct.items() for _, passage in said)
    return Facts(defined, described, powers, distinct, within, spoken_of, speculates(document))


def _said_to_be(said: Said) -> Iterator[tuple[str, Fraction]]:
    """Names with the numbers that a line says they are, a worked quotient between them or not: `r = 30240 / 48000 = 0.63`."""
    sides = said.expression.sides
    for place, (left, right) in enumerate(pairwise(sides)):
        name = left.templates[0]
        last = sides[place + 2] if place + 2 < len(sides) and right.templates[0].op == "div" else right
        value = last.templates[0]
        if name.op == "sym" and value.op == "sym" and value.args[0] in last.numerals:
            yield from ((name.args[0], number) for number in last.numerals[value.args[0]].values)


_CALLS = re.compile(r"\w\(")
"""What a call in a formula comes to is put in by its reader: its powers are those of the function."""
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"\\?[A-Za-z]{1,8}|[Ͱ-Ͽ]")


def _signs(document: Document) -> re.Pattern[str] | None:
    """The signs that the document's formulas are made of, in any spelling: what "the draft length k" can be said of."""
    names = {name for formula in document.formulas for tree in formula.templates for name in free_names(tree)}
    names |= {formula.result for formula in document.formulas}
    found = set()
    for name in names:
        head = name.partition("_")[0]
        if len(head) in (2, 3) and head.isalpha() and head.isascii():  # `kp` may be k·p
            found |= {*head, *head.upper(), *head.lower()}
        if _LETTER.fullmatch(head) and (len(head) == 1 or key(head) in _GREEK):
            found |= {head, head.upper(), head.lower(), *_GREEK.get(key(head), ())}
    if not found:
        return None
    plain, words = (sorted(map(re.escape, some)) for some in (found - STOPS, found & STOPS))
    # a word, but for its marks, or where it ends a clause
    marked = f"|[`$*](?:{'|'.join(words)})(?![A-Za-z])|(?<=\\s)(?:{'|'.join(words)})(?=[.,;)]|$)" if words else ""
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(plain or ['(?!)'])})(?![A-Za-z]){marked}")


_GREEK: dict[str, tuple[str, ...]] = {}
for _letter, _word in GREEK.items():
    _GREEK[_word] = (*_GREEK.get(_word, (_word, f"\\{_word}")), _letter)


def may_speculate(document: Document) -> bool:
    """Whether a formula of the document can be about decoding: it speaks of it, or of accepting and of a draft's length."""
    found: bool | None = document.__dict__.get("_may_speculate")
    if found is None:
        texts = [spoken(source.text) for source in document.sources] if not speculates(document) else []
        found = not texts or any(ACCEPTS.search(text) and PHRASES["gamma"].search(text) for text in texts)
        object.__setattr__(document, "_may_speculate", found)
    return found


def may_mean(formula: Formula, document: Document) -> bool:
    """Whether one of a formula's trees has names that can all mean something: by spelling, by a description, by a definition.

    Nearly no formula of a large file has, and no other can be any claim or rival. A sum may be one of mins, whatever its names.
    """
    if not may_speculate(document):
        return False
    known = facts(document)
    text = formula.passage.kind is not Kind.CODE

    def possible(name: str) -> bool:
        own = key(name)
        return (
            name in formula.numerals
            or name[:1] == "?"
            or bool(spelled(name)[0])
            or own in known.described
            or own in known.powers
            or key(last(name)) in known.defined
            or (text and len(name) <= 3)
            or "percent" in own
            or "pct" in own
        )

    return any(
        _sums(tree) or any(all(map(possible, free_names(part))) for part in _whole_and_parts(tree))
        for tree in formula.templates
    )


def _whole_and_parts(tree: Node) -> Iterator[Node]:
    """A tree; the sums that are multiplied or divided in it, `(1 + k*alpha) / t`; and what a name is divided by."""
    yield tree
    yield from _factors(tree)
    if (parts := divided(tree)) is not None:
        yield parts[1]


def _factors(tree: Node) -> Iterator[Node]:
    """The sums above the line of a product or quotient."""
    left = [tree] if tree.op in ("mul", "div") else []
    while left:
        node = left.pop()
        if node.op == "add":
            yield node
        elif node.op in ("mul", "div"):
            left += node.args if node.op == "mul" else node.args[:1]


def divided(tree: Node) -> tuple[str, Node] | None:
    """A name and the sum or product that it is divided by, guards and rounding seen through."""
    for _ in range(4):
        if tree.op in ("max", "min", "floor", "ceil"):
            tree = next((part for part in tree.children() if part.op not in ("sym", "num")), tree)
    if tree.op != "div" or tree.args[0].op != "sym" or tree.args[0].args[0][:1] == "#":
        return None
    return (tree.args[0].args[0], tree.args[1]) if tree.args[1].op in ("add", "mul") else None


def _sums(tree: Node) -> bool:
    return tree.op == "sum" or any(map(_sums, tree.children()))


def _printed(formula: Formula) -> Iterator[Fraction]:
    """The number that a formula is, if it is one."""
    tree = formula.templates[0] if formula.templates else None
    if tree is not None and tree.op == "sym" and tree.args[0] in formula.numerals:
        yield from formula.numerals[tree.args[0]].values
    elif tree is not None and tree.op == "num":
        yield tree.args[0]


def bases(tree: Node) -> Iterator[str]:
    """Names that are raised to a power with a name in it: `alpha ** k`, `Σ α^i`."""
    if tree.op == "pow" and tree.args[0].op == "sym" and any(name[:1] != "#" for name in free_names(tree.args[1])):
        yield tree.args[0].args[0]
    for child in tree.children():
        yield from bases(child)


def hears(formula: Formula, said: Passage) -> bool:
    """Whether words in that scope are about the formula's names: those of its functions, its class, its file; all prose."""
    own, scope = formula.passage.scope, said.scope
    inside = not scope or own == scope or own.startswith(scope + ".") or scope.startswith(own + ".")
    return inside and said.kind is not Kind.CODE
