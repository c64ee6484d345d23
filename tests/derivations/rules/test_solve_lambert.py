"""Cases of the rule `solve_lambert`: a variable, the solution on both branches, accepted or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from draftproof.derivations import draft_length_real as real
from draftproof.derivations.domain import NONNEGATIVE, OPEN_UNIT, Domain, Naturals
from draftproof.derivations.draft_length_real import ARGUMENT, INSIDE, SOLUTION, W_PLACE
from draftproof.derivations.kernel import Argument
from draftproof.derivations.symbols import symbol
from draftproof.errors import StepRejected

alpha, c, y = (symbol(name) for name in ("alpha", "c", "y"))
HOW: dict[str, Any] = {"equation": real.D_y.definition, "value": real.D_y(alpha, y, c)}
WIDE = Domain({"alpha": OPEN_UNIT, "y": NONNEGATIVE, "c": NONNEGATIVE})
LINE = c * y - sp.S.Half
V = -1 + sp.log(alpha) / c + y * sp.log(alpha)


def branches(lower: int = -1, upper: int = 0, at: sp.Expr = V, argument: sp.Expr = ARGUMENT, extra: int = 0) -> sp.Expr:
    """The solution by two branches, told apart at `at` <= -1."""
    first, second = (SOLUTION.subs(W_PLACE, sp.LambertW(argument, branch)) + extra for branch in (lower, upper))
    return sp.Piecewise((first, sp.Le(at, -1)), (second, True))


OTHER = real.S_y(alpha, y, c)

ACCEPTED = {
    "both branches": (y, "=", branches(), INSIDE, HOW),
    "both branches, in the form of the definition": (
        y,
        "=",
        branches(argument=sp.factor(ARGUMENT)),
        INSIDE,
        HOW,
    ),
    "the condition as it was written": (
        y,
        "=",
        sp.Piecewise(
            *branches().args[:0],
            (branches().args[0][0], sp.Le(V, -1, evaluate=False)),
            branches().args[1],
            evaluate=False,
        ),
        INSIDE,
        HOW,
    ),
}
REJECTED = {
    "the principal branch alone": (y, "=", SOLUTION.subs(W_PLACE, sp.LambertW(ARGUMENT)), INSIDE, HOW),
    "the lower branch alone": (y, "=", SOLUTION.subs(W_PLACE, sp.LambertW(ARGUMENT, -1)), INSIDE, HOW),
    "the branches exchanged": (y, "=", branches(0, -1), INSIDE, HOW),
    "told apart at another place": (y, "=", branches(at=V + 1), INSIDE, HOW),
    "another argument": (y, "=", branches(argument=ARGUMENT / 2), INSIDE, HOW),
    "the argument's sign turned": (y, "=", branches(argument=-ARGUMENT), INSIDE, HOW),
    "a solution beside it": (y, "=", branches(extra=1), INSIDE, HOW),
    "an inequality": (y, "<=", branches(), INSIDE, HOW),
    "a variable that is discrete": (y, "=", branches(), INSIDE.extended({"y": Naturals(0)}), HOW),
    "the value of another expression": (y, "=", branches(), INSIDE, HOW | {"value": real.S_y(alpha, y, c)}),
    "not a variable": (2 * y, "=", branches(), INSIDE, HOW),
    "the value of another expression, in the argument too": (
        y,
        "=",
        branches(argument=ARGUMENT.subs(HOW["value"], OTHER)),
        INSIDE,
        HOW | {"value": OTHER},
    ),
    "a third case": (y, "=", sp.Piecewise(branches().args[0], (0, y > 5), branches().args[1]), INSIDE, HOW),
    "the square of W": (y, "=", branches().replace(sp.LambertW, lambda *args: sp.LambertW(*args) ** 2), INSIDE, HOW),
}


def test_the_solution_is_found_not_typed_and_its_branch_chosen_in_a_step_of_its_own() -> None:
    both = Argument(y, INSIDE).by("solve_lambert", "solved", **HOW)
    chosen = both.by("choose_branch", "a cycle takes positive time")
    assert [step.stated for step in chosen.steps] == [False, False]
    assert chosen.end.atoms(sp.LambertW) == {sp.LambertW(ARGUMENT, -1)}


def test_sympy_returns_the_principal_branch() -> None:
    """The reason for this rule; should SymPy change, the rule may become simpler."""
    x, rate = sp.Symbol("x", real=True), sp.Symbol("rate", positive=True)
    (found,) = sp.solve(x + sp.exp(-rate * x), x)
    (call,) = found.atoms(sp.LambertW)
    assert len(call.args) == 1


@pytest.mark.parametrize("equation", [LINE, real.D_y.definition])
def test_what_it_cannot_solve_is_refused(equation: sp.Expr) -> None:
    with pytest.raises((StepRejected, ValueError)):
        Argument(y, WIDE).by("solve_lambert", "hope", equation=equation, value=c).by("choose_branch", "hope")


def test_case(case: Callable[[], None]) -> None:
    case()
