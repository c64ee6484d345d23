"""The formula audit: right functions pass, exactly or within derived rounding; each rival is caught and named; and whatever
else a function may do is a line.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import draftproof
import numpy as np
import pytest
from draftproof.checks.audit import formula_points
from draftproof.checks.audit.formula import audit_formula, audit_here, quantities
from draftproof.cli import main
from draftproof.derivations.claims import Claim, chain, chain_names, claim
from draftproof.derivations.enclosure import value_at
from draftproof.derivations.exact import POINTS
from draftproof.derivations.export import export
from draftproof.derivations.given import Given, givens
from draftproof.derivations.statements import Statement
from draftproof.derivations.symbols import unfold
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.subjects.outcome import Audit
from draftproof.subjects.subject import Limits

CLOSED = "tokens.closed_form"

ZOO = """
import decimal, functools, math, os, random, sys, time
from fractions import Fraction
import numpy as np

def exact(alpha, gamma): return sum(alpha**i for i in range(gamma + 1))
def naive(alpha, gamma): return (1 - alpha ** (gamma + 1)) / (1 - alpha)
def linear(acceptance_rate, k): return 1 + k * acceptance_rate
def linear_by_position(alpha, scale=1, k=2, /, *, unused=None): return scale + k * alpha
def rate_and_length(rate, length): return exact(rate, length)
def turned(gamma, alpha): return exact(alpha, gamma)
def positional(alpha, gamma, /): return exact(alpha, gamma)
def positional_with_default(alpha, scale=1, gamma=2, /): return scale * exact(alpha, gamma)
def keyword_only(*, gamma, alpha): return exact(alpha, gamma)
def any_keywords(**given): return exact(given["alpha"], given["gamma"])
def with_default(alpha, gamma, bonus=1): return exact(alpha, gamma) - 1 + bonus
def greek(α, γ): return exact(α, γ)
def by_position(*given): return exact(*given)
partial = functools.partial(with_default, bonus=1)
class Planner:
    def __call__(self, alpha, gamma): return exact(alpha, gamma)
    def tokens(self, alpha, gamma): return exact(alpha, gamma)
planner = Planner()
bound = planner.tokens

def loop(alpha, gamma):
    total, term = 0.0, 1.0
    for _ in range(gamma + 1):
        total, term = total + term, term * alpha
    return total
def horner(alpha, gamma):
    total = 1.0
    for _ in range(gamma): total = 1.0 + alpha * total
    return total
def only_floats(alpha, gamma):
    if not isinstance(alpha, float) or not isinstance(gamma, float): raise TypeError("floats only")
    return exact(alpha, int(gamma))
def only_ints(alpha, gamma):
    if type(gamma) is not int: raise TypeError("gamma must be an int")
    return 1.0 * exact(alpha, gamma)
def arrays(alpha, gamma):
    alpha, gamma = alpha.astype(float), gamma.astype(float)
    with np.errstate(all="ignore"):
        return np.where(alpha == 1, gamma + 1, (1 - alpha ** (gamma + 1)) / (1 - alpha))
def zero_dimensional(alpha, gamma): return np.asarray(loop(alpha, gamma))
def numpy_scalar(alpha, gamma): return np.float64(loop(alpha, gamma))
def single(alpha, gamma): return np.sum(np.float32(alpha) ** np.arange(gamma + 1, dtype=np.float32), dtype=np.float32)
def half(alpha, gamma): return np.float16(loop(alpha, gamma))
def decimals(alpha, gamma): return decimal.Decimal(loop(float(alpha), gamma))
def only_fractions(alpha, gamma):
    if not isinstance(alpha, Fraction): raise TypeError("fractions only")
    return float(exact(alpha, gamma))
def prints(alpha, gamma):
    print("computing", alpha)
    return exact(alpha, gamma)
def at_one(alpha, gamma): return float(gamma + 1) if alpha == 1 else (1 - alpha ** (gamma + 1)) / (1 - alpha)

def hidden_single(alpha, gamma): return float(single(alpha, gamma))
def at_one_off(alpha, gamma): return gamma if alpha == 1 else naive(alpha, gamma)
def nothing_at_one(alpha, gamma):
    if alpha < 1: return naive(alpha, gamma)
def from_one(alpha, gamma):
    if gamma == 0: raise ValueError("nothing to draft")
    return exact(alpha, gamma)
def logs(alpha, gamma):
    return -math.expm1((gamma + 1) * math.log(alpha)) / (1 - alpha)
