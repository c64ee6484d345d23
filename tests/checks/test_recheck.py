"""The re-checker against forged bundles: every fault is planted once and must be refused, with its file and reason.

A forger may recompute all hashes (`sealed`); what is false is then found by evaluation.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from draftproof.checks import recheck
from draftproof.checks.bundle import write_bundle
from draftproof.checks.recheck_solver import statuses
from draftproof.derivations import exact, expr, rules  # noqa: F401 - rules registers them
from draftproof.derivations.claims import chain
from draftproof.derivations.derive import derivation
from draftproof.derivations.domain import Domain
from draftproof.derivations.kernel import RULES
from draftproof.derivations.statements import tree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SOURCE = Path(recheck.__file__)
KEPT = ("tokens.closed_form", "tokens.tail")
CLOSED, TAIL = (f"steps/{claim}.json" for claim in KEPT)


def seal(root: Path) -> None:
    """Recompute every hash of a bundle, as a forger would."""
    files = {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}
    index = json.loads(files["obligations.json"])
    index["obligations"] = [one for one in index["obligations"] if one["file"] in files]
    for one in index["obligations"]:
        one["sha256"] = sha256(files[one["file"]]).hexdigest()
    files["obligations.json"] = recheck.dump(index)
    (root / "obligations.json").write_bytes(files["obligations.json"])
    manifest = json.loads(files.pop("manifest.json"))
    manifest["files"] = {path: sha256(content).hexdigest() for path, content in files.items()}
    write_manifest(root, manifest)


def write_manifest(root: Path, manifest: dict[str, Any]) -> None:
    manifest["digest"] = sha256(recheck.dump(manifest | {"digest": ""})).hexdigest()
    (root / "manifest.json").write_bytes(recheck.dump(manifest))


def load(root: Path, path: str) -> Any:
    return json.loads((root / path).read_bytes())


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of the chain `tokens`; built once."""
    root = tmp_path_factory.mktemp("bundles") / "tokens"
    write_bundle(str(root), ["tokens"])
    return root


