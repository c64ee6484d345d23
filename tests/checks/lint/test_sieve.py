"""A sieved pattern finds what the pattern finds, whatever its alternatives need, in any script."""

from __future__ import annotations

import re

import pytest
from draftproof.checks.lint import contexts, refutations, words
from draftproof.checks.lint.sieve import read, sieved

PATTERNS = (
    r"\bdraft models?\b|草稿",
    r"(?:draft|speculat)\w{0,20}[ -]?(?:rate|ratio)|(?:接受|수락)率",
    r"(?:no|without) (?:the )?bonus|(?:没有|不含)?奖励|é(?:s|té)",
    r"(?P<number>\d+) (?:drafts|草稿)|(?P<words>多) (?P=number)?",
    r"(?i:accept)ed|[αβ]+",
    r"a?b?c?",
    r"(?<!un)lucky|(?=[가-힣])수|x{0,2}yy",
    r"rates?\b(?! of)|(?!率)r|[^a-z]\+",
)
TEXTS = (
    "", "the draft models", "草稿", "a speculated ratio, a draft-rate", "接受率 수락率", "without bonus", "不含奖励 été és",
    "3 drafts", "3 草稿", "多 ", "Accepted ACCEPTED accepted", "αβ", "abc", "unlucky lucky", "수", "xxyy yy", "rate of rates",
    "r率", "1+", "nothing of it", "DRAFT MODEL", "ſpeculated K",
)  # fmt: skip


@pytest.mark.parametrize("flags", [0, re.IGNORECASE], ids=["cased", "uncased"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_same_is_found(pattern: str, flags: int) -> None:
    plain, own = re.compile(pattern, flags), sieved(pattern, flags)
    for text in TEXTS:
        assert [one.span() for one in own.finditer(text)] == [one.span() for one in plain.finditer(text)], text
        found, wanted = own.search(text), plain.search(text)
        assert (found and found.groupdict()) == (wanted and wanted.groupdict()), text


@pytest.mark.parametrize(
    "module", [words, contexts, refutations], ids=lambda module: module.__name__.rpartition(".")[2]
)
def test_the_patterns_in_use_find_the_same(module: object) -> None:
    for name, own in vars(module).items():
        if type(own).__name__ == "_Sieved":
            plain = re.compile(own.pattern)
            alternatives = [re.sub(r"\\b|[^\w ]", "", one) for one in own.pattern.split("|")]
            for text in (*alternatives, *TEXTS, " ".join(alternatives)):
                assert [one.span() for one in own.finditer(text)] == [one.span() for one in plain.finditer(text)], name


def test_a_text_without_the_words_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    own = sieved(r"\bdraft models?\b|草稿")
    monkeypatch.setattr(own, "_in_ascii", None)
    assert own.search("a long text of something else") is None


def test_words_are_those_that_are_needed() -> None:
    assert read(r"\bdraft(?:ed)? models?\b|草稿").needs == {"draft", "草稿"}
    assert read(r"(?:a|b)c|drafts?").needs == frozenset()
    assert read(r"(?:draft)?").needs == frozenset()
    assert read(r"\bdraft models?\b|草稿").in_ascii == r"\bdraft models?\b"
