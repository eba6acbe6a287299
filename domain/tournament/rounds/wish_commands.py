"""The commands by which directors ask something of the next draws: entries to keep apart, byes asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.kernel.changes import Decided, change
from domain.kernel.commands import SentTo
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.rounds import wishes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.state import EntryId


class Wishes(TournamentCommands):
    """The commands about the next draws of a tournament."""

    @change(Tournament, "avoid", lambda entries, why, absolute: [entries, absolute, why])
    def add_avoidance(
        self, tournament: Tournament, entries: Sequence[EntryId], why: str = "", *, absolute: bool = False,
        **_: Unpack[SentTo],
    ) -> Decided:  # fmt: skip
        """Keep some entries apart. ``absolute``: True if no draw may bring two of them together."""
        return wishes.add_avoidance(tournament, entries, why.strip(), absolute=absolute)

    @change(Tournament, "withdraw avoidance")
    def withdraw_avoidance(self, tournament: Tournament, number: int, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Take back an avoidance."""
        return wishes.withdraw_avoidance(tournament, number, why.strip())

    @change(Tournament, "request bye")
    def request_bye(
        self, tournament: Tournament, entry: EntryId, number: int, why: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Let an entry sit out round ``number``, as it asks in advance."""
        return wishes.request_bye(tournament, entry, number, why.strip())

    @change(Tournament, "withdraw bye request")
    def withdraw_bye_request(
        self, tournament: Tournament, entry: EntryId, number: int, why: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Let an entry play round ``number`` after all."""
        return wishes.withdraw_bye_request(tournament, entry, number, why.strip())
