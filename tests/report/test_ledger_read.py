"""A ledger read back is the ledger that was written; a changed one is refused, with where and why, whatever was recomputed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from draftproof import verify
from draftproof.errors import BadInput
from draftproof.report.ledger_json import digest, json_text, to_dict
from draftproof.report.ledger_read import parsed, read

CLAIM = "tokens.closed_form"
RUN = verify.run([CLAIM, "tokens.total"], kinds=("derivation", "simulation", "figure"), draws=65536, workers=1)
DATA = to_dict(RUN, verify.failures(RUN))
Change = Callable[[dict[str, Any]], object]


def claim(data: dict[str, Any], id_: str = CLAIM) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in data["chains"][0]["claims"] if one["id"] == id_)
    return found


def evidence(data: dict[str, Any], kind: str = "derivation") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in claim(data)["evidence"] if one["kind"] == kind)
    return found


def again(data: dict[str, Any]) -> str:
    """With its digest computed anew, as a forger would."""
    return json_text(data | {"digest": digest(data)})


def test_what_was_written_is_read() -> None:
    found = parsed(json_text(DATA), "ledger.json")
    assert to_dict(found, verify.failures(found)) == json.loads(json_text(DATA))


def test_a_failing_run_is_read_with_what_fails() -> None:
    data = copy.deepcopy(DATA)
    evidence(data)["verdict"] = "refuted"
    data["failures"] = {CLAIM: ["derivation: refuted"]}
    data["summary"] |= {"passed": data["summary"]["passed"] - 1, "failed": 1}
    found = parsed(again(data), "ledger.json")
    assert found.faults() == {CLAIM: ["derivation: refuted"]}


def test_one_digit_anywhere_is_seen() -> None:
    text = json_text(DATA)
    for place in range(len(text) - 200, 0, -len(text) // 60):
        at = next((i for i in range(place, len(text)) if text[i].isdigit()), None)
        if at is not None:
            changed = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
            with pytest.raises(BadInput, match=r"^ledger\.json:"):
                parsed(changed, "ledger.json")


TAMPERED: tuple[tuple[str, Change, str], ...] = (
    ("another schema", lambda d: d.update(schema="draftproof/ledger/2"), "schema 'draftproof/ledger/2'"),
    ("a schema that is none", lambda d: d.update(schema=7), "'schema' is of the wrong kind"),
    ("no schema", lambda d: d.pop("schema"), "lacks 'schema'"),
    ("no chains", lambda d: d.pop("chains"), "lacks 'chains'"),
    ("chains that are no list", lambda d: d.update(chains={}), "'chains' is of the wrong kind"),
    ("a chain that is no object", lambda d: d["chains"].append(3), "expected an object"),
    ("another build's", lambda d: d.update(draftproof="9.9.9"), "of draftproof '9.9.9', expected one of this build's"),
    ("no versions", lambda d: d.update(environment={}), "environment: empty"),
    (
        "a version that is no text",
        lambda d: d["environment"].update(z3=5),
        "'environment' holds something that is no text",
    ),
    ("a claim twice", lambda d: d["chains"][0]["claims"].append(claim(d)), "stands twice"),
    ("an unknown claim", lambda d: claim(d).update(id="tokens.nothing"), "'tokens.nothing': no claim of this build"),
    ("a chain for a claim", lambda d: claim(d).update(id="tokens"), "'tokens': no claim of this build"),
    (
        "a claim in another chain",
        lambda d: d["chains"][0].update(name="acceptance"),
        "stands in the chain 'acceptance'",
    ),
    ("another statement", lambda d: claim(d).update(statement="E = 1 + γα"), "its statement is not this build's"),
    ("another formula", lambda d: claim(d).update(latex="E = 1"), "its latex is not this build's"),
    ("another source", lambda d: claim(d).update(source="a blog"), "its source is not this build's"),
    ("a premise less", lambda d: claim(d, "tokens.total").update(assumes=["none"]), "its assumes is not this build's"),
    ("a rival less", lambda d: claim(d)["rivals"].pop(), "its rivals is not this build's"),
    ("a rival's words", lambda d: claim(d)["rivals"][0].update(says="right"), "its rivals is not this build's"),
    (
        "a rival's blindness",
        lambda d: claim(d)["rivals"][0].update(blind={"proof": "x"}),
        "its rivals is not this build's",
    ),
    ("a kind that does not apply", lambda d: claim(d)["not_applicable"].update(proof="x"), "its not applicable is not"),
    ("an unknown kind", lambda d: evidence(d).update(kind="belief"), "the kind of evidence 'belief'"),
    ("an unknown verdict", lambda d: evidence(d).update(verdict="true"), "the verdict 'true'"),
    ("a verdict that fails", lambda d: evidence(d).update(verdict="unknown"), "summary: does not follow"),
    ("evidence less", lambda d: claim(d)["evidence"].pop(), "summary: does not follow"),
    ("evidence twice", lambda d: claim(d)["evidence"].append(evidence(d)), "summary: does not follow"),
    ("no detail", lambda d: evidence(d).pop("detail"), "lacks 'detail'"),
    (
        "draws that are no number",
        lambda d: evidence(d, "simulation").update(draws="many"),
        "'draws' is of the wrong kind",
    ),
    ("a truth for a number", lambda d: evidence(d, "simulation").update(draws=True), "'draws' is of the wrong kind"),
    ("a rate above 1", lambda d: evidence(d, "simulation").update(false_alarm=2), "'false_alarm' is 2"),
    ("a rate below 0", lambda d: evidence(d, "simulation").update(false_alarm=-1e-9), "'false_alarm' is -1e-09"),
    ("a seed that is none", lambda d: evidence(d).update(seed=10**4000), "'draws' or 'seed' is longer than any is"),
    (
        "a long number",
        lambda d: evidence(d).update(seconds=-(10**4000)),
        "'seconds' is -1" + "0" * 58 + "..., expected",
    ),
    ("negative seconds", lambda d: evidence(d).update(seconds=-1), "'seconds' is -1"),
    (
        "a foreign rival rejected",
        lambda d: evidence(d)["rivals"]["rejected"].append("tokens.x"),
        "'tokens.x' is none of",
    ),
    ("a rival without numbers", lambda d: evidence(d)["rivals"].update(numbers={}), "not those with numbers"),
    (
        "a miss above 1",
        lambda d: evidence(d, "simulation")["rivals"]["miss"].update({"tokens.one_plus_gamma_alpha": 3}),
        "is 3",
    ),
    ("another count", lambda d: d["summary"].update(rivals_rejected=999), "summary: does not follow"),
    ("no summary", lambda d: d.pop("summary"), "lacks 'summary'"),
)


@pytest.mark.parametrize(("change", "complaint"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED])
def test_what_was_changed_is_refused_though_its_digest_fits(change: Change, complaint: str) -> None:
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(BadInput) as refused:
        parsed(again(data), "ledger.json")
    assert str(refused.value).startswith("ledger.json: ")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_fault_that_is_hidden_is_seen() -> None:
    """The evidence fails, the summary says so, and the list of failures does not."""
    data = copy.deepcopy(DATA)
    evidence(data)["verdict"] = "refuted"
    data["summary"] |= {"passed": data["summary"]["passed"] - 1, "failed": 1}
    with pytest.raises(BadInput, match=f"failures: does not say what fails of {CLAIM}"):
        parsed(again(data), "ledger.json")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "ledger.json:1:1: Expecting value"),
        ("{", "expected JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[" * 60 + "]" * 60, "nested too deeply"),
        ('{"schema": NaN}', "the number NaN"),
        ('{"schema": ' + "9" * 10_000 + "}", "a number too long to read"),
        ('{"schema": "a", "schema": "b"}', "a key stands twice"),
        ("[]", "expected an object"),
        ("null", "expected an object"),
        ('{"schema": "draftproof/metrics/1"}', "schema 'draftproof/metrics/1'"),
    ],
)
def test_what_is_no_ledger_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        parsed(text, "ledger.json")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read(str(tmp_path / "none.json"))


def test_what_is_longer_than_any_ledger_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it was parsed"))
    with pytest.raises(BadInput, match=r"^ledger\.json: more than 8 MiB, expected a ledger$"):
        parsed("[" * 2**24, "ledger.json")
