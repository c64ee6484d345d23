"""The same in blocks of K slots, where roundings enter; and what a fork copies. Part of the chain `beam_paging`.

A beam of s + t tokens has c = ceil((s + t)/K) blocks. The prompt's f = floor(s/K) full blocks are shared for good; the
block with the prompt's end, if it is partly filled, is copied by every beam but the last that writes into it.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .beam_paging_tokens import DETERMINISTIC, EXAMPLE, SEED, b, figure, i, s, t
from .claims import Claim, Rival
from .derive import derives
from .domain import Domain, Naturals
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol

K = symbol("block_size")

FULL, WHOLE = sp.floor(s / K), sp.ceiling((s + t) / K)
PARTLY = sp.Piecewise((1, s > K * FULL), (0, True))

U_K = quantity("U_blocks", sp.Sum(WHOLE, (i, 1, b)))
H_K = quantity("H_blocks", FULL + sp.Sum(WHOLE - FULL, (i, 1, b)))
RHO_K = quantity("rho_blocks", U_K(b, s, t, K) / H_K(b, s, t, K))
C = quantity("copies", PARTLY * (sp.Sum(sp.S.One, (i, 1, b)) - 1))

DOMAIN = Domain({"beams": Naturals(1), "prompt": Naturals(1), "generated": Naturals(1), "block_size": Naturals(1)})
AT_SEED = {**EXAMPLE, "block_size": Fraction(16)}
OWN_BLOCK = "every beam has written at least one token, so that its last block is its own"

BLOCKS = Claim(
    "beam_paging.blocks",
    title="In blocks: the prompt's full blocks once, what is left for each beam",
    statement=both(
        eq(U_K(b, s, t, K), b * WHOLE),
        eq(H_K(b, s, t, K), FULL + b * (WHOLE - FULL)),
    ),
    domain=DOMAIN,
    source=f"{SEED}, counted in blocks",
    example=AT_SEED,
    not_applicable=DETERMINISTIC,
    assumes=(OWN_BLOCK,),
    rivals=(
        Rival(
            "beam_paging.tokens_over_block_size",
            says="the blocks are the tokens over K: b·(s + t)/K without sharing, (s + b·t)/K with it",
            why_tempting="it is the number of full blocks' worth; each beam's last block is partly empty",
            statement=both(eq(U_K(b, s, t, K), b * (s + t) / K), eq(H_K(b, s, t, K), (s + b * t) / K)),
        ),
        Rival(
            "beam_paging.output_starts_a_block",
            says="with sharing it is ceil(s/K) + b·ceil(t/K): prompt and output rounded up by themselves",
            why_tempting="the prompt's blocks are shared and the rest is added; but output goes on in the prompt's last block",
            statement=both(
                eq(U_K(b, s, t, K), b * WHOLE), eq(H_K(b, s, t, K), sp.ceiling(s / K) + b * sp.ceiling(t / K))
            ),
        ),
    ),
    figures=(
        figure("unshared_blocks", "300", U_K(b, s, t, K), "own count at the seed's sizes"),
        figure("shared_blocks", "114", H_K(b, s, t, K), "own count at the seed's sizes"),
        figure("ratio_blocks", "2.63", RHO_K(b, s, t, K), "own count at the seed's sizes"),
    ),
)


@derives(BLOCKS.id)
def _blocks() -> tuple[Argument, ...]:
    own = sp.Sum(WHOLE - FULL, (i, 1, b))
    return (
        Argument(U_K(b, s, t, K), DOMAIN)
        .by("definition", "rounded up, for each beam")
        .by("linearity", "as many for every beam"),
        Argument(H_K(b, s, t, K), DOMAIN)
        .by("definition", "the prompt's full blocks once, and the other blocks of each beam")
        .by("linearity", "as many for every beam", at=own)
        .by("algebra", "collected", to=FULL + b * (WHOLE - FULL)),
    )


ROUNDED = Claim(
    "beam_paging.rounding",
    title="Full blocks of a prompt, and blocks of a beam, between their roundings",
    statement=both(
        le(FULL, s / K),
        gt(FULL + 1, s / K),
        ge(WHOLE, (s + t) / K),
        lt(WHOLE, (s + t) / K + 1),
    ),
    domain=DOMAIN,
    source="own derivation",
    example=AT_SEED,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.no_block_partly_filled",
            says="a beam has (s + t)/K blocks, the prompt s/K: nothing is rounded",
            why_tempting="it is right where lengths are multiples of K",
            statement=both(le(FULL, s / K), ge(FULL, s / K), ge(WHOLE, (s + t) / K), le(WHOLE, (s + t) / K)),
        ),
    ),
)


@derives(ROUNDED.id)
def _rounded() -> tuple[Argument, ...]:
    return (
        Argument(FULL, DOMAIN).by("rounding", "rounded down", order="<="),
        Argument(FULL + 1, DOMAIN).by("rounding", "by less than one", at=FULL, order=">"),
        Argument(WHOLE, DOMAIN).by("rounding", "rounded up", order=">="),
        Argument(WHOLE, DOMAIN).by("rounding", "by less than one", order="<"),
    )


TAIL = Claim(
    "beam_paging.own_blocks",
    title="A beam's own blocks: t/K of them, and less than two more",
    statement=both(le(FULL + t / K, WHOLE), lt(WHOLE, FULL + t / K + 2)),
    domain=DOMAIN,
    source="own derivation: one block more at either end",
    depends_on=("beam_paging.rounding",),
    example={**AT_SEED, "prompt": Fraction(1007)},  # output starts in a prompt's last slot but one, and ends in a first
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.one_block_of_slack",
            says="a beam's own blocks exceed t/K by less than one",
            why_tempting="t/K rounded up does; but the output starts within a block as well as ends within one",
            statement=both(le(FULL + t / K, WHOLE), lt(WHOLE, FULL + t / K + 1)),
        ),
    ),
)


@derives(TAIL.id)
def _tail() -> tuple[Argument, ...]:
    return (
        Argument(FULL + t / K, DOMAIN)
        .by("rounding", "full blocks hold at most the prompt", at=FULL, order="<=")
        .by("algebra", "prompt and output", to=(s + t) / K)
        .by("lemma", "rounded up", claim=ROUNDED, order="<="),
        Argument(WHOLE, DOMAIN)
        .by("rounding", "by less than one", order="<")
        .by("algebra", "prompt and output apart", to=s / K + t / K + 1)
        .by("lemma", "less than one block of the prompt is partly filled", at=s / K, claim=ROUNDED, order="<")
        .by("algebra", "collected", to=FULL + t / K + 2),
    )


EXCESS = b * H_K(b, s, t, K) - U_K(b, s, t, K)
CONSTANT = b * (b - 1) * (t / K + 2)

CONVERGES = Claim(
    "beam_paging.blocks_limit",
    title="In blocks too the factor tends to the number of beams: what is missing stays bounded",
    statement=both(
        lt(EXCESS, CONSTANT),
        eq(sp.Limit(CONSTANT / (b * ((s + t) / K)), s, sp.oo), 0),
    ),
    domain=Domain({**DOMAIN.sets, "beams": Naturals(2)}),
    source="own derivation: the excess over a factor of b has a bound without s in it; there are b·(s + t)/K blocks at least",
    depends_on=("beam_paging.blocks", "beam_paging.own_blocks"),
    example=AT_SEED,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.rounding_never_matters",
            says="b times the shared blocks exceed the unshared ones by at most b·(b-1)·t/K, as in tokens",
            why_tempting="it is right in tokens; in blocks each beam has up to two partly filled ones",
            statement=both(le(EXCESS, b * (b - 1) * t / K)),
        ),
    ),
)


@derives(CONVERGES.id)
def _converges() -> tuple[Argument, ...]:
    domain, rate = CONVERGES.domain, CONSTANT / (b * ((s + t) / K))
    pairs = b * (b - 1)
    return (
        Argument(EXCESS, domain)
        .by("lemma", "with sharing", at=H_K(b, s, t, K), claim=BLOCKS)
        .by("lemma", "without sharing", at=U_K(b, s, t, K), claim=BLOCKS)
        .by("algebra", "the shared blocks cancel", to=pairs * (WHOLE - FULL))
        .by("lemma", "a beam's own blocks", at=WHOLE, claim=TAIL, order="<")
        .by("algebra", "the full blocks cancel", to=CONSTANT),
        Argument(sp.Limit(rate, s, sp.oo), domain).by(
            "limit", "a number over the prompt", rate=(b - 1) * (t + 2 * K) / (s + t)
        ),
    )


HERE, LONGER = RHO_K(4, 1000, 200, 16), RHO_K(4, 1001, 200, 16)
AT_1000 = sp.Rational(300, 114)

NOT_MONOTONE = Claim(
    "beam_paging.blocks_not_monotone",
    title="In blocks the factor may fall as the prompt grows: 300/114 at 1,000 tokens, 304/118 at 1,001",
    statement=both(
        eq(HERE, AT_1000),
        eq(LONGER, sp.Rational(304, 118)),
        lt(LONGER, AT_1000),
    ),
    domain=DOMAIN,
    source="own derivation: each beam needs a block more, and the prompt fills none more",
    example=AT_SEED,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.blocks_grow_as_tokens_do",
            says="in blocks as in tokens one more prompt token never lowers the factor",
            why_tempting="it holds in tokens, and over many blocks",
            statement=both(eq(HERE, AT_1000), ge(LONGER, AT_1000)),
        ),
    ),
)


@derives(NOT_MONOTONE.id)
def _not_monotone() -> tuple[Argument, ...]:
    def counted(start: sp.Expr) -> Argument:
        ratio = Argument(start, DOMAIN).by("definition", "blocks without sharing over blocks with it")
        for part in sorted(ratio.end.atoms(sp.core.function.AppliedUndef), key=sp.default_sort_key):
            ratio = ratio.by("definition", "counted", at=part)
        for part in sorted(ratio.end.atoms(sp.Sum), key=sp.default_sort_key):
            ratio = ratio.by("linearity", "as many for every beam", at=part)
        return ratio

    return (
        counted(HERE),
        counted(LONGER),
        counted(LONGER).by("monotone_bound", "304·114 < 300·118", by=AT_1000, order="<"),
    )


ON_BOUNDARY, WITHIN = ge(K * FULL, s), lt(K * FULL, s)
COPIES = Claim(
    "beam_paging.copies",
    title="A fork into b branches copies at most b - 1 blocks, none at a block boundary",
    statement=both(
        eq(C(b, s, K), (b - 1) * PARTLY),
        le(C(b, s, K), b - 1),
        when(ON_BOUNDARY, eq(C(b, s, K), 0)),
        when(WITHIN, eq(C(b, s, K), b - 1)),
    ),
    domain=Domain({"beams": Naturals(1), "prompt": Naturals(1), "block_size": Naturals(1)}),
    source=f"{SEED}: at most one copied block per fork point, which is so for two branches",
    example={"beams": Fraction(4), "prompt": Fraction(1000), "block_size": Fraction(16)},
    not_applicable=DETERMINISTIC,
    assumes=("all branches write on; a branch that dies before it writes makes no copy, and may spare another's",),
    rivals=(
        Rival(
            "beam_paging.one_copy_per_fork",
            says="a fork copies at most one block, into however many branches",
            why_tempting="it is right for two branches, and a fork point has one partly filled block",
            statement=both(le(C(b, s, K), 1)),
        ),
        Rival(
            "beam_paging.every_branch_copies",
            says="every branch copies the partly filled block: b copies",
            why_tempting="every branch writes; but the last one to write holds the block alone",
            statement=both(eq(C(b, s, K), b * PARTLY)),
        ),
        Rival(
            "beam_paging.boundary_copies_too",
            says="a fork copies b - 1 blocks wherever it happens",
            why_tempting="each branch needs a block of its own; at a boundary it is a fresh one, with nothing to copy",
            statement=both(eq(C(b, s, K), b - 1)),
        ),
    ),
    figures=(figure("copies", "3", C(b, s, K), "own count: 4 beams from one prompt"),),
)


@derives(COPIES.id)
def _copies() -> tuple[Argument, ...]:
    def counted(*given: Statement) -> Argument:
        return (
            Argument(C(b, s, K), COPIES.domain, given)
            .by("definition", "every branch writes, and copies unless it holds the block alone: the last one does")
            .by("linearity", "b branches", at=sp.Sum(sp.S.One, (i, 1, b)))
        )

    return (
        counted(),
        counted().by("monotone_bound", "one block each", at=PARTLY, by=sp.S.One),
        counted(ON_BOUNDARY).by("choose_branch", "no block is partly filled", at=PARTLY),
        counted(WITHIN).by("choose_branch", "one block is partly filled", at=PARTLY),
    )


CLAIMS = (BLOCKS, ROUNDED, TAIL, CONVERGES, NOT_MONOTONE, COPIES)
