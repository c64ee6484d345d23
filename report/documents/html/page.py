"""The page around the claims: what it is, contents, symbols, chains, references. Everything that it needs is in it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import resources
from typing import NamedTuple

from ....derivations.mathml import MATHML
from .. import plots
from ..model import WITHOUT_EVIDENCE, Document, Section
from . import live, packing
from .claims import MARKS, claim_body, claim_head
from .parts import INDEX, math, page_of, prose, table, text, unbroken

CSP = (
    "default-src 'none'; style-src '{style}'; script-src {scripts}; img-src data:; base-uri 'none'; form-action 'none'"
)
"""Nothing is fetched, and no script runs but those that are in the page."""


class _Made(NamedTuple):
    """What the page has, packed or not: made once, since it is only then known whether the page is too large."""

    heads: Mapping[str, str]  # claim id -> all that stands above its body
    bodies: Mapping[str, str]
    drawn: Sequence[plots.Drawn]
    board: str
    data: str
    lines: str

    @classmethod
    def of(cls, document: Document, whole: Document) -> _Made:
        here = _places(document, whole)
        heads = {entry.claim.id: claim_head(entry) for entry in document.entries}
        lines = live.moving(document)
        bodies = {entry.claim.id: claim_body(entry, here, lines) for entry in document.entries}
        drawn = plots.figures(document)
        return cls(heads, bodies, drawn, _plots(document, drawn), plots.data(document), live.data(lines))


def page(document: Document, whole: Document | None = None) -> str:
    """The page; where it would be too large, what stands below each statement is packed (`packing`).

    `whole` is the document whose chains have pages of their own beside this one; None where there are none.
    """
    made = _Made.of(document, whole or document)
    body = partial(_page, document, made, whole)
    if sum(map(len, made.bodies.values())) > packing.LARGEST:  # characters, of which none is less than a byte
        return body(packed=True)
    found = body(packed=False)
    return found if len(found.encode()) <= packing.LARGEST else body(packed=True)


def _places(document: Document, whole: Document) -> dict[str, str]:
    """Where a link to each claim leads: to this page, or to the page of its chain."""
    pages = {entry.claim.id: page_of(section.name) for section in whole.sections for entry in section.entries}
    own = {entry.claim.id for entry in document.entries}
    return {id_: f"#{id_}" if id_ in own else f"{name}#{id_}" for id_, name in pages.items()}


def _page(document: Document, made: _Made, whole: Document | None, *, packed: bool) -> str:
    """The page, with the bodies of its claims packed, or where they belong."""
    style, data, lines = f"{_file('page.css')}\n{plots.style()}", made.data, made.lines
    scripts = [
        *([_file("unpack.js")] if packed else []),
        _file("reading.js"),
        *(plots.scripts() if data else []),
        *([_file("live.js")] if lines else []),
    ]
    policy = CSP.format(style=_hash(style), scripts=" ".join(f"'{_hash(script)}'" for script in scripts))
    blocks = [
        *([f'<script type="application/json" id="dp-data">{data}</script>'] if data else []),
        *([f'<script type="application/json" id="dp-lines">{lines}</script>'] if lines else []),
        *([packing.element(made.bodies)] if packed else []),
    ]
    titles = ", ".join(section.title for section in document.sections)
    title = f"draftproof: {titles}" if len(document.sections) == 1 else "draftproof: the arithmetic of LLM decoding"
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n<body>",
            *_body(document, title, made, whole, packed=packed),
            *blocks,
            *(f"<script>{script}</script>" for script in scripts),
            "</body>\n</html>\n",
        )
    )


def _body(document: Document, title: str, made: _Made, whole: Document | None, *, packed: bool) -> Iterator[str]:
    yield '<a class="skip" href="#content">Skip to the content</a>'
    yield f"<header><h1>{text(title)}</h1>{_about(document)}{_switches()}</header>"
    yield _contents(document, whole or document)
    yield '<main id="content">'
    if packed:
        beside = whole.sections if whole else ()
        yield packing.notice([f'<a href="{page_of(one.name)}">{text(one.title)}</a>' for one in beside])
    yield made.board
    yield from (_chain(section, made, packed=packed) for section in document.sections)
    yield _symbols(document)
    yield _references(document)
    yield "</main>"
    yield f"<footer><p>{_versions(document)}</p></footer>"


def _about(document: Document) -> str:
    if document.has_evidence:
        evidence = "The verdicts are those of the ledger that was given."
    else:
        ledger = WITHOUT_EVIDENCE if document.has_ledger else "No ledger was given."
        evidence = (
            f"{ledger} Each derivation was checked when this page was made; nothing here is proved in this build."
        )
    return (
        "<p>Every formula here is derived step by step, each step by a rule and a checker of its own, and stands with the wrong "
        f"versions that people write. {evidence}</p>"
    )


def _switches() -> str:
    return (
        '<p class="switches" hidden><button type="button" data-switch="open" aria-pressed="false">Unfold all</button> '
        '<button type="button" data-switch="theme" aria-pressed="false">Light or dark</button></p>'
    )


def _contents(document: Document, whole: Document) -> str:
    here = {section.name: f"#{section.name}" for section in document.sections}
    items = "".join(
        f'<li><a href="{text(here.get(section.name) or page_of(section.name))}">{text(section.title)}</a> '
        f"({len(section.entries)} claim{'s' * (len(section.entries) != 1)})</li>"
        for section in whole.sections
    )
    index = f'<a href="{INDEX}">All chains on one page</a> · ' if len(here) < len(whole.sections) else ""
    rest = f'{index}<a href="#symbols">Symbols</a> · <a href="#references">References</a>'
    return f'<nav aria-label="Contents"><ol>{items}</ol><p>{rest}</p></nav>'


def _plots(document: Document, drawn: Sequence[plots.Drawn]) -> str:
    """The plots together, beside the sliders that move them, and how the chains use each other."""
    figures = "".join(figure.html for figure in drawn if figure.is_plot)
    board = f'<div>{plots.controls(document)}<div class="dp-plots">{figures}</div></div>' if figures else ""
    body = f"{board}{plots.graph(document)}"
    return f'<section aria-labelledby="plots"><h2 id="plots">Plots</h2>\n{body}\n</section>' if body else ""


def _chain(section: Section, made: _Made, *, packed: bool) -> str:
    ids = [entry.claim.id for entry in section.entries]
    claims = "\n".join(f"{made.heads[id_]}{packing.PLACE if packed else made.bodies[id_]}</details>" for id_ in ids)
    figures = "".join(figure.html for figure in made.drawn if figure.chain == section.name and not figure.is_plot)
    head = f'<h2 id="{text(section.name)}">{text(section.title)}</h2>'
    return f'<section aria-labelledby="{text(section.name)}">{head}\n{claims}\n{figures}\n</section>'


def _symbols(document: Document) -> str:
    lines = (
        (
            math(MATHML.name(term.name)),
            prose(term.meaning),
            unbroken(str(term.domain)),
            "" if term.unit == "1" else text(term.unit),
        )
        for term in document.terms
    )
    body = table("What the symbols mean", ("symbol", "meaning", "domain", "unit"), lines)
    return f'<section aria-labelledby="symbols"><h2 id="symbols">Symbols</h2>{body}</section>'


def _references(document: Document) -> str:
    items = "".join(
        f'<li id="ref-{one.key}"><b>[{one.key}]</b> {text(one.text)}'
        + (f' <a href="{text(one.url)}" rel="noreferrer">{text(one.url)}</a>' if one.url else "")
        + "</li>"
        for one in document.references
    )
    body = f'<ul class="refs">{items}</ul>'
    return f'<section aria-labelledby="references"><h2 id="references">References</h2>{body}</section>'


def _versions(document: Document) -> str:
    given = document.environment.items() if document.has_evidence else ()
    engines = ", ".join(f"{text(name)} {text(version)}" for name, version in given)
    legend = ", ".join(f"{mark} {words}" for mark, words in zip(MARKS.values(), _STATES, strict=True))
    return f"Made by draftproof {text(document.version)}{'; the ledger: ' + engines if engines else ''}. {legend}."


_STATES = ("checked by all that applies", "checked in part", "no verdict of a ledger", "does not pass")


@cache
def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8").strip()


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
