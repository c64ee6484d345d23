"""The register of formats: a format turns a document into files.

A module or folder here registers its function under the format's name; `files` imports it when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from .memory import uncollected
from .model import Document


@dataclass(frozen=True)
class Layout:
    """How the files are cut: one whole document (`standalone`), or a part for each chain; and the columns of text.

    HTML is one whole page, and has a page for each chain beside it where `pages` says so.
    """

    standalone: bool = False
    width: int = 100
    pages: bool = False


Writer = Callable[[Document, Layout], Mapping[str, str]]
"""Gives the text of each file by its name; the first is what goes to standard output where it is the only one."""

FORMATS: Mapping[str, str] = {"text": ".plain", "latex": ".latex", "html": ".html", "markdown": ".markdown"}
"""Format -> the module here whose `files` writes it. A PDF is the LaTeX article, set (`latex.pdf`)."""


@uncollected()
def files(name: str, document: Document, layout: Layout) -> Mapping[str, str]:
    """The files of a document in a format."""
    writer: Writer = import_module(FORMATS[name], __package__).files
    return writer(document, layout)
