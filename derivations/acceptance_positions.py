"""Rates by position: what logs print is unconditional, a product of rates. Part of the chain `acceptance`."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .acceptance_counts import LLAMA
from .acceptance_ratio import VLLM, gamma, k, n
from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .export import export
from .figures import Figure
from .kernel import Argument
from .statements import both, eq, ge, le, narrow, when
from .symbols import quantity
from .tokens_law import i
from .tokens_positions import POSITIONS as E_BY_POSITION
from .tokens_positions import E_a, P_a, a

T_a = quantity("T_a", sp.Sum(P_a(n, a, gamma), (n, k + 1, gamma + 1)))

SURVIVED = sp.Product(a[i], (i, 1, k))
RATES = Domain({"a": Sequences(UNIT), "gamma": Naturals(0)})
RATES_EXAMPLE = {**E_BY_POSITION.example, "k": Fraction(3)}
HERE, BEFORE = T_a(k, a, gamma), T_a(k - 1, a, gamma)

SURVIVAL = Claim(
    "acceptance.rate_by_position",
    title="The rate that a log gives for a position is unconditional: a product",
    statement=eq(HERE, SURVIVED),
    domain=narrow(RATES.extended({"k": Naturals(0)}), le(k, gamma)),
    source=f"{VLLM}: accepted tokens at a position over drafts",
    example=RATES_EXAMPLE,
    rivals=(
        Rival(
            "acceptance.position_rate_is_conditional",
            says="the rate at position k is a_k: how often its draft is accepted",
            why_tempting="a rate by position sounds like its acceptance rate, but drafts never reached are counted too",
            statement=both(when(ge(k, 1), eq(HERE, a[k]))),
        ),
        Rival(
            "acceptance.position_before",
            says="the rate at position k is a_1 ... a_(k-1): what comes before it",
            why_tempting="it is the probability that position k is reached",
            statement=eq(HERE, sp.Product(a[i], (i, 1, k - 1))),
        ),
    ),
)


@derives(SURVIVAL.id)
def _survival() -> tuple[Argument, ...]:
    here, last = P_a(n, a, gamma), P_a(gamma + 1, a, gamma)
    before = sp.Product(a[i], (i, 1, n - 1))
    return (
        Argument(HERE, SURVIVAL.domain)
        .by("definition", "more than k tokens: k + 1 of them or more")
        .by("split_term", "the last term is the bonus token's")
        .by("definition", "all drafts accepted", at=last)
        .by("definition", "the law inside the draft", at=here)
        .by("choose_branch", "n <= gamma here", at=P_a.at(n, a, gamma))
        .by(
            "telescoping",
            "neighbouring products",
            at=sp.Sum(before * (1 - a[n]), (n, k + 1, gamma)),
            antidifference=-before,
        ),
    )


CONDITIONAL_STATEMENT = eq(HERE, a[k] * BEFORE)


def _conditional_rate(id_: str, printed: str, rate: str, before: str) -> Figure:
    """The acceptance rate of a position from two rates of the log: the statement solved for it."""
    solved = sp.solve(CONDITIONAL_STATEMENT.lhs - CONDITIONAL_STATEMENT.rhs, a[k])[0]
    tree = export(solved.xreplace({HERE: sp.Symbol("rate"), BEFORE: sp.Symbol("before")}))
    return Figure(id_, printed, {"rate": rate, "before": before}, tree, LLAMA)


CONDITIONAL = Claim(
    "acceptance.conditional_rate",
    title="The acceptance rate of a position: its rate over the rate of the position before",
    statement=CONDITIONAL_STATEMENT,
    domain=narrow(RATES.extended({"k": Naturals(1)}), le(k, gamma)),
    source="own derivation, from the products",
    depends_on=("acceptance.rate_by_position",),
    example=RATES_EXAMPLE,
    figures=(
        _conditional_rate("llamacpp.second_position", "0.785", "0.632", "0.805"),
        _conditional_rate("llamacpp.third_position", "0.764", "0.483", "0.632"),
    ),
    rivals=(
        Rival(
            "acceptance.constant_conditional_rate",
            says="every position has the acceptance rate of the first",
            why_tempting="constant α is the model of the formulas; a log may refute it",
            statement=eq(HERE, a[1] * BEFORE),
        ),
        Rival(
            "acceptance.loss_by_position",
            says="the acceptance rate of a position is one less the drop of the rate before it",
            why_tempting="differences of the bars of a dashboard are easier to see than their quotients",
            statement=eq(HERE, a[k] + BEFORE - 1),
        ),
    ),
)


@derives(CONDITIONAL.id)
def _conditional() -> tuple[Argument, ...]:
    return (
        Argument(HERE, CONDITIONAL.domain)
        .by("lemma", "the product up to here", claim=SURVIVAL)
        .by("algebra", "its last factor apart", to=a[k] * sp.Product(a[i], (i, 1, k - 1)))
        .back(
            "lemma", "the product before", BEFORE, at=sp.Product(a[i], (i, 1, k - 1)), claim=SURVIVAL, values={k: k - 1}
        ),
    )


RATE_SUM = 1 + sp.Sum(HERE, (k, 1, gamma))
THREE_RATES = RATE_SUM.subs(gamma, 3).doit().xreplace({T_a(j, a, 3): sp.Symbol(f"rate_{j}") for j in (1, 2, 3)})

POSITIONS = Claim(
    "acceptance.rates_add_up",
    title="Unconditional rates add up to the accepted drafts",
    statement=eq(E_a(a, gamma), RATE_SUM),
    domain=RATES,
    source="own derivation, from the products",
    depends_on=("tokens.positions", "acceptance.rate_by_position"),
    example=E_BY_POSITION.example,
    not_applicable={
        "proof": "a sum of sums whose ranges both end at γ has no recurrence; its halves are proved, the sum of "
        "products in tokens.positions, the rate of a position in acceptance.rate_by_position"
    },
    figures=(
        Figure(
            "llamacpp.length_from_rates", "2.92", {"rate_1": "0.805", "rate_2": "0.632", "rate_3": "0.483"},
            export(THREE_RATES), LLAMA,
        ),
    ),
    rivals=(
        Rival(
            "acceptance.conditional_rates_add_up",
            says="E = 1 + a_1 + ... + a_γ: acceptance rates by position are added up",
            why_tempting="unconditional rates may be added, and the two are not told apart",
            statement=eq(E_a(a, gamma), 1 + sp.Sum(a[k], (k, 1, gamma))),
        ),
        Rival(
            "acceptance.whole_drafts_only",
            says="E = 1 + γ times the rate of the last position: only whole drafts count",
            why_tempting="the last bar of the dashboard is read as the rate of the draft",
            statement=eq(E_a(a, gamma), 1 + gamma * T_a(gamma, a, gamma)),
        ),
    ),
)  # fmt: skip


@derives(POSITIONS.id)
def _positions() -> tuple[Argument, ...]:
    return (
        Argument(E_a(a, gamma), RATES)
        .by("lemma", "products added up", claim=E_BY_POSITION)
        .back("lemma", "the rate of a position", HERE, at=SURVIVED, claim=SURVIVAL),
    )
