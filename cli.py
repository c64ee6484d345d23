"""The command `draftproof`. Exit codes: 0 all pass, 1 something does not, 2 the call or the input was unusable.

Only click is imported here; each command imports its own part when it runs, so that `--help` costs little more than click.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from . import __version__
from .errors import BadInput, DraftproofError

if TYPE_CHECKING:
    from .ledger import ChainRecord

KINDS = ("derivation", "proof", "simulation", "reference", "figure")
INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 + the number of the signal (SIGINT, SIGPIPE), as shells report it."""

WIDE = 100
"""Columns where the output is no terminal and COLUMNS does not say."""

_json = click.option("--json", "json_path", metavar="PATH", help="Write the result as JSON ('-': standard output).")
_junit = click.option("--junit", "junit_path", metavar="PATH", help="Write JUnit XML ('-': standard output).")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="draftproof")
def cli() -> None:
    """Derive, prove, simulate and audit the arithmetic of LLM decoding.

    Exit codes: 0 all pass, 1 something does not, 2 the call or the input was unusable.
    """


@cli.command()
@click.argument("names", nargs=-1, metavar="[CHAIN|CLAIM]...")
@_json
@_junit
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind of evidence; repeatable."
)
@click.option(
    "--require", multiple=True, type=click.Choice(KINDS), help="Fail where this kind was not run; repeatable."
)
@click.option("--draws", type=float, metavar="N", help="Sequences of each simulation (1e9 is understood).")
@click.option("--seed", type=int, metavar="N", help="Seed of the simulations.")
@click.option("--workers", type=int, metavar="N", help="Worker processes of the simulations.")
@click.option("--timeout", type=float, metavar="SECONDS", help="Limit of one solver call.")
@click.option("--bundle", metavar="DIR", help="Write steps and obligations to DIR, for `draftproof recheck`.")
def verify(
    names: tuple[str, ...],
    json_path: str | None,
    junit_path: str | None,
    kinds: tuple[str, ...],
    require: tuple[str, ...],
    bundle: str | None,
    **settings: Any,
) -> int:
    """Check every claim and reject its rivals.

    Each claim is derived, proved and simulated, and each rival put in its place. No name stands for all chains.
    """
    from .report import files

    files.check_writable(json_path, junit_path)
    from . import verify as runner
    from .report.text import chain_heading, claim_lines, summary_line

    quiet = files.STANDARD in (json_path, junit_path)
    told: list[str] = []

    def tell(one: ChainRecord) -> None:
        """Print a claim as soon as it is judged."""
        if one.name not in told:
            told.append(one.name)
            click.echo(chain_heading(one, colour=_colour()) + "\n")
        (claim,) = one.claims
        click.echo("\n".join(claim_lines(claim, problems(one).get(claim.id, ()), _width(), colour=_colour())) + "\n")

    def problems(one: ChainRecord) -> dict[str, list[str]]:
        return runner.failures(runner.Ledger(__version__, {}, (one,)), require)

    ledger = runner.run(
        names, kinds=kinds or None, progress=True, listen=None if quiet else tell, **_given(_whole(settings))
    )
    failures = runner.failures(ledger, require)
    if json_path is not None:
        from .report.ledger_json import ledger_json

        files.write(json_path, ledger_json(ledger, failures))
    if junit_path is not None:
        from .report.junit import junit, ledger_cases

        files.write(junit_path, junit(ledger_cases(ledger, failures)))
    if bundle is not None:
        from .checks.bundle import write_bundle

        write_bundle(bundle, names)
    click.echo(summary_line(ledger, failures, colour=_colour()), err=quiet)
    return int(bool(failures))


@cli.command()
@click.argument("names", nargs=-1, metavar="[CHAIN|CLAIM]...")
@click.option("--format", "form", type=click.Choice(("text", "latex")), default="text", show_default=True)
def derive(names: tuple[str, ...], form: str) -> int:
    """Show the steps, each with its rule."""
    from . import verify as runner
    from .derivations.derive import derivation
    from .derivations.render import derivation_latex, derivation_text

    for _, claims in runner.select(names):
        for claim in claims:
            found = derivation(claim)
            if found is None:
                reason = claim.not_applicable.get("derivation", "none is registered")
                click.echo(f"{'%' if form == 'latex' else ''} {claim.id}: no derivation ({reason})\n".lstrip(" "))
            else:
                click.echo(derivation_text(found, _width()) if form == "text" else derivation_latex(found))
    return 0


