"""Accepted drafts are not alpha: what dashboards and logs report, against the acceptance rate alpha.

The claims stand in five modules: the acceptance ratio r and the mean acceptance length L (`acceptance_ratio`), what r
says of alpha (`acceptance_order`), counters where the draft length varies (`acceptance_counts`), two estimators of
alpha (`acceptance_estimators`), and rates by position (`acceptance_positions`).
"""

from __future__ import annotations

from . import acceptance_counts as counts
from . import acceptance_estimators as estimators
from . import acceptance_order as order
from . import acceptance_positions as positions
from . import acceptance_ratio as ratio
from .claims import Chain

ORDER = 2

CHAIN = Chain(
    "acceptance",
    "Accepted drafts are not alpha",
    (
        ratio.ACCEPTED, ratio.RATIO, ratio.MEAN, ratio.CLOSED_FORM, ratio.BETWEEN, ratio.LAST_POWER, ratio.DECREASING,
        order.INCREASING, order.INVERSE, order.ORDER_FLIPS, ratio.LENGTH, counts.COUNTS, counts.POOLED, counts.VARYING,
        estimators.REACHED, estimators.LIKELIHOOD, estimators.ESTIMATORS, positions.SURVIVAL, positions.CONDITIONAL,
        positions.POSITIONS,
    ),
)  # fmt: skip
