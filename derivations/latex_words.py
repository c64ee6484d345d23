"""Words for LaTeX's text mode: prose with Greek letters, signs and powers in it, as the claims' sources and reasons have it.

Whatever comes in, what goes out is ASCII, sets nothing but its characters, and needs no package: text that others wrote may
stand in it (a ledger's reason). What the fonts of LaTeX do not have is named: `[U+202E]`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

LONGEST_WORD = 16
"""Characters of a stranger's word beyond which it may be broken after every few: no column of a table holds an endless one."""

BREAK = "\u200b"
"""Unicode's zero width space: a place where a line may break."""

_JOINT = re.compile(r"(?<=[./,:;])(?=[^\W\d])")
_ENDLESS = re.compile(rf"[^\s_./,:;{BREAK}]{{{LONGEST_WORD + 1},}}")
_PART = re.compile(".{1,6}", re.DOTALL)
_LONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
_AFTER = re.compile(r"(?<=[./,:;])(?=.)", re.DOTALL)

_CAPITALS = ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega")
_LATIN = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True))
"""Greek letters that look like Latin ones: TeX has no command for them."""

_SIGNS = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\neq", "∞": r"\infty", "·": r"\cdot", "×": r"\times", "→": r"\to", "∈": r"\in",
    "≈": r"\approx", "√": r"\surd", "−": "-", "ℕ": r"\mathrm{N}", "′": "'", "<": "<", ">": ">", "|": "|", "²": "^2", "³": "^3",
    "₊": "_+", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "ℓ": r"\ell", "±": r"\pm", "÷": r"\div",
    "∪": r"\cup", "∩": r"\cap", "≡": r"\equiv", "⊂": r"\subset", "°": r"^\circ", "…": r"\ldots", "\u00b5": r"\mu",
}  # fmt: skip
_PLAIN = {
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "\u00a0": "~",
    "§": r"\S{}",
    BREAK: r"\hspace{0pt}",
}
_BARS = {"\u0302": "hat", "\u0304": "bar"}
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".", "\u0308": '"',
    "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
_ESCAPED = {
    **{c: "\\" + c for c in "&%$#{}"},
    "_": r"\_\allowbreak{}",  # a claim's id may be longer than a line
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "`": r"\`{}",
    '"': "''",
}
_SPECIAL = re.compile(
    r"(?P<base>\b(?:alpha|beta|gamma|[^\W\d_]|\d+)|[α-ω]|\))\^(?P<exponent>\([\w+\-*/ ·.,]*\)|-?\w+)"
    r"|(?P<named>[^\W\d_])_(?<!\w\w_)(?P<index>\([\w+\-]*\)|-?[^\W_]+)(?!\w)"
    r"|`(?P<code>[^`]+)`"
    r'|"(?P<quoted>[^"]*)"'
    r"|(?P<dash>--)"
    r"|(?P<minus>(?<= )-(?= )|-(?=[α-ω])|(?<=[α-ω)²])-(?=[\d(])|(?<=[ (=])-(?=\d)"
    r"|-(?:(?<=\(1-)(?=(?:alpha|beta|gamma|[a-z])(?![^\W_]))|(?=1\))(?<=[A-Za-z]-)(?<![A-Za-z][A-Za-z]-)))"
    rf"|(?P<accented>.)(?P<bar>[{''.join(_BARS)}])"
    r"|(?P<character>[^ !'()*+,\-./0-9:;=?@A-Z\[\]a-z])"
)


_UNUSUAL = re.compile(r"[^ !'()*+,./0-9:;=?@A-Z\[\]a-z]")
"""What some part of it begins with or has in it: a look for it is short, and much of what is said has none."""


@lru_cache(maxsize=2**13)
def latex_text(words: str) -> str:
    """Words for text mode: special characters escaped, Greek letters, signs and powers in math, `code` in typewriter."""
    return _put(words, _piece)


@lru_cache(maxsize=2**10)
def _as_named(words: str) -> str:
    """As `latex_text`, but `x_y` is a name and no formula."""
    return _put(words, lambda found: "".join(map(_escaped, found[0])) if found["named"] else _piece(found))


