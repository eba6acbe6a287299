"""Headings in a hand file, such as the bidding and the number of a trick. Programs ignore them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed, PointsCounted
from domain.games.three04.acts import (
    BidMade,
    IndicatorPlaced,
    IndicatorTakenBack,
    PartnerAsked,
    PartnerCardNamed,
    TrumpClosed,
    TrumpOpened,
)
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation.consequences import is_foldable
from replay.notation.document import DealDocument


def headings(document: DealDocument) -> Iterator[str]:
    """Yield the heading of every item."""
    record = Record(document.opened, Stamp())
    heading = ""
    for version, item in enumerate(document.items, 2):
        heading = _heading(record, item.fact, heading) if isinstance(item.fact, Act) else "about the record"
        yield heading
        if is_foldable(record, item.fact):
            record.fold(item.fact, Stamp(version))


def _heading(record: Record, act: Act, heading: str) -> str:
    s = record.state
    rules = record.rules
    match act:
        case PackShuffled() | PackCut():
            return "the deal"
        case CardsDealt():
            return "the rest of the cards" if any(map(s.size, range(rules.seat_count))) else "the deal"
        case Passed() | BidMade() | PartnerAsked():
            cards = max(map(s.size, range(rules.seat_count)))
            return f"bidding with {cards or rules.hand_size} cards"
        case IndicatorPlaced() | IndicatorTakenBack():
            return "the trump indicator"
        case PartnerCardNamed():
            return "the partner's card"
        case TrumpOpened():
            return "an open game"
        case TrumpClosed():
            return "a closed game"
        case CardPlayed():
            begins = not s.trick or len(s.trick) >= s.width
            trick = sum(s.tricks) + 1 + (len(s.trick) >= s.width)
            return f"trick {trick}" if begins or not heading.startswith("trick") else heading
        case PointsCounted():
            return "the count"
    return heading
