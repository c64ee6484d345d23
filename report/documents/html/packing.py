"""A large page, packed: what stands below the statements, compressed, and unfolded by the page's script once it is read.

The page of all chains would be half again as large as a page should be. A page of one chain is never packed: it reads without
JavaScript.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping

LARGEST = 1_500_000
"""Bytes of a page."""

LEVEL = 6
"""Of compression: the highest takes two and a half times as long, and makes the page of all chains shorter by a hundredth."""

PLACE = '<div class="packed"></div>'
"""Stands where a packed body belongs."""

NOSCRIPT = (
    "<noscript><p>On this page of many chains the steps, rivals and evidence need JavaScript. The pages of single chains "
    "do not: draftproof derive CHAIN --format html.</p></noscript>"
)


def element(bodies: Mapping[str, str]) -> str:
    """The element with the bodies of claims by their ids: JSON, deflated, in base 64."""
    content = zlib.compress(json.dumps(bodies, ensure_ascii=False, separators=(",", ":")).encode(), LEVEL)
    return f'<script type="application/octet-stream" id="dp-packed">{base64.b64encode(content).decode()}</script>'
