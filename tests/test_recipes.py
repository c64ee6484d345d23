"""The recipes are true: the chain that they write, word for word, passes `verify` and rejects its rival."""

from __future__ import annotations

import importlib.machinery
import re
import sys
import textwrap
import types
from importlib import import_module

import pytest
from draftproof import verify
from draftproof.derivations import claims, derive
from draftproof.derivations.works import OWN

NAME = "two_drafts"
CODE = re.compile(r"^(?:    .*\n|\n(?=    ))+", re.MULTILINE)


def written(folder: str) -> str:
    """The module that a folder's recipe writes: the indented block of its docstring."""
    blocks = [block for block in CODE.findall(import_module(f"draftproof.{folder}").__doc__ or "") if "import" in block]
    assert len(blocks) == 1, folder
    return textwrap.dedent(blocks[0])


@pytest.fixture
def chain(monkeypatch: pytest.MonkeyPatch) -> claims.Chain:
    """The chain of the recipes among the real ones, for this test alone."""
    before = claims.chain_names()
    monkeypatch.setattr(claims, "chain_names", lambda: (*before, NAME))
    monkeypatch.setattr(derive, "_BUILDERS", dict(derive._BUILDERS))
    for folder in ("derivations", "checks", "montecarlo"):
        full = f"draftproof.{folder}.{NAME}"
        made = types.ModuleType(full)
        made.__spec__ = importlib.machinery.ModuleSpec(full, None)
        made.__package__ = f"draftproof.{folder}"
        monkeypatch.setitem(sys.modules, full, made)
        exec(written(folder), made.__dict__)
    return claims.chain(NAME)


def test_the_chain_of_the_recipes_passes_and_rejects_its_rival(chain: claims.Chain) -> None:
    ledger = verify.run((NAME,), workers=1)
    assert verify.failures(ledger) == {}
    (claim,) = ledger.claims
    assert {e.kind for e in claim.evidence} >= {"derivation", "proof", "simulation"}
    for evidence in claim.evidence:
        assert set(evidence.rivals.rejected) == {"two_drafts.whole"}, evidence.kind
    assert chain.claims[0].source.startswith(OWN)
