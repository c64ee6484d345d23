"""A module that cannot be imported is named with its file, its line and its error, in one line."""

from __future__ import annotations

import importlib
import sys

import pytest
from draftproof import derivations
from draftproof.cli import main
from draftproof.derivations import claims, importing
from draftproof.errors import BadInput, BrokenModule

BROKEN = {
    "name": ("ORDER = 50\n\nx = undefined\n", ":3: cannot be imported: NameError: name 'undefined' is not defined"),
    "syntax": ("ORDER = 50\nx = (1\n", ":2: cannot be imported: SyntaxError: '(' was never closed"),
    "two lines": ("raise RuntimeError('one\\ntwo')\n", ":1: cannot be imported: RuntimeError: one two"),
    "no words": ("raise RuntimeError\n", ":1: cannot be imported: RuntimeError"),
    "in a function": ("def f():\n    return 1 / 0\n\n\nf()\n", ":5: cannot be imported: ZeroDivisionError: division by zero"),
    "not installed": ("import no_such_module\n", ":1: cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
    "no quantity": (
        "from draftproof.derivations.symbols import quantity\n\nquantity(\n    'Unheard', 1\n)\n",
        ":3: cannot be imported: Unheard is not a quantity of the vocabulary: expected one that derivations/vocabulary.py lists",
    ),
}  # fmt: skip


@pytest.fixture
def plant(tmp_path, monkeypatch):
    """Write a module among the chains, where its file is one of the package's, for this test alone."""
    monkeypatch.setattr(derivations, "__path__", [*derivations.__path__, str(tmp_path / "derivations")])
    monkeypatch.setattr(importing, "ROOT", tmp_path)
    before = claims.chain_names()
    monkeypatch.setattr(claims, "chain_names", lambda: (*before, "planted"))
    monkeypatch.delitem(sys.modules, "draftproof.derivations.planted", raising=False)

    def write(text, name="planted"):
        file = tmp_path / "derivations" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        importlib.invalidate_caches()

    return write


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_chain_is_one_line(plant, capsys, text, said):
    plant(text)
    with pytest.raises(SystemExit) as stop:
        main(["verify", "planted", "--workers", "1"])
    assert stop.value.code == 2
    assert capsys.readouterr() == ("", f"draftproof: derivations/planted.py{said}\n")


def test_the_module_that_fails_is_named_and_not_the_one_that_needs_it(plant):
    plant("\nfrom draftproof.derivations import planted_law\n")
    plant("\n\n\nx = undefined\n", "planted_law")
    with pytest.raises(BrokenModule, match=r"^derivations/planted_law\.py:4: cannot be imported: NameError: "):
        claims.chain("planted")


def test_a_chain_without_its_claims(plant):
    plant("ORDER = 50\n")
    with pytest.raises(BadInput, match=r"^derivations/planted\.py: says ORDER and has no CHAIN"):
        claims.chain("planted")


def test_what_lies_outside_the_package_is_named_by_its_module():
    with pytest.raises(BrokenModule, match=r"^no_such: cannot be imported: ModuleNotFoundError: "):
        importing.imported("no_such")
