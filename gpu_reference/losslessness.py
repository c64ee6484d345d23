"""Reference evidence for the chain `losslessness`: the oracle's samplers under the exact audit, and the rivals under the same.

`CHECKS` says for each claim which samplers must come out exact on which instances. Every rival of the claim is run in their
place, in all the ways of `rivals`, and must be refuted; a rival about numbers (how many drafts are accepted) is held against
the exact number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..ledger import Evidence, NotRun, RivalOutcome, Verdict
from .device import check, unavailable
from .device import evidence as evidence_of
from .exact import ASSUMES, audit, end_points, explore
from .instances import Group, by_position, cycled, fixed, law, ragged
from .judgement import Judgement, Tally, judge, no_bonus
from .rejection import block_wise, point_mass, target_sample, token_wise
from .rivals import DECODERS, DRAFTERS, SAMPLERS
from .rows import Drafter, Misbehaved, Sampler

ENGINE = f"numpy {np.__version__} (float64)"

Samplers = Mapping[str, Sampler]
TOKEN_WISE: Samplers = {"token-wise": token_wise}
BLOCK: Samplers = {"block verification": block_wise}
ANY_DRAFT: Samplers = {"point mass": point_mass, "the target's own sample": target_sample}
"""What is lossless for drafts of any law."""

FIXED: tuple[Group, ...] = tuple(fixed())
TWO, ZERO, ONE_HOT, THREE = (FIXED[place : place + 1] for place in range(4))
"""Two tokens; a token of probability 0; one-hot laws, and p = q; three tokens."""

LONG = FIXED[5:8]
"""Two draft positions, with two and three tokens."""

BY_POSITION = ((by_position("laws by position", [law(1, 3), law(3, 1), law(5, 3)], [law(1, 1)] * 2),),)
"""For drafts that are drawn again inside, after another prefix perhaps."""

ALWAYS = ((cycled("token 0 is always drafted, the target is a fair coin", 1, [law(1, 1)], [law(1, 0)]),),)

GREEDY = ((cycled("the target is one-hot after every prefix", 2, [law(0, 1), law(1, 0)], [law(1, 3), law(1, 1)]),),)

DECLARED = (
    (cycled("a steep draft law", 1, [law(2, 3, 3), law(1, 1, 2)], [law(4, 2, 2)]),),
    (cycled("a draft law of more digits than bf16 has", 1, [law(6143, 2049), law(3, 1)], [law(2047, 2049)]),),
)
"""On which a temperature, a cut and a rounding each change the draft law."""


@dataclass(frozen=True)
class Check:
    """Samplers that must be right on all the groups, what else must be so (a line where it is not), and the rivals that are
    about a number (a line with the number that rejects one)."""

    samplers: Samplers
    groups: tuple[Group, ...]
    also: Callable[[], str] = lambda: ""
    numbers: Mapping[str, Callable[[], str]] = field(default_factory=dict)


def _judged(sampler: Sampler, groups: tuple[Group, ...]) -> Iterator[Judgement]:
    return (judge(tally) for group in groups for tally in explore(sampler, group).tallies)


def _agreement() -> str:
    """Point-mass verification accepts Σpq drafts of one position."""
    for one in _judged(point_mass, TWO):
        agree = sum((p * q for p, q in zip(one.instance.target[()], one.instance.draft[()], strict=True)), Fraction(0))
        if one.accepted != (agree, agree):
            return f"point mass accepts {one.accepted[0]} drafts, expected {agree}"
    return ""


def _fewer(sampler: Sampler, groups: tuple[Group, ...]) -> str:
    """Where fewer drafts are accepted than token-wise verification accepts."""
    slow = (one for one in _judged(sampler, groups) if one.slow)
    return next((f"{one.accepted[1]} drafts accepted, {one.token_wise} token-wise" for one in slow), "")


def _more(sampler: Sampler, groups: tuple[Group, ...]) -> str:
    """Where more are."""
    more = (one for one in _judged(sampler, groups) if one.accepted[0] > one.token_wise)
    return next((f"{one.accepted[0]} drafts accepted, {one.token_wise} token-wise" for one in more), "")


def _never_fewer() -> str:
    return _fewer(block_wise, LONG)


def _tried() -> str:
    """K independent tests of a token that is always drafted emit it with probability 1 - (1-p)^K."""
    for tries, way in zip((2, 3, 4), SAMPLERS["losslessness.independent_tries"], strict=True):
        (tally,) = explore(way, ALWAYS[0]).tallies
        found = sum((mass for emitted, mass in tally.emitted.items() if emitted[0] == 0), Fraction(0))
        if tally.undecided or found != 1 - Fraction(1, 2**tries):
            return f"{tries} tests emit it with probability {found}"
    return ""


def _gains_its_bias() -> str:
    """At lenience 1/2, the drafts gained are the total variation distance from the target."""
    half = SAMPLERS["losslessness.lenience"][-1]
    for right, one in zip(_judged(token_wise, TWO), _judged(half, TWO), strict=True):
        gained = one.accepted[0] - right.accepted[0]
        if one.undecided or not 0 < gained == one.bias:
            return f"lenience 1/2 accepts {gained} more drafts, and is biased by {one.bias}"
    return ""


CHECKS: Mapping[str, Check] = {
    "losslessness.pointwise": Check(TOKEN_WISE, TWO + ONE_HOT),
    "losslessness.residual_mass": Check(TOKEN_WISE, ONE_HOT),
    "losslessness.one_position": Check(TOKEN_WISE, TWO + ONE_HOT + THREE),
    "losslessness.declared": Check(TOKEN_WISE, DECLARED),
    "losslessness.boundary_at_zero": Check(TOKEN_WISE, ZERO),
    "losslessness.point_mass_or_sample": Check(ANY_DRAFT, TWO + ONE_HOT),
    "losslessness.point_mass": Check(ANY_DRAFT, TWO + ONE_HOT),
    "losslessness.slow_not_biased": Check(
        ANY_DRAFT, TWO, _agreement, {"losslessness.point_mass_as_fast": lambda: _fewer(point_mass, TWO)}
    ),
    "losslessness.independent_tests": Check(TOKEN_WISE, ALWAYS, _tried),
    "losslessness.greedy": Check(
        TOKEN_WISE,
        GREEDY,
        numbers={
            "losslessness.greedy_by_draft_probability": lambda: _fewer(
                SAMPLERS["losslessness.greedy_by_draft_probability"][0], GREEDY
            )
        },
    ),
    "losslessness.lenience_bias": Check(TOKEN_WISE, TWO, _gains_its_bias),
    "losslessness.one_noise_row": Check(TOKEN_WISE, LONG),
    "losslessness.accepted_drafts": Check(TOKEN_WISE, BY_POSITION),
    "losslessness.completed": Check(TOKEN_WISE, ONE_HOT + LONG + tuple(ragged())),
    "losslessness.block_kept": Check(BLOCK, LONG),
    "losslessness.block_recovered": Check(BLOCK, LONG),
    "losslessness.block_completed": Check(BLOCK, LONG),
    "losslessness.block_accepts_more": Check(
        BLOCK, LONG, _never_fewer, {"losslessness.block_accepts_as_many": lambda: _more(block_wise, LONG)}
    ),
}


ON_DEVICES = "losslessness.completed"
"""The claim that a device's samplers are held against as well."""


