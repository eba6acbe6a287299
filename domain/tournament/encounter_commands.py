"""The commands on the results of a tournament, table by table."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Unpack
from uuid import UUID

import msgspec

from domain.club.aggregates import Player, Table
from domain.engine.parameters import parse, plain
from domain.engine.values import sentence
from domain.ledger.commands import Request, Saved, Sent, SentTo, request
from domain.ledger.errors import Declined, NotFound
from domain.ledger.ids import as_id
from domain.ledger.repository import Draft, new_id
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened, MatchTaken
from domain.record.aggregate import Deal, check_seats
from domain.tournament import confirmations, matches, result_entry, rulings
from domain.tournament.adoption import check_match, place_of_both
from domain.tournament.aggregate import Tournament
from domain.tournament.encounter import Encounter
from domain.tournament.facts.lifecycle import TournamentOpened
from domain.tournament.lifecycle import name_tables
from domain.tournament.result_file import NEW, REFUSED, ResultFileError, enter_lines, read
from domain.tournament.score_sheet import of_deals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from domain.engine.cards import Seat
    from domain.engine.facts import Fact
    from domain.engine.ruleset import Ruleset
    from domain.engine.values import Term
    from domain.ledger.repository import Repository
    from domain.tournament.artificial import Scores
    from domain.tournament.boards import Outcomes
    from domain.tournament.result_file import CheckedLine
    from domain.tournament.score_sheet import Sheet


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

    def enter_result(
        self, encounter_id: UUID, sheet: Sheet, board: int = 0, side: int | None = None, **sent: Unpack[SentTo]
    ) -> Saved:
        """Enter a score sheet: all deals together, or deal by deal. Raises `Declined` if it cannot be right.

        ``side``: the side that enters it and thereby confirms it.
        """
        content = ("result", _sheet_content(sheet), board, *_by_side(side))
        return self._at_table(
            encounter_id,
            sent,
            content,
            lambda table: result_entry.enter_result(table, self.game_of(table), sheet, board, side),
        )

    def check_results(self, tournament_id: UUID, number: int, text: str) -> tuple[Term | None, list[CheckedLine]]:
        """Return the reason to decline a file of results (None if none), and what each of its lines does.

        Nothing is recorded.
        """
        try:
            lines, _ = self._enter_lines(tournament_id, number, text, ("", "", ""))
        except ResultFileError as error:
            return error.sentence, []
        return _why_declined(lines), lines

    def enter_results(self, tournament_id: UUID, number: int, text: str, **sent: Unpack[Sent]) -> Saved:
        """Enter all results of a file (`result_file`) at the tables of a round. Raises `Declined` if one is refused."""
        command = request(
            f"tournament {tournament_id}", sent, "enter results", number, sha256(text.encode()).hexdigest()
        )

        def draft() -> Draft:
            try:
                lines, tables = self._enter_lines(tournament_id, number, text, command.stamp)
            except ResultFileError as error:
                raise Declined("result-file", error.sentence) from None
            if declined := _why_declined(lines):
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

    def correct_result(
        self,
        encounter_id: UUID,
        sheet: Sheet,
        why: str,
        board: int = 0,
        *,
        ruled: bool = False,
        side: int | None = None,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Correct the result, or change it by a ruling (``ruled``); both sides confirm it anew.

        ``side``: the side that corrects it and thereby confirms it.
        """
        content, because = ("correct", _sheet_content(sheet), why, board, ruled, *_by_side(side)), why.strip()

        def decide(table: Encounter) -> list[Fact]:
            return result_entry.correct_result(
                table, self.game_of(table), sheet, because, board, ruled=ruled, side=side
            )

        return self._at_table(encounter_id, sent, content, decide)

    def confirm_result(
        self, encounter_id: UUID, side: int | None, board: int | None = None, **sent: Unpack[SentTo]
    ) -> Saved:
        """Confirm the result for a side, or (None) for both by an official. Without ``board``: all results."""
        return self._at_table(
            encounter_id, sent, ("confirm", side, board), lambda table: confirmations.confirm(table, side, board)
        )

    def contest_result(
        self, encounter_id: UUID, side: int, why: str, board: int = 0, **sent: Unpack[SentTo]
    ) -> Saved:  # fmt: skip
        """Say for a side that the result is wrong."""
        content = ("contest", side, why, board)
        return self._at_table(
            encounter_id, sent, content, lambda table: confirmations.contest(table, side, why.strip(), board)
        )

    def withdraw_confirmation(
        self, encounter_id: UUID, why: str, board: int = 0, **sent: Unpack[SentTo]
    ) -> Saved:  # fmt: skip
        """Take back all confirmations of a result; it is provisional again."""
        content = ("withdraw confirmation", why, board)
        return self._at_table(
            encounter_id, sent, content, lambda table: confirmations.withdraw_confirmation(table, why.strip(), board)
        )

    def withdraw_result(self, encounter_id: UUID, why: str, board: int = 0, **sent: Unpack[SentTo]) -> Saved:
        """Withdraw a result that was entered."""
        content = ("withdraw", why, board)
        return self._at_table(
            encounter_id, sent, content, lambda table: result_entry.withdraw_result(table, why.strip(), board)
        )

    def rule_forfeit(self, encounter_id: UUID, sides: Iterable[int], why: str, **sent: Unpack[SentTo]) -> Saved:
        """Rule that these sides (0: North and South, 1: East and West) forfeit."""
        guilty = sorted(set(sides))
        content = ("forfeit", guilty, why)
        return self._at_table(
            encounter_id, sent, content, lambda table: rulings.rule_forfeit(table, guilty, why.strip())
        )

    def lift_forfeit(self, encounter_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Take back the forfeit."""
        return self._at_table(encounter_id, sent, ("lift", why), lambda table: rulings.lift_forfeit(table, why.strip()))

    def give_artificial_score(
        self, encounter_id: UUID, scores: Scores, why: str, boards: Iterable[int] = (), **sent: Unpack[SentTo]
    ) -> Saved:
        """Give boards an artificial score for each side; without ``boards``, all boards without a result."""
        chosen = sorted(set(boards))
        content = ("artificial", chosen, list(scores), why)
        return self._at_table(
            encounter_id, sent, content, lambda table: rulings.give_artificial_score(table, chosen, scores, why.strip())
        )

    def withdraw_artificial_score(
        self, encounter_id: UUID, why: str, boards: Iterable[int] = (), **sent: Unpack[SentTo]
    ) -> Saved:
        """Take back the artificial scores of some boards, or of all; played results there count again."""
        chosen = sorted(set(boards))
        content = ("take back artificial", chosen, why)
        return self._at_table(
            encounter_id, sent, content, lambda table: rulings.withdraw_artificial_score(table, chosen, why.strip())
        )

    def assign_score(
        self,
        encounter_id: UUID,
        board: int,
        north_south: Outcomes,
        east_west: Outcomes,
        why: str,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Assign a score to a board: each side gets possible results, each with a percentage."""
        content = ("assign", board, [list(each) for each in north_south], [list(each) for each in east_west], why)
        return self._at_table(
            encounter_id,
            sent,
            content,
            lambda table: rulings.assign_score(table, board, north_south, east_west, why.strip()),
        )

    def withdraw_assigned_score(self, encounter_id: UUID, board: int, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Take back the assigned score of a board; a played result there counts again."""
        content = ("take back assigned", board, why)
        return self._at_table(
            encounter_id, sent, content, lambda table: rulings.withdraw_assigned_score(table, board, why.strip())
        )

    def change_seats(
        self, encounter_id: UUID, seats: Mapping[Seat, str], why: str = "", **sent: Unpack[SentTo]
    ) -> Saved:
        """Change the players at the table, as for a substitute."""

        def decide(table: Encounter) -> list[Fact]:
            check_seats(self.game_of(table), table.setting.dealer, seats)
            return matches.change_seats(table, seats, why.strip())

        return self._at_table(encounter_id, sent, ("seats", dict(seats), why), decide)

    def seat_match(self, encounter_id: UUID, *, match_id: UUID | None = None, **sent: Unpack[Sent]) -> Saved:
        """Open a match for the encounter; the settlements of its deals make the result.

        The match takes over the game, the players, the table and the club of the encounter, which also ends it.
        """
        command = request("", sent, "seat match", encounter_id, match_id)

        def begin() -> Draft:
            table = self._repository.get(Encounter, encounter_id)
            setting, tournament = table.setting, self._repository.get(Tournament, table.tournament)
            game = tournament.ruleset.for_match(tournament.ruleset.match.endless())
            names = (" / ".join(setting.names[entry] for entry in side) for side in setting.sides)
            match = Match(match_id or new_id(command.at))
            opened = MatchOpened(
                ruleset=plain(game),
                dealer=setting.dealer,
                teams=dict(zip(game.seating.teams, names, strict=True)),
                players=dict(table.seats),
                tokens=game.match.stake,
                club=setting.club,
                table=setting.place,
                event=f"{tournament.opened.name}, round {setting.round}",
                encounter=str(encounter_id),
            )
            match.take(opened, *command.stamp)
            for fact in matches.seat_match(table, match.id):
                table.take(fact, *command.stamp)
            return match, table

        return self._repository.execute(command, None, begin)

    def adopt_match(self, encounter_id: UUID, match_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Take over a match that is being recorded already; its deals make the result.

        Raises `Declined` unless the match has the game, club, table and players of the encounter, and if it belongs to
        another encounter.
        """
        command = request(f"encounter {encounter_id}", sent, "adopt match", match_id, why)

        def draft() -> Draft:
            table = self._repository.get_expected(command, Encounter, encounter_id)
            match, tournament = (
                self._repository.get(Match, match_id),
                self._repository.get(Tournament, table.tournament),
            )
            deals = [self._repository.get(Deal, UUID(line.deal)) for _, line in sorted(match.lines.items())]
            check_match(table, tournament, match, deals, self._name_of)
            place = place_of_both(table, tournament, match, deals)
            for fact in matches.adopt_match(table, match_id, place, why.strip()):
                table.take(fact, *command.stamp)
            self._name_table_of_club(table, tournament, command)
            self._take_over_match(table, tournament, match, why.strip(), command)
            self._score(table, match, deals, command)
            return (table, match, tournament) if tournament.pending else (table, match)

        return self._repository.execute(command, encounter_id, draft)

    def _name_table_of_club(self, table: Encounter, tournament: Tournament, command: Request) -> None:
        """Name the encounter's table of the club in the tournament, so that its broadcast delay applies.

        Raises `Declined` if the table belongs to another club.
        """
        number, place = table.setting.table, table.setting.place
        if place is None or place in tournament.places:
            return
        if self._repository.get(Table, UUID(place)).club != tournament.club:
            raise Declined("tables", "the table {table} is not the club's", table=place)
        tournament.take(name_tables(tournament, {**tournament.tables, number: place}), *command.stamp)

    def _take_over_match(
        self, table: Encounter, tournament: Tournament, match: Match, why: str, command: Request
    ) -> None:
        """Record that the match now belongs to the encounter, which ends it, and pay its deals again."""
        game = match.ruleset.for_match(match.ruleset.match.endless())
        event = f"{tournament.opened.name}, round {table.setting.round}"
        match.take(MatchTaken(str(table.id), plain(game), event, table.setting.place, why), *command.stamp)
        for fact in match.pay_again("it is played for a tournament"):
            match.take(fact, *command.stamp)

    def _score(self, table: Encounter, match: Match, deals: Sequence[Deal], command: Request) -> None:
        """Score the settled deals of an adopted match, and take over their confirmations.

        End the match if the encounter has all its results.
        """
        game = match.ruleset
        ours, theirs = game.seating.teams
        for deal in deals:
            number, settled = match.number(str(deal.id)), deal.record.settlement
            if number is None or settled is None:
                continue
            counts = of_deals([settled], (ours, theirs)).deals[0]
            for fact in matches.score_deal(table, game, str(deal.id), number, counts, over=False):
                table.take(fact, *command.stamp)
            if not deal.record.provisional:
                for fact in matches.confirm_deal(table, str(deal.id), number):
                    table.take(fact, *command.stamp)
        if match.ended:
            for fact in matches.stop(table, game):
                table.take(fact, *command.stamp)
        elif table.reported:
            match.take(match.end_with_encounter(), *command.stamp)

    def _name_of(self, player: str) -> str:
        """Return the name of a player, given by id or by name."""
        identity = as_id(player)
        try:
            return self._repository.get(Player, identity).name if identity else player
        except NotFound:
            return player

    def game_of(self, table: Encounter) -> Ruleset:
        """Return the game of the tournament; reads only the first event of the tournament."""
        begun = self._repository.first_event(table.tournament)
        assert begun is not None and isinstance(begun.fact, TournamentOpened)  # noqa: S101, PT018
        return _read_game(msgspec.json.encode(begun.fact.ruleset))

    def _at_table(
        self, encounter_id: UUID, sent: SentTo, content: tuple[Any, ...], decide: Callable[[Encounter], list[Fact]]
    ) -> Saved:
        command = request(f"encounter {encounter_id}", sent, *content)
        return self._repository.change(command, Encounter, encounter_id, decide)


@lru_cache(maxsize=64)
def _read_game(ruleset: bytes) -> Ruleset:
    return parse(msgspec.json.decode(ruleset))


def _why_declined(lines: Sequence[CheckedLine]) -> Term | None:
    """Return why a file of results is declined: its first refused line, or that it has no new result; else None."""
    refused = [each for each in lines if each.state == REFUSED]
    if not refused:
        new = any(each.state == NEW for each in lines)
        return None if new else sentence("all these results are entered already")
    number, why = refused[0].line.number, refused[0].why or ""
    if len(refused) == 1:
        return sentence("line {number}: {why}", number=number, why=why)
    return sentence("line {number}: {why} ({count} lines are refused)", number=number, why=why, count=len(refused))


def _by_side(side: int | None) -> tuple[str, ...]:
    """Return what a side that enters a result adds to the content of the request."""
    return () if side is None else (f"side {side}",)


def _sheet_content(sheet: Sheet) -> Any:
    """Return a sheet as plain values, for the content of a request."""
    return msgspec.to_builtins(sheet)
