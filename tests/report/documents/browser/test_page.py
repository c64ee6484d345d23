"""The page in Chromium: what stands without JavaScript, what the sliders change, and that nothing overlaps or is cut."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from draftproof.formulas import acceptance_ratio
from draftproof.plan import plan
from draftproof.report.documents import build, plots
from draftproof.report.documents.drawing.scale import shown
from draftproof.report.documents.formats import Layout, files
from draftproof.report.documents.model import Estimate, Recorded, Row

PHONE, DESKTOP = {"width": 320, "height": 700}, {"width": 1400, "height": 900}
ENDS = {"alpha": (0, 1), "gamma": (0, 20), "c": (0, 0.5), "batch": (1, 1024)}

FIGURES = "() => [...document.querySelectorAll('figure, #dp-at, .dp-values')].map(node => node.outerHTML)"

OVERLAPS = """() => {
  const found = [];
  for (const svg of document.querySelectorAll("svg.dp-drawing")) {
    const paper = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter(text => text.textContent.trim());
    const boxes = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
    boxes.forEach(([a, one], i) => {
      if (one.left < paper.left - .5 || one.right > paper.right + .5 || one.bottom > paper.bottom + .5 || one.top < paper.top - 3)
        found.push(`${svg.id}: "${a}" is cut`);
      boxes.slice(i + 1).forEach(([b, other]) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > .5 && high > .25 * one.height) found.push(`${svg.id}: "${a}" and "${b}" overlap`);
      });
    });
  }
  return found;
}"""


def proved(id_: str, *estimates: Estimate, passes: bool = True) -> tuple[str, Recorded]:
    row = Row("proof", "proved" if passes else "refuted", passes, "z3", "1 obligation", "", (), "")
    return id_, Recorded((row,), estimates, {}, () if passes else ("refuted",))


EVIDENCE = dict(
    (
        proved("tokens.closed_form", Estimate("alpha 0.7, gamma 5", "=", 2.95, 0.0132, "294117/100000")),
        proved("sampling_order.speculation_follows_the_processed_law", Estimate("drafted", "=", 0.9, 0.0027, "1/2")),
        proved("tokens.law", passes=False),
    )
)


def moved(page: Any, values: dict[str, Any]) -> None:
    page.evaluate("values => draftproof.recompute(values)", values)


@pytest.fixture(scope="module")
def page(opened: Callable[..., Any], unchecked: Callable[..., Any]) -> Any:
    return opened(unchecked(recorded=EVIDENCE))


def test_recomputing_changes_nothing_where_nothing_moved(page: Any) -> None:
    before = page.evaluate(FIGURES)
    moved(page, {name: float(value) for name, value in page.evaluate("draftproof.data.start").items()})
    assert len(before) > 6
    assert page.evaluate(FIGURES) == before


@pytest.mark.parametrize("values", [
    {"alpha": "0.83", "gamma": "7", "c": "0.02", "batch": "256"}, {"alpha": "0", "gamma": "0", "c": "0", "batch": "1"},
    {"alpha": "1", "gamma": "16", "c": "0.5", "batch": "1024"}, {"alpha": "1", "gamma": "3", "c": "0", "batch": "27"},
    {"alpha": "0.12", "gamma": "20", "c": "0.47", "batch": "5"}, {"alpha": "0.1", "gamma": "2", "c": "0.002", "batch": "2"},
    {"alpha": "0.01", "gamma": "20", "c": "0.5", "batch": "2"}, {"alpha": "0.01", "gamma": "5", "c": "0", "batch": "64"},
    {"alpha": "0.16", "gamma": "5", "c": "0", "batch": "64"}, {"alpha": "0.83", "gamma": "5", "c": "0.004", "batch": "64"},
])  # fmt: skip
def test_moved_plots_are_those_that_python_draws(
    opened: Callable[..., Any], unchecked: Callable[..., Any], values: dict[str, str]
) -> None:
    """Every path, mark, ring, tick, legend, table cell and value, to the last digit."""
    drawn = opened(unchecked(values={name: Fraction(text) for name, text in values.items()})).evaluate(FIGURES)
    page = opened(unchecked())
    moved(page, {name: float(text) for name, text in values.items()})
    assert page.evaluate(FIGURES) == drawn


def test_break_even_costs_are_acceptance_ratios(page: Any) -> None:
    """What halving finds in the page, against the closed form of `draft_cost.break_even`, to the digits that are shown."""
    read = "() => [...document.querySelectorAll('#dp-plot-speedup-over-cost-table tfoot tr > *')].map(cell => cell.textContent)"
    for alpha, gamma in itertools.product((0.05, 0.3, 0.62, 0.7, 0.99), (1, 4, 20)):
        moved(page, {"alpha": alpha, "gamma": gamma, "c": 0.1, "batch": 1})
        exact = [shown(acceptance_ratio(alpha, length)) for length in (gamma, 1, 3, 7)]
        assert page.evaluate(read) == ["falls to 1 at", *exact], (alpha, gamma)
        says = page.evaluate("document.querySelector('#dp-plot-speedup-over-cost .dp-says-since').textContent")
        assert says == f"from c = {shown(alpha)}: If α ≤ c, no draft length pays"


def test_what_lies_beyond_the_plot_is_said(page: Any) -> None:
    moved(page, {"alpha": 0.99, "gamma": 5, "c": 0.01, "batch": 1})
    text = page.evaluate("document.getElementById('dp-plot-speedup-over-gamma').textContent")
    assert "no peak up to 20" in text
    assert page.evaluate("document.getElementById('dp-value-best').textContent") == "none up to 63"
    moved(page, {"alpha": 0.95, "gamma": 5, "c": 0.02, "batch": 1})
    assert page.evaluate("document.getElementById('dp-value-best').textContent") == "31"
    moved(page, {"alpha": 0.5, "gamma": 5, "c": 0.154, "batch": 1})
    assert "≥ 1 up to 1024" in page.evaluate("document.getElementById('dp-plot-speedup-over-batch').textContent")


def test_a_peak_is_where_the_best_draft_length_is_and_nowhere_else(page: Any) -> None:
    """At the slider's positions where doubles would tie: without a cost each draft gains, be it by less than a double holds."""
    legend = "document.querySelector('#dp-plot-speedup-over-gamma .dp-says-0').textContent"
    for alpha, c in itertools.product(
        (0.01, 0.02, 0.1, 0.16, 0.3, 0.5, 0.94, 0.95, 0.98), (0, 0.002, 0.04, 0.056, 0.3, 0.5)
    ):
        moved(page, {"alpha": alpha, "gamma": 5, "c": c, "batch": 1})
        best = page.evaluate("document.getElementById('dp-value-best').textContent")
        said = re.search("peak .*", page.evaluate(legend))[0]
        ring = page.evaluate("document.querySelector('#dp-plot-speedup-over-gamma .dp-ring-0').getAttribute('d')")
        if best == "none up to 63" or int(best) > 20:
            assert (said, ring) == ("peak up to 20", "M0 0"), (alpha, c)
        else:
            assert said.endswith(f" at {best}"), (alpha, c)
            assert ring != "M0 0", (alpha, c)


