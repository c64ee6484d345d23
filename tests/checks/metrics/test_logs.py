"""Log lines of vLLM and llama.cpp, and whole counts inferred from printed rates only where they are unique."""

from itertools import product
from pathlib import Path

import pytest
from draftproof.checks.metrics import inference, vllmlog
from draftproof.checks.metrics.formats import read_counters
from draftproof.checks.metrics.inference import Work, infer
from draftproof.checks.metrics.records import total
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"


def vllm_line(drafts, drafted, survivors):
    accepted = sum(survivors)
    rates = ", ".join(f"{n / drafts:.3f}" for n in survivors)
    return (
        f"INFO [metrics.py:96] SpecDecoding metrics: Mean acceptance length: {1 + accepted / drafts:.2f}, "
        "Accepted throughput: 1.00 tokens/s, Drafted throughput: 2.00 tokens/s, "
        f"Accepted: {accepted} tokens, Drafted: {drafted} tokens, Per-position acceptance rate: {rates}, "
        f"Avg Draft acceptance rate: {accepted / drafted * 100:.1f}%"
    )


def test_vllm_lines_add_up_and_idle_intervals_count_nothing():
    (counters,) = read_counters((DATA / "vllm.log").read_text(), "log")
    assert (counters.drafts, counters.drafted, counters.accepted) == (203 + 30, 609 + 90, 206 + 40)
    assert counters.per_position == (122 + 21, 58 + 12, 26 + 7)
    assert counters.gamma == 3


def test_counts_that_the_digits_leave_open_stay_unknown():
    (counters,) = read_counters((DATA / "vllm_busy.log").read_text(), "log")
    assert counters.drafts is None
    assert counters.per_position is None
    assert counters.drafts_between[0] <= 20000 <= counters.drafts_between[1]
    assert "not guessed" in counters.notes[0]


def test_processes_are_engines():
    lines = [f"(EngineCore_DP{i} pid={i}) {vllm_line(10 + i, 30 + 3 * i, (6, 4, 2))}" for i in range(2)]
    assert [c.engine for c in read_counters("\n".join(lines), "log")] == [
        "EngineCore_DP0 pid=0",
        "EngineCore_DP1 pid=1",
    ]


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.integers(1, 400), st.lists(st.integers(0, 400), min_size=1, max_size=6))
def test_inference_never_contradicts_the_truth(drafts, values):
    """Whatever is inferred from the printed figures contains (or is) the counts that were printed."""
    survivors = tuple(sorted((min(v, drafts) for v in values), reverse=True))
    drafted = drafts * len(survivors)
    (counters,) = read_counters(vllm_line(drafts, drafted, survivors), "log")
    assert counters.accepted == sum(survivors)
    if counters.drafts is None:
        assert counters.drafts_between[0] <= drafts <= counters.drafts_between[1]
    else:
        assert counters.drafts == drafts
    if counters.per_position is not None:
        assert counters.per_position == survivors


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.integers(1, 60), st.lists(st.integers(0, 60), min_size=1, max_size=3), st.sampled_from([1, 2]))
def test_inference_against_trying_everything(drafts, values, decimals):
    """All (drafts, survivors) that print alike, by brute force: the range, and the counts if they are unique."""
    survivors = tuple(sorted((min(v, drafts) for v in values), reverse=True))
    accepted, size = sum(survivors), len(survivors)
    length = f"{1 + accepted / drafts:.{decimals}f}"
    rates = tuple(f"{n / drafts:.{decimals}f}" for n in survivors)
    fitting = {}
    for n in range(max(1, drafts - 12), drafts + 13):
        if f"{1 + accepted / n:.{decimals}f}" == length:
            fitting[n] = list(_sequences(accepted, n, rates, decimals, n))
    fitting = {n: found for n, found in fitting.items() if found}
    inferred = infer(accepted, length, rates, range(max(1, drafts - 12), drafts + 13), Work())
    assert inferred.drafts_between == (min(fitting), max(fitting))
    every = [(n, found) for n, sequences in fitting.items() for found in sequences]
    assert inferred.per_position == (every[0][1] if len(every) == 1 else None)
    assert size == len(rates)