@pytest.fixture(scope="session")
def sound(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two claims of it, resealed: small, so that planting many faults stays quick."""
    root = tmp_path_factory.mktemp("sound") / "bundle"
    shutil.copytree(whole, root)
    for path in [*root.glob("steps/*"), *root.glob("obligations/*")]:
        if path.name.removesuffix(".json") not in KEPT:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    seal(root)
    return root


@pytest.fixture
def bundle(sound: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(sound, tmp_path / "bundle"))


def reasons(root: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in recheck.judge(str(root))["refused"]:
        found.setdefault(one["file"], []).append(one["reason"])
    return found


def test_the_whole_chain_is_rechecked(whole: Path) -> None:
    report = recheck.judge(str(whole))
    claims = {claim["id"]: claim for claim in report["claims"]}
    assert report["refused"] == []
    assert report["passes"] is True
    assert set(claims) == {claim.id for claim in chain("tokens").claims}
    assert report["outside"] == []
    assert {one["status"] for one in report["obligations"]} == {"hash-checked only"}
    # Only the limit itself has no value; its rate is a part of its own, and is evaluated.
    unevaluated = {id_ for id_, claim in claims.items() if claim["not_evaluated"]}
    assert unevaluated == {"tokens.limit"}
    assert all(claim["evaluations"] >= 100 for claim in claims.values())
    assert sum(claim["polynomials"] for claim in claims.values()) >= 60


def test_a_sound_part_passes_and_says_what_it_rests_on(sound: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recheck.main([str(sound)]) == 0
    said = capsys.readouterr().out
    assert "re-checked: tokens.closed_form" in said
    assert "outside: 'tokens.expectation'" in said
    assert "hash-checked only" in said


# ---- faults with the hashes as they were


def digit(path: str) -> Callable[[Path], None]:
    """Change the last digit of a file."""

    def change(root: Path) -> None:
        content = bytearray((root / path).read_bytes())
        place = max(i for i, byte in enumerate(content) if chr(byte).isdigit())
        content[place] = ord(str((int(chr(content[place])) + 1) % 10))
        (root / path).write_bytes(content)

    return change


def first_obligation(root: Path) -> str:
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*.smt2"))[0]


def link_out(root: Path) -> None:
    outside = root.parent / "outside.json"
    (root / TAIL).rename(outside)
    (root / TAIL).symlink_to(outside)


def link_folder(root: Path) -> None:
    (root / "steps").rename(root.parent / "steps")
    (root / "steps").symlink_to(root.parent / "steps", target_is_directory=True)


def listed(path: str) -> Callable[[Path], None]:
    """The manifest, resealed, lists a path that no bundle has."""

    def change(root: Path) -> None:
        manifest = load(root, "manifest.json")
        manifest["files"][path] = "0" * 64
        write_manifest(root, manifest)

    return change


def replaced(path: str, content: bytes, *, sealed: bool = False) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / path).write_bytes(content)
        if sealed:
            seal(root)

    return change


def other_version(root: Path) -> None:
    text = (root / "manifest.json").read_text()
    (root / "manifest.json").write_text(text.replace('"sympy": "1', '"sympy": "2'))


def not_canonical(root: Path) -> None:
    text = (root / "manifest.json").read_bytes()
    (root / "manifest.json").write_bytes(text.replace(b"{\n", b"{\t", 1))


AS_IT_WAS = {
    "a digit of a steps file": (digit(TAIL), TAIL, "SHA-256"),
    "a digit of the index": (digit("obligations.json"), "obligations.json", "SHA-256"),
    "a digit of the manifest": (digit("manifest.json"), "manifest.json", "schema"),
    "a version in the manifest": (other_version, "manifest.json", "digest"),
    "a blank of the manifest": (not_canonical, "manifest.json", "form"),
    "a missing file": (lambda root: (root / TAIL).unlink(), TAIL, "missing"),
    "a file more": (replaced("steps/tokens.more.json", b"{}"), "steps/tokens.more.json", "not listed"),
    "a stranger's file": (replaced("steps/notes.txt", b"hello"), "steps/notes.txt", "not the path"),
    "a link out of the bundle": (link_out, TAIL, "link"),
    "a linked folder": (link_folder, "steps", "link"),
    "a named pipe": (lambda root: os.mkfifo(root / "steps" / "tokens.pipe.json"), "steps/tokens.pipe.json", "device"),
    "a path out of the bundle": (listed("../outside.json"), "../outside.json", "not the path"),
    "an absolute path": (listed("/etc/passwd"), "/etc/passwd", "not the path"),
    "a manifest cut short": (replaced("manifest.json", b'{"schema": '), "manifest.json", "not JSON"),
    "a manifest of zeros": (replaced("manifest.json", b"\0" * 100), "manifest.json", "not JSON"),
    "a manifest nested deep": (replaced("manifest.json", b"[" * 100_000), "manifest.json", "not JSON"),
}


@pytest.mark.parametrize("fault", AS_IT_WAS)
def test_planted_fault_is_refused(fault: str, bundle: Path) -> None:
    change, file, reason = AS_IT_WAS[fault]
    change(bundle)
    found = reasons(bundle)
    assert any(reason in said for said in found.get(file, ())), found
    assert recheck.main([str(bundle)]) == 1


def test_a_digit_of_an_obligation_is_refused(bundle: Path) -> None:
    path = first_obligation(bundle)
    digit(path)(bundle)
    assert any("SHA-256" in said for said in reasons(bundle)[path])


# ---- faults with all hashes recomputed


def sealed(path: str, change: Callable[[Any], None]) -> Callable[[Path], None]:
    def spoil(root: Path) -> None:
        data = load(root, path)
        change(data)
        (root / path).write_bytes(recheck.dump(data))
        seal(root)

    return spoil


def step(data: Any, number: int = 0) -> Any:
    return data["arguments"][0]["steps"][number]


def false_identity(data: Any) -> None:
    for identity in step(data, 1)["identities"]:
        if identity["statement"][0] == "eq" and identity["label"] == "one more term":
            identity["statement"][1] = ["add", identity["statement"][1], ["sym", "alpha"]]
            return
    raise AssertionError("no such identity")


def changed_after(data: Any) -> None:
    """The end of the last step, in the statement too: everything connects, and is false."""
    for place in (step(data, -1), data["statement"][0]):
        key = "after" if isinstance(place, dict) else 2
        place[key] = ["add", place[key], ["mul", ["num", "1/1000000"], ["sym", "alpha"]]]


def weaker(data: Any) -> None:
    data["statement"][0][0] = "le"


def rival_in_place(data: Any) -> None:
    closed = next(claim for claim in chain("tokens").claims if claim.id == data["claim"])
    rival = next(r for r in closed.rivals if r.id == "tokens.one_plus_gamma_alpha")
    data["statement"] = [expr.to_json(tree(rival.statement))]


def rival_believed(data: Any) -> None:
    """The rival as the statement, and as the end of the last step."""
    rival_in_place(data)
    step(data, -1)["after"] = data["statement"][0][2]


def no_point(data: Any) -> None:
    """A domain without a point, the same in the claim and in its arguments."""
    nowhere = ["lt", ["sym", "alpha"], ["num", "-1"]]
    data["domain"]["conditions"].append(nowhere)
    for argument in data["arguments"]:
        argument["domain"]["conditions"].append(nowhere)


def nested(depth: int) -> Any:
    node: Any = ["sym", "alpha"]
    for _ in range(depth):
        node = ["abs", node]
    return node


def put(value: Any) -> Callable[[Any], None]:
    """A formula put in place of the start, so that it is read first."""

    def change(data: Any) -> None:
        data["arguments"][0]["start"] = value
        step(data)["before"] = value

    return change


def at(key: str, value: Any, number: int = 0) -> Callable[[Any], None]:
    return lambda data: step(data, number).__setitem__(key, value)


TOWER = ["pow", ["num", "9"], ["pow", ["num", "9"], ["num", "9"]]]
BIG_SUM = ["sum", "k", ["num", "0"], ["num", "999999999"], ["sym", "k"]]
NESTED_SUMS = ["sum", "i", ["num", "1"], ["num", "9999"], ["sum", "j", ["num", "1"], ["num", "9999"], ["sym", "j"]]]

SEALED = {
    "a false identity": (false_identity, "one more term", "false at"),
    "a changed end": (changed_after, "step 2", "false at"),
    "a swapped relation": (at("relation", "<=", 1), "step 2", "does not give"),
    "a relation swapped for a weaker one": (at("relation", "<="), "part 1", "no argument concludes"),
    "a relation swapped for a false one": (at("relation", "<"), "step 1", "false at"),
    "an unknown relation": (at("relation", "~"), "step 1", "does not give"),
    "a dropped step": (lambda data: data["arguments"][0]["steps"].pop(0), "step 1", "does not start"),
    "the last step dropped": (lambda data: data["arguments"][0]["steps"].pop(), "part 1", "no argument concludes"),
    "a dropped argument": (lambda data: data["arguments"].clear(), "part 1", "no argument concludes"),
    "no identities": (at("identities", []), "step 1", "no identity"),
    "a weaker statement": (weaker, "part 1", "no argument concludes"),
    "a rival in the claim's place": (rival_in_place, "part 1", "false at"),
    "a rival that a step arrives at": (rival_believed, "step 2", "false at"),
    "no statement": (lambda data: data.update(statement=[]), "the file", "says nothing"),
    "another claim": (lambda data: data.update(claim="tokens.tail"), "the file", "tokens.tail"),
    "an unknown schema": (lambda data: data.update(schema="draftproof/steps/9"), "the file", "schema"),
    "a name more": (lambda data: data.update(note="trust me"), "the file", "exactly"),
    "an unknown rule": (at("rule", "trust"), "step 1", "unknown rule"),
    "an unknown operator": (put(["system", ["num", "1"]]), "argument 1", "unknown operator"),
    "a truth value as a number": (put(["add", ["num", "1"], ["and"]]), "argument 1", "where a number"),
    "too few arguments": (put(["div", ["num", "1"]]), "argument 1", "with 1 arguments"),
    "no number": (put(["num", "1e9"]), "argument 1", "unusable"),
    "a number over 0": (put(["num", "1/0"]), "argument 1", "unusable"),
    "a number too long": (put(["num", "1" * 500]), "argument 1", "unusable"),
    "a name with a NUL": (put(["sym", "al\0pha"]), "argument 1", "unusable"),
    "an exponent without end": (put(TOWER), "step 1", "a number of more than"),
    "a sum without end": (put(BIG_SUM), "step 1", "range of more"),
    "sums in sums": (put(NESTED_SUMS), "step 1", "too much work"),
    "a formula nested deep": (put(nested(150)), "argument 1", "nested deeper"),
    "an unknown name": (put(["sym", "delta"]), "step 1", "no value"),
    "a division by 0": (put(["div", ["num", "1"], ["num", "0"]]), "step 1", "no value"),
    "a domain without a point": (no_point, "step 1", "no point"),
    "another domain": (lambda data: data["domain"]["sets"].pop("gamma"), "argument 1", "another domain"),
    "an empty set": (lambda data: data["domain"]["sets"]["alpha"].update(low="2"), "argument 1", "another domain"),
}


@pytest.mark.parametrize("fault", SEALED)
def test_forged_steps_are_refused_by_evaluation(fault: str, bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "MAX_WORK", 10**6)  # an eighth, so that what never ends is refused sooner
    change, where, reason = SEALED[fault]
    sealed(CLOSED, change)(bundle)
    found = reasons(bundle)
    assert set(found) == {CLOSED}, "nothing but the forged file is refused: the hashes were recomputed"
    (said,) = found[CLOSED]
    if fault != "a false identity":
        assert where in said
    assert reason in said


def test_steps_nested_beyond_the_parser_are_refused(bundle: Path) -> None:
    (bundle / CLOSED).write_bytes(b"[" * 50_000 + b"]" * 50_000)
    seal(bundle)
    assert "not JSON" in reasons(bundle)[CLOSED][0]


def test_a_name_given_twice_is_refused(bundle: Path) -> None:
    content = (bundle / CLOSED).read_bytes()
    (bundle / CLOSED).write_bytes(content.replace(b'{\n "arguments"', b'{\n "claim": "x",\n "arguments"', 1))
    seal(bundle)
    assert "form" in reasons(bundle)[CLOSED][0]


def test_a_circle_of_lemmas_is_refused(bundle: Path) -> None:
    sealed(CLOSED, at("uses", ["tokens.tail"]))(bundle)
    assert reasons(bundle) == {}
    sealed(TAIL, at("uses", ["tokens.closed_form"]))(bundle)
    assert "circle" in reasons(bundle)["manifest.json"][0]


def test_a_logarithm_is_listed_and_not_passed_silently(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = ["log", ["sym", "alpha"]]

    def hide(data: Any) -> None:
        step(data, -1)["after"] = hidden
        data["statement"][0][2] = hidden

    sealed(CLOSED, hide)(bundle)
    (claim,) = (c for c in recheck.judge(str(bundle))["claims"] if c["id"] == "tokens.closed_form")
    assert claim["not_evaluated"] == ["argument 1, step 2", "statement, part 1"]
    recheck.main([str(bundle)])
    assert "in part: tokens.closed_form" in capsys.readouterr().out


def test_an_identity_put_out_of_use_is_not_seen_but_its_step_is(bundle: Path) -> None:
    """What TRUST.md says: 0 = 0 in an identity's place passes; the step that it carried is evaluated all the same."""

    def trivial(data: Any) -> None:
        for identity in step(data, 1)["identities"]:
            identity["statement"] = ["eq", ["num", "0"], ["num", "0"]]

    sealed(CLOSED, trivial)(bundle)
    assert reasons(bundle) == {}
    sealed(CLOSED, changed_after)(bundle)
    assert "false at" in reasons(bundle)[CLOSED][0]


def test_an_obligation_listed_twice_or_not_at_all_is_refused(bundle: Path) -> None:
    index = load(bundle, "obligations.json")
    index["obligations"].append(index["obligations"][0])
    (bundle / "obligations.json").write_bytes(recheck.dump(index))
    seal(bundle)
    assert "once" in reasons(bundle)["obligations.json"][0]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [("logic", "ALL", "logic"), ("expected", "unknown", "status"), ("claim", "tokens.law", "listed for")],
)
def test_an_index_that_misstates_an_obligation_is_refused(key: str, value: str, reason: str, bundle: Path) -> None:
    path = first_obligation(bundle)

    def misstate(data: Any) -> None:
        next(one for one in data["obligations"] if one["file"] == path)[key] = value

    sealed("obligations.json", misstate)(bundle)
    assert reason in reasons(bundle)[path][0]


