"""`draftproof: ignore[DP101]` in a comment: findings that people have looked at and keep.

It stands at the beginning of a comment, in the form that the file has comments in (in plain text behind any mark of comments),
and hides the findings of its own line. Alone on its line it speaks for what comes next: a statement of code, a paragraph or block
of text. `ignore` without codes hides all of them; `ignore-file` speaks for the whole file. One that hides nothing is a finding
itself, DP900.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from .document import Document, Kind, Source
from .finding import Finding, Level
from .reach import Reach, fenced
from .readers import kind
from .rules import RULES

DIRECTIVE = re.compile(r"draftproof: {0,4}ignore(?P<file>-file)?(?![\w-])(?: {0,4}\[(?P<codes>[^\]\n]{0,200})\])?")
_MARKS = ("#", "//", "--", ";", "%")
"""Where a comment of another tool stands before it: `# noqa: E501  # draftproof: ignore`."""
_BEFORE = 200  # characters looked at for them
MAX_DIRECTIVES = 500
"""Suppressions read in one file. People who write more of them exclude the file."""
_OWN = {"markdown": ("html",), "rst": ("rst",), "latex": ("tex", "latex")}
"""Texts that show code in examples: the languages of the comments that are their own."""
UNUSED = "DP900"


@dataclass
class Directive:
    """One suppression: its codes (None: all) and the lines that it reaches (None: the whole file)."""

    source: Source
    start: int
    text: str
    codes: tuple[str, ...] | None
    lines: range | None
    hidden: set[str] = field(default_factory=set)

    def hides(self, finding: Finding) -> bool:
        """Whether a finding is in its reach, and its code among those named."""
        if self.codes is not None and finding.code not in self.codes:
            return False
        if self.lines is None:
            return True
        place, end = finding.place, finding.end
        return place.cell == self.source.cell and place.line < self.lines.stop and end.line >= self.lines.start

    def fault(self) -> str:
        """What is wrong with it once `hidden` holds the codes that it has hidden; "" where nothing is."""
        says = ("a part of " if self.hidden else "") + RULES[UNUSED].says
        if not self.codes:
            return "" if self.hidden else says if self.codes is None else f"{says}: no code stands between the brackets"
        if unknown := [code for code in self.codes if code not in RULES]:
            return f"{says}: {unknown[0] or 'an empty code'} is no rule"
        idle = [code for code in self.codes if code not in self.hidden and code != UNUSED]
        return f"{says}: no {' and no '.join(idle)} is found here" if idle else ""


def suppressed(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that no comment hides, and one for each comment that hides nothing or names a code that is none."""
    found = list(directives(document))
    kept = [finding for finding in findings if not _hidden(finding, found)]
    idle = (_finding(document, directive, fault) for directive in found if (fault := directive.fault()))
    named = [directive for directive in found if directive.codes and UNUSED in directive.codes]
    return [*kept, *(finding for finding in idle if not _hidden(finding, named))]


def _hidden(finding: Finding, found: list[Directive]) -> bool:
    hiding = [directive for directive in found if directive.hides(finding)]
    for directive in hiding:
        directive.hidden.add(finding.code)
    return bool(hiding)


def _finding(document: Document, directive: Directive, fault: str) -> Finding:
    start = directive.source.place(directive.start)
    end = directive.source.place(directive.start + len(directive.text))
    fix = RULES[UNUSED].fix
    return Finding(document.path, start, end, UNUSED, Level.WARNING, fault, directive.text, fix)


def directives(document: Document) -> Iterator[Directive]:
    """Every suppression of a document, in order. What stands in a string, or in an example of a text, is none."""
    reach = Reach(document)
    written = islice(_written(document), MAX_DIRECTIVES)
    for source, start, match, language in sorted(written, key=lambda one: (one[0].cell or 0, one[1])):
        codes = match["codes"]
        yield Directive(
            source,
            start,
            match[0],
            None if codes is None else tuple(code.strip() for code in codes.split(",")) if codes.strip() else (),
            None if match["file"] else reach.lines(source, start, start + len(match[0]), language),
        )


def _written(document: Document) -> Iterator[tuple[Source, int, re.Match[str], str]]:
    """Each source, offset, match and language of the comment it is in."""
    own = _OWN.get(kind(document.path))
    braces = document.path.lower().endswith(".mdx")  # whose comments are in braces, and are text to who reads Markdown
    shown = set()
    for passage in document.passages:
        for match in DIRECTIVE.finditer(passage.text):
            start = passage.at(match.start())
            shown.add((id(passage.source), start))
            ours = passage.kind is Kind.COMMENT and (own is None or passage.language in own)
            if ours and _begins(passage.text, match.start()) and not (own and fenced(passage.source, start)):
                yield passage.source, start, match, passage.language
            elif braces and _opened(passage.source, start, "{/*") and not fenced(passage.source, start):
                yield passage.source, start, match, "html"
    for source in document.sources if kind(document.path) == "plain" else ():
        for match in DIRECTIVE.finditer(source.text):
            if _in_plain(source, match.start()):
                yield source, match.start(), match, "plain"
    for source in document.sources:  # a comment within a paragraph of Markdown is in no passage
        for match in DIRECTIVE.finditer(source.text):
            if _opened(source, match.start(), "<!--") and (id(source), match.start()) not in shown:
                yield source, match.start(), match, "html"


_MARKED = re.compile(r" {0,3}(?:#+|//+|--+|;+|%+)? ?|.*\s(?:#+|//+|--+|;+|%+) ?")


def _in_plain(source: Source, start: int) -> bool:
    """Whether a place in a text without comments begins a remark of its own: alone on its line, or behind a mark of comments.

    What is indented as an example is none.
    """
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    return _MARKED.fullmatch(line[-_BEFORE:]) is not None and not line.startswith(("    ", "\t"))


def _opened(source: Source, start: int, mark: str) -> bool:
    """Whether a comment is opened just before a place, and not quoted as code."""
    before = source.text[max(0, start - len(mark) - 5) : start].rstrip(" ")
    return before.endswith(mark) and not before.removesuffix(mark).endswith("`")


def _begins(comment: str, start: int) -> bool:
    """Whether a place is the beginning of a line of a comment, or of one behind another tool's remark."""
    line = comment[max(0, start - _BEFORE) : start].rpartition("\n")[2].rstrip()
    return not line or line.isspace() or line.endswith(_MARKS)
