"""What the article says of a claim beside its derivation: status, premises, numbers, figures, rivals, evidence, links.

Words of a ledger are a stranger's: `foreign` sets them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ....derivations.latex_width import width
from ....derivations.latex_words import foreign, latex_code, latex_text
from ....derivations.notation import LATEX
from ....derivations.typeset import statement_latex
from ..lines import figure_in_numbers
from ..model import Entry, Published, Recorded, Row, Tempting
from ..sentences import opening
from .fragment import claim_latex
from .numbers import at_rows, display, fitted, point_latex
from .tables import kept

INLINE = 150.0
"""Points up to which a figure's formula stands on the line that judges it."""

MAX_CELL = 1000
"""Characters of a cell in the table of evidence; the longest that a verification writes has some 300."""

VERDICTS = {
    "exact": "its digits agree",
    "holds": "it agrees within the rounding of its inputs",
    "refuted": "it does not follow from its inputs",
    "unknown": "undecided",
}
"""What a judgement on a published figure says."""


def whole_claim(entry: Entry, known: Collection[str]) -> str:
    """A claim of the article; `known` are the ids of the claims in it, which can be referred to."""
    about = rf"\noindent\dpstatus{{{latex_code(entry.claim.id)}}}{{{latex_text(opening(entry.status))}}}"
    cites = f" \\cite{{{','.join(entry.references)}}}" if entry.references else ""
    blocks = [
        claim_latex(entry, about=about, cites=cites, premises=_premises(entry)),
        *_numbers(entry),
        *_figures(entry.figures),
        *(_box(rival, entry) for rival in entry.rivals),
        *_evidence(entry),
        *_links("Uses", entry.uses, known),
        *_links("Used by", entry.used_by, known),
    ]
    return "\n".join(blocks) + "\n"


def _premises(entry: Entry) -> str:
    """Each premise with why it may be made."""
    if not entry.assumes:
        return ""
    items = [
        rf"\item {latex_text(opening(premise))}" + (f" ({latex_text(why)})." if why else ".")
        for premise, why in entry.assumes.items()
    ]
    return "\n".join([r"\dphead{Assuming}", r"\begin{dplist}", *items, r"\end{dplist}"])


def _numbers(entry: Entry) -> Iterator[str]:
    """The statement with numbers put in; of a part that has none, why."""
    at = entry.at
    if not at.point and not at.lines:
        return
    reason = f"{latex_text(opening(at.reason))}." if at.reason else ""
    where = f"With {point_latex(at.point)}: " if at.point else ""
    yield rf"\dphead{{Numbers put in.}} {where}{'' if at.lines else latex_text(at.reason) + '.'}"
    if at.lines:
        yield display(at_rows(at)) + reason


def _figures(figures: Sequence[Published]) -> Iterator[str]:
    if figures:
        yield r"\dphead{Published figures}"
        yield r"\begin{dplist}"
        yield from map(_figure, figures)
        yield r"\end{dplist}"


def _figure(published: Published) -> str:
    """The line with its printed inputs put in, what was printed, the judgement, and where it stands."""
    figure = published.figure
    line = figure_in_numbers(published, LATEX)
    short = width(line) <= INLINE
    before = rf"\(\displaystyle {line}\)\quad" if short else ""
    after = "" if short else display([fitted(partial(figure_in_numbers, published))])
    said = f"{VERDICTS.get(published.verdict, published.verdict)} ({published.verdict})" if published.verdict else ""
    judged = "; ".join(filter(None, (said, latex_text(published.note))))
    return rf"\item {before} printed {latex_text(figure.printed)}: {judged}. From {latex_text(figure.source)}.{after}"


def _box(tempting: Tempting, entry: Entry) -> str:
    """A rival: what it says, why it tempts, and the numbers that reject it."""
    rival, at = tempting.rival, tempting.at
    parts = [rf"\textbf{{Tempting, and wrong:}} {latex_text(rival.says)}."]
    if rival.statement is not None:
        parts.append(statement_latex(rival.statement))
    parts.append(rf"\textit{{Why it tempts:}} {latex_text(rival.why_tempting)}.")
    if at is not None and at.holds is False and (rows := at_rows(at, false=True)):
        parts.append(rf"\par With {point_latex(at.point)}:" + display(rows) if at.point else display(rows))
    elif tempting.numbers:
        parts.append(rf"\par {latex_text(opening(tempting.numbers))}.")
    rejected = _rejected_by(rival.id, entry.recorded)
    tail = f" Rejected by {rejected}." if rejected else ""
    parts.append(rf"\par {{\small {latex_code(rival.id)}.{tail}}}")
    return "\\begin{dpbox}\n" + "\n".join(parts) + "\n\\end{dpbox}"


def _rejected_by(rival: str, recorded: Recorded | None) -> str:
    kinds = [row.kind for row in recorded.rows if rival in row.rejected] if recorded else []
    return ", ".join(dict.fromkeys(map(latex_text, kinds)))


def _evidence(entry: Entry) -> Iterator[str]:
    """What the ledger says, a row for each piece of evidence."""
    recorded = entry.recorded
    if recorded is None or not (recorded.rows or recorded.not_run):
        return
    yield r"\begin{dpevidence}"
    yield from kept(
        [
            *map(_row, _gathered(recorded.rows)),
            *(_cells(kind, "not run", reason, "") for kind, reason in recorded.not_run.items()),
        ]
    )
    yield r"\end{dpevidence}"
    if recorded.faults:
        yield rf"\noindent Does not pass: {'; '.join(map(foreign, recorded.faults))}."


def _gathered(rows: Sequence[Row]) -> Iterator[Row]:
    """Published figures of one verdict in one row: the list of figures has each."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for number, row in enumerate(rows):
        key = (row.verdict, row.engine) if row.kind == "figure" and row.passes else (str(number),)
        groups.setdefault(key, []).append(row)
    for first, *others in groups.values():
        yield replace(first, extent=f"{len(others) + 1} published figures", reason="") if others else first


def _row(row: Row) -> str:
    verdict = row.verdict if row.passes else f"{row.verdict} (fails)"
    return _cells(row.kind, verdict, "; ".join(filter(None, (row.extent, row.rates, row.reason))), row.engine)


def _cells(*cells: str) -> str:
    return " & ".join(foreign(_cut(cell)) for cell in cells)


def _cut(words: str) -> str:
    """A row of a table does not break between pages, so that a stranger's words must end."""
    return words if len(words) <= MAX_CELL else words[:MAX_CELL] + "..."


def _links(words: str, ids: Sequence[str], known: Collection[str]) -> Iterator[str]:
    if ids:
        found = ", ".join(reference(id_, known) for id_ in ids)
        yield rf"{{\raggedright\dphead{{{words}}} {found}.\par}}"


def reference(id_: str, known: Collection[str]) -> str:
    """A claim's id, with the number of its equation where it is in the document."""
    return latex_code(id_) + (rf"~\eqref{{dp:{id_}}}" if id_ in known else "")
