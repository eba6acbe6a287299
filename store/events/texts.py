"""Keep the texts about people apart from the events, so that they can be removed and the events stay as they are.

A mapper marks such texts in the JSON of an event: ``DEL letter text DEL``, with DEL for U+007F. *Sealing* puts a digest
in the place of each: ``DEL`` and 22 characters of base64, the first 16 bytes of SHA-256 over 16 random bytes (the salt)
and the text in UTF-8. Texts and salts are in the table ``texts``. *Opening* puts the texts back. Whoever has a text and
its salt can show that the event meant this text; once they are removed, nobody can find out what the digest stood for,
not even by trying all names.

The same name in the same club is one row, so that a name costs a few bytes in each event (two rows if two processes
meet it at the same moment). Any other text is a row of its own.
"""

from __future__ import annotations

import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from store.events.statements import Statements

DIGEST_BYTES: Final = 16
SALT_BYTES: Final = 16
NOBODY: Final = UUID(int=0)
"""The owner of names in streams that belong to no club."""
MOST_REMEMBERED: Final = 20_000
NOTICED: Final = 1.0
"""The seconds in which every process notices that texts were removed; a replica, once it has the removal itself."""
FEW: Final = 30
"""The most texts that are put back one after the other."""
_BETWEEN: Final = b"\0"
"""Stands between the JSON of two events, and in none."""
REMOVED: Final = "(removed)"
"""Stands in the place of a text that was removed."""

_DEL: Final = b"\x7f"
_NAME_BEGINS: Final = b"\x7fn"
"""The beginning of the mark of a name: the same name of the same owner is one text."""
_MARKED: Final = re.compile(rb"\x7f[a-z][^\x7f]*\x7f")
REMOVED_ON: Final = b"(removed on "
"""The beginning of what stands in the place of a text that was removed with a reason."""
_REMOVED_TEXT: Final = re.compile(
    r"\(removed on (?P<at>\d{4}-\d\d-\d\d) by (?P<by>.+?)(?:: (?P<why>.+)|, since somebody was forgotten)\)", re.DOTALL
)
_SEALED: Final = re.compile(rb"\x7f([A-Za-z0-9_-]{22})")


Removed = Sequence[tuple[str, Sequence[str]]]
"""The replacement for a person and the names that it replaces, of several persons."""
Renamed = Callable[[str, str, dict[str, Any], Callable[[Any], Any]], tuple[str, dict[str, Any]]]
"""Returns the title and the values of a row of the catalogue of a kind, with other names."""


class Text(NamedTuple):
    """A new row of the texts. ``owner``: a club, or the stream of the text."""

    digest: bytes
    salt: bytes
    owner: UUID
    letter: str
    text: str


class Row(NamedTuple):
    """A row of the texts as it is now. ``salt`` and ``text``: None once it was removed; ``person``: see `former`.

    ``removed_by`` and ``removed_at``: stream and version of the event that recorded the removal.
    """

    digest: bytes
    salt: bytes | None
    letter: str
    text: str | None
    person: int | None = None
    removed_by: UUID | None = None
    removed_at: int | None = None

    @property
    def token(self) -> str:
        """Return the token that stands in events."""
        return _token(self.digest).decode()

    @property
    def is_whole(self) -> bool:
        """Return whether the text is the one that its digest stands for; False if it was removed."""
        return self.salt is not None and self.text is not None and digest(self.salt, self.text) == self.digest

    @property
    def is_told(self) -> bool:
        """Return whether it is told when, by whom and why the text was removed; of names it is not."""
        return self.text is None and self.letter == "t"

    @property
    def shown(self) -> str:
        """Return the text, or what stands in its place."""
        if self.text is not None:
            return self.text
        return REMOVED if self.letter == "t" or self.person is None else former(self.person)


def digest(salt: bytes, text: str) -> bytes:
    """Return the digest that stands for a text."""
    return sha256(salt + text.encode()).digest()[:DIGEST_BYTES]


def former(number: int) -> str:
    """Return the name of a person who was forgotten; the same in all languages, since it is part of a record."""
    return f"Former player {number}"


def removed_text(at: str, by: str, why: str) -> str:
    """Return what stands in the place of a text that was removed. `retell_removed` reads it."""
    if not at:
        return REMOVED
    removal = f"removed on {at[:10]} by {by}"
    return f"({removal}: {why})" if why else f"({removal}, since somebody was forgotten)"


def retell_removed(text: str, tell: Callable[[str, str, str], str]) -> str:
    """Return a text with other words for what stands in place of one that was removed: when, by whom, why."""
    return _REMOVED_TEXT.sub(lambda match: tell(match["at"], match["by"], match["why"] or ""), text)


