"""Prometheus text of vLLM v1 (and of llama.cpp, which exports the same four names) -> counters, one per engine.

The names are vLLM's (vllm/v1/spec_decode/metrics.py); `_total` may be missing, and `:` may have become `_` on its way
through a collector. vLLM v0's gauge `draft_acceptance_rate` is refused: it is another quantity.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from ...errors import BadInput
from .counters import MAX_ENGINES, MAX_POSITIONS, Counters, printable

MAX_SAMPLE_LINES = 200_000
"""A scrape of one engine has 1-2 thousand lines; the client's parser reads about 100 thousand a second."""

MAX_SCRAPE = 8 * 2**20
"""Characters; a scrape of one engine has some hundred kilobytes, and the client's parser reads about 4 MB a second."""

MAX_LINE = 16_384
"""Characters a line; the client's parser is quadratic in a line of quotes."""

_FIELDS = {
    "num_drafts": "drafts",
    "num_draft_tokens": "drafted",
    "num_accepted_tokens": "accepted",
    "num_accepted_tokens_per_pos": "per_position",
}
_NAME = re.compile(rf"(vllm|llamacpp)[:_]spec_decode_({'|'.join(_FIELDS)})(_total|_created)?")
_V0 = re.compile(r"vllm[:_]spec_decode_(draft_acceptance_rate|efficiency|num_emitted_tokens)(_total)?")
_DECLARES_GAMMA = {"vllm": True, "llamacpp": False}
"""vLLM exports one series per speculative token configured; llama.cpp one per position that it has seen."""

V0_REFUSAL = (
    "vLLM v0's draft_acceptance_rate is another quantity of the same name (tokens accepted regardless of their prefix "
    "/ drafted, close to alpha); expected vLLM v1's counters, vllm:spec_decode_num_drafts_total and its siblings"
)


@dataclass
class _Engine:
    """The series of one set of labels, while the text is being read."""

    labels: tuple[tuple[str, str], ...]
    prefix: str
    values: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)
    started: float | None = None


def read_prometheus(text: str, name: str) -> tuple[Counters, ...]:
    """The counters of every engine in one scrape; `BadInput` names the line that cannot be read or what is missing."""
    lines = text.split("\n")
    if len(lines) > MAX_SAMPLE_LINES:
        raise BadInput(f"{name}: {len(lines)} lines, expected one scrape of at most {MAX_SAMPLE_LINES}")
    if len(text) > MAX_SCRAPE:
        raise BadInput(f"{name}: {len(text)} characters, expected one scrape of at most {MAX_SCRAPE}")
    if not text.endswith("\n") and lines and lines[-1].strip() != "# EOF":
        raise BadInput(f"{name}: line {len(lines)}: no line end, the file is truncated (Prometheus text ends with one)")
    engines: dict[tuple[tuple[str, str], ...], _Engine] = {}
    old_names = False
    for number, line in enumerate(lines, 1):
        for sample_name, labels, value in _samples(line, f"{name}: line {number}"):
            old_names = old_names or _V0.fullmatch(sample_name) is not None
            match = _NAME.fullmatch(sample_name)
            if match is not None:
                _take(engines, match, labels, value, f"{name}: line {number}")
    if old_names and not any("drafts" in engine.values for engine in engines.values()):
        raise BadInput(f"{name}: {V0_REFUSAL}")
    if not engines:
        raise BadInput(
            f"{name}: no vllm:spec_decode_* counters; expected the /metrics text of an engine that speculates"
        )
    return tuple(_counters(engine, name) for engine in engines.values())


def _samples(line: str, where: str) -> list[tuple[str, dict[str, str], float]]:
    """The samples of one line by prometheus-client's own parser, whose complaints become `BadInput`."""
    from prometheus_client.parser import text_string_to_metric_families

    if len(line) > MAX_LINE:
        raise BadInput(f"{where}: {len(line)} characters, expected at most {MAX_LINE}")
    try:
        families = list(text_string_to_metric_families(line + "\n"))
    except Exception as error:  # the parser lets IndexError and others escape on malformed text
        raise BadInput(
            f"{where}: not Prometheus text: {printable(line, 60)!r}, expected `name{{labels}} value`"
        ) from error
    return [(sample.name, dict(sample.labels), float(sample.value)) for family in families for sample in family.samples]


