"""A sieved pattern finds what the pattern finds, whatever its alternatives need, in any script."""

from __future__ import annotations

import re

import pytest
from draftproof.checks.lint import contexts, refutations, words
from draftproof.checks.lint.sieve import read, sieved
from hypothesis import assume, given
from hypothesis import strategies as st

PATTERNS = (
    r"\bdraft models?\b|草稿",
    r"(?:draft|speculat)\w{0,20}[ -]?(?:rate|ratio)|(?:接受|수락)率",
    r"(?:no|without) (?:the )?bonus|(?:没有|不含)?奖励|é(?:s|té)",
    r"(?P<number>\d+) (?:drafts|草稿)|(?P<words>多) (?P=number)?",
    r"(?i:accept)ed|[αβ]+",
    r"a?b?c?",
    r"(?<!un)lucky|(?=[가-힣])수|x{0,2}yy",
    r"rates?\b(?! of)|(?!率)r|[^a-z]\+",
    r"\u8349稿|\xe9t",
    r"(?:[草-]1)|率",
    r"[^.]{0,1000}?draft",
    r"率\\(x)|\\(s)\2",
    r"{x}|draft",
    r"(?:(draft)|no)(?(1)s|pe)",
    r"(?#草稿)[à-ü-ö]x",
)
TEXTS = (
    "", "the draft models", "草稿", "a speculated ratio, a draft-rate", "接受率 수락率", "without bonus", "不含奖励 été és",
    "3 drafts", "3 草稿", "多 ", "Accepted ACCEPTED accepted", "αβ", "abc", "unlucky lucky", "수", "xxyy yy", "rate of rates",
    "r率", "1+", "nothing of it", "DRAFT MODEL", "ſpeculated K", "-1", r"\ss", "{x}", "drafts nope", "-x",
)  # fmt: skip


def _same(pattern: str, text: str) -> None:
    plain, own = re.compile(pattern), sieved(pattern)
    wanted = [(one.span(), one.groups()) for one in plain.finditer(text)]
    assert [(one.span(), one.groups()) for one in own.finditer(text)] == wanted, text
    found, first = own.search(text), plain.search(text)
    assert (found and found.groupdict()) == (first and first.groupdict()), text


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_same_is_found(pattern: str) -> None:
    for text in TEXTS:
        _same(pattern, text)


_ATOMS = st.sampled_from(
    [*"ab草率é- .^${", "ab", "草稿", r"\b", r"\w", r"\.", r"\u8349", r"\x61", r"\n"]
) | st.sampled_from(["[ab]", "[^a]", "[草稿]", "[a草]", "[]a]", "[草-]", "[가-힣]", r"[\w草]"])
_TIMES = st.sampled_from(["", "", "", "*", "+?", "?", "{0,3}", "{2}", "{,3}", "{0}", "{00,2}", "{10,20000}?"])
_GROUPS = st.sampled_from(["(?:%s)", "(%s)", "(?=%s)", "(?!%s)", "(?<=%s)", "(?<!%s)", "(?i:%s)", "(?P<n>%s)"])


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Sequences with quantifiers, alternatives, and groups of these."""
    sequence = st.lists(st.tuples(inner, _TIMES).map("".join), max_size=3).map("".join)
    alternatives = st.lists(sequence, min_size=1, max_size=3).map("|".join)
    return alternatives | st.tuples(_GROUPS, alternatives).map(lambda both: both[0] % both[1])


@given(st.recursive(_ATOMS, _wider, max_leaves=10), st.text("ab草率é稿-A. {\n", max_size=8), st.data())
def test_the_same_is_found_by_any_pattern(pattern: str, text: str, data: st.DataObject) -> None:
    try:
        plain = re.compile(pattern)
    except re.error:
        assume(False)
    _same(pattern, text)
    if (matching := data.draw(st.none() | st.from_regex(plain))) is not None:
        _same(pattern, matching)


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
