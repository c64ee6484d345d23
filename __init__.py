"""draftproof derives, proves, simulates and audits the arithmetic of LLM decoding.

The names below are loaded when they are first used (PEP 562): `import draftproof` alone loads no SymPy, z3,
cvc5, NumPy or SciPy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_FACE = {
    "formulas": (
        "acceptance_ratio",
        "alpha_from_ratio",
        "best_draft_length",
        "cycle_speedup",
        "expected_accepted",
        "expected_tokens",
        "first_batch_past_ridge",
        "mean_acceptance_length",
        "mean_acceptance_length_from_counts",
        "operations_factor",
        "optimal_gamma_real",
        "ridge",
        "speedup",
        "step_time_roofline",
        "tokens_variance",
        "verify_time",
        "verify_tokens",
        "weight_intensity",
    ),
    "derivations.claims": ("chain", "chain_names", "claim"),
    "errors": ("BadInput", "DraftproofError", "SolverDisagreement", "SolverUnknown", "StepRejected", "Vacuous"),
    "ledger": ("Evidence", "Ledger", "Verdict"),
    "sampling": ("process_logits",),
}
"""Module -> the public names it gives."""

_HOME = {name: module for module, names in _FACE.items() for name in names}

__all__ = ["__version__", *sorted(_HOME)]

if TYPE_CHECKING:  # the same names for type checkers; a test holds the two lists together
    from .derivations.claims import chain as chain
    from .derivations.claims import chain_names as chain_names
    from .derivations.claims import claim as claim
    from .errors import BadInput as BadInput
    from .errors import DraftproofError as DraftproofError
    from .errors import SolverDisagreement as SolverDisagreement
    from .errors import SolverUnknown as SolverUnknown
    from .errors import StepRejected as StepRejected
    from .errors import Vacuous as Vacuous
    from .formulas import acceptance_ratio as acceptance_ratio
    from .formulas import alpha_from_ratio as alpha_from_ratio
    from .formulas import best_draft_length as best_draft_length
    from .formulas import cycle_speedup as cycle_speedup
    from .formulas import expected_accepted as expected_accepted
    from .formulas import expected_tokens as expected_tokens
    from .formulas import first_batch_past_ridge as first_batch_past_ridge
    from .formulas import mean_acceptance_length as mean_acceptance_length
    from .formulas import mean_acceptance_length_from_counts as mean_acceptance_length_from_counts
    from .formulas import operations_factor as operations_factor
    from .formulas import optimal_gamma_real as optimal_gamma_real
    from .formulas import ridge as ridge
    from .formulas import speedup as speedup
    from .formulas import step_time_roofline as step_time_roofline
    from .formulas import tokens_variance as tokens_variance
    from .formulas import verify_time as verify_time
    from .formulas import verify_tokens as verify_tokens
    from .formulas import weight_intensity as weight_intensity
    from .ledger import Evidence as Evidence
    from .ledger import Ledger as Ledger
    from .ledger import Verdict as Verdict
    from .sampling import process_logits as process_logits


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'draftproof' has no attribute '{name}'")
    return getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