def evidence(claim: Claim, options: Options) -> Iterator[Evidence | NotRun]:
    """Reference evidence of a claim, none where there is no sampler to run for it: the oracle's, and that of a device."""
    if claim.id in CHECKS:
        yield _of_oracle(claim, CHECKS[claim.id])
    if claim.id == ON_DEVICES:
        yield _of_device(claim, options.device)


def _of_device(claim: Claim, asked: str | None) -> Evidence | NotRun:
    """The samplers of torch and Triton on the device asked for. Where none is, what a GPU would have done is not run."""
    if asked is None:
        return NotRun("reference on cuda", unavailable("cuda") or "not asked for (--device cuda)")
    report = check(asked)
    found = evidence_of(report) or Evidence(
        "reference", Verdict.UNKNOWN, "torch", f"not run on {asked}: {report['reason']}"
    )
    elsewhere = {
        rival.id: "a device's samplers are held against the oracle, which rejects it" for rival in claim.rivals
    }
    return replace(found, rivals=RivalOutcome(blind=elsewhere))


def _of_oracle(claim: Claim, check: Check) -> Evidence:
    """The oracle's samplers under the exact audit.

    The verdict is `exact` where every instance is, `holds` where some mass stays undecided, `refuted` where a right sampler
    is. A rival is rejected if each of its ways is refuted on some instance.
    """
    began = time.perf_counter()
    judged = [
        one for sampler in check.samplers.values() for group in check.groups for one in audit(sampler, group).judgements
    ]
    refuted = [
        f"{one.instance.about}: biased by {float(one.bias):.3g}" for one in judged if one.verdict is Verdict.REFUTED
    ]
    reason = "; ".join(refuted) or check.also()
    exact = all(one.verdict is Verdict.EXACT for one in judged)
    seen = {rival.id: _rejected(rival.id, check) for rival in claim.rivals if "reference" not in rival.blind}
    return Evidence(
        kind="reference",
        verdict=Verdict.REFUTED if reason else Verdict.EXACT if exact else Verdict.HOLDS,
        engine=ENGINE,
        reason=reason,
        seconds=time.perf_counter() - began,
        detail={
            "samplers": list(check.samplers),
            "instances": list(dict.fromkeys(one.instance.about for one in judged)),
            "undecided": float(max(one.undecided for one in judged)),
            "assumes": ASSUMES,
        },
        rivals=RivalOutcome(
            {id_: found for id_, found in seen.items() if found},
            tuple(id_ for id_, found in seen.items() if not found),
            {rival.id: rival.blind["reference"] for rival in claim.rivals if "reference" in rival.blind},
        ),
    )


def _rejected(id_: str, check: Check) -> str:
    """What rejects a rival: the number that it is about, or the law of each of its ways. "" if it got past."""
    if id_ in check.numbers:
        return check.numbers[id_]()
    if id_ in DRAFTERS:
        return _refuted(token_wise, check.groups, DRAFTERS[id_])
    ways = (DECODERS[id_],) if id_ in DECODERS else SAMPLERS.get(id_, ())
    found = [_refuted(way, check.groups) for way in ways]
    return found[0] if found and all(found) else ""


def _refuted(sampler: Sampler, groups: tuple[Group, ...], drafter: Drafter | None = None) -> str:
    """The first instance that shows the mistake, and how."""
    tallies: list[Tally] = []
    with np.errstate(all="ignore"):
        for group in groups:
            try:
                audited = audit(sampler, group, drafter=drafter)
                if audited.refuted:
                    one = audited.refuted[0]
                    return (
                        f"{one.instance.about}: total variation distance {float(one.bias):.3g} at least from the target"
                    )
                if impossible := end_points(sampler, group):
                    return impossible
            except Misbehaved as error:
                return error.says
            tallies += audited.tallies
    missing = no_bonus(tallies)
    return f"{missing.instance.about}: no bonus token is ever emitted" if missing else ""
