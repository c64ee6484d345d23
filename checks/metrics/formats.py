"""Which format a text is in, from its content alone, and its counters."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...errors import BadInput
from . import llamacpp, vllmlog
from .counters import Counters
from .jsonfile import SCHEMA, read_json
from .prometheus import read_prometheus

MAX_CHARACTERS = 64 * 2**20
"""64 MB: a day of a busy server's log; a scrape has some hundred kilobytes."""

MAX_LINES = 1_000_000
"""A log of 64 MB has half a million lines; each takes a microsecond to look at."""

_PROMETHEUS = re.compile(
    r"^(?:# (?:HELP|TYPE) |[a-zA-Z_][a-zA-Z0-9_]*:[a-zA-Z0-9_:]+(?:\{| +[0-9.])|vllm_spec_decode_)", re.M
)

_READERS: tuple[tuple[Callable[[str], bool], Callable[[str, str], tuple[Counters, ...]]], ...] = (
    (lambda text: text.lstrip()[:1] in ("{", "["), read_json),
    (lambda text: vllmlog.MARKER in text or vllmlog.V0_MARKER in text, vllmlog.read_vllm_log),
    (lambda text: llamacpp.MARKERS.search(text) is not None, llamacpp.read_llamacpp),
    (lambda text: _PROMETHEUS.search(text) is not None, read_prometheus),
)
"""Tried in order. Logs come before Prometheus text, since a log may quote anything and a scrape quotes no log."""


def read_counters(text: str, name: str) -> tuple[Counters, ...]:
    """The counters of every engine in `text`, whatever its format; `name` stands for it in errors."""
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"{name}: {len(text)} characters, expected at most {MAX_CHARACTERS}")
    if text.count("\n") > MAX_LINES:
        raise BadInput(f"{name}: more than {MAX_LINES} lines, expected a shorter excerpt")
    if not text.strip():
        raise BadInput(f"{name}: empty, expected an engine's counters")
    for recognises, read in _READERS:
        if recognises(text):
            return read(text, name)
    raise BadInput(
        f"{name}: not recognised, expected Prometheus text with vllm:spec_decode_* counters, vLLM or llama.cpp log "
        f"lines of speculative decoding, or JSON of schema {SCHEMA}"
    )
