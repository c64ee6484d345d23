import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from fractions import Fraction
from pathlib import Path

import pytest
from draftproof.checks import solvers
from draftproof.checks.solver_child import HEADER, commands, pack
from draftproof.checks.solvers import Answer, Solvers, versions
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

ENGINES = ("z3", "cvc5")
WAIT = 120.0  # seconds for what must happen, on however busy a machine; no test waits this long when it passes
SHORT = 1.0  # seconds for what must not happen in time
TRIVIAL = "(set-logic QF_NRA)(declare-const x Real)(assert (< (* x x) 0.0))(check-sat)"

CHILD = [sys.executable, "-m", "draftproof.checks.solver_child"]


def real(*names):
    return "".join(f"(declare-const {name} Real)" for name in names)


def ladder(variable, top):
    """1 + v + v^2 + ... unrolled."""
    return "(+ 1.0 " + " ".join("(* 1.0 " + " ".join([variable] * k) + ")" for k in range(1, top + 1)) + ")"


STEP = real("E", "a", "g", "E2") + (
    "(assert (and (<= 0.0 a) (<= a 1.0) (>= g 0.0) (>= E 1.0) (<= E (+ g 1.0)) (= E2 (+ 1.0 (* a E)))))"
)
PROBLEMS = {
    "bounds step": ("QF_NRA", STEP + "(assert (or (< E2 1.0) (> E2 (+ g 2.0))))", "unsat"),
    "bounds step, premises": ("QF_NRA", STEP, "sat"),
    "cap one too low": ("QF_NRA", STEP + "(assert (> E2 (+ g 1.0)))", "sat"),
    "closed form step": (
        "QF_NRA",
        real("E", "a", "x")
        + "(assert (and (<= 0.0 a) (< a 1.0) (= (* E (- 1.0 a)) (- 1.0 (* a x)))))"
        + "(assert (not (= (* (+ 1.0 (* a E)) (- 1.0 a)) (- 1.0 (* a a x)))))",
        "unsat",
    ),
    "convex": (
        "QF_NRA",
        real("a", "b", "w")
        + "(assert (and (<= 0.0 a) (<= a 1.0) (<= 0.0 b) (<= b 1.0) (<= 0.0 w) (<= w 1.0)))"
        + "(define-fun m () Real (+ (* w a) (* (- 1.0 w) b)))"
        + f"(assert (> {ladder('m', 3)} (+ (* w {ladder('a', 3)}) (* (- 1.0 w) {ladder('b', 3)}))))",
        "unsat",
    ),
    "reals under a mixed logic": (  # cvc5 without coverings runs on this until it is killed
        "QF_NIRA",
        real("E", "a") + f"(assert (and (< 0.0 a) (< a 1.0) (= E {ladder('a', 5)}) (not (= E (+ 1.0 (* 5.0 a))))))",
        "sat",
    ),
    "mixed": (
        "QF_NIRA",
        "(declare-const n Int)" + real("a") + "(assert (and (> n 0) (< a 0.0) (> (* a (to_real n)) 0.0)))",
        "unsat",
    ),
    "linear reals": ("QF_LRA", real("x", "y") + "(assert (and (< x y) (< y x)))", "unsat"),
    "linear integers": ("QF_LIA", "(declare-const n Int)(assert (and (< 0 (* 2 n)) (< (* 2 n) 2)))", "unsat"),
    "bits": ("QF_BV", "(declare-const v (_ BitVec 8))(assert (not (= (bvand v #x00) #x00)))", "unsat"),
    "functions": (
        "QF_UFLIA",
        "(declare-fun f (Int) Int)(declare-const n Int)(assert (= (f n) 3))(assert (not (= (f (+ n 0)) 3)))",
        "unsat",
    ),
    "quantifier": (
        "UFLIA",
        "(declare-fun f (Int) Int)(assert (forall ((i Int)) (> (f i) i)))(assert (< (f 3) 3))",
        "unsat",
    ),
}

# Twelve pigeons in eleven holes, as an ordering problem: beyond both solvers for minutes.
HARD = (
    "(set-logic QF_LIA)"
    + "".join(f"(declare-const x{i} Int)(assert (<= 0 x{i} 10))" for i in range(12))
    + f"(assert (distinct {' '.join(f'x{i}' for i in range(12))}))(check-sat)"
)


@pytest.fixture(scope="module")
def both():
    with Solvers(timeout=WAIT) as running:
        yield running


