"""Find and remove the texts about a person, and what other tables hold of the names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, LiteralString, NamedTuple, Protocol

from store.events.texts import NOBODY, digests_of, former, token_of, tokens_in
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from store.events.recorder import Recorder

_NAMES: LiteralString = """
    SELECT digest FROM texts WHERE letter = 'n' AND owner = %(owner)s AND text = ANY(%(names)s)
    UNION ALL
    SELECT digest FROM texts WHERE letter <> 'n' AND owner = %(player)s AND text IS NOT NULL
"""
_TEXTS: LiteralString = """
    SELECT t.digest, t.owner, t.text FROM texts AS t
    JOIN events AS e ON e.originator_id = t.owner AND e.originator_version = 1
    WHERE t.letter = 't' AND e.club IS NOT DISTINCT FROM %(club)s AND t.text ~* ANY(%(patterns)s)
"""
# Of a club, all events are read.
_STREAMS: LiteralString = """
    SELECT DISTINCT e.originator_id, split_part(e.topic, '.', 2) FROM events AS e
    WHERE (e.club IS NOT DISTINCT FROM %(club)s OR e.originator_id = %(player)s)
    AND EXISTS (SELECT FROM unnest(%(tokens)b::bytea[]) AS token WHERE position(token IN e.state) > 0)
"""
_DIGESTS: LiteralString = """
    SELECT t.digest, t.owner, t.letter, t.text FROM texts AS t WHERE t.digest = ANY(%(digests)s) AND t.text IS NOT NULL
"""
_REMOVED: LiteralString = """
    SELECT removed_by, removed_at, array_agg(digest ORDER BY digest) FROM texts
    WHERE removed_by IS NOT NULL GROUP BY 1, 2
"""
_IN_EVENT: LiteralString = "SELECT state FROM events WHERE originator_id = %s AND originator_version = %s"
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


def removal_statements(removals: Sequence[Removal]) -> list[tuple[LiteralString, tuple[Any, ...]]]:
    """Return the statements that carry out removals, for the transaction of their events."""
    written: list[tuple[LiteralString, tuple[Any, ...]]] = []
    for each in removals:
        removed = (list(each.digests), each.number, each.stream, each.version)
        written.append(("SELECT remove_texts(%s::bytea[], %s, %s, %s)", removed))
        if each.number is not None:
            written.append(("SELECT remove_from_commands(%s::text[], %s::uuid)", (list(each.names), each.club)))
        stands = former(each.number) if each.number is not None else ""
        values = (list(each.names), stands, each.club, list(each.streams))
        written.append(("SELECT forget_in_tables(%s::text[], %s, %s::uuid, %s::uuid[])", values))
    return written


class TextsOfPeople:
    """The finder of the texts about a person."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def find(self, club: UUID | None, called: Sequence[str], player: UUID | None) -> Held:
        """Return what is held about somebody under some names in a club. ``player``: the registered player."""
        values: dict[str, Any] = {
            "owner": club or NOBODY, "names": list(called), "club": club, "player": player,
            "patterns": [rf"(?<![[:alnum:]]){_escape(name)}(?![[:alnum:]])" for name in called],
        }  # fmt: skip
        texts = [
            (bytes(digest), HeldText(stream, text)) for digest, stream, text in rows(self.recorder, _TEXTS, values)
        ]
        names = [bytes(digest) for (digest,) in rows(self.recorder, _NAMES, values)]
        return self._held([*names, *(digest for digest, _ in texts)], called, [text for _, text in texts], values)

    def find_digests(self, digests: Sequence[bytes], club: UUID | None, player: UUID | None) -> Held:
        """Return those of some texts that are there, with the streams in a club that hold them."""
        there = [
            (bytes(digest), letter, HeldText(owner, text))
            for digest, owner, letter, text in rows(self.recorder, _DIGESTS, {"digests": list(digests)})
        ]
        names = [held.text for _, letter, held in there if letter != "t"]
        texts = [held for _, letter, held in there if letter == "t"]
        return self._held([digest for digest, _, _ in there], names, texts, {"club": club, "player": player})

    def _held(
        self, digests: Sequence[bytes], names: Sequence[str], texts: Sequence[HeldText], of: dict[str, Any]
    ) -> Held:
        tokens = [token_of(each) for each in digests]
        streams = rows(self.recorder, _STREAMS, {**of, "tokens": tokens}) if tokens else []
        kinds: dict[str, int] = {}
        for _, subject in streams:
            kinds[subject] = kinds.get(subject, 0) + 1
        return Held(digests, list(names), [stream for stream, _ in streams], kinds, texts)

    def carried_out(self) -> list[tuple[UUID, int, list[bytes]]]:
        """Return all removals: stream and version of the event of each, and the digests of what was removed."""
        ((number,),) = rows(self.recorder, "SELECT number FROM removals")
        # All texts are read; most books have no removal.
        removed = rows(self.recorder, _REMOVED) if number else []
        return [(stream, version, [bytes(each) for each in digests]) for stream, version, digests in removed]

    def find_in_event(self, stream: UUID, version: int) -> list[bytes]:
        """Return the digests of the texts, other than names, that an event holds and that are there."""
        states = rows(self.recorder, _IN_EVENT, [stream, version])
        tokens = [token for (state,) in states for token in tokens_in(bytes(state))]
        return [bytes(each) for (each,) in rows(self.recorder, _WRITTEN, [digests_of(tokens)])]

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
