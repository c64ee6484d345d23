"""A derivation for a reader, as text: every step with its rule and its reason. `typeset` has the same as LaTeX."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .claims import Claim
from .derive import Derivation
from .domain import Domain
from .expr import Node, num
from .kernel import Argument, Step
from .notation import TEXT, Notation
from .printing import inline, text
from .vocabulary import term

MIN_REASON = 30
"""Columns that a reason needs beside its formula; with fewer it goes below."""

_RELATIONS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<="}
_WORDS = {"and": " and ", "or": " or ", "implies": " implies ", "iff": " exactly when "}
_BINDING = ("pow", "div", "mul", "add")
"""Operators, the one that binds most first; relations bind less, and words least."""


def derivation_text(found: Derivation, width: int = 80) -> str:
    """The claim, its domain and its arguments, at most `width` columns wide (formulas, which do not wrap, apart)."""
    lines = _heading(found.claim, width)
    for argument in found.arguments:
        lines += ["", *_argument_text(argument, width)]
    return "\n".join(lines) + "\n"


def rule_name(step: Step) -> str:
    """The rule as a reader knows it; a lemma with the claim it uses, a typed result marked."""
    name = step.rule.replace("_", " ")
    if isinstance(claim := step.parameters.get("claim"), Claim):
        name += f" {claim.id}"
    return name + (" [stated]" if step.stated else " [result given]" if step.given else "")


def domain_text(domain: Domain) -> str:
    """The sets of the variables and the conditions on them."""
    sets = [f"{term(name).text} in {values}" for name, values in domain.sets.items()]
    return ", ".join(sets + [condition_text(condition) for condition in domain.conditions])


def condition_text(node: Node, to: Notation = TEXT) -> str:
    """A condition of a domain, which is a tree, on one line."""
    inner = [condition_text(child, to) for child in node.children()]
    loose = [_rank(child) >= _rank(node) for child in node.children()]
    grouped = [to.group(text) if wide else text for text, wide in zip(inner, loose, strict=True)]
    if node.op in ("sym", "num"):
        return to.name(node.args[0]) if node.op == "sym" else str(node.args[0])
    if node.op == "at":
        return to.element(to.name(node.args[0]), *inner)
    if node.op in ("sum", "prod"):
        return to.fold(node.op, to.name(node.args[0]), *inner[:2]) + (grouped if node.args[3].op == "add" else inner)[2]
    if node.op == "pow":
        return to.power(grouped[0], inner[1])
    if node.op == "div":
        return to.fraction(inner[0], inner[1], loose[0], loose[1])
    if node.op == "add":
        signed = sorted(map(_signed, node.children()), key=lambda term: term[0] == "-")
        text = " ".join(f"{sign} {condition_text(child, to)}" for sign, child in signed)
        return text.removeprefix("+ ") if text[0] == "+" else "-" + text[2:]
    joint = {"mul": to.times} | {op: f" {to.sign[sign]} " for op, sign in _RELATIONS.items()}
    joint |= {op: to.words(word) for op, word in _WORDS.items()}
    return (
        joint[node.op].join(grouped) if node.op in joint else to.call(to.sign.get(node.op, node.op), ", ".join(inner))
    )


def _signed(node: Node) -> tuple[str, Node]:
    """The sign of a term of a sum, and the term without it."""
    first = node.args[0] if node.op == "mul" else node
    if not isinstance(first, Node) or first.op != "num" or first.args[0] >= 0:
        return "+", node
    left = num(-first.args[0])
    if first is node:
        return "-", left
    rest = node.args[1:] if left == num(1) else (left, *node.args[1:])
    return "-", rest[0] if len(rest) == 1 else Node("mul", rest)


def _rank(node: Node) -> int:
    """What binds less has the larger one; a name, a number or a call has the least."""
    if node.op in _BINDING:
        return _BINDING.index(node.op)
    return len(_BINDING) + (node.op in _WORDS) if node.op in {**_RELATIONS, **_WORDS} else -1


def _heading(claim: Claim, width: int) -> list[str]:
    about = [*text(claim.statement).split("; "), f"for {domain_text(claim.domain)}", claim.source]
    wrapped = [
        textwrap.fill(part, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False)
        for part in about
    ]
    return [f"{claim.id}  {claim.title}".rstrip(), *wrapped]


def _argument_text(argument: Argument, width: int) -> Iterator[str]:
    if argument.given:
        yield f"  Where {inline(argument.given, TEXT)}:"
    yield f"  {text(argument.start)}"
    left = [f"    {TEXT.sign[step.relation]} {text(step.after)}" for step in argument.steps]
    column = max((len(line) for line in left), default=0) + 3
    for step, line in zip(argument.steps, left, strict=True):
        reason = f"{rule_name(step)}: {step.because}"
        if width - column >= MIN_REASON:
            first, *more = textwrap.wrap(reason, width - column)
            yield f"{line:<{column}}{first}"
            yield from (" " * column + part for part in more)
        else:
            yield line
            yield from textwrap.wrap(reason, width, initial_indent="        ", subsequent_indent="        ")
