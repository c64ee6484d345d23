"""Conditions under which speculation is said to pay (DP107): α > c for some draft length, E > 1 + γc at a given one.

A condition counts where words of paying stand beside it, or in the name of the function that returns it. It is looked up
among those that the claims and their rivals state; one that is neither is judged by its truth at exact points, and only
where the words say that it decides (`break-even`, `only if`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice

from ....derivations.expr import Node, free_names, num, substitute, sym
from .. import excuses, matching, roles
from ..contexts import said_around
from ..document import Document, Formula, Kind, Passage
from ..finding import Finding, Level
from ..inlining import inlined
from ..mathtext import numeral
from ..roles import Strength
from ..seen import UNDER_HEADINGS
from ..subject import sections
from ..words import MEASURED, PHRASES, SPECULATION, spoken
from ._costs import of_draft
from ._labels import SENTENCE
from ._reading import ALPHA, one_name_each, rate_of, trees_of
from .worked.quantities import NUMBER
from .worked.stated import heard

CODE = "DP107"
FIX = "alpha > c for some draft length; (1 - alpha**(gamma + 1)) / (1 - alpha) > 1 + gamma*c at a given one"

_DECIDES = re.compile(
    r"break[- ]?even|breaks even|threshold|if and only if|\biff\b|⟺|⇔|\\iff\b|\\(?:long)?leftrightarrow\b|only (?:if|when|where|pays?)|exactly (?:when|where|if)|"
    r"as soon as|whatever|regardless of|不管|无论|與.{0,12}無關|与.{0,12}无关|只有|当且仅当|盈亏平衡|손익 ?분기|상관없이|만 |"
    r"損益分岐|s[oó]lo (?:\w+ ){0,3}(?:si|cuando)\b|só (?:\w+ ){0,3}(?:se|quando)\b|only (?:\w+ ){0,3}(?:if|when)\b|somente se|apenas se|siempre que|sempre que|punto de equilibrio|ponto de equil|qualquer que|sea cual|"
    r"seulement si|seuil de rentabilité|quel que soit|nur,? wenn|nur dann|genau dann|gewinnschwelle|unabhängig|"
    r"\bdès que|\bsobald|\ben cuanto|\bassim que|\bdesde que|只要|하자마자|すれば必ず"
)
"""Words by which a condition is meant to decide, not only to suffice."""
_PAYS = re.compile(
    _DECIDES.pattern.split("|threshold")[0]
    + r"|\bpay(?:s|ing)? off|\bpays?\b|worth|benefi|profit|speed[- ]?up|\bgains?\b|faster|helps|"
    r"\bwins?\b|should (?:speculate|use draft|draft)|useful|值得|有收益|划算|有利|加速|收益|이득|유리|빨라|가치|得|有益|速く|"
    r"conviene|(?:vale|merece)n? (?:la|a) pena|sale a cuenta|выгодн|окуп|ускор|выигр|compensa|ganancia|ganho|acelera|rentable|rentab|vaut|gagne|lohnt|gewinn|schneller"
)


def judge(document: Document) -> Iterator[Finding]:
    """The findings on the conditions of a document, as formulas and in words."""
    for formula in document.formulas:
        prose = formula.passage.kind is not Kind.CODE
        if formula.templates[0].op in ("lt", "le") and (formula.result or prose):
            yield from _of_formula(formula, formula.templates[0], document)
        elif (
            condition := (_from_threshold(formula, document) if prose else _from_name(formula, document))
        ) is not None:
            yield from _of_formula(formula, condition, document)
    for passage in document.passages:
        if passage.kind is not Kind.CODE:
            yield from _of_words(passage, document)


def _of_formula(formula: Formula, tree: Node, document: Document) -> Iterator[Finding]:
    words = spoken(" ".join((formula.near, formula.passage.around, formula.result, formula.passage.above)))
    if _CHAINED.match(formula.passage.text, formula.end) or _CHAINED_BEFORE.search(
        formula.passage.text[max(0, formula.start - 8) : formula.start]
    ):  # between two values
        return
    if not (_PAYS.search(words) or RATE in free_names(tree)) or not roles.about_decoding(formula, document):
        return
    known = {name: roles.meanings(name, formula, document) for name in free_names(tree)}
    if RATE in known:
        known[RATE] = (roles.Meaning("alpha", Strength.STATED, "the break-even rate"),)
    candidates = {name: (*trees_of(known[name], formula.numerals, name), *_or_alpha(known[name])) for name in known}
    found = [
        match
        for way in (tree, _denied(tree))
        for match in matching.condition_matches(way, candidates)
        if one_name_each(match.meant, formula.numerals)
        and not (match.condition.id in _ONE_WAY and (RATE in known or _DECIDES.search(words)))
    ]
    if any(match.condition.right for match in found):
        return
    if excuses.excuse(formula.passage, formula.start, formula.end, document):
        return
    if found and any(one.strength >= Strength.NEAR for meanings in known.values() for one in meanings):
        condition = found[0].condition
        yield document.finding(
            formula.passage, formula.start, formula.end, CODE, Level.ERROR, condition.says, FIX,
            claim=condition.claim, rival=condition.id,
        )  # fmt: skip
    elif (
        (formula.passage.kind is not Kind.CODE or RATE in known)
        and _DECIDES.search(words)
        and not _ONE_MORE.search(words)
        and _of_rate(known)
        and matching.decides(tree, candidates)
    ):
        message = "some draft length pays exactly where α > c, and this is another condition"
        yield document.finding(
            formula.passage, formula.start, formula.end, CODE, Level.ERROR, message, FIX, claim=_CLAIM
        )


def _or_alpha(known: Sequence[roles.Meaning]) -> tuple[Node, ...]:
    """What is wrong of α is of the ratio too: `r·k > 1`."""
    return (ALPHA,) if rate_of(known) == "r" else ()


_ONE_WAY = frozenset({"draft_length.longest_worth_trying"})
"""Beyond it nothing pays, which does not make it the point from which on it does: no break-even."""
_CHAINED = re.compile(r"[\s`$]*(?:[<>≤≥]|\\[lg]eq?\b|\\[lg]t\b)")
_CHAINED_BEFORE = re.compile(r"(?:[<>≤≥]|\\[lg]eq?|\\[lg]t)[\s`$]*$")
_ONE_MORE = re.compile(
    r"\b(?:one more|another|additional|extra|further|next|longer) (?:\w+ )?draft|\bdraft\w* (?:one |tok\w* )?(?:more|longer|further)\b|"
    r"再多?(?:一个|1 ?个)?草稿|更长的草稿|더 긴 (?:초안|드래프트)|(?:초안|드래프트)[^.]{0,6} ?(?:하나|한 개) 더|ドラフトを?もう|"
    r"\b(?:borrador|rascunho|brouillon|entwurf)\w* (?:más|mais|de plus|mehr)|weitere\w* entw[uü]rf"
)
"""A condition under which one draft more pays, not speculation at all."""
_CLAIM = "draft_cost.pays_above_c"
RATE = "break-even rate"
_THRESHOLD = re.compile(
    r"(?:break(?:s|ing)?[- ]?even|punto muerto|equilibrio|seuil de rentabilité|盈亏平衡|손익 ?분기|損益分岐|equil[ií]brio|gewinnschwelle)[^.;。]{0,60}$"
)
_IS = re.compile(r"(?:=|\bis\b|\bat\b|:|为|是|\bes\b|\bé\b|\best\b|\bist\b|\bbei\b|\bem\b|\ben\b)[\s`$(]*$")


def _from_threshold(formula: Formula, document: Document) -> Node | None:
    """The condition that the rate exceeds what a sentence calls the break-even rate."""
    before = formula.passage.text[max(0, formula.start - 120) : formula.start].lower()
    if not _THRESHOLD.search(before) or not _IS.search(before) or formula.templates[0].op == "sym":
        return None
    named = PHRASES["rate"].search(spoken(before)) is not None
    if not named and not any(
        meaning.symbol in ("alpha", "rate") for meaning in roles.meanings(formula.result, formula, document)
    ):
        return None
    return Node("lt", (formula.templates[0], sym(RATE)))


_NAMES = re.compile(
    r"break ?even|(?:min(?:imum)?|critical|threshold) (?:alpha|accept\w*|p\b|rate)|(?:alpha|accept\w*|rate) (?:min|threshold|break)"
)
_RATE_IN_NAME = re.compile(r"\b(?:alpha|accept\w*|acc|rate|p|prob\w*|beta)\b")


_RATE_BREAKS_EVEN = re.compile(
    rf"(?:{PHRASES['rate'].pattern})[^.;\n]{{0,60}}break(?:s|ing)?[- ]?even|break[- ]?even[^.;\n]{{0,30}}(?:{PHRASES['rate'].pattern})"
)


def _from_name(formula: Formula, document: Document) -> Node | None:
    """`break_even_alpha = gamma * c`, or what a function of such a name returns: the condition that the rate exceeds it."""
    words = spoken(formula.result)
    if not _NAMES.search(words):
        return None
    tree = formula.templates[0]
    if tree.op == "sym":  # `return val`: what val is
        given = list(islice(inlined(formula, document), 2))[-1]
        tree = substitute(given.tree, {name: num(one.values[0]) for name, one in given.numerals.items()})
    if tree.op in ("sym", "num", "at"):
        return None
    of_rate = _RATE_IN_NAME.search(words) or _RATE_BREAKS_EVEN.search(
        spoken(f"{formula.near}\n{said_around(formula.passage)}")
    )
    if not of_rate:
        return None
    return Node("lt", (tree, sym(RATE)))


def _denied(tree: Node) -> Node:
    """`a <= c` of `c < a`: the condition of not paying."""
    return Node("le" if tree.op == "lt" else "lt", (tree.args[1], tree.args[0]))


def _of_rate(known: Mapping[str, tuple[roles.Meaning, ...]]) -> bool:
    """Whether a condition is one on the acceptance rate, the length and the cost alone, with the rate among them."""
    best = {name: {one.symbol for one in meanings if one.strength >= Strength.NAME} for name, meanings in known.items()}
    named = [min(symbols) for name, symbols in best.items() if symbols and not name.startswith("#")]
    if len(named) != len(set(named)):  # two costs, two rates: no condition of this kind
        return False
    rate = any(symbols & {"alpha", "rate"} for symbols in best.values())
    return rate and all(
        symbols & {"alpha", "rate", "gamma", "c"} or name.startswith("#") for name, symbols in best.items()
    )


_EVEN = re.compile(
    r"break[- ]?even|breaks even|盈亏平衡|损益平衡|손익 ?분기|損益分岐|equilibrio|equilíbrio|seuil de rentabilité|gewinnschwelle|"
    r"(?:pays?|worth|faster|gains?|有收益|值得|이득|vale (?:la|a) pena|conviene|compensa|lohnt)[^.。]{0,80}"
    r"(?:whatever|regardless|as soon as|无关|不管|无论|상관없이|qualquer que|sea cual|unabhängig|quel que)"
)
_VALUE = re.compile(
    r"(?<![\w.,])(?P<percent>\d{1,2})\s?(?:%|percent|por ciento|por cento|prozent|pour cent)|(?<![\w.])(?P<part>0?[.,]\d{1,3})(?!\d)"
)


def _of_words(passage: Passage, document: Document) -> Iterator[Finding]:
    """A break-even rate in words: a number that no cost has a part in."""
    whole = spoken(passage.text)
    if not _EVEN.search(whole) and not _PAYS.search(whole):
        return
    for sentence in SENTENCE.finditer(passage.text):
        low = spoken(sentence[0])
        found = _fixed_rate(sentence, low, passage, document) or _more_than_one(sentence, low)
        if found is None:
            continue
        start, end, message = found
        speaks = SPECULATION.search(low) or PHRASES["c"].search(low)
        if not speaks and not SPECULATION.search(spoken(passage.around + " " + passage.above)):
            continue
        if not excuses.excuse(passage, start, end, document):
            level = Level.NOTE if _measured(low, passage, document) else Level.ERROR
            yield document.finding(passage, start, end, CODE, level, message, FIX, claim=_CLAIM)


_LIES = re.compile(
    r"(?:\b(?:at|below|above|under|over|near|past|beyond|around|short of|reache[sd]|clear(?:s|ed)|unter|über|"
    r"por (?:debajo|encima) d\w+|abaixo d\w+|acima d\w+|sous|au-dess\w+ d\w+)\s(?:[\w-]+\s){0,3}|(?:低于|高于|达到|未达|处于)[^。；，]{0,4})$"
)
"""Words before a break-even that something lies at or beyond."""
_BOUND = re.compile(
    r"(?:below|above|under|over|beyond|than|exceed\w*|least|from|unter|über|menos|más|mais|低于|高于|超过|[<>≤≥])\W{0,3}$"
)


def _only_lies_there(value: re.Match[str], said: str) -> bool:
    """Whether a sentence tells what happens at a rate, "with 0.6 no length gets above break-even", and not where break-even is."""
    even = _EVEN.search(said)
    behind = even is not None and value.end() <= even.start() and _LIES.search(said[: even.start()])
    return bool(behind) and not _BOUND.search(said[: value.start()])


_SPEED = re.compile(
    r"\b(?:tok\w{0,5}|t) ?/ ?s(?:ec\w{0,4})?\b|\btps\b|\bms\b|\blatency\b|\bthroughput\b|吞吐|延迟|처리량|スループット"
)
"""Headers of columns that hold what was measured."""


def _measured(low: str, passage: Passage, document: Document) -> bool:
    """Whether a rate was found on one machine: it is the cost of the draft there, and no rule."""
    if MEASURED.search(low):
        return True
    beside = (one for one in document.passages if one.kind is Kind.TABLE and one.source is passage.source)
    return any(one.above == passage.above and _SPEED.search(one.text.lower()) for one in beside)


def _fixed_rate(sentence: re.Match[str], low: str, passage: Passage, document: Document) -> tuple[int, int, str] | None:
    """A number that the rate must exceed: after words for the rate, or beside its sign."""
    even = _EVEN.search(low)
    value = _VALUE.search(sentence[0]) if even and PHRASES["rate"].search(low) else None
    if value is None and (even or (_DECIDES.search(low) and _PAYS.search(low))):
        above = next((_AT if even else _ABOVE).finditer(sentence[0]), None)
        if above is not None and _is_rate(above["name"] or above["subject"], sentence, passage, document):
            value = above
    if value is None or _only_lies_there(value, sentence[0].lower()) or _SOLVED.search(low):
        return None
    groups = value.groupdict()
    start, end = value.span(next((name for name in ("value", "number") if groups.get(name)), 0))
    others = _section(passage, document).replace(low, spoken(f"{sentence[0][:start]} {sentence[0][end:]}"))
    heard_costs = chain.from_iterable(heard(one.text, document).values("c") for one in document.passages)
    costs = {cost for one in heard_costs for cost in one.numeral.values}
    share, unit = _share(sentence[0][start:end])
    if share in costs or _may_be_cost(share, unit, others):
        return None
    message = "the break-even acceptance rate is the draft's cost c, whatever that is, and no fixed number"
    return sentence.start() + start, sentence.start() + end, message


_SOLVED = re.compile(
    r"\b(?:far|well|much|way) (?:above|below|higher than|lower than) (?:the |its )?[~≈]?\d|\bsolv(?:e[sd]?|ing)\b|\binvert\w*|\b(?:stated|claimed|quoted|implied) break|反解|求解|解出|로 풀|を解|\bdespej\w+|\brésol\w+"
)
"""What the condition comes to at given numbers (ruling 12)."""
_IN_WORDS = re.compile(
    r"\b(?:half|thirds?|fourth|quarter|fifths?|sixth|eighth|tenths?)\b(?! (?:the )?(?:requests?|prompts?|tokens|users?|tasks?|cases)\b)|"
    r"\b(?:twice|double|mitad|tercio|cuart[ao]|quint[ao]|décim[ao]|dobl[eo]|"
    r"metade|terço|dobro|moitié|tiers|quart|cinquième|dixième|hälfte|drittel|viertel|fünftel|zehntel|doppelt|половин|трет|четверт|"
    r"пят|десят|вдвое|втрое)\w{0,4}\b|一半|半分|[二三四五六七八九十]分之|分の|절반|분의|[两兩]倍"
)
_OF_COST = re.compile(
    r"\bcosts?\b|\bcheap|\boverhead|\blatenc|\btakes?\b|\btime\b|\bms\b|成本|代价|耗时|开销|비용|걸리|시간|コスト|時間|かか|"
    r"\bcuest|\bcost[eo]|\bcust[ao]|\btarda|\bdemora|\bcoût|\bprend\b|\bkost|\bdauert|\bbraucht|сто[ия]|затрат|занимает|"
    r"\bfast|\bspeed|\bquick|快|빠르|빠른|속도|速|rápid|velo[cz]|\bvite|rapide|schnell|быстр"
)
_WRAPPED = re.compile(r"\n(?![ \t]*(?:\n|[-*+•|#]|\d+[.)]))")
_MOST = 8  # numbers of a sentence that are taken for costs


def _may_be_cost(share: Fraction, unit: Fraction, text: str) -> bool:
    """Whether a text says that a draft costs such a share of a target step, in any way: "a fifth", 快 4 倍, "15 ms ... 100 ms"."""
    for sentence in SENTENCE.finditer(_WRAPPED.sub(" ", text)):
        if not of_draft(sentence[0]) or not _OF_COST.search(sentence[0]):
            continue
        read = (numeral(sentence[0], *found.span()) for found in islice(NUMBER.finditer(sentence[0]), _MOST))
        values = [Fraction(1), *(value for one in read if one is not None for value in one.values if value > 0)]
        costs = (top / bottom for top in values for bottom in values)
        if _IN_WORDS.search(sentence[0]) or any(abs(cost - share) * 2 <= unit for cost in costs):
            return True
    return False


def _section(passage: Passage, document: Document) -> str:
    """The text under the passage's heading, or what it stands in."""
    under = sections(document).get(passage.above, "") if passage.kind in UNDER_HEADINGS else ""
    return under or spoken(f"{passage.around}\n{passage.text}")


