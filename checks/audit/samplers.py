"""Wrong sampling steps that people really write, run on logits: the rivals of the chain `sampling_order` as behaviours.

Each is registered under the id of its rival and gets logits float64[V] and the pipeline that was asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

import numpy as np

from ...derivations.pipelines import Pipeline, Step
from ...sampling import CUTS, Cut, Floats, masses, run, slack, softmax
from .pipeline import sequential, temperature_last

Behaviour = Callable[[Floats, Pipeline], Floats]


def _at_most(scores: Floats, p: float, error: float) -> int:
    """How many prefixes have a mass of at most p."""
    return int(np.count_nonzero(masses(scores) <= p + slack(scores, error)))


def _crossing_dropped(scores: Floats, p: float, error: float) -> int:
    return max(1, _at_most(scores, p, error))


def _equality_adds(scores: Floats, p: float, error: float) -> int:
    return min(len(scores), _at_most(scores, p, error) + 1)


def _one_is_greedy(scores: Floats, p: float, error: float) -> int:
    return 1 if p == 1.0 else CUTS["top_p"](scores, p, error)


def _absolute(scores: Floats, least: float, error: float) -> int:
    return int(np.count_nonzero(softmax(scores) >= least))


def cut(name: str, rule: Cut) -> Behaviour:
    """A pipeline with another rule for one cut."""
    return lambda logits, pipeline: run(logits, pipeline, {name: rule})


def steps(change: Callable[[Pipeline], Pipeline]) -> Behaviour:
    """A pipeline with other steps."""
    return lambda logits, pipeline: run(logits, change(pipeline))


def temperature_first(pipeline: Pipeline) -> Pipeline:
    """The temperatures first, then the cuts."""
    return tuple(sorted(pipeline, key=lambda step: step.name != "temperature"))


def jointly(pipeline: Pipeline) -> Pipeline:
    """Neighbouring cuts taken of one law."""
    found: list[Step] = []
    for is_cut, group in groupby(pipeline, key=lambda step: step.name not in ("temperature", "greedy")):
        parts = sequential(tuple(group))
        found += [Step("joint", parts=parts)] if is_cut and len(parts) > 1 else parts
    return tuple(found)


def _without_temperature(pipeline: Pipeline) -> Pipeline:
    return tuple(step for step in pipeline if step.name != "temperature")


def _late_temperature_lost(pipeline: Pipeline) -> Pipeline:
    """Temperatures that come after a cut are left out."""
    cuts = [step.name != "temperature" for step in pipeline]
    return tuple(step for place, step in enumerate(pipeline) if cuts[place] or not any(cuts[:place]))


def _upside_down(pipeline: Pipeline) -> Pipeline:
    return tuple(replace(step, value=1 / step.value) if step.name == "temperature" else step for step in pipeline)


def _whole(logits: Floats, pipeline: Pipeline) -> Floats:
    """The law of all tokens at the pipeline's temperature."""
    return run(logits, tuple(step for step in pipeline if step.name == "temperature"))


def _not_renormalised(logits: Floats, pipeline: Pipeline) -> Floats:
    return np.where(run(logits, pipeline) > 0, _whole(logits, pipeline), 0.0)


def _shared_evenly(logits: Floats, pipeline: Pipeline) -> Floats:
    kept = run(logits, pipeline) > 0
    law = np.where(kept, _whole(logits, pipeline), 0.0)
    return np.where(kept, law + (1.0 - law.sum()) / np.count_nonzero(kept), 0.0)


RIVALS: dict[str, tuple[Behaviour, ...]] = {
    "sampling_order.crossing_dropped": (cut("top_p", _crossing_dropped),),
    "sampling_order.equality_adds": (cut("top_p", _equality_adds),),
    "sampling_order.tiny_p_masks_everything": (cut("top_p", _at_most),),
    "sampling_order.top_p_one_is_greedy": (cut("top_p", _one_is_greedy),),
    "sampling_order.temperature_after_truncation": (steps(temperature_last), steps(temperature_first)),
    "sampling_order.sequential_taken_for_joint": (steps(sequential),),
    "sampling_order.mass_not_renormalised": (steps(jointly),),
    "sampling_order.not_renormalised": (_not_renormalised,),
    "sampling_order.cut_mass_shared_evenly": (_shared_evenly,),
    "sampling_order.probabilities_divided": (steps(_without_temperature),),
    "sampling_order.temperature_lost": (steps(_late_temperature_lost),),
    "sampling_order.temperature_upside_down": (steps(_upside_down),),
    "sampling_order.min_p_absolute": (cut("min_p", _absolute),),
}
"""Rival -> what it may look like in code."""
