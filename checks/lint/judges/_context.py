"""What the surroundings of a formula say, beyond the meanings of its names: is a draft length given, a cost, are drafts free."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....derivations.expr import Node
from .. import russian
from ..contexts import LIMIT
from ..described import numbers_in
from ..document import Document, Formula, Kind, Passage
from ..evidence import facts
from ..spelling import last, spelled
from ..subject import sections
from ..words import PHRASES, speaks, spoken

FORMS = frozenset({"tokens.closed_form", "draft_cost.closed_form"})
"""What must stand in a document of which such numbers are judged."""
OTHERWISE = re.compile(
    r"\btrees?\b|\bbranch\w*|\blenien\w*|\btypical|\brelax\w*|\boverhead|\bsequential\w*|\bschedul\w*|\bbatch"
)
"""Words of another model, or of further costs."""
_FREE = re.compile(
    rf"{russian.FREE}|"
    r"\b(?:free|negligible|no extra cost|zero[ -]cost|costs? nothing|parallel (?:heads?|drafts?)|draft heads?|"
    r"medusa|heads|n-?gram|prompt[ -]lookup)\b|"
    r"免费|忽略|可忽略|并行|並行|무시|병렬|並列|無視|gratis|grátis|gratuit|kostenlos|despreciable|desprezível|négligeable|vernachlässig"
)
_ONE_PASS = re.compile(
    r"\b(?:in parallel|single (?:draft )?(?:forward|pass)|one (?:draft )?(?:forward )?pass|at once)\b"
)
_OF_TARGET = re.compile(
    r"\bverif\w*|\bcheck\w*|\btargets?\b|\b(?:big|large|full|main) model|\bstandard\b|\bbaseline\b|\bautoregressive\b|"
    r"\bwithout (?:draft|spec)\w*|\b(?:each|every|a|one|per) tokens?\b|\b(?:normal|plain|ordinary|vanilla) (?:\w+ )?decod\w*"
)
"""What is done in one pass in any case: a verification, or one token without drafts."""
_DRAFTING = re.compile(
    r"\bdraft(?:ing|ers?)\b|\bdraft (?:model|heads?|and verif)|\bproposes?\b|\bself[ -]?spec\w*|\bmtp\b"
)
"""What a draft model does in it, be it with the verification."""
_CLAUSE = re.compile(r"[.;:!?\n]")
_IN_TURN = re.compile(
    rf"{russian.IN_TURN}|"
    r"\bsequential\w*|\bin sequence\b|one after (?:another|the other)|\bone by one\b|\bin turn\b|\bin a row\b|\bback to back\b|"
    r"\btimes (?:per|a|each|in) |auto-?regressive draft|\b(?:runs|called|invoked) (?:\w+ ){0,2}times\b|"
    r"\beach (?:draft|costing|at)\b|"
    r"依次|逐个|顺序|串行|顺次|순차|차례로|順番|逐次|secuencial|en secuencia|em sequência|sequencial|séquentiel|en séquence|"
    r"nacheinander|sequenziell|sequentiell"
)
_TEXTS = frozenset({Kind.PROSE, Kind.MATH, Kind.TABLE})
_NUMBER = re.compile(r"\d")
_MAX_NAMES = 60  # of a function that are looked at
_NAMES = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def _around(formula: Formula) -> str:
    passage = formula.passage
    return spoken(" ".join((formula.near, passage.around, passage.above)))


def described(symbol: str, document: Document) -> bool:
    """Whether the document's text says of a name that it is the quantity."""
    known: dict[str, bool] = document.__dict__.setdefault("_described_as", {})
    if symbol not in known:
        texts = (text for said in facts(document).described.values() for text, _ in said)
        known[symbol] = any(what == symbol for text in texts for what, _ in speaks(text)[:1])
    return known[symbol]


