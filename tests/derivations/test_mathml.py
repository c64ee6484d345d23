"""MathML: every formula of every chain is well formed, and says what the text says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.mathml import MATHML, formula, name, pieces, tree, wrapped
from draftproof.derivations.printing import lines
from draftproof.derivations.statements import Words
from draftproof.derivations.symbols import symbol
from draftproof.derivations.vocabulary import TERMS

alpha, gamma = symbol("alpha"), symbol("gamma")

ARITY = {"mfrac": 2, "msup": 2, "msub": 2, "mover": 2, "munder": 2, "munderover": 3, "msubsup": 3}
LEAVES = {"mi", "mn", "mo", "mtext"}
ROWS = {"math", "mrow", "msqrt", "mtd", "mtable", "mtr", "mspace"}

CASES = {
    "a sum": (1 + gamma, "<mi>γ</mi><mo>+</mo><mn>1</mn>"),
    "a product has no sign": (gamma * alpha, "<mi>γ</mi><mi>α</mi>"),
    "a name of several letters": (symbol("drafted") * alpha, '<mi>drafted</mi><mspace width=".17em"/><mi>α</mi>'),
    "a power": (alpha**gamma, "<msup><mi>α</mi><mi>γ</mi></msup>"),
    "a power of a sum": (
        alpha ** (gamma + 1),
        "<msup><mi>α</mi><mrow><mi>γ</mi><mo>+</mo><mn>1</mn></mrow></msup>",
    ),
    "a fraction": (
        gamma / (1 + alpha),
        "<mfrac><mi>γ</mi><mrow><mn>1</mn><mo>+</mo><mi>α</mi></mrow></mfrac>",
    ),
    "a sign in front": (-alpha, '<mo form="prefix">−</mo><mi>α</mi>'),
    "words": (Words("a < b & c"), "<mtext>a &lt; b &amp; c</mtext>"),
}


@pytest.mark.parametrize(("said", "expected"), CASES.values(), ids=CASES.keys())
def test_formula(said, expected):
    assert formula(said) == f"<math>{expected}</math>"


@pytest.mark.parametrize("symbol", TERMS)
def test_every_symbol_of_the_vocabulary_is_well_formed(symbol):
    assert faults(wrapped(name(symbol))) == []


def said_by(claim: Claim) -> Iterator[str]:
    statements = [claim.statement, *(rival.statement for rival in claim.rivals if rival.statement is not None)]
    yield from map(formula, statements)
    for statement in statements:
        yield from (wrapped(line) for line in lines(statement, MATHML))
        yield from (wrapped(piece) for line in lines(statement, MATHML) for piece in pieces(line))
    yield from map(tree, claim.domain.conditions)


@pytest.mark.parametrize("of", chain_names())
def test_statements_rivals_and_domains_are_well_formed_whole_and_in_pieces(of):
    found = {body: faults(body) for claim in chain(of).claims for body in said_by(claim)}
    assert not {body: what for body, what in found.items() if what}


@pytest.mark.parametrize("of", chain_names())
def test_pieces_put_together_are_the_formula(of):
    for claim in chain(of).claims:
        for line in lines(claim.statement, MATHML):
            assert "".join(pieces(line)) == line


CUT = {
    "what is short stays whole": "<mn>1</mn><mo>=</mo><mn>2</mn>",
    "before a relation": f"<mn>{'1' * 20}</mn>|<mo>=</mo><mn>{'2' * 5}</mn><mo>+</mo><mn>3</mn>",
    "before a sign in what is still long": f"<mn>{'1' * 20}</mn>|<mo>+</mo><mn>{'2' * 5}</mn>|<mo>=</mo><mn>3</mn>",
    "before words first": f"<mn>{'1' * 20}</mn><mo>=</mo>|<mtext>if</mtext><mn>{'2' * 5}</mn><mo>=</mo><mn>3</mn>",
    "in no fraction": f"<mfrac><mrow><mn>1</mn><mo>+</mo><mn>{'2' * 30}</mn></mrow><mn>3</mn></mfrac>",
    "in parentheses where nothing else helps": f"<mo>(</mo><mn>{'1' * 20}</mn>|<mo>+</mo><mn>{'2' * 5}</mn><mo>)</mo>",
    "after a comma, with the blank there": f"<mn>{'1' * 20}</mn><mo>,</mo> |<mn>{'2' * 5}</mn>",
    "at no sign with attributes": f'<mn>{"1" * 20}</mn><mo form="prefix">−</mo><mn>{"2" * 5}</mn>',
}


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT.keys())
def test_where_a_line_is_cut(cut):
    assert pieces(cut.replace("|", "")) == cut.split("|")


@pytest.mark.parametrize(
    "body",
    [
        "<math><mi>a</math>",
        "<math><mfrac><mi>a</mi></mfrac></math>",
        "<math><mrow>a</mrow></math>",
        "<math><mb/></math>",
    ],
)
def test_the_judge_of_well_formedness_sees_what_is_not(body):
    assert faults(body)


def faults(body: str) -> list[str]:
    """What is wrong with a `<math>` element: XML, elements that there are not, scripts with too few parts, loose text."""
    try:
        root = ET.fromstring(body)
    except ET.ParseError as error:
        return [f"no XML: {error}"]
    found = []
    for node in root.iter():
        if node.tag not in LEAVES | ROWS | set(ARITY):
            found.append(f"no element {node.tag}")
        if node.tag in ARITY and len(node) != ARITY[node.tag]:
            found.append(f"{node.tag} of {len(node)}")
        if node.tag in LEAVES and (len(node) or not (node.text or "")):
            found.append(f"{node.tag} without text")
        if node.tag not in LEAVES and (node.text or "").strip():
            found.append(f"loose text in {node.tag}: {node.text}")
        if re.search(r"\S", node.tail or "") and node is not root:
            found.append(f"loose text after {node.tag}: {node.tail}")
    return found
