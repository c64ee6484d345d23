"""Bundles: what is in them, written whole or not at all; and the figures of TRUST.md."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from draftproof.checks import bundle
from draftproof.derivations.claims import claim
from draftproof.derivations.derive import Derivation, derivation
from draftproof.derivations.expr import from_json, to_json
from draftproof.derivations.statements import parts, tree
from draftproof.errors import BadInput

ROOT = Path(bundle.__file__).parents[1]


@dataclass(frozen=True)
class Asked:
    """An obligation as far as a bundle needs one."""

    name: str = "bounds of alpha^gamma: step/1"
    logic: str = "QF_LRA"
    text: str = "(set-logic QF_LRA)\n(check-sat)\n"
    expected: str = "sat"


@pytest.fixture(scope="module")
def closed_form() -> Derivation:
    found = derivation(claim("tokens.closed_form"))
    assert found is not None
    return found


@pytest.fixture
def written(closed_form: Derivation, tmp_path: Path) -> Path:
    root = tmp_path / "bundle"
    bundle.write(str(root), [closed_form], {"tokens.closed_form": [Asked(), Asked("!?")]})
    return root


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_the_manifest_has_the_hash_of_every_other_file_and_of_itself(written: Path) -> None:
    manifest = load(written / "manifest.json")
    files = {p.relative_to(written).as_posix(): p for p in written.rglob("*") if p.is_file()}
    assert manifest["schema"] == "draftproof/bundle/1"
    assert set(manifest["files"]) == set(files) - {"manifest.json"}
    for path, digest in manifest["files"].items():
        assert sha256(files[path].read_bytes()).hexdigest() == digest
    blank = json.dumps(manifest | {"digest": ""}, indent=1, sort_keys=True) + "\n"
    assert sha256(blank.encode()).hexdigest() == manifest["digest"]
    assert {"python", "sympy", "z3-solver", "cvc5"} <= set(manifest["environment"])


def test_steps_have_everything_that_the_kernel_checked(written: Path, closed_form: Derivation) -> None:
    data = load(written / "steps" / "tokens.closed_form.json")
    found = closed_form.claim
    assert data["claim"] == found.id
    assert data["domain"] == found.domain.to_json()
    assert [from_json(part) for part in data["statement"]] == [tree(part) for part in parts(found.statement)]
    assert len(data["arguments"]) == len(closed_form.arguments)
    for argument, kept in zip(closed_form.arguments, data["arguments"], strict=True):
        assert kept["start"] == kept["steps"][0]["before"]
        for step, said in zip(argument.steps, kept["steps"], strict=True):
            assert (step.rule, step.relation, step.because, step.stated, step.backwards) == (
                said["rule"], said["relation"], said["because"], said["stated"], said["backwards"]
            )  # fmt: skip
            labels = [(i.label, to_json(i.statement), i.domain.to_json()) for i in step.identities]
            assert labels == [(i["label"], i["statement"], i["domain"]) for i in said["identities"]]
    assert kept["steps"][0]["uses"] == ["tokens.expectation"]
    assert "γ" in data["text"] or "gamma" in data["text"]


def test_obligations_are_files_of_their_own_whatever_their_names(written: Path) -> None:
    index = load(written / "obligations.json")
    assert index["schema"] == "draftproof/obligations/1"
    assert [one["file"] for one in index["obligations"]] == [
        "obligations/tokens.closed_form/001-bounds-of-alpha-gamma-step-1.smt2",
        "obligations/tokens.closed_form/002-obligation.smt2",
    ]
    for one in index["obligations"]:
        content = (written / one["file"]).read_bytes()
        assert content.decode() == Asked().text
        assert one["sha256"] == sha256(content).hexdigest()
        assert (one["logic"], one["expected"], one["claim"]) == ("QF_LRA", "sat", "tokens.closed_form")


def test_it_is_the_same_every_time(written: Path, closed_form: Derivation, tmp_path: Path) -> None:
    again = tmp_path / "again"
    bundle.write(str(again), [closed_form], {"tokens.closed_form": [Asked(), Asked("!?")]})
    assert load(again / "manifest.json") == load(written / "manifest.json")


def test_names_stand_for_claims_with_their_obligations(tmp_path: Path) -> None:
    root = tmp_path / "tail"
    root.mkdir()  # an empty directory is as good as none
    bundle.write_bundle(str(root), ["tokens.tail"])
    assert [p.name for p in (root / "steps").iterdir()] == ["tokens.tail.json"]
    assert {one["claim"] for one in load(root / "obligations.json")["obligations"]} == {"tokens.tail"}
    assert list(root.rglob("*.smt2"))


def test_what_has_no_steps_or_obligations_is_named_with_its_reason(
    closed_form: Derivation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(proofs: object) -> None:
        raise BadInput("no SMT form")

    monkeypatch.setattr(bundle, "derivation", lambda found: None)
    monkeypatch.setattr(bundle, "all_obligations", refuse)
    bundle.write_bundle(str(tmp_path / "none"), ["tokens.tail"])
    manifest = load(tmp_path / "none" / "manifest.json")
    assert manifest["without_steps"] == {"tokens.tail": "none is registered"}
    assert manifest["without_obligations"] == {"tokens.tail": "no SMT form"}


def occupied(path: Path) -> str:
    (path / "theirs").mkdir()
    (path / "theirs" / "notes.txt").write_text("mine")
    return str(path / "theirs")


def a_file(path: Path) -> str:
    (path / "file").write_text("mine")
    return str(path / "file")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (occupied, "not empty, expected a new or an empty directory"),
        (a_file, "a file, expected"),
        (lambda path: str(path / "no" / "such"), "expected a writable directory above it"),
        (lambda path: str(path) + "/nul\0", "cannot be used"),
    ],
    ids=["occupied", "a file", "no parent", "a NUL"],
)
def test_a_place_that_cannot_be_used_is_refused_and_left_alone(
    place: Callable[[Path], str], said: str, tmp_path: Path, closed_form: Derivation
) -> None:
    target = place(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadInput, match=said) as refused:
        bundle.write(target, [closed_form], {})
    assert "\n" not in str(refused.value)
    assert sorted(tmp_path.rglob("*")) == before
    with pytest.raises(BadInput, match=said):
        bundle.write_bundle(target, ["tokens.closed_form"])


def test_an_unknown_name_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="unknown"):
        bundle.write_bundle(str(tmp_path / "new"), ["tokens.no_such_claim"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_error_half_way_leaves_nothing_behind(
    error: BaseException, closed_form: Derivation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Path] = []

    def full(path: Path, content: bytes) -> int:
        done.append(path)
        if len(done) == 3:
            raise error
        return len(content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadInput if isinstance(error, OSError) else KeyboardInterrupt):
        bundle.write(str(tmp_path / "new"), [closed_form], {"tokens.closed_form": [Asked()]})
    assert len(done) == 3
    assert list(tmp_path.iterdir()) == []


# ---- TRUST.md

ROW = re.compile(r"^\| `([\w/.]+)` \| (\d+) \|", re.MULTILINE)
UNUSED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str) -> set[int]:
    """The lines that hold code: no blank ones, no comments, no docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for t in tokens if t.type not in UNUSED for line in range(t.start[0], t.end[0] + 1)}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def is_rule(decorator: ast.expr) -> bool:
    """Whether it is `@rule(...)`, which registers a checker: a cache has one too."""
    return isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule"


