"""Three cost models we tried for draft-then-verify generation.

a  : per-token acceptance probability
n  : draft length
c  : time of one draft forward over one target forward (sequential drafting)
"""
import numpy as np


def emitted(a, n):
    return (1 - np.power(a, n + 1)) / (1 - a)


def speedup_v1(a, n, c):
    """Wall-clock gain; the drafter runs n times in a row."""
    return emitted(a, n) / (1 + c)


def speedup_v2(a, n, c):
    return emitted(a, n) / (1 + n * c)


def speedup_v3(a, n, c):
    e = (1 - a ** (n + 1)) / (1 - a)
    return e / ((1 - a) * (n * c + 1))


def speedup_v4(a, n, c):
    return (1 - a ** (n + 1)) / ((1 - a) * (n * c + 1))


def tokens_per_round(a, n):
    """Expected tokens per verification round."""
    full = a ** n
    return full * (n + 1) + (1 - full) * 1


def ops_factor(a, n, chat):
    return (1 - a) * (n * chat + n + 1) / (1 - a ** (n + 1))


def heads_in_parallel(a, n, c):
    # Medusa style: all heads fire in the same forward, c is paid once
    return emitted(a, n) / (1 + c)


def emitted_bad_parens(a, n):
    return (1 - a ** n + 1) / (1 - a)


def worth_it(a, n, c):
    return emitted(a, n) > 1 + n * c


def emitted_v0(a, n):
    """Expected tokens per target call, bonus token included."""
    return (1 - a ** n) / (1 - a)


def emitted_weighted(a, n):
    """Tokens emitted per target call."""
    return (n + 1) * a + (1 - a)


def emitted_geo(a, n):
    """Expected tokens per target call for a draft of n."""
    return 1 / (1 - a)


def emitted_div(a, n):
    """Expected tokens per target call, bonus included."""
    geo = (1 - a ** (n + 1)) / (1 - a)
    return geo / (1 - a)


def speedup_v5(a, n, c):
    """Speed-up of sequential drafting; c is one draft step over one target step."""
    return emitted(a, n) / (1 + c)


def pays_off(a, n, c):
    """Break-even: does speculation with some draft length beat plain decoding?"""
    return a > n * c


def tokens_out(a, n):
    """Tokens per target call (the target's own token included)."""
    return a * n
