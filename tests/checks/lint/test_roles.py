"""What names and numerals are taken for, by definitions, descriptions, words around and spelling: read from small files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from draftproof.checks.lint import readers, roles
from draftproof.checks.lint.document import Document, Formula
from draftproof.checks.lint.roles import Strength
from draftproof.derivations.expr import free_names

SPEC = "# speculative decoding with a draft model\n"


def read(text: str, path: str) -> tuple[Document, list[Formula]]:
    document = readers.read(path, text.encode())
    return document, [one for one in document.formulas if any(t.op not in ("sym", "num", "at") for t in one.templates)]


def known(text: str, name: str, path: str = "x.py") -> dict[str, Strength]:
    """What a name (or a numeral as printed) of the last formula that has it may be."""
    document, formulas = read(text, path)
    for formula in reversed(formulas):
        for written in free_names(formula.templates[0]):
            shown = formula.numerals[written].text if written in formula.numerals else written
            if shown == name:
                return {meaning.symbol: meaning.strength for meaning in roles.meanings(written, formula, document)}
    raise AssertionError(f"no {name} in {[formula.text for formula in formulas]}")


RATES = (
    # defined
    ("alpha = accepted / drafted\nx = 1 + k * alpha", "alpha", "r", Strength.DEFINED),
    ("alpha = accepted / tested\nx = 1 + k * alpha", "alpha", "alpha", Strength.DEFINED),
    ("rate = n_accept / max(1, n_drafted)\na = rate\nx = 1 + k * a", "a", "r", Strength.DEFINED),
    ("a = sum(min(p, q) for p, q in zip(ps, qs))\nx = 1 + k * a", "a", "alpha", Strength.DEFINED),
    (
        "class M:\n  @property\n  def rate(self):\n    return self.accepted / self.drafted\n"
        "  def length(self, k):\n    return 1 + k * self.rate",
        "self.rate",
        "r",
        Strength.DEFINED,
    ),
    (
        "def ratio_of(s):\n  return s.accepted / s.drafted\ndef f(s, k):\n  r = ratio_of(s)\n  return 1 + k * r",
        "r",
        "r",
        Strength.DEFINED,
    ),
    # stated
    (
        "def f(alpha, k):\n  '''alpha: per-token acceptance probability'''\n  return 1 + k * alpha",
        "alpha",
        "alpha",
        Strength.STATED,
    ),
    ("def f(a, k):\n  '''\n  :param a: measured acceptance rate\n  '''\n  return 1 + k * a", "a", "r", Strength.STATED),
    ("# p is the probability that a draft token is accepted\nx = 1 + k * p", "p", "alpha", Strength.STATED),
    ("def f(p_accept, k):\n  return 1 + k * p_accept", "p_accept", "alpha", Strength.STATED),
    ("x = (1 - a ** (k + 1)) / (1 - a)\ny = 1 + k * a", "a", "alpha", Strength.STATED),
    ("rate = 0.7  # assumed acceptance rate\nx = 1 + k * rate", "rate", "alpha", Strength.STATED),
    ("rate = 0.7  # measured acceptance rate\nx = 1 + k * rate", "rate", "r", Strength.STATED),
    # near or less
    ("def f(acceptance_rate, k):\n  return 1 + k * acceptance_rate", "acceptance_rate", "rate", Strength.NEAR),
    ("def f(alpha, k):\n  return 1 + k * alpha", "alpha", "rate", Strength.NAME),
    (
        "def f(draft_acceptance_rate, k):\n  return 1 + k * draft_acceptance_rate",
        "draft_acceptance_rate",
        "r",
        Strength.NEAR,
    ),
    (
        "def g(a, k):\n  return (1 - a ** (k + 1)) / (1 - a)\ndef f(a, k):\n  return 1 + k * a",
        "a",
        "alpha",
        Strength.NEAR,
    ),
    ("x = 1 + k * rate  # per-token acceptance", "rate", "alpha", Strength.NEAR),
)


@pytest.mark.parametrize(("code", "name", "symbol", "strength"), RATES)
def test_a_rate_is_what_the_file_says(code: str, name: str, symbol: str, strength: Strength) -> None:
    found = known(SPEC + code, name)
    assert found.get(symbol) == strength
    assert max(found.values()) == strength


def test_a_definition_of_r_is_stronger_than_its_powers() -> None:
    found = known(
        SPEC + "alpha = accepted / drafted\nx = (1 - alpha ** (k + 1)) / (1 - alpha)\ny = 1 + k * alpha", "alpha"
    )
    assert found["r"] == Strength.DEFINED
    assert found.get("alpha", Strength.NAME) < Strength.STATED


def test_a_parameter_hides_what_is_defined_outside() -> None:
    found = known(SPEC + "rate = accepted / drafted\ndef f(rate, k):\n  return 1 + k * rate", "rate")
    assert "r" not in found


OTHERS = (
    ("x = 1 + num_speculative_tokens * p", "num_speculative_tokens", "gamma"),
    ("x = 1 + k * p", "k", "gamma"),
    ("# draft length n\nx = 1 + n * p", "n", "gamma"),
    ("x = e / (1 + k * draft_cost)", "draft_cost", "c"),
    ("# c: time of one draft step over one target step\nx = e / (1 + k * c)", "c", "c"),
    ("x = 1 + accepted / drafts", "drafts", "drafts"),
    ("x = 1 + accepted / drafts", "accepted", "accepted"),
)


@pytest.mark.parametrize(("code", "name", "symbol"), OTHERS)
def test_other_quantities(code: str, name: str, symbol: str) -> None:
    assert symbol in known(SPEC + code, name)


NUMERALS = (
    ("With α = 0.7 and γ = 5 drafts, 1 + 5 × 0.7 = 4.5 tokens; the acceptance probability is α.", "0.7", "alpha"),
    ("A measured acceptance ratio of 0.39 with 5 draft tokens gives 1 + 5 × 0.39 tokens.", "0.39", "r"),
    ("We assume each draft token is accepted with probability 0.7: 1 + 5 × 0.7 tokens.", "0.7", "alpha"),
    ("With draft length 5 and acceptance 0.7: 1 + 5 × 0.7 tokens.", "5", "gamma"),
    ("With draft length 5 and acceptance 0.7: 1 + 5 × 0.7 tokens.", "0.7", "rate"),
)


@pytest.mark.parametrize(("text", "numeral", "symbol"), NUMERALS)
def test_a_literal_is_what_the_words_around_say(text: str, numeral: str, symbol: str) -> None:
    assert symbol in known("# Speculative decoding\n\n" + text, numeral, "x.md")


def test_one_is_no_draft_length_by_words_alone() -> None:
    assert (
        known("# Speculative decoding\n\nWith 5 draft tokens: 1 + 5 × 0.7 tokens, acceptance 0.7.", "1", "x.md") == {}
    )


OTHER_FIELDS = (
    ("def focal(p, alpha=0.25, gamma=2):\n  '''focal loss'''\n  return alpha * (1 - p) ** gamma", "alpha"),
    ("# discounted reward of reinforcement learning\nx = (1 - gamma ** (n + 1)) / (1 - gamma)", "gamma"),
    ("# Adam: bias correction\nx = m / (1 - beta ** t)", "beta"),
    ("# annuity at interest r\nx = (1 - a ** k) / (1 - a)", "a"),
)


@pytest.mark.parametrize(("code", "name"), OTHER_FIELDS)
def test_names_of_another_field_mean_nothing(code: str, name: str) -> None:
    assert known(code, name) == {}
    assert known(SPEC + "\n\n" + "import numpy\n\n\n" + code, name) == {}


def test_a_learning_rate_described_so_is_no_acceptance_rate() -> None:
    text = (
        '"""The bandit picks the draft length of speculative decoding; its learning rate is '
        'alpha."""\n\n\ndef f(k):\n  return 1 + alpha * k\n'
    )
    assert known(text, "alpha") == {}


