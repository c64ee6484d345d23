"""Run the evidence of chains and keep it in a ledger.

Each claim's derivation and figures come from `derivations`; its proof, simulation and reference from the module of the
chain's name in `checks`, `montecarlo` and `gpu_reference`, if there is one: its `evidence(claim, options)` gives a piece of
evidence, several, `NotRun`, or None. A new chain is found by its files; no list is kept here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from platform import python_version

from . import __version__
from .derivations.claims import Claim, chain_names, select
from .derivations.claims import claim as claim_of
from .derivations.evidence import derive_evidence, figure_evidence
from .derivations.importing import ended, imported
from .derivations.options import DRAWS, SEED, TIMEOUT, Options
from .derivations.printing import latex, text
from .errors import BadInput, BrokenModule, DraftproofError, SolverDisagreement, SolverUnknown, Vacuous
from .ledger import KINDS, ChainRecord, ClaimRecord, Evidence, Ledger, NotRun, RivalRecord, Verdict
from .processes import forking

FOLDERS = {"proof": "checks", "simulation": "montecarlo", "reference": "gpu_reference"}
"""The folder with a module for each chain, by kind of evidence."""

EXPECTED_KINDS = ("derivation", "proof", "simulation")
"""The kinds that every claim has, or a reason why not."""

VERDICTS: tuple[tuple[type[DraftproofError], Verdict], ...] = (
    (Vacuous, Verdict.VACUOUS),
    (SolverUnknown, Verdict.UNKNOWN),
    (SolverDisagreement, Verdict.DISAGREEMENT),
    (DraftproofError, Verdict.REFUTED),
)
"""What an error that ends a piece of evidence says about the claim: never that it passes."""

DISTRIBUTIONS = {"sympy": "sympy", "z3": "z3-solver", "cvc5": "cvc5", "numpy": "numpy"}

MAX_DEFAULT_WORKERS = 8
"""More processes take longer to import SymPy than they save; `workers` asks for more."""

AHEAD = ("derivation", "proof")
"""Kinds that the pool makes, both of a claim in one process, whose solvers and caches serve the claim's lemmas too."""

WORTH_A_POOL = 6
"""Claims from which on that pays: fewer are done before a process has imported SymPy, which takes a second."""

MANY_DRAWS = 2**24
"""Draws from which on the pool simulates too; fewer take some tenths of a second, less than the pool's queue."""

Listener = Callable[[ChainRecord], None]
Found = Evidence | NotRun
Made = Found | Iterable[Found] | None
Source = Callable[[Claim, Options], Made]
Sources = Mapping[str, Source]
"""Kind of evidence -> what gives it."""


def run(
    names: Sequence[str] = (),
    *,
    kinds: Collection[str] | None = None,
    seed: int = SEED,
    draws: int = DRAWS,
    workers: int | None = None,
    timeout: float = TIMEOUT,
    progress: bool = False,
    device: str | None = None,
    listen: Listener | None = None,
) -> Ledger:
    """All evidence of the chains and claims named (none named: all), of the given kinds (None: every kind).

    Evidence that ends in an error of this package becomes a failing piece of evidence with its reason; the run goes on.
    `listen` is called after each claim with a record of its chain that holds this claim alone. `workers` processes
    (None: one a core) derive, prove and simulate; the result does not depend on their number. Raises `BadInput` for unknown
    names and kinds, for unusable options, and where a module of a chain cannot be imported.
    """
    if unknown := sorted(set(kinds or ()) - set(KINDS)):
        raise BadInput(f"unknown kind of evidence '{unknown[0]}': expected one of {', '.join(KINDS)}")
    workers = min(os.cpu_count() or 1, MAX_DEFAULT_WORKERS) if workers is None else workers
    options = Options(seed, draws, workers, timeout, progress, device=device)
    kinds = KINDS if kinds is None else kinds
    records = []
    with ExitStack() as stack:
        sources, alone = SOURCES, replace(options, workers=1)
        ahead = [kind for kind in AHEAD if kind in kinds]
        executor = None
        pays = workers > 1 and (draws >= MANY_DRAWS or (bool(ahead) and _many(names)))
        if pays:
            forking(_modules(names))  # what the pool's processes are copied from imports them while this process does
        chosen = select(names)
        if pays:
            from .montecarlo.runner import pool

            executor = stack.enter_context(pool(workers))
        options = replace(options, executor=executor) if executor and draws >= MANY_DRAWS else alone
        if executor and ahead:
            everything = [claim for _, found in chosen for claim in found]
            sources = {**SOURCES, **stack.enter_context(_made_ahead(everything, ahead, executor, alone))}
        for of, claims in chosen:
            for claim in claims:
                made = claim_record(claim, kinds, options, sources)
                records.append(ChainRecord(of.name, of.title, (made,)))
                if listen:
                    listen(records[-1])
    return Ledger(__version__, environment(), _joined(records))


