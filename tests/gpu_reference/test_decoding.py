"""The models that decoders are audited on: exact laws, and the laws of rivals."""

from fractions import Fraction

import numpy as np
import pytest
from draftproof.gpu_reference.decoding import DRAFTS, MODELS, first_tokens


@pytest.mark.parametrize("model", MODELS)
def test_a_model_has_exact_laws_that_look_back_two_tokens(model):
    table = model.table()
    assert (table.sum(axis=2) == 1).all()
    assert (table[0, 0] == [float(p) for p in model.first]).all()
    assert model.after((0, 1, 0)) == model.after((1, 1, 0))
    assert len({model.after((i, j)) for i in range(model.vocab) for j in range(model.vocab)}) > 1
    for earlier in range(model.vocab):
        for last in range(model.vocab):
            assert (table[earlier + 1, last + 1] == [float(p) for p in model.after((earlier, last))]).all()


@pytest.mark.parametrize("model", MODELS)
def test_the_joint_law_is_the_product_along_the_prefix(model):
    law = model.joint()
    assert law.sum() == pytest.approx(1.0)
    rng = np.random.default_rng(0)
    for tokens in rng.integers(0, model.vocab, (20, model.depth + 2)):
        mass = Fraction(1)
        for i in range(model.depth):
            mass *= model.after(tuple(tokens[:i].tolist()))[tokens[i]]
        assert law[model.codes(tokens[None])[0]] == float(mass)


@pytest.mark.parametrize("drafts", DRAFTS)
def test_supposed_drafts_are_exact_laws(drafts):
    for model in MODELS:
        law = DRAFTS[drafts](model.first)
        assert sum(law) == 1
        assert min(law) >= 0


def test_rivals_have_laws_of_the_first_token_that_differ_from_the_target():
    seen = set()
    for model in MODELS:
        for id_, _, law in first_tokens(model):
            seen.add(id_)
            assert law.sum() == pytest.approx(1.0)
            assert np.abs(law - [float(p) for p in model.first]).max() > 0.001
    assert {"losslessness.draft_sees_coins", "losslessness.accept_always", "losslessness.resample_from_target"} <= seen
    assert "losslessness.bonus_omitted" not in seen