def test_a_bundle_without_steps_is_refused(bundle: Path) -> None:
    shutil.rmtree(bundle / "steps")
    seal(bundle)
    assert "no steps" in reasons(bundle)["manifest.json"][0]


# ---- random faults


@pytest.fixture(scope="session")
def tiny(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tiny") / "bundle"
    shutil.copytree(sound, root)
    (root / TAIL).unlink()
    seal(root)
    return root


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_flipped_byte_is_refused_whatever_it_is(tiny: Path, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(p for p in tiny.rglob("*") if p.is_file())))
    before = path.read_bytes()
    place = data.draw(st.integers(0, len(before) - 1))
    mask = data.draw(st.integers(1, 255))
    try:
        path.write_bytes(before[:place] + bytes([before[place] ^ mask]) + before[place + 1 :])
        assert path.relative_to(tiny).as_posix() in reasons(tiny)
    finally:
        path.write_bytes(before)


# ---- its own evaluator against the producer's, which shares no code with it


def test_both_evaluators_agree_on_the_chain() -> None:
    """Every statement of the chain, and every rival's, at exact points: the same truth, or no value for both."""
    for claim in chain("tokens").claims:
        trees = [tree(claim.statement), *(tree(r.statement) for r in claim.rivals if r.statement is not None)]
        for env in claim.domain.points(6, seed=5):
            mine = {(n if isinstance(v, Fraction) else n + "[]"): v for n, v in env.items()}
            mine = {n: v if isinstance(v, Fraction) else dict(enumerate(v, 1)) for n, v in mine.items()}
            for theirs in trees:
                read = recheck.tree(expr.to_json(theirs), "t")
                try:
                    found = recheck.Exact()(read, mine)
                except NotImplementedError:
                    found = None
                except recheck.UNDEFINED:
                    found = False
                assert found == exact.holds_at(theirs, env), recheck.show(read)


