"""`draftproof audit formula MODULE:CALLABLE --claim CLAIM`: a callable held against the value that a claim gives.

It is called at exact points of the claim's domain. What it returns must be the claim's value: exactly where it takes
fractions and returns exact numbers, else within the rounding that the claim's formula, or the quantity's definition,
can have when it is evaluated as written (`derivations.floating`). The same comparison is run with each rival in the
claim's place, so that the audit says which rivals these points reject, or which one the callable is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ...errors import BadInput
from ...subjects.load import split
from ...subjects.outcome import Audit, Failed
from ...subjects.subject import Limits, Subject, limit_options

if TYPE_CHECKING:
    from ...derivations.given import Given
    from ...subjects.here import Asked
    from .formula_judge import Got, Run
    from .formula_names import Names
    from .formula_points import At

DRIVER = "draftproof.checks.audit.formula_driver:drive"

PROBED = 3
"""Inner points at which the forms of the arguments are tried."""


def audit_formula(
    name: str,
    claim: str,
    names: Mapping[str, str] | None = None,
    *,
    quantity: str | None = None,
    limits: Limits | None = None,
) -> Audit:
    """Hold the callable that `name` (MODULE:CALLABLE) stands for against the value that `claim` gives.

    `names` maps symbols of the claim to parameters where their names do not tell. Raises `BadInput`: a claim that gives no
    value, parameters that name no symbol, a callable that cannot be loaded.
    """
    split(name)
    found = quantities(claim, quantity)
    with Subject.load(name, driver=DRIVER, limits=limits) as subject:
        return _audited(subject, found, names)


def audit_here(
    target: Callable[..., Any], claim: str, names: Mapping[str, str] | None = None, *, quantity: str | None = None
) -> Audit:
    """The same for a callable of this process, in this process: no limits hold. Raises `BadInput`, too."""
    from ...subjects.here import Here

    return _audited(Here(target, DRIVER), quantities(claim, quantity), names)


def quantities(claim: str, quantity: str | None = None) -> tuple[Given, ...]:
    """The quantities that a claim gives, or the one asked for. Raises `BadInput` where there is none."""
    from ...derivations.claims import claim as claim_of
    from ...derivations.given import given

    found = given(claim_of(claim))
    chosen = tuple(one for one in found if quantity in (None, one.term.name))
    if not chosen:
        raise BadInput(f"{claim}: gives no {quantity}, expected {' or '.join(one.term.name for one in found)}")
    return chosen


def _audited(subject: Asked, found: Sequence[Given], names: Mapping[str, str] | None = None) -> Audit:
    """Hold a loaded callable against each quantity that its parameters fit: it must be one of them."""
    from .formula_judge import judge
    from .formula_report import report

    judged = [judge(collect(subject, given, matched)) for given, matched in _matched(subject, found, names)]
    best = min(judged, key=lambda one: (bool(one.wrong), bool(one.without), -len(one.right)))
    return report(best, tuple(one.run.given.term.name for one in judged))


def _matched(subject: Asked, found: Sequence[Given], names: Mapping[str, str] | None) -> list[tuple[Given, Names]]:
    """The quantities that the callable's parameters fit, each with which parameter is which symbol."""
    from .formula_names import Parameter, match

    answer = subject.ask({"do": "signature"})
    if isinstance(answer, Failed) or answer.data is None:
        raise BadInput(
            f"{subject.name}: its parameters cannot be read, expected a function whose parameters have names"
        )
    parameters = [Parameter(name, kind, text if has else None) for name, kind, has, text in answer.data]
    fitting: list[tuple[Given, Names]] = []
    refusals: list[BadInput] = []
    for given in found:
        try:
            matched = match(subject.name, parameters, given.names, names)
            _check_missing(subject.name, given, matched)
            fitting.append((given, matched))
        except BadInput as error:
            refusals.append(error)
    if not fitting:
        raise refusals[0]
    return fitting


