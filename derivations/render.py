"""A derivation for a reader: every step with its rule and its reason, as text or as LaTeX (amsmath is all it needs)."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator

from .claims import Claim
from .derive import Derivation
from .domain import Domain
from .expr import Node
from .kernel import Argument, Step
from .notation import LATEX, TEXT
from .printing import inline, latex, text
from .vocabulary import term

MIN_REASON = 30
"""Columns that a reason needs beside its formula; with fewer it goes below."""

_INFIX = {
    "add": " + ", "mul": "·", "div": "/", "pow": "^", "eq": " = ", "ne": " ≠ ", "lt": " < ", "le": " ≤ ",
    "and": " and ", "or": " or ", "implies": " implies ", "iff": " exactly when ",
}  # fmt: skip
_LOWER_CAPITALS = ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega")
_SIGNS = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\neq", "∞": r"\infty", "·": r"\cdot", "×": r"\times", "→": r"\to", "∈": r"\in",
    "≈": r"\approx", "√": r"\surd", "−": "-", "ℕ": r"\mathrm{N}", "′": "'",
}  # fmt: skip
_ACCENTS = {"\u0302": "hat", "\u0304": "bar"}
_ACCENTED = re.compile(f"(.)([{''.join(_ACCENTS)}]?)", re.DOTALL)
_ESCAPED = {
    **{c: "\\" + c for c in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
}


def derivation_text(found: Derivation, width: int = 80) -> str:
    """The claim, its domain and its arguments, at most `width` columns wide (formulas, which do not wrap, apart)."""
    lines = _heading(found.claim, width)
    for argument in found.arguments:
        lines += ["", *_argument_text(argument, width)]
    return "\n".join(lines) + "\n"


def derivation_latex(found: Derivation) -> str:
    """The same as a fragment for a document; the arguments end in the labels `dp:ID`, `dp:ID.2`, ..."""
    claim = found.claim
    blocks = [f"% {claim.id}: needs \\usepackage{{amsmath}}", rf"\paragraph{{{latex_text(claim.title or claim.id)}}}"]
    blocks.append(
        f"\\[ {latex(claim.statement)} \\]\nfor {latex_text(domain_text(claim.domain))}. {latex_text(claim.source)}."
    )
    for number, argument in enumerate(found.arguments, start=1):
        blocks.append(_argument_latex(argument, f"dp:{claim.id}" + (f".{number}" if number > 1 else "")))
    return "\n".join(blocks) + "\n"


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


def condition_text(node: Node) -> str:
    """A condition of a domain, which is a tree, on one line."""
    if node.op in _INFIX:
        inner = [
            f"({condition_text(c)})" if c.op in _INFIX and _binds(node, c) else condition_text(c)
            for c in node.children()
        ]
        return _INFIX[node.op].join(inner)
    if node.op in ("sym", "num"):
        return term(node.args[0]).text if node.op == "sym" else str(node.args[0])
    if node.op == "at":
        return f"{term(node.args[0]).text}_{condition_text(node.args[1])}"
    return f"{node.op}({', '.join(condition_text(child) for child in node.children())})"


def _binds(outer: Node, inner: Node) -> bool:
    """Whether the inner operator needs parentheses: it stands later in the order of binding."""
    order = ("pow", "div", "mul", "add")
    rank = {op: i for i, op in enumerate(order)}
    return rank.get(inner.op, len(order)) >= rank.get(outer.op, len(order) + (outer.op in ("eq", "ne", "lt", "le")))


def latex_text(words: str) -> str:
    """Words for text mode: special characters escaped, Greek letters and signs in math."""
    return "".join(_accented(*part) for part in _ACCENTED.findall(words))


def _accented(character: str, mark: str) -> str:
    plain = _escaped(character)
    base = plain.removeprefix(r"\(").removesuffix(r"\)")
    return rf"\(\{_ACCENTS[mark]}{{{base}}}\)" if mark else plain


def _escaped(character: str) -> str:
    if character in _SIGNS:
        return rf"\({_SIGNS[character]}\)"
    match unicodedata.name(character, "").split():
        case ["GREEK", "SMALL", "LETTER", letter] if letter != "OMICRON":
            return rf"\(\{letter.lower().replace('lamda', 'lambda')}\)"
        case ["GREEK", "CAPITAL", "LETTER", letter] if (
            letter.capitalize().replace("Lamda", "Lambda") in _LOWER_CAPITALS
        ):
            return rf"\(\{letter.capitalize().replace('Lamda', 'Lambda')}\)"
    return _ESCAPED.get(character, character)


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


def _argument_latex(argument: Argument, label: str) -> str:
    given = f"Where \\({inline(argument.given, LATEX)}\\):\n" if argument.given else ""
    rows = []
    for position, step in enumerate(argument.steps):
        reason = rf"\parbox[t]{{.4\linewidth}}{{\raggedright {latex_text(f'{rule_name(step)}: {step.because}')}}}"
        start = latex(argument.start) + " " if position == 0 else ""
        end = rf"\label{{{label}}}" if position == len(argument.steps) - 1 else r"\notag \\"
        rows.append(f"{start}&{LATEX.sign[step.relation]} {latex(step.after)} && {reason} {end}")
    return given + "\\begin{align}\n" + "\n".join(rows) + "\n\\end{align}"
