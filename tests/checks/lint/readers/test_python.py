"""Python: a table of programs with the formulas in them, what stands beside these, and where everything stands."""

from fractions import Fraction

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.document import How, Kind
from draftproof.derivations.expr import evaluate


def shown(tree):
    """A tree as prefix text: `(add #0 (mul k a))`."""
    if tree.op in ("num", "sym"):
        return str(tree.args[0])
    return f"({tree.op} {' '.join(arg if isinstance(arg, str) else shown(arg) for arg in tree.args)})"


def document(text, path="x.py"):
    return readers.parse(path, text)


def of_code(text, path="x.py"):
    return [one for one in document(text, path).formulas if one.passage.kind is Kind.CODE]


def said(text, path="x.py"):
    """Each formula of code as `how result: tree`, numbers put in as they are printed."""
    lines = []
    for one in of_code(text, path):
        tree = shown(one.templates[0])
        for name, numeral in reversed(one.numerals.items()):
            tree = tree.replace(name, numeral.text)
        lines.append(f"{one.how} {one.result}: {tree}")
    return lines


CLOSED = "(div (add 1 (mul -1 (pow a (add k 1)))) (add 1 (mul -1 a)))"
LINEAR = "(add 1 (mul k a))"

PROGRAMS = [
    ("e = 1 + k * a", ["assigned e: " + LINEAR]),
    ("e: float = 1 + k * a", ["assigned e: " + LINEAR]),
    ("k, a = 5, 0.7", ["assigned k: 5", "assigned a: 0.7"]),
    ("avg = k * a\navg *= 2", ["assigned avg: (mul k a)", "assigned avg: (mul (mul k a) 2)"]),
    ("avg = avg + 1", ["assigned avg: (add avg 1)"]),
    ("if (e := 1 + k * a) > 2: pass", ["assigned e: " + LINEAR]),
    ("def f(a, k=5):\n    return 1 + k * a", ["default k: 5", "returned f: " + LINEAR]),
    ("f = lambda a, k: 1 + k * a", ["returned f: " + LINEAR]),
    ("f(alpha=0.7, gamma=2 * k)", ["argument alpha: 0.7", "argument gamma: (mul 2 k)"]),
    ("m = {'rate': a / b}", ["entry m.rate: (div a b)"]),
    ("return_ = f({'rate': a / b})", ["assigned return_: f({'rate':a/b})", "entry rate: (div a b)"]),
    ("df['x'] = 1 + k * df['a']", ["entry df.x: (add 1 (mul k df.a))"]),
    ("cfg = c['spec']['k']", ["assigned cfg: c.spec.k"]),
    ("x = m[0] / m[-1]", ["assigned x: (div m[0] m[-1])"]),
    ("class C:\n    k: int = 5\n    a: float = field(default=0.7)", ["default k: 5", "default a: 0.7"]),
    ("p.add_argument('-k', '--draft-len', default=5, help='drafts')", ["default args.draft_len: 5"]),
    ("es = [1 + k * a for k in range(9)]", ["assigned es: " + LINEAR]),
    ("print('tokens', 1 + k * a)", ["bare : " + LINEAR]),
    ("s = f'{1 + k * a:.2f} tokens'", ["bare : " + LINEAR]),
    ("s = '%.2f tokens' % (1 + k * a)", ["bare : " + LINEAR]),
    ("s = 'tokens: ' + str(1 + k * a)", ["bare : " + LINEAR]),
    ("s = '{} tokens'.format(1 + k * a)", ["assigned s: '{}tokens'.format(1+k*a)", "bare : " + LINEAR]),
    ("pays = a > k * c", ["assigned pays: (lt (mul k c) a)", "bare : (mul k c)"]),
    ("assert e == 1 + k * a", ["bare : " + LINEAR]),
    ("x = int(round(float(1 + k * np.asarray(a).mean().item()), 2))", ["assigned x: " + LINEAR]),
    ("x = torch.tensor(1.0) + k * Fraction(7, 10)", ["assigned x: (add 1.0 (mul k (div 7 10)))"]),
    ("x = (1 - a**(k + 1)) / (1 - a)", ["assigned x: " + CLOSED]),
    ("x = (1 - pow(a, k + 1)) / (1 - a)", ["assigned x: " + CLOSED]),
    ("x = (1 - math.pow(a, k + 1)) / (1 - a)", ["assigned x: " + CLOSED]),
    ("x = (1 - a.pow(k + 1)) / (1 - a)", ["assigned x: " + CLOSED]),
    ("x = (1 - np.power(a, k + 1)) / (1 - a)", ["assigned x: " + CLOSED]),
    ("x = np.divide(1 - a**(k + 1), 1 - a)", ["assigned x: " + CLOSED]),
    ("x = -np.expm1(k * np.log(a))", ["assigned x: (mul -1 (add (pow a k) -1))"]),
    ("x = math.exp(-k)", ["assigned x: (exp (mul -1 k))"]),
    ("x = sum(a**i for i in range(k + 1))", ["assigned x: (sum i 0 (add k 1 -1) (pow a i))"]),
    ("x = sum([a**i for i in range(1, k)])", ["assigned x: (sum i 1 (add k -1) (pow a i))"]),
    ("x = sum(a**i for i in range(k, 0, -1))", ["assigned x: (sum i (add 0 1) k (pow a i))"]),
    ("x = np.sum(a ** np.arange(k + 1))", ["assigned x: (sum _i 0 (add k 1 -1) (pow a _i))"]),
    ("ks = np.arange(k)\nx = (a**ks).sum()", ["assigned ks: np.arange(k)", "assigned x: (sum _i 0 (add k -1) (pow a _i))"]),
    ("x = 1 + np.cumprod([a] * k).sum()", ["assigned x: (add 1 (sum _i 1 k (pow a _i)))"]),
    ("x = 1 + torch.cumprod(p, dim=-1).sum(-1)",
     ["assigned x: (add 1 (sum _i 1 len(p) (prod _j 1 _i (at p _j))))"]),
    ("x = math.prod(a for _ in range(k))", ["assigned x: (prod _ 0 (add k -1) a)"]),
    ("x = 1 + sum(per_position)", ["assigned x: (add 1 sum(per_position))"]),
    ("x = 1 + float(self.per_position.sum())", ["assigned x: (add 1 sum(self.per_position))"]),
    ("x = sum(o.accepted for o in outs)", ["assigned x: (sum ? ?low ?high o.accepted)"]),
    ("x = np.minimum(p, q).sum()", ["assigned x: (sum ? ?low ?high (min p q))"]),
    ("x = sum(min(a, b) for a, b in zip(p, q))", ["assigned x: (sum ? ?low ?high (min a b))"]),
    ("x = min(1, p / q)", ["assigned x: (min 1 (div p q))"]),
    ("x = max(1.0, 1 + k * a)", ["assigned x: " + LINEAR]),
    ("x = V // 8", ["assigned x: (floor (div V 8))"]),
    ("x = -(-V // 32) * 4", ["assigned x: (mul (ceil (div V 32)) 4)"]),
    ("x = math.ceil(V / 32)", ["assigned x: (ceil (div V 32))"]),
    ("x = V >> 3", ["assigned x: (floor (div V (pow 2 3)))"]),
    ("x = V % 8", ["assigned x: (add V (mul -1 8 (floor (div V 8))))"]),
    ("x = acc / max(n, 1)", ["assigned x: (div acc n)"]),
    ("x = acc / (n or 1)", ["assigned x: (div acc n)"]),
    ("x = acc / (n + 1e-9)", ["assigned x: (div acc n)"]),
    ("x = acc / n if n else 0.0", ["assigned x: (div acc n)"]),
    ("x = acc / n if n > 0 else 0.0", ["assigned x: (div acc n)"]),
    ("x = 0 if num_drafts < 1 else acc / num_drafts", ["assigned x: (div acc num_drafts)"]),
    ("x = min(max(a, 0.0), 1.0) * k", ["assigned x: (mul a k)"]),
    ("x = np.clip(a, 0, 1) * k", ["assigned x: (mul a k)"]),
    ("x = k if a == 1 else b", ["assigned x: (ite (eq a 1) k b)"]),
    ("x = k if math.isclose(a, 1.0) else b", ["assigned x: (ite (eq a 1.0) k b)"]),
    ("x = k if abs(a - 1) < 1e-9 else b", ["assigned x: (ite (eq a 1) k b)"]),
    ("x = np.where(a < 1, b / (1 - a), k)", ["assigned x: (ite (eq a 1) k (div b (add 1 (mul -1 a))))"]),
    ("x = k * a if k >= 1 else 2", ["assigned x: (ite (le 1 k) (mul k a) 2)"]),
    ("x = h(1 + k * a) + 2", ["assigned x: (add h(1+k*a) 2)", "bare : " + LINEAR]),
    ("x = 'a' + 'b'", []),
    ("x = [1, 2] + [3]", []),
    ("@d\nasync def f(a, *, k=5):\n    yield 1 + k * a", ["default k: 5", "bare : " + LINEAR]),
    ("x = 0x10 + 1j", ["assigned x: (add 0x10 1j)"]),
    ("x = 9**9**9 + a**99999", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "formulas"), PROGRAMS, ids=[text for text, _ in PROGRAMS])
