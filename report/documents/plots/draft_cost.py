"""Values of the chain `draft_cost`: the speedup at the reader's own numbers. Its plot stands with the best draft length."""

from __future__ import annotations

from .model import Formula, Plot, Value

PLOTS: tuple[Plot, ...] = ()
VALUES = (Value("speedup", Formula("draft_cost.closed_form")),)
