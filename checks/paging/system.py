"""Paged KV with copy-on-write as a transition system: data, in the language of `terms`. Nothing here computes.

A sequence s is a table of `nb` blocks, the last of them filled up to `fill`; slot j of block b holds the entry `data`.
An entry stands for the key and value of a token, which depend on all tokens before it: equal entries, equal prefixes.
`text` is the ghost that says what a plain list would hold. Positions are pairs (block i, slot j), so that nothing
multiplies or divides. The operations of an allocator are made of these steps (`PLANS`), each of which keeps every
invariant: a fork of any length is so many `share`, a free so many `drop` (`outlines` has them as programs, for the proof).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .terms import Term, parse, parse_all

FUNCTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "live": (("Int",), "Bool"),  # s: the sequence exists
    "nb": (("Int",), "Int"),  # s: blocks in its table
    "fill": (("Int",), "Int"),  # s: entries in its last block
    "tab": (("Int", "Int"), "Int"),  # s, i: its i-th block
    "text": (("Int", "Int", "Int"), "Int"),  # s, i, j: ghost: the entry that a plain list has there
    "data": (("Int", "Int"), "Int"),  # b, j: the entry in slot j
    "ref": (("Int",), "Int"),  # b: reference count
    "free": (("Int",), "Bool"),  # b: on the free list
    "cached": (("Int",), "Bool"),  # b: a hash names it
    "key": (("Int", "Int"), "Int"),  # b, j: the entry in slot j of what the hash names
    "avail": ((), "Int"),  # what num_free() reports
}
"""The state. Sequences, blocks and entries are integers; n blocks, of k slots each."""

GIVEN = {"given": (("Int",), "Int"), "wanted": (("Int", "Int"), "Int")}
"""What a step is handed beside its parameters: the entries of one block of a prompt; and the ghost of a whole prompt."""

COUNTS: dict[str, tuple[tuple[str, ...], str]] = {"holders": (("Int",), "Int"), "idle_blocks": ((), "Int")}
"""Ghost counts: how many pairs (s, i) hold block b, and how many blocks have the count 0."""

DEFINITIONS: dict[str, tuple[tuple[str, ...], Term]] = {
    name: (tuple(parameters.split()), parse(body))
    for name, parameters, body in (
        ("end", "s", "(- (nb s) 1)"),
        ("last", "s", "(tab s (end s))"),
        ("full", "s", "(or (= (nb s) 0) (= (fill s) k))"),
        ("partial", "s", "(and (> (nb s) 0) (< (fill s) k))"),
        ("pool", "b", "(and (<= 0 b) (< b n))"),
        ("slot", "j", "(and (<= 0 j) (< j k))"),
        ("has", "s i", "(and (live s) (<= 0 i) (< i (nb s)))"),
        ("holds", "s i b", "(and (has s i) (= (tab s i) b))"),
        ("entry", "s i j", "(and (has s i) (slot j) (=> (= i (end s)) (< j (fill s))))"),
        ("idle", "b", "(and (pool b) (= (ref b) 0))"),
    )
}


@dataclass(frozen=True)
class Update:
    """`function(arguments) := value`, all values taken before the step. An argument `.j` is a whole row: every j."""

    function: str
    arguments: tuple[Term, ...]
    value: Term


@dataclass(frozen=True)
class Step:
    """One step: what must hold, what changes, and which pairs (s, i, b) come to hold or cease to.

    `idle_in` and `idle_out` are pairs (block, condition): it enters, it leaves the blocks of count 0. `each` are guards
    for every slot `.j`. `places` are the pairs (s, i) and `slots` the slots that the step touches: where a proof puts
    in what the invariants say.
    """

    name: str
    parameters: tuple[str, ...]
    says: str
    guard: tuple[Term, ...]
    updates: tuple[Update, ...]
    gains: tuple[tuple[Term, ...], ...] = ()
    loses: tuple[tuple[Term, ...], ...] = ()
    idle_in: tuple[tuple[Term, Term], ...] = ()
    idle_out: tuple[tuple[Term, Term], ...] = ()
    each: tuple[Term, ...] = ()
    places: tuple[tuple[Term, Term], ...] = ()
    slots: tuple[Term, ...] = ()

    @property
    def actor(self) -> str:
        """The sequence whose plain list the step may change; none for a step on a block alone."""
        return next((name for name in self.parameters if name in ("s", "c")), "")


def step(
    name: str,
    parameters: str,
    says: str,
    guard: str,
    does: str,
    *,
    gains: str = "",
    loses: str = "",
    idle_in: str = "",
    idle_out: str = "",
    each: str = "",
    places: str = "",
    slots: str = "",
) -> Step:
    """A step from text: `does` is a list of `term := term`, the other lists are of plain terms."""
    terms = parse_all(does)
    updates = []
    for left, sign, value in zip(terms[::3], terms[1::3], terms[2::3], strict=True):
        if sign != ":=":
            raise ValueError(f"step {name}: expected := after {left}")
        function, *arguments = (left,) if isinstance(left, str) else left
        assert isinstance(function, str)
        updates.append(Update(function, tuple(arguments), value))
    (triples, lost), (ins, outs) = (map(parse_all, pair) for pair in ((gains, loses), (idle_in, idle_out)))
    return Step(
        name,
        tuple(parameters.split()),
        says,
        parse_all(guard),
        tuple(updates),
        tuple(t for t in triples if isinstance(t, tuple)),
        tuple(t for t in lost if isinstance(t, tuple)),
        tuple((pair[0], pair[1]) for pair in ins),
        tuple((pair[0], pair[1]) for pair in outs),
        parse_all(each),
        tuple((pair[0], pair[1]) for pair in parse_all(places)),
        parse_all(slots),
    )


OPEN = step("open", "c", "an empty sequence", "(not (live c))", "(live c) := true (nb c) := 0 (fill c) := 0")

TAKE = step(
    "take",
    "s b t",
    "the first entry of a fresh block",
    "(live s) (full s) (free b) (pool b)",
    """(tab s (nb s)) := b  (nb s) := (+ (nb s) 1)  (fill s) := 1  (ref b) := 1  (free b) := false
       (data b 0) := t  (text s (nb s) 0) := t  avail := (- avail 1)""",
    gains="(s (nb s) b)",
    idle_out="(b true)",
    places="(s (nb s)) (s (end s))",
    slots="0",
)

WRITE = step(
    "write",
    "s t",
    "an entry into a partly filled block that nobody else holds",
    "(live s) (partial s) (= (ref (last s)) 1)",
    "(data (last s) (fill s)) := t  (text s (end s) (fill s)) := t  (fill s) := (+ (fill s) 1)",
    places="(s (end s))",
    slots="(fill s)",
)

COPY = step(
    "copy",
    "s b",
    "a partly filled block that others hold too is copied before it is written",
    "(live s) (partial s) (> (ref (last s)) 1) (free b) (pool b)",
    """(data b .j) := (data (last s) .j)  (tab s (end s)) := b  (ref b) := 1  (free b) := false
       (ref (last s)) := (- (ref (last s)) 1)  avail := (- avail 1)""",
    gains="(s (end s) b)",
    loses="(s (end s) (last s))",
    idle_out="(b true)",
    places="(s (end s))",
)

SHARE = step(
    "share",
    "c s",
    "a fork takes over the next block of its parent, the partly filled last one too",
    "(live c) (live s) (not (= c s)) (full c) (< (nb c) (nb s))",
    """(tab c (nb c)) := (tab s (nb c))  (nb c) := (+ (nb c) 1)
       (fill c) := (ite (= (nb c) (end s)) (fill s) k)
       (ref (tab s (nb c))) := (+ (ref (tab s (nb c))) 1)  (text c (nb c) .j) := (text s (nb c) .j)""",
    gains="(c (nb c) (tab s (nb c)))",
    places="(c (nb c)) (s (nb c)) (c (end c)) (s (end s))",
)

HIT = step(
    "hit",
    "c b",
    "a full block of the prompt is there already: a hash names it",
    "(live c) (full c) (pool b) (cached b)",
    """(tab c (nb c)) := b  (nb c) := (+ (nb c) 1)  (fill c) := k  (ref b) := (+ (ref b) 1)
       (text c (nb c) .j) := (given .j)  avail := (ite (= (ref b) 0) (- avail 1) avail)""",
    each="(=> (slot .j) (= (key b .j) (given .j)))",
    gains="(c (nb c) b)",
    idle_out="(b (= (ref b) 0))",
    places="(c (nb c)) (c (end c))",
)

REGISTER = step(
    "register",
    "s i",
    "a hash is made to name a full block that its writer alone holds",
    "(has s i) (=> (= i (end s)) (= (fill s) k)) (= (ref (tab s i)) 1) (not (cached (tab s i)))",
    "(cached (tab s i)) := true  (key (tab s i) .j) := (data (tab s i) .j)",
    places="(s i)",
)

EVICT = step(
    "evict",
    "b",
    "a block that only a hash names is given back, and the hash forgotten",
    "(pool b) (cached b) (= (ref b) 0)",
    "(cached b) := false  (free b) := true",
)

DROP = step(
    "drop",
    "s",
    "a sequence gives up its last block",
    "(live s) (> (nb s) 0)",
    """(ref (last s)) := (- (ref (last s)) 1)  (nb s) := (end s)  (fill s) := k
       (free (last s)) := (and (= (ref (last s)) 1) (not (cached (last s))))
       avail := (ite (= (ref (last s)) 1) (+ avail 1) avail)""",
    loses="(s (end s) (last s))",
    idle_in="((last s) (= (ref (last s)) 1))",
    places="(s (end s))",
)

CLOSE = step("close", "s", "an empty sequence ends", "(live s) (= (nb s) 0)", "(live s) := false")


@dataclass(frozen=True)
class Invariant:
    """`body` for all values of its variables: `places` of (s, i), `slots` of j, `blocks` of b, `seqs` of s."""

    name: str
    says: str
    variables: tuple[str, ...]
    body: Term


INVARIANTS: dict[str, Invariant] = {
    name: Invariant(name, says, tuple(variables.split()), parse(body))
    for name, says, variables, body in (
        ("shape", "a last block has 1 to k entries", "s",
         "(=> (live s) (and (>= (nb s) 0) (=> (> (nb s) 0) (and (<= 1 (fill s)) (<= (fill s) k)))))"),
        ("pooled", "tables name blocks of the pool", "s i", "(=> (has s i) (pool (tab s i)))"),
        ("counted", "the reference count is the number of holders", "b", "(= (ref b) (holders b))"),
        ("held", "nobody holds a free block", "s i", "(=> (has s i) (not (free (tab s i))))"),
        ("reads", "a sequence reads what a plain list would hold", "s i j",
         "(=> (entry s i j) (= (data (tab s i) j) (text s i j)))"),
        ("free", "a free block is in the pool, has the count 0 and no hash", "b",
         "(=> (free b) (and (idle b) (not (cached b))))"),
        ("leak", "a block that is not free is held or cached: nothing leaks", "b",
         "(=> (and (pool b) (not (free b)) (not (cached b))) (>= (holders b) 1))"),
        ("cache", "a hash names a block with just these entries", "b j",
         "(=> (and (cached b) (slot j)) (= (data b j) (key b j)))"),
        ("cached_full", "a cached block that is held is full", "s i",
         "(=> (and (has s i) (cached (tab s i)) (= i (end s))) (= (fill s) k))"),
        ("capacity", "what is reported as free is the number of blocks of count 0", "", "(= avail idle_blocks)"),
    )
}  # fmt: skip
"""Each holds at the start and is kept by every step."""

INITIAL: tuple[tuple[str, str, Term], ...] = tuple(
    (function, variables, parse(body))
    for function, variables, body in (
        ("live", "s", "false"), ("free", "b", "(pool b)"), ("cached", "b", "false"), ("ref", "b", "0"), ("avail", "", "n"),
    )
)  # fmt: skip
"""The first state: nothing is live, every block is free."""


CARDINALITY: dict[str, tuple[str, Term]] = {
    "count": ("a count is not negative", parse("(>= (holders b) 0)")),
    "member": ("with one member it is at least 1", parse("(=> (holds s i b) (>= (holders b) 1))")),
    "two": (
        "with two members it is at least 2",
        parse("(=> (and (holds s i b) (holds s2 i2 b) (not (and (= s s2) (= i i2)))) (>= (holders b) 2))"),
    ),
    "some": ("a set of positive size has a member", parse("(=> (> idle_blocks 0) (idle w))")),
}
"""The facts about the sizes of finite sets that are assumed: of the pairs holding a block, of the blocks of count 0. Two
more are built into how a count changes: a new member adds 1 and a lost one takes 1; that the members change just so is
proved for every step."""

PLANS: dict[str, tuple[tuple[str, ...], ...]] = {
    "append": (("write",), ("copy", "write"), ("take",)),
    "fork": (("open", "share*"),),
    "free": (("drop*", "close"),),
    "again": (),
}
"""An operation is the first of its plans whose first step is enabled; `*` repeats while enabled. `again` is a second
`free` of a sequence: refused. `new` takes a prompt block by block (`machine`)."""


@dataclass(frozen=True)
class System:
    """The steps and plans; a rival is the system with some of them replaced."""

    steps: Mapping[str, Step] = field(
        default_factory=lambda: {s.name: s for s in (OPEN, TAKE, WRITE, COPY, SHARE, HIT, REGISTER, EVICT, DROP, CLOSE)}
    )
    plans: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=lambda: PLANS)


SYSTEM = System()
