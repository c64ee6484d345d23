"""Numbers that a file works out (DP201), that contradict a formula of it (DP202), or that break a rule of the domain (DP203)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ...document import Document, Kind, Passage
from ...evidence import may_speculate
from ...excuses import excuse
from ...finding import Finding, Level
from . import columns, documented, domain, domain_code, examples, figures, own, products, sampling, valued
from .broken import Broken
from .counts import miscounted
from .digits import Fit
from .lines import Marks, Slip, slips
from .marks import marks
from .quantities import read
from .role import decoding
from .weights import all_or_nothing

MAX_FINDINGS = 40  # of one document, figures aside: a page full of slips is a program's


def judge(document: Document) -> Iterator[Finding]:
    """The findings on the numbers of a document.

    What code computes is right by itself: of code only rules of the domain are looked at.
    """
    readings = marks(document)
    taken: list[tuple[Passage, int, int]] = []
    yield from _counted(_findings(document, readings), taken, document)
    if not may_speculate(document):
        return
    for passage, number, finding in figures.findings(document, readings, taken):
        taken.append((passage, number.start, number.end))
        yield finding
    yield from _counted(columns.odd(document, readings), taken, document)
    yield from _counted(own.contradicted(document, readings), taken, document)
    yield from _counted(examples.contradicted(document, readings), taken, document)


def _counted(
    found: Iterator[tuple[Passage, Broken]], taken: list[tuple[Passage, int, int]], document: Document
) -> Iterator[Finding]:
    """What is found, without what is reported at its place already, is about something else, or is stated as a mistake."""
    for passage, one in islice(found, MAX_FINDINGS):
        start, end = one.start, one.end
        if any(passage is other and start < last and first < end for other, first, last in taken):
            continue
        if decoding(passage, start, end, document) and not excuse(passage, start, end, document):
            taken.append((passage, start, end))
            yield _finding(passage, one, document)


def _findings(document: Document, readings: Marks) -> Iterator[tuple[Passage, Broken]]:
    """What is found in each passage, in the order in which one finding hides another at its place."""
    for passage in document.passages:
        if passage.kind is Kind.CODE or not any(map(str.isdigit, passage.text)):
            continue
        blank = read(passage.text)
        yield from ((passage, one) for one in domain.broken(passage, document, blank, readings))
        yield from ((passage, one) for one in all_or_nothing(passage, document))
        if _works(passage.text):
            yield from ((passage, _slip(one, passage)) for one in slips(passage.text, blank, readings))
        for one in miscounted(passage.text):
            message = f"the counts give {one.computed}, not {one.printed}"
            yield passage, Broken(one.start, one.end, message, f"write {one.computed}", Level.WARNING, code="DP201")
    for wrong in sampling.wrong(document):
        yield wrong.passage, Broken(wrong.start, wrong.end, wrong.message, wrong.fix, wrong.level, code="DP201")
    for formula in document.formulas:
        found = domain_code.broken(formula, document)
        if found is not None:
            yield formula.passage, documented.counting(found, formula, document)
        elif (other := documented.costing(formula, document)) is not None:
            yield formula.passage, other
        if may_speculate(document):
            yield from ((formula.passage, one) for one in valued.contradicted(formula, document, readings))
            yield from ((formula.passage, one) for one in products.multiplied_out(formula, document))
    for passage in document.passages:
        yield from ((passage, one) for one in documented.rounding(passage, document))


_RESULT = re.compile(
    r"[\d)\]}⁰¹²³⁴-⁹](?s:.){0,24}?(?:[=＝≈≃→]|->|\\approx|\\simeq|\\to|等于|等於|equal|igual|gleich|vaut)[^\w\n]{0,6}"
    r"(?:about|approximately|approx|roughly|around|some|circa|ca|to|a|cerca de|aproximadamente|aprox|environ|etwa|rund|unos|"
    r"大约|约|約|약)?[^\w\n]{0,4}(?:\d|[a-z]{3,5}[{(])"
)
_COMPARED = re.compile(r"\d\s?\+\s?\.?\d[\d.,{}]*[\s$`]{0,3}(?:[<>≤≥]|\\[lg]eq?\b|\\[lg]t\b)")
_ACTS = re.compile(r"\d[^\n\d]{0,16}?(?:[-+*/×·⋅÷^−x]|\\(?:times|cdot|frac|div)|[⁰¹²³⁴-⁹])")


def _works(text: str) -> bool:
    """Whether a text can have a worked line: something done to numbers, and a relation between numbers."""
    return _ACTS.search(text) is not None and (_RESULT.search(text) or _COMPARED.search(text)) is not None


def _slip(slip: Slip, passage: Passage) -> Broken:
    """A worked line as a finding: an error where it is written out, a warning in a table or before an arrow."""
    if slip.compares:
        message = f"the sum is {slip.computed}, which is not {slip.compares} {slip.printed}"
        return Broken(slip.start, slip.end, message, f"the sum is {slip.computed}", Level.ERROR, code="DP201")
    if slip.fit is Fit.CUT:
        message, level = f"{slip.printed} is cut off, not rounded: the line gives {slip.computed}", Level.NOTE
    else:
        message = f"the line gives {slip.computed}, not {slip.printed}, whatever its inputs were before rounding"
        level = Level.WARNING if passage.kind is Kind.TABLE or slip.arrow else Level.ERROR
    return Broken(slip.start, slip.end, message, f"write {slip.computed}", level, code="DP201")


def _finding(passage: Passage, found: Broken, document: Document) -> Finding:
    return document.finding(
        passage, found.start, found.end, found.code, found.level, found.message, found.fix, claim=found.claim, rival=found.rival
    )  # fmt: skip
