"""`draftproof audit`: the commands there are, their exit codes, and what they write."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from draftproof.report.audits import audit

Call = Callable[..., tuple[int, str, str]]

PACKERS = """
from draftproof.checks.audit.mask_packers import RIVALS, pack

right = pack
reversed_bits = RIVALS["grammar_mask.bit_order_reversed"]
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "packers.py").write_text(PACKERS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_audit_is_listed_with_its_help(call: Call) -> None:
    code, out, _ = call("audit", "--help")
    assert code == 0
    names = audit.list_commands(None)  # type: ignore[arg-type]
    assert "mask" in names
    for name in names:
        assert f"\n  {name} " in out
        assert "..." not in out.split("Commands:")[1], "a help that is cut short says too little"
        code, out_of_it, _ = call("audit", name, "--help")
        assert code == 0
        assert "--json" in out_of_it
        assert "--junit" in out_of_it


def test_a_right_packer_exits_0(call: Call) -> None:
    code, out, err = call("audit", "mask", "packers:right")
    assert (code, err) == (0, "")
    assert out.startswith("mask packers:right: no fault found\n")
    assert "explored: " in out


def test_a_wrong_packer_exits_1_and_is_written(here: Path, call: Call) -> None:
    code, out, _ = call("audit", "mask", "packers:reversed_bits", "--json", "-", "--junit", "found.xml")
    assert code == 1
    data = json.loads(out)
    assert data["schema"] == "draftproof/audit/1"
    assert [found["id"] for found in data["diagnosis"]] == ["grammar_mask.bit_order_reversed"]
    (case,) = ET.parse(here / "found.xml").getroot().iter("testcase")
    assert case.find("failure") is not None


@pytest.mark.parametrize(
    "arguments",
    [
        ["mask", "packers:absent"],
        ["mask", "no colon"],
        ["mask", "nowhere:pack"],
        ["mask"],
        ["mask", "packers:right", "--timeout", "0"],
        ["mask", "packers:right", "--timeout", "nan"],
        ["mask", "packers:right", "--memory", "1"],
        ["mask", "packers:right", "--json", "nowhere/found.json"],
        ["mask", "packers:right", "--json", "-", "--junit", "-"],
        ["child", "x"],
        ["nothing"],
        ["../mask", "packers:right"],
    ],
)
def test_an_unusable_call_exits_2_with_one_line(arguments: list[str], call: Call) -> None:
    code, out, err = call("audit", *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err.strip()
