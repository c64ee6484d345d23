"""What one machine's device makes of the samplers: agreement with the oracle, the exact audit, and the rates.

`check` runs the torch and Triton samplers on a device ("cuda", or "cpu" at a small size, Triton interpreted) and returns a
report, schema `draftproof/device/1`. Data are made and judged on the CPU in float64. The largest sizes come last; what did
not fit into the time is listed as skipped, and then the check is incomplete, which is no pass.
"""

from __future__ import annotations

import contextlib
import itertools
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from .. import __version__
from ..errors import BadInput
from ..ledger import Evidence, Verdict
from . import agreement, backends, calls, exact, instances, rejection
from .agreement import Agreement, Call
from .backends import Backend, Sampler
from .rows import jobs_of

SCHEMA = "draftproof/device/1"

MINUTES = 5.0
"""What one check may take."""

UNTIL = {"agreement": 0.75, "exact": 0.9}
"""The parts, and the share of the time at which each ends. Making the laws of the largest size takes most of the first, rates
are taken on the way; a tenth is left for the calls that are under way when the time is up."""


@dataclass(frozen=True)
class Size:
    """A call's size."""

    vocab: int
    gamma: int
    batch: int

    @property
    def entries(self) -> int:
        """Probabilities in the target's laws."""
        return self.vocab * (self.gamma + 1) * self.batch


SIZES: dict[str, tuple[Size, ...]] = {
    "cuda": (Size(2, 1, 4096), Size(37, 3, 4096), Size(1000, 4, 1024), Size(32_000, 5, 256), Size(128_256, 5, 256)),
    "cpu": (Size(2, 1, 8), Size(5, 3, 8), Size(1100, 2, 2)),
}
"""Vocabularies of one block and of many, the last that of a current model; on a CPU the kernels are interpreted at some tens
of rows a second, so a few rows are all there is."""

GROWTH = 10
"""No size is expected to take more than ten times as long as the one before: the first ones mostly compile."""

GRIDS = (4, 8, 16, 32, 64, 128, 256)
"""Cells an axis of the exact audit, doubling as long as the time lasts."""

MOST_CELLS = 1 << 24
"""Cells of one lattice: their numbers are listed first, 128 MiB of them here."""

CPU_ROWS, INTERPRETED_ROWS = 4_000, 64
"""Rows of one exact audit on a CPU, where it only shows that it runs: a fraction of a second in each case."""

FEW = 8
"""Rows that are run again in other batches."""


@dataclass
class Report:
    """A report in the making."""

    device: Mapping[str, Any]
    agreement: list[dict[str, Any]] = field(default_factory=list)
    exact: list[dict[str, Any]] = field(default_factory=list)
    rates: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def unavailable(device: str) -> str | None:
    """Why nothing can be checked on a device, or None: at least one backend of tensors runs there."""
    reasons = {name: why for name, why in backends.available(device).items() if name != backends.ORACLE}
    if all(reasons.values()):
        return "; ".join(dict.fromkeys(f"{why}" for why in reasons.values()))
    return None


def check(device: str = "cuda", minutes: float = MINUTES) -> dict[str, Any]:
    """The report of a device as JSON data. `verdict` is `pass`, `fault`, `incomplete` or `not run` (with its `reason`)."""
    began = time.monotonic()
    kind = device.split(":")[0]
    if kind not in SIZES:
        raise BadInput(f"device {device!r}: expected {' or '.join(SIZES)}")
    if reason := unavailable(device):
        return {
            "schema": SCHEMA,
            "draftproof": __version__,
            "verdict": "not run",
            "reason": reason,
            "device": {"kind": kind},
        }
    report = Report(describe(device))
    for part, share in UNTIL.items():
        _PARTS[part](report, device, SIZES[kind], began + 60 * minutes * share)
    for name, why in backends.available(device).items():
        if why and name != backends.ORACLE:
            report.skipped.append(f"{name}: {why}")
    verdict = "fault" if report.faults else "incomplete" if report.skipped else "pass"
    head = {"schema": SCHEMA, "draftproof": __version__, "verdict": verdict, "reason": "; ".join(report.faults[:1])}
    return head | asdict(report) | {"seconds": round(time.monotonic() - began, 2)}


