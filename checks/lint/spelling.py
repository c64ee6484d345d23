"""What the spelling of a name says: a table of patterns over its words. A hint, never a proof; see `roles` for the evidence."""

from __future__ import annotations

import re
from functools import lru_cache

from ...derivations.vocabulary import TERMS
from .splitting import key, split, spoken
from .words import ACCEPTS, PHRASES, PROBABILITY

_COUNT = r"(?:num|n|nr|no|total|sum|count|cum\w*|new|all|tot)"
_TOKENS = r"(?:tokens?|toks?|drafts?|draft tokens?|count|total|num|n|counts|counter|ids)"
_DRAFTED = r"(?:drafted|draft|proposed|proposal|prop|speculated|speculative|spec|candidate|guessed|guess|assistant)"
_FULL: tuple[tuple[str, str], ...] = (
    (
        "T_c",
        r"(?:cost|time|latency|duration) (?:of |per )?(?:a |the |one |each )?(?:round|cycle|step|"
        r"iteration|verification|pass)$|^(?:round|cycle|step|total|relative total|denominator|"
        r"denom)(?: relative)? (?:cost|time|latency)$|^denom(?:inator)?$",
    ),
    (
        "c",
        r"\b(?:draft(?:er)?|relative|head|cost) (?:cost|ratio|coefficient|coef|overhead|factor)\b|"
        r"\bcost\b.*\bdraft|^(?:c|cost) draft$|^draft to target|cost of a draft",
    ),
    ("per_position", r"\baccept\w* .*per pos\w*|\bper pos\w* .*accept|per position (?:rates?|accept\w*)|surviv\w*"),
    ("alpha", r"^(?:assumed|hypothetical|true) acc(?:ept\w*)?(?: rate| ratio| alpha)?$"),
    (
        "alpha",
        r"\b(?:p|pr|prob|probs|probability|likelihood|chance)\b.*\bacc(?:ept\w*)?\b|"
        r"\bacc(?:ept\w*)?\b.*\b(?:prob|probs|probability|p|likelihood|chance)\b",
    ),
    (
        "alpha",
        r"\bper (?:token|position) acc(?:ept\w*)?\b|\btoken accept\w*(?: rate| prob\w*)|"
        r"accept\w* .*per token|conditional accept\w*|accept\w* .*conditional",
    ),
    (
        "r",
        r"(?:measured|observed|empirical|actual|logged|dashboard|"
        r"reported) (?:draft )?acc(?:ept\w*)?(?: rate| ratio)?$|^(?:measured|observed) (?:ratio|rate)$|"
        r"^draft accept\w* rate$|accept\w* (?:ratio|frac\w*|pct|percent\w*|share)$|^ratio accept\w*",
    ),
    ("share", r"\bacc(?:ept\w*)? (?:rates? )?(?:history|histories|log|logs|records?|measurements|observations)$"),
    ("E", r"^(?:mean |avg |average )?(?:emitted|generated|committed)(?: tokens?)? (?:per|in|a) "),
    ("L", r"\bacc(?:ept\w*)? len(?:gth)?s?\b|^mean (?:accept\w* )?len(?:gth)?$|^avg (?:accept\w* )?len(?:gth)?$"),
    (
        "rate",
        r"\bacc(?:ept\w*)? rates?\b|\brates? (?:of )?accept\w*|^(?:avg|mean|average)? ?accept(?:ance)?$|"
        r"^(?:avg|mean) acc$|^acc$|^acceptance alpha$|"
        r"^(?:target|mean|avg|test|sim|simulated|est|estimated|assumed) alpha$|^(?:n ?gram|draft|eagle|medusa|mtp|head \d?|sim) accept$|^(?:alpha|beta|rate) (?:acc(?:ept\w*)?|rate|tok\w*|draft|target|eff\w*|hat|bar)$",
    ),
    (
        "rate",
        r"\bacceptance\b(?! (?:len|length|thres|crit|mask|count|test|func|method|ind|rate|prob|ratio|frac|pct|percent))",
    ),
    (
        "A",
        r"(?:mean|avg|average|expected|exp|e) (?:num |n )?accept(?:ed|s)(?: draft)?(?: tokens?|"
        r" drafts?)?$|accepted(?: tokens?| drafts?)? per (?!pos)|^accepted (?:mean|avg)$",
    ),
    (
        "accepted",
        rf"^(?:spec decode )?(?:{_COUNT} )*acc(?:epted|epts|eptances|ept|"
        rf"s)?(?: {_TOKENS})*$(?<!^acc)(?<!^accept)|accepted(?: draft)? tokens?(?: total| count| sum)?$|"
        rf"{_DRAFTED} (?:tok\w*|n|num|count) accepted$|^(?:{_COUNT} )+{_DRAFTED}(?: tok\w*)? accepted$|"
        rf"^(?:n|num) matche[sd]$|^hits$",
    ),
    (
        "drafted",
        rf"^(?:spec decode )?(?:{_COUNT} )*{_DRAFTED} {_TOKENS}(?: {_TOKENS})*$(?<!drafts)|"
        rf"^(?:{_COUNT} )*(?:drafted|proposed|proposals|speculated|guessed)$|"
        rf"^(?:n|num|total) (?:draft|prop)$|draft tokens? (?:total|count|sum|generated|made|produced|seen)$",
    ),
    (
        "gamma",
        r"\b(?:speculative|spec|draft(?:ed)?|lookahead|assistant|candidates?|proposal|proposed|guess|"
        r"speculation) ?(?:tokens?|toks?|len|length|depth|steps?|k|n|size|window|num|count|gamma)\b",
    ),
    (
        "gamma",
        r"^(?:n|num|k|max|len|length|mean) (?:speculative|spec|draft|drafted|lookahead|assistant|"
        r"candidates?|guess\w*)(?: tokens?| len| k)?$|^lookahead$|^(?:tokens )?drafted per \w+$|"
        r"^gamma (?:len|tokens|max|draft|star|best|opt)$|^(?:mean|avg) drafted$",
    ),
    (
        "drafts",
        rf"^(?:spec decode )?(?:{_COUNT} )*(?:drafts|verif\w*(?: steps?| calls?| passes)?|"
        rf"target (?:calls?|pass(?:es)?|steps?|forwards?)|spec(?:ulative)? (?:steps?|rounds?)|"
        rf"draft (?:calls|rounds)|forward passes)(?: total)?$",
    ),
    (
        "reached",
        rf"^(?:{_COUNT} )*(?:reached|tested|evaluated|checked|attempted|examined|tried|trials|"
        rf"attempts)(?: tokens?| drafts?| draft tokens?| positions?)?$",
    ),
    ("emitted", rf"^(?:{_COUNT} )*(?:emitted|generated|output|committed|produced)(?: tokens?| count)?$"),
    (
        "t_d",
        r"^(?:draft(?:er)? (?:(?:time|cost|latency|ms|s|seconds|step time|t)(?: ms| s)?)|(?:t|time|"
        r"latency) draft(?:er)?(?: ms| s)?)$",
    ),
    ("t_verify", r"^(?:verif\w* (?:time|latency|ms|s|t)(?: ms| s)?|(?:t|time|latency) verif\w*(?: ms| s)?)$"),
    ("t_t", r"^(?:target (?:time|cost|latency|ms|s|step time|t)(?: ms| s)?|(?:t|time|latency) target(?: ms| s)?)$"),
    (
        "throughput",
        r"^(?:[a-z]+ ){0,2}(?:tokens?|toks?) (?:per )?(?:s|sec|second)s?$|^(?:[a-z]+ ){0,2}(?:tps|throughput)$",
    ),
    ("batch", r"^batch(?: size)?$|^bs$|^num seqs$|^concurrency$|^n seqs$"),
)
_BARE: dict[str, tuple[str, ...]] = {
    "alpha": ("rate",),
    "p": ("rate",),
    "a": ("rate",),
    "beta": ("rate",),
    "rate": ("rate",),
    "r": ("rate",),
    "q": ("rate",),
    "acc": ("rate",),
    "ar": ("rate",),
    "rho": ("rate",),
    "prob": ("alpha",),
    "hit rate": ("rate",),
    "match rate": ("rate",),
    "x": ("rate",),
    "ratio": ("r",),
    "gamma": ("gamma",),
    "k": ("gamma",),
    "g": ("gamma",),
    "n": ("gamma",),
    "m": ("gamma",),
    "l": ("gamma",),
    "s": ("gamma",),
    "d": ("gamma",),
    "t": ("gamma",),
    "depth": ("gamma",),
    "length": ("gamma",),
    "window": ("gamma",),
    "steps": ("gamma", "drafts"),
    "block size": ("gamma",),
    "tokens": ("E", "gamma"),
    "draft": ("gamma",),
    "spec": ("gamma",),
    "len": ("gamma",),
    "candidates": ("gamma",),
    "c": ("c",),
    "cost": ("c",),
    "overhead": ("c",),
    "lambda": ("c",),
    "kappa": ("c",),
    "rounds": ("drafts",),
    "iterations": ("drafts",),
    "calls": ("drafts",),
    "cycles": ("drafts",),
    "passes": ("drafts",),
    "iters": ("drafts",),
    "tau": ("tau",),
    "e": ("E",),
    "td": ("t_d",),
    "tt": ("t_t",),
    "t small": ("t_d",),
    "t large": ("t_t",),
    "t big": ("t_t",),
    "total": ("drafted",),
    "expected": ("E",),
    "matches": ("accepted",),
    "kept": ("accepted",),
    "mean emitted": ("E",),
    "avg emitted": ("E",),
    "average emitted": ("E",),
    "speedup": ("S",),
    "gain": ("S",),
}
"""Names that mean nothing alone: only in a formula about decoding, with words about them near."""
_COUNTED = re.compile(r"^(?:n|num|nr|total) ")
_BARE_COUNTS = {words: symbols for words, symbols in _BARE.items() if "drafts" in symbols}
"""Names of rounds, which a word of counting goes before: `n_iterations`."""
_EMPTY = frozenset(
    {
        "default",
        "base",
        "init",
        "initial",
        "cfg",
        "config",
        "arg",
        "current",
        "cur",
        "const",
        "my",
        "new",
        "old",
        "this",
        "given",
        "test",
    }
)
"""Words that say nothing of what a name is."""
_PATTERNS = tuple((symbol, re.compile(pattern)) for symbol, pattern in _FULL)
_ALIASES: dict[str, tuple[str, ...]] = {}
for _term in TERMS.values():
    for _alias in _term.aliases:
        if len(_alias) > 1:
            _ALIASES[_alias] = (*_ALIASES.get(_alias, ()), _term.name)


