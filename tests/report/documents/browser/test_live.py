"""Claims' lines with the reader's numbers put in, as the page writes them, against `--set`: every value and every sign."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from draftproof.derivations.claims import Claim, select
from draftproof.derivations.enclosure import decide, value_at
from draftproof.derivations.expr import TRUTH, NotRational, Undefined, evaluate, from_json
from draftproof.derivations.mathml import MATHML
from draftproof.derivations.statements import Statement
from draftproof.errors import BadInput
from draftproof.report.documents import build
from draftproof.report.documents.formats import Layout, files
from draftproof.report.documents.html import live
from draftproof.report.documents.lines import in_numbers
from draftproof.report.documents.model import At
from draftproof.report.documents.substituted import at

CHAINS = ("tokens", "acceptance", "draft_cost", "draft_length", "verify_budget")

GENERIC = (
    {"alpha": "0.7", "gamma": "5", "c": "0.154", "batch": "64"},
    {"alpha": "0.83", "gamma": "7", "c": "0.02", "batch": "256"},
    {"alpha": "0.12", "gamma": "3", "c": "0.3", "batch": "27"},
    {"alpha": "0.62", "gamma": "9", "c": "0.1", "batch": "8"},
)
"""Where no 0 or 1 comes out, which a line in Python drops and the page keeps."""

ENDS = (
    {"alpha": "0", "gamma": "0", "c": "0", "batch": "1"},
    {"alpha": "1", "gamma": "20", "c": "0.5", "batch": "1024"},
    {"alpha": "0.5", "gamma": "1", "c": "0.5", "batch": "2"},
    {"alpha": "0.01", "gamma": "20", "c": "0.002", "batch": "3"},
)

HARD = (
    {"alpha": "0.97", "gamma": "0", "c": "0.002", "batch": "3"},
    {"alpha": "0.99", "gamma": "3", "c": "0.002", "batch": "3"},
    {"alpha": "0.99", "gamma": "19", "c": "0.3", "batch": "64"},
    {"alpha": "0.09", "gamma": "12", "c": "0.154", "batch": "64"},
    {"alpha": "0.2", "gamma": "20", "c": "0", "batch": "1"},
    {"alpha": "0.01", "gamma": "20", "c": "0.5", "batch": "1024"},
    {"alpha": "0.5", "gamma": "2", "c": "0.154", "batch": "64"},
    {"alpha": "0.1", "gamma": "5", "c": "0.002", "batch": "64"},
    {"alpha": "1", "gamma": "3", "c": "0.1", "batch": "2"},
)
"""Where doubles leave something of differences that are 0 or small, cannot tell values apart, have a half to round, or no value."""

ALL_OPEN = """values => {
  document.querySelectorAll("details.claim").forEach(claim => { claim.open = true; });
  draftproof.recompute(values);
  dispatchEvent(new Event("beforeprint"));
  return Object.fromEntries([...document.querySelectorAll(".live")].map(place =>
    [place.dataset.live, [...place.lastElementChild.querySelectorAll(".m, p")].map(line => line.textContent)]));
}"""


def statements() -> dict[str, tuple[Statement, Claim]]:
    found: dict[str, tuple[Statement, Claim]] = {}
    for _, claims in select(CHAINS):
        for claim in claims:
            found[claim.id] = claim.statement, claim
            found |= {rival.id: (rival.statement, claim) for rival in claim.rivals if rival.statement is not None}
    return found


@pytest.fixture(scope="module")
def document() -> Any:
    """The chains with lines that move; their derivations, which no line shows, are not built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "derivation", lambda claim: None)
        return build.document(CHAINS)


@pytest.fixture(scope="module")
def page(chromium: Any, document: Any) -> Iterator[Any]:
    opened = chromium.new_page(viewport={"width": 360, "height": 800})
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.set_content(next(iter(files("html", document, Layout()).values())))
    yield opened
    opened.close()
    assert said == []


def shown_in(page: Any, values: dict[str, str]) -> dict[str, list[str]]:
    found = page.evaluate(ALL_OPEN, {name: float(text) for name, text in values.items()})
    return {id_: [line.replace(" ", "") for line in lines] for id_, lines in found.items()}


