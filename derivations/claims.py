"""Claims, their rivals, and the register of chains.

A claim is a statement with a domain and a source. Its rivals are the named wrong versions that people really write. Evidence
must hold for the claim *and* reject the rivals, by the same check with the rival in the claim's place.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from ..errors import BadInput, BrokenModule
from ..ledger import KINDS
from .domain import Domain
from .expr import Env
from .figures import Expected, Figure
from .importing import imported
from .statements import Statement


@dataclass(frozen=True)
class Rival:
    """A wrong version of a claim.

    `statement` is None for a behaviour (a mutated sampler, allocator), which is registered under this id in the folder that
    runs it. `blind` maps a kind of evidence to the reason why it cannot tell this rival from the claim.
    """

    id: str
    says: str
    why_tempting: str
    statement: Statement | None = None
    blind: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Joint:
    """Published figures that share one printed input: a single value of it must reproduce them all."""

    figures: tuple[Figure, ...]
    shared: str
    expected: Expected | None = None


@dataclass(frozen=True)
class Claim:
    """A statement that holds on all of `domain`, with where it comes from and what it is not.

    `example` is the point at which the claim and its rivals are shown to a reader (where it separates them).
    `not_applicable` maps a kind of evidence to the reason why there is none. `figures` are published numbers that the claim
    must reproduce, judged by the digits they print.
    """

    id: str
    statement: Statement
    domain: Domain
    source: str
    rivals: tuple[Rival, ...] = ()
    depends_on: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    example: Env = field(default_factory=dict)
    not_applicable: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    figures: tuple[Figure | Joint, ...] = ()

    @property
    def chain(self) -> str:
        return self.id.split(".")[0]

    def _repr_html_(self) -> str:
        return str(_notebook().claim_html(self))

    def _repr_latex_(self) -> str:
        return str(_notebook().claim_latex(self))


def _notebook() -> Any:
    """What shows claims in notebooks. It prints them, so it needs this module: it is known by name alone, like the chains."""
    return importlib.import_module(".notebook", __package__)


@dataclass(frozen=True)
class Chain:
    """A chain: a module of this folder, with its claims in reading order."""

    name: str
    title: str
    claims: tuple[Claim, ...]

    def __post_init__(self) -> None:
        ids = [claim.id for claim in self.claims] + [rival.id for claim in self.claims for rival in claim.rivals]
        for id_ in ids:
            if not id_.startswith(self.name + ".") or ids.count(id_) > 1:
                raise BadInput(f"id {id_}: must start with '{self.name}.' and be given once")
        for claim in self.claims:
            unknown = set(claim.not_applicable) - set(KINDS) | {
                k for r in claim.rivals for k in r.blind if k not in KINDS
            }
            if unknown:
                raise BadInput(f"claim {claim.id}: unknown kind of evidence {sorted(unknown)}")


_ORDER = re.compile(rb"^ORDER = (\d+)\r?$", re.MULTILINE)


@cache
def chain_names() -> tuple[str, ...]:
    """The chains there are, in order: every module of this folder that says `ORDER = n` (read, not imported).

    Raises `BadInput` where two say the same number.
    """
    here = resources.files(__package__)
    found = {
        file.name: int(match.group(1))
        for file in here.iterdir()
        if file.name.endswith(".py") and file.is_file() and (match := _ORDER.search(file.read_bytes()))
    }
    ordered = sorted(found, key=lambda name: (found[name], name))
    for one, other in pairwise(ordered):
        if found[one] == found[other]:
            raise BadInput(
                f"derivations/{one} and derivations/{other} both say ORDER = {found[one]}: expected a number that no "
                f"other chain has, such as {max(found.values()) + 1}"
            )
    return tuple(name.removesuffix(".py") for name in ordered)


@cache
def chain(name: str) -> Chain:
    """The chain of that name. Raises `BadInput` naming those there are, and where its module is none or cannot be imported."""
    if name not in chain_names():
        raise BadInput(f"unknown chain '{name}': expected one of {', '.join(chain_names())}")
    found: Chain = imported(f".{name}", __package__, CHAIN=Chain).CHAIN
    if found.name != name or not found.claims:
        what = f"is named '{found.name}': expected '{name}'" if found.claims else "has no claims: expected one at least"
        raise BrokenModule(f"derivations/{name}.py: its CHAIN {what}")
    return found


def claim(id_: str) -> Claim:
    """The claim of that id. Raises `BadInput` naming what was given, and the chains or claims there are."""
    name, dot, _ = id_.partition(".")
    if name not in chain_names():
        raise BadInput(f"unknown claim '{id_}': expected CHAIN.NAME, where CHAIN is one of {', '.join(chain_names())}")
    claims = {claim.id: claim for claim in chain(name).claims}
    if not dot:
        raise BadInput(f"'{id_}' is a chain: expected one of its claims, {', '.join(claims)}")
    if id_ in claims:
        return claims[id_]
    for candidate in claims.values():
        if id_ in (rival.id for rival in candidate.rivals):
            raise BadInput(f"'{id_}' is a rival: expected its claim, {candidate.id}")
    near = get_close_matches(id_.removeprefix(f"{name}."), [known.removeprefix(f"{name}.") for known in claims])
    hint = f"perhaps {name}.{near[0]}, or another" if near else "one"
    raise BadInput(f"unknown claim '{id_}': expected {hint} of {', '.join(claims)}")


Selection = tuple[tuple[Chain, tuple[Claim, ...]], ...]


def users(used: Claim) -> tuple[str, ...]:
    """The claims of the whole project that declare to use one, in their order: no derivation is built to know that."""
    return _users(chain_names()).get(used.id, ())


@cache
def _users(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one in (one for name in names for one in chain(name).claims):
        for used in dict.fromkeys(one.depends_on):
            found[used] = (*found.get(used, ()), one.id)
    return found


def select(names: Sequence[str] = ()) -> Selection:
    """The claims that names of chains and claims stand for (no name: all). Raises `BadInput` for an unknown one."""
    wanted: dict[str, dict[str, Claim]] = {}
    for name in names or chain_names():
        claims = [claim(name)] if "." in name else chain(name).claims
        wanted.setdefault(name.split(".")[0], {}).update({found.id: found for found in claims})
    chosen = [(chain(name), wanted[name]) for name in chain_names() if name in wanted]
    return tuple((of, tuple(claim for claim in of.claims if claim.id in ids)) for of, ids in chosen)
