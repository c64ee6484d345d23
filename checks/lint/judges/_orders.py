"""Orders of sampling steps as sentences say them, in many languages: "temperature before top-p", 先应用温度再做 top-p."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .. import russian
from ..splitting import bounded


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile(bounded("|".join(parts)))


_STEPS = (
    ("temperature", r"\btemperatur\w*|температур\w*|\btempératur\w*|\btemp\b|温度|溫度|온도"),
    ("top_p", r"\btop[ _-]?p\b|\bnucleus\b"),
    ("top_k", r"\btop[ _-]?k\b"),
    ("min_p", r"\bmin[ _-]?p\b"),
    ("cuts", r"\btruncat\w*|\bfilter(?:s|ing)\b|截断|截斷|절단|切り捨て|truncamiento|truncamento|troncature"),
)
_OTHER_STEP = re.compile(r"\bpenalt\w+|\blogit[ _]bias\b|惩罚|懲罰|페널티|ペナルティ|penaliza\w+|pénalité\w*|штраф\w*")
"""A step that the engines' orders do not have: what is said to come first or last may be that one."""
_STEP = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _STEPS))
_CUTS = ("top_k", "top_p", "min_p")

_ENGINE = (
    r"(?:engines?|frameworks?|librar(?:y|ies)|implementations?|back-?ends?|servers?|runtimes?|"
    r"(?:inference|serving|llm|sampling) (?:stacks?|systems?|code|tools?|packages?|projects?)|stacks?|samplers?|toolkits?)"
)
UNIVERSAL = _any(
    russian.UNIVERSAL,
    rf"\b(?:all|every|each|any)(?: \w+){{0,3}} {_ENGINE}\b|\balways\b|\binvariably\b|\buniversally\b|"
    rf"\beverywhere\b|whatever the {_ENGINE}|regardless of (?:the )?{_ENGINE}",
    r"(?:所有|任何|每个|每種|各)(?:的)?(?:主流)?(?:推理)?(?:引擎|框架|库|实现|系统)|总是|總是|"
    r"始终|永远|永遠|一律|모든 ?(?:\w+ ?)?(?:엔진|프레임워크|구현)|항상|언제나|어떤 ?엔진이든",
    r"(?:すべて|全て)の(?:推論)?(?:エンジン|フレームワーク|実装)|常に|必ず|どのエンジンでも|"
    r"\bsiempre\b|\btod[oa]s (?:los|las|os|as) (?:motores|"
    r"bibliotecas|librerías|frameworks|servidores|sistemas de inferencia|implementa\w+)|"
    r"\b(?:cada|cualquier|qualquer) (?:motor|biblioteca|framework)",
    r"\bsempre\b|\btoujours\b|\btous les (?:moteurs|frameworks|serveurs)|"
    r"\btoutes les (?:bibliothèques|implémentations)|"
    r"\bchaque (?:moteur|bibliothèque)|\bimmer\b|\bstets\b|"
    r"\balle(?:n)? (?:\w+ )?(?:engines|frameworks|bibliotheken|"
    r"implementierungen)|\bjede[rs]? (?:\w+ )?(?:engine|framework|"
    r"bibliothek|implementierung)",
)
"""A claim about all engines."""
NEGATED = _any(
    russian.NEGATED,
    rf"\b(?:no|none of the)(?: \w+){{0,3}} {_ENGINE}\b|\bnever\b|"
    rf"没有(?:任何|一个)?(?:推理)?(?:引擎|框架|库|实现)|从不|從不|绝不|어떤 ?엔진도|어느 ?엔진도|절대|"
    rf"결코|決して|どのエンジンも",
    r"\bning[úu]n (?:motor|framework)|\bnunca\b|\bjamás\b|"
    r"\bnenhum (?:motor|framework)|\bjamais\b|"
    r"\baucun (?:moteur|framework)|\bkeine? (?:\w+ )?(?:engine|"
    r"framework|bibliothek|implementierung)|\bniemals\b|\bnie\b",
)
"""A claim about all engines by saying that none does the opposite."""
LIMITED = _any(
    russian.LIMITED,
    r"\bnot (?:all|every|always|necessarily)\b|\b(?:most|many|some|several|few|both|two) \b|"
    r"\busual(?:ly)?\b|\boften\b|\btypical(?:ly)?\b|\bgenerally\b|\bcommonly\b|\bsometimes\b|"
    r"\bexcept\b|\bunlike\b|\bother than\b|\bapart from\b|"
    r"\b(?:never|always|nothing)\b[^,;]{0,20}\b(?:keeps?|changes?|removes?|drops?|cuts?|adds?|exceeds?|affects?)\b|"
    r"\b(?:keeps?|changes?|cuts?) nothing\b",
    r"\bdiffers?\b|\bdifferent\b|\bdepend\w*|\bvar(?:y|ies)\b|\b(?:we|our|us|i|you|your)\b|"
    r"\bthis (?:\w+ )?(?:sampler|code|implementation|engine|function|class|module|script|repo\w*|"
    r"library|project|order|test|method|processor)\b|\bhere\b|\blet\b",
    r"\bshould\b|\bmust\b|\bneeds?\b|\brecommend\w*|\bassum\w*|\bif\b|\bwhen\b|\bsuppose\b|"
    r"\bwhether\b|\bwould\b|\bcan\b|\bmay\b|\bmight\b|\?|\bno longer\b|\bused to\b|\bis it true\b|"
    r"\bmyth\b",
    r"并非|並非|不是所有|不总是|大多|多数|多數|通常|一般|有些|部分|本(?:代码|实现|库|项目)|我们|我們|应该|"
    r"應該|必须|如果|除了|不同|因引擎|대부분|일반적|보통|모든[^.]{0,20}것은 아니|우리|"
    r"이 ?(?:코드|구현)|해야|다르|따라 다|만약",
    r"ほとんど|多くの|通常|一般に|とは限ら|この(?:コード|実装)|私たち|べき|異なる|場合|\bno todos\b|"
    r"\bno siempre\b|\bla mayoría|\balgunos\b|\bnormalmente\b|"
    r"\bsuele\w*|\bnosotros\b|\bnuestr\w+|"
    r"\best[ea] (?:código|implementa\w+|función)|\bdebe\w*|"
    r"\bsalvo\b|\bexcepto\b",
    r"\bnem (?:todos|sempre)\b|\ba maioria\b|\balguns\b|"
    r"\bgeralmente\b|\bnosso\b|\bnossa\b|\bdeve\w*|\bexceto\b|"
    r"\bpas (?:tous|toujours)\b|\bla plupart\b|\bcertains\b|"
    r"\bgénéralement\b|\bnotre\b|\bnous\b|\bdoit\b|\bsauf\b|"
    r"\bnicht (?:alle|immer|jede)\b|\bdie meisten\b|\bmanche\b|"
    r"\bmeist\w*|\bwir\b|\bunser\w*|\bsoll\w*|\bmuss\b|\baußer\b",
)
"""What is claimed is less than that: of most engines, of one's own code, a recommendation, a condition."""
NAMED = _any(
    r"\bsglang\b|\btgi\b|text[ -]generation[ -]inference|tensorrt|\btrt-?llm\b|\bollama\b|\bmlx\b|"
    r"exllama|\blmdeploy\b|\bkoboldcpp\b|\bopenai\b|\bmlc\b|\bdeepspeed\b|\baphrodite\b|"
    r"\bctranslate2\b|\bgguf\b|\bmedusa\b|\bjax\b|\bflax\b|\bkeras\b|\btabby\b",
)
"""Engines whose order is not known here."""
SAME = _any(
    russian.SAME,
    r"\border\b[^.;]{0,80}\b(?:same|identical|fixed|"
    r"standard(?:ized)?)\b|\b(?:same|identical) order\b|"
    r"顺序(?:都|是)?(?:相同|一样|固定)|순서[^.]{0,20}(?:같|동일)|"
    r"順序[^。]{0,12}(?:同じ|一定)",
    r"\bmismo orden\b|\borden[^.;]{0,40}\b(?:mismo|igual)\b|"
    r"\bmesma ordem\b|\bordem[^.;]{0,40}\b(?:mesma|igual)\b|"
    r"\bmême ordre\b|\bordre[^.;]{0,40}\bmême\b|"
    r"\bgleiche reihenfolge\b|\breihenfolge[^.;]{0,40}\bgleich",
)

