"""The best draft length at a given rate and cost, as a text has it (DP202): "α = 0.8, c = 0.05: optimal N about 5 to 7, 3.2x".

The speedup (1 - α^(γ+1))/(1 - α)/(1 + γc) has one peak. A text is contradicted where none of the lengths that it names comes within
3 % of the peak, or where the speedup that it gives there is more than any length brings. Judged only in documents in which
the closed form stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import excuses
from ..document import Document, Kind, Passage
from ..finding import Finding, Level
from ..mathtext import Numeral
from ..words import MEASURED, spoken
from ._context import FORMS, OTHERWISE, drafts_at_once, further_cost
from .worked.digits import claimed
from .worked.model import standing
from .worked.outcomes import known
from .worked.stated import said
from .worked.stretches import stretches

CODE = "DP202"
CLAIM = "draft_length.unimodal"
NEAR_THE_PEAK = 0.97  # of its speedup: the peak is flat, and people round
LONGEST = 2_000

_BEST = (
    r"(?:\boptim(?:um|al\w*)\b|\bbest\b|\bsweet spot|\bpeaks?\b|最优|最佳|最適|최적|оптимальн\w{1,4}|"
    r"\bóptim[oa]s?\b|\bótim[oa]s?\b)"
)
_IN_WORDS = r"\b(?:draft |speculation |lookahead )?length|长度|長さ|길이|длин\w+|longitud|comprimento|longueur|länge"
_LENGTH = rf"(?:γ\*?|\\gamma|\bgamma\b|\b[KkN]\b\*?|{_IN_WORDS})"
_TO = r"\s?(?:-|–|—|~|to|or|и|до|至|到|或|〜|また?は|또는|에서|o|ou|oder|bis|a|y|e)\s?"
_OF = (
    r"(?:[\s`$*:：,=]|\b(?:drafts?|draft|speculation|speculative|lookahead|choice|value|number|tokens?|of|for|the|is|at|length|lies|comes|de|del|"
    r"do|para|la|el|o|a)\b|的|な|の|인|は|는|은|для|草稿|起草|ドラフト|초안){0,12}"
)
"""What may stand between it and the length."""
_IS = r"[^.;。；\n\d]{0,28}?"
_WORKED = re.compile(
    rf"{_BEST}(?! of\b){_OF}{_LENGTH}{_IS}(?<![\d.,])(?P<first>\d{{1,2}})(?:{_TO}(?P<last>\d{{1,2}}))?(?![\d%×x^]|[.,]\d|\s?[×x%])",
    re.IGNORECASE,
)


_CAPPED = re.compile(
    r"\bbudget|\bcaps?\b|\bcapped|\bat most\b|\bup to\b|\blimit\w*|\bwithin\b|≤|\\leq?\b|<=|\bmaximum\b|\ballow\w*|\bmemory\b|"
    + "|".join(("上限", "以内", "最多", "제한", "상한", r"\bpractice\b", "实际", "实践", "実際", "실제"))
)
"""Words of a best length under something else."""


def judge(document: Document) -> Iterator[Finding]:
    """The findings on best draft lengths that a document works out."""
    named = [one for one in document.passages if one.kind is not Kind.TABLE and _WORKED.search(one.text)]
    if (
        named
        and not FORMS.isdisjoint(standing(document))
        and not further_cost(document)
        and not drafts_at_once(document)
    ):
        for passage in named:
            yield from _in_passage(passage, document)


def _in_passage(passage: Passage, document: Document) -> Iterator[Finding]:
    text, lead = passage.text, ""
    for start, end in stretches(text):
        beside = text[start:end]
        match = _WORKED.search(text, start, end)
        if match is None:
            lead = beside
            continue
        low = spoken(beside)
        own = said(f"{lead}\n{beside}" if not _settings(beside, document) else beside, known(document))
        lead = ""
        rates, costs = ({one.numeral.text: one.numeral for one in own.values(symbol)} for symbol in ("alpha", "c"))
        if OTHERWISE.search(low) or _CAPPED.search(low) or MEASURED.search(low) or len(rates) != 1 or len(costs) != 1:
            continue
        rate, cost = (next(iter(one.values())) for one in (rates, costs))
        faster = [one.numeral for one in own.figures if one.symbol == "S"]
        found = _contradicted(match, rate, cost, faster[0] if len(faster) == 1 else None)
        if found and not excuses.excuse(passage, match.start(), match.end(), document):
            yield document.finding(passage, match.start(), match.end(), CODE, Level.WARNING, *found, claim=CLAIM)


def _settings(text: str, document: Document) -> bool:
    """Whether a sentence sets a rate or a cost itself."""
    own = said(text, known(document))
    return bool(own.values("alpha") or own.values("c"))


def _contradicted(match: re.Match[str], rate: Numeral, cost: Numeral, faster: Numeral | None) -> tuple[str, str] | None:
    """What is wrong with the lengths, or with the speedup there, and the fix."""
    alpha, c = float(rate.values[0]), float(cost.values[0])
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if not (0 < alpha < 1 and 0 < c < alpha and 1 <= first <= last):
        return None
    if match["last"] is None:
        first, last = max(1, first - 1), last + 1  # it is "about" that
    best = max(range(1, LONGEST), key=lambda length: speedup(alpha, c, length))
    most = speedup(alpha, c, best)
    at = f"at α {rate.text} and c {cost.text}"
    if max(speedup(alpha, c, length) for length in range(first, last + 1)) < NEAR_THE_PEAK * most:
        there = (
            f"{speedup(alpha, c, first):.2f} to {speedup(alpha, c, last):.2f}"
            if first < last
            else f"{speedup(alpha, c, first):.2f}"
        )
        return f"{at} the speedup peaks at γ = {best} with {most:.2f}; the lengths named give {there}", f"write {best}"
    if faster is not None and float(claimed(faster, 0, loosely=False, zeros=True).rounded.low) > most:
        return f"{at} no draft length gives more than {most:.2f}, at γ = {best}; not {faster.text}", f"write {most:.2f}"
    return None


def speedup(alpha: float, c: float, length: int) -> float:
    """The speedup of a draft length: tokens of a round over its cost."""
    return (1 - alpha ** (length + 1)) / (1 - alpha) / (1 + length * c)
