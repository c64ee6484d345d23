"""Prometheus exporter that sits beside the engine and derives speculative decoding gauges."""

from __future__ import annotations

import argparse
import logging
import threading
import time
import urllib.request

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server
from prometheus_client.parser import text_string_to_metric_families

log = logging.getLogger("spec-exporter")

WANTED = {
    "vllm:spec_decode_num_drafts": "drafts",
    "vllm:spec_decode_num_draft_tokens": "draft_tokens",
    "vllm:spec_decode_num_accepted_tokens": "accepted_tokens",
}


class Snapshot:
    __slots__ = ("drafts", "draft_tokens", "accepted_tokens", "stamp")

    def __init__(self, drafts: float, draft_tokens: float, accepted_tokens: float):
        self.drafts = drafts
        self.draft_tokens = draft_tokens
        self.accepted_tokens = accepted_tokens
        self.stamp = time.time()

    def __sub__(self, old: "Snapshot") -> "Snapshot":
        return Snapshot(
            self.drafts - old.drafts,
            self.draft_tokens - old.draft_tokens,
            self.accepted_tokens - old.accepted_tokens,
        )


def scrape(url: str) -> Snapshot:
    with urllib.request.urlopen(url, timeout=3) as response:
        text = response.read().decode()
    totals = {}
    for family in text_string_to_metric_families(text):
        if family.name in WANTED:
            totals[WANTED[family.name]] = sum(s.value for s in family.samples if s.name.endswith("_total"))
    return Snapshot(**totals)


class Derived:
    def __init__(self, registry: CollectorRegistry):
        self.acceptance = Gauge("spec_draft_acceptance_ratio", "accepted / drafted tokens", registry=registry)
        self.length = Gauge("spec_mean_acceptance_length", "tokens per verification", registry=registry)
        self.wasted = Counter("spec_wasted_draft_tokens", "drafted and thrown away", registry=registry)

    def update(self, d: Snapshot) -> None:
        if d.drafts <= 0 or d.draft_tokens <= 0:
            return
        ratio = d.accepted_tokens / d.draft_tokens
        mean_draft_len = d.draft_tokens / d.drafts
        self.acceptance.set(ratio)
        self.length.set(1 + mean_draft_len * ratio)
        self.wasted.inc(d.draft_tokens - d.accepted_tokens)
        log.debug("cross-check %.3f", 1 + d.accepted_tokens / d.drafts)


def loop(url: str, derived: Derived, period: float, stop: threading.Event) -> None:
    previous = scrape(url)
    while not stop.wait(period):
        try:
            current = scrape(url)
        except OSError as exc:
            log.warning("scrape failed: %s", exc)
            continue
        derived.update(current - previous)
        previous = current


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="http://localhost:8000/metrics")
    parser.add_argument("--port", type=int, default=9109)
    parser.add_argument("--period", type=float, default=15.0)
    args = parser.parse_args()
    registry = CollectorRegistry()
    derived = Derived(registry)
    start_http_server(args.port, registry=registry)
    loop(args.engine, derived, args.period, threading.Event())


if __name__ == "__main__":
    main()
