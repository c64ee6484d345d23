"""Every operator of the trusted base, changed: some case of its tables must end otherwise.

The rules are judged by their tables of cases; what they share, by all tables; the bounds, the kernel's ways of carrying a step into
its place and the judgement of a conclusion, by their own tests. Survivors are equivalent: each is listed with its reason, must
exist, and must survive.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import functions
import pytest
import tables
from draftproof.derivations import bounds, derive, kernel, rules
from draftproof.derivations.kernel import RULES
from draftproof.derivations.rules import common

assert rules
INFINITE = "an infinite end is not attained, whether it is called open or not"
NONE = "nothing else is None, so the next line refuses"
ABOVE = "0 is dealt with above"

EQUIVALENT = {
    ("definition", "check: without refuse('not a defined quantity', before)"): NONE,
    ("rounding", '_bound: without refuse(f"no bound \'{order}\' follows from rounding", before)'): NONE,
    (
        "exp_tangent",
        "check: without Identity('e^t >= 1 + t', "
        "Node('le', (Node('add', (num(1), t)), Node('exp', (t,)))), Domain({'t': ...",
    ): (
        "a fact that is the same in every case, emitted for the reader of the bundle"
    ),
    ("lemma", "check: without need(bool(found), f'not what {claim.id} says', before, after)"): (
        "where nothing is found no condition is given and none cover the domain: the next line but two refuses"
    ),
    ("solve", "check: without need(bool(factors), f'no factor (root - {unknown})', before, after)"): (
        "none of no factors has a positive cofactor: the next line refuses"
    ),
    ("telescoping", "_antidifference: (index, 0, index - 1) to (index, 1, index - 1)"): (
        "antidifferences differ by a constant, which cancels between the two ends"
    ),
    ("telescoping", "_antidifference: -1 to 1"): "SymPy tells apart two cases, so the second is the last",
    ("bounds", "_below_extremes: coefficient > 0 to coefficient >= 0"): "a part that cancels adds nothing, whichever value it has",
    ("bounds", "nonzero: -1 to -2"): "the sign is the same",
    ("bounds", "_ends: (-_INF, True) to (-_INF, False)"): INFINITE,
    ("bounds", "_ends: (_INF, True) to (_INF, False)"): INFINITE,
    (
        "bounds",
        "_end_product: (_INF if (x[0] > 0) == (y[0] > 0) else -_INF, True) "
        "to (_INF if (x[0] > 0) == (y[0] > 0) else -_INF, False)",
    ): INFINITE,
    ("bounds", "_div: (None, True) to (None, False)"): INFINITE,
    ("bounds", "_pow: (None, True) to (None, False)"): INFINITE,
    ("bounds", "_lambertw: Interval(None, Fraction(-1), True, apart) to Interval(None, Fraction(-1), False, apart)"): INFINITE,
    ("bounds", "_lambertw: Interval(Fraction(-1), None, apart, True) to Interval(Fraction(-1), None, apart, False)"): INFINITE,
    ("bounds", "_end_product: x[0] > 0 to x[0] >= 0"): ABOVE,
    ("bounds", "_end_product: y[0] > 0 to y[0] >= 0"): ABOVE,
    ("bounds", "implies: any(linear(gap).values()) to all(linear(gap).values())"): (
        "a difference keeps no part that cancels: all of its coefficients are other than 0, or there is one and it is 0"
    ),
    ("kernel", "_around: inner < len(whole.limits) to inner <= len(whole.limits)"): (
        "with as many limits the two sums are equal, which is asked first"
    ),
}  # fmt: skip


def judged(subject: str, module: ModuleType, roots: list[str], trials: list[tables.Trial], report: list[str]) -> None:
    """Plant every mutant and demand that a trial notices it, but for those that are listed as equivalent."""
    assert all(trial() for trial in trials), "without a mutant something fails already"
    found = functions.mutants(module, *roots)
    survived = []
    for mutant in found:
        with mutant.planted(module):
            forget()
            if not tables.killed(trials):
                survived.append(mutant.name)
    forget()
    listed = {name: reason for (where, name), reason in EQUIVALENT.items() if where == subject}
    report.append(f"{subject}: {len(found) - len(survived)} mutants killed, {len(survived)} equivalent")
    report.extend(f"{subject}: {name}: equivalent: {listed.get(name, 'NOT LISTED')}" for name in survived)
    assert set(survived) == set(listed)


def forget() -> None:
    """What bounds remember of another mutant does not count."""
    for value in vars(bounds).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


@pytest.mark.parametrize("name", sorted(RULES))
def test_rule(name: str, mutation_report: list[str]) -> None:
    check = RULES[name].check
    judged(name, sys.modules[check.__module__], [check.__name__], list(tables.trials(name)), mutation_report)


def test_what_the_rules_share(mutation_report: list[str]) -> None:
    trials = [trial for name in sorted(RULES) for trial in tables.trials(name)]
    judged("common", common, sorted(set(used_by_checkers())), trials, mutation_report)


def used_by_checkers() -> Iterator[str]:
    """The shared functions that checkers use (a few serve `compute` alone)."""
    for rule in RULES.values():
        used = functions.used(sys.modules[rule.check.__module__], rule.check.__name__)
        yield from (name for name in used if getattr(getattr(common, name, None), "__module__", "") == common.__name__)


def test_bounds(mutation_report: list[str]) -> None:
    public = [name for name, value in vars(bounds).items() if getattr(value, "__module__", "") == bounds.__name__]
    judged("bounds", bounds, public, from_files("test_bounds_table.py", "test_bounds.py"), mutation_report)


def test_the_places_of_a_step(mutation_report: list[str]) -> None:
    roots = ["lift", "compose", "scope"]
    judged("kernel", kernel, roots, from_files("test_kernel_lift.py", "test_kernel.py"), mutation_report)


def test_what_a_derivation_concludes(mutation_report: list[str]) -> None:
    judged("derive", derive, ["conclude"], from_files("test_derive.py"), mutation_report)


def from_files(*files: str) -> list[tables.Trial]:
    return [trial for file in files for trial in tables.tests_of(tables.TESTS / "derivations" / file)]


def test_every_listed_mutant_is_of_something_that_is_judged() -> None:
    assert {subject for subject, _ in EQUIVALENT} <= {*RULES, "common", "bounds", "kernel", "derive"}


def test_a_table_that_misses_something_is_noticed() -> None:
    """The planted fault: one rejection alone lets most mutants live."""
    check = RULES["split_term"].check
    with pytest.raises(AssertionError):
        judged("split_term", sys.modules[check.__module__], [check.__name__], list(tables.trials("split_term")[:1]), [])
