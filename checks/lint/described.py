"""What a text says of names and numbers: `alpha: ...`, "where α is ...", "draft length k", "70% acceptance", accepted ÷ drafted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from .contexts import OTHER_FIELDS
from .splitting import spoken
from .words import (
    ACCEPTS,
    ASSUMED,
    MEASURED,
    OVER_DRAFTED,
    OVER_TESTED,
    PER_TOKEN,
    PHRASES,
    PROBABILITY,
)

_NAME = r"(?P<name>\\?[A-Za-zͰ-Ͽ\u4e00-\u9fff][\w{}\\.]{0,40})"
SIGN = (
    r"\\?(?:alpha|beta|gamma|tau|lambda|rho)(?![A-Za-z0-9_])|"
    r"[A-Za-zͰ-Ͽ](?:_\{?[A-Za-z0-9]{1,6}\}?)?(?![A-Za-z0-9_À-ɏͰ-Ͽ]|['’][a-zà-ÿ]{2})"
)
"""A name in mathematics. Particles of Korean, Japanese and Chinese stand right behind it."""
_ARTICLE = r"(?:(?:the|an?|la|el|las|los|le|les|a|o|os|as|die|der|das|den|um|uma|un|une|una|eine?)\s|l['’])"
_DESCRIBES = re.compile(
    rf"(?<![\w.\\])(?<![/*+^·×] )[`$*_\"“]{{0,2}}{_NAME}(?<!\.)[`$*\"”]{{0,2}}[ \t]{{0,3}}(?:\([^()\n]{{1,60}}\)|"
    rf"\[[^\]\n]{{0,20}}\])?[ \t]{{0,3}}"
    rf"(?:\||:=?|：|=(?!=)|—|–|-(?=\s)|,(?=\s{_ARTICLE})|,? which is|"
    rf",?\s(?:is|are|be|being|denotes?|means|represents?|stands for|"
    rf"gives|"
    r"es|é|son|est|ist|bezeichnet|representa|denota|désigne|"
    r"représente)\s|(?:为|為|是|表示|代表|指)|(?:는|은|이란|란|가)\s|[はが])[ \t]*"
)
_LET = re.compile(
    rf"(?:\b(?:let|and|with|where|for|write|denote|call|seja|sejam|sea|sean|soit|soient|sei|seien|e|y|"
    rf"et|und|con|com|avec|mit|onde|donde|où|wobei|note|notons|appelons|llamamos|chamamos|denotamos|"
    rf"bezeichne[tn]?)|,)\s[`$(]{{0,2}}(?P<name>{SIGN})"
    rf"[`$)]{{0,2}}\s(?:for\s|als\s|como\s|comme\s)?(?={_ARTICLE})",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"(?:\b(?:write|writing|use|using|and|with)|,)\s[`$(]{{0,2}}(?P<name>{SIGN})[`$)]{{0,2}}\sfor\s", re.IGNORECASE
)
_GLUED = re.compile(rf"(?<![A-Za-z0-9_\\Ͱ-Ͽ])(?P<name>{SIGN})[`$]{{0,2}}\s?(?:为|為|是|表示|代表|记作|は|が|는|은)\s?")
"""A sign with the particle of a definition right behind it: `α는 ...`, `αは...`, `设α为...`."""
_TERM = re.compile(rf"(?m:^)[`$*]{{1,3}}(?P<name>{SIGN}|\w{{2,40}})[`$*]{{1,3}}\n[ \t]{{1,8}}(?=\S)")
"""A term of a list of definitions: what it means stands under it, indented."""
_PARAM = re.compile(
    r"[@\\]param(?:\[(?:in|out|in,out)\])?\s+(?:\{[^{}\n]{1,60}\}\s+)?\[?(?P<name>[A-Za-zͰ-Ͽ_]\w{0,40})(?:=[^\]\n]{0,20})?\]?\s+(?:-\s+)?(?=[^\s:-])"
)
"""A parameter of JSDoc, Javadoc, Doxygen or roxygen, with its type: `@param {number} x probability that ...`."""
_IN_BRACKETS = re.compile(rf"(?<!\w)[`$]{{0,2}}(?P<name>{SIGN})[`$]{{0,2}}\s?[(（](?=[^()（）\n]{{3,80}}[)）])")
_ENDS = re.compile(r"(?:(?<!\bno)(?<!\bnum)(?<!\bavg)\.|[;。；])(?=\s|$|[^\d\w])|\n\s*\n|[。；]")
_APPOSED = re.compile(
    rf"(?:s(?![a-z]))?\s{{0,2}}(?:,|:|=|of|is|（|\(|을|를|이|가|은|는|を|が|は|の|为|為|是|记为|記為|"
    rf"a|por|"
    rf"par)?\s{{0,2}}[`$(（]{{0,3}}(?P<name>{SIGN})[`$)）]{{0,3}}(?!\s?[*+/^·×-]|\s?[<>](?!=?\s?0?\.\d))"
)
_NOUN = re.compile(r"\s(?:draft(?:ed)? )?(?:tokens?|drafts?)(?=\s)")
"""What `number of accepted` is of, before the name in apposition."""
_ALONE = re.compile(r"\s*(?:[,.;)，。、；]|$)")
"""What follows a name in apposition after a comma; `rate, n draft length` begins the next of a list."""
_ACCEPTS = re.compile(
    r"(?:(?:\bacceptance|\bakzeptanz|\bannahme|\baceptaci[oó]n|\baceita[cç][aã]o|\bacceptation)\s|(?:接受度?|수락|受理)\s?)"
    r"[`$]{0,2}(?P<name>α|\\?alpha|β|\\?beta|p|r)[`$]{0,2}(?![A-Za-z0-9_Ͱ-Ͽ*/^+]| ?[*/^+(])"
)
"""The noun with its sign, "at acceptance α"; the rate itself is among the phrases."""
_BY_CHANCE = re.compile(
    rf"(?:{PROBABILITY.pattern})[a-zß-ÿ]{{0,12}}(?:\s(?:of|de|von))?\s?[`$(（]{{0,3}}(?<![A-Za-zÀ-ÿ])(?P<name>{SIGN})"
)
_BY_NAMED_CHANCE = re.compile(
    rf"(?:{PROBABILITY.pattern})[a-zß-ÿ]{{0,12}}\s(?:`(?P<marked>\w{{2,40}})`|(?P<name>[A-Za-z]{{1,30}}(?:_\w{{1,30}}|[a-z][A-Z]\w{{0,30}})))",
)
"""A name of code there: "accepted with probability accept_ratio"."""
_KEPT = re.compile(
    r"\b(?:keeps?|kept|surviv\w{1,5}|match\w{0,4}|agrees?|approv\w{1,3})\b|\bpass(?:es|ed)? (?:the |its )?(?:verif|check|test)|"
    r"\bbehalten|\bconserv|保留|通过"
)
_CLAUSE = 70  # characters on each side of "with probability p" in which something is accepted
_PROPOSES = re.compile(
    rf"(?P<name>{SIGN})[`$]{{0,2}}\s?(?:个|個の?|개의|개)?\s?(?:draft\w{{0,4}}\s|speculative\s|candidate\s|草稿|候选|候補|ドラフト|초안\s?|추측\s?)?"
    r"(?:tokens?|toks?|词元|jetons|トークン|토큰)(?![a-z])"
)
_PROPOSING = re.compile(
    r"\bdraft(?:s|ing)\b|\bdraft of\b|\bprop[oõ][sne]|\bguess|\bspeculates?\b|schlägt|vorgeschlagen|entwirft|sugere|sugiere|"
    r"adivina|提案|提出|生成草|起草|猜|제안"
)
"""Verbs of the draft model. `proposes K tokens` says that K is the draft length."""
_EMITTING = re.compile(
    r"emit|yield|per (?:step|pass|round|verif)|accept|出力|产出|得到|수락|受理|acept|aceit|akzept|angenommen"
)
STOPS = frozenset({"a", "the", "of", "it", "i", "s", "as", "is", "y", "e", "o", "x"})
"""One letter that is a word, in apposition: "the acceptance rate a"."""

_CLOSES = frozenset({"", ".", ",", ";", ")"})


def described_at(text: str) -> Iterator[tuple[str, int, int]]:
    """Names that a text describes after them, and where the description stands: `alpha: ...`, "where α is ...", "let K be ..."."""
    found = (
        match
        for pattern in (_DESCRIBES, _LET, _FOR, _GLUED, _TERM, _PARAM, _IN_BRACKETS)
        for match in pattern.finditer(text)
    )
    matches = sorted((one for one in found if not _ends_call(one, text)), key=lambda match: match.end())
    starts = sorted(match.start() for match in matches if _begins(match, text))
    for match in matches:
        place = bisect_left(starts, match.end())
        following = starts[place] if place < len(starts) else len(text)
        furthest = min(following, match.end() + 200)
        stop = _ENDS.search(text, match.end(), furthest)
        end = stop.start() if stop else furthest
        if number := _VALUE.match(text, match.end(), end):  # `γ = 4 gives 2.31 tokens` says nothing of what γ is
            then = _THEN.search(text, number.end(), end)
            end = then.start() if then else end
        said = end - match.end() > 2 and not _FORMULA.match(text, match.end()) and not _denied(text[match.end() : end])
        if said and not _in_later_cell(match, text):
            yield match["name"], match.end(), end


_DENIED = re.compile(
    r"[\s`$*]*(?:not|never|no (?:es|son|debe)|nicht|kein\w*|pas|não|nunca|не)\b(?! (?:only|just|nur))|"
    r".*(?:아니|않|ではな|ではあり|じゃな)",
    re.IGNORECASE,
)


_BUT = re.compile(r"\b(?:but|rather|sondern|sino|mas|mais|а|it is)\b|而是|ではなく|じゃなく|아니라", re.IGNORECASE)
"""It is said what it is instead, too."""


def _denied(said: str) -> bool:
    """Whether it is said what a name is not."""
    return _DENIED.match(said) is not None and _BUT.search(said) is None


def _in_later_cell(match: re.Match[str], text: str) -> bool:
    """Whether the name is a cell inside a row, as of a table's head: only the first one, after a number or not, is described."""
    if not match[0].rstrip().endswith("|"):
        return False
    return re.search(r"[^\W\d][^\n]{0,200}\|[\s`$*_]*\Z", text[max(0, match.start() - 200) : match.start()]) is not None


