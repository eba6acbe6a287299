"""The play of a deal of Sidi Barrani as tables (003 "Players and Cards", "Play")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.card_play import CardPlay, TrickTables
from domain.games.sidi.orders import orders

if TYPE_CHECKING:
    from domain.games.sidi.state import SidiState


def card_play(s: SidiState) -> CardPlay:
    """Return the tables of the play from this state on, in which the contract is known."""
    game, table = s.rules.ruleset, s.rules.tables
    order = orders(game)[s.denomination]
    return CardPlay(
        order=tuple(tuple(table.bit[rank + suit] for rank in order.ranks[suit]) for suit in game.pack.suits),
        points=order.points,
        trump=order.trump,
        makers=s.makers(),
        needed=s.bid,
        last_trick=game.bonus.last_trick,
        all_tricks=game.bonus.match,
        may_trump=bool(order.trump),
        puur=order.puur,
        beat_lowest=game.undertrump.reference == "lowest",
        beat_if_able=game.undertrump.all_trumps == "only_if_forced",
    )


def trick_tables(s: SidiState) -> TrickTables:
    """Return the order of the cards in each denomination, and the denomination of the contract."""
    return TrickTables(
        orders={
            denomination: {suit: ranks[::-1] for suit, ranks in order.ranks.items()}
            for denomination, order in orders(s.rules.ruleset).items()
        },
        trump=s.denomination,
    )