def test_the_real_optimum_says_why_it_has_no_number(page: Any) -> None:
    read = "document.getElementById('dp-value-best-real').textContent"
    moved(page, {"alpha": 0.1, "gamma": 5, "c": 0.002, "batch": 1})
    assert page.evaluate(read) == "not computed here: an exponent is too large (draftproof plan has it)"
    moved(page, {"alpha": 0.1, "gamma": 5, "c": 0, "batch": 1})
    assert page.evaluate(read) == "none: α or c is not between 0 and 1"
    moved(page, {"alpha": 0.3, "gamma": 5, "c": 0.4, "batch": 1})
    assert page.evaluate(read) == "0.2025"
    assert "where α ≤ c no whole draft pays, and draftproof plan says 0" in page.locator(".dp-values").inner_text()
    assert plan(0.3, 0.4).real_optimum == 0


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_overlaps_or_is_cut_at_any_end_of_the_sliders(
    opened: Callable[..., Any], unchecked: Callable[..., Any], viewport: dict[str, int]
) -> None:
    page = opened(unchecked(recorded=EVIDENCE), viewport=viewport)
    page.evaluate("() => document.querySelectorAll('details').forEach(details => { details.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for ends in (*itertools.product(*ENDS.values()), (0.01, 20, 0.5, 2)):
        moved(page, dict(zip(ENDS, ends, strict=True)))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), ends
        assert page.evaluate(OVERLAPS) == [], ends
        html = page.evaluate("[...document.querySelectorAll('figure, .dp-values')].map(node => node.outerHTML).join()")
        assert not [word for word in ("NaN", "Infinity", "undefined", "null") if word in html], ends


def test_text_that_overlaps_is_seen(opened: Callable[..., Any], unchecked: Callable[..., Any]) -> None:
    page = opened(unchecked(["beam_paging"]))
    page.evaluate("""() => {
      const [first, second] = document.querySelectorAll("#dp-plot-saved-over-prompt text");
      second.setAttribute("y", first.getAttribute("y"));
    }""")
    assert [found for found in page.evaluate(OVERLAPS) if "overlap" in found]


