"""`--set alpha=0.7 gamma=5`: a reader's own numbers, checked before anything is made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import NoReturn

from ...derivations.domain import Sequences
from ...derivations.expr import Env
from ...derivations.vocabulary import TERMS, Term
from ...errors import BadInput

MAX_TEXT = 2_000
"""Characters of one setting; a sequence has some dozens of numbers, and nobody types more."""

MAX_DIGITS = 30
"""Digits of a number, and the largest exponent of ten: exact powers of it must stay short."""

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<top>[0-9]{1,30})/(?P<bottom>[0-9]{1,30})"
    r"|(?P<whole>[0-9]{0,30})(?:\.(?P<decimals>[0-9]{0,30}))?(?:[eE](?P<exponent>[+-]?[0-9]{1,2}))?(?P<percent>%?))"
)
_EXPECTED = "expected NAME=NUMBER such as alpha=0.7, alpha=7/10, alpha=70%, or a=0.9,0.8,0.7 for a sequence"


def parse(pairs: Sequence[str]) -> Env:
    """The numbers that settings give to symbols of the vocabulary, by name (`alpha`) or as they are written (`α`).

    Raises `BadInput`, in one line, for what is no setting, an unknown symbol, a symbol given twice, an unreadable number or one
    outside its symbol's set.
    """
    found: dict[str, Fraction | tuple[Fraction, ...]] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if len(pair) > MAX_TEXT or not equals:
            raise BadInput(f"--set {_cut(pair)}: {_EXPECTED}")
        term = _term(name.strip(), pair)
        if term.name in found:
            raise BadInput(f"--set {_cut(pair)}: {term.text} is given twice")
        found[term.name] = _value(term, text.strip(), pair)
    return found


def refuse_unused(values: Env, names: Iterable[str]) -> None:
    """Raise `BadInput` for a number whose symbol none of these is: a slip of the pen would pass in silence."""
    used = frozenset(names)
    for name in values:
        if name not in used:
            known = ", ".join(term.name for term in TERMS.values() if term.name in used)
            said = name if TERMS[name].text == name else f"{name} ({TERMS[name].text})"
            raise BadInput(
                f"--set {said}: no claim here has it, expected one of {known or 'none (it is all in words)'}"
            )


def _term(name: str, pair: str) -> Term:
    if name in TERMS and not TERMS[name].is_quantity:
        return TERMS[name]
    written = [term for term in TERMS.values() if term.text == name and not term.is_quantity]
    if len(written) == 1:
        return written[0]
    if written:
        names = ", ".join(term.name for term in written)
        raise BadInput(f"--set {_cut(pair)}: several symbols are written {name}, expected one of {names}")
    if name in TERMS:
        parameters = ", ".join(TERMS[name].parameters)
        raise BadInput(
            f"--set {_cut(pair)}: {TERMS[name].text} follows from other numbers, expected one of {parameters}"
        )
    close = get_close_matches(name, [term.name for term in TERMS.values() if not term.is_quantity], n=1)
    hint = f"'{close[0]}', or another" if close else "a"
    raise BadInput(f"--set {_cut(pair)}: unknown symbol '{_cut(name)}', expected {hint} name of the vocabulary")


def _value(term: Term, text: str, pair: str) -> Fraction | tuple[Fraction, ...]:
    if isinstance(term.domain, Sequences):
        parts = tuple(_number(part.strip(), pair) for part in text.split(","))
        for part in parts:
            if not term.domain.element.contains(part):
                _outside(term, pair)
        return parts
    number = _number(text, pair)
    if not term.domain.contains(number):
        _outside(term, pair)
    return number


def _outside(term: Term, pair: str) -> NoReturn:
    raise BadInput(f"--set {_cut(pair)}: out of range, expected {term.text} in {term.domain} ({term.meaning})")


def _number(text: str, pair: str) -> Fraction:
    match = _NUMBER.fullmatch(text.replace("−", "-")) if len(text) <= 3 * MAX_DIGITS else None
    if match is None or not (match["top"] or match["whole"] or match["decimals"]):
        raise BadInput(
            f"--set {_cut(pair)}: unreadable number '{_cut(text)}' (at most {MAX_DIGITS} digits), {_EXPECTED}"
        )
    if match["bottom"] is not None and not int(match["bottom"]):
        raise BadInput(f"--set {_cut(pair)}: division by zero, {_EXPECTED}")
    value = Fraction(int(match["top"]), int(match["bottom"])) if match["top"] else _decimal(match)
    return -value if match["sign"] == "-" else value


def _decimal(match: re.Match[str]) -> Fraction:
    decimals, exponent = match["decimals"] or "", int(match["exponent"] or 0)
    scale = Fraction(10) ** (exponent - len(decimals) - 2 * bool(match["percent"]))
    return int((match["whole"] or "") + decimals) * scale


def _cut(text: str) -> str:
    """Foreign text for a message of one line."""
    shown = "".join(character if character.isprintable() else "?" for character in text[:60])
    return shown + ("..." if len(text) > 60 else "")
