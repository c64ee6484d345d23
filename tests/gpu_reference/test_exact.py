"""The exact audit: exact where it can be, refuted where it must be, and never a right sampler accused."""

from __future__ import annotations

import itertools
import math
import time
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from draftproof.gpu_reference import exact, rejection
from draftproof.gpu_reference.exact import Calls, audit, end_points, explore
from draftproof.gpu_reference.instances import cycled, drawn, fixed, law, ragged
from draftproof.gpu_reference.rivals import SAMPLERS, accept_below_ratio, verified
from draftproof.gpu_reference.rows import Misbehaved, jobs_of
from draftproof.ledger import Verdict

RIGHT = ("token_wise", "block_wise", "point_mass", "target_sample")
FIXED = list(fixed())
TWO = FIXED[0]


def lenient(k):
    """Lenience 1 - 2^-k."""

    def accepts(draft):
        return accept_below_ratio(draft._replace(coins=draft.coins * (1 - 2.0**-k)))

    return partial(verified, accepts=accepts)


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("group", [*FIXED, *ragged()], ids=lambda group: group[0].about)
def test_no_right_sampler_is_accused(name, group):
    found = audit(getattr(rejection, name), group)
    assert not found.refuted
    assert found.in_time
    assert all(one.undecided < 1e-9 for one in found.judgements)
    assert not end_points(getattr(rejection, name), group)


@pytest.mark.parametrize("name", RIGHT)
def test_nor_on_random_laws(name):
    for group in itertools.islice(drawn(11), 4):
        assert not audit(getattr(rejection, name), group, max_rows=30_000).refuted


@pytest.mark.parametrize("name", RIGHT)
def test_dyadic_breaks_are_exact(name):
    assert [one.verdict for one in audit(getattr(rejection, name), TWO).judgements] == [Verdict.EXACT]


def test_a_law_of_emitted_sequences_by_hand():
    """p = (1/4, 3/4), q even: token 0 is accepted half of the time, and recovered as 1."""
    (tally,) = explore(rejection.token_wise, TWO).tallies
    p0, p1 = tally.instance.target[(0,)], tally.instance.target[(1,)]
    expected = {(1,): Fraction(1, 4)}
    expected |= {(0, token): p0[token] / 4 for token in (0, 1)} | {(1, token): p1[token] / 2 for token in (0, 1)}
    assert tally.emitted == expected
    assert tally.undecided == 0


@pytest.mark.parametrize("k", [4, 10, 20, 30])
def test_lenience_is_refuted_in_rows_that_grow_with_its_digits(k):
    found = audit(lenient(k), TWO)
    assert found.refuted
    assert found.rows < 3_500 + 100 * k
    assert 0 < found.refuted[0].bias <= Fraction(1, 2**k)


def test_a_break_within_the_margin_is_not_told():
    """2^-45 is the resolution: what lies nearer to a cell's edge is put down to rounding."""
    assert not audit(lenient(47), TWO).refuted


def test_tiny_residual_mass_shows_lenience_better():
    """Against two tokens with a broad law: the same lenience, a bias nearer to it."""
    tiny = explore(lenient(10), FIXED[4]).tallies[0]
    assert exact.judge(tiny).bias > 0
    assert audit(lenient(24), FIXED[4]).refuted


@pytest.mark.parametrize(("id_", "ways"), SAMPLERS.items(), ids=SAMPLERS)
def test_rivals_are_refuted(id_, ways):
    """By the law, at an end point, or for what is no emission; `bonus_omitted` is lossless and told by its rate."""
    for way in ways:
        if id_ == "losslessness.bonus_omitted":
            assert not _refuted(way, FIXED)
        else:
            assert _refuted(way, [*FIXED, *ragged()])


def _refuted(way, groups):
    with np.errstate(all="ignore"):
        for group in groups:
            try:
                if audit(way, group).refuted or end_points(way, group):
                    return True
            except Misbehaved:
                return True
    return False


def test_stopped_early_it_says_so_and_accuses_nobody():
    for rows in (1, 1_000, 5_000):
        found = explore(rejection.token_wise, FIXED[5], max_rows=rows, chunk=256)
        assert not found.in_time
        assert all(exact.judge(tally).verdict is Verdict.HOLDS for tally in found.tallies)
    late = explore(rejection.token_wise, FIXED[5], deadline=time.monotonic() - 1)
    assert late.rows == 0
    assert all(tally.undecided == 1 for tally in late.tallies)


