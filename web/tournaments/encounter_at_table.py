"""The encounter that is played at a table of a club, for those who join the table by its card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from flask_babel import gettext

from api.lists import catalogue
from api.services import services

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.seats import Seating
    from store.tables.catalogue import Row


PAIR: Final = 2
"""The seats of a side that is named North and South, or East and West."""


class OwnTable(NamedTuple):
    """A table of a round of a tournament."""

    tournament: UUID
    round: int
    table: int
    name: str
    """The name of the tournament."""


def find_own_tables(table: Row) -> list[OwnTable]:
    """Return the encounters of last rounds that are played at a table of a club, one for each tournament.

    Those with a confirmed result count only if there is no other, and no longer while another deal is played at the
    table. If several tournaments use the table, the one that was opened last is the first.
    """
    running = catalogue().page("tournament", club=table.club, where={"status": "playing"}, limit=50).rows
    played: list[OwnTable] = []
    confirmed: list[OwnTable] = []
    for row in running:
        if str(table.id) not in row.data["tables"]:
            continue
        ledger = services().ledger
        tournament = ledger.tournaments.get(row.id)
        last = len(tournament.rounds)
        for encounter in ledger.encounters.get_many(tournament.encounters(last)).values():
            if encounter.setting.place != str(table.id) or encounter.dropped:
                continue
            own = OwnTable(row.id, last, encounter.setting.table, row.title)
            if encounter.status != "confirmed":
                played.append(own)
            elif not _plays_another_deal(table, encounter.match):
                confirmed.append(own)
    return played or confirmed


def find_own_table(table: Row) -> OwnTable | None:
    """Return the first of `find_own_tables`; None if there is none."""
    return next(iter(find_own_tables(table)), None)


def side_name(seating: Seating, side: int) -> str:
    """Return the name of a side on its card: by the compass, or odd and even seats in a game of more than four."""
    if any(len(seating.of_team(team)) > PAIR for team in seating.teams):
        return str(gettext("Even seats") if side else gettext("Odd seats"))
    return str(gettext("East and West") if side else gettext("North and South"))


def side_at(table: Row, seat: str) -> str:
    """Return the side for which a seat at a table of a club reports results; empty outside a tournament of pairs."""
    there = find_own_table(table)
    if there is None:
        return ""
    seating = services().ledger.tournaments.get(there.tournament).ruleset.seating
    return side_name(seating, seating.teams.index(seating.team(seat))) if seat in seating.seats else ""


def _plays_another_deal(table: Row, match: str) -> bool:
    """Return whether the newest deal of a table is in progress and is not of the match; it may be of none."""
    newest = catalogue().page("deal", where={"table": str(table.id)}, limit=1).rows
    return any(deal.data["status"] == "open" and (not match or deal.data["match"] != match) for deal in newest)