@contextmanager
def _made_ahead(
    claims: Sequence[Claim], kinds: Sequence[str], executor: Executor, options: Options
) -> Iterator[Sources]:
    """Sources of what the pool makes while this process simulates and reports; what has not begun is cancelled."""
    pending: dict[tuple[str, str], Future[dict[tuple[str, str], tuple[Found, ...]]]] = {}
    for group in _groups(claims) if "proof" in kinds else [[claim] for claim in claims]:
        wanted = [(kind, claim.id) for claim in group for kind in kinds if kind not in claim.not_applicable]
        pending |= dict.fromkeys(wanted, executor.submit(_made, wanted, options))

    def source(kind: str, claim: Claim, _: Options) -> Made:
        return pending[kind, claim.id].result()[kind, claim.id]

    try:
        yield {kind: partial(source, kind) for kind in kinds}
    finally:
        for future in pending.values():
            future.cancel()


def _many(names: Sequence[str]) -> bool:
    """Whether names stand for so many claims that a pool pays: a chain does. For a name that is wrong none begins."""
    known = all(name.split(".")[0] in chain_names() for name in names)
    return known and (not names or len(names) >= WORTH_A_POOL or any("." not in name for name in names))


def _modules(names: Sequence[str]) -> list[str]:
    """What the claims and their evidence are made from, for the processes of a pool to import."""
    chains = [name for name in chain_names() if not names or any(one.split(".")[0] == name for one in names)]
    return [
        __name__,
        f"{__package__}.montecarlo.runner",
        *(f"{__package__}.{folder}.{name}" for name in chains for folder in ("derivations", "checks")),
    ]


def _groups(claims: Sequence[Claim]) -> list[list[Claim]]:
    """The claims, those together whose proofs share a lemma: one process proves it, and knows it for all of them."""
    from .checks.prove import rests_on

    groups: list[tuple[frozenset[str], list[Claim]]] = []
    for claim in claims:
        names, members = rests_on(claim.id), [claim]
        for other in [group for group in groups if group[0] & names]:
            groups.remove(other)
            names, members = names | other[0], [*other[1], *members]
        groups.append((names, members))
    place = {claim.id: number for number, claim in enumerate(claims)}
    found = [sorted(members, key=lambda claim: place[claim.id]) for _, members in groups]
    return sorted(found, key=lambda members: place[members[0].id])


def _made(wanted: Sequence[tuple[str, str]], options: Options) -> dict[tuple[str, str], tuple[Found, ...]]:
    """The evidence of registered claims by kind, in a process of the pool (a claim itself need not be picklable)."""
    return {(kind, id_): _obtain(kind, SOURCES[kind], claim_of(id_), options) for kind, id_ in wanted}


def _listed(made: Made) -> tuple[Found, ...]:
    return () if made is None else (made,) if isinstance(made, Evidence | NotRun) else tuple(made)


def _joined(records: Sequence[ChainRecord]) -> tuple[ChainRecord, ...]:
    """One record a chain, from one a claim."""
    names = dict.fromkeys(record.name for record in records)
    grouped = [[record for record in records if record.name == name] for name in names]
    return tuple(replace(group[0], claims=tuple(one for of in group for one in of.claims)) for group in grouped)


