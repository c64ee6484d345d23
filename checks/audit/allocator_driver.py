"""One trace on a user's allocator, held against plain lists: runs in the child, standard library only.

A trace is bytes: the number of blocks, the block size, then one byte an operation (0: none). What a byte means depends
on the sequences that live then (`decoded`), so that every sequence of bytes is a trace, and leaving one out leaves one.
After every operation each sequence must read as its list does; what the allocator shows of its blocks is checked too.
"""

from __future__ import annotations

import inspect
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...subjects.drive import WrongResult
from ...subjects.wire import Array, Message

MAX_BLOCKS, MAX_SIZE, MAX_LIVE = 6, 4, 4
"""Small, so that traces run out of blocks, and sequences meet."""

KINDS = ("append",) * 7 + ("fork",) * 3 + ("free",) * 2 + ("new",) + ("prompt",) * 2 + ("again",)
"""What a byte asks for, by its lower four bits: writes most often, since they are what goes wrong."""

OPTIONAL = ("block_table", "ref_count", "num_free")
PROMPT = "new(prompt)"


@dataclass(frozen=True)
class Operation:
    """One call: `seq` counts sequences in the order in which they were made; `tokens` are a prompt's or one token."""

    name: str
    seq: int
    child: int = -1
    tokens: tuple[int, ...] = ()

    def plain(self) -> list[Any]:
        """As JSON has it."""
        return [self.name, self.seq, self.child, list(self.tokens)]


class FoundFault(Exception):
    """The allocator misbehaved: the kind, one line, and an assertion that fails (`a` is the allocator, `s0` a sequence)."""

    def __init__(self, kind: str, says: str, check: str = "") -> None:
        super().__init__(says)
        self.kind, self.says, self.check = kind, says, check