# ---- what the solvers answer


@pytest.mark.parametrize("name", PROBLEMS)
def test_both_answer(both, name):
    logic, body, expected = PROBLEMS[name]
    answers = both.both(f"(set-logic {logic}){body}(check-sat)")
    assert [(a.engine, a.status) for a in answers] == [(engine, expected) for engine in ENGINES], answers
    assert all(a.reason == "" and a.model is None and a.seconds > 0 for a in answers)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_seed_changes_no_answer(both, engine):
    logic, body, expected = PROBLEMS["bounds step"]
    for seed in (0, 1, 2**31 - 1):
        assert both.run(engine, f"(set-logic {logic}){body}(check-sat)", seed=seed).status == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_text_without_check_sat_and_without_logic(both, engine):
    assert both.run(engine, "; (push 1)\n(declare-const x Real)(assert (< x x))").status == "unsat"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_declared_status_is_no_answer(both, engine):
    assert both.run(engine, "(set-logic QF_LRA)(set-info :status sat)(assert false)(check-sat)").status == "unsat"


def test_unknown_comes_with_the_solvers_reason(both):
    text = "(set-logic UFLIA)(declare-fun f (Int) Int)(assert (forall ((i Int)) (> (f (+ i 1)) (f i))))(check-sat)"
    answer = both.run("cvc5", text)
    assert (answer.status, answer.reason) == ("unknown", "incomplete")


@pytest.mark.parametrize("engine", ENGINES)
def test_one_request_leaves_nothing_to_the_next(both, engine):
    assert both.run(engine, "(declare-const x Int)(assert (= x 1))(assert false)(check-sat)").status == "unsat"
    assert both.run(engine, "(declare-const x Real)(assert (= x 0.5))(check-sat)").status == "sat"


# ---- models


@pytest.mark.parametrize("engine", ENGINES)
def test_a_model_is_exact_and_names_what_it_leaves_out(both, engine):
    text = (
        "(set-logic QF_NRA)(declare-const |two words| Real)(declare-const root Real)(declare-const any Real)"
        "(declare-fun yes () Bool)(declare-const whatever Bool)(define-fun k () Real (/ 1.0 3.0))"
        "(assert (= (* 2.0 |two words|) (- k)))(assert (= (* root root) 2.0))(assert yes)(check-sat)"
    )
    answer = both.run(engine, text, want_model=True)
    assert answer.status == "sat"
    assert answer.reason == "left out of the model, having no rational value: root"
    assert list(answer.model) == ["two words", "any", "yes", "whatever"]
    assert answer.model["two words"] == Fraction(-1, 6)
    assert answer.model["yes"] is True
    assert isinstance(answer.model["any"], Fraction)
    assert isinstance(answer.model["whatever"], bool)


@pytest.mark.parametrize("engine", ENGINES)
def test_models_of_integers_and_bits(both, engine):
    text = (
        "(declare-const n Int)(declare-const free Int)(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 8))"
        "(assert (= (* 2 n) (- 6)))(assert (= v #xff))(check-sat)"
    )
    model = both.run(engine, text, want_model=True).model
    assert (model["n"], model["v"]) == (-3, 255)
    assert set(model) == {"n", "free", "v", "w"}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_model_put_back_satisfies_the_text(both, engine):
    model = both.run(engine, f"(set-logic QF_NRA){STEP}(assert (> E2 (+ g 1.0)))(check-sat)", want_model=True).model
    a, g, e, e2 = (model[name] for name in ("a", "g", "E", "E2"))
    assert 0 <= a <= 1
    assert 1 <= e <= g + 1
    assert e2 == 1 + a * e
    assert e2 > g + 1


@pytest.mark.parametrize("engine", ENGINES)
def test_no_model_unless_sat_and_asked_for(both, engine):
    assert both.run(engine, TRIVIAL, want_model=True).model is None
    assert both.run(engine, "(declare-const x Real)(assert (> x 0.0))(check-sat)").model is None


@settings(derandomize=True, deadline=None, max_examples=40)
@given(p=st.integers(-(10**40), 10**40), q=st.integers(1, 10**40), engine=st.sampled_from(ENGINES))
def test_any_rational_comes_back_exactly(both, p, q, engine):
    literal = f"{p}.0" if p >= 0 else f"(- {-p}.0)"
    text = f"(set-logic QF_LRA)(declare-const x Real)(assert (= (* {q}.0 x) {literal}))(check-sat)"
    assert both.run(engine, text, want_model=True).model == {"x": Fraction(p, q)}