def test_points_lie_in_the_domain_and_depend_on_the_seed() -> None:
    for claim in chain("tokens").claims:
        domain = recheck.Domain(claim.domain.to_json(), recheck.Exact())
        drawn = domain.points("seed")
        assert len(drawn) >= 16
        sets = {name: values for name, values in claim.domain.sets.items() if name in drawn[0]}
        for env in drawn:
            assert all(values.contains(env[name]) for name, values in sets.items() if not isinstance(env[name], dict))
            point = {n: tuple(v[i] for i in sorted(v)) if isinstance(v, dict) else v for n, v in env.items()}
            assert Domain(sets, claim.domain.conditions).contains(point)
        assert drawn == recheck.Domain(claim.domain.to_json(), recheck.Exact()).points("seed")
        other = recheck.Domain(claim.domain.to_json(), recheck.Exact()).points("other")
        assert [list(env.values()) for env in other] != [list(env.values()) for env in drawn]


def test_points_of_laws_sum_to_one_and_some_laws_are_equal() -> None:
    laws = next(claim for claim in chain("losslessness").claims if claim.id == "losslessness.one_position").domain
    drawn = recheck.Domain(laws.to_json(), recheck.Exact()).points("seed")
    assert len(drawn) >= 32
    found = [[[env[name][k] for k in range(1, int(env["V"]) + 1)] for name in ("p_l[]", "q_l[]")] for env in drawn]
    assert all(sum(law) == 1 for pair in found for law in pair)
    assert {target == draft for target, draft in found} == {True, False}


