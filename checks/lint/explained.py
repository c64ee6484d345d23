"""A rule for a reader: what is wrong and what is right, the smallest counterexample in numbers, the fix, the source."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import count, islice

from ...derivations.domain import UNIT, Interval, Naturals
from ...derivations.engines import ENGINES, pipeline
from ...derivations.expr import Node, evaluate, free_names
from ...derivations.pipelines import process
from ...derivations.vocabulary import term
from ...errors import BadInput, DraftproofError
from .catalogue import Condition, Entry, conditions, entries, family, sayings
from .points import is_sequence
from .rules import RULES, Rule, code_of, code_of_id

WIDTH = 96
MOST = 12
"""Rivals that are listed beside the first."""
Env = dict[str, "Fraction | tuple[Fraction, ...]"]


def explain(code: str) -> str:
    """The rule for a reader: the right formula, the smallest counterexample with its numbers, the fix and the source.

    Made from the catalogue, without SymPy. Raises `BadInput` for an unknown code.
    """
    if code not in RULES:
        raise BadInput(f"unknown rule '{code}': expected one of {', '.join(RULES)}")
    rule = RULES[code]
    lines = [
        f"{rule.code} {rule.name}",
        _sentence(rule.says),
        "",
        *_BODIES.get(rule.code, _formulas)(rule),
        "",
        f"Fix: {rule.fix}.",
    ]
    return "\n".join(lines).rstrip() + "\n"


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


# Formulas


def _formulas(rule: Rule) -> Iterator[str]:
    """The best known rival that is reported under the code in full, the others by what they say."""
    wrong = [entry for entry in _firsts() if code_of(entry) == rule.code]
    for main in sorted(wrong, key=_unknown):
        pair = paired(main)
        if pair is not None:
            yield from _compared(*pair)
            yield from _also([entry.id for entry in wrong if entry.id != main.id])
            return


def _unknown(entry: Entry) -> tuple[int, int, bool]:
    """How far a formula is from those that people know: tokens and speed-ups in alpha, gamma and c, without a sum."""
    of = family(entry.quantity)
    known = ("E", "S", "m_verify", "mask_bytes")
    others = len(free_names(entry.tree) - {"alpha", "gamma", "c", "V", "batch"})
    return known.index(of) if of in known else len(known), others, _summed(entry.tree)


def _firsts() -> list[Entry]:
    found: dict[str, Entry] = {}
    for entry in entries():
        if not entry.right:
            found.setdefault(entry.id, entry)
    return list(found.values())


def paired(wrong: Entry) -> tuple[Entry, Entry, Env] | None:
    """A rival's formula and the right one, over the same names where there is such a pair, and a point where they differ."""
    own = [entry for entry in entries() if entry.id == wrong.id]
    rights = [
        entry
        for entry in entries()
        if entry.right and not entry.where and family(entry.quantity) == family(wrong.quantity)
    ]
    rights.sort(key=lambda entry: (entry.claim != wrong.claim, entry.id.startswith("definition."), _summed(entry.tree)))
    pairs = [(mine, right) for mine in own for right in rights]
    pairs.sort(key=lambda pair: free_names(pair[0].tree) != free_names(pair[1].tree))
    for mine, right in pairs:
        env = _smallest(_differ(mine.tree, right.tree), mine.tree, right.tree)
        if env is not None:
            return mine, right, env
    return None


def _differ(a: Node, b: Node) -> Callable[[Env], bool]:
    return lambda env: evaluate(a, env) != evaluate(b, env)


def _summed(tree: Node) -> bool:
    return tree.op in ("sum", "prod") or any(_summed(child) for child in tree.children())


def _compared(wrong: Entry, right: Entry, env: Env) -> Iterator[str]:
    a, b = (Fraction(evaluate(entry.tree, env)) for entry in (wrong, right))
    name = term(wrong.quantity).text
    yield f"Wrong: {wrong.text}"
    yield f"Right: {right.text}"
    yield f"Smallest counterexample: {point_text(env)}: {name} = {number_text(b)}, not {number_text(a)}."
    yield from _about(wrong)


