"""The catalogue's content from `derivations`: what every claim and every rival says a quantity is. Imports SymPy.

A statement says it by an equation `quantity(...) = formula`, by itself or in parts, and a definition says it too. Quantities
in the formula are written out by their definitions and also kept as symbols: people write `E/(1+γc)` as well as what E is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path

import sympy as sp
from sympy.core.function import AppliedUndef

from ...derivations.claims import Claim, chain, chain_names
from ...derivations.domain import Domain, Interval, Naturals
from ...derivations.export import export
from ...derivations.expr import Node, NotRational, Undefined, evaluate, free_names
from ...derivations.printing import text
from ...derivations.statements import All, Rel, Statement, When, Words, parts, tree
from ...derivations.symbols import Quantity, definition_of, put, quantities, sequence, symbol, unfold
from ...derivations.tree_printing import written as tree_text
from ...derivations.vocabulary import TERMS, term
from ...errors import BadInput
from .catalogue import FILE, Condition, Entry, Saying, family, written
from .points import at, is_sequence
from .shapes import plain

MAX_NODES = 80
"""Larger formulas are steps of a proof: nobody types them."""
MAX_FORMS = 24
"""Ways to write one formula, each quantity in it written out or kept."""
LONGEST = 200
"""Characters of a statement that stands in a message."""
SMALL = 12
"""Nodes of a formula that people put in the place of a symbol."""
FEW = 3
"""Names of a formula in which they do."""
TOLD_APART_BY = 6
"""Points at which two entries of one claim are the same formula; matching compares at many more."""


def collected() -> tuple[tuple[Saying, ...], tuple[Entry, ...], tuple[Condition, ...]]:
    """Everything that the claims and rivals of all chains say."""
    claims = _claims()
    said = [one for claim in claims for one in _sayings(claim)]
    defined = [*_definitions(claims)]
    found = [entry for one, expression in defined for entry in _forms(one, expression)]
    conditions: list[Condition] = []
    for claim in claims:
        for one, statement in zip(_sayings(claim), _statements(claim), strict=True):
            if statement is not None:
                found += [entry for given in _given(claim, statement, one.right) for entry in _forms(one, given)]
                conditions += _conditions(one, claim, statement)
    return (*said, *(one for one, _ in defined)), tuple(_distinct(found)), tuple(conditions)


@cache
def _claims() -> tuple[Claim, ...]:
    return tuple(claim for name in chain_names() for claim in chain(name).claims)


def _quantities() -> tuple[Quantity, ...]:
    """The quantities of all chains in the vocabulary's order: theirs is that in which chains were imported."""
    _claims()
    order = list(TERMS)
    return tuple(sorted(quantities(), key=lambda quantity: order.index(quantity.name)))


def _statements(claim: Claim) -> tuple[Statement | None, ...]:
    return claim.statement, *(rival.statement for rival in claim.rivals)


def _sayings(claim: Claim) -> tuple[Saying, ...]:
    """The claim, and after it its rivals."""
    right = Saying(claim.id, claim.id, True, claim.title, "", claim.source, claim.title, _short(claim.statement))
    return right, *(
        Saying(r.id, claim.id, False, r.says, r.why_tempting, claim.source, claim.title, _short(r.statement))
        for r in claim.rivals
    )


def _short(statement: Statement | None) -> str:
    """A statement in one line, "" for what has none or would need many."""
    line = "" if statement is None or isinstance(statement, Words) else text(statement)
    return line if len(line) <= LONGEST else ""


@dataclass(frozen=True)
class _Given:
    """An equation for a quantity: its name, the formula, and the condition as text ("" where it always holds)."""

    quantity: str
    formula: sp.Expr
    where: str = ""


def _definitions(claims: Iterable[Claim]) -> Iterator[tuple[Saying, _Given]]:
    """Every quantity by its definition, under the claim that speaks of it first."""
    for quantity in _quantities():
        for claim in claims:
            if _mentions(claim.statement, quantity.name):
                line = f"{text(quantity(*quantity.parameters))} = {text(quantity.definition)}"
                meaning = term(quantity.name).meaning
                about = Saying(f"definition.{quantity.name}", claim.id, True, meaning, "", claim.source, meaning, line)
                yield about, _Given(quantity.name, quantity.definition)
                break


def _mentions(statement: Statement, name: str) -> bool:
    if isinstance(statement, Rel):
        return any(f.func.__name__ == name for side in (statement.lhs, statement.rhs) for f in side.atoms(AppliedUndef))
    if isinstance(statement, When):
        return _mentions(statement.condition, name) or _mentions(statement.then, name)
    return not isinstance(statement, Words) and any(_mentions(part, name) for part in statement.parts)


