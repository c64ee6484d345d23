"""What beams that share a prompt store, in tokens of KV. Part of the chain `beam_paging`.

Without sharing each of b beams stores s + t tokens; with sharing the prompt is stored once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import Domain, Naturals
from .export import export
from .figures import Figure
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import Quantity, quantity, sequence, symbol, unfold
from .vocabulary import term

b, s, t, n, i = (symbol(name) for name in ("beams", "prompt", "generated", "kv_len", "i"))
d = sequence("forked_at")

U = quantity("U_kv", sp.Sum(s + t, (i, 1, b)))
H = quantity("H_kv", s + sp.Sum(t, (i, 1, b)))
RHO = quantity("rho", U(b, s, t) / H(b, s, t))
SAVED = quantity("saved", 1 - H(b, s, t) / U(b, s, t))
H_d = quantity("H_d", n + sp.Sum(n - d[i], (i, 1, b - 1)))

SEED = "the seed's chain 8, beam search on paged KV"
DETERMINISTIC = {
    "simulation": "nothing is random: the counts follow from the lengths; tests count an allocator's blocks"
}
DOMAIN = Domain({"beams": Naturals(1), "prompt": Naturals(1), "generated": Naturals(0)})
SEVERAL = Domain({"beams": Naturals(2), "prompt": Naturals(1), "generated": Naturals(1)})
EXAMPLE = {"beams": Fraction(4), "prompt": Fraction(1000), "generated": Fraction(200)}
PRINTED = {"beams": "4", "prompt": "1000", "generated": "200", "block_size": "16"}

SHARED = s + b * t
RATIO = b * (s + t) / SHARED


def figure(name: str, printed: str, expression: sp.Expr, source: str = SEED) -> Figure:
    """A published number of this chain at the seed's sizes, all of them settings."""
    return Figure(f"beam_paging.{name}", printed, PRINTED, export(unfold(expression)), source, frozenset(PRINTED))


UNSHARED = Claim(
    "beam_paging.unshared",
    title="Without sharing every beam stores the prompt and its own tokens",
    statement=eq(U(b, s, t), b * (s + t)),
    domain=DOMAIN,
    source=SEED,
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.generated_stored_once",
            says="without sharing the beams store b·s + t tokens",
            why_tempting="each beam's prompt is counted, and the output is thought of as one text",
            statement=eq(U(b, s, t), b * s + t),
        ),
    ),
    figures=(figure("unshared_tokens", "4,800", U(b, s, t)),),
)


@derives(UNSHARED.id)
def _unshared() -> tuple[Argument, ...]:
    return (
        Argument(U(b, s, t), DOMAIN)
        .by("definition", "prompt and own tokens, for each beam")
        .by("linearity", "the same for every beam")
        .by("algebra", "collected", to=b * (s + t)),
    )


SHARING = Claim(
    "beam_paging.shared",
    title="With sharing the prompt is stored once",
    statement=eq(H(b, s, t), SHARED),
    domain=DOMAIN,
    source=SEED,
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    assumes=("all beams start at the end of the prompt; blocks of one token, so that nothing is copied",),
    rivals=(
        Rival(
            "beam_paging.all_shared",
            says="with sharing the beams store s + t tokens: what one sequence stores",
            why_tempting="'the beams share their KV' is said without saying which part of it",
            statement=eq(H(b, s, t), s + t),
        ),
        Rival(
            "beam_paging.prompt_divided",
            says="with sharing the beams store b·t tokens: the prompt's cost vanishes",
            why_tempting="the prompt's cost for each beam does vanish as beams are added; its total does not",
            statement=eq(H(b, s, t), b * t),
        ),
    ),
    figures=(figure("shared_tokens", "1,800", H(b, s, t)),),
)


@derives(SHARING.id)
def _sharing() -> tuple[Argument, ...]:
    own = sp.Sum(t, (i, 1, b))
    return (
        Argument(H(b, s, t), DOMAIN)
        .by("definition", "the prompt once, and each beam's own tokens")
        .by("linearity", "as many for every beam", at=own),
    )