def test_every_rule_of_the_kernel_is_known_and_gives_the_relations_listed() -> None:
    assert set(recheck.RULES) == set(RULES), "add the rule, with its relations, to RULES in checks/recheck.py"
    assert set(" ".join(recheck.RULES.values()).split()) <= set(recheck.RELATIONS)
    for claim in chain("tokens").claims:
        found = derivation(claim)
        for argument in found.arguments if found else ():
            for one in argument.steps:
                assert one.relation in recheck.RULES[one.rule].split(), (claim.id, one.rule)


def test_every_operator_is_known() -> None:
    assert set(recheck.SIGNATURES) == set(expr.ARITY)
    assert set(recheck.SIGNATURES) - set(recheck.OPERATORS) == {"log", "exp", "lambertw", "limit"}


# ---- as people call it


def test_it_runs_as_a_lone_file(sound: Path, tmp_path: Path) -> None:
    """Copied elsewhere, isolated from every installed package."""
    alone = shutil.copy(SOURCE, tmp_path / "recheck.py")
    done = subprocess.run([sys.executable, "-I", "-S", str(alone), str(sound)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "claims: 2, " in done.stdout


def test_it_imports_the_standard_library_only() -> None:
    found = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    assert found <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("what", ["empty", "missing", "file"])
def test_what_is_no_bundle_is_unusable(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / what
    if what == "empty":
        place.mkdir()
    elif what == "file":
        place.write_text("{}")
    assert recheck.main([str(place)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "expected the directory of a bundle" in said.err


@pytest.mark.parametrize("options", [["--trust"], ["--solver"], ["--solver", "oracle"]])
def test_an_unusable_call_is_one_line(options: list[str], sound: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recheck.main([str(sound), *options]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(("bound", "value"), [("MAX_BYTES", 1000), ("MAX_FILES", 3)])
def test_too_much_is_refused_in_one_line(bound: str, value: int, bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, bound, value)
    assert list(reasons(bundle)) == ["manifest.json"]
    assert "more than" in reasons(bundle)["manifest.json"][0]


def test_the_report_as_json(sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recheck.main([str(sound), "--json", "-"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["schema"] == "draftproof/recheck/1"
    assert printed["passes"] is True
    assert recheck.main([str(sound), "--json", str(tmp_path / "report.json")]) == 0
    assert json.loads((tmp_path / "report.json").read_text()) == printed
    assert recheck.main([str(sound), "--json", str(tmp_path / "no" / "report.json")]) == 2


def test_a_solver_runs_the_obligations_again(bundle: Path) -> None:
    run = partial(statuses, "z3")
    again = recheck.judge(str(bundle), "z3", run)
    assert (again["passes"], {one["status"] for one in again["obligations"]}) == (True, {"z3: unsat"})
    path = first_obligation(bundle)
    text = (bundle / path).read_text()
    logic = next(line for line in text.splitlines() if line.startswith("(set-logic"))
    (bundle / path).write_text(f"{logic}\n(check-sat)\n")
    seal(bundle)
    assert recheck.judge(str(bundle))["passes"], "without a solver nothing of this is seen"
    assert recheck.judge(str(bundle), "z3", run)["refused"] == [{"file": path, "reason": "z3 says sat, expected unsat"}]


def test_a_solver_is_not_asked_about_a_bundle_that_is_refused(bundle: Path) -> None:
    (bundle / CLOSED).write_text("{}")
    report = recheck.judge(str(bundle), "z3", lambda texts: pytest.fail("asked"))
    assert not report["passes"]


def test_help() -> None:
    done = subprocess.run([sys.executable, SOURCE, "--help"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "DIR [--json PATH]" in done.stdout
    assert "Exit codes" in done.stdout


def test_a_reader_that_leaves_is_no_error(sound: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    for what in (str(sound), "--help"):
        done = subprocess.run([sys.executable, SOURCE, what], stdout=write, stderr=subprocess.PIPE, text=True)
        assert (done.returncode, done.stderr) == (141, "")
    os.close(write)


def many_variables(data: Any) -> None:
    """Conditions that no point meets, on variables that are never used: drawing them is the work."""
    interval = {"kind": "sequence", "low": "0", "high": "1", "low_open": False, "high_open": False}
    for identity in step(data, 0)["identities"]:
        identity["domain"]["sets"] |= {f"x{k}": interval for k in range(500)}
        identity["domain"]["conditions"] = [["lt", ["sym", "y"], ["num", "0"]]]


def test_drawing_points_is_work_too(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "MAX_WORK", 10**6)
    sealed(CLOSED, many_variables)(bundle)
    assert "too much work" in reasons(bundle)[CLOSED][0]


def test_many_files_together_are_limited(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "MAX_WORK_OF_ALL", 1000)
    assert all("too much work" in found[0] for found in reasons(bundle).values())
    assert set(reasons(bundle)) == {CLOSED, TAIL}


def test_endless_digits_are_refused_and_do_not_end_the_check(bundle: Path) -> None:
    """Leading zeros of a denominator too: the other files are still judged."""
    data = load(bundle, TAIL)
    data["statement"] = [["eq", ["num", "1/" + "0" * 5000 + "1"], ["num", "1"]]]
    (bundle / TAIL).write_bytes(recheck.dump(data))
    seal(bundle)
    report = recheck.judge(str(bundle))
    assert "unusable: '1/000" in report["refused"][0]["reason"]
    assert [claim["id"] for claim in report["claims"]] == ["tokens.closed_form"]


def test_a_name_of_a_directory_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert recheck.main(["\x1b[31mnone"]) == 2
    assert capsys.readouterr().err == "recheck: \\x1b[31mnone: no manifest.json, expected the directory of a bundle\n"
