"""`docs/` is what the claims and its ledger make, byte for byte, and nothing beside it.

The longest of the documents' tests: every chain is derived again (half a minute).
"""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

from draftproof.report.documents.published import LEDGER, texts
from draftproof.report.ledger_read import read

DOCS = Path(__file__).parents[3] / "docs"
AGAIN = "`make docs` writes it again (make docs LEDGER=docs/ledger.json: without another run)"


PACKED = re.compile(rb'(?<=id="dp-packed">)[A-Za-z0-9+/=]+')


def unpacked(content: bytes) -> bytes:
    """What was packed, as it was: zlib's releases compress the same into different bytes."""
    return PACKED.sub(lambda found: zlib.decompress(base64.b64decode(found[0])), content)


def test_the_folder_is_what_is_made_from_its_ledger() -> None:
    files = (path for path in DOCS.rglob("*") if path.is_file())
    found = {path.relative_to(DOCS).as_posix(): unpacked(path.read_bytes()) for path in files}
    made = {name: unpacked(text.encode()) for name, text in texts(read(str(DOCS / LEDGER))).items()}
    missing, extra = sorted(made.keys() - found.keys()), sorted(found.keys() - made.keys())
    changed = sorted(name for name in made.keys() & found.keys() if made[name] != found[name])
    assert (missing, extra, changed) == ([], [], []), f"docs/ is not what the claims say: {AGAIN}"


def test_what_differs_inside_what_is_packed_is_seen() -> None:
    one, other = (
        b'<i id="dp-packed">' + base64.b64encode(zlib.compress(text, 9)) + b"</i>" for text in (b"2.94", b"4.5")
    )
    weaker = b'<i id="dp-packed">' + base64.b64encode(zlib.compress(b"2.94", 0)) + b"</i>"
    assert one != weaker
    assert unpacked(one) == unpacked(weaker) != unpacked(other)


def test_the_page_is_small() -> None:
    assert (DOCS / "index.html").stat().st_size <= 1_500_000