def _sequences(accepted, drafts, rates, decimals, cap):
    if not rates:
        if accepted == 0:
            yield ()
        return
    for k in range(min(cap, accepted) + 1):
        if f"{k / drafts:.{decimals}f}" == rates[0]:
            for rest in _sequences(accepted - k, drafts, rates[1:], decimals, k):
                yield (k, *rest)


def test_two_counts_that_print_alike_are_not_chosen_between():
    assert infer(30, "1.3", ("0.3",), range(90, 120), Work()).drafts is None
    assert infer(30, "1.30", ("0.300",), range(90, 120), Work()).drafts == 100
    assert infer(11, None, ("0.6", "0.6"), range(10, 11), Work()) is None  # 6 + 6 is not 11
    assert infer(1101, None, ("0.55", "0.55"), range(1000, 1001), Work()).per_position is None


LLAMACPP_OK = {
    "before the rename": ("draft acceptance rate = 0.57576 (  171 accepted /   297 generated)", None),
    "with the mean length": ("draft acceptance = 0.84783 (   39 accepted /    46 generated), mean len =  2.70", 23),
    "with rates in one line": (
        "draft acceptance = 0.66237 (  257 accepted /   388 generated), mean acceptance length =  3.65, "
        "acceptance rate per position = (0.804, 0.701, 0.629, 0.515)",
        97,
    ),
    "old statistics": (
        "statistics ngram_simple: #calls = 15, #gen drafts = 5, #acc drafts = 5, #gen tokens = 187, #acc tokens = 73",
        5,
    ),
    "statistics before rates": (
        "I statistics        draft-mtp: #calls(b,g,a) =    2   3220   2477, #gen drafts =   2477, #acc drafts =  2301, "
        "#gen tokens =   4304, #acc tokens =  3858, dur(b,g,a) = 0.002, 17227.157, 1.162 ms",
        2477,
    ),
    "statistics with rates": (
        "I statistics        draft-mtp: #calls(b,g,a) =    2    134    134, #gen drafts =    134, #acc drafts =   109, "
        "#gen tokens =    536, #acc tokens =   354, #mean acc len = 3.64, #acc rate/pos = (0.813, 0.716, 0.619, 0.493)",
        134,
    ),
}


@pytest.mark.parametrize("name", LLAMACPP_OK)
def test_llamacpp_formats(name):
    line, drafts = LLAMACPP_OK[name]
    (counters,) = read_counters(line + "\n", "log")
    assert counters.drafts == drafts


def test_llamacpp_statistics_are_cumulative_and_restarts_add_up():
    (counters,) = read_counters((DATA / "llamacpp_statistics.log").read_text(), "log")
    assert (counters.drafts, counters.drafted, counters.accepted) == (
        403,
        805,
        578,
    )  # 303 before the restart, 100 after
    assert counters.per_position == (252 + 80, 186 + 60)


def test_llamacpp_drafts_never_verified_are_told():
    line = (
        "statistics ngram-mod: #calls(b,g,a) = 1 9 7, #gen drafts = 9, #acc drafts = 5, #gen tokens = 27, "
        "#acc tokens = 11, #mean acc len = 2.57, #acc rate/pos = (0.714, 0.571, 0.286)"
    )
    (counters,) = read_counters(line, "log")
    assert (counters.drafts, counters.per_position) == (7, (5, 4, 2))
    assert counters.notes == ("2 drafts were made and never verified; their tokens count as drafted",)


