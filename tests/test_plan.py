"""The plan: its numbers against hand arithmetic, its reasons, its table."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest
from draftproof import formulas
from draftproof.errors import BadInput
from draftproof.plan import HARDWARE, LARGEST_BATCH, MODELS, Hardware, Model, Plan, Serving, plan, render

SERVED = {"model": "Llama 3.1 8B", "hardware": "H100 SXM"}


def decoder_parameters(hidden: int, inner: int, layers: int, heads: int, kv: int, head: int, tied: bool) -> int:
    """Counted from the configuration: embeddings, attention, gated MLP, norms; 128,256 words."""
    block = 2 * hidden * heads * head + 2 * hidden * kv * head + 3 * hidden * inner + 2 * hidden
    return 128_256 * hidden * (1 if tied else 2) + layers * block + hidden


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Llama 3.2 1B", (2048, 8192, 16, 32, 8, 64, True)),
        ("Llama 3.1 8B", (4096, 14336, 32, 32, 8, 128, False)),
        ("Llama 3.1 70B", (8192, 28672, 80, 64, 8, 128, False)),
    ],
)
def test_model_table(name, shape):
    model = MODELS[name]
    assert model.parameters == decoder_parameters(*shape)
    assert (model.layers, model.kv_heads, model.head_dim) == (shape[2], shape[4], shape[5])


def test_tables_give_the_published_sizes():
    assert f"{MODELS['Llama 3.1 8B'].weight_bytes / 1e9:.2f}" == "16.06"
    assert f"{MODELS['Llama 3.2 1B'].weight_bytes / 1e9:.2f}" == "2.47"
    assert MODELS["Llama 3.1 8B"].kv_bytes_per_token == 2 * 32 * 8 * 128 * 2
    ridges = {name: round(h.flops_per_s["bf16"] / h.bytes_per_s) for name, h in HARDWARE.items()}
    assert ridges == {"H100 SXM": 295, "H200 SXM": 206}
    assert all(entry.source for entry in (*HARDWARE.values(), *MODELS.values()))


def test_plain_plan():
    answer = plan(0.7, 0.154)
    assert (answer.best_gamma, round(answer.real_optimum, 2)) == (3, 3.19)
    assert [row.gamma for row in answer.rows] == [1, 2, 3, 4, 5]
    third = answer.rows[2]
    assert (round(third.expected_tokens, 3), round(third.acceptance_ratio, 3)) == (2.533, 0.511)
    assert third.mean_acceptance_length == pytest.approx(third.expected_tokens, rel=1e-15)
    assert third.speedup == answer.best_speedup
    assert (round(answer.loss_one_shorter, 1), round(answer.loss_one_longer, 1)) == (3.4, 1.0)
    assert answer.crossing_batch is None
    assert "model and hardware" in answer.reasons["crossing_batch"]
    assert set(answer.reasons) == {"crossing_batch"}


def test_plan_is_plain_data():
    answer = plan(0.7, 0.154, batch=8, **SERVED)
    assert isinstance(answer, Plan)
    assert dataclasses.asdict(answer)["rows"][0]["gamma"] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.best_gamma = 4


def test_no_draft_pays():
    answer = plan(0.1, 0.154, **SERVED)
    assert (answer.best_gamma, answer.best_speedup, answer.real_optimum) == (0, 1, 0)
    assert answer.loss_one_shorter is None
    assert answer.loss_one_longer > 0
    assert answer.crossing_batch is None
    assert "Do not speculate" in render(answer)


def test_limits():
    unbounded = plan(1, 0, 40)
    assert unbounded.best_gamma == 40
    assert unbounded.real_optimum is None
    assert "unbounded" in unbounded.reasons["real_optimum"]
    assert unbounded.reasons["loss_one_longer"] == "max_gamma is 40"
    assert plan(0.7, 0.01, 4).best_gamma == 4
    assert "max_gamma is 0" in render(plan(0.7, 0.01, 0), 120)


@pytest.mark.parametrize("answer", [plan(0.7, 0.01, 0, batch=8, **SERVED), plan(0.1, 0.5), plan(0.1, 0.5, 10**6)])
def test_plain_decoding_has_a_row_where_it_is_the_best(answer):
    """Nothing is drafted: one token a step, no acceptance ratio, a speedup of 1."""
    row = answer.rows[0]
    assert (row.gamma, row.expected_tokens, row.mean_acceptance_length, row.speedup) == (0, 1, 1, 1)
    assert row.acceptance_ratio is None
    assert row.speedup_at_batch in (None, 1)
    assert [line.split()[:4] for line in render(answer).splitlines() if "*" in line] == [["*0", "1.000", "-", "1.000"]]


def test_many_lengths_stay_on_a_screen():
    answer = plan(0.99, 0.001)
    shown = [row.gamma for row in answer.rows]
    assert len(shown) <= 16
    assert {answer.best_gamma - 1, answer.best_gamma, answer.best_gamma + 1} <= set(shown)


def test_crossing_batch_by_hand():
    """Between the two ridges E W = gamma c W + 4 C B (weights W, arithmetic C), so B = (E - gamma c) W / 4 C."""
    answer = plan(0.7, 0.154, **SERVED)
    weights, token = 2 * 8_030_261_248 / 3.35e12, 2 * 8_030_261_248 / 989.4e12
    assert answer.crossing_batch == int((2.533 - 3 * 0.154) * weights / (4 * token)) + 1 == 153
    at, before = (answer.serving.speedup(0.7, 3, batch, 0.154) for batch in (153, 152))
    assert at <= 1 < before


def test_batch_one_is_the_plain_speedup():
    """Below the ridge verification is free, and the two models must agree."""
    serving = plan(0.7, 0.154, **SERVED).serving
    gammas = np.arange(9)
    np.testing.assert_allclose(serving.speedup(0.7, gammas, 1, 0.154), formulas.speedup(0.7, gammas, 0.154), rtol=1e-15)


def test_large_batch_without_cache_always_loses():
    """At any gamma the limit is E / (gamma c + gamma + 1), below 1."""
    serving = plan(0.9, 0.01, **SERVED).serving
    gammas = np.arange(1, 30)
    limit = serving.speedup(0.9, gammas, LARGEST_BATCH, 0.01)
    np.testing.assert_allclose(limit, formulas.expected_tokens(0.9, gammas) / (gammas * 0.01 + gammas + 1))
    assert (limit < 1).all()


def test_long_contexts_keep_the_speedup():
    answer = plan(0.7, 0.154, context=8000, **SERVED)
    assert answer.crossing_batch is None
    assert "in the limit" in answer.reasons["crossing_batch"]
    assert answer.serving.speedup(0.7, 3, LARGEST_BATCH, 0.154) > 1


@pytest.mark.parametrize("context", [0, 1000, 8000])
@pytest.mark.parametrize("drafter", [None, "Llama 3.2 1B"])
@pytest.mark.parametrize("batch", [1, 40, 64, 128, 400])
def test_best_at_batch_is_the_first_maximum(batch, drafter, context):
    cost = None if drafter else 0.05
    answer = plan(0.85, cost, batch=batch, drafter=drafter, context=context, **SERVED)
    curve = answer.serving.speedup(0.85, np.arange(80), batch, answer.draft_cost)
    assert answer.best_gamma_at_batch == int(np.argmax(curve))
    assert [row.speedup_at_batch for row in answer.rows] == pytest.approx([curve[row.gamma] for row in answer.rows])


def test_the_best_length_shrinks_with_the_batch():
    """So one draft length for every batch, tuned at batch 1, is wrong."""
    best = [plan(0.7, 0.05, batch=batch, **SERVED).best_gamma_at_batch for batch in (1, 64, 128, 256, 1024)]
    assert best == sorted(best, reverse=True)
    assert best[0] == 6
    assert best[-1] == 0


@pytest.mark.parametrize(
    ("alpha", "cost", "batch", "context"),
    [(0.8, 0.05, 64, 2048), (0.8, 0.05, 400, 0), (0.99, 0.001, 300, 0), (0.7, 0.154, 1, 0)],
)
def test_with_a_batch_all_is_said_for_that_batch(alpha, cost, batch, context):
    """The star, the first sentence, the losses and the crossing are those of the length that is best there."""
    answer = plan(alpha, cost, batch=batch, context=context, model="Llama 3.1 70B", hardware="H100 SXM")
    best = answer.best_gamma_at_batch
    curve = answer.serving.speedup(alpha, np.arange(best + 2), batch, cost)
    (starred,) = [row for row in render(answer).splitlines() if "*" in row]
    assert starred.split()[0] == f"*{best}"
    assert starred.split()[-1] == f"{curve[best]:.3f}" == f"{answer.best_speedup_at_batch:.3f}"
    assert f"Best draft length at batch {batch}: {best}, {curve[best]:.3f}x." in render(answer).replace("\n", " ")
    assert answer.loss_one_longer == pytest.approx(100 * (1 - curve[best + 1] / curve[best]))
    assert {best - 1, best, best + 1} - {-1} <= {row.gamma for row in answer.rows}
    said = render(answer, 10_000)
    if best:
        assert answer.loss_one_shorter == pytest.approx(100 * (1 - curve[best - 1] / curve[best]))
        assert f"Draft length {best} " in said
    else:
        assert "Do not speculate at this batch" in said
        assert "Draft length" not in said
    if answer.crossing_batch:
        assert answer.serving.speedup(alpha, best, answer.crossing_batch, cost) <= 1 < curve[best]


def test_drafter_gives_the_cost():
    answer = plan(0.7, drafter="llama-3.2-1b", model="llama-3.1-8b", hardware="h100-sxm")
    assert f"{answer.draft_cost:.3f}" == "0.154"
    assert "own roofline" in render(answer)


def test_entries_of_your_own():
    slow = Hardware("slow", {"bf16": 1e12}, 1e12, "made up")
    tiny = Model("tiny", 1000, 1, 1, 8, "made up", bytes_per_weight=1)
    answer = plan(0.7, 0.1, model=tiny, hardware=slow)
    assert answer.serving == Serving(tiny, slow)
    assert answer.crossing_batch == 1  # 1 FLOP per byte is the ridge: already one row is past it


@pytest.mark.parametrize("width", [10, 24, 30, 40, 60, 80, 120])
@pytest.mark.parametrize(
    "answer",
    [
        plan(0.7, 0.154),
        plan(0.99, 0.001),
        plan(0.1, 0.5),
        plan(0.7, 0.154, batch=64, **SERVED),
        plan(0.7, drafter="Llama 3.2 1B", batch=64, context=8000, **SERVED),
    ],
)
def test_render_fits(answer, width):
    text = render(answer, width)
    assert max(map(len, text.splitlines())) <= max(width, 24)
    assert text.isascii()
    assert text.endswith(".\n")
    assert f"*{answer.advised}" in text or answer.advised == 0


def test_render_says_it_all():
    assert "one longer costs 0.95%" in render(plan(0.7, 0.154))
    text = render(plan(0.7, 0.154, batch=64, **SERVED))
    for part in ("gamma  E = L", "*3  2.533  0.511    1.733", "real optimum 3.187", "one longer costs 5.8%"):
        assert part in text.replace("\n", " ")
    assert "Best draft length at batch 64: 3, " in text
    assert "falls to a speedup of 1 at batch 153." in text
    assert "a bound, not a measurement" in text


BAD = {
    "alpha": (lambda: plan(1.5, 0.1), "alpha: 1.5"),
    "NaN": (lambda: plan(float("nan"), 0.1), "alpha: nan"),
    "cost": (lambda: plan(0.5, -0.1), "draft_cost: -0.1"),
    "limit": (lambda: plan(0.5, 0.1, 2.5), "max_gamma: 2.5"),
    "unbounded": (lambda: plan(0.5, 0), "max_gamma"),
    "no cost": (lambda: plan(0.5), "draft_cost and drafter"),
    "two costs": (lambda: plan(0.5, 0.1, drafter="Llama 3.2 1B", **SERVED), "draft_cost and drafter"),
    "model": (lambda: plan(0.5, 0.1, model="GPT", hardware="H100 SXM"), "expected one of Llama 3.2 1B, Llama 3.1 8B"),
    "hardware": (lambda: plan(0.5, 0.1, model="Llama 3.1 8B", hardware="TPU"), "expected one of H100 SXM, H200 SXM"),
    "drafter": (lambda: plan(0.5, drafter="GPT", **SERVED), "drafter: 'GPT'"),
    "dtype": (lambda: plan(0.5, 0.1, dtype="fp64", **SERVED), "expected one of bf16, fp8"),
    "one of two": (lambda: plan(0.5, 0.1, model="Llama 3.1 8B"), "model and hardware"),
    "batch alone": (lambda: plan(0.5, 0.1, batch=8), "batch: "),
    "batch 0": (lambda: plan(0.5, 0.1, batch=0, **SERVED), "batch: 0"),
    "context": (lambda: plan(0.5, 0.1, context=-1, **SERVED), "context: -1"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line(case):
    call, says = BAD[case]
    with pytest.raises(BadInput) as caught:
        call()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_import_is_light():
    """Nothing but NumPy is loaded: no solver, no algebra."""
    probe = "import sys, draftproof.plan; print(*sorted({n.split('.')[0] for n in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert not {"sympy", "scipy", "z3", "cvc5", "torch", "mpmath", "rich", "click"} & set(loaded)
