"""Returns and advantages for the policy trainer."""

import numpy as np


def discount_horizon(gamma: float, n: int) -> float:
    return (1 - gamma**n) / (1 - gamma)


def effective_horizon(gamma: float) -> float:
    return 1 / (1 - gamma)


def td_target(r, v_next, gamma=0.99):
    return r + gamma * v_next


def sarsa(q, r, q_next, alpha=0.1, gamma=0.9):
    return q + alpha * (r + gamma * q_next - q)


def gae(deltas, gamma=0.99, lam=0.95):
    adv, out = 0.0, []
    for d in reversed(deltas):
        adv = d + gamma * lam * adv
        out.append(adv)
    return out[::-1]


def soft_update(target, online, tau=0.005):
    return (1 - tau) * target + tau * online


def epsilon(step, start=1.0, end=0.05, decay=0.999):
    return end + (start - end) * decay**step


def acceptance_step(accepted, proposed, alpha=0.1):
    """Adapt the width of a Metropolis proposal."""
    acceptance_rate = accepted / max(1, proposed)
    return 1 + alpha * (acceptance_rate - 0.234)
