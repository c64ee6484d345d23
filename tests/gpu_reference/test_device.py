from __future__ import annotations

import json

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference import backends, device, exact, rejection
from draftproof.ledger import Verdict

torch = pytest.importorskip("torch", reason="torch is optional")

SMALL = (device.Size(2, 1, 8), device.Size(5, 2, 8))


@pytest.fixture
def torch_alone(monkeypatch: pytest.MonkeyPatch):
    """Without Triton, whose interpreter is slow; the script's own test runs it."""
    monkeypatch.delitem(backends.BACKENDS, "triton")
    monkeypatch.setitem(device.SIZES, "cpu", SMALL)
    monkeypatch.setattr(device, "CPU_ROWS", 500)


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(device, "describe", lambda _: {"kind": "cpu", "torch": "0", "compiled": False})


def test_a_device_that_is_not_here_is_not_run() -> None:
    if torch.cuda.is_available():
        pytest.skip("there is one here")
    report = device.check("cuda")
    assert (report["verdict"], report["reason"]) == ("not run", "torch sees no CUDA device")
    assert device.evidence(report) is None


def test_a_device_of_another_kind_is_bad_input() -> None:
    with pytest.raises(BadInput, match="expected cuda or cpu"):
        device.check("abacus")


def test_a_right_backend_passes(torch_alone, described) -> None:
    report = device.check("cpu", minutes=2)
    assert report["verdict"] == "pass", report["faults"] + report["skipped"]
    assert json.loads(json.dumps(report, allow_nan=False))["schema"] == "draftproof/device/1"
    assert {a["laws"] for a in report["agreement"]} == {"dyadic", "float", "alone"}
    assert {a["dtype"] for a in report["agreement"]} == set(backends.DTYPES)
    assert {e["sampler"] for e in report["exact"]} == set(rejection.SAMPLERS)
    assert all("refuted" not in e["verdicts"] for e in report["exact"])
    assert {r["backend"] for r in report["rates"]} == {"numpy", "torch"}
    evidence = device.evidence(report)
    assert evidence is not None
    assert evidence.passes
    assert evidence.kind == "reference"


def test_two_devices_find_what_one_finds(torch_alone, described, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list:
        report = device.check("cpu", minutes=2)
        return [{key: entry[key] for key in ("sampler", "about", "verdicts")} for entry in report["exact"]]

    one = found()
    monkeypatch.setattr(device, "alike", lambda name: [name, name])
    assert one == found()


def planted(monkeypatch: pytest.MonkeyPatch, **samplers) -> None:
    monkeypatch.setitem(backends.BACKENDS, "torch", device.Backend(
        "torch", "planted", lambda _: None, lambda: samplers, lambda vocab: vocab
    ))  # fmt: skip


def of_tensors(function):
    def run(*arguments, draft_lens=None):
        lens = None if draft_lens is None else draft_lens.numpy()
        return torch.from_numpy(
            function(*(a.double().numpy() if a.is_floating_point() else a.numpy() for a in arguments), lens)
        )

    return run


def test_a_wrong_sampler_is_a_fault_in_every_part(torch_alone, described, monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(x, q, p, u, lens):
        return rejection.token_wise(x, 0.5 * q, p, u, draft_lens=lens)

    planted(monkeypatch, token_wise=of_tensors(lenient))
    report = device.check("cpu", minutes=2)
    assert report["verdict"] == "fault"
    for part in ("dyadic", "float", "exact audit"):
        assert any(part in line for line in report["faults"]), part
    evidence = device.evidence(report)
    assert evidence is not None
    assert evidence.verdict is Verdict.REFUTED


def test_a_batch_that_leaks_is_a_fault(torch_alone, described, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(x, q, p, u, lens):
        if len(x) == 1:
            u = np.zeros_like(u)
        return rejection.token_wise(x, q, p, u, draft_lens=lens)

    planted(monkeypatch, token_wise=of_tensors(leaking))
    assert any("alone" in line for line in device.check("cpu", minutes=2)["faults"])


def test_a_kernel_that_raises_is_a_fault_and_the_others_run(
    torch_alone, described, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_, **__):
        raise RuntimeError("an illegal memory access\nwas met")

    planted(
        monkeypatch,
        block_wise=broken,
        token_wise=of_tensors(lambda x, q, p, u, lens: rejection.token_wise(x, q, p, u, draft_lens=lens)),
    )
    report = device.check("cpu", minutes=2)
    assert report["verdict"] == "fault"
    assert all("block_wise" in line and "an illegal memory access" in line for line in report["faults"])
    assert {a["sampler"] for a in report["agreement"]} == {"token_wise"}


def test_what_does_not_fit_into_the_time_is_no_pass(torch_alone, described) -> None:
    report = device.check("cpu", minutes=1e-6)
    assert report["verdict"] == "incomplete"
    assert any("out of time" in line for line in report["skipped"])
    evidence = device.evidence(report)
    assert evidence is not None
    assert not evidence.passes


def test_a_backend_that_is_missing_is_no_pass(torch_alone, described, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BACKENDS, "other", device.Backend(
        "other", "absent", lambda _: "other not installed", dict, lambda vocab: vocab
    ))  # fmt: skip
    report = device.check("cpu", minutes=2)
    assert report["verdict"] == "incomplete"
    assert "other: other not installed" in report["skipped"]


def test_lattices_are_bounded() -> None:
    """The numbers of a lattice's cells are listed, so no more than `MOST_CELLS` are asked for."""
    assert device.MOST_CELLS * 8 <= 1 << 27
    assert exact.CHUNK > device.INTERPRETED_ROWS
