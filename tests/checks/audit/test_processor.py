"""The processor audit on a zoo: right code passes, and each wrong one is caught on a small law and named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from draftproof.checks.audit.processor import FIRST, audit_processor, fixed_laws
from draftproof.checks.audit.samplers import RIVALS
from draftproof.derivations.claims import chain
from draftproof.derivations.pipelines import parse
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.sampling import process_logits
from draftproof.subjects.subject import Limits

ZOO = """
import os
import time
import numpy as np

def softmax(z):
    weights = np.exp(z - z.max())
    return weights / weights.sum()

def sorted_masses(z):
    order = np.argsort(-z, kind="stable")
    return order, np.cumsum(softmax(z)[order])

def masked(z, order, kept):
    mask = np.zeros(len(z), bool)
    mask[order[kept]] = True
    return np.where(mask, z, -np.inf)

def top_p(z, p):
    order, mass = sorted_masses(z)
    return masked(z, order, np.concatenate([[0.0], mass[:-1]]) < p)

def top_k(z, k):
    return z if k >= len(z) else np.where(z < np.sort(z)[-k], -np.inf, z)

def exactly_k(z, k):
    return masked(z, np.argsort(-z, kind="stable"), slice(k))

def right(z): return softmax(top_p(z / 0.5, 0.85))
def single_precision(z): return right(z.astype(np.float32)).astype(np.float32)
def by_thresholds(z):
    z = z / 0.5
    order, mass = sorted_masses(z)
    least = softmax(z)[order][np.searchsorted(mass, 0.85)]
    law = np.where(softmax(z) >= least, softmax(z), 0)
    return law / law.sum()

def temperature_last(z): return softmax(top_p(z, 0.85) / 0.5)
def crossing_dropped(z):
    z = z / 0.5
    order, mass = sorted_masses(z)
    kept = mass <= 0.85
    kept[0] = True
    return softmax(masked(z, order, kept))
def tiny(z):
    z = z / 0.5
    order, mass = sorted_masses(z)
    law = np.zeros(len(z))
    law[order[mass <= 0.85]] = softmax(z)[order[mass <= 0.85]]
    return law / law.sum()
def not_renormalised(z):
    z = z / 0.5
    return np.where(np.isinf(top_p(z, 0.85)), 0.0, softmax(z))
def no_temperature(z): return softmax(top_p(z, 0.85))
def upside_down(z): return softmax(top_p(z * 0.5, 0.85))
def equality_adds(z):
    order, mass = sorted_masses(z)
    return softmax(masked(z, order, np.concatenate([[0.0], mass[:-1]]) <= 0.5))
def half(z): return softmax(top_p(z, 0.5))
def one_is_greedy(z): return np.eye(len(z))[z.argmax()]
def joint(z): return softmax(np.where(np.isinf(exactly_k(z, 2)), -np.inf, top_p(z, 0.6)))
def sequential(z): return softmax(top_p(exactly_k(z, 2), 0.6))
def keeps_ties(z): return softmax(top_k(z, 2))
def absolute_min_p(z):
    law = np.where(softmax(z) >= 0.2, softmax(z), 0)
    return law / law.sum()
def late_temperature_lost(z): return softmax(exactly_k(z, 2))
def unstable(z):
    weights = np.exp(z / 0.01)
    return weights / weights.sum()

