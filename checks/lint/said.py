"""What a formula is said to give, by its name, its left side and the words beside it; and whether a bonus, a limit is spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .contexts import BONUS, CASCADE, EXTRA, FALLBACK, LIMIT, NO_BONUS, NO_CAP, RELAXED, WHOLE, said_around
from .document import Document, Formula, How, Kind
from .evidence import facts, hears
from .meaning import Meaning, Strength, best
from .spelling import spelled
from .splitting import bounded, key, spoken
from .words import ACCEPTS, ON_AVERAGE, PHRASES, ROUND, SPECULATION, YIELDS, speaks

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

_MAX_OTHERS = 3  # equations of one name whose words say what it is
_MAX_LABEL = 80  # characters before a formula in which its label stands
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
        for name in dict.fromkeys((formula.result, _averaged(formula.result))):
            for text, passage in facts(document).described.get(key(name), ()):
                if hears(formula, passage):
                    found += [Meaning(symbol, Strength.STATED, text[:60]) for symbol, _ in speaks(text)[:1]]
    if (function := _returned_by(formula)) and not spelled(formula.result)[0]:
        symbols, full = spelled(function)
        found += [
            Meaning(symbol, Strength.STATED if full else Strength.NEAR, f"the name {function}") for symbol in symbols
        ]
    if (formula.how is How.RETURNED or function) and formula.passage.kind is Kind.CODE:
        found += [
            Meaning(symbol, Strength.NEAR, "its docstring")
            for symbol, _ in speaks(said_around(formula.passage)[:300])[:1]
        ]
    found += _said_beside(formula)
    if formula.result and formula.how is How.SAID and not spelled(formula.result)[0]:
        others = (
            one for one in facts(document).defined.get(key(formula.result), ())[:_MAX_OTHERS] if one.how is How.SAID
        )
        found += [one for other in others if hears(formula, other.passage) for one in _said_beside(other)]
    if EXTRA.search(spoken(formula.near[:_MAX_AROUND])):
        found.append(Meaning("A", Strength.STATED, "tokens besides the one that always comes"))
    found += [Meaning(symbol, Strength.NAME, "what it stands in") for symbol, _ in speaks(formula.passage.above)]
    if _loosely_accepted(formula, found):
        found.append(Meaning("A", Strength.NAME, "one token is taken away, or a length is what is accepted"))
    return tuple(meaning for meaning in best(found) if meaning.symbol in GIVEN)


def _returned_by(formula: Formula) -> str:
    """The function that returns what the formula assigns to a name, as it is; "" where none does."""
    if formula.how is not How.ASSIGNED or formula.passage.kind is not Kind.CODE or not formula.passage.scope:
        return ""
    name = re.escape(formula.result)
    returns = rf"\breturn[ \t]+(?:float\(|np\.float64\(|\()?{name}\)?[ \t]*(?:[;#}}/]|$)"
    found = re.compile(returns, re.MULTILINE).search(formula.passage.text, formula.end)
    return formula.passage.scope.rpartition(".")[2] if found else ""


_AVERAGE = re.compile(r"(?:\\mathbb\{E\}|\\operatorname\{E\}|\\E|[E𝔼])\s?[\[({](?P<of>[^|,]{1,40})[\])}]")
_LETTER = re.compile(r"\\?(?:tau|[A-Za-zͰ-Ͽ])(?:_\{?\w{1,8}\}?)?")


def _averaged(name: str) -> str:
    """What an expectation is of, `τ` of `E[τ]`; any other name as it is."""
    match = _AVERAGE.fullmatch(name)
    return match["of"] if match else name


def _less_one(formula: Formula) -> bool:
    """Whether one is taken away from a quotient: `(1 - α^(k+1))/(1 - α) - 1` leaves the target's token out knowingly."""
    tree = formula.templates[0]
    if tree.op != "add" or len(tree.args) != 2 or tree.args[0].op != "div":
        return False
    taken = tree.args[1]
    ones = [one for one in taken.args if one.op == "sym"] if taken.op == "mul" and len(taken.args) == 2 else []
    return len(ones) == 1 and ones[0].args[0] in formula.numerals and formula.numerals[ones[0].args[0]].values[0] == 1


