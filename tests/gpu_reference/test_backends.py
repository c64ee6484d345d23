from __future__ import annotations

import importlib.util
import subprocess
import sys

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference import backends, calls, rejection


def test_the_oracle_and_two_more() -> None:
    assert list(backends.BACKENDS) == ["numpy", "torch", "triton"]
    assert backends.available()["numpy"] is None
    assert "CPU" in backends.available("cuda")["numpy"]


@pytest.mark.parametrize("missing", ["torch", "triton"])
def test_a_machine_without_it_says_so(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == missing else find(name, *a))
    assert backends.available()[missing] == f"{missing} not installed"
    assert backends.available()["numpy"] is None
    with pytest.raises(BadInput, match=f"backend {missing} on cpu: {missing} not installed"):
        backends.sampler(missing, "token_wise")


def test_both_missing_are_both_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda *_: None)
    assert backends.available()["triton"] == "torch and triton not installed"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("jax", "token_wise"), "backend 'jax': expected one of numpy, torch, triton"),
        (("numpy", "gumbel"), "no sampler 'gumbel': expected one of token_wise"),
        (("numpy", "token_wise", "cuda"), "backend numpy on cuda: NumPy runs on the CPU alone"),
        (("numpy", "token_wise", "cpu", "float32"), "dtype 'float32': expected float64"),
        (("torch", "token_wise", "cpu", "bfloat16"), "dtype 'bfloat16': expected float64 or float32"),
    ],
)
def test_what_there_is_not(arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        backends.sampler(*arguments)
    assert says in str(caught.value)


def test_devices_that_are_not_here() -> None:
    torch = pytest.importorskip("torch", reason="torch is optional")
    if not torch.cuda.is_available():
        assert backends.available("cuda")["torch"] == "torch sees no CUDA device"
    assert "no such device" in str(backends.available("abacus")["torch"])


def test_the_oracle_is_the_oracle() -> None:
    assert backends.sampler("numpy", "block_wise") is rejection.block_wise


def test_a_sampler_takes_any_arrays() -> None:
    pytest.importorskip("torch", reason="torch is optional")
    call = calls.dyadic_call(0, 6, 2, 4)
    run = backends.sampler("torch", "token_wise")
    expected = call.run(rejection.token_wise)
    frozen = [array.copy() for array in call[:4]]
    for array in frozen:
        array.setflags(write=False)
    assert np.array_equal(run(*frozen), expected)
    assert np.array_equal(run(*(np.asfortranarray(array) for array in call[:4])), expected)


def test_depths_grow_with_the_vocabulary() -> None:
    assert [backends.backend("torch").depth(vocab) for vocab in (2, 3, 1024, 1025)] == [1, 2, 10, 11]
    assert backends.backend("numpy").depth(7) == 7


CHILD = """
import sys
from draftproof.gpu_reference import backends
assert not {"torch", "triton"} & set(sys.modules), "loaded before they were asked for"
import triton
print(backends.backend("triton").unavailable("cpu"))
"""


def test_triton_loaded_for_compiled_kernels_does_not_interpret() -> None:
    if not all(importlib.util.find_spec(name) for name in ("torch", "triton")):
        pytest.skip("torch and triton are optional")
    done = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, timeout=120, env={"PATH": ""})
    assert "needs TRITON_INTERPRET=1" in done.stdout, done.stderr
