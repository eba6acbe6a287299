"""A generated deal of 304."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from demo import three04_bidding as bidding
from demo import three04_cardplay as cardplay
from demo.table import Deal
from demo.three04_player import Three04Player
from domain.engine.facts import Act, CardsDealt, PackCut, Passed, PointsCounted
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    IndicatorPlaced,
    IndicatorTakenBack,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)

if TYPE_CHECKING:
    from demo.styles import Style
    from domain.engine.cards import Seat

CALLS: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)
CONCEDES: Final = 0.35
"""The share of chances, one for each finished trick, at which an opponent concedes after a call of Caps."""


class Three04Deal(Deal[Three04Player]):
    """A deal of 304 that generated players play."""

    def new_player(self, dealer: Seat, seat: Seat, style: Style) -> Three04Player:
        return Three04Player(self.rules, dealer, seat, style, self.rng)

    def next_act(self) -> Act:
        return self._call() or super().next_act()

    def decide(self, seat: Seat) -> Act:
        player = self.players[seat]
        options = [act for act in self.rules.legal(player.state, seat) if not isinstance(act, CALLS)]
        for act in options:
            match act:
                case PackCut():
                    return self.cut(seat)
                case CardsDealt():
                    return self.deal(seat, len(act.hands[seat]))
                case BidMade() | Passed() if player.state.maker >= 0:
                    return bidding.second_auction(player, options)
                case BidMade() | Passed():
                    return bidding.first_auction(player, options)
                case IndicatorPlaced():
                    return bidding.indicator(player, options)
                case TrumpOpened():
                    return bidding.declare(player, options)
                case IndicatorTakenBack() | PointsCounted():
                    return act
        if self.state.owed:
            return self._report_face_down(seat)
        return cardplay.choose(player, options)

    def _report_face_down(self, seat: Seat) -> Act:
        """Return the maker's report on face-down cards, from the full state, because the maker looks at them."""
        return next(act for act in self.rules.legal(self.state, seat) if not isinstance(act, CALLS))

    def _call(self) -> Act | None:
        """Return a call out of turn (Caps, a concession, spoilt trumps); None if nobody makes one."""
        s = self.state
        if self.rules.stage_name(s) != "play" or s.owed:
            return None
        for seat, player in self.players.items():
            options = self.rules.legal(player.state, seat)
            if (spoilt := cardplay.spoilt(player, options)) is not None:
                return spoilt
            if (caps := cardplay.caps(player)) is not None:
                player.plan = list(caps.order)
                return caps
            concession = next((act for act in options if isinstance(act, CapsConceded)), None)
            if concession and not s.trick and player.chance(CONCEDES):
                return concession
        return None
