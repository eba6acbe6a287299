"""Write a club into a file: its events, the texts about its people, its files, and the proof of all of them."""

from __future__ import annotations

import gzip
import os
import re
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import IO, TYPE_CHECKING, Final
from uuid import UUID

from api.moving import club_file
from api.moving.club_file import EventLine
from api.proof.keeper import leaf_of
from domain.proof import checkpoints, club_moves, notes, subsets
from domain.proof.notes import Note
from domain.proof.tiles import Tiles
from domain.proof.tree import Edge, leaf_hash
from store.events.log import BATCH
from store.events.texts import digests_of, tokens_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from api.services import Services
    from domain.proof.checkpoints import Checkpoint
    from domain.proof.club_moves import Statement
    from store.events.leaves import Leaf
    from store.events.log import Event, Log

IDS: Final = re.compile(rb'"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"')
ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
LEFT: Final = {"Player": "player", "Table": "table", "Lesson": "lesson", "Import": "import"}
"""The subjects of what may be left behind though the club's record names it, each with its word."""
NAMELESS: Final = frozenset({"import"})
"""The kinds among them whose names nobody will miss: an import of the deals of several clubs belongs to one of them."""


class CannotMove(Exception):
    """Raised when a club cannot be written out, or a step of its move cannot be taken; the message says why."""


@dataclass(slots=True)
class Written:
    """A file that was written. ``left``: how many players and so on of others the record names, by kind."""

    statement: Statement
    streams: int = 0
    left: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Gathered:
    """The parts of the club that are gathered while the log is gone through."""

    places: list[int] = field(default_factory=list)
    leaves: Edge = field(default_factory=Edge)
    tokens: dict[str, None] = field(default_factory=dict)
    streams: dict[UUID, str] = field(default_factory=dict)
    """The streams, each with the subject of its facts."""
    named: set[UUID] = field(default_factory=set)
    """The ids that stand in the events."""


def write(
    services: Services,
    host: str,
    club: UUID,
    path: Path,
    *,
    leave_others: bool = False,
    advance: Callable[[int], object] = lambda events: None,
) -> Written:
    """Write a club into a file. ``host``: for the name of the log. Raises `CannotMove`.

    ``leave_others``: the record may name players and tables of other clubs, or of none. They are not written.
    """
    name = services.ledger.clubs.get_club(club).name
    if services.moves.shut(club):
        raise CannotMove("the club is kept at another server: write it there")
    if count := services.moves.count_without_club(club):
        raise CannotMove(
            f"{count} things of the club were recorded before events had their club: export the book, import it into a "
            "new one, and write the club there (docs/operating.md)"
        )
    keeper = services.log_keeper(host)
    public = keeper.public_keys()
    keeper.grow()
    head = keeper.checkpoint()
    assert head is not None  # noqa: S101 - there is a club
    private = services.keys.find(public[-1])
    if private is None:
        raise CannotMove(f"the private key of the log is not in {services.keys.folder}")
    with tempfile.TemporaryFile(dir=path.parent) as spool, open(path, "xb", opener=_private) as raw:
        gathered = _gather(services.log, head.checkpoint, club, spool, advance)
        classes = [each for each, subject in gathered.streams.items() if subject == "Class"]
        if count := services.moves.count_open_classes(classes):
            raise CannotMove(f"the club has classes that are not over, {count} of them: end them first")
        others = Edge()
        with gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0) as out:

            def put(line: bytes, *, counts: bool = True) -> None:
                if counts:
                    others.add(leaf_hash(line))
                out.write(line + b"\n")

            put(club_file.write_header(club, name))
            for line in _texts(services, gathered):
                put(line)
            left = _outside(services, club, gathered, leave_others=leave_others)
            for dispute in (each for each, subject in gathered.streams.items() if subject == "Dispute"):
                for file in services.moves.files(dispute):
                    put(club_file.write_line(file=club_file.file_line(file)))
            spool.seek(0)
            while part := spool.read(1 << 20):
                out.write(part)
            nodes = Tiles(services.log.hashes)
            size, root = head.checkpoint.size, head.checkpoint.root
            for line in club_file.write_proof(list(subsets.prove(nodes, gathered.places, size))):
                put(line, counts=False)
            statement = club_moves.Statement(
                club, head.checkpoint.origin, size, root, len(gathered.places), gathered.leaves.head, others.head
            )
            signed = Note(statement.text).add_signature(private).whole
            keys = services.log.keys()
            put(
                club_file.write_line(
                    seal=club_file.Seal(
                        signed,
                        _cosigned(services.log, head.checkpoint, head.note),
                        [each.vkey for each in keys[::-1]],
                        [each.change for each in keys if each.change],
                    )
                ),
                counts=False,
            )
    return Written(statement, len(gathered.streams), left)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _cosigned(log: Log, head: Checkpoint, note: str) -> str:
    """Return the note of a checkpoint with the signatures of witnesses that came."""
    stored = log.checkpoint_of(head.size)
    return stored.note if stored and checkpoints.parse(notes.parse(stored.note)) == head else note


