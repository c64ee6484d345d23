"""The judgement as a whole: figures recomputed from the process, and every wrong reading gives another number."""

import json
import random
from pathlib import Path

import pytest
from draftproof.checks.metrics.judge import judge, to_json, to_text
from draftproof.errors import BadInput
from draftproof.formulas import acceptance_ratio, expected_tokens

DATA = Path(__file__).parent / "data"


def read(name, since=None, gamma=None):
    older = (since, (DATA / since).read_text()) if since else None
    return judge((DATA / name).read_text(), name=name, since=older, gamma=gamma)


@pytest.fixture
def llamacpp():
    """The published llama.cpp example: 167 of 259 tokens, 87 drafts of at most 3."""
    return read("llamacpp.log").engines[0]


def test_llamacpp_example_as_recomputed(llamacpp):
    assert llamacpp.counters.drafts == 87
    assert llamacpp.counters.per_position == (70, 55, 42)
    assert f"{llamacpp.ratio:.5f}" == "0.64479"
    assert f"{llamacpp.length:.3f}" == "2.920"
    assert (llamacpp.maximum_likelihood.reached, f"{llamacpp.maximum_likelihood.value:.3f}") == (212, "0.788")
    assert (llamacpp.inversion.gamma, f"{llamacpp.inversion.value:.3f}") == (3, "0.796")
    assert [f"{c.rate:.3f}" for c in llamacpp.conditionals] == ["0.805", "0.786", "0.764"]
    assert [c.exact for c in llamacpp.conditionals] == [True, False, False]
    assert not llamacpp.inversion.exact
    assert llamacpp.drift.verdict == "unknown"


def test_unknown_lengths_bracket_the_maximum_likelihood(llamacpp):
    """Two of the 87 drafts may have been short and accepted whole: 167/212 to 167/210."""
    assert llamacpp.maximum_likelihood.between == (167 / 212, 167 / 210)
    assert llamacpp.maximum_likelihood.low < 167 / 212 < 167 / 210 < llamacpp.maximum_likelihood.high


def test_the_mean_draft_length_makes_the_identity_hold(llamacpp):
    assert llamacpp.length == pytest.approx(1 + llamacpp.counters.mean_draft_length * llamacpp.ratio, rel=1e-15)


# What people write instead -> (the wrong number, the reported one). Each must differ in the digits printed.
WRONG_READINGS = {
    "r taken for alpha": lambda e: (e.ratio, e.maximum_likelihood.value),
    "L from 1 + gamma r at varying lengths": lambda e: (1 + 3 * e.ratio, e.length),
    "L from 1 + gamma alpha": lambda e: (1 + 3 * e.maximum_likelihood.value, e.length),
    "L without the bonus token": lambda e: (e.counters.accepted / e.counters.drafts, e.length),
    "L by r plugged into E": lambda e: (expected_tokens(e.ratio, 3), e.length),
    "a per-position rate taken for a conditional one": lambda e: (
        e.counters.per_position[2] / e.counters.drafts,
        e.conditionals[2].rate,
    ),
    "the two estimators of alpha taken for one": lambda e: (e.inversion.value, e.maximum_likelihood.value),
    "alpha as the mean of the per-position rates": lambda e: (
        sum(e.counters.per_position) / 3 / e.counters.drafts,
        e.maximum_likelihood.value,
    ),
}


@pytest.mark.parametrize("reading", WRONG_READINGS)
def test_a_wrong_reading_gives_another_number(reading, llamacpp):
    wrong, reported = WRONG_READINGS[reading](llamacpp)
    assert abs(wrong - reported) > 0.005


def test_v0_name_is_called_another_quantity():
    for name in ("vllm_v0.prom", "vllm_v0.log"):
        with pytest.raises(BadInput, match=r"another quantity.*close to alpha"):
            read(name)


