"""The operations of an allocator as programs of steps, with what holds in between: what makes a proof of each of them.

A step of the system keeps the invariants; that says nothing yet about `fork`, which takes one for every block. So each
operation is a program: steps and loops, every one with the assertion that holds after it. From it come conditions
(`conditions`): each step is *enabled* where it is due and leads to the next assertion; a loop's invariant holds at its
start, is kept, and its measure falls, so that it ends. An operation that has begun is therefore completed, whatever the
number of blocks; where it is refused it has not begun, and nothing has changed.

Assertions are terms about the sequence s (and its fork or new one c), a block b, any place i and slot j, and ghosts:
numbers fixed when the operation begins, and `wanted`, the entries of the prompt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .system import Step, System
from .terms import Term, parse, parse_all, put

GHOSTS = ("nb0", "fill0", "old", "m", "r", "hits", "d", "w")
"""Length before; an entry before; the prompt's blocks, and entries in the last; hits to come, and how many of those are
of blocks that count as free; some block that counts as free."""

BEFORE = "_before"
"""What the name of a loop's measure at the beginning of a round ends in."""


@dataclass(frozen=True)
class Do:
    """One step, `at` terms for its parameters; `given` is what the operation sees to (which block, what it was handed).

    `then` holds after it; without one it is what the enclosing loop or operation asks for. `ghosts` change with the step.
    """

    step: str
    then: Term = ()
    at: Mapping[str, Term] = field(default_factory=dict)
    given: tuple[Term, ...] = ()
    ghosts: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True)
class While:
    """A loop: its condition, what holds before every round and at the end, and a measure that falls and stays >= 0."""

    name: str
    condition: Term
    keeps: Term
    measure: Term
    body: tuple[Part, ...]


Part = Do | While


@dataclass(frozen=True)
class Outline:
    """An operation: what holds where it begins, its parts, and what holds where it ends."""

    name: str
    says: str
    before: Term
    parts: tuple[Part, ...]
    after: Term


@dataclass(frozen=True)
class Condition:
    """`before` gives: the step (if any) is enabled, and `after` holds after it."""

    name: str
    before: Term
    after: Term
    do: Do | None = None


def both(*terms: Term) -> Term:
    """The conjunction."""
    return ("and", *terms)


def conditions(outline: Outline) -> Iterator[Condition]:
    """What has to be shown of an operation."""
    yield from _of_parts(outline.name, outline.before, outline.parts, outline.after)


def _of_parts(name: str, before: Term, parts: tuple[Part, ...], wanted: Term) -> Iterator[Condition]:
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if isinstance(part, Do):
            after = wanted if part.then == () else part.then
            yield Condition(f"{name}.{part.step}", before, after, part)
            if last and part.then != ():
                yield Condition(f"{name}.done", after, wanted)
            before = after
            continue
        yield Condition(f"{name}.{part.name}.entered", before, part.keeps)
        at_first = part.name + BEFORE
        again = both(part.keeps, ("<=", "0", part.measure), ("<", part.measure, at_first))
        inside = both(part.keeps, part.condition, ("=", at_first, part.measure))
        yield from _of_parts(f"{name}.{part.name}", inside, part.body, again)
        before = both(part.keeps, ("not", part.condition))
        if last:
            yield Condition(f"{name}.{part.name}.left", before, wanted)
    if not parts:
        yield Condition(name, before, wanted)