# Equations of a statement


def _given(claim: Claim, statement: Statement, right: bool) -> Iterator[_Given]:
    """The equations for quantities, cases of one formula joined. A rival counts where it is said of the whole domain."""
    sides: dict[sp.Expr, list[tuple[sp.Expr, tuple[Statement, ...]]]] = {}
    own = {left.func for left, *_ in _sided(claim.statement)}
    for left, other, conditions, turned in _sided(statement):
        if left.func in own or not turned:
            sides.setdefault(left, []).append((other, conditions))
    domain = " and ".join(tree_text(condition) for condition in claim.domain.conditions)
    for left, cases in sides.items():
        for formula, where in _joined(cases, claim.domain):
            placed = _in_parameters(left, formula)
            if placed is not None and (right or not where):
                yield _Given(left.func.__name__, placed, where or (domain if right else ""))


def _sided(statement: Statement) -> Iterator[tuple[AppliedUndef, sp.Expr, tuple[Statement, ...], bool]]:
    """The equations with a quantity alone on a side, up to a number as its factor, and not on the other, which would be another
    value of it. `turned` where it is on the right.
    """
    for rel, conditions in _equations(statement, ()):
        for left, other, turned in ((rel.lhs, rel.rhs, False), (rel.rhs, rel.lhs, True)):
            factor, quantity = left.as_coeff_Mul()
            if isinstance(quantity, AppliedUndef) and quantity.func not in {f.func for f in other.atoms(AppliedUndef)}:
                yield quantity, other / factor, conditions, turned
                break


def _equations(statement: Statement, conditions: tuple[Statement, ...]) -> Iterator[tuple[Rel, tuple[Statement, ...]]]:
    if isinstance(statement, Rel) and statement.op == "=":
        yield statement, conditions
    elif isinstance(statement, When):
        yield from _equations(statement.then, (*conditions, statement.condition))
    elif isinstance(statement, All):
        for part in statement.parts:
            yield from _equations(part, conditions)


def _joined(cases: list[tuple[sp.Expr, tuple[Statement, ...]]], domain: Domain) -> Iterator[tuple[sp.Expr, str]]:
    """Formulas with their conditions. One that only leaves a point out gets the value there, where another case has it."""
    at_point = {
        conditions[0].lhs: (formula, conditions[0])
        for formula, conditions in cases
        if len(conditions) == 1 and isinstance(conditions[0], Rel) and conditions[0].op == "="
    }
    for formula, conditions in cases:
        left_out = [_left_out(part, domain) for condition in conditions for part in parts(condition)]
        if not conditions or None not in left_out:
            for name in left_out:
                if name in at_point:
                    there, equal = at_point[name]
                    formula = sp.Piecewise((there, sp.Eq(equal.lhs, equal.rhs)), (formula, True))
            yield formula, ""
        elif not any(isinstance(condition, Rel) and condition.op == "=" for condition in conditions):
            yield formula, " and ".join(text(condition) for condition in conditions)


def _left_out(condition: Statement, domain: Domain) -> sp.Symbol | None:
    """The symbol that a condition keeps from one end of its set, and does nothing else."""
    if not isinstance(condition, Rel) or not isinstance(condition.lhs, sp.Symbol) or not condition.rhs.is_number:
        return None
    values, bound = domain.sets.get(condition.lhs.name), condition.rhs
    if isinstance(values, Naturals):
        from_next = (condition.op == ">=" and bound == values.start + 1) or (
            condition.op == ">" and bound == values.start
        )
        return condition.lhs if from_next else None
    if not isinstance(values, Interval):
        return None
    ends = {">": (values.low,), "<": (values.high,), "!=": (values.low, values.high)}.get(condition.op, ())
    return condition.lhs if bound in [end for end in ends if end is not None] else None


def _in_parameters(left: AppliedUndef, formula: sp.Expr) -> sp.Expr | None:
    """The formula in the quantity's own parameters, for `E(alpha, gamma + 1)` with gamma - 1 put in; None at a number."""
    moved: dict[sp.Basic, sp.Expr] = {}
    for name, argument in zip(term(left.func.__name__).parameters, left.args, strict=True):
        if argument.is_number:
            return None
        if not isinstance(argument, sp.IndexedBase) and (step := argument - symbol(name)).is_Integer and step != 0:
            moved[symbol(name)] = symbol(name) - step
    return put(formula, moved)