def _check_missing(name: str, given: Given, matched: Names) -> None:
    """A symbol without a parameter is refused, unless the length of a sequence that is given tells its value."""
    from .formula_points import points

    for symbol in matched.missing:
        if not any(_told_by(points(given), symbol, other) for other in matched.symbols.values()):
            has = ", ".join(f"{parameter} as {other}" for parameter, other in matched.symbols.items())
            left = ", ".join(matched.defaults)
            which = f": if {left} stands for it, say --names {symbol}=PARAMETER" if left else ""
            raise BadInput(
                f"{name}: has no parameter for {symbol} (has {has or 'none'}), on which {given.term.text} depends{which}"
            )


def _told_by(every: Sequence[At], symbol: str, sequence: str) -> bool:
    """Whether a sequence's length is the symbol's value, or always as much more."""
    pairs = [(at.given[sequence], at.given[symbol]) for at in every]
    more = {
        len(values) - count for values, count in pairs if isinstance(values, tuple) and not isinstance(count, tuple)
    }
    return len(more) == 1


def collect(subject: Asked, given: Given, names: Names) -> Run:
    """Call it at every point, and again in reverse order, until it ends its process."""
    from .formula_judge import Run
    from .formula_points import points

    every = points(given)
    run = Run(subject.name, given, names, "", [])
    run.form = _form(subject, run, [at for at in every if at.place == "inner"][:PROBED])
    for at in every:
        run.results.append(_call(subject, run, at))
        if run.results[-1].ends_child:
            return run
    for first in reversed([result for result in run.results if result.at.place != "large"]):
        run.again.append((first, _call(subject, run, first.at)))
        if run.again[-1][1].ends_child:
            break
    return run


def _call(subject: Asked, run: Run, at: At, form: str = "") -> Got:
    from ...derivations.domain import Naturals
    from .formula_judge import got

    run.calls += 1
    sets = run.given.claim.domain.sets
    naturals = [name for name in at.given if isinstance(sets.get(name), Naturals)]
    message = {"do": "value", "names": dict(run.names.symbols), "naturals": naturals, "form": form or run.form}
    return got(at, subject.ask({**message, "point": at.shown()}))


def _form(subject: Asked, run: Run, probed: Sequence[At]) -> str:
    """The first form of arguments that gives numbers: fractions if it then answers exactly, else floats, else arrays, else
    fractions though it answers with other numbers.
    """
    from .formula_driver import FORMS
    from .formula_judge import Comparison

    comparison = Comparison(run.given, exact_inputs=True)
    reals = comparison.given_reals()
    last = "float"
    for form in FORMS:
        if form == "fraction" and reals and not _rational(run.given, probed):
            continue
        found = []
        for at in probed:
            found.append(_call(subject, run, at, form))
            if found[-1].ends_child:
                break
        numbers = [result for result in found if result.number is not None]
        if form == "fraction" and reals and not all(result.rational for result in found):
            last = form if numbers else last
            continue
        if numbers or (form == "float" and found[-1].ends_child):
            return form
    return last


def _rational(given: Given, probed: Sequence[At]) -> bool:
    """Whether the quantity has exact values: no callable is asked for what no fraction is."""
    from ...derivations.expr import NotRational, number

    try:
        return all(number(given.definition(), at.env) is not None for at in probed)
    except NotRational:
        return False


@click.command(short_help="Audit a function that computes a claim's quantity.")
@click.argument("subject", metavar="MODULE:CALLABLE")
@click.option("--claim", required=True, metavar="CLAIM", help="The claim, such as tokens.closed_form.")
@click.option(
    "--names", metavar="SYMBOL=PARAMETER,...", help="Which parameter is which symbol, such as alpha=rate,gamma=k."
)
@click.option("--quantity", metavar="NAME", help="The quantity, where the claim gives several.")
@limit_options
def COMMAND(subject: str, claim: str, names: str | None, quantity: str | None, limits: Limits) -> Audit:  # noqa: N802
    """Hold a function against the value that a claim gives.

    It is called at exact points of the claim's domain, with fractions where it takes and returns exact numbers, else with
    floats (a sequence is a list). A wrong value comes with the rival that the function is; a right one with the rivals
    that its values reject. Parameters are known by the symbols' names and the vocabulary's aliases, or by --names.
    """
    from .formula_names import parsed

    return audit_formula(subject, claim, None if names is None else parsed(names), quantity=quantity, limits=limits)
