"""The formula audit for a person: each fault with the smallest point that shows it, the rival that the callable is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import sympy as sp

from ...derivations.domain import Naturals
from ...derivations.enclosure import value_at
from ...derivations.floating import rounded
from ...derivations.intervals import decimal_text
from ...derivations.printing import text
from ...derivations.symbols import symbol
from ...subjects.load import import_line
from ...subjects.outcome import Audit, Fault
from .formula_judge import SINGLE, Got, Judged, verdict
from .formula_points import At

SHORT = 10_000
"""Denominators up to which a fraction is shown beside its decimals."""

LISTED = 6
"""Elements of a sequence that stand in a line; the counterexample has them all."""

LONG = 10**12
"""Numbers from which on, and their inverses below which, only the leading digits and the power of ten are shown."""

FEW, MOST = 6, 30
"""Significant digits that are shown, and at most, where fewer do not tell two numbers apart."""


def report(judged: Judged, compared: Sequence[str]) -> Audit:
    """The audit of what was judged; `compared` are the quantities that the callable was held against."""
    run, claim = judged.run, judged.run.given.claim
    faults = tuple(_faults(judged))
    wrong = any(fault.kind == "wrong_value" for fault in faults)
    diagnosis = {rival.id: f"{rival.says}; tempting, since {rival.why_tempting}" for rival in judged.equal if wrong}
    explored = {
        "points": len(run.results),
        "inner points": sum(result.at.place == "inner" for result in run.results),
        "calls": run.calls,
    }
    remarks = tuple(_remarks(judged, compared))
    return Audit(
        "formula",
        run.name,
        faults,
        diagnosis,
        explored,
        remarks,
        verdict(judged),
        {"claim": claim.id, **_detail(judged)},
    )


def _faults(judged: Judged) -> Iterator[Fault]:
    run = judged.run
    changed = next(((one, other) for one, other in run.again if not one.same(other)), None)
    if changed is not None:
        one, other = changed
        says = f"at {where(one.at)}: {_came(one)}, and called again: {_came(other)}"
        yield Fault("not_repeatable", says, _example(judged, one), snippet(judged, one))
    if judged.wrong:
        yield _wrong(judged)
    yield from _without_value(judged)


def _came(result: Got) -> str:
    if result.number is None:
        return result.what
    return f"returned {shown(result.number, MOST)}"


def _wrong(judged: Judged) -> Fault:
    """The first wrong number: a wrong value, or the right one with more lost than its precision explains."""
    first, comparison = judged.wrong[0], judged.run.comparison
    given = judged.run.given
    expected = comparison.expected(first.at)
    assert expected is not None
    assert first.number is not None
    imprecise = first.unit < SINGLE and all(comparison.claim(result, SINGLE) for result in judged.wrong)
    returned, right = apart(first.number, expected)
    says = f"at {where(first.at)} it returns {returned}, where {given.claim.id} has {given.term.text} = {right}"
    if imprecise:
        off = abs(first.number - expected) / (abs(expected) if expected else 1)
        says += f": off by {float(off):.1e} of it, more than {_precision(first)} explains, and no more than single precision does"
    says += f"; wrong at {len(judged.wrong)} of {len(judged.run.results)} points"
    ends = _ends_of(judged, judged.wrong)
    says += f", all of them at {ends[0][0]} = {ends[0][1]}" if len(ends) == 1 else ""
    return Fault("precision" if imprecise else "wrong_value", says, _example(judged, first), snippet(judged, first))


def _without_value(judged: Judged) -> Iterator[Fault]:
    """Calls that gave no number: at an end of the domain, each a finding of its own; anywhere else, the first."""
    left = judged.without
    for name, end in _ends_of(judged, left):
        here = [result for result in left if result.at.given[name] == end]
        left = tuple(result for result in left if result.at.given[name] != end)
        yield _at_end(judged, name, end, here)
    if left:
        first = left[0]
        kind = first.failed.kind if first.failed else "not_a_number"
        more = f"; no number at {len(left)} of {len(judged.run.results)} points" if len(left) > 1 else ""
        printed = {"printed": first.failed.printed} if first.failed and first.failed.printed else {}
        says = f"at {where(first.at)}: {first.what}{more}"
        yield Fault(kind, says, {**_example(judged, first), **printed}, snippet(judged, first))


def _ends_of(judged: Judged, results: Sequence[Got]) -> list[tuple[str, Fraction]]:
    """The ends of the domain that all these results lie at, few as they are; none where one lies inside."""
    left = list(results)
    if any(result.ends_child for result in left):
        return []
    sets = judged.run.given.claim.domain.sets
    ends = [(name, end) for name in judged.run.given.names for end in sets[name].corners() if isinstance(end, Fraction)]
    chosen: list[tuple[str, Fraction]] = []
    while left and ends:
        name, end = max(ends, key=lambda end: sum(result.at.given[end[0]] == end[1] for result in left))
        rest = [result for result in left if result.at.given[name] != end]
        if len(rest) == len(left):
            return []
        chosen, left = [*chosen, (name, end)], rest
    return chosen


def _at_end(judged: Judged, name: str, end: Fraction, here: Sequence[Got]) -> Fault:
    run = judged.run
    first = next((result for result in here if result.at.place == "simple"), here[0])
    expected = run.comparison.expected(first.at)
    there = _formula_at(judged, first.at, name, end)
    value = "" if expected is None else shown(expected)
    says = f"no value at {name} = {end} ({first.what}), where {run.given.claim.id} has {there or value}"
    says += f" ({where(first.at)}: {value})" if there and there != value else ""
    return Fault("no_value", says, _example(judged, first), snippet(judged, first))


def _formula_at(judged: Judged, at: At, name: str, end: Fraction) -> str:
    """The claim's formula at an end of its domain, written out: gamma + 1 at alpha = 1. Empty where it is no simple one."""
    formulas = judged.run.given.formulas(judged.run.given.claim.statement, at.env)
    if not formulas:
        return ""
    found = formulas[0].subs(symbol(name), sp.Rational(end.numerator, end.denominator))
    found = found.doit() if found.has(sp.Sum) else found
    return "" if found.has(sp.Piecewise, sp.zoo, sp.nan, sp.Sum) else text(found)


