"""Where a place in Markdown is in a fenced block."""

import pytest
from draftproof.checks.lint.document import Source
from draftproof.checks.lint.reach import fenced

HERE = "@"
PLACES = (
    ("before any", "@ a\n```\nb\n```\n", False),
    ("inside", "```py\na @ b\n```\n", True),
    ("on the line that opens it", "```html <!-- @\n```\n", True),
    ("on the line that closes it", "```\na\n``` @\n", False),
    ("behind it", "```\na\n```\n@\n", False),
    ("in the second", "```\na\n```\nb\n~~~\n@\n", True),
    ("another mark closes nothing", "```\n~~~\n@\n", True),
    ("a longer mark closes it", "```\na\n`````\n@\n", False),
    ("a mark with words closes nothing", "```\n``` py\n@\n", True),
    ("in a quotation", "> ```\n> @\n", True),
    ("at the end", "```\na\n@", True),
)


@pytest.mark.parametrize(("text", "inside"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_a_fenced_place(text: str, inside: bool) -> None:
    source = Source(text.replace(HERE, ""))
    assert fenced(source, text.index(HERE)) is inside
    assert fenced(source, 0) is False  # what is kept with the source is for all places in it
    assert fenced(source, text.index(HERE)) is inside
