"""A complaint names an option as it was typed, and a file or a name as the user gave it."""

from __future__ import annotations

from typing import Any

import click
import pytest
from draftproof import cli
from draftproof.errors import BadInput
from draftproof.report.typed import Command, as_typed

PLAN = cli.cli.commands["plan"].params


@pytest.mark.parametrize(
    ("message", "typed"),
    [
        ("alpha: 1.7 is not a number in [0, 1]", "--alpha: 1.7 is not a number in [0, 1]"),
        ("batch is 0, expected 1 or more", "--batch is 0, expected 1 or more"),
        ("draft_cost and drafter: expected one of the two", "--draft-cost and --drafter: expected one of the two"),
        (
            "draft_cost: so small; expected a max_gamma with it",
            "--draft-cost: so small; expected a --max-gamma with it",
        ),
        ("model: 'max_gamma' is unknown", "--model: 'max_gamma' is unknown"),
        ("alphabet: unknown", "alphabet: unknown"),
        ("something about alpha", "something about alpha"),
        ("batch: needs a model; expected model with it", "--batch: needs a model; expected --model with it"),
        ("alpha 0.7, draft_cost 0: unbounded", "--alpha 0.7, --draft-cost 0: unbounded"),
        ("dtype: 'x' is unknown; expected one of 'model'", "--dtype: 'x' is unknown; expected one of 'model'"),
    ],
)
def test_messages(message: str, typed: str) -> None:
    assert as_typed(message, PLAN) == typed


def test_without_such_options_nothing_changes() -> None:
    assert as_typed("alpha: bad", []) == as_typed("alpha: bad", [click.Option(["--beta"])]) == "alpha: bad"


@pytest.mark.parametrize(("given", "said"), [("x", "--gamma: bad"), ("gamma", "gamma: bad")])
def test_a_file_may_be_called_as_an_option_is(given: str, said: str) -> None:
    def complain(**_: Any) -> None:
        raise BadInput("gamma: bad")

    command = Command("demo", params=[click.Argument(["file"]), click.Option(["--gamma"])], callback=complain)
    with pytest.raises(BadInput) as error:
        command.main([given], standalone_mode=False)
    assert str(error.value) == said
