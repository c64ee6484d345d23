"""The chain `verify_budget`: derived, its rivals false where they are shown, its numbers found by other means."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from draftproof import formulas, plan
from draftproof.derivations import verify_budget as chain
from draftproof.derivations import verify_budget_measured as measured
from draftproof.derivations import verify_budget_roofline as roofline
from draftproof.derivations import verify_budget_rows as rows
from draftproof.derivations import verify_budget_speedup as speedup
from draftproof.derivations.bounds import nonnegative, positive
from draftproof.derivations.claims import Claim
from draftproof.derivations.derive import conclude, derivation
from draftproof.derivations.domain import NONNEGATIVE, POSITIVE, Domain, Interval
from draftproof.derivations.exact import holds_at
from draftproof.derivations.export import export
from draftproof.derivations.expr import Node, number
from draftproof.derivations.figures import Figure, judge
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import All, Statement, eq, ge, gt, le, lt, narrow, parts, tree, when
from draftproof.derivations.symbols import unfold
from draftproof.errors import StepRejected
from draftproof.ledger import Verdict
from hypothesis import given, settings
from hypothesis import strategies as st

CLAIMS = {claim.id: claim for claim in chain.CHAIN.claims}
RIVALS = {rival.id: (claim, rival) for claim in chain.CHAIN.claims for rival in claim.rivals}
FIGURES = {figure.id: figure for claim in chain.CHAIN.claims for figure in claim.figures if isinstance(figure, Figure)}
u, v, t_c, t_w, t_kv = speedup.u, speedup.v, roofline.t_c, roofline.t_w, roofline.t_kv
drawn = settings(max_examples=60, derandomize=True, deadline=None)


def value(expression: sp.Expr, point: dict[str, Fraction]) -> Fraction:
    return number(export(unfold(expression)), point)


def at_batch(batch: int, context_bytes: Fraction = Fraction(0)) -> Fraction:
    """The speedup of the seed's models; times in ms."""
    kv = context_bytes / Fraction("3.35e9")
    return value(speedup.at_batch(rows.B), {**speedup.SEED_64, "batch": Fraction(batch), "t_kv": kv})


@pytest.mark.parametrize("id_", CLAIMS)
def test_every_claim_is_concluded_and_none_of_its_steps_is_stated(id_: str) -> None:
    claim = CLAIMS[id_]
    found = derivation(claim)
    assert found is not None
    assert conclude(claim.statement, found).holds
    steps = [step for argument in found.arguments for step in argument.steps]
    assert not any(step.stated for step in steps)
    lemmas = {step.parameters["claim"].id for step in steps if step.rule == "lemma"}
    assert lemmas == set(claim.depends_on)
    for _, rival in (pair for pair in RIVALS.values() if pair[0] is claim):
        assert rival.statement is not None
        with pytest.raises(StepRejected):
            conclude(rival.statement, found)


@pytest.mark.parametrize("id_", RIVALS)
def test_every_rival_is_false_where_a_reader_is_shown_it(id_: str) -> None:
    claim, rival = RIVALS[id_]
    assert rival.statement is not None
    assert holds_at(tree(claim.statement), claim.example) is not False
    assert holds_at(tree(rival.statement), claim.example) is False


@pytest.mark.parametrize("id_", CLAIMS)
def test_an_example_gives_every_variable_a_value(id_: str) -> None:
    assert set(CLAIMS[id_].example) == set(CLAIMS[id_].domain.sets)


@pytest.mark.parametrize("id_", FIGURES)
def test_figures_follow_from_their_inputs(id_: str) -> None:
    expected = Verdict.HOLDS if id_.endswith("linear_4_1") else Verdict.EXACT  # 4.1 itself gives 1.484; 4.15 gives 1.49
    assert judge(FIGURES[id_]).verdict is expected


WRONG_FIGURES = {
    "ridge_h200": "295", "ridge_h100": "297", "ridge_rows_8_bit": "149", "first_batch_h100": "51", "linear_2_0": "1.82",
}  # fmt: skip


@pytest.mark.parametrize("id_", WRONG_FIGURES)
def test_a_wrong_figure_is_refuted(id_: str) -> None:
    figure = replace(FIGURES[f"verify_budget.{id_}"], printed=WRONG_FIGURES[id_])
    assert judge(figure).verdict is Verdict.REFUTED


