"""The formulas of code in any language: what is assigned, returned, given to a key or an argument, and what is only written.

One pass over the tokens. An expression is taken as far as it goes; what is inside calls that are names to it is gone through after.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....derivations.expr import Node, num, sym
from ..document import Formula, How
from . import codetrees as t
from .blocks import Block, Blocks
from .codeblocks import property_of
from .codeexpr import Expressions
from .codefunctions import TYPES
from .codesyntax import Syntax
from .codetokens import Tok, Tokens
from .codetrees import Numerals, words
from .guards import Guards

MAX_LABEL = 300  # characters of the strings beside a formula
MAX_GROUP = 200  # tokens of a bracket whose strings stand beside what is in it
_DEFINES = frozenset({How.ASSIGNED, How.RETURNED, How.ARGUMENT, How.ENTRY, How.DEFAULT})
_ASSIGNS = frozenset({"=", ":=", "<-", "?="})
_CHANGES = frozenset({"+=", "-=", "*=", "/=", "**=", "%="})
_FUNCTIONS = words("function fn func fun def defp sub proc")
_LAZY = words("useMemo computed derived createMemo $derived lazy")
_LAST_IS_VALUE = words("rs rb r jl scala ex exs ml fs clj nim swift")
"""Languages in which a function's last expression is what it returns."""
_ALONE = frozenset({";", ",", ")", "]", "}"})
"""After a name or number these say that it is all there is."""
_KEYWORDS = words(
    "const let var val auto static final public private protected export default mut local my our global if else for while switch "
    "case do then end function fn func fun def class struct return in of and or not import from package using namespace include "
    "true false null nil None True False undefined this self NaN new try catch throw break continue type interface extends"
)


@dataclass(frozen=True)
class _Named:
    """What the next expression is the value of."""

    result: str = ""
    how: How = How.BARE
    lazy: bool = False  # worked out by a function that is given: `useMemo(() => value)`

    def returned(self) -> _Named:
        """The same, after the head of a function whose value it is."""
        how = How.BARE if not self.result else self.how if self.lazy else How.RETURNED
        return replace(self, how=how)


