"""`draftproof derive`: what it writes and where; and what is refused, in one line, with nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from draftproof import verify
from draftproof.report.documents import make as making
from draftproof.report.documents.latex import pdf
from draftproof.report.ledger_json import ledger_json

Call = Callable[..., tuple[int, str, str]]

ONE = "tokens.total"
TWO = (ONE, "draft_cost.closed_form")


@pytest.fixture(scope="module")
def ledger() -> str:
    run = verify.run(TWO, kinds=("derivation", "figure"), workers=1)
    return ledger_json(run, verify.failures(run))


@pytest.mark.parametrize(
    ("form", "start"),
    [("text", f"{ONE}  "), ("latex", "% tokens: needs"), ("html", "<!DOCTYPE html>"), ("markdown", "# Tokens per ")],
)
def test_one_claim_goes_to_standard_output(call: Call, form: str, start: str) -> None:
    code, out, err = call("derive", ONE, "--format", form)
    assert (code, out.startswith(start), err) == (0, True, "")
    assert out.endswith("\n")


def test_several_chains_go_to_a_folder(call: Call, tmp_path: Path) -> None:
    code, out, err = call("derive", *TWO, "--format", "markdown", "--output", f"{tmp_path / 'new'}/")
    assert (code, out, err) == (0, "", "")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["README.md", "draft_cost.md", "tokens.md"]


def test_html_in_a_folder_has_a_page_for_each_chain(call: Call, tmp_path: Path) -> None:
    code, out, err = call("derive", *TWO, "--format", "html", "--output", f"{tmp_path / 'new'}/")
    assert (code, out, err) == (0, "", "")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "draft_cost.html",
        "index.html",
        "tokens.html",
    ]
    code, out, err = call("derive", *TWO, "--format", "html", "--output", str(tmp_path / "one.html"))
    assert (code, out, err) == (0, "", "")
    assert len(list(tmp_path.iterdir())) == 2


def test_one_whole_document_goes_to_a_file(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "all.tex"
    code, out, err = call("derive", *TWO, "--format", "latex", "--standalone", "--output", str(target))
    assert (code, out, err) == (0, "", "")
    assert target.read_text().startswith(r"\documentclass")


def test_numbers_follow_set(call: Call) -> None:
    code, out, err = call("derive", "tokens.closed_form", "--set", "alpha=0.8", "gamma=3")
    assert (code, err) == (0, "")
    assert "At α .8, γ 3:" in out


def test_verdicts_are_those_of_the_ledger(call: Call, tmp_path: Path, ledger: str) -> None:
    given = tmp_path / "ledger.json"
    given.write_text(ledger, encoding="utf-8")
    code, out, err = call("derive", *TWO, "tokens.law", "--ledger", str(given), "--format", "markdown", "--standalone")
    assert (code, err) == (0, "")
    assert "`tokens.total`: partly checked: with derivation, without proof, simulation." in out
    assert "`tokens.law`: derivation checked; not proved in this build." in out


@pytest.mark.parametrize("kind", ["simulation", "reference", "figure"])
def test_a_run_that_did_not_check_gives_no_verdict(call: Call, tmp_path: Path, kind: str) -> None:
    run = verify.run(["tokens.law", "tokens.closed_form"], kinds=(kind,), workers=1, draws=65536)
    given = tmp_path / "ledger.json"
    given.write_text(ledger_json(run, verify.failures(run)), encoding="utf-8")
    code, out, err = call("derive", "tokens.closed_form", "--ledger", str(given))
    assert (code, err) == (0, "")
    assert "rival rejected" not in out
    said = (
        "partly checked: with simulation, without derivation, proof" if kind == "simulation" else "not checked in that"
    )
    assert said in " ".join(out.split()).lower()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nope",), "unknown chain 'nope'"),
        ((ONE, "--format", "docx"), "--format 'docx': expected one of text, latex, pdf"),
        ((ONE, "alpha=0.7"), "numbers follow --set"),
        ((ONE, "--all"), "expected one of them"),
        (("tokens.closed_form", "--set", "beta_9=1"), "beta_9"),
        (("tokens.closed_form", "--set", "alpha=1.5"), "alpha"),
        (("tokens.closed_form", "--set", "alpha=high"), "alpha"),
        ((ONE, "--format", "pdf"), "expected --output NAME.pdf"),
        ((ONE, "--format", "pdf", "--output", "-"), "expected --output NAME.pdf"),
        ((ONE, "--output", "nowhere/a.txt"), "cannot be written"),
        ((ONE, "--ledger", "nowhere.json"), "nowhere.json: cannot be read"),
        ((*TWO, "--format", "latex", "--output", "a.tex"), "a.tex: 2 chains, expected a folder"),
        (("tokens", "--format", "latex", "--output", "a.tex/b/"), "cannot be written"),
    ],
)
def test_what_cannot_be_used_is_one_line_before_the_work(
    call: Call, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if arguments[-1] == "a.tex/b/":
        (tmp_path / "a.tex").write_text("a file, no folder")
    before = sorted(tmp_path.iterdir())
    code, out, err = call("derive", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("change", ["digest", "schema", "verdict"])
def test_a_changed_ledger_is_refused(call: Call, tmp_path: Path, ledger: str, change: str) -> None:
    data = json.loads(ledger)
    if change == "verdict":
        data["chains"][0]["claims"][0]["evidence"][0]["verdict"] = "refuted"
    else:
        data[change] = "draftproof/ledger/2" if change == "schema" else "0" * 64
    given, target = tmp_path / "ledger.json", tmp_path / "out.txt"
    given.write_text(json.dumps(data), encoding="utf-8")
    code, out, err = call("derive", ONE, "--ledger", str(given), "--output", str(target))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "ledger.json" in err
    assert not target.exists()


def test_an_output_is_refused_before_anything_is_derived(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "document", lambda *_, **__: pytest.fail("it was derived"))
    assert call("derive", "--output", "nowhere/a.txt")[0] == 2
    assert call("derive", "--format", "latex", "--output", "a.tex")[0] == 2


def test_the_tex_stays_where_no_engine_sets_it(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    code, out, err = call("derive", ONE, "--format", "pdf", "--output", str(tmp_path / "a.pdf"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["a.tex"]
    assert "its LaTeX is in a.tex" in err


def test_a_neighbour_of_the_pdf_is_left_as_it_is(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.tex").write_text("somebody's")
    monkeypatch.setattr(pdf, "build", lambda tex: b"%PDF")
    assert call("derive", ONE, "--format", "pdf", "--output", str(tmp_path / "a.pdf")) == (0, "", "")
    assert call("derive", ONE, "--format", "pdf", "--output", str(tmp_path / "b.pdf")) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "a.tex", "b.pdf"]
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    code, _, err = call("derive", ONE, "--format", "pdf", "--output", str(tmp_path / "a.pdf"))
    assert (code, err.count("\n")) == (2, 1)
    assert "a.tex was there, and is left as it was" in err
    assert (tmp_path / "a.tex").read_text() == "somebody's"


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_closed_output_is_refused_before_anything_is_derived(
    call: Call, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "document", lambda *_, **__: pytest.fail("it was derived"))
    monkeypatch.setattr("sys.stdout", None)
    assert call("derive", ONE, "--format", form)[0] == 2


def test_a_file_does_not_depend_on_the_terminal(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("40", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        assert call("derive", ONE, "--output", str(tmp_path / columns)) == (0, "", "")
    assert (tmp_path / "40").read_bytes() == (tmp_path / "100").read_bytes()
    monkeypatch.setenv("COLUMNS", "40")
    assert call("derive", ONE)[1] != (tmp_path / "40").read_text(encoding="utf-8")


def test_the_tex_stays_where_it_has_faults(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(tex: str) -> bytes:
        raise pdf.FaultyPage((f"! {tex[:3]}",))

    monkeypatch.setattr(pdf, "build", faulty)
    code, out, err = call("derive", ONE, "--format", "pdf", "--output", str(tmp_path / "a.pdf"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "the article has faults: ! \\do; its LaTeX is in a.tex" in err
    assert [path.name for path in tmp_path.iterdir()] == ["a.tex"]


def test_a_date_that_is_none_is_refused_before_anything_is_derived(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "document", lambda *_, **__: pytest.fail("it was derived"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "garbage")
    code, _, err = call("derive", ONE, "--format", "pdf", "--output", str(tmp_path / "a.pdf"))
    assert (code, "SOURCE_DATE_EPOCH: 'garbage' is no date" in err) == (2, True)


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_a_ledger_of_other_claims_is_said_to_be_one(call: Call, tmp_path: Path, ledger: str, form: str) -> None:
    given = tmp_path / "ledger.json"
    given.write_text(ledger, encoding="utf-8")
    rest = ("--ledger", str(given), "--format", form, "--standalone")
    none, some = (" ".join(call("derive", *ids, *rest)[1].split()) for ids in (("tokens.law",), (ONE, "tokens.law")))
    assert ("ledger that was given holds none of these claims" in none, "z3" in none) == (True, False)
    assert ("ledger that was given holds none" in some, "z3" in some) == (False, True)
