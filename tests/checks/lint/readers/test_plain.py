"""Plain text: paragraphs, items, headings, rows, and what leads to them."""

from draftproof.checks.lint.readers import parse
from draftproof.checks.lint.readers.plain import MAX_LINES, paragraphs


def told(text):
    return [(str(p.kind), p.place(0).line, p.place(0).column, p.text) for p in parse("a.txt", text).passages]


def test_paragraphs_items_and_headings():
    text = "Mistakes\n========\n\nSome text\ngoes on:\n\n- E = 1 + k*a\n  is it\n2) two\n\n\n # Marked\n"
    assert told(text) == [
        ("heading", 1, 1, "Mistakes"),
        ("prose", 4, 1, "Some text\ngoes on:"),
        ("prose", 7, 1, "- E = 1 + k*a\n  is it"),
        ("prose", 9, 1, "2) two"),
        ("prose", 12, 1, " # Marked"),
    ]
    item = parse("a.txt", text).passages[2]
    assert item.above == "Mistakes"
    assert "goes on:" in item.around
    assert "two" not in item.around


def test_an_item_is_no_number():
    assert [(f.text, f.result) for f in parse("a.txt", "- E = 1 + k*a\n- 2 + k\n").formulas] == [
        ("1 + k*a", "E"),
        ("2 + k", ""),
    ]


def test_rows_of_bars():
    assert [kind for kind, *_ in told("a | b\n1 | 1 + k\n")] == ["table", "table"]


def test_a_log_is_read_by_its_lines():
    text = "\n".join(f"step {n} done" for n in range(MAX_LINES + 5))
    assert len(told(text)) == MAX_LINES + 5
    assert len(told("\n".join(["words that go on"] * 5))) == 1


def test_near_is_the_line_where_words_stand_in_columns():
    text = "inputs   alpha per token\nformula  E = 1 + k*alpha\nresult   4.5 tokens\n"
    (formula,) = parse("a.txt", text).formulas
    assert formula.near == "formula  E = 1 + k*alpha"


def test_where_paragraphs_stand():
    assert list(paragraphs("\n\na\nb\n \n\nc")) == [(2, 5), (9, 10)]
