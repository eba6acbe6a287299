"""The rating and the club of an entry, as the director sets them or a file has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words.values import sentence
from domain.kernel.commands import name
from domain.kernel.errors import Declined
from domain.tournament.facts.entries import EntryDetailsSet

if TYPE_CHECKING:
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId

MOST_RATING: Final = 9999
"""The greatest rating: four digits, as report files have them."""
LONGEST_CLUB: Final = 60
"""The most characters of the name of a club."""


def check_details(rating: int | None, club: str) -> tuple[int | None, str]:
    """Return a rating and the name of a club without surrounding spaces. Raises `Declined` if they are not legal."""
    if rating is not None and not 1 <= rating <= MOST_RATING:
        raise Declined("entry-details", "a rating is from 1 to {most}, not {rating}", most=MOST_RATING, rating=rating)
    club = name(club, sentence("a club")) if club.strip() else ""
    if len(club) > LONGEST_CLUB:
        raise Declined(
            "entry-details",
            "the name of a club has up to {most} characters, not {count}",
            most=LONGEST_CLUB,
            count=len(club),
        )
    return rating, club


def set_details(tournament: Tournament, entry: EntryId, rating: int | None, club: str) -> EntryDetailsSet:
    """Set the rating and the club of an entry; they replace those before. None and an empty name take them away.

    The function changes nothing. Raises `Declined` if they are not legal, or the entry has them already.
    """
    tournament.check_not_over()
    rating, club = check_details(rating, club)
    old = tournament.entry(entry)
    if (rating, club) == (old.rating, old.club):
        raise Declined("same-details", "entry {entry} has this rating and this club already", entry=entry)
    return EntryDetailsSet(entry, rating, club)
