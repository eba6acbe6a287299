"""The messages to accounts, and where each is still to be delivered: an outbox that is written with its follower.

A message has no text: it is an event, a kind and an account. So nothing of it has to be hidden or forgotten later.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, LiteralString, NamedTuple

from store.tables.people.message_choices import Choices, PushDevice
from store.tables.queries import rows, turn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from uuid import UUID

    from psycopg import Cursor

    from store.events.recorder import Recorder

FOLLOWER: Final = "messages"
"""The name under which the position of the last event that was read is kept; the migration began it."""
KEPT: Final = timedelta(days=30)
"""The time for which messages are kept, so that none is made twice."""
ABOUT_CLUB: Final = "club"
"""The kind of messages about joining a club, which are made with what they tell, and not of an event."""
ACCEPTED, DECLINED, TAKEN = 1, 2, 3
"""Their outcomes: the club accepted a request, declined it, or took the account from the player."""
OUTCOMES: Final = 4
"""The version of such a message is the time in seconds times this, and the outcome."""
MOST_FAILURES: Final = 50
GIVEN_UP: Final = timedelta(days=5)
"""A device is ended after so many failed attempts in a row, if nothing was delivered to it for so long."""

# A name stands for a registered player if one player of the club alone has or had it. Players of other clubs are told
# nothing, whoever enters their ids: they do not see what the club's members see.
_ADDRESSEES: LiteralString = """
    WITH named AS (
        SELECT name, min(c.id::text)::uuid AS player
        FROM catalogue AS c, jsonb_array_elements_text(c.data->'names') AS name
        WHERE c.kind = 'player' AND c.club_id = %(club)s AND name = ANY(%(people)s)
        GROUP BY name HAVING count(DISTINCT c.id) = 1
        UNION SELECT player_id::text, player_id FROM account_players
        WHERE club_id = %(club)s AND player_id::text = ANY(%(people)s)
    )
    SELECT DISTINCT named.name, p.account_id, p.player_id FROM named
    JOIN account_players AS p ON p.player_id = named.player
    JOIN message_choices AS m ON m.account_id = p.account_id
"""
_MEMBERS: LiteralString = """
    SELECT p.account_id FROM account_players AS p
    JOIN message_choices AS m ON m.account_id = p.account_id WHERE p.club_id = %s
"""
# By mail only if there is no device.
_ADD: LiteralString = """
    WITH made AS (
        INSERT INTO messages (account_id, kind, stream, version, player_id, club_id)
        SELECT * FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::bigint[], %s::uuid[], %s::uuid[])
        ON CONFLICT DO NOTHING RETURNING id, account_id, kind
    )
    INSERT INTO deliveries (message_id, device_id)
    SELECT made.id, d.id FROM made
    JOIN message_choices AS c ON c.account_id = made.account_id AND made.kind = ANY (c.kinds)
    LEFT JOIN push_devices AS d ON d.account_id = made.account_id
    WHERE d.id IS NOT NULL OR c.by_mail
"""
# Of members alone: a message that was made while its account left the club stays, and is never due. Whoever is not
# let in, or is put out, is told so as long as it is true.
_DUE: LiteralString = """
    SELECT y.id, y.failures, m.id, m.account_id, m.kind, m.stream, m.version, m.player_id, m.club_id, m.made_at,
        a.login, c.kinds, c.by_mail, c.language, c.quiet_from, c.quiet_until, c.unsubscribe,
        d.id, d.account_id, d.endpoint, d.p256dh, d.auth, d.label, d.added_at, d.delivered_at, d.failures
    FROM deliveries AS y
    JOIN messages AS m ON m.id = y.message_id
    JOIN accounts AS a ON a.id = m.account_id
    LEFT JOIN account_players AS p ON p.account_id = m.account_id AND p.club_id = m.club_id
    JOIN message_choices AS c ON c.account_id = m.account_id
    LEFT JOIN push_devices AS d ON d.id = y.device_id
    WHERE y.next_at <= now() AND y.id <> ALL(%(without)s)
    AND (p.club_id IS NOT NULL) = (m.kind <> 'club' OR m.version %% 4 = 1)
    AND CASE WHEN y.device_id IS NULL THEN %(by_mail)s ELSE y.device_id <> ALL(%(devices)s)
        AND (%(hosts)s::text[] IS NULL OR split_part(d.endpoint, '/', 3) = ANY(%(hosts)s)) END
    ORDER BY y.next_at, y.id LIMIT %(most)s
"""
_DELIVERED: LiteralString = """
    WITH gone AS (DELETE FROM deliveries WHERE id = ANY(%s) RETURNING device_id)
    UPDATE push_devices SET delivered_at = now(), failures = 0 FROM gone WHERE push_devices.id = gone.device_id
    RETURNING 1
"""
_FAILED: LiteralString = """
    WITH later AS (
        UPDATE deliveries SET failures = failures + 1, next_at = now() + %(pause)s WHERE id = %(id)s RETURNING device_id
    )
    UPDATE push_devices SET failures = failures + 1 FROM later WHERE push_devices.id = later.device_id
    RETURNING push_devices.id,
        push_devices.failures >= %(most)s AND coalesce(delivered_at, added_at) < now() - %(given_up)s
"""
# What was to be pushed to the account's only device goes by mail, if the account wants that.
_END_DEVICE: LiteralString = """
    WITH waiting AS (
        SELECT y.message_id FROM deliveries AS y JOIN messages AS m ON m.id = y.message_id
        JOIN message_choices AS c ON c.account_id = m.account_id AND c.by_mail
        WHERE y.device_id = %(id)s AND NOT EXISTS (
            SELECT FROM push_devices AS o WHERE o.account_id = m.account_id AND o.id <> %(id)s)
    ), ended AS (DELETE FROM push_devices WHERE id = %(id)s)
    INSERT INTO deliveries (message_id) SELECT message_id FROM waiting ON CONFLICT DO NOTHING RETURNING 1