def test_a_file_about_nothing_of_ours() -> None:
    assert known("x = 1 + k * alpha", "alpha") == {}


def given(text: str, path: str = "x.py") -> set[str]:
    document, formulas = read(text, path)
    return {meaning.symbol for meaning in roles.result(formulas[-1], document) if meaning.strength >= Strength.NEAR}


@pytest.mark.parametrize(
    ("code", "symbol"),
    [
        ("expected_tokens = 1 + k * p", "E"),
        ("tokens_per_step = 1 + k * p", "E"),
        ("speedup = (1 + k * p) / (1 + k * c)", "S"),
        ("mean_acceptance_length = 1 + k * r", "L"),
        ("def f(p, k):\n  '''Expected tokens per round.'''\n  return 1 + k * p", "E"),
        ("mean_accepted = k * p", "A"),
        ("round_cost = 1 + k * c", "T_c"),
        ("E = 1 + k * p", "E"),
        ("x = 1 + k * p  # tokens per verification", "E"),
    ],
)
def test_what_code_is_said_to_give(code: str, symbol: str) -> None:
    assert symbol in given(SPEC + code)


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("The expected number of tokens per step is 1 + γα.", "E"),
        ("每轮的期望 token 数为 1 + γα。", "E"),
        ("한 라운드당 기대 토큰 수는 1 + γα 이다.", "E"),
        ("期待トークン数は 1 + γα です。", "E"),
        ("El número medio de tokens por ronda es 1 + γα.", "E"),
        ("O número esperado de tokens por passo é 1 + γα.", "E"),
        ("Le nombre moyen de jetons par étape est 1 + γα.", "E"),
        ("Die erwartete Anzahl Token pro Schritt ist 1 + γα.", "E"),
        ("The accepted drafts per verification are γα + 0.", "A"),
        ("加速比为 (1 + γα)/(1 + γc)。", "S"),
    ],
)
def test_what_prose_is_said_to_give(text: str, symbol: str) -> None:
    assert symbol in given("# Speculative decoding\n\n" + text, "x.md")


