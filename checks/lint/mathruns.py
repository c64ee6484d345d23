"""Tokens to runs: what in a text in any language can be one expression, before any grammar.

One pass, linear in the text. A run is a sequence of tokens that the grammar of `mathtext` reads: brackets matched,
operators between operands, and a `JUXT` token wherever two operands side by side mean a product. A word, a stray
bracket or any character that mathematics does not use ends a run. The rules of juxtaposition stand in `joins`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .mathtokens import LETTERS, MAX_CALL, MAX_DIGITS, Tok, inside, tokens

MAX_DEPTH = 64  # brackets; people nest five deep
MAX_TOKENS = 1_000  # of one expression


@dataclass(frozen=True)
class Skipped:
    """Mathematical text that was passed over: where, and why."""

    offset: int
    reason: str


Run = list[Tok]

OPERATORS = frozenset({"PLUS", "MINUS", "TIMES", "SLASH", "POW", "REL"})
_STARTS = frozenset({"NUM", "NAME", "FUNC", "FRAC", "BIG"})
_OPENS = frozenset({"LPAR", "LFLOOR", "LCEIL"})
_WAITS = OPERATORS | {"JUXT", "COMMA", "FUNC", "BIG", "UNDER", "FRAC"}
"""What an operand comes after."""
_CLOSED_BY = dict(zip("([{⌊⌈<⁽", ")]}⌋⌉>⁾", strict=True))
_UNREAD = re.compile(
    r"[±∓⊕⊗∘∫∂∇%&]|\\(?:log|ln|lim|pm|mp|oplus|otimes|i?int|partial|nabla|d?binom|choose|b?mod|circ)(?![A-Za-z])"
)
"""Signs of mathematics that the grammar does not have: what stands beside them is not the whole formula."""
_ACTS = re.compile(r"[-+*/^·×−=⋅]|\d|\\(?:cdot|times|frac)")
_STARS = frozenset({"*", "**"})
_TEX_MARKS = frozenset({"\\(", "\\)", "\\[", "\\]"})
_WORDS = frozenset("aAIyeouYEOU")
"""Letters that are words in English, Spanish, Portuguese, French or Italian: no product with what stands a space away."""


@dataclass
class _Frame:
    """What stands in one pair of brackets so far: finished runs, the run being made, and what made it unfit as operand."""

    opened: Tok | None = None
    role: str = "group"  # or "argument", "function", "call", "limit"
    run: Run = field(default_factory=list)
    done: list[Run] = field(default_factory=list)
    given: list[Run] = field(default_factory=list)  # finished ones that calls were given: each stands for itself too
    clean: bool = True
    need: int = 0  # bracketed arguments that the last command still waits for
    since: int = 0  # where in the run that command stands
    big: bool = False  # a sum stands last: after its limits comes its body
    height: int = 0  # of the brackets inside
    cut: bool = False  # the run begins beside a sign that we do not read

    def finish(self, cut: bool = False) -> None:
        """End the run here, without what leads nowhere: an operator, a command without its arguments.

        A run that lost such, or stands by a sign that we do not read, ends with a token `CUT`: it is part of a formula.
        """
        run, began = self.run, self.cut
        if self.need:
            del run[self.since :]
        while run and run[-1].kind in _WAITS:
            cut |= run.pop().kind != "REL"
        if run:
            if cut or began or self.need:
                run.append(Tok("CUT", "", run[-1].end, run[-1].end))
            self.done.append(run)
        self.run, self.need, self.big, self.cut = [], 0, False, cut

    def stop(self, cut: bool = False) -> None:
        """Something that belongs to no expression: this bracket is no operand."""
        self.finish(cut)
        self.clean = False

    def waits(self) -> bool:
        return not self.run or self.run[-1].kind in _WAITS


def runs(text: str, start: int, end: int, *, math: bool = False) -> tuple[list[Run], list[Skipped]]:
    """The runs of a part of a text, each as long as can be, and what was passed over for its size.

    In `math`, and between `$` or `\\(` and `\\)`, a single letter is no word: `$1 + K a$` ends with a product.
    """
    stream = list(tokens(text, start, end))
    pairs = _matched(stream)
    closing = set(pairs.values())
    skipped: list[Skipped] = []
    frames = [_Frame()]
    marks: dict[str, bool] = {}
    inside = False
    for place, token in enumerate(stream):
        frame, kind = frames[-1], token.kind
        after = stream[place + 1] if place + 1 < len(stream) else None
        if kind in _OPENS:
            if place in pairs:
                _opens(frames, token, text[token.end : min(stream[pairs[place]].start, token.end + MAX_CALL)])
            else:
                frame.stop(cut=not token.spaced)
        elif kind == "RPAR":
            if place in closing:
                _closes(frames, token, text, skipped, math=math or inside)
            else:
                frame.stop()
        elif kind == "MARK":
            opening = marks[token.text] = not marks.get(token.text, False)
            if token.text[0] == "$":
                inside = opening and text.find(token.text, token.end, end) >= 0
            follows = after is not None and after.kind in OPERATORS
            if not frame.run or not (frame.waits() if opening else follows):
                frame.stop()
        elif kind == "LINE":
            _new_line(frames, token, after, text)
        elif kind == "LONG":
            skipped.append(Skipped(token.start, f"a number of more than {MAX_DIGITS} digits"))
            frame.stop()
        elif kind == "NUM" and frame.role in ("function", "call") and "," in token.text and "{" not in token.text:
            for number in re.finditer(r"[^,]+", token.text):
                at = token.start + number.start()
                if number.start():
                    _operator(frame, Tok("COMMA", ",", at - 1, at), after)
                _operand(frame, Tok("NUM", number[0], at, token.start + number.end()), after)
        elif kind == "DOTS" and frame.run and frame.run[-1].kind == "PLUS":  # 1 + α + … + α^k
            _operand(frame, token._replace(kind="NAME"), after)
        elif kind in _STARTS:
            _operand(frame, token, after, words=not (math or inside))
        elif kind == "BELOW":
            _below(frame, token)
        elif token.text == "×" and _factor_mark(frame.run, token, after):
            pass  # a speedup of 2.5×
        elif kind in OPERATORS or kind in ("COMMA", "UNDER"):
            _operator(frame, token, after)
        else:
            if token.text in _TEX_MARKS:
                inside = token.text in ("\\(", "\\[")
            frame.stop(cut=_UNREAD.match(token.text) is not None)
    frames[0].finish()
    return frames[0].done + frames[0].given, skipped


def _matched(stream: list[Tok]) -> dict[int, int]:
    """The place of each opening bracket that has a closing one -> that place. Strays are left out."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for place, token in enumerate(stream):
        if token.kind in _OPENS:
            stack.append(place)
        elif token.kind == "RPAR" and stack and _CLOSED_BY[stream[stack[-1]].text] == token.text:
            found[stack.pop()] = place
    return found


