"""The chains: claims, rivals, figures and derivations in SymPy; the step checker and its rules; the vocabulary.

To add a chain, write `derivations/CHAIN.py`. A whole one, whose CHAIN is `two_drafts`:

    from fractions import Fraction

    from .claims import Chain, Claim, Rival
    from .derive import derives
    from .domain import UNIT, Domain
    from .kernel import Argument
    from .statements import eq
    from .symbols import symbol

    ORDER = 99

    alpha = symbol("alpha")
    DOMAIN = Domain({"alpha": UNIT})
    EXPECTED = (1 - alpha) + 2 * alpha * (1 - alpha) + 3 * alpha**2
    COLLECTED = 1 + alpha + alpha**2

    TOKENS = Claim(
        "two_drafts.tokens",
        title="Tokens of two drafts",
        statement=eq(EXPECTED, COLLECTED),
        domain=DOMAIN,
        source="own derivation: the first draft is rejected, the second is, or none",
        example={"alpha": Fraction(7, 10)},
        rivals=(
            Rival(
                "two_drafts.whole",
                says="1 + 2α²: the two drafts are accepted together or not at all",
                why_tempting="a draft is verified in one step",
                statement=eq(EXPECTED, 1 + 2 * alpha**2),
            ),
        ),
    )

    CHAIN = Chain("two_drafts", "Two drafts", (TOKENS,))

    @derives(TOKENS.id)
    def _tokens() -> tuple[Argument, ...]:
        return (Argument(EXPECTED, DOMAIN).by("algebra", "the three outcomes, collected", to=COLLECTED),)

- `ORDER` is the chain's place, a number that no other has.
- `source` names a work of `works.py` (a new one is added there), or begins with `own ` or `definition `.
- A new symbol is a `Term` of `vocabulary.py`. A quantity, one with `parameters`, gets its definition in the chain:
  `W = quantity("W_2", EXPECTED)`, and `W(alpha)` then stands in statements; the rule `definition` unfolds it.
- The module docstring of each file in `rules` says what the rule does. A claim that a step uses by the rule `lemma` is
  named in `depends_on`.
- `example` is a point where the claim and its rivals differ. A claim that a kind of evidence does not apply to says why
  in `not_applicable`; a rival that a kind cannot see, in `blind`. `figures` are published numbers (`figures.Figure`).
- Many claims stand in modules of their own, `CHAIN_TOPIC.py`, as those of `tokens` do.
"""
