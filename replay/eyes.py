"""All seats of one deal, followed together: what everybody saw is folded once.

A seat that has seen no more than the table but its own cards needs no fold of its own: it has what everybody saw,
and its hand. From the first act that it saw otherwise than the table did, it follows the deal by itself. Either
way nothing comes to a seat but acts that were hidden first, from everybody or from this seat, and cards that are the
same to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed
from domain.engine.hiding import PUBLIC, hide_act, is_face_up
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.three04.acts import BidMade, IndicatorRevealed, PartnerAsked, TrumpClosed, TrumpOpened
from replay.views import Viewpoint, ending

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.rules import Rules
    from domain.record.record import Record
    from replay.views import View

TELLS_NO_CARD: Final = frozenset(
    {
        BidMade, ContractBid, Doubled, PackCut, PackShuffled, PartnerAsked, Passed, Redoubled, StoeckClaimed,
        TrumpClosed, WeisConceded, WeisDeclared, WeisDemanded, WeisDetailed, WeisScored,
    }
)  # fmt: skip
"""What every seat saw as the table did, whatever it holds."""

NONE_NAMED: Final = frozenset({UNKNOWN})


class Eyes:
    """Every seat's knowledge of one deal as it goes on. `step` shows the next act to all of them."""

    def __init__(self, rules: Rules, dealer: str) -> None:
        self.rules = rules
        self.table = Viewpoint(rules, dealer, PUBLIC)
        """What everybody saw."""
        self._dealt: dict[Seat, tuple[Card, ...]] = dict.fromkeys(rules.seats, ())
        """The cards that were dealt to each seat which has seen no more than these; none where nobody named them."""
        self._holder: dict[Card, Seat] = {}
        """Who was dealt each card, until it is played."""
        self._apart: dict[Seat, Viewpoint] = {}
        """The seats that have seen more."""

    def step(self, act: Act) -> None:
        """The next act happened; whether it was within the rules is not asked."""
        if isinstance(act, CardPlayed):
            if self._holder.pop(act.card, "") != act.seat or act.down or act.indicator:
                self._look(act)
            if is_face_up(act):
                self.table.saw(act)
            else:
                self.table.follow(act)
        else:
            if type(act) not in TELLS_NO_CARD:
                self._look(act)
            self.table.follow(act)
        if self._apart:
            for point in self._apart.values():
                point.follow(act)

    def seat(self, seat: Seat) -> Viewpoint:
        """What the seat has by now: to look through, and to ask for its view. It is not shown what comes next."""
        if seat in self._apart:
            return self._apart[seat].twin()
        return self.table.as_seat(seat, self._dealt[seat])

    # --- who follows by itself --------------------------------------------------------------------

    def _look(self, act: Act) -> None:
        """Before an act that tells of cards, unless a holder plays one face up, as most are: whom does it tell more?"""
        match act:
            case CardsDealt():
                self._deal(act)
            case CardPlayed(seat, card, False, False):
                if seat in self._dealt:
                    self._part([seat])
                self._shown(seat, (card,))
            case TrumpOpened(seat, card) | IndicatorRevealed(seat, card):
                self._shown(seat, (card,))
            case WeisShown(seat, cards):
                self._shown(seat, cards)
            case _:
                public = hide_act(act, PUBLIC) == act
                self._part([seat for seat in self._dealt if public or seat == act.seat])

    def _deal(self, act: CardsDealt) -> None:
        """Each seat has its cards, unless anything about them is odd: not all named, or not all new."""
        s, rules = self.table.state, self.rules
        holder = {card: seat for seat, cards in act.hands.items() for card in cards}
        new = holder.keys()
        if new <= NONE_NAMED:
            self._part([seat for seat, dealt in self._dealt.items() if dealt])
            return
        plain = len(new) == sum(map(len, act.hands.values())) and new.isdisjoint(self._holder)
        plain = plain and new <= rules.tables.bit.keys() and CardsDealt in rules.applies[s.stage]
        plain = plain and not self.table.has_seen(new)
        self._holder |= holder
        for place, seat in enumerate(rules.seats):
            dealt = self._dealt.get(seat)
            if dealt is None:
                continue
            if plain and s.unknown[place] == len(dealt):
                self._dealt[seat] = dealt + act.hands.get(seat, ())
            else:
                self._part([seat])

    def _shown(self, by: Seat, cards: Iterable[Card]) -> None:
        """Cards come to light: no news to whom they belong, and odd if others were dealt them."""
        shown = {*cards}
        odd = [
            seat
            for seat, dealt in self._dealt.items()
            if dealt and (shown.difference(dealt) if seat == by else shown.intersection(dealt))
        ]
        self._part(odd)

    def _part(self, seats: Iterable[Seat]) -> None:
        """These follow by themselves from here on."""
        for seat in seats:
            self._apart[seat] = self.table.as_seat(seat, self._dealt.pop(seat))


def views_of_seats(record: Record, ply: int) -> dict[Seat, View]:
    """Every seat's view after the act of that ply; -1 for before the first. One pass over the record."""
    eyes = Eyes(record.rules, record.opened.dealer)
    for act in record.acts[: ply + 1]:
        eyes.step(act)
    ended = ending(record) if ply >= len(record.entries) - 1 else {}
    return {seat: eyes.seat(seat).view() | ended for seat in record.rules.seats}