# ---- texts that are no obligation

NO_OBLIGATION = {
    "unknown symbol": ("(set-logic QF_NRA)(assert (foo))(check-sat)", ""),
    "unknown logic": ("(set-logic QF_NOPE)(assert true)(check-sat)", "QF_NOPE"),
    "broken off": ("(assert (= 1", "ends inside a command"),
    "one parenthesis more": ("(assert true))", ") outside a command"),
    "no command": ("assert", "assert outside a command"),
    "empty command": ("()", "the command ()"),
    "push": ("(push 1)(assert false)(check-sat)", "the command push"),
    "exit": ("(exit)(assert false)(check-sat)", "the command exit"),
    "assumptions": ("(declare-const b Bool)(check-sat-assuming (b))", "the command check-sat-assuming"),
    "an option of its own": ("(set-option :timeout 1)(assert false)(check-sat)", "the command set-option"),
    "two questions": ("(check-sat)(assert false)(check-sat)", "assert after check-sat"),
}


@pytest.mark.parametrize("name", NO_OBLIGATION)
@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_no_obligation_is_an_error(both, engine, name):
    text, fragment = NO_OBLIGATION[name]
    answer = both.run(engine, text)
    assert answer.status == "error"
    assert answer.reason
    assert fragment in answer.reason
    assert "\n" not in answer.reason
    assert both.run(engine, TRIVIAL).status == "unsat"


def test_commands_see_strings_comments_and_quoted_symbols():
    text = '(set-info :note "a ) "" (b") ; (push)\n(assert |a ( b|)(declare-fun f () Real)'
    assert [command[0] for command in commands(text)] == ["set-info", "assert", "declare-fun"]


# ---- limits


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_is_killed_at_its_limit_and_the_next_works(engine):
    with Solvers(timeout=WAIT) as running:
        late = running.run(engine, HARD, timeout=SHORT)
        assert (late.status, late.reason, late.model) == ("timeout", "killed after 1 s", None)
        assert running.run(engine, TRIVIAL).status == "unsat"


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), 86_401])
def test_a_limit_that_is_none_is_refused(timeout):
    with pytest.raises(BadInput, match="timeout"):
        Solvers(timeout=timeout)
    with Solvers() as running, pytest.raises(BadInput, match="timeout"):
        running.run("z3", TRIVIAL, timeout=timeout)


def test_an_unknown_engine_is_refused():
    with Solvers() as running, pytest.raises(BadInput, match="'yices': expected one of z3, cvc5"):
        running.run("yices", TRIVIAL)


# ---- planted faults: what the first child does; from the second on, a real one runs

PRELUDE = """
import json, os, struct, subprocess, sys, time
import draftproof.checks.solver_child as child
if os.path.exists(MARKER):
    child.main(ENGINE)
    sys.exit()
open(MARKER, "w").close()
def say(data): os.write(1, data)
def hello(): say(child.pack({"ready": ENGINE}))
def request(): return child.receive(sys.stdin.buffer)
def answer(**parts): say(child.pack({"id": request()["id"], "status": "unsat", "reason": "", "model": None, **parts}))
"""