def _ends_call(match: re.Match[str], text: str) -> bool:
    """Whether the name is the last argument of a function, `r(α, γ) the ratio`: what follows is of the function."""
    if text[match.end("name") : match.end("name") + 1] != ")":
        return False
    opened = text.rfind("(", max(0, match.start("name") - 40), match.start("name"))
    return opened >= 0 and ")" not in text[opened : match.start("name")] and "," in text[opened : match.start("name")]


_VALUE = re.compile(r"[`$\s]{0,3}\d[\d.,{}]*\s?\\?%?")
_FORMULA = re.compile(r"[`$\s]{0,3}\([^()\n]{1,40}\)\s?[/*^]")
"""`r = (E-1)/γ exceeds c`: what follows a name is a formula, and no words on it."""
_THEN = re.compile(
    r"→|->|=>|⇒|=|≈|:|：|\bgives?\b|\byields?\b|\bmakes?\b|\bgets?\b|\bthen\b|\bwould\b|\bcomes?\b|\bare\b|"
    r"得|则|則|なら|では|이면|일 때|\bda\b|\bdan\b|\bdonne\b|\bergibt\b|\bergeben\b|\bsind\b|\bdá\b|\bdão\b"
)
"""Where a sentence about a value goes on to what follows from it."""


def _begins(match: re.Match[str], text: str) -> bool:
    """Whether a description ends where another begins: of a sign or a name of code, or after a stop; at no other word."""
    name = match["name"]
    return (
        not name.isalpha()
        or len(name) == 1
        or text[max(0, match.start() - 2) : match.start()].rstrip(" ")[-1:] in _STOPPED
    )


