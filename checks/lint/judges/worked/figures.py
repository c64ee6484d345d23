"""Figures against the model: tokens per step beside an α and a γ, in sentences, tables, listings (ruling 19: warnings).

A figure of tokens per verification, accepted drafts or speed-up is held against what the claims give at the settings stated
beside it. Where the truth cannot print like that and a rival does, it is reported under the rival's code; where no rival
explains it, as DP202 if the right formula stands in the document (a wrong digit), as DP201 if the settings are probabilities
by their own words. Measured figures are not judged: no model binds them; nor is one that is put right beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, groupby, islice, product

from .....derivations.intervals import decimal_text
from ...catalogue import Entry
from ...document import Document, Kind, Passage
from ...excuses import excuse
from ...finding import Finding, Level
from ...mathtext import Numeral
from ...roles import acceptance
from ...rules import code_of
from ...words import ACCEPTS, MEASURED, OVER_DRAFTED, PER_TOKEN, PHRASES, PROBABILITY, spoken
from .._context import further_cost
from . import in_table, in_text
from .digits import Given, as_chosen, claimed, given, significant
from .factors import are_tokens, found_wrong
from .figure import Figure
from .headers import columns, worked_out
from .lines import Marks
from .model import LIKELY, Version, defined, gives, standing, value
from .stated import assumes_probability
from .stretches import numbers
from .tabulated import shown

NAMES = {"E": "tokens per verification", "A": "accepted drafts per verification", "S": "speed-up"}
MAX_COMBINATIONS = 40  # of settings that one figure may belong to
MAX_FIGURES = 400  # of one document that are looked at
MAX_FINDINGS = 40  # of one document: whoever has more has a program that writes them

_EXPERIMENT = re.compile(
    r"\d accepted ?(?:/|of|out of|,|and) ?\d|\d (?:drafted|proposed)\b(?! tok| draft| per)|"
    r"\bbenchmark\w*|\bexperiment\w*|\bachiev\w*|\bwe (?:got|get an? actual|saw|see|found)\b|\bempiric\w*|"
    r"\bin practice\b|\bon (?:an? |one |\d+ ?x? ?)?(?:h100|a100|h200|l40s?|rtx|b200|mi300)|"
    r"\bactual(?:ly)?\b|\btelemetry\b|\btok(?:ens?)?/s\b|\bthroughput\b|\bour (?:runs?|results?|setup)\b|"
    r"\bpublished\b|\bpaper\b|\bmt[- ]bench\b|\bhumaneval\b|实验|實驗|基准|벤치마크|실험|実験|ベンチマーク|experiment|"
    r"en la práctica|na prática|en pratique",
)
_SIMULATED = re.compile(
    r"\bsimul\w+|monte[- ]carlo|模拟|模擬|仿真|시뮬레이션|シミュレーション|симуляц|моделирован", re.IGNORECASE
)
"""Words over a table of what was simulated: near the model, and not its."""
_EXPERIMENTS = re.compile(
    r"\bbenchmark|\bexperiment|\bresults?\b|\bmeasure|\bobserv|empiric|\bin production\b|实验|實驗|实测|벤치마크|실험|측정|実験|"
    r"計測|ベンチマーク|resultado|résultat|ergebnis|messung|medid[oa]|результат|эксперимент|замер|измерен|\btable \d|\btab\. \d"
)
"""Headings over figures that were measured."""
_NO_BONUS = re.compile(
    r"(?:no|without|excluding|not counting|sans|sem|sin|ohne|不含|不算|제외)[^.;。]{0,24}(?:bonus|额外|보너스)|"
    r"bonus[^.;。]{0,20}(?:not |excluded|omitted)|block size"
)
_COMPARED = re.compile(
    r"\badd(?:s|ed|ing)?\b|\bgain\w{0,3}|\bextra\b|\badditional|\bdifference\b|\btrees?\b|\bbranch|\bwidth\b|\bmore\b|\bfewer\b|"
    r"多(?:出|了)|增加|더 (?:많|적)|増え|\bmás\b|\bmais\b|\bde plus\b|\bmehr\b|\barbre|\bárbol|\bárvore|\bbaum|树|트리|ツリー"
)
"""A figure of a difference, or of a tree of drafts."""
_TREES = re.compile(r"\btrees?\b|\barbres?\b|\bárbol\w*|\bárvore|\bbaum|树|樹|트리|ツリー|дерев")
"""Headings over tables of trees of drafts, which α and γ do not determine."""
_OTHER_MODEL = re.compile(
    r"\breach(?:es|ed)?\b|\bbecause\b|\brises?\b|\bvar(?:y|ies)\b|\bin reality\b|\breal\b|\bcorrelat|\bdepend|\bvllm\b|"
    r"\bsglang\b|\btensorrt|\bllama\.cpp|\beagle\b|\bmedusa\b|\bmtp\b"
)
"""Words by which a figure that no rival gives may follow from more than α and γ."""
_BEST = re.compile(r"\bbest\b|\boptim\w*|\bpeak\b|最优|最佳|最適|최적|óptim|ótim|meilleur|beste")
_IN_THEORY = re.compile(
    r"[\s$`*]{0,3}(?:\\times|[×x倍배])?[\s$`*]{0,4}[(（](?:in )?(?:theor|理论|理論|이론|teór|théor)", re.IGNORECASE
)
"""Behind a figure: it is worked out, whatever was measured beside it."""
_RATIO = re.compile(r"\bratio\b|\bdraft acceptance rate\b|比$|비율|\brazón\b|\brazão\b")
"""Words for a rate that is accepted / drafted."""
_LIMIT = re.compile(
    r"upper bound|at most|\bceiling\b(?! \d)|in the limit|maximum|best case|上限|最多|상한|límite superior|limite superior|"
    r"obergrenze|borne supérieure"
)


def findings(
    document: Document, marks: Marks, taken: Sequence[tuple[Passage, int, int]]
) -> Iterator[tuple[Passage, Numeral, Finding]]:
    """The figures of a document that the model contradicts, except within what is reported already; each with its number."""
    sure = assumes_probability(document)
    left = MAX_FINDINGS
    tokens: set[tuple[Fraction, ...]] = set()
    for passage, figures in groupby(islice(_figures(document, marks), MAX_FIGURES), key=lambda one: one.passage):
        found: list[tuple[Figure, Finding]] = []
        for figure in figures:
            at = figure.stated.numeral.start
            if any(passage is other and start <= at < end for other, start, end in taken):
                continue
            finding = _judged(figure, document, marks, sure)
            if finding is not None and not (figure.factor and figure.stated.numeral.values in tokens):
                found.append((figure, finding))
                tokens.update([figure.stated.numeral.values] if not figure.factor else ())  # said once more as a factor
        if passage.kind is Kind.TABLE:
            found = _first(found, standing(document))
        yield from ((passage, figure.stated.numeral, finding) for figure, finding in found[:left])
        left -= len(found[:left])
        if not left:
            return


def _first(row: list[tuple[Figure, Finding]], stands: frozenset[str]) -> list[tuple[Figure, Finding]]:
    """The one finding of a row (ruling 23): of its first quantity, and there what follows from no formula of the document."""
    of = [one for one in row if one[0].stated.symbol == row[0][0].stated.symbol]
    return sorted(of, key=lambda one: one[1].rival in stands)[:1]


def _figures(document: Document, marks: Marks) -> Iterator[Figure]:
    """The figures of a document, in order."""
    places = ((place, one) for place, one in enumerate(document.passages) if one.kind is not Kind.CODE)
    for table, passages in groupby(places, key=lambda one: _table(one[1])):
        if table:
            rows = [one for _, row in islice(passages, MAX_FIGURES) for one in in_table.figures(row, document)]
            yield from shown(rows if are_tokens(document) else _of_tokens(rows, marks), document, marks)
        else:
            yield from chain.from_iterable(in_text.figures(one, place, document) for place, one in passages)


def _of_tokens(rows: list[Figure], marks: Marks) -> list[Figure]:
    """The figures of a table, those of a speed-up only where most of these are what its rows' tokens come to."""
    factors = [one for one in rows if one.factor]
    right = sum(next(_right(one, "E", marks), None) is not None for one in factors)
    if right >= _TOKENS_IN_TABLE and 2 * right >= len(factors):
        return [replace(one, run=one.run and not one.factor) for one in rows]
    return [one for one in rows if not one.factor]


