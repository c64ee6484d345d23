"""Do the proofs hang on a solver's luck? Every obligation of the chain `tokens` under several seeds of both solvers."""

from __future__ import annotations

from collections.abc import Iterator

from draftproof.checks import tokens
from draftproof.checks.script import all_obligations
from draftproof.checks.solver_child import ENGINES
from draftproof.checks.solvers import Solvers

from . import Row

SEEDS = (0, 1, 2, 3, 5)
"""Enough to see an obligation that some seed turns into minutes; a seed costs both solvers a few seconds."""

TIMEOUT = 10.0
"""Seconds, the limit of a run of `verify`."""


def rows() -> list[Row]:
    """Per engine: the share of answers that are unsat, and how much longer the slowest seed takes than the fastest."""
    found = all_obligations(tokens.PROOFS)
    texts = sorted({obligation.text for obligations in found.values() for obligation in obligations})
    with Solvers(timeout=TIMEOUT) as solvers:
        return [row for engine in ENGINES for row in _engine(engine, texts, solvers)]


def _engine(engine: str, texts: list[str], solvers: Solvers) -> Iterator[Row]:
    answers = [[solvers.run(engine, text, seed=seed) for text in texts] for seed in SEEDS]
    asked = [answer for of_seed in answers for answer in of_seed]
    seconds = [sum(answer.seconds for answer in of_seed) for of_seed in answers]
    worst = max(
        max(by_seed) / min(by_seed) for by_seed in zip(*([a.seconds for a in of] for of in answers), strict=True)
    )
    size = f"{len(texts)} obligations, {len(SEEDS)} seeds"
    unsat = sum(answer.status == "unsat" for answer in asked) / len(asked)
    yield Row(f"stability {engine}, unsat", unsat, f"answers that are unsat ÷ all answers: {size}", ">=", 1.0)
    yield Row(f"stability {engine}, seeds", max(seconds) / min(seconds), f"slowest ÷ fastest seed: {size}")
    yield Row(
        f"stability {engine}, worst", worst, f"slowest ÷ fastest seed, of the one obligation that varies most: {size}"
    )