def _put(words: str, piece: Callable[[re.Match[str]], str]) -> str:
    if not _UNUSUAL.search(words):
        return words
    return _SPECIAL.sub(piece, " ".join(words.split()) if _has_breaks(words) else words)


def latex_code(words: str) -> str:
    """A name, an id or a command in typewriter; a line may break after its dots and underscores."""
    return rf"\texttt{{{_as_named(words)}}}".replace(".", r".\allowbreak{}")


def foreign(words: str) -> str:
    """The words of a stranger, from a file that was read: as `latex_text`, and no word is too long for a line."""
    jointed = _LONG.sub(lambda word: _AFTER.sub(BREAK, word[0]), _JOINT.sub(BREAK, words))
    if not (jointed.isascii() and jointed.isprintable()):
        jointed = "".join(c + BREAK * _escaped(c).startswith("[U+") for c in jointed)
    return _as_named(_ENDLESS.sub(lambda word: BREAK.join(_PART.findall(word[0])), jointed))


def plain_text(words: str) -> str:
    """Words in ASCII where there is no math, as in a bookmark: Greek letters by name, other signs left out."""
    named = (("infinity" if c == "∞" else _greek(c)[1:]) or c for c in unicodedata.normalize("NFKD", words))
    return "".join(c for part in named for c in part if c.isascii() and (c.isalnum() or c in " .,:;()=+-*/<>|'"))


def _has_breaks(words: str) -> bool:
    return "\n" in words or not words.isprintable()


def _piece(found: re.Match[str]) -> str:
    if base := found["base"]:
        return rf"\({_math(base)}^{{{_math(found['exponent'].removeprefix('(').removesuffix(')'))}}}\)"
    if name := found["named"]:
        return rf"\({_math(name)}_{{{_index(found['index'].removeprefix('(').removesuffix(')'))}}}\)"
    if code := found["code"]:
        return latex_code(code)
    if found["quoted"] is not None:
        return f"``{latex_text(found['quoted'])}''"
    if found["dash"]:
        return "-{}-"  # two, not one long one: an option of a command
    if found["minus"]:
        return r"\(-\)"
    if bar := found["bar"]:
        inner = _escaped(found["accented"]).removeprefix(r"\(").removesuffix(r"\)")
        return rf"\(\{_BARS[bar]}{{{inner}}}\)"
    return _escaped(found["character"])


def _math(words: str) -> str:
    """A short formula, as it stands in words, for math mode."""
    parts = [_SIGNS.get(part) or _greek(part) or _ESCAPED.get(part, part) for part in re.findall("[a-z]{4,}|.", words)]
    return "".join(part + " " * part[1:].isalpha() for part in parts).strip()


def _index(words: str) -> str:
    """What stands below a letter: a word upright, as in the formulas."""
    return rf"\mathrm{{{words}}}" if len(words) > 1 and words.isascii() and words.isalpha() else _math(words)


@lru_cache(maxsize=2**10)
def _escaped(character: str) -> str:
    if found := _ESCAPED.get(character) or _PLAIN.get(character) or _LATIN.get(character):
        return found
    if command := _SIGNS.get(character) or _greek(character):
        return rf"\({command}\)"
    if character.isascii() and character.isprintable():
        return character
    letter, *marks = list(unicodedata.normalize("NFD", character))
    if letter.isascii() and letter.isalpha() and len(marks) == 1 and marks[0] in _ACCENTS:
        return rf"\{_ACCENTS[marks[0]]}{{{letter}}}"
    return f"[U+{ord(character):04X}]"


@lru_cache(maxsize=2**10)
def _greek(character: str) -> str:
    """The command of a Greek letter, or of the word for a small one; empty where there is none."""
    if character in ("alpha", "beta", "gamma"):
        return "\\" + character
    match unicodedata.name(character, "").split() if len(character) == 1 else []:
        case ["GREEK", "SMALL", "LETTER", letter] if letter != "OMICRON":
            return "\\" + letter.lower().replace("lamda", "lambda")
        case ["GREEK", "CAPITAL", "LETTER", letter] if letter.capitalize().replace("Lamda", "Lambda") in _CAPITALS:
            return "\\" + letter.capitalize().replace("Lamda", "Lambda")
    return ""
