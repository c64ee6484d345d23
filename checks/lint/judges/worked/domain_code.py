"""Rules of the domain that a formula breaks (DP203): `vocab_size // 8`, `num_tokens // block_size`, `batch * gamma` rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from .....derivations.expr import Node
from ... import roles
from ...contexts import BONUS, NO_BONUS
from ...document import Document, Formula, Kind
from ...roles import Strength
from ...spelling import spelled
from ...words import key, split, spoken
from .broken import Broken
from .masks import speaks_of_masks

_MASK = re.compile(r"mask|bitmap|掩码|마스크|マスク")
_MASKED = re.compile(
    r"bit ?mask|(?:grammar|token|logits?|vocab\w{0,6}) mask|mask (?:n?bytes|rows|words|mem\w*)|掩码|마스크|マスク"
)
_SPECULATIVE = re.compile(r"draft|spec|gamma|γ|lookahead|propos|candidate|^k$")
_PACKED = re.compile(r"\bn?bytes?\b|\bpacked\b|\brows?\b|\bbits?\b|字节|바이트|バイト")
_VOCABULARY = frozenset({"vocab", "vocabulary", "nvocab", "v", "vocabsize"})
_OF_IT = re.compile(r"(?<!len)\(")
"""A function of the vocabulary's size, other than its length: no number of bits."""
_NEEDED = re.compile(
    r"\bneed(?:s|ed)?\b|\brequir\w*|\boccup\w*|\ballocat\w*|\bholds?\b|占用|需要|필요|必要|占める|necesari|necessári|ocupa|nécessaire|benötigt"
)
_NOT_NEEDED = re.compile(
    r"\bfull\b|complete|whole|\bindex\b|\bidx\b|hash|cached|offset|\bfree\b|available|memory|\bmax\b|capacity|"
    r"\bfits?\b|hit|shared|reuse|prefix|满|完整|꽉"
)
_BLOCK_SIZE = re.compile(r"\b(?:block|page) ?(?:size|len|tokens?)\b|tokens per (?:block|page)")
_TOKENS = re.compile(r"\btok(?:en)?s?\b|\blen(?:gth)?\b|\bpositions?\b|\bctx\b|context")
_ROWS = re.compile(
    r"\brows?\b|\bverify tok\w*|\bverif\w* (?:tok\w*|rows?|positions?)|\btok\w* (?:per|to|for) verif|"
    r"\bnum verif\w*|\blogits? (?:rows?|positions?)|验证|검증"
)
_DRAFTS = re.compile(r"\bdraft\w*|\bspec\b|speculat|propos|candidate|lookahead|草稿|초안|ドラフト")
_BATCH = re.compile(r"\bbatch\b|\bbs\b|\bn? ?(?:num )?(?:seqs?|sequences|requests|reqs)\b|^b$|^n seq$")


def broken(formula: Formula, document: Document) -> Broken | None:
    """The rule that a formula breaks, if it does."""
    for template in formula.templates[:1]:
        for rule in (_mask, _blocks, _rows):
            found = rule(template, formula, document)
            if found is not None:
                return found
    return None


def _words(formula: Formula) -> str:
    passage = formula.passage
    return spoken(f"{formula.result} {passage.above} {formula.near} {passage.around[:1_000]}")


def _number(node: Node, formula: Formula) -> Fraction | None:
    if node.op == "num":
        found: Fraction = node.args[0]
        return found
    if node.op == "sym" and node.args[0] in formula.numerals:
        return formula.numerals[node.args[0]].values[0]
    return None


def _nodes(tree: Node) -> Iterator[Node]:
    yield tree
    for child in tree.children():
        yield from _nodes(child)


def _mask(tree: Node, formula: Formula, document: Document) -> Broken | None:
    """V // 8 and V / 8 in code: right only where 32 divides V, which a name does not say."""
    if formula.passage.kind is not Kind.CODE:
        return None
    for node in _nodes(tree):
        if node.op != "div" or node.args[0].op != "sym" or _number(node.args[1], formula) != 8:
            continue
        name = node.args[0].args[0]
        if _VOCABULARY.isdisjoint(split(name)) or _OF_IT.search(name) or _divisible(name, document):
            continue
        said = _words(formula)
        if _MASK.search(said) or (_PACKED.search(said) and speaks_of_masks(document)):
            return Broken(
                formula.start, formula.end, f"a mask row is whole words of 32 bits: {name}/8 bytes only where 32 divides {name}",
                f"write 4 * (({name} + 31) // 32)", claim="grammar_mask.words",
            )  # fmt: skip
    return None


def _divisible(name: str, document: Document) -> bool:
    """Whether the document gives the name values, and 32 divides them all."""
    known: dict[str, list[Fraction]] | None = document.__dict__.get("_numbers_by_name")
    if known is None:
        known = document.__dict__["_numbers_by_name"] = {}
        for other in document.formulas:
            value = _number(other.templates[0], other) if other.result and other.templates else None
            if value is not None:
                known.setdefault(key(other.result), []).append(value)
    values = known.get(key(name), [])
    return bool(values) and all(value % 32 == 0 for value in values)


def _blocks(tree: Node, formula: Formula, document: Document) -> Broken | None:
    """Tokens // block_size, said to be the blocks that are needed."""
    if tree.op != "floor" or tree.args[0].op != "div":
        return None
    top, bottom = tree.args[0].args
    if top.op != "sym" or bottom.op != "sym":
        return None
    size, tokens = spoken(bottom.args[0]), spoken(top.args[0])
    said = _words(formula)
    if not (
        _BLOCK_SIZE.search(size)
        and _TOKENS.search(tokens)
        and _NEEDED.search(said)
        and re.search(r"\bblocks?\b|\bpages?\b|块|블록", said)
    ):
        return None
    if _NOT_NEEDED.search(said):
        return None
    return Broken(
        formula.start, formula.end, "the last block is partly filled, and is a block: this rounds it away",
        f"write -(-{top.args[0]} // {bottom.args[0]})", claim="beam_paging.blocks", rival="beam_paging.tokens_over_block_size",
    )  # fmt: skip


