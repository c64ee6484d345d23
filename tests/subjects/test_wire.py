"""Messages come through as they were, and nothing else is taken for one."""

from __future__ import annotations

import numpy as np
import pytest
from draftproof.subjects.wire import HEADER, pack, unpack

ARRAYS = [
    np.array([1.5, np.nan, -np.inf]),
    np.zeros((0, 5), bool),
    np.array(3, np.int32),
    np.asfortranarray(np.arange(6, dtype=np.int64).reshape(2, 3)),
]


def test_data_and_arrays_come_through() -> None:
    data = {"operations": [["append", 1, 2]], "text": "γ\n", "none": None}
    frame = pack(data, ARRAYS)
    assert HEADER.unpack(frame[: HEADER.size]) == (len(frame) - HEADER.size,)
    found, arrays = unpack(frame[HEADER.size :])
    assert found == data
    for got, sent in zip(arrays, ARRAYS, strict=True):
        assert (got.dtype, got.shape) == (sent.dtype, sent.shape)
        np.testing.assert_array_equal(got, sent)


@pytest.mark.parametrize("array", [np.array([object()]), np.array([[1], [2, 3]], dtype=object)])
def test_objects_are_not_sent(array: np.ndarray) -> None:
    with pytest.raises(ValueError, match="allow_pickle"):
        pack(None, [array])


BODY = pack([1], [np.arange(3)])[HEADER.size :]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"garbage",
        b"{}\n",
        b'{"data": 1, "arrays": "two"}\n',
        b'{"data": 1, "arrays": 1}\n',
        BODY[:-1],
        BODY + b"x",
    ],
)
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (the parsers' own messages)
        unpack(body)
