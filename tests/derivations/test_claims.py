"""The register of chains: in order, each number once; what an unknown name is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from draftproof.derivations import claims
from draftproof.errors import BadInput


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of chains in place of the real one; the register's memory is not used."""
    monkeypatch.setattr(claims.resources, "files", lambda package: tmp_path)
    return tmp_path


def test_chains_stand_in_their_order(folder: Path) -> None:
    for name, text in {"late": "ORDER = 12\n", "early": '"""x"""\nORDER = 3\n', "helper": "x = 1\n"}.items():
        (folder / f"{name}.py").write_text(text)
    assert claims.chain_names.__wrapped__() == ("early", "late")


def test_a_number_belongs_to_one_chain(folder: Path) -> None:
    for name, number in {"tokens": 1, "two_drafts": 1, "beams": 8}.items():
        (folder / f"{name}.py").write_text(f"ORDER = {number}\n")
    with pytest.raises(BadInput) as refused:
        claims.chain_names.__wrapped__()
    assert str(refused.value) == (
        "derivations/tokens.py and derivations/two_drafts.py both say ORDER = 1: expected a number that no other chain "
        "has, such as 9"
    )


def test_users_are_those_of_the_chains_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever chains stood in for the real ones before."""
    law = claims.claim("tokens.law")
    claims._users.cache_clear()
    with monkeypatch.context() as without:
        without.setattr(claims, "chain_names", lambda: ())
        assert claims.users(law) == ()
    assert "tokens.tail" in claims.users(law)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tokens.closed", "unknown claim 'tokens.closed': expected perhaps tokens.closed_form, or another of tokens.law, "),
        ("tokens.zzz", "unknown claim 'tokens.zzz': expected one of tokens.law, "),
        ("tokens.one_plus_gamma_alpha", "'tokens.one_plus_gamma_alpha' is a rival: expected its claim, tokens.closed_form"),
        ("tokens", "'tokens' is a chain: expected one of its claims, tokens.law, "),
    ],
)  # fmt: skip
def test_an_unknown_claim_is_told_what_there_is(name: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        claims.claim(name)
    assert str(refused.value).startswith(said)
