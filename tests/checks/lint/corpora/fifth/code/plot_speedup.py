"""Figures for the speculative decoding section of the talk."""

import matplotlib.pyplot as plt
import numpy as np

plt.rcParams.update({"figure.figsize": (6.4, 4.0), "font.size": 11, "axes.grid": True, "grid.alpha": 0.3})

K = np.arange(1, 13)
ACCEPT_PROBS = (0.5, 0.6, 0.7, 0.8, 0.9)
C_DRAFT = 0.08  # one draft forward / one target forward, measured on A100


def tokens_per_cycle(p, k):
    return (1 - p ** (k + 1)) / (1 - p)


def fig_tokens(path):
    fig, ax = plt.subplots()
    for p in ACCEPT_PROBS:
        ax.plot(K, tokens_per_cycle(p, K), marker="o", alpha=0.8, label=f"p = {p}")
    ax.plot(K, K + 1, ls="--", color="k", alpha=0.4, label="ceiling")
    ax.set_xlabel("draft length k")
    ax.set_ylabel("tokens per target pass")
    ax.legend()
    fig.savefig(path, bbox_inches="tight")


def fig_speedup(path):
    fig, ax = plt.subplots()
    for p in ACCEPT_PROBS:
        speedup = (1 - p ** (K + 1)) / ((1 - p) * (K * C_DRAFT + 1))
        ax.plot(K, speedup, lw=1.5, alpha=0.9, label=f"p = {p}")
        best = int(K[np.argmax(speedup)])
        ax.axvline(best, color="grey", alpha=0.15)
    ax.axhline(1.0, color="k", lw=0.8)
    ax.set_ylabel("speedup over plain decoding")
    ax.legend(ncol=2)
    fig.savefig(path, bbox_inches="tight")


def fig_cost_sensitivity(path, p=0.8, k=5):
    costs = np.linspace(0.0, 0.5, 200)
    fig, ax = plt.subplots()
    ax.plot(costs, tokens_per_cycle(p, k) / (1 + k * costs), label="k drafts")
    # parallel heads: all k tokens come out of one extra pass
    ax.plot(costs, tokens_per_cycle(p, k) / (1 + costs), ls=":", label="parallel heads")
    ax.set_xlabel("draft cost c")
    ax.legend()
    fig.savefig(path, bbox_inches="tight")


def fig_position(path, p=0.8, k=8):
    pos = np.arange(1, k + 1)
    fig, ax = plt.subplots()
    ax.bar(pos, p**pos, alpha=0.6)
    ax.set_xlabel("position in the draft")
    ax.set_ylabel("share of drafts still alive")
    fig.savefig(path, bbox_inches="tight")


if __name__ == "__main__":
    fig_tokens("tokens.pdf")
    fig_speedup("speedup.pdf")
    fig_cost_sensitivity("cost.pdf")
    fig_position("position.pdf")
