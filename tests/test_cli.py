"""The command line: what it prints, how it ends, what it costs to start."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from draftproof import plan as planner
from draftproof import verify
from draftproof.checks.metrics import jsonfile
from draftproof.derivations import axioms
from draftproof.derivations.claims import Chain, chain, chain_names

Demo = Callable[..., Chain]
Call = Callable[..., tuple[int, str, str]]
SNAPSHOT = """\
# TYPE vllm:spec_decode_num_drafts counter
vllm:spec_decode_num_drafts_total{engine="0"} 1000
# TYPE vllm:spec_decode_num_draft_tokens counter
vllm:spec_decode_num_draft_tokens_total{engine="0"} 3000
# TYPE vllm:spec_decode_num_accepted_tokens counter
vllm:spec_decode_num_accepted_tokens_total{engine="0"} 1400
# TYPE vllm:spec_decode_num_accepted_tokens_per_pos counter
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",position="0"} 800
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",position="1"} 400
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",position="2"} 200
"""


FIRST = chain_names()[0]
"""A real chain, for what runs in processes of its own."""


def program(arguments: Sequence[str], **settings: object) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-c", "from draftproof.cli import main; main()", *arguments]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    return subprocess.run(command, check=False, **{**piped, **settings})  # type: ignore[call-overload]


def test_verify_prints_each_claim_and_the_counts(demo: Demo, call: Call) -> None:
    demo()
    code, out, err = call("verify", "--workers", "1")
    assert (code, err) == (0, "")
    assert out.startswith("demo: A demonstration\n\nok   demo.geometric\n")
    assert "    rejects E = 1 + γα: 4.5 against 2.94 at α .7, γ 5\n" in out
    assert out.endswith("2 claims: 2 pass, 0 fail | evidence: 4 pass, 0 fail | rivals: 1 of 1 rejected | not run: 0\n")
    assert "\033" not in out


def test_verify_fails_with_one(demo: Demo, call: Call) -> None:
    demo(replace(demo().claims[1], not_applicable={"proof": "none"}))
    code, out, _ = call("verify", "--workers", "1")
    assert code == 1
    assert "fails: simulation: no evidence" in out


def test_what_is_required_must_run(demo: Demo, call: Call) -> None:
    demo(replace(demo().claims[1], not_applicable={"proof": "none"}))
    arguments = ("verify", "--workers", "1", "--kind", "derivation")
    assert call(*arguments)[0] == 0
    code, out, _ = call(*arguments, "--require", "simulation")
    assert code == 1
    assert "fails: simulation: required, but not run (not asked for)" in out


def test_what_no_claim_has_fails_when_it_is_required(demo: Demo, call: Call) -> None:
    """No claim has a reference here: asked for and not obtained is no pass, unless each claim says why it has none."""
    demo()
    arguments = ("verify", "--workers", "1", "--require", "reference")
    assert call(*arguments[:3])[0] == 0
    code, out, _ = call(*arguments)
    assert (code, "fails: reference: required, but no claim judged has any\n2 claims: 2 pass" in out) == (1, True)
    code, out, _ = call(*arguments, "--json", "-")
    assert (code, json.loads(out)["unmet"]) == (1, {"reference": "required, but no claim judged has any"})
    code, out, _ = call(*arguments, "--junit", "-")
    (case,) = (case for case in ET.fromstring(out).iter("testcase") if case.get("classname") == "--require")
    assert (code, case.get("name"), case.find("failure") is not None) == (1, "reference", True)
    demo(*(replace(c, not_applicable={**c.not_applicable, "reference": "none was published"}) for c in demo().claims))
    assert call(*arguments)[0] == 0


@pytest.mark.parametrize("claim", ["tokens.tail", "losslessness.one_position"])
def test_what_runs_on_no_device_fails_when_one_is_asked_for(call: Call, claim: str) -> None:
    """No sampler at all, or the oracle's alone: what `--device` asked for was not obtained."""
    code, out, _ = call("verify", claim, "--kind", "reference", "--device", "cuda")
    assert (code, "1 claim: 1 pass" in out) == (1, True)
    assert "fails: reference: --device cuda: no claim judged runs anything there, losslessness.completed does\n" in out