_EXCEEDS = (
    r">=?|≥|\\geq?q?|\\gt|(?:is |goes |lies )?(?:exceeds|above|over|greater than|larger than|more than)|(?:liegt )?über|größer als|übersteigt|"
    r"(?:es )?mayor (?:que|a)|supera|(?:está )?por encima de|(?:é )?maior (?:que|do que)|ultrapassa|(?:está )?acima de|dépasse|(?:est )?supérieure? à|"
    r"超过|超過|大于|大於|高于|高於|больше|выше|превышает"
)
_NAMED = r"(?<![\w\\])(?P<name>\\?(?:alpha|beta)|[A-Za-zͰ-Ͽ])[`$]{0,2}\s?"
_NUMBER = r"\s?[`$]{0,2}(?P<value>0?[.,]\d{1,3}(?!\d)|\d{1,2}\s?\\?%)"
_BEHIND = (  # the verb stands behind the number: `α が 0.5 を超え`
    rf"{_NAMED.replace('?P<name>', '?P<subject>')}(?:が|は|가|이|는|은)\s?{_NUMBER.replace('?P<value>', '?P<number>')}[`$]{{0,2}}\s?"
    r"(?:を(?:超え|上回)|より(?:大き|高|上)|以上|(?:를|을)\s?(?:넘|초과)|보다\s?(?:크|높|커)|이상)"
)
_ABOVE = re.compile(rf"{_NAMED}(?:{_EXCEEDS}){_NUMBER}|{_BEHIND}")
_AT = re.compile(rf"{_NAMED}(?:{_EXCEEDS}|=|≈|is){_NUMBER}|{_BEHIND}")