VLLM = vllm_line(203, 609, (122, 58, 26))
STATISTICS = LLAMACPP_OK["statistics with rates"][0]
REFUSED = {
    "cut off": (VLLM[:180], "line 1: no 'Drafted'"),
    "cut inside the rates": (VLLM[:-40], "line 1: no 'Per-position acceptance rate'"),
    "another r than the counts": (VLLM.replace("33.8%", "35.8%"), "expected accepted / drafted = 206/609"),
    "another length than the counts": (VLLM.replace("2.01", "2.11"), "no whole number of drafts"),
    "conditional rates": (VLLM.replace("0.286, 0.128", "0.475, 0.448"), "no whole number of drafts"),
    "accepted above drafted": (VLLM.replace("Accepted: 206", "Accepted: 700"), "accepted <= drafted"),
    "endless digits": (VLLM.replace("206 tokens", "9" * 5000 + " tokens"), "no 'Accepted'"),
    "rates of words": (VLLM.replace("0.601", "nan"), "expected at most 1024 numbers"),
    "llama.cpp cut off": ("draft acceptance = 0.5 ( 3 accep", "expected `draft acceptance = r"),
    "llama.cpp wrong ratio": ("draft acceptance = 0.50000 ( 3 accepted / 7 generated)", "accepted / generated = 3/7"),
    "llama.cpp none generated": ("draft acceptance = 0.0 ( 0 accepted / 0 generated)", "accepted <= generated"),
    "statistics cut off": (STATISTICS[:120], "line 1: no '#gen tokens'"),
    "statistics with other rates": (STATISTICS.replace("0.493", "0.593"), "does not print from 354"),
    "statistics with other drafts": (STATISTICS.replace("#acc drafts =   109", "#acc drafts =   108"), "is 108"),
    "statistics impossible": (STATISTICS.replace("=   354", "=   954"), "<= #gen tokens expected"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_line_and_reason(name):
    content, message = REFUSED[name]
    with pytest.raises(BadInput, match=message) as raised:
        read_counters(content + "\n", "x.log")
    assert str(raised.value).startswith("x.log: line 1: ")
    assert "\n" not in str(raised.value)


def test_the_work_for_one_file_is_bounded(monkeypatch):
    monkeypatch.setattr(inference, "MAX_WORK", 100)
    with pytest.raises(BadInput, match=r"^log: line \d+: too many figures up to here .* expected a shorter excerpt$"):
        read_counters(f"{VLLM}\n" * 9, "log")
    with pytest.raises(BadInput, match=r"^log: line \d+: too many figures"):
        read_counters(f"{STATISTICS}\n" * 9, "log")


def test_a_day_of_one_engine_is_within_the_bound():
    """An interval of 10 seconds, busy enough that several numbers of drafts print alike."""
    survivors = (21340, 15013, 10702, 7609, 5122)
    lines = [vllm_line(30000 + i, 5 * (30000 + i), survivors) for i in range(200)]
    work = inference.Work()
    engines = [vllmlog._record(line.partition(vllmlog.MARKER)[2], "log") for line in lines]
    total("log", "log", "vLLM log", engines, work, series=None)
    assert (inference.MAX_WORK - work.left + inference.LINE * len(lines)) * (
        86400 / 10 / len(lines)
    ) < inference.MAX_WORK


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.integers(1, 300), st.integers(1, 4), st.floats(0, 1.05))
def test_the_counts_of_a_rate_are_those_that_print_like_it(drafts, decimals, value):
    rate = f"{value:.{decimals}f}"
    fitting = [count for count in range(drafts + 1) if f"{count / drafts:.{decimals}f}" == rate]
    assert list(inference._counts(rate, drafts)) == fitting


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=4), st.data())
def test_smallest_and_largest_sequence_against_all(pairs, data):
    highs = sorted((max(pair) for pair in pairs), reverse=True)
    lows = sorted((min(pair) for pair in pairs), reverse=True)
    accepted = data.draw(st.integers(sum(lows), sum(highs)))
    ranges = [range(low, high + 1) for low, high in zip(lows, highs, strict=True)]
    every = [s for s in product(*ranges) if sum(s) == accepted and list(s) == sorted(s, reverse=True)]
    assert inference._smallest(accepted, lows, highs) == min(every)
    assert inference._largest(accepted, lows, highs) == max(every)
