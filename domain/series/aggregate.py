"""The aggregate of one series: its terms and its evenings. Standings are computed from them (`standings`)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from domain.ledger.aggregate import ListedAggregate
from domain.ledger.errors import Declined
from domain.ledger.ports import Listing
from domain.series.facts import EveningAdded, EveningRemoved, SeriesOpened, SeriesRenamed, SeriesTermsChanged
from domain.series.terms import MOST_EVENINGS, SeriesTerms, load, plain

if TYPE_CHECKING:
    from domain.engine.facts import Fact
    from domain.ledger.events import Recorded


class Series(ListedAggregate):
    """One series."""

    __slots__ = ("club", "evenings", "name", "terms")
    KIND = "series"
    OPENING = SeriesOpened
    name: str
    club: UUID
    terms: SeriesTerms
    evenings: list[UUID]
    """The tournaments of the series, in the order in which they were added."""

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case SeriesOpened(name, club, terms):
                self.name, self.club, self.terms, self.evenings = name, UUID(club), load(terms), []
            case SeriesRenamed(name):
                self.name = name
            case SeriesTermsChanged(terms):
                self.terms = load(terms)
            case EveningAdded(tournament):
                self.evenings.append(UUID(tournament))
            case EveningRemoved(tournament):
                self.evenings.remove(UUID(tournament))

    def listing(self) -> Listing:
        return Listing(self.id, self.KIND, self.club, None, self.name, self.opened_at, {"evenings": len(self.evenings)})

    def rename(self, name: str) -> Fact:
        """Rename the series. Raises `Declined` if that is its name."""
        if name == self.name:
            raise Declined("same-name", f"the series is called {name} already")
        return SeriesRenamed(name)

    def change_terms(self, terms: SeriesTerms, why: str) -> Fact:
        """Change the terms. Raises `Declined` if they are the present ones."""
        if terms == self.terms:
            raise Declined("same-terms", "the series has these terms already")
        return SeriesTermsChanged(plain(terms), why)

    def add_evening(self, tournament: UUID, club: UUID | None) -> Fact:
        """Add a tournament of a club. Raises `Declined` if it is there, of another club, or there are too many."""
        if tournament in self.evenings:
            raise Declined("series-evening", "this tournament is in the series already")
        if club != self.club:
            raise Declined("series-evening", "this tournament belongs to another club than the series")
        if len(self.evenings) >= MOST_EVENINGS:
            raise Declined("series-evening", f"a series has up to {MOST_EVENINGS} evenings")
        return EveningAdded(str(tournament))

    def remove_evening(self, tournament: UUID, why: str) -> Fact:
        """Remove a tournament. Raises `Declined` if it is not in the series."""
        if tournament not in self.evenings:
            raise Declined("series-evening", "this tournament is not in the series")
        return EveningRemoved(str(tournament), why)
