"""What a run of the linter writes: the findings in the format asked for, and on standard error what could not be read."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from ..checks.lint.run import Report
from . import console, files


def complain(report: Report, *, verbose: bool = False) -> None:
    """One line on standard error for what could not be read; if `verbose`, also for what was passed over."""
    for line in report.complaints:
        console.complain(line)
    for path, why in report.skipped if verbose else ():
        console.complain(f"{path}: passed over ({why})")


def write(report: Report, form: str, output: str | None) -> None:
    """The findings to standard output, or to a file and their number to standard output.

    `form`: text, json, sarif or github. Raises `BadInput` if that cannot be written.
    """
    render = import_module(f".findings_{form}", __package__).render
    if output not in (None, files.STANDARD):
        from .findings_text import summary

        files.write(str(output), render(report))
        click.echo(summary(report))
    elif form == "text" and sys.stdout is not None:
        colour = console.colour()
        click.echo(render(report, width=console.width(), colour=colour), nl=False, color=colour)
    else:
        files.write(files.STANDARD, render(report))
