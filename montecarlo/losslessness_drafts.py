"""Simulations of whole drafts for the chain `losslessness`: drafted, tested one by one or as a block, and completed.

The sequence that a claim speaks of is a run of token 0. Along it the laws have the claim's probabilities; elsewhere they are
others, so that they depend on the prefix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from ..derivations import losslessness_block as block
from ..derivations import losslessness_sequence as sequence
from ..derivations.claims import Claim
from ..derivations.losslessness_block import RECOVERED, THEN, TOKEN_NEXT
from ..derivations.losslessness_sequence import COMPLETE, EMITTED, KEPT, MADE_UP
from . import enrol
from .compare import Measured
from .drafts import value
from .enrol import Point, Settings
from .evidence import Setting
from .losslessness_position import Law, floats, share
from .process import Counts, accepted_counts, kinds
from .runner import Simulation
from .verification import Table, Tokens, how_often, kept_drafts, verified

ONE_BY_ONE, BLOCK = "one by one", "block"
OTHERS = {"p_seq": (Fraction(3, 5), Fraction(2, 5)), "q_seq": (Fraction(3, 10), Fraction(7, 10))}
"""How what the sequence's token leaves is shared by the two other tokens."""

Tables = tuple[Table, Table]


def along(point: Point, gamma: int) -> Tables:
    """Laws of three tokens, of which token 0 has the point's probabilities as long as it is repeated."""

    def table(name: str, length: int) -> Table:
        found = []
        for probability in numbers(point, name)[:length]:
            here = (probability, *((1 - probability) * share for share in OTHERS[name]))
            found.append(tuple(floats(law) for law in (here, here[::-1], (here[1], here[2], here[0]))))
        return tuple(found)

    return table("p_seq", gamma + 1), table("q_seq", gamma)


def numbers(point: Point, name: str) -> tuple[Fraction, ...]:
    """The values of a sequence."""
    found = point[name]
    assert isinstance(found, tuple)
    return found


def steps(*laws: tuple[Law, Law]) -> Tables:
    """Laws by position, (target, draft) each, the same after every token; the bonus token's is the last target law."""
    made = [tuple((floats(law),) * len(law) for law in pair) for pair in laws]
    return (*(target for target, _ in made), made[-1][0]), tuple(draft for _, draft in made)


def run(
    claim: Claim, how: str, tables: Tables, measure: Callable[[Counts, int], Measured], name: str = ""
) -> Simulation:
    """Drafts tested in the way `how`; settings with one name share one run."""
    return Simulation(claim.id, f"{len(tables[1])} drafts, {how}{name}", verified, (*tables, how), measure)


def _event(tables: Tables, event: Callable[[str, int, Tokens], bool]) -> Callable[[Counts, int], Measured]:
    return how_often(event, len(tables[1]), len(tables[0][0][0]))


def _begins(tokens: Tokens, *first: int) -> bool:
    return tokens[: len(first)] == first


def _accepted() -> list[Setting]:
    claim, point = sequence.ACCEPTED, sequence.ACCEPTED.example
    tables = along(point, 2)
    both = _event(tables, lambda what, kept, tokens: what == "drafted" and kept == 2 and _begins(tokens, 0, 0))
    return enrol.settings(claim, point, {KEPT: run(claim, ONE_BY_ONE, tables, both)})


def _completed(claim: Claim, left: sp.Expr, how: str) -> Settings:
    """How often the completed sequence is token 0 throughout."""

    def made() -> list[Setting]:
        tables = along({**sequence.EXAMPLE, **claim.example}, 3)
        whole = _event(tables, lambda what, kept, tokens: what == "completed" and not any(tokens))
        return enrol.settings(claim, claim.example, {left: run(claim, how, tables, whole)})

    return made


def _tokens() -> list[Setting]:
    """The tokens emitted, with the same laws at every position."""
    claim, point = sequence.TOKENS, sequence.TOKENS.example
    laws = tuple(numbers(point, name)[: int(value(point, "V"))] for name in ("p_l", "q_l"))
    tables = steps(*[(laws[0], laws[1])] * int(value(point, "gamma")))
    return enrol.settings(claim, point, {EMITTED: run(claim, ONE_BY_ONE, tables, kept_drafts(3, 3, more=1))})