def test_a_diagonal_break_is_enclosed():
    """Two coins added: no cell on the break is ever decided, and the law is enclosed all the same."""

    def added(draft_tokens, draft_probs, target_probs, uniforms, *, draft_lens=None):
        first = (uniforms.sum(1) < 1).astype(np.int64)
        return np.stack([first, np.full_like(first, -1)], axis=1)

    (tally,) = explore(added, TWO, max_rows=40_000).tallies
    assert 0 < tally.undecided < Fraction(1, 20)
    assert tally.emitted[(1,)] <= Fraction(1, 2) <= tally.emitted[(1,)] + tally.undecided


def test_a_refutation_stands_only_if_a_finer_grid_agrees():
    """A piece of one eighth inside a cell: the first grid misses it and refutes, the second sees it."""
    half = (cycled("fair", 1, [law(1, 1)], [law(1, 0)]),)

    def in_pieces(draft_tokens, draft_probs, target_probs, uniforms, *, draft_lens=None):
        u = uniforms[:, 0]
        one = ((u > 1 / 8) & (u < 3 / 8)) | ((u >= 0.5) & (u < 0.75))
        return np.stack([one.astype(np.int64), np.full(len(u), -1)], axis=1)

    coarse = explore(in_pieces, half, grid=2)
    assert exact.judge(coarse.tallies[0]).verdict is Verdict.REFUTED
    assert not audit(in_pieces, half, grid=2).refuted


def test_probes_find_the_breaks_that_no_grid_sees():
    """Eight pieces of 1/256, each inside a cell: both grids miss them and refute, points drawn inside do not."""
    half = (cycled("fair", 1, [law(1, 1)], [law(1, 0)]),)

    def in_pieces(draft_tokens, draft_probs, target_probs, uniforms, *, draft_lens=None):
        u = uniforms[:, 0]
        within = (u * 16) % 1
        one = ((u < 0.5) & (within >= 1 / 4) & (within < 1 / 4 + 1 / 16)) | (u >= 0.5 + 1 / 32)
        return np.stack([one.astype(np.int64), np.full(len(u), -1)], axis=1)

    assert audit(in_pieces, half).refuted
    (judged,) = audit(in_pieces, half, probes=1 << 16).judgements
    assert judged.verdict is Verdict.EXACT


def test_probes_do_not_save_a_wrong_sampler():
    for k in (4, 12, 24):
        assert audit(lenient(k), TWO, probes=1 << 12).refuted


def test_an_accusation_that_cannot_be_looked_into_is_none():
    wrong = SAMPLERS["losslessness.accept_always"][0]
    found = explore(wrong, TWO, deadline=time.monotonic() - 1, probes=1 << 12)
    assert exact.judge(found.tallies[0]).verdict is Verdict.HOLDS


MISBEHAVIOUR = {
    "another dtype": (lambda out: out.astype(np.int32), "wrong_result", "int32"),
    "floats": (lambda out: out.astype(np.float64), "wrong_result", "float64"),
    "another shape": (lambda out: out[:, :-1], "wrong_result", "expected int64"),
    "no array": (lambda out: out.tolist(), "wrong_result", "list"),
    "an id too large": (lambda out: np.where(out == 1, 2, out), "not_an_emission", "token 2"),
    "below -1": (lambda out: np.where(out == -1, -2, out), "not_an_emission", "token -2"),
    "nothing": (lambda out: np.full_like(out, -1), "not_an_emission", "no token"),
    "a token after the end": (lambda out: out[:, ::-1].copy(), "not_an_emission", "after -1"),
}


@pytest.mark.parametrize(("change", "kind", "says"), MISBEHAVIOUR.values(), ids=MISBEHAVIOUR)
def test_what_is_no_emission(change, kind, says):
    def sampler(*arguments, draft_lens=None):
        return change(rejection.token_wise(*arguments))

    with pytest.raises(Misbehaved, match=says) as raised:
        explore(sampler, TWO)
    assert raised.value.kind == kind
    assert len(raised.value.rows.uniforms) == 1


