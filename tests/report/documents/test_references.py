"""The works that a document's claims name, each once, in the register's order."""

from __future__ import annotations

from draftproof.derivations.claims import claim
from draftproof.derivations.works import WORKS
from draftproof.report.documents import references
from draftproof.report.documents.build import document


def test_a_claims_source_and_figures_name_works() -> None:
    assert references.keys(claim("tokens.law")) == ("leviathan2023",)


def test_a_claim_of_our_own_names_none() -> None:
    own = next(one for one in document(("tokens.variance",)).entries if one.claim.source.startswith("own"))
    assert references.keys(own.claim) == ()


def test_the_bibliography_has_each_work_once_in_order() -> None:
    found = references.bibliography(document(("losslessness.one_position", "tokens.law", "tokens.closed_form")).entries)
    keys = [work.key for work in found]
    assert "leviathan2023" in keys
    assert keys == [work.key for work in WORKS if work.key in keys]
    assert all(work.text for work in found)
