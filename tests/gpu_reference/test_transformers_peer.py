"""A sampler that is not ours: the speculative sampling of transformers, as installed, through two adapters.

It takes logits, one row at a time, and draws from torch's generator. `drawn` seeds that generator from ours: the statistical
audit. `given` puts our coins in the place of its two draws (`torch.rand_like`, `torch.multinomial`): the exact audit.

Found in transformers 5.24: no bias. Exactly: its law is the target's where every break is dyadic, and within 1e-5 elsewhere;
by its own draws nothing is refuted, in float64 and float32, and its rate is that of token-wise verification. Two faults at
the ends of [0, 1), each of one coin in 2^24 (float32): at u = 0 it accepts a token of target probability 0, since it tests
u <= p/q; and where p and q are a rounding apart, so that nothing is left of (p - q)+, a rejection divides by 0 and
`torch.multinomial` raises. One row at a time, no draft lengths, no point-mass drafts. `assistant_ensemble_weight` is lossy
by design, and is found so.
"""

import itertools

import numpy as np
import pytest
from draftproof.gpu_reference import exact
from draftproof.gpu_reference.instances import fixed
from draftproof.gpu_reference.rivals import SAMPLERS
from draftproof.gpu_reference.statistical import audit_statistically
from draftproof.ledger import Verdict

torch = pytest.importorskip("torch")
utils = pytest.importorskip("transformers.generation.utils")
peer = getattr(utils, "_speculative_sampling", None)
pytestmark = pytest.mark.skipif(peer is None, reason="this transformers has no _speculative_sampling")

GROUPS = list(itertools.islice(fixed(), 8))


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def emitted(tokens, q, p, dtype, **options):
    """One row through the peer: what it emits."""
    with np.errstate(divide="ignore"):
        q_logits, p_logits = (torch.from_numpy(np.log(laws)).to(dtype)[None] for laws in (q, p))
    valid, _ = peer(torch.from_numpy(tokens)[None], q_logits, len(tokens), p_logits, **options)
    return valid[0].numpy()


def rows(draft_tokens, draft_probs, target_probs, dtype, before=lambda row: None, **options):
    out = np.full((len(draft_tokens), target_probs.shape[1]), -1, np.int64)
    for row, given in enumerate(zip(draft_tokens, draft_probs, target_probs, strict=True)):
        before(row)
        found = emitted(*given, dtype, **options)
        out[row, : len(found)] = found
    return out


def drawn(dtype=torch.float64, **options):
    """The peer with its own randomness, seeded."""

    def sample(draft_tokens, draft_probs, target_probs, draft_lens, seed):
        torch.manual_seed(int(np.random.default_rng(seed).integers(2**63)))
        return rows(draft_tokens, draft_probs, target_probs, dtype, **options)

    return sample


def given(monkeypatch, dtype=torch.float64, **options):
    """The peer with given coins."""
    coins = {}

    def multinomial(law, num_samples):
        masses = torch.cumsum(law, dim=-1)
        return (masses <= coins["now"][-1] * masses[:, -1:]).sum(dim=-1, keepdim=True)

    monkeypatch.setattr(
        torch, "rand_like", lambda like: coins["now"][: like.shape[-1]].to(like.dtype).reshape(like.shape)
    )
    monkeypatch.setattr(torch, "multinomial", multinomial)

    def sampler(draft_tokens, draft_probs, target_probs, uniforms, *, draft_lens=None):
        def take(row):
            coins["now"] = torch.from_numpy(uniforms[row])

        return rows(draft_tokens, draft_probs, target_probs, dtype, take, **options)

    return sampler


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_statistically_it_is_lossless(dtype):
    found = audit_statistically(drawn(dtype), GROUPS, SAMPLERS, draws=250)
    assert found.found is None
    assert found.draws >= 250 * found.instances
    assert found.slow is None


def test_its_ensemble_of_laws_is_lossy_and_found_so():
    found = audit_statistically(drawn(assistant_ensemble_weight=0.5), GROUPS[:2], SAMPLERS, draws=250)
    assert found.found is not None
    assert found.found.kind == "biased"


@pytest.mark.parametrize("number", range(5))
def test_exactly_it_is_lossless(number, monkeypatch):
    found = exact.audit(given(monkeypatch), GROUPS[number], max_rows=4000)
    assert {judged.verdict for judged in found.judgements} <= {Verdict.EXACT, Verdict.HOLDS}
    assert max(judged.excluded for judged in found.judgements) < 1e-5


def test_at_coin_zero_it_accepts_a_token_of_probability_zero(monkeypatch):
    assert "of target probability 0" in exact.end_points(given(monkeypatch), GROUPS[1])


def test_in_float32_that_is_one_coin_in_two_to_the_24():
    torch.manual_seed(0)
    coins = torch.rand(1 << 20)
    assert float((coins * 2**24).frac().abs().max()) == 0.0


def test_an_empty_residual_ends_in_an_exception(monkeypatch):
    """p and q one rounding apart: q(x) > p(x) for one token, and p(y) > q(y) for none."""
    for seed in range(200):
        logits = torch.from_numpy(np.random.default_rng(seed).normal(0, 1, 8)).float()
        p, q = logits.softmax(-1), (logits + 0.3).softmax(-1)
        token = int(torch.argmax(q - p))
        if not (p > q).any() and bool(q[token] > p[token]) and float(p[token] / q[token]) < 1 - 2**-24:
            break
    else:
        pytest.skip("softmax rounds otherwise here: no such pair of laws")
    monkeypatch.setattr(torch, "rand_like", lambda like: torch.full_like(like, 1 - 2**-24))
    with pytest.raises(RuntimeError, match=r"inf.*nan|nan.*inf"):
        peer(torch.tensor([[token]]), (logits + 0.3)[None, None], 1, logits.expand(1, 2, 8))