def _new_line(frames: list[_Frame], line: Tok, after: Tok | None, text: str) -> None:
    """A line goes on inside brackets, after an operator, and before a sign that no list or quotation begins with; a row of TeX
    not from a remark behind a formula.
    """
    frame = frames[-1]
    goes_on = after is not None and (
        (after.kind == "REL" and after.text not in "<>→")
        or (after.kind == "PLUS" and text[after.start - 1] != "\n")  # at the margin it is a list's or a diff's mark
        or after.text in ("·", "×", "⋅")
    )
    remark = text[line.start] == "\\" and len(frame.run) == 1 and not frame.run[0].line
    goes_on = goes_on and not remark
    if len(frames) == 1 and not goes_on and not (frame.run and frame.waits()):
        frame.finish()


def _below(frame: _Frame, token: Tok) -> None:
    """A subscript of HTML belongs to the name before it."""
    if frame.run and frame.run[-1].kind == "NAME":
        last = frame.run.pop()
        frame.run.append(last._replace(text=last.text + token.text, end=token.end))
    else:
        frame.stop()


def _operator(frame: _Frame, token: Tok, after: Tok | None) -> None:
    kind, last = token.kind, frame.run[-1] if frame.run else None
    if kind == "UNDER":
        if last is not None and last.kind == "BIG" and after is not None and after.kind == "LPAR":
            frame.run.append(token)
        else:
            frame.stop()
    elif kind == "COMMA":
        if frame.role == "function" and not frame.waits():
            frame.run.append(token)
        else:
            frame.stop()
    elif not frame.waits():
        if (kind == "MINUS" and _hyphen(last, token, after)) or (
            token.text in _STARS and _emphasis(last, token, after)
        ):
            frame.stop()
        else:
            frame.run.append(token)
            frame.big = frame.big and kind == "POW"
    elif kind == "REL" and last is not None and last.kind == "REL":
        frame.run[-1] = last._replace(text="≈" if "≈" in (last.text, token.text) else token.text, end=token.end)
    elif kind in ("PLUS", "MINUS") and (last is None or last.kind not in ("PLUS", "MINUS")):
        if last is not None or after is None or not after.spaced or not (token.spaced or token.line):
            frame.run.append(token)
        elif not token.line:  # else the mark of a list's item
            frame.stop(cut=True)
    else:
        frame.stop(cut=kind != "REL" and not token.line)