def opened(
    start: sp.Expr, domain: Domain, *given: Statement, values: Mapping[sp.Symbol, sp.Expr] | None = None
) -> Argument:
    """An argument about the ratio, both counts put in."""
    put = values or {}
    prompt, grown = put.get(s, s), put.get(t, t)
    return (
        Argument(start, domain, given)
        .by("definition", "tokens without sharing over tokens with it")
        .by("lemma", "without sharing", at=U(b, prompt, grown), claim=UNSHARED, values=put)
        .by("lemma", "with sharing", at=H(b, prompt, grown), claim=SHARING, values=put)
    )


BOUNDS = Claim(
    "beam_paging.ratio_bounds",
    title="Sharing saves a factor between 1 and the number of beams",
    statement=both(
        eq(RHO(b, s, t), RATIO),
        ge(RHO(b, s, t), 1),
        le(RHO(b, s, t), b),
        when(eq(b, 1), eq(RHO(b, s, t), 1)),
        when(eq(t, 0), eq(RHO(b, s, t), b)),
        when(ge(b, 2), gt(RHO(b, s, t), 1)),
        when(both(ge(b, 2), ge(t, 1)), lt(RHO(b, s, t), b)),
    ),
    domain=DOMAIN,
    source=f"{SEED}; the cases of equality: own derivation",
    depends_on=("beam_paging.unshared", "beam_paging.shared"),
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.factor_is_beams",
            says="sharing saves a factor of b: one copy in place of b",
            why_tempting="it is right for the prompt, and for everything before the first generated token",
            statement=both(eq(RHO(b, s, t), b)),
        ),
        Rival(
            "beam_paging.factor_of_lengths",
            says="sharing saves a factor of (s + t)/t: only generated tokens are paid for",
            why_tempting="the prompt looks free once it is shared; it is still stored once",
            statement=both(when(ge(t, 1), eq(RHO(b, s, t), (s + t) / t))),
        ),
    ),
    figures=(figure("ratio_tokens", "2.67", RHO(b, s, t)), figure("ratio_tokens_short", "2.7", RHO(b, s, t))),
)


@derives(BOUNDS.id)
def _bounds() -> tuple[Argument, ...]:
    ratio = RHO(b, s, t)
    above_one, below_beams = (b - 1) * s / SHARED, b * (b - 1) * t / SHARED
    more, some = ge(b, 2), both(ge(b, 2), ge(t, 1))

    def bound(by: sp.Expr, order: str, gap: sp.Expr, why: str, *given: Statement) -> Argument:
        return opened(ratio, DOMAIN, *given).by("monotone_bound", why, by=by, order=order, gap=gap)

    return (
        opened(ratio, DOMAIN),
        bound(sp.S.One, ">=", above_one, "b - 1 prompts less over what is stored"),
        bound(b, "<=", below_beams, "each beam's own tokens stay"),
        opened(ratio, DOMAIN, eq(b, 1))
        .by("substitution", "one beam shares nothing", values={b: sp.S.One})
        .by("algebra", "the same tokens above and below", to=sp.S.One),
        opened(ratio, DOMAIN, eq(t, 0)).by("substitution", "nothing is generated", values={t: sp.S.Zero}),
        bound(sp.S.One, ">", above_one, "b - 1 prompts less over what is stored", more),
        bound(b, "<", below_beams, "each beam's own tokens stay", some),
    )


MORE_PROMPT, MORE_OUTPUT = RHO(b, s + 1, t), RHO(b, s, t + 1)

