"""A large page, packed: what stands below the statements, compressed, and unfolded by the page's script once it is read.

The page of all chains would take 2.6 MB, and a page should take 1.5. Half of it is MathML, whose tags cannot be left out;
without the attributes that a style could give, and the end tags that HTML does not need, it would be an eighth smaller, not two
fifths. Plain text of the bodies beside the packed ones would fit, and take as long to write as a format of its own. So a reader
without JavaScript gets pages of one chain, the largest half a megabyte, which are not packed: an index in a folder links to
them, and a page on its own says which command makes them. Who prints or listens with JavaScript has everything.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence

LARGEST = 1_500_000
"""Bytes of a page."""

LEVEL = 3
"""Of compression: the usual 6 takes two and a half times as long, and makes the page of all chains shorter by a sixteenth."""

PLACE = (
    '<p class="packed">Steps, rivals and evidence: see <a href="#packed">how to read them without JavaScript</a>.</p>'
)
"""Stands where a packed body belongs."""

COMMAND = "draftproof derive --all --format html --output pages/"


def notice(links: Sequence[str]) -> str:
    """What the page says until it is unpacked, so also where its script is not run or fails: in no `noscript`, which browsers show
    only where they know that. `links` lead to the pages of single chains, where those stand beside it.
    """
    where = f"are here: {', '.join(links)}" if links else f"are made by <code>{COMMAND}</code>, one for each chain"
    return (
        '<p id="packed">On this page of many chains the steps, rivals and evidence need JavaScript. Pages that have them without '
        f"it {where}.</p>"
    )


def element(bodies: Mapping[str, str]) -> str:
    """The element with the bodies of claims by their ids: JSON, deflated, in base 64."""
    content = zlib.compress(json.dumps(bodies, ensure_ascii=False, separators=(",", ":")).encode(), LEVEL)
    return f'<script type="application/octet-stream" id="dp-packed">{base64.b64encode(content).decode()}</script>'
