import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.montecarlo.streams import CHUNK, chunk_count, chunk_size, generator, natural, stream_id


def test_a_stream_is_the_same_everywhere():
    """Pinned, so that a change of the derivation (and with it of every published result) is seen."""
    assert stream_id("tokens.law", "alpha .7, gamma 5") == (2999716293, 565794286, 2577629078, 3210674800)
    drawn = generator(0, stream_id("tokens.law", "alpha .7, gamma 5"), 3).integers(0, 2**32, 2)
    assert drawn.tolist() == [1239195902, 950657053]


def test_ids_are_four_words_and_names_do_not_run_together():
    ids = [
        stream_id(*names) for names in (("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), ("ab", "c", ""))
    ]
    assert len(set(ids)) == len(ids)
    assert all(len(words) == 4 and all(0 <= word < 2**32 for word in words) for words in ids)


def test_seed_name_and_chunk_each_change_the_stream():
    first = stream_id("claim", "setting")
    streams = [generator(*key) for key in ((0, first, 0), (1, first, 0), (0, first, 1), (0, stream_id("claim"), 0))]
    assert len({rng.integers(0, 2**63) for rng in streams}) == 4
    again = generator(0, first, 1)
    assert np.array_equal(again.random(5), generator(0, first, 1).random(5))


@pytest.mark.parametrize("draws", [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7, 10**9])
def test_chunks_add_up(draws):
    count = chunk_count(draws)
    sizes = [chunk_size(draws, i) for i in (0, count - 1)]
    assert all(0 < size <= CHUNK for size in sizes)
    assert (count - 1) * CHUNK + sizes[-1] == draws


@pytest.mark.parametrize("value", [-1, 1.0, 2.5, float("nan"), "3", None])
def test_what_is_not_natural_is_refused(value):
    with pytest.raises(BadInput, match="seed is"):
        natural("seed", value)
    with pytest.raises(BadInput, match="seed is"):
        generator(value, (1,), 0)


def test_numpy_integers_are_naturals():
    assert natural("draws", np.int64(5), least=5) == 5
