"""The proof that the system is safe at any size: one question for each step and invariant, in QF_UFLIA.

Each question denies, at fresh constants, what is to hold after the step, and grants what the invariants say before it
at the places that the step touches. So there is no quantifier left, both solvers decide it at once, and neither the
number of sequences nor of blocks nor of tokens stands in it. What is assumed of sizes of sets is `system.CARDINALITY`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from types import MappingProxyType

from .outlines import GHOSTS, MEASURES, OUTLINES, Condition, conditions, taken
from .system import CARDINALITY, COUNTS, DEFINITIONS, FUNCTIONS, GIVEN, INITIAL, INVARIANTS, Step, System
from .terms import Term, names, parse, put, show, unfolded

LOGIC = "QF_UFLIA"
FRESH = {"s": "any_s", "i": "any_i", "j": "any_j", "b": "any_b"}
"""The constants at which an invariant is denied after the step."""

SIZES = ("k", "n")
"""Slots of a block, and blocks: symbols like all else."""

CONSTANTS = (*FRESH.values(), "s", "c", "b", "i", "t", *GHOSTS, *MEASURES)
"""What a text may declare: the fresh constants, the parameters of steps, the ghosts of operations."""

POST = "+"
"""What a function's name after the step ends in."""


@dataclass(frozen=True)
class Obligation:
    """One question: is `text` unsatisfiable? `premises` are the terms it grants, `goal` the term it denies.

    `step` is empty for the first state. `about` names the invariant or property.
    """

    name: str
    text: str
    step: str
    about: str
    premises: tuple[Term, ...]
    goal: Term
    logic: str = LOGIC
    expected: str = "unsat"


PROPERTIES: dict[str, str] = {
    "members": "the pairs that hold a block change as the step says",
    "idle": "the blocks of count 0 change as the step says",
    "isolation": "no other sequence reads anything else than before",
    "unshared": "a copy is made only of a block that another sequence holds too",
    "operation": "an operation that has begun is completed, and does what it is to do",
    "refused": "an operation is refused only where no block can be had, or its sequence is gone",
}

OPERATION = "operation."
"""What the names of obligations about operations begin with."""

POSSIBLE = "possible"
"""The last part of the names of outlines that are about refusals."""


def obligations(system: System) -> Iterator[Obligation]:
    """Every obligation: the first state, then each step against each invariant and property."""
    for name in INVARIANTS:
        yield _initial(name)
    for step in system.steps.values():
        yield from of_step(step)
    yield from of_operations(system)


def of_operations(system: System) -> Iterator[Obligation]:
    """Every operation completed once begun; no step of a sequence that is gone."""
    for outline in OUTLINES.values():
        for condition in conditions(outline):
            yield _of_condition(condition, system)
    for step in system.steps.values():
        if "s" in step.parameters:
            gone: Term = ("not", ("live", "s"))
            yield _of_condition(Condition(f"gone.{step.name}.{POSSIBLE}", gone, ("not", _all(step.guard))), system)


def of_step(step: Step) -> Iterator[Obligation]:
    """The obligations of one step. What it leaves alone it keeps: that is not asked."""
    scope = _Scope(step)
    for name, invariant in INVARIANTS.items():
        before = put(invariant.body, FRESH)
        if (after := scope.after(before)) != before:
            yield scope.obligation(name, after)
    yield scope.obligation("members", scope.members())
    yield scope.obligation("idle", scope.idle())
    yield scope.obligation("isolation", scope.isolation())
    if step.name == "copy":
        yield scope.obligation("unshared", parse("(>= (holders (last s)) 2)"))


NOTHING = Step("", (), "nothing happens", (), ())


def _of_condition(condition: Condition, system: System) -> Obligation:
    """What is granted before, and that the step is enabled and leads to what is wanted."""
    place = {"i": FRESH["i"], "j": FRESH["j"]}
    do = condition.do
    scope = _Scope(NOTHING if do is None else taken(system, do), (("s", FRESH["i"]), ("c", FRESH["i"])), ("w",))
    enabled = [*scope.step.guard, *(put(term, {".j": FRESH["j"]}) for term in scope.step.each)]
    after = put(scope.after(put(condition.after, place)), {} if do is None else do.ghosts)
    granted = [put(term, place) for term in (condition.before, *(() if do is None else do.given))]
    about = "refused" if condition.name.endswith(POSSIBLE) else "operation"
    return scope.obligation(about, _all([*enabled, after]), granted, condition.name)