def test_a_reset_ignored_gives_another_number():
    reset = read("vllm_reset.prom", since="vllm_old.prom").engines[0]
    plain = read("vllm_new.prom", since="vllm_old.prom").engines[0]
    assert reset.counters.drafts == plain.counters.drafts == 1700  # the same work after the old snapshot
    assert reset.length == plain.length
    old = read("vllm_old.prom").engines[0].counters
    wrong_drafts = reset.counters.drafts - old.drafts  # the subtraction that ignores the reset
    assert wrong_drafts == -3300
    wrong_length = 1 + (reset.counters.accepted - old.accepted) / wrong_drafts
    assert wrong_length > 0  # it looks like a length
    assert abs(wrong_length - reset.length) > 0.05
    assert any("counter reset" in note for note in reset.notes)
    assert not any("counter reset" in note for note in plain.notes)


def test_engines_are_judged_one_by_one():
    report = read("vllm_new.prom")
    constant, rising = report.engines
    assert [constant.drift.verdict, rising.drift.verdict] == ["not_refuted", "refuted"]
    assert rising.drift.direction == "rises with position"
    assert report.drift
    assert not report.undecided
    assert constant.inversion.exact
    assert constant.maximum_likelihood.low < 0.7 < constant.maximum_likelihood.high
    assert acceptance_ratio(constant.inversion.value, 4) == pytest.approx(constant.ratio, rel=1e-12)


def test_promql_is_a_rate_over_a_rate_for_each_engine():
    labels = '{engine="1",model_name="meta-llama/Llama-3.1-8B-Instruct"}[5m]'
    assert read("vllm_new.prom").engines[1].query == (
        f"1 + rate(vllm:spec_decode_num_accepted_tokens_total{labels})"
        f" / rate(vllm:spec_decode_num_drafts_total{labels})"
    )
    assert read("llamacpp.log").engines[0].query is None


def test_mixed_lengths_fake_a_fall_that_reached_counts_explain():
    """alpha is .8 at every position; half the drafts have 1 token, half 4."""
    with_reached = read("mixed_lengths.json").engines[0]
    assert with_reached.drift.verdict == "not_refuted"
    assert with_reached.maximum_likelihood.low < 0.8 < with_reached.maximum_likelihood.high
    document = json.loads((DATA / "mixed_lengths.json").read_text())
    del document["engines"][0]["reached"]
    without = judge(json.dumps(document), name="json").engines[0]
    assert without.drift.verdict == "unknown"
    assert "fake a fall" in without.drift.reason
    assert without.conditionals[1].rate < 0.5  # what the prefixes would say


def test_gamma_from_the_user_decides_what_the_log_leaves_open():
    line = (DATA / "llamacpp_statistics.log").read_text().splitlines()[3]  # 100 drafts, 200 tokens, positions seen 2
    assert judge(line, name="log").engines[0].drift.reason.startswith("the draft length is not in the input")
    assert judge(line, name="log", gamma=2).engines[0].drift.verdict == "not_refuted"
    assert "lengths vary" in judge(line, name="log", gamma=3).engines[0].drift.reason
    assert judge((DATA / "llamacpp_old.log").read_text(), name="log", gamma=3).engines[0].inversion is not None


@pytest.mark.parametrize("gamma", [0, -1, 2.0, True, "3"])
def test_gamma_must_be_a_natural_number(gamma):
    with pytest.raises(BadInput, match="expected a natural number"):
        read("llamacpp.log", gamma=gamma)


def test_gamma_that_the_counters_contradict_is_refused():
    with pytest.raises(BadInput, match="gamma 5 was given"):
        read("vllm_new.prom", gamma=5)
    with pytest.raises(BadInput, match="more than gamma = 2 allows"):
        judge((DATA / "llamacpp_statistics.log").read_text().replace("605", "806"), name="log", gamma=2)


def test_since_reports_the_difference():
    old, new = read("vllm_old.prom").engines[1], read("vllm_new.prom").engines[1]
    grown = read("vllm_new.prom", since="vllm_old.prom").engines[1]
    assert grown.counters.accepted == new.counters.accepted - old.counters.accepted == 1166
    assert grown.length != new.length


def test_interval_logs_have_no_difference():
    with pytest.raises(BadInput, match="already prints differences"):
        read("vllm.log", since="vllm_old.prom")