def test_what_moves(document: Any) -> None:
    found = live.moving(document)
    assert len(found) > 80
    assert {"tokens.closed_form", "tokens.one_plus_gamma_alpha", "draft_cost.break_even", "verify_budget.rows"} <= set(
        found
    )
    assert all(set(one.names) <= {"alpha", "gamma", "c", "batch"} for one in found.values())


@pytest.mark.parametrize("values", GENERIC, ids=lambda values: values["alpha"])
def test_lines_are_those_that_python_writes(page: Any, document: Any, values: dict[str, str]) -> None:
    said, shown = statements(), shown_in(page, values)
    compared = 0
    for id_, moving in live.moving(document).items():
        statement, claim = said[id_]
        point = {**claim.example, **{name: Fraction(values[name]) for name in moving.names}}
        expected = at(statement, claim.domain.settled(point), claim.domain)
        lines = [re.sub("<[^>]*>", "", in_numbers(line, MATHML)) for line in expected.lines]
        if not lines:
            assert shown[id_][0].startswith(("Theylieoutside", "Noneofits")), (id_, expected.reason, shown[id_])
        elif id_ != "draft_length.real_peak":  # whose fractions are stacked by the length of their numbers
            assert [one for one in shown[id_] if "happens" not in one] == [
                html.unescape(one).replace(" ", "") for one in lines
            ]
            compared += 1
    assert compared > 60


def python_says(id_: str, values: dict[str, str], names: tuple[str, ...]) -> At:
    statement, claim = statements()[id_]
    point = {**claim.example, **{name: Fraction(values[name]) for name in names}}
    return at(statement, claim.domain.settled(point), claim.domain)


def signs(lines: list[str]) -> list[list[str]]:
    """The signs of relations, without those of cases."""
    return [re.findall("[≠<>≥≤]", re.sub(r"\{.*otherwise", "", line)) for line in lines]


@pytest.mark.parametrize("values", GENERIC + ENDS + HARD, ids=lambda values: f"{values['alpha']}-{values['gamma']}")
def test_every_sign_is_the_one_that_exact_arithmetic_gives(page: Any, document: Any, values: dict[str, str]) -> None:
    shown, compared = shown_in(page, values), 0
    for id_, moving in live.moving(document).items():
        expected = python_says(id_, values, moving.names)
        if "more than is computed" in expected.reason:
            continue
        lines = [html.unescape(re.sub("<[^>]*>", "", in_numbers(line, MATHML))) for line in expected.lines]
        found = [line for line in shown[id_] if not re.match("Here|Whether|Thesides|Not|They|None", line)]
        open_ = "Notdecidedbydoublearithmetic." in shown[id_]
        assert signs(found) == signs(lines) or (open_ and any("?" in line for line in found)), (id_, found, lines)
        happens = any("happens" in line for line in shown[id_])
        assert happens == (id_ not in {one.id for _, one in statements().values()} and bool(expected.holds)), (
            id_,
            shown[id_],
        )
        compared += len(lines)
    assert compared > 60


@pytest.mark.parametrize("values", HARD, ids=lambda values: f"{values['alpha']}-{values['gamma']}")
def test_what_is_subtracted_and_rounded_is_python_s(page: Any, document: Any, values: dict[str, str]) -> None:
    shown = shown_in(page, values)
    for id_ in (
        "draft_cost.one_draft_more", "draft_length.marginal", "draft_cost.longer_pays", "tokens.increasing_in_gamma",
        "acceptance.closed_form", "acceptance.ratio", "acceptance.ratio_in_closed_form", "tokens.linear_overestimates",
    ):  # fmt: skip
        expected = python_says(id_, values, live.moving(document)[id_].names)
        lines = [
            html.unescape(re.sub("<[^>]*>", "", in_numbers(line, MATHML))).replace(" ", "") for line in expected.lines
        ]
        read = [re.split("[=≈≠<>≥≤]", line) for line in lines]
        found = [
            re.split("[=≈≠<>≥≤]", line)
            for line in shown[id_]
            if not re.match("Here|Whether|Thesides|Not|They|None", line)
        ]
        numbers = [[part for part in parts if re.fullmatch(r"−?[\d.]+(⋅10−?\d+)?", part)] for parts in read]
        assert [[part for part in parts if re.fullmatch(r"−?[\d.]+(⋅10−?\d+)?", part)] for parts in found] == numbers, (
            id_
        )


