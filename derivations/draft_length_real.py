"""The best draft length taken as a real number: the peak by Lambert's W, and why the best whole number is next to it.

With lambda = -ln alpha and z = -e^(-1 - lambda (1-c)/c), the slope of the speedup vanishes at
gamma* = (-W_-1(z) - 1)/lambda - 1/c.
SymPy's `solve` gives the principal branch W_0, which lies below -1/c, where a cycle would take negative time.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import draft_length_figures as published
from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, OPEN_UNIT, Domain, Naturals
from .draft_cost_times import S
from .export import export
from .kernel import Argument
from .rules.solve_lambert import solved
from .statements import both, eq, gt, le, narrow
from .symbols import quantity, symbol, unfold
from .tokens_law import CLOSED, CLOSED_FORM, E

alpha, gamma, c, y, y_2 = (symbol(name) for name in ("alpha", "gamma", "c", "y", "y_2"))

HALF = sp.Rational(1, 2)
RATE = -sp.log(alpha)  # lambda
POWER = alpha ** (y + 1)
CYCLE = 1 + y * c

S_y = quantity("S_y", (1 - POWER) / ((1 - alpha) * CYCLE))
D_y = quantity("D_y", c * (1 - POWER) - RATE * POWER * CYCLE)

NO_PROCESS = {"simulation": "a real draft length: no engine drafts a fraction of a token"}
BY_DEFINITION = {"proof": "all that a solver could be given is w e^w = z itself, and powers at irrational exponents"}

INSIDE = Domain({"alpha": OPEN_UNIT, "y": NONNEGATIVE, "c": OPEN_UNIT})
SEED = {"alpha": Fraction(7, 10), "y": Fraction(5), "c": Fraction(1, 20)}
speed, slope_down = S_y(alpha, y, c), D_y(alpha, y, c)

SLOPE = Claim(
    "draft_length.real_slope",
    title="The slope of the speedup in the draft length",
    statement=both(
        eq(S_y(alpha, gamma, c), S(alpha, gamma, c)),
        eq(sp.Derivative(speed, y), -slope_down / ((1 - alpha) * CYCLE**2)),
    ),
    domain=INSIDE.extended({"gamma": Naturals(0)}),
    source="own derivation, from theorem 3.8 of Leviathan et al. 2023; at whole numbers the curve is the speedup",
    depends_on=("tokens.closed_form",),
    example=SEED | {"gamma": Fraction(3)},
    not_applicable=NO_PROCESS,
    rivals=(
        Rival(
            "draft_length.real_curve_shifted",
            says="the real curve counts γ tokens: (1-α^γ)/((1-α)(1+γc))",
            why_tempting="the exponent is the draft length",
            blind={"proof": "a rational model cannot be put back into the claim: its own two sides are irrational"},
            statement=both(eq((1 - alpha**gamma) / ((1 - alpha) * (1 + gamma * c)), S(alpha, gamma, c))),
        ),
    ),
)


@derives(SLOPE.id)
def _slope() -> tuple[Argument, ...]:
    domain = SLOPE.domain
    here = S_y(alpha, gamma, c)
    return (
        Argument(here, domain)
        .by("definition", "the real curve at a whole number")
        .back("choose_branch", "alpha is not 1", CLOSED, at=(1 - alpha ** (gamma + 1)) / (1 - alpha))
        .back("lemma", "the closed form", E(alpha, gamma), at=CLOSED, claim=CLOSED_FORM)
        .back("definition", "the speedup", S(alpha, gamma, c)),
        Argument(sp.Derivative(speed, y), domain)
        .by("definition", "the real curve", at=speed)
        .by("differentiation", "a quotient, and a power in its exponent")
        .by("algebra", "over one denominator", to=sp.Mul(-1 / ((1 - alpha) * CYCLE**2), D_y.definition, evaluate=False))
        .back("definition", "the deficit", slope_down, at=D_y.definition),
    )


RISES = Claim(
    "draft_length.real_deficit_rises",
    title="The slope changes its sign at most once",
    statement=le(slope_down, D_y(alpha, y_2, c)),
    domain=narrow(INSIDE.extended({"y_2": NONNEGATIVE}), le(y, y_2)),
    source="own derivation, by the derivative λ²α^(y+1)(1+yc)",
    example=SEED | {"y_2": Fraction(13, 2)},
    not_applicable=NO_PROCESS,
)


@derives(RISES.id)
def _rises() -> tuple[Argument, ...]:
    return (
        Argument(slope_down, RISES.domain)
        .by("definition", "the deficit")
        .by(
            "derivative_sign",
            "no factor of the derivative is negative",
            of=y,
            to=y_2,
            order="<=",
            shown=RATE**2 * POWER * CYCLE,
        )
        .back("definition", "the deficit", D_y(alpha, y_2, c)),
    )


SOLUTION, W_PLACE, ARGUMENT = solved(D_y.definition, y, slope_down)
Z = ARGUMENT.subs(slope_down, 0)
W = sp.LambertW(Z, -1)
gamma_star = quantity("gamma_star", SOLUTION.subs(W_PLACE, W))
peak = gamma_star(alpha, c)

INVERSE = Claim(
    "draft_length.inverse",
    title="The draft length from the deficit, by the lower branch of Lambert's W",
    statement=both(
        eq(y, SOLUTION.subs(W_PLACE, sp.LambertW(ARGUMENT, -1))),
        le(slope_down, c),
    ),
    domain=INSIDE,
    source="own derivation: the deficit solved for the draft length; where it vanishes, the length is γ*",
    example=SEED,
    not_applicable=NO_PROCESS | BY_DEFINITION,
    rivals=(
        Rival(
            "draft_length.principal_branch",
            says="the draft length is given by the principal branch W_0",
            why_tempting="it is what a call of lambertw without a branch, and SymPy's solve, return",
            statement=both(eq(y, SOLUTION.subs(W_PLACE, sp.LambertW(ARGUMENT)))),
        ),
    ),
)


@derives(INVERSE.id)
def _inverse() -> tuple[Argument, ...]:
    return (
        Argument(y, INSIDE)
        .by("solve_lambert", "the deficit solved for y, on both branches", equation=D_y.definition, value=slope_down)
        .by("choose_branch", "a cycle takes positive time, so w <= -1"),
        Argument(slope_down, INSIDE)
        .by("definition", "the deficit")
        .by("monotone_bound", "powers and times are not negative", by=c, gap=c * POWER + RATE * POWER * CYCLE),
    )


PRINCIPAL = SOLUTION.subs(W_PLACE, sp.LambertW(Z))
PUBLISHED = (-sp.LambertW(-sp.exp(-1 - RATE / c + RATE), -1) - 1) / RATE - 1 / c
TOP = sp.log(alpha) / ((1 - alpha) * c * W)

PEAK = Claim(
    "draft_length.real_peak",
    title="The slope vanishes at γ*, on the lower branch of Lambert's W",
    statement=both(
        eq(peak, PUBLISHED),
        gt(1 + c * peak, 0),
        eq(D_y(alpha, peak, c), 0),
        eq(alpha ** (peak + 1), -1 / W),
        eq(S_y(alpha, peak, c), TOP),
    ),
    domain=Domain({"alpha": OPEN_UNIT, "c": OPEN_UNIT}),
    source="own derivation: w e^w = z at w = W_-1(z); on the principal branch 1 + cγ* would be negative",
    example={"alpha": Fraction(7, 10), "c": Fraction(77, 500)},
    not_applicable=NO_PROCESS | BY_DEFINITION,
    figures=tuple(published.real_lengths(export(unfold(peak)), export(PRINCIPAL))),
    rivals=(
        Rival(
            "draft_length.peak_on_principal_branch",
            says="the peak lies at (-W_0(z)-1)/λ - 1/c",
            why_tempting="SymPy's solve and lambertw without a branch return it; at the seed's drafter it is -9.1",
            statement=both(gt(1 + c * PRINCIPAL, 0)),
        ),
    ),
)


@derives(PEAK.id)
def _peak() -> tuple[Argument, ...]:
    domain = PEAK.domain
    exponent = Z.args[1].args[0]
    return (
        Argument(peak, domain)
        .by("definition", "where the deficit vanishes")
        .by("algebra", "the exponent in three terms", at=exponent, to=sp.expand(exponent))
        .by("algebra", "in the usual order", to=PUBLISHED),
        Argument(1 + c * peak, domain)
        .by("definition", "where the deficit vanishes", at=peak)
        .by("algebra", "over ln alpha", to=c * (W + 1) / sp.log(alpha))
        .by("monotone_bound", "W_-1 is below -1, ln alpha below 0", by=sp.S.Zero, order=">"),
        Argument(D_y(alpha, peak, c), domain)
        .by("definition", "the deficit")
        .by("definition", "where the deficit vanishes", at=peak)
        .by("lambert", "w e^w = z", to=sp.S.Zero),
        Argument(alpha ** (peak + 1), domain)
        .by("definition", "where the deficit vanishes", at=peak)
        .by("lambert", "w e^w = z", to=-1 / W),
        Argument(S_y(alpha, peak, c), domain)
        .by("definition", "the real curve")
        .by("definition", "where the deficit vanishes", at=peak)
        .by("lambert", "w e^w = z", to=TOP),
    )


MAXIMUM = Claim(
    "draft_length.real_maximum",
    title="No draft length, whole or not, is faster than γ*",
    statement=le(speed, TOP),
    domain=INSIDE,
    source="own derivation: a power lies above its tangent at γ*; the right side is the speedup at γ*",
    example=SEED,
    not_applicable=NO_PROCESS,
    rivals=(
        Rival(
            "draft_length.bound_for_the_best",
            says="the best speedup is (1+α)/(1+c)",
            why_tempting="Leviathan's corollary 3.9 has this number, as what some length reaches at least",
            statement=le(speed, (1 + alpha) / (1 + c)),
        ),
    ),
)


@derives(MAXIMUM.id)
def _maximum() -> tuple[Argument, ...]:
    return (
        Argument(speed, INSIDE)
        .by("definition", "the real curve")
        .by(
            "exp_tangent",
            "the tangent at the peak",
            at=-POWER,
            base=alpha,
            exponent=y + 1,
            around=peak + 1,
            factor=sp.S.NegativeOne,
        )
        .by("definition", "where the deficit vanishes", at=peak)
        .by("lambert", "w e^w = z", to=TOP),
    )
