"""The commands that rule on the scores of entries, or set those with which they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.kernel.changes import Decided, change
from domain.kernel.commands import SentTo
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.rulings import adjustments

if TYPE_CHECKING:
    from fractions import Fraction

    from domain.tournament.state import EntryId


class Adjustments(TournamentCommands):
    """The commands of directors on the scores of entries."""

    @change(Tournament, "adjust", lambda entry, amount, why, unit, number: [entry, amount, unit, number, why])
    def adjust(
        self, tournament: Tournament, entry: EntryId, amount: int, why: str, unit: str = "score", number: int = 0,
        **_: Unpack[SentTo],
    ) -> Decided:  # fmt: skip
        """Rule on an entry's score. ``number``: the round that the ruling is about, or 0.

        ``amount``: the number to store (`adjustments.adjustment_number`): half points where wins count.
        """
        return adjustments.adjust(tournament, entry, amount, unit, number, why.strip())

    @change(Tournament, "withdraw adjustment")
    def withdraw_adjustment(self, tournament: Tournament, number: int, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Take back a ruling on a score."""
        return adjustments.withdraw_adjustment(tournament, number, why.strip())

    @change(Tournament, "starting score")
    def set_starting_score(
        self, tournament: Tournament, entry: EntryId, amount: Fraction, why: str, **_: Unpack[SentTo]
    ) -> Decided:
        """Set the score with which an entry begins, in the unit of the standings; 0 removes it."""
        return adjustments.set_starting_score(
            tournament, entry, adjustments.adjustment_number(tournament, amount, "score"), why.strip()
        )
