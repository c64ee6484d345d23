"""A judgement as text for people and as JSON, schema `draftproof/metrics/1`.

The JSON has one entry an engine with the fields of `EngineReport`: `counters`, `r`, `L`, `alpha` with the two
estimators, `conditional_acceptance`, `constant_alpha` (the test), `promql`, `notes`. What the input does not say is
null.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from .counters import Counters, printable
from .drift import WANTED_POWER, Drift
from .estimate import INDEPENDENCE
from .report import EngineReport, MetricsReport

SCHEMA = "draftproof/metrics/1"


def to_json(report: MetricsReport) -> dict[str, Any]:
    """The judgement as plain data, ready for `json.dumps`."""
    return {
        "schema": SCHEMA,
        "input": report.name,
        "since": report.since,
        "drift": report.drift,
        "undecided": report.undecided,
        "engines": [_engine_json(engine) for engine in report.engines],
    }


def _engine_json(engine: EngineReport) -> dict[str, Any]:
    c, ml = engine.counters, engine.maximum_likelihood
    return {
        "engine": c.engine,
        "source": c.source,
        "counters": {
            "drafts": c.drafts,
            "drafts_between": c.drafts_between,
            "drafted": c.drafted,
            "accepted": c.accepted,
            "per_position": c.per_position,
            "reached": c.reached,
            "gamma": c.gamma,
            "mean_draft_length": c.mean_draft_length,
            "lengths_constant": c.lengths_constant,
        },
        "r": engine.ratio,
        "L": engine.length,
        "L_between": engine.length_between,
        "alpha": {
            "maximum_likelihood": asdict(ml) if ml else None,
            "inversion_of_r": asdict(engine.inversion) if engine.inversion else None,
            "assumes": INDEPENDENCE,
        },
        "conditional_acceptance": [asdict(conditional) for conditional in engine.conditionals],
        "constant_alpha": asdict(engine.drift),
        "promql": engine.query,
        "notes": list(engine.notes),
    }


def to_text(report: MetricsReport, width: int = 80) -> str:
    """The judgement for a terminal or a pipe, wrapped to `width` columns, five significant digits."""
    since = f" since {report.since}" if report.since else ""
    lines = [f"{report.name}{since}"]
    for engine in report.engines:
        lines += ["", f"engine {printable(engine.counters.engine, 400)} ({engine.counters.source})"]
        lines += [f"  {label:<7}{body}" for label, body in _rows(engine)]
    return "\n".join(wrapped for line in lines for wrapped in _wrap(line, width)) + "\n"


_QUERY = "PromQL"
"""Label of the one line that is never wrapped: people copy it."""


def _wrap(line: str, width: int) -> list[str]:
    if line.lstrip().startswith(_QUERY):
        return [line]
    return textwrap.wrap(line, max(width, 20), subsequent_indent=" " * 9, break_on_hyphens=False) or [""]


def _rows(engine: EngineReport) -> Iterator[tuple[str, str]]:
    yield "counts", _counts(engine.counters)
    if engine.ratio is not None:
        yield "r", f"{_digits(engine.ratio)} = accepted / drafted (vLLM: draft acceptance rate); not alpha"
    yield from _length_rows(engine)
    yield from _alpha_rows(engine)
    for conditional in engine.conditionals:
        if conditional.rate is not None:
            bounds = f", 95% {_pair(conditional.low, conditional.high)}" if conditional.low is not None else ""
            sign = "" if conditional.exact else ">= "
            shown = f"{sign}{_digits(conditional.rate)}{bounds} = {conditional.accepted} / {conditional.reached}"
            yield f"  a_{conditional.position}", f"{shown} accepted given reached"
    yield "test", _test(engine.drift)
    if engine.query is not None:
        yield _QUERY, printable(engine.query, 2000)
    for note in engine.notes:
        yield "note", note


def _counts(c: Counters) -> str:
    between = f"{c.drafts_between[0]} to {c.drafts_between[1]}" if c.drafts_between else "unknown"
    drafts = str(c.drafts) if c.drafts is not None else between
    lengths = {True: "constant", False: "varies", None: "perhaps varying"}[c.lengths_constant]
    mean = f", draft length {_digits(c.mean_draft_length)} on average ({lengths})" if c.mean_draft_length else ""
    return f"{c.accepted} accepted of {c.drafted} drafted tokens, {drafts} drafts{mean}"


def _length_rows(engine: EngineReport) -> Iterator[tuple[str, str]]:
    meaning = "1 + accepted / drafts (mean acceptance length, bonus token included)"
    if engine.length is not None:
        yield "L", f"{_digits(engine.length)} = {meaning}"
    elif engine.length_between is not None:
        yield "L", f"between {_digits(engine.length_between[0])} and {_digits(engine.length_between[1])} = {meaning}"
    elif engine.counters.drafted:
        yield "L", "unknown: the number of drafts is not in the input"


def _alpha_rows(engine: EngineReport) -> Iterator[tuple[str, str]]:
    ml, inverted = engine.maximum_likelihood, engine.inversion
    if ml is not None:
        value = f"{_digits(ml.value)}, 95% {_pair(ml.low, ml.high)}, by maximum likelihood: accepted / reached"
        how = f"{engine.counters.accepted} / {ml.reached}"
        if ml.between is not None:
            how += f" as if every draft had {ml.longest}; {_pair(*ml.between)} for lengths up to that"
        yield "alpha", f"{value} = {how}"
    if inverted is not None:
        taken = "" if inverted.exact else f", as if every draft were that long ({inverted.basis})"
        yield "alpha", f"{_digits(inverted.value)} by inverting r at gamma = {inverted.gamma}{taken}"
    if ml is not None or inverted is not None:
        yield "", f"assumes: {INDEPENDENCE}"
    elif engine.counters.drafted:
        yield "alpha", "unknown: neither counts per position nor the draft length are in the input; give gamma"


def _test(drift: Drift) -> str:
    if drift.verdict == "unknown":
        return f"constant alpha: unknown, {drift.reason}"
    said = {"refuted": "refuted at 5%", "not_refuted": "not refuted at 5%"}[drift.verdict]
    moved = f", acceptance {drift.direction}" if drift.verdict == "refuted" else ""
    figures = f"G = {_digits(drift.statistic or 0.0)}, {drift.degrees} df, p = {_digits(drift.p_value or 0.0)}"
    power = f"power {_digits(drift.power or 0.0)} against a change of {drift.span} from first to last position"
    visible = f"a change of {_digits(drift.visible or 0.0)} is seen with probability {WANTED_POWER}"
    return f"constant alpha: {said} ({figures}){moved}; {power}, {visible}"


def _digits(value: float) -> str:
    """Five significant digits, zeros kept: 2.9195, 0.64479, 1.0000."""
    return f"{value:#.5g}"


def _pair(low: float | None, high: float | None) -> str:
    return f"[{_digits(low or 0.0)}, {_digits(high or 0.0)}]"
