"""Solvers with a memory, for one run of proofs."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..ledger import Evidence
from .solvers import Answer, Solvers


@dataclass
class Session:
    """Equal questions are asked once, so that what a chain's claims share (bounds of powers, say) costs nothing twice.

    They are equal if their texts are, the name in front apart.

    `proved` keeps the evidence of the claims proved in this session, for proofs that use them as lemmas.
    """

    solvers: Solvers
    proved: dict[str, Evidence] = field(default_factory=dict)
    _asked: dict[tuple[str, bool, float | None, str], Answer] = field(default_factory=dict)

    def both(self, text: str) -> tuple[Answer, Answer]:
        """The answers of z3 and cvc5 within the solvers' own limit."""
        asked = _unnamed(text)
        z3, cvc5 = ((engine, False, None, asked) for engine in ("z3", "cvc5"))
        if z3 not in self._asked or cvc5 not in self._asked:
            self._asked[z3], self._asked[cvc5] = self.solvers.both(text)
        return self._asked[z3], self._asked[cvc5]

    def z3(self, text: str, *, model: bool = False, timeout: float | None = None) -> Answer:
        """z3's answer; one that was given within the full limit also answers a question with a shorter one."""
        asked = _unnamed(text)
        full, own = ("z3", model, None, asked), ("z3", model, timeout, asked)
        if full in self._asked:
            return self._asked[full]
        if own not in self._asked:
            self._asked[own] = self.solvers.run("z3", text, want_model=model, timeout=timeout)
        return self._asked[own]


def _unnamed(text: str) -> str:
    """A text without the comment that it begins with, which names the obligation."""
    return text.partition("\n")[2] if text.startswith(";") else text
