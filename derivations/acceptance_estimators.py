"""Two estimators of alpha: accepted over reached drafts, and the inversion of r. Part of the chain `acceptance`.

A draft is *reached*, so tested, when all before it are accepted. accepted/reached is the maximum-likelihood estimate of
a constant alpha. Where the acceptance rate changes with the position, the two estimate different numbers.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..ledger import Verdict
from .acceptance_counts import LLAMA, LOG, accepted, drafted, logged
from .acceptance_order import beta
from .acceptance_ratio import ACCEPTED, DOMAIN, EXAMPLE, MEAN, A, alpha, gamma, k, r
from .claims import Claim, Rival
from .derive import derives
from .domain import OPEN_UNIT, UNIT, Domain, Naturals
from .export import export
from .figures import Expected, Figure
from .kernel import Argument
from .statements import eq, le, lt, narrow
from .symbols import quantity, symbol, unfold
from .tokens_law import EXPECTATION, TAIL, TAIL_SUM, E, T

reached, x = symbol("reached"), symbol("x")

R = quantity("R", E(alpha, gamma) - T(gamma, alpha, gamma))
ell = quantity("ell", accepted * sp.log(alpha) + (reached - accepted) * sp.log(1 - alpha))

REACHED = Claim(
    "acceptance.reached",
    title="Accepted over reached drafts is α",
    statement=eq(A(alpha, gamma), alpha * R(alpha, gamma)),
    domain=DOMAIN,
    source="own derivation: each emitted token stands at a reached draft, but for the bonus token",
    depends_on=("acceptance.accepted", "tokens.expectation", "tokens.tail"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "acceptance.all_drafts_reached",
            says="A = αγ: accepted over drafted is α",
            why_tempting="every draft is sent to the target; those after a rejection are computed and thrown away",
            statement=eq(A(alpha, gamma), alpha * gamma),
        ),
        Rival(
            "acceptance.rejected_not_reached",
            says="a draft that is rejected was not reached: accepted over reached is 1",
            why_tempting="only accepted drafts are seen in the output",
            statement=eq(A(alpha, gamma), R(alpha, gamma)),
        ),
    ),
)


@derives(REACHED.id)
def _reached() -> tuple[Argument, ...]:
    return (
        Argument(A(alpha, gamma), DOMAIN)
        .by("lemma", "all emitted tokens but one", claim=ACCEPTED)
        .by("lemma", "the tail sum", at=E(alpha, gamma), claim=EXPECTATION)
        .by("split_term", "the token that always comes", at=TAIL_SUM, last=False)
        .by("index_shift", "count from the first position reached", by=1)
        .by("linearity", "one factor alpha taken out")
        .by("algebra", "the sum one term longer", at=sp.Sum(alpha**k, (k, 0, gamma - 1)), to=TAIL_SUM - alpha**gamma)
        .back("lemma", "the tail sum", E(alpha, gamma), at=TAIL_SUM, claim=EXPECTATION)
        .back("lemma", "the bonus token", T(gamma, alpha, gamma), at=alpha**gamma, claim=TAIL, values={k: gamma})
        .back("definition", "all emitted tokens but the bonus token", R(alpha, gamma), at=R.definition),
    )


ML = accepted / reached
LIKELIHOOD_DOMAIN = narrow(
    Domain({"alpha": OPEN_UNIT, "accepted": Naturals(1), "reached": Naturals(2), "drafted": Naturals(2)}),
    lt(accepted, reached),
    le(reached, drafted),
)
SLOPE = sp.Derivative(ell(alpha, accepted, reached), alpha)
WEIGHT = reached / (alpha * (1 - alpha))

LIKELIHOOD = Claim(
    "acceptance.maximum_likelihood",
    title="Maximum likelihood: α̂ = accepted/reached",
    statement=eq(SLOPE, WEIGHT * (ML - alpha)),
    domain=LIKELIHOOD_DOMAIN,
    source="own derivation: the log-likelihood rises up to accepted/reached, is level only there, and falls beyond",
    assumes=("each reached draft is accepted with the same probability α, independently of the others",),
    example={"alpha": Fraction(7, 10), **{name: Fraction(LOG[name]) for name in ("accepted", "reached", "drafted")}},
    not_applicable={"simulation": "a statement about the likelihood of given counts, not about what happens"},
    figures=(logged("llamacpp.maximum_likelihood", "0.788", ML),),
    rivals=(
        Rival(
            "acceptance.likelihood_over_drafted",
            says="α̂ = accepted/drafted",
            why_tempting="drafted tokens are the trials one sees; those after a rejection were no trials",
            statement=eq(SLOPE, WEIGHT * (accepted / drafted - alpha)),
        ),
        Rival(
            "acceptance.likelihood_smoothed",
            says="α̂ = (accepted+1)/(reached+2): the likelihood is largest at the rule of succession",
            why_tempting="it is the posterior mean under a flat prior, not its largest point",
            statement=eq(SLOPE, WEIGHT * ((accepted + 1) / (reached + 2) - alpha)),
        ),
    ),
)


@derives(LIKELIHOOD.id)
def _likelihood() -> tuple[Argument, ...]:
    return (
        Argument(SLOPE, LIKELIHOOD_DOMAIN)
        .by("definition", "accepted and rejected drafts", at=ell(alpha, accepted, reached))
        .by("differentiation", "term by term")
        .by("solve", "its one root", unknown=alpha)
        .by("algebra", "the weight written with 1 - alpha", to=WEIGHT * (ML - alpha)),
    )


TWO_ACCEPTED = alpha * (1 + beta)
ML_OF_TWO = TWO_ACCEPTED / (1 + alpha)
DISAGREEMENT = alpha**2 * (1 + beta) * (beta - alpha) / (2 * (1 + alpha) ** 2)

ESTIMATORS = Claim(
    "acceptance.estimators_differ",
    title="Two estimators of α differ where acceptance changes with position",
    statement=eq(r(x, 2), TWO_ACCEPTED / 2 + DISAGREEMENT),
    domain=narrow(Domain({"alpha": UNIT, "beta": UNIT, "x": UNIT}), eq(x, ML_OF_TWO)),
    source=(
        "own derivation: two positions accepted with α and, if reached, β; x is the maximum-likelihood estimate. Where "
        "acceptance rises (β > α), r at x exceeds the observed r = α(1+β)/2, so the inversion of r gives less than x; "
        "where it falls, more"
    ),
    depends_on=("acceptance.mean_over_positions",),
    example={"alpha": Fraction(4, 5), "beta": Fraction(3, 5), "x": Fraction(32, 45)},
    figures=(
        Figure(
            "llamacpp.inversion", "0.64479", {"alpha": "0.796", "gamma": "3"}, export(unfold(r(alpha, gamma))),
            f"{LLAMA}; .796 by inversion of r at γ = 3", exact_inputs=frozenset({"gamma"}),
        ),
        Figure(
            "llamacpp.maximum_likelihood_in_r", "0.64479", {"alpha": "0.788", "gamma": "3"},
            export(unfold(r(alpha, gamma))), LLAMA, exact_inputs=frozenset({"gamma"}),
            expected=Expected(
                Verdict.REFUTED, "the estimators differ: acceptance falls with position, and the draft length varied"
            ),
        ),
    ),
    rivals=(
        Rival(
            "acceptance.estimators_agree",
            says="accepted/reached and the inversion of r always give the same α",
            why_tempting="both are consistent when α is constant, and a log prints one number",
            statement=eq(r(x, 2), TWO_ACCEPTED / 2),
        ),
    ),
)  # fmt: skip


@derives(ESTIMATORS.id)
def _estimators() -> tuple[Argument, ...]:
    two, one = (sp.Sum(x**k, (k, 1, last)) for last in (2, 1))
    return (
        Argument(r(x, 2), ESTIMATORS.domain)
        .by("lemma", "the mean over two positions", claim=MEAN, values={alpha: x, gamma: sp.Integer(2)})
        .by("split_term", "its last term", at=two)
        .by("split_term", "its first term", at=one)
        .by("substitution", "the maximum-likelihood estimate", values={x: ML_OF_TWO})
        .by("algebra", "the observed ratio apart", to=TWO_ACCEPTED / 2 + DISAGREEMENT),
    )
