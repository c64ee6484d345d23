"""The terminal: its width and colours, and how a command ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from shutil import get_terminal_size

import click

from ..errors import DraftproofError

UNUSABLE = 2
INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 + the number of the signal (SIGINT, SIGPIPE), as shells report it."""

WIDE = 100
"""Columns where the output is no terminal and COLUMNS does not say."""


def width() -> int:
    """The columns to fill."""
    return get_terminal_size((WIDE, 24)).columns


def colour() -> bool:
    """Colour on a terminal, unless the user says otherwise (https://no-color.org)."""
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def complain(message: str) -> None:
    """One line on standard error; what strangers wrote (a file's name, say) may not steer the terminal."""
    with suppress(OSError):  # with nowhere to say it, the exit code remains
        click.echo(f"draftproof: {printable(' '.join(message.split()))}", err=True)


def printable(text: str) -> str:
    """The text with what would steer a terminal written out: names and lines come from strangers."""
    return "".join(map(_character, text))


@cache
def _character(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def _drop_output() -> None:
    """The interpreter must not try to write the rest when it ends: the reader has gone, or the disk is full."""
    if sys.stdout is not None:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_code(command: Callable[[], int]) -> int:
    """The exit code of a command. What went wrong is one line on standard error, never a traceback of ours."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that has no γ shows ? instead of failing
    try:
        code = command()
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return error.exit_code
    except DraftproofError as error:
        complain(str(error))
        return UNUSABLE
    except SystemExit as error:  # no command of ours raises it: a chain's module does
        from ..derivations.importing import ended

        complain(str(ended(error)))
        return UNUSABLE
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename is None:
            _drop_output()
        complain(f"{error.filename or 'standard output'}: {error.strerror or error}, expected it to be usable")
        return UNUSABLE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
