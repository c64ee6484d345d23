"""The terminal: its width and colours, and how a command ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from shutil import get_terminal_size

import click

from ..errors import DraftproofError

INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 + the number of the signal (SIGINT, SIGPIPE), as shells report it."""

WIDE = 100
"""Columns where the output is no terminal and COLUMNS does not say."""


def width() -> int:
    """The columns to fill."""
    return get_terminal_size((WIDE, 24)).columns


def colour() -> bool:
    """Colour on a terminal, unless the user says otherwise (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def exit_code(command: Callable[[], int]) -> int:
    """The exit code of a command. What went wrong is one line on standard error, never a traceback of ours."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that has no γ shows ? instead of failing
    try:
        code = command()
        sys.stdout.flush()
        return code
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except DraftproofError as error:
        click.echo(f"draftproof: {' '.join(str(error).split())}", err=True)
        return 2
    except BrokenPipeError:
        # The reader has gone: the interpreter must not try to write the rest when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