def kept_once(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    """How many tokens drawn from a law are kept, each with its probability; params: the law, the probabilities."""
    law, chances = params
    drawn = kinds(rng, sequences, law)
    return np.array([sum(accepted_counts(rng, int(n), [c])[1] for n, c in zip(drawn, chances, strict=True))], np.int64)


def _split() -> list[Setting]:
    """One draft, kept with probability min(1, P·p/q)."""
    claim, point = block.SPLIT, block.SPLIT.example
    size, before = int(value(point, "V")), value(point, "P_blk")
    p, q = (numbers(point, name)[:size] for name in ("p_l", "q_l"))
    chances = floats([min(Fraction(1), before * x / y) for x, y in zip(p, q, strict=True)])
    made = Simulation(claim.id, "one draft", kept_once, (floats(q), chances), share(lambda total: int(total[0])))
    return enrol.settings(claim, point, {block.PASSES: made})


def _first(w: Fraction, kept: Fraction) -> tuple[Law, Law]:
    """Laws of a first draft that is token 0 with probability w, of which the share `kept` is kept."""
    return tuple((x, (1 - x) / 2, (1 - x) / 2) for x in (w * kept, w))  # type: ignore[return-value]


NEXT = (tuple(Fraction(n, 10) for n in (5, 5, 0)), tuple(Fraction(n, 10) for n in (1, 3, 6)))
"""Laws after it that leave the residual of the claims' examples: with P = 3/5, (3, 3, 0) tenths over (1, 3, 6)."""


def _looking_ahead(point: Point) -> Tables:
    return steps(_first(value(point, "w_blk"), value(point, "P_blk")), NEXT)


def _kept() -> list[Setting]:
    claim, point = block.KEPT_MASS, block.KEPT_MASS.example
    tables = _looking_ahead(point)
    kept = _event(tables, lambda what, kept, tokens: what == "drafted" and kept >= 1 and _begins(tokens, 0))
    return enrol.settings(claim, point, {block.KEPT: run(claim, BLOCK, tables, kept)})


def _later() -> list[Setting]:
    """The first draft kept, with a second one that keeps all, and with one that keeps nothing."""
    claim, found = block.LATER, []
    tables = _looking_ahead(claim.example)
    for second, share_then in ((0, 1), (2, 0)):
        point = {**claim.example, "q_x": NEXT[1][second], "P_next": Fraction(share_then)}
        kept = _event(tables, lambda what, kept, tokens, s=second: what == "drafted" and kept >= 1 and tokens == (0, s))  # type: ignore[misc]
        found += enrol.settings(claim, point, {THEN: run(claim, BLOCK, tables, kept)})
    return found


def _recovered() -> list[Setting]:
    """One draft kept and no more, and the token recovered after it."""
    claim, point = block.RECOVERS, block.RECOVERS.example
    size, token = int(value(point, "V")), int(value(point, "l")) - 1
    p, q = (numbers(point, name)[:size] for name in ("p_l", "q_l"))
    tables = steps(_first(value(point, "w_blk"), value(point, "P_blk")), (p, q))
    there = _event(tables, lambda what, kept, tokens: what == "completed" and kept == 1 and _begins(tokens, 0, token))
    return enrol.settings(claim, point, {RECOVERED: run(claim, BLOCK, tables, there)})


def _toy(length: int) -> Tables:
    third = Fraction(1, 3)
    return steps(*[((third, 2 * third), (2 * third, third))] * length)


def _never_fewer() -> list[Setting]:
    """Of the two laws of the toy: what tests one by one accept of the drafts 0, 1."""
    claim, tables = block.NEVER_FEWER, _toy(2)
    accepted = _event(tables, lambda what, kept, tokens: what == "drafted" and kept == 2 and tokens == (0, 1))
    return enrol.settings(claim, claim.example, {TOKEN_NEXT: run(claim, ONE_BY_ONE, tables, accepted)})


def _counts() -> list[Setting]:
    claim = block.COUNTS
    measured: Mapping[sp.Expr, Simulation] = {
        accepted(length): run(claim, how, _toy(length), kept_drafts(length, 2))
        for length in block.TOY
        for accepted, how in ((block.one_by_one, ONE_BY_ONE), (block.by_block, BLOCK))
    }
    return enrol.settings(claim, claim.example, measured)


SETTINGS: dict[str, Settings] = {
    sequence.ACCEPTED.id: _accepted,
    sequence.ANY_MASS.id: _completed(sequence.ANY_MASS, MADE_UP, BLOCK),
    sequence.COMPLETED.id: _completed(sequence.COMPLETED, COMPLETE, ONE_BY_ONE),
    sequence.TOKENS.id: _tokens,
    block.SPLIT.id: _split,
    block.KEPT_MASS.id: _kept,
    block.LATER.id: _later,
    block.RECOVERS.id: _recovered,
    block.COMPLETED.id: _completed(block.COMPLETED, block.COMPLETE, BLOCK),
    block.NEVER_FEWER.id: _never_fewer,
    block.COUNTS.id: _counts,
}
