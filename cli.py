"""The command `draftproof`. Exit codes: 0 all pass, 1 something does not, 2 the call or the input was unusable.

Only click is imported here, and each command imports its own part when it runs: `--help` costs little more than click.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from . import __version__
from .errors import BadInput
from .report import console
from .report.audits import audit
from .report.typed import Command

if TYPE_CHECKING:
    from .ledger import Ledger

KINDS = ("derivation", "proof", "simulation", "reference", "figure")
FORMATS = ("text", "json", "sarif", "github")
DOCUMENTS = ("text", "latex", "pdf", "html", "markdown")

_json = click.option("--json", "json_path", metavar="PATH", help="Write the result as JSON ('-': standard output).")
_junit = click.option("--junit", "junit_path", metavar="PATH", help="Write JUnit XML ('-': standard output).")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="draftproof")
def cli() -> None:
    """Derive, prove, simulate and audit the arithmetic of LLM decoding.

    Exit codes: 0 all pass, 1 something does not, 2 the call or the input was unusable.
    """


cli.command_class = Command


@cli.command()
@click.argument("names", nargs=-1, metavar="[CHAIN|CLAIM]...")
@_json
@_junit
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind of evidence; repeatable."
)
@click.option(
    "--require",
    multiple=True,
    type=click.Choice(KINDS),
    help="Fail where this kind was not run, or no claim named has any and none says why; repeatable.",
)
@click.option("--draws", type=float, metavar="N", help="Sequences of each simulation (1e9 is understood).")
@click.option("--seed", type=int, metavar="N", help="Seed of the simulations.")
@click.option("--workers", type=int, metavar="N", help="Worker processes (by default one a core).")
@click.option("--timeout", type=float, metavar="SECONDS", help="Limit of one solver call.")
@click.option(
    "--device",
    type=click.Choice(("cpu", "cuda")),
    help="Run the reference there too; fail where it cannot, or where no claim named is held against it.",
)
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
    from .report.live import listener
    from .report.text import summary_line

    if bundle is not None:
        from .checks.bundle import check_target, write_bundle

        check_target(bundle)
    quiet = files.STANDARD in (json_path, junit_path)
    tell = None if quiet else listener(require, console.width(), colour=console.colour())
    ledger = runner.run(names, kinds=kinds or None, progress=True, listen=tell, **_given(_whole(settings)))
    failures = runner.failures(ledger, require)
    unmet = {**runner.unmet(ledger, require), **_not_on(settings["device"], ledger)}
    if json_path is not None:
        from .report.ledger_json import ledger_json

        files.write(json_path, ledger_json(ledger, failures, unmet))
    if junit_path is not None:
        from .report.junit import junit, ledger_cases

        files.write(junit_path, junit(ledger_cases(ledger, failures, unmet)))
    if bundle is not None:
        write_bundle(bundle, names)
    click.echo(summary_line(ledger, failures, unmet, console.width(), colour=console.colour()), err=quiet)
    return int(bool(failures or unmet))


@cli.command()
@click.argument("names", nargs=-1, metavar="[CHAIN|CLAIM]...")
@click.option("--all", "everything", is_flag=True, help="All chains, as no name does.")
@click.option("--format", "form", metavar=f"[{'|'.join(DOCUMENTS)}]", default="text", show_default=True)
@click.option("--standalone", is_flag=True, help="One whole document (LaTeX, Markdown), not a part for each chain.")
@click.option("--output", metavar="FILE|DIR", help="Write there: a file, or a folder where there are several files.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE...", help="Put these numbers in, such as alpha=0.7."
)
@click.option("--ledger", metavar="FILE", help="Show the verdicts of this run (`draftproof verify --json FILE`).")
def derive(
    names: tuple[str, ...],
    everything: bool,
    form: str,
    standalone: bool,
    output: str | None,
    settings: tuple[str, ...],
    ledger: str | None,
) -> int:
    """Show the steps, each with its rule.

    Writes them as text, LaTeX, PDF, HTML or Markdown, with what tempts and is wrong, published figures, and the evidence of
    a ledger. No verdict is shown that the ledger does not have. TeX is given five minutes for a PDF.
    """
    if form not in DOCUMENTS:
        raise BadInput(f"--format '{form}': expected one of {', '.join(DOCUMENTS)}")
    from .report.documents.make import Order, make

    pairs = tuple(name for name in names if "=" in name)  # --set alpha=0.7 gamma=5: the second is an argument to click
    if pairs and not settings:
        raise BadInput(f"'{pairs[0]}': expected a chain or a claim; numbers follow --set")
    chosen = tuple(name for name in names if "=" not in name)
    if everything and chosen:
        raise BadInput(f"--all and '{chosen[0]}': expected one of them")
    make(Order(chosen, form, standalone, output, (*settings, *pairs), ledger), console.width())
    return 0


class _Plan(Command):
    """The help of `plan` ends with what its tables know."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from . import plan as planner

        types = dict.fromkeys(dtype for entry in planner.HARDWARE.values() for dtype in entry.flops_per_s)
        known = (("--model, --drafter", planner.MODELS), ("--hardware", planner.HARDWARE), ("--dtype", types))
        with formatter.section("Known (your own: draftproof.plan in Python)"):
            formatter.write_dl([(option, ", ".join(names)) for option, names in known])