def _example(judged: Judged, result: Got) -> dict[str, Any]:
    expected = judged.run.comparison.expected(result.at)
    example: dict[str, Any] = {name: _plain(value) for name, value in result.at.shown().items()}
    if result.number is not None and expected is not None:
        returned, right = apart(result.number, expected)
        return {**example, "returned": returned, "expected": right}
    return {**example, "expected": "" if expected is None else shown(expected)}


def _plain(value: str | list[str]) -> Any:
    return value if isinstance(value, list) or "/" in value else int(value)


def where(at: At) -> str:
    """A point in a line."""
    return ", ".join(f"{name} = {_listed(value)}" for name, value in at.shown().items())


def _listed(value: str | list[str]) -> str:
    if isinstance(value, str):
        return value
    more = f", ... {len(value)} of them" if len(value) > LISTED else ""
    return f"({', '.join(value[:LISTED])}{more})"


def shown(value: Fraction, digits: int = FEW) -> str:
    """A number for a person: a short fraction with its decimals, or the decimals alone."""
    if value.denominator == 1 and abs(value) < LONG:
        return str(value)
    beside = value.denominator <= SHORT and digits == FEW and abs(value) < LONG
    return f"{value} ({_decimals(value, digits)})" if beside else _decimals(value, digits)


def _decimals(value: Fraction, digits: int) -> str:
    if value == 0 or 1 / LONG < abs(value) < LONG:
        return decimal_text(value, digits)
    context = Context(prec=digits)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context)
    return f"{quotient:e}"


