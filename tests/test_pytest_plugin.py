"""The pytest plugin: its assertions pass what is right, fail with the audit's text, and load nothing until one is used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import draftproof
import numpy as np
import pytest
from draftproof.checks.paging.allocator import PagedAllocator
from draftproof.errors import BadInput
from draftproof.gpu_reference import rejection
from draftproof.gpu_reference.audit import sampler_search
from draftproof.gpu_reference.rivals import SAMPLERS
from draftproof.pytest_plugin import assert_allocator_safe, assert_formula, assert_lossless

CLOSED = "tokens.closed_form"

TESTS = """
import sys

import pytest
from draftproof.pytest_plugin import assert_formula as function

def linear(alpha, gamma):  # the misconception
    return 1 + gamma * alpha

def right(alpha, gamma):
    return sum(alpha**k for k in range(gamma + 1))

def test_nothing_heavy_is_loaded(assert_formula, assert_lossless, assert_allocator_safe):
    assert not {"sympy", "z3", "cvc5", "scipy", "numpy", "torch"} & set(sys.modules)
    assert assert_formula is function

def test_right(assert_formula):
    assert_formula(right, "tokens.closed_form")
    assert "sympy" in sys.modules
    assert not {"z3", "cvc5", "torch"} & set(sys.modules)

def test_wrong(assert_formula):
    assert_formula(linear, "tokens.closed_form")

def test_skips(assert_formula):
    assert_formula(lambda alpha, gamma: pytest.skip("not today"), "tokens.closed_form")
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The tests above in a pytest of their own, which has no plugin but ours."""
    (folder / "test_engine.py").write_text(TESTS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "draftproof.pytest_plugin",
        *options,
    ]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_as_a_plugin_it_loads_nothing_heavy_and_fails_with_the_audits_text(tmp_path: Path) -> None:
    done = run(tmp_path, "-rfs")
    assert "1 failed, 2 passed, 1 skipped" in done.stdout
    assert "FAILED test_engine.py::test_wrong" in done.stdout
    for line in (
        "wrong_value: at alpha = 1/2, gamma = 2 it returns 2, where tokens.closed_form has E = 7/4 (1.75)",
        "behaves as tokens.one_plus_gamma_alpha",
        "from test_engine import linear",
    ):
        assert line in done.stdout
    assert (
        "pytest_plugin.py"
        not in done.stdout.split("short test summary")[0].split("test_wrong")[-1].split("AssertionError")[0]
    )


def test_the_fixtures_are_listed_with_what_they_do(tmp_path: Path) -> None:
    done = run(tmp_path, "--fixtures")
    for name in ("assert_formula", "assert_lossless", "assert_allocator_safe"):
        assert f"{name} -- " in done.stdout


def test_a_formula_with_names_and_a_closure() -> None:
    scale = 1.0
    found = assert_formula(
        lambda rate, length: scale * draftproof.expected_tokens(rate, length),
        CLOSED,
        {"alpha": "rate", "gamma": "length"},
    )
    assert found.passes
    with pytest.raises(BadInput, match="rate is no known name"):
        assert_formula(lambda rate, length: 0, CLOSED)
    with pytest.raises(BadInput, match="gives no value"):
        assert_formula(draftproof.expected_tokens, "tokens.bounds")
    with pytest.raises(AssertionError, match=r"at alpha = 1 .raised ZeroDivisionError"):
        assert_formula(lambda alpha, gamma: (1 - alpha ** (gamma + 1)) / (1 - alpha), CLOSED)


def test_a_lossless_sampler_passes_and_a_biased_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampler_search, "GROUPS", 12)  # it ends after so many groups, whatever the machine's speed
    monkeypatch.setattr(sampler_search, "ROWS", 1 << 15)

    def resample(draft_tokens, draft_probs, target_probs, uniforms):
        return wrong(draft_tokens, draft_probs, target_probs, uniforms)

    assert assert_lossless(rejection.token_wise, budget=600.0).passes
    (wrong,) = SAMPLERS["losslessness.resample_from_target"]
    with pytest.raises(AssertionError, match=r"sampler .*<locals>\.resample: FAULT") as failed:
        assert_lossless(resample, budget=600.0)
    assert "behaves as losslessness.resample_from_target" in str(failed.value)
    with pytest.raises(BadInput, match="unknown parameter"):
        assert_lossless(lambda logits: logits)


def test_a_sampler_with_a_generator_is_judged_statistically() -> None:
    def greedy(draft_tokens, draft_probs, target_probs, rng):
        out = np.full(target_probs.shape[:2], -1)
        out[:, 0] = target_probs[:, 0].argmax(1)
        return out

    with pytest.raises(AssertionError, match="FAULT"):
        assert_lossless(greedy, budget=600.0)


def test_a_safe_allocator_passes_and_a_faulty_one_shows_its_trace() -> None:
    assert assert_allocator_safe(PagedAllocator, traces=60).passes

    class Forgets(PagedAllocator):
        def read(self, seq):
            return super().read(seq)[:2]

    with pytest.raises(AssertionError, match=r"allocator .*Forgets: FAULT") as failed:
        assert_allocator_safe(Forgets, traces=200)
    assert "# Forgets: the callable" in str(failed.value)
    assert "s0 reads" in str(failed.value)
