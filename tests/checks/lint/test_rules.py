"""The rules: their codes, under which one each rival is reported, and what `explain` prints."""

import re
import subprocess
import sys

import pytest
from draftproof.checks.lint.catalogue import Entry, conditions, entries, entry, sayings
from draftproof.checks.lint.explained import explain
from draftproof.checks.lint.mathtext import parse
from draftproof.checks.lint.rules import RULES, _code, code_as_written, code_of, code_of_id
from draftproof.errors import BadInput

CODES = [
    ("tokens.one_plus_gamma_alpha", "DP101"),
    ("tokens.gamma_alpha", "DP101"),
    ("tokens.sum_of_rates", "DP101"),
    ("acceptance.length_by_alpha", "DP101"),
    ("acceptance.accepted_gamma_alpha", "DP101"),
    ("acceptance.conditional_rates_add_up", "DP101"),
    ("draft_cost.linear_tokens", "DP101"),
    ("tokens.bonus_forgotten", "DP102"),
    ("tokens.bonus_twice", "DP102"),
    ("tokens.sure_token_and_bonus", "DP102"),
    ("tokens.bonus_added_to_emitted", "DP102"),
    ("tokens.amdahl", "DP106"),
    ("tokens.amdahl_with_bonus", "DP106"),
    ("tokens.tail_without_bonus", "DP102"),
    ("tokens.accepted_called_emitted", "DP102"),
    ("tokens.no_cap", "DP102"),
    ("tokens.product_without_bonus", "DP102"),
    ("acceptance.length_without_bonus", "DP102"),
    ("acceptance.counts_without_bonus", "DP102"),
    ("acceptance.emitted_called_accepted", "DP102"),
    ("acceptance.rejected_not_reached", "DP102"),
    ("draft_cost.bonus_forgotten", "DP102"),
    ("acceptance.ratio_in_closed_form", "DP103"),
    ("acceptance.nominal_length", "DP103"),
    ("acceptance.ratio_without_length", "DP103"),
    ("acceptance.ratio_as_share", "DP103"),
    ("acceptance.ratio_as_share_with_bonus", "DP103"),
    ("acceptance.ratio_is_alpha", "DP103"),
    ("acceptance.compared_across_gamma", "DP103"),
    ("draft_cost.draft_is_free", "DP104"),
    ("draft_cost.cost_once", "DP104"),
    ("draft_cost.cost_turned_round", "DP104"),
    ("draft_cost.pays_for_rejections", "DP104"),
    ("draft_cost.pays_for_unaccepted", "DP104"),
    ("draft_cost.amdahl", "DP104"),
    ("draft_cost.amdahl_by_ratio", "DP104"),
    ("draft_cost.times_add_up", "DP104"),
    ("draft_cost.one_draft_step", "DP104"),
    ("draft_cost.verification_forgotten", "DP104"),
    ("draft_cost.c_from_parameters", "DP104"),
    ("tokens.divided_twice", "DP105"),
    ("tokens.numerator_unbracketed", "DP105"),
    ("tokens.one_beside_power", "DP105"),
    ("draft_cost.gain_unbracketed", "DP105"),
    ("tokens.all_or_nothing", "DP106"),
    ("acceptance.whole_drafts_only", "DP106"),
    ("draft_cost.pays_beyond_gamma_c", "DP107"),
    ("draft_cost.pays_beyond_half", "DP107"),
    ("draft_cost.pays_beyond_one_in_gamma", "DP107"),
    ("verify_budget.any_accepted_draft_pays", "DP107"),
    ("verify_budget.bonus_row_forgotten", "DP203"),
    ("grammar_mask.eighth_of_v", "DP203"),
    ("grammar_mask.bonus_row_unmasked", "DP203"),
    ("beam_paging.tokens_over_block_size", "DP203"),
    ("beam_paging.no_copy", "DP203"),
    ("sampling_order.temperature_after_truncation", "DP302"),
]


@pytest.mark.parametrize(("id_", "code"), CODES)
def test_code_of_a_rival(id_, code):
    assert code_of_id(id_) == code


def test_every_rival_has_a_code():
    assert {code_of_id(id_) for id_, one in sayings().items() if not one.right} <= set(RULES)


def test_code_is_the_same_for_every_way_to_write_a_rival():
    for one in entries():
        if not one.right and one.id.split(".")[0] in ("tokens", "draft_cost") and "E" not in one.quantity:
            assert code_of(one) == code_of(entry(one.id))