_TOKENS_IN_TABLE = 2  # speed-ups of one table that are the tokens of their rows, where it means these


def _right(figure: Figure, quantity: str, marks: Marks) -> Iterator[Version]:
    """The claims that give a figure, at any reading of its settings."""
    for inputs, mark in islice(_readings(figure, marks), MAX_COMBINATIONS):
        stated = figure.stated
        yield from gives(quantity, True, inputs, claimed(stated.numeral, mark, loosely=stated.loosely, zeros=True))


def _table(passage: Passage) -> tuple[str, ...]:
    """What the rows of one table have in common, and what stands before it has not: their headers; () of no table."""
    return ("", *columns(passage.around.partition("\n")[0])) if passage.kind is Kind.TABLE else ()


# Judgement


def _judged(figure: Figure, document: Document, marks: Marks, sure: bool) -> Finding | None:
    """The finding on a figure, if the model contradicts it; whether it is stated as a mistake is asked last."""
    quantity, stated = figure.stated.symbol, figure.stated
    if _is_bound_by_no_model(figure, document) or (quantity == "S" and further_cost(document)):
        return None
    readings = list(islice(_readings(figure, marks), MAX_COMBINATIONS))
    accepted = not figure.settings["alpha"][0].rate and re.search("accept", spoken(figure.beside))
    quantities = [quantity, *(["A"] if quantity == "E" and (stated.weak or accepted) else [])]
    for inputs, mark in readings:
        claim = claimed(stated.numeral, mark, loosely=stated.loosely, zeros=True)
        if any(next(gives(one, True, inputs, claim), None) for one in quantities):
            return None
        if inputs["gamma"].value == 1 and quantity == "E":
            return None  # 1 + α, or the share of drafts: nothing to tell apart
    if not readings:
        return None
    inputs, mark = readings[0]
    most = inputs["gamma"].value + (quantity != "A")
    if not 0 < stated.numeral.values[mark] <= 2 * most or (figure.worked and "alpha" not in figure.local):
        return None  # of a batch, or of something else
    claim = claimed(stated.numeral, mark, loosely=stated.loosely, zeros=True)
    if figure.passage.kind is Kind.TABLE and not {inputs["gamma"].text, ""} >= {_length_above(figure.passage)}:
        return None  # the row's own letter counts something else
    if figure.passage.kind is Kind.TABLE and "c" in inputs and inputs["c"].value > 1:
        return None  # another column's factor, and no cost
    rival = _rival(quantity, figure, (one.entry for one in gives(quantity, False, inputs, claim)), document)
    if (figure.factor or figure.capped) and (over := _over_ceiling(figure, readings, document)):
        return over
    if figure.capped:
        return None
    if figure.factor and (rival is None or rival.id not in found_wrong(document)):
        counted = rival is not None and rival.id == "tokens.gamma_alpha" and _COUNTED in found_wrong(document)
        if counted or (not worked_out(figure.beside) and not _is_called_theory(figure)):
            return None  # of accepted / drafted, and wrong where its formula stands; or of a cost that is left out, perhaps
        rival = None
    probability = sure or _is_probability(figure)
    if rival is not None and (_is_meant(rival, figure, document) or (figure.worked and not probability)):
        return None
    if rival is not None and rival.id in _IDENTITIES and _may_be_measured(figure, inputs["alpha"]):
        return None
    if rival is not None and rival.id in _IDENTITIES and quantity == "A" and not _is_probability(figure):
        return None  # `3.2 tokens accepted (80%)` of 4: accepted over drafted
    if quantity == "A" and next(gives("E", True, inputs, claim), None):
        return None  # all emitted tokens called accepted: too common to be told from a mistake
    if rival is None and stated.weak and figure.passage.text[: stated.start].rstrip().endswith((":", "：")):
        return None  # `α = 0.8, k = 4: 2.1`, of whatever that is
    if (
        quantity != "S"
        and rival is None
        and (stated.numeral.values[mark] < 1 or _OTHER_MODEL.search(spoken(figure.beside)))
    ):
        return None
    code = _code(quantity, rival, document, probability, figure)
    if not code or _is_put_right(figure, quantity, inputs, mark):
        return None
    if excuse(figure.passage, stated.start, stated.end, document):
        return None
    return _finding(figure, code, rival, inputs, document)


