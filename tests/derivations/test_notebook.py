"""What a notebook shows of claims and derivations."""

from __future__ import annotations

import pytest
from draftproof.derivations.claims import claim
from draftproof.derivations.derive import derivation
from draftproof.derivations.mathml import formula
from draftproof.derivations.notation import LATEX
from draftproof.derivations.printing import latex


@pytest.fixture(scope="module")
def closed_form():
    return claim("tokens.closed_form")


def test_a_claim_shows_its_title_statement_domain_and_how_many_rivals(closed_form):
    shown = closed_form._repr_html_()
    assert f"<b>{closed_form.title}</b> <code>tokens.closed_form</code>" in shown
    assert formula(closed_form.statement, display=True) in shown
    assert "for α in [0, 1], γ in {0, 1, ...}." in shown
    assert f"{len(closed_form.rivals)} rivals" in shown


def test_a_claim_as_latex_is_its_statement(closed_form):
    assert closed_form._repr_latex_() == rf"$\displaystyle {latex(closed_form.statement)}$"


def test_a_derivation_shows_every_step_with_its_rule(closed_form):
    found = derivation(closed_form)
    shown, typeset = found._repr_html_(), found._repr_latex_()
    steps = [step for argument in found.arguments for step in argument.steps]
    assert shown.count("<tr>") == len(steps)
    assert "geometric sum: " in shown
    assert all(f"{LATEX.sign[step.relation]} {latex(step.after)}" in typeset for step in steps)
    assert typeset.startswith(r"$\begin{aligned}")