def test_formulas(text, formulas):
    assert said(text) == formulas


BRANCHES = [
    "def f(a, k):\n    if a == 1:\n        return k + 1\n    return (1 - a**k) / (1 - a)",
    "def f(a, k):\n    if a >= 1.0:\n        return k + 1\n    return (1 - a**k) / (1 - a)",
    "def f(a, k):\n    if 1 - a < 1e-9:\n        return k + 1\n    return (1 - a**k) / (1 - a)",
    "def f(a, k):\n    if abs(1 - a) < 1e-9:\n        return k + 1\n    else:\n        return (1 - a**k) / (1 - a)",
    "def f(a, k):\n    if not 0 <= a <= 1:\n        raise ValueError\n    if a == 1: return k + 1\n    return (1 - a**k) / (1 - a)",
    "def g(a, k):\n    if a == 1:\n        f = k + 1\n    else:\n        f = (1 - a**k) / (1 - a)",
]


@pytest.mark.parametrize("text", BRANCHES)
def test_a_branch_for_one_point_is_in_the_formula(text):
    """So that a judge sees `k + 1` beside a formula whose limit is k."""
    *_, one = [one for one in of_code(text) if one.result == "f"]
    assert one.templates[0].op == "ite"
    assert one.templates[0].args[0].op == "eq"
    assert one.text == "(1 - a**k) / (1 - a)"
    branch, formula = one.templates[0].args[1:]
    at = {name: numeral.values[0] for name, numeral in one.numerals.items()} | {"a": Fraction(1, 2), "k": Fraction(3)}
    assert evaluate(branch, at) == 4
    assert evaluate(formula, at) == Fraction(7, 4)