def _is_rate(name: str, sentence: re.Match[str], passage: Passage, document: Document) -> bool:
    formula = Formula(passage, sentence.start(), sentence.end(), (sym(name),), near=sentence[0])
    return any(one.symbol in ("alpha", "rate") for one in roles.meanings(name, formula, document))


_ONE_TOKEN = re.compile(
    r"(?:more than|over|above|exceeds?|>) ?(?:one|1(?:[.,]0)?) (?:\w+ ){0,2}tok|más de (?:un|1) token|mais de (?:um|1) token|"
    r"plus d.un (?:jeton|token)|mehr als (?:ein(?:en)?|1) token|(?:多于|超过|大于|超過|大於) ?(?:一|1) ?(?:个|個)? ?(?:token|词元)|"
    r"토큰(?:이|을)? ?(?:한|1) ?개(?:를|보다)? ?(?:넘|초과|많)|1 ?トークン(?:を超|より多)"
)
_SURELY = re.compile(
    r"as soon as|whenever|whatever|regardless|always|certain|guarante|surely|sicher|sobald|immer|siempre|en cuanto|sempre|assim que|"
    r"toujours|dès que|只要|总是|一定|必然|无论|무조건|항상|언제나|必ず|常に"
)


def _more_than_one(sentence: re.Match[str], low: str) -> tuple[int, int, str] | None:
    """ "A gain is certain as soon as more than one token is emitted": it is where that is more than the round costs."""
    one = _ONE_TOKEN.search(low)
    if one is None or not _SURELY.search(low) or not _PAYS.search(low):
        return None
    return (
        sentence.start(),
        sentence.end(),
        "more than one token a round pays only where it exceeds what a round costs, 1 + γc",
    )


def _share(text: str) -> tuple[Fraction, Fraction]:
    """A share as printed, with one in its last digit."""
    whole, _, part = re.sub(r"[^\d.,]", "", text).replace(",", ".").partition(".")
    unit = Fraction(f"1e-{len(part) or 2}")
    return int(whole + part) * unit, unit
