"""The caller's deals in numbers: bids and card play by month, and partners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.lists import catalogue
from api.people.player_names import named
from api.statistics import access as statistics
from replay.card_play import wilson
from replay.statistics import months_of_player, of_player

if TYPE_CHECKING:
    from api.analyses.card_play_tables import CardPlayTable
    from api.me.players import OwnPlayer
    from replay.statistics import Month

MOST_PARTNERS: Final = 12


def payload(own: OwnPlayer) -> dict[str, Any]:
    """Return the months and the partners of a player, as JSON values."""
    numbers = statistics.of_player(own.club.id, sorted(own.texts))
    play = numbers.play.by_month()
    partners = of_player(numbers.tally).partners[:MOST_PARTNERS]
    names = named((each.name for each in partners), catalogue())
    return {
        "club": str(own.club.id),
        "club_name": own.club.title,
        "deals": numbers.tally.deals,
        "is_cut": numbers.is_cut,
        "analysed": play.analysed,
        "months": [_month(each, play) for each in months_of_player(numbers.tally)],
        "partners": [
            {"name": name, "deals": each.deals, "won": each.won, "lost": each.lost}
            for name, each in zip(names, partners, strict=True)
        ],
    }


def _month(month: Month, play: CardPlayTable) -> dict[str, Any]:
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
