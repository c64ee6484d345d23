"""A module that cannot be imported is named with its file, its line and its error, in one line."""

from __future__ import annotations

import importlib
import sys

import pytest
from draftproof import checks, derivations, gpu_reference, montecarlo, verify
from draftproof.checks.prove import proofs_beside
from draftproof.cli import main
from draftproof.derivations import claims, importing
from draftproof.derivations.claims import Claim
from draftproof.derivations.domain import UNIT, Domain
from draftproof.derivations.options import Options
from draftproof.derivations.statements import eq
from draftproof.derivations.symbols import symbol
from draftproof.errors import BrokenModule
from draftproof.report.documents import plots, rows
from draftproof.report.documents.plots.registry import plots_of

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
    "exit": ("raise SystemExit\n", ":1: cannot be imported: SystemExit"),
    "exit with a code": ("import sys\n\nsys.exit(0)\n", ":3: cannot be imported: SystemExit: 0"),
    "exit with words": ("import sys\n\nsys.exit('done')\n", ":3: cannot be imported: SystemExit: done"),
    "a base of its own": ("class Stop(BaseException): ...\nraise Stop('no')\n", ":2: cannot be imported: Stop: no"),
    "a generator's end": ("raise GeneratorExit\n", ":1: cannot be imported: GeneratorExit"),
    "no words to be had": (
        "class Odd(Exception):\n    def __str__(self):\n        raise SystemExit\n\n\nraise Odd\n",
        ":6: cannot be imported: Odd: its words cannot be read (SystemExit)",
    ),
    "too many words": ("raise RuntimeError('x' * 100_000)\n", f":1: cannot be imported: RuntimeError: {'x' * 286}..."),
    "no syntax, of its own accord": ("raise SyntaxError\n", ":1: cannot be imported: SyntaxError"),
    "syntax of another text": ("import ast\n\nast.parse('(')\n", ":3: cannot be imported: SyntaxError: '(' was never closed"),
    "no UTF-8": (
        b"ORDER = 50\nx = '\xff'\n",
        ":2: cannot be imported: SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xff in position 0: "
        "invalid start byte",
    ),
    "a null byte": (b"x = 1\n\0\n", ": cannot be imported: SyntaxError: source code string cannot contain null bytes"),
    "no chain": ("ORDER = 50\n", ": has no CHAIN: expected one, a `Chain`"),
    "a chain of another kind": ("CHAIN = 5\n", ": has no CHAIN: expected one, a `Chain`"),
    "a chain without claims": (
        "from draftproof.derivations.claims import Chain\n\nCHAIN = Chain('planted', 'Planted', ())\n",
        ": its CHAIN has no claims: expected one at least",
    ),
    "another chain": (
        "from draftproof.derivations.tokens import CHAIN as CHAIN\n",
        ": its CHAIN is named 'tokens': expected 'planted'",
    ),
    "what it has cannot be had": ("def __getattr__(name):\n    raise SystemExit\n", ": cannot be imported: SystemExit"),
}  # fmt: skip


FOLDERS = (derivations, checks, montecarlo, gpu_reference, plots)


@pytest.fixture
def plant(tmp_path, monkeypatch):
    """Write a module among the chains, where its file is one of the package's, for this test alone."""
    for folder in FOLDERS:
        inside = folder.__name__.partition(".")[2]
        beside = tmp_path.joinpath(*inside.split("."))
        beside.mkdir(parents=True)
        monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(beside)])
        monkeypatch.delitem(sys.modules, f"{folder.__name__}.planted", raising=False)
    monkeypatch.setattr(importing, "ROOT", tmp_path)
    before = claims.chain_names()
    monkeypatch.setattr(claims, "chain_names", lambda: (*before, "planted"))

    def write(text, name="planted", folder="derivations"):
        file = tmp_path / folder / f"{name}.py"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        importlib.invalidate_caches()

    return write


@pytest.mark.parametrize(
    "command", [("verify", "planted", "--workers", "1"), ("derive", "planted")], ids=["verify", "derive"]
)
@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_chain_is_one_line(plant, capsys, text, said, command):
    plant(text)
    with pytest.raises(SystemExit) as stop:
        main(command)
    assert stop.value.code == 2
    assert capsys.readouterr() == ("", f"draftproof: derivations/planted.py{said}\n")


