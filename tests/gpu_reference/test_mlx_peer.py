"""A decoder that is not ours: the speculative decoding of mlx-lm (`speculative_generate_step`), as installed, on a CPU.

It emits the target's own samples and accepts a draft that equals them, so it should be lossless, and slow. Twice it is held
to that: by the decoder audit, on its own randomness; and exactly, for small requests, since all its randomness is the
samples that it asks a sampler for: every sequence of samples is run, and weighs the product of their probabilities.

Found in mlx-lm 0.32.2, one request alone: no bias, exactly, whatever the length of the drafts (0 and more than are wanted
among them), of the prompt (one token, or several prefilled in parts) and of the answer, and with drafts whose cache cannot be
trimmed. The caches are rewound rightly where all drafts are accepted. The first draft is accepted with sum(pq), where token-wise
verification accepts sum(min(p, q)): drafts of the target's own law are mostly rejected. Faults:

- After a request, the target's cache holds the last token only where that was an accepted draft; without speculation, always.
  The server stores the cache under all the tokens, so a request that goes on from it misses one token: **biased**, and
  its decoding without speculation is not.
- A logits processor sees the generated tokens and the last of the prompt; without speculation, the whole prompt. With
  `num_draft_tokens=0` it sees one token, always the last.
- `max_tokens=-1`, "for an infinite generator", raises a ValueError.
- Where a sampler or model raises while drafting, the caches are rewound by the numbers of the round before: by fewer than
  no tokens, where that round accepted more drafts than this one has. Upstream has this as pull request 1528.
"""

import importlib.util
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from draftproof.gpu_reference.audit import decoder
from draftproof.gpu_reference.audit.decoder_driver import drive, target_of
from draftproof.gpu_reference.decoding import MODELS
from draftproof.subjects.outcome import Returned
from draftproof.subjects.subject import Limits

generate = pytest.importorskip("mlx_lm.generate", exc_type=ImportError)
mx = pytest.importorskip("mlx.core")
if not hasattr(generate, "speculative_generate_step"):
    pytest.skip("this mlx_lm has no speculative_generate_step", allow_module_level=True)

PEERS = Path(__file__).with_name("peers")
spec = importlib.util.spec_from_file_location("mlx_decoder", PEERS / "mlx_decoder.py")
peer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(peer)

TWO, THREE = (target_of(MODELS[number].table()) for number in (0, 2))
"""Targets over two and three tokens. Their laws are in eighths and sixteenths."""

UNITS = 48
"""A float32 probability is read as so many 48ths: even laws of three tokens are thirds."""


def outcomes(run):
    """{outcome: its probability} of `run(choose, sampler)`, over all that `choose` and the sampler may draw."""
    ahead, found = [[]], Counter()

    while ahead:
        given, taken, mass = ahead.pop(), [], Fraction(1)

        def choose(law):
            nonlocal mass
            law = [Fraction(round(float(p) * UNITS), UNITS) for p in law]
            assert sum(law) == 1
            if len(taken) < len(given):  # noqa: B023
                token = given[len(taken)]  # noqa: B023
            else:
                token, *others = [token for token, p in enumerate(law) if p]
                ahead.extend([*taken, other] for other in others)  # noqa: B023
            taken.append(token)  # noqa: B023
            mass *= law[token]
            return token

        def sampler(logprobs):
            return mx.array([choose(law) for law in np.exp(np.array(logprobs))])

        outcome = run(choose, sampler)
        found[outcome] += mass
    return found


def tokens_of(target, **options):
    return outcomes(lambda _, sampler: tuple(peer.request(target, sampler=sampler, **options)[0]))


def law_of(target, length):
    """{tokens: probability}, of so many tokens by the target."""
    found = {(): Fraction(1)}
    for _ in range(length):
        found = {
            (*prefix, token): mass * Fraction(float(p))
            for prefix, mass in found.items()
            for token, p in enumerate(target(np.array([prefix], np.int64))[0])
            if p
        }
    return found


def distance(one, other):
    """Total variation."""
    return sum(abs(one.get(outcome, 0) - other.get(outcome, 0)) for outcome in {*one, *other}) / 2


