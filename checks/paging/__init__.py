"""Paged KV with copy-on-write: a transition system as data, its proof for every size, and its search at small sizes.

`terms` reads and runs the little language the system is written in; `system` is the system; `obligations` turns it into
SMT-LIB, `machine` runs it, `search` explores it; `allocator` is a reference allocator that it describes; `faults` has
the rivals of the chain `beam_paging` as changed systems, `faulty` as changed allocators.
"""
