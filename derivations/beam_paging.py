"""Beam search on paged KV: what beams that share a prompt store, in tokens and in blocks, and copy-on-write.

The process: b beams start from one prompt of s tokens and generate t tokens each. Without sharing each stores s + t.
With sharing the prompt is stored once (`beam_paging_tokens`); in blocks of K slots that goes for its full blocks, and a
block that is partly filled with the prompt's end is copied by every beam but one (`beam_paging_blocks`). That such
copies keep the beams apart is a matter of states, not of formulas (`beam_paging_safety`).
"""

from __future__ import annotations

from . import beam_paging_blocks as blocks
from . import beam_paging_safety as safety
from . import beam_paging_tokens as tokens
from .claims import Chain

ORDER = 8

CHAIN = Chain("beam_paging", "Beam search on paged KV", (*tokens.CLAIMS, *blocks.CLAIMS, *safety.CLAIMS))
