"""What a text states in numbers: `α = 0.7, γ = 5 gives 2.94 tokens per step` is two settings and a figure.

Settings are found by the symbols and words for them in any language, figures by what they are said to count. Nothing is
judged here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from ...document import Document
from ...mathtext import Numeral, numeral
from ...splitting import key
from ...words import ACCEPT, PHRASES
from .names import Names, meant
from .outcomes import RESULTS
from .outcomes import known as document_names
from .quantities import NUMBER
from .stretches import MAX_NUMBERS

SETTINGS = ("alpha", "gamma", "c")
MAX_LENGTH = 32  # of a draft: larger numbers of drafts are counted over a run
MAX_TEXT = 8_000  # characters of a passage in which settings are looked for


@dataclass(frozen=True)
class Stated:
    """A number with what it is said to be: a vocabulary name, and where both stand. `loosely`: it is called approximate."""

    symbol: str
    numeral: Numeral
    start: int
    end: int
    loosely: bool = False
    rate: str = ""
    """For alpha: the words by which it is one."""
    weak: bool = False
    """A share of which nothing is said, or a figure that is said to be no more than a result."""


_LINK = (
    r"[\s$`*_\"'”’)\]}]{0,4}(?:数量|个数|個数|数|數|量|개수|수)?\s?(?:[(（][^()（）\n]{1,40}[)）]\s?)?"
    r"(?:(?:\b(?:is|are)\s(?:very |quite )?(?:high|low|good|poor|large|small)\s?)?[(（](?:e\.g\.|say|for example|z\.\s?B\.|"
    r"例如|比如|예:|por ej\.|par ex\.),?\s|(?:=|:=|:|：|≈|\\approx|~|→)|"
    r"\b(?:is|are|was|es|é|est|ist|liegt bei) (?:about|around|roughly|"
    r"approximately|close to|near|unos|cerca de|de unos|environ|d'environ|etwa|rund|ungefähr)(?!\w)|"
    r"\b(?:of|is|are|at|was|equals|comes? to|(?:will|would) be|set to|de|del|do|des|du|d'|von|bei|es|é|"
    r"ist|est|vaut|igual a|à)(?!\w)|为|是|為|大?[约約]为?|약|は|が|이|가|은|는|을|를)?"
)
_TIMED = r"\d[\d.,]*\s?(?:[mµμ]?s\s?)?"
_PAD = rf"[\s$`*_~{{(]{{0,4}}(?:{_TIMED}[/÷]\s?{_TIMED}[=≈]\s?)?"
"""What stands between a name and its number: `c = 0.74 / 4.79 = 0.154` sets c to the last one."""
GREEK = {"alpha": r"\\?\balpha\b|α|\\alpha", "gamma": r"\\?\bgamma\b|γ|\\gamma", "c": r"(?<![\w\\])c(?![\w])"}
WORDS = {
    "alpha": rf"{ACCEPT}(?:[ -]?(?:rate|prob\w*|likelihood|chance))?|接受概率|接受率|接收率|수락률|수락 ?확률|受理率|受理確率|"
    r"tasa de acept\w*|taxa de aceit\w*|taux d.accept\w*|probabilidad(?:e)? de (?:acept|aceit)\w*|"
    r"akzeptanz(?:rate|wahrscheinlichkeit)|annahme(?:rate|wahrscheinlichkeit)",
    "gamma": PHRASES["gamma"].pattern,
    "c": r"\b(?:draft|relative|cost)[ -]?(?:cost|ratio|overhead)(?: ratio)?\b|\bcost (?:ratio|coefficient)\b|"
    r"草稿成本|成本比|相对成本|비용 ?비율?|コスト比|costo relativo|custo relativo|coût relatif",
}
_PROBABLY = (
    r"(?:\bprob(?:abilit(?:y|ies)|\.)?|\bchance|\blikelihood|\bodds|"
    r"\bprobabili(?:dade?|té)|wahrscheinlichkeit|概率|機率|机率|확률|確率)"
)
_TOKENS = r"(?:个|個の?|개의?|つの)?\s?(?:tokens?|toks?|词元|令牌|토큰|トークン|jetons?|fichas)"
_BEFORE = {
    "alpha": re.compile(
        rf"(?:{GREEK['alpha']}|(?:{WORDS['alpha']})(?:\s(?:per|por|par|pro|je)\s(?:draft\w*\s)?(?:tok\w*|jeton|ficha|entwurf\w*))?)"
        rf"{_LINK}{_PAD}(?=\.?\d)|"
        rf"{ACCEPT}\s(?:with|in|mit|con|com|avec|at|zu)\s(?:an? |einer |una |uma |une )?(?=\.?\d)",
        re.IGNORECASE,
    ),
    "gamma": re.compile(
        rf"(?:{GREEK['gamma']}|{WORDS['gamma']}){_LINK}{_PAD}(?=\.?\d)|"
        rf"(?:\bpropos\w*|\bdraft(?:s|ing)?|\bguess(?:es|ing)?|\bspeculat(?:es|ing)|提出|提议|提案|猜测?|起草|propone\w*|propõe\w*|"
        rf"(?:borrador|rascunho|brouillon|entwurf)\s(?:tiene|tem|a|de|compte|hat|von)|schlägt)\s?(?:了|出)?\s?"
        rf"(?=\d{{1,2}}\s?{_TOKENS}(?![\w]*\s(?:of|per)))|"
        r"(?:초안|드래프트|草稿|下書き|ドラフト)(?:을|를|을|은|を|は)?\s?(?=\d{1,2}\s?(?:개|个|個)(?!\w?\s?(?:모델|模型|の?モデル)))",
        re.IGNORECASE,
    ),
    "c": re.compile(rf"(?:{GREEK['c']}|{WORDS['c']}){_LINK}{_PAD}(?=\.?\d)", re.IGNORECASE),
}
_OF_ANOTHER = re.compile(
    r"[\s`$*]{1,3}(?:experts?|layers?|heads?|samples?|classes|clusters?|dropout|epochs?|workers?|gpus?|sequences?|requests?|"
    r"users?|beams?|choices|candidates? (?:answers|responses)|nodes?|seeds?|folds?|neighbou?rs|ms|GB|MB)\b",
    re.IGNORECASE,
)
"""Behind a number that a name is set to: it is of something else."""
_SET = re.compile(
    r"(?<![\w.\\-])(?:--(?P<flag>[a-z][\w-]{2,40})[= ]|(?P<name>\\?[^\W\d]\w{0,40})[$`*\"'”\])}]{0,3}\s{0,3}"
    r"(?::=|=|＝|:|：|≈)[\s`$*~]{0,3})(?=\.?\d)"
)
"""`num_draft = 5`, `--num-draft 5`, `n: 5`: a name that is set to a number."""
_CHANCE = re.compile(rf"{_PROBABLY}{_LINK}{_PAD}(?=\.?\d)", re.IGNORECASE)
"""A probability, in a sentence that speaks of acceptance."""
_ACCEPTS = re.compile(ACCEPT, re.IGNORECASE)
_SHARE = re.compile(
    r"(?:\b(?:with|at|for|con|com|al|ao|a|mit|bei|avec|à)|@)\s(?:about |around |~|unos |etwa |environ )?"
    r"(?=(?:\d{1,2}(?:[.,]\d+)?\s?\\?[%％]|0?[.,]\d{1,3}(?!\d))(?:\*|`|\$)?(?:\s?(?:$|[,;:?!。，、；：)\]]|\.(?!\d)|"
    r"→|->|=|≈|⇒)|\s(?:gives?|yields?|you|we|get|and|is|makes?|produces?|means?|per[- ]token|da|dan|dá|dão|resulta|"
    r"ergib\w*|ergeben|liefer\w*|sind|donne|on|y|e|und|et)\b|\s?(?:得|なら|では|だと|で|이면|일|면|时|時|则)))",
    re.IGNORECASE,
)
"""`K=8 with 65%`, `8 drafts at 0.8 give`: a share that is not said to be of anything else."""
_AFTER = {
    "alpha": re.compile(
        rf"[\s$`*]{{0,3}}(?:(?:per[- ]token|token|average|mean|draft|的|of)\s)*(?:{WORDS['alpha']})(?!\s?(?:tok|draft|len))|"
        rf"[^.;,，。；\d\n]{{0,30}}{_PROBABLY}[^.;，。；\d\n]{{0,60}}{ACCEPT}",
        re.IGNORECASE,
    ),
    "gamma": re.compile(
        r"[\s$`*-]{0,3}(?:draft(?:ed)?(?: tok\w*|s)?\b(?! model)|drafts\b|speculati\w+ tok\w*|proposed tok\w*|"
        r"candidate tok\w*|lookahead tok\w*|"
        r"个草稿|个候选|個草稿|개의? ?(?:초안|드래프트)|個のドラフト|"
        r"tokens? (?:de(?:l)? )?(?:borrador|rascunho)|jetons de brouillon|Entwurfstoken|borradores\b|rascunhos\b|brouillons\b|"
        r"Entwürfen?\b)|"
        rf"{_TOKENS}(?:を|을|를)?\s?(?:are\s|at a time\s)?(?:提案|推測|제안|추측|propos|propuest|draft|vorgeschlag|ahead\b|voraus)",
        re.IGNORECASE,
    ),
    "c": re.compile(r"(?!)"),
}
_FOLLOWS = {
    "A": re.compile(
        rf"[\s$`*]{{0,3}}(?:(?:draft\w*|speculat\w*|candidate)\s)?(?:{_TOKENS}\s)?(?:(?:are|get|is)\s)?(?:{ACCEPT}|"
        rf"drafts?\b(?=\s(?:per|a|each|accepted)))"
        rf"|\s(?:out )?(?:of|von|de|sur|des)\s(?:the\s|los\s|les\s|den\s|os\s)?\d{{1,2}}\s(?:\w+\s){{0,2}}?(?:draft\w*|tok\w*|"
        rf"jetons?|borradores|rascunhos|entwürfe\w*)\s[^.;\n]{{0,24}}{ACCEPT}"
        rf"|[\s$`*]{{0,3}}accepted\b|\s?(?:个|개의?)?\s?(?:被接受|수락된)",
        re.IGNORECASE,
    ),
    "E": re.compile(
        rf"[\s$`*]{{0,3}}(?:(?:expected|emitted|output|generated|new|total)\s)?{_TOKENS}(?![-A-Za-z\d])(?!\s?(?:/|per|a|"
        rf"por|par|pro)\s?(?:s\b|sec|second|segundo|seconde|sekunde|request|user|ms))"
        r"(?!\s(?:of|prompt|draft|long|context|KV|de (?:prompt|contexto|borrador)|(?:to|for|in) (?:the )?verif|in the (?:draft|"
        r"prompt)))(?!\s?(?:的)?(?:草稿|提示|上下文))",
        re.IGNORECASE,
    ),
    "S": re.compile(
        r"[\s$`*]{0,2}(?:[x×]|倍|배|fold|times)?[\s$`*]{0,3}(?:speed[- ]?ups?|faster|acceleration|的?加速|aceleraci\w*|"
        r"aceleraç\w*|plus rapide|schneller|고속화|속도 ?향상|より?高速|más rápido|mais rápido)",
        re.IGNORECASE,
    ),
}  # fmt: skip
_STEM = r"[a-zà-ÿ]{0,12}"
"""The rest of a word whose stem a phrase is."""
_NAMED = {
    "E": re.compile(
        rf"(?:(?<![\w\\])(?:\\mathbb\{{?)?E\}}?(?:\[[^\]\n]{{0,20}}\]|\([^)\n]{{0,20}}\)|_\w+)?|\\tau|τ|\btau\b|"
        rf"(?:{PHRASES['E'].pattern}|{PHRASES['L'].pattern}){_STEM}(?:\sper\s(?:[a-z]+[ -]?){{1,3}})?){_LINK}{_PAD}(?=\.?\d)",
        re.IGNORECASE,
    ),
    "A": re.compile(rf"(?:{PHRASES['A'].pattern}){_STEM}{_LINK}{_PAD}(?=\.?\d)", re.IGNORECASE),
    "S": re.compile(rf"(?:(?<![\w\\])S(?:\([^)\n]{{0,20}}\))?(?=[\s$`*]{{0,3}}(?:=|≈|\\approx))|(?:{PHRASES['S'].pattern}){_STEM})"
                    rf"(?:\s(?:factor|ratio))?{_LINK}{_PAD}(?=\.?\d)", re.IGNORECASE),
}  # fmt: skip
_DRAFTER = (
    r"(?:\b(?:draft(?:er|ing)?|(?:small(?:er)?|assistant|proposal|student|little|tiny) model|proposer|speculator)(?: model| head)?|"
    r"草稿(?:模型|头)?|小模型|드래프트(?: ?모델)?|초안 ?모델|작은 모델|ドラフト(?:モデル)?|小型モデル|小さなモデル|"
    r"borrador|rascunho|brouillon|entwurf(?:smodell)?|modelo (?:pequeñ|pequen|menor)\w*|petit modèle|kleine\w* modell|черновик\w*|"
    r"(?:черновая|малая|маленькая) модель)"
)
_FASTER = re.compile(
    r"[\s$`*]{0,2}(?:[x×]|倍|배|fold|times|fois|veces|vezes|-?mal\b|раза?\b)?[\s$`*]{0,3}"
    r"(?:faster|schneller\w{0,2}|plus rapide|m[áa]is rápido|más rápido|быстрее|的?加速|高速|速い|빠[른르])",
    re.IGNORECASE,
)
_DRAFT_IS = re.compile(
    rf"(?<!with a )(?<!with the )(?<!using a ){_DRAFTER}(?: (?:itself|that|which))?[\s,(]{{0,2}}"
    r"(?:is|are|runs?|being|was|would be|es|é|corre|roda|est|ist|läuft|быстрее в|は|が|는|은|가|이|比[^，。；\d]{0,12}|快)?"
    r"(?:\s(?:about|around|roughly|some|nearly|almost|unos|cerca de|environ|etwa|rund|около|вдвое))?[\s$`*~≈约約약]{0,4}$",
    re.IGNORECASE,
)
_THAN_TARGET = re.compile(
    rf"[^.;。；\d]{{0,24}}?\b(?:than (?:the |its |a )?(?:target|large|big|main|full|verifier)|als das (?:Ziel|große)|"
    rf"que (?:el modelo|o modelo|le modèle|la) (?:objetivo|alvo|cible|grande|grand))|\s?(?:的)?\s?{_DRAFTER}",
    re.IGNORECASE,
)
"""`the draft is 10x faster`, "10x faster than the target": how much cheaper drafts are, and no speed-up of speculation."""
_EACH_OF = re.compile(
    r"\b(?:each|every|any|one|all|jede\w*|alle|cada uno|cada um|todos|chacun\w*|каждый)\s"
    r"(?:of|von|der|de|des|dos|из)(?:\s(?:the|these|our|los|las|estos|os|les|ces|den|этих))?\s[`$*]{0,2}$",
    re.IGNORECASE,
)
"""Before a number of drafts, of which each is proposed or accepted."""
_LOOSE = re.compile(
    r"(?:about|approximately|approx\.?|roughly|around|some|circa|ca\.|[~≈∼]|\\approx|\\sim|大约|约|約|약|cerca de|"
    r"aproximadamente|aprox\.?|environ|etwa|ungefähr|rund|unos|大概|约为|ほぼ)[\s$`*]{0,3}$",
    re.IGNORECASE,
)
_RANGE_BEFORE = re.compile(r"\d\s?(?:-|–|—|~|to|or|bis|oder|a|o|à|ou|至|到|から)\s?$")
_RANGE_AFTER = re.compile(r"\s?(?:[x×%]\s?)?(?:-|–|—|~|\bto\b|\bor\b|\bbis\b|\boder\b|\bou\b|至|到|から)\s?\d")
_BOUND = re.compile(
    r"(?:up to|at most|at least|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?|more than|less than|fewer than|over|"
    r"under|below|above|beyond|than|never|no more than|exceed\w*|<|(?<![-=])>|[≤≥]|"
    r"最多|至多|至少|不超过|超过|최대|최소|hasta|como máximo|até|no máximo|au plus|höchstens|mindestens|bis zu)[\s$`*]{0,3}$",
    re.IGNORECASE,
)
_OPERATES = re.compile(
    r"[\s$`*]{0,3}(?:[-+−–/^·⋅]|\*{1,2}(?=\s?[\w(\\])|[x×](?=\s?[\d(\\])|\\(?:cdot|times)|\()\s?(?=[\w(\\αγ])"
)
_FACTOR = re.compile(r"[\s$`*]{0,3}(?:[×·⋅÷/]|\\times|\\cdot|[x*](?=\s?\d))\s?\d")
"""Behind a number: it is part of a product or quotient, and no setting, whatever stands before it."""
_SUFFIX = re.compile(r"[a-wyzA-WYZ](?![A-Za-z])")
"""Behind a number, with nothing between: it is a size or a time (`7B`, `8K`, `5m`), and no figure."""
_OPERATED = re.compile(r"(?:[-+−/^·⋅×(]|(?<=[\w)])\s?\*|\\(?:cdot|times))\s?$")


_SUBJECTS = {
    symbol: re.compile(
        rf"(?:{pattern}){_STEM}(?=\s?(?:[(（,，@]|(?:at|for|with|when|where|if|bei|mit|für|con|com|para|avec|pour|für)\s))",
        re.IGNORECASE,
    )
    for symbol, pattern in (
        ("E", rf"{PHRASES['E'].pattern}|{PHRASES['L'].pattern}"),
        ("A", PHRASES["A"].pattern),
        ("S", PHRASES["S"].pattern),
    )
}
"""What a clause is about, where its settings stand between it and its figure: `speed-up at γ = 4, c = 0.05 is 2.3x`."""
_IS = re.compile(
    r"(?:\b(?:is|are|was|comes to|equals|ist|sind|es|son|é|são|est|sont)\s|[=:：≈→]|->|为|是|は)"
    r"[\s$`*~≈]{0,3}(?:about |rund |etwa |约 ?)?$"
)
_CLAUSE = 90  # characters between what a clause is about and its figure
_BREAKS = re.compile(r"[.;。；\n](?!\d)|[=:：≈→][^=:：≈→]*[:：→]\s[^=:：]*[:：→]")


def _of_subject(text: str, start: int, end: int, subjects: list[tuple[int, str]]) -> tuple[str, int, int] | None:
    """What a number is the figure of, if a clause that begins with a quantity and its settings ends with it."""
    if not _IS.search(text, max(0, start - 16), start):
        return None
    for last, symbol in subjects:
        between = text[last:start]
        if 0 < len(between) <= _CLAUSE and "=" in between[:-3] and not _BREAKS.search(between):
            operates = _OPERATES.match(text, end) or _OPERATED.search(text, max(0, start - 6), start)
            return None if operates else (symbol, start, end)
    return None


GIVES = re.compile(
    r"(?:(?<![\w])(?:gives?|yields?|predicts?|results? in|(?:we|you|one)\s(?:obtain|get|find|have)|"
    r"da|dan|dá|dão|resultan?|se obtienen?|obtenemos|obtém-se|obtemos|"
    r"ergibt|ergeben|ergibt sich|liefert|erhält man|erhalten wir|folgt|donne|on (?:a|obtient|trouve)|"
    r"(?:this|that|it|which) (?:is|equals|makes|comes to)|salen?|quedan?|se (?:esperan?|espera)|espera(?:mos|-se|m-se)|"
    r"ce qui (?:fait|donne)|das (?:ist|sind|macht)|isto (?:é|dá)|esto (?:es|da))(?!\w)|"
    r"(?:期待値|平均値?|期望值?|均值)\s?(?:は|が|为|為|是|等于)|(?:기댓값|기대값|평균)(?:은|는|이|가)|"
    r"(?<=\d[:：])|(?<=\d[`$*][:：])|"
    r"[给得]出?|得到|就是|하면|すると|→|->|⇒|=>)[\s$`*~≈]{0,4}(?:about |rund |etwa |environ |unos |约 ?)?(?=\d)"
)
"""`Eq. (1) gives 3.36`, `γ = 4, α = 0.8 → 3.36`: a result beside its settings, of what is not said there."""
_COUNTED = re.compile(
    r"\s?(?:개|個|个)(?:가|를|이|을|が|を)?\s?(?:씩\s?)?(?:나오|나온|나옵|생성|생긴|얻|만들|이다|입니다|得|出|生成|进|となる|になる|です|である|[。，,.]|$)"
)
"""Counted by a word that any things are counted by: `k=6 이면 한 번에 5.8개가 나온다`."""
_ALONE = re.compile(
    r"[$`*]{0,2}(?:\s*$|\s?\n|[.;,)。；，、](?!\d)|\s(?:for|at|and|when|with|bei|para|pour|con|com|y|e|et|und)\s|[이가로을를になとで])"
)
NO_NAMES: Names = {}


@dataclass(frozen=True)
class Said:
    """The settings and figures of one stretch of text."""

    settings: tuple[Stated, ...]
    figures: tuple[Stated, ...]

    def values(self, symbol: str) -> tuple[Stated, ...]:
        """The settings of one symbol."""
        return tuple(one for one in self.settings if one.symbol == symbol)


_DIGIT = re.compile(r"\d")


def said(text: str, names: Names = NO_NAMES) -> Said:
    """What a sentence states, by the words in it and the document's names. Offsets are those of the text."""
    if not _DIGIT.search(text):
        return Said((), ())
    low = text.replace("_", " ")
    ends = _before(text, names)
    named: dict[int, list[tuple[str, int]]] = {}
    for symbol, pattern in _NAMED.items():
        for match in pattern.finditer(low):
            named.setdefault(match.end(), []).append((symbol, match.start()))
    for match in _SET.finditer(text):
        for symbol in RESULTS.intersection(names.get(key(match["name"] or ""), ())):
            named.setdefault(match.end(), []).append((symbol, match.start()))
    results = {match.end() for match in GIVES.finditer(text)}
    subjects = [
        (match.end(), symbol) for symbol, pattern in _SUBJECTS.items() if "=" in text for match in pattern.finditer(low)
    ]
    settings: list[Stated] = []
    figures: list[Stated] = []
    for match in islice(NUMBER.finditer(text), MAX_NUMBERS):
        start, end = match.span()
        set_, counted = _setting(text, start, end, ends.get(start, [])), _figure(text, start, end, named.get(start, []))
        is_result = start in results and _ALONE.match(text, end) is not None
        is_result = is_result or (not set_ and _COUNTED.match(text, end) is not None)
        if not (set_ or counted or is_result or subjects):
            continue
        one = numeral(text, start, end)
        if (
            one is None
            or _SUFFIX.match(text, end)
            or _RANGE_BEFORE.search(text, max(0, start - 8), start)
            or _RANGE_AFTER.match(text, end)
        ):
            continue
        factor = _FACTOR.match(text, end) is not None
        fitting = next((found for found in set_ if fits(found[0], one)), None) if not factor else None
        if fitting and fitting[4] is False and _OF_ANOTHER.match(text, end):
            continue
        if fitting:
            symbol, first, last, rate, weak = fitting
            settings.append(Stated(symbol, one, first, last, rate=rate, weak=weak))
            continue
        counted = counted or (_of_subject(text, start, end, subjects) if subjects and not is_result else None)
        if counted:
            loosely = _LOOSE.search(text, max(0, start - 20), start) is not None
            figures.append(Stated(counted[0], one, counted[1], counted[2], loosely))
        elif is_result:
            figures.append(Stated("E", one, start, end, weak=True))
    if any(one.symbol == "alpha" and not one.weak for one in settings):
        settings = [one for one in settings if not one.weak]
    return Said(tuple(settings), tuple(figures))