def _rows(tree: Node, formula: Formula, document: Document) -> Broken | None:
    """batch * gamma, said to be the rows of a verification; times the words of a row, the bytes of its masks."""
    parts = (
        [part for part in tree.args if part.op == "sym" and part.args[0] not in formula.numerals]
        if tree.op == "mul"
        else []
    )
    if len(parts) < 2:
        return None
    masked = _MASKED.search(spoken(f"{formula.result} {formula.passage.above} {_given_to(formula)}")) is not None
    if len(tree.args) > 2 and not masked:
        return None
    names = [part.args[0] for part in parts]
    lengths = [name for name in names if _is_draft_length(name, formula, document)]
    batches = [name for name in names if name not in lengths and _BATCH.search(spoken(name.rpartition(".")[2]))]
    if len(lengths) != 1 or len(batches) != 1:
        return None
    counted = _is_of_rows(formula)
    result = spoken(formula.result.rpartition(".")[2] or _label(formula))
    said = masked or counted or _ROWS.search(result)
    if not said or _DRAFTS.search(result):
        return None
    beside = spoken(f"{formula.passage.above} {formula.near} {formula.passage.around[:_HEAD]}")
    code = formula.passage.kind is Kind.CODE
    drafter = (code or formula.passage.kind is Kind.COMMENT) and _DRAFTS.search(spoken(formula.passage.above))
    if drafter and not (masked or counted or "verif" in result):
        return None  # the rows that a drafter has logits of
    if code and _BARE_ROWS.fullmatch(result) and not _VERIFIED.search(beside):
        return None
    if _given_to(formula).endswith("range"):
        return None
    length = spoken(lengths[0])
    if not counted and (_COUNTS_THE_ROOT.search(length) or (not masked and _MAY_COUNT_THE_BONUS.search(length))):
        return None
    if (
        _INDICES.search(result)
        or "_draft" in formula.result
        or re.search(r"\bdrafts? (?:rows|alone|only)|without (?:the )?bonus|no bonus", _words(formula))
    ):
        return None
    if masked and not counted and not (_SPECULATIVE.search(spoken(lengths[0])) and speaks_of_masks(document)):
        return None
    length, batch = lengths[0], batches[0]
    return Broken(
        formula.start, formula.end, f"each sequence has {length} + 1 rows in a verification, the bonus token's among them",
        f"write {batch} * ({length} + 1)", claim="verify_budget.rows", rival="verify_budget.bonus_row_forgotten",
    )  # fmt: skip


def _is_draft_length(name: str, formula: Formula, document: Document) -> bool:
    """Whether a name is a draft length by its spelling; `length`, `S` and `L` are any sequence's, unless something says so."""
    symbols, full = spelled(name)
    if full or name.rpartition(".")[2].lower() in _SIGNS:
        return symbols[:1] == ("gamma",) or (full and "gamma" in symbols)
    said = roles.meanings(name, formula, document) if "gamma" in symbols else ()
    return any(one.symbol == "gamma" and one.strength >= Strength.NEAR for one in said)


_MAY_COUNT_THE_BONUS = re.compile(r"draft tokens?(?: num)?$|block size$")
"""One engine's `num_draft_tokens` are the tokens that a verification runs, another's the drafts alone; a block has both."""
_BARE_ROWS = re.compile(r"(?:expected |n |num |total |max )?rows?")
_VERIFIED = re.compile(r"verif|\bmasks?\b|bitmask|logits|scor(?:es|ing)")
"""Words by which the rows of a function are those that the target runs."""
_HEAD = 300  # characters of a function's docstring and head
_INDICES = re.compile(r"\b(?:ind(?:ex|ices)|idx|ids)\b")
_COUNTS_THE_ROOT = re.compile(r"draft token num$|(?:spec num|verify) tokens$|draft tokens per req\w*$")
"""As the engines that verify trees call the tokens of one, its root among them."""
_SIGNS = frozenset({"k", "g", "gamma", "γ"})
_CALL = re.compile(r"(?P<name>[\w.]{2,60})\s?\(\s?\(?\s?$")
_LABEL = re.compile(r"(?P<said>[^.;:=\n]{3,80})(?:[:=]|\bis\b|\bare\b)[\s`$(]*$")
_MASK_ROWS = re.compile(
    r"(?:mask|bitmask|logits?|verif\w*) rows?\b|\brows? (?:of|per|for)\b[^.;]{0,40}\b(?:mask|draft|position|token)"
)


def _given_to(formula: Formula) -> str:
    """The function that a bare formula is the first argument of, wrong as in `allocate_token_bitmask(batch * k, vocab)`."""
    match = _CALL.search(formula.passage.text[max(0, formula.start - 80) : formula.start])
    return match["name"] if match and not formula.result else ""


def _label(formula: Formula) -> str:
    """In a text, the words that name what a formula gives, wrong as in "Rows in the verification step: `batch * G`"."""
    match = _LABEL.search(formula.passage.text[max(0, formula.start - 100) : formula.start])
    return match["said"] if match and formula.passage.kind is not Kind.CODE else ""


def _is_of_rows(formula: Formula) -> bool:
    """Whether the words on its function count a row for the bonus token among those of the drafts."""
    said = spoken(f"{formula.near} {formula.passage.around[:1_000]}") if formula.passage.kind is Kind.CODE else ""
    return _MASK_ROWS.search(said) is not None and BONUS.search(said) is not None and not NO_BONUS.search(said)
