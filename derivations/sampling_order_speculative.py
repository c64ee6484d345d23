"""Speculative sampling and the order of the steps: lossless with respect to the processed law. Part of `sampling_order`.

That rejection sampling emits the target law at all is the claim `losslessness.one_position`; here the target law is the one
after temperature and cuts, in whatever order.
"""

from __future__ import annotations

from .claims import Claim, Rival
from .derive import derives
from .kernel import Argument
from .losslessness_position import ALPHA, AT_TOKEN, EMITTED, LAWS, LEVIATHAN, ONE_POSITION, SMALLER, TOKEN, l, p, tenths
from .sampling_order_law import OWN
from .statements import eq
from .symbols import sequence

o = sequence("o_l")

LOSSLESS = Claim(
    "sampling_order.speculation_follows_the_processed_law",
    title="Speculative sampling emits the processed target law, whatever the order of the steps",
    statement=eq(EMITTED, p[l]),
    domain=TOKEN,
    source=f"{LEVIATHAN}, sections 2.2 and A.1; p is the target law after all steps",
    depends_on=(ONE_POSITION.id,),
    example=AT_TOKEN,
    rivals=(
        Rival(
            "sampling_order.recovered_from_the_target",
            says="a rejected draft is replaced by a token drawn from the target law itself",
            why_tempting="the target law is what is wanted, and it is at hand",
            statement=eq(EMITTED, SMALLER + (1 - ALPHA) * p[l]),
        ),
    ),
)


@derives(LOSSLESS.id)
def _lossless() -> tuple[Argument, ...]:
    return (Argument(EMITTED, TOKEN).by("lemma", "whatever the target law", claim=ONE_POSITION),)


MATCHES = Claim(
    "sampling_order.matches_where_the_laws_agree",
    title="It differs from plain decoding as the two processed laws do: it matches exactly where they are one law",
    statement=eq(EMITTED - o[l], p[l] - o[l]),
    domain=TOKEN.extended({"o_l": LAWS}),
    source=f"{OWN}; o is the law of plain decoding after its own steps. The same order suffices and is not needed: at T = 1, or "
    "where both orders keep one token, the laws agree",
    depends_on=(LOSSLESS.id,),
    example={**AT_TOKEN, "o_l": tenths(6, 3, 1)},
    rivals=(
        Rival(
            "sampling_order.any_order_is_lossless",
            says="lossless means: the output is that of plain decoding, in whatever order that applies its steps",
            why_tempting="lossless is said without saying with respect to what",
            statement=eq(EMITTED - o[l], 0),
        ),
    ),
)


@derives(MATCHES.id)
def _matches() -> tuple[Argument, ...]:
    return (Argument(EMITTED - o[l], MATCHES.domain).by("lemma", "the processed law", at=EMITTED, claim=LOSSLESS),)
