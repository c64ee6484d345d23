"""The house rules that a reader relies on, checked on the sources' syntax trees.

A rule is a function from sources (path below the root -> text) to complaints. Nothing is imported. Each
rule is seen to fail on planted faults.
"""

from __future__ import annotations

import ast
import graphlib
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "draftproof"
MAX_LINES = 500

Sources = Mapping[str, str]
Rule = Callable[[Sources], list[str]]

BASE = {"ledger", "errors"}
MAY_IMPORT = {
    **{
        folder: {folder, "derivations", "formulas", "sampling", "subjects", "processes"} | BASE
        for folder in ("checks", "montecarlo", "gpu_reference")
    },
    "derivations": {"derivations"} | BASE,
    "formulas": {"errors"},
    "sampling": {"derivations", "errors"},
    "subjects": {"subjects"} | BASE,
    "processes": set(),
    "ledger": {"errors"},
    "errors": set(),
}
"""Which parts of the package a part may import. What is not listed (`cli`, `report`, `verify`, `plan`, ...) stands at
the top: it may import every source, and nothing listed may import it."""

HEAVIER_THAN_SYMPY = {"z3", "cvc5", "scipy", "numpy", "torch"}
PLAIN = {f"derivations/{name}.py" for name in ("vocabulary", "expr", "domain", "intervals", "figures", "pipelines")}
"""What the command line and the linter read without waiting for SymPy."""

EVALUATES = {"eval", "exec", "builtins", "sympify", "parse_expr", "pickle", "marshal", "os.system", "os.popen"}
"""What would evaluate or run foreign text. A method `eval` (of a z3 model, say) does not, nor `ast.literal_eval`."""


@dataclass(frozen=True)
class Import:
    """One imported name: its place below the package's root, or the other distribution's name."""

    line: int
    inside: tuple[str, ...] | None = None
    outside: str = ""
    runs: bool = True
    """False under `if TYPE_CHECKING:`, which only a type checker reads."""


def read_sources(root: Path = ROOT) -> dict[str, str]:
    """Every Python file that is shipped, by its path below the root."""
    beside = {"tests", "benchmarks", "build", "dist"}
    folders = (f for f in root.iterdir() if f.is_dir() and f.name not in beside and not f.name.startswith("."))
    files = [*root.glob("*.py"), *(file for folder in folders for file in folder.rglob("*.py"))]
    return {file.relative_to(root).as_posix(): file.read_text("utf-8") for file in sorted(files)}


