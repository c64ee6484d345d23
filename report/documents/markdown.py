"""The Markdown format, for GitHub: a file for each chain with an index, or one page.

A formula stands in a `math` block, or between $` and `$, where GitHub reads neither `_` nor `*` nor a backslash as Markdown. A
bar would end a table's cell even there, so no formula has one. `\\operatorname` is refused there, and is not used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...derivations.expr import Env
from ...derivations.kernel import Argument
from ...derivations.notation import LATEX
from ...derivations.printing import inline, lines
from ...derivations.render import rule_name
from ...derivations.statements import Statement, Words
from ...derivations.tree_printing import written
from .formats import Layout
from .latex.numbers import value_latex
from .lines import figure_in_numbers, in_numbers
from .markdown_text import block, code, formula, prose, safe, table
from .model import WITHOUT_EVIDENCE, Document, Entry, Published, Row, Section, Tempting

WHOLE, INDEX = "draftproof.md", "README.md"
WITHOUT_LEDGER = (
    "Every derivation here was checked when this was written. No ledger was given, so no claim is shown as proved."
)


@dataclass(frozen=True)
class _Links:
    """Where the claims of the document stand: id -> address; others are named only."""

    addresses: Mapping[str, str]

    def to(self, id_: str) -> str:
        return f"[{code(id_)}]({self.addresses[id_]})" if id_ in self.addresses else code(id_)


def files(document: Document, layout: Layout) -> Mapping[str, str]:
    """One page, or a file for each chain, before them an index where there are several."""
    if layout.standalone:
        links = _Links({entry.claim.id: f"#{entry.claim.id}" for entry in document.entries})
        parts = ["# draftproof\n", *_about(document), *_contents(document, links), *_nomenclature(document)]
        parts += [part for section in document.sections for part in _section(section, document, links)]
        return {WHOLE: "\n".join([*parts, *_bibliography(document, document.entries)])}
    made = {section.name: _chain_file(section, document) for section in document.sections}
    found = {f"{name}.md": text for name, text in made.items()}
    return {INDEX: _index(document), **found} if len(found) > 1 else found


def _index(document: Document) -> str:
    links = _addresses(document, "")
    head = "# Derivations\n\nEvery chain with its claims, steps, rivals and published figures, written by `draftproof derive`.\n"
    return "\n".join([head, *_about(document), *_contents(document, links), *_nomenclature(document)])


def _chain_file(section: Section, document: Document) -> str:
    links = _addresses(document, section.name)
    return "\n".join([*_section(section, document, links, level=1), *_bibliography(document, section.entries)])


def _addresses(document: Document, here: str) -> _Links:
    """Links of the files that lie side by side, as from the file `here`."""
    return _Links(
        {
            entry.claim.id: ("" if section.name == here else f"{section.name}.md") + f"#{entry.claim.id}"
            for section in document.sections
            for entry in section.entries
        }
    )


def _about(document: Document) -> Iterator[str]:
    if not document.has_ledger:
        yield WITHOUT_LEDGER + "\n"
        return
    if not document.has_evidence:
        yield WITHOUT_EVIDENCE + "\n"
        return
    versions = ", ".join(f"{safe(name)} {safe(version)}" for name, version in document.environment.items())
    yield f"Evidence of draftproof {safe(document.version)}: {versions}.\n"


def _contents(document: Document, links: _Links) -> Iterator[str]:
    """Chains and claims; what is the same of all claims of a chain, or of most, is said once."""
    for section in document.sections:
        count = len(section.entries)
        most, times = Counter(entry.status for entry in section.entries).most_common(1)[0]
        which = "each of " * (count > 1) + f"{count} claim" + "s" * (count > 1)
        said = f" ({which}{', where nothing else is said' * (times < count)}: {most})" if 2 * times > count else ""
        yield f"- {prose(section.title)}{said}"
        for entry in section.entries:
            title = f" {prose(entry.claim.title)}" if entry.claim.title else ""
            yield f"  - {links.to(entry.claim.id)}{title}" + f" ({entry.status})" * (not said or entry.status != most)
    yield ""


def _nomenclature(document: Document) -> Iterator[str]:
    if document.terms:
        yield "## Symbols\n"
        rows = []
        for term in document.terms:
            inner = ", ".join(map(LATEX.name, term.parameters))
            symbol = formula(LATEX.name(term.name) + (f"({inner})" if inner else ""))
            rows.append(
                (symbol, prose(term.meaning), prose(str(term.domain)), "" if term.unit == "1" else prose(term.unit))
            )
        yield table(("symbol", "meaning", "domain", "unit"), rows)


def _section(section: Section, document: Document, links: _Links, *, level: int = 2) -> Iterator[str]:
    yield f"{'#' * level} {prose(section.title)}\n"
    if level == 1:
        yield from _about(document)
    for entry in section.entries:
        yield from _entry(entry, links, "#" * (level + 1))


def _entry(entry: Entry, links: _Links, hashes: str) -> Iterator[str]:
    claim = entry.claim
    yield f'<a id="{claim.id}"></a>\n'
    yield f"{hashes} {prose(claim.title or claim.id)}\n"
    yield f"{code(claim.id)}: {entry.status}.\n"
    yield _stated(claim.statement)
    sets = [f"{formula(LATEX.name(name))} in {prose(str(values))}" for name, values in claim.domain.sets.items()]
    where = ", ".join([*sets, *(formula(written(condition, LATEX)) for condition in claim.domain.conditions)])
    cited = "".join(f" [\\[{key}\\]](#ref-{key})" for key in entry.references)
    yield (f"For {where}. " if where else "") + f"Source: {prose(claim.source)}.{cited}\n"
    yield from _list(
        "It assumes:", (prose(what) + f" ({prose(why)})" * bool(why) for what, why in entry.assumes.items())
    )
    yield from _derivation(entry)
    yield from _numbers(entry)
    for rival in entry.rivals:
        yield from _rival(rival)
    if entry.figures:
        yield "**Published figures**\n"
        yield table(("printed", "in numbers", "verdict", "source"), map(_figure, entry.figures))
    yield from _evidence(entry)
    for words, ids in (("Uses", entry.uses), ("Used by", entry.used_by)):
        if ids:
            yield f"{words} {', '.join(map(links.to, ids))}.\n"


def _stated(statement: Statement) -> str:
    if isinstance(statement, Words):
        return f"> {prose(statement.says)}\n"
    return block(lines(statement, LATEX))


def _derivation(entry: Entry) -> Iterator[str]:
    if entry.derivation is None:
        yield f"No derivation: {prose(entry.no_derivation)}.\n"
        return
    yield "**Derivation**\n"
    for argument in entry.derivation.arguments:
        yield from _argument(argument)


def _argument(argument: Argument) -> Iterator[str]:
    if argument.given:
        yield "Where\n"
        yield block([inline([given], LATEX) for given in argument.given])
    yield block(lines(argument.start, LATEX)[:1])
    for number, step in enumerate(argument.steps, start=1):
        after = f"{LATEX.sign[step.relation]} {lines(step.after, LATEX)[0]}"
        yield f"{number}. **{prose(rule_name(step))}**: {prose(step.because)}\n"
        yield block([after], indent=" " * len(f"{number}. "))


def _numbers(entry: Entry) -> Iterator[str]:
    at = entry.at
    if not at.point and not at.lines:
        return
    yield f"**In numbers**{_where(at.point)}\n"
    if at.lines:
        yield block([in_numbers(line, LATEX) for line in at.lines])
    if at.reason:
        yield f"{prose(at.reason)}.\n"


def _where(point: Env) -> str:
    numbers = ", ".join(formula(f"{LATEX.name(name)} = {value_latex(value)}") for name, value in point.items())
    return f", at {numbers}:" if numbers else ""


def _rival(tempting: Tempting) -> Iterator[str]:
    """A quotation in a frame of its own, with its false lines in numbers."""
    rival, at = tempting.rival, tempting.at
    parts = [f"**Tempting, and wrong** ({code(rival.id)}): {prose(rival.says)}.\n"]
    if rival.statement is not None:
        parts.append(_stated(rival.statement))
    parts.append(f"Why it tempts: {prose(rival.why_tempting)}.\n")
    if at is not None and at.holds is False and at.lines:
        parts.append(block([in_numbers(line, LATEX) for line in at.lines]))
    elif tempting.numbers:
        parts.append(f"In numbers: {prose(tempting.numbers)}.\n")
    yield "".join(f"> {line}".rstrip() + "\n" for line in "\n".join(parts).splitlines())


def _figure(published: Published) -> tuple[str, ...]:
    note = f" ({prose(published.note)})" if published.note else ""
    figure = published.figure
    return (
        prose(figure.printed),
        formula(figure_in_numbers(published, LATEX)),
        published.verdict + note,
        prose(figure.source),
    )


def _evidence(entry: Entry) -> Iterator[str]:
    recorded = entry.recorded
    if recorded is None:
        return
    yield "**Evidence**\n"
    rows = [
        *map(_row, recorded.rows),
        *((safe(kind), "not run", "", safe(why), "") for kind, why in recorded.not_run.items()),
    ]
    yield table(("kind", "verdict", "engine", "extent", "error rates"), rows)
    yield from _list("It does not pass:", map(safe, recorded.faults))


def _row(row: Row) -> tuple[str, ...]:
    rejected = f"rejects {', '.join(map(code, row.rejected))}" if row.rejected else ""
    extent = "; ".join(filter(None, (safe(row.extent), rejected, safe(row.reason))))
    return safe(row.kind), safe(row.verdict) + " (fails)" * (not row.passes), safe(row.engine), extent, safe(row.rates)


def _list(head: str, items: Iterable[str]) -> Iterator[str]:
    found = [f"- {item}" for item in items]
    if found:
        yield "\n".join([head, "", *found]) + "\n"


def _bibliography(document: Document, entries: Sequence[Entry]) -> Iterator[str]:
    named = {key for entry in entries for key in entry.references}
    works = [work for work in document.references if work.key in named]
    if works:
        yield "## References\n"
        for work in works:
            url = f" <{work.url}>" if work.url else ""
            yield f'- <a id="ref-{work.key}"></a>\\[{work.key}\\] {prose(work.text)}{url}'
        yield ""
