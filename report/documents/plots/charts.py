"""The plots of a document as figures of a page, the sliders, and the data that page.js recomputes them from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ....derivations.expr import SCHEMA, Env, Node, to_json
from ....derivations.vocabulary import term
from ..drawing.plot import LEFT, RIGHT, Picture, Since, drawn, falls
from ..drawing.scale import shown
from ..drawing.svg import Markup, element, joined
from ..model import Document
from .model import SLIDERS, Curve, Formula, Plot, Slider, Value
from .page_parts import figure, rows_table
from .pictures import HALVINGS, WRONG, at_text, caption, here_of, named, numbers_text, picture, shared
from .registry import claim_ids, plots, values
from .resolve import Resolved, is_beyond, resolve, value


def charts(document: Document) -> Iterator[tuple[str, str, Markup]]:
    """Chain, id and figure of each plot of a document."""
    ids, start = claim_ids(document), start_of(document)
    for chain, plot in plots(document):
        made = picture(plot, start)
        yield chain, made.id, figure(made.id, drawn(made), plot.title, _notes(plot, start, ids), table(made))


def table(made: Picture) -> Markup:
    """The values at the marks, and where the curves go below the level."""
    rows = [[shown(made.grid[row]), *(shown(line.values[row]) for line in made.lines)] for row in made.rows]
    heads = [made.x_name, *(line.label for line in made.lines)]
    foot = [] if made.level is None else [falls(made), *map(shown, made.crossings)]
    return rows_table(made.id, f"{made.title}: {made.y_label}", heads, rows, foot)


def controls(document: Document) -> str:
    """The sliders, and the lines of values that they move; "" where the document has nothing that moves.

    Without JavaScript the values stand as they are, below the numbers that they are of, and the sliders are not shown. A screen
    reader says the slider's value as it moves, and is not made to read out all the others each time.
    """
    start = start_of(document)
    if not start:
        return ""
    fields = [_slider(slider, start[slider.name]) for slider in SLIDERS if slider.name in start]
    button = element("button", "Back to the first numbers", type="button", id="dp-reset")
    found = [_line(line, start) for line in values(document)]
    at = f"At {numbers_text(_numbers(document, start))}:"
    beyond = [_beyond(slider, start, document.values) for slider in SLIDERS if slider.name in start]
    return element(
        "div",
        *beyond,
        element("fieldset", element("legend", "Your numbers"), *fields, button, class_="dp-sliders", hidden=""),
        *([element("p", at, id="dp-at"), element("dl", *found, class_="dp-values")] if found else []),
        class_="dp-controls",
        id="dp-controls",
    )


def data(document: Document) -> str:
    """What page.js works with, as JSON that may stand in a script element: trees, numbers, and what belongs to which plot."""
    start = start_of(document)
    if not start:
        return ""
    trees: dict[Node, int] = {}
    made = {
        "schema": SCHEMA,
        "left": LEFT,
        "right": RIGHT,
        "halvings": HALVINGS,
        "start": _floats(start),
        "sliders": {slider.name: list(map(int, slider.places)) or None for slider in SLIDERS if slider.name in start},
        "at": [[name, term(name).text] for name in _numbers(document, start)],
        "plots": [_plot(plot, picture(plot, start), trees) for _, plot in plots(document)],
        "values": [
            {
                "id": f"dp-value-{line.id}",
                "none": line.none,
                "beyond": line.beyond,
                **_formula(resolve(line.formula), trees),
            }
            for line in values(document)
        ],
    }
    whole = {**made, "trees": list(map(to_json, trees))}
    return json.dumps(whole, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")


def _notes(plot: Plot, own: Env, ids: frozenset[str]) -> list[str]:
    formulas = [*(curve.formula for curve in plot.curves), *([plot.since] if plot.since else [])]
    found = dict.fromkeys(resolve(formula).claim.id for formula in formulas)
    links = [element("a", id_, href=f"#{id_}") if id_ in ids else element("span", id_) for id_ in found]
    sources = dict.fromkeys(source for curve in plot.curves for source in resolve(curve.formula).sources)
    at = element("span", at_text(plot, own), id=f"dp-plot-{plot.id}-at")
    return ["Drawn ", at, "; formula of ", *_listed(links), "; numbers of ", "; ".join(sources), "."]


def _listed(links: Sequence[Markup]) -> Iterator[Markup]:
    for k, link in enumerate(links):
        yield joined(", ", link) if k else link


def start_of(document: Document) -> dict[str, Fraction]:
    """Where each slider begins: at the reader's own number, else at the first that a plot or value has."""
    start: dict[str, Fraction] = {}
    for found in map(resolve, _formulas(document)):
        for name, number in found.at(document.values).items():
            if found.moved(name):
                start.setdefault(name, number)
    return start


