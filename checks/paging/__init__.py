"""Paged KV with copy-on-write: a transition system as data, its proof for every size, and its search at small sizes.

`terms` reads and runs the little language the system is written in; `system` is the system, `outlines` its operations as
programs of steps; `obligations` turns both into SMT-LIB, `machine` runs the one and `rounds` the other, `search` explores
all states of a small instance; `allocator` is a reference allocator that the system describes; `faults` has the rivals of
the chain `beam_paging` as changed systems, `faulty` as changed allocators.
"""