def _initial(name: str) -> Obligation:
    """An invariant in the first state, where no pair holds a block and all n blocks have the count 0."""
    first = {function: (variables.split(), value) for function, variables, value in INITIAL}
    first |= {"holders": (["b"], "0"), "idle_blocks": ([], "n")}
    lines = _declared(but=first)
    for function, (parameters, value) in first.items():
        lines.append(_defined(function, parameters, (FUNCTIONS | COUNTS)[function][1], unfolded(value, DEFINITIONS)))
    premises, goal = (parse("(>= k 1)"), parse("(>= n 0)")), put(INVARIANTS[name].body, FRESH)
    text = _text(f"first state: {name}", [*lines, *_definitions()], premises, goal)
    return Obligation(f"first_state.{name}", text, "", name, premises, goal)


class _Scope:
    """The terms of one step: the places, slots and blocks at which invariants are put in, and the state after it."""

    def __init__(self, step: Step, places: Sequence[tuple[Term, Term]] = (), blocks: Sequence[Term] = ()) -> None:
        self.step = step
        self.places = tuple(dict.fromkeys((*step.places, (FRESH["s"], FRESH["i"]), *places)))
        self.slots = (*step.slots, FRESH["j"])
        acting = (p for p in (*step.parameters, *(s for s, _ in places)) if p in ("s", "c"))
        self.seqs: tuple[Term, ...] = tuple(dict.fromkeys((*acting, FRESH["s"])))
        held = tuple(("tab", s, i) for s, i in self.places)
        named = (p for p in (*step.parameters, *(["b"] if blocks else [])) if p == "b")
        self.blocks: tuple[Term, ...] = tuple(dict.fromkeys((*named, *blocks, FRESH["b"], *held)))
        self.updated = {u.function for u in step.updates}
        if step.gains or step.loses:
            self.updated.add("holders")
        if step.idle_in or step.idle_out:
            self.updated.add("idle_blocks")
        self.derived = _depending(self.updated)

    def obligation(self, about: str, goal: Term, before: Sequence[Term] | None = None, of: str = "") -> Obligation:
        """The question about one goal; `before` is granted in place of the step's guards, for a condition of that name."""
        given = self.guards() if before is None else (parse("(>= k 1)"), *before)
        granted = tuple(dict.fromkeys((*given, *self.invariants(), *self.facts())))
        lines = [*_declared(), *_definitions()]
        for function in sorted(self.updated):
            lines.append(_defined(function + POST, *self.defined_after(function)))
        for name, (parameters, body) in DEFINITIONS.items():
            if name in self.derived:
                lines.append(_defined(name + POST, parameters, _sort(name), self.after(body)))
        name = f"{OPERATION}{of}" if of else f"{self.step.name}.{about}"
        text = _text(name if of else f"{self.step.name}: {about}", lines, granted, goal)
        return Obligation(name, text, "" if of else self.step.name, about, granted, goal)

    def guards(self) -> tuple[Term, ...]:
        rows = tuple(put(term, {".j": slot}) for term in self.step.each for slot in self.slots)
        return (parse("(>= k 1)"), *self.step.guard, *rows)

    def invariants(self) -> Iterator[Term]:
        """Every invariant before the step, at the terms of the scope."""
        for invariant in INVARIANTS.values():
            for values in self._choices(invariant.variables):
                yield put(invariant.body, values)

    def facts(self) -> Iterator[Term]:
        """What is assumed of the number of holders (`CARDINALITY`), at the terms of the scope."""
        for block in self.blocks:
            yield put(CARDINALITY["count"][1], {"b": block})
        for s, i in self.places:
            yield put(CARDINALITY["member"][1], {"s": s, "i": i, "b": ("tab", s, i)})
        for (s, i), (s2, i2) in combinations(self.places, 2):
            yield put(CARDINALITY["two"][1], {"s": s, "i": i, "s2": s2, "i2": i2, "b": ("tab", s, i)})
        if "w" in self.blocks:
            yield CARDINALITY["some"][1]

    def _choices(self, variables: Sequence[str]) -> Iterator[Mapping[str, Term]]:
        pools: list[list[dict[str, Term]]] = []
        if "i" in variables:
            pools.append([{"s": s, "i": i} for s, i in self.places])
        elif "s" in variables:
            pools.append([{"s": s} for s in self.seqs])
        if "b" in variables:
            pools.append([{"b": b} for b in self.blocks])
        if "j" in variables:
            pools.append([{"j": j} for j in self.slots])
        for chosen in product(*pools):
            yield {name: term for part in chosen for name, term in part.items()}

    def after(self, term: Term) -> Term:
        """The term about the state after the step."""
        return put(term, {name: name + POST for name in self.updated | self.derived})

    def defined_after(self, function: str) -> tuple[tuple[str, ...], str, Term]:
        """A function after the step: its arguments' names, its sort, its value."""
        sorts, sort = (FUNCTIONS | COUNTS)[function]
        names_ = tuple(f"x{n}" for n in range(len(sorts)))
        if function == "holders":
            value: Term = ("holders", "x0")
            for sign, triples in (("+", self.step.gains), ("-", self.step.loses)):
                for _, _, block in triples:
                    value = (sign, value, ("ite", ("=", "x0", block), "1", "0"))
            return names_, sort, value
        if function == "idle_blocks":
            value = "idle_blocks"
            for sign, pairs in (("+", self.step.idle_in), ("-", self.step.idle_out)):
                for _, condition in pairs:
                    value = (sign, value, ("ite", condition, "1", "0"))
            return names_, sort, value
        value = (function, *names_) if names_ else function
        for update in self.step.updates:
            if update.function == function:
                rows = {
                    a: x for a, x in zip(update.arguments, names_, strict=True) if isinstance(a, str) and a[0] == "."
                }
                here = [("=", x, a) for a, x in zip(update.arguments, names_, strict=True) if a not in rows]
                new = put(update.value, rows)
                value = new if not here else ("ite", _all(here), new, value)
        return names_, sort, value

    def members(self) -> Term:
        """After the step a pair holds a block just if it did and is not lost, or is gained; gained ones are new."""
        pair = (FRESH["s"], FRESH["i"], FRESH["b"])
        before: Term = ("holds", *pair)
        gained, lost = (_any([_all([("=", x, y) for x, y in zip(pair, triple, strict=True)]) for triple in triples])
                        for triples in (self.step.gains, self.step.loses))  # fmt: skip
        changed: Term = ("=", self.after(before), ("or", ("and", before, ("not", lost)), gained))
        return _all([changed, ("=>", gained, ("not", before)), ("=>", lost, before), ("not", ("and", gained, lost))])

    def idle(self) -> Term:
        """The same for the blocks of count 0."""
        before: Term = ("idle", FRESH["b"])
        entered, left = (_any([("and", ("=", FRESH["b"], block), condition) for block, condition in pairs])
                         for pairs in (self.step.idle_in, self.step.idle_out))  # fmt: skip
        changed: Term = ("=", self.after(before), ("or", ("and", before, ("not", left)), entered))
        return _all([changed, ("=>", entered, ("not", before)), ("=>", left, before)])

    def isolation(self) -> Term:
        """A sequence that is not the one acting finds the same entries where it had some."""
        place = (FRESH["s"], FRESH["i"])
        there: Term = ("data", ("tab", *place), FRESH["j"])
        other: list[Term] = [("not", ("=", FRESH["s"], self.step.actor))] if self.step.actor else []
        return ("=>", _all([*other, ("entry", *place, FRESH["j"])]), ("=", self.after(there), there))


