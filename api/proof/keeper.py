"""Extend the log with a leaf for each event, and sign the head of its tree.

This is done after the transaction that records an event, in one process at a time. Each step takes all events that are
stored by then, in order.
"""

from __future__ import annotations

import os
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.engine.facts import DealSettled
from domain.proof import checkpoints, entries
from domain.proof.checkpoints import Checkpoint
from domain.proof.notes import NoteError, PublicKey, check_name
from domain.proof.tiles import HEIGHT, Tiles
from domain.proof.tree import Edge, head
from store.events.leaves import SEED_BYTES, TILE, Leaf, salt_of
from store.events.log import BATCH, Last, Log

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from api.proof.keys import Keys
    from domain.proof.notes import PrivateKey
    from store.events.log import Event as Row


PACKED: int = 4
"""The tiles that are packed in one transaction; readers of events wait for its end."""


class LogError(RuntimeError):
    """Raised when the log does not fit a signed checkpoint, or the key is missing; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Head:
    """A checkpoint and its signed note."""

    checkpoint: Checkpoint
    note: str


class LogKeeper:
    """The writer of a record book's log: it adds leaves and signs. ``host``: the site's host, for the log's name."""

    def __init__(self, log: Log, keys: Keys, host: str = "") -> None:
        self.log = log
        self.keys = keys
        self.host = host

    # --- growing ----------------------------------------------------------------------------------

    def grow(self, progress: Callable[[int], object] = lambda count: None) -> tuple[int, bool]:
        """Add leaves for all events stored by now; return their number, and whether a deal was settled.

        ``progress`` is called after each batch with its number of events.
        """
        count, settled = 0, False
        while events := self.add_leaves():
            count += len(events)
            settled = settled or any(event.topic == DealSettled.TOPIC for event in events)
            progress(len(events))
        return count, settled

    def add_leaves(self, limit: int = BATCH) -> list[Row]:
        """Add the next events as leaves. Return them; none if there are none or another process adds leaves now.

        Raises `LogError` if stored hashes of earlier leaves are missing.
        """
        with self.log.growth() as growth:
            if growth is None:
                return []
            last = growth.last()
            events = growth.next_events(last.position, limit)
            if events:
                try:
                    made = _leaves(last, growth.hashes, events)
                except LookupError as error:
                    raise LogError(f"the log was changed: {error}; `nought verify log` tells more") from None
                growth.add(*made)
            return events

    def pack(self, seconds: float) -> int:
        """Move leaves that earlier releases stored into tiles, for so many seconds. Return the number of tiles."""
        until, count = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            with self.log.growth() as growth:
                made = growth.pack(PACKED) if growth else 0
            if not made:
                break
            count += made
        return count

    # --- signing ----------------------------------------------------------------------------------

    def public_keys(self) -> list[PublicKey]:
        """Return the keys of the log, the current one last. The first call makes the first key."""
        known = self.log.keys()
        if not known:
            key = self.keys.make(_name(self.host))
            if not self.log.add_key(1, key.public.text):
                self.keys.forget(key.public)
            known = self.log.keys()
        return [PublicKey.parse(key.vkey) for key in known]

    def checkpoint(self) -> Head | None:
        """Return the checkpoint of the log as it is, signed now unless it was before; None if the log is empty.

        It covers only leaves that survive the loss of the leading database, as every acknowledged write does.

        Raises `LogError` if the log was changed, so that it does not contain an earlier checkpoint, or if the private
        key is missing.
        """
        public = self.public_keys()
        with self.keys.lock_signing():
            size = self.log.quorum_size()
            newest = self.log.checkpoint()
            if not size:
                if newest or self.keys.last_checkpoint(public[-1].name):
                    raise LogError("the log is empty, though it was signed before")
                return None
            return self._signed_head(public, size, newest.note if newest else None)

    def _signed_head(self, public: list[PublicKey], size: int, newest: str | None) -> Head:
        origin = public[-1].name
        nodes = Tiles(self.log.hashes)
        for note in filter(None, (newest, self.keys.last_checkpoint(origin))):
            held = self._check_still_holds(note, public, size, nodes)
            if held.size == size and note == newest and self._is_by(note, public[-1]):
                return Head(held, note)
        key = self.keys.find(public[-1])
        if key is None:
            raise LogError(
                f"the private key of the log is not in {self.keys.folder}: "
                "NOUGHT_KEYS names its folder; if it is lost, see `nought log rotate-key --lost`"
            )
        return self._sign(key, Checkpoint(origin, size, head(nodes, size)), len(public))

    def _sign(self, key: PrivateKey, made: Checkpoint, number: int) -> Head:
        note = checkpoints.sign(made, key).whole
        self.keys.remember_checkpoint(made.origin, note)
        self.log.add_checkpoint(made.size, number, note)
        return Head(made, note)

    def _check_still_holds(self, note: str, public: Sequence[PublicKey], size: int, nodes: Tiles) -> Checkpoint:
        """Return an earlier checkpoint. Raises `LogError` if the log did not grow from it."""
        try:
            before = checkpoints.verify_note(note, public)
        except NoteError as error:
            raise LogError(f"a checkpoint that was signed before is not as it was: {error}") from None
        if before.size > size:
            raise LogError(
                f"the log has {size} leaves, but a checkpoint of {before.size} was signed: leaves were removed, "
                "or an older copy of the database was restored (docs/trust.md tells what to do then)"
            )
        try:
            same = head(nodes, before.size) == before.root
        except LookupError:
            same = False
        if not same:
            raise LogError(
                f"the log was changed: its first {before.size} leaves are not those that were signed; "
                "`nought verify log` tells more"
            )
        return before

    def _is_by(self, note: str, key: PublicKey) -> bool:
        """Return whether this key signed a checkpoint."""
        try:
            checkpoints.verify_note(note, [key])
        except NoteError:
            return False
        return True

    def rotate(self, why: str = "", *, lost: bool = False) -> PublicKey:
        """Change the key. The old key signs the new one, unless it is lost.

        Raises `LogError` if the old key is needed and missing, or if another process adds a key at the same time.
        """
        public = self.public_keys()
        old = None if lost else self.keys.find(public[-1])
        if old is None and not lost:
            raise LogError(f"the key that signs now is not in {self.keys.folder}; if it is lost, say so: --lost")
        self.grow()
        if old is not None:
            self.checkpoint()
        new = self.keys.make(public[-1].name)
        change = checkpoints.write_key_change(old, new).whole if old else None
        if not self.log.add_key(len(public) + 1, new.public.text, change, why):
            self.keys.forget(new.public)
            raise LogError("somebody else made a new key at the same time")
        self.checkpoint()
        return new.public


