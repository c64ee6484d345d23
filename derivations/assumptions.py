"""The premises that claims may rest on, each with the reason why it may be assumed. Plain data.

The allow-list of `draftproof axioms`, kept apart from the claims on purpose: a premise that a claim adds is refused until
somebody has written down here why it is fair. A test fails for an entry that no claim uses.
"""

from __future__ import annotations

from collections.abc import Mapping

ASSUMPTIONS: Mapping[str, str] = {
    # What acceptance means
    "the acceptance rate is α at every position": "the model of Leviathan et al. 2023, section 3.1; `draftproof metrics` tests it",
    "each reached draft is accepted with the same probability α, independently of the others": "the model whose likelihood is taken",
    "each verification emits one token of the target's own, bonus or recovered": "how rejection sampling ends, either way",
    "the draft length is drawn per draft, γ with probability w and else δ, independently of acceptance": "the simplest mixture",
    "a polynomial in α takes every value between those at its ends (intermediate value theorem)": "a theorem of analysis",
    # Losslessness
    "each coin is uniform and independent of the drafts and of the other coins": "what a verifier draws; `losslessness.coins_shared` and `draft_sees_coins` are the rivals",
    "the noise row is independent of the coins of acceptance": "drawn by a call of its own",
    "where all drafts are kept, the bonus token is drawn from the target's row γ + 1": "how a verification ends without a rejection",
    "where all drafts are accepted, the bonus token is drawn from the target's row γ + 1": "how a verification ends without a rejection",
    "where the last draft is kept, the bonus token is drawn from the target's row γ + 1": "how a verification ends without a rejection",
    "along a sequence the drafts accepted before token k have mass Πmin(p, q), and p_k - min(p_k, q_k) is recovered": "what `losslessness.accepted_drafts` and `losslessness.recovered` say, the latter given the prefix",
    "the laws are the same at every position, whatever the prefix": "the setting of the published toy values",
    # What a step costs
    "verifying γ + 1 tokens takes the time of one target step": "Leviathan et al. 2023, Theorem 3.8; verify_budget does without",
    "the draft model runs γ times, once a token": "an autoregressive drafter; heads that fire in parallel are another model",
    "batch 1: a step takes the time to read the weights once (below the ridge, KV small)": "the seed's setting",
    "draft and target share the tokenizer": "otherwise a drafted token is no token of the target",
    "both models run on the same hardware": "the seed's setting",
    "a step takes the time to read the weights once and a time that is the same for both models": "the simplest overhead",
    "a token costs the same arithmetic, 1 by the target and ĉ by the draft, wherever it stands": "Leviathan et al. 2023, Theorem 3.11",
    # Rooflines
    "roofline: a step takes the longer of its memory time and its arithmetic time, both at peak rates": "an upper bound on speed",
    "attention's arithmetic, activations, launches and sampling are left out": "named as what the model leaves out",
    "a step reads each sequence's KV cache once, however many rows it verifies": "rows of one sequence share its cache",
    "one draft step takes c plain steps at the same batch and context: a drafter with that share of weights, KV cache and arithmetic": "the meaning of c at a batch",
    "all sequences of the batch have the same draft length": "the seed's setting",
    "inputs and outputs are moved once each, and nothing is kept in cache between layers": "the textbook count of bytes",
    "bytes are those of the weights; activations are counted by `verify_budget.intensity`": "says what is counted",
    "8-bit arithmetic runs at twice the rate of 16-bit arithmetic": "the vendors' peak rates of these accelerators",
    "the measured line holds at this draft length and batch": "a measurement, used where it was made",
    "the entries lie on one roofline; between them the table is read along a line": "how a measured table is read",
    "KV time per sequence is at most the arithmetic time of one row": "the condition under which the claim is made",
    # Sampling and masks
    "a bit's value is read by shift and mask: (x >> k) & 1": "what a bit is",
    "what has no bit is not masked": "how mask kernels treat the tail",
    "a masked logit is -inf: its token has weight 0": "what masking does",
    "some token is allowed": "no law is left otherwise, which is an error of its own",
    "T > 0; the greedy limit is taken after masking": "a temperature of 0 has no softmax",
    "top-p keeps the smallest set of most probable tokens that reaches p, the crossing token included": "the definition of top-p",
    "the masks of a step are computed during its forward pass, and sampling needs both": "how engines overlap the two",
    "masks are late independently of each other, each with probability 1 - h: P(mask time > t_f)": "the simplest law of lateness",
    "late masks are computed side by side and take t_m": "the simplest cost of lateness",
    "a schema is compiled before its first step, and kept": "how grammar engines cache",
    "rows are spread evenly over the cores": "a lower bound on the CPU's time",
    "the link runs at its bandwidth, latency left out": "a lower bound on the copy's time",
    # Paging
    "all beams start at the end of the prompt; blocks of one token, so that nothing is copied": "the seed's setting, in tokens",
    "blocks of one token, so that nothing is copied": "counts tokens, not blocks",
    "every beam has written at least one token, so that its last block is its own": "the state after the first step",
    "all branches write on; a branch that dies before it writes makes no copy, and may spare another's": "says what is counted",
    "the size of a finite set: not negative; at least 1 with one member, 2 with two; a member if positive; a new member adds 1, a lost one takes 1": "facts of counting",
    "equal hashes mean equal tokens": "no collisions, as prefix caches take for granted",
}
