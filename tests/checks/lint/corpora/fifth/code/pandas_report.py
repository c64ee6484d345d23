"""Nightly report over the speculative decoding logs (one CSV row per request)."""

from __future__ import annotations

import argparse
import sys

import numpy as np
import pandas as pd

COLUMNS = ["request_id", "model", "num_drafts", "drafted", "accepted", "k", "latency_ms"]


def load(paths: list[str]) -> pd.DataFrame:
    frames = [pd.read_csv(p, usecols=COLUMNS) for p in paths]
    df = pd.concat(frames, ignore_index=True)
    return df[df["num_drafts"] > 0]


def summarise(df: pd.DataFrame) -> pd.DataFrame:
    g = df.groupby(["model", "k"]).agg(
        num_drafts=("num_drafts", "sum"),
        drafted=("drafted", "sum"),
        accepted=("accepted", "sum"),
        p50_ms=("latency_ms", "median"),
    )
    g = g.reset_index()
    g["accept_ratio"] = g["accepted"] / g["drafted"]
    g["mean_len"] = 1 + g["accepted"] / g["num_drafts"]
    g["mean_len_check"] = 1 + g["k"] * g["accept_ratio"]
    return g


def add_model_fit(g: pd.DataFrame) -> pd.DataFrame:
    r = g["accept_ratio"]
    g["theory_len"] = (1 - r ** (g["k"] + 1)) / (1 - r)
    g["gap"] = g["mean_len"] - g["theory_len"]
    return g


def invert_ratio(ratio: float, k: int, tol: float = 1e-10) -> float:
    """Per-token acceptance probability that gives this accepted/drafted ratio at length k."""
    lo, hi = 0.0, 1.0
    while hi - lo > tol:
        mid = (lo + hi) / 2
        if np.sum(mid ** np.arange(1, k + 1)) / k < ratio:
            lo = mid
        else:
            hi = mid
    return (lo + hi) / 2


def what_if(g: pd.DataFrame, k_new: int) -> pd.DataFrame:
    a = np.array([invert_ratio(r, k) for r, k in zip(g["accept_ratio"], g["k"])])
    g[f"len_at_{k_new}"] = (1 - a ** (k_new + 1)) / (1 - a)
    return g


def main() -> int:
    ap = argparse.ArgumentParser()
    ap.add_argument("csv", nargs="+")
    ap.add_argument("--k-new", type=int, default=8)
    args = ap.parse_args()
    g = what_if(add_model_fit(summarise(load(args.csv))), args.k_new)
    with pd.option_context("display.float_format", "{:.3f}".format, "display.width", 160):
        print(g.to_string(index=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
