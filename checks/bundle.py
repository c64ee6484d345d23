"""A bundle: every derivation step with its identities as JSON, and every SMT obligation, for `draftproof recheck`.

Layout: `manifest.json` (schema `draftproof/bundle/1`: versions, the SHA-256 of every other file, why claims have no
steps or obligations, and its own digest), `steps/CLAIM.json`, `obligations/CLAIM/NNN-NAME.smt2`, `obligations.json`.
Formulas are of schema `draftproof/expr/1`, with quantities unfolded. `recheck` shares no code with this.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from platform import python_version
from typing import Any, Protocol

import sympy as sp

from .. import __version__
from ..derivations.claims import Claim, chain, chain_names, claim
from ..derivations.derive import Derivation, derivation
from ..derivations.export import export
from ..derivations.expr import to_json
from ..derivations.importing import imported
from ..derivations.kernel import Argument, Identity, Step
from ..derivations.printing import text
from ..derivations.statements import parts, tree
from ..derivations.symbols import unfold
from ..errors import BadInput
from .script import all_obligations

BUNDLE, STEPS, OBLIGATIONS = "draftproof/bundle/1", "draftproof/steps/1", "draftproof/obligations/1"
MANIFEST, INDEX = "manifest.json", "obligations.json"
ENGINES = ("sympy", "z3-solver", "cvc5")


class Question(Protocol):
    """What a bundle needs of an obligation."""

    @property
    def name(self) -> str: ...
    @property
    def logic(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def expected(self) -> str: ...


def write_bundle(directory: str, names: Sequence[str] = ()) -> None:
    """Write the bundle of the chains and claims named (none named: all). Raises like `write`, and for unknown names."""
    check_target(directory)  # before the derivations are built
    claims = {
        found.id: found
        for name in names or chain_names()
        for found in ([claim(name)] if "." in name else chain(name).claims)
    }
    derived = {id_: derivation(found) for id_, found in claims.items()}
    obligations, unproved = _obligations(claims)
    reasons = {
        "without_steps": {id_: _reason(claims[id_], "derivation") for id_, found in derived.items() if found is None},
        "without_obligations": unproved,
    }
    write(directory, [found for found in derived.values() if found is not None], obligations, reasons=reasons)


def write(
    directory: str,
    derivations: Iterable[Derivation],
    obligations: Mapping[str, Iterable[Question]],
    *,
    reasons: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """Write derivations and obligations (by claim id) to a new or empty directory, wholly or not at all.

    `reasons` may say why claims have no steps (`without_steps`) or obligations (`without_obligations`). Raises
    `BadInput` for a directory that cannot be written or holds something.
    """
    target = check_target(directory)
    files = {f"steps/{found.claim.id}.json": _json(steps_of(found)) for found in derivations}
    listed: list[dict[str, str]] = []
    for id_, questions in obligations.items():
        for number, question in enumerate(questions, 1):
            path = f"obligations/{id_}/{number:03}-{_slug(question.name)}.smt2"
            files[path] = question.text
            listed.append(
                {
                    "name": question.name,
                    "claim": id_,
                    "file": path,
                    "logic": question.logic,
                    "expected": question.expected,
                    "sha256": _sha(question.text),
                }
            )
    files[INDEX] = _json({"schema": OBLIGATIONS, "obligations": listed})
    files[MANIFEST] = _manifest(files, {"without_steps": {}, "without_obligations": {}} | dict(reasons or {}))
    _write_all(target, files)


def steps_of(found: Derivation) -> dict[str, Any]:
    """A derivation as plain data, schema `draftproof/steps/1`."""
    return {
        "schema": STEPS,
        "claim": found.claim.id,
        "text": text(found.claim.statement),
        "domain": found.claim.domain.to_json(),
        "statement": [to_json(tree(part)) for part in parts(found.claim.statement)],
        "arguments": [_argument(argument) for argument in found.arguments],
    }


def _argument(argument: Argument) -> dict[str, Any]:
    return {
        "given": [to_json(tree(condition)) for condition in argument.given],
        "domain": argument.domain.to_json(),
        "start": _tree(argument.start),
        "steps": [_step(step) for step in argument.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "before": _tree(step.before),
        "relation": step.relation,
        "after": _tree(step.after),
        "rule": step.rule,
        "because": step.because,
        "stated": step.stated,
        "backwards": step.backwards,
        "uses": sorted({value.id for value in step.parameters.values() if isinstance(value, Claim)}),
        "before_text": text(step.before),
        "after_text": text(step.after),
        "identities": [_identity(identity) for identity in step.identities],
    }


def _identity(identity: Identity) -> dict[str, Any]:
    return {
        "label": identity.label,
        "domain": identity.domain.to_json(),
        "statement": to_json(identity.statement),
    }


def _tree(expression: sp.Expr) -> list[Any]:
    return to_json(export(unfold(expression)))


def _obligations(claims: Mapping[str, Claim]) -> tuple[dict[str, Iterable[Question]], dict[str, str]]:
    """The obligations of the claims, and why there are none for those that have none."""
    found: dict[str, Iterable[Question]] = {}
    without: dict[str, str] = {}
    for id_, of in claims.items():
        name = f"{__package__}.{of.chain}"
        module = imported(name, PROOFS=Mapping) if find_spec(name) else None
        proofs = module.PROOFS if module else {}
        questions = getattr(module, "QUESTIONS", {})  # those that are not generated from a statement
        if id_ in questions:
            found[id_] = questions[id_]()
            continue
        if id_ not in proofs:
            without[id_] = _reason(of, "proof")
            continue
        try:
            found |= all_obligations({id_: proofs[id_]})
        except BadInput as error:  # `verify` fails for it; the bundle says why it has nothing
            without[id_] = str(error)
    return found, without


def _reason(of: Claim, kind: str) -> str:
    return of.not_applicable.get(kind, "none is registered")


def _manifest(files: Mapping[str, str], reasons: Mapping[str, Mapping[str, str]]) -> str:
    content = {
        "schema": BUNDLE,
        "digest": "",
        "draftproof": __version__,
        "environment": {"python": python_version(), **_versions()},
        "files": {path: _sha(files[path]) for path in sorted(files)},
        **{name: dict(of) for name, of in reasons.items()},
    }
    return _json(content | {"digest": _sha(_json(content))})  # of the manifest with no digest in it


def _versions() -> dict[str, str]:
    found = {}
    for name in ENGINES:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def _json(data: Any) -> str:
    """The one way in which a bundle writes JSON: `recheck` compares the manifest byte by byte with it."""
    return json.dumps(data, indent=1, sort_keys=True) + "\n"


def _sha(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def _slug(name: str) -> str:
    """A part of a file name: letters, digits and hyphens (names of obligations have any characters)."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:60] or "obligation"


def check_target(directory: str) -> Path:
    """The directory to write, if it is new or empty and can be made. Raises `BadInput` otherwise, in one line."""
    try:
        target = Path(directory).resolve()
        if target.exists() and not target.is_dir():
            raise BadInput(f"{directory}: a file, expected a new or an empty directory")
        if target.is_dir() and any(target.iterdir()):
            raise BadInput(f"{directory}: not empty, expected a new or an empty directory")
        if not target.parent.is_dir() or not os.access(target.parent, os.W_OK):
            raise BadInput(f"{directory}: cannot be made there, expected a writable directory above it")
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{directory}: cannot be used ({error}), expected a new or an empty directory") from None
    return target


def _write_all(target: Path, files: Mapping[str, str]) -> None:
    """Write beside the target, then rename: whatever happens, the target holds a whole bundle or what it held."""
    beside = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        beside.mkdir()
        for path, content in files.items():
            (beside / path).parent.mkdir(parents=True, exist_ok=True)
            (beside / path).write_bytes(content.encode())
        os.rename(beside, target)  # onto an empty directory too
    except OSError as error:
        raise BadInput(f"{target}: cannot be written ({error.strerror}), expected a writable directory") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
