"""Units beside printed numbers: what they measure, and a text in which they are blank, so that the grammar reads across them.

Of `1.24e9 x 2 B = 2.47 GB` the grammar sees three numbers; that the last two are bytes is noted by where they end. Only words of
the table are units; any other word still ends an expression. No SymPy: a unit is the powers of byte, second and operation,
and a scale.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ...mathtokens import GROUPED

Dims = tuple[int, int, int]
"""Powers of byte, second and operation (FLOP)."""

PLAIN: Dims = (0, 0, 0)


@dataclass(frozen=True)
class Unit:
    """What stands behind a number. `scale` is that of the unit in bytes, seconds, operations; `binary` where K is 1024."""

    text: str
    dims: Dims = PLAIN
    scale: Fraction = Fraction(1)
    binary: Fraction = Fraction(1)
    loose: bool = False
    """Ambiguous: `70B` may be bytes or a thousand million, `TFLOPS` a rate or an amount."""

    @property
    def counts(self) -> bool:
        """Whether it only names what is counted: tokens, blocks."""
        return self.dims == PLAIN and not self.loose


NO_UNIT = Unit("")
_BILLION = Unit("70B", (1, 0, 0), loose=True)

_PREFIXES = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_SECONDS = {
    word: power
    for power, words in (
        (0, "s sec secs second seconds 秒 초 Sekunden segundos secondes"),
        (-1, "ms msec millisecond milliseconds 毫秒 밀리초 ミリ秒"),
        (-2, "µs μs us microseconds 微秒"),
        (-3, "ns"),
    )
    for word in words.split()
}
_BYTES = ("byte", "bytes", "Byte", "Bytes", "字节", "字節", "바이트", "バイト", "octets", "octet")
_COUNTS = (
    "tokens", "token", "Tokens", "Token", "toks", "tok", "drafts", "draft tokens", "drafted tokens", "blocks", "block", "pages",
    "sequences", "sequence", "seqs", "beams", "beam", "rows", "row", "words", "requests", "steps", "step", "positions", "layers",
    "heads", "GPUs", "params", "parameters", "weights", "samples", "rounds", "times", "fois", "mal", "veces", "vezes",
    "个 token", "个token", "个tokens", "个 tokens", "个词元", "个令牌", "个草稿 token", "个", "個", "块", "行", "条", "次", "倍",
    "词元", "令牌", "步", "개 토큰", "개의 토큰", "토큰", "개", "블록", "행", "배", "번", "トークン", "ブロック", "個のトークン",
    "jetons", "bloques", "blocos", "blocs", "Blöcke", "bloque", "bloco", "secuencias", "sequências", "séquences", "Sequenzen",
    "filas", "linhas", "haces", "feixes", "faisceaux",
)  # fmt: skip


def _table() -> dict[str, Unit]:
    thousand, binary = Fraction(1000), Fraction(1024)
    found = {text: Unit(text) for text in _COUNTS}
    found |= {text: Unit(text, (0, 1, 0), thousand**power, thousand**power) for text, power in _SECONDS.items()}
    for prefix, power in _PREFIXES.items():
        scale = thousand**power
        for letter in ("B", "bytes", "Bytes", "o"):
            if prefix and (letter != "o" or prefix in "GM"):
                found[prefix + letter] = Unit(prefix + letter, (1, 0, 0), scale, binary**power)
        if prefix:  # `288mb`, as comments write it
            found[f"{prefix.lower()}b"] = Unit(f"{prefix.lower()}b", (1, 0, 0), scale, binary**power, loose=True)
        for letter in ("iB", "io"):
            if prefix and prefix != "k":
                found[prefix + letter] = Unit(prefix + letter, (1, 0, 0), binary**power, binary**power)
        for letter in ("FLOP", "FLOPs", "flop", "flops", "OP", "OPs", "ops"):
            found[prefix + letter] = Unit(prefix + letter, (0, 0, 1), scale, scale, loose=letter.endswith("s"))
        for letter in ("FLOPS", "OPS"):
            found[prefix + letter] = Unit(prefix + letter, (0, -1, 1), scale, scale, loose=True)
        if prefix and prefix != "P":
            found[prefix] = Unit(prefix, PLAIN, scale, binary**power, loose=True)
    found |= {text: Unit(text, (1, 0, 0)) for text in _BYTES}
    found["B"] = Unit("B", (1, 0, 0))
    found["bits"] = found["bit"] = Unit("bits", (1, 0, 0), Fraction(1, 8), Fraction(1, 8), loose=True)
    found |= {text: Unit(text, PLAIN, scale, scale, loose=True) for text, scale in _NUMBER_WORDS.items()}
    for prefix, scale in (
        ("M", Fraction(10) ** 6),
        ("B", Fraction(10) ** 9),
        ("million", Fraction(10) ** 6),
        ("billion", Fraction(10) ** 9),
    ):
        for word in ("params", "parameters", "weights"):
            found[f"{prefix} {word}"] = Unit(f"{prefix} {word}", PLAIN, scale, scale, loose=True)
    return found


_NUMBER_WORDS = {
    word: Fraction(10) ** power
    for power, words in (
        (3, "thousand 千 천 mil mille Tausend"), (4, "万 만"), (6, "million millions millones milhões Millionen"),
        (8, "亿 億 억"), (9, "billion bn"), (12, "trillion"),
    )
    for word in words.split()
}  # fmt: skip

UNITS: Mapping[str, Unit] = _table()

_EACH = (
    "step|token|verification|verify|forward|pass|iteration|iter|request|sequence|seq|row|round|cycle|call|weight|param|"
    "layer|beam|s|GPU"
)
_ATOM = "|".join(re.escape(text).replace(r"\ ", r"\s") for text in sorted(UNITS, key=len, reverse=True))
_EDGE = r"(?![A-Za-zµμ_\d])"
GLUES = r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
"""A letter or digit that belongs to a number behind it, `x3`: not one of a script without spaces, `期望3.4个`."""
NUMBER = re.compile(
    rf"(?<![\d.])(?<!{GLUES})(?:(?:{GROUPED}|\d[\d_]*)(?:(?:[.,]|\{{,\}})\d+)*|"
    rf"\.\d+)(?:[eE][-+]?\d{{1,2}}(?!\w))?(?:\s?\\?[%％])?"
)
_UNIT = re.compile(
    rf"(?:\$?[-\s\u00a0]|\\[,; ]|~)?(?P<boxed>\\(?:text|mathrm|textrm|mbox)\s?\{{\s*)?(?P<first>(?:{_ATOM}){_EDGE})"
    rf"(?P<rest>(?:\s?(?:/\s?(?:{_ATOM}|{_EACH}){_EDGE}|(?:per|por|pro|par)\s[^\W\d]+))*)(?(boxed)\s?\}})"
)
_PART = re.compile(r"(?:/|\b(?:per|por|pro|par)\b)\s?([^\s/]+)")
_FACTOR = re.compile(r"\s?(?:[x×](?![\w×])(?!\s?[\d(])|\\times(?!\s?[\d(\\]))")
_AFTER_FACTOR = re.compile(r"[\s`$*_]*(?:$|\n|[.,;:)\]|，。；、）]|[A-Za-zÀ-ÿ]{3}|[\u3040-\u9fff\uac00-\ud7af])")
_APPROX = re.compile(
    r"(?P<sign>[=≈:]|\\approx)\s*(?P<word>about|approximately|approx\.?|roughly|around|some|circa|ca\.|~|≈|大约|约|約|약|"
    r"cerca de|aproximadamente|aprox\.?|environ|etwa|ungefähr|rund|unos)\s*(?=[\d.])"
)
_ROUGHLY = re.compile(
    r"(?:\b(?:about|approximately|approx\.?|roughly|around|some|circa|ca\.|cerca de|aproximadamente|environ|etwa|ungefähr|"
    r"rund|unos|около)|"
    r"[~≈约約약])\s?(\d[\d,_]*00)(?![\d.,]*\d)"
)
"""A round number that is said to be one."""
_EQUALS = re.compile(
    r"(?<=[\d)\]x×%])\s(?:equals|is equal to|es igual a|é igual a|ist gleich|vaut)\s(?=[\d(])|"
    r"(?<=[\d)%])\s?(?:等于|等於)\s?(?=[\d(])"
)

_LOCAL = re.compile(
    r"[\u0400-\u04ff]|(?<![\d.,])\d+,\d{1,2}(?![\d.,]\d|\d)|\b(?:jetons?|octets?|blocs?|von|"
    r"und|durch|Zeilen|Blöcke)\b"
)
"""Texts of languages that group digits by spaces."""
_SPACED = re.compile(r"(?<![\d.,_] )(?<![\w.,])[1-9]\d{0,2}(?: \d{3})+(?![\w]|[.,]\d)")
_ONE_ARGUMENT = re.compile(r"\b(?:ceil|floor|int|round|sqrt)\([^()\n]{0,80}\)")
_GROUP = re.compile(r",\d{3}(?!\d)")


@dataclass(frozen=True)
class Read:
    """A text with units blank, the unit that stands after each number by the number's end, and the numbers called approximate.

    `rough`: the starts of round numbers that the text calls so somewhere: "some 4,100 rows ... 4,100 * 96 = 393,312".
    """

    text: str
    units: Mapping[int, Unit] = field(default_factory=dict)
    factors: frozenset[int] = frozenset()
    about: frozenset[int] = frozenset()
    rough: frozenset[int] = frozenset()

    def unit(self, end: int) -> Unit:
        """The unit of the number that ends there."""
        return self.units.get(end, NO_UNIT)


def read(text: str) -> Read:
    """The text with its units blank. Every offset stays."""
    pieces = list(text)
    units: dict[int, Unit] = {}
    factors: set[int] = set()
    about: set[int] = set()
    for match in _ONE_ARGUMENT.finditer(text):  # where a comma parts no arguments, so that 50,257 is one number
        for place in range(match.start(), match.end()):
            if text[place] == "," and _GROUP.match(text, place) and text[place - 1].isdigit():
                pieces[place] = "_"
    if _LOCAL.search(text):
        for match in _SPACED.finditer(text):
            for place in range(match.start(), match.end()):
                pieces[place] = "_" if text[place] == " " else text[place]
        text = "".join(pieces)
    for match in _EQUALS.finditer(text):
        _blank(pieces, match.start(), match.end())
        pieces[match.start()] = "="
    for match in _APPROX.finditer(text):
        _blank(pieces, *match.span("word"))
        about.add(match.end())
    round_ones = {match[1] for match in _ROUGHLY.finditer(text)}
    named = frozenset(_NAMED.findall(text))
    rough = {match.start() for match in NUMBER.finditer(text) if match[0] in round_ones} if round_ones else ()
    for match in NUMBER.finditer(text):
        end = match.end()
        if factor := _FACTOR.match(text, end):
            factors.add(end)
            if _AFTER_FACTOR.match(text, factor.end()):  # 2.63×, and no product
                _blank(pieces, end, factor.end())
        elif (found := _UNIT.match(text, end)) and _adhering(found, end, named):
            adheres = found.start("first") == end and found[0] == "B"
            units[end] = _BILLION if adheres else _composed(found["first"], found["rest"])
            if text[end] != "$":  # behind the mathematics it ends the expression as it is
                _blank(pieces, end, found.end())
    return Read("".join(pieces), units, frozenset(factors), frozenset(about), frozenset(rough))


_NAMED = re.compile(r"(?<![\w\\/])(?<!\d[\s\u00a0$-])(?<!\d\\,)([sB])[`$]{0,2}\s?(?::?=|≈|\\approx|is)\s?[`$]{0,2}\d")


def _adhering(found: re.Match[str], end: int, named: frozenset[str]) -> bool:
    """Whether a unit of one letter is one: `70B` and `128k`; but not `2 k` and `1-s`, nor `2 s` where the text says `s = 0.5`."""
    first = found["first"]
    if len(first) > 1 or found.start("first") == end or found["boxed"] or not first.isascii():
        return True
    return first in "sB" and found[0][:1] != "-" and first not in named


def _composed(first: str, rest: str) -> Unit:
    unit = UNITS[" ".join(first.split())]
    dims, scale, binary, loose = unit.dims, unit.scale, unit.binary, unit.loose
    for part in _PART.finditer(rest):
        under = UNITS.get(part[1].strip("{}"))
        if under is None or under.counts:
            continue
        dims = (dims[0] - under.dims[0], dims[1] - under.dims[1], dims[2] - under.dims[2])
        scale, binary = scale / under.scale, binary / under.binary
        loose = (unit.loose and unit.text not in ("FLOPs", "flops")) or under.loose
    return Unit(first + rest, dims, scale, binary, loose)


def _blank(pieces: list[str], start: int, end: int) -> None:
    for place in range(start, end):
        if pieces[place] != "\n":
            pieces[place] = " "