def _loosely_accepted(formula: Formula, found: list[Meaning]) -> bool:
    """Whether a letter may be for accepted drafts: one is taken away, or a length is spoken of, and no words say emitted tokens."""
    if not _LETTER.fullmatch(_averaged(formula.result)):
        return False
    if any(one.symbol == "E" and not one.why.startswith("the name") for one in found):
        return False
    of_length = any(one.symbol == "L" and one.strength == Strength.NAME for one in found)
    return of_length or _less_one(formula) or _led_in(formula) == "A"


def _led_in(formula: Formula) -> str:
    """What the sentence that ends in a colon before a formula on its own says that it gives."""
    lead = formula.passage.around.partition("\n")[2].partition("\n")[0].rstrip()
    if formula.passage.kind is not Kind.MATH or not lead.endswith((":", "：")):
        return ""
    return max(((max(ends), symbol) for symbol, ends in _ends(spoken(lead)) if ends), default=(0, ""))[1]


def _said_beside(formula: Formula) -> Iterator[Meaning]:
    """What the words beside the formula say that it gives: the phrase that stands nearest before it, else any after it."""
    near, text = formula.near, formula.text
    place = near.find(text)
    before, after = (near[:place], near[place + len(text) :]) if place >= 0 else (near, "")
    low = spoken(before)
    if not formula.result and (label := _LABELLED.search(before[-_MAX_LABEL:])):
        yield from (Meaning(one, Strength.NEAR, f"the label {label['of']}") for one in spelled(label["of"])[0])
    last_ends = sorted(((max(ends), symbol) for symbol, ends in _ends(low) if ends), reverse=True)
    if place >= 0 and (given := _handed_over(low, spoken(after))) and (given == "E" or not last_ends):
        yield Meaning(given, Strength.NEAR, "a verb and its tokens")
        last_ends = [one for one in last_ends if one[1] == given]
    for number, (end, symbol) in enumerate(last_ends):
        bound = number == 0 and not formula.result and _BINDS.fullmatch(low, end) is not None
        strength = Strength.STATED if bound else Strength.NEAR if number == 0 else Strength.NAME
        yield Meaning(symbol, strength, "the words before it")
    for symbol, start in speaks(after):
        if symbol in GIVEN:
            yield Meaning(
                symbol, Strength.NEAR if not last_ends and start < 60 else Strength.NAME, "the words after it"
            )


_LABELLED = re.compile(r"(?:^|[\s*`$(|])(?P<of>τ|\\tau|[E𝔼]\[[^\[\]|,\n]{1,40}\])[*`$]*\s?[:：][*`$\s]*$")
"""An expectation, or the block efficiency, as the label of a formula: "- E[tokens]: `…`"."""

_BINDS = re.compile(
    bounded(
        r"[a-zà-ÿ]{0,12}(?:[\s`$(*:：=≈~]|\b(?:formula|equation|factor|multiplier|of|is|are|then|about|approx(?:imately)?|roughly|around|as|by|just|simply|"
        r"becomes?|equals?|es|de|aproximadamente|fórmula|factor|é|fator|est|environ|formule|facteur|ist|etwa|ungefähr|formel|faktor|"
        r"формула|равн[аоы]|примерно)\b|"
        r"公式|约为|約為|大约|大約|约|約|等于|等於|为|為|是|共|の式|倍率|は|が|およそ|공식|은|는|이|가|약|대략)*"
    )
)
"""What may stand between a quantity in words and the formula that it is said to be."""


