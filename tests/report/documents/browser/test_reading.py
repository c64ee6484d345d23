"""The whole page in Chromium: it keeps to the width of a phone, unfolds what is linked to, prints folded parts, changes colours."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from draftproof.report.documents import build
from draftproof.report.documents.formats import Layout
from draftproof.report.documents.html import files, packing

CLAIMS = ("tokens.closed_form", "tokens.linear_overestimates", "draft_length.unimodal", "sampling_order.temperature")
OPEN = "() => document.querySelectorAll('details').forEach(one => { one.open = true; })"
WIDE = """() => [...document.querySelectorAll('main *')].filter(node => {
  const box = node.getBoundingClientRect();
  return box.width && box.right > document.documentElement.clientWidth + 1 && getComputedStyle(node).position !== 'absolute';
}).map(node => node.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def document() -> Any:
    return build.document(CLAIMS)


@pytest.fixture(scope="module", params=["plain", "packed"])
def path(request: Any, document: Any, tmp_path_factory: Any) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "packed":
            patch.setattr(packing, "LARGEST", 1000)
        ((name, content),) = files(document, Layout()).items()
    file = tmp_path_factory.mktemp(request.param) / name
    file.write_text(content, encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def open_page(chromium: Any, path: str) -> Iterator[Callable[..., Any]]:
    """Opens the page from its file, offline; whatever its console says is a failure."""
    said: list[str] = []
    contexts = []

    def opened(fragment: str = "", **options: Any) -> Any:
        context = chromium.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(path + fragment)
        page.wait_for_function("() => !document.getElementById('dp-packed')")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize("width", [360, 768, 1400])
def test_unfolded_it_is_no_wider_than_the_window(open_page, width):
    page = open_page(viewport={"width": width, "height": 800})
    page.evaluate(OPEN)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert page.evaluate(WIDE) == []


@pytest.mark.parametrize("width", [320, 390, 768])
def test_long_numbers_of_a_reader_move_their_claim_and_not_the_page(chromium: Any, tmp_path: Any, width: int) -> None:
    values = {"alpha": Fraction("0." + "3" * 30), "c": Fraction("0.123456789012345678901234567890")}
    ((name, content),) = files(build.document(("draft_length.real_peak",), values=values), Layout()).items()
    (tmp_path / name).write_text(content, encoding="utf-8")
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.goto((tmp_path / name).as_uri())
    page.evaluate(OPEN)
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    assert page.evaluate("() => document.querySelector('details.claim').scrollWidth") > width
    page.close()


def test_on_the_smallest_phone_nothing_is_wider_than_its_claim(chromium: Any, tmp_path: Any) -> None:
    """With cases in a sum in a sum, as the widest formulas have them."""
    ((name, content),) = files(build.document(("acceptance.rates_add_up", "tokens.positions")), Layout()).items()
    (tmp_path / name).write_text(content, encoding="utf-8")
    page = chromium.new_page(viewport={"width": 320, "height": 800})
    page.goto((tmp_path / name).as_uri())
    page.evaluate(OPEN)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 320
    assert (
        page.evaluate("""() => [...document.querySelectorAll('details.claim')].filter(
      claim => claim.scrollWidth > claim.clientWidth || claim.scrollHeight > claim.clientHeight).length""")
        == 0
    )
    page.close()


SPILT = """() => [...document.querySelectorAll('.m')].filter(node => node.scrollWidth > node.clientWidth + 1)
  .map(node => node.textContent.slice(0, 60))"""


def test_on_a_phone_no_formula_is_wider_than_its_box(chromium: Any, tmp_path: Any) -> None:
    ((name, content),) = files(build.document(("losslessness.declared", "losslessness.one_position")), Layout()).items()
    (tmp_path / name).write_text(content, encoding="utf-8")
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    page.goto((tmp_path / name).as_uri())
    page.evaluate(OPEN)
    assert page.evaluate(SPILT) == []
    heads = "[...document.querySelectorAll('main > section thead')].map(node => node.getBoundingClientRect().width)"
    assert min(page.evaluate(heads)) <= 1
    boxes = page.evaluate("""() => [...document.querySelectorAll("[id='losslessness.declared'] > p > math")].map(node => {
      const box = node.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; })""")
    for a, b in itertools.combinations(boxes, 2):
        assert min(a[2], b[2]) <= max(a[0], b[0]) + 1 or min(a[3], b[3]) <= max(a[1], b[1]) + 1
    page.close()


def test_a_link_unfolds_its_claim_again(open_page: Callable[..., Any]) -> None:
    page = open_page("#draft_length.unimodal")
    page.evaluate("() => { document.getElementById('draft_length.unimodal').open = false; }")
    page.evaluate("""() => {
      const link = document.createElement("a");
      link.href = "#draft_length.unimodal";
      document.body.append(link);
      link.click();
    }""")
    assert page.evaluate("document.getElementById('draft_length.unimodal').open")


def test_what_sticks_out_is_seen(open_page):
    page = open_page(viewport={"width": 360, "height": 800})
    page.evaluate("() => { document.querySelector('h2').style.width = '400px'; }")
    assert page.evaluate(WIDE)


@pytest.mark.parametrize("id_", ["tokens.closed_form", "tokens.one_plus_gamma_alpha"])
def test_a_linked_claim_or_rival_is_unfolded(open_page, id_):
    page = open_page(f"#{id_}")
    assert page.evaluate("() => [...document.querySelectorAll('details.claim[open]')].map(one => one.id)") == [
        "tokens.closed_form"
    ]


def test_the_switches_unfold_all_and_change_the_colours(open_page):
    page = open_page(color_scheme="light")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(paper) != light
    page.get_by_role("button", name="Unfold all").click()
    assert page.evaluate("() => document.querySelectorAll('details.claim:not([open])').length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_the_paper(open_page, scheme):
    page = open_page(color_scheme=scheme)
    value = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
    for paper in ("--dp-paper", "--dp-soft"):
        for ink in ("--dp-ink", "--dp-muted", "--dp-link", "--dp-good", "--dp-bad"):
            assert contrast(page.evaluate(value, ink), page.evaluate(value, paper)) >= 4.5, (ink, paper)
    assert contrast(page.evaluate(value, "--dp-warn"), page.evaluate(value, "--dp-warn-soft")) >= 4.5


@pytest.mark.parametrize("way", ["system", "switch"])
def test_it_prints_dark_on_light_whatever_the_screen_shows(open_page, way):
    page = open_page(color_scheme="dark" if way == "system" else "light")
    if way == "switch":
        page.get_by_role("button", name="Light or dark").click()
    colours = """() => [getComputedStyle(document.body), getComputedStyle(document.querySelector('svg .dp-text'))].flatMap(
      one => [one.color, one.fill, one.backgroundColor])"""
    dark = page.evaluate(colours)
    page.emulate_media(media="print", color_scheme="dark" if way == "system" else "light")
    printed = page.evaluate(colours)
    assert dark[0] == "rgb(230, 233, 237)"
    assert (printed[0], printed[2], printed[4]) == ("rgb(27, 31, 36)", "rgb(255, 255, 255)", "rgb(27, 31, 36)")


TOP = "id => Math.abs(document.getElementById(id).getBoundingClientRect().top)"


@pytest.mark.parametrize(
    "id_", ["tokens.closed_form", "tokens.one_plus_gamma_alpha", "draft_length.unimodal", "tokens"]
)
def test_a_deep_link_ends_where_it_points(open_page, id_):
    page = open_page(f"#{id_}", viewport={"width": 1300, "height": 500})
    page.wait_for_timeout(1200)  # a smooth way takes that long
    assert page.evaluate(TOP, id_) < 2


@pytest.mark.parametrize("id_", ["tokens.one_plus_gamma_alpha", "draft_length.unimodal"])
def test_a_link_into_a_folded_claim_ends_where_it_points(open_page, id_):
    page = open_page(viewport={"width": 1300, "height": 500})
    page.evaluate("id => { location.hash = id; }", id_)
    page.wait_for_timeout(1500)
    assert page.evaluate(TOP, id_) < 2


def test_folded_claims_and_numbers_of_plots_are_printed(open_page):
    page = open_page()
    page.emulate_media(media="print")
    for folded in ("#tokens\\.closed_form .steps", "#dp-plot-tokens-over-gamma-table"):
        assert page.locator(folded).first.bounding_box()["height"] > 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("() => document.querySelectorAll('details:not([open])').length") == 0
    assert not page.get_by_text("Link to this claim").first.is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("() => document.querySelectorAll('details[open]').length") == 0


def test_without_javascript_the_numbers_of_plots_are_printed(chromium: Any, path: str) -> None:
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(path)
    table = page.locator("#dp-plot-tokens-over-gamma-table")
    assert not table.is_visible()
    page.emulate_media(media="print")
    assert table.bounding_box()["height"] > 0
    context.close()


def test_without_javascript_a_page_of_one_chain_has_all_of_it(chromium: Any, document: Any, tmp_path: Any) -> None:
    """From the index, which is packed, over its link to the page of a chain: whatever the claims say can be read there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "LARGEST", 1000)
        index = files(document, Layout(pages=True))["index.html"]
    for name, content in {**files(document, Layout(pages=True)), "index.html": index}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    assert page.locator(".steps").count() == 0
    assert page.get_by_text("need JavaScript. Pages that have them without it are here").is_visible()
    page.locator("#tokens\\.closed_form > summary").click()
    page.locator("#tokens\\.closed_form").get_by_role("link", name="how to read them without JavaScript").click()
    page.locator("#packed").get_by_role("link", name="Tokens per verification").click()
    assert page.url.endswith("tokens.html")
    page.locator("#tokens\\.closed_form > summary").click()
    claim = page.locator("#tokens\\.closed_form")
    assert claim.locator(".steps > li").first.is_visible()
    assert claim.get_by_text("geometric sum").first.is_visible()
    assert claim.locator("aside.tempting").count() == len(document.entries[0].rivals)
    assert claim.get_by_role("heading", name="Evidence").is_visible()
    assert page.locator(".packed").count() == 0
    assert [box for box in page.locator("input").all() if box.is_visible()] == [], "nothing that does nothing"
    context.close()


def test_a_claim_reads_aloud(chromium: Any, document: Any, tmp_path: Any) -> None:
    """What a screen reader is given: headings, formulas with their fractions and exponents, steps as a list, boxes as notes."""
    ((name, content),) = files(document, Layout()).items()
    (tmp_path / name).write_text(content, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / name).as_uri() + "#tokens.closed_form")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    parts = {node["nodeId"]: node for node in nodes}

    def said(node: dict[str, Any]) -> str:
        role, inner = (
            node["role"]["value"],
            "".join(said(parts[id_]) for id_ in node.get("childIds", ()) if id_ in parts),
        )
        if role == "StaticText":
            return str(node["name"]["value"])
        return f"{role.removeprefix('MathML')}[{inner}]" if role in ("MathMLFraction", "MathMLSup") else inner

    formulas = {said(node) for node in nodes if node["role"]["value"] == "MathMLMath"}
    assert "=Fraction[1−Sup[0.76]0.3]" in formulas
    snapshot = page.locator("[id='tokens.closed_form']").aria_snapshot()
    for line in (
        'heading "Closed form" [level=3]',
        'heading "Derivation" [level=4]',
        "- list:",
        'slider "α": "0.7"',
        "- note:",
    ):
        assert line in snapshot, line
    assert "complementary" not in snapshot, "three hundred landmarks are none"
    page.close()


def test_what_a_reader_moved_is_printed_and_nothing_twice(open_page: Callable[..., Any]) -> None:
    page = open_page("#tokens.closed_form")
    lines = page.locator("[id='tokens.closed_form'] .live").first
    lines.get_by_role("slider", name="γ").wait_for()
    page.emulate_media(media="print")
    assert not lines.is_visible()
    page.evaluate("draftproof.recompute({ ...draftproof.data.start, gamma: 3 })")
    assert lines.is_visible()
    assert not lines.get_by_role("slider").first.is_visible()


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