@cli.command()
@click.option("--alpha", type=float, required=True, help="Acceptance rate of a drafted token that is reached.")
@click.option("--draft-cost", type=float, help="Time of a draft step over that of a target step.")
@click.option("--max-gamma", type=int, help="Longest draft to consider.")
@click.option("--batch", type=int, help="Sequences per step (needs --model and --hardware).")
@click.option("--model", help="Target model.")
@click.option("--hardware", help="Accelerator.")
@click.option("--drafter", help="Draft model, in place of --draft-cost.")
@click.option("--dtype", help="Arithmetic type.")
@click.option("--context", type=int, help="Tokens of context per sequence.")
def plan(**settings: Any) -> int:
    """Plan the draft length.

    Shows E, r, L and the speedup of each length, the best one, and where it stops paying.
    """
    from . import plan as planner

    click.echo(planner.render(planner.plan(**_given(settings)), _width()), nl=False)
    return 0


@cli.command()
@click.argument("file", metavar="FILE|-")
@click.option("--since", metavar="OLD", help="An older snapshot: judge what happened since.")
@click.option("--gamma", type=int, help="The configured draft length, where the input does not say it.")
@click.option("--fail-on", type=click.Choice(("drift",)), help="Exit 1 if constant alpha is refuted.")
@_json
@_junit
def metrics(
    file: str, since: str | None, gamma: int | None, fail_on: str | None, json_path: str | None, junit_path: str | None
) -> int:
    """Judge an engine's counters.

    Shows r, L, alpha, and whether alpha is constant. Reads Prometheus text, log lines of vLLM and llama.cpp, or JSON.
    """
    from .report import files

    files.check_writable(json_path, junit_path)
    if (file, since) == (files.STANDARD, files.STANDARD):
        raise BadInput("-: both snapshots from standard input, expected at most one")
    from .checks import metrics as judging

    older = None if since is None else (since, files.read(since))
    report = judging.judge(files.read(file), name=file, since=older, gamma=gamma)
    if json_path is not None:
        from .report.ledger_json import json_text

        files.write(json_path, json_text(judging.to_json(report)))
    if junit_path is not None:
        from .report.junit import junit, metrics_cases

        files.write(junit_path, junit(metrics_cases(report, fails_on_drift=fail_on == "drift")))
    if files.STANDARD not in (json_path, junit_path):
        click.echo(judging.to_text(report, _width()), nl=False)
    return int(fail_on == "drift" and report.drift)


@cli.command()
@click.argument("claim")
@_json
def axioms(claim: str, json_path: str | None) -> int:
    """Show what a claim rests on."""
    from .report import files

    files.check_writable(json_path)
    from .derivations import axioms as ground
    from .report.axioms_text import axioms_text
    from .report.ledger_json import json_text

    found = ground.axioms(claim)
    if json_path is not None:
        files.write(json_path, json_text(found.to_json()))
    if json_path != files.STANDARD:
        click.echo(axioms_text(found, _width()), nl=False)
    return int(bool(found.refused))


@cli.command()
@click.argument("directory", metavar="DIR")
@click.option("--solver", type=click.Choice(("z3", "cvc5")), help="Run the obligations again with this solver.")
@_json
def recheck(directory: str, solver: str | None, json_path: str | None) -> int:
    """Check a bundle again.

    Evaluates every identity exactly, with the standard library alone.
    """
    from .checks import recheck as checker

    return checker.command(directory, solver=solver, json_path=json_path)


def _width() -> int:
    from shutil import get_terminal_size

    return get_terminal_size((WIDE, 24)).columns


def _colour() -> bool:
    """Colour on a terminal, unless the user says otherwise (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _given(settings: dict[str, Any]) -> dict[str, Any]:
    """The options that the user gave; the others keep the defaults of the function that gets them."""
    return {name: value for name, value in settings.items() if value is not None}


def _whole(settings: dict[str, Any]) -> dict[str, Any]:
    """`--draws 1e9` as the integer it is; what is no integer is refused where the options are checked."""
    draws = settings["draws"]
    return settings | {"draws": int(draws) if draws is not None and draws.is_integer() else draws}


def guarded(call: Callable[[], int]) -> int:
    """The exit code of a command: what went wrong is one line on standard error, and never a traceback of ours."""
    try:
        code = call()
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that has no γ shows ? instead of failing

    def call() -> int:
        with cli.make_context("draftproof", list(sys.argv[1:] if arguments is None else arguments)) as context:
            return int(cli.invoke(context) or 0)

    sys.exit(guarded(call))
