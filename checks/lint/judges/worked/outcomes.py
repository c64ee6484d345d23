"""What a document's names stand for beside numbers: settings by `names`, and results by the formulas that define them."""

from __future__ import annotations

from ...document import Document
from ...splitting import key
from .model import defines
from .names import Names, names

_LONGEST = 24  # characters of a name
RESULTS = frozenset({"E", "A", "S"})


def known(document: Document) -> Names:
    """The names of a document's settings, and E, A or S for one that a formula of it defines: `AL = (1 - AR^(N+1))/(1 - AR)`."""
    found: dict[str, tuple[str, ...]] | None = document.__dict__.get("_names_of_numbers")
    if found is None:
        settings = names(document)
        found = dict(settings)
        for formula in document.formulas:
            name = key(formula.result)
            if not name or name in settings or len(formula.result) > _LONGEST:
                continue
            given = defines(formula, settings)
            if len(given) == 1:
                found[name] = tuple(given)
        object.__setattr__(document, "_names_of_numbers", found)
    return found
