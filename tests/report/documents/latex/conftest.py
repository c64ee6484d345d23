"""A few claims, and the engine that sets them."""

from __future__ import annotations

import os
import shutil

import pytest
from draftproof.report.documents.build import document
from draftproof.report.documents.model import Document

NAMES = ("tokens.closed_form", "tokens.expectation", "draft_cost.closed_form", "beam_paging.copy_on_write")
"""With rivals and cases, an argument with its reasons beside it, published figures, and a statement in words."""


@pytest.fixture(scope="session")
def few() -> Document:
    return document(NAMES)


@pytest.fixture(scope="session")
def pdflatex() -> str:
    """Its path. Skip without it, but never where the tests must all run."""
    path = shutil.which("pdflatex")
    if path is None and os.environ.get("CI"):
        pytest.fail("pdflatex is not installed: .ci/run installs it")
    if path is None:
        pytest.skip("pdflatex is not installed")
    return path
