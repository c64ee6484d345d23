"""A run keeps going, counts nothing as passed that is not, and says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sympy as sp
from draftproof import verify
from draftproof.checks import prove
from draftproof.derivations import importing
from draftproof.derivations.claims import Chain, Claim, Rival, select
from draftproof.derivations.options import Options
from draftproof.derivations.statements import eq
from draftproof.errors import (
    BadInput,
    BrokenModule,
    DraftproofError,
    SolverDisagreement,
    SolverUnknown,
    StepRejected,
    Vacuous,
)
from draftproof.ledger import Evidence, Ledger, RivalOutcome, Verdict

Demo = Callable[..., Chain]
Plant = Callable[[str, object], None]


def run(**settings: object) -> Ledger:
    return verify.run(workers=1, **settings)  # type: ignore[arg-type]


def proof(verdict: Verdict = Verdict.PROVED, rejected: dict[str, str] | None = None) -> Callable[..., Evidence]:
    return lambda claim, options: Evidence("proof", verdict, "z3", rivals=RivalOutcome(rejected or {}))


def test_a_chain_passes_with_its_rival_rejected(demo: Demo) -> None:
    demo()
    ledger = run()
    assert verify.failures(ledger) == {}
    (geometric, bound) = ledger.claims
    assert [str(e.verdict) for e in geometric.evidence] == ["proved", "exact", "holds"]
    assert geometric.rejected() == {"demo.linear": "4.5 against 2.94 at α .7, γ 5"}
    assert geometric.statement == "Σ_{k=0..γ} α^k = {γ + 1 if α = 1, (1 - α^(γ+1))/(1 - α) otherwise}"
    assert r"\frac{1 - \alpha^{\gamma + 1}}{1 - \alpha}" in geometric.latex
    assert [e.kind for e in bound.evidence] == ["derivation"]


def test_names_choose_claims_in_the_order_of_the_chain(demo: Demo) -> None:
    demo()
    assert [claim.id for _, claims in select(("demo.bound", "demo")) for claim in claims] == [
        "demo.geometric",
        "demo.bound",
    ]
    assert [claim.id for claim in run(names=("demo.bound",)).claims] == ["demo.bound"]


@pytest.mark.parametrize("name", ["nope", "nope.claim", "demo.nope", ""])
def test_an_unknown_name_is_refused(demo: Demo, name: str) -> None:
    demo()
    with pytest.raises(BadInput):
        select((name,))


def test_an_unknown_kind_is_refused(demo: Demo) -> None:
    demo()
    with pytest.raises(BadInput, match="unknown kind of evidence 'proofs': expected one of derivation, "):
        run(kinds=("proofs",))


def test_a_claim_without_evidence_and_without_a_reason_fails(demo: Demo) -> None:
    geometric, _ = demo().claims
    demo(replace(geometric, not_applicable={"proof": "why not"}))
    assert verify.failures(run()) == {"demo.geometric": ["simulation: no evidence, and no reason why there is none"]}


def test_what_was_not_asked_for_is_not_run_and_fails_only_when_required(demo: Demo) -> None:
    geometric, _ = demo().claims
    demo(replace(geometric, not_applicable={"simulation": "none"}))
    ledger = run(kinds=("derivation",))
    assert ledger.claims[0].not_run == {"proof": "not asked for"}
    assert ledger.summary()["not_run"] == 1
    assert verify.failures(ledger) == {}
    assert verify.failures(ledger, ("simulation",)) == {}
    assert verify.failures(ledger, ("proof",)) == {"demo.geometric": ["proof: required, but not run (not asked for)"]}


def test_modules_of_evidence_are_found_by_the_name_of_the_chain(demo: Demo, module: Plant) -> None:
    geometric, _ = demo().claims
    demo(replace(geometric, not_applicable={"simulation": "none"}))
    seen: list[tuple[Claim, Options]] = []

    def evidence(claim: Claim, options: Options) -> Evidence:
        seen.append((claim, options))
        return proof(rejected={"demo.linear": "4.5 against 2.94"})(claim, options)

    module("checks.demo", evidence)
    ledger = run(seed=3, timeout=2.5)
    assert verify.failures(ledger) == {}
    assert [(claim.id, options.seed, options.timeout) for claim, options in seen] == [("demo.geometric", 3, 2.5)]


def test_a_module_that_tries_no_rival_fails(demo: Demo, module: Plant) -> None:
    geometric, _ = demo().claims
    demo(replace(geometric, not_applicable={"simulation": "none"}))
    module("checks.demo", proof())
    assert verify.failures(run()) == {"demo.geometric": ["proof: never tried against the rival demo.linear"]}


def test_a_module_that_gives_the_wrong_kind_fails(demo: Demo, module: Plant) -> None:
    demo(replace(demo().claims[1], not_applicable={"proof": "none"}))
    module("montecarlo.demo", proof())
    (found,) = run(kinds=("simulation",)).claims[0].evidence
    assert (found.verdict, "gives evidence of kind 'proof'" in found.reason) == (Verdict.REFUTED, True)


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (StepRejected("no"), Verdict.REFUTED),
        (BadInput("no"), Verdict.REFUTED),
        (DraftproofError("no"), Verdict.REFUTED),
        (Vacuous("no"), Verdict.VACUOUS),
        (SolverUnknown("no"), Verdict.UNKNOWN),
        (SolverDisagreement("no"), Verdict.DISAGREEMENT),
    ],
)
def test_an_error_in_evidence_fails_and_the_run_goes_on(
    demo: Demo, module: Plant, error: DraftproofError, verdict: Verdict
) -> None:
    demo(*(replace(claim, not_applicable={"simulation": "none"}) for claim in demo().claims))

    def evidence(claim: Claim, options: Options) -> Evidence:
        raise error

    module("checks.demo", evidence)
    ledger = run()
    assert len(ledger.claims) == 2
    assert [e.verdict for e in ledger.claims[1].evidence] == [Verdict.PROVED, verdict]
    assert f"proof: {verdict}: no" in verify.failures(ledger)["demo.bound"]


def test_a_fault_of_the_program_is_not_hidden(demo: Demo, module: Plant) -> None:
    demo(replace(demo().claims[1], not_applicable={"simulation": "none"}))

    def evidence(claim: Claim, options: Options) -> Evidence:
        raise ZeroDivisionError

    module("checks.demo", evidence)
    with pytest.raises(ZeroDivisionError):
        run()


def test_a_library_that_is_missing_is_not_run(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    demo(replace(demo().claims[1], not_applicable={"simulation": "none"}))
    monkeypatch.setattr(verify, "find_spec", lambda name: object())

    def load(name: str, package: str | None = None) -> None:
        raise ModuleNotFoundError("No module named 'z3'", name="z3.z3")

    monkeypatch.setattr(importing.importlib, "import_module", load)
    ledger = run(kinds=("proof", "derivation"))
    assert ledger.claims[0].not_run == {"proof": "needs z3.z3, which is not installed"}
    assert verify.failures(ledger, ("proof",)) != {}


def test_a_missing_module_of_our_own_is_not_hidden(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    demo(replace(demo().claims[1], not_applicable={"simulation": "none"}))
    monkeypatch.setattr(verify, "find_spec", lambda name: object())

    def load(name: str, package: str | None = None) -> None:
        raise ModuleNotFoundError("No module", name="draftproof.checks.gone")

    monkeypatch.setattr(importing.importlib, "import_module", load)
    with pytest.raises(BrokenModule, match=r"^checks\.demo: cannot be imported|No module$"):
        run()


def test_a_true_rival_survives_and_fails_the_claim(demo: Demo) -> None:
    geometric, _ = demo().claims
    true = Rival("demo.true", "nothing wrong", "it is true", eq(geometric.statement.lhs, geometric.statement.rhs))
    demo(replace(geometric, rivals=(true,)))
    ledger = run()
    assert "derivation: the rival demo.true survived" in verify.failures(ledger)["demo.geometric"]
    assert ledger.summary()["rivals_rejected"] == 0


def test_figures_pass_as_recorded(demo: Demo) -> None:
    demo()
    figures = [e for e in run(kinds=("figure",)).claims[0].evidence if e.kind == "figure"]
    assert [e.verdict for e in figures] == [Verdict.EXACT, Verdict.HOLDS]
    assert figures[1].reason == "demo.wrong_figure: refuted, as recorded (it is 1 + γα)"
    assert figures[1].detail["verdict"] == "refuted"


@pytest.mark.parametrize("changed", [{"expected": None}, {"printed": "2.94"}])
def test_a_figure_judged_otherwise_than_recorded_fails(demo: Demo, changed: dict[str, object]) -> None:
    geometric, _ = demo().claims
    demo(replace(geometric, figures=(replace(geometric.figures[1], **changed),)))  # type: ignore[arg-type, type-var]
    assert [e.passes for e in run(kinds=("figure",)).claims[0].evidence] == [False]


def test_each_claim_is_told_as_soon_as_it_is_judged(demo: Demo) -> None:
    demo()
    told: list[str] = []
    run(listen=lambda record: told.extend(claim.id for claim in record.claims))
    assert told == ["demo.geometric", "demo.bound"]


def test_workers_do_not_change_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """On real claims, since other processes see only those; one is used as a lemma by the other."""
    monkeypatch.setattr(verify, "WORTH_A_POOL", 1)
    names = ("tokens.convex", "tokens.power_tangent")
    told: list[list[str]] = [[], []]
    ledgers = [
        verify.run(names, draws=1000, workers=workers, listen=lambda record, to=to: to.append(record.claims[0].id))
        for workers, to in zip((1, 2), told, strict=True)
    ]
    one, two = (
        [[replace(found, seconds=0.0) for found in claim.evidence] for claim in ledger.claims] for ledger in ledgers
    )
    assert one == two
    assert told[0] == told[1] == [claim.id for claim in ledgers[0].claims]


@pytest.mark.parametrize(
    ("lemmas", "expected"),
    [
        ({}, ["a", "b", "c", "d"]),
        ({"a": "d", "c": "b"}, ["ad", "bc"]),  # in the claims' order, whichever of them is the lemma
        ({"a": "x", "c": "x"}, ["ac", "b", "d"]),  # a lemma that nobody asked for
        ({"a": "b", "c": "d", "d": "b"}, ["abcd"]),  # the last claim joins two groups
    ],
)
def test_claims_that_share_a_lemma_go_to_one_process(
    monkeypatch: pytest.MonkeyPatch, lemmas: dict[str, str], expected: list[str]
) -> None:
    monkeypatch.setattr(prove, "rests_on", lambda name: frozenset({name, *lemmas.get(name, "")}))
    claims = [replace(select(("tokens.law",))[0][1][0], id=name) for name in "abcd"]
    assert ["".join(claim.id for claim in group) for group in verify._groups(claims)] == expected


def test_what_fails_in_another_process_fails_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "WORTH_A_POOL", 1)
    ledger = verify.run(("tokens.convex",), kinds=("proof",), workers=2, timeout=0.001)
    assert "tokens.convex" in verify.failures(ledger)


def test_the_environment_names_what_the_evidence_rests_on() -> None:
    assert verify.environment().keys() == {"python", "sympy", "z3", "cvc5", "numpy"}
    assert verify.environment()["sympy"] == sp.__version__


def test_what_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "DISTRIBUTIONS", {"nothing": "draftproof-nothing"})
    assert verify.environment().keys() == {"python"}
