"""What a table's columns hold by their headers: a setting, a figure, or something else; and which figures are worked out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...words import MEASURED, PHRASES, spoken
from .names import Names, meant
from .stated import GREEK, NO_NAMES, SETTINGS, WORDS

_HEADERS = {symbol: re.compile(rf"(?:{GREEK[symbol]}|{WORDS[symbol]})", re.IGNORECASE) for symbol in SETTINGS}
_COLUMN_FIGURES = {
    "E": (PHRASES["E"], PHRASES["L"]),
    "A": (PHRASES["A"],),
    "S": (PHRASES["S"], re.compile(r"\bmultiplier\b")),
}
_BARE_FIGURES = {
    "E": re.compile(
        r"(?:\\operatorname\{)?(?:\\mathbb\{?)?E\}{0,2}(?:\[[^\]]{0,20}\]|\([^)]{0,20}\))?|τ|\\tau|tau|tokens?|期望|기대값",
        re.IGNORECASE,
    ),
    "S": re.compile(r"S(?:\([^)]{0,20}\))?|speed-?up|加速比"),
}  # fmt: skip


_QUALIFIED = re.compile(r"\s*[(（@]|,\s|\s(?:at|for|with|when|bei|mit|con|com|avec|pour)\s")
"""Where the settings of a header begin: `E[N], α = 0.8`."""


_CALLED = re.compile(
    r"^(?:expected|theoretical|predicted|computed|calculated|analytic(?:al)?|理论|理論|预测|预期|予測|이론|예상|예측|"
    r"attendue?|théorique|erwartete\w?|theoretische\w?)(?=\W|[^\x00-\x7f])\s?",
    re.IGNORECASE,
)
"""Before a figure's sign: `predicted $\\tau$`."""


def column(header: str, names: Names = NO_NAMES) -> str:
    """What a table's column holds by its header: alpha, gamma, c, E, A, S; "" where it does not say."""
    plain = header.strip(" $`*_~|:").strip()
    bare = _QUALIFIED.split(plain)[0].strip(" $`*")
    if re.fullmatch(r"\\?\w{1,40}", bare) and (symbols := meant(bare, names)):
        return symbols[0]
    for symbol, pattern in _HEADERS.items():
        if pattern.fullmatch(bare):
            return symbol
    figure = _CALLED.sub("", bare).strip(" $`*")
    for symbol, bare_pattern in _BARE_FIGURES.items():
        if bare_pattern.fullmatch(figure):
            return symbol
    low = plain.lower().replace("_", " ")
    found = [
        (match.start(), symbol)
        for symbol, patterns in _COLUMN_FIGURES.items()
        for pattern in patterns
        if (match := pattern.search(low))
    ]
    if found:
        return min(found)[1]
    return next((symbol for symbol, words in WORDS.items() if re.search(words, bare, re.IGNORECASE)), "")


_THEORY = re.compile(
    r"\bexpect|\btheor|\bpredict|\bcomputed\b|\bcalculated\b|\banalytic|理论|理論|期望|预期|預期|预测|期待|予測|이론|예상|예측|기대|"
    r"esperad|teóric|previst|calculad|attendu|théori|prévu|calculé|erwartet|theoret|berechnet|vorherge|ожида|теорет|расч|"
    r"^\W*(?:\\mathbb\W?)?e\W{0,2}[\[(]"
)


def worked_out(header: str) -> bool:
    """Whether a header says that its column is worked out, `E[N]`, "theoretical speed-up", whatever else the table says."""
    low = spoken(header)
    return _THEORY.search(low) is not None and MEASURED.search(low) is None


def columns(row: str) -> Mapping[str, str]:
    """The cells of a table's row by their headers, from its line `header = cell; header = cell`."""
    found = {}
    for pair in row.split("; "):
        header, _, cell = pair.rpartition(" = ")
        if header:
            found[header] = cell
    return found
