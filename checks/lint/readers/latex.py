"""LaTeX: paragraphs, items, headings and captions as text with inline mathematics, displays, tables, comments, listings.

Macros that the file defines are expanded in mathematics (see `texmath`). In text, commands are left out and what they are given
stays. A display's `around` are the paragraphs before and after it, a row's its table with the caption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..document import Kind, Passage, Source
from . import embedded
from .compose import MAX_AROUND, Item, Writer, stretch
from .texmath import Macros, group_end

_TOKEN = re.compile(
    r"""
    (?P<blank>\n[ \t]*\n\s*)
  | (?P<comment>(?:%[^\n]*(?:\n[ \t]*|\Z))+)
  | (?P<display>\$\$|\\\[)
  | (?P<maths>\$|\\\()
  | \\(?P<env>begin|end)\s*\{(?P<name>[A-Za-z]{1,40}\*?)\}
  | \\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title|frametitle|caption|subcaption)
        \*?\s*(?:\[[^\]\n]{0,200}\])?\s*(?=\{)
  | \\(?P<item>item|State|STATE|Require|Ensure)(?![A-Za-z])\s*(?:\[[^\]\n]{0,100}\])?
  | \\(?P<verb>verb|lstinline)\*?(?P<mark>[^\sA-Za-z{*])
  | (?P<line>\\\\\*?(?:\[[^\]\n]{0,20}\])?)
  | \\(?P<command>[A-Za-z@]+)\*?
  | \\(?P<escaped>.)
  | (?P<cell>&)
  | (?P<group>[{}~])
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSES = {"$$": "$$", "\\[": "\\]", "$": "$", "\\(": "\\)"}
_DISPLAYS = frozenset(
    {"equation", "align", "alignat", "flalign", "gather", "multline", "eqnarray", "displaymath", "math", "dmath", "IEEEeqnarray"}
)  # fmt: skip
_LISTINGS = frozenset({"verbatim", "lstlisting", "minted", "Verbatim", "alltt", "pycode", "python", "code", "listing"})
_TABLES = frozenset({"tabular", "tabularx", "tabulary", "longtable", "array", "tblr"})
_HIDDEN = frozenset({"comment", "filecontents"})
_FLOATS = frozenset(
    {"table", "figure", "wraptable", "wrapfigure", "algorithm", "itemize", "enumerate", "description", "quote"}
)
_UNREAD = frozenset(
    {"label", "ref", "eqref", "cref", "Cref", "autoref", "pageref", "cite", "citep", "citet", "citealp", "includegraphics",
     "usepackage", "documentclass", "bibliography", "bibliographystyle", "url", "input", "include", "vspace", "hspace", "setlength",
     "cline", "cmidrule", "hypersetup", "definecolor", "pagestyle", "bibitem", "newtheorem", "usetikzlibrary", "RequirePackage"}
)  # fmt: skip
"""Commands whose arguments nobody reads."""
_OPTION = re.compile(r"\s*\[([^\]\n]{0,300})\]")
_REST = re.compile(r"[ \t]*\n")
_LANGUAGE = re.compile(r"language\s*=\s*\{?(?:\[[^\]]*\])?\s*(\w+)")
_STRUCK = frozenset({"sout", "cancel", "st", "xcancel", "bcancel"})


@dataclass
class _Leaf:
    passage: Passage
    float: int
    display: bool = False
    row: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    struck: bool = False


def read(source: Source, language: str) -> Iterator[Item]:
    """Passages of a LaTeX text, and what its listings say."""
    page = _Page(source, language)
    page.walk()
    yield from page.items()