"""


def add_about_club(cursor: Cursor[Any], account: UUID, club: UUID, thing: UUID, outcome: int) -> None:
    """Add a message that a club accepted or declined a request, or took the account from a player.

    ``thing``: the request or the player.
    """
    version = int(time.time()) * OUTCOMES + outcome
    cursor.execute(_ADD, [[account], [ABOUT_CLUB], [thing], [version], [None], [club]])


class NewMessage(NamedTuple):
    """A message to be added; the values are those of `Message`."""

    account: UUID
    kind: str
    stream: UUID
    version: int
    player: UUID | None
    club: UUID


@dataclass(frozen=True, slots=True)
class Message:
    """A message to an account.

    ``player``: the registered player of the account whom it is about; None for all of the ``club``.
    """

    id: int
    account: UUID
    kind: str
    stream: UUID
    version: int
    player: UUID | None
    club: UUID
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message that is still to be delivered to a device; by mail to the ``login`` if there is no ``device``."""

    id: int
    failures: int
    message: Message
    login: str
    choices: Choices
    device: PushDevice | None


class Messages:
    """The tables of messages and their deliveries."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def turn(self) -> AbstractContextManager[bool]:
        """Hold the lock that lets one process at a time make and deliver. Yields False if another process holds it."""
        return turn(self.recorder, "messages")

    def addressees(self, club: UUID, people: Sequence[str]) -> list[tuple[str, UUID, UUID]]:
        """Return the accounts to tell of some names or ids of players of a club: the name or id, account, player."""
        return rows(self.recorder, _ADDRESSEES, {"club": club, "people": list(people)}) if people else []

    def members(self, club: UUID) -> list[UUID]:
        """Return the accounts of the players of a club who want to be told something."""
        return [account for (account,) in rows(self.recorder, _MEMBERS, [club])]

    def add(self, cursor: Cursor[Any], made: Sequence[NewMessage]) -> None:
        """Add messages. One that is there stays as it is.

        Each is to be delivered to all devices of its account, or by mail, if the account chose its kind.
        """
        if made:
            cursor.execute(_ADD, [list(column) for column in zip(*made, strict=True)])

    def due(
        self,
        without: Sequence[int],
        devices: Sequence[UUID],
        hosts: Sequence[str] | None,
        by_mail: bool,
        most: int,
    ) -> list[Delivery]:
        """Return the next deliveries, without some and without those to some devices.

        ``hosts``: only those to devices of these hosts; None for all. ``by_mail``: whether those by mail are in it.
        """
        values = {"without": list(without), "devices": list(devices), "by_mail": by_mail, "most": most}
        due = []
        for row in rows(self.recorder, _DUE, {**values, "hosts": None if hosts is None else list(hosts)}):
            kinds, wants_mail, language, begin, end, unsubscribe = row[11:17]
            choices = Choices(kinds, wants_mail, language, (begin, end) if begin else None, unsubscribe)
            device = PushDevice(*row[17:]) if row[17] else None
            due.append(Delivery(row[0], row[1], Message(*row[2:10]), row[10], choices, device))
        return due

    def delivered(self, deliveries: Sequence[int]) -> None:
        """Note that messages were delivered."""
        if deliveries:
            rows(self.recorder, _DELIVERED, [list(deliveries)])

    def drop(self, deliveries: Sequence[int]) -> None:
        """Drop deliveries: the account is not to be told any more."""
        if deliveries:
            rows(self.recorder, "DELETE FROM deliveries WHERE id = ANY(%s) RETURNING 1", [list(deliveries)])

    def wait(self, delivery: int, pause: timedelta) -> None:
        """Try a delivery later, which has not failed."""
        waits: LiteralString = "UPDATE deliveries SET next_at = now() + %s WHERE id = %s RETURNING 1"
        rows(self.recorder, waits, [pause, delivery])

    def failed(self, delivery: int, pause: timedelta, *, is_refused: bool) -> None:
        """Note a failed attempt; the next is after a pause. A device whose push service only refuses is ended.

        ``is_refused``: False if there was no answer, since then it may be this server that has no network.
        """
        values = {"id": delivery, "pause": pause, "most": MOST_FAILURES, "given_up": GIVEN_UP}
        for device, is_given_up in rows(self.recorder, _FAILED, values):
            if is_given_up and is_refused:
                self.end_device(device)

    def end_device(self, device: UUID) -> None:
        """End a device that its push service does not know any more."""
        rows(self.recorder, _END_DEVICE, {"id": device})

    def forget_old(self) -> None:
        """Delete the messages that are older than `KEPT`."""
        rows(self.recorder, "DELETE FROM messages WHERE made_at < now() - %s RETURNING 1", [KEPT])

    def of_account(self, account: UUID, kind: str = "", most: int = 200) -> list[Message]:
        """Return the newest messages of an account, of one kind if it is given."""
        own: LiteralString = (
            "SELECT m.id, account_id, kind, stream, version, m.player_id, club_id, made_at FROM messages AS m"
            " JOIN account_players USING (account_id, club_id)"
            " WHERE account_id = %s AND kind = coalesce(nullif(%s, ''), kind) ORDER BY m.id DESC LIMIT %s"
        )
        return [Message(*row) for row in rows(self.recorder, own, [account, kind, most])]
