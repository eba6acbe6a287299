"""Check a range of the log: whether each leaf fits its event, and the nodes over them fit the leaves.

Ranges can be checked by several processes at once. A range in which anything is not as it should be is not described
here: `api.proof.walk` goes through it leaf by leaf, and names the change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from api.proof.files import FileOfEvent, Files
from api.proof.keeper import leaf_of
from api.proof.texts import Texts
from domain.proof.tiles import HEIGHT
from domain.proof.tree import Edge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from store.events.leaves import Leaf
    from store.events.log import Event, Log

SIZE: Final = 1 << 14
"""The leaves of a range: so many that starting on one costs nothing, so few that all processes have some to the end."""
BATCH: Final = 2048
"""The leaves that are read at once: whole tiles."""


class LeafRange(NamedTuple):
    """The leaves from a place up to another one, excluded. Their number is a power of two, except at the end."""

    begin: int
    end: int
    heads: tuple[int, ...] = ()
    """The sizes of signed heads from the first of its leaves to the last."""


class CleanRange(NamedTuple):
    """A range in which events, leaves and nodes fit each other."""

    last: int
    """The position of its last event."""
    peaks: tuple[bytes, ...]
    """The hashes of the largest complete subtrees of its leaves."""
    heads: dict[int, tuple[bytes, ...]]
    """The same of its leaves up to the size of each signed head."""
    files: tuple[FileOfEvent, ...]
    missing: dict[str, tuple[UUID, int]]
    """The texts that events need and that are not there, by token: the first event that needs it."""


def check_range(log: Log, range_: LeafRange) -> CleanRange | None:
    """Check a range. Returns None if anything in it is not as it should be."""
    last = _position_before(log, range_.begin)
    events, edge, texts, files = log.events(BATCH, last), Edge(), Texts(log), Files()
    heads: dict[int, tuple[bytes, ...]] = {}
    nodes: dict[int, list[bytes]] = {}
    for place, leaf in enumerate(_leaves(log, range_), range_.begin):
        event = next(events, None)
        if leaf.place != place or event is None or not _fits(leaf, event):
            return None
        texts.add(event)
        files.add(event)
        for node in edge.add(leaf.hash)[1:]:
            if node.level % HEIGHT == 0:
                nodes.setdefault(node.level, []).append(node.hash)
        if place + 1 in range_.heads:
            heads[place + 1] = edge.hashes
        last = leaf.position
    if edge.size < range_.end - range_.begin or not all(
        has_nodes(log, level, range_.begin >> level, hashes) for level, hashes in nodes.items()
    ):
        return None
    return CleanRange(last, edge.hashes, heads, tuple(files.files.values()), texts.find_missing())


def has_nodes(log: Log, level: int, place: int, hashes: Sequence[bytes]) -> bool:
    """Return whether the log holds these nodes of a level from a place on."""
    return log.hashes(level, place, place + len(hashes)) == list(hashes)


def _position_before(log: Log, place: int) -> int:
    """Return the position of the last event before a place; -1 if there is none."""
    leaves = log.leaves(place - 1, place) if place else []
    return leaves[0].position if leaves else -1


def _leaves(log: Log, range_: LeafRange) -> Iterator[Leaf]:
    for begin in range(range_.begin, range_.end, BATCH):
        yield from log.leaves(begin, min(begin + BATCH, range_.end))


def _fits(leaf: Leaf, event: Event) -> bool:
    """Return whether a leaf is that of an event."""
    at = leaf.id, leaf.version, leaf.position
    return (event.id, event.version, event.position) == at and leaf_of(event, leaf.salt) == leaf.hash