def _over_ceiling(
    figure: Figure, readings: Sequence[tuple[Mapping[str, Given], int]], document: Document
) -> Finding | None:
    """The finding on a speed-up that is more than the tokens of a verification: not even free drafts give it."""
    stands = "tokens.closed_form" in standing(document)
    if not (stands or assumes_probability(document)) or {"alpha", "gamma"} - figure.local:
        return None
    if _BASELINE.search(spoken(figure.beside)):
        return None
    stated = figure.stated
    for inputs, mark in readings:
        rate = inputs["alpha"]
        most = value("E", {**inputs, "alpha": replace(rate, value=min(Fraction(1), rate.interval.high))})
        if most is None or claimed(stated.numeral, mark, loosely=stated.loosely, zeros=True).rounded.low <= most:
            return None
    if excuse(figure.passage, stated.start, stated.end, document):
        return None
    inputs = readings[0][0]
    shown = decimal_text(value("E", inputs) or Fraction(0), max(3, significant(stated.numeral.text)))
    message = (
        f"at α {inputs['alpha'].text}, γ {inputs['gamma'].text} even free drafts give a speed-up of {shown}, the tokens "
        f"per verification: no cost makes it {stated.numeral.text}"
    )
    code = "DP202" if stands else "DP201"
    at = stated.numeral
    return document.finding(
        figure.passage,
        at.start,
        at.end,
        code,
        Level.WARNING,
        message,
        f"at most {shown}",
        claim="draft_cost.closed_form",
    )


