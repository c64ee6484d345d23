"""MathML to text in one line that the grammar of mathematical text reads: `<msup>` to `a^{b}`, `<mfrac>` to `\\frac{a}{b}`."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..document import Source
from .compose import Writer
from .markup import Tag, Words, write

MAX_DEPTH = 60
_FORMS: dict[str, tuple[str, str, str, str]] = {
    "msup": ("", "^{", "", "}"),
    "msub": ("", "_{", "", "}"),
    "msubsup": ("", "_{", "}^{", "}"),
    "munder": ("", "_{", "", "}"),
    "munderover": ("", "_{", "}^{", "}"),
    "mfrac": ("\\frac{", "}{", "", "}"),
}
"""What is written before the first, the second and the third child of an element, and after the last."""
_AROUND = {"msqrt": ("\\sqrt{", "}"), "mfenced": ("(", ")")}
_BASES = frozenset({"msup", "msub", "msubsup"})
_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "ms"})
_WORDS = frozenset({"mi", "mn", "mtext"})
_TIMES = frozenset({"\u2062", "&InvisibleTimes;", "&it;", "&#8290;", "&#x2062;"})
_UNREAD = frozenset({"annotation", "annotation-xml"})


@dataclass
class _Element:
    name: str
    start: int
    children: list[_Element | Words] = field(default_factory=list)


class MathML:
    """The inside of one `<math>`, as its tags and texts come."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.stack = [_Element("math", 0)]
        self.deeper = 0  # elements opened past MAX_DEPTH: their texts stay, in the last that is kept

    def tag(self, tag: Tag) -> bool:
        """Take a tag in. False where it ends the mathematics."""
        if tag.closing:
            if tag.name == "math":
                return False
            if self.deeper:
                self.deeper -= 1
            elif len(self.stack) > 1 and self.stack[-1].name == tag.name:
                self.stack.pop()
        elif not tag.empty:
            if len(self.stack) >= MAX_DEPTH:
                self.deeper += 1
                return True
            element = _Element(tag.name, tag.start)
            self.stack[-1].children.append(element)
            self.stack.append(element)
        return True

    def words(self, words: Words) -> None:
        """Take a text in."""
        if self.source.text[words.start : words.end].strip():
            self.stack[-1].children.append(words)

    def write(self, out: Writer) -> None:
        """Write it all as one line, set apart from the words around it."""
        self._write(self.stack[0], out)

    def _write(self, element: _Element, out: Writer) -> None:
        if element.name in _UNREAD or not element.children:
            return
        before, after = _AROUND.get(element.name, ("", ""))
        form = _FORMS.get(element.name)
        last: _Element | Words | None = None
        out.say(before, element.start)
        for place, child in enumerate(element.children):
            if form and place < 3:
                out.say(form[place], child.start)
            elif isinstance(child, _Element) and isinstance(last, _Element) and {child.name, last.name} <= _WORDS:
                out.say(" ", child.start)
            bracketed = element.name in _BASES and place == 0 and not _plain(child)
            out.say("(" if bracketed else "", child.start)
            if isinstance(child, _Element):
                self._write(child, out)
            else:
                self._words(child, out)
            out.say(")" if bracketed else "", child.start)
            last = child
        out.say(form[3] if form and len(element.children) > 1 else after, element.children[-1].start)

    def _words(self, words: Words, out: Writer) -> None:
        text = self.source.text[words.start : words.end]
        if text.strip() in _TIMES:
            out.say("·", words.start)
        else:
            write(out, words.start + len(text) - len(text.lstrip()), words.start + len(text.rstrip()))


def _plain(child: _Element | Words) -> bool:
    """One letter, number or sign, however deep in groups."""
    while isinstance(child, _Element) and child.name not in _LEAVES:
        if child.name not in ("mrow", "mstyle") or len(child.children) != 1:
            return False
        child = child.children[0]
    return True