def _all(terms: Sequence[Term]) -> Term:
    return "true" if not terms else terms[0] if len(terms) == 1 else ("and", *terms)


def _any(terms: Sequence[Term]) -> Term:
    return "false" if not terms else terms[0] if len(terms) == 1 else ("or", *terms)


def _depending(functions: set[str]) -> frozenset[str]:
    """The definitions that mention one of the functions, directly or through another definition."""
    found: set[str] = set()
    for _ in DEFINITIONS:
        found |= {d for d, (_, body) in DEFINITIONS.items() if (functions | found) & set(names(body))}
    return frozenset(found)


@dataclass(frozen=True)
class _Line:
    """A declaration or definition: it is written where its name is used, and then what it mentions is used too."""

    name: str
    text: str
    mentions: frozenset[str] = frozenset()


def _declared(but: Mapping[str, object] = MappingProxyType({})) -> list[_Line]:
    lines = [_Line(name, f"(declare-const {name} Int)") for name in (*SIZES, *CONSTANTS)]
    for name, (sorts, sort) in (FUNCTIONS | COUNTS | GIVEN).items():
        if name not in but:
            lines.append(_Line(name, f"(declare-fun {name} ({' '.join(sorts)}) {sort})"))
    return lines


def _defined(name: str, parameters: Sequence[str], sort: str, value: Term) -> _Line:
    arguments = " ".join(f"({p} Int)" for p in parameters)
    return _Line(name, f"(define-fun {name} ({arguments}) {sort} {show(value)})", frozenset(names(value)))


def _definitions() -> list[_Line]:
    return [_defined(name, parameters, _sort(name), body) for name, (parameters, body) in DEFINITIONS.items()]


def _sort(definition: str) -> str:
    return "Int" if definition in ("end", "last") else "Bool"


def _text(title: str, lines: Sequence[_Line], premises: Sequence[Term], goal: Term) -> str:
    """The question as SMT-LIB text, with those of the lines that it uses."""
    used = {name for term in (*premises, goal) for name in names(term)}
    kept = []
    for line in reversed(lines):
        if line.name in used:
            kept.append(line.text)
            used |= line.mentions
    asserted = (*premises, ("not", goal))
    body = [f"; {title}", f"(set-logic {LOGIC})", *reversed(kept), *(f"(assert {show(t)})" for t in asserted)]
    return "\n".join([*body, "(check-sat)"]) + "\n"
