"""Every source names a work of the bibliography, or says that it needs none; no work stands there unnamed."""

from __future__ import annotations

import pytest
from draftproof.derivations.claims import chain, chain_names
from draftproof.derivations.works import OWN, WORKS, works_in

SOURCES = sorted(
    {
        source
        for name in chain_names()
        for claim in chain(name).claims
        for source in (claim.source, *(one.source for fig in claim.figures for one in getattr(fig, "figures", (fig,))))
    }
)


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_names_a_work_or_needs_none(source: str) -> None:
    said = f"{source!r} names no work of derivations/works.py: add it there, or begin with one of {OWN}"
    assert works_in(source) or source.startswith(OWN), said


def test_every_work_is_named() -> None:
    assert {work.key for source in SOURCES for work in works_in(source)} == {work.key for work in WORKS}


def test_an_unknown_work_is_none() -> None:
    """The planted fault: a paper that the register lacks."""
    source = "Nobody 2031 (arXiv 3101.00000), section 2"
    assert not works_in(source)
    assert not source.startswith(OWN)


def test_keys_are_for_bibliographies() -> None:
    assert len({work.key for work in WORKS}) == len(WORKS)
    assert all(work.key.isalnum() and work.text.endswith(".") for work in WORKS)