def test_the_seeds_remark_at_batch_64() -> None:
    """Past the ridge yes, slower not yet: 1.42x, against 1.66x at batch 1; the first batch that loses is 107."""
    assert 64 >= formulas.first_batch_past_ridge(5, formulas.ridge(989.4e12, 3.35e12), 2) == 50
    assert round(float(at_batch(1)), 2) == 1.66
    assert round(float(at_batch(64)), 2) == 1.42
    assert next(batch for batch in range(1, 1000) if at_batch(batch) < 1) == 107
    assert 106 < value(chain.CROSSING_BATCH, chain.CROSSING.example) < 107


def test_a_long_context_never_loses_and_a_short_one_does() -> None:
    crossing = value(chain.CROSSING_CONTEXT, chain.CONTEXT_EXAMPLE)
    assert 1146 < crossing < 1147
    cache = Fraction(131072)
    assert all(at_batch(2**power, 1147 * cache) > 1 for power in range(0, 40, 3))
    assert any(at_batch(2**power, 1146 * cache) < 1 for power in range(0, 40, 3))


@drawn
@given(st.integers(1, 3000), st.integers(0, 12), st.integers(0, 5000), st.floats(1, 6), st.floats(0, 1))
def test_the_speedup_is_the_plans(batch: int, gamma: int, context: int, tau: float, c: float) -> None:
    """The modelling choices of `plan.Serving` and `formulas`: the roofline, and c at the same batch and context."""
    model, hardware = plan.MODELS["Llama 3.1 8B"], plan.HARDWARE["H100 SXM"]
    serving = plan.Serving(model, hardware, context=context)
    plain = serving.step_time(model, batch, batch)
    expected = formulas.cycle_speedup(
        tau,
        plain_time=plain,
        draft_time=gamma * c * plain,
        verify_time=serving.step_time(model, batch, formulas.verify_tokens(batch, gamma)),
    )
    flops, bandwidth = Fraction(hardware.flops_per_s["bf16"]), Fraction(hardware.bytes_per_s)
    point = {
        "tau": Fraction(tau), "gamma": Fraction(gamma), "c": Fraction(c), "batch": Fraction(batch),
        "t_w": model.parameters * 2 / bandwidth, "t_kv": context * Fraction(model.kv_bytes_per_token) / bandwidth,
        "t_c": 2 * model.parameters / flops,
    }  # fmt: skip
    assert float(value(speedup.at_batch(rows.B), point)) == pytest.approx(float(expected), rel=1e-12)


@drawn
@given(st.integers(0, 12), st.integers(1, 400), st.integers(1, 64), st.integers(1, 8))
def test_the_first_batch_is_the_first(gamma: int, flops: int, bandwidth: int, width: int) -> None:
    point = {name: Fraction(n) for name, n in (("gamma", gamma), ("flops", flops), ("BW", bandwidth), ("b_w", width))}
    first = value(sp.floor(rows.SHARE) + 1, point)
    past = (b for b in range(1, 2000) if 2 * Fraction(b * (gamma + 1), width) > Fraction(flops, bandwidth))
    assert next(past) == max(1, first)


@pytest.mark.parametrize(("published", "ratio"), [(1.93, 2.27), (2.07, 2.59), (3.07, 3.98), (4.26, 4.83), (5.58, 6.65)])
def test_overhead_of_a_cycle(published: float, ratio: float) -> None:
    """EAGLE-3's speedup and tokens per cycle: what a cycle costs beyond a plain step is their ratio less 1."""
    point = {"tau": Fraction(str(ratio)), "t_plain": Fraction(1), "t_draft": Fraction(0)}
    point["t_verify"] = point["tau"] / Fraction(str(published))
    overhead = value(measured.tau / measured.CYCLE_SPEEDUP - 1, point)
    assert overhead == Fraction(str(ratio)) / Fraction(str(published)) - 1
    assert 0.13 < overhead < 0.31


