"""Find and remove the texts about a person, and what other tables hold of the names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, LiteralString, NamedTuple, Protocol

from store.events.texts import NOBODY, digests_of, former, token_of, tokens_in
from store.tables.named_streams import NamedStreams
from store.tables.queries import rows
from store.tables.unlisted import Unlisted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from store.events.recorder import Recorder

_NAMES: LiteralString = """
    SELECT t.digest, t.owner, t.letter FROM unnest(%(names)s::text[]) AS wanted (name)
    JOIN texts AS t ON t.letter = 'n' AND t.owner = %(owner)s AND md5(t.text) = md5(wanted.name)
        AND t.text = wanted.name
    UNION ALL
    SELECT digest, owner, letter FROM texts WHERE letter <> 'n' AND owner = %(player)s AND text IS NOT NULL
"""
_TEXTS: LiteralString = """
    SELECT DISTINCT ON (t.digest) t.digest, t.owner, t.text
    FROM unnest(%(names)s::text[], %(patterns)s::text[]) AS wanted (name, pattern)
    JOIN texts AS t ON t.letter = 't' AND t.text IS NOT NULL
        AND words_of(t.text) @> words_of(wanted.name) AND t.text ~* wanted.pattern
    JOIN events AS e ON e.originator_id = t.owner AND e.originator_version = 1
    LEFT JOIN catalogue AS c ON c.id = t.owner AND e.club IS NULL
    WHERE coalesce(e.club, c.club_id) IS NOT DISTINCT FROM %(club)s
    ORDER BY t.digest
"""
_SUBJECTS: LiteralString = """
    SELECT originator_id, split_part(topic, '.', 2) FROM events
    WHERE originator_id = ANY(%s) AND originator_version = 1 ORDER BY originator_id
"""
_DIGESTS: LiteralString = """
    SELECT t.digest, t.owner, t.letter, t.text FROM texts AS t WHERE t.digest = ANY(%(digests)s) AND t.text IS NOT NULL
"""
_REMOVED: LiteralString = """
    SELECT removed_by, removed_at, array_agg(digest ORDER BY digest) FROM texts
    WHERE removed_by IS NOT NULL GROUP BY 1, 2
    HAVING EXISTS (SELECT FROM events WHERE originator_id = removed_by AND originator_version = removed_at)
"""
_IN_EVENT: LiteralString = "SELECT state FROM events WHERE originator_id = %s AND originator_version = %s"
_FILES: LiteralString = """
    SELECT encode(a.sha256, 'hex') FROM events AS e
    JOIN attachments AS a ON a.dispute_id = e.originator_id AND a.body IS NOT NULL
        AND encode(a.sha256, 'hex') = convert_from(e.state, 'UTF8')::jsonb -> 'fact' ->> 'sha256'
    WHERE e.originator_id = %s AND e.originator_version = %s AND e.topic = 'nought.Dispute.EvidenceGiven'
"""
_STATES: LiteralString = """
    SELECT originator_id, originator_version, state FROM events WHERE originator_id = ANY(%s)
    ORDER BY originator_id, originator_version
"""
_TEXTS_OF: LiteralString = """
    SELECT digest, text FROM texts WHERE digest = ANY(%s) AND letter = 't' AND text IS NOT NULL
