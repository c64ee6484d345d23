"""Closed forms for speculative sampling."""
from typing import Final

DEFAULT_LEN: Final[int] = 5


def expected_generated(alpha: float, gamma: int = DEFAULT_LEN) -> float:
    r"""Expected number of generated tokens per target run.

    Parameters
    ----------
    alpha : float
        Acceptance rate, E[sum_x min(p(x), q(x))].
    gamma : int
        Number of guesses.

    Returns
    -------
    float
        Bonus token included, so the value lies in ``[1, gamma + 1]``.

    Notes
    -----
    .. math:: \frac{1-\alpha^{\gamma+1}}{1-\alpha}
    """
    if alpha == 1.0:
        return gamma + 1
    return (1 - alpha**gamma) / (1 - alpha)


def improvement(alpha: float, gamma: int, c: float) -> float:
    """Walltime improvement.

    Computes ``(1 - alpha**(gamma+1)) / ((1 - alpha) * (gamma*c + 1))``.
    """
    return (1 - alpha ** (gamma + 1)) / ((1 - alpha) * (gamma * c + 1))


def mean_accepted(alpha: float, gamma: int) -> float:
    """Accepted guesses per run, the corrected/bonus token not counted."""
    if alpha >= 1:
        return float(gamma)
    return alpha * (1 - alpha**gamma) / (1 - alpha)


def tokens_emitted(alpha: float, gamma: int) -> float:
    """Tokens emitted per target run, bonus token included (alpha is the per-token probability)."""
    return alpha * (1 - alpha**gamma) / (1 - alpha)


def acceptance(p, q):
    """Total variation complement: sum of the pointwise minimum."""
    return sum(min(a, b) for a, b in zip(p, q))


def best_possible(alpha: float) -> float:
    """Limit of an endlessly long draft."""
    return 1 / (1 - alpha)
