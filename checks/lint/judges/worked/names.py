"""What a document's names of settings are: by what it says of them, else by their spelling, letters by custom."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ...contexts import OTHER_FIELDS
from ...described import rate_of
from ...document import Document
from ...evidence import facts
from ...spelling import spelled
from ...splitting import key, spoken
from ...words import speaks

Names = Mapping[str, tuple[str, ...]]
"""By `key`: the settings that a name may be, `r` for a rate that is accepted over drafted."""

_CUSTOM: Names = {
    "alpha": ("alpha",), "p": ("alpha",), "a": ("alpha",), "beta": ("alpha",),
    "gamma": ("gamma",), "k": ("gamma",), "K": ("gamma",), "N": ("gamma",), "n": ("gamma",),
    "c": ("c",),
}  # fmt: skip
"""What letters mean beside a figure of tokens per step, where the document does not say."""
_SYMBOLS = {"rate": "alpha", "alpha": "alpha", "gamma": "gamma", "c": "c", "r": "r"}
_EXPECTED = re.compile(r"expect|mean|average|\bmedi|médi|moyen|esper|erwart|durchschnitt|期望|平均|期待|기대")
_MAX = 160  # characters of a description


def names(document: Document) -> Names:
    """The document's own names of settings; kept with it."""
    found: dict[str, tuple[str, ...]] | None = document.__dict__.get("_names_of_settings")
    if found is None:
        found = {}
        for name, descriptions in facts(document).described.items():
            if len(name) <= 2 or name in _CUSTOM:
                said = [_said(text[:_MAX]) for text, _ in descriptions]
                symbols = tuple(dict.fromkeys(one for one in said if one))
                if symbols:
                    found[name] = symbols
        object.__setattr__(document, "_names_of_settings", found)
    return found


@lru_cache(maxsize=1024)
def _said(text: str) -> str:
    """The setting that a description is of; `other` for another field's, "" where it does not say."""
    if text[:1].isdigit():
        return ""
    low = spoken(text)
    spoken_of = [symbol for symbol, _ in speaks(text)]
    if spoken_of[:1] not in (["rate"], ["gamma"], ["c"]) and _EXPECTED.search(low):
        return ""
    symbol = next((one for one in spoken_of if one in ("rate", "gamma", "c")), "")
    if symbol == "rate":
        return "r" if rate_of(text)[0] == "r" else "alpha"
    return symbol or ("other" if OTHER_FIELDS.search(low) else "")


_GREEK = frozenset({"alpha", "beta", "gamma"})


def meant(name: str, known: Names) -> tuple[str, ...]:
    """The settings that a name may be, likeliest first. Descriptions are read by their place, so that custom is asked as well,
    except where the name is said to be a measured ratio or another field's.
    """
    bare = key(name)
    own, custom = known.get(bare, ()), _CUSTOM.get(bare, ())
    if own and "alpha" not in own and not {"gamma", "c"} & set(own):
        return own  # a ratio, or another field's
    if own or custom:
        return tuple(dict.fromkeys((*custom, *own) if bare in _GREEK else (*own, *custom)))
    symbols, sure = spelled(name)
    if not sure or symbols[:1] == ("r",):
        return ()
    return tuple(_SYMBOLS[symbol] for symbol in symbols if symbol in _SYMBOLS)
