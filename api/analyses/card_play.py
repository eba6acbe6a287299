"""The card play of players and entries, from stored analyses, in deals that the caller may see with all hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.analyses.access import find_matches_held_back
from api.callers import Place, caller
from api.deals.broadcast import delay_of, late
from api.deals.lists import names_of
from api.lists import catalogue
from api.services import services
from domain.kernel.ids import as_id
from domain.tournament.tables.encounter import encounter_id
from replay.card_play import CardPlay
from replay.statistics import month_of
from store.tables.analyses import HandKey

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId
    from store.tables.catalogue import Row

MOST: Final = 2000
"""The most deals that are added up, the newest."""


@dataclass(frozen=True, slots=True)
class CardPlayTable:
    """The card play in some deals, with a row for each group, such as a player."""

    deals: int
    """The deals with a contract that the caller may see with all hands."""
    analysed: int
    """Those that have an analysis."""
    rows: Mapping[str, CardPlay]
    """The numbers of each group that has any, in the order in which the groups were given."""

    def only(self, group: str) -> CardPlayTable:
        """Return the table with the row of one group, if it has one."""
        return replace(self, rows={name: row for name, row in self.rows.items() if name == group})

    def payload(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        rows = [{"name": group, **each.payload()} for group, each in self.rows.items()]
        return {"deals": self.deals, "analysed": self.analysed, "rows": rows}


def of_player(row: Row, deals: Iterable[Row] | None = None) -> CardPlayTable:
    """Return the card play of a player, by ruleset. ``deals``: the player's deals, if they were read already."""
    names = names_of(str(row.id))
    if deals is None:
        deals = catalogue().newest("deal", MOST, club=row.club, people=names)

    def group_of(deal: Row, seat: str) -> str | None:
        return str(deal.data["ruleset"]) if deal.data["players"].get(seat) in names else None

    return _table(deals, group_of)


def of_player_by_month(names: Collection[str], deals: Iterable[Row]) -> CardPlayTable:
    """Return the card play of a player by month (`statistics.month_of`). ``names``: the player's names in the deals."""

    def group_of(deal: Row, seat: str) -> str | None:
        return month_of(deal.created_at) if deal.data["players"].get(seat) in names else None

    return _table(deals, group_of)


def of_club(deals: Iterable[Row]) -> CardPlayTable:
    """Return the card play of all named players in the deals of a club, by ruleset."""
    return _table(deals, lambda deal, _seat: str(deal.data["ruleset"]))


def of_days(deals: Iterable[Row], most: int) -> CardPlayTable:
    """Return the card play of all players by day (ISO 8601), on the first ``most`` days that the deals have."""
    days: dict[str, list[Row]] = {}
    for deal in deals:
        days.setdefault(deal.created_at.date().isoformat(), []).append(deal)
    newest = [deal for day in list(days)[:most] for deal in days[day]]
    return _table(newest, lambda deal, _seat: deal.created_at.date().isoformat())


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
    seen = [
        deal for deal in deals
        if deal.data.get("shown") and deal.data.get("contract") and deal.data.get("match") not in held_back
    ]  # fmt: skip
    keys: list[HandKey] = []
    groups: dict[str, int] = {}
    for deal in seen:
        place = Place(str(deal.club) if deal.club else None, deal.data.get("table"), str(deal.id))
        seconds = delay_of(sender, delays, place)
        maker, result = deal.data["contract"]["seat"], deal.data.get("result")
        for seat in deal.data.get("players") or deal.data.get("sides", {}):
            if (group := group_of(deal, seat)) is not None:
                made = result == "made" if seat == maker and result in ("made", "failed") else None
                number = groups.setdefault(group, len(groups))
                keys.append(HandKey(deal.id, seat, number, made, seconds))
    analyses = services().analyses
    sums = analyses.sums(keys)
    rows = {group: CardPlay(*sums[number]) for group, number in groups.items() if number in sums}
    return CardPlayTable(len(seen), analyses.count_analysed([deal.id for deal in seen]), rows)
