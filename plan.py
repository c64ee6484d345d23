"""`draftproof plan`: which draft length, what one step off it costs, and up to which batch speculation pays.

Pure arithmetic on `formulas`, NumPy alone. The batch model is a roofline (peak rates, see `step_time_roofline`): a
bound to reason with, not a measurement.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from . import formulas
from .errors import BadInput


@dataclass(frozen=True)
class Hardware:
    """An accelerator: dense peak FLOP/s by arithmetic type, memory bytes/s, and where the figures come from."""

    name: str
    flops_per_s: Mapping[str, float]
    bytes_per_s: float
    source: str


@dataclass(frozen=True)
class Model:
    """A decoder: parameters and the shape of its KV cache. Weights and cache are BF16 unless said otherwise."""

    name: str
    parameters: int
    layers: int
    kv_heads: int
    head_dim: int
    source: str
    bytes_per_weight: float = 2.0
    bytes_per_kv: float = 2.0

    @property
    def weight_bytes(self) -> float:
        """Bytes of weights that a step reads."""
        return self.parameters * self.bytes_per_weight

    @property
    def kv_bytes_per_token(self) -> float:
        """Bytes of a key and a value in every layer, for one token of context."""
        return 2 * self.layers * self.kv_heads * self.head_dim * self.bytes_per_kv


_Entry = TypeVar("_Entry", Hardware, Model)

_HOPPER = {"bf16": 989.4e12, "fp8": 1978.9e12}  # the H100 and the H200 SXM share their arithmetic
_DENSE = "dense rate, half of the printed rate with sparsity"

HARDWARE = {
    entry.name: entry
    for entry in (
        Hardware("H100 SXM", _HOPPER, 3.35e12, f"NVIDIA H100 data sheet; {_DENSE}"),
        Hardware("H200 SXM", _HOPPER, 4.8e12, f"NVIDIA H200 data sheet; {_DENSE}"),
    )
}

_CARD = "parameter count and configuration of the published checkpoint"

MODELS = {
    entry.name: entry
    for entry in (
        Model("Llama 3.2 1B", 1_235_814_400, 16, 8, 64, _CARD),
        Model("Llama 3.1 8B", 8_030_261_248, 32, 8, 128, _CARD),
        Model("Llama 3.1 70B", 70_553_706_496, 80, 8, 128, _CARD),
    )
}

LARGEST_BATCH = 2**16  # far above what one engine runs at once; every batch up to it is tried
_ENDLESS_BATCH = 2**26  # weights are read in less than 1e-5 of such a step: the limit, to the digits shown


@dataclass(frozen=True)
class Serving:
    """Where decoding runs: target, accelerator, arithmetic type, context tokens per sequence, and the drafter.

    Without a drafter one draft step costs `draft_cost` times the target's plain step at the same batch and context: a
    drafter with that share of the target's weights, KV cache and arithmetic. With one, its own roofline counts.
    """

    model: Model
    hardware: Hardware
    dtype: str = "bf16"
    context: int = 0
    drafter: Model | None = None

    def step_time(self, model: Model, batch: ArrayLike, rows: ArrayLike) -> formulas.Number:
        """Seconds of a step of `model` over `rows` tokens of `batch` sequences, whose KV caches are read once."""
        return formulas.step_time_roofline(
            rows,
            parameters=model.parameters,
            bytes_per_weight=model.bytes_per_weight,
            flops_per_s=self.hardware.flops_per_s[self.dtype],
            bytes_per_s=self.hardware.bytes_per_s,
            kv_bytes=np.multiply(batch, self.context * model.kv_bytes_per_token),
        )

    def draft_cost(self, batch: int = 1) -> float | None:
        """c by the roofline at a batch: the drafter's step over the target's plain one; None without a drafter."""
        if self.drafter is None:
            return None
        return float(self.step_time(self.drafter, batch, batch) / self.step_time(self.model, batch, batch))

    def speedup(self, alpha: ArrayLike, gamma: ArrayLike, batch: ArrayLike, draft_cost: ArrayLike) -> formulas.Number:
        """Tokens per second with `gamma` drafts over those of plain decoding, both at this batch."""
        plain = self.step_time(self.model, batch, batch)
        draft = self.step_time(self.drafter, batch, batch) if self.drafter else np.multiply(draft_cost, plain)
        return formulas.cycle_speedup(
            formulas.expected_tokens(alpha, gamma),
            plain_time=plain,
            draft_time=np.multiply(gamma, draft),
            verify_time=self.step_time(self.model, batch, formulas.verify_tokens(batch, gamma)),
        )


@dataclass(frozen=True)
class Row:
    """One draft length. `expected_tokens` is E, and equally the mean acceptance length L = 1 + gamma r.

    Draft length 0 is plain decoding: nothing is drafted, so that there is no acceptance ratio.
    """

    gamma: int
    expected_tokens: float
    acceptance_ratio: float | None
    mean_acceptance_length: float
    speedup: float
    speedup_at_batch: float | None = None


@dataclass(frozen=True)
class Plan:
    """The answer. `best_gamma`, `best_speedup` and `real_optimum` are those without a batch (verification is free).

    Those at a `batch` are None without one. Losses are in percent of the best speedup, at the batch where there is one;
    `crossing_batch` is the first at which the `advised` length loses. What is None for a reason has it in `reasons`,
    under its name.
    """

    alpha: float
    draft_cost: float
    max_gamma: int | None
    rows: tuple[Row, ...]
    best_gamma: int
    best_speedup: float
    real_optimum: float | None
    loss_one_shorter: float | None
    loss_one_longer: float | None
    batch: int | None = None
    best_gamma_at_batch: int | None = None
    best_speedup_at_batch: float | None = None
    crossing_batch: int | None = None
    serving: Serving | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def advised(self) -> int:
        """The best draft length for what was asked: at the batch, where there is one."""
        return self.best_gamma if self.best_gamma_at_batch is None else self.best_gamma_at_batch


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _entry(kind: str, name: str | _Entry, table: Mapping[str, _Entry]) -> _Entry:
    """The entry of that name; case, spaces and punctuation do not count. An entry of the caller's own is itself."""
    if not isinstance(name, str):
        return name
    for known, entry in table.items():
        if _plain(known) == _plain(name):
            return entry
    raise BadInput(f"{kind}: {name!r} is unknown; expected one of {', '.join(table)}")


