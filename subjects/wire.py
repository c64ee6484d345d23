"""Messages between an audit and the child that runs the user's code: JSON and raw NumPy arrays, never pickles.

A frame is eight bytes of length (big-endian), then that many bytes: a JSON line `{"data": ..., "arrays": n}`, then n
arrays in NumPy's own format (`numpy.lib.format`, without pickles).
"""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

HEADER = struct.Struct(">Q")

MAX_FRAME = 1 << 30
"""Bytes of one message, a hundred times the logits of a large batch: a length beyond it is no length."""

Array = NDArray[Any]
Message = tuple[Any, tuple[Array, ...]]
"""Data as JSON has it, and arrays."""


def pack(data: Any, arrays: Sequence[Array] = ()) -> bytes:
    """A message as one frame. Raises `ValueError` or `TypeError` for what has no such form (arrays of objects)."""
    body = io.BytesIO()
    body.write(json.dumps({"data": data, "arrays": len(arrays)}).encode() + b"\n")
    for array in arrays:
        npy.write_array(body, np.asarray(array), allow_pickle=False)
    if body.tell() > MAX_FRAME:
        raise ValueError(f"a message of {body.tell()} bytes, more than {MAX_FRAME}")
    return HEADER.pack(body.tell()) + body.getvalue()


def unpack(body: bytes) -> Message:
    """The message of a frame's body. Raises `ValueError` for what is not one."""
    stream = io.BytesIO(body)
    head = json.loads(stream.readline())
    if not (isinstance(head, dict) and head.keys() == {"data", "arrays"} and isinstance(head["arrays"], int)):
        raise ValueError("not a message")
    arrays = tuple(npy.read_array(stream, allow_pickle=False) for _ in range(head["arrays"]))
    if stream.tell() != len(body):
        raise ValueError("bytes after the last array")
    return head["data"], arrays
