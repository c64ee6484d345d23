"""Documents whose derivations are not built, for what does not print them: nine chains then take no time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from draftproof.derivations.claims import select
from draftproof.derivations.expr import Env
from draftproof.report.documents.model import At, Document, Entry, Recorded, Section

Unchecked = Callable[..., Document]


@pytest.fixture(scope="session")
def unchecked() -> Unchecked:
    """Makes the document of the chains and claims named, with the evidence given by claim; `uses` stands for what they declare."""

    def made(
        names: Sequence[str] = (),
        *,
        recorded: Mapping[str, Recorded] | None = None,
        values: Env | None = None,
        uses: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Document:
        sections = tuple(
            Section(
                chain.name,
                chain.title,
                tuple(
                    Entry(
                        claim, None, "not built here", At({}), (), (), {},
                        claim.depends_on if uses is None else uses.get(claim.id, ()), (), (), (recorded or {}).get(claim.id),
                    )
                    for claim in claims
                ),
            )
            for chain, claims in select(names)
        )  # fmt: skip
        return Document(sections, (), (), "0.1.0", values=values or {})

    return made
