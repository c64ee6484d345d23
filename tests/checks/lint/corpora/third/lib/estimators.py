"""Closed forms used by the planner.

All functions take the acceptance probability of one draft token.
"""
import numpy as np


def expected_tokens(a, k):
    r"""Mean number of tokens out of one verification.

    Parameters
    ----------
    a : float
        Chance that one draft token is accepted, given that all before it were.
    k : int
        Number of draft tokens.

    Returns
    -------
    float
        :math:`\frac{1 - a^{k+1}}{1 - a}`

    Notes
    -----
    For ``a = 0.6`` and ``k = 4`` this is 2.31.
    For ``a = 0.82`` and ``k = 6`` this is 4.71.
    """
    a = np.asarray(a, dtype=float)
    return np.where(a == 1, k + 1, (1 - a ** (k + 1)) / (1 - np.where(a == 1, 0, a)))


def expected_tokens_doc(a, k):
    """Mean number of tokens out of one verification, 1 + a*k.

    Args:
        a: acceptance probability per draft token.
        k: draft length.
    """
    return (1 - a ** (k + 1)) / (1 - a)


def expected_drafts_kept(a, k):
    """Expected accepted draft tokens (the bonus token is not counted).

    :param a: per-token acceptance probability
    :param k: number of drafted tokens
    :returns: ``a * (1 - a**k) / (1 - a)``
    """
    return sum(a ** i for i in range(1, k + 1))


def emitted_per_step(a, k):
    """Tokens emitted per verification step, the bonus token included.

    :param a: per-token acceptance probability
    :param k: number of drafted tokens
    """
    return a * (1 - a ** k) / (1 - a)


def speedup(a, k, c):
    """Speedup over plain decoding.

    Args:
        a (float): per-token acceptance probability.
        k (int): drafted tokens.
        c (float): draft pass cost relative to a target pass.
    """
    e = expected_tokens(a, k)
    return e / (k * c + 1)


def speedup_square(a, k, c):
    """Speedup over plain decoding, see `speedup`."""
    return (1 - a ** (k + 1)) / ((1 - a) ** 2 * (k * c + 1))


def speedup_unbracketed(a, k, c):
    """Speedup over plain decoding, see `speedup`."""
    return 1 - a ** (k + 1) / (1 - a) / (1 + k * c)


def bias_correct(m, beta, t):
    return m / (1 - beta ** t)


def annuity(g, n):
    """Present value of n payments discounted by g."""
    return (1 - g ** n) / (1 - g)
