"""The kernels, interpreted and compiled. Which one is settled when triton is first imported, so each has a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

if not all(importlib.util.find_spec(name) for name in ("torch", "triton")):
    pytest.skip("torch and triton are optional", allow_module_level=True)

CHILDREN = Path(__file__).parent / "children"


def child(name: str, cache: Path):
    environment = {key: value for key, value in os.environ.items() if key != "TRITON_INTERPRET"}
    environment |= {"OMP_NUM_THREADS": "1", "TRITON_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, CHILDREN / name], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory):
    return child("interpreted.py", tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    return child("compiled.py", tmp_path_factory.mktemp("cache"))


def test_it_runs_interpreted_on_a_cpu(interpreted) -> None:
    assert interpreted.pop("reason") is None
    assert interpreted.pop("cuda")
    assert len(interpreted) == 2 * 2 * (4 * 2 + 3)


@pytest.mark.parametrize("kind", ["token_wise", "block_wise"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_interpreted_kernels_agree_with_the_oracle(interpreted, kind: str, dtype: str) -> None:
    found = {name: result for name, result in interpreted.items() if name.startswith(f"{kind} {dtype}")}
    assert len(found) == 11
    for name, result in found.items():
        assert result["rows"] > 0
        assert result["faults"] == 0, f"{name}: {result['first_fault']}"


def test_kernels_compile_for_gpus_that_are_not_here(compiled) -> None:
    assert len(compiled["kernels"]) == 2 * 2 * 3
    assert all(one["cubin"] > 1000 for one in compiled["kernels"])


def inexact(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("fma") or ".ftz" in word or ".approx" in word or ".full" in word]


def test_compiled_arithmetic_rounds_as_the_oracle_does(compiled) -> None:
    """No fused multiply-add, no flush of subnormals, and quotients rounded to nearest."""
    for one in compiled["kernels"]:
        assert inexact(one["words"]) == [], one
        floats = "f64" if one["dtype"] == "fp64" else "f32"
        divisions = [word for word in one["words"] if word.startswith("div") and ".f" in word]
        assert divisions == ([f"div.rn.{floats}"] if one["kernel"] == "block_wise" else [])
        assert any(word.startswith("mul") and floats in word for word in one["words"])


def test_a_fused_multiply_add_would_be_seen(compiled) -> None:
    assert any(word.startswith("fma") for word in inexact(compiled["fused"]))
