"""Proof obligations, generated from a claim's statement: one record each, ready for both solvers.

Per conjunct and natural variable: `base` (the statement at the first value) and `step` (at v + 1, given the *whole*
statement at v, the invariants and the lemmas). Every bound of an atom that a step uses (0 <= alpha^gamma <= 1, say) and
every invariant is an induction of its own, generated likewise. Nothing about an atom is assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import sympy as sp

from ..derivations.bounds import bounds, implies
from ..derivations.claims import Claim, claim
from ..derivations.domain import Domain, Naturals, Sequences, as_conditions
from ..derivations.export import export
from ..derivations.expr import Node, free_names, num, substitute, sym
from ..derivations.statements import Statement, tree
from ..errors import BadInput
from . import smt
from .abstraction import Abstraction
from .frame import Frame, frame
from .questions import Question
from .terms import implied, joined, linear_form, show, with_indices_named

AUTO = "auto"


@dataclass(frozen=True)
class Lemma:
    """Another claim, used with `at` put for its variables (by default: as it stands, so at v in a step)."""

    claim: str
    at: Mapping[str, sp.Expr | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Proof:
    """How a claim is proved; for most claims the id alone says it.

    `over` is the natural variable of the induction: "auto" takes the one that bounds the claim's sums, products and
    powers. `direct`: the claim follows from invariants and lemmas as they stand, without an induction of its own.
    `invariants` are proved by their own inductions, `consequences` directly, each with those before it at hand. `facts`
    are assumed without proof (what defines a logarithm or Lambert's function) and stand in the evidence as such.
    `integers`: whether naturals keep their sort (else they are reals >= 0, which proves more and stays in real
    arithmetic). `cvc5_unknown` says why cvc5's `unknown` is accepted. `questions` are obligations written as SMT-LIB
    (`written`); a proof that has some has no others.
    """

    claim: str
    over: str = AUTO
    direct: bool = False
    invariants: tuple[Statement, ...] = ()
    consequences: tuple[Statement, ...] = ()
    lemmas: tuple[Lemma | str, ...] = ()
    facts: tuple[Statement, ...] = ()
    integers: bool = False
    cvc5_unknown: str = ""
    questions: tuple[Question, ...] = ()

    @property
    def uses(self) -> tuple[str, ...]:
        """The claims that this proof takes as lemmas."""
        return tuple(dict.fromkeys(lemma if isinstance(lemma, str) else lemma.claim for lemma in self.lemmas))


@dataclass(frozen=True)
class Obligation:
    """One question: is `text` unsatisfiable? `premises` and `goal` are the trees before abstraction, over `frame`'s
    variables.
    """

    name: str
    logic: str
    text: str
    frame: Frame
    premises: tuple[Node, ...]
    goal: Node
    role: str = "direct"  # base, step or direct
    expected: str = "unsat"


@dataclass(frozen=True)
class Task:
    """What is to be proved, as trees: a claim, a rival in its place, or a claim under a domain with a condition
    dropped.
    """

    statement: Node
    domain: Domain
    proof: Proof
    claim: Claim

    @classmethod
    def of(cls, proof: Proof) -> Task:
        target = claim(proof.claim)
        return cls(_tree(target.statement), target.domain, proof, target)


def obligations(proof: Proof) -> tuple[Obligation | Question, ...]:
    """The obligations of a proof, in the order in which they are checked. Raises `BadInput` where a claim has no SMT
    form.
    """
    return proof.questions or generate(Task.of(proof))


@cache
def _tree(statement: Statement) -> Node:
    """The tree of a statement, its indices named; kept, since every obligation of a proof starts from the same ones."""
    return with_indices_named(tree(statement))


def conjuncts(statement: Node) -> tuple[Node, ...]:
    """The parts of a statement that are joined by `and`, flattened; a condition around one that has a condition of its
    own goes to each part, so that no condition is left unseen that nothing meets.
    """
    if statement.op == "and":
        return tuple(leaf for part in statement.args for leaf in conjuncts(part))
    if statement.op == "implies":
        condition, then = statement.args
        inner = conjuncts(then)
        if len(inner) > 1 and any(part.op == "implies" for part in inner):
            return tuple(Node("implies", (condition, part)) for part in inner)
    return (statement,)


@cache
def has_limit(node: Node) -> bool:
    """Whether a limit occurs in the tree."""
    return node.op == "limit" or any(has_limit(child) for child in node.children())


def provable(statement: Node) -> Node:
    """The statement without its limits, which have no SMT form: a claim gives their rate as a conjunct."""
    return joined("and", (part for part in conjuncts(statement) if not has_limit(part)))


def generate(task: Task) -> tuple[Obligation, ...]:
    """The obligations of a task."""
    return tuple(each(task))


def each(task: Task) -> Iterator[Obligation]:
    """The obligations of a task one by one, equal texts once."""
    whole = provable(task.statement)
    parts = conjuncts(whole)
    if not parts:
        raise BadInput(f"{task.proof.claim}: every part is a limit; expected its rate as a conjunct")
    seen: set[str] = set()
    for number, part in enumerate(parts, 1):
        label = f"{task.proof.claim}.{number}" if len(parts) > 1 else task.proof.claim
        for obligation in _conjunct(label, part, whole, task):
            body = obligation.text.split("\n", 1)[1]  # the first line is its name
            if body not in seen:
                seen.add(body)
                yield obligation


LATER = 2
"""How much later than its domain an induction may start: a sum up to gamma - 2 has its recurrence from gamma = 2 on."""


def _conjunct(label: str, part: Node, whole: Node, task: Task) -> Iterator[Obligation]:
    """One conjunct on its own domain: its conditions become premises, and may move the start of the induction.

    Where a sum has no recurrence at the first values (it ends before it starts, say), those are shown one by one.
    """
    domain, proof = task.domain, task.proof
    while part.op == "implies":
        domain, part = domain.given(part.args[0]), part.args[1]
    alone = proof.direct and not proof.invariants
    over = None if alone else induction_variable(part, domain) if proof.over == AUTO else proof.over
    values = domain.sets.get(over) if over is not None else None
    if over is None or not isinstance(values, Naturals):
        yield from _on(label, part, whole, proof, domain, over)
        return
    refused: BadInput | None = None
    for start in range(values.start, values.start + LATER + 1):
        try:
            later = domain.given(Node("le", (num(start), sym(over))))
            found = tuple(_on(label, part, whole, proof, later, over))
        except BadInput as error:
            refused = refused or error
            continue
        for value in range(values.start, start):
            one = domain.given(Node("eq", (sym(over), num(value))))
            yield from _on(f"{label}.{over}={value}", part, whole, proof, one, over)
        yield from found
        return
    raise refused or BadInput(f"{label}: no induction over {over}")


def _on(label: str, part: Node, whole: Node, proof: Proof, domain: Domain, over: str | None) -> Iterator[Obligation]:
    """The obligations of a conjunct on one domain: those of the invariants and consequences, then its own."""
    setting = frame(domain, over)
    given = (*_lemmas(proof, domain, setting), *(setting.put(_tree(fact)) for fact in proof.facts))
    builder = _Builder(setting, proof.integers, given)
    first_direct = len(proof.invariants)
    for number, invariant in enumerate((*proof.invariants, *proof.consequences)):
        stated = implied(joined("and", setting.moving), setting.put(_tree(invariant)))
        direct = number >= first_direct
        name = f"{label}.consequence.{number - first_direct + 1}" if direct else f"{label}.invariant.{number + 1}"
        yield from builder.induction(name, stated, stated, direct=direct)
        builder = replace(builder, invariants=(*builder.invariants, stated))
    hypothesis = implied(joined("and", setting.moving), setting.put(whole))
    yield from builder.induction(label, setting.put(part), hypothesis, direct=proof.direct)


def induction_variable(statement: Node, domain: Domain) -> str | None:
    """The natural variable that bounds the statement's sums and products, or else stands in its exponents.

    None where there is none. Where several remain, the one that a condition puts above another (k <= gamma: gamma).
    """
    naturals = {name for name, values in domain.sets.items() if isinstance(values, Naturals)}
    for places in (_ends, _exponents):
        names = {name for place in places(statement) for name in free_names(place) & naturals}
        largest = {name for name in names if any(_is_above(name, condition) for condition in domain.conditions)}
        if len(names) == 1 or len(largest) == 1:
            return (largest if len(largest) == 1 else names).pop()
        if names:
            raise BadInput(f"induction over one of {', '.join(sorted(names))}: expected over= to say which")
    return None


def _is_above(name: str, condition: Node) -> bool:
    if condition.op not in ("le", "lt"):
        return False
    form = linear_form(Node("add", (condition.args[1], Node("mul", (num(-1), condition.args[0])))))
    return form is not None and form[0].get(name, 0) > 0 and min(form[0].values()) < 0


def _ends(node: Node) -> Iterator[Node]:
    if node.op in ("sum", "prod"):
        yield node.args[2]
    for child in node.children():
        yield from _ends(child)


def _exponents(node: Node) -> Iterator[Node]:
    if node.op == "pow":
        yield node.args[1]
    for child in node.children():
        yield from _exponents(child)


def _lemmas(proof: Proof, domain: Domain, setting: Frame) -> tuple[Node, ...]:
    """The lemmas over the frame's variables, each under its own domain's conditions."""
    found = []
    for lemma in proof.lemmas:
        lemma = Lemma(lemma) if isinstance(lemma, str) else lemma
        target = claim(lemma.claim)
        values = {n: num(v) if isinstance(v, int) else export(v) for n, v in lemma.at.items()}
        conditions = list(target.domain.conditions)
        for name, allowed in target.domain.sets.items():
            value = values.get(name, sym(name))
            if isinstance(allowed, Sequences):
                if setting.domain.sets.get(name) != allowed or name in values:
                    raise BadInput(f"lemma {lemma.claim}: expected the same sequence {name}")
                continue
            if isinstance(allowed, Naturals) and not _is_natural(value, domain):
                raise BadInput(f"lemma {lemma.claim}: {name} = {show(value)}, expected a natural number")
            conditions += as_conditions(name, allowed)
        kept = joined("and", (p for p in conjuncts(_tree(target.statement)) if not has_limit(p)))
        given = [setting.put(substitute(with_indices_named(condition), values)) for condition in conditions]
        given = [condition for condition in given if not implies(setting.domain, condition)]
        stated = implied(joined("and", given), setting.put(substitute(kept, values)))
        unknown = sorted(n for n in free_names(stated) if n not in setting.domain.sets)
        if unknown:
            raise BadInput(f"lemma {lemma.claim}: expected a value for {', '.join(unknown)} in its `at`")
        found.append(stated)
    return tuple(found)


def _is_natural(value: Node, domain: Domain) -> bool:
    """Whether a tree combines natural variables (its lower bound is a condition of the lemma, kept or shown)."""
    form = linear_form(value)
    return form is not None and all(isinstance(domain.sets.get(name), Naturals) for name in form[0])


@dataclass(frozen=True)
class _Builder:
    """Makes obligations over one frame, with lemmas and invariants at hand. `skip`: the atom whose bounds are being
    proved.
    """

    frame: Frame
    integers: bool
    lemmas: tuple[Node, ...] = ()
    invariants: tuple[Node, ...] = ()
    skip: Node | None = None

    def induction(self, name: str, goal: Node, hypothesis: Node, *, direct: bool = False) -> Iterator[Obligation]:
        """Base and step over the frame's variable, or one direct obligation; those for bounds of atoms come first."""
        f, known = self.frame, (*self.lemmas, *self.invariants)
        if f.over is None or direct:
            yield from self.one(name, "direct", [*f.moving, *known], goal)
            return
        start = [f.at_start(node) for node in (*f.moving, *known)]
        yield from self.one(f"{name}.base", "base", start, f.at_start(goal))
        ahead = [f.moved(node, 1) for node in (*f.moving, *self.invariants)]
        yield from self.one(f"{name}.step", "step", [*known, hypothesis, *ahead], f.moved(goal, 1))

    def one(self, name: str, role: str, premises: tuple[Node, ...] | list[Node], goal: Node) -> Iterator[Obligation]:
        scope = Abstraction(self.frame.domain, self.frame.over, whole=role == "direct")
        premises = [*self.frame.domain.conditions, *premises]
        rewritten = [scope.rewrite(node) for node in premises]
        claimed = scope.rewrite(goal)
        names = frozenset().union(*(free_names(node) for node in (*rewritten, claimed)))
        bounded: list[Node] = []
        for atom in sorted(names & scope.atoms.keys()):
            statement = self.bound(
                scope.atoms[atom], at_one=_compared_with_one(scope.atoms[atom], (*rewritten, claimed))
            )
            if statement is not None:
                yield from self.proved(statement, scope.atoms[atom])
                bounded.append(scope.rewrite(statement))
        names = names.union(*(free_names(node) for node in bounded))
        context = [c for n in sorted(names) if n in scope.domain.sets for c in as_conditions(n, scope.domain.sets[n])]
        context += scope.facts(names)
        integers = frozenset(n for n in names if self.integers and scope.natural(n))
        notes = [name, *(f"{atom} = {show(scope.atoms[atom])}" for atom in sorted(names & scope.atoms.keys()))]
        made = smt.script([*context, *bounded, *(r for r in rewritten if r != Node("and"))], claimed, integers, notes)
        yield Obligation(name, made.logic, made.text, self.frame, tuple(premises), goal, role)

    def bound(self, stands_for: Node, *, at_one: bool) -> Node | None:
        """What interval arithmetic says of a power or product, as a statement to be proved; None where it says nothing.

        With `at_one` also that a power of 1 is 1, which formulas with a case of their own for the base 1 need.
        """
        if stands_for.op not in ("pow", "prod") or stands_for == self.skip or _variable(stands_for, self.frame) is None:
            return None
        found = as_conditions("_", bounds(stands_for, self.frame.domain))
        if at_one:
            found = (*found, implied(Node("eq", (stands_for.args[0], num(1))), Node("eq", (sym("_"), num(1)))))
        return joined("and", (substitute(condition, {"_": stands_for}) for condition in found)) if found else None

    def proved(self, statement: Node, stands_for: Node) -> Iterator[Obligation]:
        """The induction that proves an atom's bounds, over the natural variable that counts its factors or terms."""
        over = _variable(stands_for, self.frame)
        kept = tuple(c for c in self.frame.domain.conditions if over not in free_names(c))
        own = replace(self.frame, domain=replace(self.frame.domain, conditions=kept), over=over, moving=())
        alone = _Builder(own, self.integers, skip=stands_for)
        yield from alone.induction(f"bounds of {show(stands_for)}", statement, statement)


def _compared_with_one(stands_for: Node, formulas: tuple[Node, ...]) -> bool:
    """Whether a formula asks if a power's base is 1."""
    if stands_for.op != "pow":
        return False
    asked = {Node(op, pair) for op in ("eq", "ne") for b in [stands_for.args[0]] for pair in ((b, num(1)), (num(1), b))}

    def found(node: Node) -> bool:
        return node in asked or any(found(child) for child in node.children())

    return any(found(formula) for formula in formulas)


def _variable(stands_for: Node, setting: Frame) -> str | None:
    """The natural variable over which an atom grows."""
    end = stands_for.args[1] if stands_for.op == "pow" else stands_for.args[2]
    naturals = sorted(n for n in free_names(end) if isinstance(setting.domain.sets.get(n), Naturals))
    return setting.over if setting.over in naturals else naturals[0] if naturals else None