_SO_MANY = r"\d{1,2}(?![.,\d])\s?(?:个|個の?|개의?)?\s?(?:[a-z]+ )?(?:tok|词元|令牌|토큰|トークン|jeton|ficha|токен)"
_VERB = (
    r"(?:\b(?:generat|propos|predict|guess|produc|propon|propõe|génèr|erzeug|schlägt|gera\b|генерир|предлага)\w*|"
    r"生成|预测|預測|提出|猜|생성|예측|제안|予測|提案)"
)
_PROPOSES_SO_MANY = re.compile(
    r"(?:\bdraft\w*|\bassistant model|\bsmall(?:er)? model|草稿|小模型|드래프트|초안|작은 모델|ドラフト|小さなモデル|"
    r"\bborrador|\brascunho|\bbrouillon|\bentwurf\w*|\bчернов\w*)(?:[^.;。；\d\n]|\d+(?:\.\d)? ?b\b){0,40}?"
    rf"(?:{_VERB}[^.;。；\d\n]{{0,12}}{_SO_MANY}|{_SO_MANY}[^.;。；\d\n]{{0,8}}{_VERB})"
)
"""A draft model that hands over so many tokens."""


def length_given(formula: Formula, document: Document) -> bool:
    """Whether a draft length is spoken of beside the formula, or said of a name in the text that it stands in."""
    if formula.passage.kind in _TEXTS and described("gamma", document):
        return True
    around = _around(formula)
    section = sections(document).get(formula.passage.above, "") if formula.passage.kind in _TEXTS else ""
    if PHRASES["gamma"].search(around) or _PROPOSES_SO_MANY.search(section or around):
        return True
    return formula.passage.kind in (Kind.CODE, Kind.DOCSTRING, Kind.COMMENT) and "gamma" in _spelled_in(formula)


def _spelled_in(formula: Formula) -> frozenset[str]:
    """The quantities that the names of a formula's function may be by their spelling."""
    names = _NAMES.findall(formula.passage.around)[:_MAX_NAMES]
    return frozenset(symbol for name in names for symbol in spelled(name)[0][:1])


def cost_given(formula: Formula, document: Document) -> bool:
    """Whether a draft's cost is spoken of beside the formula, with a number or a name for it, or in the text it stands in."""
    if formula.passage.kind in _TEXTS and described("c", document):
        return True
    if formula.passage.kind is Kind.CODE and "c" in _spelled_in(formula):
        return True
    around = _around(formula)
    said = PHRASES["c"].search(around)
    return said is not None and _NUMBER.search(around, said.start()) is not None


def free_drafts(formula: Formula) -> bool:
    """Whether drafts are said to cost nothing, or to come all from one pass: E/(1 + c) is then right.

    Where drafts that follow on each other are spoken of too, what stands nearer to the formula counts.
    """
    words = _around(formula)
    place = words.rfind(spoken(formula.text))
    before = words[:place] if place > 0 else words
    free, in_turn = _said_free(before), _last(_IN_TURN, before)
    if place > 0 and free < 0 and in_turn < 0:
        return _said_free(words) >= 0
    return free > in_turn


_AT_ONCE = re.compile(
    r"\bparallel draft\w*|\bdraft\w* in parallel\b|\b(?:mask(?:ed)?|diffusion|parallel)[ -]block\b|"
    r"\bblock drafters?\b|\bblock[ -]diffusion\b|"
    r"\ball (?:draft|gamma|γ|k) \w+ (?:in|with) (?:one|a single) (?:draft )?(?:forward|pass)"
)


def drafts_at_once(document: Document) -> bool:
    """Whether a document speaks of a drafter that makes all tokens of a block in one pass; kept with it."""
    found: bool | None = document.__dict__.get("_drafts_at_once")
    if found is None:
        found = any(_AT_ONCE.search(spoken(one.text)) for one in document.passages if one.kind is not Kind.CODE)
        object.__setattr__(document, "_drafts_at_once", found)
    return found


_IDEAL = re.compile(
    r"\bideal|\bupper bound|\bceiling\b|\bbest[ -]case\b|"
    r"\b(?:zero|no|without|ignor\w+|neglect\w+|disregard\w+) (?:any |the )?(?:draft\w* )?(?:costs?|overheads?)\b|"
    r"理想|上限|不(?:考虑|考慮|计|計|算)[^。；]{0,12}(?:开销|開銷|成本|耗时)|"
    r"비용이? ?(?:0|없)|이상적|상한|コストが?(?:0|ゼロ)|sin (?:contar|coste|costo)|sem (?:contar|custo)|sans (?:compter|coût)|"
    r"ohne (?:die )?kosten|cota superior|limite superior|borne supérieure|obere schranke"
)


