"""The ledger for a person: per claim its statement, a verdict for each kind of evidence, and what it rejects."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ..ledger import KINDS, ChainRecord, ClaimRecord, Ledger, Verdict

MIN_WIDTH = 40
"""Narrower than this, lines are left to the terminal to break."""

_PAIR = re.compile(r"\b\w (?=[-.\d(])")
"""A name and its value, "γ 5": they stay on one line."""

_KEPT = "\0"  # stands for the space between them while lines are broken

_COLOURS = {"good": "32", "bad": "31;1", "dim": "2", "head": "1"}


def claim_lines(claim: ClaimRecord, failures: Sequence[str], width: int, *, colour: bool = False) -> list[str]:
    """One claim: whether it passes, its statement, its evidence, the rivals it rejects, and why it fails if it does."""
    mark = _paint("FAIL", "bad", colour) if failures else _paint("ok", "good", colour) + "  "
    lines = [f"{mark} {_paint(claim.id, 'head', colour)}"]
    lines += [line for part in claim.statement.split("; ") for line in _wrap(part, width)]
    lines += _verdicts(claim, width, colour)
    lines += [line for text in _remarks(claim) for line in _wrap(text, width)]
    lines += [line for text in _rejections(claim) for line in _wrap(text, width)]
    for reason in dict.fromkeys(claim.not_run.values()):
        missing = ", ".join(kind for kind, why in claim.not_run.items() if why == reason)
        lines += [_paint(line, "dim", colour) for line in _wrap(f"not run: {missing} ({reason})", width)]
    for reason in failures:
        lines += [_paint(line, "bad", colour) for line in _wrap(f"fails: {reason}", width)]
    return lines


def chain_heading(chain: ChainRecord, *, colour: bool = False) -> str:
    """The line above a chain's claims."""
    return _paint(f"{chain.name}: {chain.title}", "head", colour)


def summary_line(
    ledger: Ledger,
    failures: Mapping[str, Sequence[str]],
    unmet: Mapping[str, str] | None = None,
    width: int = 100,
    *,
    colour: bool = False,
) -> str:
    """The counts: claims, evidence, rivals, and what was not run; on one line if it fits, below what a run lacks."""
    counts = ledger.summary()
    claims, failed = counts["claims"], len(failures)
    parts = [
        f"{claims} {'claim' if claims == 1 else 'claims'}: {claims - failed} pass, {failed} fail",
        f"evidence: {counts['passed']} pass, {counts['failed']} fail",
        f"rivals: {counts['rivals_rejected']} of {counts['rivals']} rejected",
        f"not run: {counts['not_run']}",
    ]
    line = " | ".join(parts)
    lacking = [f"fails: {kind}: {reason}" for kind, reason in (unmet or {}).items()]
    lines = [*lacking, *([line] if len(line) <= width else parts)]
    return _paint("\n".join(lines), "bad" if failed or lacking else "good", colour)


def ledger_text(ledger: Ledger, failures: Mapping[str, Sequence[str]], width: int = 80, *, colour: bool = False) -> str:
    """The whole ledger, at most `width` columns wide where words allow it."""
    lines: list[str] = []
    for chain in ledger.chains:
        lines += [chain_heading(chain, colour=colour), ""]
        for claim in chain.claims:
            lines += [*claim_lines(claim, failures.get(claim.id, ()), width, colour=colour), ""]
    return "\n".join([*lines, summary_line(ledger, failures, width=width, colour=colour)]) + "\n"


def _verdicts(claim: ClaimRecord, width: int, colour: bool) -> Iterator[str]:
    """One line of "kind verdict", broken between kinds; several of one kind and verdict are counted."""
    ordered = sorted(claim.evidence, key=lambda evidence: KINDS.index(evidence.kind))
    shown: list[tuple[str, Verdict]] = []
    for (kind, verdict), group in groupby(ordered, key=lambda evidence: (evidence.kind, evidence.verdict)):
        count = len(list(group))
        shown.append((f"{kind} {verdict}" + (f" x{count}" if count > 1 else ""), verdict))
    line, used = "    ", 4
    for position, (text, verdict) in enumerate(shown):
        gap = "" if position == 0 else "   "
        if position and used + len(gap) + len(text) > max(width, MIN_WIDTH):
            yield line
            line, used, gap = "    ", 4, ""
        line += gap + _paint(text, "good" if verdict.passes else "bad", colour)
        used += len(gap) + len(text)
    if shown:
        yield line


def _remarks(claim: ClaimRecord) -> Iterator[str]:
    """What passing evidence has to add (an input's rounding, say); a failure's reason stands among the failures."""
    return (f"{e.kind}: {e.reason}" for e in claim.evidence if e.passes and e.reason)


def _rejections(claim: ClaimRecord) -> Iterator[str]:
    numbers = claim.rejected()
    for rival in claim.rivals:
        found = numbers.get(rival.id) or next(
            (e.rivals.rejected[rival.id] for e in claim.evidence if rival.id in e.rivals.rejected), None
        )
        if found is not None:
            yield f"rejects {rival.says.split(': ')[0]}: {found}"


def _wrap(text: str, width: int) -> list[str]:
    if width < MIN_WIDTH:
        return ["    " + text]
    together = _PAIR.sub(lambda pair: pair[0].replace(" ", _KEPT), text)
    lines = textwrap.wrap(
        together,
        width,
        initial_indent="    ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_KEPT, " ") for line in lines]


def _paint(text: str, role: str, colour: bool) -> str:
    return f"\033[{_COLOURS[role]}m{text}\033[0m" if colour else text