def apart(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Two numbers with as many digits as tell them apart."""
    for digits in range(FEW, MOST):
        both = _decimals(one, digits), _decimals(other, digits)
        if both[0] != both[1]:
            return (shown(one), shown(other)) if digits == FEW else both
    return shown(one, MOST), shown(other, MOST)


def _precision(result: Got) -> str:
    return {"float16": "half precision", "bfloat16": "bfloat16", "float32": "single precision"}.get(
        result.type, "double precision"
    )


def _detail(judged: Judged) -> dict[str, str]:
    run = judged.run
    quantity = run.given.term
    renamed = [f"{parameter} as {name}" for parameter, name in run.names.symbols.items() if parameter != name]
    detail = {
        "quantity": f"{quantity.text}, {quantity.meaning}",
        "parameters": ", ".join(renamed),
        "agrees": _agrees(judged),
        "rivals rejected": _rejections(judged),
    }
    return {aspect: found for aspect, found in detail.items() if found}


def _rejections(judged: Judged) -> str:
    """The rivals that the numbers reject: their ids where there is a fault, else by the point that rejects them."""
    if judged.wrong:
        return ", ".join(judged.rejected)
    rivals = {rival.id: rival for rival in judged.run.given.claim.rivals}
    by_point: dict[str, list[str]] = {}
    for id_, result in judged.rejected.items():
        assert result.number is not None
        theirs = judged.run.comparison.expected(result.at, rivals[id_])
        value = "has no value" if theirs is None else f"has {apart(theirs, result.number)[0]}"
        point = f"at {where(result.at)} it returns {apart(result.number, theirs or result.number)[0]}"
        by_point.setdefault(point, []).append(f"{id_} {value}")
    return "; ".join(f"{point}, {', '.join(listed)}" for point, listed in by_point.items())


def _agrees(judged: Judged) -> str:
    """Where it agrees with the claim: exactly, or within the derived bound on rounding."""
    rounded_ones = [r for r in judged.right if not judged.run.comparison.compared_exactly(r)]
    if not rounded_ones:
        return f"exactly at {len(judged.right)} points" if judged.right else "nowhere"
    bound, off = _largest(judged, [r for r in rounded_ones if r.at.place != "large"] or rounded_ones)
    exact = len(judged.right) - len(rounded_ones)
    how = f"{exact} exactly, the others" if exact else "all"
    return (
        f"at {len(judged.right)} points, {how} within the rounding that the claim's formula or the definition of "
        f"{judged.run.given.term.text} has in {' and '.join(sorted({_precision(r) for r in rounded_ones}))}: "
        f"the formula up to {float(bound):.1e} of the value, found up to {float(off):.1e} (large numbers left out)"
    )


def _largest(judged: Judged, results: Sequence[Got]) -> tuple[Fraction, Fraction]:
    """The largest bound, and the largest error, as shares of the value."""
    bounds, errors = [Fraction(0)], [Fraction(0)]
    run = judged.run
    for result in results:
        trees = run.comparison.claim_trees(result.at)
        exact = value_at(trees[0], result.at.env).middle
        if exact == 0 or result.number is None:
            continue
        bound = rounded(
            trees[0], result.at.env, run.given.claim.domain, result.unit, exact_inputs=run.comparison.exact_inputs
        )
        bounds.append(max(abs(bound.high - exact), abs(exact - bound.low)) / abs(exact))
        errors.append(abs(result.number - exact) / abs(exact))
    return max(bounds), max(errors)


def _remarks(judged: Judged, compared: Sequence[str]) -> Iterator[str]:
    run = judged.run
    if len(compared) > 1:
        yield f"the claim gives {' and '.join(compared)}; it is held against {run.given.term.name}, and --quantity says which"
    for id_ in judged.survived:
        yield f"not told apart from {id_} at the points tried"
    if judged.silent and not judged.wrong:
        yield f"says nothing of {run.given.term.name} that could be compared: {', '.join(judged.silent)}"
    if judged.open:
        yield f"undecided at {len(judged.open)} points, where rounding has no useful bound"
    for parameter, default in run.names.defaults.items():
        yield f"parameter {parameter} stands for no symbol: left at its default, {default}"
    for name in run.names.missing:
        yield f"{name} is not passed: the length of the list says it"


def snippet(judged: Judged, result: Got) -> str:
    """Lines that make the call again."""
    run = judged.run
    line, called = import_line(run.name)
    domain = run.given.claim.domain
    written = {
        parameter: _source(result.at.given[name], run.form, isinstance(domain.sets.get(name), Naturals))
        for parameter, name in run.names.symbols.items()
    }
    positional = [written.pop(parameter, default) for parameter, default in run.names.positional.items()]
    arguments = [*positional, *(f"{parameter}={value}" for parameter, value in written.items())]
    body = f"print({called}({', '.join(arguments)}))"
    imports = [module for word, module in _IMPORTS.items() if word in body]
    return "\n".join([*imports, line, body])


_IMPORTS = {"Fraction(": "from fractions import Fraction", "np.": "import numpy as np"}


def _source(value: Fraction | tuple[Fraction, ...], form: str, natural: bool) -> str:
    """An argument as Python writes it, in the form that the callable was given."""
    if isinstance(value, tuple):
        items = f"[{', '.join(_source(part, 'float' if form == 'array' else form, natural) for part in value)}]"
        return f"np.array({items})" if form == "array" else items
    if form == "array":
        return f"np.array([{_source(value, 'float', natural)}])"
    if natural and form != "only floats":
        return str(int(value))
    if form == "fraction":
        return f"Fraction({value.numerator}, {value.denominator})"
    return repr(float(value))
