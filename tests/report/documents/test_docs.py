"""`docs/` is what the claims and its ledger make, byte for byte, and nothing beside it.

The longest of the documents' tests: every chain is derived again (half a minute).
"""

from __future__ import annotations

from pathlib import Path

from draftproof.report.documents.published import LEDGER, texts
from draftproof.report.ledger_read import read

DOCS = Path(__file__).parents[3] / "docs"
AGAIN = "`make docs` writes it again (make docs LEDGER=docs/ledger.json: without another run)"


def test_the_folder_is_what_is_made_from_its_ledger() -> None:
    found = {str(path.relative_to(DOCS).as_posix()): path.read_bytes() for path in DOCS.rglob("*") if path.is_file()}
    made = {name: text.encode() for name, text in texts(read(str(DOCS / LEDGER))).items()}
    missing, extra = sorted(made.keys() - found.keys()), sorted(found.keys() - made.keys())
    changed = sorted(name for name in made.keys() & found.keys() if made[name] != found[name])
    assert (missing, extra, changed) == ([], [], []), f"docs/ is not what the claims say: {AGAIN}"


def test_the_page_is_small() -> None:
    assert (DOCS / "index.html").stat().st_size <= 1_500_000
