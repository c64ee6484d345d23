"""llama.cpp's log -> counters: its cumulative `statistics` lines, else its lines per request.

Formats (common/speculative.cpp, common_speculative_print_stats; tools/server, print_timing), oldest first:

    draft acceptance rate = 0.57576 (  171 accepted /   297 generated)
    draft acceptance = 0.76049 (  308 accepted /   405 generated), mean len =  2.52
         acc per pos = (0.847, 0.670)
    statistics ngram_simple: #calls = 15, #gen drafts = 5, #acc drafts = 5, #gen tokens = 187, #acc tokens = 73
    statistics draft-mtp: #calls(b,g,a) = 1 203 203, #gen drafts = 203, #acc drafts = 172, #gen tokens = 405,
      #acc tokens = 308, #mean acc len = 2.52, #acc rate/pos = (0.847, 0.670), dur(b,g,a) = 0.003, 1396.591, 0.467 ms

The third of `#calls(b,g,a)` counts verified drafts and is what the printed rates divide by. The rates of a
`statistics` line reach to the deepest position ever accepted, which need not be the longest draft: gamma stays unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ...errors import BadInput
from .counters import MAX_ENGINES, Counters, printable
from .inference import LINE, Work, infer
from .records import COUNT, NUMBER, Record, fields, rates_in, total
from .snapshots import since_reset

REQUEST = re.compile(rf"draft acceptance(?: rate)? = {NUMBER} \( *{COUNT} accepted / *{COUNT} generated\)")
MARKERS = re.compile(r"draft acceptance(?: rate)? = |statistics +[^ ]{1,40} *#calls|#gen drafts *=")
_MEAN = re.compile(rf"mean (?:acceptance length|len) = *{NUMBER}")
_RATES = re.compile(r"(?:acceptance rate per position|acc per pos) = \(([0-9., ]*)\)")
_STATISTICS = re.compile(r"statistics +([^ :#]{1,40}):? +#calls")
_STATISTICS_FIELDS = {
    name: re.compile(rf"{name} *= *{COUNT}") for name in ("#gen drafts", "#acc drafts", "#gen tokens", "#acc tokens")
}
_CALLS = re.compile(rf"#calls\(b,g,a\) *= *{COUNT} +{COUNT} +{COUNT}")
_STATISTICS_RATES = re.compile(r"#acc rate/pos = \(([0-9., ]*)\)")


@dataclass(frozen=True)
class _Statistics:
    """One `statistics` line."""

    drafts: int
    drafted: int
    accepted: int
    survivors: tuple[int, ...] | None
    unverified: int
    where: str


def read_llamacpp(text: str, name: str) -> tuple[Counters, ...]:
    """The counters of every drafter in the log; `BadInput` names a line that is not as llama.cpp prints it."""
    requests: list[Record] = []
    drafters: dict[str, list[_Statistics]] = {}
    work = Work()
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{name}: line {number}"
        if match := _STATISTICS.search(line):
            work.spend(LINE, where)
            drafter = match.group(1)
            if drafter not in drafters and len(drafters) >= MAX_ENGINES:
                raise BadInput(f"{where}: more than {MAX_ENGINES} drafters")
            drafters.setdefault(drafter, []).append(_statistics(line[match.start() :], where, work))
        elif "draft acceptance" in line and MARKERS.search(line):
            work.spend(LINE, where)
            requests.append(_request(line, where))
        elif requests and not requests[-1].rates and (rates := _RATES.search(line)):
            requests[-1] = replace(requests[-1], rates=rates_in(rates.group(1), where))
    counted = tuple(_cumulative(drafter, name, lines) for drafter, lines in drafters.items())
    if any(counters.drafted for counters in counted) or not requests:
        return counted
    return (total("requests", name, "llama.cpp log", requests, work, series=None),)


def _request(line: str, where: str) -> Record:
    match = REQUEST.search(line)
    if match is None:
        shown = printable(line.strip(), 60)
        raise BadInput(f"{where}: {shown!r}, expected `draft acceptance = r ( A accepted / G generated)`")
    ratio, accepted, drafted = match.group(1), int(match.group(2)), int(match.group(3))
    if accepted > drafted or drafted == 0:
        raise BadInput(f"{where}: accepted {accepted} tokens of {drafted} generated, expected accepted <= generated")
    decimals = len(ratio.partition(".")[2])
    if abs(float(ratio) - accepted / drafted) > 10.0**-decimals:  # the engine divides floats, not doubles
        raise BadInput(f"{where}: draft acceptance {ratio}, expected accepted / generated = {accepted}/{drafted}")
    mean, rates = _MEAN.search(line), _RATES.search(line)
    listed = rates_in(rates.group(1), where) if rates else ()
    return Record(drafted, accepted, mean.group(1) if mean else None, listed, where)


def _statistics(line: str, where: str, work: Work) -> _Statistics:
    found = {key: int(value) for key, value in fields(line, _STATISTICS_FIELDS, where).items()}
    calls, printed = _CALLS.search(line), _STATISTICS_RATES.search(line)
    generated, started, accepted = found["#gen drafts"], found["#acc drafts"], found["#acc tokens"]
    drafts = int(calls.group(3)) if calls else generated
    rates = rates_in(printed.group(1), where) if printed else ()
    if started > drafts or accepted < started or accepted > found["#gen tokens"]:
        raise BadInput(f"{where}: #acc drafts <= drafts, #acc drafts <= #acc tokens <= #gen tokens expected")
    survivors: tuple[int, ...] | None = None
    if rates and drafts:
        inferred = infer(accepted, None, rates, range(drafts, drafts + 1), work, where)
        if inferred is None:
            raise BadInput(f"{where}: #acc rate/pos does not print from {accepted} accepted tokens in {drafts} drafts")
        survivors = inferred.per_position
        if survivors is not None and survivors[0] != started:
            raise BadInput(f"{where}: #acc drafts is {started}, #acc rate/pos gives {survivors[0]}")
    return _Statistics(drafts, found["#gen tokens"], accepted, survivors, max(0, generated - drafts), where)


def _cumulative(drafter: str, name: str, lines: list[_Statistics]) -> Counters:
    """The last line of each run of the server, added up: a count that fell says that the server began anew."""
    counted = [_as_counters(drafter, line) for line in lines]
    return replace(since_reset(counted), where=name)


def _as_counters(drafter: str, line: _Statistics) -> Counters:
    note = f"{line.unverified} drafts were made and never verified; their tokens count as drafted"
    return Counters(
        engine=drafter,
        where=line.where,
        source="llama.cpp log",
        drafted=line.drafted,
        accepted=line.accepted,
        drafts=line.drafts,
        per_position=line.survivors,
        notes=(note,) if line.unverified else (),
    )
