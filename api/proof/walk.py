"""Going through the whole log again: every event against its leaf, every leaf against what was signed.

The first thing that is not as it was is named. Of two rows that disagree the signed head of the tree says which one is
as it was; where both were rewritten to fit each other, between which checkpoints that happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from api.proof.files import Files
from api.proof.keeper import leaf_of
from domain.proof import checkpoints
from domain.proof.notes import NoteError, PublicKey
from domain.proof.tiles import HEIGHT
from domain.proof.tree import EMPTY, Edge
from store.attachments import Attachments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from uuid import UUID

    from store.log import Event, Leaf, Log

BATCH = 2000


@dataclass(frozen=True, slots=True)
class Broken:
    """Something that is not as it was.

    ``what``: of events ``changed``, ``removed``, ``inserted``, ``reordered``, or ``skipped`` (the log passed it over);
    ``leaf`` or ``node`` (a row of the log was changed, its event was not), ``rewritten`` (events and log), ``cut`` (the
    log is too short), ``checkpoint`` (it is not signed, or not of this log), ``file`` (one that was handed in to a
    dispute is not what its event says).
    """

    what: str
    told: str
    stream: UUID | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Walked:
    """What was gone through, and what is broken: the first event, and checkpoints that do not fit."""

    leaves: int
    waiting: int
    """Events that are not in the log yet."""
    signed: int
    """How many leaves are under a good checkpoint."""
    checkpoints: int
    broken: tuple[Broken, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A checkpoint and where it comes from: the database, a file."""

    where: str
    note: str


@dataclass(frozen=True, slots=True)
class _Head:
    size: int
    root: bytes
    where: str


def walk(
    log: Log, held: Sequence[Held], keys: Sequence[PublicKey] = (), told: Callable[[int], object] = lambda count: None
) -> Walked:
    """Go through everything. ``held``: checkpoints beside those in the database; ``keys``: the only ones to trust.

    ``told`` is called now and then with how many more events were looked at.
    """
    return _Walk(log, held, keys, told).go()


