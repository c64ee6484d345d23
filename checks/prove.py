"""Proofs of claims: obligations to both solvers, premises shown to be satisfiable, rivals rejected, hypotheses judged.

z3 unsat and cvc5 unsat: proved. Everything else has a verdict of its own, and none of those passes: a step with a model is not
inductive (refuted, if exact numbers refute the claim itself), premises without a ground model are vacuous, solvers that contradict
each other disagree, and what is not settled in time is a time-out. A rival is put in the claim's place.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..derivations import exact
from ..derivations.claims import Rival
from ..derivations.domain import Domain, Interval, Naturals, Sequences, as_conditions
from ..derivations.expr import Node, num, sym
from ..derivations.numbers import against
from ..derivations.statements import tree
from ..errors import BadInput, DraftproofError
from ..ledger import Evidence, RivalOutcome, Verdict
from . import ground
from .obligations import Obligation, Proof, Task, conjuncts, generate, has_limit
from .solvers import Answer, Solvers, versions
from .terms import joined, negated, show

WITNESS_NATURALS = (2, 3, 1, 0)
"""Literal naturals at which premises are shown satisfiable: from 2 on first, where most statements differ."""

RIVAL_NATURALS = (5, 2, 3, 4, 6)
"""Literal naturals at which rivals are refuted: at 0 and 1 most coincide with the claim."""

SHORT = 1.0
"""Seconds for the questions whose answer may be missing: whether a rival's or a loosened obligation is still unsat."""

CHOICES = 6
"""Choices of literal naturals that are tried before a search gives up."""


@dataclass
class Session:
    """Solvers with a memory: equal texts are asked once, so that bounds shared by a chain's claims cost nothing twice."""

    solvers: Solvers
    asked: dict[tuple[str, bool, float | None, str], Answer] = field(default_factory=dict)
    proved: dict[str, Evidence] = field(default_factory=dict)

    def both(self, text: str) -> tuple[Answer, Answer]:
        """The answers of z3 and cvc5 within the solvers' own limit."""
        keys = [(engine, False, None, text) for engine in ("z3", "cvc5")]
        if not all(key in self.asked for key in keys):
            self.asked.update(zip(keys, self.solvers.both(text), strict=True))
        return self.asked[keys[0]], self.asked[keys[1]]

    def z3(self, text: str, *, model: bool = False, timeout: float | None = None) -> Answer:
        """z3's answer; one that was given within the full limit also answers a question with a shorter one."""
        key = ("z3", model, timeout, text)
        if key not in self.asked and ("z3", model, None, text) not in self.asked:
            self.asked[key] = self.solvers.run("z3", text, want_model=model, timeout=timeout)
        return self.asked.get(key) or self.asked["z3", model, None, text]


@dataclass(frozen=True)
class Judged:
    """One obligation with what both solvers said and the verdict."""

    obligation: Obligation
    verdict: Verdict
    reason: str
    z3: Answer
    cvc5: Answer
    witness: ground.Point | None = None


SEVERITY = (
    Verdict.REFUTED,
    Verdict.DISAGREEMENT,
    Verdict.VACUOUS,
    Verdict.NOT_INDUCTIVE,
    Verdict.TIMEOUT,
    Verdict.UNKNOWN,
    Verdict.PROVED,
)
"""The verdict of a proof is that of its worst obligation."""


MAY_BE_FALSE = frozenset({Verdict.NOT_INDUCTIVE, Verdict.TIMEOUT, Verdict.UNKNOWN})
"""Verdicts after which exact numbers that refute the claim itself are looked for."""


def prove(
    proof: Proof, session: Session, *, hypotheses: bool = True, unproved: frozenset[str] = frozenset()
) -> Evidence:
    """The evidence that the proof gives for its claim. `unproved`: claims known not to be proved, useless as lemmas.

    A claim that cannot be translated gives `unknown` with the reason.
    """
    begun = time.monotonic()
    task = Task.of(proof)
    engine = " + ".join(f"{name} {version}" for name, version in versions().items())
    try:
        judged = [judge(obligation, session, proof) for obligation in generate(task)]
    except BadInput as error:
        return Evidence("proof", Verdict.UNKNOWN, engine, str(error), time.monotonic() - begun)
    worst = min(judged, key=lambda j: SEVERITY.index(j.verdict))
    verdict, reason = worst.verdict, f"{worst.obligation.name}: {worst.reason}" if worst.reason else ""
    if verdict in MAY_BE_FALSE and (found := refutation(task, session)):
        verdict, reason = Verdict.REFUTED, found
    if verdict.passes and (missing := [name for name in proof.uses if name in unproved]):
        verdict, reason = Verdict.UNKNOWN, f"uses {', '.join(missing)}, which is not proved"
    detail = _detail(judged, task)
    outcome, more = rivals(task, session)
    if hypotheses and verdict.passes:
        detail["hypotheses"] = {label: finding for label, finding in judged_hypotheses(task, session)}
    seconds = time.monotonic() - begun
    return Evidence("proof", verdict, engine, reason, seconds, detail=detail | more, rivals=outcome)


