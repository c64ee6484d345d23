"""Claims made for tests, and the solvers they share."""

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.checks import obligations
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations.claims import Claim
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

WAIT = 60.0  # seconds for answers that must come, on however busy a machine


class Toy:
    """A small law of emitted tokens to make claims about, and a place where proofs find them."""

    alpha, beta, gamma, n, k, i = (symbol(name) for name in ("alpha", "beta", "gamma", "n", "k", "i"))
    domain = Domain({"alpha": UNIT, "gamma": Naturals(0)})
    example = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}  # noqa: RUF012

    def __init__(self):
        self.claims = {}

    def mean(self, alpha, gamma):
        law = sp.Piecewise((alpha ** (self.n - 1) * (1 - alpha), self.n <= gamma), (alpha**gamma, True))
        return sp.Sum(self.n * law, (self.n, 1, gamma + 1))

    def claim(self, statement, domain=None, rivals=(), **more):
        made = Claim(f"toy.{len(self.claims)}", statement, domain or self.domain, "made up", rivals, **more)
        self.claims[made.id] = made
        return made.id


@pytest.fixture
def toy(monkeypatch):
    made = Toy()
    monkeypatch.setattr(obligations, "claim", made.claims.__getitem__)
    return made


@pytest.fixture(scope="session")
def solvers():
    with Solvers(timeout=WAIT) as running:
        yield running


@pytest.fixture
def session(solvers):
    return Session(solvers)
