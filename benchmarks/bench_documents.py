"""Documents of all chains: the time beyond the derivations, the size of the page, and the sliders' response in Chromium."""

from __future__ import annotations

import compileall
import gc
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ..derivations.claims import select
from ..derivations.derive import derivation
from ..report.documents import build
from ..report.documents.formats import Layout, files
from . import Row

IMPORT = "import time; began = time.process_time(); import sympy; print(time.process_time() - began)"
ROUNDS = 7
LARGEST_PAGE = 1.5e6  # bytes
FRAME = 16.0  # ms
RESPONSE = """() => {
  const times = [];
  for (let k = 0; k < 100; k++) {
    const began = performance.now();
    draftproof.recompute({alpha: k / 100, gamma: k % 17, c: k / 200, batch: 1 + 10 * k});
    times.push(performance.now() - began);
  }
  return times;
}"""
"""Milliseconds for every plot, at a hundred positions of the sliders. The first one also compiles."""


def rows() -> list[Row]:
    """The three bounds that documents keep, each over its limit; and the slowest response, which is the first."""
    imports = statistics.median(_import_seconds() for _ in range(ROUNDS))
    seconds, page = _written()
    times = _responses(page)
    return [
        Row(
            "documents", seconds / imports, "all chains to LaTeX and HTML, derivations apart / import sympy", "<=", 3.0
        ),
        Row("page", len(page.encode()) / LARGEST_PAGE, "bytes of the page of all chains / 1.5 MB", "<=", 1.0),
        Row("sliders", statistics.median(times) / FRAME, "recomputing every plot in Chromium / 16 ms", "<=", 1.0),
        Row("sliders, slowest", max(times) / FRAME, "the slowest of a hundred positions / 16 ms", "<="),
    ]


def _import_seconds() -> float:
    done = subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True)
    return float(done.stdout)


def _written() -> tuple[float, str]:
    """Seconds to make the document and write both formats, the derivations being there already; and the page.

    All that `draftproof derive --all` does beyond them is in the time: reading formulas at their examples, rivals' numbers, the
    judgements on published figures, the plots. Two things are not. What the derivations leave to be collected is collected
    before: else it is chance whether that falls into the time. And our modules are there as bytecode, as SymPy's are when it is
    imported, and as pip leaves them: where Python is told to write none, each run would compile the formats anew.
    """
    for part in ("derivations", "report"):
        compileall.compile_dir(Path(__file__).parents[1] / part, quiet=2)
    found = {claim.id: derivation(claim) for _, claims in select() for claim in claims}
    gc.collect()
    with patch.object(build, "derivation", lambda claim: found[claim.id]):
        began = time.process_time()
        document = build.document()
        texts: list[Mapping[str, str]] = [files(name, document, Layout()) for name in ("latex", "html")]
        return time.process_time() - began, next(iter(texts[-1].values()))


def _responses(page: str) -> list[float]:
    """The response of the page's sliders, in ms; no number where Chromium or Playwright is missing."""
    path = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        print("documents: chromium or playwright is not installed", file=sys.stderr)
        return [math.nan]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder, "page.html")
        file.write_text(page, encoding="utf-8")
        browser: Any = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        shown = browser.new_page()
        shown.goto(file.as_uri())
        times: list[float] = shown.evaluate(RESPONSE)
        browser.close()
    return times