@cli.command(cls=_Plan)
@click.option("--alpha", type=float, required=True, help="Acceptance rate of a drafted token that is reached.")
@click.option("--draft-cost", type=float, help="Time of a draft step over that of a target step.")
@click.option("--max-gamma", type=int, help="Longest draft to consider.")
@click.option("--batch", type=int, help="Sequences per step (needs --model and --hardware).")
@click.option("--model", help="Target model, such as 'Llama 3.1 70B'.")
@click.option("--hardware", help="Accelerator, such as 'H100 SXM'.")
@click.option("--drafter", help="Draft model, in place of --draft-cost (needs --model and --hardware).")
@click.option("--dtype", help="Arithmetic type (by default bf16).")
@click.option("--context", type=int, help="Tokens of context per sequence (by default 0: no KV cache).")
def plan(**settings: Any) -> int:
    """Plan the draft length.

    Shows E, r, L and the speedup of each length, the best one, and where it stops paying; with --batch, the best one there.
    """
    from . import plan as planner

    click.echo(planner.render(planner.plan(**_given(settings)), console.width()), nl=False)
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

    Shows r, L, alpha, and whether alpha is constant. Reads Prometheus text, log lines of vLLM and llama.cpp, or JSON:

    {"schema": "draftproof/counters/1", "engines":
    [{"engine": "0", "drafts": 200, "drafted": 1000, "accepted": 600}]}
    """
    from .report import files

    files.check_writable(json_path, junit_path)
    if (file, since) == (files.STANDARD, files.STANDARD):
        raise BadInput("-: both snapshots from standard input, expected at most one")
    from .checks.metrics import judge as judging

    older = None if since is None else (since, files.read(since))
    report = judging.judge(files.read(file), name=file, since=older, gamma=gamma)
    if json_path is not None:
        from .report.ledger_json import json_text

        files.write(json_path, json_text(judging.to_json(report)))
    if junit_path is not None:
        from .report.junit import junit, metrics_cases

        files.write(junit_path, junit(metrics_cases(report, fails_on_drift=fail_on == "drift")))
    if files.STANDARD not in (json_path, junit_path):
        click.echo(judging.to_text(report, console.width()), nl=False)
    return int(fail_on == "drift" and report.drift)


@cli.command()
@click.argument("claim")
@_json
@_junit
def axioms(claim: str, json_path: str | None, junit_path: str | None) -> int:
    """Show what a claim rests on.

    What is not in the allow-list fails.
    """
    from .report import files

    files.check_writable(json_path, junit_path)
    from .derivations import axioms as ground
    from .report.axioms_text import axioms_text
    from .report.ledger_json import json_text

    found = ground.axioms(claim)
    if json_path is not None:
        files.write(json_path, json_text(found.to_json()))
    if junit_path is not None:
        from .report.junit import axioms_cases, junit

        files.write(junit_path, junit(axioms_cases(found)))
    if files.STANDARD not in (json_path, junit_path):
        click.echo(axioms_text(found, console.width()), nl=False)
    return int(bool(found.refused))


@cli.command()
@click.argument("directory", metavar="DIR")
@click.option("--solver", type=click.Choice(("z3", "cvc5")), help="Run the obligations again with this solver.")
@_json
@_junit
def recheck(directory: str, solver: str | None, json_path: str | None, junit_path: str | None) -> int:
    """Check a bundle again.

    Evaluates every identity exactly, with the standard library alone.
    """
    from .report import files

    files.check_writable(json_path, junit_path)
    from .checks import recheck as checker
    from .report.ledger_json import json_text

    run = None
    if solver is not None:
        from functools import partial

        from .checks.recheck_solver import statuses

        run = partial(statuses, solver)
    try:
        report = checker.judge(directory, solver or "", run)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None
    if json_path is not None:
        files.write(json_path, json_text(report))
    if junit_path is not None:
        from .report.junit import junit, recheck_cases

        files.write(junit_path, junit(recheck_cases(report)))
    if files.STANDARD not in (json_path, junit_path):
        click.echo("\n".join(checker.text(report)))
    return int(not report["passes"])


@cli.command()
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How findings are written."
)
@click.option("--output", metavar="FILE", help="Write them to FILE instead of standard output.")
@click.option("--select", multiple=True, metavar="CODES", help="Only these rules (DP101,DP2); repeatable.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these rules; repeatable.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 whatever is found.")
@click.option("--explain", metavar="CODE", help="Say what a rule is about, and nothing else.")
@click.option("--no-cache", is_flag=True, help="Read files again that have not changed.")
@click.option("--jobs", type=int, metavar="N", help="Processes at most (by default one a core).")
@click.option(
    "--force-exclude", is_flag=True, help="Leave out what is excluded even where it is named (for pre-commit)."
)
@click.option("--stdin-filename", metavar="NAME", help="What kind of file PATH '-' is (standard input).")
@click.option("--verbose", is_flag=True, help="Say what was passed over, and why.")
def lint(
    paths: tuple[str, ...],
    form: str,
    output: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exit_zero: bool,
    explain: str | None,
    no_cache: bool,
    jobs: int | None,
    force_exclude: bool,
    stdin_filename: str | None,
    verbose: bool,
) -> int:
    """Find wrong decoding arithmetic in code and prose.

    Reads files, folders, and '-' (standard input). Settings stand in [tool.draftproof.lint] of pyproject.toml.
    Exit codes: 0 clean or only notes, 1 errors or warnings, 2 the call or all that it names was unusable.
    """
    if explain is not None:
        from .checks.lint.explained import explain as explained

        click.echo(explained(explain).rstrip("\n"))
        return 0
    if not paths:
        raise click.UsageError("Missing argument 'PATH...'.")
    from .report import files

    files.check_writable(output)
    from .checks.lint import cache, run, settings
    from .report import lint as reports

    report = run.lint(
        paths,
        settings.choice(select, ignore, exit_zero=exit_zero),
        jobs=jobs,
        cache=None if no_cache else cache.opened(),
        filtered=force_exclude,
        standard_name=stdin_filename or run.STANDARD,
    )
    reports.complain(report, verbose=verbose)
    if report.read or form != "text":  # after a complaint, "no findings" would only mislead
        reports.write(report, form, output)
    return report.exit_code


cli.add_command(audit)


def _not_on(device: str | None, ledger: Ledger) -> dict[str, str]:
    """Why nothing ran on the device that was asked for, where no claim judged says so itself."""
    if device is None:
        return {}
    from .ledger import Verdict

    judged = [e for claim in ledger.claims for e in claim.evidence if e.kind == "reference"]
    if any("device" in e.detail or e.verdict is Verdict.UNKNOWN for e in judged):  # unknown: it could not run there
        return {}
    from .gpu_reference.losslessness import ON_DEVICES

    return {"reference": f"--device {device}: no claim judged runs anything there, {ON_DEVICES} does"}


def _given(settings: dict[str, Any]) -> dict[str, Any]:
    """The options that the user gave; the others keep the defaults of the function that gets them."""
    return {name: value for name, value in settings.items() if value is not None}


def _whole(settings: dict[str, Any]) -> dict[str, Any]:
    """`--draws 1e9` as the integer it is; what is no integer is refused where the options are checked."""
    draws = settings["draws"]
    return settings | {"draws": int(draws) if draws is not None and draws.is_integer() else draws}


def _in_one_line(error: click.UsageError) -> BadInput:
    """A call that cannot be read, as everything unusable is said: in one line, here with where to read how it is made."""
    said = re.sub(r"^Invalid value for '(.+?)'(?=:)", r"\1", error.format_message()).removesuffix(".")
    return BadInput(f"{said[:1].lower()}{said[1:]}; see {error.ctx.command_path if error.ctx else 'draftproof'} --help")


_NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""What click of 8.2 or later raises for `draftproof` alone, to show the help."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""

    def command() -> int:
        try:
            with cli.make_context("draftproof", list(sys.argv[1:] if arguments is None else arguments)) as context:
                return int(cli.invoke(context) or 0)
        except _NO_ARGUMENTS:
            raise
        except click.UsageError as error:
            raise _in_one_line(error) from None

    sys.exit(console.exit_code(command))