def _take(
    engines: dict[tuple[tuple[str, str], ...], _Engine],
    match: re.Match[str],
    labels: dict[str, str],
    value: float,
    where: str,
) -> None:
    """Put one sample where it belongs; a series given twice, or a count that is none, is refused."""
    prefix, kind, suffix = match.group(1), _FIELDS[match.group(2)], match.group(3)
    position = labels.pop("position", None)
    key = tuple(sorted(labels.items()))
    if key not in engines and len(engines) >= MAX_ENGINES:
        raise BadInput(f"{where}: more than {MAX_ENGINES} engines")
    engine = engines.setdefault(key, _Engine(key, prefix))
    if suffix == "_created":
        if kind == "drafts" and math.isfinite(value):
            engine.started = value
        return
    if not math.isfinite(value) or value < 0 or value != int(value):
        raise BadInput(f"{where}: {match.group(0)} is {value:g}, expected a whole number from 0 (a counter)")
    if kind != "per_position":
        if kind in engine.values:
            raise BadInput(f"{where}: {match.group(0)} twice with the same labels, expected one scrape")
        engine.values[kind], engine.names[kind] = int(value), match.group(0)
        return
    if position is None or not re.fullmatch(r"[0-9]{1,4}", position) or int(position) >= MAX_POSITIONS:
        shown = "missing" if position is None else repr(printable(position, 20))
        raise BadInput(f"{where}: label position is {shown}, expected 0 to {MAX_POSITIONS - 1}")
    if int(position) in engine.positions:
        raise BadInput(f"{where}: position {int(position)} twice with the same labels, expected one scrape")
    engine.positions[int(position)] = int(value)


def _counters(engine: _Engine, name: str) -> Counters:
    selector = ",".join(f'{_label(key)}="{_escaped(value)}"' for key, value in engine.labels)
    label = selector or "(no labels)"
    missing = [series for series, kind in _FIELDS.items() if kind not in ("per_position", *engine.values)]
    if missing:
        names = ", ".join(f"{engine.prefix}:spec_decode_{series}" for series in missing)
        raise BadInput(f"{name}: engine {printable(label)}: {names} missing, the file is truncated or incomplete")
    if sorted(engine.positions) != list(range(len(engine.positions))):
        absent = next(i for i in range(MAX_POSITIONS) if i not in engine.positions)
        raise BadInput(
            f"{name}: engine {printable(label)}: position {absent} missing, expected 0 to {max(engine.positions)}"
        )
    survivors = tuple(engine.positions[i] for i in range(len(engine.positions))) or None
    declared = len(survivors) if survivors and _DECLARES_GAMMA[engine.prefix] else None
    return Counters(
        engine=label,
        where=name,
        source={"vllm": "vLLM counters", "llamacpp": "llama.cpp counters"}[engine.prefix],
        drafted=engine.values["drafted"],
        accepted=engine.values["accepted"],
        drafts=engine.values["drafts"],
        per_position=survivors,
        gamma=declared,
        started=engine.started,
        series=(engine.names["accepted"], engine.names["drafts"], selector),
    )


def _label(name: str) -> str:
    """A label's name as PromQL takes it: quoted where it is no identifier, so that it cannot end the selector."""
    return name if re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]*", name) else f'"{_escaped(name)}"'


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def mean_length_query(series: tuple[str, str, str]) -> str:
    """PromQL for the mean acceptance length L of one engine: 1 + the accepted tokens per draft, as rates.

    `rate` comes before the division and sees every reset; dividing the raw counters would average since the start.
    """
    accepted, drafts, selector = series
    chosen = f"{{{selector}}}" if selector else ""
    return f"1 + rate({accepted}{chosen}[5m]) / rate({drafts}{chosen}[5m])"
