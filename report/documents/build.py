"""From claims to a document: derivations built (and so checked) here, evidence only from the ledger that was given."""

from __future__ import annotations

from collections.abc import Sequence

from ... import __version__
from ...derivations.assumptions import ASSUMPTIONS
from ...derivations.claims import Claim
from ...derivations.derive import derivation
from ...derivations.expr import Env
from ...ledger import Ledger
from ...verify import select
from .model import At, Document, Entry, Section, Tempting


def document(names: Sequence[str] = (), *, ledger: Ledger | None = None, values: Env | None = None) -> Document:
    """The document of the chains and claims named (none: all). Raises `BadInput`, and `StepRejected` for a wrong step."""
    sections = tuple(
        Section(chain.name, chain.title, tuple(_entry(claim) for claim in claims)) for chain, claims in select(names)
    )
    return Document(sections, (), (), __version__, values=values or {})


def _entry(claim: Claim) -> Entry:
    found = derivation(claim)
    return Entry(
        claim,
        found,
        "" if found else claim.not_applicable.get("derivation", "none is registered"),
        At(claim.example),
        tuple(Tempting(rival, None, "") for rival in claim.rivals),
        (),
        {premise: ASSUMPTIONS.get(premise, "") for premise in claim.assumes},
        claim.depends_on,
        (),
        (),
        None,
    )
