"""vLLM v1's "SpecDecoding metrics" log lines -> counters (vllm/v1/spec_decode/metrics.py, SpecDecodingLogging.log).

Each line covers one logging interval and is reset afterwards, so the lines of an engine add up.
"""

from __future__ import annotations

import re

from ...errors import BadInput
from .counters import MAX_ENGINES, Counters
from .inference import LINE, Work
from .prometheus import V0_REFUSAL
from .records import COUNT, NUMBER, Record, fields, rates_in, total

MARKER = "SpecDecoding metrics:"
V0_MARKER = "Speculative metrics: Draft acceptance rate:"

_FIELDS = {
    "Mean acceptance length": re.compile(rf"Mean acceptance length: (?:{NUMBER}|nan)"),
    "Accepted": re.compile(rf"[, ]Accepted: {COUNT} tokens"),
    "Drafted": re.compile(rf"[, ]Drafted: {COUNT} tokens"),
    "Per-position acceptance rate": re.compile(r"Per-position acceptance rate: ([0-9., nan]*), Avg Draft"),
    "Avg Draft acceptance rate": re.compile(rf"Avg Draft acceptance rate: (?:{NUMBER}|nan)%"),
}
_PROCESS = re.compile(r"\(([A-Za-z0-9_ .=-]{1,80})\)")
_SERIES = ("vllm:spec_decode_num_accepted_tokens_total", "vllm:spec_decode_num_drafts_total", "")


def read_vllm_log(text: str, name: str) -> tuple[Counters, ...]:
    """The summed counters of every process that logged; `BadInput` names the line that is not as vLLM prints it."""
    engines: dict[str, list[Record]] = {}
    work = Work()
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{name}: line {number}"
        if V0_MARKER in line:
            raise BadInput(f"{where}: {V0_REFUSAL}")
        before, marker, after = line.partition(MARKER)
        if not marker:
            continue
        work.spend(LINE, where)
        process = _PROCESS.match(before.strip())
        engine = process.group(1) if process else "log"
        if engine not in engines and len(engines) >= MAX_ENGINES:
            raise BadInput(f"{where}: more than {MAX_ENGINES} engines")
        record = _record(after, where)
        engines.setdefault(engine, []).extend([record] if record.drafted else [])
    return tuple(_counted(engine, name, records, work) for engine, records in engines.items())


def _counted(engine: str, name: str, records: list[Record], work: Work) -> Counters:
    if records:
        return total(engine, name, "vLLM log", records, work, series=_SERIES)
    return Counters(engine, name, "vLLM log", drafted=0, accepted=0, drafts=0, cumulative=False, series=_SERIES)


def _record(line: str, where: str) -> Record:
    found = fields(line, _FIELDS, where)
    drafted, accepted = int(found["Drafted"]), int(found["Accepted"])
    if accepted > drafted:
        raise BadInput(f"{where}: accepted {accepted} tokens of {drafted} drafted, expected accepted <= drafted")
    if drafted == 0:  # the rates of an idle interval are nan
        return Record(0, 0, where=where)
    percent = found["Avg Draft acceptance rate"]
    if f"{accepted / drafted * 100:.{len(percent.partition('.')[2])}f}" != percent:
        raise BadInput(
            f"{where}: Avg Draft acceptance rate {percent}%, expected accepted / drafted = {accepted}/{drafted}"
        )
    rates = rates_in(found["Per-position acceptance rate"], where)
    return Record(drafted, accepted, found["Mean acceptance length"], rates, where)