def test_text_is_not_small_on_a_phone(opened: Callable[..., Any], unchecked: Callable[..., Any]) -> None:
    page = opened(unchecked(), viewport=PHONE)
    heights = page.evaluate(
        "[...document.querySelectorAll('svg text')].map(text => text.getBoundingClientRect().height)"
    )
    assert min(height for height in heights if height) >= 9


def test_sliders_by_keyboard_and_back(opened: Callable[..., Any], unchecked: Callable[..., Any]) -> None:
    page = opened(unchecked())
    before = page.evaluate(FIGURES)
    for name in ENDS:
        slider = page.locator(f"#dp-set-{name}")
        slider.press("ArrowRight")
        assert page.locator(f"#dp-set-{name}-out").inner_text() == slider.get_attribute("aria-valuetext")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("#dp-set-alpha-out").inner_text() == "0.71"
    assert page.locator("#dp-value-promised").inner_text() == "5.26"
    assert page.evaluate(FIGURES) != before
    page.locator("#dp-reset").click()
    assert page.evaluate(FIGURES) == before
    assert page.locator("#dp-set-alpha-out").inner_text() == "0.7"


def test_every_key_press_on_a_slider_gives_another_number(
    opened: Callable[..., Any], unchecked: Callable[..., Any]
) -> None:
    page = opened(unchecked())
    slider = page.locator("#dp-set-batch")
    slider.press("Home")
    heard = [slider.get_attribute("aria-valuetext")]
    while slider.input_value() != slider.get_attribute("max"):
        slider.press("ArrowRight")
        heard.append(slider.get_attribute("aria-valuetext"))
    assert heard == sorted(set(heard), key=int)
    assert heard[:5] == ["1", "2", "3", "4", "5"]
    assert heard[-1] == "1024"


def test_every_slider_has_a_label_and_moves_something(
    opened: Callable[..., Any], unchecked: Callable[..., Any]
) -> None:
    page = opened(unchecked())
    for name in ENDS:
        before = page.evaluate(FIGURES)
        assert page.locator(f"#dp-set-{name}").evaluate("input => input.labels[0].textContent.length > 3")
        page.locator(f"#dp-set-{name}").press("End")
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate(FIGURES) != before, name


def test_without_javascript_the_drawings_stand(opened: Callable[..., Any], unchecked: Callable[..., Any]) -> None:
    page = opened(unchecked(), java_script_enabled=False)
    assert page.locator("svg.dp-drawing").count() == page.locator("figure").count() > 6
    assert page.locator("#dp-plot-tokens-over-gamma").is_visible()
    assert not page.locator("#dp-set-alpha").is_visible()
    assert page.locator("#dp-value-expected").inner_text() == "2.941"
    assert page.get_by_text("At α = 0.7, γ = 5, c = 0.154, B = 64, t_w = 4.794, t_c = 0.01623, t_kv = 0:").is_visible()


def test_printed_values_say_at_which_numbers_they_are(
    opened: Callable[..., Any], unchecked: Callable[..., Any]
) -> None:
    page = opened(unchecked(["tokens"]))
    page.locator("#dp-set-alpha").press("ArrowRight")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.emulate_media(media="print")
    assert page.get_by_text("At α = 0.71, γ = 5:", exact=True).is_visible()
    assert not page.locator("#dp-set-alpha").is_visible()


def test_runs_under_a_policy_that_allows_nothing_else(
    chromium: Any, unchecked: Callable[..., Any], bare_page: Callable[..., str]
) -> None:
    document = unchecked(["tokens"])

    def hashed(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    policy = (
        f"default-src 'none'; style-src {hashed(plots.style())}; script-src {' '.join(map(hashed, plots.scripts()))}"
    )
    page = chromium.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    page.set_content(bare_page(document, style="", head=meta))
    page.locator("#dp-set-alpha").press("End")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("#dp-value-promised").inner_text() == "6"
    assert said == []
    page.close()


def test_the_whole_page_lets_its_sliders_work(chromium: Any) -> None:
    """The page as `draftproof derive --format html` writes it, under its own policy and without a network."""
    text = next(iter(files("html", build.document(("tokens.closed_form",)), Layout()).values()))
    context = chromium.new_context(viewport={"width": 360, "height": 700})
    context.set_offline(True)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_content(text)
    page.locator("#dp-set-alpha").press("Home")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("#dp-value-expected").inner_text() == "1"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said == []
    context.close()


def test_a_page_without_data_is_left_alone(chromium: Any) -> None:
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(f"<p>nothing</p><script>{plots.script()}</script>")
    assert errors == []
    page.close()
