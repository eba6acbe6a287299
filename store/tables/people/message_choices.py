"""The choices of accounts about messages, and the devices to which messages are pushed."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, LiteralString
from uuid import UUID, uuid4

from store.tables.queries import hash_secret, new_secret, rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, time

    from store.events.recorder import Recorder

MOST: Final = 10
"""The most devices of an account; the oldest are deleted."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The kinds of messages that an account wants, and how. ``quiet``: the hours without any; None for none."""

    kinds: Sequence[str]
    by_mail: bool
    language: str
    quiet: tuple[time, time] | None
    unsubscribe: bytes = b""
    has_calendar: bool = False


@dataclass(frozen=True, slots=True)
class PushDevice:
    """A browser to which messages of an account are pushed, as the browser's push service knows it."""

    id: UUID
    account: UUID
    endpoint: str
    p256dh: bytes
    auth: bytes
    label: str
    added_at: datetime
    delivered_at: datetime | None
    failures: int


_CHOICES: LiteralString = (
    "kinds, by_mail, language, quiet_from, quiet_until, unsubscribe, calendar IS NOT NULL AS has_calendar"
)
_DEVICES: LiteralString = "id, account_id, endpoint, p256dh, auth, label, added_at, delivered_at, failures"


class MessageChoices:
    """The tables of what accounts want to be told, and of their devices."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def of_account(self, account: UUID) -> Choices | None:
        """Return the choices of an account; None if it has made none."""
        known = rows(self.recorder, f"SELECT {_CHOICES} FROM message_choices WHERE account_id = %s", [account])
        if not known:
            return None
        kinds, by_mail, language, begin, end, unsubscribe, has_calendar = known[0]
        return Choices(kinds, by_mail, language, (begin, end) if begin else None, unsubscribe, has_calendar)

    def choose(self, account: UUID, choices: Choices) -> None:
        """Record the choices of an account. The keys of its links stay."""
        begin, end = choices.quiet or (None, None)
        rows(
            self.recorder,
            "INSERT INTO message_choices AS c (account_id, kinds, by_mail, language, quiet_from, quiet_until)"
            " SELECT id, %s, %s, %s, %s, %s FROM accounts WHERE id = %s AND disabled_at IS NULL"
            " ON CONFLICT (account_id) DO UPDATE SET kinds = excluded.kinds, by_mail = excluded.by_mail,"
            " language = excluded.language, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,"
            " chosen_at = now() RETURNING 1",
            [list(choices.kinds), choices.by_mail, choices.language, begin, end, account],
        )

    def is_key(self, unsubscribe: bytes) -> bool:
        """Return whether a key of a link that ends mails is one of an account."""
        return bool(rows(self.recorder, "SELECT 1 FROM message_choices WHERE unsubscribe = %s", [unsubscribe]))

    def end_mails(self, unsubscribe: bytes) -> None:
        """End the mails of the account of a key. Harmless when called again."""
        ended: LiteralString = "UPDATE message_choices SET by_mail = false WHERE unsubscribe = %s RETURNING 1"
        rows(self.recorder, ended, [unsubscribe])

    # --- the calendar -----------------------------------------------------------------------------

    def renew_calendar(self, account: UUID) -> str:
        """Return the secret of a new address of an account's calendar; the earlier address ends."""
        secret = new_secret()
        renewed: LiteralString = "UPDATE message_choices SET calendar = %s WHERE account_id = %s RETURNING 1"
        rows(self.recorder, renewed, [hash_secret(secret), account])
        return secret

    def end_calendar(self, account: UUID) -> None:
        """End the address of an account's calendar. Harmless when called again."""
        rows(self.recorder, "UPDATE message_choices SET calendar = NULL WHERE account_id = %s RETURNING 1", [account])

    def account_of_calendar(self, secret: str) -> UUID | None:
        """Return the account whose calendar has the secret; None if there is none, or the account is disabled."""
        known = rows(
            self.recorder,
            "SELECT account_id FROM message_choices WHERE calendar = %s",
            [hash_secret(secret)],
        )
        return known[0][0] if known else None

    # --- devices ----------------------------------------------------------------------------------

    def devices(self, account: UUID) -> list[PushDevice]:
        """Return the devices of an account, the oldest first."""
        own: LiteralString = f"SELECT {_DEVICES} FROM push_devices WHERE account_id = %s ORDER BY added_at, id"
        return [PushDevice(*row) for row in rows(self.recorder, own, [account])]

    def add_device(
        self, account: UUID, token: UUID, endpoint: str, p256dh: bytes, auth: bytes, label: str
    ) -> PushDevice:
        """Add a device, which ends with the session ``token``. A browser is the device of one account at a time."""
        added: LiteralString = (
            "INSERT INTO push_devices AS d (id, account_id, token_id, endpoint, p256dh, auth, label)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (endpoint) DO UPDATE"
            " SET account_id = excluded.account_id, token_id = excluded.token_id, p256dh = excluded.p256dh,"
            " auth = excluded.auth, label = excluded.label,"
            f" failures = 0 RETURNING {_DEVICES}"
        )
        values = [uuid4(), account, token, endpoint, p256dh, auth, label]
        device = PushDevice(*rows(self.recorder, added, values)[0])
        # What waits for the device is of the account that had it before.
        rows(
            self.recorder,
            "DELETE FROM deliveries AS y USING messages AS m WHERE m.id = y.message_id AND y.device_id = %s"
            " AND m.account_id <> %s RETURNING 1",
            [device.id, account],
        )
        rows(
            self.recorder,
            "DELETE FROM push_devices WHERE account_id = %s AND id <> %s AND id NOT IN (SELECT id FROM push_devices"
            " WHERE account_id = %s AND id <> %s ORDER BY added_at DESC LIMIT %s) RETURNING 1",
            [account, device.id, account, device.id, MOST - 1],
        )
        return device

    def end_device(self, account: UUID, device: UUID) -> bool:
        """End a device of an account. Returns False if it has none of this id."""
        ended: LiteralString = "DELETE FROM push_devices WHERE account_id = %s AND id = %s RETURNING 1"
        return bool(rows(self.recorder, ended, [account, device]))