GROWS = Claim(
    "beam_paging.grows_with_prompt",
    title="The saving grows with prompt length, and falls with every generated token",
    statement=both(gt(MORE_PROMPT, RATIO), lt(MORE_OUTPUT, RATIO)),
    domain=SEVERAL,
    source=f"{SEED}: the saving grows with prompt length",
    depends_on=("beam_paging.unshared", "beam_paging.shared"),
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.saving_by_beams_alone",
            says="the saving depends on the number of beams alone",
            why_tempting="the beams are what shares; how long they have something in common goes unsaid",
            statement=both(eq(MORE_PROMPT, RATIO), eq(MORE_OUTPUT, RATIO)),
        ),
        Rival(
            "beam_paging.longer_saves_more",
            says="the longer the sequences, the larger the saving, whether prompt or output grows",
            why_tempting="the tokens saved do not fall as beams write on; their share does",
            statement=both(gt(MORE_PROMPT, RATIO), gt(MORE_OUTPUT, RATIO)),
        ),
    ),
)


@derives(GROWS.id)
def _grows() -> tuple[Argument, ...]:
    longer, later = s + 1 + b * t, s + b * (t + 1)
    return (
        opened(MORE_PROMPT, SEVERAL, values={s: s + 1}).by(
            "monotone_bound",
            "one prompt token costs b tokens or 1",
            by=RATIO,
            order=">",
            gap=b * (b - 1) * t / (longer * SHARED),
        ),
        opened(MORE_OUTPUT, SEVERAL, values={t: t + 1}).by(
            "monotone_bound",
            "one token for each beam costs b either way",
            by=RATIO,
            order="<",
            gap=b * (b - 1) * s / (later * SHARED),
        ),
    )


SHORTFALL = b * (b - 1) * t / SHARED

LIMIT = Claim(
    "beam_paging.limit",
    title="For long prompts the factor tends to the number of beams",
    statement=both(eq(b - RHO(b, s, t), SHORTFALL), eq(sp.Limit(RHO(b, s, t), s, sp.oo), b)),
    domain=SEVERAL,
    source="own derivation, with what is missing",
    depends_on=("beam_paging.ratio_bounds",),
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.factor_grows_without_bound",
            says="with the prompt the factor grows without bound: it is (s + t)/t",
            why_tempting="the prompt looks free once it is shared; it is still stored once",
            statement=both(eq(b - RHO(b, s, t), b - (s + t) / t)),
        ),
    ),
)


@derives(LIMIT.id)
def _limit() -> tuple[Argument, ...]:
    ratio = RHO(b, s, t)
    return (
        Argument(b - ratio, SEVERAL)
        .by("lemma", "the ratio", at=ratio, claim=BOUNDS)
        .by("algebra", "over what is stored", to=SHORTFALL),
        Argument(sp.Limit(ratio, s, sp.oo), SEVERAL)
        .by("lemma", "the ratio", at=ratio, claim=BOUNDS)
        .by("limit", "each beam's own tokens count less and less", rate=SHORTFALL),
    )


SHARE, CAP = (b - 1) * s / (b * (s + t)), (b - 1) / b
MISSING = (b - 1) * t / (b * (s + t))

SAVED_SHARE = Claim(
    "beam_paging.saved_share",
    title="The share that sharing saves, and its cap",
    statement=both(
        eq(SAVED(b, s, t), SHARE),
        lt(SAVED(b, s, t), CAP),
        eq(CAP - SHARE, MISSING),
        eq(sp.Limit(SAVED(b, s, t), s, sp.oo), CAP),
    ),
    domain=SEVERAL,
    source="own derivation",
    depends_on=("beam_paging.unshared", "beam_paging.shared"),
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.saves_the_prompts_share",
            says="sharing saves s/(s + t): the prompt's share of a sequence",
            why_tempting="what is shared is the prompt; one of its b copies must stay",
            statement=both(eq(SAVED(b, s, t), s / (s + t))),
        ),
        Rival(
            "beam_paging.saves_all_but_one",
            says="sharing saves (b - 1)/b of the KV, whatever the lengths",
            why_tempting="it is the cap, and right for the prompt alone",
            statement=both(eq(SAVED(b, s, t), CAP)),
        ),
    ),
)


