"""Names and text to words: snake, camel, dotted, LaTeX and Greek spellings of one name read alike."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΣτℓ",
        (
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
            "gamma",
            "delta",
            "sigma",
            "tau",
            "ell",
        ),
        strict=True,
    )
)


def bounded(pattern: str) -> str:
    """The pattern with ends of words of at most 20 letters: what goes on for ever is no word, and would be read again and again."""
    return pattern.replace(r"\w*", r"\w{0,20}").replace(r"\w+", r"\w{1,20}")


_HUMP = re.compile(r"[A-Z](?:(?<=[a-z0-9].)|(?<=[A-Z].)(?=[a-z]))")
_GREEK_LETTER = re.compile("[" + "".join(GREEK) + "]")


@lru_cache(maxsize=256)  # many questions are asked of the words beside one formula
def spoken(text: str) -> str:
    """The text in lower case with `_` and humps as spaces: `numSpecTokens`, `num_spec_tokens` read alike."""
    low = text.lower()
    return (low if low == text else _HUMP.sub(r" \g<0>", text).lower()).replace("_", " ")


_COMMAND = re.compile(
    r"\\(?:text(?:rm|bf|it|sf|tt|normal)?|math\w*|operatorname|hat|bar|tilde|widehat|overline|boldsymbol|mbox)(?![A-Za-z])|[\\{}$`*]"
)
_WORD = re.compile(r"[A-Z]+(?![a-zß-öø-ÿ])|[A-Z]?[a-zß-öø-ÿ]+|[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]+|\d+|[^\W\d_a-zA-Z]+")


@lru_cache(maxsize=4096)
def split(name: str) -> tuple[str, ...]:
    """The words of a name in any convention, in lower case: snake, camel, dotted, LaTeX, Greek letters by their names.

    `numSpecTokens`, `num_spec_tokens`: num, spec, tokens; `\\alpha_{target}`, `α_target`: alpha, target; `p_accept`: p, accept.
    """
    plain = unicodedata.normalize("NFKC", name[:400])
    plain = _COMMAND.sub(" ", plain)
    plain = _GREEK_LETTER.sub(lambda letter: f" {GREEK[letter[0]]} ", plain)
    return tuple(word.lower() for word in _WORD.findall(plain))


def key(name: str) -> str:
    """The name by which two spellings of one are the same: of an attribute or subscript its last part. `self.α_t`: alpha_t."""
    last = name.rpartition(".")[2] if "(" not in name and "[" not in name else name
    bare = "_".join(split(last))
    return last if len(last) == 1 and last.isascii() else bare  # k and K are two