SHORT_OF_RIDGE = rows.F / rows.BW - rows.IDEAL
FAULTS = {
    "below the ridge, taken for above": lambda: Argument(
        speedup.per_sequence(u), speedup.REGIMES.domain, (speedup.U[0],)
    ).by("definition", "").by("choose_branch", "", at=sp.Max(u, t_c)).by("algebra", "", to=speedup.LOW),
    "a maximum that nothing decides": lambda: Argument(
        speedup.per_sequence(u), speedup.REGIMES.domain, (ge(u, t_c),)
    ).by("definition", "").by("choose_branch", "", at=sp.Max(u, (rows.gamma + 1) * t_c)),
    "cases that leave a gap": lambda: Argument(
        speedup.per_sequence(v), narrow(speedup.SHARES, gt(u, t_c))
    ).by("lemma", "", claim=_without_last(speedup.RISE_BY_REGIME), order=">="),
    "a lemma read on its narrower side": lambda: Argument(
        speedup.per_sequence(t_kv), speedup.PER_SEQUENCE.domain
    ).by("lemma", "", claim=speedup.RISE, values={u: speedup.SHARED, v: t_kv}, order=">="),
    "a bound that needs a strict condition": lambda: Argument(
        rows.ARITHMETIC, rows.RIDGE.domain, (rows.NOT_PAST,)
    ).by("monotone_bound", "", by=rows.READING, order="<", gap=rows.N * rows.b_w * SHORT_OF_RIDGE / rows.F),
}  # fmt: skip


def _without_last(claim: Claim) -> Claim:
    """The claim without the case of two memory times beyond the slope."""
    kept = [part for part in parts(claim.statement) if part.condition != speedup.PAIRS[-1][0]]  # type: ignore[union-attr]
    return replace(claim, statement=All(tuple(kept)))


@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_rejected(name: str) -> None:
    with pytest.raises(StepRejected):
        FAULTS[name]()


WRONG: dict[str, tuple[str, Statement]] = {
    "strictly above at the crossing": ("crossing", when(chain.UP_TO, gt(speedup.at_batch(rows.B), 1))),
    "the limit from above": ("limit", le(speedup.at_batch(rows.B), speedup.ENDLESS)),
    "verification below the ridge is cheaper": (
        "verify_regimes",
        when(roofline.BELOW, lt(roofline.VERIFY, roofline.PLAIN)),
    ),
    "the ridge's rows times two": ("ridge_rows", eq(rows.m_ridge(rows.F, rows.BW, 2 * rows.b_w), rows.AT_RIDGE)),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_nearly_the_claim_is_not_concluded(name: str) -> None:
    id_, statement = WRONG[name]
    found = derivation(CLAIMS[f"verify_budget.{id_}"])
    assert found is not None
    with pytest.raises(StepRejected):
        conclude(statement, found)


PLANE = Domain({"u": NONNEGATIVE, "v": NONNEGATIVE, "t_c": POSITIVE, "x": Interval()})
SIGNS = {
    "a factor that a condition makes positive": (t_c * (v - u), lt(u, v), True),
    "a factor that a condition makes nonnegative only": (t_c * (v - u), le(u, v), False),
    "a divisor that a condition makes positive": (t_c / (v - u), lt(u, v), True),
    "products multiplied out": (t_c * (u + 1) - t_c * u, le(u, v), True),
    "a maximum above one of its values": (sp.Max(u, t_c), le(u, v), True),
    "a maximum less what it may be": (sp.Max(u, v) - v, le(u, v), False),
    "a factor of unknown sign": (sp.Symbol("x", real=True) * (v - u), lt(u, v), False),
}


@pytest.mark.parametrize("name", SIGNS)
def test_signs_by_factors_conditions_and_extremes(name: str) -> None:
    expression, condition, expected = SIGNS[name]
    assert positive(export(expression), narrow(PLANE, condition)) is expected


def test_a_maximum_less_one_of_its_values_is_never_negative() -> None:
    longer = sp.Max(u, v, evaluate=False)
    assert nonnegative(export(longer - v), PLANE)
    assert not nonnegative(export(v - longer), PLANE)
    assert nonnegative(export(v - sp.Min(u, v, evaluate=False)), PLANE)
    assert not nonnegative(Node("add", (export(longer), export(-v - t_c))), PLANE)
