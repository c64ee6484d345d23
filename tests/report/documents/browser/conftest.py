"""Chromium, and a bare page of all plots: what page.js does is tested where it runs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from draftproof.report.documents import plots
from draftproof.report.documents.model import Document

NAMES = ("chromium", "chromium-browser", "google-chrome")


def _missing(what: str) -> None:
    """Skip, but never where the tests must all run."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is not installed: .ci/run installs it")
    pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium, the system's own."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _missing("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def bare(document: Document, *, head: str = "", style: str = "body { margin: 1rem }") -> str:
    """A page of nothing but the drawings."""
    figures = "".join(figure.html for figure in plots.figures(document))
    data = plots.data(document)
    block = f'<script type="application/json" id="dp-data">{data}</script>' if data else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>plots</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"{head}<style>{style}{plots.style()}</style></head><body>"
        f"{plots.controls(document)}{plots.graph(document)}{figures}"
        f"{block}{''.join(f'<script>{script}</script>' for script in plots.scripts())}</body></html>"
    )


@pytest.fixture(scope="session")
def bare_page() -> Callable[..., str]:
    """Makes the page, for a test that opens it itself."""
    return bare


@pytest.fixture(scope="module")
def opened(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a document's drawings in a page that has raised no error."""
    contexts = []

    def open_(document: Document, **options: Any) -> Any:
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_offline(True)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_content(bare(document))
        assert not errors
        return page

    yield open_
    for context in contexts:
        context.close()
