"""The sampler audit for a person: a fault with the smallest instance that shows it, and each aspect in a line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...ledger import Verdict
from ...subjects.load import import_line
from ...subjects.outcome import Fault
from ..judgement import Judgement, Tally, completed, target_law
from ..rows import Rows

SHOWN = 16
"""Sequences of a counterexample that are written out."""

LONG = 10_000
"""Denominators up to which a fraction says more than decimals do."""

ROUNDING = 2.0**-20
"""Total variation distance below which a bias is put down to rounding: float32 errs by 2^-24, and a few times over."""


@dataclass(frozen=True)
class Form:
    """How the sampler (MODULE:CALLABLE) is called: the names that it takes, whether draft laws are declared None, whether it
    wants tensors. With `uniforms` it is audited exactly; `noise`: it takes a generator, too.
    """

    subject: str
    names: tuple[str, ...]
    point_mass: bool = False
    torch: bool = False

    @property
    def exact(self) -> bool:
        return "uniforms" in self.names

    @property
    def noise(self) -> bool:
        return "rng" in self.names

    @property
    def draft_lens(self) -> bool:
        return "draft_lens" in self.names

    def to_json(self) -> dict[str, Any]:
        """For the driver."""
        return {"names": self.names, "point_mass": self.point_mass, "torch": self.torch, "noise": self.noise}


def law_fault(form: Form, judged: Judgement, tally: Tally, place: tuple[int, int]) -> Fault:
    """A refuted law: the instance, the sequence that comes too often, both laws as fractions. `place`: seed and index."""
    instance, undecided = judged.instance, judged.undecided
    what = "accepts" if form.noise else "emits, completed by the target,"
    says = (
        f"vocab {instance.vocab}, gamma {instance.gamma} ({instance.about}): {what} {spelt(judged.worst)} with probability "
        f"{beside(judged.found, judged.target, undecided)} where the target has {number(judged.target)}"
    )
    if not form.noise:
        says += f"; total variation distance {number(judged.bias, undecided)}"
    small = judged.excluded < ROUNDING
    if small:
        says += ", as arithmetic in float32 gives, or a lenience as near to 1"
    example: dict[str, Any] = {
        **instance.to_json(),
        "emitted": {spelt(e): number(mass, undecided) for e, mass in sorted(tally.emitted.items())[:SHOWN]},
    }
    if form.noise:
        example["emitted, its last token read as 0"] = example.pop("emitted")
    else:
        found, target = completed(tally), target_law(instance)
        off = [s for s in found if not found[s] <= target[s] <= found[s] + undecided] or [judged.worst]
        example["completed, and the target"] = {
            spelt(s): [beside(found[s], target[s], undecided), number(target[s])] for s in off[:SHOWN]
        }
    return Fault("numerics" if small else "biased", says, example, _law_snippet(form, *place))


def row_fault(form: Form, kind: str, says: str, rows: Rows | None, shown: Mapping[str, Any] | None = None) -> Fault:
    """A fault that a few rows show: their arguments, and a snippet that makes the call."""
    if rows is None:
        return Fault(kind, says, dict(shown or {}))
    known = {name: array for name, array in rows._asdict().items() if array is not None and name in form.names}
    if form.point_mass:
        known.pop("draft_probs", None)
    arguments = {name: array.tolist() for name, array in known.items()}
    wrap = "torch.tensor" if form.torch else "np.array"
    typed = "torch.int64" if form.torch else "np.int64"
    listed = [
        f"    {name}={wrap}({value}{f', dtype={typed}' if known[name].dtype.kind == 'i' else ''}),"
        for name, value in arguments.items()
    ]
    listed += ["    draft_probs=None,"] if form.point_mass and "draft_probs" in form.names else []
    listed += ["    rng=np.random.default_rng(0),"] if form.noise else []
    imports = ["import numpy as np", *(["import torch"] if form.torch else [])]
    line, called = import_line(form.subject)
    snippet = [*imports, line, f"print({called}(", *listed, "))"]
    return Fault(kind, says, {**arguments, **(shown or {})}, "\n".join(snippet))


def _law_snippet(form: Form, seed: int, index: int) -> str:
    """Lines that run the exact audit of the group again; none where the sampler is not called as it stands."""
    if form.torch or form.noise or form.point_mass:
        return ""
    line, called = import_line(form.subject)
    lens = ", draft_lens=True" if form.draft_lens else ""
    return "\n".join(
        [
            "from itertools import islice",
            "from draftproof.gpu_reference.exact import audit",
            "from draftproof.gpu_reference.instances import growing",
            line,
            f"group = next(islice(growing({seed}{lens}), {index}, None))",
            f"for judged in audit({called}, group).judgements:",
            "    print(judged.verdict, float(judged.bias), judged.instance)",
        ]
    )


def spelt(tokens: Sequence[int]) -> str:
    """Tokens in a row."""
    return " ".join(map(str, tokens))


def number(value: Fraction, undecided: Fraction = Fraction(0)) -> str:
    """A number as a fraction; where some mass is undecided, ≈ and the simplest one in the interval; decimals where that is long."""
    simple = simplest_between(value, value + undecided)
    sign = "≈ " if undecided or simple.denominator > LONG else ""
    return sign + (str(simple) if simple.denominator <= LONG else f"{float(value):.6g}")


def beside(value: Fraction, other: Fraction, undecided: Fraction) -> str:
    """A number next to another one: as their difference where it is no short fraction."""
    if simplest_between(value, value + undecided).denominator <= LONG:
        return number(value, undecided)
    return f"{number(other)} {'+' if value > other else '-'} {abs(float(value - other)):.3g}"


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in [low, high], 0 ≤ low ≤ high."""
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / simplest_between(1 / (high - below), 1 / (low - below))


def law_line(judged: Sequence[tuple[Judgement, bool]]) -> str:
    """How far the law is established, of judgements with whether their instance was finished."""
    finished = [one for one, in_time in judged if in_time]
    if not finished:
        return "not judged"
    exact = sum(one.verdict is Verdict.EXACT for one in finished)
    rest = [float(one.excluded) for one in finished if one.verdict is not Verdict.EXACT]
    line = (
        f"exact on {exact} of {len(finished)} instances" if exact else f"refuted on none of {len(finished)} instances"
    )
    if rest:
        line += f"{', not refuted on the others' if exact else ''}: a bias above {max(rest):.2g} is excluded"
    unfinished = [float(one.excluded) for one, in_time in judged if not in_time]
    return line + (f"; {len(unfinished)} not finished (above {max(unfinished):.2g} excluded)" if unfinished else "")


def rate_line(judged: Sequence[Judgement]) -> str:
    """Accepted drafts against token-wise sampling: as many, fewer (slow, not biased) or more."""
    if not judged:
        return "not judged"
    slow = [one for one in judged if one.token_wise - one.accepted[1] > ROUNDING]
    more = [one for one in judged if one.accepted[0] - one.token_wise > ROUNDING]
    if slow:
        shown = min(slow, key=lambda one: one.accepted[1] / one.token_wise)
        word = "slow, not biased"
    elif more:
        shown = max(more, key=lambda one: one.accepted[0] / one.token_wise)
        word = "more than token-wise sampling"
    else:
        return "accepts as many drafts as token-wise sampling"
    low, high = shown.accepted
    return (
        f"{word}, on {len(slow or more)} of {len(judged)} instances; where token-wise sampling accepts "
        f"{number(shown.token_wise)} drafts it accepts {number(low, high - low)} "
        f"(vocab {shown.instance.vocab}, gamma {shown.instance.gamma}: {shown.instance.about})"
    )