def slightly_off(alpha, gamma): return exact(alpha, gamma) * (1 + 1e-12)
def right_up_to_30(alpha, gamma): return exact(alpha, min(gamma, 30)) if alpha < 1 else gamma + 1
def capped_at_99(alpha, gamma): return loop(alpha, min(gamma, 99))
def off_at_small_rates(alpha, gamma): return 1.0 if 0 < alpha < 0.01 else loop(alpha, gamma)
def capped(alpha, gamma): return min(exact(alpha, gamma), Fraction(5))
def a_bool(alpha, gamma): return alpha < 1
def nothing(alpha, gamma): return None
def text(alpha, gamma): return "2.94"
def complex_number(alpha, gamma): return complex(exact(alpha, gamma))
def nan(alpha, gamma): return math.nan
def infinite(alpha, gamma): return np.inf
def huge(alpha, gamma): return 10 ** 5000
def endless(alpha, gamma): return 1 << (1 << 21)
class Odd(float):
    def as_integer_ratio(self): return 0, 0
def no_denominator(alpha, gamma): return Odd(2)
def a_list(alpha, gamma): return [exact(alpha, gamma)]
def an_array(alpha, gamma): return np.array([loop(alpha, gamma)])
def raises(alpha, gamma): raise KeyError("alpha")
def exits(alpha, gamma): sys.exit(0)
def leaves(alpha, gamma): os._exit(0)
def killed(alpha, gamma): os.kill(os.getpid(), 9)
def hangs(alpha, gamma):
    while True: time.sleep(1)
def hangs_at_5(alpha, gamma):
    while gamma == 5: time.sleep(1)
    return exact(alpha, gamma)
def forks(alpha, gamma):
    os.fork()
    return exact(alpha, gamma)
def exhausts(alpha, gamma): return len([0] * (1 << 40))
def drawn(alpha, gamma): return exact(alpha, gamma) + random.random()
calls = 0
def tires(alpha, gamma):
    global calls
    calls += 1
    return exact(alpha, gamma) + (calls > 200)

def positions(a, gamma):
    total, kept = 1, 1
    for rate in a[:gamma]:
        kept *= rate
        total += kept
    return total