def heard(text: str, document: Document) -> Said:
    """`said` of a longer text with the document's own names; kept with the document, as every figure asks."""
    kept: dict[str, Said] = document.__dict__.setdefault("_heard", {})
    found = kept.get(text)
    if found is None:
        found = kept[text] = said(text[:MAX_TEXT], document_names(document))
    return found


def _before(text: str, names: Names) -> dict[int, list[tuple[str, int, bool]]]:
    """By where a number begins: what the words or the name before it set, from where, and whether it is no more than a share."""
    ends: dict[int, list[tuple[str, int, bool]]] = {}
    for match in _SET.finditer(text):
        for symbol in meant(match["flag"] or match["name"], names):
            if symbol not in RESULTS:
                ends.setdefault(match.end(), []).append((symbol, match.start(), False))
    for symbol, pattern in _BEFORE.items():
        for match in pattern.finditer(text):
            if not _another(match[0], symbol, names):
                ends.setdefault(match.end(), []).append((symbol, match.start(), False))
    if _ACCEPTS.search(text):
        for match in _CHANCE.finditer(text):
            ends.setdefault(match.end(), []).append(("alpha", match.start(), False))
    for match in _SHARE.finditer(text):
        ends.setdefault(match.end(), []).append(("alpha", match.start(), True))
    return ends


