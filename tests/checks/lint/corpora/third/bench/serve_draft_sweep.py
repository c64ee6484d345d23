#!/usr/bin/env python3
"""Sweep the number of draft tokens against a running server and print a table.

usage: serve_draft_sweep.py --url http://localhost:8000 --lens 1 2 3 5 8
"""
import argparse
import json
import statistics
import urllib.request


def scrape(url):
    raw = urllib.request.urlopen(url + "/stats").read()
    return json.loads(raw)


def summarise(before, after, n_draft):
    n_verify = after["verify_calls"] - before["verify_calls"]
    proposed = after["draft_tokens"] - before["draft_tokens"]
    kept = after["accepted_tokens"] - before["accepted_tokens"]
    hit = kept / max(proposed, 1)
    emitted = 1 + kept / n_verify
    via_hit = 1 + n_draft * hit
    model = (1 - hit ** (n_draft + 1)) / (1 - hit)
    return emitted, via_hit, model


def predicted_gain(p_accept, n_draft, draft_ms, target_ms):
    """Predicted gain of speculative decoding when every draft token is accepted
    independently with probability p_accept.
    """
    rel = draft_ms / target_ms
    mean_emitted = 1 + p_accept * n_draft
    denom = 1 + n_draft * rel
    return mean_emitted / denom


def predicted_gain_v2(p_accept, n_draft, draft_ms, target_ms):
    rel = draft_ms / target_ms
    mean_emitted = sum(p_accept ** i for i in range(n_draft + 1))
    return mean_emitted / (1 + n_draft * rel)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--lens", nargs="+", type=int, default=[1, 2, 3, 5, 8])
    ap.add_argument("--url", default="http://localhost:8000")
    ap.add_argument("--alpha", type=float, default=0.05, help="significance level of the t-test")
    ns = ap.parse_args()
    rows = []
    for k in ns.lens:
        a = scrape(ns.url)
        b = scrape(ns.url)
        rows.append((k, *summarise(a, b, k)))
    for k, e, v, m in rows:
        print(f"{k:3d} {e:6.2f} {v:6.2f} {m:6.2f}")
    lat = [r[1] for r in rows]
    gamma = 1 + len(lat) * ns.alpha
    print("stdev", statistics.pstdev(lat), gamma)


if __name__ == "__main__":
    main()
