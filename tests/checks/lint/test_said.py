"""What the words beside a formula say that it gives: a phrase before it, a verb and its tokens, what an expectation is of."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.meaning import Strength
from draftproof.checks.lint.said import limit, result

GIVES = (
    ("E", "A verification yields 1 + kp tokens on average."),
    ("E", "Throughput per target step is then `1 + kp` tokens."),
    ("E", "Un passage produit en moyenne $1 + kp$ jetons."),
    ("E", "Im Mittel liefert ein Durchlauf $kp + 1$ Token."),
    ("E", "Cada verificación produce en promedio 1 + kp tokens."),
    ("E", "Em média cada passo gera 1 + kp tokens."),
    ("E", "每次验证平均产出 1 + kp 个 token。"),
    ("E", "검증 한 번에 평균 1 + kp개의 토큰을 얻는다."),
    ("E", "1 回の検証で平均 1 + kp トークンが得られる。"),
    ("A", "A verification accepts k·p draft tokens on average."),
    ("A", "受理される下書きトークンの平均は $p + p^2$ である。"),
    ("A", "$E[\\text{accepted}] = p + p^2$"),
    ("A", "$\\mathbb{E}[A] = p + p^2$"),
    ("L", "La longitud media es 1 + k·r."),
    ("", "The cache holds 1 + k·b blocks."),
)


@pytest.mark.parametrize(("symbol", "text"), GIVES)
def test_what_it_is_said_to_give(symbol: str, text: str) -> None:
    document = readers.read("x.md", f"# Speculative decoding\n\n{text}\n".encode())
    found = [one.symbol for one in result(document.formulas[0], document) if one.strength >= Strength.NEAR]
    assert found[:1] == ([symbol] if symbol else [])


@pytest.mark.parametrize(
    ("text", "is_limit"),
    [
        ("def no_cap(p):\n    return 1 / (1 - p)\n", False),
        ("def limit(p):\n    return 1 / (1 - p)\n", True),
        ("def f(p):\n    # with no cap on the draft\n    return 1 / (1 - p)\n", True),
    ],
)
def test_a_name_alone_makes_no_cap_no_limit(text: str, is_limit: bool) -> None:
    document = readers.read("x.py", f"# speculative decoding\n{text}".encode())
    assert limit(document.formulas[-1], document) is is_limit
