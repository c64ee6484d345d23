"""`draftproof derive`: what was asked for, checked before the work begins, and written whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

import click

from ...derivations.claims import select
from ...errors import BadInput
from .. import files
from .build import document
from .formats import Layout
from .formats import files as written
from .values import parse

PARTS = ("latex", "markdown")
"""Formats with a file for each chain, unless one whole document is asked for. HTML has them in a folder only."""


@dataclass(frozen=True)
class Order:
    """What the command was given."""

    names: tuple[str, ...] = ()
    form: str = "text"
    standalone: bool = False
    output: str | None = None
    settings: tuple[str, ...] = ()
    ledger: str | None = None


def make(order: Order, width: int) -> None:
    """Write the document; `width` are the columns of a terminal, which no file depends on.

    Raises `BadInput` for what cannot be used, before the derivations are built where that shows.
    """
    from ..ledger_read import read

    to_standard = order.output in (None, files.STANDARD)
    if to_standard and order.form != "pdf" and sys.stdout is None:
        raise BadInput("standard output is closed, expected it open, or --output")
    several = order.form in PARTS and not order.standalone
    pages = order.form == "html" and not order.standalone
    folder = order.output if (several or pages) and order.output is not None and _is_folder(order.output) else None
    if folder is not None:
        files.check_directory(folder)
    elif order.form == "pdf":
        _check_pdf(order.output)
    else:
        files.check_writable(order.output)
        if several and not to_standard and (count := len(select(order.names))) > 1:
            raise BadInput(f"{order.output}: {count} chains, expected a folder (its name ends in /, or it is there)")
    values = parse(order.settings)
    ledger = None if order.ledger is None else read(order.ledger)
    made = document(order.names, ledger=ledger, values=values)
    if order.form == "pdf":
        _pdf(written("latex", made, Layout(standalone=True)), str(order.output))
        return
    layout = Layout(order.standalone, width if to_standard else Layout.width, pages=folder is not None)
    texts = written(order.form, made, layout)
    if folder is not None:
        files.write_all(folder, texts)
        return
    whole = "\n".join(texts.values())
    if order.output is None and order.form == "text":
        click.echo(whole, nl=False)  # in the terminal's own encoding
    else:
        files.write(order.output or files.STANDARD, whole)


def _is_folder(output: str) -> bool:
    return output.endswith(("/", "\\")) or files.is_directory(output)


def _check_pdf(output: str | None) -> None:
    from .latex.pdf import check_date

    if output is None or output == files.STANDARD or PurePath(output).suffix != ".pdf":
        raise BadInput("a PDF goes to a file, expected --output NAME.pdf")
    check_date()
    files.check_writable(output)


def _pdf(texts: Mapping[str, str], output: str) -> None:
    """The article, set. Where that fails its LaTeX stands there instead, unless a file of that name does already."""
    from .latex.pdf import FaultyPage, NoEngine, build

    (tex,) = texts.values()
    try:
        files.write_bytes(output, build(tex))
    except (NoEngine, FaultyPage) as error:
        beside = PurePath(output).with_suffix(".tex")
        if files.is_there(str(beside)):
            raise BadInput(f"{error}; {beside.name} was there, and is left as it was") from None
        files.write(str(beside), tex)
        raise BadInput(f"{error}; its LaTeX is in {beside.name}") from None
