"""Prometheus exporter that turns an engine's speculative decoding counters into gauges."""

import logging
import time
from typing import Optional

import requests
from prometheus_client import Gauge, start_http_server
from prometheus_client.parser import text_string_to_metric_families

log = logging.getLogger("spec_exporter")

ACCEPTANCE = Gauge("spec_draft_acceptance_ratio", "Accepted over drafted tokens in the window")
MEAN_LENGTH = Gauge("spec_mean_acceptance_length", "Tokens emitted per verification, bonus token included")
ALPHA = Gauge("spec_alpha", "Accepted over tested drafts: chance that a draft is kept once it is reached")
MODEL_LENGTH = Gauge("spec_model_acceptance_length", "What a constant alpha would give at the configured draft length")
POSITION = Gauge("spec_position_rate", "Drafts that got at least this far", ["position"])


class Window:
    """Difference between two scrapes of the monotone counters."""

    def __init__(self) -> None:
        self.last: Optional[dict] = None

    def delta(self, now: dict) -> Optional[dict]:
        before, self.last = self.last, now
        if before is None:
            return None
        return {key: now[key] - before.get(key, 0) for key in now}


def scrape(url: str) -> dict:
    values: dict = {}
    text = requests.get(url, timeout=5).text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if not sample.name.startswith("vllm:spec_decode"):
                continue
            key = sample.name.removeprefix("vllm:spec_decode_").removesuffix("_total")
            if "position" in sample.labels:
                key = (key, int(sample.labels["position"]))
            values[key] = values.get(key, 0) + sample.value
    return values


def publish(delta: dict, gamma: int) -> None:
    drafts = delta["num_drafts"]
    drafted = delta["num_draft_tokens"]
    accepted = delta["num_accepted_tokens"]
    if drafts == 0 or drafted == 0:
        return
    rate = accepted / drafted
    ACCEPTANCE.set(rate)
    MEAN_LENGTH.set(1 + accepted / drafts)
    log.info("rate %.3f, so %.3f tokens per step", rate, 1 + rate * drafted / drafts)

    survival = [delta.get(("num_accepted_tokens_per_pos", i), 0) / drafts for i in range(gamma)]
    for i, value in enumerate(survival):
        POSITION.labels(position=str(i)).set(value)
    by_position = 1 + sum(survival)
    log.debug("by position: %.3f", by_position)

    # a draft is tested when all drafts before it were kept
    tested = drafts * (1 + sum(survival[:-1]))
    alpha = accepted / tested
    ALPHA.set(alpha)
    if alpha < 1:
        MODEL_LENGTH.set((1 - alpha ** (gamma + 1)) / (1 - alpha))
    else:
        MODEL_LENGTH.set(gamma + 1)


def main(url: str = "http://localhost:8000/metrics", port: int = 9105, gamma: int = 3, period: float = 15.0) -> None:
    logging.basicConfig(level=logging.INFO)
    start_http_server(port)
    window = Window()
    while True:
        try:
            delta = window.delta(scrape(url))
        except requests.RequestException as error:
            log.warning("scrape failed: %s", error)
        else:
            if delta:
                publish(delta, gamma)
        time.sleep(period)


if __name__ == "__main__":
    main()