def _gather(log: Log, head: Checkpoint, club: UUID, spool: IO[bytes], advance: Callable[[int], object]) -> _Gathered:
    """Go through the log; write the lines of the club's events. Raises `CannotMove` if the log is not as it was."""
    gathered = _Gathered()
    for leaf, event in zip_longest(_leaves(log, head.size), log.events()):
        if leaf is None:
            break
        advance(1)
        if event is None or (event.id, event.version) != (leaf.id, leaf.version):
            raise CannotMove("the log does not fit the events; `nought verify log` tells more")
        if event.club != club:
            continue
        if leaf_of(event, leaf.salt) != leaf.hash:
            raise CannotMove("the log does not fit the events; `nought verify log` tells more")
        spool.write(_event_line(leaf, event) + b"\n")
        gathered.places.append(leaf.place)
        gathered.leaves.add(leaf.hash)
        gathered.tokens.update(dict.fromkeys(tokens_in(event.state)))
        if event.version == 1:
            gathered.streams[event.id] = event.topic.split(".")[1]
        if not event.topic.startswith("nought.Import."):
            gathered.named.update(UUID(each.decode()) for each in IDS.findall(event.state))
    return gathered


def _leaves(log: Log, size: int) -> Iterator[Leaf]:
    for begin in range(0, size, BATCH):
        yield from log.leaves(begin, min(begin + BATCH, size))


def _event_line(leaf: Leaf, event: Event) -> bytes:
    try:
        state = event.state.decode()
    except UnicodeDecodeError:
        raise CannotMove(f"version {event.version} of {event.id} is no text") from None
    return club_file.write_line(
        event=EventLine(
            leaf.place, event.id, event.version, event.topic, event.at, state, leaf.salt.hex(), leaf.hash.hex()
        )
    )


def _texts(services: Services, gathered: _Gathered) -> Iterator[bytes]:
    """Yield the lines of the texts of the events, in the order in which they were first written."""
    for text in services.moves.texts(digests_of(gathered.tokens)):
        if text.text and text.letter != "t" and ID.fullmatch(text.text):
            gathered.named.add(UUID(text.text))
        yield club_file.write_line(text=club_file.text_line(text))


def _outside(services: Services, club: UUID, gathered: _Gathered, *, leave_others: bool) -> Counter[str]:
    """Count what the club's record names and is not the club's, by kind. Raises `CannotMove` if it cannot be left."""
    left: Counter[str] = Counter()
    for each in services.moves.belonging(sorted(gathered.named - gathered.streams.keys())):
        subject = each.topic.split(".")[1]
        if each.club == club:
            raise CannotMove(f"{each.id} of the club was recorded meanwhile: write the file again")
        if subject not in LEFT:
            raise CannotMove(
                f"the club's record names {each.id}, a {subject.lower()} of another club or of none, which cannot be "
                "taken along and without which the record cannot be read"
            )
        left[LEFT[subject]] += 1
    missed = {kind: number for kind, number in left.items() if kind not in NAMELESS}
    if missed and not leave_others:
        counted = ", ".join(f"{number} {kind}{'s' if number > 1 else ''}" for kind, number in sorted(missed.items()))
        raise CannotMove(
            f"the club's record names {counted} of other clubs or of none, who stay here: with --leave-others the new "
            "server shows their ids in the place of their names"
        )
    return left
