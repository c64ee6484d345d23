"""Vectorised sweep over acceptance probability and draft length, saved for the paper's figures."""

import argparse
import pathlib

import numpy as np

ALPHAS = np.linspace(0.05, 0.95, 19)
GAMMAS = np.arange(1, 17)


def accepted_tokens(alpha, gamma):
    """Expected number of accepted draft tokens per verification."""
    return alpha * (1 - alpha**gamma) / (1 - alpha)


def generated_tokens(alpha, gamma):
    """Expected tokens generated per verification, the bonus token included."""
    return (1 - np.power(alpha, gamma)) / (1 - alpha)


def generated_by_sum(alpha, gamma):
    """Same, summed position by position."""
    return 1 + np.sum(alpha ** np.arange(1, gamma + 1))


def generated_by_cumprod(per_position_probs):
    return 1.0 + np.cumprod(per_position_probs, axis=-1).sum(axis=-1)


def all_accepted_probability(alpha, gamma):
    return alpha**gamma


def speedup_grid(c):
    a = ALPHAS[:, None]
    g = GAMMAS[None, :]
    tokens = (1 - a ** (g + 1)) / (1 - a)
    return tokens / (g * c + 1)


def operations_grid(c_hat):
    """Arithmetic per emitted token, relative to plain decoding."""
    a = ALPHAS[:, None]
    g = GAMMAS[None, :]
    return (1 - a) * (g * c_hat + g + 1) / (1 - a ** (g + 1))


def free_draft_speedup(alpha, gamma):
    """Speedup when drafting costs nothing: expected tokens per verification."""
    return (1 - alpha**gamma + 1) / (1 - alpha)


def infinite_horizon(alpha):
    """Limit of the expected tokens for unbounded draft length."""
    return 1.0 / (1.0 - alpha)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("sweep.npz"))
    parser.add_argument("--costs", type=float, nargs="+", default=[0.02, 0.05, 0.1, 0.2])
    args = parser.parse_args()

    arrays = {}
    for c in args.costs:
        grid = speedup_grid(c)
        arrays[f"speedup_c{c}"] = grid
        best = GAMMAS[np.argmax(grid, axis=1)]
        arrays[f"best_c{c}"] = best
        for alpha, gamma in zip(ALPHAS[::3], best[::3]):
            print(f"c={c:.2f} alpha={alpha:.2f} best gamma={gamma}")
    arrays["alphas"] = ALPHAS
    arrays["gammas"] = GAMMAS
    np.savez(args.out, **arrays)


if __name__ == "__main__":
    main()
