"""The whole page in Chromium: it keeps to the width of a phone, unfolds what is linked to, prints folded parts, changes colours."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
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


def test_folded_claims_are_printed(open_page):
    page = open_page()
    page.emulate_media(media="print")
    assert page.locator("#tokens\\.closed_form .steps").first.bounding_box()["height"] > 0


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
