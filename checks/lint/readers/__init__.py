"""Files of many kinds to documents: one module a kind, chosen by the file's name; whatever is unknown is plain text.

`decode` and `parse` are the two halves of `read`: between them a run may leave out a text that has nothing to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import PurePath
from typing import cast

from ....errors import BadInput
from ..document import SUPPRESSES, Document, Formula, Kind, Passage, Said, Source
from .compose import Item, Reader, moved

_SUFFIXES = {
    "markdown": "md markdown mdx mkd mdown qmd rmd livemd mystmd",
    "latex": "tex latex ltx sty cls bib tikz",
    "rst": "rst rest",
    "html": "html htm xhtml svg xml vue svelte astro",
    "plain": "txt log text",
    "python": "py pyi pyw python sage",
    "notebook": "ipynb",
    "code": "js jsx mjs cjs ts tsx mts cts java c h cc cpp cxx hpp hh hxx inl cu cuh rs go swift kt kts cs fs scala dart r jl "
    "lua rb php pl sh bash zsh ps1 sql glsl wgsl hlsl vert frag comp metal m matlab octave mm zig nim hs ml clj ex exs erl proto "
    "css scss less",
    "config": "json jsonc json5 yaml yml toml env ini cfg conf",
}
_NAMES = {
    "Makefile": "code",
    "Dockerfile": "code",
    "Jenkinsfile": "code",
    "README": "plain",
    "CHANGELOG": "plain",
    "LICENSE": "plain",
}
READERS: dict[str, str] = {
    **{f".{suffix}": module for module, suffixes in _SUFFIXES.items() for suffix in suffixes.split()},
    **_NAMES,
}
"""A suffix, lower case, or a file's name -> the module here that reads it, loaded when the first such file comes."""

_LANGUAGES = {
    "python": "py", "python3": "py", "py3": "py", "pycon": "py", "ipython": "py", "ipython3": "py", "sage": "py",
    "javascript": "js", "typescript": "ts", "node": "js", "c++": "cpp", "cuda": "cu", "rust": "rs", "golang": "go", "kotlin": "kt",
    "csharp": "cs", "c#": "cs", "julia": "jl", "ruby": "rb", "perl": "pl", "shell": "sh", "console": "sh", "bash": "sh",
    "powershell": "ps1", "mysql": "sql", "postgresql": "sql", "markdown": "md", "latex": "tex", "yml": "yaml",
    "restructuredtext": "rst", "haskell": "hs", "ocaml": "ml",
}  # fmt: skip
"""Names of languages, as code blocks give them, that are not suffixes."""

MAX_LINE = 20_000
_WHOLE = {"notebook": None, "config": None, "html": 200_000}
"""Readers whose files have long lines by nature: JSON on one line, a page that a program wrote. None: no limit."""
MAX_LINES = 20_000
_BOUNDED = frozenset({"markdown", "latex", "rst", "html", "plain"})
"""Readers of text: what stands behind so many lines is a log or a dump, and nobody's statement."""
MAX_EXPRESSIONS = 4_000
"""Of one file: a long paper has some hundreds."""
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def decode(path: str, data: bytes) -> str:
    """The text of a file, with `\\n` at line ends. Raises `BadInput`, in one line, for what is no text."""
    name = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8-sig")
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not {name.removesuffix('-sig').upper()} at byte {error.start}") from None
    if (nul := text.find("\0")) >= 0:
        raise BadInput(f"{path}: a NUL character at line {text.count(chr(10), 0, nul) + 1}")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def kind(path: str) -> str:
    """The module that reads a file of that name."""
    file = PurePath(path)
    return READERS.get(file.name) or READERS.get(file.suffix.lower(), "plain")


def parse(path: str, text: str) -> Document:
    """What a decoded file says. Raises `BadInput` where the file is not of the kind that its name says."""
    module, language = kind(path), PurePath(path).suffix.lower().lstrip(".")
    text, skipped = _shortened(text, _WHOLE.get(module, MAX_LINE), MAX_LINES if module in _BOUNDED else None)
    source = Source(text)
    try:
        return collect(path, source, _reader(module)(source, language), skipped)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def read(path: str, data: bytes) -> Document:
    """What a file says. Raises `BadInput`, in one line that names the file, where it cannot be read."""
    return parse(path, decode(path, data))


def collect(path: str, source: Source, items: Iterable[Item], skipped: list[str]) -> Document:
    """A document of what a reader yields. Passages that are not code are searched for mathematical text."""
    from ..formulas import found  # with its grammar: a run that only asks which files are read needs neither

    sources: dict[int, Source] = {}
    passages: list[Passage] = []
    read: list[Formula] = []
    for item in items:
        if isinstance(item, Passage):
            passages.append(item)
            sources.setdefault(id(item.source), item.source)
        elif isinstance(item, Formula):
            read.append(item)
        elif isinstance(item, Source):
            sources.setdefault(id(item), item)
        else:
            skipped.append(item)
    order = {key: place for place, key in enumerate(sources)}
    passages.sort(key=lambda one: (order[id(one.source)], one.at(0)))
    said: list[Said] = []
    lead = None
    for place, passage in enumerate(passages, 1):
        one = found(passage, MAX_EXPRESSIONS - len(said), lead if passage.kind is Kind.MATH else None)
        lead = one.lead if passage.kind is Kind.MATH else lead
        said += one.said
        read += one.formulas
        skipped += one.skipped
        if len(said) >= MAX_EXPRESSIONS:
            skipped.append(f"line {passage.place(0).line}: what stands behind {MAX_EXPRESSIONS} expressions")
            passages[place:] = filter(_is_kept, passages[place:])
            break
    read.sort(key=lambda one: (order.get(id(one.passage.source), -1), one.passage.at(one.start)))
    return Document(
        path, tuple(sources.values()) or (source,), tuple(passages), tuple(read), tuple(said),
        tuple(skipped),
    )  # fmt: skip


def _is_kept(passage: Passage) -> bool:
    """Whether a passage is read behind what is passed over: code has its own bounds, and suppressions are in comments."""
    return passage.kind in (Kind.CODE, Kind.COMMENT) or SUPPRESSES in passage.text


def reader(language: str) -> Reader | None:
    """The reader of a language by its name or suffix, as fences and script tags give them; None where there is none."""
    name = language.strip().lower().removeprefix(".")
    module = READERS.get("." + _LANGUAGES.get(name, name))
    return None if module is None else _reader(module)


def embedded(outer: Passage, language: str) -> Iterator[Item]:
    """What the text of `outer` says in the language it is in, with places in the source of `outer`. Nothing if unknown."""
    name = language.strip().lower().removeprefix(".")
    name = _LANGUAGES.get(name, name)
    inner = reader(name)
    if inner is not None:
        try:
            yield from moved(inner(Source(outer.text), name), outer)
        except BadInput as error:
            yield f"line {outer.place(0).line}: {error}"


def _reader(module: str) -> Reader:
    return cast(Reader, import_module(f".{module}", __name__).read)


def _shortened(text: str, limit: int | None, count: int | None) -> tuple[str, list[str]]:
    """The text with lines that no person wrote left empty, and what was left out."""
    skipped: list[str] = []
    lines = text.split("\n") if limit is not None or count is not None else []
    if count is not None and len(lines) > count:
        skipped.append(f"line {count + 1}: what stands behind {count} lines")
        del lines[count:]
    for place, line in enumerate(lines):
        if limit is not None and len(line) > limit:
            skipped.append(f"line {place + 1}: more than {limit} characters")
            lines[place] = ""
    return "\n".join(lines) if skipped else text, skipped
