"""Characters to tokens: ASCII, Unicode, LaTeX and HTML spellings of one sign become one kind, in one pass over the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

MAX_DIGITS = 40  # of one number: beyond it is a hash or a key, no quantity
MAX_CALL = 200  # characters of an opaque call or subscript, `E[N | accepted]`


class Tok(NamedTuple):
    """A token: its terminal in the grammar, its text as a name or number is kept, and where it stands."""

    kind: str
    text: str
    start: int
    end: int
    spaced: bool = False  # white space before it
    line: bool = False  # first on its line
    thin: bool = False  # a thin space of TeX alone before it, as between factors
    wide: bool = False  # blanks before it that part columns


_LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
_GREEK = "Ͱ-Ͽℓℎ∞\U0001d6a8-\U0001d7cb"
_BELOW = "₀-₉ᵢⱼₖₙₘₜₐₑₓ"
_SUB = rf"(?:_(?:\{{(?:[^{{}}\n]|\{{[^{{}}\n]{{0,40}}\}}){{0,80}}\}}|[{_LATIN}\d{_GREEK}]+|\\[A-Za-z]+))?"
_WORD = rf"(?:[{_LATIN}]|_(?=\w))(?:[{_LATIN}\d{_BELOW}]|_(?![{{\\{_GREEK}]))*"
_SUPER = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵏᴷᵞᵅᵝᵐᵗʲᵇᵈᴺᴸ", "0123456789+-()nikKγαβmtjbdNL", strict=True))
_DIGITS = r"\d(?:[\d_]*\d)?"
_THIN = r"(?:[\u00a0\u2009\u202f]|\\,)"
"""A space that does not break, or TeX's thin one, between groups of three digits: `128 256`. A plain one may part two numbers."""
GROUPED = rf"(?<![\d.,])\d{{1,3}}(?:{_THIN}\d{{3}})+(?!\d)"
"""A whole number in such groups."""
SPACES = re.compile(_THIN)

