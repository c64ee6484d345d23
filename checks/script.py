"""A chain's proofs as evidence and as a script: `python -m draftproof.checks.CHAIN` runs them and exits 0, 1 or 2.

Claims that a chain's module does not mention are proved by `Proof(claim id)`: base and step from the statement alone.
"""

from __future__ import annotations

import argparse
import atexit
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..derivations.claims import Claim, chain
from ..derivations.options import TIMEOUT, Options
from ..errors import BadInput
from ..ledger import Evidence
from .obligations import Obligation, Proof, obligations
from .prove import proved_before
from .questions import Question
from .session import Session
from .solvers import Solvers

BROKEN_PIPE = 141
"""128 + the number of SIGPIPE, as shells report it."""

Proofs = Mapping[str, Proof]
Others = Mapping[str, Callable[[Options], Evidence]]


def proofs_of(name: str, *special: Proof) -> dict[str, Proof]:
    """Claim id -> proof for every claim of a chain that a proof applies to; `special` are those that need more than an
    id.

    Raises `BadInput` for a proof whose claim the chain does not have.
    """
    by_claim = {proof.claim: proof for proof in special}
    applicable = [claim.id for claim in chain(name).claims if "proof" not in claim.not_applicable]
    unknown = sorted(set(by_claim) - set(applicable))
    if unknown:
        raise BadInput(f"proof of {unknown[0]}: the chain {name} has no such claim for a proof")
    return {id_: by_claim.get(id_, Proof(id_)) for id_ in applicable}


@cache
def shared_session(timeout: float) -> Session:
    """The solvers of this process: started once for all claims, and stopped at its end."""
    solvers = Solvers(timeout=timeout)
    atexit.register(solvers.close)
    return Session(solvers)


def evidence_of(proofs: Proofs, claim: Claim, options: Options) -> Evidence | None:
    """The evidence of kind `proof` for one claim; its lemmas are proved first. None where no proof applies."""
    proof = proofs.get(claim.id)
    return None if proof is None else proved_before(proof, proofs, shared_session(options.timeout))


def all_obligations(proofs: Proofs) -> dict[str, tuple[Obligation | Question, ...]]:
    """Claim id -> its obligations, for bundles."""
    return {id_: obligations(proof) for id_, proof in proofs.items()}


def run(proofs: Proofs, argv: Sequence[str] | None = None, others: Others = MappingProxyType({})) -> int:
    """Run proofs and print a line for each obligation: 0 when all pass, 1 when one does not, 2 for an unusable call.

    `others` are claims whose proof is not generated from a statement, with what gives their evidence.
    """
    parser = argparse.ArgumentParser(description="Run the proofs of a chain on z3 and cvc5.")
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="only these claims")
    parser.add_argument("--timeout", type=float, default=TIMEOUT, metavar="SECONDS", help="limit of one solver call")
    parser.add_argument("--emit", type=Path, metavar="DIR", help="also write every obligation to DIR as SMT-LIB")
    arguments = parser.parse_args(argv)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that has no γ shows ? instead of failing
    try:
        named = arguments.claims or [*proofs, *others]
        chosen = [_known(proofs, others, name) for name in named if name not in others]
        options = Options(timeout=arguments.timeout)
        if arguments.emit:
            emit(chosen, arguments.emit)
        results = [_print(p.claim, proved_before(p, proofs, shared_session(options.timeout))) for p in chosen]
        results += [_print(name, others[name](options)) for name in named if name in others]
        sys.stdout.flush()
        return max(results, default=0)
    except BadInput as error:
        print(f"error: {ascii(str(error))[1:-1]}", file=sys.stderr)  # a name given may not steer the terminal
        return 2
    except OSError as error:  # the reader has gone, or the disk is full: what is left must not be tried at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        print(f"error: standard output: {error.strerror}, expected it to be usable", file=sys.stderr)
        return 2


def _known(proofs: Proofs, others: Others, name: str) -> Proof:
    if name not in proofs:
        raise BadInput(f"no proof of '{name}': expected one of {', '.join((*proofs, *others))}")
    return proofs[name]


def _print(claim: str, found: Evidence) -> int:
    print(f"{found.verdict:<13} {claim}  {found.seconds:.2f} s  {_counts(found)}")
    for name, logic, verdict, reason in found.detail.get("each", ()):
        print(f"    {verdict:<13} {name}  {logic}{'  ' + reason if reason else ''}")
    for rival, numbers in found.rivals.rejected.items():
        print(f"    rejects {rival}: {numbers}")
    for rival in found.rivals.survived:
        print(f"    the rival {rival} survived")
    if found.reason:
        print(f"    {found.reason}")
    return 0 if found.passes else 1


def _counts(found: Evidence) -> str:
    detail = found.detail
    return "  ".join(f"{engine} {detail[engine]}" for engine in ("z3", "cvc5") if engine in detail)


def emit(proofs: Sequence[Proof], folder: Path) -> None:
    """Write the obligations as files `CLAIM.OBLIGATION.smt2`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for proof in proofs:
            for number, obligation in enumerate(obligations(proof), 1):
                (folder / f"{proof.claim}.{number:02}.smt2").write_text(obligation.text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror}), expected a writable directory") from None
