"""Code of many languages: a table of programs with the formulas in them, and what stands around texts."""

from fractions import Fraction

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.document import Kind


def shown(tree):
    if tree.op in ("num", "sym"):
        return str(tree.args[0])
    return f"({tree.op} {' '.join(arg if isinstance(arg, str) else shown(arg) for arg in tree.args)})"


def said(path, text):
    """Each formula of code as `how result: tree`, numbers put in as they are printed."""
    lines = []
    for one in readers.parse(path, text).formulas:
        if one.passage.kind is Kind.CODE:
            tree = shown(one.templates[0])
            for name, numeral in reversed(one.numerals.items()):
                tree = tree.replace(name, numeral.text)
            lines.append(f"{one.how} {one.result}: {tree}")
    return lines


CLOSED = "(div (add 1 (mul -1 (pow a (add k 1)))) (add 1 (mul -1 a)))"
CLOSED_F = "(div (add 1.0 (mul -1 (pow a (add k 1.0)))) (add 1.0 (mul -1 a)))"
LINEAR = "(add 1 (mul k a))"

PROGRAMS = [
    ("x.js", "const e = 1 + k * a;", ["assigned e: " + LINEAR]),
    ("x.js", "const f = (a, k = 5) => 1 + k * a;", ["returned f: " + LINEAR, "default k: 5"]),
    ("x.js", "const f = a => 1 + k * a", ["returned f: " + LINEAR]),
    ("x.js", "function f(a, k) { return (1 - a ** (k + 1)) / (1 - a); }", ["returned f: " + CLOSED]),
    ("x.js", "f = function (a, k) { return (1 - Math.pow(a, k + 1)) / (1 - a) }", ["returned f: " + CLOSED]),
    ("x.js", "x = { tokens: 1 + k * a, 'length': 1 + r / d }", ["entry tokens: " + LINEAR, "entry length: (add 1 (div r d))"]),
    ("x.js", "const r = acc / Math.max(n, 1)", ["assigned r: (div acc n)"]),
    ("x.js", "const r = n > 0 ? acc / n : 0;", ["assigned r: (div acc n)"]),
    ("x.js", "const e = a === 1 ? k + 1 : (1 - a ** (k + 1)) / (1 - a)", ["assigned e: (ite (eq a 1) (add k 1) " + CLOSED + ")"]),
    ("x.js", "const [a, setA] = useState(0.7);", ["assigned a: 0.7"]),
    ("x.js", "const e = useMemo(() => 1 + k * a, [k, a]);", ["assigned e: " + LINEAR]),
    ("x.js", "const e = computed(() => 1 + k.value * a.value)", ["assigned e: " + LINEAR]),
    ("x.js", "let avg = k * a; avg *= 2;", ["assigned avg: (mul k a)", "assigned avg: ?avg"]),
    ("x.js", "x = `E = ${1 + k * a} tokens`", ["bare : " + LINEAR]),
    ("x.js", "show((1 + k * a).toFixed(2))", ["bare : " + LINEAR]),
    ("x.js", "x = this.acc / this.opts['n']", ["assigned x: (div this.acc this.opts.n)"]),
    ("x.js", "for (let i = 0; i < n; i++) { s += 1 }", ["argument i: 0", "bare : (lt i n)", "assigned s: ?s"]),
    ("x.ts", "const e: number = 1 + k * a;", ["assigned e: " + LINEAR]),
    ("x.ts", "const f = (a: number, k: number): number => 1 + k * a;", ["returned f: " + LINEAR]),
    ("x.ts", "interface O { text: string; ids: number[] }", []),
    ("x.ts", "const x = (k as number) * a!", ["assigned x: (mul k a)"]),
    ("x.ts", "function f(a, k) { if (a === 1) return k + 1; return (1 - a ** (k + 1)) / (1 - a) }",
     ["returned f: (ite (eq a 1) (add k 1) " + CLOSED + ")"]),
    ("x.ts", "function f(a, k) { if (a >= 1) { return k + 1 } else { return (1 - a ** k) / (1 - a) } }",
     ["returned f: (ite (eq a 1) (add k 1) (div (add 1 (mul -1 (pow a k))) (add 1 (mul -1 a))))"]),
    ("x.jsx", "function V() { return (<p title={`${1 + k * a}`}>E is {1 + k * a}</p>) }", ["bare : " + LINEAR, "bare : " + LINEAR]),
    ("x.rs", "fn f(a: f64, k: f64) -> f64 {\n    (1.0 - a.powf(k + 1.0)) / (1.0 - a)\n}", ["returned f: " + CLOSED_F]),
    ("x.rs", "let e: f64 = 1.0 + k as f64 * a;", ["assigned e: (add 1.0 (mul k a))"]),
    ("x.rs", "let x: &'static str = \"don't\"; let e = 1.0 + k * a;", ["assigned e: (add 1.0 (mul k a))"]),
    ("x.rs", "let f = |a: f64, k| 1.0 + k * a;", ["returned f: (add 1.0 (mul k a))"]),
    ("x.rs", "let e = if a == 1.0 { k } else { 2.0 };", ["assigned e: (ite (eq a 1.0) k 2.0)"]),
    ("x.rs", "if (a - 1.0).abs() < 1e-9 { go() }", ["bare : (eq a 1.0)"]),
    ("x.go", "e := 1 + float64(k)*a\n", ["assigned e: " + LINEAR]),
    ("x.go", "func F(a float64) float64 {\n\treturn math.Pow(a, 2)\n}", ["returned F: (pow a 2)"]),
    ("x.cpp", "double f(double a, int k) { return (1.0 - std::pow(a, k + 1.0)) / (1.0 - a); }", ["returned f: " + CLOSED_F]),
    ("x.cpp", "float r = static_cast<float>(acc) / (float) n;", ["assigned r: (div acc n)"]),
    ("x.c", "#define E(a, k) (1 + (k) * (a))\n#define RATE 0.7f\n", ["returned E: " + LINEAR, "assigned RATE: 0.7"]),
    ("x.cu", "const float e = 1.0f + k * a;  // tokens", ["assigned e: (add 1.0 (mul k a))"]),
    ("x.java", "double e = 1 + k * a;", ["assigned e: " + LINEAR]),
    ("x.cs", "class S { double r { get { return a / b; } } }", ["assigned r: (div a b)"]),
    ("x.kt", "class S {\n val r: Double get() = a / b\n}", ["assigned r: (div a b)"]),
    ("x.swift", "struct S {\n var r: Double { a / b }\n}", ["assigned r: (div a b)"]),
    ("x.dart", "class S { double get r => a / b; }", ["assigned r: (div a b)"]),
    ("x.rs", "let e = 1.0 + a * f64::from(k);", ["assigned e: (add 1.0 (mul a k))"]),
    ("x.cs", "public double E => 1 + k * a;", ["assigned E: " + LINEAR]),
    ("x.kt", "fun f(a: Double, k: Int): Double = 1 + k * a", ["returned f: " + LINEAR]),
    ("x.swift", "let e = 1 + k * a\nlet s = \"E \\(1 + k * a)\"", ["assigned e: " + LINEAR, "bare : " + LINEAR]),
    ("x.jl", "f(a, k) = (1 - a^(k + 1)) / (1 - a)", ["returned f: " + CLOSED]),
    ("x.jl", "function f(α, k)\n    return 1 + k * α\nend\n", ["returned f: (add 1 (mul k α))"]),
    ("x.r", "f <- function(a, k = 5) 1 + k * a", ["returned f: " + LINEAR]),
    ("x.r", "f <- function(a, k) {\n  e <- ifelse(a == 1, k, 2)\n  e / k\n}",
     ["assigned e: (ite (eq a 1) k 2)", "returned f: (div e k)"]),
    ("x.lua", "local function f(a, k)\n  return (1 - a^(k + 1)) / (1 - a) -- tokens\nend", ["returned f: " + CLOSED]),
    ("x.rb", "def f(a, k)\n  1 + k * a\nend\n", ["returned f: " + LINEAR]),
    ("x.php", "$e = 1 + $k * $a;", ["assigned e: " + LINEAR]),
    ("x.sh", "k=5 # drafts\n", ["assigned k: 5"]),
    ("x.sql", "SELECT 1 + k * AVG(a) AS e, SUM(acc)::float / NULLIF(SUM(n), 0) AS r FROM t",
     ["assigned e: " + LINEAR, "assigned r: (div acc n)"]),
    ("x.sql", "SELECT (1 - POWER(a, k + 1)) / (1 - a), CAST(acc AS float) / n", ["bare : " + CLOSED, "bare : (div acc n)"]),
    ("x.wgsl", "fn f(a: f32) -> f32 {\n  return 1.0 + k * a;\n}", ["returned f: (add 1.0 (mul k a))"]),
    ("x.glsl", "float e = 1.0 + k * a;", ["assigned e: (add 1.0 (mul k a))"]),
    ("x.c", "x = a ^ k;", ["assigned x: a"]),
    ("x.c", "x = (a + b c) / 2;", ["assigned x: (div (a+bc) 2)", "bare : (add a b)"]),
    ("x.c", "x = " + "(" * 200 + "a + 1" + ")" * 200, ["bare : (add a 1)"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "formulas"), PROGRAMS, ids=[f"{p} {t}" for p, t, _ in PROGRAMS])
def test_formulas(path, text, formulas):
    assert sorted(said(path, text)) == sorted(formulas)


def test_blocks_and_what_stands_beside():
    text = (
        "// counters\nclass Stats {\n  // measured\n  get rate() {\n    return this.acc / this.n; // a ratio\n  }\n}\n"
        'print("tokens", 1 + k * a);\n'
    )
    ratio, linear = readers.parse("x.js", text).formulas
    assert (ratio.passage.scope, ratio.passage.above, ratio.near) == ("Stats.rate", "Stats / rate", "a ratio")
    assert ratio.passage.around.splitlines()[:2] == ["measured", "a ratio"]
    assert (linear.near, linear.passage.scope) == ("tokens", "")
    assert "rate" not in linear.passage.around


def test_a_string_has_its_object_around_it():
    text = (
        'const quiz = [{ question: "How many tokens?", options: [\n'
        '  { text: "E = 1 + γα", correct: false, feedback: "Drafts stop at a rejection." },\n'
        '  { text: "E = 2 + γα", correct: true, feedback: "Yes." } ] }];\n'
    )
    found = {p.text: p for p in readers.parse("x.js", text).passages if p.kind is Kind.STRING}
    one, other = found["E = 1 + γα"], found["E = 2 + γα"]
    assert "correct: false" in one.around
    assert "Drafts stop" in one.around
    assert "How many tokens?" in one.around
    assert "correct: true" in other.around
    assert "correct: false" not in other.around
    assert one.above == "options"
    assert "".join(text[one.at(n)] for n in range(len(one.text))) == one.text


TEXTS = [
    ("x.js", "/**\n * E = 1\n * tokens.\n */\n", [("comment", "E = 1\ntokens.")]),
    ("x.js", "// one\n// two\nx(); // three\n", [("comment", "one\ntwo"), ("comment", "three")]),
    ("x.js", "const s = `${k} drafts of ${f(k)}`", [("string", "k drafts of …")]),
    ("x.jsx", "x = (<div><h2>Speed up</h2><p>It <b>isn't</b> {k} · α<sup>2</sup></p></div>)",
     [("heading", "Speed up"), ("prose", "It isn't k · α<sup>2</sup>")]),
    ("x.rs", "/// E = 1\n", [("comment", "E = 1")]),
    ("x.go", "s := `a b`", [("string", "a b")]),
    ("x.sql", "-- a b\n", [("comment", "a b")]),
    ("x.lua", "--[[ a b ]]", [("comment", "a b")]),
    ("x.jl", "#= a b =#", [("comment", "a b")]),
    ("x.hs", "{- a b -}", [("comment", "a b")]),
    ("x.ml", "(* a b *)", [("comment", "a b")]),
    ("x.rb", 's = "a #{k} b"', [("string", "a k b")]),
    ("x.kt", 's = "a $k b"', [("string", "a k b")]),
    ("x.cs", 's = @"a ""b"" c"', [("string", 'a ""b"" c')]),
    ("x.cpp", 's = R"(a "b" c)"', [("string", 'a "b" c')]),
    ("x.css", "/* a b */", [("comment", "a b")]),
    ("x.erl", "% a b", [("comment", "a b")]),
    ("x.clj", "; a b", [("comment", "a b")]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "passages"), TEXTS, ids=[f"{p} {t}" for p, t, _ in TEXTS])
def test_texts(path, text, passages):
    assert [(str(p.kind), p.text) for p in readers.parse(path, text).passages if p.kind is not Kind.CODE] == passages


def test_numbers_are_as_printed():
    (one,) = readers.parse("x.rs", "let a = 0.70_f64;").formulas
    assert one.numerals["#0"].values == (Fraction(7, 10),)
    assert one.numerals["#0"].units == (Fraction(1, 100),)
    assert readers.parse("x.js", "x = 0xff + 1e400").formulas[0].numerals == {}


def test_a_bracket_that_runs_on_past_its_function_gives_no_formula_outside_of_it():
    text = "def f(p, k):\n    return(\n**k + 1) / (1 - p)\n\n\ndef g(p, k):\n    return 1 + k * p\n"
    found = readers.parse("broken.py", text).formulas
    assert all(formula.end <= len(formula.passage.text) for formula in found)
    assert found[-1].text == "1 + k * p"
