"""The file of a club that moves: its lines, and how they are checked against the log of the old server.

A file is lines of JSON, compressed by gzip, in this order:

1. what it is: ``{"nought": 1, "kind": "club", "club": …, "name": …}``
2. the texts about people of the club's events, with their salts: ``{"text": {…}}``
3. the files of its disputes: ``{"file": {…}}``
4. its events in their order, each with its leaf in the log: ``{"event": {…}}``
5. the hashes that prove these leaves at once (`domain.proof.subsets`): ``{"proof": [….]}``
6. the statement of the old server about all of it, a checkpoint, and the keys: ``{"seal": {…}}``

It holds hidden cards, names, and the salts of all of them: keep it as safe as the book.
"""

from __future__ import annotations

import gzip
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import UUID

import msgspec

from domain.club.facts import ClubOpened, ClubRenamed
from domain.kernel.ids import as_id
from domain.proof import checkpoints, club_moves, entries, subsets
from domain.proof.canonical import CanonicalError
from domain.proof.club_moves import Statement
from domain.proof.notes import NoteError, PublicKey
from domain.proof.tree import Edge, leaf_hash
from domain.registry import TOPICS
from store.events.texts import digest, tokens_in
from store.tables.moves import MovedEvent, MovedFile, MovedText, Received

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

T = TypeVar("T")
LONGEST: Final = 96 << 20
"""The most bytes of a line, with a file of evidence in it."""
HASHES: Final = 1000
"""The hashes of a line of the proof."""
LETTERS: Final = frozenset("not")
"""The letters of the kinds of texts about people."""


class ClubFileError(ValueError):
    """Raised when a file is not what the old server wrote about a club; the message says what is wrong."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    nought: int
    kind: str
    club: UUID
    name: str


class TextLine(msgspec.Struct, forbid_unknown_fields=True):
    """A text about people; without ``salt`` and ``text`` it was removed by the event ``removed_at`` of a stream."""

    digest: str
    owner: UUID
    letter: str
    salt: str | None = None
    text: str | None = None
    person: int | None = None
    removed_by: UUID | None = None
    removed_at: int | None = None


class FileLine(msgspec.Struct, forbid_unknown_fields=True):
    """A file of evidence; without ``body`` it was removed."""

    dispute: UUID
    sha256: str
    media_type: str
    at: datetime
    body: str | None = None
    removed_by: UUID | None = None
    removed_at: int | None = None


class EventLine(msgspec.Struct, forbid_unknown_fields=True):
    """An event, and its leaf: place, salt and hash."""

    place: int
    id: UUID
    version: int
    topic: str
    at: str
    state: str
    salt: str
    leaf: str


class Seal(msgspec.Struct, forbid_unknown_fields=True):
    """The last line. ``keys``: those of the log, newest first; ``changes``: by which each followed the one before."""

    statement: str
    checkpoint: str
    keys: list[str]
    changes: list[str]


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A line after the first; one of these."""

    text: TextLine | None = None
    file: FileLine | None = None
    event: EventLine | None = None
    proof: list[str] | None = None
    seal: Seal | None = None


ORDER: Final = ("text", "file", "event", "proof", "seal")
_encode: Final = msgspec.json.Encoder().encode
_read_header: Final = msgspec.json.Decoder(Header).decode
_read_line: Final = msgspec.json.Decoder(Line).decode


def text_line(text: MovedText) -> TextLine:
    """Return the line of a text."""
    salt = None if text.salt is None else text.salt.hex()
    removed = text.person, text.removed_by, text.removed_at
    return TextLine(text.digest.hex(), text.owner, text.letter, salt, text.text, *removed)


def file_line(file: MovedFile) -> FileLine:
    """Return the line of a file of evidence."""
    body = None if file.body is None else b64encode(file.body).decode()
    at = file.attached_at.astimezone(UTC)
    return FileLine(file.dispute, file.sha256.hex(), file.media_type, at, body, file.removed_by, file.removed_at)


def write_line(**kind: Any) -> bytes:
    """Return a line of the file, without its end."""
    return _encode(Line(**kind))


def write_header(club: UUID, name: str) -> bytes:
    """Return the first line, without its end."""
    return _encode(Header(1, "club", club, name))