_STOPPED = frozenset({",", ";", "|", "\n", "，", "；", ".", ":"})


def described_after(text: str) -> Iterator[tuple[str, str]]:
    """Names with what a text says of them after them; names of code that something is accepted "with probability" of, too."""
    for name, start, end in described_at(text):
        yield name, text[start:end].strip()
    for named in _BY_NAMED_CHANCE.finditer(text):
        clause = spoken(text[max(0, named.start() - _CLAUSE) : named.start()])
        if ACCEPTS.search(clause) or _KEPT.search(clause):
            yield named["marked"] or named["name"], "acceptance probability"


_GIVEN_NAME = re.compile(
    rf"(?:\b(?:let us|let's|we|i|we will|we shall) (?:write|call|denote|use)(?: (?:it|this|that|them))?(?: (?:as|by))?|"
    rf"\b(?:call|denote|write) (?:it|this|that|them)(?: (?:as|by))?|\b(?:denoted|written|abbreviated|called)(?: (?:as|by|with))?|"
    rf"\b(?:l[ao] (?:llamamos|denotamos|escribimos)|(?:llamémosl|denotémosl)[ao]|(?:se|la|lo) (?:denota|"
    rf"escribe|llama)(?: (?:por|con|como))?|"
    rf"(?:denotad|llamad)[ao](?: (?:por|con|como))?|(?:chamamos|chamemos)(?:-[oa])?(?: de)?|(?:denotad|chamad)[ao](?: (?:por|de))?|"
    rf"(?:denotamos|escrevemos)(?:-[oa]|-lo|-la)?(?: (?:por|como))?|(?:notons|appelons|nommons)-l[ae]|"
    rf"on (?:l[ae] |l['’])(?:note|appelle|nomme)|"
    rf"notée?s?|(?:nennen|bezeichnen|schreiben) wir(?: (?:sie|ihn|es|das|dafür))?(?: (?:mit|als))?|"
    rf"(?:bezeichnet|geschrieben)(?: (?:mit|als))?|kurz)|"
    rf"(?:обозначим|обозначают|обозначается|назов[её]м)(?: (?:её|его|их|это))?(?: через| как)?|"
    rf"(?:记为|記為|记作|記作|写作|写成|简记为|(?:用|以)(?=[\s`$]{{0,3}}{SIGN}[`$]{{0,2}}\s?(?:来)?(?:表示|记))))"
    rf"\s?[`$*(]{{0,3}}(?P<name>{SIGN})[`$*)]{{0,3}}(?=\s?(?:[.,;:。，；)]|$|\n|表示|来表示|for short\b|"
    rf"in what follows|below|hier\b|below\b))|"
    rf"(?<![A-Za-z\\])[`$*]{{0,2}}(?P<after>{SIGN})[`$*]{{0,2}}\s?(?:(?:이)?라고?\s?(?:하자|하겠|부르|쓰|두자|합시다)|(?:으)?로\s?(?:쓰|표기|나타|둔|부르|적)|"
    rf"と(?:書く|書き|表す|表し|おく|おき|呼ぶ|呼び|する|します|記す))",
    re.IGNORECASE,
)
"""A name given to what the sentence, or the one before it, has described: "... divided by ... . Let us write r."."""
_NAMED = 300  # characters before it that are read
_STOP = re.compile(r"[.;](?=\s)|[。；]|\n\s*\n")


