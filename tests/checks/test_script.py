import os
import subprocess
import sys

import pytest
from draftproof.checks import tokens
from draftproof.checks.obligations import Proof
from draftproof.checks.script import all_obligations, evidence_of, proofs_of, run
from draftproof.derivations.claims import chain
from draftproof.derivations.options import Options
from draftproof.derivations.statements import eq, ge
from draftproof.errors import BadInput

CLAIMS = {claim.id: claim for claim in chain("tokens").claims}
PATIENT = Options(timeout=60.0)  # seconds: a busy machine must not fail a test


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_of_tokens_is_proved_by_both_solvers_and_rejects_its_rivals(name):
    found = evidence_of(tokens.PROOFS, CLAIMS[name], PATIENT)
    assert found.passes, found.reason
    assert found.kind == "proof"
    assert found.detail["cvc5"] == {"unsat": found.detail["obligations"]}
    stated = {rival.id for rival in CLAIMS[name].rivals if rival.statement is not None}
    assert found.rivals.rejected.keys() == stated - found.rivals.blind.keys()


def test_a_proof_for_every_claim_and_none_for_others():
    assert tokens.PROOFS.keys() == CLAIMS.keys()
    with pytest.raises(BadInput, match=r"tokens\.nothing"):
        proofs_of("tokens", Proof("tokens.nothing"))


def test_obligations_for_bundles():
    found = all_obligations({"tokens.total": tokens.PROOFS["tokens.total"]})
    assert [o.expected for o in found["tokens.total"]] == ["unsat"] * len(found["tokens.total"])


def test_exit_codes(toy, capsys):
    right, wrong = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1)), toy.claim(eq(toy.mean(toy.alpha, toy.gamma), 1))
    proofs = {right: Proof(right), wrong: Proof(wrong)}
    assert run(proofs, [right, "--timeout", "60"]) == 0
    out = capsys.readouterr().out
    assert "toy.0.base" in out
    assert "toy.0.step" in out
    assert run(proofs, ["--timeout", "60"]) == 1
    assert "refuted" in capsys.readouterr().out
    assert run(proofs, ["toy.9"]) == 2
    assert run(proofs, ["--timeout", "-1"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_emit_writes_the_obligations(toy, tmp_path, capsys):
    id_ = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    assert run({id_: Proof(id_)}, ["--emit", str(tmp_path / "out"), "--timeout", "60"]) == 0
    assert [file.name for file in sorted((tmp_path / "out").iterdir())] == [f"toy.0.{n:02}.smt2" for n in (1, 2, 3)]
    (tmp_path / "file").write_text("")
    assert run({id_: Proof(id_)}, ["--emit", str(tmp_path / "file" / "sub")]) == 2


def test_the_module_is_a_script():
    called = [sys.executable, "-m", "draftproof.checks.tokens", "tokens.total", "--timeout", "60"]
    done = subprocess.run(called, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("proved        tokens.total")


def test_a_reader_that_leaves_and_a_terminal_without_unicode():
    """`| head` ends the script quietly, and an ASCII terminal shows ? for what it does not have."""
    called = [sys.executable, "-m", "draftproof.checks.tokens", "tokens.law", "--timeout", "60"]
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(called, capture_output=True, text=True, check=False, env=ascii_only)
    assert (done.returncode, done.stderr) == (0, "")
    reader, writer = os.pipe()
    os.close(reader)
    try:
        left = subprocess.run(called, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writer)
    assert (left.returncode, left.stderr) == (141, "")
