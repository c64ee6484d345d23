"""Trees as people write them: a form for every operator, and every form read back to the same value."""

from __future__ import annotations

import itertools
import math
import re
from fractions import Fraction

import pytest
from draftproof.checks.lint import mathtext
from draftproof.derivations.expr import ARITY, Env, Node, Undefined, evaluate, num, substitute, sym
from draftproof.derivations.notation import BREAKABLE, LATEX, TEXT, Notation
from draftproof.derivations.tree_printing import NO_VALUE, arranged, decimal, digits, rounded, written
from draftproof.errors import BadInput

a, c, g, k = (sym(name) for name in ("alpha", "c", "gamma", "k"))


def add(*terms: Node) -> Node:
    return Node("add", terms)


def mul(*factors: Node) -> Node:
    return Node("mul", factors)


def div(top: Node, bottom: Node) -> Node:
    return Node("div", (top, bottom))


def power(base: Node, exponent: Node) -> Node:
    return Node("pow", (base, exponent))


def minus(node: Node) -> Node:
    return mul(num(-1), node)


FORMS = [
    (num("7/10"), "0.7", "0.7"),
    (num(-3), "-3", "-3"),
    (num("1/3"), "1/3", r"\frac{1}{3}"),
    (num("-0.0000015"), "-1.5·10^(-6)", r"-1.5 \cdot 10^{-6}"),
    (num(8_030_000_000), "8.03·10^9", r"8.03 \cdot 10^{9}"),
    (num(8_030_000_001), "8030000001", "8030000001"),
    (num(10**12), "10^12", "10^{12}"),
    (a, "α", r"\alpha"),
    (Node("at", ("a", add(k, num(1)))), "a_(k+1)", "a_{k + 1}"),
    (add(minus(power(a, add(g, num(1)))), num(1)), "1 - α^(γ+1)", r"1 - \alpha^{\gamma + 1}"),
    (add(num(1), g), "γ + 1", r"\gamma + 1"),
    (add(num(-1), k), "k - 1", "k - 1"),
    (add(mul(c, g), num(1)), "1 + γ·c", r"1 + \gamma c"),
    (minus(add(a, c)), "-(α + c)", r"-\left(\alpha + c\right)"),
    (mul(minus(add(c, num(-1))), k), "k·(1 - c)", r"k \left(1 - c\right)"),
    (mul(num(5), num("0.7")), "5·0.7", r"5 \cdot 0.7"),
    (mul(g, num(2)), "2·γ", r"2 \gamma"),
    (mul(num("1/2"), k), "0.5·k", "0.5 k"),
    (mul(num("2/3"), k), "2·k/3", r"\frac{2 k}{3}"),
    (mul(num(2), power(num("0.7"), k)), "2·0.7^k", r"2 \cdot 0.7^{k}"),
    (div(add(num(1), minus(power(num("0.7"), num(6)))), num("0.3")), "(1 - 0.7^6)/0.3", r"\frac{1 - 0.7^{6}}{0.3}"),
    (div(div(a, c), g), "α/(γ·c)", r"\frac{\alpha}{\gamma c}"),
    (div(num(1), num(1_500_000_000)), "1/(1.5·10^9)", r"\frac{1}{1.5 \cdot 10^{9}}"),
    (power(add(num(1), minus(a)), num(2)), "(1 - α)^2", r"\left(1 - \alpha\right)^{2}"),
    (power(num(-2), k), "(-2)^k", r"\left(-2\right)^{k}"),
    (power(num("2/3"), k), "(2/3)^k", r"\left(\frac{2}{3}\right)^{k}"),
    (power(a, num("1/2")), "√α", r"\sqrt{\alpha}"),
    (Node("min", (a, c)), "min(α, c)", r"\min\left(\alpha, c\right)"),
    (Node("max", (num(0), c)), "max(0, c)", r"\max\left(0, c\right)"),
    (Node("floor", (div(k, num(2)),)), "⌊k/2⌋", r"\left\lfloor \frac{k}{2} \right\rfloor"),
    (Node("ceil", (k,)), "⌈k⌉", r"\left\lceil k \right\rceil"),
    (mul(sym("drafted"), sym("alpha")), "drafted·α", r"\mathrm{drafted} \, \alpha"),
    (mul(num(32), sym("drafted")), "32·drafted", r"32 \, \mathrm{drafted}"),
    (mul(sym("alpha"), sym("rate")), "α·rate", r"\alpha \, \mathrm{rate}"),
    (num(Fraction(1000001, 10**6)), "1.000001", "1.000001"),
    (num(Fraction("0.9999999999")), "0.9999999999", "0.9999999999"),
    (num(Fraction(1, 1024)), "1/1024", r"\frac{1}{1024}"),
    (Node("abs", (a,)), "|α|", r"|\alpha|"),
    (Node("sum", ("k", num(0), g, power(a, k))), "Σ_{k=0..γ} α^k", r"\sum_{k=0}^{\gamma} \alpha^{k}"),
    (Node("prod", ("k", num(1), g, add(a, k))), "Π_{k=1..γ} (α + k)", r"\prod_{k=1}^{\gamma} \left(\alpha + k\right)"),
    (Node("sum", ("k", num(1), g, minus(k))), "Σ_{k=1..γ} (-k)", r"\sum_{k=1}^{\gamma} \left(-k\right)"),
    (Node("log", (a,)), "ln(α)", r"\ln\left(\alpha\right)"),
    (Node("exp", (minus(a),)), "e^(-α)", r"e^{-\alpha}"),
    (Node("exp", (num(1),)), "e", "e"),
    (Node("lambertw", (a, num(-1))), "W_-1(α)", r"W_{-1}\left(\alpha\right)"),
    (Node("limit", ("gamma", div(num(1), g))), "lim_{γ→∞} 1/γ", r"\lim_{\gamma \to \infty} \frac{1}{\gamma}"),
    (
        Node("ite", (Node("eq", (a, num(1))), num(2), c)),
        "{2 if α = 1, c otherwise}",
        r"\begin{cases} 2 & \text{if }\alpha = 1 \\ c & \text{otherwise} \end{cases}",
    ),
    (Node("eq", (a, num(1))), "α = 1", r"\alpha = 1"),
    (Node("ne", (a, num(1))), "α ≠ 1", r"\alpha \neq 1"),
    (Node("lt", (num(0), a)), "α > 0", r"\alpha > 0"),
    (Node("le", (k, add(g, num(1)))), "k ≤ γ + 1", r"k \le \gamma + 1"),
    (Node("and", ()), "true", r"\text{true}"),
    (
        Node("and", (Node("eq", (k, num(0))), Node("or", (Node("lt", (a, c)), Node("lt", (c, a)))))),
        "k = 0 and (α < c or c < α)",
        r"k = 0\text{ and }\left(\alpha < c\text{ or }c < \alpha\right)",
    ),
    (Node("not", (Node("lt", (a, c)),)), "not (α < c)", r"\text{not }\left(\alpha < c\right)"),
    (Node("implies", (Node("lt", (a, c)), Node("lt", (c, k)))), "α < c implies c < k", r"\alpha < c\text{ implies }c < k"),
    (
        Node("iff", (Node("lt", (a, c)), Node("lt", (c, k)))),
        "α < c exactly when c < k",
        r"\alpha < c\text{ exactly when }c < k",
    ),
]  # fmt: skip