def _detail(judged: Sequence[Judged], task: Task) -> dict[str, Any]:
    proof = task.proof
    counts = {engine: Counter(getattr(j, engine).status for j in judged) for engine in ("z3", "cvc5")}
    detail: dict[str, Any] = {
        "obligations": len(judged),
        **{engine: dict(sorted(found.items())) for engine, found in counts.items()},
        "logics": dict(Counter(j.obligation.logic for j in judged)),
        "uses": list(proof.uses),
        "each": [[j.obligation.name, j.obligation.logic, str(j.verdict), j.reason] for j in judged],
    }
    alone = [j.obligation.name for j in judged if j.verdict.passes and j.cvc5.status != "unsat"]
    optional = {
        "not_proved_here": [show(part) for part in conjuncts(task.statement) if has_limit(part)],
        "by_z3_alone": {name: proof.cvc5_unknown for name in alone},
        "assumed": [show(tree(fact)) for fact in proof.facts],
        "invariants": [show(tree(invariant)) for invariant in proof.invariants],
        "failed": {j.obligation.name: f"{j.verdict}: {j.reason}" for j in judged if not j.verdict.passes},
    }
    return detail | {key: value for key, value in optional.items() if value}


def judge(obligation: Obligation, session: Session, proof: Proof) -> Judged:
    """The verdict on one obligation: first its premises, then both solvers on the same text."""
    witness, why = premises_witness(obligation, session)
    z3, cvc5 = session.both(obligation.text)
    verdict, reason = _verdict(obligation, z3, cvc5, proof)
    if verdict is Verdict.PROVED and witness is None:
        verdict, reason = Verdict.VACUOUS, why
    return Judged(obligation, verdict, reason, z3, cvc5, witness)


def _verdict(obligation: Obligation, z3: Answer, cvc5: Answer, proof: Proof) -> tuple[Verdict, str]:
    answers = {z3.status, cvc5.status}
    if {"sat", "unsat"} <= answers:
        return Verdict.DISAGREEMENT, f"z3 says {z3.status}, cvc5 says {cvc5.status}"
    if answers == {"unsat"}:
        return Verdict.PROVED, ""
    if z3.status == "sat":
        kind = Verdict.NOT_INDUCTIVE if obligation.role == "step" else Verdict.UNKNOWN
        return kind, "the obligation has a model over its atoms"
    if z3.status == "unsat" and cvc5.status == "unknown":
        if proof.cvc5_unknown:
            return Verdict.PROVED, ""
        return Verdict.UNKNOWN, f"cvc5 gave no verdict ({cvc5.reason or 'no reason'}), and the proof does not say why"
    late = next((a for a in (z3, cvc5) if a.status == "timeout"), None)
    if late:
        return Verdict.TIMEOUT, f"{late.engine}: {late.reason}"
    silent = next(a for a in (z3, cvc5) if a.status != "unsat")
    return Verdict.UNKNOWN, f"{silent.engine}: {silent.status} {silent.reason}".strip()


def premises_witness(obligation: Obligation, session: Session) -> tuple[ground.Point | None, str]:
    """A point at which the premises hold, found by z3 with everything written out and confirmed by exact evaluation."""
    domain = obligation.frame.domain
    said = "no small naturals lie in the domain"
    for chosen in ground.choices(domain, WITNESS_NATURALS, CHOICES):
        asked = ground.instance(obligation.premises, None, domain, chosen)
        if asked is None:
            found = ground.sampled(obligation.premises, domain)
            return found, "" if found else "no exact point meets the premises"
        answer = session.z3(asked.script.text, model=True)
        said = f"the premises have no model with small naturals: z3 says {answer.status}"
        if answer.status == "sat" and answer.model is not None:
            env = asked.point(answer.model)
            if env is not None and ground.lies_in(domain, env) and ground.holds(obligation.premises, env):
                return env, ""
            said = "z3's model of the premises is not confirmed by exact evaluation"
    return None, said


def separating(
    claimed: Node | None, denied: Node, domain: Domain, session: Session, naturals: Sequence[int], extra: Sequence[Node] = ()
) -> ground.Point | None:
    """A point of the domain (with `extra` conditions) at which `denied` is false and `claimed` true, both exactly."""
    for chosen in ground.choices(domain, naturals, CHOICES):
        asked = ground.instance(extra, denied, domain, chosen)
        if asked is None:
            break
        answer = session.z3(asked.script.text, model=True, timeout=SHORT)
        env = asked.point(answer.model) if answer.status == "sat" and answer.model is not None else None
        if env is not None and ground.lies_in(domain, env) and ground.holds(extra, env) and _separates(claimed, denied, env):
            return env
    return None


def _separates(claimed: Node | None, denied: Node, env: ground.Point) -> bool:
    return exact.holds_at(denied, env) is False and (claimed is None or exact.holds_at(claimed, env) is True)


def provable(statement: Node) -> Node:
    """The statement without its limits."""
    return joined("and", (part for part in conjuncts(statement) if not has_limit(part)))


