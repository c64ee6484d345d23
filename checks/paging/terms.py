"""The language of the transition system: SMT-LIB's prefix terms, written once, sent to solvers and run on states.

A term is a symbol or a tuple of terms: `(ref (last s))` is `("ref", ("last", "s"))`. Part of the trusted base: what
`compiled` computes is what the text says.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

Term = str | tuple["Term", ...]
Env = Mapping[str, Any]
Run = Callable[[Env, Any], Any]
"""A compiled term: from the values of its names and a state (with a method `value(function, arguments)`) to its value."""

_TOKEN = re.compile(r"[()]|[^\s()]+")


def parse(text: str) -> Term:
    """The one term that the text writes."""
    terms = parse_all(text)
    if len(terms) != 1:
        raise ValueError(f"expected one term: {text}")
    return terms[0]


def parse_all(text: str) -> tuple[Term, ...]:
    """All terms of a text, one after the other."""
    stack: list[list[Term]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) != 1:
        raise ValueError(f"unbalanced: {text}")
    return tuple(stack[0])


def show(term: Term) -> str:
    """The term as SMT-LIB text."""
    return term if isinstance(term, str) else f"({' '.join(map(show, term))})"


def put(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with terms put for names (for functions too: their names may be replaced by names)."""
    if isinstance(term, str):
        return values.get(term, term)
    return tuple(put(part, values) for part in term)


def names(term: Term) -> Iterator[str]:
    """Every symbol in the term."""
    if isinstance(term, str):
        yield term
    else:
        for part in term:
            yield from names(part)


def unfolded(term: Term, definitions: Mapping[str, tuple[Sequence[str], Term]]) -> Term:
    """The term with every defined function replaced by its definition."""
    if isinstance(term, str):
        return term
    head, *rest = term
    parts = tuple(unfolded(part, definitions) for part in rest)
    if isinstance(head, str) and head in definitions:
        parameters, body = definitions[head]
        return unfolded(put(body, dict(zip(parameters, parts, strict=True))), definitions)
    return (head, *parts)


def compiled(term: Term) -> Run:
    """The term as a function of an environment and a state; definitions must have been unfolded."""
    if isinstance(term, str):
        if term in ("true", "false"):
            truth = term == "true"
            return lambda env, state: truth
        if term.lstrip("-").isdigit():
            number = int(term)
            return lambda env, state: number
        return lambda env, state: env[term]
    head, *rest = term
    assert isinstance(head, str)
    parts = [compiled(part) for part in rest]
    if head in _SPECIAL:
        return _SPECIAL[head](parts)
    if head in _BINARY:
        apply, (left, right) = _BINARY[head], parts
        return lambda env, state: apply(left(env, state), right(env, state))
    if len(parts) == 1:
        (only,) = parts
        return lambda env, state: state.value(head, (only(env, state),))
    if len(parts) == 2:
        one, two = parts
        return lambda env, state: state.value(head, (one(env, state), two(env, state)))
    return lambda env, state: state.value(head, tuple(part(env, state) for part in parts))


def _conditional(parts: Sequence[Run]) -> Run:
    test, then, otherwise = parts
    return lambda env, state: then(env, state) if test(env, state) else otherwise(env, state)


def _implication(parts: Sequence[Run]) -> Run:
    test, then = parts
    return lambda env, state: not test(env, state) or then(env, state)


def _negation(parts: Sequence[Run]) -> Run:
    (inner,) = parts
    return lambda env, state: not inner(env, state)


def _conjunction(first: Run, second: Run) -> Run:
    return lambda env, state: first(env, state) and second(env, state)


def _disjunction(first: Run, second: Run) -> Run:
    return lambda env, state: first(env, state) or second(env, state)


_SPECIAL: dict[str, Callable[[Sequence[Run]], Run]] = {
    "ite": _conditional,
    "=>": _implication,
    "not": _negation,
    "and": lambda parts: reduce(_conjunction, parts),
    "or": lambda parts: reduce(_disjunction, parts),
}

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
}
