"""The hashed PINs of seats, with which a seat confirms a result on another person's device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from store.tables.queries import rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from store.events.recorder import Recorder


@dataclass(frozen=True, slots=True)
class Pin:
    """The PIN of a seat."""

    seat: str
    pin_hash: str
    set_at: datetime


class Pins:
    """The table of PINs: by seat and place, which is a match, a table, or a deal on its own."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def at(self, place: UUID) -> dict[str, Pin]:
        """Return the PINs of a place, by seat."""
        pins = rows(self.recorder, "SELECT seat, pin_hash, set_at FROM pins WHERE place_id = %s ORDER BY seat", [place])
        return {row[0]: Pin(*row) for row in pins}

    def set_first(self, place: UUID, seat: str, pin_hash: str, by: str) -> bool:
        """Set a seat's first PIN. Returns False if it has one."""
        return bool(
            rows(
                self.recorder,
                "INSERT INTO pins (place_id, seat, pin_hash, set_by) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING RETURNING 1",
                [place, seat, pin_hash, by],
            )
        )

    def change(self, place: UUID, seat: str, was: str, pin_hash: str, by: str) -> bool:
        """Replace a PIN. Returns False if the hash ``was`` is no longer that of the seat's PIN."""
        return bool(
            rows(
                self.recorder,
                "UPDATE pins SET pin_hash = %s, set_by = %s, set_at = now()"
                " WHERE place_id = %s AND seat = %s AND pin_hash = %s RETURNING 1",
                [pin_hash, by, place, seat, was],
            )
        )

    def clear(self, place: UUID, seat: str) -> bool:
        """Delete a seat's PIN, so that it can set another. Returns False if it had none."""
        return bool(
            rows(self.recorder, "DELETE FROM pins WHERE place_id = %s AND seat = %s RETURNING 1", [place, seat])
        )