def _another(words: str, symbol: str, names: Names) -> bool:
    """Whether a letter such as α is something else in this document."""
    name = words.strip(" =:$`*_≈~")
    return key(name) in names and symbol not in meant(name, names)


_Setting = tuple[str, int, int, str, bool]


def _setting(text: str, start: int, end: int, named: list[tuple[str, int, bool]]) -> list[_Setting]:
    """What a number may set, with where it and its words stand: by the names before it, else by the words after it."""
    sure = sorted((one for one in named if not one[2]), key=lambda one: one[1])
    found: list[_Setting] = [(symbol, first, end, text[first:start], False) for symbol, first, _ in sure]
    after = ((symbol, pattern.match(text, end)) for symbol, pattern in _AFTER.items())
    found += [(symbol, start, match.end(), match[0], False) for symbol, match in after if match]
    return found + [(symbol, first, end, "", True) for symbol, first, weak in named if weak]


def _figure(text: str, start: int, end: int, named: list[tuple[str, int]]) -> tuple[str, int, int] | None:
    """What a number counts: by the words after it, else by the name before it; None where it is a bound or part of a term."""
    found = next(
        ((symbol, start, match.end()) for symbol, pattern in _FOLLOWS.items() if (match := pattern.match(text, end))),
        None,
    )
    found = found or next(((symbol, first, end) for symbol, first in sorted(named, key=lambda one: one[1])), None)
    if found is None or _BOUND.search(text, max(0, start - 20), start):
        return None
    if found[0] == "S" and _is_of_draft(text, start, end):
        return None
    if found[0] != "S" and _EACH_OF.search(text, max(0, start - 30), start):
        return None
    operates = _OPERATES.match(text, end) or _OPERATED.search(text, max(0, start - 6), start)
    return None if operates else found