"""
_WRITTEN: LiteralString = "SELECT digest FROM texts WHERE digest = ANY(%s) AND letter = 't' AND text IS NOT NULL"


class Held(NamedTuple):
    """The texts about a person, and their streams: `domain.kernel.ports.HeldTexts`."""

    digests: Sequence[bytes]
    names: Sequence[str]
    streams: Sequence[UUID]
    kinds: dict[str, int]
    texts: Sequence[HeldText]


class HeldText(NamedTuple):
    """A text with the name of a person in it, and its stream."""

    stream: UUID
    text: str


class Written(NamedTuple):
    """The texts, other than names, of an event."""

    stream: UUID
    version: int
    texts: Sequence[str]


class Removal(Protocol):
    """A removal, as the ledger gives it."""

    @property
    def stream(self) -> UUID: ...
    @property
    def version(self) -> int: ...
    @property
    def digests(self) -> Sequence[bytes]: ...
    @property
    def club(self) -> UUID | None: ...
    @property
    def number(self) -> int | None: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def streams(self) -> Sequence[UUID]: ...
    @property
    def files(self) -> Sequence[str]: ...


def removal_statements(removals: Sequence[Removal]) -> list[tuple[LiteralString, tuple[Any, ...]]]:
    """Return the statements that carry out removals, for the transaction of their events."""
    written: list[tuple[LiteralString, tuple[Any, ...]]] = []
    for each in removals:
        removed = (list(each.digests), each.number, each.stream, each.version)
        written.append(("SELECT remove_texts(%s::bytea[], %s, %s, %s)", removed))
        if each.files:
            hashes = [bytes.fromhex(sha256) for sha256 in each.files]
            written.append(
                ("SELECT remove_files(%s, %s::bytea[], %s, %s)", (each.streams[0], hashes, each.stream, each.version))
            )
        stands = former(each.number) if each.number is not None else ""
        values = (list(each.names), stands, each.club, list(each.streams), each.stream, each.version)
        written.append(("SELECT forget_in_tables(%s::text[], %s, %s::uuid, %s::uuid[], %s, %s)", values))
    return written


class TextsOfPeople:
    """The finder of the texts about a person."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.named = NamedStreams(recorder)
        self.lists = Unlisted(recorder, self.named)

    def find(self, club: UUID | None, called: Sequence[str], player: UUID | None) -> Held:
        """Return what is held about somebody under some names in a club. ``player``: the registered player."""
        values: dict[str, Any] = {
            "owner": club or NOBODY, "names": list(called), "club": club, "player": player,
            "patterns": [rf"(?<![[:alnum:]]){_escape(name)}(?![[:alnum:]])" for name in called],
        }  # fmt: skip
        texts = [
            (bytes(digest), HeldText(stream, text)) for digest, stream, text in rows(self.recorder, _TEXTS, values)
        ]
        known = {digest for digest, _ in texts}
        names = [
            (bytes(digest), owner, letter)
            for digest, owner, letter in rows(self.recorder, _NAMES, values)
            if bytes(digest) not in known
        ]
        owners = [*(held.stream for _, held in texts), *(owner for _, owner, letter in names if letter != "n")]
        of_club = [digest for digest, _, letter in names if letter == "n"]
        digests = [*(digest for digest, _, _ in names), *known]
        return self._held(digests, called, [text for _, text in texts], of_club, owners)

    def find_digests(self, digests: Sequence[bytes]) -> Held:
        """Return those of some texts that are there, with the streams that hold them."""
        there = [
            (bytes(digest), letter, HeldText(owner, text))
            for digest, owner, letter, text in rows(self.recorder, _DIGESTS, {"digests": list(digests)})
        ]
        names = [held.text for _, letter, held in there if letter != "t"]
        texts = [held for _, letter, held in there if letter == "t"]
        owners = [held.stream for _, letter, held in there if letter != "n"]
        of_club = [digest for digest, letter, _ in there if letter == "n"]
        return self._held([digest for digest, _, _ in there], names, texts, of_club, owners)

    def _held(
        self,
        digests: Sequence[bytes],
        names: Sequence[str],
        texts: Sequence[HeldText],
        of_club: Sequence[bytes],
        owners: Sequence[UUID],
    ) -> Held:
        """Return what is held. ``of_club``: the names that may stand in many streams; ``owners``: those of all else."""
        if not digests:
            return Held((), list(names), (), {}, ())
        streams = sorted({*self.named.find(of_club), *owners})
        kinds: dict[str, int] = {}
        for _, subject in rows(self.recorder, _SUBJECTS, [streams]):
            kinds[subject] = kinds.get(subject, 0) + 1
        return Held(digests, list(names), streams, kinds, texts)

    def carried_out(self) -> list[tuple[UUID, int, list[bytes]]]:
        """Return all removals: stream and version of the event of each, and the digests of what was removed."""
        return [
            (stream, version, [bytes(each) for each in digests])
            for stream, version, digests in rows(self.recorder, _REMOVED)
        ]

    def find_in_event(self, club: UUID | None, stream: UUID, version: int) -> list[bytes]:
        """Return the digests of the texts, other than names, that an event of a club holds and that are there."""
        if self.recorder.texts.clubs_of([stream]).get(stream) != club:
            return []
        states = rows(self.recorder, _IN_EVENT, [stream, version])
        tokens = [token for (state,) in states for token in tokens_in(bytes(state))]
        return [bytes(each) for (each,) in rows(self.recorder, _WRITTEN, [digests_of(tokens)])]

    def find_files(self, stream: UUID, version: int) -> list[str]:
        """Return the SHA-256 of the files, which are there, of an event of a dispute."""
        return [sha256 for (sha256,) in rows(self.recorder, _FILES, [stream, version])]

    def written_in(self, streams: Sequence[UUID]) -> list[Written]:
        """Return the texts, other than names, of the events of some streams, in order, without those removed."""
        states = rows(self.recorder, _STATES, [list(streams)])
        tokens = {token for _, _, state in states for token in tokens_in(bytes(state))}
        there = rows(self.recorder, _TEXTS_OF, [digests_of(tokens)])
        texts = {token_of(bytes(digest)).decode()[1:]: text for digest, text in there}
        events = (Written(stream, version, [texts[token] for token in tokens_in(bytes(state)) if token in texts])
                  for stream, version, state in states)  # fmt: skip
        return [event for event in events if event.texts]

    def next_number(self) -> int:
        """Return a number that no person who was forgotten has."""
        number: int = rows(self.recorder, "SELECT nextval('former_players')::int")[0][0]
        return number

    def use_number(self, number: int) -> None:
        """Let no other person who is forgotten get this number or a smaller one."""
        while self.next_number() < number:
            pass


def _escape(name: str) -> str:
    """Return a name as a pattern of Postgres."""
    return re.sub(r"([\]\[\\.^$*+?(){}|])", r"\\\1", name)