class _Walk:
    def __init__(
        self, log: Log, held: Sequence[Held], keys: Sequence[PublicKey], told: Callable[[int], object]
    ) -> None:
        self.log = log
        self.files = Files(Attachments(log.recorder))
        self.told = told
        self.broken: list[Broken] = []
        self.heads = self._heads(held, keys)
        self.leaves = Edge()
        """The tree of the leaves as they are stored."""
        self.events: Edge | None = Edge()
        """The tree of what the events come to now; None once they cannot be matched with leaves any more."""
        self.doubt: Broken | None = None
        """An event and its leaf disagree, and no signed head has told yet which one is as it was."""
        self.good = 0
        """The size of the last head that was as signed."""

    def go(self) -> Walked:
        events = self.log.events(BATCH)
        last = -1
        for leaf in self._leaves():
            last = leaf.position
            if self.events is not None:
                self._compare(leaf, next(events, None))
            for node in self.leaves.add(leaf.hash)[1:]:
                if node.level % HEIGHT == 0 and self.log.hashes(node.level, node.place, node.place + 1) != [node.hash]:
                    self._break("node", f"the log's row for node {node.place} of level {node.level} is not as it was")
            self._signed(self.leaves.size)
        if self.doubt is not None:
            self._settle(self.doubt)
        waiting = self._waiting(events, last) if self.events is not None else 0
        self._check_files(events)
        for head in self.heads.get(0, ()):
            if head.root != EMPTY:
                self._break("checkpoint", f"{head.where}: this is not the head of an empty log")
        for size in sorted(size for size in self.heads if size > self.leaves.size):
            self._break(
                "cut",
                f"{self.heads[size][0].where} is over {size} leaves, but there are {self.leaves.size}: "
                "the last ones were removed",
            )
            break
        count = sum(len({head.root for head in heads}) for heads in self.heads.values())
        return Walked(self.leaves.size, waiting, self.good, count, tuple(self.broken))

    # --- what was signed --------------------------------------------------------------------------

    def _heads(self, held: Sequence[Held], trusted: Sequence[PublicKey]) -> dict[int, list[_Head]]:
        """The heads that were signed, by size; those that were not are told of."""
        rows = self.log.keys()
        origin = PublicKey.parse(rows[0].vkey).name if rows else None
        keys = list(trusted) or [PublicKey.parse(each.vkey) for each in rows]
        keys = checkpoints.trusted(keys, [each.change for each in rows if each.change])
        found = []
        stored = [Held(f"the stored checkpoint of {each.size}", each.note) for each in self.log.every_checkpoint()]
        for each in (*stored, *held):
            try:
                checkpoint = checkpoints.opened(each.note, keys, origin)
            except NoteError as error:
                self._break("checkpoint", f"{each.where}: {error}")
                continue
            found.append(_Head(checkpoint.size, checkpoint.root, each.where))
        found.sort(key=lambda each: each.size)
        return {size: list(heads) for size, heads in groupby(found, key=lambda each: each.size)}

    def _signed(self, size: int) -> None:
        """Compare with the heads that were signed of this size."""
        heads = self.heads.get(size, ())
        wrong = [head for head in heads if head.root != self.leaves.head]
        if heads and self.doubt is not None and self.events is not None:
            as_events = all(head.root == self.events.head for head in heads)
            self._settle(self._leaf(self.doubt) if as_events else self.doubt)
            if as_events:
                return
        if not wrong:
            self.good = size if heads else self.good
            return
        if all(each.what in ("checkpoint", "node") for each in self.broken):
            where = self._event_at(self.good)
            self._break(
                "rewritten",
                f"{wrong[0].where} is not of these leaves: among the leaves {self.good} to {size - 1}, events and log "
                f"were rewritten together, or leaves were; the first of them is {where}",
            )

    def _settle(self, doubt: Broken) -> None:
        self.broken.append(doubt)
        self.doubt = self.events = None

    def _leaf(self, doubt: Broken) -> Broken:
        assert doubt.stream is not None  # noqa: S101
        return Broken(
            "leaf",
            f"the log's row for {self._name(doubt.stream)}, version {doubt.version}, was changed; "
            "the event is as it was signed",
            doubt.stream,
            doubt.version,
        )

    # --- events and leaves --------------------------------------------------------------------------

    def _leaves(self) -> Iterator[Leaf]:
        """The leaves in order, as far as none is missing."""
        begin = 0
        while found := self.log.leaves(begin, begin + BATCH):
            for place, leaf in enumerate(found, begin):
                if leaf.place != place:
                    self._break("leaf", f"the log's row of the leaf {place} is missing")
                    return
                yield leaf
            begin += len(found)
            self.told(len(found))
        if self.log.size() > begin:
            self._break("leaf", f"the log's row of the leaf {begin} is missing")

    def _compare(self, leaf: Leaf, event: Event | None) -> None:
        """An event and the leaf that should be its own."""
        assert self.events is not None  # noqa: S101
        if event is not None:
            self.files.add(event)
        if event is None:
            self._lost(leaf)
        elif (event.id, event.version) != (leaf.id, leaf.version):
            self._other(leaf, event)
        else:
            found = leaf_of(event, leaf.salt)
            if found != leaf.hash and self.doubt is None:
                self.doubt = self._differs(leaf, event)
            self.events.add(found)

    def _lost(self, leaf: Leaf) -> None:
        self._break("removed", f"{self._name(leaf.id)}: version {leaf.version} was removed", leaf)
        self.events = None

    def _other(self, leaf: Leaf, event: Event) -> None:
        """Another event stands where this leaf's should."""
        if self.doubt is not None:
            self._settle(self.doubt)
            return
        here = self._name(event.id)
        if not any(each.version == leaf.version for each in self.log.events_of(leaf.id)):
            self._lost(leaf)
        elif self.log.leaf_of(event.id, event.version) is None:
            told = f"{here}: version {event.version} ({_kind(event)}) was inserted, before what is leaf {leaf.place}"
            self.broken.append(Broken("inserted", told, event.id, event.version))
        else:
            told = (
                f"{here}: version {event.version} ({_kind(event)}) was moved; it stands now where "
                f"version {leaf.version} of {self._name(leaf.id)} stood"
            )
            self.broken.append(Broken("reordered", told, event.id, event.version))
        self.events = None

    def _differs(self, leaf: Leaf, event: Event) -> Broken:
        """What became of an event that does not make its leaf any more."""
        leaves = {each.version: each for each in self.log.leaves_of(leaf.id)}
        events = {each.version: each for each in self.log.events_of(leaf.id)}
        whole = {version for version in leaves.keys() & events if _makes(events[version], leaves[version])}
        there = next((events[n] for n in events.keys() - whole if _makes(events[n], leaf)), None)
        was = next((leaves[n] for n in leaves.keys() - whole if _makes(event, leaves[n])), None)
        here, version = self._name(leaf.id), leaf.version
        if there and was:
            what, told = "reordered", f"version {version} holds what was version {was.version} ({_kind(event)})"
        elif there:
            what = "inserted"
            told = f"version {version} ({_kind(event)}) was inserted; what stood there is version {there.version} now"
        elif was:
            what = "removed"
            told = f"version {version} was removed, and what was version {was.version} has its number"
        else:
            what, told = "changed", f"version {version} ({_kind(event)}) was changed"
        return Broken(what, f"{here}: {told}", leaf.id, version)

    def _waiting(self, events: Iterator[Event], last: int) -> int:
        """How many events come after the last leaf; none of them may stand before it."""
        count = 0
        for event in events:
            if event.position <= last:
                told = (
                    f"{self._name(event.id)}: version {event.version} ({_kind(event)}) is not in the log, and should be"
                )
                self.broken.append(Broken("skipped", told, event.id, event.version))
                return count
            self.files.add(event)
            count += 1
        return count

    def _check_files(self, rest: Iterator[Event]) -> None:
        """Compare the files of disputes with all events, those too that could not be matched with leaves any more."""
        for event in rest:
            self.files.add(event)
        for fault in self.files.faults(self.log):
            where = self._name(fault.dispute) + (f", version {fault.version}" if fault.version else "")
            self.broken.append(Broken("file", f"{where}: {fault.explanation}", fault.dispute, fault.version))

    # --- words --------------------------------------------------------------------------------------

    def _break(self, what: str, told: str, leaf: Leaf | None = None) -> None:
        self.broken.append(Broken(what, told, leaf.id if leaf else None, leaf.version if leaf else None))

    def _event_at(self, place: int) -> str:
        leaves = self.log.leaves(place, place + 1)
        return f"{self._name(leaves[0].id)}, version {leaves[0].version}" if leaves else f"leaf {place}"

    def _name(self, stream: UUID) -> str:
        """A thing by its kind and id, as its first event tells it."""
        first = next(iter(self.log.events_of(stream)), None)
        return f"{first.topic.split('.')[-2].lower() if first and first.topic.count('.') > 1 else 'stream'} {stream}"


def _makes(event: Event, leaf: Leaf) -> bool:
    """Whether what an event says is what this leaf was made of, whatever its number is now."""
    return leaf_of(event._replace(version=leaf.version), leaf.salt) == leaf.hash


def _kind(event: Event) -> str:
    return event.topic.rsplit(".", 1)[-1]
