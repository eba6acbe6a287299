"""The commands on the results of a tournament, table by table."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Unpack
from uuid import UUID

import msgspec

from domain.engine.parameters import parse
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, request
from domain.kernel.errors import Declined
from domain.kernel.repository import Draft
from domain.match.seats import check_seats
from domain.tournament.aggregate import Tournament
from domain.tournament.facts.lifecycle import TournamentOpened
from domain.tournament.files.results import ResultFileError, enter_lines, read, why_declined
from domain.tournament.results import confirmations
from domain.tournament.results import decisions as result_entry
from domain.tournament.rulings import decisions as rulings
from domain.tournament.tables import matches
from domain.tournament.tables.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.engine.words.values import Term
    from domain.kernel.repository import Repository
    from domain.tournament.files.results import CheckedLine
    from domain.tournament.results.sheet import Sheet
    from domain.tournament.rulings.artificial import Scores
    from domain.tournament.standings.boards import Outcomes


class Encounters:
    """The commands on one table of a round. A result writes only its own lines of the standings."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, encounter_id: UUID, version: int | None = None) -> Encounter:
        """Return a table of a round as it stands, or as it stood at a version."""
        return self._repository.get(Encounter, encounter_id, version)

    def get_many(self, identities: Sequence[UUID]) -> dict[UUID, Encounter]:
        """Return many tables by id, in one read; unknown ids are left out."""
        return self._repository.get_many(Encounter, identities)

    @change(Encounter, "result", lambda sheet, board, side: [_sheet_content(sheet), board, *_by_side(side)])
    def enter_result(
        self, encounter: Encounter, sheet: Sheet, board: int = 0, side: int | None = None, **_: Unpack[SentTo]
    ) -> Decided:
        """Enter a score sheet: all deals together, or deal by deal. Raises `Declined` if it cannot be right.

        ``side``: the side that enters it and thereby confirms it.
        """
        return result_entry.enter_result(encounter, self.game_of(encounter), sheet, board, side)

    def check_results(self, tournament_id: UUID, number: int, text: str) -> tuple[Term | None, list[CheckedLine]]:
        """Return the reason to decline a file of results (None if none), and what each of its lines does.

        Nothing is recorded.
        """
        try:
            lines, _ = self._enter_lines(tournament_id, number, text, ("", "", ""))
        except ResultFileError as error:
            return error.sentence, []
        return why_declined(lines), lines

    def enter_results(self, tournament_id: UUID, number: int, text: str, **sent: Unpack[Sent]) -> Saved:
        """Enter the results of a file (`result_file`) at the tables of a round, but for the lines that cannot be read.

        Raises `Declined` if the round cannot have a result of the file, or has all of them.
        """
        command = request(
            f"tournament {tournament_id}", sent, "enter results", number, sha256(text.encode()).hexdigest()
        )

        def draft() -> Draft:
            try:
                lines, tables = self._enter_lines(tournament_id, number, text, command.stamp)
            except ResultFileError as error:
                raise Declined("result-file", error.sentence) from None
            if declined := why_declined(lines):
                raise Declined("result-file", declined)
            return tuple(table for table in tables if table.pending)

        return self._repository.execute(command, tournament_id, draft)

    def _enter_lines(
        self, tournament_id: UUID, number: int, text: str, stamp: tuple[str, str, str]
    ) -> tuple[list[CheckedLine], list[Encounter]]:
        tournament = self._repository.get(Tournament, tournament_id)
        tables = self.get_many(tournament.encounters(number))
        by_number = {table.setting.table: table for table in tables.values()}
        return enter_lines(tournament.ruleset, read(text), by_number, stamp), list(tables.values())

    @change(
        Encounter,
        "correct",
        lambda sheet, why, board, ruled, side: [_sheet_content(sheet), why, board, ruled, *_by_side(side)],
    )
    def correct_result(
        self,
        encounter: Encounter,
        sheet: Sheet,
        why: str,
        board: int = 0,
        *,
        ruled: bool = False,
        side: int | None = None,
        **_: Unpack[SentTo],
    ) -> Decided:
        """Correct the result, or change it by a ruling (``ruled``); both sides confirm it anew.

        ``side``: the side that corrects it and thereby confirms it.
        """
        game = self.game_of(encounter)
        return result_entry.correct_result(encounter, game, sheet, why.strip(), board, ruled=ruled, side=side)

    @change(Encounter, "confirm")
    def confirm_result(
        self, encounter: Encounter, side: int | None, board: int | None = None, **_: Unpack[SentTo]
    ) -> Decided:
        """Confirm the result for a side, or (None) for both by an official. Without ``board``: all results."""
        return confirmations.confirm(encounter, side, board)

    @change(Encounter, "contest")
    def contest_result(
        self, encounter: Encounter, side: int, why: str, board: int = 0, **_: Unpack[SentTo]
    ) -> Decided:  # fmt: skip
        """Say for a side that the result is wrong."""
        return confirmations.contest(encounter, side, why.strip(), board)

    @change(Encounter, "withdraw confirmation")
    def withdraw_confirmation(
        self, encounter: Encounter, why: str, board: int = 0, **_: Unpack[SentTo]
    ) -> Decided:  # fmt: skip
        """Take back all confirmations of a result; it is provisional again."""
        return confirmations.withdraw_confirmation(encounter, why.strip(), board)

    @change(Encounter, "withdraw")
    def withdraw_result(self, encounter: Encounter, why: str, board: int = 0, **_: Unpack[SentTo]) -> Decided:
        """Withdraw a result that was entered."""
        return result_entry.withdraw_result(encounter, why.strip(), board)

    @change(Encounter, "forfeit", lambda sides, why: [sorted(set(sides)), why])
    def rule_forfeit(self, encounter: Encounter, sides: Collection[int], why: str, **_: Unpack[SentTo]) -> Decided:
        """Rule that these sides (0: North and South, 1: East and West) forfeit."""
        return rulings.rule_forfeit(encounter, sorted(set(sides)), why.strip())

    @change(Encounter, "lift")
    def lift_forfeit(self, encounter: Encounter, why: str, **_: Unpack[SentTo]) -> Decided:
        """Take back the forfeit."""
        return rulings.lift_forfeit(encounter, why.strip())

    @change(Encounter, "artificial", lambda scores, why, boards: [sorted(set(boards)), scores, why])
    def give_artificial_score(
        self, encounter: Encounter, scores: Scores, why: str, boards: Collection[int] = (), **_: Unpack[SentTo]
    ) -> Decided:
        """Give boards an artificial score for each side; without ``boards``, all boards without a result."""
        return rulings.give_artificial_score(encounter, sorted(set(boards)), scores, why.strip())

    @change(Encounter, "take back artificial", lambda why, boards: [sorted(set(boards)), why])
    def withdraw_artificial_score(
        self, encounter: Encounter, why: str, boards: Collection[int] = (), **_: Unpack[SentTo]
    ) -> Decided:
        """Take back the artificial scores of some boards, or of all; played results there count again."""
        return rulings.withdraw_artificial_score(encounter, sorted(set(boards)), why.strip())

    @change(Encounter, "assign")
    def assign_score(
        self,
        encounter: Encounter,
        board: int,
        north_south: Outcomes,
        east_west: Outcomes,
        why: str,
        **_: Unpack[SentTo],
    ) -> Decided:
        """Assign a score to a board: each side gets possible results, each with a percentage."""
        return rulings.assign_score(encounter, board, north_south, east_west, why.strip())

    @change(Encounter, "take back assigned")
    def withdraw_assigned_score(self, encounter: Encounter, board: int, why: str, **_: Unpack[SentTo]) -> Decided:
        """Take back the assigned score of a board; a played result there counts again."""
        return rulings.withdraw_assigned_score(encounter, board, why.strip())

    @change(Encounter, "seats")
    def change_seats(
        self, encounter: Encounter, seats: Mapping[Seat, str], why: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Change the players at the table, as for a substitute."""
        check_seats(self.game_of(encounter), encounter.setting.dealer, seats)
        return matches.change_seats(encounter, seats, why.strip())

    def game_of(self, table: Encounter) -> Ruleset:
        """Return the game of the tournament; reads only the first event of the tournament."""
        begun = self._repository.first_event(table.tournament)
        assert begun is not None and isinstance(begun.fact, TournamentOpened)  # noqa: S101, PT018
        return parse(begun.fact.ruleset)


def _by_side(side: int | None) -> tuple[str, ...]:
    """Return what a side that enters a result adds to the content of the request."""
    return () if side is None else (f"side {side}",)


def _sheet_content(sheet: Sheet) -> Any:
    """Return a sheet as plain values, for the content of a request."""
    return msgspec.to_builtins(sheet)