DENSE = """ids => {
  const found = [];
  for (let a = 0; a <= 100; a++) for (const gamma of [0, 1, 3, 12, 13, 19, 20]) for (const c of [0, 0.002, 0.3])
    for (const [id, moves] of ids) if (moves || !c) {
      const values = { alpha: a / 100, gamma, c, batch: 64 };
      const html = draftproofLines.toldAt(id, values, false);
      const signs = [...html.matchAll(/<\\/math><math><mo>(≠|&lt;|≤|&gt;|≥)<\\/mo>/g)].map(([, sign]) => sign);
      found.push([id, a, gamma, c, signs.join(" ").replaceAll("&lt;", "<").replaceAll("&gt;", ">")]);
    }
  return found;
}"""


def test_no_proved_relation_is_ever_printed_as_false(page: Any, document: Any) -> None:
    """On a dense grid of the sliders: only signs that the claim states, each with what it says at these numbers."""
    data = json.loads(live.data(live.moving(document)))["lines"]
    claims = {claim.id for _, claim in statements().values()}
    ids = [[id_, any(name == "c" for name, _ in line["names"])] for id_, line in data.items() if id_ in claims]
    found = page.evaluate(DENSE, ids)
    assert len(found) > 30_000
    stated = {
        id_: {{"!=": "≠", "<=": "≤", ">=": "≥"}.get(sign, sign) for _, _, sign, _ in line["parts"]}
        for id_, line in data.items()
    }
    assert [one for one in found if not set(one[4].split()) <= stated[one[0]]] == []
    assert sum(bool(one[4]) for one in found) > 10_000


def test_what_double_arithmetic_does_not_decide_is_said_to_be_open(page: Any) -> None:
    lines = shown_in(page, {"alpha": "0.01", "gamma": "7", "c": "0.154", "batch": "1"})["draft_length.between_slopes"]
    assert "Notdecidedbydoublearithmetic." in lines
    assert signs(lines)[0] == ["≥"]


def test_no_case_and_it_happens_to_hold_are_not_said_together(page: Any) -> None:
    shown = shown_in(page, {"alpha": "1", "gamma": "0", "c": "0.1", "batch": "1"})
    nothing = [lines for lines in shown.values() if "Noneofitscasesapplies." in lines]
    assert len(nothing) > 3
    assert all(lines == ["Noneofitscasesapplies."] for lines in nothing)


def test_nothing_is_said_twice(page: Any) -> None:
    for values in ENDS:
        for id_, lines in shown_in(page, values).items():
            assert len(lines) == len(set(lines)), (id_, lines)


def test_what_is_beyond_the_bounds_is_not_called_undefined(page: Any) -> None:
    values = {"alpha": "0.1", "gamma": "5", "c": "0.002", "batch": "1"}
    assert shown_in(page, values)["draft_length.real_peak"] == ["Notcomputed:anexponentisbeyondwhatiscomputedhere."]


def test_far_lines_are_written_too_once_the_page_has_time(page: Any) -> None:
    page.evaluate(ALL_OPEN, {"alpha": 0.7, "gamma": 5, "c": 0.154, "batch": 64})
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.evaluate("() => new Promise(done => setTimeout(done, 200))")
    page.evaluate("draftproof.recompute({ alpha: 0.7, gamma: 9, c: 0.154, batch: 64 })")
    far = "document.querySelector('[data-live=\"verify_budget.rows\"]')"
    assert page.evaluate(f"{far}.getBoundingClientRect().top > 3 * innerHeight")
    page.wait_for_function(f"() => {far}.textContent.includes('640')", timeout=5000)


CERTAIN = """([trees, numbers]) => {
  const env = new Map(Object.entries(numbers).map(([name, x]) => [name, draftproofExact.ofDouble(x)]));
  return trees.map(tree => {
    try {
      const x = draftproofExact.compiled(tree)(env);
      return typeof x === "boolean" ? x : "n" in x ? [String(x.n), String(x.d)] : [x.v, x.e];
    } catch (error) {
      if (!error.why) throw error;
      return error.why;
    }
  });
}"""
"""What a tree comes to: numerator and denominator, or a double and the bound on its error."""

