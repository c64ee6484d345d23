"""Turns the CSV of a sweep over draft models and draft lengths into the tables of the report."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

COLUMNS = ["run", "drafter", "k", "drafts", "drafted", "accepted", "tested", "draft_ms", "target_ms", "wall_s", "tokens"]


def load(folder: Path) -> pd.DataFrame:
    frames = [pd.read_csv(path, names=COLUMNS, header=0) for path in sorted(folder.glob("*.csv"))]
    return pd.concat(frames, ignore_index=True)


def add_acceptance(df: pd.DataFrame) -> pd.DataFrame:
    df["accept_ratio"] = df["accepted"] / df["drafted"]
    df["accept_prob"] = df["accepted"] / df["tested"]
    df["mean_len"] = 1 + df["accepted"] / df["drafts"]
    df["mean_len_check"] = 1 + df["k"] * df["accept_ratio"]
    return df


def add_model(df: pd.DataFrame) -> pd.DataFrame:
    """Predictions under a constant acceptance probability."""
    k = df["k"]
    df["pred_len"] = (1 - df["accept_ratio"] ** (k + 1)) / (1 - df["accept_ratio"])
    df["pred_len_tested"] = (1 - df["accept_prob"] ** (k + 1)) / (1 - df["accept_prob"])
    df["est_len"] = 1 + df["accept_prob"] * k
    df["c"] = df["draft_ms"] / df["target_ms"]
    df["pred_speedup"] = df["pred_len_tested"] / (1 + k * df["c"])
    return df


def add_throughput(df: pd.DataFrame) -> pd.DataFrame:
    df["tok_per_s"] = df["tokens"] / df["wall_s"]
    plain = df[df["k"] == 0].groupby("drafter")["tok_per_s"].median()
    df["measured_speedup"] = df["tok_per_s"] / df["drafter"].map(plain)
    return df


def residuals(df: pd.DataFrame) -> pd.Series:
    return df["pred_len_tested"] - df["mean_len"]


def summarize(df: pd.DataFrame) -> pd.DataFrame:
    grouped = df.groupby(["drafter", "k"])
    table = grouped[["mean_len", "accept_ratio", "accept_prob", "measured_speedup"]].mean()
    table["runs"] = grouped.size()
    return table.round(3)


def bootstrap(values: np.ndarray, draws: int = 2000, seed: int = 0) -> tuple[float, float]:
    rng = np.random.default_rng(seed)
    means = rng.choice(values, size=(draws, len(values))).mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def main(folder: str) -> None:
    df = add_throughput(add_model(add_acceptance(load(Path(folder)))))
    print(summarize(df).to_markdown())
    print("model minus measurement:", residuals(df).abs().max().round(3))
    for name, part in df.groupby("drafter"):
        low, high = bootstrap(part["mean_len"].to_numpy())
        print(f"{name}: {low:.2f}..{high:.2f} tokens per verification")


if __name__ == "__main__":
    main(sys.argv[1])
