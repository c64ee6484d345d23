"""What a formula is said to give, by its name, its left side and the words beside it; and whether a bonus, a limit is spoken of."""

from __future__ import annotations

from collections.abc import Iterator

from .contexts import BONUS, LIMIT, NO_BONUS, NO_CAP, RELAXED, said_around
from .document import Document, Formula, How, Kind
from .evidence import facts, hears
from .meaning import Meaning, Strength, best
from .spelling import spelled
from .splitting import key, spoken
from .words import ACCEPTS, COPULA, ON_AVERAGE, PHRASES, ROUND, TOKENS_AFTER, YIELDS, speaks

GIVEN = frozenset(
    {
        "E",
        "L",
        "A",
        "S",
        "tau",
        "T_c",
        "throughput",
        "r",
        "per_position",
        "emitted",
        "accepted",
        "T_step",
        "t_verify",
        "O",
    }
)
"""What a formula can be said to give."""

_MAX_AROUND = 8_000  # characters around a passage that are read


def result(formula: Formula, document: Document) -> tuple[Meaning, ...]:
    """What the formula is said to give, by its name, its left side, and the words around, likeliest first. () where nothing is."""
    found: list[Meaning] = []
    if formula.result:
        symbols, full = spelled(formula.result)
        bare = Strength.NEAR if symbols[:1] in (("E",), ("A",), ("S",), ("tau",), ("L",)) else Strength.NAME
        found += [
            Meaning(symbol, Strength.STATED if full else bare, f"the name {formula.result}") for symbol in symbols
        ]
        for text, passage in facts(document).described.get(key(formula.result), ()):
            if hears(formula, passage):
                found += [Meaning(symbol, Strength.STATED, text[:60]) for symbol, _ in speaks(text)[:1]]
    if formula.how is How.RETURNED and formula.passage.kind is Kind.CODE:
        found += [
            Meaning(symbol, Strength.NEAR, "its docstring")
            for symbol, _ in speaks(said_around(formula.passage)[:300])[:1]
        ]
    found += _said_beside(formula)
    found += [Meaning(symbol, Strength.NAME, "what it stands in") for symbol, _ in speaks(formula.passage.above)]
    return tuple(meaning for meaning in best(found) if meaning.symbol in GIVEN)


def _said_beside(formula: Formula) -> Iterator[Meaning]:
    """What the words beside the formula say that it gives: the phrase that stands nearest before it, else any after it."""
    near, text = formula.near, formula.text
    place = near.find(text)
    before, after = (near[:place], near[place + len(text) :]) if place >= 0 else (near, "")
    low = spoken(before)
    last_ends = sorted(((max(ends), symbol) for symbol, ends in _ends(low) if ends), reverse=True)
    if place >= 0 and (given := _handed_over(low, spoken(after))) and (given == "E" or not last_ends):
        yield Meaning(given, Strength.NEAR, "a verb and its tokens")
        last_ends = [one for one in last_ends if one[1] == given]
    for number, (_, symbol) in enumerate(last_ends):
        yield Meaning(symbol, Strength.NEAR if number == 0 else Strength.NAME, "the words before it")
    for symbol, start in speaks(after):
        if symbol in GIVEN:
            yield Meaning(
                symbol, Strength.NEAR if not last_ends and start < 60 else Strength.NAME, "the words after it"
            )


def _ends(low: str) -> Iterator[tuple[str, list[int]]]:
    """Where phrases of what a formula can give end. Tokens that are accepted are no others: `accepted tokens per step` is A."""
    accepted = [match.span() for match in PHRASES["A"].finditer(low)]
    for symbol in PHRASES:
        if symbol == "A":
            yield symbol, [end for _, end in accepted]
        elif symbol in GIVEN:
            spans = (match.span() for match in PHRASES[symbol].finditer(low))
            yield (
                symbol,
                [b for a, b in spans if symbol != "E" or not any(a < last and first < b for first, last in accepted)],
            )


def _handed_over(before: str, after: str) -> str:
    """What a sentence says that a verification hands over: "a pass yields X tokens", "X tokens on average"."""
    unit = TOKENS_AFTER.match(after)
    if unit is None:
        return ""
    if unit["accepted"] or unit["past"] or (ACCEPTS.search(before[-60:]) and not YIELDS.search(before[-60:])):
        return "A"
    said = f"{before[-160:]} … {after[:80]}"
    says = YIELDS.search(said) or COPULA.search(before)
    return "E" if says and (ROUND.search(said) or ON_AVERAGE.search(said)) else ""


def bonus(formula: Formula, document: Document) -> bool | None:
    """Whether the words beside the formula count the bonus token (True), leave it out (False), or do not say (None)."""
    for text in (formula.near, formula.passage.around, formula.passage.above):
        low = spoken(text[:_MAX_AROUND])
        if NO_BONUS.search(low):
            return False
        if BONUS.search(low):
            return True
    return None


def relaxed(formula: Formula, document: Document) -> bool:
    """Whether drafts are accepted there on their own, or in a tree, so that a linear form may be right."""
    beside = spoken(
        " ".join((formula.near, formula.result, formula.passage.around[:_MAX_AROUND], formula.passage.above))
    )
    return RELAXED.search(beside) is not None


def limit(formula: Formula, document: Document) -> bool:
    """Whether the formula is called a limit or a bound: 1/(1-α) as γ → ∞."""
    said = [spoken(text) for text in (formula.near, said_around(formula.passage)[:2_000])]
    named = [spoken(text) for text in (formula.result, formula.passage.above)]
    return any(LIMIT.search(text) for text in said + named) or any(NO_CAP.search(text) for text in said)