def _hyphen(last: Tok | None, token: Tok, after: Tok | None) -> bool:
    """`top-k`, `GPT-4`, `2–3 tokens`: a minus sign without space beside a word of bare letters, or a range's dash."""
    if token.spaced or after is None or after.spaced or last is None:
        return False
    if last.kind == after.kind == "NUM":
        rising = last.text.isdecimal() and after.text.isdecimal() and int(last.text) < int(after.text)
        return token.text == "–" or rising  # 2-3 tokens: nobody writes a difference below zero
    return _bare(last) or _bare(after)


def _emphasis(last: Tok | None, token: Tok, after: Tok | None) -> bool:
    """`the *ratio* r`, `**kwargs`: stars beside a word of bare letters, with a space on one side only."""
    words = (last is not None and _bare(last)) or (after is not None and _bare(after))
    return words and token.spaced != (after is None or after.spaced or after.kind == "LINE")


def _bare(token: Tok) -> bool:
    """A word of letters alone, which could be prose as well as a name."""
    return token.kind == "NAME" and token.text.isalpha() and len(token.text) > 1 and token.text not in LETTERS


def _operand(frame: _Frame, token: Tok, after: Tok | None, words: bool = True) -> None:
    """Add an operand to a run; `words`: a single letter may be a word, as it may not be between dollar signs."""
    run, start, end = frame.run, token.start, token.end
    if run and run[-1].kind == "BIG" and token.text.startswith("_"):  # Σ_i
        run += [Tok("UNDER", "_", start, start), Tok("LPAR", "", start, start)]
        run += [Tok("NAME", token.text[1:], start, end), Tok("RPAR", "", end, end)]
        return
    if token.kind == "NAME" and token.text in ("x", "X") and _times(run, token, after):
        if after is not None and (after.kind in ("NUM", "LPAR") or token.spaced):
            run.append(Tok("TIMES", token.text, start, end))
        return  # else the mark of a factor, as in a speedup of 2.5x
    if frame.need and run[-1].kind == "FUNC" and token.kind in ("NUM", "NAME"):  # \log \alpha
        run.append(token)
        frame.need = 0
        return
    if frame.need:
        frame.stop()
    if frame.run and frame.run[-1].kind == "BIG":  # Σ α^i: a sum whose limits are not said
        frame.run.append(_product(token, body=True))
        frame.big = False
    elif not frame.waits():
        if frame.big or joins(frame.run[-1], token, words):
            frame.run.append(_product(token, frame.big))
            frame.big = False
        else:
            frame.stop()
    if token.kind in ("FRAC", "FUNC"):
        frame.since, frame.need = len(frame.run), {"FRAC": 2, "FUNC": 1}[token.kind]
    frame.big = frame.big or token.kind == "BIG"
    frame.run.append(token)


def _product(right: Tok, body: bool = False) -> Tok:
    return Tok("JUXT", "body" if body else "spaced" if right.spaced else "", right.start, right.start)


def _times(run: Run, token: Tok, after: Tok | None) -> bool:
    """The letter x as a sign: between two numbers, or written to a number that nothing follows."""
    if not run or run[-1].kind not in ("NUM", "RPAR"):
        return False
    if after is not None and (
        after.kind in ("NUM", "LPAR") or (after.kind == "NAME" and token.spaced and after.spaced)
    ):
        return token.spaced == after.spaced or run[-1].kind == after.kind == "NUM"
    return _factor_mark(run, token, after)


def _factor_mark(run: Run, token: Tok, after: Tok | None) -> bool:
    """A sign written to a number that stands alone, with nothing behind it that it could multiply."""
    if not run or run[-1].kind != "NUM" or token.spaced or not (len(run) == 1 or run[-2].kind == "REL"):
        return False
    return after is None or after.kind in _ENDS or (after.spaced and _bare(after))


