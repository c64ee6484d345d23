"""Documents for the page, and what a parser sees of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from draftproof.report.documents import build
from draftproof.report.documents.formats import Layout
from draftproof.report.documents.html import WHOLE, files
from draftproof.report.documents.model import Document

VOID = {"meta", "input", "br", "hr", "wbr", "link", "img"}


@dataclass
class Seen(HTMLParser):
    """The elements of a page, with what does not close."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)

    def every(self, attribute: str) -> list[str]:
        return [attrs[attribute] or "" for _, attrs in self.tags if attribute in attrs]

    @property
    def unclosed(self) -> list[str]:
        return [*self.wrong, *self._open]


def seen(page: str) -> Seen:
    found = Seen()
    found.feed(page)
    found.close()
    return found


def written(document: Document) -> str:
    return files(document, Layout())[WHOLE]


@pytest.fixture(scope="session")
def document() -> Document:
    """Claims of odd kinds: cases, words, sequences, figures."""
    return build.document(
        (
            "tokens.closed_form",
            "tokens.linear_overestimates",
            "sampling_order",
            "losslessness.one_position",
            "beam_paging",
        )
    )


@pytest.fixture(scope="session")
def page(document: Document) -> str:
    return written(document)


@pytest.fixture(scope="session")
def look() -> Callable[[str], Seen]:
    """What a parser sees of a page."""
    return seen


@pytest.fixture(scope="session")
def write() -> Callable[[Document], str]:
    """The page of a document."""
    return written