def _given(text: str) -> Iterator[tuple[str, str]]:
    for match in _GIVEN_NAME.finditer(text):
        sentences = _STOP.split(text[max(0, match.start() - _NAMED) : match.start()])
        said = next((one for one in reversed(sentences[-2:]) if _tells(one)), "")
        if said:
            yield match["name"] or match["after"], said.strip()


def _tells(sentence: str) -> bool:
    low = spoken(sentence)
    return any(pattern.search(low) for pattern in (PHRASES["rate"], PHRASES["gamma"], OVER_DRAFTED, OVER_TESTED))


def described_in(text: str) -> Iterator[tuple[str, str]]:
    """Names with what a text says that they are, after them or before: "draft length k", "the acceptance rate (α)"."""
    yield from described_after(text)
    yield from _given(text)
    low = spoken(text)
    for pattern in (*PHRASES.values(), OVER_DRAFTED, OVER_TESTED, OTHER_FIELDS):
        for phrase in pattern.finditer(low):
            noun = _NOUN.match(low, phrase.end()) if pattern is PHRASES["A"] else None
            apposed = _APPOSED.match(low, noun.end() if noun else phrase.end())
            if apposed and _is_sign(apposed, low):
                between = low[phrase.end() : apposed.start("name")]
                if ("," not in between or _ALONE.match(low, apposed.end())) and not _begins_next(between, low, apposed):
                    yield from _as_written(apposed["name"], phrase[0], text)
    for accepts in _ACCEPTS.finditer(low):
        yield from _as_written(accepts["name"], "acceptance rate", text)
    for chance in _BY_CHANCE.finditer(low):
        clause = low[max(0, chance.start() - _CLAUSE) : chance.end() + _CLAUSE]
        kept = ACCEPTS.search(clause) or _KEPT.search(clause)
        if kept and _is_sign(chance, low) and not _begins_next(chance[0], low, chance):
            yield from _as_written(chance["name"], "acceptance probability", text)
    for proposed in _PROPOSES.finditer(low):
        clause = low[max(0, proposed.start() - _CLAUSE) : proposed.end() + 30]
        beside = low[max(0, proposed.start() - 24) : proposed.end() + 12]
        if _is_sign(proposed, low) and _PROPOSING.search(clause) and not _EMITTING.search(beside):
            yield from _as_written(proposed["name"], "draft tokens", text)


