"""The commands by which directors ask something of the next draws: entries to keep apart, byes asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.kernel.commands import Saved, SentTo
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.rounds import wishes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from domain.tournament.state import EntryId


class Wishes(TournamentCommands):
    """The commands about the next draws of a tournament."""

    def add_avoidance(
        self, tournament_id: UUID, entries: Sequence[EntryId], why: str = "", *, absolute: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:  # fmt: skip
        """Keep some entries apart. ``absolute``: True if no draw may bring two of them together."""
        content = ("avoid", list(entries), absolute, why)
        return self._save_fact(
            tournament_id, sent, content, lambda t: wishes.add_avoidance(t, entries, why.strip(), absolute=absolute)
        )

    def withdraw_avoidance(self, tournament_id: UUID, number: int, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Take back an avoidance."""
        content = ("withdraw avoidance", number, why)
        return self._save_fact(
            tournament_id, sent, content, lambda t: wishes.withdraw_avoidance(t, number, why.strip())
        )

    def request_bye(
        self, tournament_id: UUID, entry: EntryId, number: int, why: str = "", **sent: Unpack[SentTo]
    ) -> Saved:
        """Let an entry sit out round ``number``, as it asks in advance."""
        content = ("request bye", entry, number, why)
        return self._save_fact(
            tournament_id, sent, content, lambda t: wishes.request_bye(t, entry, number, why.strip())
        )

    def withdraw_bye_request(
        self, tournament_id: UUID, entry: EntryId, number: int, why: str = "", **sent: Unpack[SentTo]
    ) -> Saved:
        """Let an entry play round ``number`` after all."""
        content = ("withdraw bye request", entry, number, why)
        return self._save_fact(
            tournament_id, sent, content, lambda t: wishes.withdraw_bye_request(t, entry, number, why.strip())
        )