def test_a_score_is_not_said_to_give_anything() -> None:
    assert given(SPEC + "score = 1 + k * p") == set()


def last(text: str) -> tuple[Formula, Document]:
    document, formulas = read("# Speculative decoding\n\n" + text, "x.md")
    return formulas[-1], document


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("Tokens per step, bonus token included: (1-α^γ)/(1-α).", True),
        ("With the extra token of the target: (1-α^γ)/(1-α).", True),
        ("含奖励 token：(1-α^γ)/(1-α)。", True),
        ("보너스 토큰까지 포함하면 (1-α^γ)/(1-α) 이다.", True),
        ("Incluido el token adicional: (1-α^γ)/(1-α).", True),
        ("There is no bonus token: (1-α^γ)/(1-α).", False),
        ("Excluding the bonus token: (1-α^γ)/(1-α).", False),
        ("不含额外 token：(1-α^γ)/(1-α)。", False),
        ("Tokens per step: (1-α^γ)/(1-α).", None),
    ],
)
def test_whether_the_bonus_is_counted(text: str, counted: bool | None) -> None:
    assert roles.bonus(*last(text)) is counted


@pytest.mark.parametrize(
    ("text", "is_relaxed"),
    [
        ("With typical acceptance 1 + γα tokens.", True),
        ("Each draft is kept regardless of earlier ones: 1 + γα.", True),
        ("In a token tree: 1 + γα.", True),
        ("Expected tokens: 1 + γα.", False),
    ],
)
def test_relaxed_acceptance(text: str, is_relaxed: bool) -> None:
    assert roles.relaxed(*last(text)) is is_relaxed


@pytest.mark.parametrize(
    ("text", "is_limit"),
    [
        ("As γ → ∞ the yield tends to 1/(1-α).", True),
        ("It is at most 1/(1-α).", True),
        ("In the limit of long drafts: 1/(1-α).", True),
        ("极限为 1/(1-α)。", True),
        ("With draft length 5 the yield is 1/(1-α).", False),
    ],
)
def test_limits(text: str, is_limit: bool) -> None:
    assert roles.limit(*last(text)) is is_limit


def hostile() -> Iterator[str]:
    yield SPEC + "\n".join(f"a{i} = a{i + 1}" for i in range(300)) + "\nx = 1 + k * a0"
    yield SPEC + "a = b\nb = a\nx = 1 + k * a"
    yield SPEC + "a = a * k\nx = 1 + k * a"
    yield SPEC + "\n".join(f"def f{i}(alpha, k):\n  return 1 + k * alpha" for i in range(300))
    yield SPEC + "# alpha: acceptance rate\n" * 2_000 + "x = 1 + k * alpha"


@pytest.mark.parametrize("text", list(hostile()))
def test_files_that_turn_in_circles_or_repeat_themselves(text: str) -> None:
    document, formulas = read(text, "x.py")
    for formula in formulas:
        for name in free_names(formula.templates[0]):
            roles.meanings(name, formula, document)
        roles.result(formula, document)
