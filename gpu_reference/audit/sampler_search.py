"""The exact audit of a sampler in the child, group by group: what is asked, and what counts as a fault.

A fault that float32 arithmetic explains (`numerics`) does not end the search, since it may hide a larger one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from queue import SimpleQueue
from typing import Any

import numpy as np

from ...ledger import Verdict
from ...subjects.here import Asked
from ...subjects.outcome import Failed, Fault, Returned
from ..diagnosis import Trial
from ..instances import Group, fixed, ragged
from ..judgement import Judgement, Tally, judge, judge_acceptance, no_bonus
from ..laws import Ints
from ..rows import Rows, jobs_of, part
from .sampler_driver import group_at, rows_of
from .sampler_report import ROUNDING, Form, law_fault, row_fault, spelt

SHARE = 0.4
"""Of the time limit for a call, what a message may ask for: a slow call is not taken for one that hangs."""

ROWS = 1 << 21
"""Rows that one group may cost, a second for a vectorised sampler: the next group tells more than the last digits."""

GROUPS = 1 << 30
"""Groups of one audit: as many as the time allows (a test sets it, so that nothing depends on a machine's speed)."""

TOGETHER = 32
"""Rows of the batch in which the composition is varied, each run alone as well."""

PROBES = 5.0
"""Seconds for telling the rivals apart after a fault."""

COIN_BITS = 12
"""Coins for float32 are odd multiples of 2^-12: exact there, and away from the breaks of laws in sixteenths."""

NARROW_ROWS = 1024
"""Rows compared with float32: an error of one in a hundred is seen for certain."""


@dataclass
class Search:
    """The sampler, what was tried, and the first fault. `judged` says of each instance whether it was finished."""

    subject: Asked
    form: Form
    seed: int
    timeout: float
    deadline: float
    fault: Fault | None = None
    numerics: Fault | None = None
    trials: list[Trial] = field(default_factory=list)
    judged: list[tuple[Judgement, bool]] = field(default_factory=list)
    rows: int = 0
    most_rows: int = 0
    """Rows of the largest call."""
    composed: int = 0
    written: set[str] = field(default_factory=set)
    """Arguments that were written into."""
    known: bool = False
    """Whether rounding was at fault before this part of the search."""

    @property
    def seconds(self) -> float:
        """What the next message may take."""
        return max(0.0, min(self.deadline - time.monotonic(), SHARE * self.timeout))

    def ask(self, do: str, *arrays: Any, **data: Any) -> Returned | Failed:
        """One message to the driver."""
        message = {"do": do, "form": self.form.to_json(), "seed": self.seed, "draft_lens": self.form.draft_lens, **data}
        return self.subject.ask(message, *(array for array in arrays if array is not None))

    def group(self, index: int) -> Group:
        """The group at that place."""
        return group_at(self.seed, self.form.draft_lens, index)


def search_until_fault(search: Search, subjects: Sequence[Asked]) -> None:
    """Groups of instances, small ones first, until a fault is found or time is up; spread over `subjects`, the same sampler in
    several children. What they find is joined in the order of the groups: their number changes nothing but how far it comes.
    """
    by_hand, made, ahead = len(_by_hand(search)), iter(range(GROUPS)), 2 * len(subjects) - 1
    pending: deque[tuple[int, Search, Future[None]]] = deque()
    free: SimpleQueue[Asked] = SimpleQueue()
    for subject in subjects:
        free.put(subject)

    def begin(index: int) -> tuple[int, Search, Future[None]]:
        part = _part(search)
        return index, part, pool.submit(_searched, part, search.group(index), index, free)

    with ThreadPoolExecutor(len(subjects)) as pool:
        while search.fault is None:
            while search.seconds > 0 and len(pending) < ahead and (index := next(made, None)) is not None:
                pending.append(begin(index))
            if not pending:
                break
            index, part, done = pending.popleft()
            done.result()
            if part.known != (search.numerics is not None):  # it was begun too early to know how to look
                _, part, done = begin(index)
                done.result()
            _join(search, part)
            if index + 1 == by_hand:
                search.fault = search.fault or _without_bonus(search)
        for _, part, done in pending:
            part.deadline = 0.0
            done.cancel()
    search.fault = search.fault or _without_bonus(search) or search.numerics


def _part(search: Search) -> Search:
    """A search of one group, which knows whether rounding was found at fault."""
    about = (search.subject, search.form, search.seed, search.timeout, search.deadline)
    return Search(*about, numerics=search.numerics, known=search.numerics is not None)


def _searched(part: Search, group: Group, index: int, free: SimpleQueue[Asked]) -> None:
    part.subject = free.get()
    try:
        if part.seconds > 0:  # or it waited too long for a child
            for check in (_compositions, _ends, _law):
                if part.fault is None:
                    check(part, group, index)
    finally:
        free.put(part.subject)


def _join(search: Search, part: Search) -> None:
    search.fault, search.numerics = part.fault, part.numerics
    search.trials += part.trials
    search.judged += part.judged
    search.rows, search.composed = search.rows + part.rows, search.composed + part.composed
    search.most_rows = max(search.most_rows, part.most_rows)
    search.written |= part.written


def _by_hand(search: Search) -> list[Group]:
    """The groups that come before the random ones."""
    return [*fixed(), *(ragged() if search.form.draft_lens else ())]


def _usable(search: Search, outcome: Returned | Failed, group: Group) -> Returned | None:
    """The answer, or None where the call failed or misbehaved, which is then the fault."""
    if isinstance(outcome, Failed):
        row = None if outcome.ends_child else search.subject.ask({"do": "failing"})
        rows = rows_of(row.arrays) if isinstance(row, Returned) and row.arrays else None
        shown = {"printed": outcome.printed} if outcome.printed else {}
        search.fault = row_fault(search.form, outcome.kind, outcome.says, rows, shown)
        return None
    if not isinstance(outcome.data, dict) or "kind" not in outcome.data:
        return outcome
    rows, kind = rows_of(outcome.arrays), outcome.data["kind"]
    search.fault = row_fault(search.form, kind, outcome.data["says"], rows)
    again = search.ask("emitted", *outcome.arrays)
    if kind != "wrong_result" and isinstance(again, Returned):
        search.trials.append(Trial(group, (), kind, rows, again.arrays[0]))
    return None


def _compositions(search: Search, group: Group, index: int) -> None:
    """The same rows again, in another order, and each alone: the tokens must be the same."""
    rng = np.random.default_rng([search.seed, index])
    jobs = jobs_of(group)
    which = rng.permutation(np.resize(np.arange(len(jobs.weight)), TOGETHER))
    rows = jobs.rows(which, rng.random((TOGETHER, jobs.coins)))
    answer = _usable(search, search.ask("batch", *rows), group)
    if answer is None:
        return
    search.composed += TOGETHER
    search.written.update(answer.data["written"])
    first, again, backwards, alone = answer.arrays
    if (first != again).any():
        row = _first_that_differs(first, again)
        says = f"called again with the same arguments, it emits {again[row].tolist()}, at first {first[row].tolist()}"
        search.fault = row_fault(search.form, "not_repeatable", says, part(rows, [row]))
        return
    together, others = _by_coins(search, first), [_by_coins(search, out) for out in (alone, backwards)]
    if any((together != other).any() for other in others):
        row = next(_first_that_differs(together, other) for other in others if (together != other).any())
        _composition(search, group, rows, row, first, alone)


def _by_coins(search: Search, out: Ints) -> Ints:
    """What depends on the coins alone: for a sampler with a generator of its own, how many tokens a row emits."""
    counted: Ints = (out >= 0).sum(1, keepdims=True) if search.form.noise else out
    return counted


def _first_that_differs(one: Ints, other: Ints) -> int:
    return int(np.flatnonzero((one != other).any(1))[0])


def _composition(search: Search, group: Group, rows: Rows, row: int, together: Ints, alone: Ints) -> None:
    """The output of a row depends on the others: shown on two rows where two suffice."""
    kept, by_itself = rows, alone[row]
    for other in range(len(rows.uniforms)):
        answer = search.ask("batch", *part(rows, [other, row]))
        if isinstance(answer, Returned) and len(answer.arrays) == 4:
            pair = answer.arrays[0]
            if (_by_coins(search, pair)[1] != _by_coins(search, alone)[row]).any():
                kept, row, together = part(rows, [other, row]), 1, pair
                break
    says = (
        f"in a batch of {len(kept.uniforms)} rows row {row} emits {together[row].tolist()}, alone {by_itself.tolist()}: "
        "what a row emits depends on the other rows"
    )
    search.fault = row_fault(search.form, "batch", says, kept)
    search.trials.append(Trial(group, (), "batch", kept, together))


def _ends(search: Search, group: Group, index: int) -> None:
    """Coins of 0 and 1 - 2^-53: nothing impossible may be emitted. (With float32 inside, that is known already.)"""
    if not search.form.noise and not search.known:
        _usable(search, search.ask("ends", index=index, seconds=search.seconds), group)


def _law(search: Search, group: Group, index: int) -> None:
    """The exact audit of a group; a law that is refuted is then measured in full, for the report."""
    known = search.known
    answer = _usable(search, _explored(search, index, not known, search.seconds), group)
    if answer is None:
        return
    tallies, in_time = _tallies(search, group, answer), answer.data["in_time"]
    judged = [_judge(search, tally) for tally in tallies]
    if not known and any(one.verdict is Verdict.REFUTED for one in judged):
        whole = _usable(search, _explored(search, index, False, SHARE * search.timeout), group)
        if whole is None:
            return
        tallies, in_time = _tallies(search, group, whole), whole.data["in_time"]
        judged = [_judge(search, tally) for tally in tallies]
    search.judged += [(one, in_time) for one in judged]
    search.trials.append(Trial(group, tallies))
    for one, tally in zip(judged, tallies, strict=True):
        if one.verdict is Verdict.REFUTED:
            fault = law_fault(search.form, one, tally, (search.seed, index))
            if fault.kind == "numerics":
                search.numerics = search.numerics or fault
            else:
                search.fault = search.fault or fault


def _explored(search: Search, index: int, until_refuted: bool, seconds: float) -> Returned | Failed:
    return search.ask("law", index=index, until_refuted=until_refuted, seconds=seconds, rows=ROWS)


def _judge(search: Search, tally: Tally) -> Judgement:
    return judge_acceptance(tally) if search.form.noise else judge(tally)


def _tallies(search: Search, group: Group, answer: Returned) -> tuple[Tally, ...]:
    search.rows += answer.data["rows"]
    search.most_rows = max(search.most_rows, answer.data["most_rows"])
    return tuple(
        Tally(instance, {tuple(emitted): Fraction(mass) for emitted, mass in plain})
        for instance, plain in zip(group, answer.data["tallies"], strict=True)
    )


def _without_bonus(search: Search) -> Fault | None:
    """Lossless, but where the whole draft is accepted no bonus token follows, on any instance."""
    tally = no_bonus(tally for trial in search.trials for tally in trial.tallies)
    if tally is None:
        return None
    instance = tally.instance
    says = (
        f"vocab {instance.vocab}, gamma {instance.gamma} ({instance.about}): every draft is accepted, and {instance.gamma} of "
        f"{instance.gamma + 1} tokens are emitted. No bonus token ever is: lossless, but each verification loses one"
    )
    emitted = {spelt(tokens): str(mass) for tokens, mass in tally.emitted.items()}
    return Fault("rate", says, {**instance.to_json(), "emitted": emitted})


def probe(search: Search) -> None:
    """What a faulty sampler does on the instances written by hand: one that shows at the first is no diagnosis yet."""
    if search.fault is not None and search.fault.kind == "batch":
        return  # what a row emits is then no matter of its own laws
    done = {id(trial.group) for trial in search.trials if trial.tallies}
    deadline = time.monotonic() + PROBES
    for index in range(len(_by_hand(search))):
        group, left = search.group(index), min(deadline - time.monotonic(), SHARE * search.timeout)
        if id(group) in done or left <= 0:
            continue
        answer = _explored(search, index, False, left)
        if isinstance(answer, Failed) and answer.ends_child:
            return
        if isinstance(answer, Returned) and "tallies" in answer.data:
            search.trials.append(Trial(group, _tallies(search, group, answer)))


def single_precision(search: Search) -> str:
    """Whether laws and coins in float32, exact there, give the same tokens: no fault, for float64 is what is asked of it."""
    if search.numerics is not None:
        return (
            f"biased by up to {ROUNDING:.1g}, as arithmetic in float32 gives"
            if search.fault is search.numerics
            else "not judged"
        )
    if search.fault is not None or search.form.noise:
        return "not judged"
    rng, jobs = np.random.default_rng(search.seed), jobs_of(search.group(0))
    which = np.resize(np.arange(len(jobs.weight)), NARROW_ROWS)
    odd = 2 * rng.integers(0, 1 << COIN_BITS - 1, (len(which), jobs.coins)) + 1
    uniforms = odd.astype(np.float64) * 2.0**-COIN_BITS
    outcome = search.ask("single_precision", *jobs.rows(which, uniforms))
    if isinstance(outcome, Failed):
        return f"not judged: with float32 laws it {outcome.says}"
    if outcome.data is not None:
        return f"takes no float32 laws: {outcome.data}"
    wide, narrow = outcome.arrays
    differ = int((wide != narrow).any(1).sum())
    return "the same tokens in float32" if not differ else f"other tokens in float32 for {differ} of {len(wide)} rows"