def taken(system: System, do: Do) -> Step:
    """The step of a part, with terms put for its parameters (the names of steps and functions stay)."""
    step = system.steps[do.step]
    at = {name: do.at.get(name, name) for name in step.parameters}

    def terms(those: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(put(term, at) for term in those)

    def pairs(those: tuple[tuple[Term, Term], ...]) -> tuple[tuple[Term, Term], ...]:
        return tuple((put(one, at), put(other, at)) for one, other in those)

    return replace(
        step,
        parameters=tuple(name for name in at.values() if isinstance(name, str)),
        guard=terms(step.guard),
        updates=tuple(replace(u, arguments=terms(u.arguments), value=put(u.value, at)) for u in step.updates),
        gains=tuple(map(terms, step.gains)),
        loses=tuple(map(terms, step.loses)),
        idle_in=pairs(step.idle_in),
        idle_out=pairs(step.idle_out),
        each=terms(step.each),
        places=pairs(step.places),
        slots=terms(step.slots),
    )


LIVE = parse("(live s)")
CAN_BE_HAD = parse("(and (pool b) (= (ref b) 0))")
EVICTABLE = both(CAN_BE_HAD, parse("(cached b)"))
FREE_BLOCK = parse("(and (free b) (pool b))")

AS_BEFORE = parse("""(=> (and (<= 0 i) (< i nb0) (slot j) (=> (= i (- nb0 1)) (< j fill0))) (= (text s i j) old))""")
ON = both(LIVE, parse("(= nb0 (nb s))"), parse("(= fill0 (fill s))"), AS_BEFORE)
APPENDED = both(
    LIVE,
    parse("(entry s (end s) (- (fill s) 1))"),
    parse("(= (text s (end s) (- (fill s) 1)) t)"),
    parse("""(or (and (= (nb s) nb0) (= (fill s) (+ fill0 1))) (and (= (nb s) (+ nb0 1)) (= (fill s) 1)))"""),
    AS_BEFORE,
)
ALONE = parse("(and (partial s) (= (ref (last s)) 1))")
SHARED = parse("(and (partial s) (not (= (ref (last s)) 1)))")
FULL = parse("(full s)")

COPIED = both(
    parse("(and (live s) (live c) (not (= c s)) (<= 0 (nb c)) (<= (nb c) (nb s)))"),
    parse("(=> (> (nb c) 0) (= (fill c) (ite (= (nb c) (nb s)) (fill s) k)))"),
    parse("(=> (has c i) (= (tab c i) (tab s i)))"),
    parse("(=> (entry c i j) (= (text c i j) (text s i j)))"),
)
FORKED = both(
    parse("(and (live c) (= (nb c) (nb s)))"),
    parse("(=> (entry s i j) (and (entry c i j) (= (tab c i) (tab s i)) (= (text c i j) (text s i j))))"),
)

PROMPT = parse("""(and (<= 0 hits) (<= hits m) (<= 1 r) (<= r k) (<= 0 d) (=> (and (= hits m) (> m 0)) (= r k)))""")
ENOUGH = parse("(<= (- m hits) (- avail d))")
WANTED = parse("(=> (entry c i j) (= (text c i j) (wanted i j)))")
IN_BLOCK = parse("(ite (= (nb c) m) r k)")
HITTING = both(parse("(and (live c) (full c) (<= 0 (nb c)) (<= (nb c) hits))"), PROMPT, ENOUGH, WANTED)
TAKING = both(
    parse("(and (live c) (<= 0 (nb c)) (<= (nb c) m) (<= (- m (nb c)) avail))"),
    ("=>", parse("(> (nb c) 0)"), ("=", parse("(fill c)"), IN_BLOCK)),
    PROMPT,
    WANTED,
)
FILLING = both(
    parse("(and (live c) (<= 1 (nb c)) (<= (nb c) m) (<= (- m (nb c)) avail) (<= 1 (fill c)))"),
    ("<=", parse("(fill c)"), IN_BLOCK),
    parse("(and (= (ref (last c)) 1) (not (cached (last c))))"),
    parse("(< (- m (nb c)) blocks_before)"),
    PROMPT,
    WANTED,
)
MORE = parse("(< (nb c) m)")
NEW: dict[str, Term] = {"s": "c"}

OUTLINES: dict[str, Outline] = {
    outline.name: outline
    for outline in (
        Outline("append.alone", "an entry into the last block", both(ON, ALONE), (Do("write"),), APPENDED),
        Outline(
            "append.shared",
            "the last block copied, then the entry written into the copy",
            both(ON, SHARED, FREE_BLOCK),
            (Do("copy", both(ON, ALONE)), Do("write")),
            APPENDED,
        ),
        Outline("append.full", "an entry into a fresh block", both(ON, FULL, FREE_BLOCK), (Do("take"),), APPENDED),
        Outline(
            "append.shared.evicting",
            "a block is made free for the copy",
            both(ON, SHARED, EVICTABLE),
            (Do("evict"),),
            both(ON, SHARED, FREE_BLOCK),
        ),
        Outline(
            "append.full.evicting",
            "a block is made free for the entry",
            both(ON, FULL, EVICTABLE),
            (Do("evict"),),
            both(ON, FULL, FREE_BLOCK),
        ),
        Outline(
            "append.possible",
            "one of these is so as long as a block counts as free",
            both(LIVE, CAN_BE_HAD),
            (),
            both(("or", ALONE, SHARED, FULL), ("or", FREE_BLOCK, EVICTABLE)),
        ),
        Outline(
            "fork",
            "block by block, and the child reads what its parent reads",
            both(LIVE, parse("(not (live c))")),
            (
                Do("open", COPIED),
                While("blocks", parse("(< (nb c) (nb s))"), COPIED, parse("(- (nb s) (nb c))"), (Do("share"),)),
            ),
            FORKED,
        ),
        Outline(
            "free",
            "block by block, from the last one, until the sequence can end",
            LIVE,
            (
                While(
                    "blocks", parse("(> (nb s) 0)"), both(LIVE, parse("(<= 0 (nb s))")), parse("(nb s)"), (Do("drop"),)
                ),
                Do("close"),
            ),
            parse("(not (live s))"),
        ),
        Outline(
            "new",
            "first the blocks that hashes name, then fresh ones, of which there are enough; the new sequence reads its prompt",
            both(parse("(not (live c))"), PROMPT, ENOUGH),
            (
                Do("open", HITTING),
                While(
                    "hits",
                    parse("(< (nb c) hits)"),
                    HITTING,
                    parse("(- hits (nb c))"),
                    (
                        Do(
                            "hit",
                            given=parse_all(
                                """(pool b) (cached b) (=> (slot j) (= (key b j) (given j)))
                                   (= (given j) (wanted (nb c) j)) (=> (= (ref b) 0) (>= d 1))"""
                            ),
                            ghosts={"d": parse("(ite (= (ref b) 0) (- d 1) d)")},
                        ),
                    ),
                ),
                While(
                    "blocks",
                    MORE,
                    TAKING,
                    parse("(- m (nb c))"),
                    (
                        Do("take", FILLING, {**NEW, "t": parse("(wanted (nb c) 0)")}, (FREE_BLOCK,)),
                        While(
                            "entries",
                            ("<", parse("(fill c)"), IN_BLOCK),
                            FILLING,
                            ("-", IN_BLOCK, parse("(fill c)")),
                            (Do("write", (), {**NEW, "t": parse("(wanted (end c) (fill c))")}),),
                        ),
                    ),
                ),
            ),
            both(parse("(and (live c) (= (nb c) m) (=> (> m 0) (= (fill c) r)))"), WANTED),
        ),
        Outline(
            "new.possible",
            "as long as blocks are left to take, one is free or can be made so",
            both(TAKING, MORE),
            (),
            parse("(and (idle w) (or (free w) (cached w)))"),
        ),
        Outline(
            "new.evicting",
            "a block is made free for the next of the prompt",
            both(TAKING, MORE, EVICTABLE),
            (Do("evict"),),
            both(TAKING, MORE, FREE_BLOCK),
        ),
        Outline(
            "new.naming",
            "a hash is made to name a block that the prompt has filled",
            both(FILLING, parse("(= (fill c) k)"), ("=", "k", IN_BLOCK)),
            (Do("register", (), {**NEW, "i": parse("(end c)")}),),
            both(TAKING, parse("(< (- m (nb c)) blocks_before)")),
        ),
    )
}
"""What is shown of each operation; those called `possible` say that it is refused only where no block can be had."""


def _loops(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, While):
            yield part.name
            yield from _loops(part.body)


MEASURES = tuple(sorted({name + BEFORE for outline in OUTLINES.values() for name in _loops(outline.parts)}))
"""The measures of loops as they were at the beginning of a round."""
