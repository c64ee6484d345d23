"""Statements and figures with numbers put in, in LaTeX: `E(α, γ) = (1 - 0.7^6)/0.3 ≈ 2.94117`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from ....derivations.expr import Env, num
from ....derivations.latex_width import width
from ....derivations.notation import BREAKABLE, LATEX, Notation
from ....derivations.tree_printing import written
from ....derivations.typeset import ALONE, paragraph
from ..lines import in_numbers, is_false
from ..model import At

_LONG = re.compile(r"\d{10}(?=\d{3})")
"""Digits of a number after which a line may break."""

REPEATED = 3
"""Equal numbers at a sequence's end from which on dots stand for them."""


def display(rows: list[str]) -> str:
    """Rows that fit a line (`fitted`), displayed one below the other."""
    return "\\[ " + (rows[0] if len(rows) == 1 else LATEX.list(rows)) + " \\]"


def fitted(write: Callable[[Notation], str]) -> str:
    """What `write` gives in a notation, on one line, or as a paragraph where it is too wide for one."""
    whole = write(LATEX)
    return whole if width(whole) <= ALONE else paragraph(write(BREAKABLE))


def point_latex(point: Env) -> str:
    """The numbers of a point, within a sentence."""
    return ", ".join(rf"\({LATEX.name(name)} = {value_latex(value)}\)" for name, value in point.items())


def value_latex(value: Fraction | tuple[Fraction, ...]) -> str:
    """A number, or a sequence of them, for math mode; dots stand for what repeats to the end, and a long number may be broken."""
    if not isinstance(value, tuple):
        return _LONG.sub(r"\g<0>\\allowbreak ", written(num(value), LATEX))
    last = next((i for i in range(len(value) - 1, 0, -1) if value[i - 1] != value[i]), 0)
    shown = (
        [*map(value_latex, value[: last + 1]), r"\ldots"] if len(value) - last >= REPEATED else map(value_latex, value)
    )
    return "(" + r", \allowbreak ".join(shown) + ")"


def at_rows(at: At, *, false: bool = False) -> list[str]:
    """The relations at a point, a row each; or only those of them that are false."""
    shown = [line for line in at.lines if is_false(line)] if false else at.lines
    return [fitted(partial(in_numbers, line)) for line in shown]