def _serving(
    model: str | Model | None, hardware: str | Hardware | None, drafter: str | Model | None, dtype: str, context: int
) -> Serving | None:
    if model is None and hardware is None and drafter is None:
        return None
    if model is None or hardware is None:
        raise BadInput("model and hardware: only one is given; expected both, or neither")
    accelerator = _entry("hardware", hardware, HARDWARE)
    if dtype not in accelerator.flops_per_s:
        known = ", ".join(accelerator.flops_per_s)
        raise BadInput(f"dtype: {dtype!r} is unknown for {accelerator.name}; expected one of {known}")
    return Serving(
        model=_entry("model", model, MODELS),
        hardware=accelerator,
        dtype=dtype,
        context=formulas.natural("context", context),
        drafter=None if drafter is None else _entry("drafter", drafter, MODELS),
    )


def _draft_cost(draft_cost: float | None, serving: Serving | None) -> float:
    from_drafter = None if serving is None else serving.draft_cost()
    costs = [cost for cost in (draft_cost, from_drafter) if cost is not None]
    if len(costs) != 1:
        raise BadInput("draft_cost and drafter: expected one of the two, as either gives the cost of a draft step")
    return costs[0]


def _shown_lengths(peaks: Collection[int], max_gamma: int | None) -> list[int]:
    """The draft lengths with a row: all up to two past the best ones while they are few, else powers of two and the peaks.

    Plain decoding has one where it is the best.
    """
    first = min(1, *peaks)
    top = max(5, *(peak + 2 for peak in peaks)) if max_gamma is None else max_gamma
    if top <= 16:  # one screen
        return list(range(first, top + 1))
    near = {peak + step for peak in peaks for step in (-1, 0, 1)}
    return sorted(gamma for gamma in {2**k for k in range(top.bit_length())} | near | {top} if first <= gamma <= top)


def _best_at_batch(serving: Serving, alpha: float, batch: int, draft_cost: float, max_gamma: int | None) -> int:
    """The best draft length at this batch, by bisection on its steps up.

    E is concave in gamma and the cycle's time convex, so their ratio has one peak. It is not past the peak for free
    verification at the same draft cost: in a roofline, a longer verification takes more time from every further draft.
    """
    own = serving.draft_cost(batch)
    low, high = 0, int(formulas.best_draft_length(alpha, draft_cost if own is None else own, max_gamma))
    while low < high:
        middle = (low + high) // 2
        here, longer = (serving.speedup(alpha, gamma, batch, draft_cost) for gamma in (middle, middle + 1))
        low, high = (middle + 1, high) if longer > here else (low, middle)
    return low


