"""Loops as sums and products: each against what the loop itself comes to, at exact numbers."""

from fractions import Fraction

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.document import How
from draftproof.derivations.expr import evaluate

LOOPS = [
    "e = 1\np = 1\nfor i in range(k):\n    p *= a\n    e += p",
    "e = 0\np = 1\nfor _ in range(k + 1):\n    e += p\n    p *= a",
    "e, p = 0, 1\nfor _ in range(k):\n    e, p = e + p, p * a",
    "e = 1\nfor i in range(1, k + 1):\n    e += a**i",
    "e = 1\nfor _ in range(k):\n    e = 1 + a * e",
    "e = a\nfor _ in range(k):\n    e = a * e + 2",
    "e = 1\nfor x in xs:\n    e *= x",
    "e = 1\np = 1\nfor x in xs:\n    p = p * x\n    e = e + p",
    "e = 0\nfor i in range(k):\n    q = (1 - a) * a**i\n    e += (i + 1) * q",
    "e = 3\nfor i in range(2, k):\n    e += i",
    "e = 1\nfor i in range(k, 0, -1):\n    e += a**i",
    "e = 1\nfor i in range(k):\n    e *= i + 1",
]


@pytest.mark.parametrize("text", LOOPS)
def test_a_loop_is_the_sum_or_product_that_it_comes_to(text):
    formulas = readers.parse("x.py", text).formulas
    one = [one for one in formulas if one.result == "e" and one.how is How.LOOPED][-1]
    for k in (2, 3, 5):
        state = {"k": k, "a": Fraction(3, 7), "xs": [Fraction(1, n + 2) for n in range(k)]}
        exec(text, {}, state)  # the table above, and nothing else
        at = {name: numeral.values[0] for name, numeral in one.numerals.items()}
        at |= {"k": Fraction(k), "a": Fraction(3, 7), "len(xs)": Fraction(k), "xs": tuple(state["xs"])}
        assert evaluate(one.templates[0], at) == Fraction(state["e"])


UNKNOWN = [
    "e = 1\nfor i in range(k):\n    if i:\n        e += a",
    "e = 1\nwhile e < k:\n    e += a",
    "e = 1\nfor i in range(k):\n    e = e * e",
    "e = 1\nb = 1\nfor i in range(k):\n    e += b\n    b += e",
    "e = 1\nfor i in range(0, k, 2):\n    e *= a",
    "e = 1\nfor i in range(k):\n    e = e / a",
]


@pytest.mark.parametrize("text", UNKNOWN)
def test_another_loop_leaves_its_variable_unknown(text):
    formulas = readers.parse("x.py", f"{text}\nx = 2 * e").formulas
    last = [one for one in formulas if one.result == "e"][-1]
    assert last.templates[0].args == ("?e",)


def test_counters_over_things():
    formulas = readers.parse("x.py", "acc = 0\nfor o in outs.values():\n    acc += o.accepted").formulas
    (one,) = [one for one in formulas if one.how is How.LOOPED]
    assert one.templates[0].op == "sum"
    assert one.templates[0].args[3].args == ("o.accepted",)
