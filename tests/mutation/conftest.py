"""Collects what became of the mutants and prints it after the run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the generators beside the tests; importlib mode adds no path

REPORT: list[str] = []


@pytest.fixture(scope="session")
def mutation_report() -> list[str]:
    """Lines for the closing summary."""
    return REPORT


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of pytest-xdist hands its lines to the run that started it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["mutants"] = REPORT


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Takes the lines of a worker that has finished."""
    REPORT.extend(getattr(node, "workeroutput", {}).get("mutants", []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the list of mutants."""
    if REPORT:
        terminalreporter.section("mutants")
        for line in REPORT:
            terminalreporter.write_line(line)
