"""Notebooks: cells with their places, languages and magics, and what is no notebook."""

import json

import pytest
from draftproof.checks.lint import readers
from draftproof.errors import BadInput


def notebook(*cells, **more):
    made = [{"cell_type": kind, "source": source, "outputs": [{"text": "E = 9 + 9"}]} for kind, source in cells]
    return json.dumps({"nbformat": 4, "cells": made, **more})


def test_cells():
    text = notebook(
        ("markdown", ["# Tokens\n", "\n", "Then $E = 1 + kp$.\n"]),
        ("code", "%time\nk = 5\n!ls\ne = 1 + k * p  # tokens"),
        ("raw", "E = 2 + kp"),
        ("code", ""),
    )
    document = readers.parse("x.ipynb", text)
    places = [(one.result, one.passage.place(one.start)) for one in document.formulas]
    found = [(result, place.cell, place.line, place.column) for result, place in places]
    assert found == [("E", 0, 3, 11), ("k", 1, 2, 5), ("e", 1, 4, 5), ("E", 2, 1, 5)]
    assert [source.cell for source in document.sources] == [0, 1, 2, 3]


def test_the_third_version():
    cells = [{"cell_type": "code", "input": ["e = 1 + k\n"]}]
    (one,) = readers.parse("x.ipynb", json.dumps({"worksheets": [{"cells": cells}]})).formulas
    assert (one.result, one.passage.source.cell) == ("e", 0)


def test_another_language():
    text = notebook(("code", "e = 1 + a^k"), metadata={"language_info": {"name": "julia"}})
    assert readers.parse("x.ipynb", text).formulas[0].templates[0].args[1].op == "pow"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "{}", '{"cells": 3}', '{"cells": [{"cell_type": "co', "[" * 100_000]
)
def test_no_notebook(text):
    with pytest.raises(BadInput, match=r"\Ax\.ipynb: not a notebook: [^\n]*\Z"):
        readers.parse("x.ipynb", text)


def test_cells_of_any_kind():
    text = '{"cells": [3, {}, {"cell_type": 3, "source": 4}, {"cell_type": "code", "source": ["k = 1", 2]}], "metadata": 3}'
    assert len(readers.parse("x.ipynb", text).formulas) == 1
