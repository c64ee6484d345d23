"""Claims about the order of sampling steps (DP302): universal ones and ones about an engine, that an engine refutes.

"All engines apply temperature before top-p" is refuted by llama.cpp, "top-k never comes after top-p" by EAGLE: the orders are
those of `derivations.engines`. An engine that is named makes it a statement about that engine. "We always", "most engines",
"should", "not every engine" claim nothing universal; neither does what no engine of the table contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ....derivations.engines import ENGINES, Engine
from ..document import Document, Kind
from ..excuses import excuse
from ..finding import Finding, Level
from ..refutations import refuted
from ._orders import LIMITED, NAMED, NEGATED, SAME, UNIVERSAL, orders, steps_in

_CODE = "DP302"
_FIX = "name the engine and its version: orders differ ({engine}: {order})"
_SENTENCE = re.compile(r"[.!?;](?=\s|$)|[。！？；]|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)|\n(?=[A-Z#*])")
_BECAUSE = re.compile(r", (?:so|because|since|which|hence|thus|therefore)\b")
"""What comes after it is no part of the claim."""
_SURELY = re.compile(
    r"\b(?:it is|it's|is)? ?(?:safe|fair|correct|fine) to (?:assume|say|suppose)(?: that)?|\b(?:you|we|"
    r"one) (?:can|may) (?:safely )?(?:assume|rely on it|be sure|say)(?: that)?|"
    r"\brest assured(?: that)?|\bwhatever (?:\w+ )?(?:you|we) (?:use|run|choose|pick),?|\bno matter (?:what|"
    r"which) (?:\w+ ){0,3}(?:you|we) (?:use|run|choose|pick),?|"
    r"可以(?:放心)?(?:认为|假设)|안심하고|と考えて(?:よい|いい|差し支えない)|se puede (?:suponer|asumir|dar por hecho) que|"
    r"pode-se (?:supor|assumir) que|"
    r"on peut (?:supposer|admettre) (?:que|qu.)|man (?:kann|darf) (?:davon ausgehen|annehmen),? dass"
)
"""Words that make a claim surer, though they have "assume" or "can" in them."""
_SAMPLING = re.compile(
    r"sampl|distribution|logit|probab|采样|抽样|分布|概率|샘플|분포|확률|サンプ|分布|確率|muestr|distribu|amostr|échantill|stichprob|verteilung|сэмпл|выборк|распредел|вероятн"
)
"""Words that make a cut one of a law, where no other step is named."""
_KINDS = frozenset({Kind.PROSE, Kind.HEADING, Kind.TABLE, Kind.COMMENT, Kind.DOCSTRING, Kind.STRING})
_MAX_SENTENCE = 600


@dataclass(frozen=True)
class _Refuted:
    """A claim that an engine contradicts."""

    message: str
    engine: Engine
    level: Level


def judge(document: Document) -> Iterator[Finding]:
    """A finding for each sentence that claims an order which an engine does not have."""
    for passage in document.passages:
        if passage.kind not in _KINDS or not _mentions(passage.text):
            continue
        for start, end in _sentences(passage.text):
            found = judged(passage.text[start:end])
            if found is not None and not excuse(passage, start, end, document):
                fix = _FIX.format(engine=found.engine.name, order=", ".join(found.engine.order))
                yield document.finding(passage, start, end, _CODE, found.level, found.message, fix)


def _mentions(text: str) -> bool:
    low = text.lower()
    return bool(steps_in(low)) and bool(UNIVERSAL.search(low) or NEGATED.search(low) or _engines(low))


def judged(sentence: str) -> _Refuted | None:
    """What is wrong with a sentence about an order; None where nothing is."""
    low = _SURELY.sub("", _BECAUSE.split(" ".join(sentence.lower().split()), maxsplit=1)[0])
    if len(low) > _MAX_SENTENCE or LIMITED.search(low) or refuted(low):
        return None
    engines = _engines(low)
    if engines and (contrast := _contrasted(low)):
        low = contrast
    if len(engines) > 1 or (not engines and NAMED.search(low)):
        return None
    negated = NEGATED.search(low) is not None
    if not engines and not negated and not UNIVERSAL.search(low):
        return None
    if not engines and SAME.search(low) and len(set(steps_in(low))) > 1:
        return _Refuted("engines apply these steps in different orders", ENGINES["llama.cpp"], Level.ERROR)
    if not _SAMPLING.search(low) and set(steps_in(low)) <= {"cuts"}:  # a truncated prompt
        return None
    for order in orders(low):
        claim = order.turned() if negated else order
        for engine in engines or tuple(ENGINES.values()):
            if claim.contradicted(engine.order):
                said = f"{engine.name} ({engine.version}) applies {', '.join(engine.order)}"
                universal = f"not so in every engine: {said}"
                return _Refuted(said if engines else universal, engine, Level.WARNING if engines else Level.ERROR)
    return None


_NAMES = (
    ("vllm", r"\bvllm\b"),
    ("transformers", r"\btransformers\b|hugging ?face|\bhf\b"),
    ("eagle", r"\beagle\b"),
    ("gpt-fast", r"gpt-?fast"),
    ("llama.cpp", r"llama\.?cpp"),
)
_ENGINE = tuple((name, re.compile(pattern)) for name, pattern in _NAMES)


_CONTRAST = re.compile(r"\b(?:where|whereas|while|unlike)\b(?: in)?(?= )|而(?=[^，。]{0,4}[a-z])")


def _contrasted(low: str) -> str:
    """The clause on the engine, where it is named only for the order that it has instead: "..., where vLLM applies it last"."""
    parts = _CONTRAST.split(low, maxsplit=1)
    instead = len(parts) == 2 and steps_in(parts[0]) and not _engines(parts[0]) and _engines(parts[1][:40])
    return parts[1] if instead else ""


def _engines(low: str) -> tuple[Engine, ...]:
    return tuple(ENGINES[name] for name, pattern in _ENGINE if pattern.search(low))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for cut in (*_SENTENCE.finditer(text), None):
        end = cut.end() if cut else len(text)
        piece = text[start:end]
        lead = len(piece) - len(piece.lstrip(" \t\n-*•|"))
        if piece.strip(" \t\n-*•|"):
            yield start + lead, start + len(piece.rstrip())
        start = end
