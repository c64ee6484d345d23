"""The published figures of the chain `sampling_order`, from the chain's own formulas."""
from __future__ import annotations

import sympy as sp

from .figures import Figure


def softmax_figures(law: sp.Expr, ratio: sp.Expr) -> tuple[Figure, ...]:
    return ()
def distance_figures(law: sp.Expr) -> tuple[Figure, ...]:
    return ()
