"""Each claim on the screen as soon as it is judged."""

from __future__ import annotations

from collections.abc import Callable, Collection

import click

from .. import __version__, verify
from ..ledger import ChainRecord, Ledger
from .text import chain_heading, claim_lines


def listener(require: Collection[str], width: int, *, colour: bool) -> Callable[[ChainRecord], None]:
    """The function that `verify.run` calls with each claim; a chain's heading is printed before its first claim."""
    told: list[str] = []

    def tell(record: ChainRecord) -> None:
        if record.name not in told:
            told.append(record.name)
            click.echo(chain_heading(record, colour=colour) + "\n", color=colour)
        failures = verify.failures(Ledger(__version__, {}, (record,)), require)
        for claim in record.claims:
            lines = claim_lines(claim, failures.get(claim.id, ()), width, colour=colour)
            click.echo("\n".join(lines) + "\n", color=colour)

    return tell
