"""The formula audit's half that runs where the callable runs: it calls it at one point, and says what came back exactly.

A message's `do` is `signature` or `value`. A point has its numbers as text ("7/10"), sequences as lists of such; `form`
says in which type they are given. A result comes back as its type and the exact number that it holds.
"""

from __future__ import annotations

import inspect
import math
import numbers
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ...subjects.drive import WrongResult
from ...subjects.wire import Array, Message

MAX_BITS = 1 << 20
"""Bits of a number that comes back: a thousand times what the points tried can give."""

Number = Callable[[Fraction, bool], Any]
"""A number of a point, and whether it is one of the natural numbers, as an argument."""


def _fraction(value: Fraction, natural: bool) -> Any:
    return int(value) if natural else value


def _float(value: Fraction, natural: bool) -> Any:
    return int(value) if natural else float(value)


def _only_floats(value: Fraction, natural: bool) -> Any:
    return float(value)


def _array(value: Fraction, natural: bool) -> Any:
    import numpy as np

    return np.array([_float(value, natural)])


FORMS: dict[str, Number] = {"fraction": _fraction, "float": _float, "only floats": _only_floats, "array": _array}
"""In what type numbers are given, in the order in which the audit tries them."""


def drive(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """Answer one message."""
    return (_signature(target) if data["do"] == "signature" else _value(target, data)), ()


def _signature(target: Any) -> list[list[Any]] | None:
    """Each parameter: its name, its kind, whether it has a default, and that default as text; None if they cannot be read."""
    try:
        parameters = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return None
    return [[p.name, p.kind.name, p.default is not p.empty, _line(p.default)] for p in parameters]


def _line(value: Any) -> str:
    return " ".join(repr(value).split())[:60]


def _value(target: Any, data: Any) -> dict[str, Any]:
    point, naturals, form = data["point"], set(data["naturals"]), data["form"]
    given = {parameter: argument(point[name], name in naturals, form) for parameter, name in data["names"].items()}
    positional, by_name = arranged(target, given)
    return encoded(target(*positional, **by_name), one_element=form == "array")


def argument(value: str | list[str], natural: bool, form: str) -> Any:
    """A number or a sequence of a point in the form that the callable takes."""
    if not isinstance(value, list):
        return FORMS[form](Fraction(value), natural)
    if form != "array":
        return [FORMS[form](Fraction(part), natural) for part in value]
    import numpy as np

    return np.array([_float(Fraction(part), natural) for part in value], np.float64)


def arranged(target: Any, given: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Positional-only arguments, with the defaults that stand between them, and the others by name."""
    positional: list[Any] = []
    by_name = dict(given)
    waiting: list[Any] = []
    for parameter in inspect.signature(target).parameters.values():
        if parameter.kind is not parameter.POSITIONAL_ONLY:
            break
        waiting.append(by_name.pop(parameter.name, parameter.default))
        if parameter.name in given:
            positional += waiting
            waiting = []
    return positional, by_name


def encoded(value: Any, *, one_element: bool = False) -> dict[str, Any]:
    """A number as its type and its exact value, or `special` (nan, inf). Raises `WrongResult` for what is no one number."""
    name = type(value).__name__
    if hasattr(value, "dtype") and hasattr(value, "item"):  # NumPy's scalars and arrays, tensors
        name = str(value.dtype).removeprefix("torch.")
        shape = tuple(value.shape)
        if shape and not (one_element and math.prod(shape) == 1):
            raise WrongResult(f"returned {name}[{', '.join(map(str, shape))}], expected one number")
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, numbers.Real | Decimal):
        raise WrongResult(f"returned {_called(value)}, expected a number")
    if isinstance(value, numbers.Rational):
        return {"type": name, "rational": True, **_exact(int(value.numerator), int(value.denominator))}
    number = value if isinstance(value, Decimal) or hasattr(value, "as_integer_ratio") else float(value)
    if not math.isfinite(number):
        return {"type": name, "special": str(float(number))}
    return {"type": name, **_exact(*number.as_integer_ratio())}


def _called(value: Any) -> str:
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _exact(top: int, bottom: int) -> dict[str, Any]:
    if bottom == 0:  # a subclass may say of itself what it likes
        raise WrongResult("returned a number whose denominator is 0")
    bits = max(top.bit_length(), bottom.bit_length())
    if bits > MAX_BITS:
        raise WrongResult(f"returned a number of {bits} bits, expected fewer than {MAX_BITS}")
    return {"top": hex(top), "bottom": hex(bottom)}
