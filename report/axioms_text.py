"""What a claim rests on, for a person."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ..derivations.axioms import Axioms


def axioms_text(found: Axioms, width: int = 80) -> str:
    """The claims used, the rules and engines trusted, and every finding, those outside the allow-list last."""
    lines = [line for label, body in _rows(found) for line in _wrap(label, body, width)]
    return "\n".join([f"{found.claim} rests on", *lines]) + "\n"


def _rows(found: Axioms) -> Iterator[tuple[str, str]]:
    used = found.claims[:-1]
    yield "claims", ", ".join(used) or "none but itself"
    yield "rules", ", ".join(f"{name.replace('_', ' ')} x{count}" for name, count in found.rules.items()) or "none"
    if found.given:
        yield "given", f"{found.given} of the steps' results were handed to their rule, which checked them"
    yield "engines", ", ".join(found.engines) or "none"
    for finding in found.findings:
        if finding.reason:
            yield "allowed", f"{finding.kind} of {finding.claim}: {finding.what} ({finding.reason})"
    for finding in found.refused:
        yield "FAIL", f"{finding.kind} of {finding.claim}: {finding.what} (not in the allow-list)"
    if not found.refused:
        yield "ok", "nothing outside the allow-list"


def _wrap(label: str, body: str, width: int) -> list[str]:
    return textwrap.wrap(
        body,
        max(width, 30),
        initial_indent=f"  {label:<9}",
        subsequent_indent=" " * 11,
        break_long_words=False,
        break_on_hyphens=False,
    )