FOR_EVER = "time.sleep(10_000)"
FAULTS = {
    "crashes at once": ("sys.exit('no such solver')", "error", "exit code 1): no such solver"),
    "is killed at work": ("hello(); request(); os.kill(os.getpid(), 9)", "error", "exit code -9"),
    "exits quietly": ("hello(); request(); sys.exit(0)", "error", "exit code 0"),
    "garbage for a greeting": (f"say(b'Hello, I am a solver.'); {FOR_EVER}", "error", "cannot be read"),
    "another solver's greeting": ("say(child.pack({'ready': 'yices'}))", "error", "cannot be read"),
    "garbage for an answer": (f"hello(); request(); say(b'unsat\\n'); {FOR_EVER}", "error", "cannot be read"),
    "garbage without end": ("hello(); request()\nwhile True: say(b'unsat ' * 9999)", "error", "cannot be read"),
    "a frame of no JSON": ("hello(); request(); say(struct.pack('>I', 5) + b'unsat')", "error", "no JSON object"),
    "a frame of no object": ("hello(); request(); say(struct.pack('>I', 7) + b'\"unsat\"')", "error", "no JSON object"),
    "dies inside a frame": ("hello(); request(); say(struct.pack('>I', 99) + b'{\"id')", "error", "the child ended"),
    "a status of its own": ("hello(); answer(status='proved')", "error", "status 'proved'"),
    "time-out is not its to say": ("hello(); answer(status='timeout')", "error", "status 'timeout'"),
    "no status": ("hello(); answer(status=None)", "error", "status None"),
    "no reason": ("hello(); answer(reason=7)", "error", "cannot be read"),
    "no number in the model": ("hello(); answer(status='sat', model={'x': 'y'})", "error", "cannot be read"),
    "a quotient by zero in the model": ("hello(); answer(status='sat', model={'x': '1/0'})", "error", "cannot be read"),
    "no model": ("hello(); answer(status='sat', model=[1])", "error", "cannot be read"),
    "answers another request": ("hello(); answer(id=-1)", "error", "another request"),
    "answers no request": ("hello(); request(); say(child.pack({'status': 'unsat'}))", "error", "another request"),
    "never answers": (f"hello(); request(); {FOR_EVER}", "timeout", "killed after 1 s"),
    "never stops": ("hello(); request()\nwhile True: pass", "timeout", "killed after 1 s"),
    "trickles": (
        "hello(); say(struct.pack('>I', 1 << 20))\nwhile True: say(b' '); time.sleep(.01)",
        "timeout",
        "killed",
    ),
    "never reads": (f"hello(); {FOR_EVER}", "timeout", "killed after 1 s"),
    "deaf to signals": (
        f"import signal; [signal.signal(s, signal.SIG_IGN) for s in (2, 14, 15)]; hello(); {FOR_EVER}",
        "timeout",
        "killed after 1 s",
    ),
    "leaves its output to another": (
        f"hello(); subprocess.Popen([sys.executable, '-c', 'import time; {FOR_EVER}']); {FOR_EVER}",
        "timeout",
        "killed after 1 s",
    ),
}


@pytest.fixture
def planted(tmp_path):
    """A command line whose first run executes `body` and whose later runs are the real child."""

    def command(body, engine="z3"):
        marker = str(tmp_path / f"planted-{engine}")
        head = f"MARKER, ENGINE = {marker!r}, {engine!r}\n{PRELUDE}"
        return [sys.executable, "-c", head + textwrap.dedent(body)]

    return command


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_child_is_never_a_pass_and_the_next_run_works(planted, name):
    body, status, fragment = FAULTS[name]
    padded = TRIVIAL + ";" + "-" * 500_000  # more than a pipe holds: a child that does not read blocks the writer
    with Solvers(command={"z3": planted(body)}) as running:
        answer = running.run("z3", padded, want_model=True, timeout=SHORT if status == "timeout" else WAIT)
        assert (answer.status, answer.model) == (status, None), answer
        assert fragment in answer.reason
        assert "\n" not in answer.reason
        assert running.run("z3", TRIVIAL, timeout=WAIT).status == "unsat"


def test_a_child_that_is_never_ready_is_an_error(planted, monkeypatch):
    monkeypatch.setattr(solvers, "START_LIMIT", SHORT)
    with Solvers(command={"z3": planted(FOR_EVER)}) as running:
        assert running.run("z3", TRIVIAL) == Answer(
            "z3", "error", "the child was not ready after 1 s", pytest.approx(0, abs=WAIT)
        )
        monkeypatch.setattr(solvers, "START_LIMIT", WAIT)
        assert running.run("z3", TRIVIAL, timeout=WAIT).status == "unsat"


def test_a_command_that_does_not_exist_is_an_error(tmp_path):
    with Solvers(command={"z3": [str(tmp_path / "none")]}) as running:
        answer = running.run("z3", TRIVIAL)
        assert answer.status == "error"
        assert "did not start" in answer.reason


def test_an_answer_too_many_is_not_taken_for_the_next(planted):
    body = "hello(); i = request()['id']\nfor _ in range(2): say(child.pack({'id': i, 'status': 'unsat'}))\nrequest()"
    satisfiable = "(declare-const x Real)(assert (> x 0.0))(check-sat)"
    with Solvers(timeout=WAIT, command={"z3": planted(body)}) as running:
        assert running.run("z3", TRIVIAL).status == "unsat"
        assert running.run("z3", satisfiable).status == "error"
        assert running.run("z3", satisfiable).status == "sat"


