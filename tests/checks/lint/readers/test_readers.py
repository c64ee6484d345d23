"""Files to documents: what is text, which reader comes, what is passed over, and texts inside texts."""

import pytest
from draftproof.checks.lint.document import Formula, How, Kind, Passage, Source
from draftproof.checks.lint.finding import Level
from draftproof.checks.lint.readers import MAX_EXPRESSIONS, MAX_LINE, MAX_LINES, READERS, decode, parse, read, reader
from draftproof.checks.lint.readers.compose import Writer, composed, moved
from draftproof.derivations.expr import sym
from draftproof.errors import BadInput
from hypothesis import given
from hypothesis import strategies as st

TEXT = "E = 1 + γα\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_marked_encodings_read_alike(encoding):
    assert decode("a.md", TEXT.encode(encoding)) == TEXT


def test_line_ends_become_one_kind():
    assert decode("a.md", b"a\r\nb\rc\n") == "a\nb\nc\n"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"abc\xff\xfe", "a.md: not UTF-8 at byte 3"),
        ("ä".encode("latin-1"), "a.md: not UTF-8 at byte 0"),
        (b"\xff\xfea", "a.md: not UTF-16 at byte 2"),
        (b"a\nb\0", "a.md: a NUL character at line 2"),
    ],
)
def test_what_is_no_text_is_one_line(data, says):
    with pytest.raises(BadInput) as error:
        read("a.md", data)
    assert str(error.value) == says


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a.md", Kind.PROSE),
        ("A.MD", Kind.PROSE),
        ("dir.tex/a.unknown", Kind.PROSE),
        ("a.tex", Kind.PROSE),
        ("a.py", Kind.CODE),
        ("README", Kind.PROSE),
        ("no_suffix", Kind.PROSE),
    ],
)
def test_the_suffix_chooses_the_reader(path, kind):
    document = parse(path, "E = 1 + k * alpha\n")
    assert [passage.kind for passage in document.passages] == [kind]
    assert [formula.result for formula in document.formulas] == ["E"]


def test_every_reader_of_text_is_there():
    for suffix, module in READERS.items():
        if suffix.startswith(".") and module in ("markdown", "latex", "rst", "html", "plain"):
            assert reader(suffix) is not None
    assert reader("Python") is reader("py") is reader(".py") is not None
    assert reader("brainfuck") is None


def test_long_lines_are_passed_over_and_named():
    document = parse("a.txt", f"E = 1 + γα\n{'x' * (MAX_LINE + 1)}\nS = 2 + γα\n")
    assert document.skipped == (f"line 2: more than {MAX_LINE} characters",)
    assert [(formula.result, formula.passage.place(formula.start).line) for formula in document.formulas] == [
        ("E", 1),
        ("S", 3),
    ]


def test_what_stands_behind_many_lines_is_named():
    document = parse("a.log", "x\n" * MAX_LINES + "E = 1 + γα\n")
    assert document.skipped == (f"line {MAX_LINES + 1}: what stands behind {MAX_LINES} lines",)
    assert not document.formulas


def test_expressions_are_counted():
    document = parse("a.txt", "E = 1 + γα\n\n" * (MAX_EXPRESSIONS + 5))
    assert len(document.said) == MAX_EXPRESSIONS
    assert document.skipped[-1].endswith(f"what stands behind {MAX_EXPRESSIONS} expressions")


def test_what_is_said_to_be_passed_over_is_not_read() -> None:
    lines = "E = 1 + γα\n\n" * (MAX_EXPRESSIONS + 5)
    document = parse("a.md", f"{lines}so 2 + 2 = 5 it is <!-- draftproof: ignore -->\n\n<!-- a comment -->\n\nlast\n")
    texts = [passage.text for passage in document.passages]
    assert len(texts) < MAX_EXPRESSIONS + 5
    assert "last" not in texts
    assert any("a comment" in text for text in texts)  # a suppression may be in it


def test_an_empty_file_is_a_document():
    document = parse("a.md", "")
    assert [source.text for source in document.sources] == [""]
    assert not document.passages


def test_writer_keeps_places():
    out = Writer(Source("a &alpha; **b**"))
    out.copy(0, 2)
    out.say("α", 2)
    out.copy(9, 10)
    out.copy(12, 13)
    passage = out.passage(Kind.PROSE)
    assert passage.text == "a α b"
    assert [passage.at(place) for place in range(5)] == [0, 1, 2, 9, 12]
    assert passage.end(3) == 9  # behind the entity
    assert passage.end(5) == 13


def test_writer_leaves_out_the_space_around():
    out = Writer(Source("  \n ab  "))
    out.copy(0, 8)
    passage = out.passage(Kind.PROSE)
    assert (passage.text, passage.at(0), passage.at(1)) == ("ab", 4, 5)


def test_a_finding_takes_the_whole_entity():
    document = parse("a.md", "So 1 + &gamma;&alpha; it is.\n")
    (formula,) = document.formulas
    finding = document.finding(formula.passage, formula.start, formula.end, "DP101", Level.ERROR, "m", "f")
    assert finding.expression == "1 + &gamma;&alpha;"
    assert (finding.place.column, finding.end.column) == (4, 22)


def test_moved_keeps_formulas_by_their_passages():
    outer = Passage(Kind.CODE, "ab\ncd", Source("> ab\n> cd"), ((0, 2), (3, 7)), "around", "Heading", "f")
    inner = Passage(Kind.PROSE, "b\nc", Source("ab\ncd"), ((0, 1),), "own", "g", "h")
    formula = Formula(inner, 0, 1, (sym("b"),), how=How.BARE)
    one, two, three = moved([formula, inner, "line 1: words"], outer)
    assert isinstance(one, Formula)
    assert one.passage is two
    assert isinstance(two, Passage)
    assert [two.at(place) for place in range(3)] == [3, 4, 7]
    assert (two.around, two.above, two.scope) == ("own\naround", "Heading / g", "f.h")
    assert three == "line 1: words (from line 1)"


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), max_size=6),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 6)), max_size=6),
)
def test_composing_goes_through_every_character(outer_pieces, inner_pieces):
    source = Source("0123456789abcdefghij" * 2)
    first = Writer(source)
    for start, length in outer_pieces:
        first.copy(start, start + length)
    outer = first.passage(Kind.PROSE)
    second = Writer(Source(outer.text))
    for start, length in inner_pieces:
        second.copy(start, min(start + length, len(outer.text)))
    inner = second.passage(Kind.PROSE)
    through = composed(inner, outer)
    assert [through.at(place) for place in range(len(inner.text))] == [
        outer.at(inner.at(place)) for place in range(len(inner.text))
    ]
    assert all(source.text[through.at(place)] == character for place, character in enumerate(inner.text))