def _ends(low: str) -> Iterator[tuple[str, list[int]]]:
    """Where phrases of what a formula can give end. Tokens that are accepted are no others: `accepted tokens per step` is A."""
    accepted = [match.span() for match in PHRASES["A"].finditer(low)]
    bonus = [match.span() for match in BONUS.finditer(low)] if accepted else []
    both = [a for a in accepted if any(_PLUS.fullmatch(low[min(a[1], b[1]) : max(a[0], b[0])]) for b in bonus)]
    accepted = [one for one in accepted if one not in both]
    yield "E", [end for _, end in both]
    for symbol in PHRASES:
        if symbol == "A":
            yield symbol, [end for _, end in accepted]
        elif symbol in GIVEN:
            spans = (match.span() for match in PHRASES[symbol].finditer(low))
            yield (
                symbol,
                [b for a, b in spans if symbol != "E" or not any(a < last and first < b for first, last in accepted)],
            )


_PLUS = re.compile(
    r"[^\w.;]*(?:\b(?:plus|and|y|más|mais|e|et|und|sowie|и|плюс)\b|\+|加上?|和|与|與|以及|と|や|과|와|및|더하기)(?:\W{0,8}\w{1,5}\s)?[^\w.;]*"
)
"""Between the accepted drafts and the bonus token, in either order: with it they are all tokens of a round."""


_COPULA = re.compile(
    r"(?:\b(?:is|are|be|was|then|about|roughly|approximately|es|son|é|são|est|sont|ist|sind|beträgt)|=|≈|:|：|为|為|是|约|は|은|는|이)[\s`$(*]*$"
)
"""Ends at a formula that a quantity is said to be."""
_TOKENS_AFTER = re.compile(
    r"[\s`$)*\\]{0,5}(?:[=≈]\s?[\d.,]+\s?)?(?:个|個|개의|の|de\s)?\s?"
    r"(?P<accepted>(?:accepted|draft\w{0,4}|aceptados|aceitos|acceptés|akzeptierte|angenommene|接受的?|草稿|수락된|초안|受理)\s?)?"
    r"(?:(?:emitted|generated|output|new|final|total)\s)?"
    r"(?:tokens?\b|toks?\b|jetons?\b|fichas\b|token|词元|令牌|토큰|トークン)(?P<past>\s(?:are\s|get\s)?accept\w+)?"
)
"""The unit of a formula, right behind it."""


def _handed_over(before: str, after: str) -> str:
    """What a sentence says that a verification hands over: "a pass yields X tokens", "X tokens on average"."""
    unit = _TOKENS_AFTER.match(after)
    if unit is None:
        return ""
    if unit["accepted"] or unit["past"] or (ACCEPTS.search(before[-60:]) and not YIELDS.search(before[-60:])):
        return "A"
    said = f"{before[-160:]} … {after[:80]}"
    says = YIELDS.search(said) or _COPULA.search(before)
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
    return any(map(RELAXED.search, _beside(formula)))


def whole(formula: Formula) -> bool:
    """Whether a draft is said to be accepted as one or not at all: 1 + γα is right for it."""
    return any(map(WHOLE.search, _beside(formula)))


def _beside(formula: Formula) -> Iterator[str]:
    """The words around a formula, in parts: other formulas have the same."""
    return map(spoken, (formula.near, formula.result, formula.passage.around[:_MAX_AROUND], formula.passage.above))


def other_models(formula: Formula) -> bool:
    """Whether the words beside a formula are of models that answer alone, a cascade's or a router's, or are of no decoding."""
    beside = spoken(f"{formula.near}\n{said_around(formula.passage)[:_MAX_AROUND]}")
    around = spoken(f"{beside}\n{formula.passage.above}\n{formula.result}\n{formula.passage.scope}")
    if CASCADE.search(around) or (FALLBACK.search(around) and "specul" not in around):
        return True
    return bool(beside.strip()) and not SPECULATION.search(around) and not _DRAFTS.search(around)


_DRAFTS = re.compile(r"\bdrafts?\b|\bverif|\bspecul")


def limit(formula: Formula, document: Document) -> bool:
    """Whether the formula is called a limit or a bound: 1/(1-α) as γ → ∞."""
    said = [spoken(text) for text in (formula.near, said_around(formula.passage)[:2_000])]
    named = [spoken(text) for text in (formula.result, formula.passage.above)]
    return any(LIMIT.search(text) for text in said + named) or any(NO_CAP.search(text) for text in said)