def test_a_child_that_died_idle_is_replaced(planted):
    with Solvers(timeout=WAIT, command={"z3": planted("hello(); answer(); os.close(1); os.close(0)")}) as running:
        assert running.run("z3", TRIVIAL).status == "unsat"
        running._children["z3"]._process.wait(WAIT)
        assert running.run("z3", TRIVIAL, want_model=True).status == "unsat"


def test_one_engine_fails_and_the_other_answers(planted):
    with Solvers(timeout=WAIT, command={"cvc5": planted("hello(); request(); sys.exit(5)", "cvc5")}) as running:
        assert [a.status for a in running.both(TRIVIAL)] == ["unsat", "error"]
        assert [a.status for a in running.both(TRIVIAL)] == ["unsat", "unsat"]


def test_both_work_at_the_same_time(planted, tmp_path):
    # Each child waits for the other to have got its request: one after the other, neither would ever answer.
    meet = """
    hello(); i = request()["id"]
    mine, other = (MARKER + "-met", MARKER.replace("z3", "?").replace("cvc5", "z3").replace("?", "cvc5") + "-met")
    open(mine, "w").close()
    while not os.path.exists(other): time.sleep(.01)
    say(child.pack({"id": i, "status": "unsat"}))
    """
    with Solvers(timeout=WAIT, command={engine: planted(meet, engine) for engine in ENGINES}) as running:
        assert [a.status for a in running.both(TRIVIAL)] == ["unsat", "unsat"]


# ---- the child by itself


def engine_that(body):
    """The real child's command line, with z3 replaced by a function."""
    source = f"""
    import os
    import draftproof.checks.solver_child as child
    def solve(problem):
        {body}
        return child.Found("unsat")
    child.ENGINES["z3"] = solve
    child.main("z3")
    """
    return [sys.executable, "-c", textwrap.dedent(source)]


def cvc5_that_first(body, before=""):
    """The real child for cvc5, whose first, quick try on a question does this."""
    source = f"""
    import os, signal, sys
    import draftproof.checks.solver_child as child
    {before}
    real = child._ask_cvc5
    def ask(problem, options):
        if options is not child.QUICK_OPTIONS:
            return real(problem, options)
        {body}
    child._ask_cvc5 = ask
    child.main("cvc5")
    """
    return [sys.executable, "-c", textwrap.dedent(source)]


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "os.kill(os.getpid(), 9)",
        "sys.exit()",
        "raise MemoryError",
        "return child.Found('sat')",
        "return child.Found('unknown')",
        "os.write(1, b'unsat')",
    ],
)
def test_only_unsat_is_taken_from_the_first_try_of_cvc5(body):
    with Solvers(timeout=WAIT, command={"cvc5": cvc5_that_first(body)}) as running:
        assert running.run("cvc5", TRIVIAL) == Answer("cvc5", "unsat", "", pytest.approx(0, abs=WAIT))
        satisfiable = "(declare-const x Real)(assert (> x 0.0))(check-sat)"
        assert running.run("cvc5", satisfiable).status == "sat"


@pytest.mark.parametrize(
    "before",
    [
        "signal.signal(signal.SIGALRM, signal.SIG_IGN); signal.signal(signal.SIGPROF, signal.SIG_IGN)",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM, signal.SIGPROF, signal.SIGCHLD])",
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
        "os.fork = lambda: os.close(10_000)",  # fails, as where there are no processes left
        "os.pipe = lambda: os.close(10_000)",
    ],
)
def test_the_first_try_of_cvc5_costs_no_answer(before):
    with Solvers(timeout=WAIT, command={"cvc5": cvc5_that_first("while True: pass", before)}) as running:
        for _ in range(3):
            assert running.run("cvc5", TRIVIAL) == Answer("cvc5", "unsat", "", pytest.approx(0, abs=WAIT))


def test_a_short_limit_leaves_time_for_the_second_try():
    with Solvers(command={"cvc5": cvc5_that_first("while True: pass")}) as running:
        assert running.run("cvc5", TRIVIAL, timeout=WAIT).status == "unsat"  # it has started
        assert running.run("cvc5", TRIVIAL, timeout=WAIT / 100).status == "unsat"


DEAF = "signal.signal(signal.SIGPROF, signal.SIG_IGN); signal.signal(signal.SIGALRM, signal.SIG_IGN); "


