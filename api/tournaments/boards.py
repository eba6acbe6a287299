"""Results of a duplicate's boards, which are withheld until all pairs have played the board.

Officials of the tournament see all results, the recorder of a table those of the table, and a pair those of the boards
that it has played. Others see only which boards have a result. Tournaments are filtered in
`api.tournaments.access`; deals, matches and disputes by `find_withheld_matches`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID

from flask import g

from api.callers import RECORDER, Place, caller
from api.services import ledger, services
from domain.kernel.ids import as_id
from domain.tournament.facts.matches import DealAgreed, DealScored, DealUnscored
from domain.tournament.facts.results import (
    ConfirmationWithdrawn,
    ResultConfirmed,
    ResultContested,
    ResultCorrected,
    ResultEntered,
    ResultWithdrawn,
)
from domain.tournament.facts.rulings import (
    ArrowSwitched,
    ArrowSwitchWithdrawn,
    ArtificialScoreGiven,
    ArtificialScoreWithdrawn,
    AssignedScoreGiven,
    AssignedScoreWithdrawn,
    ResultRuled,
    ResultRulingLifted,
    WrongBoardRecorded,
    WrongBoardWithdrawn,
)
from domain.tournament.formats import FORMATS
from domain.tournament.results.boards_left import find_boards_left
from domain.tournament.rulings.artificial import LATE_PLAY
from domain.tournament.standings.ranked_aggregate import read
from domain.tournament.state import PLAYED
from domain.tournament.tables.encounter import encounter_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from api.callers import Caller
    from domain.engine.facts import Fact
    from domain.kernel.events import Recorded
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId, Line
    from domain.tournament.tables.encounter import Encounter
    from store.tables.catalogue import Row

MOST: Final = 50
"""The most tournaments that are searched, the newest first."""
EVENING: Final = timedelta(hours=12)
"""The time for which a round that was drawn at a table is taken to be played there."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """The results of a tournament that the caller may not know yet."""

    boards: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()
    """The tables, by number in the draw, whose results the caller may know."""
    entry: EntryId | None = None
    """The entry that the caller plays for."""

    def at(self, table: int) -> frozenset[int]:
        """Return the boards that are withheld at a table."""
        return frozenset() if table in self.tables else self.boards

    def is_hidden(self, line: Line) -> bool:
        """Return whether a line of the standings is withheld."""
        return line.board in self.at(line.table)

    def lines(self, lines: Iterable[Line]) -> list[Line]:
        """Return the lines that the caller may know."""
        return [line for line in lines if not self.is_hidden(line)]

    def progress(self, lines: Iterable[Line]) -> list[Line]:
        """Return the withheld lines without scores, to show that there is a result and whether it is confirmed."""
        return [
            replace(line, kind=PLAYED, won=0, lost=0, deals_won=0, deals_lost=0, points=0, points_lost=0, assigned=())
            for line in lines
            if self.is_hidden(line)
        ]

    def encounter(self, encounter: Encounter) -> Encounter:
        """Remove the withheld results from an encounter, in place, and return it."""
        encounter.withhold(self.at(encounter.setting.table) & set(encounter.boards))
        return encounter

    def events(self, boards: Sequence[int], table: int, events: Iterable[Recorded]) -> tuple[Recorded, ...]:
        """Return the events of an encounter that are about no withheld board."""
        hidden = self.at(table)
        return tuple(event for event in events if not hidden & _boards(event.fact, boards))


NOTHING: Final = Withheld()


def find_withheld(tournament: Tournament, lines: Sequence[Line]) -> Withheld:
    """Return the withheld results of a tournament. ``lines``: all its results."""
    sender = caller()
    if not tournament.terms.rules.has_boards or tournament.ended or sender.covers(_place_of(tournament)):
        return NOTHING
    boards = find_boards_left(
        tournament.terms,
        tuple(tournament.entries.values()),
        tournament.draws,
        lines,
        {number for number, each in tournament.rounds.items() if each.closed},
    )
    entry = entry_of(sender, tournament) if boards and sender.seat else None
    if entry is not None:
        boards -= {line.board for line in lines if line.entry == entry and line.kind != LATE_PLAY}
    return Withheld(boards, _tables_of_recorder(sender, tournament), entry)


def find_withheld_matches() -> frozenset[str]:
    """Return the ids of the matches that the caller may not see yet, computed once per request.

    They are recorded at tables where a withheld board is played.
    """
    matches = g.get("withheld_matches")
    if matches is None:
        matches = g.withheld_matches = compute_withheld_matches()
    return cast("frozenset[str]", matches)


def compute_withheld_matches() -> frozenset[str]:
    """Return the result of `find_withheld_matches`, computed anew, as a long stream needs."""
    sender, catalogue = caller(), services().catalogue
    if sender.everywhere:
        return frozenset()
    at_boards: set[str] = set()
    for row in islice(_with_boards(), MOST):
        if sender.covers(Place(str(row.club) if row.club else None)):
            continue
        tournament = ledger().tournaments.get(row.id)
        hidden = find_withheld(tournament, [read(line) for line in services().lines.of(row.id)])
        encounters = [
            encounter_id(row.id, draw.round, pairing.table)
            for draw in tournament.draws
            for pairing in draw.pairings
            if hidden.at(pairing.table) & set(pairing.boards) and hidden.entry not in pairing.entries
        ]
        matches = catalogue.matches_of(encounters) if encounters else []
        at_boards |= {match for match in matches if not _is_at_table(sender, match, hidden)}
    return frozenset(at_boards)


def _with_boards() -> Iterator[Row]:
    """Yield the running tournaments that compare boards, the newest of a format first."""
    for key, rules in FORMATS.items():
        if rules.has_boards:
            yield from services().catalogue.rows("tournament", where={"format": key, "status": "playing"})


def _is_at_table(sender: Caller, match: str, hidden: Withheld) -> bool:
    """Return whether a match is recorded at the caller's table: for a recorder, or a seat whose pair is not known."""
    catalogue, table = services().catalogue, sender.scope.get("table")
    if "deal" in sender.scope:
        deal = catalogue.find(UUID(sender.scope["deal"]))
        return deal is not None and deal.data.get("match") == match
    if table is None or (sender.role != RECORDER and hidden.entry is not None):
        return False
    return table in catalogue.tables_of(UUID(match))


