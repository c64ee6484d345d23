"""Packing and unpacking bits, as arithmetic: bits of any number, so a word of 32 and a row of words alike.

Part of the chain `grammar_mask`. Bit k of x is what two roundings leave: floor(x/2^k) - 2 floor(x/2^(k+1)).
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import Domain, Naturals
from .grammar_mask_rows import LAYOUT, NOTHING_RANDOM
from .kernel import Argument
from .statements import eq, lt, narrow
from .symbols import quantity, symbol

x, n, k = symbol("packed"), symbol("n_bits"), symbol("k")
below, flag, above = symbol("below"), symbol("flag"), symbol("above")

digit = quantity("digit", sp.floor(x / 2**k) - 2 * sp.floor(x / 2 ** (k + 1)))

ORDER_OF_BITS = "a bit's value is read by shift and mask: (x >> k) & 1"

PACK_UNPACK = Claim(
    "grammar_mask.pack_unpack",
    title="Packing what was unpacked gives the same value",
    statement=eq(sp.Sum(2**k * digit(x, k), (k, 0, n - 1)), x),
    domain=narrow(Domain({"packed": Naturals(0), "n_bits": Naturals(0)}), lt(x, 2**n)),
    source=f"{LAYOUT}; own derivation, for any number of bits",
    not_applicable={"simulation": NOTHING_RANDOM},
    assumes=(ORDER_OF_BITS,),
    example={"packed": Fraction(11), "n_bits": Fraction(4)},
    rivals=(
        Rival(
            "grammar_mask.packed_reversed",
            says="bit k has the value 2^(n-1-k): the first token is the highest bit",
            why_tempting="bits are written from the highest down",
            statement=eq(sp.Sum(2 ** (n - 1 - k) * digit(x, k), (k, 0, n - 1)), x),
        ),
        Rival(
            "grammar_mask.sign_bit_lost",
            says="the highest bit is a sign and carries no token",
            why_tempting="words are int32, and a set highest bit makes them negative",
            statement=eq(sp.Sum(2**k * digit(x, k), (k, 0, n - 2)), x),
        ),
    ),
)


@derives(PACK_UNPACK.id)
def _pack_unpack() -> tuple[Argument, ...]:
    halves = -(2**k) * sp.floor(x / 2**k)
    return (
        Argument(sp.Sum(2**k * digit(x, k), (k, 0, n - 1)), PACK_UNPACK.domain)
        .by("definition", "a bit is what two roundings leave", at=digit(x, k))
        .by("telescoping", "each rounding is taken away by the next bit", antidifference=halves)
        .by(
            "whole_part",
            "n bits hold the value",
            at=sp.floor(x / 2**n),
            to=sp.S.Zero,
            beyond=x / 2**n,
            short=(2**n - x) / 2**n,
        ),
    )


VALUE = below + flag * 2**k + above * 2 ** (k + 1)

UNPACK_PACK = Claim(
    "grammar_mask.unpack_pack",
    title="Unpacking what was packed gives the same bits, whatever stands above and below",
    statement=eq(digit(VALUE, k), flag),
    domain=narrow(
        Domain({"below": Naturals(0), "flag": Naturals(0, 1), "above": Naturals(0), "k": Naturals(0)}),
        lt(below, 2**k),
    ),
    source=f"{LAYOUT}; own derivation, for any number of bits",
    not_applicable={"simulation": NOTHING_RANDOM},
    assumes=(ORDER_OF_BITS,),
    example={"below": Fraction(3), "flag": Fraction(1), "above": Fraction(6), "k": Fraction(4)},
    rivals=(
        Rival(
            "grammar_mask.zero_is_allowed",
            says="a bit is 0 where the token is allowed",
            why_tempting="masks elsewhere mark what is masked out (PyTorch's masked_fill fills where it is set)",
            statement=eq(digit(VALUE, k), 1 - flag),
        ),
        Rival(
            "grammar_mask.bit_above",
            says="bit k is read by k + 1 shifts",
            why_tempting="positions counted from 0 and from 1 are mixed",
            statement=eq(digit(VALUE, k + 1), flag),
        ),
    ),
)


@derives(UNPACK_PACK.id)
def _unpack_pack() -> tuple[Argument, ...]:
    lower, upper = sp.floor(VALUE / 2**k), sp.floor(VALUE / 2 ** (k + 1))
    return (
        Argument(digit(VALUE, k), UNPACK_PACK.domain)
        .by("definition", "a bit is what two roundings leave")
        .by(
            "whole_part",
            "what stands below is less than 2^k",
            at=lower,
            to=flag + 2 * above,
            beyond=below / 2**k,
            short=(2**k - below) / 2**k,
        )
        .by(
            "whole_part",
            "with the bit, less than 2^(k+1)",
            at=upper,
            to=above,
            beyond=(below + flag * 2**k) / 2 ** (k + 1),
            short=(2**k - below + (1 - flag) * 2**k) / 2 ** (k + 1),
        ),
    )


CLAIMS = (PACK_UNPACK, UNPACK_PACK)
