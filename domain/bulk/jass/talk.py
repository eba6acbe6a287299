"""What is said in the play, word by word (003 "Weis and Stöck", "Play"): declarations, and whose Weis is best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from domain.bulk.deals import NOBODY, SEATS, SUITS, Flags, Numbers, Small
from domain.bulk.jass.deals import (
    CONCEDED,
    DECLARED,
    HIGHEST,
    SCORED,
    SIZE,
    TRUMPS,
    Codes,
    Places,
    Words,
    unfolded,
    word,
)
from domain.bulk.jass.weis import Combinations
from domain.bulk.tricks import LAST_SEAT

BOTH: Final = 1 | 2
"""Both teams, whose numbers are 1 and 2 here."""
QUESTIONS: Final = ((SIZE, "size", 5), (HIGHEST, "highest", 1), (TRUMPS, "trumps", 0))
"""What is asked of the best Weis, one after another: where the answer stands, and how many bits of a grade lie behind
it."""


class Reader:
    """Reads the words of all deals, each as far as it was understood."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.next: Places = words.first.copy()
        """The next word of each deal."""
        self.good: Flags = np.ones(words.first.size, bool)

    def seat(self) -> Codes:
        """Who says the next word; without meaning where there is none."""
        return unfolded(self.words.code.take(self.next, mode="clip"))[1]

    def expect(self, deals: Places, seats: Small, kind: Codes | int, value: Codes | int = 0) -> None:
        """In these deals this is said next, after the first trick."""
        if not deals.size:
            return
        here = self.next[deals]
        told = word(SEATS, seats.astype(np.int64), kind, value)
        self.good[deals] &= (here < self.words.end[deals]) & (self.words.code.take(here, mode="clip") == told)
        self.next[deals] = here + 1


@dataclass(frozen=True, slots=True)
class Weis:
    """Who scores Weis, (deals)."""

    best: Small
    """Who has the best, or `NOBODY`."""
    partner: Flags
    """Whether that seat's partner scores too."""
    total: Numbers
    """How much they score together."""


def weis_of(reader: Reader, rows: Places, maker: Small, denomination: Small, combinations: Combinations) -> Weis:
    """Read what is said of Weis up to what is scored; ``rows``: what each seat holds, (4, deals)."""
    table, deals = combinations.table, np.arange(maker.size)
    order, grades = _declared(reader, rows, maker, combinations)
    best, highest = order[0], grades[0]
    for seat, grade in zip(order[1:], grades[1:], strict=True):
        best, highest = np.where(grade > highest, seat, best), np.maximum(grade, highest)
    _compare(reader, rows, order, grades, denomination, combinations)

    declared, one = best != NOBODY, best & LAST_SEAT
    other = one ^ np.uint8(2)
    partner = np.logical_or.reduce(order == other)
    if combinations.game.weis.undeclared_partner_scores:
        partner |= declared & (table["value"][rows[other, deals]] > 0)
    first = np.where(partner & (reader.seat() == other), other, one)
    for seat, scores in ((first, declared), (first ^ np.uint8(2), partner)):
        some = np.flatnonzero(scores)
        reader.expect(some, seat[some], SCORED, table["values"][rows[seat[some], some]])
    total = table["total"][rows[one, deals]] * declared + table["total"][rows[other, deals]] * partner
    return Weis(best, partner, total)


def _declared(reader: Reader, rows: Places, maker: Small, combinations: Combinations) -> tuple[Small, Codes]:
    """Who declared a Weis, in their order, and the grade of each, both (4, deals); 0 for nobody."""
    words, table = reader.words, combinations.table
    order, grades = np.full(rows.shape, NOBODY, np.uint8), np.zeros(rows.shape, np.int64)
    which = np.flatnonzero(words.kind == DECLARED)
    count, seat, _, value = unfolded(words.code[which])
    deal = words.deal[which]
    place = which - words.first[deal]
    row = rows[seat, deal]
    best = table["value"][row]
    with_card = count - (seat - maker[deal] & SEATS - 1)
    right = (best == value) & (value > 0) & ((with_card == 0) | (with_card == 1))
    reader.next += np.bincount(deal, minlength=maker.size)
    right &= (place < SEATS) & (which < reader.next[deal])
    reader.good[deal[~right]] = False
    deal, place = deal[right], place[right]
    order[place, deal], grades[place, deal] = seat[right], table["grade"][row[right]]
    for later in range(1, SEATS):
        told = order[later] != NOBODY
        reader.good &= ~told | (combinations.value(grades[later]) >= combinations.value(grades[later - 1]))
        for earlier in range(later):
            reader.good &= ~told | (order[later] != order[earlier])
    return order, grades


def _compare(
    reader: Reader, rows: Places, order: Small, grades: Codes, denomination: Small, combinations: Combinations
) -> None:
    """Read what those say who declared the same value, as long as they are of both teams.

    Each in turn says something as good or better than what was said, or concedes.
    """
    value = combinations.value(grades)
    highest = np.maximum.reduce(value)
    in_it, teams = (value == highest) & (order != NOBODY), (order & np.uint8(1)) + np.uint8(1)
    for kind, name, behind in QUESTIONS:
        deals = np.flatnonzero(_both_teams(in_it, teams))
        if kind == SIZE:
            deals = deals[combinations.several.take(highest[deals])]
        if kind == TRUMPS:
            deals = deals[denomination[deals] < SUITS]
        still, seats, sides, best = in_it[:, deals], order[:, deals], teams[:, deals], np.full(deals.size, -1)
        answers = combinations.table[name][rows[seats & LAST_SEAT, deals]]
        for place, grade in enumerate(grades[:, deals] >> behind):
            speaks = still[place] & _both_teams(still, sides)
            if not speaks.any():
                continue
            tells, answer = speaks & (grade >= best), answers[place]
            said = np.where(tells, kind, CONCEDED)[speaks]
            reader.expect(deals[speaks], seats[place, speaks], said, (answer * tells)[speaks])
            still[place] &= tells | ~speaks
            still[:place] &= ~(tells & (grade > best))
            if kind == TRUMPS:
                still[place + 1 :] &= ~(tells & (answer == 1))
            best = np.where(tells, grade, best)
        in_it[:, deals] = still


def _both_teams(in_it: Flags, teams: Small) -> Flags:
    """Whether seats of both teams are in it."""
    both: Flags = np.bitwise_or.reduce(in_it.view(np.uint8) * teams) == BOTH
    return both