IRRATIONAL = [
    ["log", ["num", "99/100"]], ["log", ["num", "1/1000000"]], ["exp", ["num", "-700"]], ["exp", ["num", "1/7"]],
    ["pow", ["num", "7/10"], ["num", "1/3"]], ["pow", ["num", "2"], ["num", "-61/7"]],
    ["add", ["exp", ["num", "1/7"]], ["mul", ["num", "-1"], ["exp", ["num", "1/7"]]]],
    ["pow", ["log", ["num", "7/10"]], ["num", "5"]], ["div", ["num", "1"], ["log", ["num", "99/100"]]],
    ["lambertw", ["num", "1/2"], ["num", "0"]], ["lambertw", ["num", "-3/10"], ["num", "0"]],
    ["lambertw", ["num", "-36787/100000"], ["num", "0"]], ["lambertw", ["num", "-36787/100000"], ["num", "-1"]],
    ["lambertw", ["num", "-3678794411/10000000000"], ["num", "-1"]], ["lambertw", ["num", "-3/10"], ["num", "-1"]],
    ["lambertw", ["num", "-1/1000000"], ["num", "-1"]],
    ["lambertw", ["div", ["mul", ["num", "-1"], ["exp", ["num", "-480"]]], ["num", "7"]], ["num", "-1"]],
    ["min", ["exp", ["num", "1"]], ["num", "3"]], ["max", ["exp", ["num", "1"]], ["num", "3"]], ["floor", ["exp", ["num", "1"]]],
    ["ceil", ["mul", ["num", "-1"], ["exp", ["num", "1"]]]], ["abs", ["log", ["num", "1/2"]]],
    ["sum", "k", ["num", "1"], ["num", "9"], ["exp", ["mul", ["num", "-1"], ["sym", "k"]]]],
]  # fmt: skip


def within(found: Any, node: Any, env: dict[str, Fraction]) -> bool | None:
    """Whether what the page is certain of contains the exact value; None where it is not certain of anything."""
    if isinstance(found, str):
        return None if found.startswith("Not") else _has_none(node, env)
    if isinstance(found, bool):
        return found is decide(node, {name: value_at(from_json(["sym", name]), env) for name in env})
    exact = value_at(node, env)
    if isinstance(found[0], str):
        value = Fraction(int(found[0]), int(found[1]))
        return exact.low <= value <= exact.high
    middle, bound = map(Fraction, found)
    return middle - bound <= exact.low and exact.high <= middle + bound


def _has_none(node: Any, env: dict[str, Fraction]) -> bool:
    try:
        value_at(node, env)
    except (Undefined, BadInput):
        return True
    return False


def test_what_the_page_is_certain_of_contains_the_exact_value(page: Any) -> None:
    for tree, found in zip(IRRATIONAL, page.evaluate(CERTAIN, [IRRATIONAL, {}]), strict=True):
        assert within(found, from_json(tree), {}), (tree, found)
        if isinstance(found[1], float):
            assert found[1] < 1e-7, "a bound that says something"


@pytest.mark.parametrize("values", GENERIC + ENDS + HARD, ids=lambda values: f"{values['alpha']}-{values['gamma']}")
def test_every_tree_lies_within_the_bounds_that_the_page_computes(
    page: Any, document: Any, values: dict[str, str]
) -> None:
    data = json.loads(live.data(live.moving(document)))
    numbers, env = (
        {name: float(text) for name, text in values.items()},
        {name: Fraction(text) for name, text in values.items()},
    )
    put = {tree for _, _, cases in data["sides"] for _, _, tree, _ in cases}  # over places, which have no numbers here
    pairs = [
        (tree, found)
        for place, (tree, found) in enumerate(
            zip(data["trees"], page.evaluate(CERTAIN, [data["trees"], numbers]), strict=True)
        )
        if place not in put and not ("lambertw" in str(tree) and env["alpha"] in (0, 1))
    ]
    exact = 0
    for tree, found in pairs:
        assert within(found, from_json(tree), env) is not False, (tree, found)
        exact += isinstance(found, list) and isinstance(found[0], str)
    assert exact > 80


def test_a_number_of_the_page_is_the_one_that_was_given(page: Any) -> None:
    """As a decimal, or, where it is a long one, as the quotient of small numbers that it comes from."""
    given = ["0.154", "1e-07", "1/3", "2/7", "0.30000000000000004", "1024"]
    read = page.evaluate(
        "given => given.map(draftproofExact.ofDouble).map(({ n, d }) => [String(n), String(d)])",
        [float(Fraction(text)) for text in given],
    )
    assert [Fraction(int(top), int(bottom)) for top, bottom in read] == list(map(Fraction, given))


