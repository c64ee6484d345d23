"""Instances: exact laws for every prefix, small ones first."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference.instances import (
    EVEN,
    Instance,
    as_text,
    by_position,
    cycled,
    drawn,
    fixed,
    growing,
    law,
    prefixes,
    ragged,
    thousandths,
)
from draftproof.gpu_reference.laws import is_exact

GROUPS = [*fixed(), *ragged(), *itertools.islice(drawn(3), 10)]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0].about)
def test_laws_are_exact_for_every_prefix(group):
    for instance in group:
        assert len(instance.target) == sum(instance.vocab**i for i in range(instance.gamma + 1))
        assert len(instance.draft) == sum(instance.vocab**i for i in range(instance.gamma))
        assert all(is_exact([float(x) for x in one]) for one in (*instance.target.values(), *instance.draft.values()))
        assert sum(weight for _, weight in instance.drafts()) == 1
        assert instance.vocab == group[0].vocab


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0].about)
def test_laws_along_a_draft_are_those_of_its_prefixes(group):
    for instance in group:
        for tokens, _ in instance.drafts():
            q, p = instance.laws_along(tokens)
            for i in range(instance.gamma + 1):
                assert [Fraction(x) for x in p[i]] == list(instance.target[tokens[:i]])
                assert i == instance.gamma or [Fraction(x) for x in q[i]] == list(instance.draft[tokens[:i]])


def test_what_is_asked_of_them_is_there():
    every = [instance for group in fixed() for instance in group]
    assert (every[0].vocab, every[0].gamma) == (2, 1)
    assert any(0 in one for instance in every for one in instance.target.values())
    assert any(max(one) == 1 for instance in every for one in instance.target.values())
    assert any(max(one) == 1 for instance in every for one in instance.draft.values())
    assert any(instance.target[()] == instance.draft[()] for instance in every)
    assert any(len({str(one) for one in instance.target.values()}) > 1 for instance in every)
    assert any(len(group) > 1 for group in fixed())
    assert any(sum(a > b for a, b in zip(i.target[()], i.draft[()], strict=True)) > 1 for i in every)
    assert {instance.gamma for group in ragged() for instance in group} == {0, 1, 2}
    tiny = [
        sum(max(a - b, 0) for a, b in zip(i.target[()], i.draft[()], strict=True)) for i in every if "tiny" in i.about
    ]
    assert all(0 < mass < Fraction(1, 1000) for mass in tiny)
    assert np.isclose([float(x) for x in thousandths(10)], [0.001, 0.999], atol=1e-6).all()


def test_it_goes_on_without_end_and_the_same_for_a_seed():
    one, other = (list(itertools.islice(growing(5, draft_lens=True), 30)) for _ in range(2))
    assert one == other
    assert one[: len(list(fixed()))] == list(fixed())
    assert one[-1] != list(itertools.islice(growing(6, draft_lens=True), 30))[-1]


GOOD = {(): EVEN, (0,): EVEN, (1,): EVEN}

BAD = {
    "vocab 1": (1, 1, {}, {}, "at least 2 tokens"),
    "gamma -1": (2, -1, {}, {}, "0 draft positions"),
    "a prefix is missing": (2, 1, {(): EVEN, (0,): EVEN}, {(): EVEN}, "missing or too long"),
    "a prefix is too long": (2, 1, GOOD, {(): EVEN, (0,): EVEN}, "missing or too long"),
    "another vocabulary": (2, 1, {**GOOD, (1,): law(1, 1, 2)}, {(): EVEN}, "3 tokens, expected 2"),
    "no law": (2, 1, {**GOOD, (1,): (Fraction(1, 2), Fraction(1, 4))}, {(): EVEN}, "sum to 1"),
    "not dyadic": (2, 1, {**GOOD, (1,): (Fraction(1, 3), Fraction(2, 3))}, {(): EVEN}, "not exactly a float64"),
    "negative": (2, 1, {**GOOD, (1,): (Fraction(3, 2), Fraction(-1, 2))}, {(): EVEN}, "from 0"),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD)
def test_what_is_no_instance_is_refused(case):
    *given, says = case
    with pytest.raises(BadInput, match=says):
        Instance("bad", *given)


def test_small_parts():
    assert as_text(law(1, 3)) == "1/4, 3/4"
    assert list(prefixes(2, 2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    with pytest.raises(BadInput, match="power of two"):
        law(1, 2)
    one = by_position("by position", [law(1, 3), law(3, 1)], [EVEN])
    assert one.target == {(): law(1, 3), (0,): law(3, 1), (1,): law(3, 1)}
    assert cycled("cycled", 1, [law(1, 3), law(3, 1)], [EVEN]).target[(1,)] == law(1, 3)
    assert one.to_json() == {
        "vocab": 2,
        "gamma": 1,
        "p": {"": "1/4, 3/4", "0": "3/4, 1/4", "1": "3/4, 1/4"},
        "q": {"": "1/2, 1/2"},
    }