def _numbers(document: Document, start: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The numbers of all values, those that a slider moves first, in the order of the sliders."""
    found: dict[str, Fraction] = {}
    for line in values(document):
        found |= resolve(line.formula).at(start)
    moved = {slider.name: found[slider.name] for slider in SLIDERS if slider.name in found}
    return moved | found


def _formulas(document: Document) -> Iterator[Formula]:
    yield from (curve.formula for _, plot in plots(document) for curve in plot.curves)
    yield from (line.formula for line in values(document))


def _slider(slider: Slider, start: Fraction) -> Markup:
    low, high, here, step = slider.low, slider.high, start, slider.step
    if slider.places:
        low, high, here = (Fraction(slider.nearest(number)) for number in (low, high, here))
    id_ = f"dp-set-{slider.name}"
    return element(
        "div",
        element("label", named(slider.name), for_=id_),
        element(
            "input", id=id_, type="range", min=_plain(low), max=_plain(high), step=_plain(step), value=_plain(here)
        ),
        element("output", shown(float(start)), id=f"{id_}-out", for_=id_, aria_live="off"),
        class_="dp-slider",
    )


def _beyond(slider: Slider, start: Mapping[str, Fraction], own: Env) -> Markup:
    """Says that the reader's own number does not lie on the slider, where that is so."""
    number, sign = own.get(slider.name), term(slider.name).text
    if not isinstance(number, Fraction) or slider.reaches(number):
        return Markup()
    ends = f"{_plain(slider.low)} to {_plain(slider.high)}"
    here = shown(float(start[slider.name]))
    return element("p", f"{sign} = {shown(float(number))} is beyond the plots ({ends}): they begin at {sign} = {here}.")


def _plain(number: Fraction) -> str:
    return f"{float(number):g}"


def _line(line: Value, own: Env) -> Markup:
    found = resolve(line.formula)
    numbers = found.at(own)
    at = value(found.tree, numbers)
    none = line.beyond if at is None and is_beyond(found.tree, numbers) else line.none
    result = element("output", none if at is None else shown(at), id=f"dp-value-{line.id}", aria_live="off")
    name = f"{line.words or found.label}{WRONG if found.wrong else ''}"
    return element("div", element("dt", name), element("dd", "= ", result))


def _formula(found: Resolved, trees: dict[Node, int]) -> dict[str, Any]:
    moved = [name for name in found.numbers if found.moved(name)]
    return {"tree": trees.setdefault(found.tree, len(trees)), "numbers": _floats(found.numbers), "moved": moved}


def _plot(plot: Plot, made: Picture, trees: dict[Node, int]) -> dict[str, Any]:
    curves = [_curve(curve, trees) for curve in plot.curves]
    here = here_of(plot, {})
    return {
        "id": made.id,
        "name": plot.x.name,
        "text": made.x_name,
        "grid": made.grid,
        "rows": made.rows,
        "log": made.log,
        "top": made.top,
        "bottom": made.bottom,
        "steps": made.steps,
        "peak": plot.peak,
        "level": made.level,
        "whole": made.whole,
        "since": None if made.since is None else _since(plot, made.since, trees),
        "here": here is not None,
        "at": [[name, term(name).text] for name in shared(plot, {})],
        "curves": curves,
    }


def _since(plot: Plot, since: Since, trees: dict[Node, int]) -> dict[str, Any]:
    assert plot.since is not None  # what there is a picture of
    return {**_formula(resolve(plot.since), trees), "words": since.words}


def _curve(curve: Curve, trees: dict[Node, int]) -> dict[str, Any]:
    found = resolve(curve.formula)
    shows = [[name, term(name).text] for name in curve.shows]
    return {**_formula(found, trees), "words": caption(curve, found), "shows": shows}


def _floats(numbers: Mapping[str, Fraction]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers.items()}
