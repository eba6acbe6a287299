"""What is said in the play of many deals: the words of their talk made into numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from domain.bulk.deals import SEATS, Flags, Small, translated
from domain.bulk.jass.deals import (
    CARDS,
    CONCEDED,
    DECLARED,
    DEMANDED,
    HIGHEST,
    JOINED,
    SCORED,
    SHOWN,
    SIZE,
    STOECK,
    TRUMPS,
    WHOSE,
    Codes,
    Masks,
    Words,
    word,
)
from replay.notation.columns import columns, table
from replay.notation.jass_core import HEAD
from replay.notation.jass_windows import JassCores
from replay.notation.windows import Lines, digits, look

LONGEST: Final = 16
"""Characters of a word; a longer one is not understood."""
FIGURES: Final = 3
"""Most of a number."""
UNKNOWN: Final = 15
KINDS: Final = {
    "d": DECLARED, "c": SIZE, "h": HIGHEST, "t": TRUMPS, "s": SCORED, "q": DEMANDED, "v": SHOWN, "x": CONCEDED,
    "k": STOECK,
}  # fmt: skip
KIND_OF: Final = table(KINDS, UNKNOWN)
NUMBERED: Final = np.isin(np.arange(UNKNOWN + 1), (DECLARED, SIZE, SCORED, DEMANDED))
"""Which kinds have a number, or several, for a value."""
COMMA: Final = np.uint8(ord(",") - ord("0") & 255)
UNNAMED: Final = 255
SIGNS: Final = table({"+": 1, "-": 0}, UNNAMED)


def words_of(cores: JassCores, lines: Lines, cards: bytes, ranks: bytes) -> tuple[Words, Flags]:
    """What is said in some of the lines, and whether all of it could be read in each.

    ``cards`` and ``ranks``: the numbers of their letters.
    """
    count = cores.words[lines]
    mine = np.zeros(cores.words.size, bool)
    mine[lines] = True
    mine = np.repeat(mine, cores.words)
    begin, length = cores.word_begin[mine], (cores.word_end - cores.word_begin)[mine]
    text = columns(look(cores.text, begin, LONGEST))
    tens, ones, seat = digits(text[: HEAD - 1])
    before = np.uint8(10) * tens + ones
    kind = translated(text[HEAD - 1], KIND_OF)
    value, shown, readable = _values(text[HEAD:], kind, length - HEAD, cards, ranks)
    readable &= (np.maximum(tens, ones) < 10) & (before <= CARDS) & (seat < SEATS) & (length <= LONGEST)

    end = np.cumsum(count)
    deal = np.repeat(np.arange(lines.size), count)
    in_order = (before[1:] >= before[:-1]) | (deal[1:] != deal[:-1])
    good = np.ones(lines.size, bool)
    good[deal[~readable]] = good[deal[1:][~in_order]] = False
    kind = np.where(readable, kind, np.uint8(UNKNOWN))
    code = word(before.astype(np.int64), seat.astype(np.int64), kind.astype(np.int64), np.where(readable, value, 0))
    return Words(np.append(code, -1), kind, shown, deal, end - count, end), good


def _values(text: Small, kind: Small, size: Codes, cards: bytes, ranks: bytes) -> tuple[Codes, Masks, Flags]:
    """What is said behind the kind, in so many characters: the value, the cards that are shown, and if it was read."""
    demanded = np.flatnonzero(kind == DEMANDED)
    whose = digits(text[0, demanded])
    text[:-1, demanded] = text[1:, demanded]
    size[demanded] -= 1
    value, readable = _numbers(text, size * NUMBERED[kind])
    readable[demanded] &= (value[demanded] < JOINED) & (whose < SEATS)
    value[demanded] += WHOSE * whose.astype(np.int64)

    for told, letters in ((HIGHEST, ranks), (TRUMPS, SIGNS)):
        some = np.flatnonzero(kind == told)
        letter = translated(text[0, some], letters)
        value[some], readable[some] = letter, (size[some] == 1) & (letter != UNNAMED)
    alone = (kind == CONCEDED) | (kind == STOECK)
    readable = np.where(alone, size == 0, readable) & (kind != UNKNOWN)

    shown = np.zeros(kind.size, np.uint64)
    some = np.flatnonzero(kind == SHOWN)
    named = np.arange(len(text))[:, None] < size[some]
    each = np.uint64(1) << translated(text[:, some], cards).astype(np.uint64)
    shown[some] = np.bitwise_or.reduce(each * named)
    readable[some] = np.bitwise_count(shown[some]) == size[some]
    return value, shown, readable


def _numbers(text: Small, size: Codes) -> tuple[Codes, Flags]:
    """The numbers of three digits at most, with commas between, in so many characters; `JOINED`, and if they were read.

    A number that begins with a 0 is not read. Where there is nothing to read, the number is 0.
    """
    hundreds, tens, ones = (digits(text[place]) * (size > place) for place in range(FIGURES))
    number = np.where(size > 1, hundreds * np.int64(10) + tens, hundreds)
    number = np.where(size > 2, number * 10 + ones, number)
    readable = (np.maximum(np.maximum(hundreds, tens), ones) < 10) & ((hundreds > 0) | (size == 0))
    several = np.flatnonzero(size > FIGURES)
    number[several], readable[several] = _several(text[:, several], size[several])
    return number, readable


def _several(text: Small, size: Codes) -> tuple[Codes, Flags]:
    """The same, figure by figure."""
    joined, number = np.zeros((2, size.size), np.int64)
    readable = np.ones(size.size, bool)
    for place, figure in enumerate(digits(text[: size.max(initial=0)])):
        inside, is_comma = place < size, figure == COMMA
        is_next = (figure < 10) & (number < JOINED // 10) & ((number > 0) | (figure > 0))
        readable &= is_next | is_comma & (number > 0) | ~inside
        joined = np.where(inside & is_comma, (joined + number) * JOINED, joined)
        number = np.where(inside, (number * 10 + figure) * ~is_comma, number)
    return joined + number, readable & (number > 0)
