"""The folder of documents: every format, no time in it, made again from its own ledger, and nothing written where a claim fails."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from draftproof import verify
from draftproof.ledger import ClaimRecord, Ledger, Verdict
from draftproof.report.documents import published
from draftproof.report.ledger_json import ledger_json
from draftproof.report.ledger_read import parsed, read

NAMES = ("tokens.total", "draft_cost.closed_form")


@pytest.fixture(scope="module")
def run() -> Ledger:
    return verify.run(NAMES, kinds=("derivation", "figure"), workers=1)


def test_every_format_is_there(run: Ledger) -> None:
    assert list(published.texts(run, NAMES)) == [
        "ledger.json", "README.md", "tokens.md", "draft_cost.md", "index.html",
        "latex/tokens.tex", "latex/draft_cost.tex", "latex/draftproof.tex",
    ]  # fmt: skip


def test_the_seconds_are_left_out_and_nothing_else(run: Ledger) -> None:
    """The planted fault is the run itself, whose checks took some time."""
    stable = published.without_seconds(run)
    evidence = [one for record in stable.claims for one in record.evidence]
    assert evidence
    assert all(one.seconds == 0 for one in evidence)
    assert any(one.seconds for record in run.claims for one in record.evidence)
    assert published.without_seconds(stable) == stable
    assert stable.summary() == run.summary()


def test_its_own_ledger_makes_it_again(run: Ledger) -> None:
    first = published.texts(run, NAMES)
    assert published.texts(parsed(first["ledger.json"], "ledger.json"), NAMES) == first


def test_it_is_written_from_a_ledger(run: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = tmp_path / "run.json"
    given.write_text(ledger_json(run, verify.failures(run)), encoding="utf-8")
    made = published.texts
    monkeypatch.setattr(published, "texts", lambda ledger: made(ledger, NAMES))
    assert published.main([str(tmp_path / "docs"), str(given)]) == 0
    written = {path.relative_to(tmp_path / "docs").as_posix() for path in (tmp_path / "docs").rglob("*.*")}
    assert written == set(made(run, NAMES))
    assert read(str(tmp_path / "docs" / "ledger.json")) == parsed(made(run, NAMES)["ledger.json"], "")


def test_it_is_written_from_a_run(run: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "run", lambda: run)
    monkeypatch.setattr(published, "texts", lambda ledger: {"latex/a.tex": str(len(ledger.claims))})
    assert published.main([str(tmp_path / "docs")]) == 0
    assert (tmp_path / "docs" / "latex" / "a.tex").read_text() == "2"


def test_a_claim_that_fails_is_not_published(
    run: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failed(record: ClaimRecord) -> ClaimRecord:
        return replace(record, evidence=tuple(replace(one, verdict=Verdict.REFUTED) for one in record.evidence))

    chains = tuple(replace(chain, claims=tuple(map(failed, chain.claims))) for chain in run.chains)
    monkeypatch.setattr(verify, "run", lambda: replace(run, chains=chains))
    assert published.main([str(tmp_path / "docs")]) == 2
    assert capsys.readouterr().err == (
        "tokens.total, draft_cost.closed_form: does not pass, expected every claim to pass (draftproof verify)\n"
    )
    assert not (tmp_path / "docs").exists()