_BEFORE = _any(
    r"\bbefore\b|\bprior to\b|\bahead of\b|\bpreced\w+|\bantes d[eo]l?\b|\bantes das?\b|\bantes que\b|\bbevor\b|\bavant\b|\bvor\b|先于|早于|早於"
)
_AFTER = _any(
    r"\bafter\b|\bfollow(?:s|ing)\b|\bdespués (?:de|que)\b|\bdepois que\b|\btras\b|\bdepois d[eoa]s?\b|\baprès\b|\bnach\b|晚于|晚於"
)
_BEHIND_BEFORE = _any(
    r"(?:之前|以前|前)(?:应用|使用|进行|執行|执行)?|보다 ?(?:항상 ?)?(?:먼저|앞)|(?:이전|전)에|より(?:も)?(?:先|前)に|の前に"
)
_BEHIND_AFTER = _any(r"之后|之後|以后|(?:다음|뒤|후|이후)에|の(?:後|あと)に|より(?:も)?後に")
_DONE = (
    r"(?:appl\w+|com(?:es?|ing)|go(?:es)?|runs?|ran|is|are|done|happens?|executed|steps?|set|put|"
    r"temperature|top[ _-]?[kp]|min[ _-]?p|nucleus|truncation|filter\w*|penalt\w+|sampl\w+|scal\w+)"
)
"""What a step's place is said of: `comes last`, `temperature first`; in `the first candidate`, `the token first` it is another's."""
_STEP_ITSELF = r"(?:appl\w+|scal\w+|divid\w+|cut\w*|truncat\w+|filter\w*|temperature|top|min|nucleus|steps?|of all|thing|operation)"
_FIRST = _any(
    rf"\b{_DONE}[`*_]* (?:\w+ly )?first\b|\bfirst {_STEP_ITSELF}\b|\b(?:at|in) the (?:start|beginning)\b(?! of)|最先|首先|"
    r"先(?=应用|做|用|进行)|가장 ?먼저|제일 ?먼저|最初に|\bprimero\b|\bal principio\b|"
    r"\bprimeiro\b|\bem primeiro\b|\ben premier\b|\bd.abord\b|"
    r"\bzuerst\b"
)
_LAST = _any(
    rf"\b{_DONE}[`*_]* (?:\w+ly |the )?last\b|\b(?:always|very) last\b|\blast {_STEP_ITSELF}\b|\bat the (?:very )?end\b(?! of)|\bfinal step\b|最后|最後|마지막|"
    r"\bal final\b|\bpor último\b|\bno final\b|\bà la fin\b|"
    r"\ben dernier\b|\bzuletzt\b|\bam ende\b"
)
_THEN = _any(
    r"→|->|=>|,? ?\bthen\b|\bfollowed by\b|\bafterwards\b|再|然后|然後|"
    r"그 ?다음|다음으로|次に|してから|\bluego\b|\bdepois\b|\bpuis\b|\bdann\b"
)


