"""The recorder's SQL, formatted once for a schema, so that each statement is prepared once on a connection."""

from __future__ import annotations

from typing import LiteralString

from psycopg.sql import SQL, Composable, Identifier

from store.events.position import FIRST, horizon

# The events' columns as arrays; binary, since as text a state is twice as long.
_GIVEN: LiteralString = """
    unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[], %b::uuid[])
    WITH ORDINALITY AS given (originator_id, originator_version, topic, state, club, place)
"""

# Most texts are there already.
_KEPT: LiteralString = """
    kept AS (
        INSERT INTO {texts} (digest, salt, owner, letter, text)
        SELECT * FROM unnest(%b::bytea[], %b::bytea[], %b::uuid[], %b::text[], %b::text[])
        ON CONFLICT DO NOTHING
    )
"""

_INSERT: LiteralString = """
    WITH {kept}, written AS (
        INSERT INTO {events} (originator_id, originator_version, topic, state, club, notification_id)
        SELECT originator_id, originator_version, topic, state, club, (SELECT {first} FROM {anchor}) + place - 1
        FROM {given}
    )
    SELECT {first} FROM {anchor}
"""

# The events wait for the command's row, so that a repeated command differs from a lost race.
_INSERT_WITH_COMMAND: LiteralString = """
    WITH {kept}, command AS (
        INSERT INTO {commands} (scope, key, fingerprint, outcome, salt, club) VALUES (%t, %t, %b, %b, %b, %b)
        RETURNING 1
    ), written AS (
        INSERT INTO {events} (originator_id, originator_version, topic, state, club, notification_id)
        SELECT originator_id, originator_version, topic, state, club, (SELECT {first} FROM {anchor}) + place - 1
        FROM {given}, (SELECT count(*) FROM command) AS recorded
    )
    SELECT {first} FROM {anchor}
"""

_SELECT: LiteralString = """
    SELECT originator_version, topic, state FROM {events}
    WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s
    ORDER BY originator_version
"""

_FOLLOW: LiteralString = """
    SELECT originator_id, originator_version, topic, state, notification_id FROM {events}
    WHERE notification_id > %s AND notification_id <= %s AND notification_id < {horizon}
"""

_SAME_EVENTS: LiteralString = """
    SELECT notification_id, {emitted}
    FROM {given} JOIN {events} AS stored USING (originator_id, originator_version, topic, state)
    ORDER BY place
"""


