"""From claims to a document: derivations built (and so checked) here, evidence only from the ledger that was given.

A reader's own numbers (`values`) go into every line that a claim, a rival or a figure has: each claim stands at its example, with
the reader's number for every symbol that it has. They move no verdict: a figure is judged by the inputs it was printed with, so
one that is shown at other numbers is shown without a judgement.
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import __version__
from ...derivations.assumptions import ASSUMPTIONS
from ...derivations.claims import Claim, Joint, select, users
from ...derivations.derive import Derivation, derivation
from ...derivations.domain import Domain
from ...derivations.expr import Env, free_names
from ...derivations.figures import Figure, judge, judge_jointly
from ...derivations.intervals import Interval
from ...derivations.place import Place
from ...derivations.vocabulary import term
from ...errors import BadInput
from ...ledger import ClaimRecord, Ledger
from . import references
from .memory import uncollected
from .model import Document, Entry, Published, Section
from .nomenclature import terms_of
from .rows import recorded
from .substituted import at, evaluated, put, shown, too_long, value_of, why_outside
from .tempting import tempting
from .values import refuse_unused

COUNTS = frozenset({"1", "tokens", "sequences", "blocks"})
"""Units of numbers that a reader may put into a figure. Others are as the figure prints them (ms, GB), which nothing says."""


@uncollected()
def document(names: Sequence[str] = (), *, ledger: Ledger | None = None, values: Env | None = None) -> Document:
    """The document of the chains and claims named (none: all). Raises `BadInput`, and `StepRejected` for a wrong step.

    A number in `values` whose symbol no claim of the document has is refused.
    """
    chosen, values = select(names), values or {}
    refuse_unused(values, {name for _, claims in chosen for claim in claims for name in _variables(claim)})
    records = {record.id: record for record in ledger.claims} if ledger else {}
    sections = tuple(
        Section(of.name, of.title, tuple(_entry(claim, values, records.get(claim.id)) for claim in claims))
        for of, claims in chosen
    )
    entries = [entry for section in sections for entry in section.entries]
    return Document(
        sections,
        terms_of(entries),
        references.bibliography(entries),
        __version__,
        ledger.environment if ledger else {},
        values,
    )


def _entry(claim: Claim, values: Env, record: ClaimRecord | None) -> Entry:
    found = derivation(claim)
    here = Place(_here(claim, values))
    return Entry(
        claim,
        found,
        "" if found else claim.not_applicable.get("derivation", "none is registered"),
        at(claim.statement, here, claim.domain, example=here.env == claim.example),
        tuple(tempting(claim, rival, here) for rival in claim.rivals),
        tuple(published for figure in claim.figures for published in _published(figure, values, claim.domain)),
        {premise: ASSUMPTIONS.get(premise, "") for premise in claim.assumes},
        _uses(claim, found),
        users(claim),
        references.keys(claim),
        None if record is None else recorded(record, claim),
    )


def _variables(claim: Claim) -> frozenset[str]:
    return frozenset((*claim.domain.sets, *claim.example))


def _here(claim: Claim, values: Env) -> Env:
    """The claim's example with the reader's numbers. What its domain defines by others follows them, unless it was given too."""
    own = {name: value for name, value in values.items() if name in _variables(claim)}
    if not own:
        return claim.example
    point = {**claim.example, **own}
    try:
        settled = claim.domain.settled(point)
    except BadInput:  # it is more than is computed, as is said in the claim's place
        return point
    return settled if all(settled[name] == value for name, value in own.items()) else point


def _uses(claim: Claim, found: Derivation | None) -> tuple[str, ...]:
    """What the claim declares, and the lemmas of its steps (which it must declare: `draftproof axioms` refuses others)."""
    steps = [step for argument in found.arguments for step in argument.steps] if found else []
    lemmas = [step.parameters["claim"].id for step in steps if isinstance(step.parameters.get("claim"), Claim)]
    return tuple(dict.fromkeys((*claim.depends_on, *lemmas)))


def _published(figure: Figure | Joint, values: Env, domain: Domain) -> tuple[Published, ...]:
    """A published number with its judgement; of several that are judged together, each with the judgement on all."""
    parts = (figure,) if isinstance(figure, Figure) else figure.figures
    own = [_own(part, values) for part in parts]
    if all(own):
        return tuple(_at_own(part, numbers, domain) for part, numbers in zip(parts, own, strict=True))
    if isinstance(figure, Figure):
        judged = judge(figure)
        verdict, reason, computed = str(judged.verdict), judged.reason, [judged.value]
    else:
        joint = judge_jointly(figure.figures, figure.shared, expected=figure.expected)
        verdict, reason = str(joint.verdict), joint.reason
        computed = [value_of(part.expression, part.as_printed) for part in parts]
    note = f"as recorded: {figure.expected.reason}" if figure.expected else reason
    return tuple(
        _at_own(part, numbers, domain) if numbers else _line(part, part.as_printed, value, verdict, note)
        for part, numbers, value in zip(parts, own, computed, strict=True)
    )


def _own(figure: Figure, values: Env) -> Env:
    """The reader's numbers that go into a figure."""
    return {name: value for name, value in values.items() if name in figure.as_printed and term(name).unit in COUNTS}


def _at_own(figure: Figure, own: Env, domain: Domain) -> Published:
    """The figure's formula at a reader's numbers, the other inputs as printed: no judgement, which is on the printed ones.

    Numbers are put in where they lie in the claim's domain and the formula has a value there; else it is said why not.
    """
    given = ", ".join(term(name).text for name in own)
    point = {**figure.as_printed, **own}
    refused = too_long([figure.expression], point) or why_outside(point, _part(domain, own, point))
    value = refused or evaluated(figure.expression, point) or f"no value at your {given}"
    if isinstance(value, str):
        return Published(figure, figure.expression, None, "", f"{value}; printed {figure.printed}")
    return _line(figure, point, value, "", f"at your {given}; printed {figure.printed}")


def _part(domain: Domain, own: Env, point: Env) -> Domain:
    """What a domain says of a reader's numbers, alone and with the others of a point."""
    return Domain(
        {name: values for name, values in domain.sets.items() if name in own},
        tuple(c for c in domain.conditions if own.keys() & free_names(c) and free_names(c) <= point.keys()),
    )


def _line(figure: Figure, inputs: Env, value: Interval | None, verdict: str, note: str) -> Published:
    digits = None if value is None else shown([value])[0]
    return Published(figure, put(figure.expression, inputs) or figure.expression, digits, verdict, note)
