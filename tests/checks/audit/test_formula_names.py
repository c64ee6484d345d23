"""Which parameter is which symbol."""

from __future__ import annotations

import pytest
from draftproof.checks.audit.formula_names import Parameter, match, parsed
from draftproof.errors import BadInput

SYMBOLS = ("alpha", "gamma")


def of(*names: str, **defaults: str) -> list[Parameter]:
    plain = [Parameter(name, "POSITIONAL_OR_KEYWORD", None) for name in names]
    return plain + [Parameter(name, "KEYWORD_ONLY", default) for name, default in defaults.items()]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("alpha", "gamma"), {"alpha": "alpha", "gamma": "gamma"}),
        (("k", "acceptance_rate"), {"k": "gamma", "acceptance_rate": "alpha"}),
        (("α", "γ"), {"α": "alpha", "γ": "gamma"}),
        (("num_speculative_tokens", "accept_prob"), {"num_speculative_tokens": "gamma", "accept_prob": "alpha"}),
    ],
)
def test_by_name_sign_or_alias(names: tuple[str, ...], expected: dict[str, str]) -> None:
    assert match("m:f", of(*names), SYMBOLS).symbols == expected


def test_a_symbols_own_name_goes_before_an_alias() -> None:
    matched = match("m:f", of("alpha", "gamma", k="3"), SYMBOLS)
    assert matched.symbols == {"alpha": "alpha", "gamma": "gamma"}
    assert matched.defaults == {"k": "3"}
    assert match("m:f", of("k", "alpha", "gamma"), ("k", "alpha", "gamma")).symbols["k"] == "k"


def test_what_is_said_goes_first() -> None:
    assert match("m:f", of("gamma", "alpha"), SYMBOLS, {"alpha": "gamma", "gamma": "alpha"}).symbols == {
        "gamma": "alpha",
        "alpha": "gamma",
    }


def test_what_no_parameter_stands_for_is_missing() -> None:
    assert match("m:f", of("alpha"), SYMBOLS).missing == ("gamma",)
    assert match("m:f", [Parameter("given", "VAR_KEYWORD", None)], SYMBOLS).symbols == {s: s for s in SYMBOLS}


@pytest.mark.parametrize(
    ("text", "expected"), [("alpha=rate", {"alpha": "rate"}), (" alpha = p , gamma=k", {"alpha": "p", "gamma": "k"})]
)
def test_the_option(text: str, expected: dict[str, str]) -> None:
    assert parsed(text) == expected


@pytest.mark.parametrize("text", ["", "alpha", "alpha=", "=k", "alpha=k,", "alpha=a,alpha=b", "alpha=__import__('os')"])
def test_the_option_refused(text: str) -> None:
    with pytest.raises(BadInput, match="--names") as refused:
        parsed(text)
    assert "\n" not in str(refused.value)