def ideal(formula: Formula) -> bool:
    """Whether a speedup is called that of drafts without cost: the tokens of a cycle, then, are right for it."""
    passage = formula.passage
    before = passage.text[max(0, formula.start - 120) : formula.start]
    return _IDEAL.search(spoken(f"{formula.result} {before} {formula.near} {passage.around[-300:]}")) is not None


def _said_free(words: str) -> int:
    """Where words say last that drafts cost nothing, or come all from one pass; -1 where they do not."""
    found = _last(_FREE, words)
    for match in _ONE_PASS.finditer(words):
        clause = f"{_CLAUSE.split(words[: match.start()])[-1]} … {_CLAUSE.split(words[match.end() :])[0]}"
        if not _OF_TARGET.search(clause) or _DRAFTING.search(clause):
            found = max(found, match.start())
    return found


def _last(pattern: re.Pattern[str], words: str) -> int:
    return max((match.start() for match in pattern.finditer(words)), default=-1)


_SAID_TO_BE = r"\s?(?:=|:=|[:：–—-]|\b(?:is|are|be|denotes?|counts?|means|es|é|est|ist|это)\b|为|為|是|は|은|는)\s?"
_ONE_MORE = (
    r"[^.;,=\n]{0,40}(?:\bplus (?:one|1)\b|[+＋]\s?1\b(?![.,]?\d)|加一)|"
    r"[^.;=\n]{0,30}\bdraft\w*(?: tok\w*)? (?:and|plus) (?:the |a |one )?(?:bonus|target|extra|additional)|"
    r"[^.;=\n]{0,60}(?:\bone more than\b|\bbonus (?:row|position|slot)|\bincl\w* the (?:bonus|target)|多一|하나 (?:더 )?많|"
    r"(?:1|一|ひと)つ多|\bun[oa]? (?:más|mais|a mais|de plus) (?:que|do que)|\beins mehr als|на (?:один|единицу) больше)"
)
"""Behind a length: it counts the token that is no draft."""


def of_block(formula: Formula, lengths: frozenset[str]) -> bool:
    """Whether one token of a block is said to be the target's (ruling 9): "a sure token and a chain of K - 1 drafts", a cost
    times K - 1, "the pass verifies K positions", "K: one more than there are drafts".
    """
    said = " ".join((formula.near, formula.passage.around))
    names = "|".join(sorted(map(re.escape, lengths), key=len, reverse=True))
    return bool(names) and re.search(
        rf"(?:\b(?:chain|draft\w*|speculat\w*|guess\w*|candidates?|proposals?)\b[^.;]{{0,40}}(?<!\w)(?:{names})\s?[-−–]\s?1(?![\d.])|"
        rf"(?<!\w)(?:{names})\s?[-−–]\s?1\s(?:\w+\s)?(?:draft\w*|speculat\w*|guess\w*|candidates?|proposals?)\b|"
        rf"\b[a-z]\w+\s?(?<!\*)[*×·x]\s?\((?:{names})\s?[-−–]\s?1\)|"
        rf"\bverif\w*[^.;]{{0,40}}(?<!\w)(?:{names})\s(?:consecutive\s|token\s)?positions\b|"
        rf"(?<!\w)(?:{names})[`$]{{0,2}}(?:{_SAID_TO_BE})(?:{_ONE_MORE}))",
        said,
        re.IGNORECASE,
    ) is not None  # fmt: skip


_IS = r"\s*\(?(?:=|==|≈|is|of|为|是|:)\s*"
_ALONE = r"(?!\s?[+*/×·^−-]\s?[\d(α-ω])"
"""Behind a number: nothing is added to it or multiplied by it, as in `α·γ = 1 + 0.7·5`."""
_LENGTH = re.compile(
    rf"(?<![{{(^])(?<![*×·/+−-])(?<![*×·/+−-]\s)"
    rf"(?:\bgamma|γ|\bk|\bK|draft length|draft len|num speculative tokens){_IS}(?P<n>[1-9]\d?)(?![\d.,]*\d){_ALONE}"
    r"(?!\s?(?:\.\.|…|to\b|,\s?(?:\.\.|…|2\b)))"
)
"""A length with its value; the index of a sum, `Σ_{k=1}^γ`, is none, nor is the last name of a product."""


