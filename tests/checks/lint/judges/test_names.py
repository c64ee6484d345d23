"""One name for two quantities of decoding is found, where a file says in so many words what each is; nothing else is."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges.names import judge

SPEC = "# speculative decoding with a draft model\n"
CLASHES = (
    # a property and a property
    (
        "class Old:\n  @property\n  def acceptance_rate(self):\n    return self.accepted / self.tested\n"
        "class New:\n  @property\n  def acceptance_rate(self):\n    return self.accepted / self.drafted\n",
        "x.py",
        9,
    ),
    ("s['accept_length'] = accepted / num_drafts\ns['accept_length'] = 1 + accepted / num_drafts\n", "x.py", 3),
    ("def f():\n  acceptance_rate = accepted / drafted\ndef g():\n  acceptance_rate = accepted / tested\n", "x.py", 5),
    ("alpha = accepted / drafted\nalpha = accepted / tested\n", "x.py", 3),
    (
        "Let K be the number of draft tokens.\n\nHere K is the number of rows of a verification, draft tokens plus one.\n",
        "x.md",
        4,
    ),
    (
        "c: time of one draft step over one target step\n\nc: parameters of the draft model divided "
        "by those of the target, a ratio of sizes\n",
        "x.md",
        4,
    ),
    (
        "Acceptance rate: accepted tokens divided by drafted tokens.\n\nAcceptance rate: accepted "
        "tokens divided by tested tokens.\n",
        "x.md",
        4,
    ),
    (
        "接受率：接受的草稿 token 数除以草稿 token 总数。\n\n接受率：接受的草稿 token 数除以首次拒绝之前被检验的 token 数。\n",
        "x.md",
        4,
    ),
    ("γ is the draft length.\n\nγ is the cost of a draft step.\n", "x.md", 4),
)
SILENT = (
    ("acceptance_rate = accepted / drafted\nacceptance_rate = n_accepted / max(1, n_drafted)\n", "x.py"),
    ("def f():\n  a = accepted / drafted\ndef g():\n  a = accepted / tested\n", "x.py"),
    ("acceptance_ratio = accepted / drafted\nacceptance_rate = accepted / tested\n", "x.py"),
    ("def f(acceptance_rate, k):\n  return 1 + k * acceptance_rate\n", "x.py"),
    ("alpha = accepted / drafted\nplt.plot(x, y, alpha=0.5)\n", "x.py"),
    ("alpha: learning rate of the bandit\n\nalpha: probability that a draft is accepted\n", "x.md"),
    ("γ: discount factor of the reward\n\nγ: draft length\n", "x.md"),
    ("α is the acceptance rate.\n\nα is the probability that a draft is accepted.\n", "x.md"),
    ("k is the number of accepted drafts.\n\nk is the draft length.\n", "x.md"),
    ("With k = 5 drafts, 64 × 6 rows.\n\nWith k = 3 drafts, one more.\n", "x.md"),
    (
        "It is a mistake to use one name.\n\nThe cost is one draft step over one target step. The cost is high.\n",
        "x.md",
    ),
    ("K is the draft length.\n\nk is the draft length plus one.\n", "x.md"),
)


def found(text: str, path: str) -> list[tuple[str, int]]:
    document = readers.read(path, (SPEC + "\n" * (path == "x.md") + text).encode())
    return [(finding.code, finding.place.line) for finding in judge(document)]


@pytest.mark.parametrize(("text", "path", "line"), CLASHES)
def test_one_name_for_two_quantities(text: str, path: str, line: int) -> None:
    assert found(text, path) == [("DP301", line + (path == "x.md"))]


@pytest.mark.parametrize(("text", "path"), SILENT)
def test_one_quantity_or_another_field(text: str, path: str) -> None:
    assert found(text, path) == []


def test_a_file_that_is_about_something_else() -> None:
    document = readers.read(
        "x.py", b"acceptance_rate = accepted / proposed  # Metropolis\nacceptance_rate = accepted / tested\n"
    )
    assert list(judge(document)) == []


def test_the_other_meaning_is_named_with_its_line() -> None:
    document = readers.read("x.py", (SPEC + CLASHES[3][0]).encode())
    (finding,) = judge(document)
    assert "in line 2 it is accepted / drafted" in finding.message
    assert finding.related[0][0].line == 2