@pytest.mark.parametrize(
    ("text", "quantity", "code"),
    [
        ("1 + gamma*alpha/2", "E", "DP101"),
        ("(gamma + 1)*alpha", "E", "DP101"),
        ("(1 - alpha^(gamma+3))/(1 - alpha)", "E", "DP102"),
        ("(1 - r^gamma)/(1 - r)", "E", "DP103"),
        ("gamma*r + 2*gamma*r", "L", "DP102"),
        ("(1 - alpha^(gamma+1))/((1 - alpha)*gamma*c)", "S", "DP104"),
        ("(1 - alpha^(gamma+1))/(1 - alpha) - gamma*c", "S", "DP105"),
        ("(1 - alpha^(gamma+1))/(1 - alpha)^3", "E", "DP105"),
        ("(1 - alpha^(gamma+1))/((1 - alpha)^2*(1 + gamma*c))", "S", "DP105"),
        ("1 + alpha^gamma", "E", "DP106"),
        ("gamma/(2*gamma + alpha)", "E", "DP106"),
        ("1/(1 - alpha^2)", "E", "DP102"),
        ("1/(2 - r + r/gamma)", "E", "DP103"),
        ("1/(2 - alpha + c)", "S", "DP104"),
        ("1/(2 - alpha + gamma*c)", "S", "DP105"),
        ("(1 + gamma*alpha^gamma)/(1 + gamma*c)", "S", "DP106"),
        ("1 + 2*c", "T_c", "DP104"),
    ],
)
def test_a_new_rival_gets_its_code_from_its_formula(text, quantity, code):
    found = parse(text).sides[0].tree
    new = Entry("tokens.planted", "tokens.closed_form", quantity, found, False, "", "", "", "", "", "")
    assert _code(new) == code


def test_what_is_right_has_no_code():
    with pytest.raises(BadInput, match=r"'tokens\.closed_form' is no rival"):
        code_of(entry("tokens.closed_form"))
    with pytest.raises(BadInput, match="'unheard' is no rival"):
        code_of_id("unheard")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 + k*p", "DP101"),
        ("(k + 1)*p + (1 - p)", "DP106"),
        ("p*(k + 1) + (1 - p)*1", "DP106"),
        ("(1 - p) + (1 + k)*p", "DP106"),
    ],
)
def test_weights_spelled_out_are_all_or_nothing(text, code):
    assert code_as_written(entry("tokens.one_plus_gamma_alpha"), parse(text).tree) == code


# Explanations

WANTED = {
    "DP101": ["Wrong: E = 1 + γ·α", "Right: E = (1 - α^(γ+1))/(1 - α)", "α = 1/2, γ = 2: E = 7/4 = 1.75, not 2."],
    "DP102": ["Wrong: E = (1 - α^γ)/(1 - α)", "α = 1/2, γ = 1: E = 3/2 = 1.5, not 1."],
    "DP103": ["Wrong: L = (1 - r^(γ+1))/(1 - r)", "Right: L = 1 + γ·r", "r = 1/2, γ = 2: L = 2, not 7/4 = 1.75."],
    "DP104": ["Right: S = (1 - α^(γ+1))/((1 - α)·(1 + γ·c))", "α = 1/2, γ = 1, c = 1/10: S = 15/11 ≈ 1.364, not 3/2 = 1.5."],
    "DP105": ["Wrong: E = (1 - α^(γ+1))/(1 - α)^2", "α = 1/2, γ = 1: E = 3/2 = 1.5, not 3."],
    "DP106": ["Wrong: E = 1 - α^γ + α^γ·(γ + 1)", "E = 7/4 = 1.75, not 3/2 = 1.5."],
    "DP107": ["Wrong: speculation pays where γ·c < α", "does not hold, and the speedup is 31/30 ≈ 1.033."],
    "DP201": ["prints 9/2 = 4.5", "2.941"],
    "DP202": ["9/2 = 4.5", "The formula gives 2.941."],
    "DP203": ["Wrong: m = B·γ", "Right: m = B·(γ + 1)", "m = 4, not 2."],
    "DP301": ["α = 1/2, γ = 2: r = 3/8 = 0.375."],
    "DP302": ["vllm keeps 2", "llama.cpp keeps 3 tokens."],
    "DP303": ["its docstring says E = 1 + γ·α"],
    "DP900": ["`draftproof: ignore[DP101]`"],
}  # fmt: skip


@pytest.mark.parametrize("code", RULES)
def test_explanation(code):
    text = explain(code)
    assert text.startswith(f"{code} {RULES[code].name}\n")
    assert f"Fix: {RULES[code].fix}." in text
    assert [line for line in WANTED[code] if line not in text] == []
    assert ("\nSource: " in text) is (code not in ("DP302", "DP900"))
    assert max(map(len, text.splitlines())) <= 140


def test_explanation_of_an_unknown_code():
    with pytest.raises(BadInput, match="unknown rule 'DP999': expected one of DP101, "):
        explain("DP999")


def test_codes_and_names_are_plain():
    assert all(re.fullmatch(r"DP\d{3}", code) and rule.code == code for code, rule in RULES.items())
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name) for rule in RULES.values())
    assert len({rule.name for rule in RULES.values()}) == len(RULES)


def test_explaining_needs_no_sympy():
    program = (
        "import sys; from draftproof.checks.lint.rules import RULES; "
        "from draftproof.checks.lint.explained import explain; [explain(code) for code in RULES]; "
        "print([name for name in ('sympy', 'numpy', 'z3', 'lark') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_every_condition_has_a_name():
    assert all(one.id in sayings() for one in conditions())
