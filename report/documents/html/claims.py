"""One claim on the page, folded: everything that the model has of it, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ....derivations.kernel import Argument, Step
from ....derivations.mathml import MATHML
from ....derivations.printing import inline, lines
from ....derivations.render import rule_name
from ..lines import figure_in_numbers, in_numbers
from ..model import At, Entry, Published, Row, Tempting
from .parts import domain, link, math, prose, rows, table, text

MARKS = {"proved": "✓", "partly": "◐", "checked": "○", "failed": "✗"}
"""A sign for each state of a claim; its words stand beside it, so that nothing hangs on colour."""


def state(entry: Entry) -> str:
    """The state of a claim, by the evidence that the document has."""
    return "checked" if entry.recorded is None else _STATES[entry.recorded.state]


_STATES = {"passed": "proved", "partly": "partly", "unchecked": "checked", "failed": "failed"}


def claim_head(entry: Entry) -> str:
    """The claim as a folded part of the page, with its id for links, open for what stands below the statement."""
    claim, how = entry.claim, state(entry)
    head = (
        f'<summary><h3>{prose(claim.title or claim.id)}</h3> <code>{text(claim.id)}</code> <span class="state {how}">'
        f"{MARKS[how]}\u00a0{text(entry.status)}</span></summary>"
    )
    cited = "".join(f' <a href="#ref-{key}">[{key}]</a>' for key in entry.references)
    statement = (
        f'<div class="statement">{rows(claim.statement)}</div><p>for {domain(claim.domain)}.</p>'
        f"<p>{prose(claim.source)}.{cited}</p>"
    )
    return f'<details class="claim" id="{text(claim.id)}">{head}{statement}'


def claim_body(entry: Entry, here: Mapping[str, str], moving: Collection[str] = ()) -> str:
    """All that stands below a claim's statement; `here` are the places that links may point to, by claim, and `moving`
    the claims and rivals that have a place for the reader's own numbers (`live`).
    """
    return "".join(_body(entry, here, moving))


def _body(entry: Entry, here: Mapping[str, str], moving: Collection[str]) -> Iterator[str]:
    if entry.assumes:
        yield (
            "<h4>It assumes</h4><ul>"
            + "".join(
                f"<li>{prose(premise)}{f' ({prose(why)})' if why else ''}</li>"
                for premise, why in entry.assumes.items()
            )
            + "</ul>"
        )
    yield from _derivation(entry)
    yield from _numbers(entry.at)
    yield _live(entry.claim.id, moving)
    yield from (_tempting(rival, moving) for rival in entry.rivals)
    if entry.figures:
        yield table("Published figures", ("printed", "in numbers", "verdict", "source"), map(_figure, entry.figures))
    yield from _evidence(entry)
    yield from _links(entry, here)


def _derivation(entry: Entry) -> Iterator[str]:
    if entry.derivation is None:
        yield f"<h4>Derivation</h4><p>None: {prose(entry.no_derivation)}.</p>"
        return
    yield "<h4>Derivation</h4>"
    for argument in entry.derivation.arguments:
        yield _argument(argument)


def _argument(argument: Argument) -> str:
    given = f"<p>Where {math(inline(argument.given, MATHML))}:</p>" if argument.given else ""
    start = f"<div class=m>{math(lines(argument.start, MATHML)[0])}</div>"
    return f'{given}{start}<ol class="steps">{"".join(map(_step, argument.steps))}</ol>'


def _step(step: Step) -> str:
    formula = math(f"{MATHML.sign[step.relation]} {lines(step.after, MATHML)[0]}")
    return f"<li><div class=m>{formula}</div><div class=why><b>{text(rule_name(step))}</b>: {prose(step.because)}</div></li>"


def _numbers(at: At) -> Iterator[str]:
    if at.lines:
        yield "<h4>In numbers</h4>" + _lines(at)
    elif at.reason:
        yield f"<h4>In numbers</h4><p>{text(at.reason)}.</p>"


def _lines(at: At) -> str:
    return "".join(f"<div class=m>{math(in_numbers(line, MATHML))}</div>" for line in at.lines)


def _live(id_: str, moving: Collection[str]) -> str:
    return f'<div class=live data-live="{text(id_)}"></div>' if id_ in moving else ""


def _tempting(rival: Tempting, moving: Collection[str]) -> str:
    said = rival.rival
    formula = rows(said.statement) if said.statement is not None else ""
    lines_ = _lines(rival.at) if rival.at is not None else ""
    told = rival.at is not None and rival.at.holds is False and bool(lines_)
    numbers = f"<p>{text(rival.numbers)}</p>" if not told and rival.numbers else ""
    return (
        f'<aside role=note class="tempting" id="{text(said.id)}"><h4>Tempting, and wrong <code>{text(said.id)}</code></h4>'
        f"<p>{prose(said.says)}</p>{formula}<p>Why it tempts: {prose(said.why_tempting)}.</p>{lines_}{numbers}"
        f"{_live(said.id, moving)}</aside>"
    )


def _figure(figure: Published) -> tuple[str, str, str, str]:
    verdict = text(figure.verdict) or "not judged"
    note = f" ({prose(figure.note)})" if figure.note else ""
    return (
        text(figure.figure.printed), math(figure_in_numbers(figure, MATHML)), f"{verdict}{note}", prose(figure.figure.source),
    )  # fmt: skip


def _evidence(entry: Entry) -> Iterator[str]:
    found = entry.recorded
    if found is None:
        yield f"<h4>Evidence</h4><p>{text(entry.status.capitalize())}.</p>"
        return
    if found.rows:
        yield table("Evidence", ("kind", "verdict", "engine", "extent", "error rates"), map(_row, found.rows))
    else:
        yield "<h4>Evidence</h4><p>None.</p>"
    for part, reason in found.not_run.items():
        yield f"<p>Not run: {text(part)} ({text(reason)}).</p>"
    for fault in found.faults:
        yield f'<p class="failed">Fails: {text(fault)}</p>'


def _row(row: Row) -> tuple[str, str, str, str, str]:
    how = "proved" if row.passes else "failed"
    verdict = f'<span class="state {how}">{MARKS[how]}\u00a0{text(row.verdict)}</span>'
    rejected = f"; rejects {len(row.rejected)} rival{'s' * (len(row.rejected) != 1)}" if row.rejected else ""
    reason = f"; {text(row.reason)}" if row.reason else ""
    return text(row.kind), verdict, text(row.engine), f"{text(row.extent)}{rejected}{reason}", text(row.rates)


def _links(entry: Entry, here: Mapping[str, str]) -> Iterator[str]:
    for words, ids in (("Uses", entry.uses), ("Used by", entry.used_by)):
        if ids:
            yield f'<p class="links">{words}: {", ".join(link(id_, here) for id_ in ids)}</p>'
    yield f'<p class="links own"><a href="#{text(entry.claim.id)}">Link to this claim</a></p>'