_PLAIN = r"(?:the )?(?:plain|standard|autoregressive|vanilla|normal|ordinary|no\b|a draft|one\b)"
_BASELINE = re.compile(rf"\b(?:over|vs|versus|against|than|compared (?:to|with))\s(?!{_PLAIN})")
"""A speed-up over something else than plain decoding with the same engine, perhaps."""
_COUNTED = "acceptance.length_without_bonus"


def by_other_means(words: str, over: str = "") -> bool:
    """Whether words beside a figure say that it was measured, is a bound or a difference: no formula gives it; those over its table
    may speak of differences.
    """
    low, both = spoken(words), spoken(f"{words}\n{over}")
    return _COMPARED.search(low) is not None or any(
        one.search(both) for one in (MEASURED, _EXPERIMENT, _SIMULATED, _LIMIT, OVER_DRAFTED)
    )


def _is_called_theory(figure: Figure) -> bool:
    return _IN_THEORY.match(figure.passage.text, figure.stated.numeral.end) is not None


def _length_above(row: Passage) -> str:
    """The one draft length that a header says by its sign, `T = 0.8, γ = 7`; "" where it says none, or one of each column."""
    said = re.findall(r"(?:γ|\\?\bgamma)\$?\s?[=＝]\s?\$?(\d+)(?![.\d])", row.around.partition("\n")[0])
    return said[0] if len(said) == 1 else ""


def _is_bound_by_no_model(figure: Figure, document: Document) -> bool:
    """Whether the words say that the figure was measured, is a bound or an optimum, or do not say enough of what it is."""
    beside, stated = spoken(figure.beside), figure.stated
    if stated.numeral.text == "1":
        return True  # a token a step: what plain decoding makes
    if "gamma" not in figure.local and _BEST.search(beside):
        return True
    rate = spoken(figure.settings["alpha"][0].rate)
    if OVER_DRAFTED.search(rate) or _RATIO.search(rate):
        return True
    if figure.factor and not _is_probability(figure) and acceptance(document) == "r":
        return True
    over = f"{beside}\n{spoken(figure.over)}"
    if OVER_DRAFTED.search(over) or _LIMIT.search(beside) or _COMPARED.search(beside):
        return True
    above = spoken(figure.passage.above)
    if figure.passage.kind is Kind.TABLE and (_SIMULATED.search(over) or _TREES.search(above)):
        return True
    theory = figure.run or _is_called_theory(figure) or (figure.factor and worked_out(figure.beside.partition("\n")[0]))
    if not theory and (MEASURED.search(over) or _EXPERIMENT.search(over) or _EXPERIMENTS.search(above)):
        return True
    if (
        stated.weak
        and (figure.passage.kind is not Kind.TABLE)
        and (figure.local != {"alpha", "gamma"} or PHRASES["S"].search(beside))
    ):
        return True
    whole = stated.numeral.text.isdecimal() and stated.symbol == "E" and figure.passage.kind is not Kind.TABLE
    return whole and not (PHRASES["E"].search(beside) or PHRASES["L"].search(beside))