def evidence(report: Mapping[str, Any]) -> Evidence | None:
    """The report as evidence of kind `reference`; None for what was not run."""
    verdicts = {"pass": Verdict.HOLDS, "fault": Verdict.REFUTED, "incomplete": Verdict.TIMEOUT}
    if report["verdict"] not in verdicts:
        return None
    reason = report["reason"] or "; ".join(report["skipped"])
    engine = " ".join(f"{name} {report['device'][name]}" for name in ("torch", "triton") if report["device"].get(name))
    return Evidence("reference", verdicts[report["verdict"]], engine, reason, report["seconds"], detail=dict(report))


def describe(device: str) -> dict[str, Any]:
    """The machine, in the words of its libraries."""
    import torch

    found: dict[str, Any] = {"kind": device.split(":")[0], "python": platform.python_version(), "numpy": np.__version__}
    found |= {"torch": torch.__version__, "cuda": torch.version.cuda}
    if backends.backend("triton").unavailable(device) is None:
        import triton

        found |= {"triton": triton.__version__, "compiled": found["kind"] == "cuda"}
    if found["kind"] == "cuda":
        at = torch.device(device)
        found |= {"name": torch.cuda.get_device_name(at), "capability": list(torch.cuda.get_device_capability(at))}
    return found


def running(device: str) -> Iterator[Backend]:
    """The backends of tensors that run on a device."""
    yield from (b for b in backends.BACKENDS.values() if b.name != backends.ORACLE and b.unavailable(device) is None)


def sent(native: Callable[..., Any], call: Call, device: str, dtype: str) -> Sampler:
    """A sampler that has a call's arrays on the device already, for that call alone."""
    x, q, p, coins, lens = (backends.tensor(array, device, dtype) for array in call)

    def run(*_: Any, **__: Any) -> Any:
        return native(x, q, p, coins, draft_lens=lens).cpu().numpy()

    return run


MADE = {"dyadic": calls.dyadic_call, "float": calls.float_call}


@contextlib.contextmanager
def _guarded(report: Report, place: str) -> Iterator[None]:
    """What a device's library or a kernel raises is a fault of this place, and the others still run."""
    try:
        yield
    except Exception as error:
        report.faults.append(f"{place}: {type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}")


def _agreement(report: Report, device: str, sizes: tuple[Size, ...], deadline: float) -> None:
    """Every sampler of every backend against the oracle: dyadic laws bit for bit, float laws up to their boundaries."""
    took, before = 0.0, 1
    for seed, size in enumerate(sizes):
        began = time.monotonic()
        if began + min(GROWTH, size.entries / before) * took > deadline:
            report.skipped.append(f"agreement at {size}: out of time")
            continue
        for dtype, (laws, made) in itertools.product(backends.DTYPES, MADE.items()):
            with _guarded(report, f"{laws} laws at {size}"):
                call = made(seed, size.batch, size.gamma, size.vocab, dtype=dtype, ragged=laws == "dyadic")
                _compare(report, device, call, asdict(size) | {"dtype": dtype, "laws": laws})
        took, before = time.monotonic() - began, size.entries


def _compare(report: Report, device: str, call: Call, about: dict[str, Any]) -> None:
    dtype = about["dtype"]
    for backend in running(device):
        rounding = agreement.Rounding(float(np.finfo(dtype).eps), backend.depth(about["vocab"]))
        for kind, native in backend.samplers().items():
            here = about | {"backend": backend.name, "sampler": kind}
            with _guarded(report, _place(here)):
                candidate = sent(native, call, device, dtype)
                if about["laws"] == "dyadic":
                    _note(report, agreement.bit_for_bit(kind, candidate, call), here)
                    continue
                _note(report, agreement.near_boundaries(kind, candidate, call, rounding), here)
                few, together = call.rows(slice(0, FEW)), call.run(candidate)[:FEW]
                alone = backends.on_arrays(native, device, dtype)
                _note(report, agreement.alone_as_in_a_batch(alone, few, together, rows=2), here | {"laws": "alone"})
                if backend.name != "triton" or report.device["compiled"]:  # what is interpreted has no rate
                    _rate(report, candidate, call, here)
    if (about["laws"], dtype) == ("float", "float64"):
        for kind, sampler in rejection.SAMPLERS.items():
            _rate(report, sampler, call, about | {"backend": backends.ORACLE, "sampler": kind})


def _rate(report: Report, sampler: Sampler, call: Call, about: Mapping[str, Any]) -> None:
    """Rows a second with the arrays in place, the best of three. The tokens come back, so the device has finished."""
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        call.run(sampler)
        seconds.append(time.perf_counter() - began)
    rate = {"rows_per_second": round(len(call.uniforms) / min(seconds))}
    report.rates.append({key: value for key, value in about.items() if key != "laws"} | rate)


