"""The command line in this process, and a small chain of its own, so that what reads chains need not wait for a real one."""

from __future__ import annotations

import importlib.machinery
import signal
import sys
import types
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from draftproof import verify
from draftproof.cli import main
from draftproof.derivations import claims as claims_register
from draftproof.derivations.claims import Chain, Claim, Rival
from draftproof.derivations.derive import derives
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.figures import Expected, Figure
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import eq, le, tree
from draftproof.derivations.symbols import symbol
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from hypothesis import settings

# The same examples in every run: what hypothesis finds on a lucky day is found by running it longer, and kept as a test.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

# A job in the background of a shell script ignores interrupts, and so would the programs that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
SUM = sp.Sum(alpha**k, (k, 0, gamma))
CLOSED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), ((1 - alpha ** (gamma + 1)) / (1 - alpha), True))
ABSENT = {"proof": "a demonstration", "simulation": "a demonstration"}

GEOMETRIC = Claim(
    "demo.geometric",
    title="The geometric sum",
    statement=eq(SUM, CLOSED),
    domain=DOMAIN,
    source="any textbook",
    example={"alpha": Fraction(7, 10), "gamma": Fraction(5)},
    not_applicable=ABSENT,
    rivals=(Rival("demo.linear", "E = 1 + γα: independent drafts", "it is simple", eq(SUM, 1 + gamma * alpha)),),
    figures=(
        Figure("demo.figure", "2.94", {"alpha": "0.7", "gamma": "5"}, tree(eq(SUM, CLOSED)).args[1], "the seed",
               exact_inputs=frozenset({"alpha", "gamma"})),
        Figure("demo.wrong_figure", "4.5", {"alpha": "0.7", "gamma": "5"}, tree(eq(SUM, CLOSED)).args[1], "a blog",
               exact_inputs=frozenset({"alpha", "gamma"}), expected=Expected(Verdict.REFUTED, "it is 1 + γα")),
    ),
)  # fmt: skip
BOUND = Claim(
    "demo.bound",
    title="At most γ + 1",
    statement=le(SUM, gamma + 1),
    domain=DOMAIN,
    source="own",
    not_applicable=ABSENT,
)
CHAIN = Chain("demo", "A demonstration", (GEOMETRIC, BOUND))


@derives(GEOMETRIC.id)
def _geometric() -> tuple[Argument, ...]:
    return (Argument(SUM, DOMAIN).by("geometric_sum", "a finite geometric sum"),)


@derives(BOUND.id)
def _bound() -> tuple[Argument, ...]:
    start = Argument(SUM, DOMAIN).by("monotone_bound", "no probability exceeds 1", by=sp.S.One)
    return (start.by("linearity", "γ + 1 ones"),)


@pytest.fixture(autouse=True)
def _no_given_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed has the width of no terminal, wherever the tests run (a worker of pytest-xdist is given one)."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in this process: exit code, standard output, standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), out, err

    return run


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Chain]:
    """Put a chain `demo` in place of the real ones, for this process; called with claims, it holds those."""

    def install(*claims: Claim) -> Chain:
        made = replace(CHAIN, claims=claims or CHAIN.claims)

        def chain(name: str) -> Chain:
            if name != "demo":
                raise BadInput(f"unknown chain '{name}': expected one of demo")
            return made

        def claim(id_: str) -> Claim:
            found = next((claim for claim in made.claims if claim.id == id_), None)
            if found is None:
                raise BadInput(f"unknown claim '{id_}'")
            return found

        monkeypatch.setattr(claims_register, "chain", chain)
        monkeypatch.setattr(claims_register, "claim", claim)
        monkeypatch.setattr(claims_register, "chain_names", lambda: ("demo",))
        monkeypatch.setattr(verify, "claim_of", claim)
        return made

    return install


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, object], None]:
    """Plant a module of evidence: `module("checks.demo", function)`."""

    def plant(name: str, evidence: object) -> None:
        full = f"draftproof.{name}"
        made = types.ModuleType(full)
        made.__spec__ = importlib.machinery.ModuleSpec(full, None)
        made.evidence = evidence  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, full, made)

    return plant
