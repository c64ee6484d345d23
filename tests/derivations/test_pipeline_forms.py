"""Normal forms: every rewrite rests on claims that hold and keeps every law; what is known to differ has two forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from draftproof.checks import sampling_order
from draftproof.derivations import pipeline_forms
from draftproof.derivations.claims import chain, claim
from draftproof.derivations.evidence import derive_evidence
from draftproof.derivations.options import Options
from draftproof.derivations.pipeline_forms import REWRITES, Rewrite, form
from draftproof.derivations.pipelines import Pipeline, Step, Undecided, distance, ends, parse, process, text
from draftproof.ledger import Verdict

EQUAL = [
    ("temperature:0.5,top_k:5", "top_k:5,temperature:0.5"),
    ("top_p:0.9,top_k:5", "joint(top_k:5,top_p:0.9)"),
    ("top_p:0.9,top_k:5", "joint(top_p:0.9,top_k:5)"),
    ("top_k:5,top_k:3", "top_k:3,top_k:7"),
    ("temperature:0.5,temperature:0.5", "temperature:0.25"),
    ("temperature:1,top_p:0.9", "top_p:0.9,temperature:1"),
    ("temperature:0.5,min_p:0.25", "min_p:0.5,temperature:0.5"),
    ("temperature:2,min_p:0.5", "min_p:0.25,temperature:2"),
    ("top_k:5,min_p:0.2", "min_p:0.2,top_k:5"),
    ("min_p:0.2,top_k:5", "joint(top_k:5,min_p:0.2)"),
    ("top_p:1,min_p:0", "temperature:1"),
    ("greedy", "temperature:0.3,top_p:0.5,top_k:1"),
    ("top_k:1,temperature:2", "greedy,top_p:0.1"),
    ("top_k:4,top_k:9:keep_ties", "top_k:4"),
    ("top_p:0.9,top_k:3,temperature:2,top_k:5", "top_p:0.9,top_k:3,temperature:2"),
    ("min_p:0.1,min_p:0.2", "min_p:0.2,min_p:0.1"),
    ("min_p:0.15,temperature:0.7,min_p:0.1", "temperature:0.7,min_p:0.1,min_p:0.1"),
    ("temperature:0.123456789012345,min_p:0.25", "temperature:0.123456789012345,min_p:0.25,min_p:0.2499999"),
    ("joint(top_p:0.9,top_p:0.8)", "top_p:0.8"),
    ("temperature:0.5,top_p:0.9,temperature:2", "temperature:0.5,top_p:0.9,temperature:2,temperature:1"),
]
DIFFERENT = [
    ("temperature:0.5,top_p:0.85", "top_p:0.85,temperature:0.5"),
    ("top_k:5,top_p:0.9", "joint(top_k:5,top_p:0.9)"),
    ("top_k:5,top_p:0.9", "top_p:0.9,top_k:5"),
    ("temperature:0.5,min_p:0.25", "min_p:0.25,temperature:0.5"),
    ("top_k:5", "top_k:5:keep_ties"),
    ("top_p:0.9", "top_p:0.9,top_p:0.9"),
    ("top_p:0.9,top_p:0.8", "joint(top_p:0.9,top_p:0.8)"),
    ("top_p:0.9,top_p:0.8:keep_ties", "joint(top_p:0.9,top_p:0.8:keep_ties)"),
    ("min_p:0.1,top_p:0.9", "top_p:0.9,min_p:0.1"),
    ("temperature:0.5", "temperature:0.6"),
    ("min_p:0.2", "min_p:0.2,temperature:2,min_p:0.2"),
    ("top_k:5,top_p:0.9", "top_k:5,top_p:0.9,top_k:4"),
    ("top_k:1:keep_ties", "top_k:1"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_steps_that_commute_have_one_form(one: str, other: str) -> None:
    assert form(parse(one)).steps == form(parse(other)).steps


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_steps_that_do_not_commute_have_two(one: str, other: str) -> None:
    assert form(parse(one)).steps != form(parse(other)).steps


@pytest.mark.parametrize("id_", sorted({id_ for rewrite in REWRITES.values() for id_ in rewrite.claims}))
def test_what_a_rewrite_rests_on_is_derived_and_proved(id_: str) -> None:
    found = claim(id_)
    assert found in chain("sampling_order").claims
    derived, proof = derive_evidence(found), sampling_order.evidence(found, Options())
    assert derived is not None
    assert derived.verdict is Verdict.PROVED
    assert proof is not None
    assert proof.verdict is Verdict.PROVED
    assert not proof.rivals.survived


CUTS = ("top_k:2", "top_k:3", "top_k:2:keep_ties", "top_k:3:keep_ties", "top_p:0.5", "top_p:0.8", "top_p:0.5:keep_ties",
        "top_p:1", "min_p:0.25", "min_p:0.5", "min_p:0")  # fmt: skip
MASSES = ("joint(top_p:0.8,top_p:0.5)", "joint(top_p:0.5,top_p:0.8:keep_ties,top_p:1)", "joint(top_p:0.8,top_p:0.7)")
OTHERS = ("temperature:0.5", "temperature:2", "temperature:1", "temperature:1/3", "top_k:1", "greedy")


def drawn() -> Iterator[Pipeline]:
    """Pipelines of one to four steps, without end, always the same."""
    rng = Random(0)
    while True:
        joint = f"joint({','.join(rng.choices(CUTS, k=rng.randint(1, 3)))})"
        steps = (*CUTS, *OTHERS, *MASSES, *(joint,) * 3)
        yield parse(",".join(rng.choices(steps, k=rng.randint(1, 4))))


def rewritten(rewrite: Rewrite, count: int) -> Iterator[tuple[Pipeline, Pipeline]]:
    """So many drawn pipelines to which the rewrite applies, before and after it."""
    found = ((pipeline, rewrite.apply(pipeline)) for pipeline in islice(drawn(), 20_000))
    return islice(((before, after) for before, after in found if after is not None), count)


LAWS = [
    [Fraction(weight) for weight in weights]
    for weights in (
        (1,), (2, 1), (1, 1, 1, 1), (4, 3, 2, 1), (5, 4, 4, 4), (9, 4, 4, 1), (4, 4, 1, 1), (16, 9, 4, 1, 1), (8, 7, 6, 5, 4),
        (36, 25, 16, 9, 4, 1),
    )
]  # fmt: skip


def keeps_every_law(one: Pipeline, other: Pipeline) -> bool:
    """Whether none of the laws tells the two apart (a mass that is not decided says nothing)."""
    for weights in LAWS:
        try:
            if ends(distance(process(weights, one), process(weights, other)))[0] > 0:
                return False
        except Undecided:
            continue
    return True


@pytest.mark.parametrize("name", REWRITES)
def test_every_rewrite_keeps_every_law(name: str) -> None:
    pairs = list(rewritten(REWRITES[name], 60))
    assert len(pairs) == 60, "the rewrite is hardly tried"
    for before, after in pairs:
        assert after != before
        assert keeps_every_law(before, after), f"{text(before)} to {text(after)}"


def _swapped(first: str, second: str) -> Rewrite:
    return Rewrite(
        "planted",
        (),
        pipeline_forms._of_two(lambda a, b: (b, a) if (a.name, b.name) == (first, second) else None),
    )


def _without_power(one: Step, other: Step) -> Pipeline | None:
    return (other, one) if (one.name, other.name) == ("temperature", "min_p") else None


FALSE = {
    "temperature and top-p commute": _swapped("temperature", "top_p"),
    "top-k and top-p commute": _swapped("top_k", "top_p"),
    "min-p and top-p commute": _swapped("min_p", "top_p"),
    "min-p and temperature commute": Rewrite("planted", (), pipeline_forms._of_two(_without_power)),
    "the last top-p wins": Rewrite(
        "planted", (), pipeline_forms._of_two(lambda a, b: (b,) if a.name == b.name == "top_p" else None)
    ),
    "a joint cut is a sequence": Rewrite(
        "planted", (), pipeline_forms._of_one(lambda step: step.parts if len(step.parts) > 1 else None)
    ),
    "temperatures add": Rewrite(
        "planted",
        (),
        pipeline_forms._of_two(
            lambda a, b: (Step("temperature", a.value + b.value),) if a.name == b.name == "temperature" else None
        ),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_rewrite_is_caught(name: str) -> None:
    assert not all(keeps_every_law(before, after) for before, after in rewritten(FALSE[name], 60))


def test_a_normal_form_gives_the_law_of_the_pipeline() -> None:
    for pipeline in islice(drawn(), 400):
        found = form(pipeline)
        assert keeps_every_law(pipeline, found.steps), text(pipeline)
        assert form(found.steps) == replace(found, used=())


def test_a_long_pipeline_has_a_form() -> None:
    steps = ",".join(["temperature:.9,min_p:.1,top_k:9"] * 30)
    assert text(form(parse(steps)).steps).startswith("top_k:9,min_p:")


def test_rewrites_that_undo_each_other_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        pipeline_forms, "REWRITES", {"there": _swapped("top_k", "top_p"), "back": _swapped("top_p", "top_k")}
    )
    with pytest.raises(AssertionError, match="no normal form"):
        form(parse("top_k:2,top_p:0.5"))
