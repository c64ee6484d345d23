"""Markdown: what is read as one, where it stands, what stands around it, and which language a block is in."""

import pytest
from draftproof.checks.lint.document import Kind
from draftproof.checks.lint.readers import parse
from draftproof.checks.lint.readers.inline import inline


def told(text):
    """Kind, line, column and text of each passage."""
    return [(str(p.kind), p.place(0).line, p.place(0).column, p.text) for p in parse("a.md", text).passages]


def stated(text):
    """Line, column, text and result of each formula."""
    found = parse("a.md", text).formulas
    return [(f.passage.place(f.start).line, f.passage.place(f.start).column, f.text, f.result) for f in found]


def around(text, piece):
    (found,) = [p for p in parse("a.md", text).passages if piece in p.text]
    return found.around


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**E = 1 + γα** and *k* × _α_", "E = 1 + γα and k × α"),
        ("k*alpha*2 and a_b_c and snake_case", "k*alpha*2 and a_b_c and snake_case"),
        ("1 + &gamma;&alpha; &lt; 2 &#945; &nope;", "1 + γα < 2 α &nope;"),
        ("`a*b*c` and ``x ` y`` and `open", "`a*b*c` and ``x ` y`` and `open"),
        ("$x_1*y_2*z$ costs $5 and $6", "$x_1*y_2*z$ costs $5 and $6"),
        (r"\(q_1 \left( a \right) \) and \\(b\\) and \(open", r"\(q_1 ( a ) \) and \(b\) and (open"),
        (
            r"$\underbrace{1 + γα}_{\text{linear}} = 4.5$ and $a \quad + b, \quad c$",
            r"${1 + γα} = 4.5$ and $a   + b,  ;  c$",
        ),
        ('[the rate](http://a_b.c/x*y "t") and ![alt](i.png) and <http://x.y>', "the rate and alt and"),
        ("E[N](1+c) and [0, 1] and [known] and [text][known]", "E[N](1+c) and [0, 1] and known and text"),
        ("α<sup>γ+1</sup> <b>x</b> a<br>b <!-- note --> c", "α<sup>γ+1</sup> x a\nb  c"),
        (r"a \* b \_ c", "a * b _ c"),
        ("~~gone~~", "gone"),
        ("2 < 3 and a <b", "2 < 3 and a <b"),
    ],
)
def test_inline(written, read):
    passage = inline(written, {"KNOWN"})
    assert passage.text == read
    for place, character in enumerate(read):
        stands = written[passage.at(place)]
        assert stands == character or stands in "&\\<"


BLOCKS = """\
# The *rate* ##

One **paragraph**
  of `1 + k*a` two lines.

> A quotation
> of α + 1
>
> - an item
>   goes on

| γ | a \\| b |
|---|---|
| 5 | **1** + k*p |

1. first

Setext
======

$$
E = 1
+ γα
$$
"""


def test_blocks_and_their_places():
    assert told(BLOCKS) == [
        ("heading", 1, 3, "The rate"),
        ("prose", 3, 1, "One paragraph\n  of `1 + k*a` two lines."),
        ("prose", 6, 3, "A quotation\nof α + 1"),
        ("prose", 9, 5, "an item\ngoes on"),
        ("table", 12, 3, "γ | a | b"),
        ("table", 14, 3, "5 | 1 + k*p"),
        ("prose", 16, 4, "first"),
        ("heading", 18, 1, "Setext"),
        ("math", 21, 1, "$$ E = 1 + γα $$"),
    ]  # fmt: skip


def test_formulas_stand_where_they_are_written():
    assert stated(BLOCKS) == [
        (4, 7, "1 + k*a", ""),
        (7, 6, "α + 1", ""),
        (14, 9, "1 + k*p", ""),
        (22, 5, "1 + γα", "E"),
    ]


def test_above_is_the_nearest_heading():
    found = {p.text: p.above for p in parse("a.md", "# One\n\na\n\n## Common mistakes\n\nb\n").passages}
    assert found == {"One": "", "a": "One", "Common mistakes": "One", "b": "Common mistakes"}


