"""The same rivals as changed allocators, by rival id: what the audit must catch, each with a shortest trace."""

from __future__ import annotations

from .allocator import PagedAllocator


class NoCopy(PagedAllocator):
    """Writes into a block that others hold too."""

    def _copied(self, block: int, slots: int) -> int:
        return block


class PartialCopy(PagedAllocator):
    """Copies all entries but the last one."""

    def _copied(self, block: int, slots: int) -> int:
        fresh = self._fresh()
        self._data[fresh][: slots - 1] = self._data[block][: slots - 1]
        self._drop(block)
        return fresh


class OldCountKept(PagedAllocator):
    """Copies a block without letting go of the old one."""

    def _copied(self, block: int, slots: int) -> int:
        fresh = self._fresh()
        self._data[fresh][:slots] = self._data[block][:slots]
        return fresh


class DoubleFree(PagedAllocator):
    """Keeps the table of a sequence that is gone, so that a second `free` counts its blocks down again."""

    def __init__(self, num_blocks: int, block_size: int) -> None:
        super().__init__(num_blocks, block_size)
        self._gone: dict[int, list[int]] = {}

    def free(self, seq: int) -> None:
        if seq in self._tables:
            self._gone[seq] = self._tables[seq]
            super().free(seq)
        else:
            for block in self._gone[seq]:
                self._ref[block] -= 1
                self._free.append(block)


class CopyUnshared(PagedAllocator):
    """Copies a partly filled block whether it is shared or not: right, and a waste."""

    def append(self, seq: int, token: int) -> None:
        table, slot = self._tables[seq], self._lengths[seq] % self._size
        if slot and self._ref[table[-1]] == 1 and self.num_free():
            table[-1] = self._copied(table[-1], slot)
        super().append(seq, token)


class StaleHash(PagedAllocator):
    """Evicts a block without forgetting what it was known by."""

    def _forget(self, block: int) -> None:
        del self._names[block]


class PartialUncounted(PagedAllocator):
    """A fork shares the partly filled last block without counting it."""

    def fork(self, seq: int) -> int:
        child = super().fork(seq)
        if self._lengths[seq] % self._size:
            self._ref[self._tables[seq][-1]] -= 1
        return child


class CapacityOverReported(PagedAllocator):
    """Counts a block as free as soon as one of its holders lets go of it."""

    def __init__(self, num_blocks: int, block_size: int) -> None:
        super().__init__(num_blocks, block_size)
        self._let_go = 0

    def _drop(self, block: int) -> None:
        super()._drop(block)
        self._let_go += self._ref[block] > 0

    def num_free(self) -> int:
        return super().num_free() + self._let_go


class TablesAliased(PagedAllocator):
    """A fork gets its parent's table itself, not a copy of it."""

    def fork(self, seq: int) -> int:
        child = super().fork(seq)
        self._tables[child] = self._tables[seq]
        return child


FAULTY: dict[str, type[PagedAllocator]] = {
    "beam_paging.no_copy": NoCopy,
    "beam_paging.partial_copy": PartialCopy,
    "beam_paging.old_count_kept": OldCountKept,
    "beam_paging.double_free": DoubleFree,
    "beam_paging.copy_unshared": CopyUnshared,
    "beam_paging.stale_hash": StaleHash,
    "beam_paging.partial_uncounted": PartialUncounted,
    "beam_paging.capacity_over_reported": CapacityOverReported,
    "beam_paging.tables_aliased": TablesAliased,
}
