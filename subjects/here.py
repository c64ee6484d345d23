"""A Python object of the process that runs, asked through an audit's driver as a child would be: for the pytest helpers.

No limits hold here: what hangs, hangs, and what ends the process ends it. What is raised is a `Failed`, as from a child;
`KeyboardInterrupt`, and what pytest raises to skip or fail a test, come through.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .child import Driver, failure
from .load import load
from .outcome import Failed, Outcome, Returned
from .subject import CALL, Subject
from .wire import Array


class Here:
    """A callable of this process. It is asked as a `Subject` is, and is a context as that is."""

    def __init__(self, target: Callable[..., Any], driver: str = CALL) -> None:
        self.target, self.name = target, name_of(target)
        self._driver: Driver = load(driver)

    def ask(self, data: Any = None, *arrays: Array) -> Outcome:
        """The driver's answer to one message, or how the call failed."""
        try:
            found, results = self._driver(self.target, json.loads(json.dumps(data)), arrays)
        except (Exception, SystemExit) as error:
            told = failure(error, self._driver)
            return Failed(told["failed"], told["says"])
        return Returned(json.loads(json.dumps(found)), tuple(results))

    def close(self) -> None:
        """Nothing is held."""

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


Asked = Subject | Here
"""What an audit asks: the user's code in a child process, or in this one."""


def name_of(target: Any) -> str:
    """MODULE:CALLABLE of an object, as its definition says; a test's own function has `<locals>` in it."""
    named = target if hasattr(target, "__qualname__") else type(target)
    return f"{getattr(named, '__module__', '?')}:{named.__qualname__}"
