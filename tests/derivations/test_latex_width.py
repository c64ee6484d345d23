"""The width of a formula, held to what pdfLaTeX measured (points, Computer Modern at 10pt, display style)."""

from __future__ import annotations

import pytest
from draftproof.derivations.latex_width import width

MEASURED = [
    (r"\frac{E\left(\alpha, \gamma\right)}{1 + \gamma + \gamma c}", 48),
    (r"\left(\sum_{k=0}^{0} \alpha^{k}\right) - 1", 61),
    (r"E\left(a, \gamma\right) = 1 + \sum_{k=1}^{\gamma} \prod_{i=1}^{k} a_{i}", 103),
    (r"\begin{cases} 1 & \text{if }p \le z \\ z & \text{otherwise} \end{cases}", 66),
    (r"\frac{\alpha - \alpha \left(1 + \ln\left(\alpha\right)\right)}{1 - \alpha}", 78),
    (r"\min\left(1, k\right)", 41),
    (r"2 + \frac{t}{K} + \lfloor \frac{s}{K} \rfloor", 62),
    (r"1 + \sum_{k=1}^{\gamma} \left(\alpha^{k} + k \alpha^{k - 1} \left(\beta - \alpha\right)\right)", 128),
    (r"1 + \left(1 - \alpha\right) \sum_{k=1}^{\gamma} k \alpha^{k}", 83),
    (r"\beta^{\gamma + 1} D\left(\alpha, \gamma, c\right)", 65),
    (r"b \left(b - 1\right) \left(\lceil \frac{t + s}{K} \rceil - \lfloor \frac{s}{K} \rfloor\right)", 116),
    (r"-\frac{1}{W_{-1}\left(-e^{\frac{\left(1 - c\right) \ln\left(\alpha\right)}{c} - 1}\right)}", 104),
    (r"\lim_{s \to \infty} \rho\left(b, s, t\right)", 57),
    (r"L\left(\mathrm{accepted}, \mathrm{drafts}\right)", 84),
    (r"Q\left(k, V, s\right) \ge p\text{ where }Q\left(k, V, s\right) \ge x\text{ and }p \le x", 202),
    (r"\frac{1 + \gamma + \gamma \hat{c}}{\gamma + 1}", 48),
]


@pytest.mark.parametrize(("formula", "measured"), MEASURED)
def test_the_estimate_is_near(formula: str, measured: float) -> None:
    assert width(formula) == pytest.approx(measured, rel=0.2)


def test_rows_count_by_the_widest_and_columns_add_up() -> None:
    one, two = width("x + y"), width("x")
    assert width(r"x + y \\ x") == width(r"x \\ x + y") == one
    assert width("x + y & x") > one + two
    assert width(r"\begin{aligned} & x \\ & x + y \end{aligned}") == pytest.approx(one, abs=12)


def test_what_is_written_for_tex_alone_has_no_width() -> None:
    assert width(r"\displaystyle x \penalty900 y") == width("x y")
    assert width("") == 0