def _about(wrong: Entry | Condition) -> Iterator[str]:
    yield from textwrap.wrap(f"What is said: {wrong.says} [{wrong.id}]. Tempting, since {wrong.why_tempting}.", WIDTH)
    yield from textwrap.wrap(f"Source: {wrong.source} [{wrong.claim}].", WIDTH)


def _also(ids: list[str]) -> Iterator[str]:
    ids = list(dict.fromkeys(ids))
    if ids:
        yield ""
        yield "Reported under this code as well:"
    for id_ in ids[:MOST]:
        yield from textwrap.wrap(f"{sayings()[id_].says} [{id_}]", WIDTH, initial_indent="  ", subsequent_indent="    ")
    if len(ids) > MOST:
        yield f"  and {len(ids) - MOST} more"


def _smallest(differ: Callable[[Env], bool], *trees: Node) -> Env | None:
    """The point with the smallest whole numbers, and plain fractions for the rest, at which something differs."""
    names = sorted(frozenset().union(*(free_names(tree) for tree in trees)), key=_rank)
    for size in islice(count(1), 12):
        for share in (Fraction(1, 2), Fraction(7, 10), Fraction(1, 5)):
            env: Env = {name: _plain(name, place, size, share) for place, name in enumerate(names)}
            try:
                if differ(env):
                    return env
            except DraftproofError:
                continue
    return None


def _rank(name: str) -> tuple[int, str]:
    """Alpha, gamma and c first, as people give them."""
    known = ("alpha", "r", "gamma", "c")
    return (known.index(name) if name in known else len(known), name)


def _plain(name: str, place: int, size: int, share: Fraction) -> Fraction | tuple[Fraction, ...]:
    domain = term(name).domain
    if is_sequence(name):
        return tuple(share ** (1 + index % 2) for index in range(24))
    if isinstance(domain, Naturals):
        return Fraction(size if name == "gamma" else size + place)
    if domain == UNIT:
        return share
    low_cost = isinstance(domain, Interval) and domain.low == 0 and not domain.low_open
    return Fraction(1, 10) if low_cost else Fraction(size + place)


def point_text(env: Mapping[str, Fraction | tuple[Fraction, ...]]) -> str:
    """A point as people give it: `α = 1/2, γ = 2`; of a sequence its first elements."""
    parts = []
    for name, value in env.items():
        shown = ", ".join(map(str, value[:3])) + ", ..." if isinstance(value, tuple) else str(value)
        parts.append(f"{term(name).text} = {shown}")
    return ", ".join(parts)


def number_text(value: Fraction) -> str:
    """An exact number, with its decimals where it has a short denominator and is not whole: `7/4 = 1.75`."""
    if value.denominator == 1:
        return str(value)
    decimals = f"{float(value):.4g}"
    sign = "=" if Fraction(decimals) == value else "≈"
    return f"{value} {sign} {decimals}" if len(str(value)) <= 12 else decimals


# Conditions


def _break_even(rule: Rule) -> Iterator[str]:
    wrong = [one for one in conditions() if not one.right and code_of_id(one.id) == rule.code]
    one = wrong[0]
    speedup = next(
        e for e in entries() if e.quantity == "S" and e.right and free_names(e.tree) == {"alpha", "gamma", "c"}
    )

    def differ(env: Env) -> bool:
        return evaluate(one.pays, env) is not (evaluate(speedup.tree, env) > 1)

    env = _smallest(differ, one.pays, speedup.tree)
    some, given = (
        next(c.text for c in conditions() if c.right and free_names(c.pays) == names)
        for names in ({"alpha", "c"}, {"E", "gamma", "c"})
    )
    yield f"Wrong: speculation pays where {one.text}"
    yield f"Right: at some draft length where {some}, at a given one where {given}"
    if env is not None:
        value = Fraction(evaluate(speedup.tree, env))
        holds = "holds" if evaluate(one.pays, env) else "does not hold"
        yield f"Smallest counterexample: {point_text(env)}: {one.text} {holds}, and the speedup is {number_text(value)}."
    yield from _about(one)
    yield from _also([other.id for other in wrong[1:]])


