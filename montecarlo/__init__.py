"""Simulations: random streams, processes, error-controlled comparison, and one module a chain.

Every simulation starts from the process (draw, accept or reject, stop), never from the formula it is to judge.
Adding the simulations of a chain is a recipe:

1. Write `montecarlo/CHAIN.py`, CHAIN being the chain's name in `derivations`.
2. Choose the process. `process` has those of speculative decoding; a new one is a module-level function
   `chunk(rng, sequences, params) -> int64 array` that runs `sequences` independent sequences and returns integer sums
   (a histogram, as a rule). Integers, because their sum does not depend on the order in which the chunks come back;
   module-level, with params of plain data, because it is sent to other processes. It works in tiles (`process.tiles`)
   so that its memory does not grow with `sequences`.
3. Say what is measured: `measure(total, draws) -> Measured`, the mean of `draws` independent values in [low, high].
   Values must be independent: the tokens of one verification are not, the verifications are. For a rate *given that*
   position k is reached, the values are the sequences that reached it, whose number `total` gives.
4. For each claim, give a few settings where the rivals differ from the truth (0 < alpha < 1, gamma >= 2), each a
   `Setting(label, Simulation(claim, label, chunk, params, measure), relation, predicted, rivals)`. `predicted` and the
   values of `rivals` are evaluated from the statements of the claim and of its rivals: no formula is typed here.
   Settings that share claim and name share one run, so measuring many quantities of one histogram costs one simulation.
5. Offer them as `SETTINGS`: claim id -> a function without arguments that returns the claim's settings.

`evidence.simulate(settings, draws=..., seed=...)` does the rest: it runs each simulation on its own streams
(`streams`, `runner`), compares (`compare`), runs the same comparison with each rival's value in the claim's place, and
computes from the sizes of this run the probability of missing each rival. A claim holds if it holds at every setting; a
rival is rejected if some setting refutes it and a miss is improbable enough. `compare.draws_needed` says how many draws
that takes.
"""
