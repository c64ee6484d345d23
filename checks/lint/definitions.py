"""What the definitions of a document tell of a name beyond their own division: costs of a round, calls, docstrings of a ratio."""

from __future__ import annotations

import re

from .contexts import of_round
from .divisions import lengths_in, ratio, sees
from .document import Document, Formula, How, Kind
from .evidence import facts, hears
from .spelling import last
from .splitting import key


def of_a_round(name: str, formula: Formula, document: Document) -> bool:
    """Whether a cost is defined as that of all drafts of a round, `draft_cost = k * 0.5`, or described as a verification's."""
    known = facts(document)
    seen = (one for one in known.defined.get(key(last(name)), ()) if sees(formula, one, name))
    said = (text for text, passage in known.described.get(key(name), ()) if hears(formula, passage))
    return any(map(lengths_in, seen)) or any(map(of_round, said))


def in_docstring_of_ratio(formula: Formula, document: Document) -> bool:
    """Whether it stands in the docstring of a function that returns accepted / drafted: the rate there is what it returns."""
    passage = formula.passage
    if passage.kind is not Kind.DOCSTRING or not passage.scope:
        return False
    returned = facts(document).defined.get(key(passage.scope.rpartition(".")[2]), ())
    own = [one for one in returned if one.how is How.RETURNED and one.passage.scope == passage.scope]
    return any(ratio(one)[0] == "r" for one in own)


def called_ratio(definition: Formula, document: Document) -> tuple[str, str]:
    """What a function's visible division makes, where that is what the definition calls, whatever its sums are made of."""
    callee = _CALLEE.match(definition.text) if definition.how is How.CALLED else None
    returned = facts(document).defined.get(key(callee["name"]), ()) if callee else ()
    made = {
        ratio(one)
        for one in returned
        if one.how is How.RETURNED and not (one.templates[0].op == "sym" and one.templates[0].args[0] in one.numerals)
    }
    return made.pop() if len(made) == 1 else ("", "")


_CALLEE = re.compile(r"(?:\w+\.){0,4}(?P<name>\w+)\(")