def write_proof(hashes: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the lines of the proof."""
    for first in range(0, len(hashes), HASHES):
        yield write_line(proof=[b64encode(each).decode() for each in hashes[first : first + HASHES]])


@dataclass(slots=True)
class Contents:
    """A file that was checked."""

    club: UUID
    name: str
    statement: Statement
    came: Received
    """The proof, as it is kept."""
    by: PublicKey
    """The key that signed the statement."""
    streams: dict[UUID, int] = field(default_factory=dict)
    """The streams, each with its last version."""
    opened_at: str = ""
    """The time of the club's first event, by its sender."""
    highest_person: int = 0
    """The highest number of a person who was forgotten."""


class Checker:
    """Checks a file line by line. ``keys``: the only keys of the old log to trust; without any, those in the file.

    ``take``: is called with each text, file of evidence and event that is right so far.
    """

    def __init__(
        self, keys: Sequence[PublicKey] = (), take: Callable[[MovedText | MovedFile | MovedEvent], object] | None = None
    ) -> None:
        self._keys = keys
        self._take = take or (lambda thing: None)
        self._others, self._leaves = Edge(), Edge()
        self._places: dict[int, bytes] = {}
        self._last_place = -1
        self._streams: dict[UUID, int] = {}
        self._texts: set[str] = set()
        self._owners: set[UUID] = set()
        self._disputes: set[UUID] = set()
        self._proof: list[bytes] = []
        self._stage = 0
        self._person = 0
        self._name = self._opened_at = ""
        self._contents: Contents | None = None

    def check(self, path: Path, advance: Callable[[int], object] = lambda lines: None) -> Contents:
        """Check a file. Return its contents. Raises `ClubFileError`."""
        with open(path, "rb") as opened, gzip.GzipFile(fileobj=opened) as lines:
            try:
                header = self._header(_next(lines))
                while line := _next(lines):
                    self._line(header, line)
                    advance(1)
            except (EOFError, OSError, zlib.error) as error:
                if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
                    raise
                raise ClubFileError("the file is damaged, or it ends too early: copy it again") from None
        if self._contents is None:
            raise ClubFileError("the file ends too early: its seal is missing")
        return self._contents

    def _header(self, line: bytes) -> Header:
        try:
            header = _read_header(line)
        except msgspec.MsgspecError:
            header = None
        if header is None or header.kind != "club":
            raise ClubFileError("this is no file of a club that moves: `nought move write` makes one")
        if header.nought != 1:
            raise ClubFileError(f"the file is of the form {header.nought}, which a newer version of Nought reads")
        self._others.add(leaf_hash(line))
        return header

    def _line(self, header: Header, line: bytes) -> None:
        if self._contents is not None:
            raise ClubFileError("there is something after the seal")
        try:
            read = _read_line(line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise ClubFileError(f"a line cannot be read: {error}") from None
        kinds = [name for name in ORDER if getattr(read, name) is not None]
        if len(kinds) != 1 or ORDER.index(kinds[0]) < self._stage:
            raise ClubFileError("the lines are not in their order")
        self._stage = ORDER.index(kinds[0])
        try:
            if read.text is not None:
                self._others.add(leaf_hash(line))
                self._take(self._text(read.text))
            elif read.file is not None:
                self._others.add(leaf_hash(line))
                self._take(self._file(read.file))
            elif read.event is not None:
                self._take(self._event(header.club, read.event))
            elif read.proof is not None:
                self._proof += [b64decode(each, validate=True) for each in read.proof]
            elif read.seal is not None:
                self._contents = self._sealed(header, read.seal)
        except ClubFileError:
            raise
        except ValueError as error:  # of hexadecimal digits, base64, times and keys
            raise ClubFileError(str(error)) from None

    def _text(self, line: TextLine) -> MovedText:
        salt = None if line.salt is None else bytes.fromhex(line.salt)
        text = MovedText(
            bytes.fromhex(line.digest), salt, line.owner, line.letter, line.text, line.person, line.removed_by,
            line.removed_at,
        )  # fmt: skip
        is_removed = text.salt is None and text.text is None and text.removed_by is not None
        is_whole = text.salt is not None and text.text is not None and text.removed_by is None
        if not (is_removed or is_whole) or line.letter not in LETTERS:
            raise ClubFileError("a text about people is neither whole nor removed")
        if text.salt is not None and text.text is not None and digest(text.salt, text.text) != text.digest:
            raise ClubFileError("a text about people was changed, or its salt was")
        token = b64encode(text.digest, b"-_").decode().rstrip("=")
        if token in self._texts:
            raise ClubFileError("a text about people is there twice")
        self._texts.add(token)
        self._owners.add(line.owner)
        self._person = max(self._person, line.person or 0)
        return text

    def _file(self, line: FileLine) -> MovedFile:
        body = None if line.body is None else b64decode(line.body, validate=True)
        if (body is None) != (line.removed_by is not None):
            raise ClubFileError(f"a file of the dispute {line.dispute} is neither whole nor removed")
        if body is not None and sha256(body).hexdigest() != line.sha256:
            raise ClubFileError(f"a file of the dispute {line.dispute} was changed")
        self._disputes.add(line.dispute)
        return MovedFile(
            line.dispute, bytes.fromhex(line.sha256), line.media_type, body, line.removed_by, line.removed_at, line.at
        )

    def _event(self, club: UUID, line: EventLine) -> MovedEvent:
        name = f"version {line.version} ({line.topic.rsplit('.', 1)[-1]}) of {line.id}"
        if line.topic not in TOPICS:
            raise ClubFileError(f"{name} is of a kind that this version of Nought does not know: update this server")
        if line.place <= self._last_place:
            raise ClubFileError(f"{name} is not in the order of the log")
        following = self._streams.get(line.id, 0) + 1
        if line.version > following:
            raise ClubFileError(f"version {following} of {line.id} is missing")
        if line.version < following:
            raise ClubFileError(f"{name} is there twice")
        state, salt, hash_ = line.state.encode(), bytes.fromhex(line.salt), bytes.fromhex(line.leaf)
        try:
            entry = entries.entry(entries.Stored(line.id, line.version, line.topic, state, line.at), salt)
            is_leaf = entries.leaf(entry) == hash_
        except CanonicalError as error:
            raise ClubFileError(f"{name} cannot be read: {error}") from None
        if not is_leaf:
            raise ClubFileError(f"{name} was changed: it is not the one of the log")
        fact = entry.get("body", {}).get("fact", {})
        if line.version == 1 and line.id != club and as_id(fact.get("club")) not in (club, None):
            raise ClubFileError(f"{name} is of another club, {fact['club']}")
        if missing := next((token for token in tokens_in(state) if token not in self._texts), None):
            raise ClubFileError(f"a text about people is missing: {missing} in {name}")
        if line.id == club and line.topic in (ClubOpened.TOPIC, ClubRenamed.TOPIC):
            self._name = fact["name"]
            self._opened_at = self._opened_at or entry["body"]["at"]
        self._streams[line.id] = line.version
        self._last_place = line.place
        self._places[line.place] = hash_
        self._leaves.add(hash_)
        stored_at = datetime.strptime(line.at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
        return MovedEvent(line.place, line.id, line.version, line.topic, state, stored_at, salt, hash_)

    def _sealed(self, header: Header, seal: Seal) -> Contents:
        in_file = [PublicKey.parse(each) for each in seal.keys]
        if not in_file:
            raise ClubFileError("the keys of the log are missing")
        known = checkpoints.follow_key_changes(list(self._keys) or in_file, seal.changes)
        try:
            statement = club_moves.read_statement(seal.statement, known)
            head = checkpoints.verify_note(seal.checkpoint, known, statement.origin)
        except NoteError as error:
            raise ClubFileError(f"the seal of the file: {error}") from None
        if statement.club != header.club or (head.size, head.root) != (statement.size, statement.root):
            raise ClubFileError("the statement is about another club, or about another checkpoint")
        if header.club not in self._streams:
            raise ClubFileError(f"the events of the club {header.club} itself are missing")
        if self._leaves.size != statement.events:
            missing = statement.events - self._leaves.size
            raise ClubFileError(
                f"{missing} of the club's {statement.events} events are missing"
                if missing > 0
                else f"{-missing} events are in the file that the old server did not write"
            )
        if self._leaves.head != statement.leaves:
            raise ClubFileError("an event is missing that the old server wrote, and another one is there")
        if self._others.head != statement.others:
            raise ClubFileError("a text about people, or a file of evidence, is missing, or one was added or moved")
        if stranger := next(iter((self._owners - {header.club} | self._disputes) - self._streams.keys()), None):
            raise ClubFileError(f"a text or a file belongs to {stranger}, which is not in the file")
        if subsets.compute(self._places, statement.size, self._proof).head != statement.root:
            raise ClubFileError(f"the events are not in the log {statement.origin} under its checkpoint")
        came = Received(
            header.club, statement.size, seal.statement, seal.checkpoint, seal.keys, seal.changes, b"".join(self._proof)
        )
        by = next(key for key in known if key.name == statement.origin)
        return Contents(header.club, self._name, statement, came, by, self._streams, self._opened_at, self._person)


def _next(lines: gzip.GzipFile) -> bytes:
    """Return the next line without its end; nothing at the end. Raises `ClubFileError` if it is too long."""
    line = lines.readline(LONGEST + 1)
    if len(line) > LONGEST:
        raise ClubFileError("a line is too long")
    if line and not line.endswith(b"\n"):
        raise ClubFileError("the file ends too early: its last line is cut off")
    return line[:-1]
