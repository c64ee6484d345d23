"""Sampling steps on logits, in float64: what `derivations.pipelines` does exactly, for vectors of any size.

Stable for every finite input: logits are taken relative to the largest one, so nothing overflows; a temperature near 0 ends
in the greedy law. A mass that misses p by no more than rounding can explain counts as reaching it, so that where exact
arithmetic says "equal" (three tenths and four tenths against p = .7) floats do not add a token. A test holds these
functions against the exact ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from .derivations.pipelines import KEEP_TIES, Pipeline, Step, parse
from .errors import BadInput

Floats = npt.NDArray[np.float64]

EPS = float(np.finfo(np.float64).eps)

ROUNDINGS = 8
"""Roundings of one logit on its way to a mass: logarithm, difference, quotient, exponential, each to an ulp or two."""

MOST = 1e-9
"""The most that is put down to rounding: with larger logits, or a lower temperature, what the floats say is what counts."""

Cut = Callable[[Floats, float, float], int]
"""(scores of the kept tokens, sorted, the largest 0; value; largest rounding error) -> how many are kept."""


def process_logits(logits: npt.ArrayLike, pipeline: str | Pipeline) -> Floats:
    """The law that a pipeline of sampling steps makes of logits.

    `logits` has the shape [..., vocab]; -inf masks a token. The result has the same shape: float64 probabilities, each row summing
    to 1, cut tokens 0. Of equal logits the lower index comes first. Steps as in `derivations.pipelines`: for example
    "temperature:0.5,top_p:0.85". Raises `BadInput` for NaN, +inf, an empty vocabulary, a row of -inf alone, and an unknown step.
    """
    values = np.asarray(logits, np.float64)
    if values.ndim == 0 or values.shape[-1] == 0:
        raise BadInput(f"logits of shape {list(values.shape)}: expected [..., vocab] with at least one token")
    if np.isnan(values).any() or np.isposinf(values).any():
        raise BadInput("logits with NaN or +inf: expected numbers, or -inf for a masked token")
    if np.isneginf(values).all(axis=-1).any():
        raise BadInput("a row of logits is -inf throughout: expected at least one token that is not masked")
    steps = parse(pipeline) if isinstance(pipeline, str) else pipeline
    rows = values.reshape(-1, values.shape[-1])
    return np.stack([run(row, steps) for row in rows]).reshape(values.shape)


def run(logits: Floats, pipeline: Pipeline, cuts: Mapping[str, Cut] | None = None) -> Floats:
    """One row; `cuts` replaces the rules of cuts by name (for the rivals of an audit)."""
    rules = CUTS if cuts is None else {**CUTS, **cuts}
    order = np.argsort(-logits, kind="stable")
    order = order[: int(np.count_nonzero(~np.isneginf(logits)))]
    with np.errstate(over="ignore"):  # a score that overflows is that of a token of probability 0
        scores = logits[order] - logits[order[0]]
        error = min(MOST, ROUNDINGS * EPS * (1.0 + float(np.abs(logits[order]).max())))
        for step in pipeline:
            if step.name == "temperature":
                temperature = float(step.value)
                scores, error = scores / temperature, min(MOST, error / temperature)
            else:
                scores = scores[: kept(scores, step, error, rules)]
    probabilities = np.zeros_like(logits)
    probabilities[order[: len(scores)]] = softmax(scores)
    return probabilities


def kept(scores: Floats, step: Step, error: float, rules: Mapping[str, Cut]) -> int:
    """How many tokens a cut keeps."""
    if step.parts:
        return min(kept(scores, part, error, rules) for part in step.parts)
    count = rules[step.name](scores, float(step.value), error)
    if step.ties == KEEP_TIES and count:
        count = int(np.count_nonzero(scores >= scores[count - 1]))
    return count


def softmax(scores: Floats) -> Floats:
    """The law of scores of which the largest is 0; an empty one for none."""
    weights = np.exp(scores)
    found: Floats = weights / weights.sum()
    return found


def masses(scores: Floats) -> Floats:
    """The mass of every prefix."""
    found: Floats = np.cumsum(softmax(scores))
    return found


def slack(scores: Floats, error: float) -> float:
    """How far a mass may be off: each weight by `error` relatively, and a rounding for each sum."""
    return error + len(scores) * EPS


def _top_p(scores: Floats, p: float, error: float) -> int:
    reached = masses(scores) >= p - slack(scores, error)
    return int(np.argmax(reached)) + 1 if reached.any() and p < 1.0 else len(scores)


def _min_p(scores: Floats, share: float, error: float) -> int:
    with np.errstate(divide="ignore"):
        return int(np.count_nonzero(scores >= np.log(share) - error)) if share else len(scores)


CUTS: dict[str, Cut] = {
    "top_k": lambda scores, k, _: min(int(k), len(scores)),
    "top_p": _top_p,
    "min_p": _min_p,
    "greedy": lambda scores, _, __: 1,
}
