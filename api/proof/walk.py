"""Check the whole log: each event against its leaf, the leaves against the signed checkpoints.

The report names the first change. If an event and its leaf differ, the next signed head shows which of the two was
changed. If both were rewritten to fit each other, the report names the leaves between two checkpoints.

As long as nothing is wrong, the log is checked in ranges, which processes can share (`api.proof.leaf_ranges`). From the
first range in which anything is not as it should be, this process goes through the leaves one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias
from uuid import UUID

import msgspec

from api.proof.files import FileOfEvent, Files, StoredFiles
from api.proof.keeper import leaf_of
from api.proof.leaf_ranges import BATCH, SIZE, CleanRange, LeafRange, check_range, has_nodes
from api.proof.texts import Texts
from domain.proof import checkpoints
from domain.proof.notes import NoteError, PublicKey
from domain.proof.tiles import HEIGHT
from domain.proof.tree import EMPTY, Edge

if TYPE_CHECKING:
    from store.events.leaves import Leaf
    from store.events.log import Event, Log

Check: TypeAlias = Callable[[Iterable[LeafRange]], Iterator[tuple[LeafRange, CleanRange | None]]]
"""A function that checks ranges as `check_range` does, in order."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A fault of the log.

    ``kind``: of events ``changed``, ``removed``, ``inserted``, ``reordered``, or ``skipped`` (it has no leaf);
    ``leaf`` or ``node`` (a row of the log was changed, its event was not), ``rewritten`` (events and log), ``cut`` (the
    log is too short), ``checkpoint`` (it is not signed, or not of this log), ``file`` (an uploaded file of a
    dispute does not fit its event), ``text`` (a name or another text about people is not the one that was recorded).
    """

    kind: str
    message: str
    stream: UUID | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class WalkReport:
    """The result of a check. ``broken``: the first bad event, and checkpoints that do not fit."""

    leaves: int
    waiting: int
    """The number of events that are not in the log yet."""
    signed: int
    """The number of leaves under a good checkpoint."""
    checkpoints: int
    broken: tuple[Broken, ...]


@dataclass(frozen=True, slots=True)
class KnownCheckpoint:
    """A checkpoint and its source: the database or a file."""

    where: str
    note: str


@dataclass(frozen=True, slots=True)
class _Head:
    size: int
    root: bytes
    where: str


class CleanPart(msgspec.Struct):
    """The first leaves of a log, which were checked: nothing was changed there."""

    leaves: int = 0
    last: int = -1
    """The position of their last event."""
    peaks: tuple[bytes, ...] = ()
    """The hashes of their largest complete subtrees."""
    signed: int = 0
    """The size of the largest head among them that fits its checkpoint."""
    heads: str = ""
    """A digest of the signed heads among them, so that another head is not taken as checked."""
    files: list[FileOfEvent] = []
    """The files that were handed in."""
    missing: dict[str, tuple[UUID, int]] = {}
    """The texts that events need and that are not there, by token."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to check a log. ``size``: the leaves of a range, a power of two.

    ``progress`` is called with the number of leaves of each part that is done, ``note`` with a function that returns
    the clean part so far. ``clean``: a part that an earlier call has checked.
    """

    check: Check | None = None
    size: int = SIZE
    progress: Callable[[int], object] = lambda count: None
    note: Callable[[Callable[[], CleanPart]], object] = lambda part: None
    clean: CleanPart | None = None


def walk(
    log: Log, known: Sequence[KnownCheckpoint], keys: Sequence[PublicKey] = (), plan: Plan | None = None
) -> WalkReport:
    """Check the whole log. ``known``: checkpoints beside those in the database; ``keys``: the only keys to trust."""
    return _Walk(log, known, keys, plan or Plan()).run()


class _Walk:
    def __init__(self, log: Log, known: Sequence[KnownCheckpoint], keys: Sequence[PublicKey], plan: Plan) -> None:
        self.log = log
        self.stored_files = StoredFiles(log.attachments)
        self.files = Files()
        self.texts = Texts(log)
        self.plan = plan
        self.broken: list[Broken] = []
        self.heads = self._heads(known, keys)
        self.leaves = Edge()
        """The tree of the leaves as they are stored."""
        self.events: Edge | None = Edge()
        """The tree of the leaves computed from the events; None once events cannot be matched with leaves."""
        self.doubt: Broken | None = None
        """An event that differs from its leaf, before a signed head shows which of the two was changed."""
        self.doubtful_nodes: list[str] = []
        """The faults of nodes over that event, which may be the fault of its leaf."""
        self.moved: Leaf | None = None
        """The first leaf that has another position than its event."""
        self.good = 0
        """The size of the last head that fits its checkpoint."""

    def run(self) -> WalkReport:
        last = self._take_clean_part()
        events = self.log.events(BATCH, last)
        for leaf in self._leaves(self.leaves.size):
            last = leaf.position
            if self.events is not None:
                self._compare(leaf, next(events, None))
            for node in self.leaves.add(leaf.hash)[1:]:
                if node.level % HEIGHT == 0 and not has_nodes(self.log, node.level, node.place, [node.hash]):
                    self._report_node(f"the log's row for node {node.place} of level {node.level} is not as it was")
            self._compare_heads(self.leaves.size)
        if self.doubt is not None:
            self._report_doubt(self.doubt)
        waiting = self._count_waiting(events, last) if self.events is not None else 0
        if self.moved is not None:
            place = self.moved.place
            self._report("leaf", f"the log's row of the leaf {place} has another position than its event", self.moved)
        self._check_files(events)
        for fault in self.texts.faults():
            where = f"{self._stream_name(fault.stream)}, version {fault.version}: " if fault.stream else ""
            self.broken.append(Broken("text", f"{where}{fault.explanation}", fault.stream, fault.version))
        for head in self.heads.get(0, ()):
            if head.root != EMPTY:
                self._report("checkpoint", f"{head.where}: this is not the head of an empty log")
        for size in sorted(size for size in self.heads if size > self.leaves.size):
            self._report(
                "cut",
                f"{self.heads[size][0].where} is over {size} leaves, but there are {self.leaves.size}: "
                "the last ones were removed",
            )
            break
        count = sum(len({head.root for head in heads}) for heads in self.heads.values())
        return WalkReport(self.leaves.size, waiting, self.good, count, tuple(self.broken))

    # --- ranges -------------------------------------------------------------------------------------

    def _take_clean_part(self) -> int:
        """Take the first ranges in which nothing is wrong. Return the position of their last event."""
        clean = self.plan.clean
        if clean is None or clean.heads != self._digest_of_heads(clean.leaves):
            clean = CleanPart()
        self._collect_of(clean.files, clean.missing)
        self.plan.progress(clean.leaves)
        for range_, result in (self.plan.check or self._check_here)(self._ranges(clean.leaves)):
            if result is None or (joined := self._join(clean, range_, result)) is None:
                break
            clean = joined
            self._collect_of(result.files, result.missing)
            if clean.leaves % self.plan.size == 0:
                self.plan.note(partial(self._noted, clean))
            self.plan.progress(range_.end - range_.begin)
        self.leaves, self.events = Edge(clean.leaves, clean.peaks), Edge(clean.leaves, clean.peaks)
        self.good = clean.signed
        return clean.last

    def _noted(self, clean: CleanPart) -> CleanPart:
        """Return a part with all that must be known of it to go on after it."""
        return msgspec.structs.replace(
            clean,
            heads=self._digest_of_heads(clean.leaves),
            files=list(self.files.files.values()),
            missing=self.texts.missing,
        )

    def _digest_of_heads(self, leaves: int) -> str:
        """Return a digest of the signed heads up to a number of leaves."""
        roots = [head.root for size, heads in self.heads.items() if size <= leaves for head in heads]
        return sha256(b"".join(roots)).hexdigest()

    def _collect_of(self, files: Iterable[FileOfEvent], missing: Mapping[str, tuple[UUID, int]]) -> None:
        """Note the files and the texts of a range, which are compared at the end."""
        self.files.add_all(files)
        for token, of in missing.items():
            self.texts.missing.setdefault(token, of)

    def _ranges(self, begin: int) -> Iterator[LeafRange]:
        """Yield the ranges of the leaves from a place on."""
        leaves = self.log.size()
        for first in range(begin, leaves, self.plan.size):
            end = min(first + self.plan.size, leaves)
            yield LeafRange(first, end, tuple(size for size in self.heads if first < size <= end))

    def _check_here(self, ranges: Iterable[LeafRange]) -> Iterator[tuple[LeafRange, CleanRange | None]]:
        for range_ in ranges:
            yield range_, check_range(self.log, range_)

    def _join(self, clean: CleanPart, range_: LeafRange, result: CleanRange) -> CleanPart | None:
        """Return the clean part with a further range.

        Returns None if a signed head or a node over several ranges does not fit it.
        """
        peaks, level = (*clean.peaks, *result.peaks), self.plan.size.bit_length() - 1
        if range_.end - range_.begin == self.plan.size:
            edge = Edge(range_.begin // self.plan.size, clean.peaks)
            for node in edge.add(result.peaks[0])[1:]:
                above = level + node.level
                if above % HEIGHT == 0 and not has_nodes(self.log, above, node.place, [node.hash]):
                    return None
            peaks = edge.hashes
        for size, inner in result.heads.items():
            root = Edge(size, peaks if size == range_.end else [*clean.peaks, *inner]).head
            if any(head.root != root for head in self.heads[size]):
                return None
        return CleanPart(range_.end, result.last, peaks, max(result.heads, default=clean.signed))

    # --- checkpoints --------------------------------------------------------------------------------

    def _heads(self, known: Sequence[KnownCheckpoint], trusted: Sequence[PublicKey]) -> dict[int, list[_Head]]:
        """Return the signed heads by size; report checkpoints without a valid signature."""
        rows = self.log.keys()
        own = []
        for number, item in enumerate(rows, 1):
            try:
                own.append(PublicKey.parse(item.vkey))
            except NoteError as error:
                self._report("checkpoint", f"the stored key {number} of the log: {error}")
        keys = list(trusted) or own
        origin = next((key.name for key in (*own, *keys)), None)
        keys = checkpoints.follow_key_changes(keys, [item.change for item in rows if item.change])
        signed = []
        stored = [
            KnownCheckpoint(f"the stored checkpoint of {row.size}", row.note) for row in self.log.every_checkpoint()
        ]
        for source in (*stored, *known):
            try:
                checkpoint = checkpoints.verify_note(source.note, keys, origin)
            except NoteError as error:
                self._report("checkpoint", f"{source.where}: {error}")
                continue
            signed.append(_Head(checkpoint.size, checkpoint.root, source.where))
        signed.sort(key=lambda head: head.size)
        return {size: list(heads) for size, heads in groupby(signed, key=lambda head: head.size)}

    def _compare_heads(self, size: int) -> None:
        """Compare the tree with the signed heads of this size."""
        heads = self.heads.get(size, ())
        wrong = [head for head in heads if head.root != self.leaves.head]
        if heads and self.doubt is not None and self.events is not None:
            as_events = all(head.root == self.events.head for head in heads)
            self._report_doubt(self._leaf_fault(self.doubt) if as_events else self.doubt)
            if as_events:
                return
        if not wrong:
            self.good = size if heads else self.good
            return
        if all(item.kind in ("checkpoint", "node") for item in self.broken):
            where = self._event_at(self.good)
            self._report(
                "rewritten",
                f"{wrong[0].where} is not of these leaves: among the leaves {self.good} to {size - 1}, events and log "
                f"were rewritten together, or leaves were; the first of them is {where}",
            )

    def _report_doubt(self, doubt: Broken) -> None:
        self.broken.append(doubt)
        if doubt.kind != "leaf":
            for message in self.doubtful_nodes:
                self._report("node", message)
        self.doubtful_nodes.clear()
        self.doubt = self.events = None

    def _report_node(self, message: str) -> None:
        if self.doubt is not None:
            self.doubtful_nodes.append(message)
        else:
            self._report("node", message)

    def _leaf_fault(self, doubt: Broken) -> Broken:
        assert doubt.stream is not None  # noqa: S101 - a doubt about events names their stream
        return Broken(
            "leaf",
            f"the log's row for {self._stream_name(doubt.stream)}, version {doubt.version}, was changed; "
            "the event is as it was signed",
            doubt.stream,
            doubt.version,
        )

    # --- events and leaves --------------------------------------------------------------------------

    def _leaves(self, begin: int) -> Iterator[Leaf]:
        """Yield the leaves from a place on in order, up to the first missing one."""
        while rows := self.log.leaves(begin, begin + BATCH):
            for place, leaf in enumerate(rows, begin):
                if leaf.place != place:
                    self._report_gap(place, leaf.place)
                    return
                yield leaf
            begin += len(rows)
            self.plan.progress(len(rows))
        if (size := self.log.size()) > begin:
            self._report_gap(begin, size)

    def _report_gap(self, place: int, following: int) -> None:
        """Report leaves that are missing before the next one, or cannot be read."""
        if following < place:
            self._report("leaf", f"the log's row of the leaf {following} is there twice")
        elif following == place + 1:
            self._report("leaf", f"the log's row of the leaf {place} is missing")
        else:
            self._report("leaf", f"the log's rows of the leaves {place} to {following - 1} are missing or damaged")

    def _compare(self, leaf: Leaf, event: Event | None) -> None:
        """Compare an event with its leaf."""
        assert self.events is not None  # noqa: S101 - compared only while there is no doubt
        if event is not None:
            self._collect(event)
        if event is None:
            self._report_lost(leaf)
        elif (event.id, event.version) != (leaf.id, leaf.version):
            self._report_other(leaf, event)
        else:
            leaf_hash = leaf_of(event, leaf.salt)
            if leaf_hash != leaf.hash and self.doubt is None:
                self.doubt = self._differs(leaf, event)
            if leaf.position != event.position and self.moved is None:
                self.moved = leaf
            self.events.add(leaf_hash)

    def _report_lost(self, leaf: Leaf) -> None:
        if self._is_second(leaf):
            return
        self._report("removed", f"{self._stream_name(leaf.id)}: version {leaf.version} was removed", leaf)
        self.events = None

    def _report_other(self, leaf: Leaf, event: Event) -> None:
        """Report that another event is in the place of the leaf's event."""
        if self.doubt is not None:
            self._report_doubt(self.doubt)
            return
        if self._is_second(leaf):
            return
        name = self._stream_name(event.id)
        if not any(item.version == leaf.version for item in self.log.events_of(leaf.id)):
            self._report_lost(leaf)
        elif not any(item.version == event.version for item in self.log.search_leaves(event.id)):
            message = f"{name}: version {event.version} ({_kind(event)}) was inserted, before what is leaf {leaf.place}"
            self.broken.append(Broken("inserted", message, event.id, event.version))
        else:
            message = (
                f"{name}: version {event.version} ({_kind(event)}) was moved; it stands now where "
                f"version {leaf.version} of {self._stream_name(leaf.id)} stood"
            )
            self.broken.append(Broken("reordered", message, event.id, event.version))
        self.events = None

    def _is_second(self, leaf: Leaf) -> bool:
        """Return whether the event of a leaf has another leaf before it, and report that."""
        places = [item.place for item in self.log.search_leaves(leaf.id) if item.version == leaf.version]
        if min(places) == leaf.place:
            return False
        where = f"{self._stream_name(leaf.id)}: version {leaf.version} has a second leaf, {leaf.place}"
        self._report("leaf", f"{where}; the first one is {min(places)}", leaf)
        self.events = None
        return True

    def _differs(self, leaf: Leaf, event: Event) -> Broken:
        """Return the fault of an event whose hash is not that of its leaf."""
        leaves = {item.version: item for item in self.log.search_leaves(leaf.id)}
        events = {item.version: item for item in self.log.events_of(leaf.id)}
        whole = {version for version in leaves.keys() & events if _is_hash_of(events[version], leaves[version])}
        moved_here = next((events[n] for n in events.keys() - whole if _is_hash_of(events[n], leaf)), None)
        origin = next((leaves[n] for n in leaves.keys() - whole if _is_hash_of(event, leaves[n])), None)
        name, version = self._stream_name(leaf.id), leaf.version
        if moved_here and origin:
            kind, message = "reordered", f"version {version} holds what was version {origin.version} ({_kind(event)})"
        elif moved_here:
            kind = "inserted"
            message = (
                f"version {version} ({_kind(event)}) was inserted; what stood there is version {moved_here.version} now"
            )
        elif origin:
            kind = "removed"
            message = f"version {version} was removed, and what was version {origin.version} has its number"
        else:
            kind, message = "changed", f"version {version} ({_kind(event)}) was changed"
        return Broken(kind, f"{name}: {message}", leaf.id, version)

    def _count_waiting(self, events: Iterator[Event], last: int) -> int:
        """Return the number of events after the last leaf. Reports an event before it that has no leaf."""
        count = 0
        for event in events:
            if event.position <= last:
                name = self._stream_name(event.id)
                message = f"{name}: version {event.version} ({_kind(event)}) is not in the log, and should be"
                self.broken.append(Broken("skipped", message, event.id, event.version))
                return count
            self._collect(event)
            count += 1
        return count

    def _collect(self, event: Event) -> None:
        """Note the file and the texts of an event, which are compared at the end."""
        self.files.add(event)
        self.texts.add(event)

    def _check_files(self, rest: Iterator[Event]) -> None:
        """Report the files of disputes that do not fit their events; ``rest``: events that were not read yet."""
        for event in rest:
            self._collect(event)
        for fault in self.stored_files.faults(self.files, self.log):
            where = self._stream_name(fault.dispute) + (f", version {fault.version}" if fault.version else "")
            self.broken.append(Broken("file", f"{where}: {fault.explanation}", fault.dispute, fault.version))

    # --- words --------------------------------------------------------------------------------------

    def _report(self, kind: str, message: str, leaf: Leaf | None = None) -> None:
        self.broken.append(Broken(kind, message, leaf.id if leaf else None, leaf.version if leaf else None))

    def _event_at(self, place: int) -> str:
        leaves = self.log.leaves(place, place + 1)
        return f"{self._stream_name(leaves[0].id)}, version {leaves[0].version}" if leaves else f"leaf {place}"

    def _stream_name(self, stream: UUID) -> str:
        """Return kind and id of a stream, by its first event."""
        first = next(iter(self.log.events_of(stream)), None)
        return f"{first.topic.split('.')[-2].lower() if first and first.topic.count('.') > 1 else 'stream'} {stream}"


def _is_hash_of(event: Event, leaf: Leaf) -> bool:
    """Return whether an event has this leaf's hash if its version is taken from the leaf."""
    return leaf_of(event._replace(version=leaf.version), leaf.salt) == leaf.hash


def _kind(event: Event) -> str:
    return event.topic.rsplit(".", 1)[-1]
