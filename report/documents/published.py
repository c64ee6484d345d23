"""`docs/`: the documents of all chains as the repository keeps them, in every format of text, with the ledger they show.

    python -m draftproof.report.documents DIR [LEDGER]

verifies every chain (or takes the ledger that is given), keeps the ledger without the seconds of its checks, and writes all else
from it: the same bytes on any machine and day.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from ... import verify
from ...errors import BadInput
from ...ledger import ChainRecord, ClaimRecord, Ledger
from .. import files
from ..ledger_json import ledger_json
from ..ledger_read import read
from .build import document
from .formats import Layout
from .formats import files as written

LEDGER = "ledger.json"


def without_seconds(ledger: Ledger) -> Ledger:
    """The ledger with no time in it, which no two runs have alike."""

    def claim(record: ClaimRecord) -> ClaimRecord:
        return replace(record, evidence=tuple(replace(evidence, seconds=0.0) for evidence in record.evidence))

    def chain(record: ChainRecord) -> ChainRecord:
        return replace(record, claims=tuple(map(claim, record.claims)))

    return replace(ledger, chains=tuple(map(chain, ledger.chains)))


def texts(ledger: Ledger, names: Sequence[str] = ()) -> dict[str, str]:
    """Every file of the folder, the ledger itself too, by its path in it."""
    made = document(names, ledger=ledger)
    whole = Layout(standalone=True)
    (page,) = written("html", made, whole).values()
    fragments, article = written("latex", made, Layout()), written("latex", made, whole)
    return {
        LEDGER: ledger_json(without_seconds(ledger), verify.failures(ledger)),
        **written("markdown", made, Layout()),
        "index.html": page,
        **{f"latex/{name}": text for name, text in {**fragments, **article}.items()},
    }


def main(arguments: Sequence[str]) -> int:
    """Write the folder that is named, each file whole, and return the exit code. Where a claim fails, nothing is written."""
    directory, *given = arguments
    try:
        files.check_directory(directory)
        ledger = without_seconds(read(given[0]) if given else verify.run())
        if failed := verify.failures(ledger):
            raise BadInput(f"{', '.join(failed)}: does not pass, expected every claim to pass (draftproof verify)")
        _write(directory, texts(ledger))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _write(directory: str, found: Mapping[str, str]) -> None:
    folders = dict.fromkeys(PurePath(path).parent for path in found)
    for folder in folders:
        part = {PurePath(path).name: text for path, text in found.items() if PurePath(path).parent == folder}
        files.write_all(str(PurePath(directory) / folder), part)
