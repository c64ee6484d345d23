"""Copy-on-write proved once for every size, against trying sizes; and how fast the audit of an allocator is."""

from __future__ import annotations

import time

import hypothesis
from draftproof.checks.audit import allocator
from draftproof.checks.audit.allocator_driver import observed
from draftproof.checks.paging.allocator import PagedAllocator
from draftproof.checks.paging.obligations import obligations
from draftproof.checks.paging.search import Instance, explore
from draftproof.checks.paging.system import SYSTEM
from draftproof.checks.solvers import Solvers
from draftproof.subjects.subject import Subject
from hypothesis import strategies as st

from . import Row

DEPTH = 8
RATE = 20_000
"""Operations a second that the audit should reach, unless hypothesis alone would leave it less than a third of the time."""

TRACES = 3_000
SUBJECT = "draftproof.checks.paging.allocator:PagedAllocator"


def rows() -> list[Row]:
    """The proof's time over that of the search at 2, 3 and 4 sequences; the audit's rate over the one asked for."""
    with Solvers(timeout=60) as solvers:
        solvers.run("z3", "(set-logic QF_LRA)(check-sat)")  # started before the clock is
        began = time.perf_counter()
        proved = all(solvers.run("z3", o.text).status == "unsat" for o in obligations(SYSTEM))
        proof = time.perf_counter() - began
    assert proved
    found = []
    for seqs in (2, 3, 4):
        began = time.perf_counter()
        states = explore(Instance(seqs=seqs, blocks=seqs + 1, depth=DEPTH)).total
        seconds = time.perf_counter() - began
        what = f"the invariants for any size by z3 ÷ all {states:,} states within {DEPTH} operations"
        found.append(Row(f"paging, {seqs} sequences", proof / seconds, what))
    return [*found, _audit()]


def _audit() -> Row:
    with Subject.load(SUBJECT, driver=allocator.DRIVER) as subject:
        run = allocator.Run(subject, observed(PagedAllocator))
        began = time.perf_counter()
        found = allocator.search(run, TRACES, seed=0)
        seconds = time.perf_counter() - began
    assert found is None
    alone = _hypothesis_alone()
    rate, needed = run.operations / seconds, min(RATE, run.operations / (3 * alone))
    what = f"{rate:,.0f} operations/s ÷ {needed:,.0f} (hypothesis alone takes {alone / seconds:.0%} of the time)"
    return Row("audit allocator", rate / needed, what, bound=">=", goal=1.0)


def _hypothesis_alone() -> float:
    """The seconds that hypothesis takes to draw the same traces for a test that does nothing."""
    began = time.perf_counter()
    shares = sum(share for _, share in allocator.LENGTHS)
    for length, share in allocator.LENGTHS:
        size = length + 2
        nothing = hypothesis.given(st.binary(min_size=size, max_size=size))(lambda trace: None)
        hypothesis.settings(
            max_examples=max(1, TRACES * share // shares),
            database=None,
            deadline=None,
            verbosity=hypothesis.Verbosity.quiet,
        )(nothing)()
    return time.perf_counter() - began