def _crossing(serving: Serving, alpha: float, gamma: int, draft_cost: float) -> tuple[int | None, str]:
    """The first batch at which this draft length no longer pays, or None and the reason."""
    if gamma == 0:
        return None, "without drafts there is no speedup to lose"
    batches = np.arange(1, LARGEST_BATCH + 1)
    lost = np.flatnonzero(np.less_equal(serving.speedup(alpha, gamma, batches, draft_cost), 1))
    if lost.size:
        return int(batches[lost[0]]), ""
    limit = f"{serving.speedup(alpha, gamma, _ENDLESS_BATCH, draft_cost):.3g}x in the limit"
    return None, f"not up to batch {LARGEST_BATCH:,}, the largest tried ({limit})"


def _loss(speedup: Callable[[int], float], best: int, gamma: int, max_gamma: int | None) -> tuple[float | None, str]:
    """Percent of the best speedup that this draft length gives away, or None and the reason."""
    if gamma < 0:
        return None, "no shorter draft exists"
    if max_gamma is not None and gamma > max_gamma:
        return None, f"max_gamma is {max_gamma}"
    return 100 * (1 - speedup(gamma) / speedup(best)), ""


def _real_optimum(alpha: float, draft_cost: float) -> tuple[float | None, str]:
    try:
        return float(formulas.optimal_gamma_real(alpha, draft_cost)), ""
    except BadInput:  # its arguments were good before: only this is left
        return None, "unbounded: every further draft pays"


def _row(alpha: float, gamma: int, draft_cost: float, batch: int | None, serving: Serving | None) -> Row:
    ratio = float(formulas.acceptance_ratio(alpha, gamma)) if gamma else None
    return Row(
        gamma=gamma,
        expected_tokens=float(formulas.expected_tokens(alpha, gamma)),
        acceptance_ratio=ratio,
        mean_acceptance_length=1.0 if ratio is None else float(formulas.mean_acceptance_length(ratio, gamma)),
        speedup=float(formulas.speedup(alpha, gamma, draft_cost)),
        speedup_at_batch=float(serving.speedup(alpha, gamma, batch, draft_cost)) if serving and batch else None,
    )


def plan(
    alpha: float,
    draft_cost: float | None = None,
    max_gamma: int | None = None,
    *,
    batch: int | None = None,
    model: str | Model | None = None,
    hardware: str | Hardware | None = None,
    drafter: str | Model | None = None,
    dtype: str = "bf16",
    context: int = 0,
) -> Plan:
    """The plan for acceptance rate `alpha` and draft cost c (or a `drafter`, whose c then comes from the roofline).

    `model` and `hardware` (names of `MODELS` and `HARDWARE`, or entries of your own) add the batch from which the best
    draft length no longer pays; `batch` makes that the best one there, and adds its speedup; `context` is in tokens per
    sequence, for the KV cache that every step reads. `alpha` is for one draft model and task, the same at every batch.
    Errors: `BadInput` for values outside their domains, unknown names, an unbounded draft length without `max_gamma`.
    """
    serving = _serving(model, hardware, drafter, dtype, context)
    if max_gamma is not None:
        max_gamma = formulas.natural("max_gamma", max_gamma)
    if batch is not None:
        batch = formulas.natural("batch", batch, 1)
        if serving is None:
            raise BadInput("batch: the speedup at a batch needs a roofline; expected model and hardware with it")
    cost = _draft_cost(draft_cost, serving)
    best = int(formulas.best_draft_length(alpha, cost, max_gamma))
    at_batch = _best_at_batch(serving, alpha, batch, cost, max_gamma) if serving and batch else None
    advised = best if at_batch is None else at_batch

    def speedup(gamma: int) -> float:
        at = serving.speedup(alpha, gamma, batch, cost) if serving and batch else formulas.speedup(alpha, gamma, cost)
        return float(at)

    no_roofline = (None, "it needs a model and hardware")
    found = {
        "real_optimum": _real_optimum(alpha, cost),
        "loss_one_shorter": _loss(speedup, advised, advised - 1, max_gamma),
        "loss_one_longer": _loss(speedup, advised, advised + 1, max_gamma),
    }
    crossing, no_crossing = no_roofline if serving is None else _crossing(serving, alpha, advised, cost)
    reasons = {name: reason for name, (_, reason) in found.items() if reason}
    return Plan(
        alpha=float(alpha),
        draft_cost=float(cost),
        max_gamma=max_gamma,
        rows=tuple(_row(alpha, gamma, cost, batch, serving) for gamma in _shown_lengths((best, advised), max_gamma)),
        best_gamma=best,
        best_speedup=float(formulas.speedup(alpha, best, cost)),
        real_optimum=found["real_optimum"][0],
        loss_one_shorter=found["loss_one_shorter"][0],
        loss_one_longer=found["loss_one_longer"][0],
        batch=batch,
        best_gamma_at_batch=at_batch,
        best_speedup_at_batch=None if at_batch is None else speedup(at_batch),
        crossing_batch=crossing,
        serving=serving,
        reasons=reasons | ({"crossing_batch": no_crossing} if no_crossing else {}),
    )


