"""What is drawn in a document, chain by chain, from the claims' own formulas.

A chain's plots stand in a module of its name here (found by its file): `PLOTS`, and `VALUES`, the lines of the reader's
own numbers. `figures` draws them, with what simulations measured and how the claims lean on each other; `graph` is the
overview of the chains; `controls` and `data` are what page.js works with; `scripts` and `style` are the files themselves.
"""

from __future__ import annotations

from importlib import resources

from .charts import controls, data, start_of
from .figures import Drawn, figures, graph

__all__ = ["Drawn", "controls", "data", "figures", "graph", "script", "scripts", "start_of", "style"]


def script() -> str:
    """The page's JavaScript: sliders, and what they recompute."""
    return _file("page.js")


def scripts() -> tuple[str, str]:
    """It, and after it what decides exactly for it."""
    return script(), _file("exact.js").strip()


def style() -> str:
    """The style sheet of the drawings; its colours are the page's variables."""
    return _file("drawings.css")


def _file(name: str) -> str:
    return resources.files(f"{__package__.rsplit('.', 1)[0]}.html").joinpath(name).read_text(encoding="utf-8")