class Statements:
    """The statements of the recorder; parameters are positional."""

    def __init__(self, schema: str, events: str = "events") -> None:
        names: dict[str, Composable] = {
            "events": Identifier(schema, events),
            "commands": Identifier(schema, "commands"),
            "texts": Identifier(schema, "texts"),
            "removals": Identifier(schema, "removals"),
            "catalogue": Identifier(schema, "catalogue"),
            "anchor": Identifier(schema, "anchor"),
            "tracking": Identifier(schema, "tracking"),
            "given": SQL(_GIVEN),
            "kept": SQL(_KEPT).format(texts=Identifier(schema, "texts")),
            "first": FIRST,
            # A record in the write-ahead log: the commit of a statement that reads then waits for replicas, too.
            "emitted": SQL("pg_logical_emit_message(true, 'nought', 'repeated') IS NOT NULL"),
        }
        names["horizon"] = horizon(names["anchor"])

        def compose(text: LiteralString) -> bytes:
            return SQL(text).format(**names).as_bytes()

        self.insert = compose(_INSERT)
        self.insert_with_command = compose(_INSERT_WITH_COMMAND)
        self.same_events = compose(_SAME_EVENTS)
        self.find_command = compose("SELECT fingerprint, outcome, salt FROM {commands} WHERE scope = %s AND key = %s")
        self.confirm_command = compose("SELECT {emitted} FROM {commands} WHERE scope = %s AND key = %s")
        self.latest_version = compose("SELECT max(originator_version) FROM {events} WHERE originator_id = %s")
        # Streams from before events had the club have it in the catalogue.
        self.clubs_seen = compose(
            "SELECT e.originator_id, coalesce(e.club, c.club_id, CASE WHEN c.kind = 'club' THEN c.id END)"
            " FROM {events} AS e LEFT JOIN {catalogue} AS c ON c.id = e.originator_id AND e.club IS NULL"
            " WHERE e.originator_id = ANY(%s::uuid[]) AND e.originator_version = 1"
        )
        self.find_names = compose(
            "SELECT t.digest, t.salt, t.owner, t.letter, t.text FROM {texts} AS t"
            " JOIN unnest(%b::uuid[], %b::text[]) AS wanted (owner, text)"
            " ON t.owner = wanted.owner AND md5(t.text) = md5(wanted.text) AND t.text = wanted.text"
            " WHERE t.letter = 'n' ORDER BY t.digest DESC"
        )
        self.find_texts = compose(
            "SELECT digest, salt, letter, text, person, removed_by, removed_at FROM {texts}"
            " WHERE digest = ANY(%b::bytea[])"
        )
        self.select_places = compose(
            "SELECT originator_id, originator_version, state FROM {events}"
            " JOIN unnest(%b::uuid[], %b::bigint[]) AS wanted (originator_id, originator_version)"
            " USING (originator_id, originator_version)"
        )
        self.removals = compose("SELECT number FROM {removals}")
        self.texts_after = compose(
            "SELECT digest, salt, letter, text, person, removed_by, removed_at FROM {texts}"
            " WHERE digest > %s ORDER BY digest LIMIT %s"
        )
        self.select = compose(_SELECT + " LIMIT %s")
        self.select_latest_first = compose(_SELECT + " DESC LIMIT %s")
        self.select_streams = compose(
            "SELECT originator_id, originator_version, topic, state FROM {events}"
            " WHERE originator_id = ANY(%s::uuid[]) ORDER BY originator_id, originator_version"
        )
        self.select_streams_of_topics = compose(
            "SELECT originator_id, originator_version, topic, state FROM {events}"
            " WHERE originator_id = ANY(%s::uuid[]) AND topic = ANY(%s) ORDER BY originator_id, originator_version"
        )
        self.follow = compose(_FOLLOW + " ORDER BY notification_id LIMIT %s")
        self.follow_topics = compose(_FOLLOW + " AND topic = ANY(%s) ORDER BY notification_id LIMIT %s")
        # Ages, not times, so that only the database's clock matters.
        self.ages = compose(
            "SELECT extract(epoch FROM clock_timestamp() - stored_at)::float8 FROM {events}"
            " WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version"
        )
        self.first_younger = compose(
            "SELECT min(originator_version) FROM {events}"
            " WHERE originator_id = %s AND stored_at > now() - make_interval(secs => %s)"
        )
        self.first_after = compose(
            "SELECT min(originator_version) FROM {events} WHERE originator_id = %s AND stored_at > %s"
        )
        self.stored_at = compose("SELECT stored_at FROM {events} WHERE originator_id = %s AND originator_version = %s")
        self.moment_ago = compose("SELECT now() - make_interval(secs => %s)")
        # The row without a stream has the last position of all events.
        self.touched = compose(
            "SELECT originator_id, min(originator_version), max(notification_id) FROM {events}"
            " WHERE notification_id > %s AND notification_id < {horizon} AND (originator_id = ANY(%s::uuid[])"
            " OR (originator_version = 1 AND (%s OR club IS NULL OR club = ANY(%s::uuid[])))) GROUP BY originator_id"
            " UNION ALL SELECT NULL, NULL, max(notification_id) FROM {events} WHERE notification_id < {horizon}"
        )
        self.latest_position = compose("SELECT max(notification_id) FROM {events} WHERE notification_id < {horizon}")
        self.tracked = compose("SELECT position FROM {tracking} WHERE name = %s")
        self.track = compose(
            "INSERT INTO {tracking} AS t (name, position) VALUES (%s, %s)"
            " ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE t.position = %s"
        )
        self.rewind = compose("UPDATE {tracking} SET position = 0 WHERE name = %s")