def test_a_device_that_is_not_there_is_said_once(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    report = {"verdict": "not run", "reason": "no such device here"}
    monkeypatch.setattr("draftproof.gpu_reference.losslessness.check", lambda asked: report)
    code, out, _ = call("verify", "losslessness.completed", "--kind", "reference", "--device", "cuda")
    assert (code, out.count("fails: ")) == (1, 1)
    assert "not run on cuda: no such device here" in out


def test_a_chain_with_figures_has_what_is_required(call: Call) -> None:
    judged = next(c.id for name in chain_names() for c in chain(name).claims if c.figures)
    assert call("verify", judged, "--require", "figure", "--kind", "figure")[0] == 0
    assert call("verify", judged, "--require", "figure", "--kind", "proof")[0] == 1


def test_json_on_standard_output_stands_alone(demo: Demo, call: Call) -> None:
    demo()
    code, out, err = call("verify", "--workers", "1", "--json", "-")
    assert (code, json.loads(out)["summary"]["claims"]) == (0, 2)
    assert err.startswith("2 claims: 2 pass")


def test_json_and_junit_go_to_files(demo: Demo, call: Call, tmp_path: Path) -> None:
    demo()
    ledger, cases = tmp_path / "ledger.json", tmp_path / "junit.xml"
    code, out, _ = call("verify", "--workers", "1", "--json", str(ledger), "--junit", str(cases))
    assert (code, out.startswith("demo: ")) == (0, True)
    assert json.loads(ledger.read_text("utf-8"))["schema"] == "draftproof/ledger/1"
    assert ET.parse(cases).getroot().get("failures") == "0"


def test_the_options_of_a_run_are_handed_on(demo: Demo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    demo()
    seen: dict[str, object] = {}

    def run(names: Sequence[str], **settings: object) -> object:
        seen.update(settings, names=names)
        return verify.Ledger("0", {}, ())

    monkeypatch.setattr(verify, "run", run)
    assert call("verify", "demo", "--draws", "1e9", "--seed", "7", "--workers", "2", "--timeout", "3")[0] == 0
    assert {**seen, "listen": None} == {
        "names": ("demo",), "kinds": None, "progress": True, "listen": None,
        "draws": 10**9, "seed": 7, "workers": 2, "timeout": 3.0,
    }  # fmt: skip
    assert isinstance(seen["draws"], int)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "nope"), "draftproof: unknown chain 'nope': expected one of demo\n"),
        (("verify", "demo.nope"), "draftproof: unknown claim 'demo.nope'\n"),
        (("verify", "--json", "missing/x"), "draftproof: missing/x: cannot be written (No such directory), expected"),
        (("verify", "--json", "-", "--junit", "-"), "draftproof: -: two outputs go to standard output"),
        (("verify", "--draws", "0"), "draftproof: --draws is 0, expected an integer of at least 1\n"),
        (("verify", "--draws", "1.5"), "draftproof: --draws is 1.5, expected an integer of at least 1\n"),
        (("verify", "--draws", "inf"), "draftproof: --draws is inf, expected an integer of at least 1\n"),
        (
            ("verify", "--timeout", "nan"),
            "draftproof: --timeout is nan, expected a number of seconds above 0, at most 86400\n",
        ),
        (("verify", "--workers", "0"), "draftproof: --workers is 0, expected an integer of at least 1\n"),
        (("verify", "--kind", "proofs"), "draftproof: --kind: 'proofs' is not one of 'derivation', 'proof', "),
        (("verify", "--seed", "a"), "draftproof: --seed: 'a' is not a valid integer; see draftproof verify --help\n"),
        (("nope",), "draftproof: no such command 'nope'; see draftproof --help\n"),
        (("audit", "nope"), "draftproof: no such command 'nope'; see draftproof audit --help\n"),
        (("audit", "allocator", "a:b", "--traces", "few"), "draftproof: --traces: 'few' is not a valid integer"),
        (("plan", "--alpha", "x"), "draftproof: --alpha: 'x' is not a valid float; see draftproof plan --help\n"),
        (("verify", "--nope"), "draftproof: no such option"),
        (("plan", "--alpha", "1.2", "--draft-cost", ".1"), "draftproof: --alpha: 1.2 is not a number in [0, 1]\n"),
        (("plan", "--alpha", "nan", "--draft-cost", ".1"), "draftproof: --alpha: nan is not a number in [0, 1]\n"),
        (("plan",), "draftproof: missing option '--alpha'; see draftproof plan --help\n"),
        (("lint",), "draftproof: missing argument 'PATH...'; see draftproof lint --help\n"),
        (("lint", "nofile"), "draftproof: nofile: no such file or folder\n"),
        (("derive", "nope"), "draftproof: unknown chain 'nope'"),
        (("axioms", "nope.nope"), "draftproof: unknown claim 'nope.nope': expected CHAIN.NAME, where CHAIN is one of "),
        (("axioms", "../x"), "draftproof: unknown claim '../x': expected CHAIN.NAME, where CHAIN is one of "),
        (("axioms", "demo"), "draftproof: 'demo' is a chain: expected one of its claims, demo."),
        (("axioms", FIRST, "--junit", "missing/x"), "draftproof: missing/x: cannot be written"),
        (("plan", "--alpha", ".7"), "draftproof: --draft-cost and --drafter: expected one of the two"),
        (("recheck", "missing"), "draftproof: missing: no manifest.json, expected the directory of a bundle\n"),
        (("recheck", "\x1b[31mnone"), "draftproof: \\x1b[31mnone: no manifest.json"),
        (("recheck", ".", "--json", "-", "--junit", "-"), "draftproof: -: two outputs go to standard output"),
        (("recheck", ".", "--solver", "oracle"), "draftproof: --solver: 'oracle' is not one of 'z3', 'cvc5'; see "),
        (
            ("metrics", "missing"),
            "draftproof: missing: cannot be read (No such file or directory), expected",
        ),
        (("metrics", "-", "--since", "-"), "draftproof: -: both snapshots from standard input, expected at most one\n"),
    ],
)
def test_unusable_calls_are_one_line_and_two(
    demo: Demo, call: Call, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo()
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_derive_as_text_and_latex(demo: Demo, call: Call) -> None:
    demo()
    code, text, _ = call("derive", "demo.bound")
    assert (code, "    ≤ Σ_{k=0..γ} 1   monotone bound: no probability exceeds 1\n" in text) == (0, True)
    code, latex, _ = call("derive", "--format", "latex")
    assert (code, latex.count(r"\label{dp:demo.")) == (0, 2)


@pytest.mark.parametrize(("form", "start"), [("text", "demo.other"), ("latex", "% demo: needs")])
def test_derive_says_what_is_not_derived(demo: Demo, call: Call, form: str, start: str) -> None:
    demo(replace(demo().claims[1], id="demo.other", not_applicable={"derivation": "measured"}))
    code, out, _ = call("derive", "--format", form)
    assert (code, out.startswith(start), "measured" in out) == (0, True, True)


def test_plan(call: Call) -> None:
    code, out, _ = call("plan", "--alpha", ".7", "--draft-cost", ".154")
    assert (code, "Best draft length 3" in out) == (0, True)


def test_axioms(call: Call, tmp_path: Path) -> None:
    claim = chain(FIRST).claims[1].id
    code, out, _ = call("axioms", claim)
    assert code == 0
    assert out.startswith(f"{claim} rests on\n  claims")
    assert out.endswith("  ok       nothing outside the allow-list\n")
    code, out, _ = call("axioms", claim, "--json", "-")
    assert (code, json.loads(out)["schema"]) == (0, "draftproof/axioms/1")
    code, out, _ = call("axioms", claim, "--junit", "-")
    assert (code, ET.fromstring(out).get("failures")) == (0, "0")
    assert claim in {case.get("classname") for case in ET.fromstring(out).iter("testcase")}


def test_axioms_outside_the_allow_list_fail(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = next(c for name in chain_names() for c in chain(name).claims if c.assumes)
    monkeypatch.setattr(axioms, "axioms", partial(axioms.axioms, allowed=axioms.Allowed()))
    code, out, _ = call("axioms", claim.id, "--junit", "-")
    root = ET.fromstring(out)
    (case,) = (case for case in root.iter("testcase") if case.get("classname") == claim.id)
    assert (code, case.find("failure").get("message")) == (1, f"premise: {claim.assumes[0]}")


def test_recheck(call: Call, tmp_path: Path) -> None:
    bundle, claim = tmp_path / "bundle", f"{FIRST}.tail"
    assert call("verify", claim, "--kind", "derivation", "--bundle", str(bundle))[0] == 0
    code, out, _ = call("recheck", str(bundle))
    assert (code, f"re-checked: {claim} (" in out) == (0, True)
    code, out, _ = call("recheck", str(bundle), "--json", "-", "--junit", str(tmp_path / "junit"))
    assert (code, json.loads(out)["schema"]) == (0, "draftproof/recheck/1")
    root = ET.parse(tmp_path / "junit").getroot()
    assert (root.get("failures"), int(root.get("skipped")) > 0) == ("0", True), "an obligation is hash-checked only"
    code, out, _ = call("recheck", str(bundle), "--solver", "z3", "--junit", "-")
    assert (code, ET.fromstring(out).get("skipped")) == (0, "0")
    first = min((bundle / "obligations" / claim).iterdir())
    first.write_text(first.read_text() + " ")
    for more in ((), ("--solver", "z3")):
        code, out, _ = call("recheck", str(bundle), "--junit", "-", *more)
        failed = [case.get("name") for case in ET.fromstring(out).iter("testcase") if case.find("failure") is not None]
        assert (code, failed) == (1, [f"obligations/{claim}/{first.name}"])


def test_metrics(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "metrics"
    file.write_text(SNAPSHOT)
    code, out, _ = call("metrics", str(file))
    assert (code, "refuted at 5%" in out) == (0, True)
    code, out, _ = call("metrics", str(file), "--fail-on", "drift", "--json", "-")
    assert (code, json.loads(out)["schema"]) == (1, "draftproof/metrics/1")
    for more, failures in (((), "0"), (("--fail-on", "drift"), "1")):
        _, out, _ = call("metrics", str(file), "--junit", "-", *more)
        assert ET.fromstring(out).get("failures") == failures
    code, _, err = call("metrics", str(file), "--since", str(file), "--gamma", "0")
    assert (code, err.count("\n")) == (2, 1)


def test_the_help_of_plan_lists_what_it_knows(call: Call) -> None:
    code, out, _ = call("plan", "--help")
    assert code == 0
    for name in (*planner.MODELS, *planner.HARDWARE, "bf16, fp8"):
        assert name in " ".join(out.split())


def test_the_help_of_metrics_has_a_document_that_it_reads(call: Call) -> None:
    _, out, _ = call("metrics", "--help")
    shown = out[out.index("{") : out.rindex("}") + 1]
    assert jsonfile.read_json(shown, "-")[0].accepted == 600


def test_without_arguments_it_shows_its_help(call: Call) -> None:
    """On which stream and with which code is click's affair."""
    for arguments in ((), ("audit",)):
        assert "Commands:\n" in "".join(call(*arguments)[1:])


def test_help_and_version(call: Call) -> None:
    code, out, _ = call("--help")
    assert code == 0
    assert [line.split()[0] for line in out.split("Commands:\n")[1].splitlines()] == [
        "audit", "axioms", "derive", "lint", "metrics", "plan", "recheck", "verify",
    ]  # fmt: skip
    assert not [line for line in out.splitlines() if line.endswith("...") and "COMMAND" not in line]
    assert call("--version")[1].startswith("draftproof, version ")


def test_starting_loads_click_and_nothing_heavy() -> None:
    code = "import sys, draftproof.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "click" in loaded
    assert not loaded & {"sympy", "numpy", "scipy", "z3", "cvc5", "rich", "prometheus_client", "draftproof.verify"}


def test_a_reader_that_leaves_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = program(["plan", "--alpha", ".7", "--draft-cost", ".1"], stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_terminal_without_greek_shows_something() -> None:
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = program(["derive", f"{FIRST}.tail"], encoding="latin-1", env=latin)
    assert (done.returncode, done.stderr) == (0, "")
    assert "= ?^k" in done.stdout


def test_an_interrupt_leaves_no_file(tmp_path: Path) -> None:
    """The run is interrupted while it works, with processes; how far it has come does not matter."""
    out = tmp_path / "ledger.json"
    command = [sys.executable, "-c", "from draftproof.cli import main; main()"]
    command += ["verify", FIRST, "--kind", "derivation", "--workers", "2", "--json", str(out)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    running.stdout.readline()  # the first claim's heading: it is at work
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err, os.listdir(tmp_path)) == (130, "", [])