def _leaves(
    last: Last, read: Callable[[int, int, int], list[bytes]], events: list[Row]
) -> tuple[list[Leaf], Sequence[tuple[int, int, bytes]]]:
    """Return the leaves of some events, each with its own salt, and the nodes that are stored with them."""
    edge = Edge.of(Tiles(read), last.place + 1)
    seed = last.seed
    leaves, nodes = [], []
    for place, event in enumerate(events, last.place + 1):
        if place % TILE == 0:
            seed = os.urandom(SEED_BYTES)
        # A tile that an earlier release began has no seed.
        salt = salt_of(seed, place) if seed else os.urandom(entries.SALT_BYTES)
        made = edge.add(leaf_of(event, salt))
        leaves.append(Leaf(place, event.position, event.id, event.version, salt, made[0].hash, seed))
        nodes += [node for node in made[1:] if node.level % HEIGHT == 0]
    return leaves, nodes


def leaf_of(event: Row, salt: bytes) -> bytes:
    """Return the hash of an event's leaf with a salt."""
    return entries.leaf(entry_of(event, salt))


def entry_of(event: Row, salt: bytes) -> dict[str, object]:
    """Return the entry of an event with its salt. Show it only to callers who may know the whole event."""
    return entries.entry(entries.Stored(event.id, event.version, event.topic, event.state, event.at), salt)


def _name(host: str) -> str:
    """Return the name of a new log and its keys: the host and a random part."""
    name = f"{host or 'nought'}/{secrets.token_hex(8)}"
    check_name(name)
    return name
