"""What a run of `verify` costs, in imports of SymPy: the start that no run can do without, measured in the same run."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

from . import Row

CHAINS = ("tokens", "acceptance", "draft_cost", "draft_length", "verify_budget")
VERIFY = "from draftproof import verify; assert not verify.failures(verify.run({names!r}, workers={workers}))"

QUIET_SECONDS = 30.0
"""What the chains may take together on two quiet cores."""

IMPORT_SECONDS = 0.3
"""Of `import sympy` on such a core. Their quotient is the goal: a busy or slow machine stretches both sides alike."""

ROUNDS = 5  # imports; the median, since one is a fraction of a second


def _seconds(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def rows() -> list[Row]:
    """The run as it is by default over the import; one process over two, for what the pool is worth."""
    peer = statistics.median(_seconds("import sympy") for _ in range(ROUNDS))
    two = _seconds(VERIFY.format(names=CHAINS, workers=min(2, os.cpu_count() or 1)))
    one = _seconds(VERIFY.format(names=CHAINS, workers=1))
    what = f"{len(CHAINS)} chains, two processes ({two:.0f} s) / import sympy ({peer:.2f} s)"
    return [
        Row("verify", two / peer, what, "<=", QUIET_SECONDS / IMPORT_SECONDS),
        Row("verify, two processes", one / two, f"one process ({one:.0f} s) / two"),
    ]
