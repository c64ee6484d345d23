"""Complaints name an option as the user typed it: `--draft-cost`, where Python has the argument `draft_cost`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click

from ..errors import BadInput


class Command(click.Command):
    """A command whose `BadInput` names its options as they are typed."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BadInput as error:
            if any(
                isinstance(p, click.Argument) and _starts(str(error), ctx.params[p.name or ""]) for p in self.params
            ):
                raise  # it is about a file or a name that the user gave, whatever it is called
            raise BadInput(as_typed(str(error), self.params)) from None


def as_typed(message: str, parameters: Iterable[click.Parameter]) -> str:
    """The message, if its subject is options ("a and b: ...", "a 0: ...", "a is ..."), with them as they are typed.

    So are those in what it expected.
    """
    options = {p.name: p.opts[0] for p in parameters if isinstance(p, click.Option) and p.name}
    names = rf"\b(?:{'|'.join(map(re.escape, options))})\b"
    found = re.match(rf"{names}(?: [\d.e+-]+)?(?:(?: and |, ){names}(?: [\d.e+-]+)?)*(?=: | is )", message)
    if not options or found is None:
        return message
    said, expected, hint = message[found.end() :].partition("expected")
    subject, hint = (re.sub(rf"(?<!')(?:{names})", lambda name: options[name[0]], part) for part in (found[0], hint))
    return subject + said + expected + hint


def _starts(message: str, given: Any) -> bool:
    values = given if isinstance(given, tuple) else (given,)
    return any(isinstance(value, str) and value and message.startswith(f"{value}:") for value in values)