def test_other_branches_are_formulas_of_their_own():
    text = "def f(a, k, exact):\n    if exact:\n        return (1 - a**k) / (1 - a)\n    return 1 + k * a"
    assert [line.partition(" f: ")[0] for line in said(text)] == ["returned", "returned"]


INLINED = [
    ("def e(a, k):\n    return 1 + k * a\ns = e(b, 5) / (1 + 5 * c)", "(div (add 1 (mul 5 b)) (add 1 (mul 5 c)))"),
    ("def e(a, k=5):\n    avg = k * a\n    return 1 + avg\ns = e(b) / c", "(div (add 1 (mul 5 b)) c)"),
    ("class M:\n    def r(self):\n        return self.a / self.b\n    def f(self):\n        s = 1 + self.k * self.r()",
     "(add 1 (mul self.k (div self.a self.b)))"),
    ("def f(x):\n    return 1 if x == 0 else 1 + f(x - 1)\ns = 2 * f(k)", "(mul 2 f(k))"),
    ("def f(x):\n    return g(x)\ndef g(x):\n    return x + 1\ns = 2 * f(k)", "(mul 2 f(k))"),
    ("def f(x):\n    return x\ndef f(x):\n    return 2 * x\ns = 2 * f(k)", "(mul 2 f(k))"),
    ("def f(*x):\n    return 1\ns = 2 * f(k)", "(mul 2 f(k))"),
    ("e = lambda a, k: 1 + k * a\ns = e(k=2, a=b) / c", "(div (add 1 (mul 2 b)) c)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tree"), INLINED, ids=[text for text, _ in INLINED])
def test_a_call_of_the_files_own_function_is_what_it_computes(text, tree):
    assert [line for line in said(text) if line.startswith("assigned s: ")] == [f"assigned s: {tree}"]


def test_an_assigned_call_is_a_definition_but_no_second_place_of_a_mistake():
    hows = [one.how for one in of_code("def e(a, k):\n    return 1 + k * a\nt = e(a, k)\ne(a, k)\n")]
    assert hows == [How.RETURNED, How.CALLED]


