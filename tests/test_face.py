"""The public face: every name resolves, and the two lists of names agree."""

from __future__ import annotations

import ast
from pathlib import Path

import draftproof
import pytest


@pytest.mark.parametrize("name", draftproof.__all__)
def test_every_public_name_resolves(name: str) -> None:
    assert getattr(draftproof, name) is not None
    assert name in dir(draftproof)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        draftproof.nothing  # noqa: B018


def test_type_checkers_see_the_same_names() -> None:
    source = ast.parse(Path(draftproof.__file__).read_text(encoding="utf-8"))
    block = next(node for node in source.body if isinstance(node, ast.If))
    typed = {alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed == set(draftproof.__all__) - {"__version__"}


def test_a_formula_is_at_hand() -> None:
    assert draftproof.expected_tokens(0.7, 5) == pytest.approx(2.94117)
