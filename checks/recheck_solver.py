"""What `draftproof recheck --solver` has a solver say of a bundle's obligations.

It stands apart, so that `recheck` itself imports nothing of the package.
"""

from __future__ import annotations

from .solvers import Solvers

SECONDS = 20
"""The limit for one obligation: what two solvers at once took a fraction of a second for."""


def statuses(engine: str, texts: list[bytes]) -> list[str]:
    """What the engine (z3 or cvc5) says of each SMT-LIB text: sat, unsat, unknown, timeout or error."""
    with Solvers(timeout=SECONDS) as solvers:
        return [solvers.run(engine, text.decode(errors="replace")).status for text in texts]
