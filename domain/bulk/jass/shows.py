"""What is said after the Weis were scored: some are demanded and shown, and Stöck is claimed (003 "Weis and Stöck")."""

from __future__ import annotations

import numpy as np

from domain.bulk.deals import NOBODY, SEATS, Small
from domain.bulk.jass.deals import CARDS, DEMANDED, SHOWN, STOECK, WHOSE, Codes, Masks, Places, unfolded
from domain.bulk.jass.talk import Reader, Weis
from domain.bulk.jass.weis import Combinations
from domain.bulk.tricks import EVERY_SEAT


def read_shows(
    reader: Reader, weis: Weis, rows: Places, combinations: Combinations, hands: Masks, stoeck: Masks, plays: Small
) -> Small:
    """Read the rest of what is said. Returns who has Stöck, or `NOBODY`; that seat must have claimed it.

    ``stoeck``: which cards it is; ``plays``: the cards in the order of play, (36, deals).
    """
    shows = _Shows(reader, weis, rows, combinations)
    holder = np.full(stoeck.size, NOBODY, np.uint8)
    for place, hand in enumerate(hands):
        np.putmask(holder, ((hand & stoeck) == stoeck) & (stoeck != 0), np.uint8(place))
    claimed = np.zeros(holder.size, bool)
    while (deals := np.flatnonzero(reader.good & (reader.next < reader.words.end))).size:
        count, seat, kind, value = unfolded(reader.words.code[reader.next[deals]])
        reader.next[deals] += 1
        claims, demands = kind == STOECK, (kind == DEMANDED) & (count == SEATS)
        reader.good[deals[~(claims | demands)]] = False
        if demands.any():
            shows.read(deals[demands], seat[demands], value[demands])

        deals, count, seat = deals[claims], count[claims], seat[claims]
        unseen = stoeck[deals] & ~shows.shown[deals]
        cards = np.left_shift(np.uint64(1), plays[:, deals], dtype=np.uint64)
        seen = CARDS - ((cards & unseen) != 0)[::-1].argmax(axis=0)
        in_time = count >= np.where(unseen != 0, seen, 0)
        reader.good[deals] &= (seat == holder[deals]) & ~claimed[deals] & in_time
        claimed[deals] = True
    reader.good &= claimed == (holder != NOBODY)
    return holder


class _Shows:
    """The cards that were demanded and shown in each deal."""

    def __init__(self, reader: Reader, weis: Weis, rows: Places, combinations: Combinations) -> None:
        self.reader = reader
        self.rows = rows
        self.table = combinations.table
        partner = weis.best ^ np.uint8(2)
        self.scores = (weis.best == EVERY_SEAT) | (partner == EVERY_SEAT) & weis.partner
        self.shown: Masks = np.zeros(weis.best.size, np.uint64)

    def read(self, deals: Places, seat: Codes, asked: Codes) -> None:
        """In these deals this seat demanded to see a Weis: read that its holder shows it."""
        reader, words = self.reader, self.reader.words
        holder, value = (asked // WHOSE).astype(np.uint8), asked % WHOSE
        row = self.rows[holder, deals]
        each = self.table["each"][row]
        asked_for = (each == value[:, None]) & (each > 0)
        due = np.bitwise_or.reduce(self.table["cards"][row] * asked_for, axis=1)
        here = reader.next[deals]
        reader.expect(deals, holder, SHOWN)
        right = (words.cards.take(here, mode="clip") == due) & (due & ~self.shown[deals] != 0)
        reader.good[deals] &= right & self.scores[holder, deals] & (seat != holder)
        self.shown[deals] |= due
