"""What no run could use is refused at once."""

from __future__ import annotations

import pytest
from draftproof.derivations.options import Options
from draftproof.errors import BadInput


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": -1}, {"seed": 1.5}, {"draws": 0}, {"draws": 0.5}, {"draws": True}, {"draws": float("nan")},
        {"workers": 0}, {"timeout": 0.0}, {"timeout": -1.0}, {"timeout": float("nan")}, {"timeout": float("inf")},
        {"draws": 10**300}, {"timeout": 1e300},
    ],
)  # fmt: skip
def test_unusable_options_are_refused(wrong: dict[str, float]) -> None:
    (name,) = wrong
    with pytest.raises(BadInput, match=rf"{name} is .*, expected"):
        Options(**wrong)  # type: ignore[arg-type]


def test_usable_options() -> None:
    assert Options(seed=0, draws=1, workers=1, timeout=0.1).timeout == 0.1