def test_no_drafts_is_judged_as_nothing():
    text = (DATA / "vllm_old.prom").read_text()
    engine = judge(text, name="new", since=("old", text)).engines[0]
    assert (engine.ratio, engine.length, engine.maximum_likelihood, engine.inversion) == (None, None, None, None)
    assert engine.drift.verdict == "unknown"
    assert "nothing to judge" in to_text(judge(text, name="new", since=("old", text)))


@pytest.mark.parametrize("name", sorted(p.name for p in DATA.iterdir() if "v0" not in p.name))
def test_every_fixture_renders(name):
    report = read(name)
    plain = json.loads(json.dumps(to_json(report), allow_nan=False))
    assert plain["schema"] == "draftproof/metrics/1"
    assert len(plain["engines"]) == len(report.engines)
    for width in (40, 80, 200):
        for line in to_text(report, width).splitlines():
            assert len(line) <= width or "PromQL" in line or " " not in line.strip()


def test_text_says_which_alpha_and_four_digits():
    text = to_text(read("llamacpp.log"), 200)
    for part in (
        "0.64479",
        "2.9195",
        "0.78774",
        "by maximum likelihood: accepted / reached = 167 / 212",
        "0.79609",
        "by inverting r at gamma = 3",
        "(vLLM: draft acceptance rate)",
        "independently",
    ):
        assert part in text
    assert "power" in to_text(read("vllm_new.prom"), 200)


def test_terminal_escapes_of_a_stranger_are_not_printed():
    text = (DATA / "vllm_new.prom").read_text().replace("meta-llama/Llama-3.1-8B-Instruct", "\x1b[2Jgone\x07")
    assert "\x1b" not in to_text(judge(text, name="\x1b[0m"))
    with pytest.raises(BadInput) as raised:
        judge("\x1b[2J not anything", name="\x1b[31mfile")
    assert "\x1b" not in str(raised.value)


def test_estimates_agree_with_a_simulated_process():
    """Drafts run token by token until a rejection; the seed is fixed, 5 sigma of 20000 drafts is below .01."""
    rng = random.Random(7)
    alpha, gamma, drafts = 0.8, 5, 20_000
    survivors = [0] * gamma
    for _ in range(drafts):
        for i in range(gamma):
            if rng.random() >= alpha:
                break
            survivors[i] += 1
    engine = {"engine": "0", "drafts": drafts, "drafted": gamma * drafts, "accepted": sum(survivors), "gamma": gamma}
    document = {"schema": "draftproof/counters/1", "engines": [{**engine, "per_position": survivors}]}
    judged = judge(json.dumps(document), name="json").engines[0]
    assert judged.maximum_likelihood.value == pytest.approx(alpha, abs=0.01)
    assert judged.inversion.value == pytest.approx(alpha, abs=0.01)
    assert judged.length == pytest.approx(expected_tokens(alpha, gamma), abs=0.08)
    assert judged.drift.verdict == "not_refuted"


def counted(**fields):
    engine = {"engine": "0", "drafts": 1, "drafted": 2, "accepted": 1, "per_position": [1]}
    return {**engine, **fields}


def test_a_huge_gamma_is_refused_before_anything_is_made_of_it():
    engines = [counted(drafted=2**53, gamma=2**53)]
    with pytest.raises(BadInput, match="gamma is 9007199254740992, expected a natural number from 1 to 1024"):
        judge(json.dumps({"schema": "draftproof/counters/1", "engines": engines}), name="f")
    with pytest.raises(BadInput, match="expected a natural number from 1 to 1024"):
        judge(json.dumps({"schema": "draftproof/counters/1", "engines": [counted()]}), name="f", gamma=10**15)


def test_the_positions_of_all_engines_are_bounded():
    engines = [counted(engine=str(i), gamma=1024) for i in range(65)]
    with pytest.raises(BadInput, match="f: 66560 positions of 65 engines, expected at most 65536"):
        judge(json.dumps({"schema": "draftproof/counters/1", "engines": engines}), name="f")
