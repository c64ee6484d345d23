from fractions import Fraction

import pytest
import sympy as sp
from draftproof.checks import smt
from draftproof.derivations.export import export
from draftproof.derivations.expr import Node, num, sym
from draftproof.errors import BadInput

x, y = sp.symbols("x y", real=True)
n = sp.Symbol("n", integer=True)
X, Y, N = sym("x"), sym("y"), sym("n")


LOGICS = {
    "QF_LRA": (Node("lt", (num(0), X)), Node("lt", (num(0), Node("mul", (num(2), X))))),
    "QF_NRA": (Node("lt", (num(0), X)), Node("lt", (num(0), Node("mul", (X, X))))),
    "QF_LIRA": (Node("eq", (N, X)), Node("le", (Node("floor", (X,)), X))),
    "QF_NIRA": (Node("lt", (num(0), N)), Node("lt", (num(0), Node("mul", (N, X, X))))),
}


@pytest.mark.parametrize("logic", LOGICS)
def test_the_tightest_logic_is_declared(logic):
    premise, goal = LOGICS[logic]
    made = smt.script([premise], goal, integers=frozenset({"n"}))
    assert made.logic == logic
    assert f"(set-logic {logic})" in made.text
    assert made.text.endswith("(check-sat)\n")


IS_PROVED = [
    ("rational numbers", [sp.Eq(x, sp.Rational(-2, 3))], sp.Lt(x, sp.Rational(-3, 5)), True),
    ("a fixed power", [], sp.Ge(x**2 - 2 * x + 1, 0), True),
    ("a quotient", [sp.Gt(x, 1)], sp.Lt(1 / x, 1), True),
    ("the same quotient twice", [sp.Gt(x, 1)], sp.Ge(1 / x + 1 / x, 2 / x), True),
    ("a quotient that may not exist", [sp.Ge(x, 0)], sp.Ge(1 / x, 0), False),
    ("x/x is not 1 everywhere", [], sp.Eq(sp.Mul(x, 1 / x, evaluate=False), 1), False),
    ("a guarded quotient", [], sp.Ge(sp.Piecewise((0, sp.Eq(x, 0)), (1 / x**2, True)), 0), True),
    ("the guard on the wrong side", [], sp.Ge(sp.Piecewise((1 / x**2, sp.Eq(x, 0)), (0, True)), 0), False),
    ("maximum", [], sp.Ge(sp.Max(x, y), x), True),
    ("minimum", [], sp.Ge(sp.Min(x, y), x), False),
    ("absolute value", [], sp.Ge(sp.Abs(x), x), True),
    ("floor", [sp.Gt(x, 2), sp.Lt(x, 3)], sp.Eq(sp.floor(x), 2), True),
    ("ceiling", [sp.Gt(x, 2), sp.Lt(x, 3)], sp.Eq(sp.ceiling(x), 3), True),
    ("ceiling, not floor", [sp.Gt(x, 2), sp.Lt(x, 3)], sp.Eq(sp.ceiling(x), 2), False),
    ("or", [sp.Or(sp.Lt(x, 0), sp.Gt(x, 1))], sp.Ne(x, sp.Rational(1, 2)), True),
]


@pytest.mark.parametrize(("premises", "goal", "proved"), [c[1:] for c in IS_PROVED], ids=[c[0] for c in IS_PROVED])
def test_unsat_means_defined_and_true(solvers, premises, goal, proved):
    made = smt.script([export(p) for p in premises], export(goal))
    assert solvers.run("z3", made.text).status == ("unsat" if proved else "sat")
    if proved:
        assert solvers.run("cvc5", made.text).status == "unsat"


def test_division_by_zero_is_never_a_premise(solvers):
    """A premise 1/x = y says nothing false at x = 0: there it has no value, and so it does not hold there."""
    made = smt.script([export(sp.Eq(1 / x, y)), Node("eq", (X, num(0)))], None)
    assert solvers.run("z3", made.text).status == "unsat"


def test_a_definition_contradicts_nothing(solvers):
    """0·d = 1 must not make an obligation unsatisfiable: the goal is false at x = 0, y = 1, and that is found."""
    goal = Node(
        "or",
        (Node("ne", (X, num(0))), Node("and", (Node("eq", (Y, num(0))), Node("eq", (Node("div", (Y, X)), num(0)))))),
    )
    made = smt.script([Node("eq", (Y, num(1)))], goal)
    assert solvers.run("z3", made.text).status == "sat"


def test_short_circuit_as_in_evaluation(solvers):
    guarded = Node(
        "implies", (Node("ne", (X, num(0))), Node("eq", (Node("mul", (X, Node("div", (num(1), X)))), num(1))))
    )
    assert solvers.run("z3", smt.script([], guarded).text).status == "unsat"
    either = Node("or", (Node("eq", (X, num(0))), Node("ne", (Node("div", (num(1), X)), num(0)))))
    assert solvers.run("z3", smt.script([], either).text).status == "unsat"
    turned = Node("or", tuple(reversed(either.args)))  # the division comes first: no value at 0
    assert solvers.run("z3", smt.script([], turned).text).status == "sat"


@pytest.mark.parametrize(
    "node", [Node("pow", (X, Y)), Node("pow", (X, num(Fraction(1, 2)))), Node("log", (X,)), Node("limit", ("x", X))]
)
def test_what_has_no_smt_form_is_refused(node):
    with pytest.raises(BadInput):
        smt.script([], Node("eq", (node, num(0))))


def test_notes_are_comments(solvers):
    made = smt.script([], Node("eq", (X, X)), notes=["why (not", "x = alpha^gamma"])
    assert made.text.startswith("; why (not\n; x = alpha^gamma\n(set-logic")
    assert [a.status for a in solvers.both(made.text)] == ["unsat", "unsat"]


ONE_OVER = Node("div", (num(1), Node("mul", (X, Node("add", (Y, num(1)))))))


@pytest.mark.parametrize(
    ("other", "variables"),
    [
        (Node("div", (num(1), Node("mul", (Node("add", (num(1), Y)), X)))), 1),
        (Node("div", (num(1), Node("mul", (Y, Node("add", (X, num(1))))))), 2),
        (Node("div", (Node("mul", (X, Node("add", (Y, num(1))))), num(1))), 1),  # no variable: divided by a number
        (Node("div", (Node("mul", (X, Node("add", (Y, num(1))))), X)), 2),
    ],
)
def test_a_quotient_has_one_variable_in_whatever_order_it_is_written(other: Node, variables: int) -> None:
    text = smt.script([], Node("eq", (ONE_OVER, other))).text
    assert text.count("declare-const quotient") == variables
