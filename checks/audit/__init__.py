"""Audits: a user's own code held against the claims. One module an audit, each on the same rails (`draftproof.subjects`).

`draftproof audit KIND ...` runs the module KIND of this folder or of `gpu_reference/audit`. To add an audit, write

    @click.command()
    @click.argument("subject", metavar="MODULE:CALLABLE")
    @limit_options                                   # --timeout and --memory
    def COMMAND(subject: str, limits: Limits) -> Audit: ...

`report.audits` finds it by its `COMMAND`, adds `--json` and `--junit`, prints the `Audit` that it returns, and exits
with 0 (no fault found), 1 (a fault on valid input) or 2 (`BadInput`: cannot be loaded, unusable options). Import what
is heavy inside functions, since `draftproof audit --help` imports every audit.
"""

from importlib.util import find_spec

from ...errors import BadInput


def need_hypothesis(audit: str) -> None:
    """Raise `BadInput` where an audit that draws its inputs with hypothesis cannot: it is an optional package."""
    if find_spec("hypothesis") is None:
        raise BadInput(f"audit {audit} needs hypothesis: pip install hypothesis")
