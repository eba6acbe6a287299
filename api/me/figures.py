"""The caller's deals in numbers: bids and card play by month, and partners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.analyses import card_play
from api.lists import catalogue
from api.people.player_names import named
from replay.card_play import wilson
from replay.statistics import Line, months_of_player, of_player

if TYPE_CHECKING:
    from api.me.players import OwnPlayer
    from replay.statistics import Month
    from store.tables.catalogue import Row

MOST: Final = 500
"""The most deals of a player that are counted, the newest."""
MOST_PARTNERS: Final = 12


def newest_deals(own: OwnPlayer) -> list[Row]:
    """Return the newest deals of a player."""
    return catalogue().newest("deal", MOST, club=own.club.id, people=sorted(own.texts))


def payload(own: OwnPlayer) -> dict[str, Any]:
    """Return the months and the partners of a player in the newest deals, as JSON values."""
    rows = newest_deals(own)
    lines = [Line(row.created_at, row.data) for row in rows]
    play = card_play.of_player_by_month(own.texts, rows)
    partners = of_player(lines, own.texts).partners[:MOST_PARTNERS]
    names = named((each.name for each in partners), catalogue())
    return {
        "club": str(own.club.id),
        "club_name": own.club.title,
        "deals": len(rows),
        "is_cut": len(rows) == MOST,
        "analysed": play.analysed,
        "months": [_month(each, play) for each in months_of_player(lines, own.texts)],
        "partners": [
            {"name": name, "deals": each.deals, "won": each.won, "lost": each.lost}
            for name, each in zip(names, partners, strict=True)
        ],
    }


def _month(month: Month, play: card_play.CardPlayTable) -> dict[str, Any]:
    """Return the numbers of a month, each share with its 95 % interval."""
    cards = play.rows.get(month.month)
    interval = wilson(month.made, month.bids)
    return {
        "month": month.month,
        "deals": month.deals,
        "won": month.won,
        "lost": month.lost,
        "tokens": month.tokens,
        "bids": month.bids,
        "made": month.made,
        "made_interval": None if interval is None else [round(each, 4) for each in interval],
        "card_play": cards.payload() if cards else None,
    }
