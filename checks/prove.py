"""Proofs of claims: obligations to both solvers, premises shown to be satisfiable, rivals rejected, hypotheses judged.

z3 unsat and cvc5 unsat: proved. Everything else has a verdict of its own, and none of those passes: a step with a model
is not inductive (refuted, if exact numbers refute the claim itself), premises without a ground model are vacuous,
solvers that contradict each other disagree, and what is not settled in time is a time-out. A rival is put in the
claim's place.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from ..derivations import exact
from ..derivations.bounds import is_integer
from ..derivations.claims import claim
from ..derivations.domain import Domain
from ..derivations.expr import Node
from ..derivations.importing import imported
from ..derivations.numbers import point_text
from ..derivations.statements import tree
from ..errors import BadInput
from ..ledger import Evidence, Verdict
from . import ground
from .counterexamples import CHOICES, refutation
from .hypotheses import judge_hypotheses
from .obligations import Obligation, Proof, Task, conjuncts, generate, has_limit
from .rivals import judge_rivals
from .session import Session
from .solvers import Answer, versions
from .terms import show
from .written import prove_written

WITNESS_NATURALS = (2, 3, 1, 0)
"""Literal naturals at which premises are shown satisfiable: from 2 on first, where most statements differ."""


FACT_POINTS = 40
"""Exact points at which a fact that is assumed without proof must hold."""


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
        _need_founded(task)
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
    outcome, more = judge_rivals(task, session)
    if hypotheses and verdict.passes:
        detail["hypotheses"] = judge_hypotheses(task, session)
    seconds = time.monotonic() - begun
    return Evidence("proof", verdict, engine, reason, seconds, detail=detail | more, rivals=outcome)


def _need_founded(task: Task) -> None:
    """Refuse, with `BadInput`, an assumed fact that exact points refute, or that arithmetic over atoms could prove."""
    for fact in map(tree, task.proof.facts):
        if not _is_opaque(fact, task.domain):
            raise BadInput(f"assumes {show(fact)}: expected a fact about a logarithm, an exponential or a real power")
        outcome = exact.check(fact, task.domain, points=FACT_POINTS)
        if outcome.holds is not True:
            raise BadInput(
                f"assumes {show(fact)}, which exact points do not bear out: {exact.show(outcome.witness or {})}"
            )


def _is_opaque(node: Node, domain: Domain) -> bool:
    """Whether an operator occurs that proofs know only by what they are told of it."""
    real_power = node.op == "pow" and not is_integer(node.args[1], domain)
    return node.op in ("log", "exp", "lambertw") or real_power or any(_is_opaque(c, domain) for c in node.children())


def _detail(judged: Sequence[Judged], task: Task) -> dict[str, Any]:
    proof = task.proof
    counts = {engine: Counter(getattr(j, engine).status for j in judged) for engine in ("z3", "cvc5")}
    detail: dict[str, Any] = {
        "obligations": len(judged),
        **{engine: dict(sorted(found.items())) for engine, found in counts.items()},
        "logics": dict(Counter(j.obligation.logic for j in judged)),
        "uses": list(proof.uses),
        "premises_hold_at": next((point_text(j.witness) for j in reversed(judged) if j.witness), ""),
        "each": [[j.obligation.name, j.obligation.logic, str(j.verdict), j.reason] for j in judged],
    }
    alone = [j.obligation.name for j in judged if j.verdict.passes and j.cvc5.status != "unsat"]
    optional = {
        "not_proved_here": [show(part) for part in conjuncts(task.statement) if has_limit(part)],
        "by_z3_alone": dict.fromkeys(alone, proof.cvc5_unknown),
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


def proved_before(proof: Proof, proofs: Mapping[str, Proof], session: Session, above: tuple[str, ...] = ()) -> Evidence:
    """The evidence of a proof, each of its lemmas proved before it; what rests on an unproved lemma is not proved.

    Raises `BadInput` where lemmas use each other in a circle.
    """
    path = (*above, proof.claim)
    if proof.claim in above:
        raise BadInput(f"proofs use each other in a circle: {' -> '.join(path)}")
    if proof.claim not in session.proved:
        found = {}
        for name in proof.uses:
            there = proofs if name in proofs else proofs_beside(name)
            found[name] = proved_before(there.get(name, Proof(name)), there, session, path)
        unproved = frozenset(name for name, evidence in found.items() if not evidence.verdict.passes)
        session.proved[proof.claim] = (
            prove_written(claim(proof.claim), proof.questions, session)
            if proof.questions
            else prove(proof, session, unproved=unproved)
        )
    return session.proved[proof.claim]


def proofs_beside(name: str) -> Mapping[str, Proof]:
    """The proofs of the chain that a lemma of another chain belongs to; none where that chain has no module here."""
    module = f"{__package__}.{name.split('.')[0]}"
    found: Mapping[str, Proof] = imported(module, PROOFS=Mapping).PROOFS if find_spec(module) else {}
    return found


def rests_on(name: str) -> frozenset[str]:
    """A claim and the lemmas that its proof takes, theirs included."""
    found, ahead = frozenset[str](), [name]
    while ahead:
        here = ahead.pop()
        if here not in found:
            found |= {here}
            ahead += proofs_beside(here).get(here, Proof(here)).uses
    return found
