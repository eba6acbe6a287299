"""Deals to record, and what a test needs to record them."""

from __future__ import annotations

import random
from typing import TypedDict
from uuid import UUID

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, Passed
from domain.games.three04.acts import BidMade, IndicatorPlaced, SpoiltTrumpsDeclared, TrumpOpened
from domain.kernel.commands import Saved
from domain.ledger import Ledger
from tests.replaying.deals import enter, open_record, random_acts

AT = "2026-02-14T20:15:09.318Z"


class Signed(TypedDict):
    """The author and the time of a command."""

    by: str
    at: str


SCRIBE: Signed = {"by": "Nimal", "at": AT}
SEATS = "SENW"
UNSEEN: dict[str, tuple[str, ...]] = dict.fromkeys(SEATS, ("??",) * 4)


def round_from(dealer: str) -> list[str]:
    """The seats in the order in which they speak."""
    first = (SEATS.index(dealer) + 1) % 4
    return [SEATS[(first + n) % 4] for n in range(4)]


def before_bidding(dealer: str) -> list[Act]:
    """The cut declined and the first batch dealt; the scribe saw no card."""
    return [PackCut(round_from(dealer)[2]), CardsDealt(dealer, UNSEEN)]


def passed_out(dealer: str) -> list[Act]:
    """All pass."""
    return [*before_bidding(dealer), *(Passed(seat) for seat in round_from(dealer))]


def until_play(dealer: str) -> list[Act]:
    """The dealer's right bids 160 and opens the trump: the first card may be led."""
    maker, *others = round_from(dealer)
    return [
        *before_bidding(dealer),
        BidMade(maker, 160),
        *(Passed(seat) for seat in others),
        IndicatorPlaced(maker, "JS"),
        CardsDealt(dealer, UNSEEN),
        *(Passed(seat) for seat in (maker, *others)),
        TrumpOpened(maker, "JS"),
    ]


def spoilt(dealer: str) -> list[Act]:
    """Before a card is led the maker's left finds that trumps are spoilt."""
    return [*until_play(dealer), SpoiltTrumpsDeclared(round_from(dealer)[3])]


def played(dealer: str, seed: int = 0) -> list[Act]:
    """A random deal of this dealer that was played to the end; compelled acts are left out."""
    rng = random.Random(seed)
    while True:
        first_dealer, acts = random_acts(rng)
        if first_dealer == dealer:
            return acts


def with_one_bid(dealer: str) -> list[Act]:
    """A deal in which one number below 250 was bid, once, and that was played to the end."""
    for seed in range(10_000):
        acts = played(dealer, seed)
        bids = [act.bid for act in acts if isinstance(act, BidMade)]
        if len(bids) == 1 and isinstance(bids[0], int) and bids[0] < 250:
            return acts
    raise AssertionError("no such deal")


def paying(dealer: str, payer: str, tokens: int = 1) -> list[Act]:
    """A deal for which a team pays, so many tokens or more."""
    return next(acts for seed in range(10_000) if owing(dealer, acts := played(dealer, seed), payer) >= tokens)


def owing(dealer: str, acts: list[Act], team: str) -> int:
    """The tokens that a team owes for a deal; below nought if it wins."""
    record = open_record(dealer)
    enter(record, *acts)
    assert record.settlement is not None
    return -record.settlement.tokens[team]


def first_lead(dealer: str) -> CardPlayed:
    """A card that the first to play may have held."""
    return CardPlayed(round_from(dealer)[0], "JS")


def open_deal(ledger: Ledger, dealer: str = "S", **how: object) -> UUID:
    """A deal of standard 304."""
    return ledger.deals.open("304", dealer, **SCRIBE, **how).id  # type: ignore[arg-type]


def transaction(ledger: Ledger, saved: Saved) -> set[int]:
    """The database transactions that wrote these events."""
    return {place >> 16 for place in _positions(ledger, saved.id, saved.first_version, saved.version)}


def _positions(ledger: Ledger, stream: UUID, first: int, last: int) -> list[int]:
    return [
        each.id
        for each in ledger.repository.recorder.select_notifications(None, 1_000_000)
        if each.originator_id == stream and first <= each.originator_version <= last
    ]
