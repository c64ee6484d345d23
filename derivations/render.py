"""A derivation for a reader, as text: every step with its rule and its reason. `typeset` has the same as LaTeX."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .claims import Claim
from .derive import Derivation
from .domain import Domain
from .kernel import Argument, Step
from .notation import TEXT
from .printing import inline, text
from .tree_printing import written
from .vocabulary import term

MIN_REASON = 30
"""Columns that a reason needs beside its formula; with fewer it goes below."""


def derivation_text(found: Derivation, width: int = 80) -> str:
    """The claim, its domain and its arguments, at most `width` columns wide (formulas, which do not wrap, apart)."""
    lines = heading(found.claim, width)
    for argument in found.arguments:
        lines += ["", *_argument_text(argument, width)]
    return "\n".join(lines) + "\n"


def rule_name(step: Step) -> str:
    """The rule as a reader knows it; a lemma with the claim it uses, a typed result marked."""
    name = step.rule.replace("_", " ")
    if isinstance(claim := step.parameters.get("claim"), Claim):
        name += f" {claim.id}"
    return name + (" [stated]" if step.stated else " [result given]" if step.given else "")


def domain_text(domain: Domain) -> str:
    """The sets of the variables and the conditions on them."""
    sets = [f"{term(name).text} in {values}" for name, values in domain.sets.items()]
    return ", ".join(sets + [written(condition) for condition in domain.conditions])


def heading(claim: Claim, width: int) -> list[str]:
    """The claim: its id and title, then its statement, domain and source, wrapped to the width."""
    about = [*text(claim.statement).split("; "), f"for {domain_text(claim.domain)}", claim.source]
    lines = _wrapped(f"{claim.id}  {claim.title}".rstrip(), width, "", "  ")
    return lines + [line for part in about for line in _wrapped(part, width, "  ", "    ")]


def _argument_text(argument: Argument, width: int) -> Iterator[str]:
    if argument.given:
        yield from _wrapped(f"Where {inline(argument.given, TEXT)}:", width, "  ", "    ")
    yield from _wrapped(text(argument.start), width, "  ", "    ")
    left = [f"{TEXT.sign[step.relation]} {text(step.after)}" for step in argument.steps]
    column = max((len(line) for line in left), default=0) + 7
    for step, line in zip(argument.steps, left, strict=True):
        reason = f"{rule_name(step)}: {step.because}"
        if width - column >= MIN_REASON:
            first, *more = textwrap.wrap(reason, width - column)
            yield f"    {line:<{column - 4}}{first}"
            yield from (" " * column + part for part in more)
        else:
            yield from _wrapped(line, width, "    ", "      ")
            yield from textwrap.wrap(reason, width, initial_indent="        ", subsequent_indent="        ")


def _wrapped(words: str, width: int, first: str, others: str) -> list[str]:
    """Words or a formula in lines of that width, broken at spaces; what has none may stick out."""
    return textwrap.wrap(
        words, width, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )
