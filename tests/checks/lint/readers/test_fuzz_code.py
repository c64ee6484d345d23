"""No text makes a reader of code, settings or notebooks raise anything but `BadInput`; all it says stands in its source.

That time grows with the text alone was tried by hand, on a million characters of one mark: see `MARKS`, read here in small.
"""

import contextlib
import json
from pathlib import Path

import pytest
from draftproof.checks.lint.readers import parse
from draftproof.errors import BadInput
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SUFFIXES = (
    "py",
    "js",
    "tsx",
    "rs",
    "cpp",
    "go",
    "sql",
    "jl",
    "r",
    "lua",
    "sh",
    "hs",
    "yaml",
    "json",
    "toml",
    "ini",
    "ipynb",
)
MARKS = [
    "(", ")", "([{", "{", "}", "f(", "f(a)(", "a[", "a.", "a?b:", "a+", "a*b ", "a**", "a/", "-", "a - -", "<",
    "a<b>", "<p ", "<p>{", "</p>", "x = (<p>", '"', "'", "`", '"""', '\\"""', 'f"{', "f'''{", "${", "`${`", "\\",
    "/*", "/**/", "#", "--[[", "#=", "{-", "(*", "if ", "if(a)return b;", "a:", "a=", "a=>", "(a)=>", "|a", "(int)",
    "return ", "def f():\n", "f(){", "class a{", "[{a:'b c'},", "1 ", "1_", "1.", "_", "\n", "(\n", "- ", "a: |\n",
    "expr: rate(", "[", '{"a":', '"a b" ', "sum(", "1+", "lambda:", "x if y else ", "not ", "@", "\t", "\u2028",
    "\ud7ff", "a\u0301", "α·", "9**", "0x", "1e99", "%%", ">>> ", "... ", "!", "\x0c", "@property\n",
]  # fmt: skip
FIXTURES = Path(__file__).parents[1] / "fixtures"
PROGRAMS = sorted(
    path
    for folder in ("py", "code", "web", "data", "nb")
    for path in (FIXTURES / folder).iterdir()
    if path.suffix != ".expect"
)


def check(path, text):
    """Read a text, whatever it is."""
    with contextlib.suppress(BadInput):
        document = parse(path, text)
        check_places(document)


def check_places(document):
    """Every formula and passage stands in a source."""
    for passage in document.passages:
        assert 0 <= passage.at(0) <= passage.at(len(passage.text)) <= len(passage.source.text) + 8
    for formula in document.formulas:
        assert 0 <= formula.start < formula.end <= len(formula.passage.text)
        assert formula.templates
        for numeral in formula.numerals.values():
            assert 0 <= numeral.start <= numeral.end <= len(formula.passage.text)
        assert formula.passage.place(formula.start).line >= 1


@pytest.mark.parametrize("mark", MARKS)
def test_one_mark_many_times(mark):
    for suffix in SUFFIXES:
        check(f"x.{suffix}", mark * (300 // len(mark)) + "\n" + mark * 40)


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(text=st.text())
@settings(max_examples=15, deadline=None)
def test_any_text(suffix, text):
    check(f"x.{suffix}", text.replace("\0", ""))


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(
    parts=st.lists(st.sampled_from([*MARKS, "alpha", "k", " ", "\n    ", "1 + k * a", "return 1 + k*a"]), max_size=40)
)
@settings(max_examples=25, deadline=None)
def test_any_marks(suffix, parts):
    check(f"x.{suffix}", "".join(parts))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
@given(data=st.data())
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_program_with_a_piece_cut_out(path, data):
    text = path.read_text("utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 200)))
    put = data.draw(st.sampled_from(["", *MARKS]))
    check(path.name, text[:start] + put + text[end:])


KEYS = st.sampled_from(["cells", "source", "cell_type", "metadata", "expr", "title", "worksheets", "input"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=20,
)


@given(VALUES)
@settings(max_examples=60, deadline=None)
def test_any_json(value):
    text = json.dumps(value)
    check("x.json", text)
    check("x.ipynb", text)


def test_deep_nesting():
    for suffix in SUFFIXES:
        for opened, closed in (
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("f(", ")"),
            ('{"a":', "}"),
            ("-", ""),
            ("a**", ""),
            ("not ", ""),
        ):
            check(f"x.{suffix}", "x = " + opened * 10_000 + "1" + closed * 10_000)
    check("x.py", "\n".join(" " * n + "if x:" for n in range(99)) + "\n" + " " * 99 + "e = 1 + k")
    check("x.py", "if x: pass\n" + "elif y: pass\n" * 3_000)
    check("x.py", "e = " + "1 + " * 5_000 + "k")
    check("x.py", "def f(): return 1\n" + "".join(f"def f{n}(): return f{n - 1}() + 1\n" for n in range(1, 200)))