def rename(written: Any, removed: Removed | None) -> Any:
    """Return a text, or a value of JSON, with what stands for each person in the place of the names."""
    if not removed:
        return written
    match written:
        case str():
            for stands, names in removed:
                for name in names:
                    written = _whole(name).sub(lambda _, stands=stands: stands, written)  # type: ignore[misc]
            return written
        case dict():
            return {key: rename(each, removed) for key, each in written.items()}
        case list():
            return [rename(each, removed) for each in written]
    return written


@lru_cache(64)
def _whole(name: str) -> re.Pattern[str]:
    """Return the pattern of a name that stands alone, in no longer word."""
    return re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])")


def renamed_everywhere(
    _: str, title: str, data: dict[str, Any], other: Callable[[Any], Any]
) -> tuple[str, dict[str, Any]]:
    """Return the title and the values of a row of the catalogue with other names in every text."""
    return other(title), other(data)


class Hiding(Protocol):
    """The view that outsiders of a club have of its texts, as the ledger describes it."""

    def hides(self, topic: str) -> bool:
        """Return whether they do not see a stream that has an event of this topic."""

    def open(self, letter: str, written: str) -> str:
        """Return what they see in the place of a text with the letter of its kind."""


class Sight(Protocol):
    """The view that a reader has of the clubs, as the ledger describes it."""

    def of(self, club: UUID | None) -> Any:
        """Return the `Hiding` of a club; None if the reader sees everything of it."""

    def line(self, kind: str, club: UUID | None, title: str, data: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """Return the title and the values of a row of the catalogue as the reader sees them; None for none of it."""

    def without_kind(self, kind: str, names: Sequence[str]) -> Sequence[UUID | None]:
        """Return the clubs whose rows of a kind the reader does not see, or not in a search by these names."""

    def result(self, club: UUID | None, line: Any) -> Any:
        """Return a line of standings as the reader sees it."""


class _Reason(msgspec.Struct):
    why: str = ""


class _Stamped(msgspec.Struct):
    """The event of a removal: when, by whom and why."""

    at: str = ""
    by: str = ""
    fact: _Reason = msgspec.field(default_factory=_Reason)


class Texts:
    """The texts of a record book, with those that were read or written last.

    ``read``: runs a statement; ``read_leader``: runs it at the leader.
    """

    def __init__(
        self,
        sql: Statements,
        read: Callable[[bytes, Sequence[Any]], list[Any]],
        read_leader: Callable[[bytes, Sequence[Any]], list[Any]],
    ) -> None:
        self._sql, self._read, self._read_leader = sql, read, read_leader
        self._opened: dict[bytes, bytes] = {}
        """The texts that were read last, by token, as they stand within a JSON string."""
        self._names: dict[tuple[UUID, bytes], tuple[Text, bytes]] = {}
        """The names that were written last, by owner and mark."""
        self._clubs: dict[UUID, UUID | None] = {}
        self._rows: dict[bytes, Row] = {}
        """The rows that were read last for readers from whom something is hidden."""
        self._belong: dict[UUID, UUID | None] = {}
        self._removals = 0
        """The number of removals, when this was last asked."""
        self._asked_at = -NOTICED

    def clear(self) -> None:
        """Remember nothing: some texts were removed. What other threads are reading now is not remembered either."""
        self._opened, self._names, self._rows = {}, {}, {}
        self._asked_at = -NOTICED

    def count_removals(self) -> int:
        """Return how often texts were removed, as of the last second."""
        self._notice_removals()
        return self._removals

    # --- sealing ----------------------------------------------------------------------------------

    def seal(
        self, events: Sequence[StoredEvent], clubs: Mapping[UUID, UUID | None]
    ) -> tuple[list[StoredEvent], list[UUID | None], list[Text]]:
        """Return the events with digests, the club of each, and all texts that they stand for.

        ``clubs``: the club of each new stream. All texts are written with the events, also those that are there: a
        leader that was replaced may have taken them with it.
        """
        self._notice_removals()
        belong = self._clubs_of(events, clubs)
        of = [belong.get(_id(event)) for event in events]
        marks = [_MARKED.findall(event.state) for event in events]
        marks_of: defaultdict[UUID, set[bytes]] = defaultdict(set)
        for club, marked in zip(of, marks, strict=True):
            marks_of[club or NOBODY].update(marked)
        names = self._find_names(
            {(owner, mark) for owner, own in marks_of.items() for mark in own if mark.startswith(_NAME_BEGINS)}
        )
        texts: dict[bytes, Text] = {}
        sealed = []
        for event, club, marked in zip(events, of, marks, strict=True):
            state, own = event.state, names[club or NOBODY]
            for mark in marked:
                row, token = own.get(mark) or _new(_id(event), mark)
                texts[token] = row
                state = state.replace(mark, token, 1)
            sealed.append(StoredEvent(event.originator_id, event.originator_version, event.topic, state))
        return sealed, of, list(texts.values())

    def _find_names(self, marks: set[tuple[UUID, bytes]]) -> Mapping[UUID, Mapping[bytes, tuple[Text, bytes]]]:
        """Return rows and tokens of names, by owner, then by mark; those that are not known are new."""
        if len(self._names) > MOST_REMEMBERED:
            self._names = {}
        known = self._names
        names = {each: known[each] for each in marks if each in known}
        missing = {(each[0], _read_mark(each[1])[1]): each for each in sorted(marks - names.keys())}
        if missing:
            columns: list[list[Any]] = [list(column) for column in zip(*missing, strict=True)]
            rows = [Text(*row) for row in self._read_leader(self._sql.find_names, columns)]
            new = {missing[row.owner, row.text]: (row, _DEL + _token(row.digest)) for row in rows}
            new |= {each: _new(*each) for each in missing.values() if each not in new}
            known.update(new)
            names |= new
        of_owners: defaultdict[UUID, dict[bytes, tuple[Text, bytes]]] = defaultdict(dict)
        for (owner, mark), name in names.items():
            of_owners[owner][mark] = name
        return of_owners

    def _clubs_of(self, events: Sequence[StoredEvent], clubs: Mapping[UUID, UUID | None]) -> dict[UUID, UUID | None]:
        """Return the club of each stream: of a new one as given, else as its first event has it.

        A stream of before events had a club has it in the catalogue. A new one without a club, such as a sealed card,
        belongs to the club of what is saved with it.
        """
        if len(self._clubs) > MOST_REMEMBERED:
            self._clubs = {}
        streams = {_id(event) for event in events}
        belong = {stream: clubs[stream] for stream in streams if stream in clubs}
        belong |= {stream: self._clubs[stream] for stream in streams - belong.keys() if stream in self._clubs}
        begun = {_id(event) for event in events if event.originator_version == 1}
        if unknown := list(streams - belong.keys() - begun):
            stored = dict(self._read_leader(self._sql.clubs_seen, [unknown]))
            belong |= stored
            self._clubs |= stored
        club = next((belong[_id(event)] for event in events if belong.get(_id(event))), None)
        return belong | {stream: club for stream in begun if not belong.get(stream)}

    # --- opening ----------------------------------------------------------------------------------

    def open(self, states: Sequence[bytes]) -> list[bytes]:
        """Return the JSON of events with their texts; what was removed is the name of a former player, or says so."""
        self._notice_removals()
        joined = _BETWEEN.join(states)
        tokens = set(_SEALED.findall(joined))
        texts = self._find_texts(tokens)
        if joined.count(_BETWEEN) == max(len(states) - 1, 0) and len(tokens) <= FEW:
            # Few texts stand in many events: 0.4 µs an event instead of 1.8.
            for token in tokens:
                joined = joined.replace(_DEL + token, texts[token])
            return joined.split(_BETWEEN) if states else []
        return [_SEALED.sub(lambda match: texts[match[1]], state) for state in states]

    def open_for(self, hidings: Sequence[Hiding | None], states: Sequence[bytes]) -> list[bytes]:
        """Return the JSON of events with what a reader sees in the place of each text. A hiding of None hides none."""
        self._notice_removals()
        rows = self._find_rows({token for state in states for token in _SEALED.findall(state)})

        notes = self._tell(rows.values())

        def shown(hiding: Hiding | None, token: bytes) -> bytes:
            row = rows.get(token)
            if row is None:
                return _quote(REMOVED)
            if hiding is None and token in notes:
                return _quote(notes[token])
            return _quote(row.shown if hiding is None or row.text is None else hiding.open(row.letter, row.text))

        return [
            _SEALED.sub(lambda match, hiding=hiding: shown(hiding, match[1]), state)  # type: ignore[misc]
            for hiding, state in zip(hidings, states, strict=True)
        ]

    def _find_rows(self, tokens: set[bytes]) -> dict[bytes, Row]:
        """Return the rows of tokens. Those that are missing stand for removed texts."""
        known = self._rows
        rows = {token: known[token] for token in tokens if token in known}
        if missing := tokens - rows.keys():
            digests = [urlsafe_b64decode(token + b"==") for token in sorted(missing)]
            read = {_token(row[0]): Row(*row) for row in self._read(self._sql.find_texts, [digests])}
            if len(known) < MOST_REMEMBERED:
                known.update(read)
            else:
                self._rows = read if self._rows is known else {}
            rows |= read
        return rows

    def _tell(self, rows: Iterable[Row]) -> dict[bytes, str]:
        """Return what stands in the place of removed texts, by token: when, by whom and why each was removed."""
        removed = {row: (row.removed_by, row.removed_at) for row in rows if row.is_told}
        if not removed:
            return {}
        places = sorted({place for place in removed.values() if None not in place})
        events = self._read(self._sql.select_places, [list(column) for column in zip(*places, strict=True)])
        tokens = {token for *_, state in events for token in _SEALED.findall(state)}
        texts = {token: row.shown for token, row in self._find_rows(tokens).items()}
        notes: dict[tuple[UUID | None, int | None], str] = {}
        for stream, version, state in events:
            opened = _SEALED.sub(lambda match: _quote(texts.get(match[1], REMOVED)), state)
            event = msgspec.json.decode(opened, type=_Stamped)
            notes[stream, version] = removed_text(event.at, event.by, event.fact.why)
        return {_token(row.digest): notes.get(place, REMOVED) for row, place in removed.items()}

    def clubs_of(self, streams: Iterable[UUID]) -> dict[UUID, UUID | None]:
        """Return the clubs of some streams, as their first events have them. A stream never changes its club."""
        if len(self._belong) > MOST_REMEMBERED:
            self._belong = {}
        known, streams = self._belong, list(streams)
        clubs = {stream: known[stream] for stream in streams if stream in known}
        if unknown := [stream for stream in streams if stream not in clubs]:
            stored = dict(self._read(self._sql.clubs_seen, [unknown]))
            known.update(stored)
            clubs |= stored
        return clubs

    def _notice_removals(self) -> None:
        """Remember nothing if texts were removed since, by any process. Asks at most once in `NOTICED` seconds."""
        began = time.monotonic()
        if began - self._asked_at < NOTICED:
            return
        (number,) = self._read(self._sql.removals, [])[0]
        if number != self._removals:
            self._removals = number
            self.clear()
        # Not before: until there is an answer, other threads ask for themselves.
        self._asked_at = began

    def _find_texts(self, tokens: set[bytes]) -> dict[bytes, bytes]:
        """Return the texts of tokens, as they stand within a JSON string."""
        opened = self._opened
        texts = {token: opened[token] for token in tokens if token in opened}
        if missing := [token for token in tokens if token not in texts]:
            digests = [urlsafe_b64decode(token + b"==") for token in missing]
            rows = [Row(*row) for row in self._read(self._sql.find_texts, [digests])]
            read = {_token(row.digest): _quote(row.shown) for row in rows}
            read |= {token: _quote(text) for token, text in self._tell(rows).items()}
            # Not into a later dictionary: a text that was removed meanwhile would come back.
            if len(opened) < MOST_REMEMBERED:
                opened.update(read)
            else:
                self._opened = read if self._opened is opened else {}
            texts |= {token: read.get(token, _quote(REMOVED)) for token in missing}
        return texts


def token_of(digest_: bytes) -> bytes:
    """Return what stands for a digest in the JSON of an event."""
    return _DEL + _token(digest_)


def digests_of(tokens: Iterable[str]) -> list[bytes]:
    """Return the digests that some tokens stand for."""
    return [urlsafe_b64decode(f"{token}==") for token in tokens]


def tokens_in(state: bytes) -> list[str]:
    """Return the tokens in the JSON of an event."""
    return [token.decode() for token in _SEALED.findall(state)]


def _read_mark(mark: bytes) -> tuple[str, str]:
    """Return the letter and the text of a mark."""
    letter, text = mark[1:2].decode(), mark[2:-1]
    return letter, msgspec.json.decode(b'"%b"' % text, type=str) if b"\\" in text else text.decode()


def _quote(text: str) -> bytes:
    """Escape a text for a JSON string, without the quotes."""
    return msgspec.json.encode(text)[1:-1]


def _new(owner: UUID, mark: bytes) -> tuple[Text, bytes]:
    """Return the row of a new text, and its token."""
    letter, text = _read_mark(mark)
    salt = secrets.token_bytes(SALT_BYTES)
    row = Text(digest(salt, text), salt, owner, letter, text)
    return row, _DEL + _token(row.digest)


def text_columns(texts: Sequence[Text]) -> list[list[Any]]:
    """Return the columns of some texts."""
    return [list(column) for column in zip(*texts, strict=True)] or [[], [], [], [], []]


def _token(digest_: bytes) -> bytes:
    return urlsafe_b64encode(digest_)[:22]


def _id(event: StoredEvent) -> UUID:
    assert isinstance(event.originator_id, UUID)  # noqa: S101
    return event.originator_id