def _place(about: Mapping[str, Any]) -> str:
    return "{backend} {dtype} {sampler}, {laws}, vocab {vocab}, gamma {gamma}".format(**about)


def _note(report: Report, found: Agreement, about: dict[str, Any]) -> None:
    report.agreement.append(about | asdict(found))
    if not found.passed:
        report.faults.append(f"{_place(about)}: {found.first_fault}")


def _exact(report: Report, device: str, sizes: tuple[Size, ...], deadline: float) -> None:
    """The exact audit of every sampler in turn, each with its share of the time that is left; its groups are dealt out over
    the devices.
    """
    devices = alike(device)
    todo = [(backend, kind) for backend in running(device) for kind in backend.samplers()]
    for done, (backend, kind) in enumerate(todo):
        until = time.monotonic() + (deadline - time.monotonic()) / (len(todo) - done)
        interpreted = backend.name == "triton" and not report.device["compiled"]
        rows = float("inf") if device != "cpu" else INTERPRETED_ROWS if interpreted else CPU_ROWS
        groups = list(itertools.islice(instances.fixed(), 1 if interpreted else None))
        parts = [Report(report.device) for _ in groups]

        with ThreadPoolExecutor(len(devices)) as pool:
            shares = [slice(place, None, len(devices)) for place in range(len(devices))]
            started = [
                pool.submit(_audits, parts[share], backend, kind, one, groups[share], until, rows)
                for one, share in zip(devices, shares, strict=True)
            ]
        for one in started:
            one.result()
        for part in parts:
            report.exact += part.exact
            report.faults += part.faults


def alike(device: str) -> list[str]:
    """The devices that a name stands for: all of them for "cuda"."""
    import torch

    return [f"cuda:{i}" for i in range(torch.cuda.device_count())] if device == "cuda" else [device]


def _audits(
    parts: list[Report],
    backend: Backend,
    kind: str,
    device: str,
    groups: list[instances.Group],
    until: float,
    rows: float,
) -> None:
    """One device's groups, each with its share of the time that is left, and a report for each."""
    import torch

    sampler = backends.sampler(backend.name, kind, device)
    with contextlib.nullcontext() if device == "cpu" else torch.cuda.device(device):  # a kernel runs on the current one
        for seen, (part, group) in enumerate(zip(parts, groups, strict=True)):
            end = time.monotonic() + (until - time.monotonic()) / (len(groups) - seen)
            about = {"backend": backend.name, "sampler": kind, "about": group[0].about}
            with _guarded(part, "exact audit, {backend} {sampler}, {about}".format(**about)):
                _audit(part, sampler, group, end, rows, about)


def _audit(
    report: Report, sampler: Sampler, group: instances.Group, until: float, rows: float, about: dict[str, Any]
) -> None:
    """One group on finer and finer lattices; what is told is the finest that was completed."""
    found: tuple[int, exact.Audited] | None = None
    jobs = jobs_of(group)
    for grid in GRIDS:
        if grid**jobs.coins * len(jobs.weight) > MOST_CELLS:
            break
        chunk = int(min(exact.CHUNK, rows))
        audited = exact.audit(sampler, group, grid=grid, deadline=until, max_rows=rows, chunk=chunk)
        if found is None or audited.in_time or audited.refuted:
            found = grid, audited
        if audited.refuted or not audited.in_time:
            break
    assert found
    grid, audited = found
    report.exact.append(
        about
        | {
            "vocab": group[0].vocab,
            "gamma": max(instance.gamma for instance in group),
            "grid": grid,
            "rows": audited.rows,
            "complete": audited.in_time,
            "verdicts": [judged.verdict.value for judged in audited.judgements],
            "excludes": float(max(judged.excluded for judged in audited.judgements)),
        }
    )
    wrong = [f"{judged.worst} has {judged.found}, the target {judged.target}" for judged in audited.refuted]
    wrong += [ends] if (ends := exact.end_points(sampler, group)) else []
    report.faults += ["exact audit, {backend} {sampler}, {about}: ".format(**about) + line for line in wrong]


_PARTS: dict[str, Callable[[Report, str, tuple[Size, ...], float], None]] = {
    "agreement": _agreement,
    "exact": _exact,
}