@dataclass
class Model:
    """What plain lists hold: the tokens of every live sequence, by its number; those that are gone; and a counter."""

    blocks: int
    size: int
    lists: dict[int, list[int]] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)
    made: int = 0
    written: int = 0

    def needed(self, tokens: int) -> int:
        return -(-tokens // self.size)

    def room(self) -> int:
        """Blocks that are left when every sequence has its own: an allocator that shares has at least these."""
        return self.blocks - sum(self.needed(len(tokens)) for tokens in self.lists.values())


def sized(trace: Sequence[int]) -> Model:
    """The model that a trace's first two bytes ask for."""
    first, second = (*trace[:2], 0, 0)[:2]
    return Model(1 + first % MAX_BLOCKS, 1 + second % MAX_SIZE)


def decoded(byte: int, model: Model, prompts: bool) -> Operation | None:
    """The operation that a byte means now; None where it means none."""
    if byte == 0:
        return None
    kind, which = KINDS[byte % 16], byte // 16
    live = sorted(model.lists)
    if not live and kind in ("append", "fork", "free"):
        kind = "new"
    if kind in ("append", "free"):
        seq = live[which % len(live)]
        return Operation(kind, seq, tokens=(model.written,) if kind == "append" else ())
    if kind == "again":
        return Operation("again", model.gone[which % len(model.gone)]) if model.gone else None
    if len(live) >= MAX_LIVE:
        return None
    if kind == "fork":
        return Operation("fork", live[which % len(live)], model.made)
    tokens = _prompt(which, model, live) if kind == "prompt" and prompts else ()
    return Operation("new", model.made, model.made, tokens)


def _prompt(which: int, model: Model, live: list[int]) -> tuple[int, ...]:
    """Half a block to three blocks of one of two texts, or what a live sequence reads."""
    if which >= 12 and live:
        return tuple(model.lists[live[which % len(live)]])
    length = max(1, (1 + which // 2 % 6) * model.size // 2)
    return tuple(1000 * (1 + which % 2) + position for position in range(length))


def observed(target: Any) -> list[str]:
    """Which of the optional parts of the protocol a class has."""
    found = [name for name in OPTIONAL if callable(getattr(target, name, None))]
    try:
        signature = inspect.signature(target.new)
        signature.bind(None, [])
    except (TypeError, ValueError):
        return found
    return [*found, PROMPT]


def drive(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """Run the trace of a message. The reply says what ran and what was wrong; or, for `class`, what the class has."""
    if "class" in data:
        return {"observed": observed(target)}, ()
    fault, done = run(target, data["trace"], data["observed"])
    wrong = {} if fault is None else {"kind": fault.kind, "says": fault.says, "check": fault.check}
    return {"operations": len(done), "done": done if fault or data.get("list") else [], **wrong}, ()


def planned(trace: Sequence[int], done: Sequence[Sequence[Any]], prompts: bool) -> Operation | None:
    """What a trace's last byte asks for, after the operations that were done: for a call that ended the process."""
    model = sized(trace)
    for name, seq, child, tokens, refused in done:
        if refused:
            continue
        if name == "append":
            model.lists[seq].extend(tokens)
            model.written += 1
        elif name in ("new", "fork"):
            model.lists[child] = list(tokens if name == "new" else model.lists[seq])
            model.made += 1
        elif name == "free":
            del model.lists[seq]
            model.gone.append(seq)
    return decoded(trace[-1], model, prompts)


def run(target: Any, trace: Sequence[int], seen: Sequence[str]) -> tuple[FoundFault | None, list[list[Any]]]:
    """One trace on a fresh allocator: the fault, if there is one, and the operations up to it (refused ones marked)."""
    model = sized(trace)
    done: list[list[Any]] = []
    try:
        tried = _Tried(target(model.blocks, model.size), model, seen)
        for byte in trace[2:]:
            operation = decoded(byte, model, PROMPT in seen)
            if operation is not None:
                done.append([*operation.plain(), False])
                done[-1][-1] = tried.call(operation)
    except FoundFault as fault:
        return fault, done
    except WrongResult as error:
        return FoundFault("wrong_result", str(error)), done
    except Exception as error:  # where nothing may be raised: in reading, in what it shows, in being made
        place = traceback.extract_tb(error.__traceback__)[-1].name
        return FoundFault("raises", f"{place}() raised {_line(error)}"), done
    return None, done


def _line(error: Exception) -> str:
    return f"{type(error).__name__}{': ' if str(error) else ''}{' '.join(str(error).split())[:120]}"


class _Tried:
    """The user's allocator beside the model."""

    def __init__(self, subject: Any, model: Model, seen: Sequence[str]) -> None:
        self.subject, self.model = subject, model
        self.tables, self.counts, self.reports = (name in seen for name in OPTIONAL)
        self.handles: dict[int, Any] = {}
        self.old: dict[int, Any] = {}
        self.known: set[int] = set()
        self.check()

    def call(self, operation: Operation) -> bool:
        """One operation on both; True if it was refused, which is checked to have been right and to change nothing."""
        free = self.free() if self.reports else None
        before = self.view() if self.tables or self.counts else {}
        last = self.last_block(operation)
        try:
            result = self._do(operation)
        except Exception as error:
            self._refused(operation, error, free, last)
            self._unchanged(operation, free, before)
            return True
        self._note(operation, result)
        if operation.name == "again":
            self._unchanged(operation, free, before)
        self.check()
        self._not_wasted(operation, last)
        return False

    def _do(self, operation: Operation) -> Any:
        subject = self.subject
        if operation.name == "new":
            return subject.new(list(operation.tokens)) if operation.tokens else subject.new()
        if operation.name == "append":
            return subject.append(self.handles[operation.seq], *operation.tokens)
        if operation.name == "fork":
            return subject.fork(self.handles[operation.seq])
        if operation.name == "free":
            return subject.free(self.handles[operation.seq])
        return subject.free(self.old[operation.seq])

    def _note(self, operation: Operation, result: Any) -> None:
        """The same on plain lists."""
        model = self.model
        if operation.name == "append":
            model.lists[operation.seq].extend(operation.tokens)
            model.written += 1
        elif operation.name in ("new", "fork"):
            if any(result is handle or result == handle for handle in self.handles.values()):
                what = f"{operation.name}() returned the handle of a live sequence"
                raise FoundFault("handles", what, f"assert s{operation.child} not in ({self._live()},)")
            tokens = operation.tokens if operation.name == "new" else model.lists[operation.seq]
            model.lists[model.made], self.handles[model.made] = list(tokens), result
            model.made += 1
        elif operation.name == "free":
            del model.lists[operation.seq]
            self.old[operation.seq] = self.handles.pop(operation.seq)
        # A handle that was given out again names another sequence now: freeing it "again" would be our mistake.
        live = list(self.handles.values())
        model.gone = [seq for seq, handle in self.old.items() if not any(handle is h or handle == h for h in live)]

    def _live(self) -> str:
        return ", ".join(f"s{seq}" for seq in sorted(self.handles))

    def _refused(self, operation: Operation, error: Exception, free: int | None, last: tuple[int, int] | None) -> None:
        """Whether raising was right: only for want of blocks, or for a second `free`."""
        if operation.name == "again":
            return
        what = f"{_text(operation)} raised {_line(error)}"
        model = self.model
        needed = model.needed(len(operation.tokens)) if operation.name == "new" else 1
        if operation.name == "free":
            raise FoundFault("raises", what)
        if free is not None and free >= max(needed, 1):
            raise FoundFault("raises", f"{what}, though num_free() is {free}")
        if operation.name == "append" and len(model.lists[operation.seq]) % model.size and last and last[1] == 1:
            raise FoundFault("raises", f"{what}, though its last block has a free slot and no other holder")
        if operation.name != "fork" and model.room() >= needed:
            room = f"{model.room()} of {model.blocks} blocks would be left if nothing were shared"
            raise FoundFault("leak", f"{what}, though {room}")

    def _unchanged(self, operation: Operation, free: int | None, before: dict[str, Any]) -> None:
        """A refused operation, and a second `free`, change nothing."""
        after = "after a second free" if operation.name == "again" else f"after {operation.name} was refused"
        if free is not None and (now := self.free()) != free:
            raise FoundFault(
                "unchanged", f"num_free() is {now} {after}, and was {free}", f"assert a.num_free() == {free}"
            )
        self.reads(f" {after}")
        if before:
            for check, value in self.view().items():
                if before.get(check, value) != value:
                    raise FoundFault("unchanged", f"{check} is {value} {after}, and was {before[check]}",
                                     f"assert {check} == {before[check]}")  # fmt: skip

    def check(self) -> None:
        """Reads, then what the allocator shows of its blocks."""
        self.reads("")
        held = Counter(b for handle in self.handles.values() for b in self.table(handle)) if self.tables else None
        if held is not None and self.counts:
            self.known |= held.keys()
            for block in sorted(self.known):
                count = self.subject.ref_count(block)
                if count != held[block]:
                    raise FoundFault("counts", f"ref_count({block}) is {count}, and {held[block]} table entries hold it",
                                     f"assert a.ref_count({block}) == {held[block]}")  # fmt: skip
        if not self.reports:
            return
        free, blocks = self.free(), self.model.blocks
        most = blocks if held is None else blocks - len(held)
        if not 0 <= free <= most:
            taken = "" if held is None else f", of which tables hold {len(held)}"
            raise FoundFault(
                "capacity", f"num_free() is {free} of {blocks} blocks{taken}", f"assert 0 <= a.num_free() <= {most}"
            )
        if free < most and (held is not None or not self.handles):
            says = f"num_free() is {free}, and nobody holds {most} of {blocks} blocks"
            raise FoundFault("leak", says, f"assert a.num_free() == {most}")

    def reads(self, after: str) -> None:
        """Every live sequence reads as its list does."""
        for seq, tokens in self.model.lists.items():
            try:
                found = list(self.subject.read(self.handles[seq]))
            except Exception as error:
                raise FoundFault("raises", f"read(s{seq}) raised {_line(error)}{after}", f"a.read(s{seq})") from None
            if found != tokens:
                raise FoundFault("reads", f"s{seq} reads {found}{after}, expected {tokens}",
                                 f"assert list(a.read(s{seq})) == {tokens}")  # fmt: skip

    def _not_wasted(self, operation: Operation, last: tuple[int, int] | None) -> None:
        """No copy of a block that had one holder."""
        if last is None or last[1] != 1:
            return
        place = (len(self.model.lists[operation.seq]) - 1) // self.model.size
        now = self.table(self.handles[operation.seq])[place]
        if now != last[0]:
            says = f"{_text(operation)} moved to block {now}: a copy of block {last[0]}, which no other sequence held"
            raise FoundFault("waste", says, f"assert a.block_table(s{operation.seq})[{place}] == {last[0]}")

    def last_block(self, operation: Operation) -> tuple[int, int] | None:
        """The partly filled block that an append will write, and how many hold it; None if there is none to see."""
        if not self.tables or operation.name != "append":
            return None
        length = len(self.model.lists[operation.seq])
        if length % self.model.size == 0:
            return None
        block = self.table(self.handles[operation.seq])[length // self.model.size]
        return block, sum(self.table(handle).count(block) for handle in self.handles.values())

    def view(self) -> dict[str, Any]:
        """Tables and counts, each by the expression that shows it."""
        shown: dict[str, Any] = {}
        for seq, handle in self.handles.items() if self.tables else ():
            shown[f"a.block_table(s{seq})"] = self.table(handle)
        if self.counts:
            shown |= {f"a.ref_count({block})": self.subject.ref_count(block) for block in sorted(self.known)}
        return shown

    def table(self, handle: Any) -> list[int]:
        return [int(block) for block in self.subject.block_table(handle)]

    def free(self) -> int:
        found = self.subject.num_free()
        if not isinstance(found, int):
            raise WrongResult(f"num_free() returned a {type(found).__name__}, expected an int")
        return found


def _text(operation: Operation) -> str:
    if operation.name == "new":
        return f"new({list(operation.tokens) if operation.tokens else ''})"
    token = "".join(f", {token}" for token in operation.tokens)
    return f"{'free' if operation.name == 'again' else operation.name}(s{operation.seq}{token})"
