"""reStructuredText: roles, directives, literal blocks, tables, comments, and what leads to them."""

import pytest
from draftproof.checks.lint.readers import parse
from draftproof.checks.lint.readers.rst import rst_inline


def told(text):
    return [(str(p.kind), p.place(0).line, p.place(0).column, p.text) for p in parse("a.rst", text).passages]


def around(text, piece):
    (found,) = [p for p in parse("a.rst", text).passages if piece in p.text]
    return found.around


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r":math:`1 + \gamma\left(a\right)` tokens", r"$1 + \gamma(a)$ tokens"),
        (
            "``1 + k*a`` and :code:`x` and `link <http://x>`_ and :ref:`text <target>`",
            "`1 + k*a` and `x` and link and text",
        ),
        (r"**bold** *em* k*a*b a \* b", "bold em k*a*b a * b"),
        (r"α\ :sup:`γ+1` and [1]_", "α\\ <sup>γ+1</sup> and"),
        ("|name| and `open", "|name| and `open"),
    ],
)
def test_inline(written, read):
    assert rst_inline(written).text == read


PAGE = """\
=====
Title
=====

The **number** is :math:`1 + a`,
on two lines. So::

    e = 1 + k * a

.. math::
   :label: eq

   E = 1 +
       k \\alpha

Section
-------

- item 1 + k
  goes on
- item two

.. note:: Naive

   x = 1 + k*p

.. a comment 1 + k*q
   goes on

.. _target:

.. code-block:: python

   f = 2 + k

+---+--------+
| γ | tokens |
+===+========+
| 5 | 1 + 5k |
+---+--------+

=====  ======
k      tokens
=====  ======
5      2 + 5k
=====  ======

:param alpha: per-token probability

>>> g = 3 + k
4
"""


def test_a_page_by_its_passages():
    assert told(PAGE) == [
        ("heading", 2, 1, "Title"),
        ("prose", 5, 1, "The number is $1 + a$,\non two lines. So:"),
        ("code", 8, 5, "e = 1 + k * a"),
        ("math", 13, 4, "E = 1 + k \\alpha"),
        ("heading", 16, 1, "Section"),
        ("prose", 19, 3, "item 1 + k\ngoes on"),
        ("prose", 21, 3, "item two"),
        ("prose", 23, 11, "Naive"),
        ("prose", 25, 4, "x = 1 + k*p"),
        ("comment", 27, 4, "a comment 1 + k*q\ngoes on"),
        ("code", 34, 4, "f = 2 + k"),
        ("table", 37, 3, "γ | tokens"),
        ("table", 39, 3, "5 | 1 + 5k"),
        ("table", 43, 1, "k | tokens"),
        ("table", 45, 1, "5 | 2 + 5k"),
        ("prose", 48, 1, ":param alpha: per-token probability"),
        ("code", 50, 5, "g = 3 + k\n\n"),
    ]  # fmt: skip


def test_formulas_of_a_page():
    found = parse("a.rst", PAGE).formulas
    assert [(f.passage.place(f.start).line, f.text, f.result) for f in found] == [
        (5, "1 + a", ""),
        (8, "1 + k * a", "e"),
        (13, "1 + k \\alpha", "E"),
        (19, "1 + k", ""),
        (25, "1 + k*p", "x"),
        (27, "1 + k*q", ""),
        (34, "2 + k", "f"),
        (39, "1 + 5k", ""),
        (45, "2 + 5k", ""),
        (50, "3 + k", "g"),
    ]


def test_what_stands_around():
    assert around(PAGE, "1 + 5k").startswith("γ = 5; tokens = 1 + 5k\n")
    assert "Naive" in around(PAGE, "k*p")
    assert "Naive" not in around(PAGE, "item two")
    assert "on two lines" in around(PAGE, "e = 1")
    assert "warning: Old" in around(".. warning:: Old\n\n   x = 1 + k*p\n", "k*p")


def test_raw_html_is_read():
    assert [f.text for f in parse("a.rst", ".. raw:: html\n\n   <p>1 + &gamma;k</p>\n").formulas] == ["1 + γk"]
