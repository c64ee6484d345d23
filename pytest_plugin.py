"""The pytest plugin: the audits as assertions on Python objects of the test that runs.

    def test_formula(assert_formula):                      # a fixture, or: from draftproof.pytest_plugin import ...
        assert_formula(expected_tokens, "tokens.closed_form", names={"alpha": "rate", "gamma": "k"})

A failing assertion's message is the audit's text: the counterexample with its numbers, and the rival that the object is.
Everything runs in the test's own process, which is the user's: no limit of time or memory holds, as none does for the test
itself (`draftproof audit` runs the same in a child that it kills). Loading this module loads neither SymPy nor z3, cvc5,
NumPy or torch; an assertion loads what its audit needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .subjects.outcome import Audit


def assert_formula(
    function: Callable[..., Any], claim: str, names: Mapping[str, str] | None = None, *, quantity: str | None = None
) -> Audit:
    """Assert that `function` computes the value that `claim` gives, such as `tokens.closed_form`; returns the audit.

    It is called at exact points of the claim's domain, with fractions where it takes and returns exact numbers, else with
    floats. `names` maps the claim's symbols to parameters where their names do not tell; `quantity` says which, where the
    claim gives several. Raises `AssertionError` with a counterexample, `BadInput` for a claim without a value or unknown
    parameters.
    """
    __tracebackhide__ = True
    from .checks.audit.formula import audit_here

    return _asserted(audit_here(function, claim, names, quantity=quantity))


def assert_lossless(sampler: Callable[..., Any], *, budget: float = 5.0, torch: bool = False, seed: int = 0) -> Audit:
    """Assert that a sampler of speculative decoding emits the target's law; returns the audit.

    The parameters' names decide how: with `uniforms` it is audited exactly, with `rng` statistically (a right sampler fails
    with probability 1e-9 at most), for `budget` seconds. Slow is not biased, and passes. Raises `AssertionError` with the
    smallest instance found, `BadInput` for unknown parameters.
    """
    __tracebackhide__ = True
    from .gpu_reference.audit.sampler import audit_here

    return _asserted(audit_here(sampler, budget=budget, torch=torch, seed=seed))


def assert_allocator_safe(allocator: Callable[..., Any], *, traces: int = 500, seed: int = 0) -> Audit:
    """Assert that a paged KV allocator, `allocator(num_blocks, block_size)`, reads as plain lists do; returns the audit.

    Needs the package hypothesis. Raises `AssertionError` with the shortest trace of operations that shows a fault.
    """
    __tracebackhide__ = True
    from .checks.audit.allocator import audit_here

    return _asserted(audit_here(allocator, traces=traces, seed=seed))


def _asserted(audit: Audit) -> Audit:
    """The audit, if it passes."""
    __tracebackhide__ = True
    from .subjects.outcome import to_text

    if not audit.passes:
        raise AssertionError(to_text(audit))
    return audit


@pytest.fixture(name="assert_formula")
def _formula() -> Callable[..., Audit]:
    """assert_formula(function, claim, names=None): the function computes the value that the claim gives."""
    return assert_formula


@pytest.fixture(name="assert_lossless")
def _lossless() -> Callable[..., Audit]:
    """assert_lossless(sampler): the sampler of speculative decoding emits the target's law."""
    return assert_lossless


@pytest.fixture(name="assert_allocator_safe")
def _allocator_safe() -> Callable[..., Audit]:
    """assert_allocator_safe(allocator): the paged KV allocator reads as plain lists do."""
    return assert_allocator_safe
