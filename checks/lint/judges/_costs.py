"""Whose cost a name is, and in whose steps: c is a draft step's in target steps; others count the target's in draft steps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....derivations.expr import Node
from ..contexts import said_around
from ..divisions import sees
from ..document import Document, Formula, Kind
from ..evidence import facts, hears
from ..sieve import sieved
from ..spelling import last, spelled
from ..splitting import bounded, key, spoken


def _any(*parts: str) -> re.Pattern[str]:
    return sieved(bounded("|".join(parts)))


_DRAFT = _any(
    r"\bdraft|\bpropos|\bspeculator|\bassistant|\b(?:small|cheap)\w* model|\b(?:t|c|cost|time|ms|latency) d\b|"
    r"草稿|起草|小模型|초안|드래프트|ドラフト|下書き|borrador|rascunho|brouillon|ébauche|\bentwurf|чернов|драфт"
)
_TARGET = _any(
    r"\btarget|\bverif|\bbaseline\b|\b(?:large|big|main|full|base) model|\b(?:t|c|cost|time|ms|latency) (?:t|v|p)\b|"
    r"目标|目標|大模型|验证|驗證|타[겟깃]|검증|ターゲット|検証|objetivo|\balvo\b|vérifi|\bcible|\bziel|\bprüf|целев|проверк"
)
_OF_SPEED = _any(
    r"\bspeeds?\b|\bfast|\bthroughput|\btok\w* ?(?:/|per) ?s|\btps\b|velocid|rápid|\bvitesse|\bschnell|\bgeschwind|скорост|быстр",
    r"速度|更快|吞吐|속도|빠른|速い|スループット",
)
"""A ratio of speeds is the other way round."""
_IN_DRAFT_STEPS = _any(
    r"\bin draft\w*['’]?s?[ -](?:model )?(?:steps|times|passes|units)\b|\bunits? of (?:\w+ ){0,2}draft|"
    r"\bmultiples? of (?:\w+ ){0,3}draft|"
    r"\bin the time of (?:an?|one|the) (?:single )?draft|\bdraft[ -](?:step|time|cost) units?\b|"
    r"\btok\w* (?:\w+ ){0,2}per (?:unit of )?draft|^per draft",
    r"以草稿[^，。；]{0,10}(?:为|為)单?單?位|(?:每|按)(?:个|個)?草稿步|ドラフト[^、。]{0,10}(?:を|が)?単位",
    r"초안 ?(?:단계|스텝)? ?(?:시간)?(?:을|를)? ?단위",
    r"\ben (?:pasos|tiempos|unidades) del? (?:\w+ )?borrador|\bem (?:passos|tempos|unidades) d[eo] (?:\w+ )?rascunho|"
    r"\ben (?:pas|temps|unités) d[eu] (?:\w+ )?(?:brouillon|ébauche)|\bin entwurfs?-?(?:schritt|zeit|einheit)|"
    r"в (?:шагах|единицах) чернов",
)
_SO_MANY = _any(
    r"\b(?:how many|number of) draft[^.;]{0,30}\btarget|\bcuántos pasos|\bquantos passos|\bcombien d|\bwie viele entw|"
    r"сколько чернов",
    r"多少[^，。；]{0,4}草稿|몇 ?(?:번의 )?초안|ドラフト何",
)


def in_target_steps(name: str, formula: Formula, document: Document) -> bool:
    """Whether a cost is settled as the draft's, in target steps: by its name, its definition or words, and none to the contrary.

    Words name first what the cost is of: "draft cost / verify cost". Where a language names it last, nothing is settled.
    """
    around = spoken(
        f"{last(formula.result)} {formula.near} {said_around(formula.passage)} {formula.passage.scope.rpartition('.')[2]}"
    )
    if _IN_DRAFT_STEPS.search(around):
        return False
    told = [said for text in _said_of(name, formula, document) if (said := _whose(spoken(text)))]
    return bool(told) and set(told) == {"draft"}


def _said_of(name: str, formula: Formula, document: Document) -> Iterator[str]:
    known = facts(document)
    yield last(name)
    yield from (text for text, passage in known.described.get(key(name), ()) if hears(formula, passage))
    for one in known.defined.get(key(last(name)), ()):
        if sees(formula, one, name):
            yield one.text
            yield one.near if one.passage.kind is Kind.CODE else ""


def of_draft(words: str) -> bool:
    """Whether words speak of drafts or of what makes them."""
    return _DRAFT.search(words) is not None


def _whose(words: str) -> str:
    """Whose cost words speak of: "draft" or "target"; "target" too of what is counted in draft steps; "" where they do not say."""
    draft, target = _DRAFT.search(words), _TARGET.search(words)
    if _IN_DRAFT_STEPS.search(words) or _SO_MANY.search(words) or _OF_SPEED.search(words):
        return "target"
    if draft is None or target is None:
        return "draft" if draft else "target" if target else ""
    return "draft" if draft.start() < target.start() else "target"


def counts_tokens(name: str, document: Document) -> bool:
    """Whether a name is emitted tokens: by its spelling, or as each takes a target step without drafts, `N * T_target`."""
    return not {"E", "emitted"}.isdisjoint(spelled(name)[0]) or any(
        tree.op == "mul" and {"t_t"} == {symbol for other in _beside(name, tree) for symbol in spelled(other)[0][:1]}
        for one in document.formulas
        for tree in one.templates[:1]
    )


def _beside(name: str, product: Node) -> list[str]:
    """The other names of a product with a name; none where it is not one of its factors."""
    names = [part.args[0] for part in product.args if part.op == "sym"]
    return [other for other in names if other != name] if name in names and len(names) == len(product.args) else []
