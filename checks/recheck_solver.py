"""The process in which `recheck --solver` has obligations run again.

Standard input is a JSON list of SMT-LIB texts, standard output the list of what the solver says of each. It stands
apart, so that `recheck` itself imports nothing of the package.
"""

from __future__ import annotations

import json
import sys

from .solvers import Solvers

SECONDS = 20
"""The limit for one obligation: what two solvers at once took a fraction of a second for."""


def main(engine: str) -> None:
    """Answer every text: sat, unsat, unknown, timeout or error."""
    with Solvers(timeout=SECONDS) as solvers:
        print(json.dumps([solvers.run(engine, text).status for text in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(sys.argv[1])