def _is_of_draft(text: str, start: int, end: int) -> bool:
    """Whether a factor says how much faster the draft is than the target."""
    if (faster := _FASTER.match(text, end)) is None:
        return False
    before = _DRAFT_IS.search(text, max(0, start - 80), start)
    return before is not None or _THAN_TARGET.match(text, faster.end()) is not None


def fits(symbol: str, one: Numeral) -> bool:
    """Whether a number can be the value of a setting."""
    value = one.values[0]
    if symbol == "gamma":
        return value.denominator == 1 and 1 <= value <= MAX_LENGTH and "%" not in one.text and len(one.values) == 1
    if symbol == "alpha":
        return 0 < min(one.values) < 1
    return 0 < min(one.values) < 3


_PROBABLE = re.compile(
    r"(?:prob\w*|概率|機率|机率|확률|確率|wahrscheinlichkeit\w*)[^.;。\n]{0,80}(?:accept|acept|aceit|akzept|angenommen|接受|수락|채택|受理|受容)|"
    r"(?:accept|acept|aceit|akzept|接受|수락|채택|受理)\w*[^.;。\n]{0,20}(?:prob|概率|機率|확률|確率|wahrscheinlichkeit)|"
    r"per[- ]token accept|"
    r"accept\w*[^.;\n]{0,20}per (?:draft(?:ed)? )?token|逐 ?token ?接受|每个 ?(?:草稿 ?)?token[^。]{0,12}接受",
    re.IGNORECASE,
)


def assumes_probability(document: Document) -> bool:
    """Whether the document says somewhere that acceptance is a probability of one token."""
    found: bool | None = document.__dict__.get("_assumes_probability")
    if found is None:
        found = any(_PROBABLE.search(passage.text[:20_000]) for passage in document.passages)
        object.__setattr__(document, "_assumes_probability", found)
    return found
