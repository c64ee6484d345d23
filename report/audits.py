"""`draftproof audit`: one command for each module of `AUDITS` that has a `COMMAND`, which returns an `Audit`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import click

from . import console, files

AUDITS = ("draftproof.checks.audit", "draftproof.gpu_reference.audit")
"""The folders with audits, one module each."""


class _Audits(click.Group):
    """Imports an audit when it is asked for; the list of them is what the folder has."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for name, found in _modules() if _command(found) is not None)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return next((_command(found) for name, found in _modules() if name == cmd_name), None)


def _modules() -> Iterator[tuple[str, str]]:
    """The name of each module that may be an audit, alone and in full; none is imported yet."""
    for folder in AUDITS:
        for module in pkgutil.iter_modules(importlib.import_module(folder).__path__):
            yield module.name, f"{folder}.{module.name}"


def _command(module: str) -> click.Command | None:
    found = getattr(importlib.import_module(module), "COMMAND", None)
    return _reporting(found) if isinstance(found, click.Command) else None


def _reporting(audit: click.Command) -> click.Command:
    """The audit's command with --json and --junit, which prints what it returns and gives its exit code."""
    run = audit.callback
    assert run is not None

    def report(json_path: str | None, junit_path: str | None, **settings: Any) -> int:
        files.check_writable(json_path, junit_path)
        found = run(**settings)
        from ..subjects.outcome import to_json, to_text
        from .junit import audit_cases, junit
        from .ledger_json import json_text

        if json_path is not None:
            files.write(json_path, json_text(to_json(found)))
        if junit_path is not None:
            files.write(junit_path, junit(audit_cases(found)))
        if files.STANDARD not in (json_path, junit_path):
            click.echo(to_text(found, console.width()), nl=False)
        return int(not found.passes)

    outputs: list[click.Parameter] = [
        click.Option(["--json", "json_path"], metavar="PATH", help="Write the result as JSON ('-': standard output)."),
        click.Option(["--junit", "junit_path"], metavar="PATH", help="Write JUnit XML ('-': standard output)."),
    ]
    return click.Command(
        audit.name, callback=report, params=[*audit.params, *outputs], help=audit.help, short_help=audit.short_help
    )


audit = _Audits(
    "audit",
    short_help="Hold your own code against the claims.",
    help="""Hold your own code against the claims.

    It runs in a child process with time and memory limits. Exit codes: 0 no fault found, 1 a fault, 2 unusable.""",
)