def test_the_words_of_cases_that_may_break_stand_apart() -> None:
    wide = add(
        *(
            sym(name)
            for name in ("accepted", "drafted", "drafts", "reached", "V_N", "t_plain", "t_draft", "b_kv", "n_kv")
        )
    )
    broken = written(Node("ite", (Node("le", (k, num(2))), wide, k)), BREAKABLE)
    assert r" \ \text{if }" in broken
    assert r"k \ \text{otherwise}" in broken
    assert r"\lfloor" in written(Node("floor", (k,)), BREAKABLE)
    assert r"\left" not in written(Node("floor", (k,)), BREAKABLE)


def test_no_value_is_said_in_words() -> None:
    assert written(Node("ite", (Node("le", (k, num(2))), k, NO_VALUE))) == "{k if k ≤ 2, no value otherwise}"


@pytest.mark.parametrize(("node", "text", "latex"), FORMS, ids=[text for _, text, _ in FORMS])
def test_written_form(node: Node, text: str, latex: str) -> None:
    assert (written(node, TEXT), written(node, LATEX)) == (text, latex)


def test_every_operator_has_a_form() -> None:
    def operators(node: Node) -> set[str]:
        return {node.op}.union(*map(operators, node.children()))

    assert set().union(*(operators(node) for node, _, _ in FORMS)) == set(ARITY)


