"""What the cores of many lines with a Jass say: their characters made into the arrays that are judged."""

from __future__ import annotations

from typing import Final

import numpy as np

from domain.bulk.deals import NO_CARD, NUMBER, PASS, SEATS, TOP, UNREADABLE, Flags, Small, translated
from domain.bulk.jass.deals import BID, CARDS, DOUBLE, HAND, LANE, REDOUBLE, Calls, Deals, Results, denominations
from domain.bulk.jass.terms import Terms
from replay.notation.cards_code import LETTER
from replay.notation.columns import columns, table
from replay.notation.core import HOW
from replay.notation.jass_core import CALL, LETTERS
from replay.notation.jass_windows import MOST_CALLS, JassCores
from replay.notation.jass_words import UNNAMED, words_of
from replay.notation.windows import WORD, Lines, Places, Text, digits, look, stands

KINDS: Final = {b"----": PASS, b"dbl-": DOUBLE, b"rdbl": REDOUBLE}
"""Calls that are no number."""
SAID: Final = np.uint64(256 ** (CALL - 1) - 1)
"""The part of a word of text that is a call without its seat, if the seat is left out."""
REASONS: Final = ("doubled", "redoubled", "match", "weis", "stoeck")
"""Why a deal was settled as it was, beside the contract; in their order."""
CONTRACT: Final = {True: b":contract-made", False: b":contract-failed"}
CARD: Final = np.uint8(63)
"""The part of a card's number that is not 0 for a card."""


class Letters:
    """What the letters of a game mean."""

    def __init__(self, terms: Terms) -> None:
        game = terms.game
        self.top = game.bids.ladder[-1]
        self.cards = table(
            {
                LETTER[rank + suit]: LANE * n + place
                for n, suit in enumerate(game.pack.suits)
                for place, rank in enumerate(game.pack.ranks)
            },
            NO_CARD,
        )
        self.ranks = table({rank: place for place, rank in enumerate(game.pack.ranks)}, UNNAMED)
        self.denominations = table({LETTERS[each]: n for n, each in enumerate(denominations(game))}, UNNAMED)


def jass_deals_of(cores: JassCores, which: Lines, dealer: Small, letters: Letters) -> tuple[Deals, Flags]:
    """The deals of some of the lines, and whether each of them could be read; ``dealer``: whose deal each is."""
    lines = which if which.size < cores.found.size else slice(None)
    eldest = (dealer + np.uint8(1)) & np.uint8(SEATS - 1)
    seats, plays, named = _plays(cores.plays[lines], letters.cards)
    results, settled = _results(cores, which)
    words, said = words_of(cores, which, letters.cards, letters.ranks)
    count = cores.calls_count[lines]
    calls = _calls(cores.text, cores.calls[lines], count, eldest, letters)
    acts = count + cores.words[lines] + (1 + HAND // 3 + CARDS)
    deals = Deals(
        dealer=dealer,
        cut=cores.cut[lines],
        cards=translated(columns(cores.cards[lines]), letters.cards),
        calls=calls,
        seats=seats,
        plays=plays,
        words=words,
        results=results,
        acts=acts.astype(np.int16),
    )
    return deals, named & settled & said


def _calls(text: Text, at: Places, count: Places, eldest: Small, letters: Letters) -> Calls:
    """So many calls that begin at these places; ``eldest`` sits at dealer's right."""
    deals = np.argsort((MOST_CALLS - count).astype(np.uint8), kind="stable")
    at, count, eldest = at[deals], count[deals], eldest[deals]
    most = int(count[0])
    many = np.searchsorted(-count, -np.arange(most)).tolist()
    auctions = look(text, at, CALL * most + WORD - CALL)
    words = [auctions[:each, CALL * n : CALL * n + WORD].view("<u8") for n, each in enumerate(many)]
    word = np.concatenate(words)[:, 0]
    first = np.concatenate([eldest[:each] for each in many])
    seat, *figures, last = columns(word.view(np.uint8).reshape(-1, WORD)[:, :CALL])
    hundreds, tens, ones = (digits(figure) for figure in figures)
    seat, denomination = digits(seat), translated(last, letters.denominations)
    named = (np.maximum(np.maximum(hundreds, tens), ones) < 10) & (denomination != UNNAMED)
    number = np.int16(100) * hundreds + (np.uint8(10) * tens + ones)
    bids = (number * np.int16(BID) + denomination + np.int16(1)) * named
    is_top = named & (number == letters.top)
    kind = np.uint8(UNREADABLE) - named.view(np.uint8) * np.uint8(UNREADABLE - NUMBER)
    kind += is_top.view(np.uint8) * np.uint8(TOP - NUMBER)
    call = word >> np.uint64(8) & SAID
    for said, other in KINDS.items():
        is_word = call == int.from_bytes(said, "little")
        kind += is_word.view(np.uint8) * np.uint8(other - UNREADABLE & 255)
    np.putmask(kind, seat >= SEATS, np.uint8(UNREADABLE))
    codes = kind * np.uint8(SEATS) + ((seat - first) & np.uint8(SEATS - 1))
    return Calls(deals, many, codes, bids)


def _plays(characters: Small, letters: bytes) -> tuple[Small, Small, Flags]:
    """Seats, cards, and whether all could be read."""
    pairs = np.ascontiguousarray(characters).view("<u2").reshape(-1, HAND, SEATS)
    pairs = np.ascontiguousarray(pairs.transpose(2, 1, 0))
    cards = translated(pairs.astype(np.uint8), letters)
    how = (pairs >> 8).astype(np.uint8) - np.uint8(HOW)
    seats: Small = how // np.uint8(SEATS)
    amiss = (cards & ~CARD) | (how & np.uint8(SEATS - 1)) | (seats & ~np.uint8(SEATS - 1))
    named: Flags = np.bitwise_or.reduce(amiss, axis=(0, 1)) == 0
    return seats, cards, named


def _results(cores: JassCores, which: Lines) -> tuple[Results, Flags]:
    """How the deals were settled, and whether that could be read."""
    text = columns(cores.result[which])
    made, figures = text[0] == ord("m"), digits(text[1:])
    number = figures.astype(np.int16)
    known = (made | (text[0] == ord("f"))) & (np.maximum.reduce(figures) < 10)
    score = 1000 * number[[0, 4]] + 100 * number[[1, 5]] + 10 * number[[2, 6]] + number[[3, 7]]
    points = 100 * number[[8, 11]] + 10 * number[[9, 12]] + number[[10, 13]]
    told, readable = _reasons(cores, which, made)
    return Results(made, score, points, figures[14:], *told), known & readable


def _reasons(cores: JassCores, which: Lines, made: Flags) -> tuple[Flags, Flags]:
    """Which `REASONS` were told, (5, deals), and whether all could be read."""
    at, end = cores.reasons[which], cores.reasons_end[which]
    told = np.zeros((len(REASONS), which.size), bool)
    begun = at == end
    for contract, text in CONTRACT.items():
        some = np.flatnonzero((at < end) & (made == contract))
        begun[some] = here = stands(cores.text, at[some], text)
        at[some] += len(text) * here
    some = np.flatnonzero(begun & (at < end))
    place = at[some]
    for reason, name in enumerate(REASONS):
        text = f",{name}".encode()
        told[reason, some] = here = stands(cores.text, place, text)
        place += len(text) * here
    at[some] = place
    return told, at == end