def imports(path: str, text: str) -> Iterator[Import]:
    """Every import of a module, wherever it stands. `__version__` is the root's one plain datum, free for all."""
    tree = ast.parse(text, path)
    guards = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test).endswith("TYPE_CHECKING")]
    idle = {id(node) for guard in guards for child in guard.body for node in ast.walk(child)}
    folder = tuple(path.split("/")[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = tuple(node.module.split(".")) if node.module else ()
            above = (PACKAGE, *folder[: len(folder) + 1 - node.level]) if node.level else ()
            names = [(*above, *module, alias.name) for alias in node.names]
        else:
            continue
        for name in names:
            if name[0] != PACKAGE:
                yield Import(node.lineno, outside=name[0], runs=id(node) not in idle)
            elif name[1:] != ("__version__",):
                yield Import(node.lineno, inside=name[1:], runs=id(node) not in idle)


def part_of(path: str) -> str:
    """The folder below the root, or the root-level module, that a file belongs to."""
    return path.split("/")[0].removesuffix(".py")


def arrows(sources: Sources) -> list[str]:
    """Imports run down the table `MAY_IMPORT`; the three evidence folders never meet; no source needs tests."""

    def allowed(part: str, target: str) -> bool:
        return target in MAY_IMPORT[part] if part in MAY_IMPORT else target not in {"tests", "benchmarks"}

    return [
        f"{path}:{found.line}: {part_of(path)} imports {target}"
        for path, text in sources.items()
        for found in imports(path, text)
        if found.inside is not None
        for target in [found.inside[0] if found.inside else "__init__"]
        if not allowed(part_of(path), target)
    ]


def light_derivations(sources: Sources) -> list[str]:
    """Derivations import nothing heavier than SymPy, and the plain ones not even that."""
    return [
        f"{path}:{found.line}: imports {found.outside}"
        for path, text in sources.items()
        if part_of(path) == "derivations"
        for found in imports(path, text)
        if found.outside in HEAVIER_THAN_SYMPY | ({"sympy"} if path in PLAIN else set())
    ]


def independent_recheck(sources: Sources) -> list[str]:
    """The re-checker imports only the standard library, so that it shares no code with what it checks."""
    return [
        f"{path}:{found.line}: imports {found.outside or PACKAGE}"
        for path, text in sources.items()
        if path == "checks/recheck.py"
        for found in imports(path, text)
        if found.outside not in sys.stdlib_module_names
    ]


def names_used(node: ast.AST) -> set[str]:
    """The names, plain and dotted, by which one node calls on something."""
    match node:
        case ast.Name():
            return {node.id}
        case ast.Attribute():
            return {node.attr, ast.unparse(node)} - {"eval", "exec"}
        case ast.Import():
            return {part for alias in node.names for part in alias.name.split(".")}
        case ast.ImportFrom(module=str(module)):
            return {*module.split("."), *(n for alias in node.names for n in (alias.name, f"{module}.{alias.name}"))}
        case ast.keyword(arg="shell") if ast.unparse(node.value) != "False":
            return {"shell=True"}
        case _:
            return set()


def nothing_evaluated(sources: Sources) -> list[str]:
    """No source evaluates text, unpickles, or goes through a shell."""
    return [
        f"{path}: {name}"
        for path, text in sources.items()
        for node in ast.walk(ast.parse(text, path))
        for name in sorted(names_used(node) & (EVALUATES | {"shell=True"}))
    ]


def short_modules(sources: Sources) -> list[str]:
    """A module of more than `MAX_LINES` lines is two things."""
    lengths = {path: len(text.splitlines()) for path, text in sources.items()}
    return [f"{path}: {length} lines" for path, length in lengths.items() if length > MAX_LINES]


def no_cycles(sources: Sources) -> list[str]:
    """No module needs itself, by imports inside functions neither."""

    def file_of(place: tuple[str, ...]) -> str | None:
        for end in range(len(place), -1, -1):
            stem = "/".join(place[:end])
            for candidate in (f"{stem}.py", f"{stem}/__init__.py".lstrip("/")):
                if candidate in sources:
                    return candidate
        return None

    graph: dict[str, set[str]] = {
        path: {file for f in imports(path, text) if f.inside is not None and f.runs and (file := file_of(f.inside))}
        - {path}
        for path, text in sources.items()
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return [" <- ".join(error.args[1])]
    return []


RULES: list[Rule] = [arrows, light_derivations, independent_recheck, nothing_evaluated, short_modules, no_cycles]


@pytest.mark.parametrize("rule", RULES)
def test_sources_keep_the_rule(rule: Rule) -> None:
    assert rule(read_sources()) == []


def test_every_source_is_read() -> None:
    read = set(read_sources())
    assert {"__init__.py", "errors.py", "ledger.py", "derivations/expr.py", "checks/metrics/__init__.py"} <= read
    assert not {path for path in read if part_of(path) in {"tests", "benchmarks"} or path.startswith(".")}


REJECTED: list[tuple[Rule, dict[str, str], str]] = [
    (arrows, {"checks/tokens.py": "from ..montecarlo import tokens"}, "checks imports montecarlo"),
    (arrows, {"checks/metrics/read.py": "from ...gpu_reference.audit import run"}, "checks imports gpu_reference"),
    (arrows, {"montecarlo/tokens.py": "from .. import checks"}, "montecarlo imports checks"),
    (arrows, {"gpu_reference/run.py": "def f():\n    import draftproof.montecarlo"}, "imports montecarlo"),
    (arrows, {"checks/tokens.py": "from ..report import text"}, "checks imports report"),
    (arrows, {"checks/tokens.py": "from .. import expected_tokens"}, "checks imports expected_tokens"),
    (arrows, {"checks/tokens.py": "import draftproof"}, "checks imports __init__"),
    (arrows, {"derivations/tokens.py": "from ..checks import smt"}, "derivations imports checks"),
    (arrows, {"derivations/rules/algebra.py": "from ...formulas import speedup"}, "derivations imports formulas"),
    (arrows, {"formulas.py": "from .ledger import Verdict"}, "formulas imports ledger"),
    (arrows, {"ledger.py": "from .derivations.expr import Node"}, "ledger imports derivations"),
    (arrows, {"errors.py": "from . import ledger"}, "errors imports ledger"),
    (arrows, {"cli.py": "from .tests import helpers"}, "cli imports tests"),
    (arrows, {"ledger.py": "if TYPE_CHECKING:\n    from .cli import main"}, "ledger imports cli"),
    *(
        (light_derivations, {"derivations/tokens.py": f"import {library}.part as p"}, f"imports {library}")
        for library in sorted(HEAVIER_THAN_SYMPY)
    ),
    (light_derivations, {"derivations/rules/limit.py": "from numpy import inf"}, "imports numpy"),
    *((light_derivations, {path: "from sympy import Symbol"}, "imports sympy") for path in sorted(PLAIN)),
    (independent_recheck, {"checks/recheck.py": "import json\nfrom ..derivations import expr"}, "imports draftproof"),
    (independent_recheck, {"checks/recheck.py": "def f():\n    import sympy"}, "imports sympy"),
    (nothing_evaluated, {"cli.py": "eval(text)"}, "eval"),
    (nothing_evaluated, {"cli.py": "exec(text)"}, "exec"),
    (nothing_evaluated, {"cli.py": "run = eval"}, "eval"),
    (nothing_evaluated, {"cli.py": "import builtins"}, "builtins"),
    (nothing_evaluated, {"cli.py": "sp.sympify(text)"}, "sympify"),
    (nothing_evaluated, {"cli.py": "from sympy import sympify as s"}, "sympify"),
    (nothing_evaluated, {"cli.py": "from sympy.parsing.sympy_parser import parse_expr"}, "parse_expr"),
    (nothing_evaluated, {"cli.py": "import pickle"}, "pickle"),
    (nothing_evaluated, {"cli.py": "from pickle import load"}, "pickle"),
    (nothing_evaluated, {"cli.py": "subprocess.run(command, shell=True)"}, "shell=True"),
    (nothing_evaluated, {"cli.py": "subprocess.run(command, shell=flag)"}, "shell=True"),
    (nothing_evaluated, {"cli.py": "os.system(command)"}, "os.system"),
    (nothing_evaluated, {"cli.py": "from os import popen"}, "os.popen"),
    (short_modules, {"cli.py": "x = 1\n" * (MAX_LINES + 1)}, f"{MAX_LINES + 1} lines"),
    (no_cycles, {"a.py": "from . import b", "b.py": "from .a import x"}, "a.py"),
    (no_cycles, {"a.py": "from . import b", "b.py": "def f(): import draftproof.c", "c.py": "from . import a"}, "c.py"),
    (no_cycles, {"c/__init__.py": "from .d import x", "c/d.py": "from . import x"}, "c/__init__.py"),
    (no_cycles, {"__init__.py": "from .a import x", "a.py": "import draftproof"}, "a.py"),
]  # fmt: skip

ACCEPTED: list[tuple[Rule, dict[str, str]]] = [
    (arrows, {"checks/tokens.py": "from . import smt\nfrom .. import derivations, formulas, __version__\nimport z3"}),
    (arrows, {"report/text.py": "from ..checks import smt\nfrom ..montecarlo import x\nfrom ..ledger import Ledger"}),
    (arrows, {"__init__.py": "from .cli import main", "plan.py": "from .formulas import speedup"}),
    (light_derivations, {"derivations/tokens.py": "import sympy", "checks/smt.py": "import z3, numpy"}),
    (independent_recheck, {"checks/recheck.py": "import json\nfrom math import gcd", "checks/smt.py": "import z3"}),
    (nothing_evaluated, {"checks/smt.py": "model.eval(x)\nast.literal_eval(t)\nplatform.system()\nrun(shell=False)"}),
    (nothing_evaluated, {"checks/smt.py": "RULE = 'eval(text), pickle'  # exec("}),
    (short_modules, {"cli.py": "x = 1\n" * MAX_LINES}),
    (no_cycles, {"c/__init__.py": "from . import d", "c/d.py": "from .. import __version__"}),
    (no_cycles, {"a.py": "from .b import x", "b.py": "if TYPE_CHECKING:\n    from .a import T"}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "planted", "complaint"), REJECTED)
def test_planted_fault_is_seen(rule: Rule, planted: dict[str, str], complaint: str) -> None:
    assert any(complaint in line for line in rule(planted)), "expected a complaint, there was none"


@pytest.mark.parametrize(("rule", "sources"), ACCEPTED)
def test_what_is_allowed_passes(rule: Rule, sources: dict[str, str]) -> None:
    assert rule(sources) == []


def test_every_rule_has_been_seen_to_fail() -> None:
    assert {rule for rule, _, _ in REJECTED} == set(RULES) == {rule for rule, _ in ACCEPTED}
