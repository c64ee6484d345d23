"""HTML, SVG and components: blocks, raised text, tables, MathML, scripts, attributes, what is not shown."""

import pytest
from draftproof.checks.lint.readers import parse
from draftproof.checks.lint.readers.markup import Tag, Words, pieces


def told(text, path="a.html"):
    return [(str(p.kind), p.place(0).line, p.place(0).column, p.text) for p in parse(path, text).passages]


def texts(text):
    return [piece for *_, piece in told(text)]


def around(text, piece):
    (found,) = [p for p in parse("a.html", text).passages if piece in p.text]
    return found.around


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<p>E = 1 + &gamma;&alpha;\n   tokens</p>", ["E = 1 + γα tokens"]),
        ("<p>α<sup>γ+1</sup> <b>x</b><i>y</i></p>", ["α<sup>γ+1</sup> xy"]),
        ("<div>a<p>b<p>c</div>d", ["a", "b", "c", "d"]),
        ("<li>one<li>two<br/>three", ["one", "two\nthree"]),
        ("<p>a < b and c <d</p>", ["a < b and c <d"]),
        ("<p title='1 + &gamma;k'>x</p>", ["1 + γk", "x"]),
        ("<style>1 + k</style><p aria-hidden='true'>1 + k <p>x</p></p>y", ["y"]),
        ("<svg><text>E = 1 + <tspan>γ</tspan><tspan>α</tspan></text></svg>", ["E = 1 + γα"]),
        ("<text>α<tspan dy='-4'>γ+1</tspan><tspan dy='4'>)</tspan></text>", ["α<sup>γ+1</sup>)"]),
        ("<text><tspan x='0'>a</tspan><tspan x='0'>b</tspan></text>", ["a\nb"]),
        ("<p><![CDATA[1 + k < 2]]></p>", ["1 + k < 2"]),
        ("<math><mi>k</mi><mi>α</mi><mo>+</mo><mn>1</mn></math>", ["k α+1"]),
        ("<math><msup><mi>α</mi><mrow><mi>γ</mi><mo>+</mo><mn>1</mn></mrow></msup></math>", ["α^{γ+1}"]),
        ("<math><msup><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></msup></math>", ["(a+1)^{2}"]),
        ("<math><mfrac><mn>1</mn><mrow><mi>a</mi><mo>&#x2062;</mo><mi>b</mi></mrow></mfrac></math>", [r"\frac{1}{a·b}"]),
        ("<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>γ</mi></munderover></math>", ["∑_{i=0}^{γ}"]),
        ("<p>{/* a remark */}x</p>", ["a remark", "x"]),
    ],
)  # fmt: skip
def test_texts(written, read):
    assert texts(written) == read


PAGE = """<title>Decoding</title>
<h2>Mistakes</h2>
<p>It is <b>E = 1 + &gamma;&alpha;</b>.</p>
<table><tr><th>γ<th>tokens<tr><td>5<td>1 + 5·0.7</table>
<pre><code class="language-python">e = 1 + k * a
</code></pre>
<script>const f = 2 + k * a;</script>
<!-- 1 + k*q -->
"""


def test_a_page_by_its_passages():
    assert told(PAGE) == [
        ("heading", 1, 8, "Decoding"),
        ("heading", 2, 5, "Mistakes"),
        ("prose", 3, 4, "It is E = 1 + γα."),
        ("table", 4, 16, "γ | tokens"),
        ("table", 4, 35, "5 | 1 + 5·0.7"),
        ("code", 5, 36, "e = 1 + k * a"),
        *[row for row in told(PAGE) if row[1] == 7],
        ("comment", 8, 6, "1 + k*q"),
    ]
    assert [
        (f.passage.place(f.start).line, f.passage.place(f.start).column, f.result)
        for f in parse("a.html", PAGE).formulas
    ] == [
        (3, 17, "E"),
        (4, 40, ""),
        (5, 40, "e"),
        (7, 19, "f"),
        (8, 6, ""),
    ]


def test_what_stands_around():
    assert around(PAGE, "5·0.7").startswith("γ = 5; tokens = 1 + 5·0.7\n")
    assert around("<ul><li>1 + k <p>is wrong</p><li>other</ul>", "1 + k").split("\n") == ["1 + k", "is wrong"]
    assert around("<p>Wrong:</p><p>1 + k</p>", "1 + k").startswith("Wrong:")
    assert "b" in around("<svg><text>1 + k</text><text>b</text></svg>", "1 + k")
    assert "~~1 + k~~" in around("<p><del>1 + k</del></p>", "1 + k")
    assert parse("a.html", PAGE).passages[2].above == "Mistakes"


def test_components():
    text = """<template>
  <p :value="1 + k * a">{{ 2 + k * p }}</p>
</template>
<script setup lang="ts">
const e = 3 + k;
</script>
"""
    found = parse("a.vue", text).formulas
    assert [(f.passage.place(f.start).line, f.result) for f in found] == [(2, ""), (2, ""), (5, "e")]


def test_mathematics_of_katex_is_read_once():
    text = (
        "<span class='katex'><math><semantics><mrow><mn>1</mn><mo>+</mo><mi>k</mi></mrow><annotation>1+k</annotation>"
        "</semantics></math><span class='katex-html' aria-hidden='true'>1+k</span></span> so"
    )
    assert texts(text) == ["1+k so"]


def test_pieces_lose_nothing_that_is_no_tag():
    assert list(pieces("<p>a<!-- b --></p><br/>")) == [
        Tag("p", 0, 3),
        Words(3, 4),
        Words(8, 11, "comment"),
        Tag("p", 14, 18, True),
        Tag("br", 18, 23, False, True),
    ]
    assert list(pieces('<a b="c<d>" e>')) == [Tag("a", 0, 14, False, False, {"b": ("c<d>", 6), "e": ("", 13)})]
    assert list(pieces("<!-- never")) == [Words(0, 10)]