@lru_cache(maxsize=8192)
def spelled(name: str) -> tuple[tuple[str, ...], bool]:
    """The quantities that a name's words fit, likeliest first, and whether they say so in full (`p_accept`, not `p`).

    `rate` is α or r; `share` the rates that rounds were measured to have, which may be either; `per_position` accepted at a
    position ÷ drafts; `emitted` a counter of emitted tokens. () where the words say nothing of decoding.
    """
    if of := _MEAN_OF.fullmatch(name):
        return _mean(of["of"])
    if _OF_CALL.match(name):
        return (), False
    if of_length(name):
        return ("r",), ".get(" in name  # words may say of the other that it is a probability
    if applied := _APPLIED.fullmatch(name):
        arguments = applied["of"].split(",")
        if shifted(name):
            return (), False
        if applied["name"] in _OF_LENGTH and any(spelled(one.strip())[0][:1] == ("gamma",) for one in arguments):
            return (_OF_LENGTH[applied["name"]],), True  # a function of the draft length: α is none
    words = " ".join(word for word in split(last(name)) if not word.isdigit() and word not in _EMPTY)
    found = [symbol for symbol, pattern in _PATTERNS if pattern.search(words)]
    if not found and words not in _BARE and (phrase := _phrase(words)):
        found = [phrase]
    found = found or list(_ALIASES.get(key(name), ()))
    if "accepted" in found or "A" in found:
        found = [symbol for symbol in found if symbol not in ("gamma", "drafted")]
    if found:
        if not {"alpha", "r", "per_position"}.isdisjoint(found):
            found = [symbol for symbol in found if symbol != "rate"]
        return tuple(dict.fromkeys(found)), True
    bare = _BARE.get(words) or _BARE.get(words.removesuffix("s"), ()) or _BARE_COUNTS.get(_COUNTED.sub("", words), ())
    return (("alpha",) if PROBABILITY.fullmatch(words) else bare), False