_ENDS = frozenset({"REL", "BREAK", "LINE", "COMMA"})


def letter(token: Tok) -> bool:
    """A name as formulas have them: one letter of any alphabet, with its subscripts, or a command of LaTeX."""
    plain = token.text.partition("_")[0].rstrip("₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙ′\u0302\u0304")
    return token.kind == "NAME" and (len(plain) == 1 or token.text[0] == "\\")


def _greek(token: Tok) -> bool:
    return token.kind == "NAME" and (token.text[0] == "\\" or token.text[0] > "\u036f") and letter(token)


def _word(token: Tok) -> bool:
    """A single letter that is a word somewhere: `a`, `y`, `é`."""
    return token.kind == "NAME" and (token.text in _WORDS or "\x7f" < token.text < "\u0370")


def joins(left: Tok, right: Tok, words: bool = True) -> bool:
    """Whether two operands side by side mean a product.

    Without a space: letters, numbers before names (`2γ`, `2avg_rate`), brackets. With one, only what no sentence has:
    a Greek letter or a command of LaTeX on the right (`2 γ`, `c γ`), or two letters that are no words (`γ c`, `b c`). A
    number on the right never multiplies (`α 2`), nor does a long name on the left (`rate γ`), nor what stands in the next column.
    """
    if right.kind == "NUM" or (right.wide and words):
        return False
    if left.kind == "NAME" and not letter(left) and (right.spaced or left.text[-1] not in ")]"):
        return False
    if right.kind in ("FRAC", "BIG"):
        return True
    if (right.thin or not words) and left.kind == "RPAR" and letter(right):  # $(K+1)\,p^K$
        return True
    if right.kind == "FUNC":
        return left.kind != "NAME" or _greek(left) or not right.spaced
    if not right.spaced or right.thin:
        return letter(right) or (left.kind == "NUM" and not _bare(right))
    if _greek(right):
        return not _word(left)
    if left.text[0] == "\\":
        return letter(right)
    if left.kind != "NAME" or not letter(right):
        return False
    return not words or not (_word(left) or _word(right))


def _opens(frames: list[_Frame], token: Tok, content: str) -> None:
    """Open a bracket: an argument, a sum's limit, a call's, or a group that may be a factor."""
    frame = frames[-1]
    last = frame.run[-1] if frame.run else None
    role = "group"
    if last is not None and last.kind == "UNDER":
        role = "limit"
    elif last is not None and last.kind == "FUNC":
        role = "function"
    elif frame.need:
        role = "argument"
    elif last is not None and last.kind == "NAME" and not token.spaced and _called(last, token, content):
        role = "call"
    frames.append(_Frame(token, role))


_OF_LENGTH = re.compile(r"\s*(?:\\gamma|γ|[kK])\s*")
"""What a rate is a function of, `α(γ)`: a product with a draft length has no brackets around it."""


def _called(name: Tok, bracket: Tok, content: str) -> bool:
    """`E[N]`, `f(x)`, `speedup(α, γ)` are names; `γ(1+c)`, `k(1-a)` are products."""
    if name.text[-1] in ")]":
        return bracket.text == "["
    if bracket.text == "[" or not letter(name):
        return bracket.text in "(["
    if bracket.text != "(" or _greek(name):
        return bracket.text == "(" and ("," in content or _OF_LENGTH.fullmatch(content) is not None)
    return name.text[0] in "EPfghFSTRL" or not _ACTS.search(content) or "," in content


def _closes(frames: list[_Frame], token: Tok, text: str, skipped: list[Skipped], math: bool) -> None:
    """Close a bracket: it becomes an operand of what stands around it, or what is in it stands alone."""
    inner = frames.pop()
    outer, opened = frames[-1], inner.opened
    assert opened is not None
    inner.finish()
    height = inner.height + 1
    outer.height = max(outer.height, height)
    if height > MAX_DEPTH:
        if height == MAX_DEPTH + 1:
            skipped.append(Skipped(opened.start, f"brackets nested deeper than {MAX_DEPTH}"))
        outer.stop(cut=True)
        return
    if inner.role == "call":
        _call(outer, inner, token, text)
        return
    outer.given += inner.given
    content = inner.done[0] if inner.clean and len(inner.done) == 1 and len(inner.done[0]) <= MAX_TOKENS else []
    if inner.role == "limit":  # its `=` relates nothing
        content = [t._replace(kind="IS") if t.kind == "REL" else t for t in content]
    stated = any(t.kind == "REL" for t in content)
    if not content or stated or content[-1].kind == "CUT":
        outer.stop(cut=not opened.spaced)
        outer.done.extend(inner.done)
        return
    if inner.role == "group" and not outer.waits():
        if outer.big or _factor(outer.run, opened, content, math):
            outer.run.append(_product(opened, outer.big))
        else:
            outer.stop()
    outer.big = outer.big and (inner.role == "limit" or outer.run[-1].kind == "POW")
    if inner.role in ("argument", "function"):
        outer.need -= 1
    outer.run += [opened, *content, token]


