"""The ledger as JSON, schema `draftproof/ledger/1`.

Per piece of evidence `rivals.rejected` lists ids; `rivals.numbers` has, by id, the numbers that reject them. `digest` is the
SHA-256 of everything else: a slip of an editor shows, a forger computes it anew.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..ledger import SCHEMA, ClaimRecord, Evidence, Ledger


def ledger_json(ledger: Ledger, failures: Mapping[str, Sequence[str]], unmet: Mapping[str, str] | None = None) -> str:
    """The ledger as a JSON text, with `failures` (claim id -> reasons) and `unmet` (kind -> reason) of `verify`."""
    return json_text(to_dict(ledger, failures, unmet))


def json_text(data: Any) -> str:
    """Plain data as JSON, for people too: indented, Unicode kept (but half of a surrogate pair escaped), no NaN."""
    shown = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)
    return shown.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def to_dict(
    ledger: Ledger, failures: Mapping[str, Sequence[str]], unmet: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The ledger as plain data."""
    data = {
        "schema": SCHEMA,
        "draftproof": ledger.draftproof,
        "environment": dict(ledger.environment),
        "chains": [
            {"name": chain.name, "title": chain.title, "claims": [_claim(claim) for claim in chain.claims]}
            for chain in ledger.chains
        ],
        "failures": {id_: list(reasons) for id_, reasons in failures.items()},
        "unmet": dict(unmet or {}),
        "summary": ledger.summary(),
    }
    return data | {"digest": digest(data)}


def digest(data: Mapping[str, Any]) -> str:
    """The SHA-256 of a ledger's plain data but for its `digest`: keys sorted, no spaces."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    written = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def _claim(claim: ClaimRecord) -> dict[str, Any]:
    return {
        "id": claim.id,
        "statement": claim.statement,
        "latex": claim.latex,
        "source": claim.source,
        "assumes": list(claim.assumes),
        "evidence": [_evidence(evidence) for evidence in claim.evidence],
        "rivals": [
            {"id": rival.id, "says": rival.says, "why_tempting": rival.why_tempting, "blind": dict(rival.blind)}
            for rival in claim.rivals
        ],
        "not_run": dict(claim.not_run),
        "not_applicable": dict(claim.not_applicable),
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    rivals = evidence.rivals
    return {
        "kind": evidence.kind,
        "verdict": str(evidence.verdict),
        "reason": evidence.reason,
        "engine": evidence.engine,
        "seconds": round(evidence.seconds, 3),
        "seed": evidence.seed,
        "draws": evidence.draws,
        "false_alarm": evidence.false_alarm,
        "detail": plain(evidence.detail),
        "rivals": {
            "rejected": list(rivals.rejected),
            "survived": list(rivals.survived),
            "blind": dict(rivals.blind),
            "miss": plain(rivals.miss),
            "numbers": dict(rivals.rejected),
        },
    }


def plain(value: Any) -> Any:
    """Data as JSON has it: fractions as text, since they are exact; infinities as text, since JSON has none."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, str):
        return [plain(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value if type(value) in (bool, int, str, type(None)) else str(value)
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    return str(value) if isinstance(value, Fraction | float) else repr(value)