@dataclass(frozen=True)
class Order:
    """`first` before `second`; without a second, `first` is said to be the first or the last of all steps."""

    first: str
    second: str = ""
    end: str = ""  # "first" or "last"
    never: bool = False

    def turned(self) -> Order:
        """What "no engine ..." claims: of two steps the other order; of one, that it is never there."""
        return Order(self.second, self.first) if self.second else replace(self, never=not self.never)

    def contradicted(self, order: Sequence[str]) -> bool:
        """Whether an engine's order contradicts it; one that lacks a step does not."""
        ends = {"first": order[0], "last": order[-1]}
        if not self.second:
            steps = _CUTS if self.first == "cuts" else (self.first,)
            there = ends[self.end] in steps
            return not set(steps).isdisjoint(order) and there == self.never
        return any(
            order.index(a) > order.index(b)
            for a in (_CUTS if self.first == "cuts" else (self.first,))
            for b in (_CUTS if self.second == "cuts" else (self.second,))
            if a in order and b in order
        )


def steps_in(low: str) -> list[str]:
    """The steps that a text names, in order."""
    return [match.lastgroup or "" for match in _STEP.finditer(low)]


def orders(low: str) -> Iterator[Order]:
    """The orders that a sentence in lower case claims; nothing where it is not clear which."""
    steps = [(match.start(), match.end(), match.lastgroup or "") for match in _STEP.finditer(low)]
    if not steps:
        return
    for pattern, turned in ((_BEFORE, False), (_AFTER, True)):
        if match := pattern.search(low):
            left = [name for _, end, name in steps if end <= match.start()]
            right = [name for start, _, name in steps if start >= match.end()]
            if not left and _OTHER_STEP.search(low[: match.start()]):
                return
            if not left and len(right) > 1:
                left, right = right[-1:], right[:-1]
            yield from _pairs(left[-1:], right, turned)
            return
    for pattern, turned in ((_BEHIND_BEFORE, False), (_BEHIND_AFTER, True)):
        for match in pattern.finditer(low):
            left = [name for _, end, name in steps if end <= match.start()]
            right = [name for start, _, name in steps if start >= match.end()]
            first = left[:-1] or right
            if left and first:
                yield from _pairs(first[:1], left[len(first[:1]) if left[:-1] else 0 :], turned)
                return
    if (match := _THEN.search(low)) and len(steps) > 1:
        left = [name for _, end, name in steps if end <= match.start()]
        right = [name for start, _, name in steps if start >= match.start()]
        if left and right:
            yield from _pairs(left[-1:], right, False)
            return
    names = {name for _, _, name in steps}
    if len(names) == 1 or (len(steps) > 1 and _THEN.search(low)):
        for pattern, end in ((_LAST, "last"), (_FIRST, "first")):
            if pattern.search(low):
                yield Order(steps[0][2], end=end)
                return


def _pairs(left: Sequence[str], right: Sequence[str], turned: bool) -> Iterator[Order]:
    for a in left:
        for b in dict.fromkeys(right):
            if a != b:
                yield Order(b, a) if turned else Order(a, b)
