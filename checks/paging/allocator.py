"""A reference allocator for paged KV: copy-on-write for forks, prefix reuse by content, eviction of what nobody holds.

It is what `system` describes (the tests run both side by side), and what `draftproof audit allocator` is tried on. A
block's slots hold tokens, where an engine has keys and values.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence


class OutOfBlocks(Exception):
    """No block is free, and none can be evicted. Nothing has changed."""


class PagedAllocator:
    """`num_blocks` blocks of `block_size` slots. A sequence is known by a number and is a table of blocks."""

    def __init__(self, num_blocks: int, block_size: int) -> None:
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"num_blocks {num_blocks}, block_size {block_size}: expected both to be at least 1")
        self._size = block_size
        self._data: list[list[int | None]] = [[None] * block_size for _ in range(num_blocks)]
        self._ref = [0] * num_blocks
        self._free = list(reversed(range(num_blocks)))
        self._tables: dict[int, list[int]] = {}
        self._lengths: dict[int, int] = {}
        self._made = 0
        self._named: dict[tuple[int, ...], int] = {}  # a prompt up to the end of a full block -> the block
        self._names: dict[int, tuple[int, ...]] = {}  # the same, by block
        self._idle: OrderedDict[int, None] = OrderedDict()  # named, held by nobody; the longest idle first

    def new(self, prompt: Sequence[int] = ()) -> int:
        """A sequence with the tokens of `prompt`; its full blocks are shared with prompts that begin alike."""
        prompt = tuple(prompt)
        shared = self._known(prompt)
        missing = -(-len(prompt) // self._size) - len(shared)
        if missing > self.num_free() - sum(self._ref[block] == 0 for block in shared):
            raise OutOfBlocks
        for block in shared:
            self._hold(block)
        table = list(shared)
        for start in range(len(shared) * self._size, len(prompt), self._size):
            tokens = prompt[start : start + self._size]
            table.append(self._fresh())
            self._data[table[-1]][: len(tokens)] = tokens
            if len(tokens) == self._size:
                self._name(table[-1], prompt[: start + self._size])
        return self._register(table, len(prompt))

    def append(self, seq: int, token: int) -> None:
        """One token more. A partly filled block that others hold too is copied before it is written."""
        table, slot = self._tables[seq], self._lengths[seq] % self._size
        if slot == 0:
            table.append(self._fresh())
        elif self._ref[table[-1]] > 1:
            table[-1] = self._copied(table[-1], slot)
        self._data[table[-1]][slot] = token
        self._lengths[seq] += 1

    def fork(self, seq: int) -> int:
        """A sequence with the same tokens, which shares every block."""
        table = list(self._tables[seq])
        for block in table:
            self._hold(block)
        return self._register(table, self._lengths[seq])

    def free(self, seq: int) -> None:
        """The sequence is gone, and lets go of its blocks. Raises `KeyError` when it is gone already."""
        table = self._tables.pop(seq)
        del self._lengths[seq]
        for block in reversed(table):
            self._drop(block)

    def read(self, seq: int) -> list[int]:
        """The tokens of a sequence."""
        length = self._lengths[seq]
        tokens = [token for block in self._tables[seq] for token in self._data[block]]
        return tokens[:length]  # type: ignore[return-value]  # below the length every slot was written

    def block_table(self, seq: int) -> list[int]:
        """The blocks of a sequence, in order."""
        return list(self._tables[seq])

    def ref_count(self, block: int) -> int:
        """How many table entries hold a block."""
        return self._ref[block]

    def num_free(self) -> int:
        """How many blocks can be had: those on the free list, and those that can be evicted."""
        return len(self._free) + len(self._idle)

    def _register(self, table: list[int], length: int) -> int:
        self._made += 1
        self._tables[self._made], self._lengths[self._made] = table, length
        return self._made

    def _known(self, prompt: tuple[int, ...]) -> list[int]:
        """The blocks of the longest known beginning of a prompt."""
        blocks: list[int] = []
        for end in range(self._size, len(prompt) + 1, self._size):
            if prompt[:end] not in self._named:
                break
            blocks.append(self._named[prompt[:end]])
        return blocks

    def _name(self, block: int, tokens: tuple[int, ...]) -> None:
        if tokens not in self._named:
            self._named[tokens], self._names[block] = block, tokens

    def _fresh(self) -> int:
        """A free block, or the one that has been idle longest, whose name is then forgotten."""
        if self._free:
            block = self._free.pop()
        elif self._idle:
            block, _ = self._idle.popitem(last=False)
            self._forget(block)
        else:
            raise OutOfBlocks
        self._ref[block] = 1
        return block

    def _forget(self, block: int) -> None:
        del self._named[self._names.pop(block)]

    def _copied(self, block: int, slots: int) -> int:
        """A fresh block with the first slots of a shared one, which is let go of."""
        fresh = self._fresh()
        self._data[fresh][:slots] = self._data[block][:slots]
        self._drop(block)
        return fresh

    def _hold(self, block: int) -> None:
        self._ref[block] += 1
        self._idle.pop(block, None)

    def _drop(self, block: int) -> None:
        self._ref[block] -= 1
        if self._ref[block] == 0:
            if block in self._names:
                self._idle[block] = None
            else:
                self._free.append(block)
