"""Conditions under which speculation pays: α > c for some length, E > 1 + γc at a given one, and nothing else."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges.pays import judge

HEAD = (
    "# Speculative decoding\n\nα: acceptance probability, γ: draft length, c: cost of a draft over a target step.\n\n"
)
CODE = '"""Speculative decoding. alpha: acceptance probability, gamma: draft length, c: relative draft cost."""\n\n\n'
WRONG = (
    ("R12 gamma c", "a.md", HEAD + "Speculation pays if and only if α > γ·c.\n"),
    ("R12 one over gamma", "a.md", HEAD + "It is worth it only if α > 1/γ.\n"),
    ("one minus c", "a.md", HEAD + "The break-even acceptance probability is 1 - c.\n"),
    ("colon", "a.md", HEAD + "Break-even: α = 1 - c.\n"),
    ("a number", "a.md", HEAD + "Speculation breaks even at an acceptance probability of 50%, whatever c is.\n"),
    ("a number at a sign", "a.md", HEAD + "Speculation breaks even at α = 0.5 regardless of the draft cost.\n"),
    ("a half", "a.md", HEAD + "Speculation pays off if and only if α > 1/2.\n"),
    ("more than one token", "a.md", HEAD + "A gain is certain as soon as more than one token per verification is emitted.\n"),
    (
        "function",
        "a.py",
        CODE
        + 'def is_worth_it(alpha, gamma, c):\n    """Speculation pays iff this holds."""\n    return '
        "alpha > gamma * c\n",
    ),
    ("threshold's function", "a.py", CODE + "def break_even_alpha(gamma, c):\n    return gamma * c\n"),
    (
        "pt",
        "a.md",
        "# Decodificação especulativa\n\nα: probabilidade de aceitação. Ponto de equilíbrio: só "
        "compensa se α > 0,5.\n",
    ),
    ("es", "a.md", "# Decodificación especulativa\n\nα: probabilidad de aceptación. Conviene solo si α > 0,6.\n"),
    (
        "fr",
        "a.md",
        "# Décodage spéculatif\n\nα : probabilité d'acceptation. Ce n'est rentable que si, et "
        "seulement si, α > 0,5.\n",
    ),
    ("de", "a.md", "# Spekulatives Decoding\n\nα: Akzeptanzwahrscheinlichkeit. Es lohnt sich nur, wenn α > 0,5.\n"),
    ("zh", "a.md", "# 投机解码\n\nα 为接受概率。只有 α > 0.5 时投机解码才划算。\n"),
    ("ko", "a.md", "# 투기적 디코딩\n\n수락 확률 α, 초안 길이 γ, 초안 비용 c. 손익 분기점: α = γ·c\n"),
)  # fmt: skip
SILENT = (
    ("between two values", "a.md", HEAD + "Only if α < c < 2α does a fraction of a draft pay.\n"),
    ("two rates compared", "a.md", HEAD + "A drafter with β ≥ α and a lower cost pays off whenever the other does.\n"),
    ("R12 some length", "a.md", HEAD + "For some γ speculation pays if and only if α > c.\n"),
    ("R12 at a given length", "a.md", HEAD + "At γ it pays if and only if (1 - α^(γ+1)) / (1 - α) > 1 + γc.\n"),
    ("R12 denied", "a.md", HEAD + "It does not pay if α < c.\n"),
    (
        "R12 in code",
        "a.py",
        CODE
        + "def worth_it(alpha, gamma, c):\n    return (1 - alpha ** (gamma + 1)) / (1 - alpha) > 1 + "
        "gamma * c\n",
    ),
    ("R12 break-even is c", "a.md", HEAD + "The break-even acceptance rate is c.\n"),
    ("the cost is the number", "a.md", HEAD + "Suppose c = 0.5. Then it pays if and only if α > 0.5.\n"),
    ("no rule", "a.md", HEAD + "On our hardware an acceptance above 60% was faster.\n"),
    ("R21 refuted", "a.md", HEAD + "That it pays if and only if α > γ·c is a myth.\n"),
    ("R21 forgotten", "a.md", HEAD + 'The rule of thumb used to be "it pays only if α > 0.5". Forget it.\n'),
    ("another field", "a.md", "# Investing\n\nIt pays if and only if a > 0.5, break-even at 50%.\n"),
    ("one token, no promise", "a.md", HEAD + "A step that emits more than one token may be faster.\n"),
)  # fmt: skip


def said(name, text):
    return [(one.code, one.level.value) for one in judge(readers.read(name, text.encode()))]


@pytest.mark.parametrize(("name", "text"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_wrong(name, text):
    assert said(name, text) == [("DP107", "error")]


@pytest.mark.parametrize(("name", "text"), [one[1:] for one in SILENT], ids=[one[0] for one in SILENT])
def test_silent(name, text):
    assert said(name, text) == []


def test_message_and_fix():
    (found,) = judge(readers.read("a.md", f"{HEAD}Speculation pays if and only if α > γ·c.\n".encode()))
    assert found.rival == "draft_cost.pays_beyond_gamma_c"
    assert "alpha > c" in found.fix
    assert found.expression == "α > γ·c"