def refutation(task: Task, session: Session) -> str:
    """The numbers that refute the statement itself, or nothing."""
    statement = provable(task.statement)
    env = separating(None, statement, task.domain, session, (0, 1, 2, 3, 4))
    return against(task.claim.statement, env) if env is not None else ""


def rivals(task: Task, session: Session) -> tuple[RivalOutcome, dict[str, Any]]:
    """Each rival in the claim's place: rejected by exact numbers, and by an obligation that is not unsat."""
    rejected: dict[str, str] = {}
    survived: list[str] = []
    not_blind, models = [], {}
    target = task.claim
    for rival in target.rivals:
        if rival.statement is None:
            continue
        found, model = reject(rival, task, session)
        if found:
            rejected[rival.id] = found
            models[rival.id] = model
            if "proof" in rival.blind:
                not_blind.append(rival.id)
        elif "proof" not in rival.blind:
            survived.append(rival.id)
    blind = {rival.id: rival.blind["proof"] for rival in target.rivals if "proof" in rival.blind}
    more = {"not_blind": not_blind, "rival_models": {k: v for k, v in models.items() if v}}
    return RivalOutcome(rejected, tuple(survived), blind), {key: value for key, value in more.items() if value}


def reject(rival: Rival, task: Task, session: Session) -> tuple[str, str]:
    """The numbers that reject a rival and the solver's own model, both as text; empty where it is not rejected."""
    assert rival.statement is not None
    target = task.claim
    wrong, right = provable(tree(rival.statement)), provable(task.statement)
    if passes_as_claim(replace(task, statement=wrong), session):
        return "", ""
    model = separating(right, wrong, ground.interior(target.domain), session, RIVAL_NATURALS)
    model = model or separating(right, wrong, target.domain, session, RIVAL_NATURALS)
    example: ground.Point | None = dict(target.example) if target.example else None
    try:
        shown = example if example and _separates(right, wrong, example) else model
    except DraftproofError:
        shown = model
    if shown is None:
        shown = next((env for env in target.domain.points(40) if _separates(right, wrong, env)), None)
    said = rival.statement
    return (against(said, shown) if shown else ""), (against(said, model) if model else "")


def passes_as_claim(task: Task, session: Session) -> bool:
    """Whether every obligation of a statement is unsat (z3 decides, with a short limit): the first that is not settles it."""
    try:
        return all(session.z3(o.text, timeout=SHORT).status == "unsat" for o in generate(task))
    except BadInput:
        return False


def judged_hypotheses(task: Task, session: Session) -> Iterator[tuple[str, str]]:
    """Each condition of the domain dropped: needed (with a counterexample), needed for this proof, or redundant."""
    statement = provable(task.statement)
    for label, loose, dropped in loosened(task.domain):
        outside = [negated(dropped)] if dropped is not None else []
        env = separating(None, statement, loose, session, (2, 0, 1, 3), outside)
        if env is not None:
            yield label, f"needed: {against(task.claim.statement, env)}"
        elif passes_as_claim(replace(task, domain=loose), session):
            yield label, "redundant"
        else:
            yield label, "needed for this proof"


def loosened(domain: Domain) -> Iterator[tuple[str, Domain, Node | None]]:
    """(label, the domain without one condition, that condition) for each end of each set and each side condition."""
    for name, allowed in domain.sets.items():
        if isinstance(allowed, Naturals):
            if allowed.start > 0:
                below = Node("le", (num(allowed.start), sym(name)))
                yield show(below), domain.extended({name: replace(allowed, start=0)}), below
            continue
        element = allowed.element if isinstance(allowed, Sequences) else allowed
        for condition in as_conditions(name, element):
            freed = _without(element, low=condition.args[0].op == "num")
            made = Sequences(freed, allowed.length) if isinstance(allowed, Sequences) else freed
            dropped = None if isinstance(allowed, Sequences) else condition  # any counterexample lies outside
            yield show(condition), domain.extended({name: made}), dropped
    for condition in domain.conditions:
        kept = tuple(other for other in domain.conditions if other != condition)
        yield show(condition), replace(domain, conditions=kept), condition


def _without(element: Interval, *, low: bool) -> Interval:
    return replace(element, low=None, low_open=False) if low else replace(element, high=None, high_open=False)


def proved_before(proof: Proof, proofs: Mapping[str, Proof], session: Session, above: tuple[str, ...] = ()) -> Evidence:
    """The evidence of a proof, each of its lemmas proved before it; what rests on an unproved lemma is not proved.

    Raises `BadInput` where lemmas use each other in a circle.
    """
    path = (*above, proof.claim)
    if proof.claim in above:
        raise BadInput(f"proofs use each other in a circle: {' -> '.join(path)}")
    if proof.claim not in session.proved:
        lemmas = {name: proofs.get(name, Proof(name)) for name in proof.uses}
        found = {name: proved_before(lemma, proofs, session, path) for name, lemma in lemmas.items()}
        unproved = frozenset(name for name, evidence in found.items() if not evidence.verdict.passes)
        session.proved[proof.claim] = prove(proof, session, unproved=unproved)
    return session.proved[proof.claim]
