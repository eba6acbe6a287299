"""Know in which streams a name stands: written a moment after the events, in their order, each event once.

A stream has one row with all its names, so that a deal takes some hundred bytes. No save waits for it: `read_on` reads
the events since its last call, and whoever looks for a name reads the latest ones itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, LiteralString

from store.events.event_recorder import LAST_VERSION
from store.events.texts import digests_of, token_of, tokens_in
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from store.events.recorder import Recorder

FOLLOWER: Final = "names in streams"
"""The name under which the position of the last event that was read is kept."""
BATCH: Final = 5000
"""The most events of one transaction."""
_KEY_BYTES: Final = 8

_ADD: LiteralString = """
    INSERT INTO named_streams AS s (stream, names)
    SELECT given.stream, array_agg(DISTINCT given.name)
    FROM unnest(%b::uuid[], %b::bytea[], %b::bigint[]) AS given (stream, digest, name)
    JOIN texts AS t ON t.digest = given.digest AND t.letter = 'n'
    GROUP BY given.stream
    ON CONFLICT (stream) DO UPDATE
    SET names = ARRAY(SELECT DISTINCT unnest(s.names || excluded.names)) WHERE NOT s.names @> excluded.names
"""
_WITH_NAMES: LiteralString = "SELECT stream FROM named_streams WHERE names && %s::bigint[]"
_LATELY: LiteralString = """
    SELECT DISTINCT originator_id FROM events
    WHERE notification_id > %s
    AND EXISTS (SELECT FROM unnest(%b::bytea[]) AS token WHERE position(token IN state) > 0)
"""
_UNREAD: LiteralString = "SELECT count(*) FROM (SELECT FROM events WHERE notification_id > %s LIMIT %s) AS unread"


class NamedStreams:
    """The streams in which each name stands."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def read_on(self) -> int:
        """Read the next events, at most `BATCH`. Return their number; 0 if all are read."""
        recorder = self.recorder
        start = recorder.tracked(FOLLOWER)
        read = recorder.read(recorder.sql.follow, [start, LAST_VERSION, BATCH])
        if not read:
            return 0
        pairs = sorted({(stream, digest) for stream, _, _, state, _ in read for digest in digests_of(tokens_in(state))})
        streams, digests = [stream for stream, _ in pairs], [digest for _, digest in pairs]
        with recorder.track(FOLLOWER, start, read[-1][-1]) as cursor:
            if cursor is not None:  # otherwise another process has read these meanwhile
                cursor.execute(_ADD, [streams, digests, list(map(_key, digests))])
        return len(read)

    def count_unread(self, most: int) -> int:
        """Count the events that are not read yet, up to a number."""
        unread: int = rows(self.recorder, _UNREAD, [self.recorder.tracked(FOLLOWER), most])[0][0]
        return unread

    def find(self, digests: Sequence[bytes]) -> list[UUID]:
        """Return the streams in which one of some names stands, by id."""
        start = self.recorder.tracked(FOLLOWER)
        with_names = rows(self.recorder, _WITH_NAMES, [list(map(_key, digests))])
        lately = rows(self.recorder, _LATELY, [start, list(map(token_of, digests))])
        return sorted({stream for (stream,) in [*with_names, *lately]})


def _key(digest: bytes) -> int:
    return int.from_bytes(digest[:_KEY_BYTES], "big", signed=True)


def clear(cursor: Any) -> None:
    """Forget what was read, so that all events are read again."""
    cursor.execute("DELETE FROM named_streams")
