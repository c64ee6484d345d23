"""Runs every benchmark and prints one table (`make bench`); `python -m draftproof.benchmarks NAME...` runs some."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import Row

PREFIX = "bench_"


def found() -> list[str]:
    """The names of the benchmarks: the modules `bench_NAME` of this folder."""
    modules = (module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    return sorted(name.removeprefix(PREFIX) for name in modules if name.startswith(PREFIX))


def table(rows: Sequence[Row]) -> str:
    """The rows as plain text, one line each, in aligned columns; the last column is free text and is not padded."""
    cells = [("benchmark", "ratio", "goal", "met", "what")]
    for row in rows:
        goal = "-" if row.goal is None else f"{row.bound} {row.goal:g}"
        cells.append((row.name, f"{row.ratio:.3g}", goal, {True: "yes", False: "NO", None: "-"}[row.met], row.what))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in cells)


def measured(names: Sequence[str]) -> Iterator[Row]:
    """The rows of the named benchmarks, in order."""
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr)
        yield from importlib.import_module(f".{PREFIX}{name}", __package__).rows()


def main(names: Sequence[str]) -> int:
    """Print the table of the named benchmarks, of all where none is named. Exit code 2 for a name that is not there."""
    known = found()
    if unknown := [name for name in names if name not in known]:
        print(f"no benchmark {unknown[0]!r}; there are: {', '.join(known) or 'none'}", file=sys.stderr)
        return 2
    print(table(list(measured(names or known))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
