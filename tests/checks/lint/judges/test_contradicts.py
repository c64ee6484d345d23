"""Docstrings and comments against the code under them: the text is at fault where the code is right, and only then."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges import contradicts, expected

RIGHT, LINEAR = "(1 - alpha ** (gamma + 1)) / (1 - alpha)", "1 + alpha * gamma"
PYTHON = (
    '"""Speculative decoding."""\n\n\ndef expected_tokens(alpha, gamma):\n'
    '    """Expected tokens per step: {text}, alpha the per-token acceptance probability."""\n    return {code}\n'
)
COMMENT = (
    "# speculative decoding; alpha: per-token acceptance probability\n\n\ndef expected_tokens(alpha, gamma):\n"
    "    # expected tokens per step: {text}\n    return {code}\n"
)
SCRIPT = (
    "// speculative decoding; alpha: per-token acceptance probability\nfunction expectedTokens(alpha, gamma) {{\n"
    "  // expected tokens per step: {text}\n  return {code};\n}}\n"
)


def codes(judge, name, text):
    return [one.code for one in judge(readers.read(name, text.encode()))]


@pytest.mark.parametrize(("name", "form"), [("a.py", PYTHON), ("a.py", COMMENT), ("a.ts", SCRIPT)])
def test_r15_code_right_text_wrong(name, form):
    text = form.format(text=LINEAR, code=RIGHT)
    (found,) = contradicts.judge(readers.read(name, text.encode()))
    assert (found.code, found.level) == ("DP303", "error")
    assert found.expression == LINEAR
    ((place, code),) = found.related
    assert code == RIGHT
    assert f"line {place.line}" in found.message
    assert codes(expected.judge, name, text) == []


@pytest.mark.parametrize(("name", "form"), [("a.py", PYTHON), ("a.py", COMMENT), ("a.ts", SCRIPT)])
def test_r15_code_wrong_text_right(name, form):
    text = form.format(text=RIGHT, code=LINEAR)
    assert codes(contradicts.judge, name, text) == []
    assert codes(expected.judge, name, text) == ["DP101"]


def test_both_right_and_both_wrong():
    right, wrong = (PYTHON.format(text=form, code=form) for form in (RIGHT, LINEAR))
    assert codes(contradicts.judge, "a.py", right) == []
    assert codes(contradicts.judge, "a.py", wrong) == []
    assert set(codes(expected.judge, "a.py", wrong)) == {"DP101"}


def test_r20_a_docstring_that_refutes():
    text = PYTHON.format(text=f"not {LINEAR}", code=RIGHT)
    assert codes(contradicts.judge, "a.py", text) == []
