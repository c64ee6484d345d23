"""Which parameter of a callable stands for which symbol of a claim: by its name, by an alias, or as the user says.

A name alone is taken only where it names one symbol: the symbol's own name or sign first, then the aliases of the
vocabulary. What the user says, `symbol=parameter`, goes before. Nothing is matched by position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...derivations.vocabulary import TERMS, Term, term
from ...errors import BadInput

OPTION = "--names SYMBOL=PARAMETER"


@dataclass(frozen=True)
class Parameter:
    """One parameter of the callable; `default` is its text, None without one."""

    name: str
    kind: str
    default: str | None

    @property
    def is_rest(self) -> bool:
        """*args or **kwargs."""
        return self.kind.startswith("VAR_")


@dataclass(frozen=True)
class Names:
    """Parameter -> symbol, in the order of the parameters; symbols that none stands for; parameters left at a default.

    `positional` are the parameters that can only be given by position, with their defaults, up to the last one given.
    """

    symbols: Mapping[str, str]
    missing: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    positional: Mapping[str, str] = field(default_factory=dict)


def parsed(text: str) -> dict[str, str]:
    """`alpha=rate,gamma=k` as symbol -> parameter. Raises `BadInput` for another form."""
    found: dict[str, str] = {}
    for part in text.split(","):
        symbol, equals, parameter = (piece.strip() for piece in part.partition("="))
        if not equals or not symbol or not parameter.isidentifier():
            raise BadInput(f"--names {text!r}: {part.strip()!r} is not SYMBOL=PARAMETER, such as alpha=rate,gamma=k")
        if symbol in found:
            raise BadInput(f"--names {text!r}: {symbol} is given twice")
        found[symbol] = parameter
    return found


def match(
    callable_: str, parameters: Sequence[Parameter], symbols: Sequence[str], said: Mapping[str, str] | None = None
) -> Names:
    """The parameters of a callable, each with its symbol. Raises `BadInput`, one line, for what `said` cannot mean, and for
    a parameter that needs a value and names no symbol, or two of which name the same.
    """
    said = dict(said or {})
    named = {parameter.name: parameter for parameter in parameters if not parameter.is_rest}
    takes_any = any(parameter.kind == "VAR_KEYWORD" for parameter in parameters)
    _check(callable_, said, named, symbols, takes_any)
    found = {parameter: symbol for symbol, parameter in said.items()}
    left = [symbol for symbol in symbols if symbol not in said]
    for called in (_own, _alias):
        for symbol in list(left):
            fitting = [name for name in named if name not in found and called(name, symbol)]
            if len(fitting) > 1:
                raise BadInput(f"{callable_}: {_list(fitting)} may each be {symbol}: say which with {OPTION}")
            if fitting:
                found[fitting[0]] = symbol
                left.remove(symbol)
    if takes_any:
        found |= {symbol: symbol for symbol in left}
        left = []
    unmatched = [p for p in named.values() if p.name not in found]
    needed = [p.name for p in unmatched if p.default is None]
    if needed:
        raise BadInput(f"{callable_}: {'; '.join(_unknown(name, symbols, left) for name in needed)}")
    order = [*(name for name in named if name in found), *(name for name in found if name not in named)]
    defaults = {p.name: p.default for p in unmatched if p.default is not None}
    ahead = [p for p in named.values() if p.kind == "POSITIONAL_ONLY"]
    while ahead and ahead[-1].name not in found:
        ahead.pop()
    positional = {p.name: p.default or "" for p in ahead}
    return Names({name: found[name] for name in order}, tuple(left), defaults, positional)


def _check(
    callable_: str, said: Mapping[str, str], named: Mapping[str, Parameter], symbols: Sequence[str], takes_any: bool
) -> None:
    for symbol, parameter in said.items():
        if symbol not in symbols:
            turned = parameter in symbols and symbol in named
            hint = f": turn it round, {parameter}={symbol}" if turned else f", expected one of {', '.join(symbols)}"
            raise BadInput(f"names {symbol}={parameter}: {symbol} is no symbol of this claim{hint}")
        if parameter not in named and not takes_any:
            raise BadInput(
                f"names {symbol}={parameter}: {callable_} has no parameter {parameter}, its own are {_list(named)}"
            )
    twice = [parameter for parameter in said.values() if list(said.values()).count(parameter) > 1]
    if twice:
        raise BadInput(
            f"names: {twice[0]} stands for two symbols, {_list([s for s, p in said.items() if p == twice[0]])}"
        )


def _own(name: str, symbol: str) -> bool:
    return name in (symbol, term(symbol).text)


def _alias(name: str, symbol: str) -> bool:
    return name in term(symbol).aliases


def _unknown(name: str, symbols: Sequence[str], left: Sequence[str]) -> str:
    """What a parameter is not, and what it is a name of elsewhere: `draft_acceptance_rate` is r, not alpha."""
    other = next((t for t in _others(name) if t.name not in symbols), None)
    elsewhere = f" (it is a name of {other.name}, {other.meaning.split(':')[0]})" if other else ""
    if not left:
        return f"parameter {name}{elsewhere} has no default, and no symbol of this claim is left for it"
    say = " or ".join(f"{symbol}={name}" for symbol in left)
    return f"parameter {name}{elsewhere} is no known name of {_list(left)}: say --names {say}"


def _others(name: str) -> Iterator[Term]:
    yield from (found for found in TERMS.values() if name == found.name or name in found.aliases)


def _list(names: Sequence[str] | Mapping[str, object]) -> str:
    *first, last = list(names) or ["none"]
    return f"{', '.join(first)} and {last}" if first else last
