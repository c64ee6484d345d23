"""Units are carried through formulas and steps; mixed ones are rejected."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import units
from draftproof.derivations.domain import POSITIVE, Domain
from draftproof.derivations.draft_cost import CHAIN
from draftproof.derivations.draft_cost_times import BW, S_t, T_c, W, W_d, W_t, c_t, read_time, t_d, t_t
from draftproof.derivations.figures import Figure, judge
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import eq, lt
from draftproof.derivations.symbols import symbol
from draftproof.errors import BadInput, StepRejected
from draftproof.ledger import Verdict

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))

HAVE = {
    "bytes over bandwidth": (W / BW, {}, "s"),
    "gigabytes over terabytes a second": (W / BW, {"W": "GB", "BW": "TB/s"}, "ms"),
    "a ratio of times": (t_d / t_t, {}, "1"),
    "a ratio of times in milliseconds": (t_d / t_t, {"t_d": "ms", "t_t": "ms"}, "1"),
    "the time of a cycle": (T_c(gamma, t_d, t_t), {}, "s"),
    "a sum of steps": (sp.Sum(t_d, (k, 1, gamma)) + t_t, {}, "s"),
    "the speedup": (S_t(alpha, gamma, t_d, t_t), {}, "1"),
    "a power of a plain number": (alpha ** (gamma + 1) * W, {}, "B"),
    "a whole power of a unit": (W**2 / W_d, {}, "B"),
    "the longer of two times": (sp.Max(t_d, t_t), {}, "s"),
    "what one time lacks to another, or nothing": (sp.Max(0, t_t - t_d), {}, "s"),
    "a time or nothing": (sp.Piecewise((t_d, sp.Eq(alpha, 1)), (0, True)), {}, "s"),
    "cases of one unit": (sp.Piecewise((t_d, sp.Eq(alpha, 1)), (t_t, True)), {}, "s"),
}

REJECTED = {
    "bytes and bytes a second added": lambda: units.unit_of(W + BW),
    "bytes and seconds added": lambda: units.unit_of(W + t_d),
    "seconds and a plain number added": lambda: units.unit_of(1 + t_d),
    "milliseconds and seconds added": lambda: units.unit_of(t_d + t_t, {"t_d": "ms"}),
    "gigabytes and bytes added": lambda: units.unit_of(W_d + W_t, {"W_d": "GB"}),
    "steps of bytes summed with seconds": lambda: units.unit_of(sp.Sum(W, (k, 1, gamma)) + t_t),
    "cases of two units": lambda: units.unit_of(sp.Piecewise((t_d, sp.Eq(alpha, 1)), (W, True))),
    "the longer of bytes and seconds": lambda: units.unit_of(sp.Max(W, t_d)),
    "the longer of seconds and a plain number": lambda: units.unit_of(sp.Max(1, t_d)),
    "the shorter of seconds and milliseconds": lambda: units.unit_of(sp.Min(t_d, t_t), {"t_d": "ms"}),
    "the longer of two times called bytes": lambda: units.scaled(sp.Max(t_d, t_t), {}, "B"),
    "an exponent in seconds": lambda: units.unit_of(alpha**t_d),
    "a unit to a symbolic power": lambda: units.unit_of(t_d**gamma),
    "a logarithm of bytes": lambda: units.unit_of(sp.log(W)),
    "a quantity given bytes for seconds": lambda: units.unit_of(c_t(W_d, t_t)),
    "a quantity given milliseconds for seconds": lambda: units.unit_of(c_t(t_d, t_t), {"t_d": "ms"}),
    "bytes called seconds": lambda: units.scaled(W, {}, "s"),
    "bandwidth forgotten": lambda: units.scaled(W_d / W_t, {}, "ms"),
    "bandwidth given in gigabytes": lambda: units.scaled(W / BW, {"W": "GB", "BW": "GB"}, "ms"),
    "a statement that compares bytes with seconds": lambda: units.check_statement(eq(W, t_d)),
    "a statement that orders a time and a ratio": lambda: units.check_statement(lt(t_d, t_d / t_t)),
}


@pytest.mark.parametrize("name", HAVE)
def test_a_formula_has_its_unit(name: str) -> None:
    formula, given, unit = HAVE[name]
    assert units.ratio(units.unit_of(formula, given), units.unit(unit)) == 1


@pytest.mark.parametrize("name", REJECTED)
def test_mixed_units_are_rejected(name: str) -> None:
    with pytest.raises(StepRejected):
        REJECTED[name]()


def test_more_is_rejected_than_accepted() -> None:
    assert len(REJECTED) >= 1.4 * len(HAVE)


def test_a_step_between_different_units_is_rejected() -> None:
    domain = Domain(dict.fromkeys(("W", "BW", "t_d", "t_t"), POSITIVE))
    fine = Argument(read_time(W, BW), domain).by("definition", "bytes over bandwidth")
    assert units.check_units(fine) is fine
    mixed = Argument(W + t_d, domain).by("algebra", "one factor taken out", to=W * (1 + t_d / W))
    with pytest.raises(StepRejected, match="different dimensions"):
        units.check_units(mixed)


def test_the_steps_from_bytes_to_speedup_carry_their_units() -> None:
    for claim in CHAIN.claims:
        units.check_statement(claim.statement)


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({"t_d": "ms", "t_t": "ms"}, Verdict.EXACT),
        ({"t_d": "ms", "t_t": "s"}, Verdict.REFUTED),
        ({"t_d": "s", "t_t": "ms"}, Verdict.REFUTED),
    ],
)
def test_milliseconds_taken_for_seconds_miss_the_figure(given: dict[str, str], verdict: Verdict) -> None:
    formula = units.scaled(c_t(t_d, t_t).func(t_d, t_t) if not given else t_d / t_t, given, "1")
    assert judge(Figure("c", "0.154", {"t_d": "0.74", "t_t": "4.79"}, formula, "the seed")).verdict == verdict


def test_units_convert_exactly() -> None:
    assert units.ratio(units.unit("GB"), units.unit("B")) == 10**9
    assert units.ratio(units.unit("GB") / units.unit("TB/s"), units.unit("s")) == Fraction(1, 1000)


def test_an_unknown_unit_is_bad_input() -> None:
    with pytest.raises(BadInput, match="unknown unit 'parsec'"):
        units.unit("parsec")
