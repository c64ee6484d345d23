"""Expressions of code in any language to trees, by operator precedence: as far as they go, from a token on.

One grammar for all: what differs is which operator is a power and whether a line ends an expression (`Syntax`). Fields, paths
and elements are names, a call that is not known is one, casts and what only wraps a value are seen through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ....derivations.expr import Node, num, sym
from . import codetrees as t
from .codefunctions import LIBRARIES, ONE, PRODUCTS, QUERIES, RELATIONS, SAME, STOPS, TWO, TYPES
from .codesyntax import Syntax
from .codetokens import Tok, Tokens, number
from .codetrees import MAX_DEPTH, Unread
from .guards import Guards

_GOES_ON = frozenset({"?", ":", ".", "?.", "&&", "||", "/"})
"""Before these a line's end is none in any language."""


@dataclass
class Expressions:
    """Reads expressions out of tokens. `place` is the token that comes next."""

    tokens: Tokens
    syntax: Syntax
    language: str
    guards: Guards
    place: int = 0
    stop: int = 0
    depth: int = 0
    held: int = 0  # brackets open: in one, no line ends an expression
    opaque: list[tuple[int, int]] = field(default_factory=list)  # stretches of tokens that were taken as part of a name
    powers: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.powers = frozenset(self.syntax.power.split())
        self.queries = self.language in ("promql", "sql")

    def read(self, place: int, stop: int, held: bool = False) -> Node | None:
        """The tree of the longest expression from a token on, up to another; None where there is none.

        `place` is then after it, or after as much as was read of one that is too large.
        """
        self.place, self.stop, self.depth, self.held = place, stop, 0, int(held)
        try:
            return self._choice()
        except Unread:
            self.opaque.clear()
            return None

    def _peek(self) -> Tok | None:
        """The next token; a line's end is none where the expression goes on after it."""
        every, after = self.tokens.all, self.place
        while after < self.stop and every[after].kind == "line":
            after += 1
        if after >= self.stop or (after > self.place and not self.held and not self._goes_on(self.place, after)):
            return None
        self.place = after
        return every[after]

    def _goes_on(self, place: int, after: int) -> bool:
        """Whether an expression goes on over a line's end: after an operator, or before one where lines do not end it."""
        before, token = self.tokens.all[place - 1] if place else None, self.tokens.all[after]
        if before is not None and before.kind == "op" and before.text not in (";", "++", "--"):
            return True
        going = token.text in _GOES_ON or (token.text in ("+", "-", "*") and not self.syntax.ends)
        return token.kind == "op" and going

    def _take(self, *said: str) -> bool:
        token = self._peek()
        if token is not None and token.kind in ("op", "name") and token.text in said:
            self.place += 1
            return True
        return False

    def _choice(self) -> Node | None:
        """`condition ? a : b`, or what is no choice."""
        self.depth += 1
        start = self.place
        found = self._relation()
        if found is not None and self._take("?"):
            then = self._choice()
            other = self._choice() if then is not None and self._take(":") else None
            if then is not None and other is not None:
                found = self.guards.chosen(_truth(found), then, other)
            else:
                found = sym(self._text(start))
        self.depth -= 1
        return found

    def _relation(self) -> Node | None:
        """A sum, or a relation of two; what logic joins is more than can be said of one."""
        left = self._sum()
        token = self._peek()
        if left is None or token is None or token.kind != "op":
            return left
        if token.text in ("??", "||"):  # a value, or what stands in for it
            back = self.place
            self.place += 1
            if self._sum() is None:
                self.place = back
            return left
        if token.text not in RELATIONS or (token.text in "<>" and self._generic()):
            return left
        back, (kind, swapped) = self.place, RELATIONS[token.text]
        self.place += 1
        right = self._sum()
        if right is None:
            self.place = back
            return left
        return self.guards.relation(kind, *((right, left) if swapped else (left, right)))

    def _generic(self) -> bool:
        """Whether `<` opens the arguments of a type."""
        after = self.tokens.all[self.place + 1 : self.place + 3]
        return len(after) == 2 and after[0].text in TYPES and after[1].text in (">", ",", "[")

    def _sum(self) -> Node | None:
        first = self._product()
        if first is None:
            return None
        parts = [first]
        while (token := self._peek()) is not None and token.kind == "op" and token.text in ("+", "-", "−"):
            back = self.place
            self.place += 1
            part = self._product()
            if part is None:
                self.place = back
                break
            parts.append(part if token.text == "+" else t.negative(part))
            if len(parts) > t.MAX_NODES:
                raise Unread
        return self.guards.sum(parts) if len(parts) > 1 else first

    def _product(self) -> Node | None:
        left = self._signed()
        factors = 1
        while left is not None and (token := self._peek()) is not None and token.text in PRODUCTS:
            back, divides = self.place, token.text in ("/", "//", "÷", "%/%")
            self.place += 1
            self.guards.below += divides
            right = self._signed()
            self.guards.below -= divides
            if right is None:
                self.place = back
                break
            left = PRODUCTS[token.text](left, right)
            factors += 1
            if factors > MAX_DEPTH:
                raise Unread
        return left

    def _signed(self) -> Node | None:
        self.depth += 1
        if self.depth > 2 * MAX_DEPTH:  # a bracket counts twice
            raise Unread
        if self._take("-", "−"):
            inner = self._signed()
            found = None if inner is None else t.minus(inner)
        else:
            self._take("+", "await", "new", "*", "&")
            found = self._power()
        self.depth -= 1
        return found

    def _power(self) -> Node | None:
        base = self._atom()
        if base is not None and self.powers:
            token = self._peek()
            if token is not None and token.kind == "op" and token.text in self.powers:
                back = self.place
                self.place += 1
                exponent = self._signed()
                if exponent is None:
                    self.place = back
                else:
                    return t.power(base, exponent)
        return base

    def _atom(self) -> Node | None:
        """A number, a name with what belongs to it, or a bracket; then casts."""
        token = self._peek()
        if token is None:
            return None
        start = self.place
        if token.kind == "num":
            self.place += 1
            made = self.guards.numerals.leaf(number(token.text), token.start) or sym(token.text)
            return self._after(made)
        if token.kind == "open" and token.text == "(":
            return self._bracket(start)
        if token.text == "if" and token.kind == "name" and not self._is_field(start):
            return self._conditional()
        if token.kind == "name" and (token.text not in STOPS or self._is_field(start)):
            return self._named(start)
        return None

    def _conditional(self) -> Node | None:
        """`if c { a } else { b }`, `if (c) a else b`: an expression in some languages."""
        start = self.place
        self.place += 1
        condition = self._choice()
        then = self._branch() if condition is not None else None
        other = self._branch() if then is not None and self._take("else") else None
        if condition is None or then is None or other is None:
            self.place = start
            return None
        return self.guards.chosen(_truth(condition), then, other)

    def _branch(self) -> Node | None:
        """One expression, in braces or not."""
        token = self._peek()
        close = self.tokens.pairs.get(self.place) if token is not None and token.text == "{" else None
        if close is None or close >= self.stop:
            return self._choice()
        self.place += 1
        found = self._inside(close)
        self.place = close + 1
        return found

    def _is_field(self, place: int) -> bool:
        return place > 0 and self.tokens.all[place - 1].text in (".", "?.", "::", "->")

    def _bracket(self, start: int) -> Node | None:
        close = self.tokens.pairs.get(start)
        if close is None or close >= self.stop:
            return None
        inside = [token.text for token in self.tokens.all[start + 1 : min(close, start + 4)]]
        if inside and all(text in TYPES or text in ("*", "const") for text in inside) and close < start + 4:
            self.place = close + 1  # a cast
            return self._signed()
        self.place = start + 1
        found = self._inside(close)
        if found is None:
            self.opaque.append((start + 1, close))
            self.place = close + 1
            return self._after(sym(self._text(start)))
        self.place = close + 1
        return self._methods(found, start)

    def _methods(self, value: Node, start: int) -> Node:
        """What methods make of a value that is no name: `(a - b).abs()`; one that is not known makes a name of it."""
        while (token := self._peek()) is not None and token.text in (".", "?."):
            follows = self.tokens.all[self.place + 1] if self.place + 1 < self.stop else None
            if follows is None or follows.kind != "name":
                break
            self.place += 2
            made = self._method(value, follows.text)
            if made is None:
                opened = self._peek()
                close = self.tokens.pairs.get(self.place) if opened is not None and opened.text == "(" else None
                if close is not None and close < self.stop:
                    self.opaque.append((self.place + 1, close))
                    self.place = close + 1
                made = sym(self._text(start))
            value = made
        return self._after(value)

    def _inside(self, close: int) -> Node | None:
        """One expression between brackets, and nothing else."""
        stop, below = self.stop, self.guards.below
        self.stop, self.held = close, self.held + 1
        try:
            found = self._choice()
            done = self._peek() is None
        finally:
            self.stop, self.held, self.guards.below = stop, self.held - 1, below
        return found if done else None

    def _named(self, start: int) -> Node | None:
        """A name with its fields, elements and calls; what it is called with decides what it is."""
        all_tokens = self.tokens.all
        name = all_tokens[start].text.lstrip("$@")
        self.place = start + 1
        found: Node | None = None  # what was called, where that is known
        while (token := self._peek()) is not None:
            follows = all_tokens[self.place + 1] if self.place + 1 < self.stop else None
            if token.text in (".", "?.", "::", "->", "!") and token.kind == "op":
                if token.text == "::" and follows is not None and follows.text == "<":  # a type's arguments
                    self._skip_generic(self.place + 1)
                    continue
                if token.text == "!" or follows is None or follows.kind not in ("name", "num"):
                    if (
                        token.text == "!"
                        and token.start == all_tokens[self.place - 1].end
                        and (follows is None or follows.kind != "open")
                    ):
                        self.place += 1
                        continue
                    break
                if token.text == "::" and self.language == "sql":
                    self.place += 2
                    continue
                self.place += 2
                if found is not None:
                    self.place -= 2
                    return self._methods(found, start)
                if (called := self._called_as_method(name, follows.text)) is not None:
                    found = called
                    continue
                if follows.text != "value":  # what a reference of Vue holds is what it is named for
                    name += "." + follows.text
            elif token.text == "[" and self.language != "promql":
                close = self.tokens.pairs.get(self.place)
                if close is None or close >= self.stop:
                    break
                name += self._key(self.place, close)
                self.place = close + 1
            elif (token.text == "(" and token.start == all_tokens[self.place - 1].end) or (
                token.text == "(" and self.queries
            ):
                close = self.tokens.pairs.get(self.place)
                if close is None or close >= self.stop or found is not None:
                    break
                opened = self.place
                found = self._call(name, opened, close)
                self.place = close + 1
                if found is None:
                    self.opaque.append((opened + 1, close))
                    name = self._text(start)
            elif token.text in ("[", "{") and self.language == "promql":
                close = self.tokens.pairs.get(self.place)
                if close is None or close >= self.stop:
                    break
                self.place = close + 1
            elif token.text == "<" and name.endswith("_cast"):
                self._skip_generic(self.place)
            elif self.queries and token.text in ("by", "without") and follows is not None and follows.text == "(":
                close = self.tokens.pairs.get(self.place + 1)
                if close is None or close >= self.stop:
                    break
                self.place = close + 1
            else:
                break
        return self._after(found if found is not None else t.named(t.squeezed(name), self.tokens.text))

    def _skip_generic(self, place: int) -> None:
        """Past `<double>`, or its sign alone."""
        self.place = place + 1
        while self.place < min(self.stop, place + 6) and self.tokens.all[self.place - 1].text != ">":
            self.place += 1

    def _called_as_method(self, name: str, method: str) -> Node | None:
        """`alpha.powi(k)`: a function that is known, called as a method of a name."""
        if name.lower() in LIBRARIES or name in TYPES:
            return None
        return self._method(sym(t.squeezed(name)), method)

    def _method(self, value: Node, method: str) -> Node | None:
        """What a method of a value comes to. Leaves the place where it was if that is not known."""
        token, said = self._peek(), method.lower()
        if token is None or token.text != "(":
            return None
        close = self.tokens.pairs.get(self.place)
        if close is None or close >= self.stop:
            return None
        known = said in SAME or said in ONE or said in TWO or said in ("min", "max", "clamp")
        if not known:
            return None
        opened = self.place
        args = self._arguments(opened, close)
        self.place = close + 1
        made = self._made(said, [value, *args]) if args is not None else None
        if made is None:
            self.place = opened
        return made

    def _call(self, name: str, opened: int, close: int) -> Node | None:
        """What a call comes to; None where it is not known, and is a name then."""
        said = re.split(r"\.", name)[-1].lower()
        known = (
            said in SAME
            or said in ONE
            or said in TWO
            or said in ("min", "max", "clamp", "fmin", "fmax", "sum", "ifelse", "iif", "if")
        )
        known |= self.queries and said in QUERIES
        args = self._arguments(opened, close) if known else None
        return self._made(said, args) if args else None

    def _arguments(self, opened: int, close: int) -> list[Node] | None:
        """The arguments between brackets, as trees; None where one is no expression."""
        stop, below, place = self.stop, self.guards.below, self.place
        self.stop, self.held, self.place = close, self.held + 1, opened + 1
        found: list[Node] = []
        try:
            while self.place < close and self._peek() is not None:
                arg = self._choice()
                if arg is None:
                    return None
                found.append(arg)
                token = self._peek()
                if token is not None and token.text.lower() == "as":  # CAST(x AS float)
                    break
                if token is not None and token.text != ",":
                    return None
                self.place += 1
        finally:
            self.stop, self.held, self.place, self.guards.below = stop, self.held - 1, place, below
        return found

    def _made(self, said: str, args: list[Node]) -> Node | None:
        if not args:
            return None
        if self.queries and said in QUERIES and not (said in ("max", "min") and len(args) > 1):
            return next((arg for arg in args if self.guards.numerals.value(arg) is None), args[0])
        if said in TWO and len(args) >= 2:
            return TWO[said](args[0], args[1])
        if said in ("min", "max", "fmin", "fmax") and len(args) > 1:
            return self.guards.extreme(said.removeprefix("f"), args)
        if said in ("ifelse", "iif", "if") and len(args) == 3:
            return self.guards.chosen(_truth(args[0]), args[1], args[2])
        if said == "log" and len(args) == 2:
            return t.quotient(Node("log", (args[1],)), Node("log", (args[0],))) if self.language == "sql" else None
        if said in ONE and len(args) == 1:
            return ONE[said](args[0])
        return args[0] if said in SAME or said == "clamp" else None

    def _key(self, opened: int, close: int) -> str:
        """An element as part of a name: `.rate` of `["rate"]`, `[0]`."""
        inner = self.tokens.text[self.tokens.all[opened].end : self.tokens.all[close].start].strip()
        if close == opened + 2 and self.tokens.all[opened + 1].kind == "str":
            return "." + t.squeezed("_".join(inner.strip("\"'`").split()))
        if close > opened + 2:
            self.opaque.append((opened + 1, close))
        return f"[{t.squeezed(inner)}]"

    def _after(self, found: Node) -> Node:
        """Past a cast: `k as f64`."""
        while (token := self._peek()) is not None and token.text == "as" and self.language not in ("sql", "promql"):
            follows = self.tokens.all[self.place + 1] if self.place + 1 < self.stop else None
            if follows is None or follows.kind != "name":
                break
            self.place += 2
        return found

    def _text(self, start: int) -> str:
        last = self.tokens.all[max(start, self.place - 1)]
        first = self.tokens.all[start].start
        return t.squeezed(self.tokens.text[first : min(last.end, first + 4_000)])


def _truth(tree: Node) -> Node:
    """A condition as a truth value: a number is true where it is not zero."""
    return tree if tree.op in ("eq", "ne", "lt", "le", "and", "or", "not") else Node("ne", (tree, num(0)))