@derives(SAVED_SHARE.id)
def _saved_share() -> tuple[Argument, ...]:
    share = SAVED(b, s, t)

    def counted(start: sp.Expr) -> Argument:
        return (
            Argument(start, SEVERAL)
            .by("definition", "what is missing of the KV without sharing", at=share)
            .by("lemma", "without sharing", at=U(b, s, t), claim=UNSHARED)
            .by("lemma", "with sharing", at=H(b, s, t), claim=SHARING)
        )

    return (
        counted(share).by("algebra", "b - 1 prompts of b", to=SHARE),
        counted(share).by("monotone_bound", "the beams' own tokens stay", by=CAP, order="<", gap=MISSING),
        Argument(CAP - SHARE, SEVERAL).by("algebra", "over all tokens", to=MISSING),
        counted(sp.Limit(share, s, sp.oo)).by("limit", "the beams' own tokens count less and less", rate=MISSING),
    )


FORKS = Claim(
    "beam_paging.forks",
    title="Forks at any depth: each saves the tokens before it, once",
    statement=eq(b * n - H_d(d, b, n), sp.Sum(d[i], (i, 1, b - 1))),
    domain=Domain({"beams": Naturals(1), "kv_len": term("kv_len").domain, "forked_at": term("forked_at").domain}),
    source="own derivation: a fork into k branches is k - 1 forks at one depth",
    example={
        "beams": Fraction(3),
        "kv_len": Fraction(10),
        "forked_at": (Fraction(2), Fraction(5), Fraction(7), Fraction(7)),
    },
    not_applicable=DETERMINISTIC,
    assumes=("blocks of one token, so that nothing is copied",),
    rivals=(
        Rival(
            "beam_paging.only_the_prompt_shared",
            says="every fork saves what the first one saves: the prompt",
            why_tempting="the prompt is what all have in common; later forks share what was generated before them too",
            statement=eq(b * n - H_d(d, b, n), (b - 1) * d[1]),
        ),
    ),
)


@derives(FORKS.id)
def _forks() -> tuple[Argument, ...]:
    own, depths = sp.Sum(n - d[i], (i, 1, b - 1)), sp.Sum(d[i], (i, 1, b - 1))
    return (
        Argument(b * n - H_d(d, b, n), FORKS.domain)
        .by("definition", "one beam whole, of each other what comes after its fork", at=H_d(d, b, n))
        .by("linearity", "length and depth apart", at=own)
        .by("algebra", "the lengths cancel", to=depths),
    )


FREED_U, FREED_H = U(b, s, t) - U(b - 1, s, t), H(b, s, t) - H(b - 1, s, t)

DEATH = Claim(
    "beam_paging.death",
    title="A beam that dies gives back its own tokens, not the prompt",
    statement=both(eq(FREED_H, t), eq(FREED_U, s + t)),
    domain=Domain({"beams": Naturals(2), "prompt": Naturals(1), "generated": Naturals(0)}),
    source="own derivation: the prompt is held by those that are left",
    depends_on=("beam_paging.unshared", "beam_paging.shared"),
    example=EXAMPLE,
    not_applicable=DETERMINISTIC,
    rivals=(
        Rival(
            "beam_paging.death_frees_all",
            says="a beam that dies gives back s + t tokens, shared or not",
            why_tempting="that is its length; but the prompt is freed with the last beam only",
            statement=both(eq(FREED_H, s + t), eq(FREED_U, s + t)),
        ),
    ),
)


@derives(DEATH.id)
def _death() -> tuple[Argument, ...]:
    domain = DEATH.domain

    def counted(start: sp.Expr, count: Quantity, claim: Claim) -> Argument:
        fewer = Argument(start, domain).by("lemma", "with it", at=count(b, s, t), claim=claim)
        return fewer.by("lemma", "without it", at=count(b - 1, s, t), claim=claim, values={b: b - 1})

    return (
        counted(FREED_H, H, SHARING).by("algebra", "the prompt cancels", to=t),
        counted(FREED_U, U, UNSHARED).by("algebra", "one beam's", to=s + t),
    )


CLAIMS = (UNSHARED, SHARING, BOUNDS, GROWS, LIMIT, SAVED_SHARE, FORKS, DEATH)
