"""`audit allocator`: no fault in the reference allocator, and every rival caught on a shortest trace that runs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from draftproof import cli
from draftproof.checks.audit import allocator, allocator_driver
from draftproof.checks.audit.allocator import audit
from draftproof.checks.paging.allocator import PagedAllocator
from draftproof.checks.paging.faulty import FAULTY
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.subjects.subject import Limits

PATIENT = Limits(timeout=60.0)  # seconds: a busy machine must not turn a trace into a hang
FEW = 300

SHORTEST = {
    "beam_paging.no_copy": ("reads", 5),
    "beam_paging.partial_copy": ("reads", 4),
    "beam_paging.old_count_kept": ("counts", 4),
    "beam_paging.double_free": ("unchanged", 3),
    "beam_paging.copy_unshared": ("waste", 2),
    "beam_paging.stale_hash": ("reads", 4),
    "beam_paging.partial_uncounted": ("counts", 2),
    "beam_paging.capacity_over_reported": ("capacity", 3),
    "beam_paging.tables_aliased": ("counts", 3),
}
"""The kind of fault, and the most operations that its smallest trace may have. A prompt of half a block is a `new` and
an `append` in one, so that most have a shorter form than one would write down."""

NEEDS_FAULT = {"beam_paging.no_copy", "beam_paging.stale_hash", "beam_paging.tables_aliased"}
"""Their smallest traces run out of blocks on a right allocator, or assert what its tables do not say."""

SUBJECTS = '''
import os
from draftproof.checks.paging.allocator import PagedAllocator
from draftproof.checks.paging.faulty import FAULTY
globals().update({kind.__name__: kind for kind in FAULTY.values()})

class Bare:
    """The five methods and no more."""
    inner = PagedAllocator
    def __init__(self, blocks, size): self._a = self.inner(blocks, size)
    def new(self): return self._a.new()
    def append(self, seq, token): self._a.append(seq, token)
    def fork(self, seq): return self._a.fork(seq)
    def free(self, seq): self._a.free(seq)
    def read(self, seq): return self._a.read(seq)
class BareNoCopy(Bare): inner = NoCopy
class BareLeak(Bare): inner = OldCountKept
class BareDoubleFree(Bare): inner = DoubleFree
class Copies(Bare):
    """Shares nothing: a waste of blocks that nobody can see, and no fault."""
    def fork(self, seq):
        if -(-len(self._a.read(seq)) // self._a._size) > self._a.num_free(): raise MemoryError
        child = self._a.new()
        for token in self._a.read(seq): self._a.append(child, token)
        return child
class Outer:
    class Inner(NoCopy): pass
class UnreadablE(PagedAllocator):
    def read(self, seq): raise RuntimeError("two\\nlines")
class Raises(PagedAllocator):
    def fork(self, seq): raise MemoryError("no forks today")
class HalfDone(PagedAllocator):
    """Refuses a prompt after having taken blocks for it."""
    def new(self, prompt=()):
        if len(prompt) > self.num_free() * self._size: self._fresh()
        return super().new(prompt)
class WrongCount(PagedAllocator):
    def num_free(self): return None
class OneHandle(PagedAllocator):
    def fork(self, seq): return seq
class Hangs(PagedAllocator):
    def fork(self, seq):
        while True: pass
class Dies(PagedAllocator):
    def free(self, seq): os._exit(3)
class NotMade(PagedAllocator):
    def __init__(self, blocks, size): raise ValueError("sizes")
number = 3
'''


@pytest.fixture
def subjects(tmp_path, monkeypatch):
    (tmp_path / "subjects.py").write_text(SUBJECTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(snippet, folder):
    return subprocess.run([sys.executable, "-c", snippet], cwd=folder, capture_output=True, text=True, check=False)


def test_the_reference_allocator_has_no_fault():
    found = audit("draftproof.checks.paging.allocator:PagedAllocator", traces=FEW, limits=PATIENT)
    assert found.verdict is Verdict.HOLDS
    assert found.remarks == ()
    assert found.explored["traces"] >= FEW * 0.9
    assert found.explored["operations"] > 10 * FEW


@pytest.mark.parametrize("id_", FAULTY)
def test_every_rival_is_caught_on_a_shortest_trace_that_runs(id_, subjects):
    found = audit(f"subjects:{FAULTY[id_].__name__}", limits=PATIENT)
    (fault,) = found.faults
    kind, most = SHORTEST[id_]
    calls = fault.counterexample["operations"]
    assert fault.kind == kind
    assert len(calls) <= most + 1, calls
    assert id_ in found.diagnosis
    result = ran(fault.snippet, subjects)
    assert "AssertionError" in result.stderr, fault.snippet
    if id_ not in NEEDS_FAULT:
        right = fault.snippet.replace(FAULTY[id_].__name__, "PagedAllocator")
        assert ran(right, subjects).returncode == 0, right


@pytest.mark.parametrize("id_", FAULTY)
def test_no_operation_of_a_smallest_trace_can_be_left_out(id_):
    seen = allocator_driver.observed(FAULTY[id_])
    run = allocator.Run(InProcess(FAULTY[id_]), seen)
    trace = allocator.search(run, 1500, 0)
    for at in range(2, len(trace)):
        assert run.tried(trace[:at] + trace[at + 1 :]) is None


class InProcess:
    """A subject without a child: our own classes only."""

    def __init__(self, target):
        self.target = target

    def ask(self, data):
        return allocator.Returned(*allocator_driver.drive(self.target, data, ()))


def test_what_is_not_there_is_said_and_what_is_seen_without_it_is_judged(subjects):
    found = audit("subjects:Bare", traces=FEW, limits=PATIENT)
    assert found.passes
    assert len(found.remarks) == 4
    assert "waste" in " ".join(found.remarks)
    assert "over-reported" in " ".join(found.remarks)
    assert audit("subjects:Copies", traces=FEW, limits=PATIENT).passes


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("BareNoCopy", "reads", "expected"),
        ("BareLeak", "leak", "would be left if nothing were shared"),
        ("BareDoubleFree", "reads", "expected"),
        ("Outer.Inner", "reads", "expected"),
        ("UnreadablE", "raises", "read(s0) raised RuntimeError: two lines"),
        ("Raises", "raises", "fork(s0) raised MemoryError: no forks today, though num_free() is"),
        ("HalfDone", "unchanged", "after new was refused, and was"),
        ("WrongCount", "wrong_result", "num_free() returned a NoneType, expected an int"),
        ("OneHandle", "handles", "fork() returned the handle of a live sequence"),
        ("NotMade", "raises", "__init__() raised ValueError: sizes"),
    ],
)
def test_other_faults_have_a_line_of_their_own_and_a_snippet(name, kind, says, subjects):
    found = audit(f"subjects:{name}", limits=PATIENT)
    (fault,) = found.faults
    assert says in fault.says
    assert fault.kind == kind
    assert "\n" not in fault.says
    if name not in ("WrongCount",):
        assert ran(fault.snippet, subjects).returncode != 0, fault.snippet


@pytest.mark.parametrize(("name", "kind", "last"), [("Hangs", "hung", ".fork("), ("Dies", "died", ".free(")])
def test_what_ends_the_process_is_a_fault_with_the_call_that_did_it(name, kind, last, subjects):
    (fault,) = audit(f"subjects:{name}", limits=Limits(timeout=2.0)).faults
    assert fault.kind == kind
    assert last in fault.counterexample["operations"][-1]


@pytest.mark.parametrize("name", ["subjects:Nothing", "subjects:number", "nowhere:Class", "no colon"])
def test_what_cannot_be_loaded_is_unusable(name, subjects):
    with pytest.raises(BadInput) as refused:
        audit(name, limits=PATIENT)
    assert "\n" not in str(refused.value)


def test_without_hypothesis_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("draftproof.checks.audit.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"^audit allocator needs hypothesis: pip install hypothesis$"):
        audit("draftproof.checks.paging.allocator:PagedAllocator")


def test_the_same_seed_finds_the_same(subjects):
    first, second = (audit("subjects:NoCopy", seed=3, limits=PATIENT) for _ in range(2))
    assert first == second


def code(*arguments):
    with pytest.raises(SystemExit) as left:
        cli.main(["audit", "allocator", *arguments])
    return left.value.code


def test_the_command_exits_with_0_1_and_2(subjects, capsys):
    assert code("subjects:PartialCopy", "--json", "found.json", "--traces", "200") == 1
    data = json.loads((subjects / "found.json").read_text())
    assert (data["schema"], data["kind"], data["passes"]) == ("draftproof/audit/1", "allocator", False)
    assert data["diagnosis"][0]["id"] == "beam_paging.partial_copy"
    assert "| s1 = a.fork(s0)" in capsys.readouterr().out
    assert code("subjects:PagedAllocator", "--traces", "20") == 0
    assert "no fault found" in capsys.readouterr().out
    assert code("subjects:Nothing") == 2
    assert code("subjects:PagedAllocator", "--traces", "3") == 2
    assert code("subjects:PagedAllocator", "--timeout", "0") == 2


@pytest.mark.parametrize("trace", [[], [0], [0, 0], [5, 3, *range(256)], [255] * 40])
def test_any_bytes_are_a_trace(trace):
    seen = allocator_driver.observed(PagedAllocator)
    fault, _ = allocator_driver.run(PagedAllocator, trace, seen)
    assert fault is None