class _Page:
    """What has been read of a text: the passages so far, and the one that is being written."""

    def __init__(self, source: Source, language: str) -> None:
        self.source, self.language = source, language
        self.macros = Macros(source.text)
        self.leaves: list[_Leaf] = []
        self.others: list[Item] = []
        self.out = Writer(source)
        self.kind = Kind.PROSE
        self.heading = ""
        self.floats: list[int] = [0]
        self.count = 0
        self.cells: list[int] | None = None  # in a table: where the cells of the row begin
        self.header: tuple[str, ...] = ()
        self.struck = False
        self.unclosed: set[str] = set()
        self.begins = source.text.find("\\begin{document}")

    def walk(self) -> None:
        """Read it all."""
        place = 0
        while (match := _TOKEN.search(self.source.text, place)) is not None:
            self.words(place, match.start())
            place = max(self.token(match), match.start() + 1)
        self.words(place, len(self.source.text))
        self.flush()

    def words(self, start: int, end: int) -> None:
        """Words; none before the document begins."""
        if start >= self.begins:
            self.out.copy(start, end)

    def token(self, match: re.Match[str]) -> int:
        """Take one mark in; where to go on."""
        place = match.end()
        if match.start() in self.macros.spans:
            return self.macros.spans[match.start()]
        if match["blank"]:
            self.flush()
        elif match["comment"]:
            self._comment(match)
        elif match["display"]:
            return self._display(match.start(), place, _CLOSES[match["display"]])
        elif match["maths"]:
            return self._maths(match.start(), place, _CLOSES[match["maths"]])
        elif match["env"]:
            return self._environment(match)
        elif match["section"]:
            return self._section(match)
        elif match["item"]:
            self.flush()
        elif match["verb"]:
            end = self.find(match["mark"], place)
            self.out.copy(place, max(place, end))
            return max(place, end + 1)
        elif match["line"]:
            self._line(match.start())
        elif match["command"]:
            return self._command(match["command"], match.start(), place)
        elif match["escaped"]:
            self.out.say(match["escaped"] if match["escaped"] in "%_&$#{}" else " ", match.start())
        elif match["cell"] and self.cells is not None:
            self.out.say(" | ", match.start())
            self.cells.append(self.out.length)
        elif match["group"] == "~":
            self.out.say(" ", match.start())
        return place

    def find(self, mark: str, start: int) -> int:
        """Where a closing mark stands, or -1. A mark that stands nowhere behind one place is not looked for again."""
        found = -1 if mark in self.unclosed else self.source.text.find(mark, start)
        if found < 0:
            self.unclosed.add(mark)
        return found

    def _comment(self, match: re.Match[str]) -> None:
        out = Writer(self.source)
        for line in re.finditer(r"%+[ \t]?([^\n]*\n?)", match[0]):
            out.copy(match.start() + line.start(1), match.start() + line.end(1))
        if out.text.strip():
            self.others.append(
                out.passage(Kind.COMMENT, around=out.text[:MAX_AROUND], above=self.heading, language="tex")
            )
        if "\n" in match[0]:
            self.out.say("\n", match.end() - 1)

    def _maths(self, start: int, place: int, mark: str) -> int:
        text = self.source.text
        end = self.find(mark, place)
        while end > 0 and mark == "$" and text[end - 1] == "\\":
            end = self.find(mark, end + 1)
        if end < 0 or "\n\n" in text[place : min(end, place + 5_000)]:
            return place
        self.out.copy(start, place)
        self.macros.write(self.out, place, end)
        self.out.copy(end, end + len(mark))
        return end + len(mark)

    def _display(self, start: int, place: int, mark: str) -> int:
        end = self.find(mark, place)
        if end < 0:
            return place
        self.flush()
        self.macros.write(self.out, place, end)
        self.flush(Kind.MATH)
        return end + len(mark)

    def _environment(self, match: re.Match[str]) -> int:
        text, name, place = self.source.text, match["name"].rstrip("*"), match.end()
        if name not in ("aligned", "split", "cases", "center", "small"):
            self.flush()
        if match["env"] == "end":
            if name in _FLOATS and len(self.floats) > 1:
                self.floats.pop()
            self.cells = None if name in _TABLES else self.cells
            return place
        if name in _DISPLAYS:
            return self._display(match.start(), place, f"\\end{{{match['name']}}}")
        if name in _LISTINGS or name in _HIDDEN:
            end = self.find(f"\\end{{{match['name']}}}", place)
            return self._listing(name, place, end) if end >= 0 else place
        if name in _TABLES:
            self.cells, self.header, self.kind = [0], (), Kind.TABLE
            for _ in range(2):
                option = _OPTION.match(text, place)
                place = max(option.end() if option else place, group_end(text, place))
        elif name in _FLOATS:
            self.count += 1
            self.floats.append(self.count if len(self.floats) < 30 else self.floats[-1])
            option = _OPTION.match(text, place)
            place = option.end() if option else place
        return place

    def _listing(self, name: str, place: int, end: int) -> int:
        """A listing, by the reader of its language."""
        text = self.source.text
        option = _OPTION.match(text, place, end)
        language = ""
        if option:
            found = _LANGUAGE.search(option[1])
            language, place = found[1] if found else "", option.end()
        if name == "minted" and (closed := group_end(text, place)) > 0:
            language, place = text[place:closed].strip("{} \n"), closed
        if name in ("pycode", "python"):
            language = "py"
        if (rest := _REST.match(text, place, end)) is not None:
            place = rest.end()
        kind = Kind.COMMENT if name in _HIDDEN else Kind.CODE
        outer = stretch(kind, self.source, place, end, around=self._before(), above=self.heading)
        if kind is Kind.CODE:
            self.others += embedded(outer, language or "text")
        return text.find("}", end) + 1

    def _section(self, match: re.Match[str]) -> int:
        """A heading or caption: what stands in its braces is a passage of its own."""
        place = match.end()
        end = group_end(self.source.text, place)
        if end < 0:
            return place
        saved = self.cells
        self.flush()
        self.cells = None
        caption = "caption" in match["section"]
        inner = place + 1
        while (token := _TOKEN.search(self.source.text, inner, end - 1)) is not None:
            self.out.copy(inner, token.start())
            inner = token.end()
            if not (token["env"] or token["section"] or token["blank"] or token["display"]):
                inner = max(self.token(token), token.start() + 1)
        self.out.copy(inner, end - 1)
        self.flush(Kind.PROSE if caption else Kind.HEADING)
        if not caption and self.leaves:
            self.heading = " ".join(self.leaves[-1].passage.text.split())
        self.cells = saved
        return max(end, inner)

    def _line(self, start: int) -> None:
        if self.cells is not None:
            self.flush(Kind.TABLE)
            self.kind = Kind.TABLE
        else:
            self.out.say("\n", start)

    def _command(self, name: str, start: int, place: int) -> int:
        """A command in text: what it is given stays, unless nobody reads it."""
        text = self.source.text
        if name in self.macros.known:
            new, end = self.macros.expand(text, name, place)
            if new is not None:
                self.out.say(_plain(new), start)
                return end
        option = _OPTION.match(text, place)
        if name in _UNREAD:
            place = option.end() if option else place
            while (end := group_end(text, place)) > 0:
                place = end
        elif name in _STRUCK:
            self.struck = True
        elif name in ("hline", "toprule", "midrule", "bottomrule"):
            return place
        elif name in ("footnote", "par", "newline", "quad", "qquad"):
            self.out.say(" ; " if name == "footnote" else " ", start)
        elif name in ("ldots", "dots"):
            self.out.say("…", start)
        else:  # a letter or sign outside of mathematics
            self.out.copy(start, start if text[place : place + 1] == "{" or name in _FONTS else place)
        return place

    def _before(self) -> str:
        return self.leaves[-1].passage.text[-MAX_AROUND:] if self.leaves else ""

    def flush(self, kind: Kind | None = None) -> None:
        """End the passage that is being written."""
        out, self.out = self.out, Writer(self.source)
        struck, self.struck = self.struck, False
        text = out.text
        row: tuple[str, ...] = ()
        if self.cells is not None:
            ends = [start - 3 for start in self.cells[1:]] + [len(text)]
            row = tuple(text[a:b].strip() for a, b in zip(self.cells, ends, strict=True))
            self.cells = [0]
        kind, self.kind = kind or self.kind, Kind.PROSE
        if not text.strip():
            return
        row = row if kind is Kind.TABLE else ()
        passage = out.passage(kind, above=self.heading, language=self.language if kind is Kind.MATH else "")
        self.leaves.append(_Leaf(passage, self.floats[-1], kind is Kind.MATH, row, self.header, struck))
        if row and not self.header:
            self.header = row

    def items(self) -> Iterator[Item]:
        floats: dict[int, list[str]] = {}
        for leaf in self.leaves:
            if leaf.row or (leaf.float and leaf.passage.kind is Kind.PROSE):
                floats.setdefault(leaf.float, []).append(leaf.passage.text)
        joined = {key: "\n".join(texts)[:MAX_AROUND] for key, texts in floats.items()}
        for place, leaf in enumerate(self.leaves):
            parts = [leaf.passage.text]
            near = self.leaves[max(0, place - 1) : place + 2]
            if leaf.display:
                parts = [one.passage.text[:MAX_AROUND] for one in near]
            elif leaf.row:
                pairs = "; ".join(f"{a} = {b}" for a, b in zip(leaf.header, leaf.row, strict=False) if a)
                parts = [pairs, joined[leaf.float]]
            elif place and (before := near[0].passage.text.rstrip()).endswith((":", "：")):
                parts.insert(0, before[-MAX_AROUND:])
            if leaf.struck:
                parts.append(f"~~{leaf.passage.text}~~")
            yield replace(leaf.passage, around="\n".join(parts))
        yield from self.others


_FONTS = frozenset(
    {"em", "bf", "it", "tt", "rm", "sf", "sc", "small", "footnotesize", "large", "Large", "huge", "normalsize", "tiny", "centering",
     "noindent", "maketitle", "tableofcontents", "bfseries", "itshape", "ttfamily", "raggedright", "clearpage", "newpage"}
)  # fmt: skip


def _plain(text: str) -> str:
    """What a macro comes to, in text: the braces and fonts around words taken out, mathematics left."""
    return re.sub(r"\\ensuremath|\\(?:text|math)\w{2,4}(?=\{)|\\xspace", "", text)