def positions_of_list(a): return positions(a, len(a))
def positions_numpy(a): return 1 + np.cumprod(np.asarray(a, float)).sum()
def positions_array(a, gamma): return 1 + a.cumprod().sum()
def added(a, gamma): return 1 + sum(a[:gamma])
def shared(beams, prompt, generated, block_size):
    own = -(-(prompt + generated) // block_size)
    full = prompt // block_size
    return full + beams * (own - full)
def unshared(beams, prompt, generated, block_size): return beams * -(-(prompt + generated) // block_size)
def two_names(k, lookahead, alpha): return exact(alpha, k)
def no_length(alpha): return 1 / (1 - alpha)
def dashboard(draft_acceptance_rate, gamma): return exact(draft_acceptance_rate, gamma)
no_code = 3
"""


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine.py").write_text(ZOO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


FAST = Limits(timeout=2.0, memory=4096)


def audit(name: str, claim: str = CLOSED, names: dict[str, str] | None = None, **options: str) -> Audit:
    return audit_formula(f"engine:{name}", claim, names, limits=FAST, **options)


RIGHT = {
    **dict.fromkeys(
        ("exact", "turned", "positional", "positional_with_default", "keyword_only", "any_keywords", "with_default",
         "greek", "partial", "planner", "bound", "prints", "forks"),
        Verdict.EXACT,
    ),
    **dict.fromkeys(
        ("loop", "horner", "only_floats", "only_ints", "arrays", "zero_dimensional", "numpy_scalar", "single", "half",
         "decimals", "at_one", "only_fractions"),
        Verdict.HOLDS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.usefixtures("zoo")
def test_a_right_function_has_no_fault(name: str) -> None:
    found = audit(name)
    assert not found.faults
    assert found.verdict is RIGHT[name]
    assert not found.diagnosis
    assert found.explored["inner points"] >= 100


def test_the_stable_form_passes_and_rejects_every_rival() -> None:
    found = audit_formula("draftproof:expected_tokens", CLOSED)
    assert found.verdict is Verdict.HOLDS
    assert all(rival.id in found.detail["rivals rejected"] for rival in claim(CLOSED).rivals)
    assert "double precision" in found.detail["agrees"]


WRONG = {
    "at_one_off": ("wrong_value", "all of them at alpha = 1"),
    "nothing_at_one": ("no_value", "no value at alpha = 1 (returned None, expected a number)"),
    "hidden_single": ("precision", "no more than single precision does"),
    "slightly_off": ("precision", "more than double precision explains"),
    "right_up_to_30": ("wrong_value", "gamma = "),
    "capped_at_99": ("wrong_value", "alpha = 1, gamma = 100 it returns 100"),
    "off_at_small_rates": ("wrong_value", "at alpha = 1/1000"),
    "capped": ("wrong_value", "it returns 5"),
    "naive": ("no_value", "no value at alpha = 1 (raised ZeroDivisionError"),
    "from_one": ("no_value", "no value at gamma = 0 (raised ValueError: nothing to draft"),
    "a_bool": ("wrong_result", "returned a bool, expected a number"),
    "nothing": ("wrong_result", "returned None, expected a number"),
    "text": ("wrong_result", "returned a str, expected a number"),
    "complex_number": ("wrong_result", "returned a complex, expected a number"),
    "no_denominator": ("wrong_result", "returned a number whose denominator is 0"),
    "a_list": ("wrong_result", "returned a list, expected a number"),
    "an_array": ("wrong_result", "returned float64[1], expected one number"),
    "endless": ("wrong_result", "returned a number of 2097153 bits"),
    "nan": ("not_a_number", ": returned nan"),
    "infinite": ("not_a_number", ": returned inf"),
    "huge": ("wrong_value", "it returns 1e+5000, where"),
    "raises": ("raised", "raised KeyError: 'alpha' (engine.py, line"),
    "exits": ("raised", "raised SystemExit: 0"),
    "exhausts": ("raised", "raised MemoryError"),
    "leaves": ("died", "its process exited with status 0"),
    "killed": ("died", "its process was killed by SIGKILL"),
    "hangs": ("hung", "no answer after 0.5 s"),
    "hangs_at_5": ("hung", "gamma = 5: no answer after 0.5 s"),
    "drawn": ("not_repeatable", ", and called again: returned"),
    "tires": ("not_repeatable", ", and called again: returned"),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.usefixtures("zoo")
def test_what_is_wrong_is_a_line(name: str) -> None:
    kind, says = WRONG[name]
    limits = Limits(timeout=0.5, memory=4096) if kind == "hung" else FAST
    found = audit_formula(f"engine:{name}", CLOSED, limits=limits)
    assert found.verdict is Verdict.REFUTED
    assert kind in {fault.kind for fault in found.faults}
    fault = next(fault for fault in found.faults if fault.kind == kind)
    assert says in fault.says
    assert "\n" not in fault.says
    assert not found.diagnosis


@pytest.mark.usefixtures("zoo")
def test_division_by_zero_at_an_end_says_what_the_claim_has_there() -> None:
    (fault,) = audit("naive").faults
    assert "where tokens.closed_form has γ + 1 (alpha = 1, gamma = " in fault.says
    (both,) = (fault for fault in audit("logs").faults if "alpha = 0" in fault.says)
    assert "where tokens.closed_form has 1" in both.says


@pytest.mark.usefixtures("zoo")
def test_the_counterexample_is_a_simple_one_and_its_snippet_runs() -> None:
    (fault,) = audit("linear").faults
    assert fault.counterexample == {"alpha": "1/2", "gamma": 2, "returned": "2", "expected": "7/4 (1.75)"}
    assert fault.says.startswith("at alpha = 1/2, gamma = 2 it returns 2, where tokens.closed_form has E = 7/4 (1.75)")
    assert "from engine import linear" in fault.snippet
    assert fault.snippet.endswith("print(linear(acceptance_rate=Fraction(1, 2), k=2))")
    for name in ("linear", "linear_by_position"):
        (fault,) = audit(name).faults
        done = subprocess.run([sys.executable, "-c", fault.snippet], capture_output=True, text=True, check=True)
        assert done.stdout == "2\n"


@pytest.mark.parametrize(
    ("of", "function"),
    [
        ("acceptance.reached", lambda alpha, gamma: draftproof.expected_tokens(float(alpha), gamma) - 1),
        ("acceptance.closed_form", lambda alpha, gamma: (sum(float(alpha) ** k for k in range(gamma + 1)) - 1) / gamma),
        ("tokens.tail", lambda k, alpha, gamma: np.float16(alpha) ** np.float16(k)),  # underflows to 0
    ],
)
def test_a_right_formula_that_loses_more_than_another_passes(of: str, function: Callable[..., object]) -> None:
    assert audit_here(function, of).verdict is Verdict.HOLDS


def as_callable(given: Given, statement: Statement, *, floats: bool = False) -> Callable[..., object]:
    """What a statement says of the quantity, as a function: exact, or as the floats nearest to it."""

    def computed(**point: object) -> object:
        env = {n: tuple(map(Fraction, v)) if isinstance(v, list) else Fraction(v) for n, v in point.items()}  # type: ignore[call-overload]
        formulas = given.formulas(statement, env)
        value = value_at(export(unfold(formulas[0])) if formulas else given.definition(), env)
        return float(value.middle) if floats or value.width else value.middle

    return computed


def claims_with_values() -> list[Claim]:
    return [one for name in chain_names() for one in chain(name).claims if givens(one)]


@pytest.mark.parametrize("floats", [False, True], ids=["exact", "floats"])
@pytest.mark.parametrize("rival", claim(CLOSED).rivals, ids=lambda rival: rival.id)
def test_each_rival_is_caught_and_named(rival: object, floats: bool) -> None:
    (given,) = quantities(CLOSED)
    found = audit_here(as_callable(given, rival.statement, floats=floats), CLOSED)  # type: ignore[attr-defined]
    assert [fault.kind for fault in found.faults] == ["wrong_value"]
    assert set(found.diagnosis) == {rival.id}  # type: ignore[attr-defined]
    assert rival.why_tempting in found.diagnosis[rival.id]  # type: ignore[attr-defined]


CUT = {"losslessness.bonus_from_residual", "losslessness.padding_as_token"}
"""Rivals that read one draft probability more than there are drafts: as functions they raise."""
SAME = {"beam_paging.output_starts_a_block"}
"""What this rival says of the first quantity of its claim is right; it is wrong of the second."""


@pytest.mark.parametrize("of", claims_with_values(), ids=lambda of: of.id)
def test_every_claim_with_a_value_is_its_own_right_function_and_rejects_its_rivals(
    of: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formula_points, "LARGE", (12, 33))  # powers of quotients of powers take long at more
    for given in givens(of):
        right = audit_here(as_callable(given, of.statement), of.id, quantity=given.term.name)
        assert right.passes
        rounded = audit_here(as_callable(given, of.statement, floats=True), of.id, quantity=given.term.name)
        assert rounded.verdict is Verdict.HOLDS
        for rival in of.rivals:
            if rival.id in right.detail.get("rivals rejected", "") and rival.id not in CUT:
                assert rival.statement is not None
                wrong = audit_here(as_callable(given, rival.statement), of.id, quantity=given.term.name)
                assert rival.id in wrong.diagnosis
        assert not [
            remark for remark in right.remarks if remark.startswith("not told apart") and not SAME & {*remark.split()}
        ]


@pytest.mark.usefixtures("zoo")
def test_a_rival_of_another_claim_of_the_quantity_is_named_too() -> None:
    (given,) = quantities(CLOSED)
    (other,) = claim("tokens.expectation").rivals
    assert other.statement is not None
    found = audit_here(as_callable(given, claim(CLOSED).statement), CLOSED)
    assert found.passes
    found = audit_here(as_callable(given, other.statement), "tokens.expectation")
    assert set(found.diagnosis) == {other.id}


@pytest.mark.parametrize("name", ["positions", "positions_of_list", "positions_numpy", "positions_array"])
@pytest.mark.usefixtures("zoo")
def test_sequences_are_lists_as_long_as_they_are_used(name: str) -> None:
    assert audit(name, "tokens.positions").passes


@pytest.mark.usefixtures("zoo")
def test_a_sum_of_rates_by_position_is_named() -> None:
    assert set(audit("added", "tokens.positions").diagnosis) == {"tokens.sum_of_rates"}


@pytest.mark.usefixtures("zoo")
def test_of_several_quantities_it_is_the_one_that_agrees_or_the_one_named() -> None:
    for name, quantity in (("shared", "H_blocks"), ("unshared", "U_blocks")):
        found = audit(name, "beam_paging.blocks")
        assert found.verdict is Verdict.EXACT
        assert any(f"it is held against {quantity}" in remark for remark in found.remarks)
    assert not audit("unshared", "beam_paging.blocks", quantity="H_blocks").passes
    with pytest.raises(BadInput, match="gives no E, expected U_blocks or H_blocks"):
        audit("unshared", "beam_paging.blocks", quantity="E")


UNUSABLE = {
    "no value": (
        ("exact", "tokens.bounds"),
        "tokens.bounds: gives no value of a quantity, expected one of tokens.tail",
    ),
    "no formula": (("exact", "beam_paging.safety"), "unknown claim 'beam_paging.safety'"),
    "no claim": (("exact", "tokens.nothing"), "unknown claim 'tokens.nothing'"),
    "a chain": (("exact", "tokens"), "'tokens' is a chain"),
    "unknown names": (
        ("rate_and_length", CLOSED),
        "rate is no known name of alpha and gamma: say --names alpha=rate or",
    ),
    "another quantity's name": (("dashboard", CLOSED), "draft_acceptance_rate (it is a name of r, acceptance ratio)"),
    "two of one symbol": (("two_names", CLOSED), "k and lookahead may each be gamma"),
    "no parameter": (("no_length", CLOSED), "has no parameter for gamma (has alpha as alpha), on which E depends"),
    "no names": (("by_position", CLOSED), "has no parameter for alpha (has none)"),
    "not loaded": (("absent", CLOSED), "cannot be loaded"),
    "not callable": (("no_code", CLOSED), "cannot be loaded"),
    "names turned round": (("rate_and_length", CLOSED, {"rate": "alpha"}), "turn it round, alpha=rate"),
    "names of no symbol": (
        ("exact", CLOSED, {"beta": "alpha"}),
        "beta is no symbol of this claim, expected one of alpha",
    ),
    "names of no parameter": (
        ("exact", CLOSED, {"alpha": "rate"}),
        "has no parameter rate, its own are alpha and gamma",
    ),
    "names twice": (("exact", CLOSED, {"alpha": "alpha", "gamma": "alpha"}), "alpha stands for two symbols"),
}


@pytest.mark.parametrize("case", UNUSABLE)
@pytest.mark.usefixtures("zoo")
def test_what_cannot_be_used_is_one_line(case: str) -> None:
    arguments, says = UNUSABLE[case]
    with pytest.raises(BadInput) as refused:
        audit(*arguments)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("zoo")
def test_names_say_which_parameter_is_which_symbol() -> None:
    found = audit("rate_and_length", names={"alpha": "rate", "gamma": "length"})
    assert found.verdict is Verdict.EXACT
    assert found.detail["parameters"] == "rate as alpha, length as gamma"
    assert audit("any_keywords", names={"alpha": "alpha"}).passes


@pytest.mark.usefixtures("zoo")
def test_a_default_that_is_no_symbol_is_left_and_said() -> None:
    assert "parameter bonus stands for no symbol: left at its default, 1" in audit("with_default").remarks


@pytest.mark.usefixtures("zoo")
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["audit", "formula", *arguments])
        return int(left.value.code or 0), *capsys.readouterr()

    code, out, _ = run("engine:rate_and_length", "--claim", CLOSED, "--names", "alpha=rate, gamma=length")
    assert (code, out.splitlines()[0]) == (0, "formula engine:rate_and_length: no fault found, exact")
    code, out, _ = run("engine:linear", "--claim", CLOSED, "--json", "-", "--junit", str(tmp_path / "junit.xml"))
    data = json.loads(out)
    assert code == 1
    assert (data["schema"], data["kind"], data["verdict"]) == ("draftproof/audit/1", "formula", "refuted")
    assert [one["id"] for one in data["diagnosis"]] == ["tokens.one_plus_gamma_alpha"]
    assert 'failures="1"' in (tmp_path / "junit.xml").read_text("utf-8")
    for names in ("alpha", "=k", "alpha=", "alpha=rate,alpha=k", "alpha=1+1"):
        code, out, err = run("engine:rate_and_length", "--claim", CLOSED, "--names", names)
        assert (code, out, err.count("\n")) == (2, "", 1)
    code, out, err = run("engine:linear")
    assert (code, out) == (2, "")
    assert "--claim" in err


def test_the_points_are_many_and_lie_in_the_domain() -> None:
    (given,) = quantities(CLOSED)
    tried = formula_points.points(given)
    assert sum(0 < at.given["alpha"] < 1 and at.given["gamma"] >= 2 for at in tried) >= min(100, POINTS)  # type: ignore[operator]
    assert {at.given["alpha"] for at in tried} >= {0, 1}
    assert max(at.given["gamma"] for at in tried) >= 100  # type: ignore[type-var]
    assert all(given.claim.domain.admits(at.env) for at in tried)


def test_in_this_process_it_is_the_same_audit() -> None:
    local = 0.5
    found = audit_here(lambda alpha, gamma: 1 + gamma * alpha + 0 * local, CLOSED)
    assert set(found.diagnosis) == {"tokens.one_plus_gamma_alpha"}
    assert found.faults[0].snippet.splitlines()[0].startswith("# subject: the callable ")
    assert audit_here(draftproof.expected_tokens, CLOSED).passes
