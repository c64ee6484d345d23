"""Names in every language's convention fit the quantities that they name; names of other fields fit none."""

from __future__ import annotations

import pytest
from draftproof.checks.lint.spelling import last, spelled

FULL = {
    "alpha": "p_accept accept_prob acceptanceProbability token_accept_prob per_token_acceptance "
    "assumed_acceptance prob_accept acceptance_prob",
    "rate": "acceptance_rate acceptanceRate accept_rate acc_rate avg_accept "
    "α_target 接受率 수락률 taxa_de_aceitação tasa_aceptacion acceptance alpha_hat",
    "r": "draft_acceptance_rate acceptance_ratio accept_ratio measured_acceptance_rate observed_acceptance MEASURED_RATIO",
    "accepted": "accepted num_accepted_tokens n_accept n_accepted numAcceptedTokens self.accepted "
    "total_accepted accepted_draft_tokens "
    "vllm:spec_decode_num_accepted_tokens_total sum(df.accepted_tokens) n_acc",
    "A": "mean_accepted avg_accepted_tokens accepted_per_step expected_accepted",
    "drafted": "drafted n_drafted num_drafted_tokens total_draft_tokens draft_tokens "
    "num_draft_tokens proposed num_proposed_tokens "
    "vllm:spec_decode_num_draft_tokens_total",
    "drafts": "drafts num_drafts n_drafts num_verifications verify_steps target_calls spec_steps",
    "reached": "reached tested num_tested evaluated n_attempted",
    "gamma": "num_speculative_tokens n_spec draft_len draft_length draftLen "
    "lookahead spec_k draft_k num_assistant_tokens DEFAULT_N_SPEC 草稿长度 "
    "speculation_length longueur_du_brouillon",
    "c": "draft_cost cost_ratio draftCost cost_coefficient relative_cost",
    "E": "tokens_per_step expected_tokens expected_tokens_per_round emitted_per_draft tokensPerPass 期望token数",
    "L": "mean_acceptance_length acceptance_length accept_len mean_length",
    "S": "speedup speed_up predictedSpeedup",
    "T_c": "round_cost cost_of_round cycle_time denominator",
    "per_position": "num_accepted_tokens_per_pos accepted_per_position",
    "emitted": "emitted num_emitted_tokens generated_tokens",
    "t_d": "t_draft draft_time draft_latency_ms",
    "t_verify": "verify_time t_verify",
}
BARE = {
    "rate": "alpha α beta p a r rate",
    "gamma": "gamma γ k K n g gammas",
    "c": "c cost",
    "E": "E E[N] tokens expected",
    "alpha": "prob probability 概率",
}
NOTHING = (
    "learning_rate momentum lr prompt accuracy acceptable hidden_dim stride opacity weight_decay "
    "lambda_reg image discount reward "
    "temperature_scale foo x1y accept_encoding"
)


@pytest.mark.parametrize(
    ("symbol", "name"), [(symbol, name) for symbol, names in FULL.items() for name in names.split()]
)
def test_a_telling_name_says_its_quantity(symbol: str, name: str) -> None:
    symbols, full = spelled(name)
    assert symbol in symbols
    assert full


@pytest.mark.parametrize(
    ("symbol", "name"), [(symbol, name) for symbol, names in BARE.items() for name in names.split()]
)
def test_a_bare_name_says_little(symbol: str, name: str) -> None:
    symbols, full = spelled(name)
    assert symbol in symbols
    assert not full


@pytest.mark.parametrize("name", NOTHING.split())
def test_names_of_other_fields_say_nothing(name: str) -> None:
    assert not spelled(name)[1]


def test_a_rate_is_not_called_alpha_by_an_alias() -> None:
    assert spelled("acceptance_rate")[0] == ("rate",)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("self.rate", "rate"),
        ("stats.rate()", "rate"),
        ("E[N]", "E"),
        ("sum(df.hits)", "hits"),
        ("a:b_total", "b_total"),
        ("(", "("),
        ("", ""),
    ],
)
def test_the_last_part_of_a_name(name: str, expected: str) -> None:
    assert last(name) == expected