def raises(z): raise ValueError("no logits today")
def short(z): return softmax(z)[:-1]
def integers(z): return np.ones(len(z), int)
def a_list(z): return [1.0]
def negative(z): return np.full(len(z), -1.0)
def hangs(z): time.sleep(600)
def dies(z): os._exit(7)
"""

SHARP = "temperature:0.5,top_p:0.85"

RIGHT = {
    "as specified": ("right", SHARP),
    "in single precision": ("single_precision", SHARP),
    "equality counts as reaching": ("half", "top_p:0.5"),
    "joint": ("joint", "joint(top_k:2,top_p:0.6)"),
    "sequential": ("sequential", "top_k:2,top_p:0.6"),
    "ties kept, where they are to be": ("keeps_ties", "top_k:2:keep_ties"),
}

WRONG = {
    "temperature after truncation": ("temperature_last", SHARP, 2, "sampling_order.temperature_after_truncation"),
    "crossing token dropped": ("crossing_dropped", SHARP, 2, "sampling_order.crossing_dropped"),
    "a tiny p masks everything": ("tiny", SHARP, 1, "sampling_order.tiny_p_masks_everything"),
    "not renormalised": ("not_renormalised", SHARP, 2, "sampling_order.not_renormalised"),
    "no temperature": ("no_temperature", SHARP, 2, "sampling_order.probabilities_divided"),
    "temperature upside down": ("upside_down", SHARP, 2, "sampling_order.temperature_upside_down"),
    "equality adds a token": ("equality_adds", "top_p:0.5", 2, "sampling_order.equality_adds"),
    "p = 1 is greedy": ("one_is_greedy", "top_p:1", 2, "sampling_order.top_p_one_is_greedy"),
    "joint taken for sequential": ("joint", "top_k:2,top_p:0.6", 3, "sampling_order.mass_not_renormalised"),
    "sequential taken for joint": (
        "sequential", "joint(top_k:2,top_p:0.6)", 3, "sampling_order.sequential_taken_for_joint"
    ),
    "min-p absolute": ("absolute_min_p", "min_p:0.2", 2, "sampling_order.min_p_absolute"),
    "the late temperature lost": ("late_temperature_lost", "top_k:2,temperature:0.5", 2, "sampling_order.temperature_lost"),
}  # fmt: skip

ALIKE = {"sampling_order.temperature_lost": {"sampling_order.probabilities_divided"}}
"""Rivals that are the same code at the pipelines above: where the only temperature comes last, losing it is having none."""

MISBEHAVES = {
    "raises": ("raised", "no logits today"),
    "short": ("not_a_law", "expected floats of the shape [1]"),
    "integers": ("not_a_law", "returned int64[1]"),
    "a_list": ("wrong_result", "returned a list, expected an array"),
    "negative": ("not_a_law", "negative probability"),
    "hangs": ("hung", "no answer after 1 s"),
    "dies": ("died", "exited with status 7"),
}


@pytest.fixture
def _zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "zoo.py").write_text(ZOO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_zoo")
@pytest.mark.parametrize("name", RIGHT)
def test_right_code_passes(name: str) -> None:
    subject, pipeline = RIGHT[name]
    found = audit_processor(f"zoo:{subject}", pipeline, examples=150)
    assert found.passes, found.faults
    assert found.explored["laws"] > 100


@pytest.mark.usefixtures("_zoo")
@pytest.mark.parametrize("name", WRONG)
def test_wrong_code_is_caught_on_a_small_law_and_named(name: str) -> None:
    subject, pipeline, size, rival = WRONG[name]
    found = audit_processor(f"zoo:{subject}", pipeline)
    assert found.verdict is Verdict.REFUTED
    (fault,) = found.faults
    assert len(fault.counterexample["weights"]) == size
    assert set(found.diagnosis) == {rival} | ALIKE.get(rival, set())


@pytest.mark.usefixtures("_zoo")
@pytest.mark.parametrize("subject", MISBEHAVES)
def test_what_misbehaves_is_a_fault_on_the_smallest_law(subject: str) -> None:
    kind, says = MISBEHAVES[subject]
    found = audit_processor(f"zoo:{subject}", "top_k:5", limits=Limits(timeout=1.0))
    (fault,) = found.faults
    assert (fault.kind, fault.counterexample["weights"]) == (kind, list(FIRST[0]))
    assert says in fault.says


@pytest.mark.usefixtures("_zoo")
def test_ties_that_were_not_asked_for_are_named() -> None:
    found = audit_processor("zoo:keeps_ties", "top_k:2")
    assert found.verdict is Verdict.REFUTED
    assert "it behaves as top_k:2:keep_ties" in found.remarks


@pytest.mark.usefixtures("_zoo")
def test_an_overflow_is_seen() -> None:
    found = audit_processor("zoo:unstable", "temperature:0.01")
    assert found.verdict is Verdict.REFUTED


@pytest.mark.usefixtures("_zoo")
def test_what_cannot_be_observed_is_said() -> None:
    assert any(
        "not observable at this p" in remark for remark in audit_processor("zoo:right", SHARP, examples=5).remarks
    )
    assert not audit_processor("zoo:half", "top_p:0.5", examples=5).remarks


@pytest.mark.usefixtures("_zoo")
@pytest.mark.parametrize(
    ("subject", "options", "says"),
    [
        ("zoo:nothing", {}, "cannot be loaded"),
        ("nowhere:right", {}, "cannot be loaded"),
        ("zoo", {}, "expected MODULE:CALLABLE"),
        ("zoo:right", {"written": "top_k:0"}, "expected a value in"),
        ("zoo:right", {"examples": 0}, "expected at least 1"),
        ("zoo:right", {"tolerance": 2.0}, "expected a number between 0 and 1"),
    ],
)
def test_what_cannot_be_used_is_no_verdict(subject: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        audit_processor(subject, **{"written": SHARP, **options})  # type: ignore[arg-type]


def test_without_hypothesis_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draftproof.checks.audit.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"^audit processor needs hypothesis: pip install hypothesis$"):
        audit_processor("zoo:right", SHARP)


PIPELINES = (
    SHARP, "top_p:0.5", "top_p:1", "joint(top_k:2,top_p:0.6)", "top_k:2,top_p:0.6", "min_p:0.2", "top_k:2,temperature:0.5",
    "top_p:0.85,temperature:0.5",
)  # fmt: skip


@pytest.mark.parametrize("id_", RIVALS)
def test_every_rival_is_one_of_the_chain_and_differs_from_what_is_right(id_: str) -> None:
    assert id_ in {rival.id for claim in chain("sampling_order").claims for rival in claim.rivals}
    laws = [np.log(np.array(weights, float)) for weights in ((1, 1), (3, 1), (4, 3, 2, 1), (7, 3, 2))]
    for way in RIVALS[id_]:
        differs = False
        for written in PIPELINES:
            for logits in laws:
                with np.errstate(all="ignore"):
                    differs |= not np.allclose(way(logits, parse(written)), process_logits(logits, written))
        assert differs


def test_the_fixed_laws_reach_a_thousand_tokens() -> None:
    sizes = {len(weights) for weights in fixed_laws()}
    assert {1, 2, 1024, 1536} <= sizes
