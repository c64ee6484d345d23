"""Copy-on-write is safe: said in words, proved by invariants for any number of sequences, blocks and tokens.

Part of the chain `beam_paging`. The transition system, its proof and its search stand in `checks/paging`.
"""

from __future__ import annotations

from .claims import Claim, Rival
from .domain import Domain, Naturals
from .statements import Words, both

SOURCE = "vLLM's block manager: a reference count for each block, and a copy unless the block is the writer's alone"
NOT_FORMULAS = {
    "derivation": "a property of states, not a formula: proved by invariants",
    "simulation": "nothing is random: small instances are searched wholly, and the audit looks further",
}
ANY_SIZE = Domain({"num_blocks": Naturals(1), "block_size": Naturals(1)})
SETS = (
    "the size of a finite set: not negative; at least 1 with one member, 2 with two; a member if positive; a new member "
    "adds 1, a lost one takes 1"
)

COPY_ON_WRITE = Claim(
    "beam_paging.copy_on_write",
    title="A write is seen by its writer alone, for any number of sequences, blocks and tokens",
    statement=both(
        Words("every sequence reads what a plain list would hold, whatever the others write"),
        Words("a block's reference count is the number of table entries that hold it"),
        Words("nobody holds a free block"),
        Words("an operation is done whole, or refused before it has changed anything"),
    ),
    domain=ANY_SIZE,
    source=SOURCE,
    assumes=(SETS,),
    not_applicable=NOT_FORMULAS,
    rivals=(
        Rival(
            "beam_paging.no_copy",
            says="a fork shares its partly filled block, and whoever appends writes into it",
            why_tempting="full blocks need no copy, and most blocks are full",
        ),
        Rival(
            "beam_paging.partial_copy",
            says="the copy takes all entries but the last one",
            why_tempting="the slot about to be written need not be copied, and it is easy to be off by one",
        ),
        Rival(
            "beam_paging.old_count_kept",
            says="the writer gets its copy, and the old block's count stays",
            why_tempting="the new block is what the code is about; the old one leaks unseen",
        ),
        Rival(
            "beam_paging.double_free",
            says="a second free of a sequence counts its blocks down again, below zero",
            why_tempting="a sequence is freed where it ends and where it is aborted, and both may happen",
        ),
        Rival(
            "beam_paging.partial_uncounted",
            says="a fork counts the full blocks that it shares, and not the partly filled one",
            why_tempting="that block will be copied soon anyway",
        ),
        Rival(
            "beam_paging.tables_aliased",
            says="a fork gets its parent's table itself",
            why_tempting="tables are lists, and assigning one does not copy it",
        ),
    ),
)

PREFIX_CACHE = Claim(
    "beam_paging.prefix_cache",
    title="A hash names a block only as long as the block has those entries",
    statement=both(
        Words("what a hash names is in the block, in every slot"),
        Words("a block that a hash names is full, so that nobody writes into it"),
        Words("a free block has no hash"),
    ),
    domain=ANY_SIZE,
    source="vLLM's automatic prefix caching: full blocks by the hash of all tokens up to their end",
    depends_on=("beam_paging.copy_on_write",),
    assumes=(SETS, "equal hashes mean equal tokens"),
    not_applicable=NOT_FORMULAS,
    rivals=(
        Rival(
            "beam_paging.stale_hash",
            says="a block that is evicted and written anew is still found by its old hash",
            why_tempting="eviction is about the block; the table of hashes is another structure",
        ),
    ),
)

CAPACITY = Claim(
    "beam_paging.capacity",
    title="Nothing leaks, nothing is copied in vain, and the reported capacity can be had",
    statement=both(
        Words("a block that is not free is held or can be evicted"),
        Words("what is reported as free is the number of blocks that nobody holds"),
        Words("a copy is made only of a block that another sequence holds too"),
        Words("an operation is refused only where no block can be had, or its sequence is gone"),
    ),
    domain=ANY_SIZE,
    source=SOURCE,
    depends_on=("beam_paging.copy_on_write",),
    assumes=(SETS,),
    not_applicable=NOT_FORMULAS,
    rivals=(
        Rival(
            "beam_paging.copy_unshared",
            says="a partly filled block is copied before every write, shared or not",
            why_tempting="it is always right, and one test less; it wastes a copy for each token",
        ),
        Rival(
            "beam_paging.capacity_over_reported",
            says="a block counts as free as soon as one of its holders lets go of it",
            why_tempting="freeing is thought of by sequences: so many blocks in a table, so many given back",
        ),
    ),
)

SMALL = Claim(
    "beam_paging.small_instance",
    title="Three sequences, four blocks of two slots, eight operations: every state, with nothing assumed",
    statement=both(
        Words("in every state of this instance all of the above holds, with holders and free blocks counted"),
        Words(
            "its runs reach a fork, a write into a shared block, a free, reuse of a block, prefix reuse and eviction"
        ),
    ),
    domain=Domain({"num_blocks": Naturals(4, 4), "block_size": Naturals(2, 2)}),
    source="own search, breadth first, states up to the names of sequences and blocks",
    not_applicable=NOT_FORMULAS,
)

CLAIMS = (COPY_ON_WRITE, PREFIX_CACHE, CAPACITY, SMALL)