def _is_sign(match: re.Match[str], low: str) -> bool:
    """Whether a name of one letter is no word: it has the marks of code or mathematics, ends a clause, or no language has it."""
    place, end = match.span("name")
    return match["name"] not in STOPS or low[place - 1 : place] in ("`", "$", "*") or low[end : end + 1] in _CLOSES


def _begins_next(between: str, low: str, name: re.Match[str]) -> bool:
    """Whether a name on a new line begins the next item of a list: `n: draft length` under `a: acceptance probability`."""
    return "\n" in between and re.match(r"[`$)]{0,2}\s*[:=—–|-]", low[name.end() : name.end() + 12]) is not None


def _as_written(name: str, description: str, text: str) -> Iterator[tuple[str, str]]:
    """A name read in lower case, as the text has it: `k` and `K` are two."""
    if len(name) != 1 or not name.isascii():
        yield name, description
        return
    for own in (name, name.upper()):
        if re.search(rf"(?<![A-Za-z\\]){own}(?![A-Za-z])", text):
            yield own, description


_NUMBER = r"(?P<number>\d{1,6}(?:[.,]\d{1,6})?) ?(?P<percent>%|percent|per cent)?"
_NUMBER_AFTER = re.compile(
    rf"[\s`$*]{{0,3}}(?:(?:[^.;,:\d]{{0,32}}\b(?:is|was|of|at)\s(?:about |around |roughly )?|[^.;,:\d]{{0,32}}[=≈])[\s`$*]{{0,2}}|"
    rf"of|is|was|at|:|~|about|around|为|為|是|约|は|が|은|는|이|de|von|es|é|vaut|\(|（)?[\s`$*]{{0,3}}{_NUMBER}(?!\w)"
)
_NUMBER_BEFORE = re.compile(
    rf"(?<![\w.,]){_NUMBER}(?: ?(?:个|個|の|de|an|per[ -]token|measured|"
    rf"observed|mean|average|draft|assumed|개의?))?[\s`$*-]{{0,3}}$"
)


