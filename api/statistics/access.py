"""The numbers of a club or a player as the caller may see them.

The numbers of a day are taken from the table if the caller sees all of its deals as they are now. The deals of all
other days are added up at the request: of days that are not computed yet, that were changed within the caller's delay,
or of which the caller does not see each result or analysis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from api.analyses import card_play
from api.analyses.access import find_matches_held_back
from api.analyses.card_play_tables import CardPlayTable, sum_of
from api.lists import catalogue
from api.services import services
from domain.kernel.ids import as_id
from replay.statistics import best_of
from replay.tally import Line, Tally, tally_of_club, tally_of_player
from store.tables.statistics import CLUB, Stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from domain.club.policy import Policy
    from replay.tally import Evening
    from store.tables.catalogue import Catalogue, Row

MOST: Final = 2000
"""The most deals that are added up at a request, the newest: those of days whose numbers cannot be taken."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a club or a player."""

    tally: Tally
    play: CardPlayTable
    """The card play by day and game, the newest first."""
    is_cut: bool
    """Whether there may be older deals that are not counted yet."""


def of_club(club: UUID) -> Numbers:
    """Return the numbers of a club."""
    policy = _policy(club)
    listed = catalogue()
    stored = None if policy and policy.is_closed else _stored(listed, club, [CLUB])
    deals = _added_up(listed, stored, club, None)
    return _numbers(stored, tally_of_club(lines_of(deals)), card_play.of_club(deals), deals)


def of_player(club: UUID | None, names: Sequence[str]) -> Numbers:
    """Return the numbers of a player. ``names``: the player's names in the deals of the club.

    Only the newest deals of a player without a club are counted: they may be deals of any club.
    """
    policy = _policy(club)
    listed = catalogue()
    is_hidden = policy is not None and (policy.is_closed or policy.knows(names))
    stored = None if club is None or is_hidden else _stored(listed, club, names)
    deals = _added_up(listed, stored, club, names)
    return _numbers(stored, tally_of_player(lines_of(deals), names), card_play.of_player(names, deals), deals, policy)


def best_of_evening(club: UUID, evening: Evening) -> tuple[tuple[str, int], ...]:
    """Return who won most in the last evening of a club (`replay.statistics.best_of`)."""
    deals = catalogue().newest("deal", min(evening.deals, MOST), club=club)
    return best_of(lines_of(deal for deal in deals if deal.created_at >= evening.begins))


def lines_of(deals: Iterable[Row]) -> list[Line]:
    """Return deals for tallies."""
    return [Line(row.created_at, row.data) for row in deals]


def _policy(club: UUID | None) -> Policy | None:
    """Return what is hidden from the caller in a club; None if nothing is."""
    sight = services().recorder.sight()
    return sight.of(club) if sight else None


def _stored(listed: Catalogue, club: UUID, names: Sequence[str]) -> Stored:
    late = listed.late
    seconds = 0.0 if late.club == club else max(late.seconds.values(), default=0.0)
    matches = [match for each in {*late.matches, *find_matches_held_back()} if (match := as_id(each))]
    return services().statistics.read(club, names, seconds, late.moment, matches)


def _added_up(listed: Catalogue, stored: Stored | None, club: UUID | None, names: Sequence[str] | None) -> list[Row]:
    """Return the deals that are added up at the request, the newest first."""
    if stored is not None and not stored.apart:
        return []
    return listed.newest("deal", MOST, club=club, people=names, days=stored.apart if stored else None)


def _numbers(
    stored: Stored | None, tally: Tally, play: CardPlayTable, deals: Sequence[Row], policy: Policy | None = None
) -> Numbers:
    """Return the numbers of the stored days with those of deals that were added up."""
    days: list[dict[str, Any]] = stored.numbers if stored else []
    total = Tally()
    for each in reversed(days):
        total.add(Tally.of_json(each["tally"]))
    total.add(tally)
    plays = sum_of([play, *(CardPlayTable.of_json(each["play"]) for each in days)])
    return Numbers(total.named(policy.people) if policy else total, plays, len(deals) == MOST)
