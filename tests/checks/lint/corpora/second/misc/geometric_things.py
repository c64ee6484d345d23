import math

import matplotlib.pyplot as plt
import numpy as np


def rbo(s, t, p=0.9, k=10):
    """Rank-biased overlap, truncated at depth k."""
    norm = (1 - p ** k) / (1 - p)
    return sum(p ** (d - 1) * len(set(s[:d]) & set(t[:d])) / d for d in range(1, k + 1)) / norm


def annuity(rate, n):
    v = 1 / (1 + rate)
    return (1 - v ** n) / rate


def simple_interest(principal, k, alpha):
    return principal * (1 + k * alpha)


def adam_bias(beta, t):
    return 1 - beta ** t


def ema_weight_sum(alpha, k):
    return (1 - alpha ** (k + 1)) / (1 - alpha)


def gamma_correct(img, gamma=2.2, alpha=1.0):
    return np.clip(alpha * img, 0, 1) ** (1 / gamma)


def unsharp(img, blur, alpha=0.5, k=3):
    return (1 + k * alpha) * img - k * alpha * blur


def lda_smooth(n_kw, n_k, V, alpha, K):
    return (n_kw + alpha) / (n_k + V * alpha), 1 + K * alpha


def focal(p, alpha=0.25, gamma=2.0):
    return -alpha * (1 - p) ** gamma * math.log(p)


def stride_out(n, k, alpha):
    return 1 + (n - k) // alpha


def cache_speedup(hit_rate, k):
    return (1 + k) / (1 + k * (1 - hit_rate))


def plot(xs, ys):
    plt.fill_between(xs, ys, alpha=0.3)
    plt.plot(xs, 1 + 5 * np.asarray(ys), alpha=0.7, label="1 + 5y")
    plt.scatter(xs, ys, alpha=1 - 0.7 ** 4)
