"""A derivation with a step of every look: a split sum, a lemma under a condition, results typed by hand."""

from __future__ import annotations

import sympy as sp
from draftproof.derivations.claims import Claim
from draftproof.derivations.derive import Derivation
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import both, eq, gt, le, lt
from draftproof.derivations.symbols import symbol

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
SUM = sp.Sum(alpha**k, (k, 0, gamma))
LEMMA = Claim("shown.lemma", le(SUM, gamma + 1), DOMAIN, "own")
CLAIM = Claim(
    "shown.split_off",
    both(eq(SUM, 1 + sp.Sum(alpha**k, (k, 1, gamma))), le(SUM, gamma + 1)),
    DOMAIN,
    "a source & a half, 100%",
    title="First term",
)
FOUND = Derivation(
    CLAIM,
    (
        Argument(SUM, DOMAIN).by("split_term", "the token that always comes, α^0", last=False),
        Argument(SUM, DOMAIN, (gt(alpha, 0), lt(alpha, 1))).by("lemma", "used", claim=LEMMA, order="<="),
        Argument(alpha + alpha, DOMAIN).stated("algebra", "typed", 2 * alpha),
        Argument((alpha - 1) * (alpha + 1), DOMAIN).stated("algebra", "typed", alpha**2 - 1),
    ),
)