def _rival(quantity: str, figure: Figure, rivals: Iterator[Entry], document: Document) -> Entry | None:
    """The rival that gives the figure. Unlikely ones are told from a wrong digit by three digits, where no right formula stands."""
    stands = standing(document)
    if figure.stated.weak and figure.passage.kind is Kind.TABLE:
        return next((one for one in rivals if one.id == "tokens.one_plus_gamma_alpha"), None)
    exact = significant(figure.stated.numeral.text) > 2 and not _right_stands(quantity, document)
    return next((one for one in rivals if exact or one.id in LIKELY or one.id in stands), None)


def _readings(figure: Figure, marks: Marks) -> Iterator[tuple[Mapping[str, Given], int]]:
    """The settings' values, nearest first, in each reading of the marks. A rate on a grid of 0.05 was chosen: it is exact."""
    names = sorted(figure.settings)
    for mark in marks:
        for chosen in product(*(figure.settings[name] for name in names)):
            inputs = {name: given(one.numeral, mark) for name, one in zip(names, chosen, strict=True)}
            yield inputs if figure.run else {name: as_chosen(one) for name, one in inputs.items()}, mark


_IDENTITIES = frozenset(
    {"tokens.one_plus_gamma_alpha", "tokens.gamma_alpha", "acceptance.length_by_alpha", "acceptance.length_without_bonus",
     "acceptance.accepted_gamma_alpha", "acceptance.all_drafts_reached"}
)  # fmt: skip
"""Wrong with α, and right with what was accepted over what was drafted."""


def _may_be_measured(figure: Figure, rate: Given) -> bool:
    """Whether a rate may be accepted over drafted: called a rate in words, and no share that people assume (0.6, 0.65, 70%)."""
    words = spoken(figure.settings["alpha"][0].rate)
    if not ACCEPTS.search(words) or PROBABILITY.search(words) or PER_TOKEN.search(words):
        return False
    return (rate.value * 20).denominator != 1 or "draft accept" in words


_APART = 3  # significant digits at which a number beside a figure is no coincidence


def _is_put_right(figure: Figure, quantity: str, inputs: Mapping[str, Given], mark: int) -> bool:
    """Whether the right value stands beside the figure: `4.2 instead of 3.36`, a column of each; "in fact it is 3.36" after it."""
    said = (
        figure.also
        if _CONTRASTS.search(spoken(figure.also))
        else figure.beside
        if figure.beside in figure.also
        else figure.also
    )
    return any(
        significant(one.text) >= _APART
        and next(gives(quantity, True, inputs, claimed(one, mark, loosely=False, zeros=True)), None)
        for one in numbers(said)
    )


_CONTRASTS = re.compile(
    r"\b(?:but|not|instead|actual\w*|in fact|really|real|however|whereas|while|rather|only|exact\w*|correct\w*|right|wrong|true|"
    r"vs|versus|against|over-?\w+|compare\w*|should|would)\b|\bpero\b|\bmas\b|\bmais\b|\baber\b|sino|realidad|realidade|réalité|"
    r"wirklich|tatsächlich|solo\b|sólo|só\b|seulement|nur\b|corret|richtig|verdader|"
    r"但|而|实际|其实|正确|真实|只有|应|하지만|실제|정확|그러나|だが|しかし|実際|正し|本当"
)
"""Words between a wrong value and the right one beside it."""


_ACCEPTED = re.compile(
    r"accept\w* (?:tok|draft)|接受的|수락된|aceptad|aceit[oa]|acceptée?s\b|angenommen|akzeptiert|принят"
)


