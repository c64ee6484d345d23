"""Copy-on-write proved once for every size, against trying sizes; and how fast the audit of an allocator is."""

from __future__ import annotations

import resource
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
SIZES = (2, 3, 4)
"""Sequences of the instances that are searched, each with one block more."""

RATE, OVERHEAD = 20_000, 3
"""Operations a second that the audit should reach, or how many times hypothesis's own time it may take: one of the two."""

TRACES = 3_000
SUBJECT = "draftproof.checks.paging.allocator:PagedAllocator"


def rows() -> list[Row]:
    """The proof's time over that of the search at 2, 3 and 4 sequences; the audit's rate over the one asked for."""
    questions = list(obligations(SYSTEM))
    with Solvers(timeout=60) as solvers:
        solvers.run("z3", "(set-logic QF_LRA)(check-sat)")  # started before the clock is
        began = time.perf_counter()
        proved = all(solvers.run("z3", o.text).status == "unsat" for o in questions)
        proof = time.perf_counter() - began
    assert proved
    asked = len(questions)
    found, took = [], {}
    for seqs in SIZES:
        began = time.perf_counter()
        states = explore(Instance(seqs=seqs, blocks=seqs + 1, depth=DEPTH)).total
        took[seqs] = time.perf_counter() - began
        what = (
            f"{asked} obligations for any size by z3, {proof:.2f} s ÷ all {states:,} states of {seqs} sequences within "
            f"{DEPTH} operations, {took[seqs]:.2f} s"
        )
        found.append(Row(f"paging, {seqs} sequences", proof / took[seqs], what))
    growth = took[SIZES[-1]] / took[SIZES[0]]
    what = (
        f"from {SIZES[0]} to {SIZES[-1]} sequences: the proof grows 1 time, since no size stands in it ÷ the search grows "
        f"{growth:.0f} times"
    )
    return [*found, Row("paging, growth", 1 / growth, what, goal=1.0), _audit()]


def _audit() -> Row:
    """In processor time of both processes, which take turns: what else runs on the machine does not count."""
    began = _processor()
    with Subject.load(SUBJECT, driver=allocator.DRIVER) as subject:
        run = allocator.Run(subject, observed(PagedAllocator))
        found = allocator.search(run, TRACES, seed=0)
    seconds = _processor() - began
    assert found is None
    began = _processor()
    _hypothesis_alone()
    rate, beside = run.operations / seconds, seconds / (_processor() - began)
    what = (
        f"the better of {rate:,.0f} ÷ {RATE:,} operations/s of processor time, and {OVERHEAD} ÷ {beside:.2f} times "
        "hypothesis's own time for the same traces"
    )
    return Row("audit allocator", max(rate / RATE, OVERHEAD / beside), what, bound=">=", goal=1.0)


def _processor() -> float:
    """Seconds of processor time of this process, and of its children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in used)


def _hypothesis_alone() -> None:
    """Hypothesis draws the same traces for a test that does nothing."""
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