def numbers_in(low: str) -> Iterator[tuple[Fraction, str, str]]:
    """Numbers that stand beside a phrase, with what it speaks of: "70% acceptance", "acceptance rate of 0.7", "5 draft tokens"."""
    for symbol in ("rate", "gamma", "c"):
        for phrase in PHRASES[symbol].finditer(low):
            start = phrase.start()
            while start and low[start - 1] in "0123456789.,":
                start -= 1
            left = low[max(0, start - 30) : start]
            after, before = _NUMBER_AFTER.match(low, phrase.end()), _NUMBER_BEFORE.search(left)
            for match in (after, before, re.search(_NUMBER, low[start : phrase.end()])):
                if match:
                    value = Fraction(match["number"].replace(",", ".")) / (100 if match["percent"] else 1)
                    if _may_be(symbol, value):
                        yield value, symbol, low[max(0, phrase.start() - 60) : phrase.end() + 60]
    for ratio in _RATIO.finditer(low):
        value = Fraction(ratio["number"].replace(",", ".")) / (100 if ratio["percent"] else 1)
        if 0 < value < 1:
            yield value, "r", ratio[0]


_RATIO = re.compile(
    rf"(?:\b(?:the|its|that|this|whose|acceptance|accepted|draft) ratio\b|\bel ratio\b|接受比|比值|수락 ?비율|受理比)"
    rf"[^.;,\d]{{0,24}}?[\s`$*(]{{0,3}}(?:\d[\d,._ ]{{0,12}}[/÷]\s?\d[\d,._ ]{{0,12}}[=≈]\s?)?{_NUMBER}(?!\w)"
)
"""A number that is said to be the ratio, whatever of: in a text about decoding that of accepted drafts."""


def _may_be(symbol: str, value: Fraction) -> bool:
    return (1 <= value <= 128 and value.denominator == 1) if symbol == "gamma" else 0 < value < 1


_DIVISIONS = (("alpha", OVER_TESTED), ("r", OVER_DRAFTED))


_OF_SPEED = re.compile(
    "|".join(
        (
            r"\b(?:measured|observed|reported)(?: \w+)? (?:speed-?ups?|throughput|latenc\w+|gains?|tok\w*(?: per sec|/s))",
            r"(?:实际|实测|实測|真实)(?:的)?(?:加速|提速|吞吐|速度|延迟|性能)",
            r"실제 ?(?:속도|가속|성능)|実際の?(?:速度|高速|性能)|実測の?(?:速度|高速|性能)",
            r"\b(?:aceleraci[oó]n|aceleraç[aã]o|accélération) (?:real|réelle|medida|mesurée)",
        )
    )
)
"""What was measured is the speed: nothing is said of the rate."""


@lru_cache(maxsize=1024)
def rate_of(text: str) -> tuple[str, str]:
    """Which rate a text about one speaks of: alpha, r, or rate where it does not say; with the words that tell."""
    low = _OF_SPEED.sub("", spoken(text))
    for symbol, pattern in (
        *_DIVISIONS,
        ("alpha", PROBABILITY),
        ("alpha", PER_TOKEN),
        ("r", MEASURED),
        ("alpha", ASSUMED),
    ):
        if match := pattern.search(low):
            return symbol, match[0].strip()
    return "rate", ""


@lru_cache(maxsize=1024)
def over(text: str) -> tuple[str, str]:
    """The rate of which a text says what is divided by what, with the words; ("", "") where it does not."""
    low = spoken(text)
    for symbol, pattern in _DIVISIONS:
        if match := pattern.search(low):
            return symbol, match[0].strip()
    return "", ""
