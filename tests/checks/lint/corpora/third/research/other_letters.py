"""A drawer of formulas from unrelated projects."""
import numpy as np


def gae(rewards, values, gamma=0.99, lam=0.95):
    adv, last = np.zeros_like(rewards), 0.0
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        adv[t] = last = delta + gamma * lam * last
    return adv


def effective_horizon(gamma, n):
    return (1 - gamma ** n) / (1 - gamma)


def focal(p, alpha=0.25, gamma=2.0):
    return -alpha * (1 - p) ** gamma * np.log(p)


def sac_target(r, q, logp, gamma, alpha):
    return r + gamma * (q - alpha * logp)


def rbo_ext(s, l, p=0.9):
    k = min(len(s), len(l))
    agree = [len(set(s[: d + 1]) & set(l[: d + 1])) / (d + 1) for d in range(k)]
    return (1 - p) * sum(p ** d * a for d, a in enumerate(agree)) / (1 - p ** k)


def adam(m, v, t, b1=0.9, b2=0.999):
    mh = m / (1 - b1 ** t)
    vh = v / (1 - b2 ** t)
    return mh / (np.sqrt(vh) + 1e-8)


def bond(coupon, y, n):
    d = 1 / (1 + y)
    return coupon * d * (1 - d ** n) / (1 - d) + d ** n


def capm(alpha, beta, market):
    return alpha + beta * market


def linear_growth(alpha, gamma, t):
    return 1 + gamma * alpha * t


def metropolis(logp, x, step, n, rng):
    accepted = 0
    for _ in range(n):
        prop = x + step * rng.normal()
        if np.log(rng.uniform()) < logp(prop) - logp(x):
            x, accepted = prop, accepted + 1
    acceptance_rate = accepted / n
    moves = 1 + n * acceptance_rate
    return x, moves


def dirichlet_ll(counts, alpha, k):
    return np.log((counts + alpha) / (counts.sum() + k * alpha))


def best_of_n(p_accept, n):
    """Chance that at least one of n samples passes the grader."""
    return 1 - (1 - p_accept) ** n


def expected_passes(p_accept, n):
    return n * p_accept


def stride_offset(i, j, alpha, ld):
    return 1 + i * alpha + j * ld


def srgb(x, gamma=2.4):
    return 1.055 * x ** (1 / gamma) - 0.055


def blend(src, dst, alpha):
    return alpha * src + (1 - alpha) * dst


def lorentz(v, c):
    gamma = 1 / np.sqrt(1 - (v / c) ** 2)
    return gamma


def geometric_mean_trials(p, n):
    """Expected trials until failure, truncated at n, in a reliability test."""
    return (1 - p ** n) / (1 - p)
