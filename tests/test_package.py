"""What lands in site-packages, and what `import draftproof` costs."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "draftproof"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = PYPROJECT["tool"]["setuptools"]["packages"]

ROOT_MODULES = {
    *(
        "__init__",
        "__main__",
        "cli",
        "errors",
        "formulas",
        "ledger",
        "plan",
        "processes",
        "pytest_plugin",
        "sampling",
        "served",
        "verify",
    ),
}
"""The modules that may stand at the root. Each lands in the wheel, so a new one is a decision and is named here."""

NOT_SHIPPED = {"tests", "benchmarks", "build", "dist"}
HEAVY = {"sympy", "z3", "cvc5", "scipy", "numpy", "torch", "click", "rich"}
PLAIN = ("vocabulary", "expr", "domain", "intervals", "figures", "pipelines", "pipeline_forms", "engines")
"""The modules of `derivations` that the command line and the linter read without waiting for SymPy."""


def folder_of(package: str, root: Path) -> Path:
    """Where a listed package lies below the root."""
    return root.joinpath(*package.split(".")[1:])


def shipped_folders(root: Path) -> set[Path]:
    """Every folder with Python files that is neither hidden nor beside the package."""
    below = (file.parent for file in root.rglob("*.py") if not file.relative_to(root).parts[0].startswith("."))
    return {folder for folder in below if not NOT_SHIPPED & set(folder.relative_to(root).parts)}


def expected_in_wheel(root: Path) -> set[str]:
    """The files of the listed packages and their declared data, as the wheel names them."""
    data = PYPROJECT["tool"]["setuptools"]["package-data"]
    patterns = [(package, pattern) for package in PACKAGES for pattern in ["*.py", *data.get(package, [])]]
    files = {file for package, pattern in patterns for file in folder_of(package, root).glob(pattern)}
    return {f"{PACKAGE}/{file.relative_to(root).as_posix()}" for file in files}


def layout_faults(root: Path) -> list[str]:
    """Stray modules at the root, and folders that are not what pyproject.toml lists as packages."""
    stray = {file.stem for file in root.glob("*.py")} - ROOT_MODULES
    listed, found = {folder_of(package, root) for package in PACKAGES}, shipped_folders(root)
    return [
        *(f"{name}.py at the root would land in the wheel" for name in sorted(stray)),
        *(f"{folder.relative_to(root)} has Python files and is not listed" for folder in sorted(found - listed)),
        *(f"{folder.relative_to(root)} is listed and has no Python files" for folder in sorted(listed - found)),
        *(
            f"{folder.relative_to(root)} has no __init__.py"
            for folder in found
            if not (folder / "__init__.py").exists()
        ),
    ]


def loaded_by(statement: str) -> set[str]:
    """The heavy libraries that a fresh interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.anchor)
    return HEAVY & set(done.stdout.split())


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, so that building leaves nothing in the checkout."""
    copy = tmp_path_factory.mktemp("copy") / "some-folder"
    made = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "htmlcov")
    return Path(shutil.copytree(ROOT, copy, ignore=made))


@pytest.fixture(scope="module")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(tree)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.iterdir()
    return built


def test_layout_is_what_pyproject_lists(tree: Path) -> None:
    assert layout_faults(tree) == []


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ("conftest.py", "conftest.py at the root"),
        ("setup.py", "setup.py at the root"),
        ("scratch/notes.py", "scratch has Python files and is not listed"),
        ("scratch/notes.py", "scratch has no __init__.py"),
        ("checks/unlisted/__init__.py", "checks/unlisted has Python files and is not listed"),
    ],
)
def test_planted_stray_is_seen(planted: str, fault: str, tmp_path: Path) -> None:
    for file in [*(folder_of(package, tmp_path) / "__init__.py" for package in PACKAGES), tmp_path / planted]:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert any(fault in line for line in layout_faults(tmp_path))


def test_listed_package_that_is_gone_is_seen(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    assert "checks is listed and has no Python files" in layout_faults(tmp_path)


def test_wheel_holds_the_package_and_nothing_else(wheel: Path, tree: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    metadata = {name for name in names if name.startswith(f"{PACKAGE}-{PYPROJECT['project']['version']}.dist-info/")}
    assert names - metadata == expected_in_wheel(tree)
    assert {name.split("/")[0] for name in names - metadata} == {PACKAGE}
    assert f"{PACKAGE}/py.typed" in names
    assert not {name for name in names if NOT_SHIPPED & set(name.split("/"))}


def test_wheel_declares_the_console_script_and_carries_the_licence(wheel: Path) -> None:
    metadata = {name.split(".dist-info/")[-1]: name for name in zipfile.ZipFile(wheel).namelist()}
    written = configparser.ConfigParser()
    written.read_string(zipfile.ZipFile(wheel).read(metadata["entry_points.txt"]).decode())
    declared = {"console_scripts": PYPROJECT["project"]["scripts"], **PYPROJECT["project"].get("entry-points", {})}
    assert declared["console_scripts"] == {"draftproof": "draftproof.cli:main"}
    assert {group: dict(written[group]) for group in written.sections()} == declared
    assert "licenses/LICENSE" in metadata


def test_import_loads_nothing_heavy() -> None:
    assert loaded_by("import draftproof") == set()


@pytest.mark.parametrize("module", PLAIN)
def test_plain_modules_load_without_sympy(module: str) -> None:
    assert "sympy" not in loaded_by(f"import draftproof.derivations.{module}")


def test_loading_something_heavy_is_seen() -> None:
    assert loaded_by("import draftproof, click, rich") == {"click", "rich"}
