"""`draftproof audit pipeline A B`: do two orders of sampling steps give the same law, whatever the law they start from?

A and B are names of engines, or steps. Equal is said where rewrites turn both into the same steps: each rests on proved
claims of the chain `sampling_order`, which are named. Otherwise the smallest law on which they differ is shown. Where
neither is found, the answer is `unknown`, which does not pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from ...ledger import Verdict
from ...subjects.outcome import Audit, Fault

if TYPE_CHECKING:
    from ...derivations.engines import Engine
    from ...derivations.pipelines import Law, Number, Pipeline
    from .pipeline_search import Search

SHORT = 8
"""Tokens of a law that is written out in full."""

DIGITS = 6
"""Decimals of a probability that is not rational."""


def audit_pipeline(first: str, second: str, settings: Mapping[str, str] | None = None) -> Audit:
    """Compare two pipelines. Raises `BadInput` for an unknown engine or step."""
    from ...derivations.engines import SETTINGS, named_or_written
    from ...derivations.pipeline_forms import form
    from ...derivations.pipelines import text
    from .pipeline_search import search

    settings = SETTINGS if settings is None else settings
    (one, of_one), (other, of_other) = named_or_written(first, settings), named_or_written(second, settings)
    engines = ((of_one, one), (of_other, other))
    remarks = tuple(dict.fromkeys(_about(engine, pipeline) for engine, pipeline in engines if engine))
    subject = f"{first} against {second}"
    if form(one).steps == form(other).steps:
        return Audit("pipeline", subject, remarks=(*remarks, *_equal(one, other)), without_fault=Verdict.PROVED)
    found = search(one, other)
    explored = {"laws": found.laws}
    if found.difference is None:
        said = "no law was found on which they differ, and nothing here proves them equal"
        return Audit(
            "pipeline", subject, (), {}, explored, (*remarks, said + _solved(found)), without_fault=Verdict.UNKNOWN
        )
    if form(without_ties(one)).steps == form(without_ties(other)).steps:
        remarks = (*remarks, "they differ only in which tokens of equal weight a cut keeps")
    fault = _fault(text(one), text(other), found)
    return Audit("pipeline", subject, (fault,), _diagnosis(one, other), explored, remarks)


def _about(engine: Engine, pipeline: Pipeline) -> str:
    from ...derivations.pipelines import text

    left_out = f"; without {', '.join(engine.leaves_out)}" if engine.leaves_out else ""
    remark = f"; {engine.remark}" if engine.remark else ""
    return f"{engine.name} {engine.version}: {text(pipeline)}{left_out}{remark} ({engine.source})"


def _equal(one: Pipeline, other: Pipeline) -> Iterator[str]:
    """What both come to, and by which rewrites and claims."""
    from ...derivations.pipeline_forms import REWRITES, form
    from ...derivations.pipelines import text

    forms = form(one), form(other)
    yield f"for every law of every vocabulary size both are {text(forms[0].steps) or 'the law itself'}"
    for name in dict.fromkeys((*forms[0].used, *forms[1].used)):
        yield f"{REWRITES[name].says}: {', '.join(REWRITES[name].claims)}"


def _solved(found: Search) -> str:
    return f" (none of up to {found.proved_up_to} tokens, by z3)" if found.proved_up_to else ""


def _fault(one: str, other: str, found: Search) -> Fault:
    from ...derivations.pipelines import distance

    difference = found.difference
    assert difference is not None
    size = len(difference.weights)
    smallest = (
        "no law of fewer tokens tells them apart (z3)" if difference.none_below and size > 1 else "smallest found"
    )
    apart = shown(distance(difference.one, difference.other))
    counterexample: dict[str, Any] = {
        "weights": runs([str(weight) for weight in difference.weights]),
        one: _law(difference.one),
        other: _law(difference.other),
        "total variation distance": apart,
    }
    says = f"on a law of {size} tokens they differ by a total variation distance of {apart}; {smallest}"
    return Fault("different_laws", says, counterexample, _snippet(one, other, difference.weights))


def _law(found: Law) -> list[str]:
    return runs([shown(probability) for probability in found.probabilities()])


def runs(values: list[str]) -> list[str]:
    """Few numbers as they are; of many, equal ones side by side as one: "50 times 1/50"."""
    if len(values) <= SHORT:
        return values
    grouped = [(value, len(list(group))) for value, group in groupby(values)]
    return [value if count == 1 else f"{count} times {value}" for value, count in grouped]


def shown(number: Number) -> str:
    """An exact number as a fraction; an enclosure to as many digits as it has, at most `DIGITS`."""
    if isinstance(number, Fraction):
        return str(number)
    return f"{float((number.low + number.high) / 2):.{DIGITS}f}"


def _snippet(one: str, other: str, weights: tuple[Fraction, ...]) -> str:
    same = [(str(weight), len(list(group))) for weight, group in groupby(weights)]
    listed = ", ".join(
        f"Fraction({weight!r})" if count == 1 else f"*[Fraction({weight!r})] * {count}" for weight, count in same
    )
    return "\n".join(
        (
            "from fractions import Fraction",
            "from draftproof.derivations.pipelines import parse, process",
            f"weights = [{listed}]",
            *(f"print(process(weights, parse({pipeline!r})).probabilities())" for pipeline in (one, other)),
        )
    )


Change = Callable[["Pipeline"], "Pipeline"]


def temperature_last(pipeline: Pipeline) -> Pipeline:
    """The cuts first, then the temperatures."""
    return tuple(sorted(pipeline, key=lambda step: step.name == "temperature"))


def _past(cut: str) -> Change:
    """The temperatures last, where such a cut is among the steps."""
    return lambda pipeline: temperature_last(pipeline) if any(s.name == cut for s in sequential(pipeline)) else pipeline


def sequential(pipeline: Pipeline) -> Pipeline:
    """Joint cuts one after the other."""
    return tuple(part for step in pipeline for part in (step.parts or (step,)))


def without_ties(pipeline: Pipeline) -> Pipeline:
    """Every cut keeps the first of equal tokens."""
    return tuple(replace(step, ties="", parts=without_ties(step.parts)) for step in pipeline)


CHANGES: dict[str, Change] = {
    "sampling_order.temperature_after_truncation": _past("top_p"),
    "sampling_order.share_kept_past_temperature": _past("min_p"),
    "sampling_order.sequential_taken_for_joint": sequential,
}
"""The rivals that are another order of the same steps."""


def _diagnosis(one: Pipeline, other: Pipeline) -> dict[str, str]:
    """The rivals that turn one pipeline into the other."""
    from ...derivations.claims import chain
    from ...derivations.pipeline_forms import form

    says = {rival.id: rival.says for claim in chain("sampling_order").claims for rival in claim.rivals}
    forms = form(one).steps, form(other).steps
    return {
        id_: says[id_]
        for id_, change in CHANGES.items()
        if form(change(one)).steps == forms[1] or form(change(other)).steps == forms[0]
    }


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--temperature", metavar="T", help="Temperature of the engines.  [default: 0.5]")
@click.option("--top-k", metavar="K", help="Top-k of the engines.  [default: 50]")
@click.option("--top-p", metavar="P", help="Top-p of the engines.  [default: 0.85]")
@click.option("--min-p", metavar="M", help="Min-p of the engines; off unless given.")
def COMMAND(first: str, second: str, **given: str | None) -> Audit:  # noqa: N802
    """Compare two orders of sampling steps.

    A and B are steps, such as temperature:0.5,top_p:0.85 or joint(top_k:50,top_p:0.9), or engines. That two are equal is
    proved; a difference comes with the smallest law that shows it, and is exit code 1.

    \b
    Steps: temperature:T top_k:k top_p:p min_p:m greedy
    Engines: vllm transformers eagle gpt-fast llama.cpp
    """
    from ...derivations.engines import SETTINGS

    return audit_pipeline(
        first, second, {**SETTINGS, **{name: value for name, value in given.items() if value is not None}}
    )