def test_big_operators_stand_last_or_in_parentheses() -> None:
    total = Node("sum", ("k", num(1), num(3), k))
    assert written(div(total, num(2))) == "(Σ_{k=1..3} k)/2"
    assert written(mul(total, power(total, num(2)))) == "(Σ_{k=1..3} k)^2·Σ_{k=1..3} k"
    assert written(div(mul(a, Node("prod", ("k", num(1), num(3), k))), num(2))) == "(α·Π_{k=1..3} k)/2"


@pytest.mark.parametrize(
    ("value", "text"),
    [("2.94117", "2.94117"), ("1/3", "0.333333"), ("999999.5", "1e6"), ("12345678", "1.23457e7"), ("0", "0")],
)
def test_rounded(value: str, text: str) -> None:
    assert Fraction(rounded(Fraction(value))) == Fraction(text)
    assert digits("1e-7") == "10^(-7)"
    assert decimal(Fraction("0.1234567")) is None


# A reader of its own for the text form: sums, products from left to right, powers first, a big operator takes its product.

_TOKEN = re.compile(r"\s*(Σ|Π|floor|[A-Za-zα-ω]+|\d+(?:\.\d+)?|\.\.|[-+·/^(){}=,⌊⌋⌈⌉|√_])")


class Reader:
    def __init__(self, text: str, env: Env) -> None:
        self.tokens, self.at, self.env = _TOKEN.findall(text), 0, dict(env)

    def next(self, wanted: str = "") -> str:
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if wanted and token != wanted:
            raise AssertionError(f"{wanted} expected, not {token} in {self.tokens}")
        self.at += 1
        return token

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def sum(self) -> Fraction:
        total = self.product(-1 if self.peek() == "-" and self.next() else 1)
        while self.peek() in ("+", "-"):
            total += self.product(1 if self.next() == "+" else -1)
        return total

    def product(self, sign: int) -> Fraction:
        found = sign * self.power()
        while self.peek() in ("·", "/"):
            found = found * self.power() if self.next() == "·" else found / self.power()
        return found

    def power(self) -> Fraction:
        base = self.atom()
        if self.peek() != "^":
            return base
        self.next()
        exponent = -self.atom() if self.peek() == "-" and self.next() else self.atom()
        return base ** int(exponent)

    def atom(self) -> Fraction:
        token = self.next()
        if token == "(":
            return self.closed(")")
        if token in "⌊⌈|":
            found = self.closed({"⌊": "⌋", "⌈": "⌉", "|": "|"}[token])
            return Fraction({"⌊": math.floor, "⌈": math.ceil, "|": abs}[token](found))
        if token in ("min", "max"):
            self.next("(")
            found = [self.sum()]
            while self.peek() == ",":
                self.next()
                found.append(self.sum())
            self.next(")")
            return min(found) if token == "min" else max(found)
        if token in "ΣΠ":
            return self.fold(token)
        return Fraction(token) if token[0].isdigit() else self.env[{"α": "alpha", "γ": "gamma"}.get(token, token)]

    def closed(self, end: str) -> Fraction:
        found = self.sum()
        self.next(end)
        return found

    def fold(self, token: str) -> Fraction:
        for part in "_{":
            self.next(part)
        index = self.next()
        self.next("=")
        low = self.sum()
        self.next("..")
        high = self.closed("}")
        found, start = [], self.at
        for value in range(int(low), int(high) + 1):
            self.at, self.env[index] = start, Fraction(value)
            found.append(self.product(1))
        return sum(found, Fraction(0)) if token == "Σ" else math.prod(found, start=Fraction(1))


POINT: Env = {"alpha": Fraction(3, 5), "c": Fraction(-7, 4), "gamma": Fraction(3), "k": Fraction(2)}

