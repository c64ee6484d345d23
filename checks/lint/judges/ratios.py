"""The ratio accepted / drafted mistaken for alpha in words (DP103): divided for it, compared across lengths.

In formulas `expected` and `carried` judge it. Here it is the sentence that says what is done with the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import excuses, roles
from ..contexts import OTHER_FIELDS
from ..described import STOPS, described_in, rate_of
from ..document import Document, Formula, Kind, Passage
from ..evidence import facts
from ..finding import Finding, Level
from ..refutations import refuted
from ..roles import Strength
from ..spelling import last
from ..splitting import key, split
from ..words import ACCEPT, ACCEPTS, OVER_DRAFTED, OVER_TESTED, SPECULATION, spoken
from ._cases import case_of
from ._labels import label_before, lengths_by_label
from ._reading import RATIO
from .carried import FIX as FIX_LENGTH
from .carried import lengths as lengths_in
from .worked.factors import found_wrong
from .worked.model import standing

CODE = "DP103"
CLAIM, RIVAL = "acceptance.closed_form", "acceptance.ratio_is_alpha"
_FED_TO = "acceptance.ratio_in_closed_form"
ACROSS = ("acceptance.order_flips", "acceptance.compared_across_gamma")
FIX_DIVIDE = (
    "divide by the drafts that were tested (up to and with the first rejection), or invert r at its draft length"
)

_TEXTS = frozenset({Kind.PROSE, Kind.MATH, Kind.COMMENT, Kind.DOCSTRING, Kind.STRING, Kind.TABLE})
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.](?=\d)|\n(?!\s*\n))+")

_ALPHA = r"(?:\balpha\b|α|probability of acceptance|acceptance probability|接受概率|수락 ?확률|probabilidad(?:e)? de acep?\w*)"
_DIVIDES = r"(?:\bdivid\w*|\bdividi\w*|\bteil\w*|除以|나누|割|÷)"
_DRAFTED = r"(?:draft(?:ed)?|propos\w*|speculat\w*|candidate|borrador|rascunho|propuest\w*|brouillon|entwurf\w*|草稿|推测|드래프트|초안|ドラフト)"
_BY = (
    rf"{_DIVIDES}[^.]{{0,40}}{ACCEPT}[^.]{{0,60}}{_DRAFTED}|{ACCEPT}[^.]{{0,40}}(?:{_DIVIDES})[^.]{{0,40}}{_DRAFTED}|"
    rf"{_DRAFTED}[^.]{{0,30}}{ACCEPT}[^.]{{0,30}}(?:{_DIVIDES})[^.]{{0,30}}{_DRAFTED}"
)
_LENGTH = (
    r"(?:draft length|草稿(?:长度|長度)|(?:초안|드래프트) ?길이|(?:ドラフト|下書き)(?:長|の長さ)|longitud del? (?:\w+ )?borrador|comprimento d[oe] (?:\w+ )?rascunho|longueur d[ue] (?:\w+ )?brouillon|"
    r"entwurfslänge)"
)
"""What gives the ratio, whatever is divided by it: accepted drafts, or emitted tokens less one."""
_TO_GET = re.compile(
    rf"(?:\bto (?:get|obtain|find|compute|estimate|recover)|para (?:obtener|obter|hallar|calcular)|pour obtenir|um)\b[^.]{{0,12}}{_ALPHA}[^.]{{0,20}}(?:{_BY})|"
    rf"(?:{_BY})[^.]{{0,40}}(?:\bto (?:get|obtain)\b|\bgives?\b|\byields?\b|得到|即可得|得出|얻|求ま|得られ|\bobtiene|\bobtém|\bdonne\b|ergibt)[^.]{{0,20}}{_ALPHA}|"
    rf"{_ALPHA}[^.]{{0,16}}(?:得到|求|구하|求める|erhält)[^.]{{0,30}}(?:{_BY})|"
    rf"{_DIVIDES}[^.]{{0,24}}{_LENGTH}[^.]{{0,12}}(?:\bto (?:get|obtain)\b|\bgives?\b|得到|即得|即可得|得出|para obtener|para obter|pour obtenir|ergibt)"
    rf"[^.]{{0,12}}{_ALPHA}|{_LENGTH}[^.]{{0,8}}{_DIVIDES}[^.]{{0,16}}{_ALPHA}"
)
"""Sentences that tell to divide for the wrong rate."""

_VALUE = re.compile(r"(?<![\w.,])(?:0?[.,]\d{1,3}|\d{1,2}(?:\.\d)?\s?%)(?!\d)")
_RATIO_WORDS = re.compile(
    rf"\bratio\b|acceptance ratio|draft acceptance rate|of (?:all )?(?:(?:its|the|their) )?draft\w*[^.]{{0,20}}{ACCEPT}|比值|比率|비율|razón|razão|quote\b"
)
_BETTER = re.compile(
    r"\bbetter\b|\bbest\b|\bsuperior\b|\bwins?\b|accepts more|\bbeats\b|more accurate|更好|更优|优于|더 좋|더 낫|우수|良い|優れ|mejor|melhor|meilleur|besser"
)


def judge(document: Document) -> Iterator[Finding]:
    """The findings on what a document says of the ratio, by sentence, and on its name in formulas."""
    for passage in document.passages:
        if passage.kind in _TEXTS:
            yield from _sentences(passage, document)
    for formula in document.formulas:
        yield from _misnamed(formula, document)


def _sentences(passage: Passage, document: Document) -> Iterator[Finding]:
    text = spoken(passage.text)
    if not (ACCEPTS.search(text) or _RATIO_WORDS.search(text) or _SHOWN.search(text)) or not (
        _TO_GET.search(text)
        or _FED.search(text)
        or _BETTER.search(text)
        or OVER_DRAFTED.search(text)
        or (_HAS_ALPHA.search(text) and _IS_ALPHA.search(text))
    ):
        return
    whole = None
    for sentence in _SENTENCE.finditer(passage.text):
        low = spoken(sentence[0])
        wrong = (
            _to_get(low, document)
            or _is_alpha(passage, sentence, document)
            or _compared(low, document)
            or _concluded(passage.text, sentence, document)
            or _read_off(sentence[0], low, document)
            or _compared_by_name(sentence[0], low, passage, document)
        )
        if not wrong or (wrong is _NOT_ALPHA and _AT_ONE.search(low)):
            continue
        whole = whole or spoken(passage.text + passage.around + passage.above)
        if not SPECULATION.search(whole) or OTHER_FIELDS.search(spoken(passage.above) + " " + low):
            continue
        start = sentence.start() + len(sentence[0]) - len(sentence[0].lstrip())
        if _DENIED.match(low.lstrip()) or refuted(low) or excuses.excuse(passage, start, sentence.end(), document):
            continue
        message, fix, claim, rival = wrong
        yield document.finding(
            passage, start, sentence.end(), CODE, Level.WARNING, message, fix, claim=claim, rival=rival
        )


_DENIED = re.compile(
    r"(?:do not|don['’]t|never|you cannot|you can['’]t|one cannot|it is (?:wrong|tempting)|不要|不能|别|nicht|no (?:se|divid)|não|ne )"
)


_FED = re.compile(
    rf"{_ALPHA}[\s`$]{{0,3}}(?:=|as|:=|为|は|는|como|als)[^.;]{{0,12}}{ACCEPT}[^.;]{{0,20}}(?:/|÷|over|divided by|除以)[^.;]{{0,12}}{_DRAFTED}"
    r"[^.;]{0,60}(?:\b(?:plug|feed|insert|substitut|put)\w*|代入|带入|대입|넣|sustitu|substitu|einsetz|setz\w* )"
)
"""A sentence that puts it into a formula, or into what works one out."""


_QUOTIENT = (
    rf"(?:{OVER_DRAFTED.pattern}|{ACCEPT}\w{{0,8}}[^.;/=\n]{{0,30}}(?:/|÷|\bover\b|divided by|\bentre\b|\bpor\b)[^.;/=\n]{{0,36}}{_DRAFTED}\w{{0,10}}|"
    rf"{_DIVIDES}[^.;]{{0,12}}{ACCEPT}[^.;]{{0,16}}\b(?:by|durch|par|por|entre)\b[^.;]{{0,12}}{_DRAFTED}\w{{0,10}}|"
    rf"{ACCEPT}\w{{0,8}} (?:and|and the|to) {_DRAFTED}[^.;]{{0,20}}[.;,] (?:their|whose|this|the) ratio)"
)
"""Accepted over drafted, of counters too."""
_LINKS = r"(?:\b(?:is|are|equals?|gives?|yields?|be|becomes?|es|é|est|ist|ergibt|donne)\b|[=≈:：→]|就是|即|是|为|は|는|은|で求|로 구)"
_NO_MORE = r"(?![\s`$]{0,2}[-·*×/(→^=]|\s(?:times|as|goes|grows|tends|larger|smaller|but|only|exactly)\b)"
"""Behind α: it is all that the quotient is said to be."""
_OF_ANOTHER = re.compile(
    r"\bnobody\b|\bno one\b|think again|\binvert|\blimit\b|\bplot|teacher[- ]forc|first rejection|\b(?:single|one) (?:draft|token)|\bevaluated\b|"
    r"\breached\b|\btried\b|looked at|\bif you\b|\bunder-?estimat|\bover-?estimat|\bfor small\b|[?？]\s*$"
)
"""Words of a sentence that says something else of the two, or of drafts that are all reached."""
_MARKS = r"[\s`$*()]{0,4}"
_IS_ALPHA = re.compile(
    rf"{_QUOTIENT}[^.;=\n]{{0,16}}{_MARKS}(?:that\s)?{_LINKS}{_MARKS}(?:(?:the|your|our|an?|simply|just|exactly|el|la|o|a|das|die)\s){{0,2}}{_ALPHA}{_NO_MORE}|"
    rf"{_ALPHA}[^.;=\n]{{0,24}}?{_MARKS}{_LINKS}{_MARKS}(?:(?:the|number of|simply|just|exactly|el|la|o|a|das|die)\s){{0,3}}{_MARKS}{_QUOTIENT}|"
    rf"(?:\bto (?:measure|estimate|track)|\bmeasure|\bestimate)\s{_MARKS}{_ALPHA}{_MARKS}"
    rf"(?:,?\s?(?:as|by)\s{_MARKS}{_QUOTIENT}|,?\s?(?=\(|{_DIVIDES}){_MARKS}{_QUOTIENT})"
)
"""A sentence that says that the one is the other."""
_HAS_ALPHA = re.compile(_ALPHA)


def _is_alpha(passage: Passage, sentence: re.Match[str], document: Document) -> tuple[str, str, str, str] | None:
    """Accepted over drafted, said to be α in a document whose closed form takes α: there it is the probability.

    Where it is an equation, a second meaning of the name (`names`), or known to be fed to the closed form, it is said there.
    """
    low = spoken(sentence[0])
    if "tokens.closed_form" not in standing(document) or not _IS_ALPHA.search(low):
        return None
    if OVER_TESTED.search(low) or _OF_ANOTHER.search(low) or _OTHERWISE.search(_RATIO_OF.sub("", low)):
        return None
    inside = (one for one in document.formulas if one.passage is passage and one.result)
    told = _FED_TO in found_wrong(document) or any(sentence.start() <= one.start < sentence.end() for one in inside)
    return None if told else _NOT_ALPHA


_RATIO_OF = re.compile(r"\b(?:their|whose|this|the) ratio\b")
"""It is what is said to be α."""


def _to_get(low: str, document: Document) -> tuple[str, str, str, str] | None:
    told = _TO_GET.search(low) or ("tokens.closed_form" in standing(document) and _FED.search(low))
    if not told or OVER_TESTED.search(low) or _OTHERWISE.search(low, told.start(), told.end() + _BEHIND):
        return None
    return _NOT_ALPHA


_AT_ONE = re.compile(
    r"\bone (?:draft|proposal|token|proposed token) (?:per|a|each) (?:round|step|pass|verif)|(?:γ|\bgamma|\bk) ?= ?1(?![.\d])"
)
"""With one draft a round the two rates are the same."""
_BEHIND = 10  # characters behind α in which a language may deny it: `α ではない`
_OTHERWISE = re.compile(
    r"(?<!\w)r(?!\w)|\bratio\b|\b(?:not|never|rather than|instead of|invert\w*)\b|比[例率值]|不是|并非|不等于|反解|비율|아니|아닌|ではな|じゃな|"
    r"\braz[óã]o\w*|\bno\b|\bnão\b|\bnon\b|\bpas\b|\bnicht\b|\bкоэффициент|\bне\b"
)
"""What is got is called the ratio, or said not to be α."""


_NOT_ALPHA = (
    "accepted / drafted is the ratio r, which falls as the draft grows, and not alpha",
    FIX_DIVIDE,
    CLAIM,
    RIVAL,
)


def _compared(low: str, document: Document) -> tuple[str, str, str, str] | None:
    """Two ratios at two draft lengths, and a verdict on who is better."""
    lengths = set(lengths_in(low))
    values = set(_VALUE.findall(low))
    if len(lengths) < 2 or len(values) < 2 or not _BETTER.search(low):
        return None
    if not (_RATIO_WORDS.search(low) or OVER_DRAFTED.search(low) or (_SHOWN.search(low) and _shows_ratios(document))):
        return None
    return "ratios at different draft lengths do not tell which drafter is better", FIX_LENGTH, *ACROSS


_SHOWN = re.compile(
    r"dashboard|grafana|\bpanel|prometheus|面板|仪表盘|监控|대시보드|ダッシュボード|tablero|painel|tableau de bord"
)


def _shows_ratios(document: Document) -> bool:
    """Whether the document says that what its dashboard shows is accepted over drafted."""
    return any(
        _RATIO_WORDS.search(low) or OVER_DRAFTED.search(low)
        for one in document.passages
        if one.kind is not Kind.CODE
        for low in (spoken(one.text[:_MAX_TEXT]),)
    )


_MAX_TEXT = 20_000  # characters of a passage that are read


def _concluded(text: str, sentence: re.Match[str], document: Document) -> tuple[str, str, str, str] | None:
    """The verdict in a sentence of its own, on what the sentences before it say."""
    if not _BETTER.search(spoken(sentence[0])):
        return None
    return _compared(spoken(text[max(0, sentence.start() - _BEFORE) : sentence.end()]), document)


_READS = re.compile(
    r"\b(?:read(?:s|ing)? off|reads? (?:it )?from|estimat\w+|measur\w+|obtain\w*|comput\w+|calculat\w+|deriv\w+|get|gets|taken?)\b|"
    r"估计|测得|计算|得到|측정|계산|추정|推定|計算|\bestim\w+|calcul\w+|obt[eé]n\w*|se (?:lee|lê|mide|mede)|mess\w+|berechn\w+|schätz\w+"
)
"""Verbs by which a sentence tells where a number is to be had."""
_NAMED = re.compile(r"(?<![\w\\])[`$]{0,2}(?P<name>\\?[A-Za-zͰ-Ͽ][\w]{0,24})(?!\w)")


def _read_off(sentence: str, low: str, document: Document) -> tuple[str, str, str, str] | None:
    """What the document calls a probability, to be had as accepted / drafted: "`AR` can be read off the server: ..."."""
    if not OVER_DRAFTED.search(low) or not _READS.search(low) or OVER_TESTED.search(low) or "invert" in low:
        return None
    described = facts(document).described
    here: dict[str, list[str]] = {}
    for name, text in described_in(sentence):
        here.setdefault(key(name), []).append(text)
    for match in _NAMED.finditer(sentence):
        known = [*(text for text, _ in described.get(key(match["name"]), ())), *here.get(key(match["name"]), ())]
        texts = known if match["name"] not in STOPS else []
        if any(ACCEPTS.search(spoken(text)) and rate_of(text)[0] == "alpha" for text in texts):
            return _NOT_ALPHA
    return None


def _compared_by_name(
    sentence: str, low: str, passage: Passage, document: Document
) -> tuple[str, str, str, str] | None:
    """Two ratios and a verdict, where the draft lengths of the two are given elsewhere: in a table, in the paragraph before."""
    shares = list(_VALUE.finditer(sentence)) if _BETTER.search(low) and ACCEPTS.search(low) else []
    if len({match[0] for match in shares}) < 2 or lengths_in(low):
        return None
    if not _over_drafted(passage.above, document):
        return None
    known = lengths_by_label(passage, document)
    own = [known.get(label_before(sentence, match.start()), set()) for match in shares]
    lengths = {length for one in own for length in one}
    if len(lengths) < 2 or any(len(one) != 1 for one in own):
        return None
    return "ratios at different draft lengths do not tell which drafter is better", FIX_LENGTH, *ACROSS


def _over_drafted(above: str, document: Document) -> bool:
    """Whether the text under a heading says that something is over what was drafted; worked out once a heading."""
    known: dict[str, bool] = document.__dict__.setdefault("_over_drafted", {})
    if above not in known:
        section = " ".join(one.text + " " + one.around for one in document.passages if one.above == above)
        known[above] = OVER_DRAFTED.search(spoken(section)) is not None
    return known[above]


_BEFORE = 240  # characters before a verdict that it can be on


_ALPHA_NAMED = re.compile(r"\b(?:alpha|prob\w*)\b")


def _misnamed(formula: Formula, document: Document) -> Iterator[Finding]:
    """Ruling 4: the identity `1 + k*alpha` with `alpha = accepted / drafted`. It is right, and only the name is off: a note."""
    case = case_of(formula, document)
    if case is None or case.standing[1]:
        return
    ratio = next((name for match in case.rights for name, node in match.meant.items() if node == RATIO), "")
    if ratio in formula.numerals or not _ALPHA_NAMED.search(" ".join(split(last(ratio)))):
        return
    known = roles.meanings(ratio, formula, document)
    if not any(one.symbol == "r" and one.strength == Strength.DEFINED for one in known):
        return
    message = (
        f"{ratio} is accepted / drafted here, the ratio r; alpha is the probability that one draft token is accepted"
    )
    yield document.finding(
        formula.passage,
        formula.start,
        formula.end,
        CODE,
        Level.NOTE,
        message,
        "name it a ratio",
        claim=CLAIM,
        rival=RIVAL,
    )
