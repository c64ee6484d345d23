"""The catalogue's file is what the claims and rivals say now; it is read without SymPy; families of quantities."""

import subprocess
import sys
from pathlib import Path

import pytest
from draftproof.checks.lint import catalogue
from draftproof.checks.lint.catalogue import COMMAND, FILE, conditions, entries, entry, family, sayings, written
from draftproof.checks.lint.collect import collected
from draftproof.derivations.claims import chain, chain_names
from draftproof.errors import BadInput


def test_file_is_what_the_claims_and_rivals_say():
    stored = (Path(catalogue.__file__).parent / FILE).read_text(encoding="utf-8")
    assert stored == written(*collected()), f"a claim, a rival or the vocabulary has changed: run `{COMMAND}`"


def test_every_claim_and_rival_is_named():
    ids = {one.id for name in chain_names() for claim in chain(name).claims for one in (claim, *claim.rivals)}
    assert {id_ for id_ in sayings() if not id_.startswith("definition.")} == ids


def test_behaviours_are_kept_without_a_formula():
    found = sayings()["beam_paging.no_copy"]
    assert found.text == ""
    assert found.says
    assert found.source


def test_reading_needs_no_sympy():
    program = (
        "import sys; from draftproof.checks.lint import catalogue, explained, matching; catalogue.entries(); "
        "explained.explain('DP101'); print([name for name in ('sympy', 'numpy', 'z3', 'lark') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("id_", "texts"),
    [
        ("tokens.one_plus_gamma_alpha", {"E = 1 + γ·α"}),
        ("acceptance.length", {"L = 1 + γ·r", "L = (1 - α^(γ+1))/(1 - α)"}),  # r kept, and E written out
        ("definition.S", {"S = E/(1 + γ·c)", "S = (1 + γ·r)/(1 + γ·c)", "S = E/(1 + γ·t_d/t_t)"}),
        ("acceptance.rates_add_up", {"E = 1 + Σ_{k=1..γ} T_k"}),
        ("acceptance.counts", {"L = 1 + accepted/drafts"}),
        ("acceptance.ratio_in_closed_form", {"L = (1 - r^(γ+1))/(1 - r)"}),
        ("draft_cost.cost_once", {"S = E/(1 + c)", "S = (1 - α^(γ+1))/((1 - α)·(1 + c))"}),
        ("grammar_mask.eighth_of_v", {"M = V·B·(γ + 1)/8"}),
        ("tokens.no_cap", {"E = 1/(1 - α)"}),
    ],
)
def test_formulas_are_kept_and_written_out(id_, texts):
    assert texts <= {one.text for one in entries() if one.id == id_}


def test_a_formula_has_its_value_at_the_point_that_it_leaves_out():
    closed = entry("acceptance.closed_form")
    assert closed.tree.op == "ite"
    assert closed.where == ""


def test_a_formula_of_one_regime_says_so():
    found = {one.where for one in entries() if one.id == "verify_budget.regimes"}
    assert "" not in found
    assert all(one.right for one in entries() if one.where)


def test_conditions_for_speculation_to_pay():
    said = {(one.id, one.right, one.text) for one in conditions()}
    assert ("draft_cost.pays_above_c", True, "c < α") in said
    assert ("draft_cost.break_even", True, "c < r") in said
    assert ("draft_cost.pays_beyond_gamma_c", False, "γ·c < α") in said
    assert ("draft_cost.pays_beyond_half", False, "α > 0.5") in said


def test_entry_of_an_id():
    assert entry("tokens.closed_form").quantity == "E"
    with pytest.raises(BadInput, match=r"'tokens\.nothing' gives no formula"):
        entry("tokens.nothing")
    with pytest.raises(BadInput, match=r"'beam_paging\.no_copy' gives no formula"):
        entry("beam_paging.no_copy")


@pytest.mark.parametrize(
    ("quantity", "of"),
    [("E", "E"), ("L", "E"), ("tau", "E"), ("L_n", "E"), ("E_a", "E"), ("r_n", "r"), ("r_w", "r"), ("S_t", "S"), ("S_B", "S"),
     ("c_t", "c"), ("A", "A"), ("A_y", "A_y"), ("T_N", "T_N"), ("T_step", "T_step"), ("H_kv", "H_kv"), ("R_s", "R_s")],
)  # fmt: skip
def test_family(quantity, of):
    assert family(quantity) == of