def test_a_row_is_read_with_its_headers_and_its_table():
    text = "Measured at α = 0.7:\n\n| γ | tokens |\n|---|---|\n| `5` | 4.5 |\n"
    assert around(text, "4.5").startswith("γ = `5`; tokens = 4.5\nMeasured at α = 0.7:\n| γ | tokens |")


def test_an_item_is_read_with_what_leads_to_it():
    text = "Mistakes:\n\n- Wrong:\n  - E = 1 + k*p\n- other\n"
    found = around(text, "1 + k*p")
    assert "Wrong:" in found
    assert "other" not in found
    assert "Mistakes:" in around("Mistakes:\n\n- other\n- E = 1 + k*q\n", "1 + k*q")
    assert "How many?" in around("**How many?**\n\n- 2\n- 1 + k*q\n", "1 + k*q")
    assert "Some words." not in around("Some words.\n\n- 1 + k*q\n", "1 + k*q")


def test_a_display_is_read_with_the_paragraphs_beside_it():
    text = "before\n\n\\[ E = 1 + k\\alpha \\]\n\nis wrong\n\nfar\n"
    found = around(text, "alpha")
    assert "before" in found
    assert "is wrong" in found
    assert "far" not in found


def test_struck_text_is_marked_around():
    assert "~~E = 1 + k*p~~" in around("~~E = 1 + k*p~~ it was", "k*p")


@pytest.mark.parametrize("fence", ["```python", "~~~ py", "``` {.python}", "```py title=x"])
def test_code_goes_to_its_reader(fence):
    (formula,) = parse("a.md", f"- text\n\n  {fence}\n  e = 1 + k * a\n  {fence[:3]}\n").formulas
    place = formula.passage.place(formula.start)
    assert (formula.result, str(formula.how), place.line, place.column) == ("e", "assigned", 4, 7)
    assert formula.passage.around.endswith("text")


def test_a_block_without_a_language_is_python_if_it_is_that():
    assert [str(f.how) for f in parse("a.md", "```\ne = 1 + k * a\n```\n").formulas] == ["assigned"]
    assert [str(f.how) for f in parse("a.md", "```\nE = 1 + k·a = 4.5\n```\n").formulas] == ["said"]
    assert [str(f.how) for f in parse("a.md", "```\ne = 1 + k·a\n```\n").formulas] == ["said"]
    assert [f.result for f in parse("a.md", "    e = 1 + k * a\n").formulas] == ["e"]


def test_what_a_diff_takes_out_is_not_said():
    text = "```diff\n- E = 1 + k*p\n+ E = 1 + k*r\n  x = 2 + k\n```\n"
    assert stated(text) == [(3, 7, "1 + k*r", "E"), (4, 7, "2 + k", "x")]


def test_a_session_is_what_was_typed():
    assert stated("```pycon\n>>> e = 1 + k*a\n4.5 + 1\n```\n") == [(2, 9, "1 + k*a", "e")]


def test_mathematics_in_a_fence_and_macros_of_the_page():
    text = "$$\\newcommand{\\al}{\\alpha}$$\n\n```math\nE = 1 + \\gamma\\al\n```\n"
    assert stated(text) == [(4, 5, "1 + \\gamma\\alpha", "E")]


def test_a_display_with_signs_of_lists_and_blank_lines_is_one():
    text = "$$\nE = 1\n- x\n\n+ y\n$$\n\n- real\n"
    assert [kind for kind, *_ in told(text)] == ["math", "prose"]


def test_html_in_it_is_read():
    assert stated("<div>\nE = 1 + &gamma;a\n</div>\n\n<!-- 1 + k*q -->\n") == [
        (2, 5, "1 + γa", "E"),
        (5, 6, "1 + k*q", ""),
    ]


def test_links_targets_and_definitions_say_nothing():
    assert stated("[ref]: http://x/1+k*a\n\nSee [ref](http://x/2+k*a) and [ref].\n") == []


def test_comments_are_passages():
    (comment,) = [p for p in parse("a.md", "<!-- 1 + k*q -->\n").passages if p.kind is Kind.COMMENT]
    assert comment.place(0).column == 6
