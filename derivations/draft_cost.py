"""Draft cost: what drafting costs against what it brings, and when speculation pays."""

from __future__ import annotations

from .symbols import quantity, symbol
from .tokens import E

alpha, gamma, c = (symbol(name) for name in ("alpha", "gamma", "c"))

S = quantity("S", E(alpha, gamma) / (1 + gamma * c))
