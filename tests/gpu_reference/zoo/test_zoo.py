"""The sampler audit on a zoo: every wrong sampler is refuted and named, and no right one is accused.

The zoo runs in this process: starting fifty others takes longer than the audits. `test_sampler` has those that need one.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from draftproof.gpu_reference import statistical
from draftproof.gpu_reference.audit import sampler, sampler_driver, sampler_search
from draftproof.ledger import Verdict
from draftproof.subjects.drive import WrongResult
from draftproof.subjects.outcome import Failed, Returned

HERE = Path(__file__).parent
FEW = 8
"""Groups for a right sampler, up to two positions with three tokens: a second or less for one that loops over rows."""

NEEDS_TORCH = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")


class InProcess:
    """A stand-in for `Subject`."""

    def __init__(self, target: Any) -> None:
        self._target = target

    @staticmethod
    def load(name: str, **_: Any) -> InProcess:
        module, path = name.split(":")
        return InProcess(getattr(importlib.import_module(module), path))

    def ask(self, data: Any = None, *arrays: Any) -> Returned | Failed:
        try:
            return Returned(*sampler_driver.drive(self._target, data, arrays))
        except WrongResult as error:
            return Failed("wrong_result", str(error))
        except Exception as error:
            return Failed("raised", f"{type(error).__name__}: {error}")

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None:
        return


@pytest.fixture(autouse=True)
def _in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setattr(sampler, "Subject", InProcess)
    monkeypatch.setattr(sampler_search, "ROWS", 1 << 13)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit without fault ends after so many groups, whatever the machine's speed."""
    monkeypatch.setattr(sampler_search, "GROUPS", FEW)
    monkeypatch.setattr(statistical, "DRAWS", 1 << 12)


def samplers_in(name: str) -> list[str]:
    """The samplers that a module of the zoo defines or offers."""
    spec = importlib.util.spec_from_file_location(f"zoo_{name}", HERE / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE))
        spec.loader.exec_module(module)
    found = {n: f for n, f in vars(module).items() if inspect.isfunction(f) and not n.startswith("_")}
    return sorted(n for n, f in found.items() if "draft_tokens" in inspect.signature(f).parameters)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", samplers_in("right"))
def test_no_right_sampler_is_accused(name: str) -> None:
    audit = sampler.audit_sampler(f"right:{name}", budget=60.0)
    assert not audit.faults, audit.faults
    assert audit.passes


@pytest.mark.usefixtures("few")
@NEEDS_TORCH
@pytest.mark.parametrize("name", ["token_wise", "point_mass", "target_sample"])
def test_no_right_sampler_on_tensors_is_accused(name: str) -> None:
    audit = sampler.audit_sampler(f"right_torch:{name}", budget=60.0, torch=True)
    assert not audit.faults, audit.faults
    assert audit.passes


@pytest.mark.parametrize("name", samplers_in("wrong"))
def test_every_wrong_sampler_is_refuted_and_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name.endswith("with_noise"):  # what is recovered is then judged by draws
        monkeypatch.setattr(sampler_search, "GROUPS", FEW)
    audit = sampler.audit_sampler(f"wrong:{name}", budget=60.0)
    assert audit.verdict is Verdict.REFUTED
    rival = "losslessness." + name.removesuffix("_by_search").removesuffix("_with_noise")
    assert rival in audit.diagnosis
    assert len(audit.diagnosis) <= 2
    (fault,) = audit.faults
    assert fault.says
    assert fault.counterexample


def test_the_zoo_has_every_kind() -> None:
    assert len(samplers_in("right")) >= 10
    assert len(samplers_in("wrong")) >= 20


@pytest.mark.usefixtures("few")
def test_what_is_written_into_is_told() -> None:
    audit = sampler.audit_sampler("right:in_its_own_memory", budget=60.0)
    assert "it writes into its arguments: target_probs, uniforms" in audit.remarks
    assert audit.detail["numerics"] == "the same tokens in float32"


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", ["as_point_mass", "own_sample"])
def test_slow_is_not_biased(name: str) -> None:
    audit = sampler.audit_sampler(f"right:{name}", budget=60.0)
    assert audit.detail["rate"].startswith("slow, not biased")
    assert not audit.faults


@pytest.mark.usefixtures("few")
def test_block_verification_accepts_more() -> None:
    audit = sampler.audit_sampler("right:block", budget=60.0)
    assert audit.detail["rate"].startswith("more than token-wise sampling")


def test_a_law_that_is_rounded_below_one_emits_the_last_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Normalised, summed up, and cut at the end of the vocabulary: at the largest coin a token without mass comes out."""
    right = importlib.import_module("right")

    def cut(laws, coins):
        return np.minimum((laws.cumsum(1) <= coins).sum(1), laws.shape[1] - 1)

    monkeypatch.setattr(right, "_looked_up", cut)
    weights = np.array([[0.1, 0.2, 0.7, 0.0]]) / 1.0000000000000002
    assert cut(weights, np.array([[1 - 2.0**-53]])) == 3
    audit = sampler.audit_sampler("right:normalised", budget=60.0, seed=0)
    assert [fault.kind for fault in audit.faults] == ["impossible_token"]


@pytest.mark.usefixtures("few")
def test_float32_is_told_from_a_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    from draftproof.gpu_reference.rejection import token_wise

    def single(draft_tokens, draft_probs, target_probs, uniforms):
        narrow = (np.asarray(a, np.float32) for a in (draft_probs, target_probs, uniforms))
        return token_wise(draft_tokens, *narrow)

    monkeypatch.setattr(InProcess, "load", staticmethod(lambda name, **_: InProcess(single)))
    audit = sampler.audit_sampler("zoo:single", budget=60.0)
    assert [fault.kind for fault in audit.faults] == ["numerics"]
