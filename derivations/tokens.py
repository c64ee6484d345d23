"""Tokens per verification: the law of the number of emitted tokens N, and its expectation E.

The process: gamma tokens are drafted; each is accepted with probability alpha given that it is reached; the first
rejection discards every draft after it and emits one recovered token instead; when all are accepted, the bonus token is
emitted. So 1 <= N <= gamma + 1, and N - 1 drafts are accepted.

The claims stand in six modules: the law and E in closed form (`tokens_law`), what E lies between and what the misconception
1 + gamma·alpha makes of it (`tokens_bounds`), how E grows and where it ends (`tokens_growth`), the variance (`tokens_moments`),
acceptance by position (`tokens_positions`), and what averages of alpha hide (`tokens_convexity`).
"""

from __future__ import annotations

from . import tokens_bounds as bounds
from . import tokens_convexity as convexity
from . import tokens_growth as growth
from . import tokens_law as law
from . import tokens_moments as moments
from . import tokens_positions as positions
from .claims import Chain

ORDER = 1

CHAIN = Chain(
    "tokens",
    "Tokens per verification",
    (
        law.LAW, law.TAIL, law.TOTAL, law.EXPECTATION, law.CLOSED_FORM, law.RECURRENCE, bounds.BOUNDS, bounds.LINEAR_OVER,
        convexity.PEAK, bounds.SURVIVAL, growth.INCREASING_ALPHA, growth.INCREASING_GAMMA, growth.DECAY, growth.LIMIT,
        moments.SECOND_MOMENT, moments.VARIANCE, positions.POSITIONS, convexity.TANGENT, convexity.CONVEX,
        convexity.PLUG_IN,
    ),
)  # fmt: skip
