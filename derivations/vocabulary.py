"""The words: every symbol with its LaTeX, meaning, domain, unit, and the names people use for it.

Plain data without SymPy. `derivations.symbols` makes SymPy symbols from it; the CLI validates by it; the documents'
nomenclature and the linter's roles are read from it. p is the target law and q the draft law (Leviathan's letters; Chen et al.
and gpt-fast swap them).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .domain import NONNEGATIVE, POSITIVE, REALS, UNIT, Interval, Naturals, Sequences, Set


@dataclass(frozen=True)
class Term:
    """One symbol. `aliases` are names seen in code and on dashboards; a name alone never proves the role."""

    name: str
    text: str
    latex: str
    meaning: str
    domain: Set
    unit: str = "1"
    aliases: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()  # a quantity: what it depends on, in order

    @property
    def is_quantity(self) -> bool:
        return bool(self.parameters)


_TERMS = (
    Term("alpha", "α", r"\alpha", "acceptance rate: probability that a drafted token is accepted, given that it is reached", UNIT,
         aliases=("acceptance_rate", "accept_rate", "p_accept", "acceptance_probability", "accept_prob")),
    Term("gamma", "γ", r"\gamma", "draft length: drafted tokens per verification", Naturals(0), "tokens",
         aliases=("k", "K", "num_speculative_tokens", "n_draft", "draft_len", "num_draft_tokens", "lookahead")),
    Term("beta", "β", r"\beta", "a second acceptance rate", UNIT),
    Term("w", "w", "w", "weight of the first of two acceptance rates in a mixture", UNIT),
    Term("c", "c", "c", "draft cost: time of one draft step over the time of one target step", NONNEGATIVE,
         aliases=("draft_cost", "cost_ratio", "cost_coefficient")),
    Term("c_hat", "ĉ", r"\hat{c}", "operations ratio: arithmetic per token of the draft over that of the target", NONNEGATIVE,
         aliases=("operations_ratio", "flops_ratio")),
    Term("n", "n", "n", "number of emitted tokens", Naturals(1), "tokens"),
    Term("k", "k", "k", "position in the draft, or a number of tokens", Naturals(0), "tokens"),
    Term("i", "i", "i", "position in the draft, counted from 1", Naturals(1)),
    Term("a", "a", "a", "acceptance rate by position: a_i of the i-th drafted token, given that it is reached", Sequences(UNIT)),
    Term("E", "E", "E", "expected tokens per verification, bonus token included", Interval(Fraction(1)), "tokens",
         aliases=("expected_tokens", "tokens_per_step", "tau", "mean_accept_length"), parameters=("alpha", "gamma")),
    Term("P_N", "P", "P", "law of the number of emitted tokens", UNIT, parameters=("n", "alpha", "gamma")),
    Term("T_N", "T", "T", "tail: probability that more than k tokens are emitted", UNIT, parameters=("k", "alpha", "gamma")),
    Term("M_N", "M", "M", "second moment of the number of emitted tokens", NONNEGATIVE, "tokens²", parameters=("alpha", "gamma")),
    Term("V_N", "Var", r"\mathrm{Var}", "variance of the number of emitted tokens", NONNEGATIVE, "tokens²", parameters=("alpha", "gamma")),
    Term("P_a", "P", "P", "law of the number of emitted tokens, acceptance rate by position", UNIT, parameters=("n", "a", "gamma")),
    Term("E_a", "E", "E", "expected tokens per verification, acceptance rate by position", Interval(Fraction(1)), "tokens", parameters=("a", "gamma")),
    Term("A", "A", "A", "expected accepted drafts per verification", NONNEGATIVE, "tokens",
         aliases=("accepted", "num_accepted"), parameters=("alpha", "gamma")),
    Term("r", "r", "r", "acceptance ratio: accepted over drafted tokens, what dashboards report (vLLM: draft acceptance rate)", UNIT,
         aliases=("draft_acceptance_rate", "acceptance_ratio"), parameters=("alpha", "gamma")),
    Term("L", "L", "L", "mean acceptance length: emitted tokens per verification, bonus token included", Interval(Fraction(1)), "tokens",
         aliases=("mean_acceptance_length", "acceptance_length"), parameters=("alpha", "gamma")),
    Term("S", "S", "S", "speedup over decoding one token at a time", POSITIVE,
         aliases=("speedup", "speed_up", "walltime_improvement"), parameters=("alpha", "gamma", "c")),
    Term("delta", "δ", r"\delta", "a second draft length", Naturals(0), "tokens"),
    Term("accepted", "accepted", r"\mathrm{accepted}", "accepted drafted tokens, counted over all verifications", Naturals(0), "tokens",
         aliases=("num_accepted_tokens", "n_accept")),
    Term("drafted", "drafted", r"\mathrm{drafted}", "drafted tokens, counted over all verifications", Naturals(0), "tokens",
         aliases=("num_draft_tokens", "n_drafted")),
    Term("drafts", "drafts", r"\mathrm{drafts}", "verifications of a draft, one draft each", Naturals(1),
         aliases=("num_drafts", "n_drafts")),
    Term("reached", "reached", r"\mathrm{reached}", "drafted tokens that were tested: all before them in their draft were accepted", Naturals(1), "tokens"),
    Term("R", "R", "R", "expected reached drafts per verification: those that are tested", NONNEGATIVE, "tokens", parameters=("alpha", "gamma")),
    Term("T_a", "T", "T", "tail, acceptance rate by position: probability that more than k tokens are emitted", UNIT, parameters=("k", "a", "gamma")),
    Term("ell", "ℓ", r"\ell", "log-likelihood of counts under a constant acceptance rate", Interval(high=Fraction(0)), parameters=("alpha", "accepted", "reached")),
    Term("r_n", "r", "r", "acceptance ratio of counts: accepted over drafted", UNIT, parameters=("accepted", "drafted")),
    Term("L_n", "L", "L", "mean acceptance length of counts: emitted tokens over verifications", Interval(Fraction(1)), "tokens", parameters=("accepted", "drafts")),
    Term("gamma_bar", "γ̄", r"\bar{\gamma}", "mean draft length of counts: drafted over drafts", NONNEGATIVE, "tokens", parameters=("drafted", "drafts")),
    Term("gamma_w", "γ̄", r"\bar{\gamma}", "mean draft length where a draft has γ tokens with probability w, else δ", NONNEGATIVE, "tokens", parameters=("gamma", "delta", "w")),
    Term("r_w", "r", "r", "acceptance ratio where a draft has γ tokens with probability w, else δ: expected accepted over expected drafted", UNIT,
         parameters=("alpha", "gamma", "delta", "w")),
    Term("batch", "B", "B", "batch: sequences that one step decodes", Naturals(1), "sequences",
         aliases=("batch_size", "num_seqs", "bs", "concurrency")),
    Term("rows", "m", "m", "rows of a weight GEMM: tokens that one step sends through the model", Naturals(1), "tokens",
         aliases=("num_tokens", "num_batched_tokens")),
    Term("m_1", "m_1", "m_1", "rows at one entry of a table of step times", Naturals(1), "tokens"),
    Term("m_2", "m_2", "m_2", "rows at another entry of a table of step times", Naturals(1), "tokens"),
    Term("m_verify", "m", "m", "tokens of one verification step, all sequences together", Naturals(1), "tokens",
         aliases=("verify_tokens",), parameters=("batch", "gamma")),
    Term("n_params", "N", "N", "parameters of the model that a step reads", POSITIVE, aliases=("num_parameters", "n_weights")),
    Term("b_w", "b_w", "b_w", "bytes per weight", POSITIVE, "B", aliases=("bytes_per_weight",)),
    Term("b_a", "b_a", "b_a", "bytes per activation value", NONNEGATIVE, "B", aliases=("bytes_per_activation",)),
    Term("b_kv", "b_kv", r"b_{\mathrm{kv}}", "bytes per KV value", POSITIVE, "B", aliases=("bytes_per_kv",)),
    Term("n_kv", "n_kv", r"n_{\mathrm{kv}}", "KV values per token of context: 2 × layers × KV heads × head dimension", POSITIVE),
    Term("context", "s", "s", "context length: tokens of a sequence whose keys and values a step reads", Naturals(0), "tokens",
         aliases=("context_len", "seq_len", "kv_len")),
    Term("flops", "F", "F", "peak arithmetic rate for the type computed in", POSITIVE, "FLOP/s", aliases=("flops_per_s", "peak_flops")),
    Term("d_in", "d_in", r"d_{\mathrm{in}}", "inputs of a linear layer", Naturals(1), aliases=("in_features",)),
    Term("d_out", "d_out", r"d_{\mathrm{out}}", "outputs of a linear layer", Naturals(1), aliases=("out_features",)),
    Term("d", "d", "d", "width of a square linear layer", Naturals(1), aliases=("hidden_size",)),
    Term("I", "I", "I", "arithmetic intensity of a linear layer, weights and activations", POSITIVE, "FLOP/B",
         aliases=("arithmetic_intensity",), parameters=("rows", "d_in", "d_out", "b_w", "b_a")),
    Term("m_ridge", "m*", "m^{*}", "rows at which the weights' intensity meets the ridge", POSITIVE, "tokens", parameters=("flops", "bandwidth", "b_w")),
    Term("t_w", "t_w", "t_w", "time to read all weights once", POSITIVE, "s"),
    Term("t_kv", "t_kv", r"t_{\mathrm{kv}}", "time to read one sequence's KV cache", NONNEGATIVE, "s"),
    Term("t_c", "t_c", "t_c", "arithmetic time of one row (token)", POSITIVE, "s"),
    Term("T_step", "T", "T", "roofline time of one step over m rows of B sequences", POSITIVE, "s",
         aliases=("step_time",), parameters=("rows", "batch", "t_w", "t_kv", "t_c")),
    Term("tau", "τ", r"\tau", "emitted tokens per verification, bonus token included, whatever the law of acceptance", Interval(Fraction(1)), "tokens"),
    Term("S_B", "S", "S", "speedup at a batch, under a roofline", POSITIVE, parameters=("tau", "gamma", "c", "batch", "t_w", "t_kv", "t_c")),
    Term("u", "u", "u", "memory time per sequence: the weights' share of one sequence, and its KV cache", NONNEGATIVE, "s"),
    Term("v", "v", "v", "a second memory time per sequence", NONNEGATIVE, "s"),
    Term("S_u", "S", "S", "speedup under a roofline, by memory time per sequence", POSITIVE, parameters=("tau", "gamma", "c", "u", "t_c")),
    Term("t_plain", "T_plain", r"T_{\mathrm{plain}}", "time of one plain decoding step", POSITIVE, "s"),
    Term("t_draft", "T_draft", r"T_{\mathrm{draft}}", "time of all draft steps of one cycle", NONNEGATIVE, "s"),
    Term("t_verify", "T_verify", r"T_{\mathrm{verify}}", "time of one verification step", POSITIVE, "s", aliases=("verify_time",)),
    Term("t_0", "t_0", "t_0", "intercept of a measured verification time", POSITIVE, "s"),
    Term("t_1", "t_1", "t_1", "slope of a measured verification time: seconds per drafted token", NONNEGATIVE, "s"),
    Term("S_cycle", "S", "S", "speedup of a cycle from its times", POSITIVE, parameters=("tau", "t_plain", "t_draft", "t_verify")),
    Term("j", "j", "j", "number of further drafts", Naturals(0), "tokens"),
    Term("D", "D", "D", "deficit of one more draft: its cost, c times the tokens so far, less its gain of α^(γ+1) tokens in the time so far", REALS, "tokens",
         parameters=("alpha", "gamma", "c")),
    Term("y", "y", "y", "draft length taken as a real number", NONNEGATIVE, "tokens"),
    Term("y_2", "y′", "y'", "a second draft length taken as a real number", NONNEGATIVE, "tokens"),
    Term("S_y", "S", "S", "speedup, the draft length taken as a real number", POSITIVE, parameters=("alpha", "y", "c")),
    Term("D_y", "D", "D", "deficit of drafting on, the draft length taken as a real number: the slope of the speedup has the opposite sign", REALS, "tokens",
         parameters=("alpha", "y", "c")),
    Term("gamma_star", "γ*", r"\gamma^*", "real draft length at which the slope of the speedup vanishes", REALS, "tokens", parameters=("alpha", "c")),
    Term("x", "x", "x", "an auxiliary number", REALS),
    Term("c_2", "c′", "c'", "draft cost of a second, cheaper drafter", NONNEGATIVE),
    Term("W_d", "W_d", "W_d", "weights of the draft model", POSITIVE, "B"),
    Term("W_t", "W_t", "W_t", "weights of the target model", POSITIVE, "B"),
    Term("m_d", "m_d", "m_d", "number of parameters of the draft model", POSITIVE),
    Term("m_t", "m_t", "m_t", "number of parameters of the target model", POSITIVE),
    Term("b_d", "b_d", "b_d", "bytes per parameter of the draft model", POSITIVE, "B"),
    Term("b_t", "b_t", "b_t", "bytes per parameter of the target model", POSITIVE, "B"),
    Term("W", "W", "W", "weights that one step reads", POSITIVE, "B"),
    Term("BW", "BW", r"\mathrm{BW}", "memory bandwidth", POSITIVE, "B/s", aliases=("bandwidth", "memory_bandwidth")),
    Term("t_o", "t_o", "t_o", "time of a step that does not depend on the weights: launches, sampling", NONNEGATIVE, "s"),
    Term("t_d", "t_d", "t_d", "time of one draft step", POSITIVE, "s", aliases=("draft_time", "draft_latency")),
    Term("t_t", "t_t", "t_t", "time of one target step", POSITIVE, "s", aliases=("target_time", "target_latency")),
    Term("t_W", "t", "t", "time to read the weights once", POSITIVE, "s", parameters=("W", "BW")),
    Term("c_t", "c", "c", "draft cost, from the two step times", POSITIVE, parameters=("t_d", "t_t")),
    Term("T_c", "T", "T", "time of one cycle: gamma draft steps and one verification", POSITIVE, "s",
         parameters=("gamma", "t_d", "t_t")),
    Term("S_t", "S", "S", "speedup, from the times: what a cycle's tokens take without drafts, over the cycle", POSITIVE,
         parameters=("alpha", "gamma", "t_d", "t_t")),
    Term("O", "O", "O", "operations factor: arithmetic per emitted token, over that of decoding one token at a time",
         Interval(Fraction(1)), parameters=("alpha", "gamma", "c_hat")),
)  # fmt: skip

TERMS: dict[str, Term] = {term.name: term for term in _TERMS}


def term(name: str) -> Term:
    """The entry of a name; a bound or auxiliary name without an entry stands for itself."""
    return TERMS.get(name) or Term(name, name, name, "auxiliary", REALS)
