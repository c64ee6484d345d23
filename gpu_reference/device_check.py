"""One command that checks the GPU reference on the machine it runs on:

    python gpu_reference/device_check.py [--device cuda|cpu] [--minutes 5] [--out PATH]

It needs torch, triton and NumPy, and no installation: the package is taken from where this file lies, whatever the folder is
called. Prints a summary and writes the report (schema `draftproof/device/1`) to PATH, or to standard output for `-`. Exit code
0: pass; 1: a fault, or not all of it fitted into the time; 2: not run, with the reason, or bad arguments.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PACKAGE = "draftproof"

EXIT_CODES = {"pass": 0, "fault": 1, "incomplete": 1, "not run": 2}


def register(root: Path) -> None:
    """Makes the checkout at `root` the package `draftproof`, before any installed one."""
    spec = importlib.util.spec_from_file_location(PACKAGE, root / "__init__.py", submodule_search_locations=[str(root)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Check the samplers' GPU reference on this machine.")
    parser.add_argument("--device", default="cuda", help="cuda (default), cuda:1, ..., or cpu at a small size")
    parser.add_argument("--minutes", type=float, default=5.0, help="the time it may take (default 5)")
    parser.add_argument("--out", metavar="PATH", help="where the report goes as JSON (- for standard output)")
    options = parser.parse_args(argv)
    if not 0 < options.minutes < float("inf"):
        parser.error(f"--minutes {options.minutes}: expected a positive number")
    try:
        device = importlib.import_module(f"{PACKAGE}.gpu_reference.device")
    except ModuleNotFoundError as error:
        return _say(f"not run: {error.name} not installed")
    try:
        report = device.check(options.device, options.minutes)
    except ValueError as error:  # BadInput, of a class that this file cannot name before the package is there
        return _say(str(error))
    text = json.dumps(report, indent=1, allow_nan=False)
    if options.out == "-":
        print(text)
    elif options.out:
        Path(options.out).write_text(text + "\n", "utf-8")
    print("\n".join(summary(report)), file=sys.stderr if options.out == "-" else sys.stdout)
    return EXIT_CODES[report["verdict"]]


def _say(line: str) -> int:
    print(line, file=sys.stderr)
    return EXIT_CODES["not run"]


def summary(report: Mapping[str, Any]) -> list[str]:
    """The report in lines for a person."""
    if report["verdict"] == "not run":
        return [f"not run: {report['reason']}"]
    found = report["agreement"]
    device = report["device"]
    kernels = {True: "compiled", False: "interpreted", None: "not run"}[device.get("compiled")]
    lines = [
        f"{device.get('name', device['kind'])}: torch {device['torch']}, Triton kernels {kernels}",
        f"agreement: {sum(a['rows'] for a in found)} rows, {sum(a['near'] for a in found)} mismatches within rounding of a "
        f"boundary, {sum(a['faults'] for a in found)} faults; vocabularies up to {max((a['vocab'] for a in found), default=0)}",
        f"exact audit: {len(report['exact'])} instances' groups, {sum(e['rows'] for e in report['exact'])} rows, "
        f"lattices up to {max((e['grid'] for e in report['exact']), default=0)} cells an axis",
    ]
    lines += [
        "{backend} {sampler} {dtype}, vocab {vocab}, gamma {gamma}: {rows_per_second:,} rows/s".format(**rate)
        for rate in report["rates"]
    ]
    lines += [f"skipped: {line}" for line in report["skipped"]] + [f"fault: {line}" for line in report["faults"]]
    return [*lines, f"{report['verdict']} after {report['seconds']} s"]


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path[:] = [place for place in sys.path if Path(place).resolve() != here]  # its modules have plain names
    register(here.parent)
    sys.exit(main())