def length_in_words(formula: Formula) -> int | None:
    """The draft length that the sentence of a formula gives, if it gives one."""
    return _length_in(spoken(formula.near))


@lru_cache(maxsize=256)
def _length_in(low: str) -> int | None:
    found = {int(match["n"]) for match in _LENGTH.finditer(low)}
    found = found or {int(value) for value, symbol, _ in numbers_in(low) if symbol == "gamma" and value > 1}
    return found.pop() if len(found) == 1 else None


def fixed_length(formula: Formula) -> bool:
    """Whether the formula's own sentence gives the draft length as a number, and speaks of no limit: `at γ = 5 it is 1/(1-α)`."""
    low = spoken(formula.near)
    return not LIMIT.search(low) and (
        length_in_words(formula) is not None or any(symbol == "gamma" for _, symbol, _ in numbers_in(low))
    )


def one_draft(formula: Formula, document: Document, lengths: frozenset[str]) -> bool:
    """Whether the draft length is 1 there, in words or by a definition: r is then alpha, and E is 1 + alpha."""
    if length_in_words(formula) == 1 or any(
        re.search(rf"(?<!\w){re.escape(last(name))}{_IS}1(?![\d.,]*\d){_ALONE}", formula.near) for name in lengths
    ):
        return True
    passage = formula.passage
    counted = "|".join(map(re.escape, sorted(lengths)))
    if passage.kind is Kind.CODE and re.search(
        rf"\bfor\b[^\n]{{0,40}}\b(?:{counted})\b|\b(?:{counted})\s*(?:\+\+|\+=)", passage.text
    ):
        return False
    return any(
        other is passage or (passage.scope and other.scope == passage.scope)
        for name in lengths
        for other in _ones(document).get((name, id(passage.source)), ())
    )


def _ones(document: Document) -> Mapping[tuple[str, int], Sequence[Passage]]:
    """The passages with a name that is the number 1, by the name and the id of their source; kept with the document."""
    found: dict[tuple[str, int], list[Passage]] | None = document.__dict__.get("_ones")
    if found is None:
        found = document.__dict__["_ones"] = {}
        for one in document.formulas:
            if one.result and _is_one(one):
                found.setdefault((one.result, id(one.passage.source)), []).append(one.passage)
    return found


def _is_one(formula: Formula) -> bool:
    tree = formula.templates[0]
    return tree.op == "sym" and _is_printed_one(tree, formula)


def further_cost(document: Document) -> bool:
    """Whether a formula of the document has more in its cost than drafts and a target's pass: `1 + k*c + overhead`."""
    found: bool | None = document.__dict__.get("_further_cost")
    if found is None:
        found = any(_has_further_cost(tree, one) for one in document.formulas for tree in one.templates[:1])
        object.__setattr__(document, "_further_cost", found)
    return found


def _has_further_cost(tree: Node, formula: Formula) -> bool:
    if tree.op == "add" and len(tree.args) > 2:
        drafts = [part for part in tree.args if part.op == "mul" and _is_of_drafts(part)]
        ones = [part for part in tree.args if _is_printed_one(part, formula)]
        others = [part for part in tree.args if part.op == "sym" and part.args[0] not in formula.numerals]
        return bool(drafts and ones and others)
    return any(_has_further_cost(child, formula) for child in tree.children())


def _is_of_drafts(part: Node) -> bool:
    """Whether a product is the cost of a round's drafts, `k * draft_cost`."""
    symbols = [spelled(one.args[0])[0] for one in part.args if one.op == "sym"]
    return any("gamma" in one for one in symbols) and any("c" in one for one in symbols)


def _is_printed_one(part: Node, formula: Formula) -> bool:
    if part.op == "num":
        return bool(part.args[0] == 1)
    return part.op == "sym" and part.args[0] in formula.numerals and 1 in formula.numerals[part.args[0]].values
