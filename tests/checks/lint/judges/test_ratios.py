"""The ratio accepted / drafted in words: divided to get α, compared across lengths."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges.ratios import judge

HEAD = "# Speculative decoding\n\n"
WRONG = (
    ("R4 to get alpha", "a.md", HEAD + "Divide the accepted tokens by the drafted tokens to get α.\n"),
    ("R4 gives alpha", "a.md", HEAD + "Accepted tokens divided by drafted tokens gives alpha.\n"),
    ("R4 zh", "a.md", "# 投机解码\n\n用接受的 token 数除以草稿 token 数，即可得 α。\n"),
    ("R4 comment", "a.py", "# speculative decoding\n# to get alpha, divide accepted drafts by all drafted tokens\nx = 1\n"),
    (
        "compared",
        "a.md",
        HEAD
        + "Draft A at k = 3 has an acceptance ratio of 0.62 and draft B at k = 7 one of 0.48, so A is "
        "better.\n",
    ),
    (
        "compared in the next sentence",
        "a.md",
        HEAD
        + "Draft A, k = 3: 62% of drafted tokens accepted. Draft B, k = 7: 48% of drafted tokens "
        "accepted. So A is the better drafter.\n",
    ),
)  # fmt: skip
SILENT = (
    ("R3 tested", "a.md", HEAD + "Divide the accepted tokens by the tokens that were tested to get α.\n"),
    ("R3 same length", "a.md", HEAD + "Measured at k = 3, the ratio was 0.55, so a step yields 1 + 3 × 0.55 = 2.65 tokens.\n"),
    ("the ratio itself", "a.md", HEAD + "Accepted tokens divided by drafted tokens give the ratio r.\n"),
    (
        "compared at one length",
        "a.md",
        HEAD
        + "At k = 5 draft A has an acceptance ratio of 0.62, draft B at k = 5 one of 0.48, so A is better.\n",
    ),
    ("R21 refuted", "a.md", HEAD + "Do not divide accepted by drafted tokens to get α: that is wrong.\n"),
    ("R5 another field", "a.md", "# Admissions\n\nDivide the accepted by the drafted players to get alpha.\n"),
)  # fmt: skip


def said(name, text):
    return [(one.code, one.level.value) for one in judge(readers.read(name, text.encode()))]


@pytest.mark.parametrize(("name", "text"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_wrong(name, text):
    assert said(name, text) == [("DP103", "warning")]


@pytest.mark.parametrize(("name", "text"), [one[1:] for one in SILENT], ids=[one[0] for one in SILENT])
def test_silent(name, text):
    assert said(name, text) == []