_APPLIED = re.compile(r"(?P<name>\\?[A-Za-zͰ-Ͽ]\w{0,40})\((?P<of>[^()=]{1,80},[^()=]{1,80})\)")
_OF_CALL = re.compile(r"\\?\w+\(\s*\\?\w+\([^()]*\)\s*,")
"""A function of another's value and more, `Accept(Draft(prefix, K), p)`: what it is called is no quantity."""
_RATE_OF_LENGTH = re.compile(
    r"(?:\\alpha|α|alpha)\((?:\\gamma|γ|gamma|[kK])\)|"
    r"(?i:[\w.]{0,40}(?:alpha|accept|rate)\w{0,20}\.get\((?:gamma|k|draft_len\w{0,9}|num_\w{0,20}tokens)(?:,[^()]{0,20})?\))"
)
"""A rate that depends on the draft length: the per-token probability does not."""


def of_length(name: str) -> bool:
    """Whether a name is of such a rate."""
    return _RATE_OF_LENGTH.fullmatch(name) is not None


_OF_LENGTH = {**dict.fromkeys(("r", "R", "rate", "ratio"), "r"), "A": "A"}


def shifted(name: str) -> bool:
    """Whether a name is a function's value at other arguments than the letters it is of: `E(α, γ+1)`, `E_{γ+1}`, `E(α, 1)`."""
    applied = _APPLIED.fullmatch(name)
    at = applied["of"].split(",") if applied else _AT.findall(name)
    return any(re.search(r"[\w)}]\s?[-+*/]|^\s*[01]\s*$", one) for one in at)


