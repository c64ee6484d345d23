"""Proofs on z3 and cvc5, one module a chain; the re-checker; the linter.

To add a chain's proofs, write `checks/CHAIN.py`, here for the chain of the recipe in `derivations`:

    import sys

    from ..derivations.claims import Claim
    from ..derivations.options import Options
    from ..ledger import Evidence
    from .script import evidence_of, proofs_of, run

    PROOFS = proofs_of("two_drafts")

    def evidence(claim: Claim, options: Options) -> Evidence | None:
        return evidence_of(PROOFS, claim, options)

    if __name__ == "__main__":
        sys.exit(run(PROOFS))

`proofs_of` gives every claim of the chain a proof; those that need more than their id follow its name, each as a
`Proof("CHAIN.claim", ...)` of `obligations`. Base and step, the bounds of powers and products, rivals, hypotheses and
premise witnesses are generated. When a step is `not_inductive`:

- the claim rests on another one: `lemmas=("CHAIN.other", Lemma("CHAIN.other", {"alpha": beta}))`;
- the step needs a fact about its atoms: `invariants=(le(alpha**gamma, beta**gamma),)`, which gets an induction;
- the claim just follows from lemmas and invariants: `direct=True`, and sums are left as they stand;
- cvc5 gives no verdict: state products of equalities or inequalities as `consequences`, so that what is left is linear
  in the monomials; if it stays unknown, say why in `cvc5_unknown`.

What has no translation is refused with the part that has none: verdict `unknown`, never a guess.
"""
