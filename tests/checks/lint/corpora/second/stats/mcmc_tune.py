"""Random-walk Metropolis: adapt the step size from the acceptance rate."""
import numpy as np


def metropolis(logp, x0, n, step, rng):
    x, lp = x0, logp(x0)
    accepted = 0
    proposed = 0
    out = []
    for _ in range(n):
        y = x + step * rng.standard_normal(x.shape)
        lq = logp(y)
        proposed += 1
        if np.log(rng.random()) < lq - lp:
            x, lp = y, lq
            accepted += 1
        out.append(x)
    acceptance_rate = accepted / proposed
    return np.array(out), acceptance_rate


def next_step(step, acceptance_rate, gamma=0.6):
    return step * (1 + gamma * (acceptance_rate - 0.234))


def expected_moves(acceptance_rate, k):
    return 1 + k * acceptance_rate


def best_of_n(p, n):
    """Chance that at least one of n samples passes the unit tests, and mean tries."""
    p_any = 1 - (1 - p) ** n
    mean_tries = (1 - (1 - p) ** n) / p
    return p_any, mean_tries


def rejection_sampler_cost(accept_prob, k):
    return k / accept_prob
