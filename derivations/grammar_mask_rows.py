"""What a grammar mask is made of: words of 32 bits, rows, bytes, and the logit columns that they cover.

Part of the chain `grammar_mask`. One bit a token, 1 where it is allowed; bit j of word i stands for token 32 i + j.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import Domain, Naturals
from .export import export
from .expr import Node
from .figures import Figure
from .kernel import Argument
from .statements import both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol, unfold
from .verify_budget_rows import ROWS, m_verify

V, columns, token, i, j = (symbol(name) for name in ("V", "columns", "token", "word", "bit"))
B, gamma, k = symbol("batch"), symbol("gamma"), symbol("k")

WORD = 32
"""Bits of a word: xgrammar and llguidance both pack into int32."""

W = quantity("W_row", sp.ceiling(V / WORD))
word_of = quantity("word_of", sp.floor(token / WORD))
bit_of = quantity("bit_of", token - WORD * sp.floor(token / WORD))
uncovered = quantity("uncovered", sp.Max(0, columns - WORD * W(V)))
mask_bytes = quantity("mask_bytes", m_verify(B, gamma) * (WORD // 8) * W(V))

SEED = "the seed, chain 'A grammar mask per step'"
LAYOUT = "xgrammar and llguidance: int32 words, ceil(V/32) a row, bit j of word i is token 32 i + j, 1 is allowed"
NOTHING_RANDOM = "a layout of bits: nothing is drawn"
QWEN = {"V": Fraction(151_665), "columns": Fraction(151_936)}
"""A tokenizer with fewer tokens than its model has logit columns."""


def figure(name: str, printed: str, expression: Node, inputs: dict[str, str], source: str) -> Figure:
    """A published number of this chain; its inputs are settings."""
    return Figure(f"grammar_mask.{name}", printed, inputs, expression, source, frozenset(inputs))


WORDS = Claim(
    "grammar_mask.words",
    title="A row is the fewest 32-bit words that hold a bit for each token",
    statement=both(
        ge(WORD * W(V), V),
        lt(WORD * W(V), V + WORD),
        eq(W(V + WORD), W(V) + 1),
    ),
    domain=Domain({"V": Naturals(1)}),
    source=LAYOUT,
    not_applicable={"simulation": NOTHING_RANDOM},
    example={"V": QWEN["V"]},
    rivals=(
        Rival(
            "grammar_mask.not_rounded_up",
            says="a row has V/8 bytes, not rounded up to whole words: ⌊V/32⌋ words",
            why_tempting="published vocabularies are padded to a multiple of 32, where it is right",
            statement=both(ge(WORD * sp.floor(V / WORD), V), lt(WORD * sp.floor(V / WORD), V + WORD)),
        ),
    ),
)


@derives(WORDS.id)
def _words() -> tuple[Argument, ...]:
    rounded = sp.ceiling(V / WORD)
    opened = Argument(WORD * W(V), WORDS.domain).by("definition", "V bits in words of 32, rounded up", at=W(V))
    return (
        opened.by("rounding", "rounded up", at=rounded, order=">="),
        opened.by("rounding", "by less than a word", at=rounded, order="<").by("algebra", "collected", to=V + WORD),
        Argument(W(V + WORD), WORDS.domain)
        .by("definition", "32 tokens more")
        .back("definition", "the words before", W(V), at=rounded),
    )


PLACE = Claim(
    "grammar_mask.place",
    title="Each token has one bit, and each bit one token",
    statement=both(
        eq(WORD * word_of(token) + bit_of(token), token),
        le(WORD * word_of(token), token),
        gt(WORD * word_of(token) + WORD, token),
        eq(word_of(WORD * i + j), i),
        eq(bit_of(WORD * i + j), j),
    ),
    domain=Domain({"token": Naturals(0), "word": Naturals(0), "bit": Naturals(0, WORD - 1)}),
    source=LAYOUT,
    not_applicable={"simulation": NOTHING_RANDOM},
    example={"token": Fraction(100), "word": Fraction(3), "bit": Fraction(4)},
    rivals=(
        Rival(
            "grammar_mask.bit_order_reversed",
            says="token 32 i is the highest bit of word i",
            why_tempting="bits are written from the highest down, and NumPy's packbits packs that way unless told otherwise",
            statement=both(
                eq(WORD * word_of(token) + (WORD - 1 - bit_of(token)), token),
                eq(WORD - 1 - bit_of(WORD * i + j), j),
            ),
        ),
        Rival(
            "grammar_mask.counted_from_one",
            says="token t is bit t - 1: tokens are counted from 1",
            why_tempting="ids are taken for positions",
            statement=both(eq(WORD * word_of(token) + bit_of(token), token - 1), eq(bit_of(WORD * i + j), j + 1)),
        ),
    ),
)


@derives(PLACE.id)
def _place() -> tuple[Argument, ...]:
    down = sp.floor(token / WORD)
    inside = sp.floor(j / WORD)  # SymPy takes the whole words i out by itself
    whole = {"to": sp.S.Zero, "beyond": j / WORD, "short": (WORD - j) / WORD}
    return (
        Argument(WORD * word_of(token) + bit_of(token), PLACE.domain)
        .by("definition", "whole words before it", at=word_of(token))
        .by("definition", "what is left of them", at=bit_of(token)),
        Argument(WORD * word_of(token), PLACE.domain)
        .by("definition", "whole words before it", at=word_of(token))
        .by("rounding", "rounded down", at=down, order="<="),
        Argument(WORD * word_of(token) + WORD, PLACE.domain)
        .by("definition", "whole words before it", at=word_of(token))
        .by("rounding", "rounded down by less than a word", at=down, order=">"),
        Argument(word_of(WORD * i + j), PLACE.domain)
        .by("definition", "whole words before it")
        .by("whole_part", "j bits are less than a word", at=inside, **whole),
        Argument(bit_of(WORD * i + j), PLACE.domain)
        .by("definition", "what is left of the words before")
        .by("whole_part", "j bits are less than a word", at=inside, **whole),
    )


COVERED = Claim(
    "grammar_mask.columns_covered",
    title="Every logit column has a bit if the mask is made for the logits' width, padding included",
    statement=both(
        when(le(columns, V), ge(WORD * W(V), columns)),
        when(le(columns, WORD * W(V)), eq(uncovered(columns, V), 0)),
        eq(uncovered(WORD * W(V) + k, V), k),
    ),
    domain=Domain({"V": Naturals(1), "columns": Naturals(1), "k": Naturals(0)}),
    source="own derivation: a kernel reads word i for columns 32 i to 32 i + 31 and leaves columns past the row alone",
    depends_on=("grammar_mask.words",),
    not_applicable={"simulation": NOTHING_RANDOM},
    assumes=("what has no bit is not masked",),
    example={**QWEN, "k": Fraction(256)},
    rivals=(
        Rival(
            "grammar_mask.tokenizer_width",
            says="a mask for the tokenizer's vocabulary covers the logits",
            why_tempting="the padded columns have no token; but they have logits, which can be sampled",
            statement=both(eq(uncovered(columns, V), 0)),
        ),
    ),
)


@derives(COVERED.id)
def _columns_covered() -> tuple[Argument, ...]:
    past = sp.Max(0, columns - WORD * W(V))
    return (
        Argument(WORD * W(V), COVERED.domain, (le(columns, V),))
        .by("lemma", "a bit for each of V", claim=WORDS, order=">=")
        .by("monotone_bound", "V is the logits' width or more", by=columns, order=">=", gap=V - columns),
        Argument(uncovered(columns, V), COVERED.domain, (le(columns, WORD * W(V)),))
        .by("definition", "columns past the last word")
        .by("choose_branch", "there are none", at=past),
        Argument(uncovered(WORD * W(V) + k, V), COVERED.domain).by("definition", "columns past the last word"),
    )


ROW_BYTES = sp.Integer(WORD // 8) * W(V)
STEP = mask_bytes(V, B, gamma)
BITS = B * (gamma + 1) * V

BYTES = Claim(
    "grammar_mask.bytes",
    title="A step's masks: a row for every token that is verified, the one before the drafts included",
    statement=both(
        eq(STEP, B * (gamma + 1) * ROW_BYTES),
        ge(8 * STEP, BITS),
        lt(8 * STEP, B * (gamma + 1) * (V + WORD)),
        when(eq(gamma, 0), eq(STEP, B * ROW_BYTES)),
    ),
    domain=Domain({"V": Naturals(1), "batch": Naturals(1), "gamma": Naturals(0)}),
    source=f"{SEED}; with speculation every row of the verification is sampled from, so each is masked",
    depends_on=("verify_budget.rows", "grammar_mask.words"),
    not_applicable={"simulation": NOTHING_RANDOM},
    example={"V": QWEN["V"], "batch": Fraction(256), "gamma": Fraction(4)},
    rivals=(
        Rival(
            "grammar_mask.bonus_row_unmasked",
            says="a verification has γ mask rows a sequence: one for each draft",
            why_tempting="only drafts are checked against the grammar; the bonus token is sampled too, from a row of its own",
            statement=both(eq(STEP, B * gamma * ROW_BYTES), ge(8 * STEP, BITS)),
        ),
        Rival(
            "grammar_mask.one_row_a_sequence",
            says="a step has one mask row a sequence, whatever the drafts",
            why_tempting="without speculation it has",
            statement=both(eq(STEP, B * ROW_BYTES)),
        ),
        Rival(
            "grammar_mask.byte_a_token",
            says="a row takes a byte a token",
            why_tempting="a boolean array does, before it is packed",
            statement=both(eq(STEP, BITS)),
        ),
        Rival(
            "grammar_mask.eighth_of_v",
            says="a row takes V/8 bytes",
            why_tempting="V bits are V/8 bytes; rows are whole words",
            statement=both(eq(8 * STEP, BITS)),
        ),
    ),
    figures=(
        figure("row_llama", "16,032", export(unfold(ROW_BYTES)), {"V": "128256"}, SEED),
        figure("row_qwen", "18,992", export(unfold(ROW_BYTES)), {"V": "151936"}, f"{LAYOUT}; Qwen 2.5"),
        figure("row_gpt_oss", "25,136", export(unfold(ROW_BYTES)), {"V": "201088"}, f"{LAYOUT}; gpt-oss"),
        figure(
            "batch_256",
            "4.1",
            export(unfold(B * (gamma + 1) * ROW_BYTES / 10**6)),
            {"V": "128256", "batch": "256", "gamma": "0"},
            f"{SEED}, in MB",
        ),
    ),
)


@derives(BYTES.id)
def _bytes() -> tuple[Argument, ...]:
    rows = m_verify(B, gamma)
    opened = (
        Argument(STEP, BYTES.domain)
        .by("definition", "rows of whole words")
        .by("lemma", "a row for each verified token", at=rows, claim=ROWS)
    )
    bits = (
        Argument(8 * STEP, BYTES.domain)
        .by("definition", "rows of whole words", at=STEP)
        .by("lemma", "a row for each verified token", at=rows, claim=ROWS)
    )
    plain = (
        Argument(STEP, BYTES.domain, (eq(gamma, 0),))
        .by("definition", "rows of whole words")
        .by("lemma", "a row for each verified token", at=rows, claim=ROWS)
        .by("substitution", "no drafts", values={gamma: sp.S.Zero})
    )
    return (
        opened,
        bits.by("lemma", "a bit for each token", at=WORD * W(V), claim=WORDS, order=">="),
        bits.by("lemma", "less than a word over", at=WORD * W(V), claim=WORDS, order="<"),
        plain,
    )


CLAIMS = (WORDS, PLACE, COVERED, BYTES)