@pytest.mark.parametrize("deaf", ["", DEAF])
def test_nobody_waits_for_the_copy_of_a_child_that_died(tmp_path, deaf):
    pid = tmp_path / "pid"
    body = f"{deaf}open({str(pid)!r}, 'w').write(str(os.getpid())); os.kill(os.getppid(), 9); signal.pause()"
    with Solvers(timeout=WAIT, command={"cvc5": cvc5_that_first(body)}) as running:
        answer = running.run("cvc5", TRIVIAL, timeout=4 * SHORT)
        assert (answer.status, "exit code -9" in answer.reason) == ("error", True)
    copy = int(pid.read_text())
    if deaf:
        os.kill(copy, signal.SIGKILL)
    while running_still(copy):  # if nothing ends it, its own alarm does
        time.sleep(0.01)


def running_still(pid):
    """Whether a process runs, which one that has ended and is not waited for does not."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except OSError:
        return False


def test_what_the_first_try_of_cvc5_finds_is_asked_no_more():
    command = cvc5_that_first("return child.Found('unsat')")
    with Solvers(timeout=WAIT, command={"cvc5": command}) as running:
        assert running.run("cvc5", HARD).status == "unsat"  # which nothing finds: the first try alone was heard
        assert running.run("cvc5", "(assert true)(check-sat)", want_model=True).status == "sat"


def test_what_a_solver_prints_does_not_reach_the_frames():
    with Solvers(timeout=WAIT, command={"z3": engine_that("print('sat', flush=True); os.write(1, b'sat')")}) as running:
        assert running.run("z3", TRIVIAL) == Answer("z3", "unsat", "", pytest.approx(0, abs=WAIT))


def test_memory_is_limited():
    with Solvers(timeout=WAIT, command={"z3": engine_that("bytearray(child.MEMORY_LIMIT)")}) as running:
        answer = running.run("z3", TRIVIAL)
        assert (answer.status, answer.reason) == ("error", "MemoryError")


@pytest.mark.parametrize("engine", ENGINES)
def test_the_end_of_its_input_ends_the_child(engine):
    done = subprocess.run([*CHILD, engine], input=b"", capture_output=True, timeout=WAIT, check=True)
    (size,) = HEADER.unpack(done.stdout[: HEADER.size])
    assert json.loads(done.stdout[HEADER.size :][:size]) == {"ready": engine}


def test_a_child_whose_parent_is_gone_ends_at_its_limit():
    request = {"id": 1, "text": HARD, "want_model": False, "seed": 0, "seconds": 0.1}
    done = subprocess.run([*CHILD, "z3"], input=pack(request), capture_output=True, timeout=WAIT, check=False)
    assert done.returncode == -signal.SIGALRM


def test_ctrl_c_ends_the_run_and_its_children(planted, tmp_path):
    pids = tmp_path / "pids"
    fault = f"hello(); request(); print(os.getpid(), file=open({str(pids)!r}, 'a')); {FOR_EVER}"
    command = {engine: planted(fault, engine) for engine in ENGINES}
    source = f"""
    import os, threading, time
    from draftproof.checks.solvers import Solvers
    def interrupt():
        while not os.path.exists({str(pids)!r}) or len(open({str(pids)!r}).read().split()) < 2: time.sleep(.01)
        os.kill(os.getpid(), 2)
    threading.Thread(target=interrupt, daemon=True).start()
    with Solvers(timeout=86_400, command={command!r}) as running:
        running.both("(check-sat)")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source)], capture_output=True, text=True, timeout=WAIT, check=False
    )
    assert "KeyboardInterrupt" in done.stderr
    for pid in pids.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_close_ends_the_children_and_a_later_run_starts_new_ones():
    running = Solvers(timeout=WAIT)
    assert running.run("z3", TRIVIAL).status == "unsat"
    first = running._children["z3"]._process
    running.close()
    running.close()
    assert first.returncode == -signal.SIGKILL
    assert running.run("z3", TRIVIAL).status == "unsat"
    running.close()


def test_neither_module_loads_anything_heavy():
    source = (
        "import sys; from draftproof.checks import solvers, solver_child; solvers.versions();"
        "print(sorted({'z3', 'cvc5', 'sympy', 'numpy', 'scipy', 'click', 'rich'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=WAIT, check=True)
    assert done.stdout.strip() == "[]"


def test_versions_are_the_solvers_own(both):
    import cvc5
    import z3

    assert versions() == {
        "z3": z3.get_version_string(),
        "cvc5": cvc5.Solver(cvc5.TermManager()).getVersion().decode().split("-")[0],
    }
