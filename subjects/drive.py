"""What a driver needs: it runs in the child, between the messages and the user's code.

A driver is a function `drive(target, data, arrays) -> (data, arrays)`; `target` is what the user named, `data` is JSON.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .wire import Array, Message


class WrongResult(Exception):
    """The user's code returned what it must not; the text says what, and what was expected."""


def call(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """Call the target with the arrays and give back the array that it returns."""
    return None, (as_array(target(*arrays)),)


def as_array(value: Any) -> Array:
    """What has an array's form (NumPy's, torch's on the CPU) as a NumPy array. Raises `WrongResult` otherwise."""
    if not hasattr(value, "__array__"):
        raise WrongResult(f"returned a {type(value).__name__}, expected an array")
    array = np.asarray(value)
    if array.dtype.hasobject:
        raise WrongResult("returned an array of Python objects, expected numbers")
    return array
