"""The aggregate of one series: its terms and its evenings. Standings are computed from them (`standings`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from domain.engine.words.values import sentence
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing
from domain.series.evenings import of_sheet, players_of
from domain.series.facts import (
    EveningAdded,
    EveningRemoved,
    MatchAdded,
    SeriesEnded,
    SeriesOpened,
    SeriesRenamed,
    SeriesReopened,
    SeriesTermsChanged,
    SheetRecorded,
    SlateAdded,
)
from domain.series.standings import MATCH, SLATE, TOURNAMENT, announced, standings
from domain.series.terms import MOST_EVENINGS, SeriesTerms, load, plain
from domain.tournament.standings.scores import format_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.engine.facts import Fact
    from domain.kernel.events import Recorded
    from domain.match.aggregate import Match
    from domain.series.standings import Evening
    from domain.slate.aggregate import Slate

THIS: Final = {
    TOURNAMENT: sentence("this tournament"),
    MATCH: sentence("this match"),
    SLATE: sentence("this slate"),
}
"""The words for an evening that is to be added, by its kind."""


class Series(ListedAggregate):
    """One series: its name, its terms and its evenings."""

    __slots__ = ("club", "ended", "ended_at", "evenings", "matches", "name", "sheets", "slates", "terms")
    NAME = sentence("series")
    OPENING = SeriesOpened
    name: str
    club: UUID
    terms: SeriesTerms
    evenings: list[UUID]
    """The evenings of the series, in the order in which they were added."""
    matches: set[UUID]
    """Those of the evenings that are matches."""
    slates: set[UUID]
    """Those of the evenings that are slates."""
    sheets: dict[UUID, Evening]
    """Those of the evenings that were recorded from score sheets."""
    ended: SeriesEnded | None
    ended_at: str

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.evenings, self.matches, self.slates, self.sheets = [], set(), set(), {}
        self.ended, self.ended_at = None, ""

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case SeriesOpened(name, club, terms):
                self.name, self.club, self.terms = name, UUID(club), load(terms)
            case SeriesRenamed(name):
                self.name = name
            case SeriesTermsChanged(terms):
                self.terms = load(terms)
            case EveningAdded(tournament):
                self.evenings.append(UUID(tournament))
            case EveningRemoved(tournament):
                self.evenings.remove(UUID(tournament))
                self.matches.discard(UUID(tournament))
                self.slates.discard(UUID(tournament))
                self.sheets.pop(UUID(tournament), None)
            case MatchAdded(match):
                self.evenings.append(UUID(match))
                self.matches.add(UUID(match))
            case SlateAdded(slate):
                self.evenings.append(UUID(slate))
                self.slates.add(UUID(slate))
            case SheetRecorded(evening) as sheet:
                self.evenings.append(UUID(evening))
                self.sheets[UUID(evening)] = of_sheet(sheet)
            case SeriesEnded() as ended:
                self.ended, self.ended_at = ended, event.at
            case SeriesReopened():
                self.ended, self.ended_at = None, ""

    def listing(self) -> Listing:
        data = {"evenings": len(self.evenings), "status": "over" if self.ended else "open"}
        return Listing(self.id, self.KIND, self.club, None, self.name, self.opened_at, data)

    def rename(self, name: str) -> Fact:
        """Rename the series. Raises `Declined` if that is its name."""
        if name == self.name:
            raise Declined("same-name", "the series is called {name} already", name=name)
        return SeriesRenamed(name)

    def change_terms(self, terms: SeriesTerms, why: str) -> Fact:
        """Change the terms. Raises `Declined` if they are the present ones."""
        self.check_not_over()
        if terms == self.terms:
            raise Declined("same-terms", "the series has these terms already")
        return SeriesTermsChanged(plain(terms), why)

    def add_evening(self, tournament: UUID, club: UUID | None) -> Fact:
        """Add a tournament of a club. Raises `Declined` if it is there, of another club, or there are too many."""
        self._check_new(TOURNAMENT, tournament, club)
        return EveningAdded(str(tournament))

    def add_match(self, match: Match) -> Fact:
        """Add a match of the club. Raises `Declined` also if it is a tournament's, or does not say who plays."""
        self._check_new(MATCH, match.id, as_id(match.opened.club))
        if match.encounter:
            raise Declined("series-evening", "this match is part of a tournament; add the tournament instead")
        if not all(players_of(match, team) for team in match.ruleset.seating.teams):
            raise Declined("series-evening", "this match names no players")
        return MatchAdded(str(match.id))

    def add_slate(self, slate: Slate) -> Fact:
        """Add a slate of the club. Raises `Declined` also if it does not say who plays."""
        self._check_new(SLATE, slate.id, as_id(slate.opened.club))
        if not all(map(slate.players_of, slate.game.teams)):
            raise Declined("series-evening", "this slate names no players")
        return SlateAdded(str(slate.id))

    def record_sheets(self, evenings: Sequence[Evening]) -> list[Fact]:
        """Record evenings from a score sheet. Raises `Declined` if there would be too many."""
        self.check_not_over()
        self._check_room(len(evenings))
        return [
            SheetRecorded(
                each.id,
                each.name,
                each.day,
                tuple(
                    {"place": row.place, "score": format_number(row.score), "players": list(row.players)}
                    for row in each.rows
                ),
            )
            for each in evenings
        ]

    def remove_evening(self, evening: UUID, why: str) -> Fact:
        """Remove an evening. Raises `Declined` if it is not in the series."""
        self.check_not_over()
        if evening not in self.evenings:
            raise Declined("series-evening", "this evening is not in the series")
        return EveningRemoved(str(evening), why)

    def end(self, evenings: Sequence[Evening], names: Mapping[str, str], note: str) -> Fact:
        """Announce the final result. ``evenings``: all of them; ``names``: names of players by id.

        Raises `Declined` if the result is announced already, or an evening is not over.
        """
        self.check_not_over()
        if open_ := [each for each in evenings if not each.rows]:
            raise Declined(
                "series-evening",
                "{evening} is not over yet: end it, or remove it from the series",
                evening=open_[0].name or sentence("a match"),
            )
        if not evenings:
            raise Declined("series-evening", "the series has no evening yet")
        return SeriesEnded(announced(standings(self.terms, evenings, names)), note)

    def reopen(self, why: str) -> Fact:
        """Take the final result back. Raises `Declined` if it is not announced, or without a reason."""
        if not self.ended:
            raise Declined("series-open", "the final result of the series is not announced")
        if not why:
            raise Declined("why", "to open a series again, say why")
        return SeriesReopened(why)

    def check_not_over(self) -> None:
        """Raise `Declined` if the final result was announced."""
        if self.ended:
            raise Declined("series-over", "the series is over since {day}; open it again first", day=self.ended_at[:10])

    def _check_new(self, kind: str, evening: UUID, club: UUID | None) -> None:
        """Raise `Declined` if an evening cannot be added. ``kind``: one of `THIS`."""
        if evening in self.evenings:
            raise Declined("series-evening", "{evening} is in the series already", evening=THIS[kind])
        self.check_joins(kind, club)

    def check_joins(self, kind: str, club: UUID | None) -> None:
        """Raise `Declined` if a new evening of a club cannot be added. ``kind``: one of `THIS`."""
        self.check_not_over()
        if club != self.club:
            raise Declined("series-evening", "{evening} belongs to another club than the series", evening=THIS[kind])
        self._check_room(1)

    def _check_room(self, evenings: int) -> None:
        """Raise `Declined` if so many more evenings would be too many."""
        if len(self.evenings) + evenings > MOST_EVENINGS:
            raise Declined("series-evening", "a series has up to {most} evenings", most=MOST_EVENINGS)