_MEAN_ACCEPTED = re.compile(
    r"\be\s?\[[^\]\n]{0,20}(?:accept|接受|接收|수락|受理|acept|aceit|akzept)[^\]\n]{0,20}\]\s?[=≈]"
)


def _means_accepted(figure: Figure, document: Document) -> bool:
    """Whether its section has `E[accepted] = ...`: a bare E is short for that."""
    short = re.search(r"\bE\s?[=≈:]\s?$", figure.passage.text[: figure.stated.numeral.start]) is not None
    section = (one for one in document.passages if one.above == figure.passage.above) if short else ()
    return any(_MEAN_ACCEPTED.search(one.text.lower()) for one in section)


def _is_meant(rival: Entry, figure: Figure, document: Document) -> bool:
    """Whether the rival's number is right for what the words say: accepted drafts, or tokens without the bonus."""
    around = spoken(f"{figure.beside} {figure.passage.around}")
    if rival.id in ("tokens.bonus_forgotten", "tokens.tail_without_bonus", "draft_cost.bonus_forgotten"):
        return _NO_BONUS.search(around) is not None
    if rival.id in ("tokens.gamma_alpha", "tokens.accepted_called_emitted", "acceptance.length_without_bonus"):
        return (
            _ACCEPTED.search(spoken(figure.beside)) is not None
            or PHRASES["A"].search(spoken(figure.passage.above)) is not None
            or _means_accepted(figure, document)
        )
    return False


def _is_probability(figure: Figure) -> bool:
    """Whether the rate is said to be a probability, or is α by its sign."""
    rate = figure.settings["alpha"][0].rate.lower()
    return re.search(r"α|alpha|prob|概率|機率|확률|確率|per[- ]token|wahrsch", rate) is not None


def _code(quantity: str, rival: Entry | None, document: Document, probability: bool, figure: Figure) -> str:
    """The rule that the figure breaks; "" where nothing is sure enough."""
    if rival is not None:
        odd = figure.passage.kind is Kind.TABLE and rival.id not in {*_USUAL, *standing(document)}
        return "DP202" if odd and _right_stands(quantity, document) else code_of(rival)
    if figure.settings["alpha"][0].weak or figure.far or (figure.stated.weak and figure.passage.kind is Kind.TABLE):
        return ""
    if quantity in defined(document):
        return "DP202"
    sure = probability and significant(figure.stated.numeral.text) > 1 and not figure.stated.weak
    return "DP201" if sure and not figure.worked else ""


_USUAL = ("tokens.one_plus_gamma_alpha", "tokens.bonus_forgotten")
"""Rivals that a table's number is of even where the right formula stands beside it; others explain a slip by chance."""


def _right_stands(quantity: str, document: Document) -> bool:
    stands = standing(document)
    return any(id_ in stands for id_ in _RIGHT[quantity])


_RIGHT = {
    "E": ("tokens.closed_form",),
    "A": ("acceptance.ratio", "tokens.closed_form"),
    "S": ("draft_cost.closed_form",),
}


def _finding(
    figure: Figure, code: str, rival: Entry | None, inputs: Mapping[str, Given], document: Document
) -> Finding:
    quantity, stated = figure.stated.symbol, figure.stated
    at = ", ".join(f"{_SIGNS[name]} {inputs[name].text}" for name in ("alpha", "gamma", "c") if name in inputs)
    right = value(quantity, inputs)
    shown = decimal_text(right, max(3, significant(stated.numeral.text))) if right is not None else "another number"
    but = f"; {stated.numeral.text} is {rival.text.partition(' = ')[2]}" if rival is not None else ""
    message = f"{NAMES[quantity]} at {at}: {shown}, not {stated.numeral.text}{but}"
    claim = rival.claim if rival is not None else _RIGHT[quantity][0]
    return document.finding(
        figure.passage, stated.numeral.start, stated.numeral.end, code, Level.WARNING, message, f"write {shown}",
        claim=claim, rival=rival.id if rival is not None else "",
    )  # fmt: skip


_SIGNS = {"alpha": "α", "gamma": "γ", "c": "c"}
