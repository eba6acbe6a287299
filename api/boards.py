"""Boards of a duplicate that somebody has still to play: what they came to is withheld until everybody has.

Officials of the tournament know everything, the recorder of a table what happened there, and a pair the boards that it
has played. Everybody else is told which boards have a result, and no result. Whatever shows a tournament asks
`api.tournaments`, which asks here; whatever shows a deal, a match or a dispute asks `withheld_matches`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID

from flask import g

from api.callers import RECORDER, Place, caller
from api.services import services
from domain.ledger.ids import as_id
from domain.tournament.encounter import encounter_id
from domain.tournament.facts import (
    ArtificialScoreGiven,
    ArtificialScoreWithdrawn,
    DealAgreed,
    DealScored,
    DealUnscored,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    ResultRuled,
    ResultRulingLifted,
    ResultWithdrawn,
)
from domain.tournament.formats import FORMATS
from domain.tournament.outstanding import outstanding
from domain.tournament.ranked import read
from domain.tournament.state import PLAYED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from api.callers import Caller
    from domain.engine.facts import Fact
    from domain.ledger.events import Recorded
    from domain.tournament.aggregate import Tournament
    from domain.tournament.encounter import Encounter
    from domain.tournament.state import EntryId, Line
    from store.catalogue import Row

MOST: Final = 50
"""The newest tournaments going on that are looked at."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """Results of a tournament that the caller may not know yet."""

    boards: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()
    """The tables, by their number in the draw, whose results the caller may know nevertheless."""
    entry: EntryId | None = None
    """For which the caller plays."""

    def at(self, table: int) -> frozenset[int]:
        """Return the boards that are withheld at a table."""
        return frozenset() if table in self.tables else self.boards

    def hides(self, line: Line) -> bool:
        """Whether a line of the standings is withheld."""
        return line.board in self.at(line.table)

    def lines(self, lines: Iterable[Line]) -> list[Line]:
        """Return the lines that the caller may know."""
        return [line for line in lines if not self.hides(line)]

    def progress(self, lines: Iterable[Line]) -> list[Line]:
        """Return what the caller may know of the others: that there is a result, and whether it is confirmed."""
        return [
            replace(line, kind=PLAYED, won=0, lost=0, deals_won=0, deals_lost=0, points=0, points_lost=0)
            for line in lines
            if self.hides(line)
        ]

    def encounter(self, encounter: Encounter) -> Encounter:
        """Return a table of a round as the caller may know it; the encounter itself is changed."""
        encounter.withhold(self.at(encounter.setting.table) & set(encounter.setting.boards))
        return encounter

    def events(self, boards: Sequence[int], table: int, events: Iterable[Recorded]) -> tuple[Recorded, ...]:
        """Return the events of a table of a round that tell nothing of a board that is withheld."""
        hidden = self.at(table)
        return tuple(event for event in events if not hidden & _boards(event.fact, boards))


NOTHING: Final = Withheld()


def withheld(tournament: Tournament, lines: Sequence[Line]) -> Withheld:
    """Return what the caller may not know yet of a tournament; ``lines`` are all that its standings are made from."""
    who = caller()
    if not tournament.terms.rules.has_boards or tournament.ended or who.covers(_place(tournament)):
        return NOTHING
    boards = outstanding(
        tournament.terms,
        tuple(tournament.entries.values()),
        tournament.draws,
        lines,
        {number for number, each in tournament.rounds.items() if each.closed},
    )
    entry = _entry(who, tournament) if boards and who.seat else None
    if entry is not None:
        boards -= {line.board for line in lines if line.entry == entry}
    return Withheld(boards, _recorded(who, tournament), entry)


def withheld_matches() -> frozenset[str]:
    """Return the ids of the matches of which the caller may know nothing yet.

    They are recorded for tables at which a board is played that the caller may not know.
    """
    found = g.get("withheld_matches")
    if found is None:
        found = g.withheld_matches = withheld_matches_of()
    return cast("frozenset[str]", found)


def withheld_matches_of() -> frozenset[str]:
    """The same, asked anew: for whoever follows a table for long."""
    who, here = caller(), services()
    if who.everywhere:
        return frozenset()
    found: set[str] = set()
    for row in islice(_with_boards(), MOST):
        if who.covers(Place(str(row.club) if row.club else None)):
            continue
        tournament = here.ledger.tournaments.get(row.id)
        hidden = withheld(tournament, [read(line) for line in here.lines.of(row.id)])
        encounters = [
            encounter_id(row.id, draw.round, pairing.table)
            for draw in tournament.draws
            for pairing in draw.pairings
            if hidden.at(pairing.table) & set(pairing.boards) and hidden.entry not in pairing.entries
        ]
        matches = here.catalogue.matches_of(encounters) if encounters else []
        found |= {match for match in matches if not _is_at_table(who, match, hidden)}
    return frozenset(found)


def _with_boards() -> Iterator[Row]:
    """Yield the tournaments going on that compare boards, the newest of a format first."""
    for key, rules in FORMATS.items():
        if rules.has_boards:
            yield from services().catalogue.rows("tournament", where={"format": key, "status": "playing"})


def _is_at_table(who: Caller, match: str, hidden: Withheld) -> bool:
    """Whether a match is recorded where the caller is: a recorder, or a seat of which no pair is known."""
    here, table = services().catalogue, who.scope.get("table")
    if "deal" in who.scope:
        deal = here.find(UUID(who.scope["deal"]))
        return deal is not None and deal.data.get("match") == match
    if table is None or (who.role != RECORDER and hidden.entry is not None):
        return False
    return table in here.tables_of(UUID(match))


def _place(tournament: Tournament) -> Place:
    return Place(str(tournament.club) if tournament.club else None)


def _recorded(who: Caller, tournament: Tournament) -> frozenset[int]:
    """The tables of the draw that the caller records."""
    if who.role != RECORDER or "table" not in who.scope:
        return frozenset()
    return frozenset(number for number, table in tournament.tables.items() if str(table) == who.scope["table"])


def _entry(who: Caller, tournament: Tournament) -> EntryId | None:
    """The entry for which the caller's seat plays; None if it plays for none.

    A session for a table is that of whoever sat there when it was issued: pairs move on, sessions do not.
    """
    seating = tournament.ruleset.seating
    if who.seat not in seating.seats:
        return None
    side = seating.teams.index(seating.team(who.seat))
    deal = services().catalogue.find(UUID(who.scope["deal"])) if "deal" in who.scope else None
    match = services().catalogue.find(own) if deal and (own := as_id(deal.data.get("match"))) else None
    there = [
        (datetime.fromisoformat(tournament.rounds[draw.round].at), pairing.sides[side][0])
        for draw in tournament.draws
        for pairing in draw.pairings
        if (match and match.data.get("encounter") == str(encounter_id(tournament.id, draw.round, pairing.table)))
        or ("table" in who.scope and str(tournament.tables.get(pairing.table)) == who.scope["table"])
    ]
    before = [entry for at, entry in there if who.issued_at is None or at <= who.issued_at]
    return before[-1] if before else there[0][1] if there else None


def _boards(fact: Fact, boards: Sequence[int]) -> set[int]:
    """The boards of whose result a fact of a table tells."""
    match fact:
        case ResultEntered() | ResultCorrected() | ResultConfirmed() | ResultWithdrawn() | ResultRuled():
            return {fact.board}
        case ResultRulingLifted():
            return {fact.board}
        case ArtificialScoreGiven() | ArtificialScoreWithdrawn():
            return set(fact.boards)
        case DealScored(number=number) | DealUnscored(number=number) | DealAgreed(number=number):
            return {boards[number - 1]} if 0 < number <= len(boards) else set()
    return set()
