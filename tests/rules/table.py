"""A table at which tests play 304, one short line an act.

    S shuffle [32 cards]      W cut / W cut 12 / W cut some      S deal (the next batch)     E redeal
    E 160     E pcc     E pass     E ask     E lays JS     E takes JS     E opens JS     E closes
    E 9H      E 9H down            E JS cuts (the indicator, face down)   E JS last (the indicator, face up)
    E inspects none [N=7H W=8D]    E inspects trumps      E reveals N=7H W=8D      E shows JS
    E caps JS 9S AS     N concedes     N spoilt     N spoilt no     E counts 160

Several lines may stand in one string, separated by commas or line ends. What the rules compel (taking an
indicator back, a reveal) follows by itself, as it does at the record's own command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Self

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed, PointsCounted
from domain.engine.parameters import override
from domain.engine.templates import Number
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    PartnerAsked,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from replay.table import Table as Facade
from tests.rules.offers import open_to
from tests.table import Table as AnyTable

SEATS = "SENW"
PACK = tuple(rank + suit for suit in "SHDC" for rank in "J9ATKQ87")

Hands = dict[str, tuple[str, ...]]


def filled(given: Mapping[str, str]) -> dict[str, list[str]]:
    """Hands from strings; what is left out is dealt from the rest of the pack, the weakest clubs first."""
    hands = {seat: given.get(seat, "").split() for seat in SEATS}
    named = {card for cards in hands.values() for card in cards}
    rest = [card for card in PACK if card not in named]
    for cards in hands.values():
        cards += [rest.pop() for _ in range(8 - len(cards))]
    return hands


def _by_seat(words: Iterable[str]) -> dict[str, str]:
    return {word[0]: word[2:] for word in words}


def hear(line: str) -> Act:
    """The act that a line tells; a ``deal`` names no cards."""
    seat, *words = line.split()
    match words:
        case ["shuffle", *order]:
            return PackShuffled(seat, tuple(order))
        case ["cut"]:
            return PackCut(seat, None)
        case ["cut", "some"]:
            return PackCut(seat, 0)
        case ["cut", depth]:
            return PackCut(seat, int(depth))
        case ["deal"]:
            return CardsDealt(seat)
        case ["redeal"]:
            return RedealDemanded(seat)
        case ["pcc"]:
            return BidMade(seat, "pcc")
        case ["pass"]:
            return Passed(seat)
        case ["ask"]:
            return PartnerAsked(seat)
        case ["lays", card]:
            return IndicatorPlaced(seat, card)
        case ["takes", card]:
            return IndicatorTakenBack(seat, card)
        case ["opens", card]:
            return TrumpOpened(seat, card)
        case ["opens"]:
            return TrumpOpened(seat)
        case ["closes"]:
            return TrumpClosed(seat)
        case ["inspects", trumps, *cards]:
            return FaceDownInspected(seat, trumps == "trumps", _by_seat(cards))
        case ["reveals", *cards]:
            return CardsRevealed(seat, _by_seat(cards))
        case ["shows", card]:
            return IndicatorRevealed(seat, card)
        case ["caps", *order]:
            return CapsCalled(seat, tuple(order))
        case ["concedes"]:
            return CapsConceded(seat)
        case ["spoilt"]:
            return SpoiltTrumpsDeclared(seat)
        case ["spoilt", "no"]:
            return SpoiltTrumpsDeclared(seat, upheld=False)
        case ["counts", points]:
            return PointsCounted(seat, int(points))
        case [number] if re.fullmatch(r"-?\d+", number):
            return BidMade(seat, int(number))
        case [card]:
            return CardPlayed(seat, card)
        case [card, "down"]:
            return CardPlayed(seat, card, down=True)
        case [card, "cuts"]:
            return CardPlayed(seat, card, down=True, indicator=True)
        case [card, "last"]:
            return CardPlayed(seat, card, indicator=True)
    raise ValueError(line)


def say(act: Act) -> str:
    """The line that tells an act; the other way round from `hear`."""
    seat = act.seat
    match act:
        case PackShuffled(_, order):
            return " ".join([seat, "shuffle", *order])
        case PackCut(_, depth):
            return f"{seat} cut" + ("" if depth is None else f" {depth or 'some'}")
        case CardsDealt():
            return f"{seat} deal"
        case RedealDemanded():
            return f"{seat} redeal"
        case BidMade(_, bid):
            return f"{seat} {bid}"
        case Passed():
            return f"{seat} pass"
        case PartnerAsked():
            return f"{seat} ask"
        case IndicatorPlaced(_, card):
            return f"{seat} lays {card}"
        case IndicatorTakenBack(_, card):
            return f"{seat} takes {card}"
        case TrumpOpened(_, card):
            return f"{seat} opens {card}"
        case TrumpClosed():
            return f"{seat} closes"
        case CardPlayed(_, card, down, indicator):
            how = ("cuts" if down else "last") if indicator else ("down" if down else "")
            return f"{seat} {card} {how}".strip()
        case FaceDownInspected(_, trumps, cards):
            shown = [f"{other}={card}" for other, card in sorted(cards.items())]
            return " ".join([seat, "inspects", "trumps" if trumps else "none", *shown])
        case CardsRevealed(_, cards):
            return " ".join([seat, "reveals", *(f"{other}={card}" for other, card in sorted(cards.items()))])
        case IndicatorRevealed(_, card):
            return f"{seat} shows {card}"
        case CapsCalled(_, order):
            return " ".join([seat, "caps", *order])
        case CapsConceded():
            return f"{seat} concedes"
        case SpoiltTrumpsDeclared(_, upheld):
            return f"{seat} spoilt" + ("" if upheld else " no")
        case PointsCounted(_, points):
            return f"{seat} counts {points}"
    raise ValueError(act)


class Table(AnyTable):
    """A deal in progress, and its record; what no hand was given is dealt from the rest of the pack."""

    def __init__(
        self,
        hands: Mapping[str, str] | None = None,
        *,
        dealer: str = "S",
        rules: Mapping[str, Any] | None = None,
        unseen: bool = False,
        highest: int | None = None,
    ) -> None:
        """``highest`` cuts the ladder of bids short, for whoever counts auctions; no house could play so."""
        game = override(STANDARD, "house", "a house's way", rules or {})
        if highest is not None:
            game = replace(game, bids=replace(game.bids, maximum=highest))
        opened = Facade.open(game, dealer, hands={} if unseen else filled(hands or {}))
        super().__init__(opened.record, opened.hands)

    # --- playing ----------------------------------------------------------------------------------

    def hear(self, line: str) -> Act:
        """The act of a line; a ``deal`` deals the batch that comes next."""
        return self.with_cards(hear(line))

    # --- to well-known points of a deal -----------------------------------------------------------

    def dealt(self) -> Self:
        """The cut was declined and everybody has four cards."""
        left = SEATS[SEATS.index(self.dealer) - 1]
        return self.does(f"{left} cut", f"{self.dealer} deal")

    def eight_cards(self, bid: str, indicator: str) -> Self:
        """This bid won, the indicator lies, and everybody has eight cards."""
        self.won_by(bid)
        return self.does(f"{bid.split()[0]} lays {indicator}", f"{self.dealer} deal")

    def playing(self, bid: str, indicator: str, *, opened: bool = False) -> Self:
        """All that, nobody bid with eight cards, and the maker chose: the first lead is due."""
        maker = bid.split()[0]
        self.eight_cards(bid, indicator)
        for _ in SEATS:
            self.does(f"{self.turn()} pass")
        return self.does(f"{maker} opens" if opened else f"{maker} closes")

    def playing_pcc(self, bidder: str, indicator: str, *, first: str = "", opened: bool = False) -> Self:
        """The bidder bid 160 and then Partner Close Caps; the first lead is due."""
        self.eight_cards(f"{bidder} 160", first or self.hands[bidder][0])
        self.does(f"{bidder} pcc", f"{bidder} lays {indicator}")
        return self.does(f"{bidder} opens" if opened else f"{bidder} closes")

    # --- questions --------------------------------------------------------------------------------

    def held(self, seat: str) -> int:
        """The number of cards that a seat holds, without the indicator on the table."""
        return int(self.state.size(self.rules.place[seat]))

    def may(self, seat: str) -> set[str]:
        """The same in lines, without the seat: ``{"JS", "7H down"}``."""
        return {say(act)[2:] for act in self.moves(seat)}

    def may_call(self, seat: str) -> set[str]:
        """The calls open to a seat at any time: ``caps``, ``spoilt``, ``concedes``."""
        return {say(act)[2:] for act in open_to(self.rules, self.state, seat)} - self.may(seat)

    def may_count(self, seat: str) -> tuple[int, int] | None:
        """The least and the most points that the seat may count; None if nothing is to be counted."""
        for template in self.rules.templates(self.state, seat):
            if isinstance(template.values, Number) and isinstance(template.act, PointsCounted):
                return template.values.least, template.values.most
        return None

    def lines(self) -> list[str]:
        """The effective record in lines."""
        return [say(act) for act in self.record.acts]

    def tokens(self) -> tuple[int, int]:
        """Tokens of North-South and of East-West."""
        return self.settled().tokens["NS"], self.settled().tokens["EW"]


def cards(text: str, how: str = "") -> set[str]:
    """Cards as `Table.may` tells them: ``cards("JS 7H", "down")``."""
    return {f"{card} {how}".strip() for card in text.split()}
