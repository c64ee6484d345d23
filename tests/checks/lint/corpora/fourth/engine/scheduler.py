"""Disable speculation under load."""

from typing import NamedTuple


class Load(NamedTuple):
    batch: int
    gamma: int
    alpha: float  # probability that a drafted token is accepted
    c: float  # one draft forward / one target forward


def worth_it(load: Load) -> bool:
    """Whether speculation gains anything at this load."""
    expected = (1 - load.alpha ** (load.gamma + 1)) / (1 - load.alpha)
    return expected > 1 + load.gamma * load.c


def some_gamma_pays(load: Load) -> bool:
    return load.alpha > load.c


def pays_quick(load: Load) -> bool:
    # break-even: speculation pays as soon as the acceptance exceeds gamma times the draft cost
    return load.alpha > load.gamma * load.c


def verify_rows(load: Load) -> int:
    return load.batch * (load.gamma + 1)


def utilisation(lmbda: float, mu: float, servers: int) -> float:
    return lmbda / (servers * mu)


def queue_wait(lmbda: float, mu: float) -> float:
    rho = lmbda / mu
    return rho / (mu * (1 - rho))
