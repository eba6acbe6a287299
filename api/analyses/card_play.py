"""The card play of players and entries, from stored analyses, in deals that the caller may see with all hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.analyses.access import find_matches_held_back
from api.analyses.card_play_tables import CardPlayTable, add_up, day_and_game, is_counted, seats_of
from api.callers import Place, caller
from api.deals.broadcast import delay_of, late
from api.lists import catalogue
from api.services import services
from domain.kernel.ids import as_id
from domain.tournament.tables.encounter import encounter_id

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId
    from store.tables.catalogue import Row

MOST: Final = 2000
"""The most deals of a match or a tournament that are added up, the newest."""


def of_player(names: Collection[str], deals: Iterable[Row]) -> CardPlayTable:
    """Return the card play of a player by day and game. ``names``: the player's names in the deals."""

    def group_of(deal: Row, seat: str) -> str | None:
        return day_and_game(deal) if deal.data["players"].get(seat) in names else None

    return _table(deals, group_of)


def of_club(deals: Iterable[Row]) -> CardPlayTable:
    """Return the card play of all players in the deals of a club by day and game."""
    return _table(deals, lambda deal, _seat: day_and_game(deal))


def of_match(match_id: UUID) -> CardPlayTable:
    """Return the card play of a match: by player, as they are named in the deals."""
    deals = catalogue().newest("deal", MOST, parent=match_id)
    return _table(deals, lambda deal, seat: deal.data["players"].get(seat) or seat)


def of_tournament(tournament: Tournament) -> CardPlayTable:
    """Return the card play in a tournament by entry, in the order of the entries."""
    tables = {
        str(encounter_id(tournament.id, draw.round, pairing.table)): pairing
        for draw in tournament.draws
        for pairing in draw.pairings
    }
    matches = services().catalogue.encounters_of_matches(list(tables))
    teams = tournament.ruleset.seating.teams

    def group_of(deal: Row, seat: str) -> EntryId | None:
        pairing = tables.get(matches.get(deal.data.get("match") or "", ""))
        if pairing is None or seat not in deal.data["sides"]:
            return None
        side = pairing.sides[teams.index(deal.data["sides"][seat])]
        if len(side) == 1:
            return side[0]
        player = deal.data["players"].get(seat)
        return next((entry for entry in side if tournament.entries[entry].name == player), None)

    parents = [identity for match in matches if (identity := as_id(match))]
    deals = catalogue().newest("deal", MOST, parents=parents) if parents else []
    table = _table(deals, group_of)
    ordered = {entry: table.rows[entry] for entry in tournament.entries if entry in table.rows}
    return CardPlayTable(table.deals, table.analysed, ordered)


def _table(deals: Iterable[Row], group_of: Callable[[Row, str], str | None]) -> CardPlayTable:
    """Return the card play in deals by the group of each seat; seats without a group do not count."""
    held_back = find_matches_held_back()
    sender, delays = caller(), late()
    seen = [deal for deal in deals if is_counted(deal) and deal.data.get("match") not in held_back]
    hands: list[tuple[Row, str, str, float]] = []
    for deal in seen:
        place = Place(str(deal.club) if deal.club else None, deal.data.get("table"), str(deal.id))
        seconds = delay_of(sender, delays, place)
        hands += [
            (deal, seat, group, seconds) for seat in seats_of(deal) if (group := group_of(deal, seat)) is not None
        ]
    analyses = services().analyses
    return CardPlayTable(len(seen), len(analyses.find_analysed([deal.id for deal in seen])), add_up(analyses, hands))
