"""The marks on a curve's points: a shape for each curve, so that colour is never the only difference."""

from __future__ import annotations

from .svg import number

R = 3.2
"""Half the width of a mark."""

SHAPES = ("circle", "square", "triangle", "diamond")


def mark(shape: str, x: float, y: float, r: float = R) -> str:
    """The outline of a mark, as a path."""
    to = number
    if shape == "circle":
        arc = f"a{to(r)} {to(r)} 0 1 0"
        return f"M{to(x - r)} {to(y)}{arc} {to(2 * r)} 0{arc} {to(-2 * r)} 0z"
    if shape == "square":
        return f"M{to(x - r)} {to(y - r)}h{to(2 * r)}v{to(2 * r)}h{to(-2 * r)}z"
    if shape == "triangle":
        return f"M{to(x)} {to(y - r)}l{to(r)} {to(2 * r)}h{to(-2 * r)}z"
    return f"M{to(x)} {to(y - r)}l{to(r)} {to(r)}l{to(-r)} {to(r)}l{to(-r)} {to(-r)}z"