# Rules that no single formula gives


def _first_wrong(code: str) -> tuple[Entry, Entry, Env]:
    for entry in _firsts():
        if code_of(entry) == code and (pair := paired(entry)) is not None:
            return pair
    raise DraftproofError(f"no rival under {code}")


def _usual() -> tuple[Entry, str, Fraction, Fraction]:
    """The tokens' formula, and what it and the linear form come to at the usual point."""
    wrong, right, _ = _first_wrong("DP101")
    env: Env = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
    return right, point_text(env), Fraction(evaluate(right.tree, env)), Fraction(evaluate(wrong.tree, env))


def _worked(rule: Rule) -> Iterator[str]:
    right, point, true, linear = _usual()
    yield f"Example: a line puts {point} into {right.text} and prints {number_text(linear)}."
    yield f"Its own numbers give {number_text(true)}. Judged by the digits printed: a number is inconsistent where no inputs"
    yield "that round to those on the line give it."
    yield f"Source: {right.source} [{right.claim}]."


def _contradicts(rule: Rule) -> Iterator[str]:
    right, point, true, linear = _usual()
    yield f"Example: {right.text}, and beside it, for {point}: {number_text(linear)}. The formula gives {number_text(true)}."
    yield f"Source: {right.source} [{right.claim}]."


def _two_quantities(rule: Rule) -> Iterator[str]:
    ratio = next(
        e
        for e in entries()
        if e.quantity == "r" and e.right and free_names(e.tree) == {"alpha", "gamma"} and not _summed(e.tree)
    )
    env = _smallest(lambda point: evaluate(ratio.tree, point) != point["alpha"], ratio.tree)
    if env is not None:
        value = Fraction(evaluate(ratio.tree, env))
        yield "Example: `acceptance_rate` stands"
        yield from (f"  for {term(name).text}, {term(name).meaning}" for name in ("alpha", "r"))
        yield f"Right: {ratio.text}"
        yield f"Smallest counterexample: {point_text(env)}: r = {number_text(value)}."
    yield f"Source: {ratio.source} [{ratio.claim}]."


def _orders(rule: Rule) -> Iterator[str]:
    weights, settings = tuple(Fraction(k, 10) for k in (4, 3, 2, 1)), {"temperature": "0.5", "top_p": "0.75"}
    yield "Orders that engines have:"
    for engine in ENGINES.values():
        yield f"  {engine.name} {engine.version}: {', '.join(engine.order)} ({engine.source})"
    kept = {
        e.name: process(weights, pipeline(e, settings)).kept
        for e in ENGINES.values()
        if {"temperature", "top_p"} <= set(e.order)
    }
    told = ", ".join(f"{name} keeps {len(tokens)}" for name, tokens in kept.items())
    yield "Smallest counterexample: p = 0.4, 0.3, 0.2, 0.1 at temperature 0.5 and top-p 0.75:"
    yield f"  {told} tokens."


def _text_and_code(rule: Rule) -> Iterator[str]:
    wrong, right, env = _first_wrong("DP101")
    a, b = (Fraction(evaluate(entry.tree, env)) for entry in (wrong, right))
    yield f"Example: the code computes {right.text}, and its docstring says {wrong.text}."
    yield f"Smallest counterexample: {point_text(env)}: {number_text(b)} by the code, {number_text(a)} by the docstring."
    yield f"Source: {right.source} [{right.claim}]."


def _unused(rule: Rule) -> Iterator[str]:
    yield "Example: `draftproof: ignore[DP101]` on a line where nothing is found under that code, or a code that there is not."
    yield f"Codes: {', '.join(RULES)}."


_BODIES: dict[str, Callable[[Rule], Iterator[str]]] = {
    "DP107": _break_even,
    "DP201": _worked,
    "DP202": _contradicts,
    "DP301": _two_quantities,
    "DP302": _orders,
    "DP303": _text_and_code,
    "DP900": _unused,
}
