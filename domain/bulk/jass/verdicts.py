"""The verdict on each of many deals of a Jass: certainly good, or to be left to the engine."""

from __future__ import annotations

from typing import Final

import numpy as np

from domain.bulk.deals import DECLINED, SEATS
from domain.bulk.jass.deals import BATCH, CARDS, Deals, Masks, spread
from domain.bulk.jass.settlement import settled
from domain.bulk.jass.shows import read_shows
from domain.bulk.jass.talk import Reader, weis_of
from domain.bulk.jass.terms import Terms
from domain.bulk.jass.tricks import tricks_of
from domain.bulk.tricks import LAST_SEAT
from domain.bulk.verdicts import Verdicts

PACK: Final = np.uint64(spread((1 << CARDS) - 1))


def judge(deals: Deals, terms: Terms) -> Verdicts:
    """Judge deals of one ruleset."""
    hands = dealt(deals)
    contract = terms.auctions.contract(deals.calls)
    denomination = contract.denomination
    maker = (deals.dealer + np.uint8(1) + contract.bidder) & LAST_SEAT
    tricks = tricks_of(deals, hands, maker, denomination, terms)

    reader, combinations = Reader(deals.words), terms.combinations
    rows = combinations.rows(hands, denomination)
    weis = weis_of(reader, rows, maker, denomination, combinations)
    stoeck = terms.stoeck.take(denomination)
    plays = deals.plays.swapaxes(0, 1).reshape(CARDS, -1)
    holder = read_shows(reader, weis, rows, combinations, hands, stoeck, plays)

    good = (deals.cut >= DECLINED) & (deals.cut < CARDS) & (np.bitwise_or.reduce(hands) == PACK)
    good &= contract.good & tricks.good & reader.good
    good &= settled(deals.results, contract, maker, tricks, weis, holder, terms)
    return Verdicts(good, deals.acts)


def dealt(deals: Deals) -> Masks:
    """What each seat was dealt, (4, deals). Only if all cards were dealt, each once, are these all of the pack."""
    cards = deals.cards.reshape(-1, SEATS, BATCH, deals.dealer.size)
    hands = [np.left_shift(np.uint64(1), cards[:, seat], dtype=np.uint64) for seat in range(SEATS)]
    return np.stack([np.bitwise_or.reduce(hand, axis=(0, 1)) for hand in hands])