REQUESTS = {
    "default": (TWO, {"length": 3}),
    "one draft at a time": (TWO, {"length": 4, "num_draft_tokens": 1}),
    "no drafts": (TWO, {"length": 3, "num_draft_tokens": 0}),
    "more drafts than wanted": (TWO, {"length": 2, "num_draft_tokens": 4}),
    "a prompt prefilled in parts": (TWO, {"length": 2, "prompt": 4, "prefill_step_size": 2}),
    "one token": (THREE, {"length": 1}),
    "no token": (THREE, {"length": 0}),
    "three tokens": (THREE, {"length": 2, "num_draft_tokens": 1}),
    "drafts of the target's law": (TWO, {"length": 3, "num_draft_tokens": 1, "drafts": peer.same}),
    "drafts of the likeliest token": (TWO, {"length": 4, "num_draft_tokens": 2, "drafts": peer.likeliest}),
    "drafts that stay in their cache": (TWO, {"length": 4, "drafts": peer.likeliest, "trimmable_drafts": False}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_exactly_one_request_is_lossless(name):
    target, options = REQUESTS[name]
    assert distance(tokens_of(target, **options), law_of(target, options["length"])) == 0


@pytest.mark.parametrize("planted", [{"amiss": -1}, {"amiss": 1}])
def test_a_fault_planted_in_the_rewinding_shows_exactly(planted):
    assert distance(tokens_of(TWO, length=3, num_draft_tokens=1, **planted), law_of(TWO, 3)) > Fraction(1, 10)


@pytest.mark.parametrize("drafts", [peer.even, peer.same])
def test_it_accepts_the_first_draft_with_sum_pq(drafts):
    found = outcomes(lambda _, s: peer.request(THREE, sampler=s, drafts=drafts, length=1)[1])
    (p,), (q,) = (law(np.zeros((1, 0), np.int64)) for law in (THREE, drafts(THREE)))
    assert float(found[1]) == pytest.approx(p @ q)
    assert p @ q < np.minimum(p, q).sum() - 0.3


def test_a_request_that_goes_on_from_a_stored_cache_is_biased():
    speculative, plain = (
        outcomes(lambda user, s, drafts=drafts: tuple(peer.requests(TWO, user, drafts=drafts, sampler=s)))
        for drafts in (peer.even, None)
    )
    assert distance(plain, law_of(TWO, 3)) == 0
    assert distance(speculative, law_of(TWO, 3)) == Fraction(641, 2048)


@pytest.mark.parametrize("drafts", [peer.even, peer.same, peer.likeliest])
def test_the_last_token_is_cached_only_where_it_was_a_draft(drafts):
    mx.random.seed(0)
    model, draft_model = peer.Toy(TWO), peer.Toy(drafts(TWO))
    for length in [1, 2, 3, 4] * 4:
        cache = model.make_cache() + draft_model.make_cache()
        steps = list(
            generate.speculative_generate_step(
                mx.array([0]), model, draft_model, max_tokens=length, prompt_cache=cache, sampler=peer.SAMPLER
            )
        )
        tokens = [0, *(token for token, _, _ in steps)]
        assert cache[0].tokens == (tokens if steps[-1][2] else tokens[:-1])


def processed(**options):
    """A request with the target's law in a logits processor: what it saw, and the tokens."""
    seen = []

    def processor(tokens, logits):
        seen.append(tokens.tolist())
        with np.errstate(divide="ignore"):
            return mx.array(np.log(TWO(np.array([seen[-1][1:]], np.int64))), dtype=mx.float32)

    tokens, _ = peer.request(TWO, law=peer.even(TWO), logits_processors=[processor], **options)
    return seen, tokens


def test_exactly_a_law_in_a_logits_processor_is_kept():
    for drafts, length in ((1, 3), (2, 2)):
        options = {"length": length, "num_draft_tokens": drafts, "drafts": peer.likeliest}
        found = outcomes(lambda _, s, given=options: tuple(processed(sampler=s, **given)[1]))
        assert distance(found, law_of(TWO, length)) == 0


def test_without_drafts_a_logits_processor_sees_one_token():
    found = outcomes(lambda _, s: tuple(processed(sampler=s, length=3, num_draft_tokens=0)[1]))
    assert distance(found, law_of(TWO, 3)) > Fraction(1, 10)
    assert [len(tokens) for tokens in processed(length=3, num_draft_tokens=0)[0]] == [1, 1, 1]


def test_a_logits_processor_does_not_see_the_prompt():
    seen, _ = processed(prompt=3, length=1)
    assert seen[0] == [peer.START]
    plain = []
    list(
        generate.generate_step(
            mx.array([peer.START] * 3),
            peer.Toy(TWO, 3),
            max_tokens=1,
            logits_processors=[lambda tokens, logits: plain.append(tokens.tolist()) or logits],
        )
    )
    assert plain[0] == [peer.START] * 3


def test_it_cannot_go_on_without_end():
    with pytest.raises(ValueError, match="concatenate"):
        peer.request(TWO, length=-1)


def test_after_an_exception_while_drafting_it_rewinds_by_a_negative_number():
    """The second round has one draft, the first had three, all accepted."""
    model, draft_model = peer.Toy(TWO), peer.Toy(peer.likeliest(TWO))
    cache, calls = model.make_cache() + draft_model.make_cache(), []

    def sampler(logprobs):
        calls.append(1)
        if len(calls) > 4:
            raise InterruptedError
        return mx.argmax(logprobs, axis=-1)

    with pytest.raises(InterruptedError):
        list(
            generate.speculative_generate_step(
                mx.array([0]), model, draft_model, max_tokens=5, num_draft_tokens=3, prompt_cache=cache, sampler=sampler
            )
        )
    assert cache[0].asked == [0, -2]


class Here:
    """A stand-in for `Subject`: to import mlx-lm in another process takes longer than an audit."""

    def __init__(self, name):
        self.decoder = getattr(peer, name.split(":")[1])

    @staticmethod
    def load(name, **_):
        return Here(name)

    def ask(self, data, *arrays):
        return Returned(*drive(self.decoder, data, arrays))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def test_by_its_own_randomness_it_is_lossless(monkeypatch):
    monkeypatch.chdir(PEERS)
    found = decoder.audit_decoder("mlx_decoder:default", draws=250, budget=600, limits=Limits(timeout=300, load=600))
    assert found.passes, found.faults
    assert found.explored["rows"] >= 1000


def test_without_speculation_requests_are_lossless(monkeypatch):
    monkeypatch.setattr(decoder, "Subject", Here)
    assert decoder.audit_decoder("mlx_decoder:served_plainly", draws=200, budget=600).passes


@pytest.mark.parametrize("name", ["rewinds_too_few", "rewinds_too_many", "wrong_bonus", "shared_noise", "served"])
def test_the_audit_finds(name, monkeypatch):
    monkeypatch.setattr(decoder, "Subject", Here)
    monkeypatch.setattr(decoder, "TO_TELL", 16)  # the rivals are not told apart: that takes thousands of rows
    found = decoder.audit_decoder(f"mlx_decoder:{name}", draws=1000, budget=600)
    assert [fault.kind for fault in found.faults] == ["biased"]
