"""Settings and dashboards: YAML, JSON, TOML and their like, as text with the comments and queries in it.

No parser of the formats: a file that is cut off or not quite valid is read as far as it goes. TOML and `key = value` files are read
as code is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Source
from . import code, jsontext, yamltext
from .compose import Item

_READERS = {"yaml": yamltext.read, "yml": yamltext.read, **dict.fromkeys(("json", "jsonc", "json5"), jsontext.read)}


def read(source: Source, language: str) -> Iterator[Item]:
    """What a file of settings says: comments, texts, numbers by their keys, and queries."""
    known = _READERS.get(language)
    yield from known(source) if known else code.read(source, language or "ini")
