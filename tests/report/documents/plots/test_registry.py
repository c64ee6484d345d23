"""The plots that there are: found by their chains' names, each of claims that exist."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from draftproof.derivations.claims import chain_names
from draftproof.derivations.expr import free_names
from draftproof.report.documents.plots.registry import plots, plots_of, values
from draftproof.report.documents.plots.resolve import resolve


def test_a_chain_without_a_module_has_none() -> None:
    assert plots_of("losslessness") == ((), ())
    assert plots_of("model") == ((), ()), "a module that is no chain"


def test_every_plot_goes_over_a_symbol_of_its_curves(unchecked: Callable[..., Any]) -> None:
    found = [plot for _, plot in plots(unchecked())]
    assert len(found) >= 6
    for plot in found:
        for curve in plot.curves:
            tree = resolve(curve.formula).tree
            assert plot.x.name in free_names(tree) or curve is not plot.curves[0] or len(plot.curves) > 1
        assert set(plot.x.rows) <= set(plot.x.grid)


def test_ids_are_unique(unchecked: Callable[..., Any]) -> None:
    ids = [plot.id for _, plot in plots(unchecked())] + [value.id for value in values(unchecked())]
    assert len(ids) == len(set(ids))


def test_plots_follow_the_claims_that_are_asked_for(unchecked: Callable[..., Any]) -> None:
    assert [plot.id for _, plot in plots(unchecked(["tokens.closed_form"]))] == ["tokens-over-gamma"]
    assert list(plots(unchecked(["tokens.recurrence"]))) == []
    assert {chain for chain, _ in plots(unchecked())} <= set(chain_names())
