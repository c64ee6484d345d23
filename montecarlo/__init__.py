"""Simulations: random streams, processes, error-controlled comparison, and one module a chain.

Every simulation starts from the process (draw, accept or reject, stop), never from the formula it is to judge.
To add a chain's simulations, write `montecarlo/CHAIN.py`, here for the chain of the recipe in `derivations`:

    from ..derivations.claims import Claim
    from ..derivations.options import Options
    from ..derivations.two_drafts import EXPECTED, TOKENS
    from ..ledger import Evidence
    from . import drafts, enrol, measures
    from .enrol import Settings
    from .evidence import Setting

    def _tokens() -> list[Setting]:
        point = TOKENS.example
        emitted = drafts.verifications(TOKENS, point, measures.tokens, length=2)
        return enrol.settings(TOKENS, point, {EXPECTED: emitted})

    SETTINGS: dict[str, Settings] = {TOKENS.id: _tokens}

    def evidence(claim: Claim, options: Options) -> Evidence | None:
        return enrol.evidence(claim, SETTINGS, options)

1. `SETTINGS` has, by claim id, a function that returns the claim's settings; `evidence` is what `verify` calls. A claim
   without settings says why in its `not_applicable`.
2. Choose the process. `process` has those of speculative decoding, and `drafts` makes their simulations from a point
   of the claim's domain (`Simulation(claim, label, chunk, params, measure)`). A new process is a module-level function
   `chunk(rng, sequences, params) -> int64 array` that runs `sequences` independent sequences and returns integer sums
   (a histogram, as a rule). Integers, because their sum does not depend on the order in which the chunks come back;
   module-level, with params of plain data, because it is sent to other processes. It works in tiles (`process.tiles`)
   so that its memory does not grow with `sequences`.
3. Say what is measured (`measures`): `measure(total, draws) -> Measured`, the mean of independent values in [low, high].
   Values must be independent: the tokens of one verification are not, the verifications are. For a rate *given that*
   position k is reached, the values are the sequences that reached it, whose number `total` gives.
4. `enrol.settings(claim, point, {left: simulation})` makes the settings: `left` is the left side of a relation as the
   claim writes it, and what it should be is evaluated from the statements of the claim and of its rivals: no formula is
   typed here. Choose points where the rivals differ from the truth (0 < alpha < 1, gamma >= 2). Simulations that share
   claim and label share one run, so measuring many quantities of one histogram costs one simulation.

`evidence.simulate(settings, draws=..., seed=...)` does the rest: it runs each simulation on its own streams
(`streams`, `runner`), compares (`compare`), runs the same comparison with each rival's value in the claim's place, and
computes from the sizes of this run the probability of missing each rival. A claim holds if it holds at every setting; a
rival is rejected if some setting refutes it and a miss is improbable enough. `compare.draws_needed` says how many draws
that takes.
"""