LEAVES = [a, c, num("0.7"), num(-2), num("1/3"), num(5)]
OUTER = [
    lambda x: add(x, a), lambda x: add(a, x, num("-0.3")), lambda x: minus(x), lambda x: add(num(1), minus(x)),
    lambda x: mul(x, c), lambda x: mul(num("0.7"), x, num("0.3")), lambda x: div(x, c), lambda x: div(a, x),
    lambda x: power(x, num(2)), lambda x: power(x, num(-1)), lambda x: power(a, g), lambda x: Node("min", (x, num(2))),
    lambda x: Node("max", (c, x)), lambda x: Node("floor", (x,)), lambda x: Node("ceil", (x,)), lambda x: Node("abs", (x,)),
    lambda x: Node("sum", ("k", num(1), g, mul(x, k))), lambda x: Node("sum", ("k", num(1), num(3), add(x, k))),
    lambda x: Node("prod", ("k", num(1), g, x)), lambda x: mul(num(-1), x, num(2)), lambda x: div(num("0.5"), x),
]  # fmt: skip


@pytest.mark.parametrize("outer", range(len(OUTER)))
def test_every_pair_of_operators_reads_back_to_the_same_value(outer: int) -> None:
    for inner, leaf in itertools.product(OUTER, LEAVES):
        for node in (
            OUTER[outer](inner(leaf)),
            add(OUTER[outer](leaf), inner(leaf)),
            mul(OUTER[outer](leaf), inner(leaf)),
        ):
            try:
                value = evaluate(node, POINT)
            except Undefined:
                continue
            assert Reader(written(node), POINT).sum() == value, written(node)
            assert evaluate(arranged(node), POINT) == value


def test_the_reader_sees_a_missing_parenthesis() -> None:
    assert Reader("1 - 2·(α + 1)", POINT).sum() != Reader("1 - 2·α + 1", POINT).sum()
    assert Reader("(Σ_{k=1..3} k)·2 + 1", POINT).sum() == 13
    assert Reader("Π_{k=1..3} k·2", POINT).sum() != Reader("(Π_{k=1..3} k)·2", POINT).sum()


READABLE = [form for form in OUTER if form(a).op in {"add", "mul", "div", "pow", "min", "max", "floor"}]


@pytest.mark.parametrize("to", [TEXT, LATEX], ids=["text", "latex"])
def test_the_linters_grammar_reads_the_same_value(to: Notation) -> None:
    """A second reader, of LaTeX too, where its grammar has the form."""
    numbers = {name: num(value) for name, value in POINT.items() if isinstance(value, Fraction)}
    read = 0
    for one, two, leaf in itertools.product(READABLE, READABLE, LEAVES):
        node = substitute(one(two(leaf)), numbers)
        try:
            tree, value = mathtext.parse(written(node, to)).tree, evaluate(node, {})
        except (BadInput, Undefined):
            continue
        assert evaluate(tree, {}) == value, written(node, to)
        read += 1
    assert read >= 500


def test_order_is_kept_where_the_parts_are_numbers() -> None:
    assert written(mul(num("0.7"), num(5), num("0.3"))) == "0.7·5·0.3"
    assert (
        written(add(num("0.7"), minus(power(num("0.7"), num(12))), minus(mul(num("0.7"), num("0.3")))))
        == "0.7 - 0.7^12 - 0.7·0.3"
    )
    assert written(add(num(1), minus(num(0)))) == "1 - 0"


def test_cases_within_a_case_stand_beside_it() -> None:
    inner = Node("ite", (Node("lt", (num(0), sym("c"))), sym("alpha"), num(1)))
    outer = Node("ite", (Node("eq", (sym("gamma"), num(1))), inner, num(0)))
    assert written(outer) == "{α if γ = 1 and c > 0, 1 if γ = 1, 0 otherwise}"
    either = Node(
        "ite", (Node("or", (Node("eq", (sym("gamma"), num(1))), Node("eq", (sym("gamma"), num(2))))), inner, num(0))
    )
    assert written(either) == "{α if (γ = 1 or γ = 2) and c > 0, 1 if γ = 1 or γ = 2, 0 otherwise}"


def test_what_is_arranged_stays() -> None:
    made = arranged(Node("add", (sym("c"), Node("mul", (num(-1), sym("alpha"))), num(1))))
    assert arranged(made) is made
    assert arranged(Node("add", made.args)) == made


def test_a_readers_number_stands_with_all_its_digits() -> None:
    number = "0.12345678901234567890123456789"
    assert written(num(Fraction(number))) == number
