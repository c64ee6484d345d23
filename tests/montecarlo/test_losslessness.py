"""The simulations of `losslessness`: the processes of one position, and faults of a process that refute the claims."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from draftproof.derivations import losslessness_block as block
from draftproof.derivations import losslessness_coins as coins
from draftproof.derivations import losslessness_position as position
from draftproof.derivations import losslessness_sequence as sequence
from draftproof.derivations.options import Options
from draftproof.ledger import Verdict
from draftproof.montecarlo import losslessness, verification
from draftproof.montecarlo.losslessness_drafts import kept_once
from draftproof.montecarlo.losslessness_position import coin_cells, one_token
from draftproof.montecarlo.process import accepted_counts

MANY = 2**16


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def test_one_token_is_accepted_or_recovered() -> None:
    accepted, recovered = one_token(rng(), MANY, ((0.5, 0.5), (1.0, 0.5), (0.25, 0.0))).reshape(2, 2)
    assert accepted.sum() + recovered.sum() == MANY
    assert recovered[1] == 0
    assert abs(accepted[1] / MANY - 0.25) < 0.02  # ten standard deviations of a frequency at this size


def test_nothing_is_recovered_where_there_is_no_residual() -> None:
    assert one_token(rng(), MANY, ((0.5, 0.5), (1.0, 1.0), (0.0, 0.0))).tolist()[2:] == [0, 0]
    lost = one_token(rng(), MANY, ((0.5, 0.5), (1.0, 0.5), (0.0, 0.0)))
    assert lost[2:].sum() == 0
    assert lost.sum() < MANY


@pytest.mark.parametrize(
    ("first", "level", "share"), [(0, 2, 0.375), (1, 3, 0.375), (0, 3, 0.5), (0, -1, 0.0), (1, 8, 1.0)]
)
def test_a_coin_of_eight_cells(first: int, level: int, share: float) -> None:
    assert abs(coin_cells(rng(), MANY, (8, first, level))[0] / MANY - share) < 0.02


def test_a_token_is_kept_with_the_chance_of_its_own() -> None:
    assert abs(kept_once(rng(), MANY, ((0.25, 0.75), (1.0, 0.5)))[0] / MANY - 0.625) < 0.02


def verdict(claim):
    return losslessness.evidence(claim, Options()).verdict


def test_a_coin_shared_by_all_positions_refutes_the_claims(monkeypatch) -> None:
    def shared(rng, count, draft, targets, drafts):
        coin, kept = rng.random(count), np.zeros(len(draft) + 1, np.int64)
        ratios = np.minimum.accumulate(verification._ratios(draft, targets, drafts))
        passed = [count, *(int((coin < ratio).sum()) for ratio in ratios)]
        kept[:] = [here - there for here, there in zip(passed, [*passed[1:], 0], strict=True)]
        return kept

    monkeypatch.setitem(verification.TESTS, "one by one", shared)
    assert verdict(sequence.ACCEPTED) is Verdict.REFUTED
    assert verdict(sequence.COMPLETED) is Verdict.REFUTED


def test_a_block_that_stops_at_its_first_failure_refutes_the_claims(monkeypatch) -> None:
    def stops(rng, count, draft, targets, drafts):
        shares = verification._shares(draft, targets, drafts)
        tests = [verification._test(shares[k], draft[:k], targets, drafts) for k in range(1, len(draft))]
        return accepted_counts(rng, count, [*tests, shares[-1]])

    monkeypatch.setitem(verification.TESTS, "block", stops)
    for claim in (sequence.ANY_MASS, block.KEPT_MASS, block.COMPLETED, block.COUNTS):
        assert verdict(claim) is Verdict.REFUTED


def test_a_residual_of_the_token_refutes_the_claims_about_blocks(monkeypatch) -> None:
    usual = verification._residual
    monkeypatch.setattr(verification, "_residual", lambda share, p, q: usual(1.0, p, q))
    assert verdict(block.RECOVERS) is Verdict.REFUTED
    assert verdict(sequence.COMPLETED) is Verdict.HOLDS


def test_every_measured_claim_is_held_against_its_own_point() -> None:
    found = losslessness.evidence(position.ONE_POSITION, Options())
    assert [row["predicted"] for row in found.detail["settings"]] == ["1/2", "3/10", "1/5"]
    (less, *_) = losslessness.evidence(coins.CLAIMS[-1], Options()).detail["settings"]
    assert Fraction(less["predicted"]) == 0