def test_too_many_tokens_for_a_short_draft():
    group = next(ragged())[:2]

    def ignores_lengths(*arguments, draft_lens=None):
        return np.zeros_like(rejection.token_wise(*arguments, draft_lens=draft_lens))

    with pytest.raises(Misbehaved, match="expected at most 2"):
        explore(ignores_lengths, group)


def test_codes_are_read_back():
    calls = Calls(rejection.token_wise, jobs_of(FIXED[7]))
    rows = np.array([[0, -1, -1], [2, 1, 0], [1, 2, -1]])
    codes = calls.encoded(rows, np.zeros(3, np.int64), np.zeros((3, 3)))
    assert [calls.decoded(int(code)) for code in codes] == [(0,), (2, 1, 0), (1, 2)]
    calls.recovered = False
    codes = calls.encoded(rows, np.zeros(3, np.int64), np.zeros((3, 3)))
    assert [calls.decoded(int(code)) for code in codes] == [(0,), (2, 1, 0), (1, 0)]


def test_slow_samplers_get_smaller_batches(monkeypatch):
    monkeypatch.setattr(exact, "SLOW", 0.0)
    sizes = []

    def noting(*arguments, draft_lens=None):
        sizes.append(len(arguments[0]))
        return rejection.token_wise(*arguments)

    explore(noting, FIXED[5], chunk=1024)
    assert sizes[:6] == [1024, 512, 256, 128, 64, 64]


def test_acceptance_alone_where_the_last_token_is_noise():
    noise = np.random.default_rng(1)

    def races(draft_tokens, draft_probs, target_probs, uniforms, *, draft_lens=None):
        coins = uniforms.copy()
        coins[:, -1] = noise.random(len(coins))
        return rejection.token_wise(draft_tokens, draft_probs, target_probs, coins)

    def too_many(*arguments, draft_lens=None):
        return lenient(12)(*arguments)

    for group in FIXED[:6]:
        assert not audit(races, group, recovered=False).refuted
    assert audit(too_many, TWO, recovered=False).refuted
    (judged,) = audit(races, TWO, recovered=False).judgements
    assert judged.verdict is Verdict.HOLDS
    assert judged.accepted == (Fraction(3, 4), Fraction(3, 4))


def test_the_number_of_cells_is_a_power_of_two():
    assert all(math.log2(cells).is_integer() for cells in exact.GRID.values())


def test_every_probe_is_drawn_however_slow_the_calls(monkeypatch):
    for name, value in (("SLOW", 0.0), ("PROBES_A_BIAS", 1 << 20), ("PROBES_A_ROW", 1 << 20)):
        monkeypatch.setattr(exact, name, value)
    (way,) = SAMPLERS["losslessness.accept_always"]
    without, probed = (explore(way, FIXED[0], until_refuted=True, probes=probes).rows for probes in (0, 20_000))
    assert probed == without + 20_000


def test_end_points_come_in_calls_of_some_rows_and_in_time():
    sizes = []

    def noting(*arguments):
        sizes.append(len(arguments[0]))
        return rejection.token_wise(*arguments)

    group = next(group for group in FIXED if group[0].gamma == 3)
    assert exact.end_point_fault(noting, group, time.monotonic() - 1) is None
    assert not sizes
    assert exact.end_point_fault(noting, group) is None
    assert len(sizes) > 1
    assert max(sizes) <= exact.SMALL_CHUNK


def test_a_bias_hidden_inside_a_cell_is_found():
    def hiding(*arguments):
        out = rejection.token_wise(*arguments)
        coin = arguments[3][:, -1]
        out[:, 0] = np.where((coin > 0.301) & (coin < 0.309), 0, out[:, 0])
        return out

    assert not audit(hiding, FIXED[0]).refuted
    assert audit(hiding, FIXED[0], probes=1 << 17).refuted


@pytest.mark.parametrize("least", [1e-3, 1e-6, 1e-9])
def test_a_clamp_of_small_draft_probabilities_is_refuted(least):
    def accepts(draft):
        return draft.coins[:, :-1] * np.maximum(draft.drafted(draft.q), least) < draft.drafted(draft.p)

    (rare,) = (group for group in fixed() if group[0].about.startswith("a token of probability 2^-"))
    assert audit(partial(verified, accepts=accepts), rare).refuted
    assert not audit(rejection.token_wise, rare).refuted