def _table(plan: Plan, width: int) -> list[str]:
    """The rows, right-aligned; columns that do not fit are left out, the least needed first."""
    columns = {
        "gamma": [f"{'*' if row.gamma == plan.advised else ''}{row.gamma}" for row in plan.rows],
        "E = L": [f"{row.expected_tokens:.3f}" for row in plan.rows],
        "r": ["-" if row.acceptance_ratio is None else f"{row.acceptance_ratio:.3f}" for row in plan.rows],
        "speedup": [f"{row.speedup:.3f}" for row in plan.rows],
    }
    if plan.batch is not None:
        columns[f"batch {plan.batch}"] = [f"{row.speedup_at_batch:.3f}" for row in plan.rows]
    sizes = {head: max(map(len, (head, *cells))) for head, cells in columns.items()}
    for spare in ("r", "E = L"):
        if sum(sizes.values()) + 2 * (len(sizes) - 1) > width:
            del columns[spare], sizes[spare]
    lines = [tuple(columns), *zip(*columns.values(), strict=True)]
    return ["  ".join(cell.rjust(size) for cell, size in zip(line, sizes.values(), strict=True)) for line in lines]


def _sentences(plan: Plan) -> list[str]:
    """What the numbers say, one paragraph each."""
    real = plan.reasons.get("real_optimum") or f"real optimum {plan.real_optimum:.4g}"
    if plan.best_gamma_at_batch is None:
        said = [f"Best draft length {plan.best_gamma} ({real}): {plan.best_speedup:.3f}x."]
    else:
        said = [
            f"Best draft length at batch {plan.batch}: {plan.advised}, {plan.best_speedup_at_batch:.3f}x. "
            f"Were verification free, it would be {plan.best_gamma} ({real}): {plan.best_speedup:.3f}x."
        ]
    if not plan.advised and plan.alpha <= plan.draft_cost:
        said.append("Do not speculate: a draft pays only where alpha is above the draft cost.")
    elif not plan.advised and plan.best_gamma:
        said.append("Do not speculate at this batch: no draft length pays.")
    else:
        losses = {"shorter": plan.loss_one_shorter, "longer": plan.loss_one_longer}
        parts = [
            f"one {side}: {plan.reasons[f'loss_one_{side}']}" if loss is None else f"one {side} costs {loss:.2g}%"
            for side, loss in losses.items()
        ]
        said.append(f"A step off the best: {', '.join(parts)}.")
    if plan.serving is None:
        return said
    model, hardware, drafter = plan.serving.model, plan.serving.hardware, plan.serving.drafter
    said.append(f"Served: {model.name} on {hardware.name}, {plan.serving.dtype}, context {plan.serving.context:,}.")
    if plan.crossing_batch is not None:
        said.append(f"Draft length {plan.advised} falls to a speedup of 1 at batch {plan.crossing_batch}.")
    elif plan.advised:
        said.append(
            f"Draft length {plan.advised} is not seen to fall to a speedup of 1: {plan.reasons['crossing_batch']}."
        )
    drafting = f"{drafter.name} by its own roofline" if drafter else "the draft cost times the target's plain step"
    said.append(f"Rooflines at peak rates: a bound, not a measurement. A draft step is {drafting} at the same batch.")
    return said


def render(plan: Plan, width: int = 80) -> str:
    """The plan as plain text: a table that fits `width` columns (24 at least), and the conclusions below it."""
    width = max(width, 24)  # the three columns that always stay
    title = f"alpha {plan.alpha:g}, draft cost {plan.draft_cost:.4g}"
    head, *body = [textwrap.fill(text, width, break_on_hyphens=False) for text in (title, *_sentences(plan))]
    return "\n".join([head, "", *_table(plan, width), "", *body, ""])