def test_guards_are_left_out_and_kept():
    one = of_code("r = acc / max(n, 1)")[0]
    assert [shown(tree) for tree in one.templates] == ["(div acc n)", "(div acc (max n #0))"]


def test_what_stands_beside():
    text = "# assumed, per token\nalpha = 0.7  # of the draft\nprint(f'expected {1 + alpha * k} tokens')\n"
    first, second = of_code(text)
    assert first.near == "assumed, per token\nof the draft"
    assert second.near == "expected  …  tokens"
    assert second.passage.place(second.start).column == 19


def test_what_stands_around_and_above():
    text = (
        "class Stats:\n    '''Counters.'''\n\n    # measured\n    @property\n    def rate(self):\n"
        "        '''Accepted over drafted.'''\n        return self.a / self.b  # a ratio\n"
    )
    (one,) = of_code(text)
    assert one.passage.scope == "Stats.rate"
    assert one.passage.above == "Stats / property rate"
    assert one.passage.around.splitlines() == ["Accepted over drafted.", "measured", "a ratio", "self a b"]
    assert one.passage.text.startswith("@property")


def test_a_container_names_what_is_in_it():
    (one,) = of_code("WRONG = [1 + k * a]")
    assert one.passage.above == "WRONG"
    passages = document("WRONG = ['E = 1 + k*a', Rival(says='E is 1 + k*a')]").passages
    assert [p.above for p in passages if p.kind is Kind.STRING] == ["WRONG", "WRONG"]
    assert "Rival(says=" in passages[-1].around


def test_places_are_characters():
    one = of_code("β = '期待' ; e = 1 + β * k")[-1]
    assert one.text == "1 + β * k"
    assert one.passage.place(one.start) == readers.parse("x.py", "β = '期待' ; e = 1 + β * k").sources[0].place(15)
    (field,) = of_code("s = f'''α\n期待 {1 + k * a} 個'''")
    assert (field.text, field.passage.place(field.start).line, field.passage.place(field.start).column) == (
        "1 + k * a",
        2,
        5,
    )


TEXTS = [
    ("x = 1  # one\n# two\n# three\ny = 2\n", [("comment", "one"), ("comment", "two\nthree")]),
    ("#: rate of α\n", [("comment", "rate of α")]),
    ("def f():\n    '''E = 1.\n\n    - α: rate\n    - γ: length\n    '''\n",
     [("docstring", "E = 1."), ("docstring", "- α: rate"), ("docstring", "- γ: length")]),
    ("x = 'E = 1 + k'", [("string", "E = 1 + k")]),
    ("x = ('E = '\n     '1 + k')", [("string", "E = 1 + k")]),
    ("x = f'{k} drafts, {k + 1} rows'", [("string", "k drafts, … rows")]),
    ("x = f'{{a}} = {m.k!r:>5}'", [("string", "{a} = m.k")]),
    (r"x = 'a\tb \u03b1 = 1'", [("string", "a\tb α = 1")]),
    (r"x = r'\alpha = 1'", [("string", r"\alpha = 1")]),
    ("x = 'key'", []),
    ("x = b'E = 1 + k'", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "passages"), TEXTS, ids=[text for text, _ in TEXTS])
def test_texts(text, passages):
    found = [(str(p.kind), p.text) for p in document(text).passages if p.kind is not Kind.CODE]
    assert found == passages
    for passage in document(text).passages:
        for offset, character in enumerate(passage.text):
            at = passage.at(offset)
            assert text[at] == character or text[at] in "\\{" or character == "…"


def test_sessions_and_magics():
    assert said(">>> e = 1 + k * a\n>>> e\n4.5\n") == ["assigned e: " + LINEAR]
    assert said("%matplotlib inline\n!pip install x\ne = 1 + k * a\ne?\n") == ["assigned e: " + LINEAR]
    assert said("    e = 1 + k * a\n") == ["assigned e: " + LINEAR]
    assert said("%%bash\necho $((1 + 2 * 3))\n") == []


def test_a_broken_program_is_scanned():
    assert said("def f(a, k:\n    return 1 + k * a\n") == ["returned f: " + LINEAR]
    assert said("print 'old', 1 + k * a\n") == ["bare : " + LINEAR]