def _factor(run: Run, opened: Tok, content: Run, math: bool) -> bool:
    """Whether a bracket after an operand multiplies it. A space away it must look like a formula: `γ (1 + c)`, `(1-α)^2 (1+γc)`."""
    left = run[-1]
    if left.kind == "NUM" and (opened.kind in ("LFLOOR", "LCEIL") or (math and len(content) > 1)):
        return True
    if opened.thin and (left.kind != "NAME" or letter(left)):
        return True
    if len(run) > 2 and run[-2].kind == "POW" and left.kind == "NUM" and len(content) > 1:
        return True
    spelled_out = left.text in LETTERS and opened.spaced  # alpha (1 - alpha^k): unspaced it is a call
    if left.kind == "NAME" and not letter(left) and not spelled_out:
        return left.text[-1] in ")]" and not opened.spaced
    if not opened.spaced:
        return True
    return len(content) > 1 and (left.kind == "RPAR" or (left.kind == "NAME" and not _word(left)))


def _call(outer: _Frame, inner: _Frame, token: Tok, text: str) -> None:
    """A call or subscript is a name, as it is written. What a function by a long name is given stands for itself too."""
    name = outer.run.pop()
    short = token.end - name.start <= MAX_CALL
    if short and name.text in _FOLDS and inner.opened is not None and (fold := _fold(name, inner.opened, token, text)):
        outer.run += fold
        return
    if token.text == ")" and not letter(name):
        outer.given += inner.done + inner.given
    if not short:
        outer.stop(cut=True)
    else:
        outer.run.append(name._replace(text=name.text + inside(text[name.end : token.end]), end=token.end))


_FOLDS = {"sum": "sum", "np.sum": "sum", "prod": "prod", "math.prod": "prod", "np.prod": "prod"}
_OVER_RANGE = re.compile(
    r"(?P<body>.+)\sfor\s+(?P<index>\w+)\s+in\s+range\((?:(?P<low>[^,]+),)?(?P<stop>[^,]+)\)\s*", re.DOTALL
)


def _fold(name: Tok, opened: Tok, closed: Tok, text: str) -> Run:
    """`sum(α**i for i in range(γ + 1))` as the sum it is, in brackets; nothing where it is another call.

    The 0 that `range` leaves out and the 1 between its end and the last index are numerals without width.
    """
    match = _OVER_RANGE.fullmatch(text, opened.end, closed.start)
    if match is None:
        return []
    parts: dict[str, Run] = {}
    for part in ("body", "low", "stop"):
        found, skipped = runs(text, *match.span(part)) if match[part] else ([], [])
        if match[part] and (skipped or len(found) != 1 or any(t.kind in ("REL", "CUT") for t in found[0])):
            return []
        parts[part] = found[0] if found else []

    def at(kind: str, said: str, start: int) -> Tok:
        return Tok(kind, said, start, start)

    here, end = match.start("index"), closed.start
    opens, closes = at("LPAR", "(", here), at("RPAR", ")", end)
    low = parts["low"] or [at("NUM", "0", end)]
    return [
        Tok("LPAR", "(", name.start, opened.end), Tok("BIG", _FOLDS[name.text], name.start, name.end),
        at("UNDER", "_", here), opens, Tok("NAME", match["index"], here, match.end("index")), at("IS", "=", here), *low, closes,
        at("POW", "^", here), opens, opens, *parts["stop"], closes, at("MINUS", "-", end), at("NUM", "1", end), closes,
        at("JUXT", "body", here), opens, *parts["body"], closes, closed,
    ]  # fmt: skip