def checker_lines(text: str) -> set[int]:
    """Those of a rule's module without the functions that only its `compute` needs."""
    functions = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    wanted = [name for name, node in functions.items() if any(map(is_rule, node.decorator_list))] or list(functions)
    reached: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in reached:
            reached.add(name)
            wanted += [
                n.id for s in functions[name].body for n in ast.walk(s) if isinstance(n, ast.Name) and n.id in functions
            ]
    idle = [node for name, node in functions.items() if name not in reached]
    return code_lines(text) - {line for n in idle for line in range(n.lineno, (n.end_lineno or n.lineno) + 1)}


def measured(place: str) -> int:
    path = ROOT / place
    if path.is_dir():
        return sum(len(checker_lines(file.read_text("utf-8"))) for file in path.glob("*.py"))
    return len(code_lines(path.read_text("utf-8")))


def rows() -> Iterator[tuple[str, int]]:
    for place, lines in ROW.findall((ROOT / "TRUST.md").read_text("utf-8")):
        yield place, int(lines)


def test_trust_has_its_rows() -> None:
    assert len(list(rows())) >= 11


@pytest.mark.parametrize(("place", "stated"), list(rows()))
def test_trust_states_the_size_of_the_trusted_base(place: str, stated: int) -> None:
    """Rounded up: never below the truth, and not so far above it that it says nothing."""
    found = measured(place)
    assert found <= stated <= 1.3 * found, f"{place} has {found} lines"


def test_lines_are_counted_without_prose() -> None:
    text = '"""Prose."""\n\n# why\nx = 1  # why\n\ndef compute():\n    """Says."""\n    return helper()\n\n'
    text += 'def helper():\n    return 2\n\n@rule("r")\ndef check():\n    return (\n        3\n    )\n'
    assert len(code_lines(text)) == 10
    assert len(checker_lines(text)) == 6
