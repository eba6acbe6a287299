"""What the cores of many lines say: their characters made into the arrays that are judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from domain.bulk.deals import (
    ASK,
    CARDS,
    DOWN,
    END,
    FOUND,
    HAND,
    INDICATOR,
    LOOKED,
    NO_CARD,
    NOBODY,
    NUMBER,
    PASS,
    SEATS,
    SHORT,
    SHOWED,
    TOP,
    UNREADABLE,
    Calls,
    Deals,
    Flags,
    Numbers,
    Results,
    Small,
    translated,
)
from domain.bulk.tricks import bits
from domain.facts import PCC
from domain.rules import Rules
from replay.notation.cards_code import LETTER
from replay.notation.core import HOW
from replay.notation.windows import CALL, Cores, Lines, Places, digits

OPEN: Final = ord("+")
CLOSED: Final = ord("-")
LOOKS: Final = {".": 0, "n": LOOKED, "t": LOOKED | FOUND | SHOWED, "i": SHOWED, "j": LOOKED | SHOWED}
WORDS: Final = {"---": PASS, "ask": ASK, PCC: TOP}
"""Calls that are no number."""


def table(known: Mapping[str, int], other: int) -> bytes:
    """What each character stands for, by its code."""
    return bytes(known.get(chr(code), other) for code in range(256))


NO_LOOK: Final = 255
LOOK_OF: Final = table(LOOKS, other=NO_LOOK)
"""What the maker did, by the character that tells it."""


def card_table(rules: Rules) -> bytes:
    """The number of each card letter in the pack of a game; `NO_CARD` for every other character."""
    bits = rules.tables.bit
    return table({letter: bits[card].bit_length() - 1 for card, letter in LETTER.items() if card in bits}, NO_CARD)


def deals_of(cores: Cores, which: Lines, dealer: Small, letters: bytes) -> tuple[Deals, Flags]:
    """The deals of some of the lines, and whether each of them could be read.

    ``dealer``: whose deal it is, for each of these lines; ``letters``: the `card_table` of their game.
    """
    # All of them need not be picked out one by one.
    lines = which if which.size < cores.found.size else slice(None)
    passed_out, again = cores.passed_out[lines], cores.again[lines]
    eldest = (dealer + np.uint8(1)) & np.uint8(SEATS - 1)
    trump = columns(cores.trump[lines])
    ends = np.where(again, trump[2], trump[1])
    indicators = translated(trump, letters)
    seats, plays, named = _plays(cores.plays[lines], np.flatnonzero(cores.alone[lines]), letters)
    looks = translated(np.ascontiguousarray(cores.looks[lines]), LOOK_OF)
    named &= bits(looks == NO_LOOK) == 0
    results, settled = _results(columns(cores.result[lines]), passed_out)
    deals = Deals(
        dealer=dealer,
        cut=cores.cut[lines],
        cards=translated(columns(cores.cards[lines]), letters),
        passed_out=passed_out,
        first=_calls(cores.first[lines], cores.first_calls[lines], eldest),
        second=_calls(cores.second[lines], cores.second_calls[lines] * ~passed_out, eldest),
        indicator=indicators[0],
        again=np.where(again, indicators[1], np.uint8(NO_CARD)),
        opened=ends == OPEN,
        seats=seats,
        plays=plays,
        looks=looks,
        results=results,
    )
    return deals, settled & (passed_out | (named & ((ends == OPEN) | (ends == CLOSED))))


def columns(characters: Small) -> Small:
    """Deals along the last axis."""
    return np.ascontiguousarray(characters.T)


def _calls(characters: Small, count: Places, eldest: Small) -> Calls:
    """So many calls, of four characters each, (deals, calls, 4); ``eldest`` sits at dealer's right."""
    some = columns(characters[:, :SHORT].reshape(len(characters), -1))
    seat, hundreds, tens, ones = (digits(some[place::CALL]) for place in range(CALL))
    told = np.arange(len(seat), dtype=np.uint8)[:, None] < count.astype(np.uint8)
    named = (np.maximum(np.maximum(hundreds, tens), ones) < 10) & told
    kind = np.uint8(UNREADABLE) - named.view(np.uint8) * np.uint8(UNREADABLE - NUMBER)
    for text, other in WORDS.items():
        first, second, third = digits(np.frombuffer(text.encode(), np.uint8))
        is_word = (hundreds == first) & (tens == second) & (ones == third) & told
        kind -= is_word.view(np.uint8) * np.uint8(UNREADABLE - other)
    kind = np.maximum(kind, (seat >= SEATS).view(np.uint8) * np.uint8(UNREADABLE))
    codes = kind * np.uint8(SEATS) + ((seat - eldest) & np.uint8(SEATS - 1))
    codes = codes * told.view(np.uint8) | (~told).view(np.uint8) * np.uint8(END * SEATS)
    value = np.int16(100) * hundreds + np.uint8(10) * tens + ones
    numbers: Numbers = np.asarray(value * named, np.int16)
    longer = np.flatnonzero(count > SHORT)
    rest = _calls(characters[longer, SHORT:], count[longer] - SHORT, eldest[longer]) if longer.size else None
    return Calls(codes, numbers, longer, rest)


def _plays(characters: Small, alone: Lines, letters: bytes) -> tuple[Small, Small, Flags]:
    """Seats, plays, and whether every card has a letter of the pack; in some deals tricks are of three cards."""
    text = characters.copy()
    three = text[alone, : 2 * (CARDS - HAND)].reshape(alone.size, HAND, 2 * (SEATS - 1))
    text.reshape(-1, HAND, 2 * SEATS)[alone, :, : 2 * (SEATS - 1)] = three
    pairs = np.ascontiguousarray(text.view("<u2").reshape(-1, HAND, SEATS).transpose(2, 0, 1))
    card = translated(pairs.astype(np.uint8), letters).copy()
    how = (pairs >> 8).astype(np.uint8) - np.uint8(HOW)
    seats: Small = how >> np.uint8(2)
    card[-1, alone], seats[-1, alone] = 0, NOBODY
    named: Flags = np.bitwise_or.reduce(bits(card >= CARDS)) == 0
    plays: Small = card | (how & np.uint8(1)) * np.uint8(DOWN) | (how & np.uint8(2)) * np.uint8(INDICATOR // 2)
    return seats, plays, named


def _results(text: Small, passed_out: Flags) -> tuple[Results, Flags]:
    """How the deals were settled, and whether that could be read; ``text`` is (12, deals)."""
    letter, sign, figures = text[0], text[1], digits(text[2:])
    number = figures.astype(np.int16)
    tokens = 10 * number[0] + number[1]
    points = 100 * number[[2, 5]] + 10 * number[[3, 6]] + number[[4, 7]]
    made = letter == ord("m")
    known = np.where(passed_out, letter == ord("p"), made | (letter == ord("f")))
    known &= ((sign == ord("+")) | (sign == ord("-"))) & (figures < 10).all(axis=0)
    return Results(made, np.where(sign == ord("-"), -tokens, tokens), points, figures[8:]), known