# Ways to write a formula


def _forms(about: Saying, given: _Given) -> Iterator[Entry]:
    for formula in _replaced(_written(given.formula)):
        try:
            found = _without_stray_names(export(formula), export(_main(formula)))
            if found.op in ("num", "sym") or not free_names(found) or _size(found) > MAX_NODES or plain(found) is None:
                continue
            evaluate(found, at(found, 0))
        except (BadInput, NotRational, Undefined):
            continue
        line = f"{term(given.quantity).text} = {text(_main(formula))}"
        yield Entry(about.id, about.claim, given.quantity, found, about.right, about.says, about.why_tempting,
                    about.source, about.title, line, given.where)  # fmt: skip


def _without_stray_names(found: Node, main: Node) -> Node:
    """The formula without its value at a point where only that has a further name: 1/(1-alpha), which has no gamma."""
    return main if free_names(main) < free_names(found) else found


def _written(formula: sp.Basic) -> tuple[sp.Basic, ...]:
    """The formula with each quantity in it kept as a symbol or written out, at every level."""
    found: dict[sp.Basic, None] = {}
    left = [formula]
    while left and len(found) < MAX_FORMS:
        one = left.pop(0)
        applied = sorted(
            (f for f in one.atoms(AppliedUndef) if not any(arg.atoms(AppliedUndef) for arg in f.args)),
            key=sp.default_sort_key,
        )
        if not applied:
            found[one] = None
            continue
        kept = [f for f in applied if _kept(f) is not None][:3]
        for count in range(len(kept), -1, -1):
            for chosen in combinations(kept, count):
                changes = {f: _kept(f) if f in chosen else _written_out(f) for f in applied}
                left.append(one.xreplace(changes))
    return tuple(found)


def _kept(applied: AppliedUndef) -> sp.Expr | None:
    """The quantity as a symbol, `r` for `r(alpha, gamma)`; by position as an element of a sequence; None where nobody would."""
    name = applied.func.__name__
    parameters = tuple(_parameter(each) for each in term(name).parameters)
    if is_sequence(name):
        return sp.IndexedBase(name, real=True)[applied.args[0]] if applied.args[1:] == parameters[1:] else None
    short = name if term(name).aliases else family(name)
    return symbol(short) if applied.args == parameters and (term(name).aliases or short != name) else None


def _written_out(applied: AppliedUndef) -> sp.Expr:
    """The quantity by its shortest claimed formula without a sum, else by its definition."""
    name = applied.func.__name__
    short = _short_forms().get(name)
    if short is None:
        return definition_of(applied)
    return put(short, dict(zip(map(_parameter, term(name).parameters), applied.args, strict=True)))


@cache
def _short_forms() -> dict[str, sp.Expr]:
    """Of each quantity defined by a sum, the shortest formula without one that a claim gives on its whole domain."""
    best: dict[str, sp.Expr] = {}
    summed = {quantity.name for quantity in _quantities() if unfold(quantity.definition).has(sp.Sum)}
    for claim in _claims():
        for given in _given(claim, claim.statement, True):
            name, formula = given.quantity, _main(given.formula)
            own = {_parameter(each) for each in term(name).parameters}
            if name not in summed or given.where or formula.has(sp.Sum, sp.Piecewise) or formula.atoms(AppliedUndef):
                continue
            if formula.free_symbols <= own and (name not in best or sp.count_ops(formula) < sp.count_ops(best[name])):
                best[name] = formula
    return best


def _parameter(name: str) -> sp.Basic:
    return sequence(name) if is_sequence(name) else symbol(name)


def _replaced(formulas: Iterable[sp.Expr]) -> Iterator[sp.Expr]:
    """Each formula; with E put for what it is; and with other ways to say E, r or c in their places: `(1+γr)/(1+γc)`."""
    for formula in formulas:
        tokens = symbol("E")
        with_tokens = [formula, *_with_tokens(formula)]
        yield from with_tokens
        for one in with_tokens:
            if len(one.free_symbols) > FEW:
                continue
            same = one.xreplace({symbol("tau"): tokens, symbol("L"): tokens})
            for name in ("E", "r", "c"):
                if symbol(name) in same.free_symbols:
                    for other in _otherwise(name):
                        yield put(same, {symbol(name): other})
            if {tokens, symbol("c")} <= same.free_symbols:
                for first, second in product(_otherwise("E"), _otherwise("c")):
                    yield put(same, {tokens: first, symbol("c"): second})


