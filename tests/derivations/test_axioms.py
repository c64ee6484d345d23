"""What a claim rests on is found, all of it: each test plants an assumption."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from draftproof.derivations import derive
from draftproof.derivations.axioms import ALLOWED, Allowed, Axioms, axioms
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.domain import OPEN_UNIT, UNIT, Domain, Naturals
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import le
from draftproof.derivations.symbols import symbol
from draftproof.errors import BadInput, DraftproofError, StepRejected

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
SUM = sp.Sum(alpha**k, (k, 0, gamma))
Build = Callable[[], Argument]
Found = Callable[..., Axioms]


def claim(name: str, *depends_on: str, **rest: object) -> Claim:
    depends = tuple(f"axioms.{other}" for other in depends_on)
    return Claim(f"axioms.{name}", le(SUM, gamma + 1), DOMAIN, "own", depends_on=depends, **rest)  # type: ignore[arg-type]


def proper(domain: Domain = DOMAIN) -> Argument:
    bounded = Argument(SUM, domain).by("monotone_bound", "no probability exceeds 1", by=sp.S.One)
    return bounded.by("linearity", "gamma + 1 ones")


def typed() -> Argument:
    return Argument(2 * (alpha + 1), DOMAIN).stated("algebra", "typed", 2 * alpha + 2)


def by_lemma(lemma: Claim) -> Build:
    return lambda: Argument(SUM, DOMAIN).by("lemma", "known", claim=lemma, order="<=")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Found:
    """The axioms of the first of some claims, each with what builds its argument (None: it has no derivation)."""

    def judge(*claims: tuple[Claim, Build | None], allowed: Allowed = ALLOWED) -> Axioms:
        by_id = {made.id: made for made, _ in claims}
        builders = {made.id: (lambda build=build: (build(),)) for made, build in claims if build is not None}
        monkeypatch.setattr(derive, "_BUILDERS", builders)

        def find(id_: str) -> Claim:
            if id_ not in by_id:
                raise BadInput(f"unknown claim '{id_}'")
            return by_id[id_]

        return axioms(claims[0][0].id, allowed=allowed, find=find)

    return judge


def refused(result: Axioms) -> list[tuple[str, str]]:
    return [(finding.kind, finding.claim) for finding in result.refused]


def test_a_clean_claim_rests_on_rules_and_engines_alone(found: Found) -> None:
    result = found((claim("clean"), proper))
    assert (result.findings, result.claims) == ((), ("axioms.clean",))
    assert result.rules == {"linearity": 1, "monotone_bound": 1}
    assert result.engines == ("sympy", "z3", "cvc5", "numpy")
    assert result.to_json()["passes"] is True


def test_engines_are_those_of_the_kinds_that_apply(found: Found) -> None:
    result = found((claim("clean", not_applicable={"proof": "", "simulation": "", "reference": ""}), proper))
    assert result.engines == ("sympy",)


def test_an_assumed_premise_is_found_below_a_lemma(found: Found) -> None:
    lemma = claim("lemma", assumes=("batch 1",))
    result = found((claim("top", "lemma"), by_lemma(lemma)), (lemma, proper))
    assert refused(result) == [("premise", "axioms.lemma")]
    assert result.claims == ("axioms.lemma", "axioms.top")
    assert result.to_json()["findings"][0]["what"] == "batch 1"
    assert result.to_json()["passes"] is False


def test_an_allowed_premise_is_shown_with_its_reason(found: Found) -> None:
    allowed = Allowed(premises={"batch 1": "the setting of the figure"})
    result = found((claim("top", assumes=("batch 1", "no KV")), proper), allowed=allowed)
    assert [(f.what, f.reason) for f in result.findings] == [("batch 1", "the setting of the figure"), ("no KV", "")]
    assert refused(result) == [("premise", "axioms.top")]


def test_a_stated_step_is_found(found: Found) -> None:
    result = found((claim("top"), typed))
    assert refused(result) == [("stated step", "axioms.top")]
    assert result.findings[0].what == "2 + 2·α = 2 + 2·α (algebra)"


def test_an_allowed_stated_step_is_shown_with_its_reason(found: Found) -> None:
    result = found((claim("top"), typed), allowed=Allowed(stated={"axioms.top": "a definition"}))
    assert [f.reason for f in result.findings] == ["a definition"]


def test_a_lemma_that_is_not_declared_is_found_and_followed(found: Found) -> None:
    lemma = claim("lemma", assumes=("hidden",))
    result = found((claim("top"), by_lemma(lemma)), (lemma, proper))
    assert refused(result) == [("premise", "axioms.lemma"), ("undeclared lemma", "axioms.top")]


def test_a_lemma_without_a_derivation_is_found(found: Found) -> None:
    lemma = claim("lemma")
    assert refused(found((claim("top", "lemma"), by_lemma(lemma)), (lemma, None))) == [("not derived", "axioms.lemma")]


def test_a_claim_that_says_why_it_has_no_derivation_is_shown(found: Found) -> None:
    result = found((claim("top", not_applicable={"derivation": "measured"}), None))
    assert [(f.kind, f.reason) for f in result.findings] == [("not derived", "measured")]


def test_an_argument_on_less_than_the_domain_is_found(found: Found) -> None:
    inner = Domain({"alpha": OPEN_UNIT, "gamma": Naturals(0)})
    assert refused(found((claim("top"), lambda: proper(inner)))) == [("narrower domain", "axioms.top")]


def test_an_argument_with_a_variable_of_its_own_is_found(found: Found) -> None:
    wider = Domain({"alpha": UNIT, "gamma": Naturals(0), "c": OPEN_UNIT})
    assert refused(found((claim("top"), lambda: proper(wider)))) == [("narrower domain", "axioms.top")]


def test_claims_that_use_each_other_are_an_error(found: Found) -> None:
    one, other = claim("one", "other"), claim("other")
    with pytest.raises(DraftproofError, match=r"in a circle: axioms.one <- axioms.other <- axioms.one"):
        found((one, proper), (other, by_lemma(one)))


def test_a_claim_that_uses_itself_is_an_error(found: Found) -> None:
    one = claim("one")
    with pytest.raises(DraftproofError, match="in a circle"):
        found((one, by_lemma(one)))


def test_a_dependency_that_does_not_exist_is_an_error(found: Found) -> None:
    with pytest.raises(BadInput, match=r"unknown claim 'axioms.gone'"):
        found((claim("top", "gone"), proper))


def test_a_step_that_does_not_hold_is_an_error(found: Found) -> None:
    with pytest.raises(StepRejected):
        found((claim("top"), lambda: Argument(SUM, DOMAIN).stated("algebra", "hope", gamma + 1)))


@pytest.mark.parametrize("name", chain_names())
def test_everything_that_a_chain_rests_on_is_in_the_allow_list(name: str) -> None:
    assert {made.id: refused for made in chain(name).claims if (refused := axioms(made.id).refused)} == {}