class Scanner:
    """Goes through the tokens of a program, or of a placeholder in a string, and gives its formulas."""

    def __init__(
        self, tokens: Tokens, blocks: Blocks, numerals: Numerals, syntax: Syntax, language: str, label: str = ""
    ) -> None:
        self.tokens, self.blocks, self.numerals, self.label = tokens, blocks, numerals, label
        self.syntax, self.language = syntax, language
        self.reader = Expressions(tokens, syntax, language, Guards(numerals))
        self.work: list[tuple[int, int, str]] = [(0, len(tokens.all), "")]

    def formulas(self) -> Iterator[Formula]:
        """All formulas, those inside of calls after the ones they stand in."""
        while self.work:
            yield from self._stretch(*self.work.pop())

    def _stretch(self, place: int, stop: int, bracket: str) -> Iterator[Formula]:
        every, named = self.tokens.all, _Named()
        stack = [bracket] if bracket else []
        while place < stop:
            token = every[place]
            if token.kind == "open":
                params = self._arrow(place, stop)
                if params:
                    self.work.append((place + 1, self.tokens.pairs[place], "parameters"))
                    place, named = params, named.returned()
                    continue
                state = self._state(place)
                if state:
                    place, named = self.tokens.pairs[place] + 2, _Named(state, How.ASSIGNED)
                    continue
            said = every[place + 1].text if place + 1 < stop else ";"
            last = said in _ALONE or (said == "\n" and self.syntax.ends)
            alone = token.kind in ("name", "num") and not named.result and last and token.text != "return"
            if not alone and (token.kind in ("open", "name", "num") or (token.text in ("-", "|") and named.result)):
                moved, named, found = self._expression(place, stop, stack, named)
                yield from found
                if moved > place:
                    place = moved
                    continue
            if token.kind == "open":
                stack.append(token.text)
                named = _Named()
            elif token.kind == "close":
                if stack:
                    stack.pop()
                named = _Named()
            elif token.kind == "str" and self._text(place + 1) == ":":
                named = _Named(t.squeezed("_".join(self._string(token).split())), How.ENTRY)
                place += 1
            elif token.text in (";", ",") or (token.kind == "line" and self.syntax.ends and not named.result):
                named = _Named()
            place += 1

    def _state(self, place: int) -> str:
        """The name in `[alpha, setAlpha] = useState(0.7)`."""
        close = self.tokens.pairs.get(place, -1)
        setter = close == place + 4 and self._text(place + 3).startswith("set") and self._text(close + 1) == "="
        return self._text(place + 1) if setter and self.tokens.all[place].text == "[" else ""

    def _text(self, place: int) -> str:
        return self.tokens.all[place].text if 0 <= place < len(self.tokens.all) else ""

    def _string(self, token: Tok) -> str:
        return self.tokens.text[token.start : token.end].strip("\"'`")

    def _expression(self, place: int, stop: int, stack: list[str], named: _Named) -> tuple[int, _Named, list[Formula]]:
        """What begins at a token: the place after it, what the next expression is then the value of, and formulas."""
        every = self.tokens.all
        token = every[place]
        if token.text == "|" and (end := self._closure(place, stop)):
            return end, named.returned(), []
        if token.kind == "name" and token.text not in ("this", "self"):
            if token.text == "return":
                return place + 1, _Named(self.blocks.at(token.start).name, How.RETURNED), []
            if token.text == "if" and named.how is not How.ASSIGNED:
                return self._guarded(place, stop, named)
            if token.text == "function" and self._text(place + 1) == "(" and place + 1 in self.tokens.pairs:
                return self.tokens.pairs[place + 1] + 1, named.returned(), []
            if token.text in _LAZY and self._text(place + 1) == "(" and named.result:
                return place + 2, replace(named, lazy=True), []
            if token.text == "define" and self._text(place - 1) == "#":
                return self._macro(place, stop)
            if token.text in _KEYWORDS and not (token.text == "if" and named.result):
                return place + 1, named, []
        reader = self._reader()
        held = bool(stack) and stack[-1] in ("(", "[", "parameters")
        tree = reader.read(place, stop, held)
        after = reader.place
        if tree is None:  # what was read of one that is too large is no value
            return after, named if after == place else _Named(), []
        last = after
        while last > place and every[last - 1].kind == "line":
            last -= 1
        name = str(tree.args[0]) if tree.op == "sym" and not str(tree.args[0]).startswith("#") else ""
        following = self._names(named, name, place, last, stop, stack)
        if following is not None:
            self._inside(reader, "parameters" if following[1].how is How.RETURNED else "(")
            return following[0], following[1], self._changed(name, place, last)
        if self._parameters(place, last):
            self._inside(reader, "parameters")
            return after, _Named(), []
        self._inside(reader, "(")
        if self.language == "sql" and self._text(last).upper() == "AS" and last + 1 < stop:
            named = _Named(self._text(last + 1), How.ASSIGNED)
            after = last + 2
        if not named.result and self._returns(last):
            named = _Named(self.blocks.at(token.start).name, How.RETURNED)
        return after, _Named(), list(self._formula(reader, tree, place, last, stop, held, named, stack))

    def _reader(self) -> Expressions:
        """The reader of expressions, as new: one of its own a token is most of the time that a file takes."""
        self.reader.guards, self.reader.opaque = Guards(self.numerals), []
        return self.reader

    def _inside(self, reader: Expressions, bracket: str) -> None:
        self.work += [(first, end, bracket) for first, end in reader.opaque]

    def _formula(
        self, reader: Expressions, tree: Node, place: int, last: int, stop: int, held: bool, named: _Named, stack: list[str]
    ) -> Iterator[Formula]:  # fmt: skip
        every = self.tokens.all
        plain = tree.op in ("sym", "num") or self.numerals.value(tree) is not None
        if plain and (
            named.how not in _DEFINES or (tree.op == "sym" and _says_nothing(tree)) or tree == sym(named.result)
        ):
            return
        start, end = every[place].start, every[last - 1].end
        templates = [tree]
        if reader.guards.left_out:
            exact = Expressions(self.tokens, self.syntax, self.language, Guards(self.numerals, exact=True))
            templates += [other for other in (exact.read(place, stop, held),) if other is not None]
        yield from self._say(start, end, templates, named, self._beside(place, stack))

    def _say(self, start: int, end: int, templates: list[Node], named: _Named, label: str = "") -> Iterator[Formula]:
        near = "\n".join(part for part in (label or self.label, self.blocks.near(start, end)) if part)
        block = self.blocks.at(start)
        if block.is_property and block.parent is not None and named.how is How.RETURNED:
            block, named = block.parent, replace(named, how=How.ASSIGNED)
        passage = self.blocks.passage(block)
        made = t.formula(passage, start, end, templates, self.numerals, result=named.result, how=named.how, near=near)
        if made is not None:
            yield made

    def _beside(self, place: int, stack: list[str]) -> str:
        """The strings in the bracket that a token stands in: what a call prints, the label beside a value."""
        if not stack or stack[-1] not in ("(", "[", "{"):
            return ""
        every, words_found = self.tokens.all, []
        depth = 0
        for step in range(1, MAX_GROUP):
            at = place - step
            if at < 0 or depth < 0:
                break
            depth += (every[at].kind == "close") - (every[at].kind == "open")
            if every[at].kind == "str" and depth == 0:
                words_found.append(self._string(every[at])[:MAX_LABEL])
            if every[at].text == ";":
                break
        return " ".join(reversed(words_found))[-MAX_LABEL:]

    def _names(
        self, named: _Named, name: str, place: int, last: int, stop: int, stack: list[str]
    ) -> tuple[int, _Named] | None:
        """Where a name is given a value: the place of the value, and what it is the value of."""
        every = self.tokens.all
        sign = self._text(last)
        inside = stack[-1] if stack else ""
        if not name or last >= stop:
            return None
        if self._called(place, last):  # f(a, k) = ..., fun f(a, k): Double = ...
            at = last if sign in ("=", ":=") else self._typed(last, stop)
            head = every[place].text
            known = (
                self.language in ("jl", "kt", "kts", "scala", "swift", "hs")
                and at is not None
                and head not in _KEYWORDS
            )
            owner = property_of(self.tokens, place)
            given = _Named(owner, How.ASSIGNED) if owner else _Named(head, How.RETURNED)
            return (at + 1, given) if known and at is not None else None
        if sign in _CHANGES:
            return last + 1, _Named()
        if sign in _ASSIGNS:
            how = {"(": How.ARGUMENT, "parameters": How.DEFAULT}.get(inside, How.ASSIGNED)
            how = How.ASSIGNED if sign == ":=" else how  # of R, `table[, ratio := accepted / drafted]`: a column
            return last + 1, _Named(name, how)
        if sign == "=>":
            own = inside in ("", "{") and self._is_property(place)
            return last + 1, _Named(every[last - 1].text, How.ASSIGNED) if own else named.returned()
        if sign == ":":
            typed = self._typed(last, stop)
            if typed is not None:
                return typed + 1, _Named(name, How.DEFAULT if inside == "parameters" else How.ASSIGNED)
            if inside in ("{", "(") and self._text(place - 1) != "?":
                return last + 1, _Named(name, How.ENTRY if inside == "{" else How.ARGUMENT)
        return None

    def _changed(self, name: str, place: int, last: int) -> list[Formula]:
        """What `avg *= k` leaves of a name: nothing that is known."""
        if self._text(last) not in _CHANGES:
            return []
        token = self.tokens.all[place]
        return list(self._say(token.start, token.end, [sym(f"?{name}")], _Named(name, How.ASSIGNED)))

    def _is_property(self, place: int) -> bool:
        """Whether a name is a property's before its value: `double Rate => a / b;` of C#, `get rate =>` of Dart."""
        before = self.tokens.all[place - 1] if place else None
        typed = before is not None and before.kind == "name" and before.text not in ("return", "async")
        return self.language in ("cs", "dart") and typed

    def _called(self, place: int, last: int) -> bool:
        return self._text(place + 1) == "(" and self.tokens.pairs.get(place + 1) == last - 1

    def _typed(self, place: int, stop: int) -> int | None:
        """The place of the `=` after a type: `: f64 =`, `: Map<String, Double> =`."""
        if self._text(place) not in (":", "->"):
            return None
        for at in range(place + 1, min(stop, place + 12)):
            said = self.tokens.all[at]
            if said.text == "=":
                return at if at > place + 1 else None
            if said.kind not in ("name", "line") and said.text not in (
                "<",
                ">",
                "[",
                "]",
                "::",
                ".",
                "?",
                "&",
                "|",
                "*",
            ):
                return None
        return None

    def _arrow(self, place: int, stop: int) -> int:
        """After the arrow of `(a, k) =>`, `(a: number): number =>`; 0 where there is none."""
        close = self.tokens.pairs.get(place)
        if self.tokens.all[place].text != "(" or close is None or close >= stop:
            return 0
        for at in range(close + 1, min(stop, close + 8)):
            said = self.tokens.all[at]
            if said.text in ("=>", "->"):
                return at + 1
            if not (said.kind == "name" or said.text in (":", "<", ">", "[", "]", "|", ".")):
                return 0
        return 0

    def _closure(self, place: int, stop: int) -> int:
        """After the parameters of a closure, `|a, k|`."""
        for at in range(place + 1, min(stop, place + 24)):
            if self._text(at) == "|":
                return at + 1
            if self.tokens.all[at].kind not in ("name", "op"):
                return 0
        return 0

    def _parameters(self, place: int, last: int) -> bool:
        """Whether a call is the head of a function: `function f(a, k = 5) {`, `double f(double a) {`."""
        if not self._called(place, last):
            return False
        return self._text(place - 1) in _FUNCTIONS or self._text(last) == "{"

    def _returns(self, last: int) -> bool:
        """Whether an expression is the last of a function whose value that is."""
        if self.language not in _LAST_IS_VALUE:
            return False
        every = self.tokens.all
        while last < len(every) and every[last].kind == "line":
            last += 1
        if last >= len(every) or every[last].text not in ("}", "end"):
            return False
        block: Block = self.blocks.at(every[last].start)
        return block.parent is not None and every[last].end == block.end

    def _macro(self, place: int, stop: int) -> tuple[int, _Named, list[Formula]]:
        """`#define NAME value`, `#define F(a, k) value`."""
        name, after = self._text(place + 1), place + 2
        if self._text(after) == "(" and self.tokens.all[after].start == self.tokens.all[after - 1].end:
            return self.tokens.pairs.get(after, after) + 1, _Named(name, How.RETURNED), []
        return min(after, stop), _Named(name, How.ASSIGNED), []

    def _guarded(self, place: int, stop: int, named: _Named) -> tuple[int, _Named, list[Formula]]:
        """`if (p == 1) return a; return b`: one formula where the condition is that of a point, or a guard."""
        reader = self._reader()
        condition = reader.read(place + 1, stop)
        then = self._return(reader, stop) if condition is not None else None
        start = self._to_return(reader.place, stop) if then is not None else None
        other = reader.read(start, stop) if start is not None else None
        if condition is None or then is None or start is None or other is None:
            return (place + 1 if condition is not None else max(place + 1, reader.place)), named, []
        last = reader.place
        truth = condition if condition.op in ("eq", "ne", "lt", "le") else Node("ne", (condition, num(0)))
        tree = reader.guards.chosen(truth, then, other)
        if tree.op == "ite" and tree.args[0].op != "eq":
            return place + 1, named, []
        while last > start and self.tokens.all[last - 1].kind == "line":
            last -= 1
        self._inside(reader, "(")
        first = self.tokens.all[start].start
        said = _Named(self.blocks.at(first).name, How.RETURNED)
        return last, _Named(), list(self._say(first, self.tokens.all[last - 1].end, [tree], said))

    def _return(self, reader: Expressions, stop: int) -> Node | None:
        start = self._to_return(reader.place, stop)
        return reader.read(start, stop) if start is not None else None

    def _to_return(self, place: int, stop: int) -> int | None:
        """The place after a `return` that only marks of blocks are before."""
        for at in range(place, min(stop, place + 12)):
            token = self.tokens.all[at]
            if token.text == "return":
                return at + 1
            if token.kind != "line" and token.text not in (":", "{", "}", ";", "then", "end", "else"):
                return None
        return None


def _says_nothing(tree: Node) -> bool:
    """Whether a name is that of a type, or no name but brackets that could not be read."""
    name = str(tree.args[0])
    if not (name[:1].isalnum() or name[:1] in "_#?") or name.endswith("[]"):
        return True
    return (
        name in TYPES
        or name in _KEYWORDS
        or (name[:1].isupper() and "." not in name and name.isalpha() and len(name) > 2)
    )