def claim_record(claim: Claim, kinds: Collection[str], options: Options, sources: Sources) -> ClaimRecord:
    """A claim with its evidence of the given kinds, and why there is none where it cannot be had."""
    evidence: list[Evidence] = []
    not_run: dict[str, str] = {}
    for kind in KINDS:
        if kind in claim.not_applicable:
            continue
        if kind not in kinds:
            if kind in EXPECTED_KINDS:
                not_run[kind] = "not asked for"
            continue
        found = _obtain(kind, sources[kind], claim, options)
        evidence += [one for one in found if isinstance(one, Evidence)]
        not_run |= {one.part: one.reason for one in found if isinstance(one, NotRun)}
    return ClaimRecord(
        claim.id,
        text(claim.statement),
        latex(claim.statement),
        claim.source,
        claim.assumes,
        tuple(evidence),
        tuple(RivalRecord(rival.id, rival.says, rival.why_tempting, rival.blind) for rival in claim.rivals),
        not_run,
        claim.not_applicable,
    )


def failures(ledger: Ledger, require: Collection[str] = ()) -> dict[str, list[str]]:
    """Claim id -> why it does not pass, each reason in one line. A kind in `require` that was not run is a reason."""
    found = ledger.faults()
    for claim in ledger.claims:
        missing = [
            f"{kind}: required, but not run ({claim.not_run[kind]})" for kind in require if kind in claim.not_run
        ]
        if missing:
            found[claim.id] = found.get(claim.id, []) + missing
    return {claim.id: found[claim.id] for claim in ledger.claims if claim.id in found}


def unmet(ledger: Ledger, require: Collection[str] = ()) -> dict[str, str]:
    """Kind in `require` -> why the run has none of it at all, where neither a claim nor the run says so already.

    Not every claim has a published figure or a reference: it is enough that one of those judged has. A claim that says
    why a kind is not applicable to it asks for none.
    """
    return {
        kind: "required, but no claim judged has any"
        for kind in dict.fromkeys(require)
        if not any(e.kind == kind for claim in ledger.claims for e in claim.evidence)
        and not any(kind in claim.not_run for claim in ledger.claims)
        and not all(kind in claim.not_applicable for claim in ledger.claims)
    }


def environment() -> dict[str, str]:
    """The versions of what the evidence rests on; without what is not installed."""
    found = {"python": python_version()}
    for name, distribution in DISTRIBUTIONS.items():
        try:
            found[name] = metadata.version(distribution)
        except metadata.PackageNotFoundError:
            continue
    return found


def _obtain(kind: str, source: Source, claim: Claim, options: Options) -> tuple[Found, ...]:
    """The evidence of one kind; an error of this package becomes a failing one."""
    began = time.perf_counter()
    try:
        return _listed(source(claim, options))
    except BrokenModule:
        raise
    except SystemExit as error:  # of a chain's module; here, since it loses its place on the way from another process
        raise ended(error) from error
    except DraftproofError as error:
        verdict = next(verdict for of, verdict in VERDICTS if isinstance(error, of))
        return (Evidence(kind, verdict, "draftproof", str(error), time.perf_counter() - began),)


def _from_module(kind: str, claim: Claim, options: Options) -> Made:
    """The evidence of the chain's module in the kind's folder, None if there is no such module."""
    name = f"{__package__}.{FOLDERS[kind]}.{claim.chain}"
    if find_spec(name) is None:
        return None
    try:
        module = imported(name, evidence=Callable)
    except BrokenModule as error:
        missing = error.__cause__
        if (
            not isinstance(missing, ModuleNotFoundError)
            or str(missing.name or __package__).split(".")[0] == __package__
        ):
            raise
        return NotRun(kind, f"needs {missing.name}, which is not installed")
    found = _listed(module.evidence(claim, options))
    for other in (one.kind for one in found if isinstance(one, Evidence) and one.kind != kind):
        raise BadInput(f"{name}: gives evidence of kind '{other}', expected '{kind}'")
    return found


SOURCES: Sources = {
    "derivation": lambda claim, options: derive_evidence(claim),
    "figure": lambda claim, options: figure_evidence(claim),
    **{kind: partial(_from_module, kind) for kind in FOLDERS},
}
"""Where the evidence of each kind comes from."""
