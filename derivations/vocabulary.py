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
    Term("x", "x", "x", "an auxiliary number", REALS),
)  # fmt: skip

TERMS: dict[str, Term] = {term.name: term for term in _TERMS}


def term(name: str) -> Term:
    """The entry of a name; a bound or auxiliary name without an entry stands for itself."""
    return TERMS.get(name) or Term(name, name, name, "auxiliary", REALS)
