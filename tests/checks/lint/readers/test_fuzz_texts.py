"""No text makes a reader of texts raise, and every character of what it reads stands in its source.

That time grows with the text alone was tried by hand, on texts of one mark repeated: see the table of `MARKS`, which is read here
in small.
"""

import pytest
from draftproof.checks.lint.document import Document
from draftproof.checks.lint.readers import parse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SUFFIXES = ("md", "tex", "rst", "html", "svg", "vue", "txt")
MARKS = [
    "$", "$$", "\\(", "\\[", "`", "``` ", "```\n", "~~~\n", "\n$$\n", "\n\\[\n", "*", "**a", "_a ", "~~", "[",
    "](", "![", "[a](", "(", "|", "| a | b |\n", "|--|--|\n", "<", "<a ", "<a b='", "<!--", "</", "&",
    "&alpha;", "<li>", "<table><tr><td>", "<math><mrow>", "<msup>", "<svg><text>", "<tspan x='1'>", "<script>",
    "<pre>", "{", "}", "\\begin{align}", "\\end{a}", "\\newcommand{\\a}{\\a\\a}\\a", "\\def\\a#1{", "\\frac{",
    "\\section{", "\\caption{a", "\\item ", "\\verb|", "\\underbrace{", "% \n", "& ", "\\\\", "> ", "> a\n",
    "- ", "  - a\n", "1. ", "#", "===\n", ".. x::\n", "  .. note::\n", "a::\n\n  b\n", ":math:`", "+--+\n",
    "== ==\n", ">>> a\n", ".. a\n", "---\n", "\n", " \n", "\t", "1 + k*a ", "接受率 × ", "draft length × ",
    "E = 1 + γα. ", "a: ", "\\text{a} ", "^{", "_{", "\\left(", "{/*", "\u2028", "\ud7ff", "a\u0301",
    "[x]: y\n", "<!-- 1 + k -->", "\\quad ",
]  # fmt: skip
PAGES = {
    "md": """# A

**E = 1 + γα** `k`

- a
  - b

| a | b |
|---|---|
| 1 | $x$ |

```python
e = 1 + k
```

$$
E
$$
<p>x</p>
""",
    "tex": r"""\newcommand{\E}[1]{E[#1]}
\section{A}
$\E{N}$
\begin{align}a &= b \\ c\end{align}
\begin{tabular}{l}a & b\\\end{tabular}% c
""",
    "rst": """A
=

:math:`1+a` ``b``::

  c

.. math:: d

.. note::

   e

+--+
|f |
+--+

- g
""",
    "html": "<h1>A</h1><p>1 + &alpha;<sup>2</sup><ul><li>b</ul><table><tr><th>c<td>d</table>"
    "<pre><code>e</code></pre><script>f=1</script>",
    "txt": "A\n=\n\n- b\n- c\n\nd | e\n1 | 2\n",
}


def stands(document: Document) -> None:
    """Everything that was read has its place."""
    for passage in document.passages:
        assert [spot[0] for spot in passage.spots] == sorted({spot[0] for spot in passage.spots})
        for place in range(len(passage.text)):
            assert 0 <= passage.at(place) <= len(passage.source.text)
        passage.place(0)
    for formula in document.formulas:
        assert formula.text
        assert formula.templates
        assert 0 <= formula.start < formula.end <= len(formula.passage.text)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("mark", MARKS)
def test_one_mark_many_times(suffix, mark):
    stands(parse(f"a.{suffix}", mark * 150))
    stands(parse(f"a.{suffix}", f"{mark}a\n\n{mark} b " * 40))


@given(st.sampled_from(SUFFIXES), st.lists(st.sampled_from(MARKS), max_size=25))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_marks_in_any_order(suffix, marks):
    stands(parse(f"a.{suffix}", "".join(marks)))


@given(st.sampled_from(SUFFIXES), st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text(suffix, text):
    stands(parse(f"a.{suffix}", text))


@given(st.sampled_from(sorted(PAGES)), st.data())
@settings(max_examples=300, deadline=None)
def test_a_page_with_a_piece_taken_out_or_put_in(suffix, data):
    page = PAGES[suffix] * 2
    first, last = sorted(data.draw(st.tuples(st.integers(0, len(page)), st.integers(0, len(page)))))
    middle = data.draw(st.one_of(st.sampled_from(MARKS), st.text(max_size=8), st.just(page[first:last][::-1])))
    stands(parse(f"a.{suffix}", page[:first] + middle + page[last:]))


@pytest.mark.parametrize(
    ("suffix", "opening", "closing"),
    [
        ("md", "> ", ""),
        ("md", "- ", ""),
        ("md", "[", "](x)"),
        ("md", "(", ")"),
        ("html", "<ul><li>", "</li></ul>"),
        ("html", "<math><mrow>", "</mrow></math>"),
        ("html", "<msup>", "</msup>"),
        ("html", "<table><tr><td>", "</td></tr></table>"),
        ("tex", "{", "}"),
        ("tex", "\\begin{itemize}\\item ", "\\end{itemize}"),
        ("tex", "$\\frac{", "}{2}$"),
        ("tex", "\\section{", "}"),
        ("tex", "\\emph{", "}"),
    ],
)
def test_deep_nesting(suffix, opening, closing):
    text = "\n".join([opening * 200] * 50) + "1 + k*a" + "\n".join([closing * 200] * 50)
    stands(parse(f"a.{suffix}", text))


def test_directives_in_directives():
    text = "".join(f"{'   ' * depth}.. note::\n\n" for depth in range(300)) + "   " * 300 + "1 + k*a\n"
    stands(parse("a.rst", text))