def test_a_bound_that_is_too_small_is_seen() -> None:
    node = from_json(["exp", ["num", "1/7"]])
    assert within([math.exp(1 / 7), 1e-15], node, {})
    assert not within([math.exp(1 / 7) + 1e-12, 1e-15], node, {})
    assert not within(["8", "7"], node, {})


@pytest.mark.parametrize("values", GENERIC + ENDS, ids=lambda values: f"{values['alpha']}-{values['gamma']}")
def test_every_tree_has_has_the_value_that_python_computes(page: Any, document: Any, values: dict[str, str]) -> None:
    """Sides, the numbers put in, domains and conditions: at the doubles that the browser is given."""
    data = json.loads(live.data(live.moving(document)))
    numbers = {name: float(text) for name, text in values.items()}
    env = {name: Fraction(number) for name, number in numbers.items()}
    theirs = page.evaluate(
        "([trees, numbers]) => trees.map(tree => draftproof.evaluate(tree, numbers))", [data["trees"], numbers]
    )
    put = {tree for _, _, cases in data["sides"] for _, _, tree, _ in cases}  # over places, which have no numbers here
    for place, (tree, found) in enumerate(zip(data["trees"], theirs, strict=True)):
        if place in put or ("lambertw" in str(tree) and env["alpha"] == 1):  # a branch point, outside each domain
            continue
        node = from_json(tree)
        try:
            if node.op in TRUTH:
                try:
                    assert found is bool(evaluate(node, env)), tree
                except NotRational:
                    assert found is decide(node, {name: value_at(from_json(["sym", name]), env) for name in env}), tree
            else:
                assert math.isclose(found, float(value_at(node, env).middle), rel_tol=1e-10, abs_tol=1e-13), tree
        except (Undefined, BadInput):
            assert found is None, tree


@pytest.mark.parametrize("values", ENDS, ids=lambda values: f"{values['alpha']}-{values['gamma']}")
def test_at_the_ends_nothing_is_wrong_on_paper(page: Any, values: dict[str, str]) -> None:
    for id_, lines in shown_in(page, values).items():
        assert lines, id_
        assert not [line for line in lines if re.search(r"NaN|Infinity|undefined|null|\{\d+\}", line)], (id_, lines)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), id_


def test_a_rival_that_happens_to_hold_is_told(page: Any) -> None:
    lines = shown_in(page, {"alpha": "0.7", "gamma": "1", "c": "0.1", "batch": "1"})["tokens.one_plus_gamma_alpha"]
    assert lines == ["E(α,γ)=1+1⋅0.7=1.7", "Hereithappenstohold."]
    (line,) = shown_in(page, {"alpha": "0.7", "gamma": "2", "c": "0.1", "batch": "1"})["tokens.one_plus_gamma_alpha"]
    assert line == "E(α,γ)=2.19≠2.4=1+2⋅0.7"


def test_a_claim_has_sliders_of_its_own_that_move_the_pages(page: Any) -> None:
    page.evaluate(ALL_OPEN, {"alpha": 0.7, "gamma": 5, "c": 0.154, "batch": 64})
    claim = page.locator("[id='tokens.closed_form']")
    own = claim.get_by_role("slider", name="γ")
    assert own.count() == 1
    own.press("ArrowRight")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("#dp-set-gamma").input_value() == "6"
    assert page.locator("#dp-set-gamma-out").inner_text() == "6"
    assert own.get_attribute("aria-valuetext") == "6"
    assert "0.7" in claim.locator(".live").first.inner_text()
    page.wait_for_function(
        "() => document.querySelector('[data-live=\"tokens.closed_form\"] .m').textContent.includes('7')"
    )
    page.locator("#dp-reset").click()
    assert page.locator("#dp-set-gamma").input_value() == "5"


def test_published_figures_keep_their_own_numbers(page: Any) -> None:
    read = "() => [...document.querySelectorAll('td[data-name=\"in numbers\"]')].map(cell => cell.textContent)"
    before = page.evaluate(read)
    shown_in(page, GENERIC[1])
    assert before
    assert page.evaluate(read) == before