def _with_tokens(formula: sp.Expr) -> Iterator[sp.Expr]:
    """The formula over or times E, where acceptance is in it by E alone."""
    alpha, tokens, ratio = symbol("alpha"), symbol("E"), _short_forms()["E"]
    if alpha in formula.free_symbols:
        for rest, power in ((formula / ratio, 1), (formula * ratio, -1)):
            if alpha not in rest.free_symbols and rest.free_symbols:
                yield rest * tokens**power


@cache
def _otherwise(name: str) -> tuple[sp.Expr, ...]:
    """What claims say that E, r or c is, by counts, times and other quantities and not by alpha."""
    found: dict[sp.Expr, None] = {}
    own = {symbol(other) for other in TERMS if family(other) == name} | {symbol("alpha")}
    givens = [given for _, given in _definitions(_claims())]
    givens += [given for claim in _claims() for given in _given(claim, claim.statement, True)]
    for given in givens:
        if family(given.quantity) == name:
            for form in _written(given.formula):
                if not isinstance(form, sp.Symbol) and not form.free_symbols & own and _size(export(form)) <= SMALL:
                    found[sp.expand(form)] = None
    return tuple(found)


def _main(formula: sp.Expr) -> sp.Expr:
    """The formula without its value at a single point, for a reader."""
    cases = {p: p.args[-1][0] for p in formula.atoms(sp.Piecewise) if all(isinstance(c, sp.Eq) for _, c in p.args[:-1])}
    main: sp.Expr = formula.xreplace(cases)
    return main


def _size(node: Node) -> int:
    return 1 + sum(_size(child) for child in node.children())


def _distinct(found: Iterable[Entry]) -> Iterator[Entry]:
    """One entry for each formula of a claim: of several writings of it the shortest."""
    best: dict[tuple[object, ...], Entry] = {}
    for entry in found:
        values: list[object] = []
        for place in range(TOLD_APART_BY):
            try:
                values.append(evaluate(entry.tree, at(entry.tree, place)))
            except Undefined:
                values.append(None)
        key = (entry.id, entry.quantity, entry.where, free_names(entry.tree), tuple(values))
        if any(value is not None for value in values) and (
            key not in best or _size(entry.tree) < _size(best[key].tree)
        ):
            best[key] = entry
    yield from best.values()


# Conditions


def _conditions(about: Saying, claim: Claim, statement: Statement) -> Iterator[Condition]:
    """What a statement of the form "where ..., S > 1" (or < 1) says about when speculation pays.

    The condition stands in the statement; or it is the only one of the claim's domain.
    """
    for premise, rel in _inequalities(statement, None):
        left, op = (
            (rel.lhs, rel.op) if rel.rhs == 1 else (rel.rhs, _TURNED.get(rel.op, "")) if rel.lhs == 1 else (None, "")
        )
        if op not in _TURNED or not isinstance(left, AppliedUndef) or family(left.func.__name__) != "S":
            continue
        if premise is None:
            only = about.right and len(claim.domain.conditions) == 1
            given: tuple[Node, ...] = claim.domain.conditions if only else ()
        else:
            given = () if claim.domain.conditions else _condition_forms(premise)
        for form in given:
            if form.op in ("lt", "le"):
                pays = form if op in (">", ">=") else Node("lt" if form.op == "le" else "le", form.args[::-1])
                yield Condition(about.id, about.claim, pays, about.right, about.says, about.why_tempting, about.source,
                                about.title, tree_text(pays))  # fmt: skip


_TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def _inequalities(statement: Statement, premise: Statement | None) -> Iterator[tuple[Statement | None, Rel]]:
    if isinstance(statement, Rel):
        yield premise, statement
    elif isinstance(statement, When):
        yield from _inequalities(statement.then, statement.condition)
    elif isinstance(statement, All):
        for part in statement.parts:
            yield from _inequalities(part, premise)


def _condition_forms(premise: Statement) -> tuple[Node, ...]:
    """A premise with quantities in it kept and written out."""
    if not isinstance(premise, Rel):
        return ()
    forms = list(_written(sp.Tuple(premise.lhs, premise.rhs)))
    tokens = symbol("E")
    forms += [form.xreplace({tokens: other}) for form in forms if form.has(tokens) for other in _otherwise("E")]
    return tuple(dict.fromkeys(tree(Rel(premise.op, *form.args)) for form in forms))


def main() -> None:
    """Write the catalogue's file anew."""
    Path(__file__).with_name(FILE).write_text(written(*collected()), encoding="utf-8")


if __name__ == "__main__":
    main()