_LEXER = re.compile(
    rf"""
    (?P<line>\\\\(?:\*(?=\s))?(?:\[[^\]\n]{{0,20}}\])?|\n)
  | (?P<space>[\s\u00a0\u200b\u2009]+|\\[,;:!\ ]|\\q?quad\b|\\penalty-?\d+|~(?=\\)|&(?=\s*[=<>≈]|\s*\\(?:approx|le|ge)))
  | (?P<drop>\\(?:left|right|[bB]igg?[lr]?|displaystyle|limits)(?![A-Za-z])|</?(?:i|b|em|strong|var|mi|mn|mo)>)
  | (?P<junk>[A-Za-z]+://\S+|\d{{4}}-\d\d-\d\d|[=*\-_~+/]{{3,}}|[-+*/%&|^]=|\.{{2,}}/|--|\+\+|//|/\*|\*/|0[xX][\da-fA-F]+|<!--)
  | (?P<dots>\.{{3,}}|…|⋯|\\[cl]?dots[bcm]?(?![A-Za-z]))
  | (?P<root>√)
  | (?P<sup></?sup>)
  | (?P<sub><sub>(?P<below>[^<>\n]{{1,80}})</sub>)
  | (?P<super>[{"".join(_SUPER)}]+)
  | (?P<num>(?:(?:{GROUPED}|{_DIGITS})(?:(?:[.,]|\{{,\}}){_DIGITS})*|\.\d+)(?:[eE][-+]?\d{{1,2}}(?!\w))?(?:\s?\\?[%％])?)
  | (?P<big>[Σ∑∏Π]|\\(?:sum|prod)(?![A-Za-z])|(?:sum|prod)(?=_\{{))
  | (?P<text>\\(?:text(?:rm|bf|it|sf|tt|normal)?|math(?:rm|it|bf|sf|bb|cal)|operatorname|mbox
        |(?P<accent>hat|bar|tilde|widehat|overline))
        \s?\{{(?P<inner>[^{{}}\n]{{1,{MAX_CALL}}})\}}(?P<tsub>{_SUB}))
  | (?P<cmd>\\(?P<command>[A-Za-z]+)(?P<csub>{_SUB}))
  | (?P<esc>\\[()\[\]])
  | (?P<word>[{_GREEK}]{{4,}}|[\u0400-\u1dff\u2e80-\ufaff]+)
  | (?P<greek>[{_GREEK}](?:[{_BELOW}]|\u0302|\u0304)*′?{_SUB})
  | (?P<name>{_WORD}(?:\.{_WORD})*{_SUB}′?)
  | (?P<rel>:=|==|=>|<=|>=|!=|=<|->|[=＝≈≃≅∼~≤≥⩽⩾≠<>→⇒])
  | (?P<op>\*\*|[+\-−–*×·⋅∙∗•/÷^＋－＊／⁄,_])
  | (?P<open>\\?[(\[{{（［｛⌊⌈])
  | (?P<close>\\?[)\]}}）］｝⌋⌉])
  | (?P<mark>\$\$?|`+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_OPERATORS = {
    "**": "POW", "^": "POW", "+": "PLUS", "＋": "PLUS", "/": "SLASH", "÷": "SLASH", "／": "SLASH", "⁄": "SLASH", ",": "COMMA",
    "_": "UNDER", **dict.fromkeys("-−–－", "MINUS"), **dict.fromkeys("*×·⋅∙∗•＊", "TIMES"),
}  # fmt: skip
_RELATIONS = {
    "==": "=", "＝": "=", "=>": "→", "->": "→", "⇒": "→", "<=": "≤", "=<": "≤", "⩽": "≤", ">=": "≥", "⩾": "≥", "!=": "≠",
    **dict.fromkeys("≃≅∼~", "≈"),
}  # fmt: skip
_COMMANDS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), ("FRAC", "/")),
    **dict.fromkeys(("cdot", "times", "ast", "cdotp"), ("TIMES", "*")),
    "div": ("SLASH", "/"), "over": ("SLASH", "/"), "sqrt": ("FUNC", "sqrt"),
    **{name: ("FUNC", name) for name in ("min", "max", "exp", "log")}, "ln": ("FUNC", "log"),
    **dict.fromkeys(("approx", "simeq", "sim", "cong"), ("REL", "≈")), **dict.fromkeys(("le", "leq", "leqslant"), ("REL", "≤")),
    **dict.fromkeys(("ge", "geq", "geqslant"), ("REL", "≥")), **dict.fromkeys(("ne", "neq"), ("REL", "≠")),
    "lt": ("REL", "<"), "gt": ("REL", ">"), "coloneqq": ("REL", ":="), "equiv": ("REL", "="),
    **dict.fromkeys(("to", "rightarrow", "Rightarrow", "implies", "longrightarrow"), ("REL", "→")),
    "lfloor": ("LFLOOR", "⌊"), "rfloor": ("RPAR", "⌋"), "lceil": ("LCEIL", "⌈"), "rceil": ("RPAR", "⌉"),
    "lbrace": ("LPAR", "{"), "rbrace": ("RPAR", "}"), "lbrack": ("LPAR", "["), "rbrack": ("RPAR", "]"),
}  # fmt: skip
LETTERS = frozenset(
    {"alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu",
     "xi", "pi", "rho", "sigma", "tau", "phi", "varphi", "chi", "psi", "omega", "ell", "Gamma", "Delta", "Theta", "Lambda", "Pi",
     "Sigma", "Phi", "Psi", "Omega", "infty"}
)  # fmt: skip
"""Names of Greek letters, and of signs that are used as letters."""
_FUNCTIONS = {
    **{name: name for name in ("min", "max", "exp", "log", "sqrt", "abs", "floor", "ceil")},
    "ln": "log", "pow": "pow", **dict.fromkeys(("int", "float", "round"), "same"), "Min": "min", "Max": "max",
}  # fmt: skip
_LIBRARIES = frozenset({"math", "np", "numpy", "torch", "Math", "jnp", "sp"})
_PLAIN = str.maketrans("（［｛）］｝", "([{)]}")


_FONT = re.compile(r"\\(?:text(?:rm|bf|it|sf|tt|normal)?|mathrm|mathit|mathbf|mathsf|operatorname|mbox)\s?\{([^{}]*)\}")
"""A font of LaTeX around plain words."""


@lru_cache(maxsize=4096)
def squeezed(text: str) -> str:
    """A name's text without white space, and without the braces and fonts of LaTeX around plain words."""
    if text.isidentifier():
        return text
    text = _FONT.sub(r"\1", text)
    return re.sub(
        r"_\{([\w\s]+)\}", lambda m: "_" + "_".join(m[1].split()), "".join(text.split()) if "{" not in text else text
    )


def inside(brackets: str) -> str:
    """What a call or an expectation is of, as part of a name: words as of one, `E[accepted_tokens]`, and no fonts."""
    said = _FONT.sub(r"\1", brackets)
    return "".join((re.sub(r"(?<=[^\W\d])\s+(?=[^\W\d])", "_", said) if said[:1] == "[" else said).split())


ELLIPSIS = "…"
"""What stands for the terms that a sum leaves out, as a name."""
_COLUMN = re.compile(r"\t| {3}")
_THINS = frozenset({"\\,", "\\;", "\\:", "\\!"})


def tokens(text: str, start: int, end: int) -> Iterator[Tok]:
    """The tokens of a part of a text. `BREAK` is whatever no expression goes across."""
    spaced = line = True
    thin = wide = False
    for match in _LEXER.finditer(text, start, end):
        group = match.lastgroup or "other"
        if group in ("space", "drop"):
            thin = group == "space" and match[0] in _THINS and (thin or not spaced)
            spaced |= group == "space"
            wide |= group == "space" and _COLUMN.search(match[0]) is not None
            continue
        if group == "line":
            yield Tok("LINE", "", match.start(), match.end())
            spaced = line = True
            thin = wide = False
            continue
        read = _read(match, spaced, line)
        yield from (one._replace(thin=thin, wide=wide) for one in read) if thin or wide else read
        spaced = line = thin = wide = False


def _read(match: re.Match[str], spaced: bool, line: bool) -> Iterator[Tok]:
    group, said, start, end = match.lastgroup or "other", match[0], match.start(), match.end()

    def token(kind: str, text: str = said) -> Tok:
        return Tok(kind, text, start, end, spaced, line)

    if group == "num":
        yield token("NUM") if sum(map(str.isdigit, said)) <= MAX_DIGITS else token("LONG")
    elif group == "name":
        library, _, last = said.rpartition(".")
        called = match.string[end : end + 1] == "("
        known = called and last in _FUNCTIONS and (not library or library in _LIBRARIES)
        yield token("FUNC", _FUNCTIONS[last]) if known else token("NAME", squeezed(said))
    elif group == "greek":
        yield token("NAME", squeezed(said))
    elif group == "text":
        yield token("NAME", said if match["accent"] else "_".join(match["inner"].split()) + squeezed(match["tsub"]))
    elif group == "cmd":
        kind, plain = ("NAME", squeezed(said)) if match["command"] in LETTERS else _command(match)
        yield token(kind, plain)
    elif group == "super":
        yield token("POW")
        yield Tok("LPAR", "⁽", start, start)
        yield from _raised(said, start)
        yield Tok("RPAR", "⁾", end, end)
    elif group == "sup":
        if said == "<sup>":
            yield token("POW")
            yield Tok("LPAR", "<", start, end)
        else:
            yield token("RPAR", ">")
    elif group == "sub":
        yield token("BELOW", "_" + "".join(match["below"].split()))
    elif group == "rel":
        yield token("REL", _RELATIONS.get(said, said))
    elif group == "op":
        yield token(_OPERATORS[said])
    elif group == "open":
        plain = said[-1].translate(_PLAIN)
        yield token("BREAK" if said in ("\\(", "\\[") else {"⌊": "LFLOOR", "⌈": "LCEIL"}.get(plain, "LPAR"), plain)
    elif group == "close":
        yield token("BREAK" if said in ("\\)", "\\]") else "RPAR", said[-1].translate(_PLAIN))
    elif group == "big":
        yield token("BIG", "prod" if said[-1] in "∏Πd" else "sum")
    elif group == "dots":
        yield token("DOTS", ELLIPSIS)
    elif group == "root":
        yield token("FUNC", "sqrt")
    elif group == "mark":
        yield token("MARK")
    else:
        yield token("BREAK")


def _command(match: re.Match[str]) -> tuple[str, str]:
    """A command of LaTeX that is no letter. With a subscript (a base, a domain) it is none that we know."""
    return ("BREAK", match[0]) if match["csub"] else _COMMANDS.get(match["command"], ("BREAK", match[0]))


def _raised(said: str, start: int) -> Iterator[Tok]:
    """The tokens of superscript characters, each standing where it stands."""
    plain = "".join(_SUPER[c] for c in said)
    for inner in tokens(plain, 0, len(plain)):
        yield Tok(inner.kind, inner.text, start + inner.start, start + inner.end)
