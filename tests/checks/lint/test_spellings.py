"""The same few statements in many spellings, each name, form and place with each other: only what is wrong is found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from draftproof.checks.lint import onefile

TITLE = "# Speculative decoding\n\n"
NAMED = (
    "E[tokens]", "Expected tokens per round", "Average tokens per step", "Mean acceptance length", "tokens/step", "τ",
    "Effective tokens", "E[N]", "Expected number of generated tokens", "Tokens per forward pass", "mean tokens emitted",
    "Tokens/verification", "expected_tokens", r"$\mathbb{E}[n]$", "𝔼[tokens]", "Expected accepted length", "E[accepted]",
)  # fmt: skip
LINEAR = ("1 + γα", "1 + γ × α", "1 + α * γ", "γ·α + 1", "(1 + γα)", r"$1 + \gamma\alpha$")
RIGHT = ("(1 - α^(γ+1))/(1 - α)", "(1 - α**(γ + 1)) / (1 - α)", r"$\frac{1-\alpha^{\gamma+1}}{1-\alpha}$")
MEANT = (
    "α is the probability that a draft token is accepted and γ the number of draft tokens",
    "α = per-token acceptance rate, γ = draft length",
    "the per-token acceptance probability is α, with γ drafted tokens",
)
PLACES = (
    "{named} = {form}, where {meant}.\n",
    "Here {meant}.\n\n```\n{named} = {form}\n```\n",
    "Here {meant}.\n\n- {named}: `{form}`\n",
    "Here {meant}.\n\n**{named}** ≈ {form}\n",
)

TOKENS = {
    "lin": "1 + {k}*{p}",
    "right": "(1 - {p}^({k}+1))/(1 - {p})",
    "short": "(1 - {p}^{k})/(1 - {p})",
    "times": "{k}*{p}",
}
COSTS = {"right": "1 + {k}*{c}", "turned": "{k}*{c} + 1", "once": "1 + {c}"}
SPEEDUPS = (
    "Speedup = ({tokens}) / ({cost})",
    "Expected speedup: `({tokens}) / ({cost})`",
    "Throughput gain ≈ ({tokens}) / ({cost})",
)
LETTERS = (("α", "γ", "c"), ("p", "K", "c"), ("β", "N", "c"), ("alpha", "gamma", "c"))

RATES = ("acceptance_rate", "accept_prob", "p_accept", "alpha", "token_acceptance_rate", "p", "beta", "accept_ratio")
LENGTHS = ("gamma", "k", "num_draft_tokens", "draft_len", "num_speculative_tokens", "lookahead", "n_spec")
RESULTS = (
    "expected_tokens",
    "tokens_per_step",
    "tokens_per_round",
    "mean_tokens",
    "expected_tokens_per_verify",
    "emitted",
)
SAID = "Speculative decoding: expected tokens per verification of {k} drafts, each accepted with probability {p}."
CODE = {
    "a.py": ('def {r}({p}, {k}):\n    """{said}"""\n    return {form}\n', "{p} ** ({e})"),
    "a.js": ("// {said}\nconst {r} = ({p}, {k}) => {form};\n", "Math.pow({p}, {e})"),
    "a.rs": ("/// {said}\nfn {r}({p}: f64, {k}: f64) -> f64 {{\n    {form}\n}}\n", "{p}.powf({e})"),
    "a.cpp": ("// {said}\ndouble {r}(double {p}, int {k}) {{\n  return {form};\n}}\n", "std::pow({p}, {e})"),
}  # fmt: skip


def fails(path: str, text: str) -> bool:
    return any(one.level.fails for one in onefile.lint_bytes(path, text.encode()).findings)


def in_prose() -> Iterator[tuple[bool, str, str]]:
    """Whether it is right, the file and its text."""
    for place, named, meant in product(PLACES, NAMED, MEANT):
        for right, forms in ((False, LINEAR), (True, RIGHT)):
            for form in forms:
                if "$" not in form or "`" not in place:  # no mathematics in code
                    yield right, "a.md", TITLE + place.format(named=named, form=form, meant=meant)


def of_speedups() -> Iterator[tuple[bool, str, str]]:
    for (tokens, above), (cost, below), said, (p, k, c) in product(TOKENS.items(), COSTS.items(), SPEEDUPS, LETTERS):
        put = {"p": p, "k": k, "c": c}
        meant = f"where {p} is the per-token acceptance probability, {k} the draft length, {c} a draft step's cost over a target's"
        text = said.format(tokens=above.format(**put), cost=below.format(**put))
        yield tokens == "right" and cost != "once", "a.md", f"{TITLE}{text}\n\n{meant}.\n"


def in_code() -> Iterator[tuple[bool, str, str]]:
    for (path, (layout, power)), p, k, r in product(CODE.items(), RATES, LENGTHS, RESULTS):
        longer = f"(1.0 - {power.format(p=p, e=f'{k} + 1')}) / (1.0 - {p})"
        for right, form in ((True, longer), (False, f"1.0 + {k} * {p}"), (False, longer.replace(f"{k} + 1", k))):
            yield right, path, layout.format(r=r, p=p, k=k, form=form, said=SAID.format(p=p, k=k))


ALL = {rows.__name__: tuple(rows()) for rows in (in_prose, of_speedups, in_code)}


@pytest.mark.parametrize("rows", ALL.values(), ids=ALL)
def test_spellings(rows: tuple[tuple[bool, str, str], ...]) -> None:
    missed = [text for right, path, text in rows if not right and not fails(path, text)]
    false = [text for right, path, text in rows if right and fails(path, text)]
    assert (missed[:3], false[:3]) == ([], [])
    assert {right for right, *_ in rows} == {True, False}


def test_the_readme_says_how_many() -> None:
    readme = Path(__file__).parents[3] / "README.md"
    assert f"of {sum(map(len, ALL.values())):,} spellings" in readme.read_text("utf-8")