_AT = re.compile(r"(?<=[A-Za-zͰ-Ͽ\]])_\{([^{}=]{1,40})\}\Z")


_MEAN_OF = re.compile(r"(?:\\mathbb\{E\}|\\operatorname\{E\}|\\E|[E𝔼])\s?[\[({](?P<of>[^|]{1,200}).*[\])}]")


def _mean(of: str) -> tuple[tuple[str, ...], bool]:
    """What an expectation is, by what stands in its brackets: accepted drafts, emitted tokens, a sum of mins."""
    if "min" in of and ("sum" in of or "Σ" in of):
        return ("alpha",), True
    symbols, full = spelled(of)
    accepted = of == "A" or (ACCEPTS.search(spoken(of)) is not None and "+" not in of)
    found = next((_MEANS[symbol] for symbol in symbols if symbol in _MEANS), "A" if accepted else "")
    return ((found,), full) if found else (("E",), full and "gamma" in symbols)


_MEANS = {"A": "A", "accepted": "A", "E": "E", "emitted": "E", "L": "L", "tau": "tau", "S": "S", "drafted": "gamma"}
_FOLDED = re.compile(r"(?:\w+\.)*(?:sum|len|total|mean|rate|irate|increase|float|int)\((?P<inner>[\w.:]+)")


_SIZED = re.compile(
    r"(?P<inner>[\w.]{0,200}?(?!(?:self|this|cfg|config|args)\.)\b\w{1,80})\.(?:(?:size|len|count|length)\(\)|length)"
)


def last(name: str) -> str:
    """What an attribute or a call is named: `rate` of `self.rate`, `stats.rate()`; `E` of `E[N]`; `hits` of `sum(df.hits)` and
    `df.hits.size()`.
    """
    folded = _FOLDED.match(name) or _SIZED.fullmatch(name)
    head = folded["inner"] if folded else re.split(r"[(\[]", name, maxsplit=1)[0] or name
    return re.split(r"[.:]", head)[-1] or head


def _phrase(words: str) -> str:
    """Names written in full in any language: `tasa_de_aceptacion`, `接受率`. Tokens that are accepted are no others."""
    found = {symbol: match.span() for symbol, pattern in PHRASES.items() if (match := pattern.search(words))}
    if "A" in found and "E" in found and found["A"][0] < found["E"][1]:
        del found["E"]
    return min((span[0], symbol) for symbol, span in found.items())[1] if found and len(words) > 2 else ""
