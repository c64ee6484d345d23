"""The rivals of the chain `beam_paging` that are behaviours: the system with one step or plan changed, by rival id.

Each is refused by the proof (an obligation that is no longer unsat) and shown wrong by the search (a trace from the
first state, counts counted). The same nine stand as changed allocators in `faulty`, for the audit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .system import COPY, DROP, EVICT, PLANS, SHARE, SYSTEM, WRITE, Step, System, Update, step
from .terms import Term, parse, parse_all


def _guarded(old: Step, guard: str) -> Step:
    return replace(old, guard=parse_all(guard))


def _updating(old: Step, function: str, value: Callable[[Update], Term | None]) -> Step:
    """A step whose updates of a function have another value (None: are left out)."""
    updates = []
    for update in old.updates:
        new = value(update) if update.function == function else update.value
        if new is not None:
            updates.append(replace(update, value=new))
    return replace(old, updates=tuple(updates))


def _with(*steps: Step, **plans: tuple[tuple[str, ...], ...]) -> System:
    return System({**SYSTEM.steps, **{s.name: s for s in steps}}, {**PLANS, **plans})


def _no_copy() -> System:
    return _with(_guarded(WRITE, "(live s) (partial s)"))


def _partial_copy() -> System:
    """All entries but the last one are copied."""
    part = parse("(ite (< .j (- (fill s) 1)) (data (last s) .j) (data b .j))")
    return _with(_updating(COPY, "data", lambda _: part))


def _old_count_kept() -> System:
    return _with(_updating(COPY, "ref", lambda update: update.value if update.value == "1" else None))


def _double_free() -> System:
    """A sequence that is gone still has its table, and a second free counts its block down again."""
    again = step(
        "drop_again",
        "s",
        "the first block of a sequence that is gone is given back once more",
        "(not (live s)) (pool (tab s 0))",
        """(ref (tab s 0)) := (- (ref (tab s 0)) 1)
           (free (tab s 0)) := (<= (ref (tab s 0)) 1)""",
        places="(s 0)",
    )
    return _with(again, again=(("drop_again",),))


def _copy_unshared() -> System:
    """A partly filled block is copied whether it is shared or not; the old one is given back, so that nothing else is
    wrong."""
    alone = parse("(= (ref (last s)) 1)")
    copy = replace(
        COPY,
        guard=parse_all("(live s) (partial s) (free b) (pool b)"),
        updates=(
            *(update for update in COPY.updates if update.function != "avail"),
            Update("free", (("last", "s"),), alone),
            Update("avail", (), parse("(ite (= (ref (last s)) 1) avail (- avail 1))")),
        ),
        idle_in=((("last", "s"), alone),),
    )
    return _with(copy, append=(("copy", "write"), ("take",)))


def _stale_hash() -> System:
    return _with(_updating(EVICT, "cached", lambda _: None))


def _partial_uncounted() -> System:
    kept = parse("""(ite (and (= (nb c) (end s)) (< (fill s) k))
                         (ref (tab s (nb c))) (+ (ref (tab s (nb c))) 1))""")
    return _with(_updating(SHARE, "ref", lambda _: kept))


def _capacity() -> System:
    """A block counts as free again as soon as one of its holders gives it up."""
    return _with(_updating(DROP, "avail", lambda _: parse("(+ avail 1)")))


def _aliased() -> System:
    """A fork gets its parent's table itself: what a copy puts into one stands in the other too."""
    copy = replace(
        COPY,
        parameters=("s", "c", "b"),
        guard=(*COPY.guard, *parse_all("(live c) (not (= c s)) (= (nb c) (nb s)) (= (last c) (last s))")),
        updates=(*COPY.updates, Update("tab", ("c", parse("(end c)")), "b")),
        places=(*COPY.places, ("c", parse("(end c)"))),
    )
    return _with(copy)


FAULTS: dict[str, Callable[[], System]] = {
    "beam_paging.no_copy": _no_copy,
    "beam_paging.partial_copy": _partial_copy,
    "beam_paging.old_count_kept": _old_count_kept,
    "beam_paging.double_free": _double_free,
    "beam_paging.copy_unshared": _copy_unshared,
    "beam_paging.stale_hash": _stale_hash,
    "beam_paging.partial_uncounted": _partial_uncounted,
    "beam_paging.capacity_over_reported": _capacity,
    "beam_paging.tables_aliased": _aliased,
}