def _place_of(tournament: Tournament) -> Place:
    return Place(str(tournament.club) if tournament.club else None)


def _tables_of_recorder(sender: Caller, tournament: Tournament) -> frozenset[int]:
    """Return the tables of the draw that the caller records."""
    if sender.role != RECORDER or "table" not in sender.scope:
        return frozenset()
    return frozenset(number for number, table in tournament.tables.items() if str(table) == sender.scope["table"])


def entry_of(sender: Caller, tournament: Tournament) -> EntryId | None:
    """Return the entry that the caller's seat plays for; None if there is none.

    A session for a table belongs to the pair that sat there when it was issued, also after that pair has moved on. One
    that was issued before the first draw belongs to the first pair, unless another tournament was played there then.
    """
    seating = tournament.ruleset.seating
    if sender.seat not in seating.seats:
        return None
    side = seating.teams.index(seating.team(sender.seat))
    deal = services().catalogue.find(UUID(sender.scope["deal"])) if "deal" in sender.scope else None
    match = services().catalogue.find(own) if deal and (own := as_id(deal.data.get("match"))) else None
    seatings = [
        (datetime.fromisoformat(tournament.rounds[draw.round].at), pairing.sides[side][0])
        for draw in tournament.draws
        for pairing in draw.pairings
        if (match and match.data.get("encounter") == str(encounter_id(tournament.id, draw.round, pairing.table)))
        or ("table" in sender.scope and str(tournament.tables.get(pairing.table)) == sender.scope["table"])
    ]
    before = [entry for at, entry in seatings if sender.issued_at is None or at <= sender.issued_at]
    if before:
        return before[-1]
    return seatings[0][1] if seatings and not _joined_another(sender, tournament) else None


def _joined_another(sender: Caller, tournament: Tournament) -> bool:
    """Return whether another tournament was played at the caller's table when the session was issued."""
    issued, table = sender.issued_at, sender.scope.get("table")
    if issued is None or table is None:
        return False
    for row in services().catalogue.page("tournament", club=tournament.club, limit=MOST).rows:
        if row.id == tournament.id or table not in row.data["tables"]:
            continue
        other = services().ledger.tournaments.get(row.id)
        drawn = (datetime.fromisoformat(each.at) for each in other.rounds.values())
        ended = bool(other.ended_at) and datetime.fromisoformat(other.ended_at) <= issued
        if not ended and any(issued - EVENING <= at <= issued for at in drawn):
            return True
    return False


def has_moved_on(sender: Caller, tournament: Tournament, side: Sequence[EntryId]) -> bool:
    """Return whether a caller joined a table by its card in another round, with a pair that is not on this side now.

    The token of a seat that was issued for the table is valid for whoever sits there.
    """
    return bool(sender.csrf) and entry_of(sender, tournament) not in side


def _boards(fact: Fact, boards: Sequence[int]) -> set[int]:
    """Return the boards that a fact of an encounter is about."""
    match fact:
        case ResultEntered() | ResultCorrected() | ResultConfirmed() | ResultWithdrawn() | ResultRuled():
            return {fact.board}
        case (
            ConfirmationWithdrawn()
            | ResultContested()
            | ResultRulingLifted()
            | AssignedScoreGiven()
            | AssignedScoreWithdrawn()
        ):
            return {fact.board}
        case ArtificialScoreGiven() | ArtificialScoreWithdrawn() | ArrowSwitched() | ArrowSwitchWithdrawn():
            return set(fact.boards)
        case WrongBoardRecorded(board, instead):
            return {board, instead}
        case WrongBoardWithdrawn(board):
            return {board}
        case DealScored(number=number) | DealUnscored(number=number) | DealAgreed(number=number):
            return {boards[number - 1]} if 0 < number <= len(boards) else set()
    return set()
