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


COUNTED = '''"""Counters of speculative decoding."""


class Counters:
    def {rate}(self):
        if not self.drafted_tokens:
            return 0.0
        return self.accepted_tokens / self.{over}

    def per_step(self):
        """Emitted tokens per verification step: 1 + {rate} * k."""
        return 1.0 + self.{rate}() * self.k
'''
RUST = """// speculative decoding
impl Counters {
    fn accept_rate(&self) -> f64 {
        self.accepted as f64 / self.drafted as f64
    }

    fn gain(&self) -> f64 {
        let rate = self.accept_rate();
        // expected tokens per step = 1 + k * accept_rate
        1.0 + (self.k as f64) * rate
    }
}
"""


def test_a_text_means_the_rate_of_its_code():
    """`1 + k * rate` in words beside the identity of counts says what the code does."""
    for name, text in (("a.py", COUNTED.format(rate="acceptance_rate", over="drafted_tokens")), ("a.rs", RUST)):
        assert codes(contradicts.judge, name, text) == []
        assert codes(expected.judge, name, text) == []


def test_a_text_whose_rate_is_another_contradicts():
    """The closed form is right with a probability alone: beside it the linear form is none of counts."""
    text = PYTHON.format(text=f"{LINEAR} for the acceptance rate alpha", code=RIGHT)
    assert codes(contradicts.judge, "a.py", text) == ["DP303"]