def test_the_user_s_interrupt_is_none_of_the_module_s(plant, capsys):
    plant("raise KeyboardInterrupt\n")
    with pytest.raises(SystemExit) as stop:
        main(["verify", "planted", "--workers", "1"])
    assert stop.value.code == 130
    assert capsys.readouterr() == ("", "")


ASKED = {
    "checks": lambda claim: verify.SOURCES["proof"](claim, Options()),
    "checks, for a lemma": lambda claim: proofs_beside(claim.id),
    "montecarlo": lambda claim: verify.SOURCES["simulation"](claim, Options()),
    "gpu_reference": lambda claim: verify.SOURCES["reference"](claim, Options()),
    "gpu_reference, for a ledger": lambda claim: rows._has_reference(claim),
    "report/documents/plots": lambda claim: plots_of.__wrapped__(claim.chain),
}
"""What imports a chain's module, by its folder."""
BESIDE = Claim("planted.claim", eq(symbol("alpha"), symbol("alpha")), Domain({"alpha": UNIT}), "a demonstration")


@pytest.mark.parametrize(
    "text", ["raise SystemExit(0)\n", "x = (\n", b"x = '\xff'\n"], ids=["exit", "syntax", "no UTF-8"]
)
@pytest.mark.parametrize("asked", ASKED)
def test_a_broken_module_beside_a_chain(plant, asked, text):
    folder = asked.partition(",")[0]
    plant(text, folder=folder)
    with pytest.raises(BrokenModule, match=rf"^{folder}/planted\.py:1: cannot be imported: "):
        ASKED[asked](BESIDE)


@pytest.mark.parametrize("asked", [name for name in ASKED if name != "gpu_reference, for a ledger"])
def test_a_module_beside_a_chain_lacks_what_it_must_have(plant, asked):
    folder = asked.partition(",")[0]
    plant("evidence = PROOFS = PLOTS = VALUES = 5\n", folder=folder)
    with pytest.raises(
        BrokenModule, match=rf"^{folder}/planted\.py: has no (?:evidence|PROOFS|PLOTS): expected one, a `\w+`$"
    ):
        ASKED[asked](BESIDE)


def test_evidence_that_ends_the_program(plant):
    plant("def evidence(claim, options):\n    raise SystemExit(0)\n", folder="montecarlo")
    with pytest.raises(BrokenModule, match=r"^montecarlo/planted\.py:2: ends the program: SystemExit: 0$"):
        verify.claim_record(BESIDE, ("simulation",), Options(), verify.SOURCES)


def test_no_installed_library_is_missed_by_an_error_without_its_name(plant):
    plant("raise ModuleNotFoundError\n", folder="checks")
    with pytest.raises(BrokenModule, match=r"^checks/planted\.py:1: cannot be imported: ModuleNotFoundError$"):
        verify.SOURCES["proof"](BESIDE, Options())


def test_the_names_of_chains_need_no_readable_module(monkeypatch, tmp_path):
    tmp_path.joinpath("one.py").write_bytes(b"ORDER = 2\r\nx = '\xff\0'\n")
    tmp_path.joinpath("two.py").write_bytes(b"ORDER = 1\n")
    tmp_path.joinpath("gone.py").symlink_to("nowhere")
    monkeypatch.setattr(claims.resources, "files", lambda _: tmp_path)
    assert claims.chain_names.__wrapped__() == ("two", "one")


def test_the_module_that_fails_is_named_and_not_the_one_that_needs_it(plant):
    plant("\nfrom draftproof.derivations import planted_law\n")
    plant("\n\n\nx = undefined\n", "planted_law")
    with pytest.raises(BrokenModule, match=r"^derivations/planted_law\.py:4: cannot be imported: NameError: "):
        claims.chain("planted")


def test_what_lies_outside_the_package_is_named_by_its_module():
    with pytest.raises(BrokenModule, match=r"^no_such: cannot be imported: ModuleNotFoundError: "):
        importing.imported("no_such")
