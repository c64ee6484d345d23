"""Claims and derivations as a notebook shows them: HTML with MathML, and LaTeX where a notebook prefers it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from . import mathml
from .claims import Claim
from .derive import Derivation
from .kernel import Argument
from .notation import LATEX
from .printing import latex, lines
from .render import domain_text, rule_name


def claim_html(claim: Claim) -> str:
    """Title, statement, domain, source, and how many wrong versions it comes with."""
    rivals = f" {len(claim.rivals)} rival{'s' * (len(claim.rivals) != 1)}." if claim.rivals else ""
    return (
        f"<div><b>{escape(claim.title or claim.id)}</b> <code>{escape(claim.id)}</code>"
        f"<div>{mathml.formula(claim.statement, display=True)}</div>"
        f"<div>for {escape(domain_text(claim.domain))}. {escape(claim.source)}.{rivals}</div></div>"
    )


def claim_latex(claim: Claim) -> str:
    """The statement, displayed."""
    return rf"$\displaystyle {latex(claim.statement)}$"


def derivation_html(found: Derivation) -> str:
    """The claim, then each argument: its start, and a row a step with the rule and the reason."""
    return claim_html(found.claim) + "".join(map(_argument_html, found.arguments))


def _argument_html(argument: Argument) -> str:
    given = f"<div>Where {mathml.given(argument.given)}:</div>" if argument.given else ""
    start = mathml.wrapped(lines(argument.start, mathml.MATHML)[0])
    rows = "".join(
        f'<tr><td style="text-align:left">{formula}</td><td style="text-align:left">{escape(why)}</td></tr>'
        for formula, why in _steps(argument)
    )
    return f"{given}<div>{start}</div><table>{rows}</table>"


def _steps(argument: Argument) -> Iterator[tuple[str, str]]:
    for step in argument.steps:
        after = f"{mathml.MATHML.sign[step.relation]} {lines(step.after, mathml.MATHML)[0]}"
        yield mathml.wrapped(after), f"{rule_name(step)}: {step.because}"


def derivation_latex(found: Derivation) -> str:
    """The arguments one after the other, each aligned at its relations."""
    blocks = []
    for argument in found.arguments:
        after = [rf"&{LATEX.sign[step.relation]} {latex(step.after)}" for step in argument.steps]
        rows = r" \\ ".join([f"{latex(argument.start)} {after[0]}" if after else latex(argument.start), *after[1:]])
        blocks.append(rf"$\begin{{aligned}} {rows} \end{{aligned}}$")
    return "\n\n".join(blocks)
